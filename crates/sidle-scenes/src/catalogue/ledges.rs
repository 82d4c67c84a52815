//! A8 to A12: blocks, round obstacles, and edges of steps.

use super::steps::stairs;
use super::{Builder, Form, Ground, Input, Now, Scene, Settings, Stage, Variant, View, Walk};
use super::{ground, level, scene};
use crate::trig::{degrees, sin_cos};
use crate::vec3::{length, sub};

pub(super) const SCENES: &[Scene] = &[
    scene("A8", "slabs and stairs of unit blocks", View::Front, blocks),
    scene("A9", "a half cylinder, from thin to wide bodies", View::Front, half_cylinder),
    scene("A10", "idle on the edge of a stair", View::Side, idle_on_a_nose),
    scene("A11", "down mesh stairs from the crest", View::Side, down_the_stairs),
    scene("A12", "a jump while hugging a step", View::Front, jump_at_a_step),
];

fn blocks(variant: &Variant) -> Vec<Stage> {
    // A slab of half a block, and a block of stairs, each before blocks of the height of its top.
    let slab = level("slab", |b| {
        ground(b);
        b.block([0.0, 0.0, -3.0], [1.0, 0.5, 3.0]).block([1.0, 0.0, -3.0], [6.0, 0.5, 3.0]);
    });
    let stairs = level("stairs block", |b| {
        ground(b);
        b.block([0.0, 0.0, -3.0], [0.5, 0.5, 3.0]).block([0.5, 0.0, -3.0], [1.0, 1.0, 3.0]);
        b.block([1.0, 0.0, -3.0], [6.0, 1.0, 3.0]);
    });
    [(slab, "slab", 0.5), (stairs, "stairs", 1.0)]
        .into_iter()
        .map(|(level, name, top)| {
            let walks = [0.3, 0.55].map(|step_height| {
                let settings =
                    Settings { step_height, max_slope: 45.0, ..Settings::of(variant.form, 0.35, 1.8) };
                Walk::new(format!("{name}, step {step_height}"), settings, [-2.0, 0.0, 0.0], 1.25)
                    .wish([4.0, 0.0, 0.0])
                    .check(move |run, f| {
                        f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                        let [x, y, _] = run.last().feet;
                        if step_height > 0.5 {
                            let is_up = x > 2.0 && (y - top).abs() < 1e-3;
                            f.holds("a block below the limit not climbed", is_up);
                        } else {
                            let side = settings.body.side_at(0.5, settings.skin);
                            f.at_most("distance gained into a block, m", x + side, 1e-3);
                            f.at_most("height gained at a block, m", run.largest(|s| s.feet[1]), 3e-3);
                        }
                    })
            });
            Stage::new(level, walks.into())
        })
        .collect()
}

/// The step rule mounts it: its top is walkable, and below the step height.
fn half_cylinder(variant: &Variant) -> Vec<Stage> {
    let level = level("half cylinder", |b| {
        ground(b);
        let at = |i: u32| {
            let (sin, cos) = sin_cos(degrees(180.0 * f64::from(i) / 32.0));
            [-0.4 * cos, 0.4 * sin]
        };
        let profile: Vec<[f64; 2]> = (0..=32).map(at).collect();
        b.extrude(&profile, [-3.0, 3.0]);
    });
    let walks = [0.05, 0.1, 0.2, 0.4].map(|radius| {
        let body = Settings::of(variant.form, radius, 1.4 + 2.0 * radius);
        let settings = Settings { step_height: 0.8, max_slope: 46.0, ..body };
        Walk::new(format!("radius {radius}"), settings, [-2.0, 0.0, 0.0], 2.0).wish([2.0, 0.0, 0.0]).check(
            |run, f| {
                // Behind its top, the cylinder is too steep to stand on.
                let rising = run.frames.iter().filter(|s| s.feet[0] < 0.0);
                let off = rising.filter(|s| !s.is_grounded()).count();
                f.at_most("frames off the ground before the top", off as f64, 0.0);
                f.at_least("height reached, m", run.largest(|s| s.feet[1]), 0.4 - 3e-3);
                f.at_least("end beyond the cylinder, m", run.last().feet[0], 1.0);
            },
        )
    });
    vec![Stage::new(level, walks.into())]
}

