//! Generates surfaces of several polygons, each with a flaw that occurs in real levels.

use sidle::{DVec3, Vec3};
use sidle_scenes::trig::sin_cos;

use super::mesh::Corners;
use super::number::{direction, place, plane_axes};
use crate::random::Rng;

fn push(out: &mut Vec<Corners>, corners: &[DVec3]) {
    out.push(corners.iter().map(|c| c.as_vec3()).collect());
}

/// Adds a quad as two triangles, split along either diagonal.
fn quad(rng: &mut Rng, out: &mut Vec<Corners>, [a, b, c, d]: [DVec3; 4]) {
    if rng.chance(128) {
        push(out, &[a, b, d]);
        push(out, &[b, c, d]);
    } else {
        push(out, &[a, b, c]);
        push(out, &[a, c, d]);
    }
}

/// Adds a grid of quads that is coplanar up to rounding. It may have T-junctions, gaps of 1e-7 m,
/// or steps of up to 1e-5 m.
pub(super) fn floor(rng: &mut Rng, out: &mut Vec<Corners>) {
    let [u, v] = plane_axes(rng);
    let n = v.cross(u);
    let size = f64::from(rng.pick(&[1.0_f32, 0.5, 0.3, 4.0]));
    let base = place(rng).as_dvec3().clamp(DVec3::splat(-2.0), DVec3::splat(2.0));
    let [columns, rows] = [1 + rng.below(3), 1 + rng.below(3)];
    let flaw = rng.below(4);
    for i in 0..columns {
        for j in 0..rows {
            let (s, t) = (i as f64 * size, j as f64 * size);
            let mut at = base + u * s + v * t;
            match flaw {
                1 => at += u * (1e-7 * i as f64),
                2 => at += n * (f64::from(rng.signed_unit()) * 1e-5),
                _ => {}
            }
            let (u, v) = (u * size, v * size);
            if flaw == 3 && (i + j) % 2 == 1 {
                // The edge has a corner in its middle that the neighbouring quad does not have.
                let middle = at + u * 0.5;
                push(out, &[at, at + v, middle]);
                push(out, &[middle, at + v, at + u + v]);
                push(out, &[middle, at + u + v, at + u]);
            } else {
                quad(rng, out, [at, at + v, at + u + v, at + u]);
            }
        }
    }
}

/// Adds a triangle fan around a corner: flat, or a cone upwards or downwards. Some triangles are
/// extremely thin.
pub(super) fn fan(rng: &mut Rng, out: &mut Vec<Corners>) {
    let [u, v] = plane_axes(rng);
    let n = v.cross(u);
    let centre = place(rng).as_dvec3();
    let apex = centre + n * f64::from(rng.pick(&[0.0_f32, 1e-6, 0.01, 0.5, 3.0, -0.5]));
    let mut angle = 0.0_f64;
    let rim = |angle: f64| {
        let (sin, cos) = sin_cos(angle);
        centre + u * (2.0 * cos) + v * (2.0 * sin)
    };
    for _ in 0..3 + rng.below(9) {
        let next = angle + if rng.chance(60) { 1e-6 } else { f64::from(rng.range(0.3, 1.2)) };
        push(out, &[apex, rim(angle), rim(next)]);
        angle = next;
    }
}

/// Adds two triangles that share an edge, from nearly flat to nearly closed, as a ridge or a
/// valley.
pub(super) fn fold(rng: &mut Rng, out: &mut Vec<Corners>) {
    let [u, v] = plane_axes(rng);
    let n = v.cross(u);
    let a = place(rng).as_dvec3();
    let reach = f64::from(rng.pick(&[2.0_f32, 0.5, 50.0]));
    let b = a + u * reach;
    let small = f64::from(rng.magnitude(1e-7, 1.0));
    let angle = if rng.chance(128) { small } else { std::f64::consts::PI - small };
    let middle = (a + b) * 0.5;
    let (sin, cos) = sin_cos(angle);
    push(out, &[a, middle - v * reach, b]);
    push(out, &[a, b, middle + (v * cos + n * sin) * reach]);
}

