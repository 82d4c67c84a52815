//! Extent of the faces that support a mover.
//!
//! While a face pushes back, the mover slides along it in a straight line. Beyond its boundary edge
//! the mover must roll over that edge, if the motion presses it down there. So a straight segment
//! ends where the contact point (the foot) leaves the last of the coplanar faces. The number of
//! triangles in that plane does not matter.

use glam::DVec3;

use super::Mover;
use super::Scratch;
use super::contacts::MoverContact;
use crate::geometry::Feature;
use crate::narrow_phase::{Obstacle, SeparatingAxis};
use crate::slide::Response;
use crate::solve::cone::Direction;
use crate::tolerance::{CONTACT_BAND, FLOOR_REACH, FLOOR_REACH_SLACK, FLUSH_NORMAL, PAST_THE_BOUNDARY};

impl Mover<'_> {
    /// Returns the fraction of a step over which every active contact supports the mover. All
    /// active contacts must be faces.
    pub(super) fn supported_part(&mut self, direction: &Direction, step: DVec3) -> f64 {
        if self.config.response != Response::Slide {
            // Momentum does not press against surfaces: the motion into them is already removed.
            return 1.0;
        }
        let d = self.space.unit_from_world(step);
        let active = direction.active().iter().map(|&(i, _)| {
            let MoverContact { candidate, axis, .. } = self.scratch.contacts[i];
            self.end_of_support(candidate, &axis, d)
        });
        active.fold(1.0, |least, s| if s < least { s } else { least })
    }

    /// Returns the fraction of `d` at which the contact point leaves the coplanar faces. The
    /// fraction is slightly too large, so that the edge is the next contact.
    pub(super) fn end_of_support(&mut self, candidate: usize, axis: &SeparatingAxis, d: DVec3) -> f64 {
        let Scratch { candidates, intervals, .. } = &mut *self.scratch;
        let (foot, x) = (axis.point, self.space.unit_from_world(self.x));
        let face = candidates.obstacle(candidate);
        let level = CONTACT_BAND * (self.space.radius - self.space.bare_radius(axis.normal));
        // Rounding may place a contact point on an edge slightly outside. The mover never moves
        // back for that.
        let reached = stay(&face, own_face(axis), axis, level, d)
            .map_or(0.0, |(_, exit)| if exit > 0.0 { exit } else { 0.0 });
        // The fast path tests the end first. The same test here gives the same result for a path
        // along an edge, where rounding decides.
        if reached >= 1.0 || face.has_same_face_at(axis, x + d) {
            return 1.0;
        }
        let length = d.length();
        let past = PAST_THE_BOUNDARY * self.space.radius / length;
        // A face that is further away cannot support the contact point on this path, even at the
        // largest tilt that counts as coplanar.
        let furthest = ((x - foot).length() + length) * FLOOR_REACH
            + 2.0 * level
            + FLOOR_REACH_SLACK * self.space.radius;
        intervals.clear();
        for i in (0..candidates.len()).filter(|&i| candidates.at_least(i, x) <= furthest) {
            let other = candidates.obstacle(i);
            let is_flush = || {
                other.normal.dot(axis.normal).abs() > FLUSH_NORMAL
                    && other.normal.dot(foot - other.corners[0]).abs() <= level
            };
            let faces = if other.core.is_some() { other.face_count() } else { usize::from(is_flush()) };
            for face in 0..faces {
                if let Some((enter, exit)) = stay(&other, face, axis, level, d)
                    && exit > reached + past
                {
                    intervals.push(enter, exit);
                }
            }
        }
        intervals.carry_on(reached, past) + past
    }
}

/// Returns the fractions of `d` between which a point that starts at the closest point of an axis
/// is over a face of an obstacle. Returns `None` if the point is never over the face. The face of a
/// polygon must lie in the plane of the axis. An obstacle with a segment core has several faces,
/// and `None` is also the result for a face that is not within `level` of that plane.
fn stay(
    obstacle: &Obstacle<'_>,
    face: usize,
    axis: &SeparatingAxis,
    level: f64,
    d: DVec3,
) -> Option<(f64, f64)> {
    let foot = axis.point;
    let (mut enter, mut exit, mut is_beside) = (f64::NEG_INFINITY, f64::INFINITY, false);
    let mut cut = |inward: DVec3, a: DVec3| {
        let (side, speed) = (inward.dot(foot - a), inward.dot(d));
        if speed > 0.0 && -side / speed > enter {
            enter = -side / speed;
        } else if speed < 0.0 && -side / speed < exit {
            exit = -side / speed;
        } else if speed == 0.0 && side < 0.0 {
            is_beside = true;
        }
    };
    if obstacle.core.is_some() {
        if !obstacle.each_side_of_face(face, axis, level, cut) {
            return None;
        }
    } else {
        let mut a = obstacle.corners[obstacle.corners.len() - 1];
        for &b in obstacle.corners {
            cut(obstacle.normal.cross(b - a), a);
            a = b;
        }
    }
    (!is_beside && enter <= exit).then_some((enter, exit))
}

/// Returns the number of the face that contains the closest point of an axis, as for
/// [`Obstacle::each_side_of_face`].
fn own_face(axis: &SeparatingAxis) -> usize {
    match axis.feature {
        Feature::Edge(e) => 1 + usize::from(e),
        _ => 0,
    }
}
