//! F1 to F10: fast, far and huge.

use super::ground::{b5_level, b5_walks};
use super::steps::{a1_walks, stairs};
use super::walls::{c1_level, c1_walks, c4_level, c4_walks};
use super::{Input, Mover, Now, Scene, Settings, Stage, Variant, View, Walk, ground, largest, level, scene};
use crate::trig::{degrees, sin_cos};

pub(super) const SCENES: &[Scene] = &[
    scene("F1", "a slide that leaves the box of the motion", View::Top, two_walls),
    scene("F2", "pushing into a wall at 5 steps per second", View::Top, pushing),
    scene("F3", "an obstacle at 600 m/s", View::Top, fast),
    scene("F7", "a kilometre from the origin", View::Side, far),
    scene("F8", "a kilometre over two triangles", View::Front, huge),
    scene("F9", "a fall from ten kilometres", View::Front, fall),
    scene("F10", "a thousand blocks with skirts", View::Top, voxels),
];

fn two_walls(variant: &Variant) -> Vec<Stage> {
    let level = level("two walls", |b| {
        ground(b);
        // Through (2, 0, 0) with the normal (-0.7071, 0, 0.7071), and z = 3, facing -z.
        b.wall([-8.0, -10.0], [17.0, 15.0], [-1.0, 5.0]);
        b.wall([-20.0, 3.0], [20.0, 3.0], [-1.0, 5.0]);
    });
    let mut walks = Vec::new();
    for mover in [Mover::Character, Mover::Slide([0.0; 3])] {
        let settings = Settings { mover, ..Settings::of(variant.form, 0.5, 1.8) };
        let kind = if mover == Mover::Character { "character" } else { "move" };
        let mut walk =
            Walk::new(kind, settings, [0.0; 3], 1.0).wish([10.0, 0.0, 0.0]).check(move |run, f| {
                f.at_most(
                    "largest z, m",
                    run.largest(|s| s.feet[2]),
                    3.0 - settings.side() + 1e-5 + run.corners,
                );
                f.at_most(
                    "end at the second wall, m",
                    (run.last().feet[2] - 3.0 + settings.side()).abs(),
                    1e-3,
                );
            });
        // One move of 10 m.
        walk.more_rates = &[1];
        walks.push(walk);
    }
    vec![Stage::new(level, walks)]
}

fn pushing(variant: &Variant) -> Vec<Stage> {
    let room = level("room", |b| {
        b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [3, 3]);
        b.block([2.0, -1.0, -9.0], [2.1, 5.0, 9.0]);
    });
    let settings = Settings { gravity: 30.0, ..Settings::of(variant.form, 0.35, 1.35) };
    let seconds = if variant.is_thorough { 30.0 } else { 5.0 };
    let mut walk =
        Walk::new("forward", settings, [0.0; 3], seconds).wish([5.0, 0.0, 0.0]).check(move |run, f| {
            let rest = run.after(1.0);
            let off = largest(rest, |s| (s.feet[0] - 2.0 + settings.side()).abs().max(s.feet[1].abs()));
            f.at_most("deviation from the place at the wall, m", off, 1e-4);
            let speed = largest(rest, |s| s.velocity.iter().map(|x| x.abs()).fold(0.0, f64::max));
            f.at_most("speed at the wall, m/s", speed, 1e-3);
            let off = rest.iter().filter(|s| !s.is_grounded()).count();
            f.at_most("frames off the ground", off as f64, 0.0);
        });
    walk.more_rates = &[5, 20];
    vec![Stage::new(room, vec![walk])]
}

fn fast(variant: &Variant) -> Vec<Stage> {
    let settings = Settings::of(variant.form, 0.3, 1.8);
    let thick = level("box", |b| {
        b.floor(0.0, [-50.0, -50.0], [700.0, 50.0], [1, 1]).block([1.5, -1.0, -1.0], [2.5, 3.0, 1.0]);
    });
    let sheet = level("sheet of 1 mm", |b| {
        b.floor(0.0, [-50.0, -50.0], [700.0, 50.0], [1, 1]).block([1.5, -1.0, -1.0], [1.501, 3.0, 1.0]);
    });
    let single = level("single triangle", |b| {
        b.floor(0.0, [-50.0, -50.0], [700.0, 50.0], [1, 1]);
        b.triangle([1.5, -9.0, -9.0], [1.5, 9.0, -9.0], [1.5, 0.0, 9.0]);
    });
    [thick, sheet, single]
        .into_iter()
        .map(|level| {
            let mut walk = Walk::new(level.name.clone(), settings, [0.0; 3], 1.0)
                .wish([600.0, 0.0, 0.0])
                .check(move |run, f| {
                    let off = run.after(0.1).iter().map(|s| (s.feet[0] - 1.5 + settings.side()).abs());
                    f.at_most("distance from the contact, m", off.fold(0.0, f64::max), 1e-4);
                    f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                });
            walk.more_rates = &[1, 20, 120];
            Stage::new(level, vec![walk])
        })
        .collect()
}

