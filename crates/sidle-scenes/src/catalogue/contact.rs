//! B11 to B13: ground contact, steep walls, and landings on edges.

use super::{Input, Now, Scene, Settings, Stage, Variant, View, Walk, cuboid, largest, level, scene};
use crate::trig::{degrees, sin_cos};

pub(super) const SCENES: &[Scene] = &[
    scene("B11", "grounded with purely horizontal input", View::Front, grounded),
    scene("B12", "a steep wall must not lift", View::Front, steep_walls),
    scene("B13", "a landing on the edge of a box", View::Front, ledge_bounce),
];

fn grounded(variant: &Variant) -> Vec<Stage> {
    let level = level("floor", |b| {
        b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [7, 5]);
    });
    let mut walks = Vec::new();
    for speed in [0.0, 0.1, 1.0, 5.0, 20.0] {
        for (snap, gravity) in [(0.4, 9.81), (0.0, 9.81), (0.4, 0.0)] {
            let settings = Settings { snap, gravity, ..Settings::of(variant.form, 0.3, 1.8) };
            let seconds = (1000.0 / f64::from(variant.rate)).min(90.0 / f64::max(speed, 1.0));
            let start = [-45.0, 0.0, 1.0];
            let walk =
                Walk::new(format!("{speed} m/s, snap {snap}, gravity {gravity}"), settings, start, seconds);
            walks.push(walk.wish([speed, 0.0, 0.0]).check(move |run, f| {
                f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                f.at_most("height, m", run.largest(|s| s.feet[1].abs()), 1e-4);
                let off = (run.moved()[0] - speed * run.time()).abs();
                f.at_most("deviation of the way, m", off, 1e-4 * run.time());
            }));
        }
    }
    vec![Stage::new(level, walks)]
}

fn steep_walls(variant: &Variant) -> Vec<Stage> {
    [50.0, 55.0, 60.0, 70.0, 80.0, 85.0, 89.0]
        .into_iter()
        .map(|angle| {
            let (sin, cos) = sin_cos(degrees(angle));
            let level = level("steep wall", |b| {
                b.floor(0.0, [-20.0, -20.0], [20.0, 20.0], [1, 1]);
                let top = [2.0 + 8.0 * cos, 8.0 * sin];
                b.quad([2.0, 0.0, -20.0], [2.0, 0.0, 20.0], [top[0], top[1], 20.0], [top[0], top[1], -20.0]);
            });
            let settings = Settings { max_slope: 45.0, ..Settings::of(variant.form, 0.3, 1.8) };
            let walks = [[5.0, 0.0, 0.0], [3.0, 0.0, 4.0]].map(|wish| {
                Walk::new(format!("{angle} degrees, {wish:?}"), settings, [0.5, 0.0, 0.0], 2.0)
                    .wish(wish)
                    .check(move |run, f| {
                        f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                        f.at_most("lift, m", run.largest(|s| s.feet[1]), settings.skin);
                        let off = (run.moved()[2] - wish[2] * run.time()).abs();
                        f.at_most(
                            "deviation of the way along the wall, m",
                            off,
                            0.01 * wish[2] * run.time() + 1e-3,
                        );
                    })
            });
            Stage::new(level, walks.into())
        })
        .collect()
}

fn ledge_bounce(variant: &Variant) -> Vec<Stage> {
    let level = level("box", |b| {
        b.floor(-4.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]);
        cuboid(b, [-2.0, -1.0, 0.0], [2.0, 1.0, 2.0]);
    });
    let walks = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95].map(|share| {
        let settings = Settings::of(variant.form, 0.3, 1.8);
        let mut walk = Walk::new(format!("{share} radii outside"), settings, [0.3 * share, 0.5, 0.0], 1.0)
            .script(|_: &Now| Input::default())
            .check(|run, f| {
                let across = |s: &super::Frame| s.velocity[0].hypot(s.velocity[2]);
                // The speed of the fall at the height of the edge.
                let fastest = (5.0_f64 * 5.0 + 2.0 * 9.81 * 0.5).sqrt();
                f.at_most("horizontal speed gained, m/s", run.largest(across), fastest);
                // It ends at rest on the box, or on the floor.
                let rest = run.after(0.5);
                let changes = rest.windows(2).filter(|p| p[0].is_grounded() != p[1].is_grounded()).count();
                f.at_most("changes of the ground after half a second", changes as f64, 2.0);
                f.at_most("height after the landing, m", largest(rest, |s| s.feet[1]), 1e-3);
            });
        walk.velocity = [0.0, -5.0, 0.0];
        walk
    });
    vec![Stage::new(level, walks.into())]
}
