//! B1 to B7: slopes, snapping, and long walks.

use super::{Body, Form, Input, Mover, Now, Scene, Settings, Stage, Variant, View, Walk, largest};
use super::{level, scene};
use crate::generate::terrain;
use crate::level::Level;
use crate::trig::{degrees, sin_cos};
use crate::vec3::{V3, add, along, dot, length, scale, sub};

pub(super) const SCENES: &[Scene] = &[
    scene("B1", "slopes of 5 to 75 degrees, as single moves", View::Front, slope_table),
    scene("B2", "downhill at 45 degrees, with and without snap", View::Front, stick_to_floor),
    Scene { forms: &[Form::Sphere], ..scene("B4", "ten thousand steps", View::Front, ten_thousand_steps) },
    scene("B5", "back and forth on a flat box", View::Side, bobbing),
    scene("B7", "idle on a walkable slope", View::Front, idle_on_a_slope),
];

/// A slope that rises towards +x, and its normal.
pub(super) fn slope(angle: f64) -> (Level, V3) {
    let (sin, cos) = sin_cos(degrees(angle));
    let level = level("slope", |b| {
        let (x, y) = (100.0 * cos, 100.0 * sin);
        b.quad([-x, -y, -100.0], [-x, -y, 100.0], [x, y, 100.0], [x, y, -100.0]);
    });
    (level, [-sin, cos, 0.0])
}

/// Returns a displacement without its component into a slope.
fn removed(v: V3, n: V3) -> V3 {
    along(v, n, -dot(v, n).min(0.0))
}

fn slope_table(variant: &Variant) -> Vec<Stage> {
    let mut stages = Vec::new();
    for i in 0..15 {
        let angle = 5.0 + 5.0 * f64::from(i);
        let (level, n) = slope(angle);
        let pull = [0.0, -9.81, 0.0];
        let settings =
            Settings { skin: 0.02, mover: Mover::Slide(pull), ..Settings::of(variant.form, 0.3, 1.95) };
        let feet = [0.0, settings.body.feet_above(n, settings.skin), 0.0];
        let is_walkable = angle <= 50.0;
        // Each move has the displacement v dt + g dt^2 / 2, less its component into the slope. On a
        // walkable slope, every move starts with the same velocity; on a steep one it falls freely.
        let script = move |now: &Now| {
            let fallen = if is_walkable || now.step == 0 { [0.0; 3] } else { now.last.velocity };
            Input::wish(if now.step == 0 || is_walkable { [2.0, 0.0, 0.0] } else { fallen })
        };
        let walk =
            Walk::new(format!("{angle} degrees"), settings, feet, 1.5).script(script).check(move |run, f| {
                let wrong = run.frames.iter().filter(|s| s.is_grounded() != is_walkable).count();
                f.at_most("frames with the wrong ground", wrong as f64, 0.0);
                let dt = run.dt();
                // Velocities are f32, and on a steep slope each move begins with the last one. So
                // the way and the velocity are compared separately.
                let mut expected = [0.0; 3];
                for step in 0..run.frames.len() {
                    let is_first = is_walkable || step == 0;
                    let v = if is_first { [2.0, 0.0, 0.0] } else { run.frames[step - 1].velocity };
                    expected = add(expected, removed(add(scale(v, dt), scale(pull, 0.5 * dt * dt)), n));
                }
                let off = length(sub(run.moved(), expected));
                f.at_most("deviation from the closed form, m", off, 1e-4);
                let t = if is_walkable { dt } else { run.time() };
                let expected = removed(add([2.0, 0.0, 0.0], scale(pull, t)), n);
                let off = length(sub(run.last().velocity, expected));
                // Two roundings in each step, at 8 to 16 m/s.
                f.at_most("deviation of the velocity, m/s", off, 1e-6 * run.frames.len() as f64);
            });
        stages.push(Stage::new(level, vec![walk]));
    }
    stages
}

fn stick_to_floor(variant: &Variant) -> Vec<Stage> {
    let (level, n) = slope(45.0);
    let snaps = Settings { snap: 0.5, skin: 0.02, ..Settings::of(variant.form, 0.3, 1.95) };
    let feet = [0.0, snaps.body.feet_above(n, snaps.skin), 0.0];
    let down = Walk::new("snap", snaps, feet, 1.5).wish([-10.0, 0.0, 0.0]).check(move |run, f| {
        f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
        let [dx, dy, _] = run.moved();
        f.at_most("dy - dx tan 45, m", (dy - dx).abs(), 1e-4);
        let expected = -15.0 * std::f64::consts::FRAC_1_SQRT_2;
        f.at_most("way, from 10 m/s along the slope", (dx - expected).abs(), 1e-3);
    });
    let pull = [0.0, -9.81, 0.0];
    let flies = Settings { mover: Mover::Slide(pull), ..snaps };
    let script = |now: &Now| Input::wish(if now.step == 0 { [-10.0, 0.0, 0.0] } else { now.last.velocity });
    let off = Walk::new("no snap", flies, feet, 1.5).script(script).check(move |run, f| {
        let t = run.time();
        let expected = [-10.0 * t, -0.5 * 9.81 * t * t, 0.0];
        let off = length(sub(run.moved(), expected));
        f.at_most("deviation from the free flight, m", off, 1e-4);
    });
    vec![Stage::new(level, vec![down, off])]
}

