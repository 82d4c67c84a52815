//! C8 to C11: internal edges, many contacts, and T-junctions.

use super::{Builder, Course, Findings, Input, Now, Scene, Settings, Stage, Variant, View, Walk};
use super::{largest, level, scene};
use crate::level::Level;
use crate::rng::SplitMix64;
use crate::trig::{degrees, sin_cos};
use crate::vec3::{V3, dot};

pub(super) const SCENES: &[Scene] = &[
    scene("C8", "a half pipe barely wider than the body", View::Front, half_pipe),
    scene("C9", "a ramp in long triangles", View::Front, ramp),
    scene("C10", "normals on a flat mesh", View::Top, flat_mesh),
    scene("C11", "T-junctions and unwelded corners", View::Top, junctions),
];

fn half_pipe(variant: &Variant) -> Vec<Stage> {
    let pipe = level("half pipe", |b| {
        let at = |i: u32| {
            let (sin, cos) = sin_cos(degrees(180.0 * f64::from(i) / 768.0));
            [1.0 - 0.33 * sin, -0.33 * cos]
        };
        for i in 0..768 {
            let ([y, z], [v, w]) = (at(i), at(i + 1));
            b.quad([-1.0, y, z], [-1.0, v, w], [1.0, v, w], [1.0, y, z]);
        }
        b.wall([-1.0, 1.0], [-1.0, -1.0], [0.0, 4.0]).wall([1.0, -1.0], [1.0, 1.0], [0.0, 4.0]);
    });
    let settings = Settings { skin: 0.02, ..Settings::of(variant.form, 0.3, 1.95) };
    let script = |now: &Now| Input::wish([if (1.0..2.0).contains(&now.time) { -2.0 } else { 2.0 }, 0.0, 0.0]);
    let walk = Walk::new("to and fro", settings, [0.0, 0.68, 0.0], 3.0).script(script).check(|run, f| {
        let second = run.rate as usize;
        for (k, end) in [(second, 0.68), (2 * second, -0.68), (3 * second, 0.68)] {
            f.at_most("distance from the end, m", (run.frames[k - 1].feet[0] - end).abs(), 1e-4);
        }
        let off = run.after(0.5).iter().filter(|s| !s.is_grounded()).count();
        f.at_most("frames off the ground after half a second", off as f64, 0.0);
    });
    vec![Stage::new(pipe, vec![walk])]
}

/// Three parts of one plane along the fall line, each in two long triangles.
fn plane(angle: f64) -> (Level, V3) {
    let (sin, cos) = sin_cos(degrees(angle));
    let level = level("ramp", |b| {
        for i in 0..3 {
            let (near, far) = (8.0 * f64::from(i), 8.0 * f64::from(i + 1));
            let at = |s: f64, z: f64| [s * cos, -s * sin, z];
            b.quad(at(near, -3.0), at(near, 3.0), at(far, 3.0), at(far, -3.0));
        }
    });
    (level, [sin, cos, 0.0])
}

fn ramp(variant: &Variant) -> Vec<Stage> {
    [("walks down", 30.0), ("slides down", 60.0)]
        .into_iter()
        .map(|(name, angle)| {
            let (level, n) = plane(angle);
            let settings = Settings::of(variant.form, 0.3, 1.8);
            let up = settings.body.feet_above(n, settings.skin);
            let is_steep = angle > 50.0;
            let walks = (0..20).map(|i| {
                let along = 1.0 + 0.031 * f64::from(i);
                let feet = [n[1] * along, up - n[0] * along, -1.5 + 0.149 * f64::from(i)];
                let wish = if is_steep { 0.0 } else { 4.0 };
                let seconds = if is_steep { 2.0 } else { 4.0 };
                Walk::new(format!("{name} {i}"), settings, feet, seconds).wish([wish, 0.0, 0.0]).check(
                    move |run, f| {
                        let way = run.moved()[0] / n[1];
                        f.at_least("way down, m", way, if is_steep { 15.0 } else { 15.9 });
                        let drift = run.largest(|s| (s.feet[2] - feet[2]).abs());
                        f.at_most("sideways, m", drift, (1e-4 * way).max(1e-4));
                        let tilt = |s: &super::Frame| {
                            if s.normal == [0.0; 3] { 0.0 } else { 1.0 - dot(s.normal, n) }
                        };
                        // cos 0.1 degrees.
                        f.at_most("1 - cosine between the normal and the face", run.largest(tilt), 1.523e-6);
                        let off = if is_steep { 0 } else { run.frames_off_ground() };
                        f.at_most("frames off the ground", off as f64, 0.0);
                    },
                )
            });
            let walks = walks.collect();
            Stage::new(level, walks)
        })
        .collect()
}