/// Adds three walls that meet, or two that face each other with about as much space as the body
/// needs.
pub(super) fn corner(rng: &mut Rng, size: f32, out: &mut Vec<Corners>) {
    let [u, v] = plane_axes(rng);
    let n = v.cross(u);
    let at = place(rng).as_dvec3().clamp(DVec3::splat(-2.0), DVec3::splat(2.0));
    let reach = 4.0 * f64::from(size.max(0.5));
    let mut wall = |rng: &mut Rng, at: DVec3, a: DVec3, b: DVec3| {
        let (a, b) = (a * reach, b * reach);
        quad(rng, out, [at - a - b, at + a - b, at + a + b, at - a + b]);
    };
    let tilt = |rng: &mut Rng| direction(rng) * f64::from(rng.pick(&[0.0_f32, 0.0, 1e-6, 0.1, 0.7]));
    if rng.chance(100) {
        let room = 2.0 * f64::from(size) + f64::from(rng.pick(&[0.0_f32, 1e-6, 2e-3, 2.1e-3, -1e-6, 0.1]));
        wall(rng, at, u, v);
        let (a, b) = (u + tilt(rng), v + tilt(rng));
        wall(rng, at + n * room, a, b);
    } else {
        for (a, b) in [(u, v), (v, n), (n, u)] {
            let (a, b) = (a + tilt(rng), b + tilt(rng));
            wall(rng, at, a, b);
        }
    }
}

/// Corners of convex polygons on a grid; the last one has corners in the middle of its edges.
const PLATES: [&[(i8, i8)]; 4] = [
    &[(-2, -2), (2, -2), (2, 2), (-2, 2)],
    &[(-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1)],
    &[(-4, 0), (0, -1), (4, 0), (0, 1)],
    &[(-2, -2), (0, -2), (2, -2), (2, 0), (2, 2), (-2, 2), (-2, 1)],
];

/// Adds a convex polygon of more than three corners that is exactly planar.
pub(super) fn plate(rng: &mut Rng, out: &mut Vec<Corners>) {
    let mut axis = |plain: Vec3| {
        let tilted = Vec3::from([(); 3].map(|()| f32::from(rng.below(5) as i8 - 2)));
        if rng.chance(128) { tilted } else { plain }
    };
    let (u, v) = (axis(Vec3::X), axis(Vec3::Z));
    let at = Vec3::from([(); 3].map(|()| f32::from(rng.below(17) as i8 - 8) * 0.25));
    let size = rng.pick(&[0.5, 0.25, 2.0, 16.0]);
    let corners = rng.pick(&PLATES);
    let mut corners: Vec<Vec3> =
        corners.iter().map(|&(a, b)| at + (u * f32::from(a) + v * f32::from(b)) * size).collect();
    if rng.chance(128) {
        corners.reverse();
    }
    out.push(corners);
}

/// Adds steps that rise by more or less than the size of the body, or by almost nothing.
pub(super) fn stairs(rng: &mut Rng, size: f32, out: &mut Vec<Corners>) {
    let [u, v] = plane_axes(rng);
    let n = v.cross(u);
    let mut at = place(rng).as_dvec3().clamp(DVec3::splat(-2.0), DVec3::splat(2.0));
    let rise = n * f64::from(rng.pick(&[0.2_f32, 1e-6, 1.0, 2.0, 0.01]) * size);
    let run = u * f64::from(rng.pick(&[0.4_f32, 1.0, 3.0, 0.01]) * size);
    let half = v * (3.0 * f64::from(size));
    for _ in 0..2 + rng.below(4) {
        quad(rng, out, [at - half, at - half + rise, at + half + rise, at + half]);
        at += rise;
        quad(rng, out, [at - half, at - half + run, at + half + run, at + half]);
        at += run;
    }
}

/// Adds a plate with a square hole of about the size of the body.
pub(super) fn hole(rng: &mut Rng, size: f32, out: &mut Vec<Corners>) {
    let [u, v] = plane_axes(rng);
    let at = place(rng).as_dvec3().clamp(DVec3::splat(-2.0), DVec3::splat(2.0));
    let half = f64::from(size) + f64::from(rng.pick(&[1e-3_f32, 0.0, 1e-6, -1e-6, 1.1e-3, 0.1]));
    let far = 4.0 * half;
    for turn in 0..4 {
        let (s, c) = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][turn];
        let (a, b) = (u * c + v * s, v * c - u * s);
        quad(
            rng,
            out,
            [
                at + a * half - b * far,
                at + a * far - b * far,
                at + a * far + b * half,
                at + a * half + b * half,
            ],
        );
    }
}
