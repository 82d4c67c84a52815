//! G1 and G2: ellipsoids of several axis ratios.

use super::ground::slope;
use super::{
    Body, Form, Input, Mover, Now, Scene, Settings, Stage, Variant, View, Walk, largest, level, scene,
};
use crate::vec3::{dot, length, sub};

const ELLIPSOID: &[Form] = &[Form::Ellipsoid];

pub(super) const SCENES: &[Scene] = &[
    Scene {
        forms: ELLIPSOID,
        ..scene("G1", "slopes under ellipsoids of two axis ratios", View::Front, slopes)
    },
    Scene { forms: ELLIPSOID, ..scene("G2", "the same gap to a floor and to walls", View::Front, gaps) },
];

fn slopes(_: &Variant) -> Vec<Stage> {
    let mut stages = Vec::new();
    for angle in [10.0, 20.0, 30.0, 40.0, 60.0] {
        let (level, n) = slope(angle);
        let walks = [1.0, 0.2].map(|radius| {
            let settings = Settings {
                body: Body { form: Form::Ellipsoid, radius, half_height: 1.0 },
                ..Settings::of(Form::Ellipsoid, radius, 2.0)
            };
            let feet = [0.0, settings.body.feet_above(n, settings.skin), 0.0];
            let seconds = if angle < 50.0 { 10.0 } else { 1.5 };
            Walk::new(format!("{angle} degrees, radius {radius}"), settings, feet, seconds).check(
                move |run, f| {
                    if angle < 50.0 {
                        let drift = run.largest(|s| length(sub(s.feet, feet)));
                        f.at_most("drift, m", drift, 1e-4 + settings.skin);
                        let moves = run.frames[1..].iter().filter(|s| s.has_moved).count();
                        f.at_most("steps that change a bit of the position", moves as f64, 0.0);
                        f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                        return;
                    }
                    // It slides along the fall line, in the direction of the world-space normal.
                    let rest = run.after(0.2);
                    let way = sub(run.last().feet, rest[0].feet);
                    f.at_least("way of the slide, m", length(way), 5.0);
                    let lifted = dot(way, n).abs();
                    f.at_most("way across the slope, m", lifted.max(way[2].abs()), 1e-4 * length(way));
                    let air = largest(rest, |s| f64::from(u8::from(s.ground == super::Ground::Airborne)));
                    f.at_most("off the slope", air, 0.0);
                },
            )
        });
        stages.push(Stage::new(level, walks.into()));
    }
    stages
}

/// An ellipsoid of radii (0.25, 1, 4) is not round about its axis; [`Body`] is. So the ellipsoids
/// here are the two others that these radii make.
fn gaps(_: &Variant) -> Vec<Stage> {
    let level = level("corner", |b| {
        b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [1, 1]);
        b.wall([2.0, -9.0], [2.0, 9.0], [-1.0, 12.0]).wall([-9.0, -5.0], [9.0, -5.0], [-1.0, 12.0]);
    });
    let mut walks = Vec::new();
    for (radius, half_height) in [(0.25, 1.0), (0.25, 4.0), (1.0, 0.25), (1.0, 4.0)] {
        let settings = Settings {
            body: Body { form: Form::Ellipsoid, radius, half_height },
            mover: Mover::Slide([0.0; 3]),
            ..Settings::of(Form::Ellipsoid, radius, 2.0 * half_height)
        };
        // A second towards each surface.
        let script = |now: &Now| {
            Input::wish(match now.time {
                t if t < 1.0 => [0.0, -12.0, 0.0],
                t if t < 2.0 => [12.0, 0.0, 0.0],
                _ => [0.0, 0.0, -12.0],
            })
        };
        let walk =
            Walk::new(format!("({radius}, {half_height})"), settings, [0.0, 1.0, 0.0], 3.0).script(script);
        walks.push(walk.check(move |run, f| {
            // Distances between the skin and the surface, at the end of each second.
            let at = |second: usize| run.frames[second * run.rate as usize - 1].feet;
            let gaps = [at(1)[1], 2.0 - settings.side() - at(2)[0], at(3)[2] - settings.side() + 5.0];
            let [low, high] = [f64::min, f64::max].map(|pick| gaps.into_iter().fold(gaps[0], pick));
            // A sweep ends up to 1/256 of a skin too far away.
            let early = settings.skin / 256.0;
            f.at_most("difference of the gaps, m", high - low, 1e-6 + early + 2.0 * run.corners);
            f.at_most(
                "deviation of a gap from the skin, m",
                low.abs().max(high.abs()),
                0.01 * settings.skin + run.corners,
            );
        }));
    }
    vec![Stage::new(level, walks)]
}
