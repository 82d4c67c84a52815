//! Time of impact: when does a moving point come within a distance of a polygon? Newton's method
//! from the left.
//!
//! g(t) = distance(x + t d, polygon) is convex in t. The certificate L(n, x + t d) is a straight
//! line that is a lower bound of g. A step to the point at which this line reaches the target
//! distance therefore never oversteps the first root. Each step also proves the skipped segment
//! free: where the line is above the target distance, g is above it too.
//!
//! This argument needs a plane that clears the bare shape at the start of the step. Steps are only
//! possible with a [`ClearPlane`], which can only be made of such a plane.

use glam::DVec3;

use super::clear_plane::{ClearPlane, Impact, Path};
use super::obstacle::Obstacle;
use super::separating_axis::{ObstaclePart, SeparatingAxis};
use crate::shape::space::Space;
use crate::tolerance::{CONTACT_BAND, NEWTON_STEPS};

/// Distances in skins that decide about contacts and obstacles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SkinThresholds {
    /// Distance of the closest present contact, at most 1.
    pub(crate) contacts: f64,
    /// Distance below which a polygon is an obstacle; less than `contacts`.
    pub(crate) hit: f64,
}

/// Returns the position at which the polygon obstructs a path, below the fraction `limit`.
///
/// A polygon is an obstacle if the path comes closer than `level.hit`. Polygons between that and 1
/// skin are ignored, so that the neighbours of a floor polygon, at the same height within rounding,
/// are not obstacles. The stop is still at 1 skin. `start` is the separating axis at t = 0.
pub(crate) fn approach(
    space: &Space,
    obstacle: &Obstacle<'_>,
    path: &Path,
    start: SeparatingAxis,
    level: SkinThresholds,
    limit: f64,
) -> Option<Impact> {
    let contact = advance(space, obstacle, path, Impact { fraction: 0.0, axis: start }, 1.0, limit)?;
    let deep = advance(space, obstacle, path, contact, level.hit, 1.0)?;
    if contact.axis.is_flat() || !deep.axis.is_flat() {
        return Some(contact);
    }
    // The path came near an edge first, and then hit the face: it crossed an internal edge. The
    // face stops the mover once it is as close as the present contacts.
    let found = advance(space, obstacle, path, contact, level.contacts - 0.5 * CONTACT_BAND, 1.0)?;
    let n = deep.axis.normal;
    let plane = deep.fraction - (space.distance_at(level.contacts, n) - deep.axis.distance) / -n.dot(path.d);
    // The path is known to be clear only up to here.
    let plane = if plane < deep.fraction { plane } else { deep.fraction };
    let fraction = if plane > found.fraction { plane } else { found.fraction };
    (fraction <= limit).then(|| Impact { fraction, axis: obstacle.axis(path.x + path.d * fraction) })
}

/// Takes Newton steps from `at` to the fraction at which the polygon is `skins` skins away. The
/// result lies up to a contact band before that fraction. Returns `None` if planes clear the path
/// up to `limit`.
fn advance(
    space: &Space,
    obstacle: &Obstacle<'_>,
    path: &Path,
    mut at: Impact,
    skins: f64,
    limit: f64,
) -> Option<Impact> {
    for _ in 0..NEWTON_STEPS {
        let Some(plane) = ClearPlane::new(space, obstacle, path, &mut at) else { return Some(at) };
        if plane.closing <= path.parallel && plane.clears_until(limit) {
            return None;
        }
        let skin = space.radius - plane.bare;
        // Aims for half the band, so that the whole band ends the search.
        let aim = plane.bare + (skins + 0.5 * CONTACT_BAND) * skin;
        let gap = at.axis.distance - aim;
        if gap <= aim - (plane.bare + skins * skin) {
            return Some(at);
        }
        at.fraction = plane.after(gap);
        if at.fraction > limit {
            return None;
        }
        at.axis = obstacle.axis_by_lanes(path.x + path.d * at.fraction);
    }
    Some(at)
}

