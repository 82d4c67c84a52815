//! Generates polygons that are degenerate by themselves or in combination.

use sidle::{DVec3, Vec3};

use super::number::{across, coordinate, direction, place, plane_axes};
use super::patches;
use crate::random::Rng;

/// The corners of a polygon, in order.
pub type Corners = Vec<Vec3>;

/// Largest number of polygons in a mesh; more make a case slower but not harder.
const ENOUGH: usize = 40;

/// Generates a few overlapping adversarial patches around the origin, scaled to a body of half size
/// `size` in metres.
pub fn mesh(rng: &mut Rng, size: f32) -> Vec<Corners> {
    let mut out = Vec::new();
    for _ in 0..1 + rng.below(4) {
        match rng.weighted(&[6, 3, 2, 3, 2, 4, 2, 3, 3, 3, 2, 2]) {
            0 => lattice(rng, &mut out),
            1 => needle(rng, &mut out),
            2 => without_area(rng, &mut out),
            3 => copies(rng, &mut out),
            4 => great_and_small(rng, &mut out),
            5 => patches::floor(rng, &mut out),
            6 => patches::fan(rng, &mut out),
            7 => patches::fold(rng, &mut out),
            8 => patches::corner(rng, size, &mut out),
            9 => patches::plate(rng, &mut out),
            10 => patches::stairs(rng, size, &mut out),
            _ => patches::hole(rng, size, &mut out),
        }
        out.truncate(ENOUGH);
    }
    out
}

/// Adds random triangles between a few shared places. This produces shared edges, folds,
/// duplicates, slivers and points.
fn lattice(rng: &mut Rng, out: &mut Vec<Corners>) {
    let places: Vec<Vec3> = (0..3 + rng.below(7)).map(|_| place(rng)).collect();
    for i in 0..1 + rng.below(13) {
        let corners = [i, i + 1, i + 2].map(|i| places[(i + rng.below(places.len())) % places.len()]);
        out.push(corners.to_vec());
    }
}

/// Adds a triangle with a long edge and a third corner very close to the line of that edge.
fn needle(rng: &mut Rng, out: &mut Vec<Corners>) {
    let a = place(rng).as_dvec3();
    let e = direction(rng) * f64::from(rng.magnitude(0.1, 1000.0));
    let along = f64::from(rng.range(-0.2, 1.2));
    let third = a + e * along + direction(rng) * f64::from(rng.magnitude(1e-7, 1e-2));
    out.push([a - e * f64::from(rng.unit()), a + e, third].map(DVec3::as_vec3).to_vec());
}

/// Adds a polygon without area: a point, a segment, or three collinear corners.
fn without_area(rng: &mut Rng, out: &mut Vec<Corners>) {
    let (a, b) = (place(rng), place(rng));
    out.push(match rng.below(4) {
        0 => vec![a; 3],
        1 => vec![a, b, a],
        2 => vec![a, b, (a + b) * 0.5],
        _ => vec![a, b, a + (b - a) * rng.range(-1.0, 3.0)],
    });
}

/// Adds copies of existing polygons: identical, reversed, starting at another corner, or slightly
/// displaced.
fn copies(rng: &mut Rng, out: &mut Vec<Corners>) {
    if out.is_empty() {
        lattice(rng, out);
    }
    for _ in 0..1 + rng.below(4) {
        let mut corners = out[rng.below(out.len())].clone();
        let off = direction(rng).as_vec3();
        match rng.below(6) {
            0 => {}
            1 => corners.reverse(),
            2 => corners.rotate_left(1),
            kind => {
                // Rounding would make polygons with more corners non-planar.
                corners.truncate(3);
                let far = if kind == 4 { 1e-7 } else { rng.magnitude(1e-6, 1e-2) };
                let i = rng.below(3);
                match kind {
                    3 => corners[i] = Vec3::from(corners[i].to_array().map(f32::next_up)),
                    _ => corners.iter_mut().for_each(|c| *c += off * far),
                }
            }
        }
        out.push(corners);
    }
}

/// Adds a triangle of 100 m to 1000 km around the origin, and beside it one of 0.1 mm to 1 cm.
fn great_and_small(rng: &mut Rng, out: &mut Vec<Corners>) {
    let [u, v] = plane_axes(rng);
    let n = u.cross(v);
    let great = f64::from(rng.magnitude(100.0, 1e6));
    let (s, t) = (f64::from(rng.signed_unit()), f64::from(rng.signed_unit()));
    let height = n * f64::from(coordinate(rng).clamp(-2.0, 2.0));
    let spread = [(-1.0, -1.0), (1.0 + s, -1.0), (t, 1.0)];
    out.push(spread.map(|(a, b)| (height + u * (great * a) + v * (great * b)).as_vec3()).to_vec());
    let (small, at) = (f64::from(rng.magnitude(1e-4, 1e-2)), place(rng).as_dvec3());
    let m = across(rng, n);
    out.push([at, at + m * small, at + (n + m) * small].map(DVec3::as_vec3).to_vec());
}
