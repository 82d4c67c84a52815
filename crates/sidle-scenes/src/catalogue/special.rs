//! E4, F4, G3 and H3: scenes about starts, casts and balls. Their further checks need the library,
//! and are in the program that runs them. Here are their levels and numbers.

use super::{Body, Form, Mover, Scene, Settings, Stage, Variant, View, Walk, level, scene};
use crate::cases::COINCIDENT;
use crate::level::Level;
use crate::trig::sin_cos;
use crate::vec3::V3;

const SPHERE: &[Form] = &[Form::Sphere];

pub(super) const SCENES: &[Scene] = &[
    scene("E4", "centres exactly on corners, edges and faces", View::Front, coincident),
    scene("F4", "casts on the cell borders of a height field", View::Top, borders),
    Scene { forms: &[Form::Ellipsoid], ..scene("G3", "flat and needle ellipsoids", View::Front, needles) },
    Scene { forms: SPHERE, ..scene("H3", "a golf ball", View::Side, golf) },
];

/// The box of E4, and the places of the centre.
fn coincident(variant: &Variant) -> Vec<Stage> {
    let block = level("box", |b| {
        b.block([-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]);
    });
    let mut walks = Vec::new();
    for (name, centre) in COINCIDENT {
        for mover in [Mover::Character, Mover::Slide([0.0; 3])] {
            for wish in [[0.0; 3], [3.0, -2.0, 2.5]] {
                let settings = Settings { mover, gravity: 0.0, ..Settings::of(variant.form, 0.4, 1.8) };
                let [x, y, z] = centre;
                let kind = if mover == Mover::Character { "character" } else { "move" };
                let start = [x, y - settings.centre(), z];
                let mut walk = Walk::new(format!("{kind} {name}, {wish:?}"), settings, start, 0.2).wish(wish);
                walk.is_free = false;
                walks.push(walk.check(move |run, f| {
                    // Every step is refused and changes nothing, or the body is free.
                    let wrong = run.frames.iter().filter(|s| s.is_refused && s.has_moved).count();
                    f.at_most("refused steps that move the body", wrong as f64, 0.0);
                    // In the middle, the body fits into the hollow box.
                    if mover == Mover::Character && name != "in the middle" {
                        let first = &run.frames[0];
                        f.holds("neither refused nor pushed out", first.is_refused || first.was_pushed_out);
                    }
                }));
            }
        }
    }
    vec![Stage::new(block, walks)]
}

/// The height field of F4: 21 x 21 samples, 5 m apart.
pub const FIELD: (u32, f64) = (21, 5.0);

/// Places on cell borders of which other engines missed some.
pub const PLACES: [[f64; 2]; 7] = [
    [5.0, 2.63113],
    [9.50162, 5.0],
    [10.0, 5.26226],
    [19.00324, 10.0],
    [30.0, 15.78678],
    [35.0, 18.41791],
    [40.0, 21.04904],
];

/// Returns a height of the field of F4.
#[must_use]
pub fn field_height(i: u32, j: u32) -> f64 {
    let is_inside = i > 0 && j > 0 && i < 20 && j < 20;
    if is_inside { sin_cos(f64::from(i)).0 + sin_cos(f64::from(j)).1 } else { 10.0 }
}

fn borders(variant: &Variant) -> Vec<Stage> {
    let field = level("height field", |b| {
        let at = |i: u32, j: u32| [FIELD.1 * f64::from(i), field_height(i, j), FIELD.1 * f64::from(j)];
        for j in 0..20 {
            for i in 0..20 {
                b.quad(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
            }
        }
    });
    let walks = PLACES[1..].iter().map(|&[x, z]| {
        let settings = Settings { max_slope: 70.0, ..Settings::of(variant.form, 0.3, 1.8) };
        Walk::new(format!("dropped at ({x}, {z})"), settings, [x, 6.0, z], 2.0).check(|run, f| {
            f.holds("not on the ground at the end", run.last().is_grounded());
        })
    });
    let walks = walks.collect();
    vec![Stage::new(field, walks)]
}

/// Radii of the ellipsoids of G3.
pub const NEEDLES: [V3; 6] = [
    [1.0, 0.1, 1.0],
    [0.1, 1.0, 0.1],
    [1.0, 0.01, 1.0],
    [0.01, 1.0, 0.01],
    [1.0, 0.1, 0.01],
    [0.5, 0.05, 0.05],
];

/// Points of the box of G3: on a face, on an edge and on a corner, with a direction into it.
pub const TARGETS: [(&str, V3, V3); 3] = [
    ("face", [0.3, 1.0, 0.2], [0.2, -1.0, 0.1]),
    ("edge", [1.0, 1.0, 0.2], [-0.7, -1.0, 0.1]),
    ("corner", [1.0, 1.0, 1.0], [-0.7, -1.0, -0.6]),
];

/// Returns the box of G3.
#[must_use]
pub fn target_box() -> Level {
    level("box", |b| {
        b.block([-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]);
    })
}

fn needles(_: &Variant) -> Vec<Stage> {
    let walks = [(1.0, 0.1), (0.1, 1.0), (1.0, 0.01), (0.01, 1.0)].map(|(radius, half_height)| {
        let settings = Settings {
            body: Body { form: Form::Ellipsoid, radius, half_height },
            mover: Mover::Slide([0.0; 3]),
            ..Settings::of(Form::Ellipsoid, radius, 2.0 * half_height)
        };
        // Down onto the edge of the box, and off it.
        Walk::new(format!("({radius}, {half_height})"), settings, [1.2, 2.0, 0.2], 2.0).wish([0.2, -2.0, 0.0])
    });
    vec![Stage::new(target_box(), walks.into())]
}

/// The ground of H3: a bowl in cells of 0.5 m, with small hills, in a closed room.
pub const BOWL: (u32, f64) = (161, 0.5);

/// Half the width of the room, and its height, in metres.
pub const ROOM: (f64, f64) = (39.0, 60.0);

/// Returns a height of the bowl. It is level within 4 m of the middle.
#[must_use]
pub fn bowl_height(i: u32, j: u32) -> f64 {
    let at = |k: u32| BOWL.1 * (f64::from(k) - 80.0);
    let (x, z) = (at(i), at(j));
    let r = (x * x + z * z).sqrt();
    let out = (r - 4.0).max(0.0);
    0.004 * out * out + if out > 0.0 { 0.03 * sin_cos(1.7 * x).0 * sin_cos(1.3 * z).0 } else { 0.0 }
}

fn golf(_: &Variant) -> Vec<Stage> {
    let level = level("bowl", |b| {
        let at = |i: u32, j: u32| {
            let p = |k: u32| BOWL.1 * (f64::from(k) - 80.0);
            [p(i), bowl_height(i, j), p(j)]
        };
        for j in 0..160 {
            for i in 0..160 {
                b.quad(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
            }
        }
    });
    vec![Stage::new(level, Vec::new())]
}
