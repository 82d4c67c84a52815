//! The six slide scenes, S1 to S6: the path under a constant desired velocity must not depend on
//! the frame rate.
//!
//! The original documents use z up. Here y is up and the depth axis z replaces the old y, so that
//! every number keeps its name. (That mirrors the scenes; all except the diagonals of S5 are
//! symmetric.)

use crate::build::Builder;
use crate::level::Level;
use crate::reference::Profile;
use crate::station::{DEFAULT_SKIN, Drive, Run, Shape, Station};
use crate::trig::{degrees, sin_cos};

/// Rates, in moves per second.
pub const RATES: [u32; 5] = [30, 60, 144, 240, 1000];

/// Returns the six scenes, one level and one run each, in order.
#[must_use]
pub fn station() -> Station {
    let (levels, runs): (Vec<_>, Vec<_>) = [s1(), s2(), s3(), s4(), s5(), s6()].into_iter().unzip();
    let runs = runs.into_iter().enumerate().map(|(i, run)| run.on(i)).collect();
    Station {
        id: "any-frame-rate",
        title: "The same way at any frame rate",
        about: "A ball is pushed with a constant wished velocity through six small scenes: a corner, a wedge, a \
                groove, stairs, a floor cut into triangles, and low ridges. The surfaces take from the push what is \
                in their way, at every instant, so where the ball ends must not depend on how often a second it is \
                moved. Each scene runs at five rates; the ends are compared with the exact answer and with each \
                other.",
        levels,
        runs,
    }
}

fn ball(label: &str, radius: f64, start: [f64; 3], velocity: [f64; 3], seconds: f64, end: [f64; 3]) -> Run {
    Run::new(label, Shape::Sphere(radius), start)
        .rates(&RATES)
        .then(seconds, Drive::Velocity(velocity))
        .expect_end(end, 1e-3)
        .expect_same_at_every_rate()
}

fn s1() -> (Level, Run) {
    let mut b = Builder::new();
    b.floor(0.0, [-4.0, -4.0], [2.0, 2.0], [1, 1]);
    b.wall([2.0, 2.0], [2.0, -4.0], [0.0, 3.0]).wall([-4.0, 2.0], [2.0, 2.0], [0.0, 3.0]);
    let r = 0.5 + DEFAULT_SKIN;
    let run = ball("S1 corner", 0.5, [0.0, 1.0, 0.0], [3.0, -3.0, 2.0], 3.0, [2.0 - r, r, 2.0 - r]);
    (b.finish("s1-corner", &[]), run)
}

fn s2() -> (Level, Run) {
    let mut b = Builder::new();
    let (sin, cos) = sin_cos(degrees(10.0));
    let mouth = 10.0 * sin / cos;
    b.floor(0.0, [-5.0, -2.0], [5.0, 2.0], [1, 1]);
    b.wall([5.0, 0.0], [-5.0, -mouth], [0.0, 3.0]).wall([-5.0, mouth], [5.0, 0.0], [0.0, 3.0]);
    let r = 0.5 + DEFAULT_SKIN;
    let end = [5.0 - r / sin, r, 0.0];
    (
        b.finish("s2-wedge", &[]),
        ball("S2 wedge of 20 degrees", 0.5, [0.0, 0.8, 0.0], [3.0, -1.0, 0.4], 3.0, end),
    )
}

fn s3() -> (Level, Run) {
    let r = 0.5 + DEFAULT_SKIN;
    let height = r / sin_cos(degrees(10.0)).0;
    let run =
        ball("S3 groove of 20 degrees", 0.5, [0.0, 3.5, 0.0], [0.3, -3.0, 3.0], 3.0, [0.0, height, 9.0]);
    (groove(20.0, 6.0), run.expect("way along the groove", crate::Measure::Highest { axis: 2 }, 9.0, 1e-3))
}

/// Builds a crease with its bottom on the z axis. It opens upwards by `angle` degrees and is
/// `height` metres deep.
pub(crate) fn groove(angle: f64, height: f64) -> Level {
    let (sin, cos) = sin_cos(degrees(angle / 2.0));
    let half = height * sin / cos;
    let mut b = Builder::new();
    b.extrude(&[[-half, height], [0.0, 0.0], [half, height]], [-4.0, 14.0]);
    b.finish("groove", &[])
}

/// Returns a floor from `x` to the first step at x = `at`, then `count` steps, then a floor to
/// `end`.
pub(crate) fn stairs_profile(x: f64, at: f64, count: u32, rise_and_run: [f64; 2], end: f64) -> Vec<[f64; 2]> {
    let mut points = vec![[x, 0.0]];
    for i in 0..count {
        let x = at + f64::from(i) * rise_and_run[1];
        points.push([x, f64::from(i) * rise_and_run[0]]);
        points.push([x, f64::from(i + 1) * rise_and_run[0]]);
    }
    points.push([end, f64::from(count) * rise_and_run[0]]);
    points
}