fn ten_thousand_steps(variant: &Variant) -> Vec<Stage> {
    let level = level("long floor", |b| {
        b.block([-5.0, -1.0, -5.0], [1005.0, 0.0, 1005.0]);
    });
    let count = if variant.is_thorough { 10_000 } else { 1000 };
    let rate = f64::from(variant.rate);
    let mut walks = Vec::new();
    for (name, y) in [("placed", 0.0), ("half buried", -0.5)] {
        for snap in [0.4, 0.0] {
            let settings = Settings { snap, ..Settings::of(Form::Sphere, 0.5, 1.0) };
            let seconds = f64::from(count) / rate;
            let name = format!("{name}, snap {snap}");
            let speed = 0.1 * rate;
            let mut walk = Walk::new(name, settings, [0.0, y, 0.0], seconds).wish([speed, 0.0, speed]);
            walk.is_free = y == 0.0;
            walks.push(walk.check(move |run, f| {
                f.at_most(
                    "frames off the ground",
                    run.frames[1..].iter().filter(|s| !s.is_grounded()).count() as f64,
                    0.0,
                );
                let ideal = 0.1 * f64::from(count);
                let off = [0, 2].map(|k| (run.last().feet[k] - ideal).abs()).into_iter().fold(0.0, f64::max);
                f.at_most("deviation from the ideal way, m", off, 1e-3);
                f.at_most(
                    "height, m",
                    run.frames[1..].iter().map(|s| s.feet[1].abs()).fold(0.0, f64::max),
                    1e-4,
                );
            }));
        }
    }
    vec![Stage::new(level, walks)]
}

pub(super) fn b5_walks(variant: &Variant) -> Vec<Walk> {
    let settings = Settings { skin: 0.01, gravity: 30.0, ..Settings::of(variant.form, 0.35, 2.9) };
    let script = |now: &Now| {
        let turns = (now.time / 2.0).floor() as u32;
        Input::wish([0.0, 0.0, if turns.is_multiple_of(2) { 9.0 } else { -9.0 }])
    };
    vec![Walk::new("9 m/s", settings, [0.0, 0.0, -9.0], 8.0).script(script).check(|run, f| {
        f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
        f.at_most("height, m", run.largest(|s| s.feet[1].abs()), 1e-4);
        f.at_most("sideways, m", run.largest(|s| s.feet[0].abs()), 1e-4);
    })]
}

pub(super) fn b5_level() -> Level {
    level("box", |b| {
        b.block([-15.0, -30.0, -15.0], [15.0, 0.0, 15.0]);
    })
}

fn bobbing(variant: &Variant) -> Vec<Stage> {
    vec![Stage::new(b5_level(), b5_walks(variant))]
}

fn idle_on_a_slope(variant: &Variant) -> Vec<Stage> {
    let seconds = if variant.is_thorough { 60.0 } else { 5.0 };
    let check = |settled: f64| {
        move |run: &super::Course, f: &mut super::Findings| {
            let rest = run.after(settled);
            let first = if settled == 0.0 { run.start } else { rest[0].feet };
            f.at_most("drift in a minute, m", largest(rest, |s| length(sub(s.feet, first))), 1e-3);
            let off = rest.iter().filter(|s| !s.is_grounded()).count();
            f.at_most("frames off the ground", off as f64, 0.0);
            let moves = rest[1..].iter().filter(|s| s.has_moved).count();
            f.at_most("steps that change a bit of the position", moves as f64, 0.0);
        }
    };
    let mut stages: Vec<Stage> = [5.0, 15.0, 30.0, 40.0, 44.0]
        .into_iter()
        .map(|angle| {
            let (level, n) = slope(angle);
            let settings = Settings { max_slope: 45.0, ..Settings::of(variant.form, 0.3, 1.8) };
            let feet = [0.0, settings.body.feet_above(n, settings.skin), 0.0];
            Stage::new(
                level,
                vec![Walk::new(format!("{angle} degrees"), settings, feet, seconds).check(check(0.0))],
            )
        })
        .collect();
    // Terrain, with the capsule of the bug report.
    let hills = terrain(7, 2000);
    let settings =
        Settings { body: Body::new(variant.form, 0.5, 1.875), ..Settings::of(variant.form, 0.5, 1.875) };
    let (low, high) = hills.bounds();
    let walks = (0..6).map(|i| {
        let at = |k: usize, share: f64| {
            let (a, b) = (f64::from(low[k]), f64::from(high[k]));
            a + (b - a) * (0.25 + 0.5 * share)
        };
        let (x, z) = (at(0, f64::from(i) / 5.0), at(2, f64::from(i * i) / 25.0));
        let y = height_at(&hills, x, z) + 1.0;
        Walk::new(format!("terrain {i}"), settings, [x, y, z], seconds).check(check(2.0))
    });
    let walks = walks.collect();
    stages.push(Stage::new(hills, walks));
    stages
}

/// Returns the height of the highest triangle of a level at a place.
pub(super) fn height_at(level: &Level, x: f64, z: f64) -> f64 {
    let mut highest = f64::NEG_INFINITY;
    for i in 0..level.triangles.len() {
        let [a, b, c] = level.corners(i).map(|v| v.map(f64::from));
        let area = |p: V3, q: V3| (q[0] - p[0]) * (z - p[2]) - (q[2] - p[2]) * (x - p[0]);
        let (u, v, w) = (area(b, c), area(c, a), area(a, b));
        let sum = u + v + w;
        if sum != 0.0 && [u, v, w].iter().all(|s| s * sum >= 0.0) {
            highest = highest.max((u * a[1] + v * b[1] + w * c[1]) / sum);
        }
    }
    highest
}