fn flat_mesh(variant: &Variant) -> Vec<Stage> {
    let mesh = level("flat mesh", |b| {
        b.floor(0.0, [-1.0, -1.5], [81.0, 1.5], [410, 15]);
    });
    let walks = [1.0, 5.0, 40.0].map(|speed| {
        let settings = Settings::of(variant.form, 0.3, 1.8);
        let seconds = if variant.is_thorough { 40.0 / speed } else { 8.0 / speed };
        Walk::new(format!("{speed} m/s"), settings, [0.0, 0.0, 0.3], seconds)
            .wish([speed, 0.0, -0.01 * speed])
            .check(move |run, f| {
                f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                f.at_most(
                    "frames with a normal that is not (0, 1, 0)",
                    run.frames.iter().filter(|s| s.normal != [0.0, 1.0, 0.0]).count() as f64,
                    0.0,
                );
                let off = (run.moved()[0] - speed * run.time()).abs();
                f.at_most("deviation of the way, m", off, 1e-4 * speed * run.time());
            })
    });
    vec![Stage::new(mesh, walks.into())]
}

/// A floor of 10 m in one large quad beside four small ones, with corners moved at random, or with
/// a gap between the two halves.
fn patched(b: &mut Builder, moved: f64, gap: f64) {
    let mut random = SplitMix64::new(11);
    let mut at = |x: f64, z: f64| {
        let by = [0; 3].map(|_| random.range(-moved, moved));
        [x + by[0], by[1], z + by[2]]
    };
    let (a, c, d, e) = (at(-5.0, 5.0), at(0.0, 5.0), at(0.0, -5.0), at(-5.0, -5.0));
    b.quad(a, c, d, e);
    for i in 0..4 {
        let (low, high) = (-5.0 + 2.5 * f64::from(i), -2.5 + 2.5 * f64::from(i));
        let (p, q, r, s) = (at(gap, high), at(5.0, high), at(5.0, low + gap), at(gap, low + gap));
        b.quad(p, q, r, s);
    }
}

fn junctions(variant: &Variant) -> Vec<Stage> {
    let cases = [
        ("T-edges", 0.0, 0.0),
        ("moved by 1e-6", 1e-6, 0.0),
        ("moved by 1e-5", 1e-5, 0.0),
        ("moved by 1e-4", 1e-4, 0.0),
        ("moved by 1e-3", 1e-3, 0.0),
        ("gaps of 1e-4", 0.0, 1e-4),
    ];
    let headings = match (variant.is_thorough, variant.rate) {
        (true, ..=120) => 360,
        (true, _) => 72,
        (false, _) => 24,
    };
    cases
        .into_iter()
        .map(|(name, moved, gap)| {
            let settings = Settings::of(variant.form, 0.3, 1.8);
            let walks = (0..headings).map(|i| {
                let (sin, cos) = sin_cos(degrees(360.0 * f64::from(i) / f64::from(headings)));
                let start = [-2.0 * cos, moved, -2.0 * sin + 1.25];
                let wish = [5.0 * cos, 0.0, 5.0 * sin];
                let mut walk = Walk::new(format!("{name}, heading {i} of {headings}"), settings, start, 0.8)
                    .wish(wish)
                    .check(move |run, f| check_crossing(run, f, moved, 4.0));
                // It starts up to 2 mm above the moved floor.
                walk.velocity = wish;
                walk
            });
            let walks = walks.collect();
            Stage::new(level("patched floor", |b| patched(b, moved, gap)), walks)
        })
        .collect()
}

/// No snag and no fall on a floor whose corners are moved by `moved` metres.
pub(super) fn check_crossing(run: &Course, f: &mut Findings, moved: f64, way: f64) {
    let off = run.after(0.05).iter().filter(|s| !s.is_grounded()).count();
    f.at_most("frames off the ground", off as f64, 0.0);
    let across = run.moved()[0].hypot(run.moved()[2]);
    f.at_least("way, m", across, 0.999 * way);
    let height = largest(&run.frames, |s| s.feet[1].abs());
    f.at_most("height, m", height, 1e-4 + moved);
}
