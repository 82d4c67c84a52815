//! Newton's method from the left along a parabola: when does a falling point come within a distance
//! of a polygon?
//!
//! Along x + v t + a t^2 / 2 the certificate L(n, .) is a quadratic of t that lies below the
//! distance. Its first root is found in closed form, and up to there the path is clear, whatever n
//! was: so each step clears what it walks, as in `sweep.rs`. Where the plane is never reached, all
//! of the rest is clear.

use glam::DVec3;

use super::polygon::{Polygon, SeparatingAxis};
use super::time_of_impact::SkinThresholds;
use crate::geometry::Feature;
use crate::shape::space::Space;
use crate::tolerance::{CONTACT_BAND, FEASIBLE, NEWTON_STEPS, TOUCHING_START};

/// A piece of a parabola, from time 0, in the space of a ball: metres and seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fall {
    pub(crate) x: DVec3,
    pub(crate) v: DVec3,
    pub(crate) a: DVec3,
    /// How long it may last.
    pub(crate) time: f64,
}

/// When a polygon is a skin away, and what was found there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParabolaImpact {
    pub(crate) time: f64,
    pub(crate) axis: SeparatingAxis,
}

impl Fall {
    /// How far it has gone after a time.
    pub(crate) fn way(&self, time: f64) -> DVec3 {
        (self.v + self.a * (0.5 * time)) * time
    }

    /// No point of it is further from its start than this.
    pub(crate) fn reach(&self) -> f64 {
        (self.v.length() + 0.5 * self.a.length() * self.time) * self.time
    }

    fn at(&self, polygon: &Polygon<'_>, time: f64) -> ParabolaImpact {
        ParabolaImpact { time, axis: polygon.axis(self.x + self.way(time)) }
    }

    /// Closing in slower than this is rounding and not an approach, and so is pressing with less
    /// than the second.
    fn parallel(&self) -> (f64, f64) {
        let pressing = 4.0 * FEASIBLE * self.a.length();
        (4.0 * FEASIBLE * self.v.length() + pressing * self.time, pressing)
    }
}

/// When the polygon gets in the way of a fall. As in a straight sweep ([`super::approach`]), what
/// only dips to the level of a hit is left alone, and the stop is at the level of what is touched
/// already. Only meetings up to `limit` are asked for.
pub(crate) fn meet(
    space: &Space,
    polygon: &Polygon<'_>,
    fall: &Fall,
    start: SeparatingAxis,
    level: SkinThresholds,
    limit: f64,
) -> Option<f64> {
    let contact = walk(space, polygon, fall, ParabolaImpact { time: 0.0, axis: start }, 1.0)?;
    if contact.time > limit {
        return None;
    }
    let deep = walk(space, polygon, fall, contact, level.hit)?;
    if contact.axis.feature == Feature::Face || deep.axis.feature != Feature::Face {
        return Some(contact.time);
    }
    // The way led across a seam: what stops is the face, once it is as near as what is touched
    // already.
    let met = walk(space, polygon, fall, contact, level.contacts - 0.5 * CONTACT_BAND)?;
    let n = deep.axis.normal;
    let (closing, pressing) = (-n.dot(fall.v + fall.a * deep.time), -n.dot(fall.a));
    let gap = space.distance_at(level.contacts, n) - deep.axis.distance;
    let root = closing * closing - 2.0 * pressing * gap;
    let back = if root > 0.0 { 2.0 * gap / (closing + root.sqrt()) } else { f64::INFINITY };
    let plane = deep.time - back;
    let end = if plane > met.time { plane } else { met.time };
    (end <= limit).then_some(end)
}

/// Newton's steps onwards from `at` to where the polygon is `skins` skins away and comes nearer;
/// the end lies up to a contact band before it. None: planes clear the rest of the fall.
fn walk(
    space: &Space,
    polygon: &Polygon<'_>,
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
        // A ball that somebody puts so that it touches misses the rounding of the certificate.
        let contacts = at.time == 0.0 && room >= -TOUCHING_START * polygon.error;
        let room = if contacts && room < 0.0 { 0.0 } else { room };
        // A step needs a plane that clears the ball where it begins, and so does the claim that the
        // rest is clear.
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
            // It goes away. When does it turn back?
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
        at = fall.at(polygon, time);
    }
    Some(at)
}

/// How much nearer a plane comes within a time, at most.
fn most_decline(closing: f64, pressing: f64, time: f64) -> f64 {
    let at_end = (closing + 0.5 * pressing * time) * time;
    let between =
        if closing > 0.0 && pressing < 0.0 { closing * closing / (-2.0 * pressing) } else { at_end };
    let most = if between > at_end { between } else { at_end };
    if most > 0.0 { most } else { 0.0 }
}

/// When a gap is used up that closes with a speed and an acceleration; None if never. Written so
/// that nothing cancels.
fn first_root(gap: f64, closing: f64, pressing: f64, (parallel, pressing_least): (f64, f64)) -> Option<f64> {
    let square = closing * closing + 2.0 * pressing * gap;
    if closing < 0.0 {
        return (pressing > pressing_least).then(|| (square.sqrt() - closing) / pressing);
    }
    let root = if square >= 0.0 { square.sqrt() } else { return None };
    (closing + root > parallel).then(|| 2.0 * gap / (closing + root))
}
