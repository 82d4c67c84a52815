//! The reference implementation of [`watch`](super::watch): every triangle on every piece, with
//! the largest speed of any point of the body.

use crate::body::{Body, Frame};
use crate::moving::travel::MovingMesh;
use crate::triangle::Triangle;
use crate::vector::{V, along, cross, length, sub};

/// Returns the least gap of the samples, at most `up_to`.
pub(super) fn least_gap(
    body: &Body,
    meshes: &[MovingMesh<'_>],
    path: &[(f64, V)],
    resolution: f64,
    up_to: f64,
) -> f64 {
    let frame = body.frame();
    let mut least = up_to;
    for mesh in meshes {
        for ends in path.windows(2) {
            for corners in &mesh.mesh.triangles {
                least = least.min(least_of_piece(&frame, mesh, ends, corners, resolution));
            }
        }
    }
    least
}

fn least_of_piece(
    frame: &Frame,
    mesh: &MovingMesh<'_>,
    ends: &[(f64, V)],
    corners: &Triangle,
    resolution: f64,
) -> f64 {
    let [(t0, p0), (t1, p1)] = [ends[0], ends[1]];
    let (origin_way, turn) = mesh.rates(t1 - t0);
    let way = sub(sub(p1, p0), origin_way);
    let relative = |p: V, t: f64| length(sub(way, cross(turn, sub(p, mesh.origin(t)))));
    let speed = relative(p0, t0).max(relative(p1, t1)) + length(turn) * frame.longest();
    let (mut s, mut least) = (0.0, f64::INFINITY);
    loop {
        let time = t0 + (t1 - t0) * s;
        let from_origin = sub(along(p0, sub(p1, p0), s), mesh.origin(time));
        let gap = frame.touch(&mesh.triangle(corners, &mesh.axes(time), from_origin), [0.0; 3]).gap;
        least = least.min(gap);
        if s >= 1.0 {
            return least;
        }
        let step = 0.5 * (gap.max(0.0) + resolution) / speed;
        s = if step.is_nan() || s + step >= 1.0 { 1.0 } else { s + step };
    }
}
