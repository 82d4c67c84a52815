//! Polygons that are bad by themselves, or bad together.

use sidle::{DVec3, Vec3};

use super::number::{across, coordinate, direction, place, plane_axes};
use super::patches;
use crate::random::Dice;

/// A polygon by its corners, in order.
pub type Corners = Vec<Vec3>;

/// More than this many polygons make a case slow and no worse.
const ENOUGH: usize = 40;

/// A few pieces of trouble on top of each other around the origin, made to the measure of a body of
/// half size `size`, metres.
pub fn mesh(dice: &mut Dice, size: f32) -> Vec<Corners> {
    let mut out = Vec::new();
    for _ in 0..1 + dice.below(4) {
        match dice.weighted(&[6, 3, 2, 3, 2, 4, 2, 3, 3, 3, 2, 2]) {
            0 => lattice(dice, &mut out),
            1 => needle(dice, &mut out),
            2 => without_area(dice, &mut out),
            3 => copies(dice, &mut out),
            4 => great_and_small(dice, &mut out),
            5 => patches::floor(dice, &mut out),
            6 => patches::fan(dice, &mut out),
            7 => patches::fold(dice, &mut out),
            8 => patches::corner(dice, size, &mut out),
            9 => patches::plate(dice, &mut out),
            10 => patches::stairs(dice, size, &mut out),
            _ => patches::hole(dice, size, &mut out),
        }
        out.truncate(ENOUGH);
    }
    out
}

/// Few places and triangles among them: shared edges, folds, duplicates, slivers, points, all by
/// themselves.
fn lattice(dice: &mut Dice, out: &mut Vec<Corners>) {
    let places: Vec<Vec3> = (0..3 + dice.below(7)).map(|_| place(dice)).collect();
    for i in 0..1 + dice.below(13) {
        let corners = [i, i + 1, i + 2].map(|i| places[(i + dice.below(places.len())) % places.len()]);
        out.push(corners.to_vec());
    }
}

/// A long edge and a third corner a hair beside it.
fn needle(dice: &mut Dice, out: &mut Vec<Corners>) {
    let a = place(dice).as_dvec3();
    let e = direction(dice) * f64::from(dice.magnitude(0.1, 1000.0));
    let along = f64::from(dice.range(-0.2, 1.2));
    let third = a + e * along + direction(dice) * f64::from(dice.magnitude(1e-7, 1e-2));
    out.push([a - e * f64::from(dice.unit()), a + e, third].map(DVec3::as_vec3).to_vec());
}

/// A point, a line, or three corners on one.
fn without_area(dice: &mut Dice, out: &mut Vec<Corners>) {
    let (a, b) = (place(dice), place(dice));
    out.push(match dice.below(4) {
        0 => vec![a; 3],
        1 => vec![a, b, a],
        2 => vec![a, b, (a + b) * 0.5],
        _ => vec![a, b, a + (b - a) * dice.range(-1.0, 3.0)],
    });
}

/// What is there already once more: the same, turned round, begun elsewhere, a bit or a hair
/// beside.
fn copies(dice: &mut Dice, out: &mut Vec<Corners>) {
    if out.is_empty() {
        lattice(dice, out);
    }
    for _ in 0..1 + dice.below(4) {
        let mut corners = out[dice.below(out.len())].clone();
        let off = direction(dice).as_vec3();
        match dice.below(6) {
            0 => {}
            1 => corners.reverse(),
            2 => corners.rotate_left(1),
            kind => {
                // Rounding would bend what has more corners.
                corners.truncate(3);
                let far = if kind == 4 { 1e-7 } else { dice.magnitude(1e-6, 1e-2) };
                let i = dice.below(3);
                match kind {
                    3 => corners[i] = Vec3::from(corners[i].to_array().map(f32::next_up)),
                    _ => corners.iter_mut().for_each(|c| *c += off * far),
                }
            }
        }
        out.push(corners);
    }
}

/// A triangle of up to 1000 km that passes here, and one of down to a tenth of a millimetre beside
/// it.
fn great_and_small(dice: &mut Dice, out: &mut Vec<Corners>) {
    let [u, v] = plane_axes(dice);
    let n = u.cross(v);
    let great = f64::from(dice.magnitude(100.0, 1e6));
    let (s, t) = (f64::from(dice.signed()), f64::from(dice.signed()));
    let height = n * f64::from(coordinate(dice).clamp(-2.0, 2.0));
    let spread = [(-1.0, -1.0), (1.0 + s, -1.0), (t, 1.0)];
    out.push(spread.map(|(a, b)| (height + u * (great * a) + v * (great * b)).as_vec3()).to_vec());
    let (small, at) = (f64::from(dice.magnitude(1e-4, 1e-2)), place(dice).as_dvec3());
    let m = across(dice, n);
    out.push([at, at + m * small, at + (n + m) * small].map(DVec3::as_vec3).to_vec());
}
