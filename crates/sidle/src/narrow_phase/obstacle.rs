//! The certificate: a lower bound of the distance between a point and an obstacle that is valid
//! despite rounding.
//!
//! The obstacle of a mover is a convex polygon, minus the core of the mover's shape: every mover is
//! a core (a point, or the segment of a capsule) inflated by a ball, and touches the polygon where
//! its centre is within the radius of that ball of the difference.
//!
//! For any unit n, the polygon lies on the far side of the plane through its corner furthest along
//! n, so
//!     distance(x, polygon) >= min_i n . (x - v_i)  =: L(n, x).
//! A segment core from -c to c subtracts |n . c|, since the polygon and the core are bounded apart.
//! The bound does not depend on how n was found: a bad closest point makes L small, never wrong.
//! The returned bound already has the rounding of its own evaluation subtracted.

use glam::DVec3;

use super::separating_axis::{CorePart, SeparatingAxis};
use crate::geometry::Feature;
use crate::geometry::polygon;
use crate::tolerance::CERTIFICATE_ROUNDING;

/// Convex polygon in the space of a mover, minus the core of the mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle<'a> {
    /// Corners of the polygon.
    pub(crate) corners: &'a [DVec3],
    /// Unit length; zero for a sliver.
    pub(crate) normal: DVec3,
    /// Largest error that rounding can add to a certified distance.
    pub(crate) error: f64,
    /// Half the segment core of a capsule; `None` for a point core.
    pub(crate) core: Option<&'a DVec3>,
}

/// Rounding-error scale of a certificate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundingScale {
    /// Largest distance of query points from the origin, in world metres, and the largest lever of
    /// the instances: see [`Candidates::note_lever`](super::Candidates::note_lever).
    pub(crate) reach: f64,
    /// [`Space::squeeze`]: the corners were rounded at up to this multiple of their distance.
    pub(crate) squeeze: f64,
}

impl<'a> Obstacle<'a> {
    pub(crate) fn new(corners: &'a [DVec3], core: Option<&'a DVec3>, rounding_scale: RoundingScale) -> Self {
        let (normal, error) = plane_and_error(corners, rounding_scale);
        Self { corners, normal, error, core }
    }

    /// Returns L(n, x) minus its rounding error: a lower bound of the distance from x to the
    /// obstacle along n.
    #[inline(always)]
    pub(crate) fn separation(&self, n: DVec3, x: DVec3) -> f64 {
        let least = match self.corners {
            [a, b, c] => lowest(&[*a, *b, *c], n, x),
            corners => lowest(corners, n, x),
        };
        let least = match self.core {
            None => least,
            Some(core) => least - n.dot(*core).abs(),
        };
        least - self.error
    }

    /// Returns true if the face of the polygon is closest to the point `x`, not an edge.
    pub(crate) fn is_below(&self, x: DVec3) -> bool {
        polygon::is_below(x, self.corners, self.normal)
    }

    /// Returns true if any part of the core of a mover at `x` is not in front of the polygon's
    /// plane; false for a polygon without a plane.
    pub(crate) fn is_behind(&self, x: DVec3) -> bool {
        let depth = self.core.map_or(0.0, |core| self.normal.dot(*core).abs());
        self.normal != DVec3::ZERO && self.normal.dot(x - self.corners[0]) <= depth
    }

    /// Returns the number of faces that [`Obstacle::each_side_of_face`] knows: the face of the
    /// polygon, and one face for each of its edges.
    pub(crate) fn face_count(&self) -> usize {
        1 + self.corners.len()
    }

    /// Returns the edges of the obstacle that meet in the corner that is its closest point, and
    /// their number. There are none if the closest point is on an edge or a face.
    pub(crate) fn edges_at_corner(&self, axis: &SeparatingAxis) -> ([DVec3; 3], usize) {
        let Feature::Corner(i) = axis.feature else { return ([DVec3::ZERO; 3], 0) };
        let (corners, i) = (self.corners, usize::from(i));
        let count = corners.len();
        let [next, before] = [corners[(i + 1) % count], corners[(i + count - 1) % count]];
        let core = self.core.copied();
        if axis.part == CorePart::Between {
            return ([DVec3::ZERO; 3], 0);
        }
        let edges = [next - corners[i], before - corners[i], core.unwrap_or(DVec3::ZERO)];
        (edges, if core.is_some() { 3 } else { 2 })
    }

    /// Returns edge `e` of the polygon.
    pub(super) fn side(&self, e: usize) -> [DVec3; 2] {
        let corners = self.corners;
        [corners[e], corners[if e + 1 == corners.len() { 0 } else { e + 1 }]]
    }
}

/// Returns the distance from the nearest corner to `x`, measured along `n`.
#[inline(always)]
fn lowest(corners: &[DVec3], n: DVec3, x: DVec3) -> f64 {
    let mut least = f64::INFINITY;
    for &corner in corners {
        let s = n.dot(x - corner);
        if s < least {
            least = s;
        }
    }
    least
}

pub(super) fn plane_and_error(
    corners: &[DVec3],
    RoundingScale { reach, squeeze }: RoundingScale,
) -> (DVec3, f64) {
    let furthest = corners.iter().fold(0.0, |far, c| {
        let l = c.length_squared();
        if l > far { l } else { far }
    });
    (polygon::unit_normal(corners), CERTIFICATE_ROUNDING * (squeeze * furthest.sqrt() + reach))
}

#[cfg(test)]
mod tests;
