//! E1 to E7: starts inside the world, and degenerate triangles.

use super::ground::height_at;
use super::steps::jolt;
use super::{Builder, Form, Mover, Scene, Settings, Stage, Variant, View, Walk, ground, level, scene};
use crate::generate::terrain;
use crate::trig::{degrees, sin_cos};

pub(super) const SCENES: &[Scene] = &[
    scene("E1", "a start inside a box", View::Top, inside_a_box),
    Scene {
        forms: &[Form::Capsule, Form::Ellipsoid],
        ..scene("E5", "feet a metre below the terrain", View::Front, below_terrain)
    },
    scene("E6", "in contact at the start", View::Top, in_contact),
    scene("E7", "degenerate triangles", View::Top, degenerate),
];

fn inside_a_box(variant: &Variant) -> Vec<Stage> {
    let level = level("box", |b| {
        b.block([-1.0, 0.0, -0.5], [0.0, 1.0, 0.5]);
    });
    let settings = Settings { gravity: 0.0, ..jolt(variant) };
    let mut walk = Walk::new("half inside", settings, [0.0; 3], 1.0).check(move |run, f| {
        let first = &run.frames[0];
        f.holds("not pushed out", first.was_pushed_out);
        let [x, y, z] = first.feet;
        f.at_most(
            "distance from (0.32, 0, 0) after a step, m",
            (x - 0.32).abs().max(y.abs()).max(z.abs()),
            1e-3,
        );
        let moves = run.frames[1..].iter().filter(|s| s.has_moved).count();
        f.at_most("steps that move it afterwards", moves as f64, 0.0);
    });
    walk.is_free = false;
    vec![Stage::new(level, vec![walk])]
}

/// The documented results are a place above the ground, or a refused step that changes nothing.
fn below_terrain(variant: &Variant) -> Vec<Stage> {
    let hills = terrain(3, 2000);
    let settings = Settings::of(variant.form, 0.3, 1.8);
    let mut walks = Vec::new();
    for i in 0..8 {
        let (x, z) = (-9.0 + 2.4 * f64::from(i), 7.0 - 1.9 * f64::from(i));
        let surface = height_at(&hills, x, z);
        let mut walk = Walk::new(format!("place {i}"), settings, [x, surface - 1.0, z], 1.0);
        walk.is_free = false;
        walks.push(walk.check(move |run, f| {
            let first = &run.frames[0];
            let refused = first.is_refused && !first.has_moved;
            f.holds("neither refused nor pushed out", refused || first.was_pushed_out);
            if !refused {
                f.at_least(
                    "height of the centre above the surface, m",
                    run.last().feet[1] + settings.centre() - surface,
                    0.0,
                );
            }
            let sunk = run.frames.iter().map(|s| first.feet[1] - s.feet[1]).fold(0.0, f64::max);
            f.at_most("sunk afterwards, m", sunk, 0.5);
        }));
    }
    vec![Stage::new(hills, walks)]
}

/// A sphere at a wall: in exact contact, or inside the skin by 1e-7 to 1e-3.
fn in_contact(variant: &Variant) -> Vec<Stage> {
    let level = level("floor and wall", |b| {
        ground(b);
        b.wall([2.0, -20.0], [2.0, 20.0], [0.0, 9.0]);
    });
    let mut walks = Vec::new();
    for mover in [Mover::Character, Mover::Slide([0.0; 3])] {
        for deep in [0.0, 1e-7, 1e-6, 1e-5, 1e-4, 5e-4, 9e-4] {
            for (name, wish) in
                [("in", [3.0, 0.0, 0.0]), ("along", [0.0, 0.0, 3.0]), ("away", [-3.0, 0.0, 0.0])]
            {
                let settings = Settings { mover, ..Settings::of(variant.form, 0.3, 1.8) };
                let start = [2.0 - settings.side() + deep, 0.0, 0.0];
                let kind = if mover == Mover::Character { "character" } else { "move" };
                let walk =
                    Walk::new(format!("{kind} {name}, {deep} m inside the skin"), settings, start, 0.5);
                walks.push(walk.wish(wish).check(move |run, f| {
                    let [x, _, z] = run.moved();
                    let (tol, way) = (1e-4, 3.0 * run.time());
                    match name {
                        // It may be pushed back out to its skin.
                        "in" => f.at_most("way into the wall, m", x.abs().max(z.abs()), deep + tol),
                        "along" => f.at_most("deviation of the way along, m", (z - way).abs(), tol),
                        _ => f.at_most("deviation of the way from the wall, m", (x + way).abs(), deep + tol),
                    }
                }));
            }
        }
    }
    vec![Stage::new(level, walks)]
}

/// A floor with needles, slivers, duplicates and two-sided sheets, and with a triangle of 1 km
/// beside triangles of 1 mm.
fn junk(b: &mut Builder) {
    b.floor(0.0, [-5.0, -5.0], [5.0, 5.0], [2, 2]);
    // Zero area: a point, and three corners on a line.
    b.triangle([1.0, 0.0, 0.5], [1.0, 0.0, 0.5], [1.0, 0.0, 0.5]);
    b.triangle([-2.0, 0.0, 0.3], [0.0, 0.0, 0.3], [2.0, 0.0, 0.3]);
    // Needles of 1e-6 x 100 m in the floor.
    b.triangle([-50.0, 0.0, 0.7], [50.0, 0.0, 0.7], [50.0, 0.0, 0.700_001]);
    b.triangle([-0.7, 0.0, -50.0], [-0.7, 0.0, 50.0], [-0.700_001, 0.0, 50.0]);
    // The same triangle twice, and once more from below.
    let t = [[-1.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    b.triangle(t[0], t[1], t[2]).triangle(t[0], t[1], t[2]).triangle(t[0], t[2], t[1]);
    // Cells of 1 mm, and a triangle of 1 km.
    b.floor(0.0, [2.0, 2.0], [2.01, 2.01], [10, 10]);
    b.triangle([5.0, 0.0, 5.0], [1000.0, 0.0, 0.0], [5.0, 0.0, -1000.0]);
    b.triangle([5.0, 0.0, -5.0], [-5.0, 0.0, -5.0], [-5.0, 0.0, -1000.0]);
}

fn degenerate(variant: &Variant) -> Vec<Stage> {
    let settings = Settings::of(variant.form, 0.3, 1.8);
    let walks = (0..36).map(|i| {
        let (sin, cos) = sin_cos(degrees(10.0 * f64::from(i)));
        let centre = if i % 2 == 0 { [0.0, 0.5] } else { [2.0, 2.0] };
        let start = [centre[0] - 2.0 * cos, 0.0, centre[1] - 2.0 * sin];
        Walk::new(format!("heading {i}"), settings, start, 1.0).wish([4.0 * cos, 0.0, 4.0 * sin]).check(
            |run, f| {
                super::seams::check_crossing(run, f, 0.0, 4.0);
            },
        )
    });
    let walks = walks.collect();
    vec![Stage::new(level("degenerate", junk), walks)]
}
