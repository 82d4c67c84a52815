//! Newton's method from the left: when does a moving point come within a distance of a polygon?
//!
//! g(t) = distance(x + t d, polygon) is convex in t, and the certificate L(n, x + t d) is a straight line that lies below it.
//! Following that line to the wanted distance therefore never oversteps the first root, and each step clears the piece
//! of the path that it walks: where the line stays above the distance, so does g.

use glam::DVec3;

use super::polygon::{Bound, Polygon};
use crate::geometry::Feature;
use crate::shape::space::Space;
use crate::tolerance::{CONTACT_BAND, NEWTON_STEPS};

/// Where a mover has to stop for a polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach {
    /// The fraction of the motion at which the polygon is a skin away.
    pub(crate) fraction: f64,
    /// What was found there.
    pub(crate) bound: Bound,
}

/// The motion that is asked about: `x + t d`, t in 0..=1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(crate) x: DVec3,
    pub(crate) d: DVec3,
    /// Closing in slower than this, per unit of t, is rounding and not an approach.
    pub(crate) parallel: f64,
}

/// What is in the way, in skins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// How far away the nearest of what is touched already is, at most 1.
    pub(crate) touches: f64,
    /// What comes nearer than this is an obstacle; less than `touches`.
    pub(crate) hit: f64,
}

/// When the polygon gets in the way of a path, below the fraction `limit`.
///
/// It does when the path goes on below the level of a hit; where it only dips there it is left alone, so that the
/// neighbours of a floor, at the same height but for rounding, are not obstacles. The stop is at 1 skin all the same.
/// `start` is the bound at t = 0.
pub(crate) fn approach(
    space: &Space,
    polygon: &Polygon<'_>,
    path: &Path,
    start: Bound,
    level: Level,
    limit: f64,
) -> Option<Approach> {
    let touch = walk(space, polygon, path, Approach { fraction: 0.0, bound: start }, 1.0, limit)?;
    let deep = walk(space, polygon, path, touch, level.hit, 1.0)?;
    if touch.bound.feature == Feature::Face || deep.bound.feature != Feature::Face {
        return Some(touch);
    }
    // First near with an edge and then met with its face: the way led across a seam, and what stops is the face, once it
    // is as near as what the mover slides on.
    let met = walk(space, polygon, path, touch, level.touches - 0.5 * CONTACT_BAND, 1.0)?;
    let n = deep.bound.normal;
    let plane = deep.fraction - (space.distance_at(level.touches, n) - deep.bound.distance) / -n.dot(path.d);
    let fraction = if plane > met.fraction { plane } else { met.fraction };
    (fraction <= limit).then(|| Approach { fraction, bound: polygon.bound(path.x + path.d * fraction) })
}

/// Newton onwards from `at` to where the polygon is `skins` skins away; the end lies up to a contact band before it.
fn walk(
    space: &Space,
    polygon: &Polygon<'_>,
    path: &Path,
    mut at: Approach,
    skins: f64,
    limit: f64,
) -> Option<Approach> {
    for _ in 0..NEWTON_STEPS {
        let n = at.bound.normal;
        let closing = -n.dot(path.d);
        if closing <= path.parallel {
            return None;
        }
        // Half the band is aimed for, so that the whole band ends the search.
        let aim = space.distance_at(skins + 0.5 * CONTACT_BAND, n);
        let gap = at.bound.distance - aim;
        if gap <= aim - space.distance_at(skins, n) {
            return Some(at);
        }
        at.fraction += gap / closing;
        if at.fraction > limit {
            return None;
        }
        at.bound = polygon.bound_by_lanes(path.x + path.d * at.fraction);
    }
    Some(at)
}

/// When a path is first within `radius` of the polygon, to within `slack`, below the fraction `limit`. Moving apart or
/// along does not count, not even within the radius.
#[inline]
pub(crate) fn first_touch(
    polygon: &Polygon<'_>,
    path: &Path,
    radius: f64,
    slack: f64,
    limit: f64,
) -> Option<Approach> {
    let mut fraction = 0.0;
    for _ in 0..NEWTON_STEPS {
        let bound = polygon.bound_by_lanes(path.x + path.d * fraction);
        let closing = -bound.normal.dot(path.d);
        if closing <= path.parallel {
            return None;
        }
        let gap = bound.distance - radius;
        if gap <= slack {
            return Some(Approach { fraction, bound });
        }
        fraction += gap / closing;
        if fraction > limit {
            return None;
        }
    }
    Some(Approach { fraction, bound: polygon.bound_by_lanes(path.x + path.d * fraction) })
}
