//! Judges paths in worlds whose meshes move: continuous in time, along the true rotation.
//!
//! A mesh goes from one pose to another in the time 0..=1: its origin along a straight line, and
//! its rotation about the origin by spherical interpolation. The centre of the body follows a path
//! of straight pieces with a time at each corner.
//!
//! ```text
//! for every mesh, for every piece of the path
//!     L = bound of the speed at which the body approaches a point of the mesh
//!     for every triangle that the body can reach
//!         s = 0
//!         while s < 1:  g = gap at s;  s += (max(g, 0) + resolution) / L
//! ```
//! The velocity of the centre relative to the mesh is `c' - o' - W x (c - o)`. It is linear along a
//! piece, so its largest length is at an end of the piece. Seen from the mesh, the body also turns.
//! Its extent along a normal n changes by at most `|W x n| d`, where d is the largest distance of a
//! point of the surface from the foot of its tangent plane: zero for a ball. That of a capsule
//! changes by at most `|W x core|`. A body that touches the mesh at some time was at least the gap
//! away before. A step of gap / L therefore skips nothing, and an overlap deeper than the
//! resolution is always found. For the same reason, a triangle with a large gap is measured again
//! only after the body has moved far enough.
//!
//! **Tolerance.** The library moves the points of a turning mesh along chords, and lets the arc
//! leave the chord by an eighth of the skin. Its bodies stop at half a skin or more, so the bare
//! body keeps three eighths of a skin. The bare body must therefore never be inside a triangle by
//! more than the rounding of the coordinates: [`rounding_of`].

mod refute;
mod travel;
mod watch;

pub use refute::{Escape, find_escape};
pub use travel::{MeshPose, MovingMesh};
pub use watch::{Passage, Watched, watch};

use crate::vector::V;

/// Returns the rounding in metres of a gap between bodies and meshes whose coordinates are up to
/// this far from the origin. Positions, translations and rotated corners are rounded once each.
pub fn rounding_of(furthest: f64) -> f64 {
    1e-15 * (1.0 + furthest)
}

/// Returns the rounding for a path and the meshes around it.
pub fn rounding_at(meshes: &[MovingMesh<'_>], path: &[(f64, V)]) -> f64 {
    let far = |v: &V| v.iter().fold(0.0_f64, |far, x| far.max(x.abs()));
    let path = path.iter().map(|(_, place)| far(place)).fold(0.0, f64::max);
    rounding_of(meshes.iter().map(MovingMesh::furthest).fold(path, f64::max))
}

#[cfg(test)]
mod tests;
