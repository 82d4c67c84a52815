//! A1 to A6: stairs, steps and bumps.

use super::{
    Builder, Course, Findings, Scene, Settings, Stage, Variant, View, Walk, cuboid, ground, level, scene,
};
use super::{Input, Now};
use crate::level::Level;
use crate::trig::{degrees, sin_cos};

pub(super) const SCENES: &[Scene] = &[
    scene("A1", "mesh stairs, without and with steps", View::Side, mesh_stairs),
    scene("A3", "stairs beside a wall", View::Top, beside_a_wall),
    scene("A4", "a wall is not a stair", View::Top, along_a_wall),
    scene("A5", "small and large bumps", View::Side, bumps),
    scene("A6", "lips of rising height", View::Front, lips),
];

/// The rates at which the source runs A1 and A4, beyond the usual ones.
const MORE: &[u32] = &[120, 240, 360];

/// Ten steps of 0.3 m towards +z: sheets without sides and back, behind a floor.
pub(super) fn stairs() -> Level {
    level("stairs", |b| {
        ground(b);
        risers(b);
    })
}

pub(super) fn risers(b: &mut Builder) {
    for i in 0..10 {
        let (y, z) = (0.3 * f64::from(i), 0.3 * f64::from(i));
        b.quad([-2.0, y, z], [-2.0, y + 0.3, z], [2.0, y + 0.3, z], [2.0, y, z]);
        b.quad([-2.0, y + 0.3, z], [-2.0, y + 0.3, z + 0.3], [2.0, y + 0.3, z + 0.3], [2.0, y + 0.3, z]);
    }
}

/// The body of Jolt's tests.
pub(super) fn jolt(variant: &Variant) -> Settings {
    Settings { skin: 0.02, ..Settings::of(variant.form, 0.3, 1.95) }
}

pub(super) fn a1_walks(variant: &Variant) -> Vec<Walk> {
    let off = Settings { step_height: 0.0, ..jolt(variant) };
    // 0.32 m for a capsule and a sphere; the lower part of an ellipsoid is narrower.
    let stop = off.body.side_at(0.3, off.skin);
    let blocked =
        Walk::new("step off", off, [0.0, 0.0, -2.0], 1.0).wish([0.0, 0.0, 4.0]).check(move |run, f| {
            f.holds("not grounded at the stairs", run.last().is_grounded());
            let feet = run.last().feet;
            let off = feet[0].abs().max(feet[1].abs()).max((feet[2] + stop).abs());
            f.at_most("distance from (0, 0, -0.32), m", off, 1.1e-2);
        });
    let climb = |now: &Now| {
        let arrived = now.last.feet[1] >= 3.0 - 1e-3;
        Input::wish(if arrived { [0.0; 3] } else { [0.0, 0.0, 4.0] })
    };
    let climbs =
        Walk::new("step on", jolt(variant), [0.0, 0.0, -0.32], 1.245).script(climb).check(|run, f| {
            f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
            f.at_most("sideways, m", run.largest(|s| s.feet[0].abs()), 1e-4);
            f.at_least("height after 1.245 s, m", run.last().feet[1], 3.0 - 1e-3);
            f.at_most("end, m", run.largest(|s| s.feet[2]), 3.0);
            let arrival = run.frames.iter().position(|s| s.feet[1] >= 3.0 - 1e-3).unwrap_or(run.frames.len());
            let least = run.frames[..arrival].windows(2).map(|p| p[1].feet[2] - p[0].feet[2]);
            f.at_least("least progress in a step, m", least.fold(f64::INFINITY, f64::min), f64::MIN_POSITIVE);
        });
    let mut walks = vec![blocked, climbs];
    walks.iter_mut().for_each(|walk| walk.more_rates = MORE);
    walks
}

fn mesh_stairs(variant: &Variant) -> Vec<Stage> {
    vec![Stage::new(stairs(), a1_walks(variant))]
}

fn beside_a_wall(variant: &Variant) -> Vec<Stage> {
    let level = level("stairs beside a wall", |b| {
        ground(b);
        for i in 0..10 {
            let i = f64::from(i);
            cuboid(b, [-15.0, 0.3 * (0.5 + i), 2.5 + 0.3 * i], [2.0, 0.15, 0.15]);
        }
        cuboid(b, [-17.5, 2.0, 4.0], [0.5, 2.0, 1.5]);
    });
    let walks = [15.0, 30.0, 45.0].map(|angle| {
        let (sin, cos) = sin_cos(degrees(angle));
        // The last tread ends at 5.35; the wall ends at 5.5.
        let script = move |now: &Now| {
            Input::wish(if now.last.feet[2] < 5.0 { [-4.0 * sin, 0.0, 4.0 * cos] } else { [0.0; 3] })
        };
        let seconds = 3.0 / (0.6 * 4.0 * cos);
        Walk::new(format!("{angle} degrees"), jolt(variant), [-16.2, 0.0, 2.0], seconds).script(script).check(
            move |run, f| {
                f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                let end = run.largest(|s| s.feet[2]);
                f.at_least("way at 60 % of the speed, m", end, 5.0);
                let stalls = run.longest(|a, b| a.feet[2] < 5.0 && b.feet[2] - a.feet[2] < 0.01 * run.dt());
                f.at_most("frames of a stall", stalls as f64, 3.0);
            },
        )
    });
    vec![Stage::new(level, walks.into())]
}