/// Returns the first position at which a path is within `radius` of the polygon, with a tolerance
/// of `slack`. Returns `None` if it lies beyond the fraction `limit`, which has no other effect.
///
/// Motion away from the polygon or along it does not count while its plane stays at least
/// `kept(distance, normal)` away up to the end of the path. `kept` gets the certified distance and
/// the normal of the plane where the path runs along it.
///
/// This is Newton's method with guesses further along the path. The first guess is the fraction at
/// which the plane is a radius away. Later guesses assume that the closest point stays on the line
/// of its edge, or on its corner. A guess can be too far, but its consequence is valid. Let g be
/// the distance between path and polygon, as a function of the fraction. It is convex, so the
/// tangent of its graph at any guess is a lower bound of g everywhere. If the path approaches at
/// the guess, there is no contact at the fractions where the tangent is above the radius.
#[inline]
pub(crate) fn first_contact(
    obstacle: &Obstacle<'_>,
    path: &Path,
    (radius, slack): (f64, f64),
    limit: f64,
    kept: impl Fn(f64, DVec3) -> f64,
) -> Option<Impact> {
    // There is no contact before `clear`; `fraction` is the next position to evaluate.
    let mut clear = plane_contact(obstacle, path, radius, slack);
    let mut fraction = clear;
    let mut may_guess = true;
    for _ in 0..NEWTON_STEPS {
        if clear > limit {
            return None;
        }
        let axis = obstacle.axis_by_lanes(path.x + path.d * fraction);
        let closing = -axis.normal.dot(path.d);
        let is_guess = fraction > clear;
        if closing <= path.parallel {
            // From there on, the path recedes or runs parallel. If the line is above the radius at
            // both ends, there is no contact between them.
            let least = axis.distance.min(axis.distance + closing * (fraction - clear));
            if is_guess && least <= radius {
                (fraction, may_guess) = (clear, false);
                continue;
            }
            let end = axis.distance - closing.max(0.0) * (1.0 - fraction);
            if end >= kept(axis.distance, axis.normal) {
                return None;
            }
            if closing <= 0.0 {
                // No plane proves the rest.
                return (fraction <= limit).then_some(Impact { fraction, axis });
            }
        }
        let gap = axis.distance - radius;
        if gap <= slack && (gap >= 0.0 || !is_guess) {
            return (fraction <= limit).then_some(Impact { fraction, axis });
        }
        may_guess &= gap > 0.0;
        let before = fraction;
        let guess = if may_guess {
            fraction + round_contact(obstacle, path, &axis, radius + 0.5 * slack)
        } else {
            clear
        };
        let next = fraction + gap / closing;
        clear = if next > clear { next } else { clear };
        fraction = if clear < guess && guess <= 1.0 { guess } else { clear };
        if fraction == before && !is_guess {
            // The remaining step is below one unit in the last place.
            return (fraction <= limit).then_some(Impact { fraction, axis });
        }
    }
    let end = || Impact { fraction: clear, axis: obstacle.axis_by_lanes(path.x + path.d * clear) };
    (clear <= limit).then(end)
}

/// Returns the fraction at which the plane of the polygon is `radius` away. This first step needs
/// no closest point. Returns 0 if the plane clears nothing.
#[inline(always)]
fn plane_contact(obstacle: &Obstacle<'_>, path: &Path, radius: f64, slack: f64) -> f64 {
    let height = obstacle.normal.dot(path.x - obstacle.corners[0]);
    let n = if height < 0.0 { -obstacle.normal } else { obstacle.normal };
    let closing = -n.dot(path.d);
    let gap = obstacle.separation(n, path.x) - radius;
    if gap > slack && closing > path.parallel { gap / closing } else { 0.0 }
}

/// Returns the remaining fraction until the edge or corner of an axis is `radius` away, or closest
/// if it is never that close. Returns at most 0 for a face, and for an edge or corner that lies
/// behind.
#[inline(always)]
fn round_contact(obstacle: &Obstacle<'_>, path: &Path, axis: &SeparatingAxis, radius: f64) -> f64 {
    let d2 = path.d.length_squared();
    let across2 = match axis.obstacle_part() {
        ObstaclePart::Face => return 0.0,
        ObstaclePart::Corner => d2,
        ObstaclePart::Edge => {
            let Some([start, end]) = obstacle.edge(axis) else { return 0.0 };
            let edge = end - start;
            let along = edge.dot(path.d);
            d2 - along * along / edge.length_squared()
        }
    };
    let nearer = -axis.distance * axis.normal.dot(path.d);
    let gap2 = (axis.distance - radius) * (axis.distance + radius);
    let chord2 = nearer * nearer - across2 * gap2;
    if across2 <= 0.0 {
        0.0
    } else if chord2 > 0.0 {
        gap2 / (nearer + chord2.sqrt())
    } else {
        nearer / across2
    }
}

#[cfg(test)]
mod tests {
    use sidle_scenes::SplitMix64;

    use super::super::obstacle::RoundingScale;
    use super::*;

    const RADIUS: f64 = 0.4;
    const SLACK: f64 = 4e-8;

    fn first(obstacle: &Obstacle<'_>, path: &Path, limit: f64) -> Option<Impact> {
        first_contact(obstacle, path, (RADIUS, SLACK), limit, |_, _| RADIUS)
    }

    /// Reference implementation: Newton's method from the start. Each step leads to where the line
    /// of the last axis reaches the radius.
    fn by_newton(obstacle: &Obstacle<'_>, path: &Path, radius: f64) -> Option<f64> {
        let mut fraction = 0.0;
        for _ in 0..NEWTON_STEPS {
            let axis = obstacle.axis(path.x + path.d * fraction);
            let closing = -axis.normal.dot(path.d);
            if closing <= path.parallel || fraction > 1.0 {
                return None;
            }
            let gap = axis.distance - radius;
            if gap <= SLACK {
                return Some(fraction);
            }
            fraction += gap / closing;
        }
        Some(fraction)
    }

