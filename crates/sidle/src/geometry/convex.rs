//! Flat convex polygons: validation, and clipping by a half-space.

use glam::DVec3;

use super::polygon::area_normal;
use crate::tolerance::{PLANAR, SLIVER};

/// Reason why corners do not form a flat convex polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Flaw {
    /// A corner is this many metres off the plane.
    NotPlanar(f64),
    /// The polygon is concave at this corner, or winds around more than once.
    NotConvex(usize),
}

/// Checks that the corners lie in a plane, that they all turn in the same direction and that they
/// wind around once. A polygon without area passes.
pub(crate) fn check(corners: &[DVec3]) -> Result<(), Flaw> {
    let normal = area_normal(corners);
    let size = corners.iter().fold(0.0, |s: f64, c| s.max((*c - corners[0]).length()));
    if normal.length() <= SLIVER * size * size {
        return Ok(());
    }
    let n = normal.normalize();
    let off = corners.iter().fold(0.0, |s: f64, c| s.max(n.dot(*c - corners[0]).abs()));
    if off > PLANAR * size {
        return Err(Flaw::NotPlanar(off));
    }
    // Every corner must be on the inner side of every edge. This single test covers convexity and
    // winding.
    for (i, &a) in corners.iter().enumerate() {
        let edge = corners[(i + 1) % corners.len()] - a;
        let inward = n.cross(edge);
        if let Some(corner) = corners.iter().position(|&c| inward.dot(c - a) < -PLANAR * size * edge.length())
        {
            return Err(Flaw::NotConvex(corner));
        }
    }
    Ok(())
}

/// Half-space of the points p with `normal . p >= level`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfSpace {
    pub(crate) normal: DVec3,
    pub(crate) level: f64,
}

impl HalfSpace {
    /// Returns the signed height above the boundary, in metres if the normal has length 1.
    pub(crate) fn height(&self, p: DVec3) -> f64 {
        self.normal.dot(p) - self.level
    }

    /// Clips a convex polygon to the half-space. Returns fewer than three corners if the polygon
    /// only touches it, and no corners if the polygon is outside.
    pub(crate) fn clip(&self, corners: &[DVec3]) -> Vec<DVec3> {
        let mut left = Vec::with_capacity(corners.len() + 1);
        for (i, &b) in corners.iter().enumerate() {
            let a = corners[(i + corners.len() - 1) % corners.len()];
            let (at_a, at_b) = (self.height(a), self.height(b));
            if (at_a > 0.0 && at_b < 0.0) || (at_a < 0.0 && at_b > 0.0) {
                left.push(a + (b - a) * (at_a / (at_a - at_b)));
            }
            if at_b >= 0.0 {
                left.push(b);
            }
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [DVec3; 4] =
        [DVec3::ZERO, DVec3::new(2.0, 0.0, 0.0), DVec3::new(2.0, 2.0, 0.0), DVec3::new(0.0, 2.0, 0.0)];

    #[test]
    fn a_square_is_clipped_to_a_part_an_edge_a_corner_or_nothing() {
        let clip = |normal, level| HalfSpace { normal, level }.clip(&SQUARE);
        assert_eq!(clip(DVec3::X, 0.0), SQUARE);
        assert_eq!(area_normal(&clip(DVec3::X, 0.5)).z, 2.0 * 3.0);
        assert_eq!(area_normal(&clip(DVec3::NEG_Y, -0.5)).z, 2.0 * 1.0);
        assert_eq!(clip(DVec3::X, 2.0).len(), 2);
        assert_eq!(clip(DVec3::X + DVec3::Y, 4.0), [DVec3::new(2.0, 2.0, 0.0)]);
        assert!(clip(DVec3::X, 2.1).is_empty() && clip(DVec3::Z, 0.1).is_empty());
        assert_eq!(area_normal(&clip(DVec3::X + DVec3::Y, 2.0)).z, 2.0 * 2.0);
    }

    #[test]
    fn flaws_are_named() {
        assert_eq!(check(&SQUARE), Ok(()));
        let mut bent = SQUARE;
        bent[2].z = 0.5;
        assert!(matches!(check(&bent), Err(Flaw::NotPlanar(_))));
        let dart = [SQUARE[0], SQUARE[1], DVec3::new(0.5, 0.5, 0.0), SQUARE[3]];
        assert!(matches!(check(&dart), Err(Flaw::NotConvex(_))));
        assert_eq!(check(&[DVec3::ZERO, DVec3::X, DVec3::X * 2.0]), Ok(()));
    }
}