/// The floor and the wall of A4, turned about the x axis.
fn tilted(angle: f64) -> Level {
    let (sin, cos) = sin_cos(degrees(angle));
    let mut level = level("wall", |b| {
        ground(b);
        cuboid(b, [0.0, 1.0, -0.37], [50.0, 1.0, 0.05]);
    });
    for v in &mut level.vertices {
        let [x, y, z] = v.map(f64::from);
        *v = [x, cos * y - sin * z, sin * y + cos * z].map(|x| x as f32);
    }
    level
}

fn along_a_wall(variant: &Variant) -> Vec<Stage> {
    let settings = jolt(variant);
    [0.0, 10.0, 20.0, 30.0, -10.0, -20.0, -30.0]
        .into_iter()
        .map(|angle| {
            let (sin, cos) = sin_cos(degrees(angle));
            let normal = [0.0, cos, sin];
            // Far enough from the wall, which leans to one side or the other.
            let z = if angle == 0.0 { 0.0 } else { 0.5 + 2.0 * settings.body.height() * sin.abs() };
            let feet = [0.0, settings.body.feet_above(normal, settings.skin) - z * sin / cos + 1e-4, z];
            let feet = if angle == 0.0 { [0.0; 3] } else { feet };
            let seconds = if angle == 0.0 { 1.0 } else { 4.0 };
            let mut walk = Walk::new(format!("tilt {angle}"), settings, feet, seconds)
                .wish([5.0, 0.0, -1.0])
                .check(move |run, f| check_along(run, f, angle));
            walk.more_rates = MORE;
            Stage::new(tilted(angle), vec![walk])
        })
        .collect()
}

fn check_along(run: &Course, f: &mut Findings, angle: f64) {
    f.at_most(
        "frames off the ground",
        run.frames[1..].iter().filter(|s| !s.is_grounded()).count() as f64,
        0.0,
    );
    if angle == 0.0 {
        let feet = run.last().feet;
        let off = (feet[0] - 5.0).abs().max(feet[1].abs()).max(feet[2].abs());
        f.at_most("distance from (5, 0, 0), m", off, 1e-2);
        f.at_most("height stepped, m", run.frames.iter().map(|s| s.stepped).sum(), 0.0);
    }
    // At the wall.
    let pairs = run.after(run.time() - 1.0).windows(2);
    let way: f64 = pairs.map(|p| crate::vec3::length(crate::vec3::sub(p[1].feet, p[0].feet))).sum();
    f.at_most("speed along the ground in the last second, m/s", way, 5.0 * (1.0 + 1e-4));
}

fn bumps(variant: &Variant) -> Vec<Stage> {
    let sets = [("small", 10, 0.5, 0.025, 0.005), ("large", 5, 2.0, 0.15, 0.05)];
    sets.into_iter()
        .map(|(name, count, apart, high, thick)| {
            let level = level("bumps", |b| {
                ground(b);
                for i in 0..count {
                    cuboid(b, [0.0, high, apart * f64::from(i)], [2.0, high, thick]);
                }
            });
            let end = apart * f64::from(count) + 0.5;
            let walks = [1.0, 2.0, 4.0, 6.0].map(|speed| {
                let settings = Settings::of(variant.form, 0.3, 1.8);
                Walk::new(format!("{name} at {speed} m/s"), settings, [0.0, 0.0, -1.0], (end + 1.0) / speed)
                    .wish([0.0, 0.0, speed])
                    .check(move |run, f| {
                        let off = run.longest(|_, b| !b.is_grounded());
                        if name == "small" {
                            f.at_most("frames off the ground in a row, small bumps", off as f64, 2.0);
                        }
                        let kept = run.moved()[2] / (speed * run.time());
                        f.at_least("speed kept", kept, 0.95);
                        f.at_most("height at the end, m", run.last().feet[1].abs(), 1e-3);
                    })
            });
            Stage::new(level, walks.into())
        })
        .collect()
}

fn lips(variant: &Variant) -> Vec<Stage> {
    let half = |i: u32| 0.05 + 0.08 * f64::from(i);
    let level = level("lips", |b| {
        ground(b);
        for i in 0..5 {
            cuboid(b, [-8.0, half(i), -1.0 + 2.0 * f64::from(i)], [1.0, half(i), 0.6]);
        }
    });
    let mut walks = Vec::new();
    for step_height in [0.1, 0.3, 0.45, 0.7] {
        for i in 0..5 {
            let settings = Settings { step_height, ..Settings::of(variant.form, 0.3, 1.8) };
            let (height, z) = (2.0 * half(i), -1.0 + 2.0 * f64::from(i));
            let name = format!("step {step_height}, lip {height:.2}");
            let walk = Walk::new(name, settings, [-10.0, 0.0, z], 0.625).wish([4.0, 0.0, 0.0]);
            walks.push(walk.check(move |run, f| {
                f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                let (x, y) = (run.last().feet[0], run.last().feet[1]);
                let climbs = x > -9.0 && (y - height).abs() < 1e-3;
                let side = settings.body.side_at(height, settings.skin);
                let is_blocked = x < -9.0 - side + 1e-3 && run.largest(|s| s.feet[1]) < 0.003;
                if (height - step_height).abs() <= 2.0 * settings.skin {
                    f.holds("a lip at the limit neither climbed nor in the way", climbs || is_blocked);
                } else if height < step_height {
                    f.holds("a lip below the limit not climbed", climbs);
                } else {
                    f.holds("a lip above the limit climbed", is_blocked);
                }
            }));
        }
    }
    vec![Stage::new(level, walks)]
}