fn idle_on_a_nose(variant: &Variant) -> Vec<Stage> {
    let settings = Settings { gravity: 30.0, ..Settings::of(variant.form, 0.5, 2.0) };
    let seconds = if variant.is_thorough { 61.0 } else { 6.0 };
    // On the noses of the steps 4 and 5 at once, and alone on the nose of the last one.
    let places = [("between two noses", 1.5 + 1e-3, 1.03), ("beyond the last nose", 3.001, 2.75)];
    let walks = places.map(|(name, y, z)| {
        Walk::new(name, settings, [0.0, y, z], seconds).check(|run, f| {
            let settled = run.after(1.0);
            let first = settled[0].feet;
            let drift = super::largest(settled, |s| length(sub(s.feet, first)));
            f.at_most("drift in a minute, m", drift, 1e-3);
            let off = settled.iter().filter(|s| !s.is_grounded()).count();
            f.at_most("frames off the ground after a second", off as f64, 0.0);
            let moves = settled[1..].iter().filter(|s| s.has_moved).count();
            f.at_most("steps that change a bit of the position", moves as f64, 0.0);
        })
    });
    vec![Stage::new(stairs(), walks.into())]
}

fn down_the_stairs(variant: &Variant) -> Vec<Stage> {
    let walks = [2.0, 4.0, 8.0].map(|speed| {
        let settings = Settings { snap: 0.5, skin: 0.02, ..Settings::of(variant.form, 0.3, 1.95) };
        Walk::new(format!("{speed} m/s"), settings, [0.0, 3.0, 2.85], 5.0 / speed)
            .wish([0.0, 0.0, -speed])
            .check(move |run, f| {
                if speed * run.dt() <= 0.3 {
                    f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                    f.at_most("height at the foot, m", run.last().feet[1].abs(), 1e-3);
                }
                // A step over more than one tread may drop by more than the snap distance.
                let kept = -run.moved()[2] / (speed * run.time());
                f.at_least("speed kept", kept, 0.95);
            })
    });
    vec![Stage::new(stairs(), walks.into())]
}

/// A floor, and a box of this height behind x = 0.
fn ledge(b: &mut Builder, height: f64) {
    ground(b);
    b.block([0.0, 0.0, -20.0], [20.0, height, 20.0]);
}

fn jump_at_a_step(variant: &Variant) -> Vec<Stage> {
    (0..=18)
        .map(|i| {
            let height = 0.3 + 0.05 * f64::from(i);
            let level = level("box", |b| ledge(b, height));
            let settings = Settings { jump_height: 1.0, ..Settings::of(variant.form, 0.3, 1.8) };
            let walk = |far: f64| {
                let start = [-0.301 - far, 0.0, 0.0];
                Walk::new(format!("box {height:.2}, {far} m away"), settings, start, 0.8)
                    .script(|now: &Now| Input { jump: now.step == 1, ..Input::wish([4.0, 0.0, 0.0]) })
                    .check(|run, f| {
                        f.holds("no jump", run.frames[1].jumped || run.frames[0].stepped > 0.0);
                        let mut gained = f64::NEG_INFINITY;
                        for pair in run.frames[1..].windows(2) {
                            let flies = |s: &super::Frame| s.ground == Ground::Airborne;
                            if flies(&pair[0]) && flies(&pair[1]) {
                                gained = gained.max(pair[1].velocity[1] - pair[0].velocity[1]);
                            }
                        }
                        f.at_most("upward speed gained in the air, m/s", gained, 1e-4);
                        let rising = run.frames.iter().filter(|s| s.velocity[1] > 0.0);
                        f.at_most("height stepped while rising, m", rising.map(|s| s.stepped).sum(), 0.0);
                    })
            };
            // A character that touches a low box at the start would step onto it before the jump.
            let places: &[f64] = if height > 0.41 { &[0.0, 0.2] } else { &[0.2] };
            let places = if variant.form == Form::Capsule { places } else { &[0.2] };
            Stage::new(level, places.iter().map(|&far| walk(far)).collect())
        })
        .collect()
}