fn s4() -> (Level, Run) {
    let profile =
        Profile { points: stairs_profile(-6.0, 4.0, 4, [1.0, 2.0], 20.0), half: [3.0 + DEFAULT_SKIN; 2] };
    along_profile("s4-stairs", "S4 stairs", &profile, 3.0, -1.0, [5.0, -2.5, 0.0], 2.0)
}

fn s5() -> (Level, Run) {
    let mut b = Builder::new();
    // The cells have odd sizes, so that internal edges meet the ball at varying places.
    b.floor(0.0, [-7.3, -4.1], [4.9, 4.7], [37, 23]);
    let r = 0.5 + DEFAULT_SKIN;
    let run = ball("S5 floor of seams", 0.5, [-5.0, r, -2.0], [2.0, -5.0, 1.3], 3.0, [1.0, r, 1.9]);
    (b.finish("s5-seams", &[]), run)
}

fn s6() -> (Level, Run) {
    let rise = 0.25 * {
        let (sin, cos) = sin_cos(degrees(5.0));
        sin / cos
    };
    let points = (-24..=32).map(|i| [f64::from(i) * 0.25, if i % 2 == 0 { 0.0 } else { -rise }]).collect();
    let profile = Profile { points, half: [0.5 + DEFAULT_SKIN; 2] };
    along_profile("s6-ridges", "S6 ridges of 5 degrees", &profile, 0.5, -3.0, [3.0, -3.0, 0.2], 3.0)
}

/// Builds a run of a ball pushed along an extruded profile, from the envelope at `x`; the reference
/// implementation gives the expected result.
fn along_profile(
    name: &str,
    label: &str,
    profile: &Profile,
    radius: f64,
    x: f64,
    velocity: [f64; 3],
    seconds: f64,
) -> (Level, Run) {
    let mut b = Builder::new();
    b.extrude(&profile.points, [-4.0, 4.0]);
    let end = profile.after(x, [velocity[0], velocity[1]], seconds);
    let start = [x, profile.envelope(x).height, 0.0];
    (
        b.finish(name, &[]),
        ball(label, radius, start, velocity, seconds, [end[0], end[1], velocity[2] * seconds]),
    )
}

#[cfg(test)]
mod tests {
    use super::station;
    use crate::Measure;
    use crate::reference::arc;

    fn expected(run: usize, axis: usize) -> f64 {
        let run = station().runs.swap_remove(run);
        run.expectations.iter().find(|e| e.measure == Measure::End { axis }).unwrap().value
    }

    #[test]
    fn the_ends_are_the_published_ones() {
        assert!((expected(1, 0) - 2.1149).abs() < 1e-4);
        assert!((expected(2, 2) - 9.0).abs() < 1e-12);
        assert!((expected(4, 0) - 1.0).abs() < 1e-12 && (expected(4, 2) - 1.9).abs() < 1e-12);
    }

    /// Checks S4 again as a chain of closed arcs from corner to corner, without the envelope.
    #[test]
    fn the_stairs_are_a_chain_of_closed_arcs() {
        let (reach, velocity) = (3.001_f64, [5.0_f64, -2.5]);
        let speed = velocity[0].hypot(velocity[1]);
        let normal_to = |c: [f64; 2], q: [f64; 2]| [(c[0] - q[0]) / reach, (c[1] - q[1]) / reach];
        let psi = |n: [f64; 2]| ((n[0] * velocity[0] + n[1] * velocity[1]) / speed).acos();
        let first = [4.0 - (reach * reach - (reach - 1.0) * (reach - 1.0)).sqrt(), reach];
        let mut time = (first[0] + 1.0) / velocity[0];
        let mut centre = first;
        for i in 0..4 {
            let corner = [4.0 + 2.0 * f64::from(i), 1.0 + f64::from(i)];
            let (next, top) = ([corner[0] + 2.0, corner[1] + 1.0], i == 3);
            // Two corners (2, 1) apart support the ball where it is `reach` from both.
            let rise = (reach * reach - 1.25).sqrt() / 5.0_f64.sqrt();
            let end = if top {
                [corner[0], corner[1] + reach]
            } else {
                [(corner[0] + next[0]) / 2.0 - rise, (corner[1] + next[1]) / 2.0 + 2.0 * rise]
            };
            let (from, to) = (psi(normal_to(centre, corner)), psi(normal_to(end, corner)));
            let taken = arc::time_between(from, to, speed, reach);
            if time + taken > 2.0 {
                // psi is measured from the push: rotate the push by it to get the normal back.
                let psi = arc::angle_after(from, speed, reach, 2.0 - time);
                let angle = velocity[1].atan2(velocity[0]) + psi;
                centre = [corner[0] + reach * angle.cos(), corner[1] + reach * angle.sin()];
                time = 2.0;
                break;
            }
            (time, centre) = (time + taken, end);
        }
        centre[0] += velocity[0] * (2.0 - time);
        assert!((centre[0] - expected(3, 0)).abs() < 1e-7, "{centre:?} {}", expected(3, 0));
        assert!((centre[1] - expected(3, 1)).abs() < 1e-7);
    }
}
