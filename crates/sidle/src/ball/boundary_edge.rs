//! The time for which coplanar faces support a ball that moves along a parabola in their plane.

use glam::DVec3;

use super::roller::Roller;
use crate::narrow_phase::Obstacle;
use crate::slide::MoverContact;
use crate::tolerance::{CONTACT_BAND, FLUSH_NORMAL, PAST_THE_BOUNDARY};

impl Roller<'_> {
    /// Returns the time at which the foot of the ball leaves the last face in the plane of a
    /// contact, plus a small distance past the boundary edge; at most `time`.
    pub(super) fn time_to_boundary_edge(&self, contact: &MoverContact, a: DVec3, time: f64) -> f64 {
        let candidates = &self.mover.scratch.candidates;
        let displacement = |t: f64| (self.v + a * (0.5 * t)) * t;
        let foot = contact.axis.point;
        let mut reached = leaves(&candidates.obstacle(contact.candidate), foot, self.v, a, 0.0);
        let level = CONTACT_BAND * self.mover.skin;
        let past = |t: f64| t + PAST_THE_BOUNDARY * self.radius / (self.v + a * t).length();
        let mut goes_on = true;
        while reached < time && goes_on {
            goes_on = false;
            let t = past(reached);
            for i in 0..candidates.len() {
                let other = candidates.obstacle(i);
                let flush = other.normal.dot(contact.axis.normal).abs() > FLUSH_NORMAL
                    && other.normal.dot(foot - other.corners[0]).abs() <= level;
                if flush && contains(&other, foot + displacement(t)) {
                    let exit = leaves(&other, foot, self.v, a, t);
                    if exit > t {
                        (reached, goes_on) = (exit, true);
                        break;
                    }
                }
            }
        }
        let end = past(reached);
        if end < time { end } else { time }
    }
}

/// Returns true if a point in the plane of a polygon lies on the polygon.
fn contains(polygon: &Obstacle<'_>, p: DVec3) -> bool {
    each_side(polygon, |inward, corner| inward.dot(p - corner)).all(|side| side >= 0.0)
}

/// Returns the first time at which a point moving along a parabola from `foot` is outside of a side
/// that it is inside at time `from`.
fn leaves(polygon: &Obstacle<'_>, foot: DVec3, v: DVec3, a: DVec3, from: f64) -> f64 {
    let exits = each_side(polygon, |inward, corner| {
        // Distance from the side, s seconds after `from`: c + b s + a s^2 / 2.
        let (speed, rate) = (inward.dot(v + a * from), inward.dot(a));
        let distance = inward.dot(foot + (v + a * (0.5 * from)) * from - corner);
        let distance = if distance > 0.0 { distance } else { 0.0 };
        let square = speed * speed - 2.0 * rate * distance;
        if speed < 0.0 && square >= 0.0 {
            2.0 * distance / (square.sqrt() - speed)
        } else if rate < 0.0 {
            (speed + square.sqrt()) / -rate
        } else {
            f64::INFINITY
        }
    });
    from + exits.fold(f64::INFINITY, |least, t| if t < least { t } else { least })
}

/// Returns the results of `ask` for each side. `ask` gets the inward direction of the side (not of
/// unit length) and one of its ends.
fn each_side<'a>(
    polygon: &'a Obstacle<'_>,
    mut ask: impl FnMut(DVec3, DVec3) -> f64 + 'a,
) -> impl Iterator<Item = f64> + 'a {
    let corners = polygon.corners;
    (0..corners.len()).map(move |i| {
        let (a, b) = (corners[i], corners[if i + 1 == corners.len() { 0 } else { i + 1 }]);
        ask(polygon.normal.cross(b - a), a)
    })
}
