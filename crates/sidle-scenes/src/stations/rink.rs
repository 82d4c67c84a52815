//! A puck that slides around the corner of a hockey rink.

use crate::build::Builder;
use crate::level::Level;
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};

/// Radius of the corner, and length of the straight walls before and after it, in metres.
const CORNER: f64 = 8.0;
const STRAIGHT: f64 = 30.0;
const SPEED: f64 = 20.0;
const FACETS: [u32; 3] = [8, 64, 512];

/// Returns the sine and cosine of 90 degrees / `facets` (a power of two), by halving the angle.
fn turn(facets: u32) -> (f64, f64) {
    let (mut sin, mut cos) = (1.0_f64, 0.0_f64);
    for _ in 0..facets.trailing_zeros() {
        let half = ((1.0 + cos) / 2.0).sqrt();
        (sin, cos) = (sin / (2.0 * half), half);
    }
    (sin, cos)
}

/// Builds the wall: along +x at z = 0, around the quarter circle about (0, -CORNER), then along -z.
fn rink(facets: u32) -> Level {
    let (sin, cos) = turn(facets);
    let mut b = Builder::new();
    let mut radius = [0.0, CORNER];
    let mut at = [0.0, 0.0];
    let mut wall = |from: [f64; 2], to: [f64; 2]| {
        // Its front is on the side of the puck: at smaller z, to the left when going along +x, seen
        // from above.
        b.wall(from, to, [-1.0, 1.0]);
    };
    wall([-STRAIGHT, 0.0], at);
    for _ in 0..facets {
        radius = [radius[0] * cos + radius[1] * sin, radius[1] * cos - radius[0] * sin];
        let next = [radius[0], radius[1] - CORNER];
        wall(at, next);
        at = next;
    }
    wall(at, [at[0], at[1] - STRAIGHT]);
    b.finish(&format!("rink-{facets}"), &[])
}

pub(super) fn station() -> Station {
    let radius = 0.3;
    let run = |(i, facets): (usize, u32)| {
        let cos = turn(facets).1;
        let half = ((1.0 + cos) / 2.0).sqrt();
        // The motion turns by half the facet angle onto the first facet, by the whole angle from
        // facet to facet, and by half of it onto the straight wall.
        let kept = (1..facets).fold(half * half, |product, _| product * cos);
        let wall = CORNER - radius - DEFAULT_SKIN;
        Run::new(
            format!("corner of {facets} facets"),
            Shape::Sphere(radius),
            [-4.0, 0.0, -(radius + DEFAULT_SKIN)],
        )
        .on(i)
        .law(Law::Momentum)
        .rates(&[30, 60, 240, 1000])
        .then(1.5, Drive::Body { velocity: Some([SPEED, 0.0, 0.0]), gravity: [0.0; 3] })
        .expect("speed left", Measure::EndSpeed, SPEED * kept, 1e-4 * SPEED)
        .expect("end x, along the far wall", Measure::End { axis: 0 }, wall, 2e-4)
        .expect("highest", Measure::Highest { axis: 1 }, 0.0, 1e-5)
        .expect_same_at_every_rate()
    };
    Station {
        id: "hockey-rink",
        title: "A puck round the corner of a rink",
        about: "A puck slides along the boards into a rounded corner of flat facets, without \
                friction. Each facet may remove only the speed that its turn takes. So the puck \
                must leave with its speed times the product of the cosines of the turns, at 30 or \
                1000 moves per second. The more facets, the smaller the loss; a truly round corner \
                would take nothing.",
        levels: FACETS.map(rink).to_vec(),
        runs: (0..).zip(FACETS).map(run).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{CORNER, FACETS, STRAIGHT, rink, station};
    use crate::measure::Measure;
    use crate::vec3::{cross, dot, sub, wide};

    #[test]
    fn the_corner_turns_by_ninety_degrees_and_faces_the_puck() {
        for facets in FACETS {
            let level = rink(facets);
            let (low, high) = level.bounds();
            assert!((f64::from(high[0]) - CORNER).abs() < 1e-5);
            assert!((f64::from(low[2]) + CORNER + STRAIGHT).abs() < 1e-5);
            for i in 0..level.triangles.len() {
                let [a, b, c] = level.corners(i).map(wide);
                let n = cross(sub(b, a), sub(c, a));
                assert!(dot(n, sub([-10.0, 0.0, -20.0], a)) > 0.0);
            }
        }
    }

    #[test]
    fn finer_corners_cost_less() {
        let speeds: Vec<f64> = station()
            .runs
            .iter()
            .map(|r| r.expectations.iter().find(|e| e.measure == Measure::EndSpeed).unwrap().value)
            .collect();
        assert!((speeds[0] - 20.0 * 0.865_0).abs() < 0.01, "{speeds:?}");
        assert!((speeds[1] - 19.62).abs() < 0.01 && (speeds[2] - 19.95).abs() < 0.01, "{speeds:?}");
    }
}
