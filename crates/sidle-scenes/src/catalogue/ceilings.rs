//! D2 to D6: ceilings and crouching.

use super::steps::{jolt, risers};
use super::{
    Body, Form, Input, Now, Scene, Settings, Stage, Variant, View, Walk, ground, largest, level, scene,
};
use crate::trig::{degrees, sin_cos};
use crate::vec3::{length, sub};

pub(super) const SCENES: &[Scene] = &[
    scene("D2", "a jump against a ceiling", View::Front, jump_at_a_ceiling),
    Scene {
        forms: &[Form::Capsule, Form::Ellipsoid],
        ..scene("D4", "standing up under a slab", View::Front, slab)
    },
    scene("D5", "stairs under a low ceiling", View::Side, low_ceiling),
    scene("D6", "a wedge of ceiling and floor", View::Front, wedge),
];

fn jump_at_a_ceiling(variant: &Variant) -> Vec<Stage> {
    // A jump of 5 m/s in a corridor that is 20 cm higher than the body.
    let settings = Settings { jump_height: 25.0 / (2.0 * 9.81), ..Settings::of(variant.form, 0.3, 1.8) };
    let room = settings.body.height() + 0.2;
    let level = level("corridor", |b| {
        ground(b);
        b.floor(room, [-50.0, -50.0], [50.0, 50.0], [1, 1]);
    });
    let walks = [0.0, 4.0].map(|speed| {
        let script = move |now: &Now| Input { jump: now.step == 1, ..Input::wish([speed, 0.0, 0.0]) };
        Walk::new(format!("{speed} m/s"), settings, [0.0; 3], 1.0).script(script).check(move |run, f| {
            let top = run.largest(|s| s.feet[1]);
            f.at_most("height of the jump, m", top, 0.2);
            // From the ceiling it falls for up to a step.
            let falls = 0.5 * 9.81 * run.dt() * run.dt();
            f.at_least("height of the jump at least, m", top, 0.2 - 3.0 * settings.skin - falls);
            let high = run.frames.iter().position(|s| s.feet[1] >= top - 1e-6).unwrap_or(0);
            let falls = run.frames[high..].windows(2).position(|p| p[1].feet[1] < p[0].feet[1] - 1e-9);
            f.at_most("frames at the ceiling", falls.unwrap_or(run.frames.len()) as f64, 2.0);
            f.holds("not on the ground at the end", run.last().is_grounded());
            let way = (run.moved()[0] - speed * run.time()).abs();
            f.at_most("deviation of the way, m", way, 0.01 * speed + 1e-6);
        })
    });
    vec![Stage::new(level, walks.into())]
}

fn slab(variant: &Variant) -> Vec<Stage> {
    let level = level("slab", |b| {
        ground(b);
        b.block([0.0, 1.2, -20.0], [20.0, 1.5, 20.0]);
    });
    let standing = Settings::of(variant.form, 0.3, 1.8);
    let settings = Settings { crouched: Some(Body::new(variant.form, 0.3, 0.9)), ..standing };
    // In: crouched for a second at 1.5 m/s, up to half a metre under the slab. Then it tries to
    // stand up, and walks out slowly.
    let script = |now: &Now| match now.time {
        t if t < 1.0 => Input { crouch: true, ..Input::wish([1.5, 0.0, 0.0]) },
        t if t < 1.5 => Input::default(),
        _ => Input::wish([-0.6, 0.0, 0.0]),
    };
    let walk =
        Walk::new("in and out", settings, [-1.0, 0.0, 0.0], 3.5).script(script).check(move |run, f| {
            f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
            f.holds("does not crouch at once", run.frames[0].is_crouching);
            f.at_most("height, m", run.largest(|s| s.feet[1].abs()), 1e-4);
            let under = run.frames.iter().filter(|s| s.feet[0] > 0.0 && !s.is_crouching).count();
            f.at_most("frames standing with the centre under the slab", under as f64, 0.0);
            let reach = settings.side() + 0.01;
            // The step that leaves is one step of the walk further on.
            let outside =
                run.after(1.5).iter().filter(|s| s.feet[0] < -reach - 0.6 * run.dt() && s.is_crouching);
            f.at_most("frames crouching a centimetre after leaving", outside.count() as f64, 0.0);
            f.holds("not outside at the end", run.last().feet[0] < -reach);
        });
    vec![Stage::new(level, vec![walk])]
}