    /// Returns the separating axis where a path is closest to a polygon.
    fn nearest_on(obstacle: &Obstacle<'_>, path: &Path) -> SeparatingAxis {
        let axis = |t: f64| obstacle.axis(path.x + path.d * t);
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            (low, high) = if axis(a).distance < axis(b).distance { (low, b) } else { (a, high) };
        }
        axis(low)
    }

    /// Uses polygons of three to five corners: ordinary ones, slivers, tiny and huge ones. The
    /// paths start free, and hit, miss or graze the polygons.
    #[test]
    fn a_touch_is_found_where_newton_finds_it() {
        let mut rng = SplitMix64::new(7);
        let (mut touched, mut missed, mut grazed) = (0, 0, 0);
        for case in 0..400_000 {
            let size = [0.05, 0.7, 3.0, 300.0][case % 4];
            let mut v = |s: f64| DVec3::from_array([(); 3].map(|()| rng.range(-s, s)));
            let (a, u, w) = (v(1.0), v(size), v(size));
            let thin = [1.0, 1.0, 1e-3, 1e-9, 0.0][case / 4 % 5];
            let corners =
                [a, a + u, a + u * 0.8 + w * thin, a + u * 0.4 + w * 1.2 * thin, a - u * 0.1 + w * thin];
            let corners = &corners[..[3, 3, 4, 5][case / 20 % 4]];
            let aim = corners[case % 3] * 0.6 + corners[(case + 1) % 3] * 0.4;
            let from = aim + v(1.0).normalize() * [0.41, 1.0, 4.0][case / 80 % 3];
            let beside = v(1.0) * [0.0, 0.5, 1.0][case / 240 % 3];
            let mut path = Path { x: from, d: (aim + beside - from) * 1.5, parallel: 1e-10 };
            let obstacle = Obstacle::new(corners, None, RoundingScale { reach: 10.0, squeeze: 1.0 });
            if case / 720 % 3 == 0 {
                let nearest = nearest_on(&obstacle, &path);
                let off = [-1e-4, -1e-7, -1e-9, 0.0, 1e-9, 1e-7][case / 2160 % 6];
                path.x += nearest.normal * (RADIUS + off - nearest.distance);
            }
            let ends = |t: f64| obstacle.axis(path.x + path.d * t).distance;
            if ends(0.0) <= RADIUS {
                continue;
            }
            let (fast, slow) = (first(&obstacle, &path, 1.0), by_newton(&obstacle, &path, RADIUS));
            let told = || format!("case {case}: {corners:?} from {from} by {}", path.d);
            match (fast, slow) {
                (Some(fast), Some(slow)) => {
                    touched += 1;
                    assert!(ends(fast.fraction) <= RADIUS + SLACK, "{}", told());
                    let at = path.x + path.d * fast.fraction;
                    let distance = (at - obstacle.axis(at).point).length();
                    assert!(distance >= RADIUS - 1e-11, "{distance}: {}", told());
                    // Both lie between the radius and the slack; for needles, within rounding.
                    let most = if thin < 1e-6 { 10.0 * SLACK } else { 2.0 * SLACK };
                    let closing = -fast.axis.normal.dot(path.d);
                    let apart = (fast.fraction - slow).abs() * closing;
                    assert!(apart <= most || closing < 0.1 * path.d.length(), "{apart}: {}", told());
                    assert_eq!(fast.axis.distance, ends(fast.fraction), "{}", told());
                    // Free at the start and still approaching, so there was no contact before.
                    assert!(closing > path.parallel, "{closing}: {}", told());
                    // The limit decides only if the contact counts.
                    for limit in [fast.fraction, 0.5 + 0.5 * fast.fraction] {
                        let again = first(&obstacle, &path, limit).expect("the same touch");
                        let bits =
                            |a: &Impact| (a.fraction.to_bits(), a.axis.distance.to_bits(), a.axis.feature);
                        assert_eq!(bits(&again), bits(&fast), "{}", told());
                    }
                    let sooner = first(&obstacle, &path, fast.fraction.next_down());
                    assert!(sooner.is_none(), "{}", told());
                }
                (None, None) => missed += 1,
                // Near misses.
                _ => {
                    grazed += 1;
                    assert!(by_newton(&obstacle, &path, RADIUS - 2.0 * SLACK).is_none(), "{}", told());
                    assert!(by_newton(&obstacle, &path, RADIUS + 2.0 * SLACK).is_some(), "{}", told());
                }
            }
        }
        assert!(touched > 100_000 && missed > 50_000, "{touched} {missed} {grazed}");
    }
}
