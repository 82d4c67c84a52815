//! C1 to C5: plane walls, pillars, and gaps.

use super::{Builder, Input, Mover, Now, Piece, Scene, Settings, Stage, Variant, View, Walk, largest};
use super::{cuboid, ground, level, scene};
use crate::level::Level;
use crate::trig::{degrees, sin_cos};

pub(super) const SCENES: &[Scene] = &[
    scene("C1", "along a wall at glancing angles", View::Top, glancing),
    scene("C2", "the height above a plane, as single moves", View::Front, height_above_a_plane),
    scene("C4", "a row of flush pillars", View::Top, pillars),
    scene("C5", "a gap narrower than the body", View::Top, narrow_gap),
];

pub(super) fn c1_level() -> Level {
    level("wall", |b| {
        b.floor(0.0, [-5.0, -5.0], [205.0, 5.0], [3, 1]);
        b.wall([-5.0, 2.0], [205.0, 2.0], [-1.0, 5.0]);
    })
}

pub(super) fn c1_walks(variant: &Variant) -> Vec<Walk> {
    [0.05, 0.1, 0.5, 1.0, 5.0, 15.0, 45.0, 85.0]
        .into_iter()
        .map(|angle| {
            let (sin, cos) = sin_cos(degrees(angle));
            let settings = Settings::of(variant.form, 0.4, 1.8);
            let seconds = 1000.0 / f64::from(variant.rate);
            let start = [0.0, 0.0, 2.0 - settings.side()];
            Walk::new(format!("{angle} degrees"), settings, start, seconds)
                .wish([4.0 * cos, 0.0, 4.0 * sin])
                .check(move |run, f| {
                    f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                    let gap = -run.largest(|s| s.feet[2] + settings.body.radius - 2.0);
                    f.at_least("gap to the wall, m", gap, settings.skin - 1e-4);
                    let way = 4.0 * cos * run.time();
                    let off = (run.moved()[0] - way).abs();
                    f.at_most("deviation of the way, m", off, 1e-3 * way);
                })
        })
        .collect()
}

fn glancing(variant: &Variant) -> Vec<Stage> {
    vec![Stage::new(c1_level(), c1_walks(variant))]
}

fn height_above_a_plane(variant: &Variant) -> Vec<Stage> {
    let level = level("two triangles", |b| {
        b.floor(0.0, [-60.0, -60.0], [60.0, 60.0], [1, 1]);
    });
    let mut walks = Vec::new();
    let count = if variant.is_thorough { 10_000 } else { 2000 };
    for angle in [0.1, 1.0, 20.0] {
        // Across the diagonal of the plane, and along it.
        for [x, z] in [[1.0, 0.3], [1.0, -1.0]] {
            let settings = Settings {
                skin: 0.0005,
                mover: Mover::Slide([0.0; 3]),
                ..Settings::of(variant.form, 1.0, 2.0)
            };
            let seconds = f64::from(count) / f64::from(variant.rate);
            let speed = 100.0 / seconds * if count == 10_000 { 1.0 } else { 0.5 };
            let down = -speed * sin_cos(degrees(angle)).0;
            let walk = Walk::new(format!("{angle} degrees"), settings, [-50.0, 0.0, -50.0 * z], seconds);
            walks.push(walk.wish([speed * x, down, speed * z]).check(|run, f| {
                let heights = || run.frames.iter().map(|s| s.feet[1]);
                let n = run.frames.len() as f64;
                let mean = heights().sum::<f64>() / n;
                let deviation = (heights().map(|y| (y - mean) * (y - mean)).sum::<f64>() / n).sqrt();
                f.at_most("standard deviation of the height, m", deviation, 1e-6);
                f.at_most("height below the plane, m", -heights().fold(f64::INFINITY, f64::min), 5e-4);
                let turns = run.longest(|a, b| a.has_moved && b.feet[1] != a.feet[1]);
                f.at_most("frames of hopping", turns as f64, 3.0);
            }));
        }
    }
    vec![Stage::new(level, walks)]
}

pub(super) fn c4_level() -> Level {
    level("pillars", |b| {
        ground(b);
        for i in 0..30 {
            cuboid(b, [0.0, 2.5, 2.0 + 0.2 * f64::from(i)], [0.1, 2.5, 0.1]);
        }
    })
}