fn low_ceiling(variant: &Variant) -> Vec<Stage> {
    (0..6)
        .map(|k| {
            let settings = jolt(variant);
            // For the capsule of 1.95 m, a ceiling at 2.0 + 0.3 k: a centimetre more than it needs.
            let high = settings.body.height() + 2.0 * settings.skin + 0.01 + 0.3 * f64::from(k);
            let level = level("stairs under a ceiling", |b| {
                ground(b);
                risers(b);
                b.floor(high, [-2.0, -3.0], [2.0, 3.5], [1, 1]);
            });
            let walk = Walk::new(format!("room for {k} steps"), settings, [0.0, 0.0, -1.0], 2.0)
                .wish([0.0, 0.0, 4.0]);
            let walk = walk.check(move |run, f| {
                f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                let top = 0.3 * f64::from(k);
                let feet = run.last().feet;
                // The axis of the body is two centimetres beyond the nose.
                f.at_most(
                    "distance from the last tread that fits, m",
                    (feet[1] - top).abs(),
                    4e-3 + settings.skin,
                );
                f.at_most(
                    "height above the last tread that fits, m",
                    run.largest(|s| s.feet[1]) - top,
                    4e-3 + settings.skin,
                );
                let rest = run.after(1.5);
                let stands = rest[0].feet;
                f.at_most("movement at the end, m", largest(rest, |s| length(sub(s.feet, stands))), 1e-4);
            });
            Stage::new(level, vec![walk])
        })
        .collect()
}

fn wedge(variant: &Variant) -> Vec<Stage> {
    [10.0, 20.0, 30.0, 40.0]
        .into_iter()
        .map(|angle| {
            let (sin, cos) = sin_cos(degrees(angle));
            let end = 30.0 * sin / cos;
            let level = level("wedge", |b| {
                ground(b);
                b.quad([0.0, 0.0, -20.0], [0.0, 0.0, 20.0], [-30.0, end, 20.0], [-30.0, end, -20.0]);
            });
            let settings = Settings::of(variant.form, 0.3, 1.8);
            let walks = [[6.0, 0.0, 0.0], [5.0, 0.0, 3.3]].map(|wish| {
                Walk::new(format!("{angle} degrees, {wish:?}"), settings, [-15.0, 0.0, -8.0], 5.0)
                    .wish(wish)
                    .check(move |run, f| {
                        f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                        f.at_most("height, m", run.largest(|s| s.feet[1].abs()), settings.skin);
                        let rest = run.after(4.0);
                        let stands = rest[0].feet;
                        let moved = largest(rest, |s| (s.feet[0] - stands[0]).abs());
                        // The end of a slide may lack 1/32 of the skin.
                        let slack = if wish[2] == 0.0 { 0.0 } else { settings.skin / 32.0 / sin };
                        f.at_most("movement into the wedge at the end, m", moved, slack.max(1e-4));
                        if wish[2] == 0.0 {
                            let aside = largest(rest, |s| (s.feet[2] - stands[2]).abs());
                            f.at_most("movement sideways at the end, m", aside, 1e-4);
                        }
                        // The ceiling touches the upper part of the body, with its skin.
                        let n = [sin, -cos, 0.0];
                        let reach = settings.body.reach(n, settings.skin);
                        let stop = -(reach + settings.centre() * cos) / sin;
                        f.at_most(
                            "distance from the place in the wedge, m",
                            (stands[0] - stop).abs(),
                            3e-3 / sin,
                        );
                    })
            });
            Stage::new(level, walks.into())
        })
        .collect()
}