/// A1, B5, C1 and C4 at 1 km along one axis, and along all of them. Farther away, a game moves its
/// origin, and its scenes are those at 0.
fn far(variant: &Variant) -> Vec<Stage> {
    let mut stages = Vec::new();
    for shift in [[1e3, 0.0, 0.0], [0.0, 1e3, 0.0], [0.0, 0.0, -1e3], [-1e3; 3]] {
        let scenes = [
            (stairs(), a1_walks(variant)),
            (b5_level(), b5_walks(variant)),
            (c1_level(), c1_walks(variant)),
            (c4_level(), c4_walks(variant)),
        ];
        for (level, mut walks) in scenes {
            walks.iter_mut().for_each(|walk| walk.more_rates = &[]);
            stages.push(Stage { shift, ..Stage::new(level, walks) });
        }
    }
    stages
}

fn huge(variant: &Variant) -> Vec<Stage> {
    [0.0, 10.0, 30.0]
        .into_iter()
        .map(|angle| {
            let (sin, cos) = sin_cos(degrees(angle));
            let level = level("two triangles of 1 km", |b| {
                let at = |s: f64, z: f64| [s * cos, s * sin, z];
                b.quad(at(-10.0, -500.0), at(-10.0, 500.0), at(1010.0, 500.0), at(1010.0, -500.0));
            });
            let n = [-sin, cos, 0.0];
            let settings = Settings::of(variant.form, 0.3, 1.8);
            let up = settings.body.feet_above(n, settings.skin);
            let walk =
                Walk::new(format!("{angle} degrees"), settings, [0.0, up, 0.0], 50.0).wish([20.0, 0.0, 1.0]);
            let walk = walk.check(move |run, f| {
                f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                let off = run.largest(|s| (s.feet[1] - up - s.feet[0] * sin / cos).abs());
                f.at_most("error of the height, m", off, 1e-3);
                let way = run.moved()[0].hypot(run.moved()[1]).hypot(run.moved()[2]);
                let expected = 400.5_f64.sqrt() * run.time();
                f.at_least("way, m", way, 0.999 * expected.min(1000.0));
            });
            Stage::new(level, vec![walk])
        })
        .collect()
}

fn fall(variant: &Variant) -> Vec<Stage> {
    let ground = level("sheet", |b| {
        b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [20, 20]);
    });
    let settings = Settings { terminal_speed: 500.0, ..Settings::of(variant.form, 0.3, 1.8) };
    let mut walk = Walk::new("500 m/s", settings, [2.5, 1e4, 2.5], 21.0)
        .script(|_: &Now| Input::default())
        .check(|run, f| {
            let [x, y, z] = run.last().feet;
            f.at_most(
                "distance from the place below, m",
                (x - 2.5).abs().max(y.abs()).max((z - 2.5).abs()),
                1e-3,
            );
            let landed = run.frames.iter().filter_map(|s| s.landed).collect::<Vec<_>>();
            f.holds("other than one landing", landed.len() == 1);
            f.at_most(
                "deviation of the landing speed, m/s",
                landed.first().map_or(f64::INFINITY, |v| (v - 500.0).abs()),
                0.1,
            );
            let lowest = run.frames.iter().map(|s| -s.feet[1]).fold(f64::NEG_INFINITY, f64::max);
            f.at_most("depth below the ground, m", lowest, 1e-4);
        });
    walk.velocity = [0.0, -500.0, 0.0];
    walk.more_rates = &[20];
    vec![Stage::new(ground, vec![walk])]
}

/// Blocks of 1 m in chunks of 16. Each chunk has its own top faces, and a skirt of a metre at its
/// sides. The path of four blocks is between walls of one block.
fn voxels(variant: &Variant) -> Vec<Stage> {
    let level = level("voxels", |b| {
        for chunk in 0..63 {
            let x0 = 16.0 * f64::from(chunk);
            for i in 0..16 {
                for k in -3..3 {
                    let (x, z) = (x0 + f64::from(i), f64::from(k));
                    let y = if (-2..2).contains(&k) { 0.0 } else { 1.0 };
                    b.quad([x, y, z], [x, y, z + 1.0], [x + 1.0, y, z + 1.0], [x + 1.0, y, z]);
                }
                let x = x0 + f64::from(i);
                b.wall([x, -2.0], [x + 1.0, -2.0], [0.0, 1.0]).wall([x + 1.0, 2.0], [x, 2.0], [0.0, 1.0]);
            }
            for x in [x0, x0 + 16.0] {
                b.wall([x, -3.0], [x, 3.0], [-1.0, 0.0]);
            }
        }
    });
    let settings = Settings::of(variant.form, 0.3, 1.8);
    let seconds = if variant.is_thorough { 100.0 } else { 10.0 };
    let walks = [0.0, 0.1].map(|aside| {
        Walk::new(format!("aside {aside}"), settings, [0.5, 0.0, 0.3], seconds)
            .wish([10.0, 0.0, aside])
            .check(move |run, f| {
                f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                f.at_most("height, m", run.largest(|s| s.feet[1].abs()), 1e-4);
                let off = (run.moved()[0] - 10.0 * run.time()).abs();
                f.at_most("deviation of the way, m", off, 1e-3 * 10.0 * run.time());
            })
    });
    vec![Stage::new(level, walks.into())]
}
