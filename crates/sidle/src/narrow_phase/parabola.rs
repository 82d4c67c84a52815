//! Time of impact along a parabola: when does a falling point come within a distance of a polygon?
//! Newton's method from the left.
//!
//! Along x + v t + a t^2 / 2, the certificate L(n, .) is a quadratic in t. It is a lower bound of
//! the distance. Its first root has a closed form. The path is clear up to that root, for any n.
//! Each step therefore clears the segment that it skips, as in `time_of_impact.rs`. If the path
//! never reaches the plane, the rest of the path is clear.

use glam::DVec3;

use super::obstacle::Obstacle;
use super::separating_axis::SeparatingAxis;
use super::time_of_impact::SkinThresholds;
use crate::shape::space::Space;
use crate::tolerance::{CONTACT_BAND, FEASIBLE, NEWTON_STEPS, TOUCHING_START};

/// Segment of a parabola, from time 0, in the space of a ball; metres and seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fall {
    pub(crate) x: DVec3,
    pub(crate) v: DVec3,
    pub(crate) a: DVec3,
    /// Maximum duration.
    pub(crate) time: f64,
}

/// Time at which a polygon is a skin away, and the separating axis there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParabolaImpact {
    pub(crate) time: f64,
    pub(crate) axis: SeparatingAxis,
}

impl Fall {
    /// Returns the displacement after a time.
    pub(crate) fn displacement(&self, time: f64) -> DVec3 {
        (self.v + self.a * (0.5 * time)) * time
    }

    /// Returns an upper bound of the distance from the start, over the whole segment.
    pub(crate) fn reach(&self) -> f64 {
        (self.v.length() + 0.5 * self.a.length() * self.time) * self.time
    }

    fn at(&self, obstacle: &Obstacle<'_>, time: f64) -> ParabolaImpact {
        ParabolaImpact { time, axis: obstacle.axis(self.x + self.displacement(time)) }
    }

    /// Returns two thresholds. Closing speeds up to the first, and accelerations towards the plane
    /// up to the second, are rounding.
    fn parallel(&self) -> (f64, f64) {
        let pressing = 4.0 * FEASIBLE * self.a.length();
        (4.0 * FEASIBLE * self.v.length() + pressing * self.time, pressing)
    }
}

/// Returns the time at which the polygon obstructs a fall. As in a straight sweep
/// ([`super::approach`]), a polygon that stays above the hit threshold is ignored. The stop is at
/// the threshold of the present contacts. Ignores impacts after `limit`.
pub(crate) fn first_contact_of_fall(
    space: &Space,
    obstacle: &Obstacle<'_>,
    fall: &Fall,
    start: SeparatingAxis,
    level: SkinThresholds,
    limit: f64,
) -> Option<f64> {
    let contact = advance(space, obstacle, fall, ParabolaImpact { time: 0.0, axis: start }, 1.0)?;
    if contact.time > limit {
        return None;
    }
    let deep = advance(space, obstacle, fall, contact, level.hit)?;
    if contact.axis.is_flat() || !deep.axis.is_flat() {
        return Some(contact.time);
    }
    // The path crossed an internal edge. The face stops the ball once it is as close as the present
    // contacts.
    let found = advance(space, obstacle, fall, contact, level.contacts - 0.5 * CONTACT_BAND)?;
    let n = deep.axis.normal;
    let (closing, pressing) = (-n.dot(fall.v + fall.a * deep.time), -n.dot(fall.a));
    let gap = space.distance_at(level.contacts, n) - deep.axis.distance;
    let root = closing * closing - 2.0 * pressing * gap;
    let back = if root > 0.0 { 2.0 * gap / (closing + root.sqrt()) } else { f64::INFINITY };
    let plane = deep.time - back;
    let end = if plane > found.time { plane } else { found.time };
    (end <= limit).then_some(end)
}

/// Takes Newton steps from `at` to the time at which the polygon is `skins` skins away and
/// approaches. The result lies up to a contact band before that time. Returns `None` if planes
/// clear the rest of the fall.
fn advance(
    space: &Space,
    obstacle: &Obstacle<'_>,
    fall: &Fall,
    mut at: ParabolaImpact,
    skins: f64,
) -> Option<ParabolaImpact> {
    let (parallel, pressing_least) = fall.parallel();
    for _ in 0..NEWTON_STEPS {
        let n = at.axis.normal;
        let (closing, pressing) = (-n.dot(fall.v + fall.a * at.time), -n.dot(fall.a));
        let bare = space.bare_radius(n);
        let room = at.axis.distance - bare;
        // If a ball is placed in contact, the certificate is short of contact by its rounding
        // error.
        let contacts = at.time == 0.0 && room >= -TOUCHING_START * obstacle.error;
        let room = if contacts && room < 0.0 { 0.0 } else { room };
        // A step needs a plane that clears the ball at its start. So does the claim that the rest
        // is clear.
        let rest = || (room < most_decline(closing, pressing, fall.time - at.time)).then_some(at);
        if room < 0.0 {
            return Some(at);
        }
        let aim = bare + (skins + 0.5 * CONTACT_BAND) * (space.radius - bare);
        let gap = at.axis.distance - aim;
        let is_near = gap <= aim - space.distance_at(skins, n);
        let step = if is_near && closing > parallel {
            return Some(at);
        } else if is_near {
            // The ball moves away. The step leads to the time at which it turns back.
            if pressing <= pressing_least {
                return rest();
            }
            if closing >= -parallel {
                return Some(at);
            }
            -closing / pressing
        } else {
            let Some(root) = first_root(gap, closing, pressing, (parallel, pressing_least)) else {
                return rest();
            };
            root
        };
        let time = at.time + step;
        if time > fall.time {
            return None;
        }
        at = fall.at(obstacle, time);
    }
    Some(at)
}

/// Returns an upper bound of the distance by which a plane approaches within a time.
fn most_decline(closing: f64, pressing: f64, time: f64) -> f64 {
    let at_end = (closing + 0.5 * pressing * time) * time;
    let between =
        if closing > 0.0 && pressing < 0.0 { closing * closing / (-2.0 * pressing) } else { at_end };
    let most = if between > at_end { between } else { at_end };
    if most > 0.0 { most } else { 0.0 }
}

/// Returns the time at which a gap closes, for a closing speed and an acceleration; `None` if
/// never. The formulas avoid cancellation.
fn first_root(gap: f64, closing: f64, pressing: f64, (parallel, pressing_least): (f64, f64)) -> Option<f64> {
    let square = closing * closing + 2.0 * pressing * gap;
    if closing < 0.0 {
        return (pressing > pressing_least).then(|| (square.sqrt() - closing) / pressing);
    }
    let root = if square >= 0.0 { square.sqrt() } else { return None };
    (closing + root > parallel).then(|| 2.0 * gap / (closing + root))
}
