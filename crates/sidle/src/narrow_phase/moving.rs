//! Time of impact with a polygon whose corners move along straight lines.
//!
//! For a fixed normal n, the separation at the fraction t is the least of n . (x(t) - v_i(t)) over
//! the corners, so it is a concave function of t: the least of linear ones. Where it is large
//! enough at two fractions, it is so between them. Each step takes the normal of the closest point
//! and goes to the first fraction at which a corner reaches the target distance, so it skips only
//! what is proved free.

use glam::DVec3;

use super::clear_plane::Path;
use super::obstacle::{Obstacle, RoundingScale};
use super::separating_axis::SeparatingAxis;
use super::time_of_impact::SkinThresholds;
use crate::shape::space::Space;
use crate::tolerance::{CONTACT_BAND, MOVING_STEPS};

/// A convex polygon in the space of a mover, with the displacement of each corner along the path.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovingPolygon {
    pub(crate) corners: Vec<DVec3>,
    pub(crate) displacements: Vec<DVec3>,
    /// Memory: the corners at a fraction, and a clipped copy.
    at: Vec<DVec3>,
    clipped: Vec<(DVec3, DVec3)>,
}

impl MovingPolygon {
    pub(crate) fn clear(&mut self) {
        self.corners.clear();
        self.displacements.clear();
    }

    pub(crate) fn push(&mut self, corner: DVec3, displacement: DVec3) {
        self.corners.push(corner);
        self.displacements.push(displacement);
    }

    pub(crate) fn bytes(&self) -> usize {
        let vectors = self.corners.capacity() + self.displacements.capacity() + self.at.capacity();
        vectors * size_of::<DVec3>() + self.clipped.capacity() * size_of::<(DVec3, DVec3)>()
    }

    /// Cuts the polygon off outside a cube around `x`. Its corners move with the rest of it, so
    /// that a large polygon that turns does not move faster than its part in the cube. An empty
    /// result means that no part is in the cube.
    pub(crate) fn clip(&mut self, x: DVec3, half: f64) {
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                // Inside is where `outside` is not above 0.
                let outside = |c: DVec3| side * (c[axis] - x[axis]) - half;
                if self.corners.iter().all(|&c| outside(c) <= 0.0) {
                    continue;
                }
                self.clipped.clear();
                for i in 0..self.corners.len() {
                    let j = (i + 1) % self.corners.len();
                    let (here, there) = (self.corners[i], self.corners[j]);
                    let (a, b) = (outside(here), outside(there));
                    if a <= 0.0 {
                        self.clipped.push((here, self.displacements[i]));
                    }
                    if (a <= 0.0) != (b <= 0.0) {
                        let share = a / (a - b);
                        let (from, to) = (self.displacements[i], self.displacements[j]);
                        self.clipped.push((here + (there - here) * share, from + (to - from) * share));
                    }
                }
                self.clear();
                for i in 0..self.clipped.len() {
                    let (corner, displacement) = self.clipped[i];
                    self.push(corner, displacement);
                }
            }
        }
    }

    /// Returns the fraction of the path at which the polygon stops the mover, if it does. `level`
    /// is that of [`super::approach`].
    pub(crate) fn approach(
        &mut self,
        space: &Space,
        scale: RoundingScale,
        path: &Path,
        level: SkinThresholds,
    ) -> Option<f64> {
        if self.corners.is_empty() {
            return None;
        }
        let contact = self.advance(space, scale, path, 0.0, 1.0)?;
        self.advance(space, scale, path, contact, level.hit)?;
        Some(contact)
    }

    /// Goes from `fraction` to the fraction at which the polygon is `skins` skins away. Returns
    /// `None` if it never is.
    fn advance(
        &mut self,
        space: &Space,
        scale: RoundingScale,
        path: &Path,
        mut fraction: f64,
        skins: f64,
    ) -> Option<f64> {
        let core = space.core();
        for _ in 0..MOVING_STEPS {
            let x = path.x + path.d * fraction;
            let Self { corners, displacements, at, .. } = self;
            at.clear();
            at.extend(corners.iter().zip(&*displacements).map(|(&c, &d)| c + d * fraction));
            let obstacle = Obstacle::new(at, core.as_ref(), scale);
            let Some(SeparatingAxis { normal, distance, .. }) = clear_axis(space, &obstacle, x) else {
                return Some(fraction);
            };
            let bare = space.bare_radius(normal);
            let aim = bare + (skins + 0.5 * CONTACT_BAND) * (space.radius - bare);
            if distance - aim <= 0.5 * CONTACT_BAND * (space.radius - bare) {
                return Some(fraction);
            }
            // No corner is nearer than `distance` now.
            let mut next = f64::INFINITY;
            let lowest = lowest(at, normal, x);
            for (&corner, &displacement) in at.iter().zip(&*displacements) {
                let closing = -normal.dot(path.d - displacement);
                let gap = normal.dot(x - corner) + distance - lowest - aim;
                if closing > 0.0 && fraction + gap / closing < next {
                    next = fraction + gap / closing;
                }
            }
            if next >= 1.0 {
                return None;
            }
            if next <= fraction {
                return Some(fraction);
            }
            fraction = next;
        }
        Some(fraction)
    }
}

/// Returns the separating axis of the inflated or of the bare shape, if it clears the bare shape.
fn clear_axis(space: &Space, obstacle: &Obstacle<'_>, x: DVec3) -> Option<SeparatingAxis> {
    let axis = obstacle.axis(x);
    if axis.distance >= space.bare_radius(axis.normal) {
        return Some(axis);
    }
    if space.is_round() {
        return None;
    }
    obstacle.bound_of_bare(space, x).filter(|axis| axis.distance >= space.bare_radius(axis.normal))
}

fn lowest(corners: &[DVec3], n: DVec3, x: DVec3) -> f64 {
    corners.iter().fold(f64::INFINITY, |least, &c| {
        let height = n.dot(x - c);
        if height < least { height } else { least }
    })
}
