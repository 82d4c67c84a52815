//! How far the faces that hold a mover reach.
//!
//! While a face pushes back, the mover slides along it in a straight line; beyond its rim it has to roll over an edge, if
//! the motion presses it down there. So a straight piece ends where the foot leaves the last of the faces that lie in
//! one plane, however many triangles that plane is made of.

use glam::DVec3;

use super::Response;
use super::mover::Mover;
use super::touch::Touch;
use crate::pair::Polygon;
use crate::tolerance::{CONTACT_BAND, FLUSH_NORMAL, PAST_THE_RIM};
use crate::world::solve::cone::Direction;

impl Mover<'_> {
    /// The part of a step over which every active touch (all of them faces) goes on holding.
    pub(super) fn supported_part(&self, direction: &Direction, step: DVec3) -> f64 {
        if self.config.response != Response::Steer {
            // Momentum does not press: what was in the way is taken from it already.
            return 1.0;
        }
        let d = self.space.unit_from_world(step);
        let active = direction.active().iter().map(|&(i, _)| &self.scratch.touches[i]);
        active.map(|touch| self.rim(touch, d)).fold(1.0, |least, s| if s < least { s } else { least })
    }

    /// Where the foot leaves the plane's faces, as a fraction of `d`; a little beyond it, so that the edge is next.
    fn rim(&self, touch: &Touch, d: DVec3) -> f64 {
        let candidates = &self.scratch.candidates;
        let foot = touch.bound.point;
        let mut reached = stay(&candidates.polygon(touch.candidate), foot, d).map_or(0.0, |(_, exit)| exit);
        let past = PAST_THE_RIM * self.space.radius / d.length();
        let level = CONTACT_BAND * (self.space.radius - self.space.bare_radius(touch.bound.normal));
        let mut goes_on = true;
        while reached < 1.0 && goes_on {
            goes_on = false;
            for i in 0..candidates.len() {
                let other = candidates.polygon(i);
                let flush = other.normal.dot(touch.bound.normal).abs() > FLUSH_NORMAL
                    && other.normal.dot(foot - other.corners[0]).abs() <= level;
                if let Some((enter, exit)) = flush.then(|| stay(&other, foot, d)).flatten()
                    && enter <= reached + past
                    && exit > reached + past
                {
                    (reached, goes_on) = (exit, true);
                }
            }
        }
        reached + past
    }
}

/// The fractions of `d` between which a point that starts at `foot` is over a polygon; None if it never is.
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