pub(super) fn c4_walks(variant: &Variant) -> Vec<Walk> {
    [10.0, 20.0, 30.0, 45.0, 60.0]
        .into_iter()
        .map(|angle| {
            let (sin, cos) = sin_cos(degrees(angle));
            let settings = Settings::of(variant.form, 0.3, 1.8);
            let start = [0.1 + settings.side(), 0.0, 2.0];
            Walk::new(format!("{angle} degrees"), settings, start, 5.0 / (4.0 * cos))
                .wish([-4.0 * sin, 0.0, 4.0 * cos])
                .check(move |run, f| {
                    f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                    let step = 4.0 * cos * run.dt();
                    let pairs = run.frames.windows(2).map(|p| (p[1].feet[2] - p[0].feet[2] - step).abs());
                    f.at_most("deviation of a step along the row, m", pairs.fold(0.0, f64::max), 0.01 * step);
                    f.at_most("height, m", run.largest(|s| s.feet[1].abs()), 1e-4);
                })
        })
        .collect()
}

fn pillars(variant: &Variant) -> Vec<Stage> {
    // As one mesh, and as separate boxes on the ground.
    let apart = Stage {
        pieces: (0..30)
            .map(|i| {
                let pillar = level("pillar", |b| cuboid(b, [0.0; 3], [0.1, 2.5, 0.1]));
                Piece::at(pillar, [0.0, 2.5, 2.0 + 0.2 * f64::from(i)])
            })
            .collect(),
        ..Stage::new(level("ground", ground), c4_walks(variant))
    };
    vec![Stage::new(c4_level(), c4_walks(variant)), apart]
}

fn gap(b: &mut Builder, width: f64) {
    b.floor(0.0, [-4.0, -9.0], [9.0, 9.0], [2, 2]);
    let (sin, cos) = sin_cos(degrees(60.0));
    let far = [width + 6.0 * sin, -6.0 * cos];
    b.wall([0.0, -8.0], [0.0, 8.0], [-1.0, 9.0]);
    b.wall([width, 0.0], far, [-1.0, 9.0]);
    b.wall([width, 0.0], [width, 8.0], [-1.0, 9.0]);
}

fn narrow_gap(variant: &Variant) -> Vec<Stage> {
    [1e-4, 1e-3, 1e-2, 0.1]
        .into_iter()
        .map(|short| {
            let settings = Settings::of(variant.form, 0.4, 1.8);
            let (width, side) = (0.8 - short, settings.side());
            // It is stopped between the flat wall and the edge of the other one.
            let across = width - side;
            let stop = -(side * side - across * across).sqrt();
            let script = |now: &Now| Input {
                jump: now.step > 0 && now.step.is_multiple_of(now.rate as usize),
                ..Input::wish([-0.3, 0.0, 3.0])
            };
            let walk =
                Walk::new(format!("{short} m too narrow"), settings, [1.0, 0.0, -2.5], 5.0).script(script);
            let walk = walk.check(move |run, f| {
                let rest = run.after(2.0);
                let off = largest(rest, |s| (s.feet[0] - side).abs().max((s.feet[2] - stop).abs()));
                // Rounded corners change the width of the gap. A gap that is wider by d moves the
                // body by d r / stop at the edge.
                let limit = (1e-4 + 2.0 * run.corners) * (1.0 + side / stop.abs().max(0.01));
                f.at_most("deviation from the place in the gap, m", off, limit);
                // The apex of a free jump at the moments of the steps.
                let speed = (2.0 * 9.81 * settings.jump_height).sqrt();
                let t = (1..=run.rate).map(|i| f64::from(i) * run.dt());
                let apex = t.map(|t| speed * t - 0.5 * 9.81 * t * t).fold(0.0, f64::max);
                f.at_most("deviation of the apex", (largest(rest, |s| s.feet[1]) / apex - 1.0).abs(), 0.01);
                let jumps = rest.iter().filter(|s| s.jumped).count();
                f.holds("other than three jumps", jumps == 3);
                let air = rest.iter().filter(|s| !s.is_grounded()).count() as f64 * run.dt();
                let expected = 3.0 * 2.0 * speed / 9.81;
                f.at_most(
                    "deviation of the time in the air, s",
                    (air - expected).abs(),
                    3.0 * 1.5 * run.dt() + 0.01,
                );
            });
            Stage::new(level("gap", |b| gap(b, width)), vec![walk])
        })
        .collect()
}
