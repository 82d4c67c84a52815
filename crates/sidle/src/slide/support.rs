//! How far the faces that hold a mover reach.
//!
//! While a face pushes back, the mover slides along it in a straight line; beyond its rim it has to
//! roll over an edge, if the motion presses it down there. So a straight piece ends where the foot
//! leaves the last of the faces that lie in one plane, however many triangles that plane is made
//! of.

use glam::DVec3;

use super::contacts::MoverContact;
use super::mover::Mover;
use super::{Response, Scratch};
use crate::narrow_phase::{Polygon, SeparatingAxis};
use crate::solve::cone::Direction;
use crate::tolerance::{CONTACT_BAND, FLOOR_REACH, FLOOR_REACH_SLACK, FLUSH_NORMAL, PAST_THE_BOUNDARY};

impl Mover<'_> {
    /// The part of a step over which every active touch (all of them faces) goes on holding.
    pub(super) fn supported_part(&mut self, direction: &Direction, step: DVec3) -> f64 {
        if self.config.response != Response::Slide {
            // Momentum does not press: what was in the way is taken from it already.
            return 1.0;
        }
        let d = self.space.unit_from_world(step);
        let active = direction.active().iter().map(|&(i, _)| {
            let MoverContact { candidate, axis, .. } = self.scratch.contacts[i];
            self.end_of_support(candidate, &axis, d)
        });
        active.fold(1.0, |least, s| if s < least { s } else { least })
    }

    /// Where the foot of a touch leaves the plane's faces, as a fraction of `d`; a little beyond
    /// it, so that the edge is next.
    pub(super) fn end_of_support(&mut self, candidate: usize, axis: &SeparatingAxis, d: DVec3) -> f64 {
        let Scratch { candidates, intervals, .. } = &mut *self.scratch;
        let (foot, x) = (axis.point, self.space.unit_from_world(self.x));
        let face = candidates.polygon(candidate);
        // A foot on an edge may have left it before, by rounding; nobody goes back for that.
        let reached = stay(&face, foot, d).map_or(0.0, |(_, exit)| if exit > 0.0 { exit } else { 0.0 });
        // What rounding makes of a way along an edge is the same for a stroll, which asks for the
        // end first.
        if reached >= 1.0 || face.is_below(x + d) {
            return 1.0;
        }
        let length = d.length();
        let past = PAST_THE_BOUNDARY * self.space.radius / length;
        let level = CONTACT_BAND * (self.space.radius - self.space.bare_radius(axis.normal));
        // No face that is further away can hold the foot on this way, however it is tilted within
        // the bounds of one floor.
        let furthest = ((x - foot).length() + length) * FLOOR_REACH
            + 2.0 * level
            + FLOOR_REACH_SLACK * self.space.radius;
        intervals.clear();
        for i in (0..candidates.len()).filter(|&i| candidates.at_least(i, x) <= furthest) {
            let other = candidates.polygon(i);
            let flush = other.normal.dot(axis.normal).abs() > FLUSH_NORMAL
                && other.normal.dot(foot - other.corners[0]).abs() <= level;
            if let Some((enter, exit)) = flush.then(|| stay(&other, foot, d)).flatten()
                && exit > reached + past
            {
                intervals.push(enter, exit);
            }
        }
        intervals.carry_on(reached, past) + past
    }
}

/// The fractions of `d` between which a point that starts at `foot` is over a polygon; None if it
/// never is.
fn stay(polygon: &Polygon<'_>, foot: DVec3, d: DVec3) -> Option<(f64, f64)> {
    let (mut enter, mut exit) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut a = polygon.corners[polygon.corners.len() - 1];
    for &b in polygon.corners {
        let inward = polygon.normal.cross(b - a);
        let (side, speed) = (inward.dot(foot - a), inward.dot(d));
        if speed > 0.0 && -side / speed > enter {
            enter = -side / speed;
        } else if speed < 0.0 && -side / speed < exit {
            exit = -side / speed;
        } else if speed == 0.0 && side < 0.0 {
            return None;
        }
        a = b;
    }
    (enter <= exit).then_some((enter, exit))
}
