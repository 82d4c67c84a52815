//! Rolling without a closed form: an ellipsoid over a corner alone, two edges together, an edge
//! nearly parallel to the face beside it, friction on an arc. It also covers places where one of
//! two surfaces stops supporting the mover.
//!
//! The steps solve x' = P(x) v by fourth-order Runge-Kutta over the contact polygons. They are
//! short enough that the chord cuts off no more of the skin than that of an exact arc. They are
//! halved until the step ends as far from the polygons as it began. On long paths with little
//! curvature (along an edge that the mover is pushed against) steps grow. Otherwise small bodies
//! would reach the iteration limit there.

use glam::DVec3;

use crate::slide::mover::Mover;
use crate::slide::mover::response::slowed;
use crate::slide::mover::segment::Segment;
use crate::solve::cone::{Direction, MAX_PLANES, project};
use crate::tolerance::CURVE_DRIFT;

/// Maximum number of attempts, each with half the step.
const STEP_ATTEMPTS: usize = 12;

/// Maximum number of times that a step grows, each time by [`GROWTH`].
const GROWTHS: usize = 8;
const GROWTH: f64 = 4.0;

/// Number of steps of length [`longest_chord`] above which a path is long.
const LONG_WAY: f64 = 24.0;

/// Returns the next chord, which takes at most `time`. Returns `None` if the step is zero, or if no
/// step is accurate enough.
pub(in crate::slide::mover) fn segment(
    mover: &Mover<'_>,
    direction: &Direction,
    time: f64,
) -> Option<Segment> {
    let speed = direction.d.length();
    let longest = longest_chord(mover);
    let is_long = speed * time > LONG_WAY * longest;
    let mut h = if speed * time > longest { longest / speed } else { time };
    for attempt in 0..STEP_ATTEMPTS {
        let step = Step::new(mover, direction, h);
        if step.is_good(1.0) {
            let step = if is_long && attempt == 0 { step.grown(mover, direction, time) } else { step };
            return (step.delta != DVec3::ZERO).then_some(Segment { delta: step.delta, time: step.time });
        }
        h *= 0.5;
    }
    None
}

/// A Runge-Kutta step and its errors.
struct Step {
    delta: DVec3,
    time: f64,
    /// Distance from the surface, in skin widths.
    drift: f64,
    /// Dip of the chord, as a fraction of the depth that a chord may cut off.
    dip: f64,
}

impl Step {
    pub(in crate::slide::mover) fn new(mover: &Mover<'_>, direction: &Direction, time: f64) -> Self {
        let delta = runge_kutta(mover, direction.d, time);
        let (delta, drift) = back_to_the_surface(mover, direction, delta);
        let is_near = drift <= CURVE_DRIFT;
        let dip = if is_near { dip(mover, direction, delta) / mover.cut_off() } else { f64::INFINITY };
        Self { delta, time, drift, dip }
    }

    /// Returns true if the drift and the dip are at most `share` of their limits.
    fn is_good(&self, share: f64) -> bool {
        self.drift <= share * CURVE_DRIFT && self.dip <= share
    }

    /// Returns a longer step if that one is nearly as straight, within the reach of one gather.
    fn grown(self, mover: &Mover<'_>, direction: &Direction, time: f64) -> Self {
        // The dip grows with the square of the length.
        let straight = 1.0 / (GROWTH * GROWTH);
        let most = 0.95 * mover.gather_reach() / direction.d.length();
        let most = if most < time { most } else { time };
        let mut best = self;
        for _ in 0..GROWTHS {
            let next = GROWTH * best.time;
            if best.time >= most || !best.is_good(straight) {
                break;
            }
            let step = Self::new(mover, direction, if next < most { next } else { most });
            if !step.is_good(1.0) {
                break;
            }
            best = step;
        }
        best
    }
}

/// Returns the length, in metres, of a chord over the flattest part of the shape that cuts off as
/// much of the skin as it may.
pub(in crate::slide::mover) fn longest_chord(mover: &Mover<'_>) -> f64 {
    (8.0 * mover.cut_off() * mover.skin * mover.space.flattest()).sqrt()
}

/// Returns by how many skin widths the middle of the chord is nearer to an active contact than its
/// start.
fn dip(mover: &Mover<'_>, direction: &Direction, delta: DVec3) -> f64 {
    let x = mover.space.unit_from_world(mover.x + delta * 0.5);
    direction.active().iter().fold(0.0, |deepest, &(i, _)| {
        let contact = &mover.scratch.contacts[i];
        let axis = mover.scratch.candidates.obstacle(contact.candidate).axis_by_lanes(x);
        let dip = contact.skins - mover.space.skins(axis.distance, axis.normal);
        if dip > deepest { dip } else { deepest }
    })
}

fn runge_kutta(mover: &Mover<'_>, k1: DVec3, h: f64) -> DVec3 {
    let k2 = rate(mover, mover.x + k1 * (0.5 * h));
    let k3 = rate(mover, mover.x + k2 * (0.5 * h));
    let k4 = rate(mover, mover.x + k3 * h);
    (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0)
}

/// Returns P(x) v for the contacts at the start of the segment.
fn rate(mover: &Mover<'_>, x: DVec3) -> DVec3 {
    let x = mover.space.unit_from_world(x);
    let (mut normals, mut friction, mut count) = ([DVec3::ZERO; MAX_PLANES], [0.0; MAX_PLANES], 0);
    for contact in mover.scratch.contacts.iter().filter(|t| t.counts).take(MAX_PLANES) {
        let axis = mover.scratch.candidates.obstacle(contact.candidate).axis_by_lanes(x);
        normals[count] = mover.space.world_normal(axis.normal).0;
        friction[count] = contact.friction;
        count += 1;
    }
    let direction = project(mover.v, &normals[..count]);
    if mover.config.response.carries_momentum() {
        // Momentum: the surface turns the motion and takes no speed.
        return direction.d.normalize_or_zero() * mover.v.length();
    }
    slowed(direction.d, direction.pushes(|i| friction[i]))
}

/// Moves the end of a step along the normals of the active contacts to its initial distance from
/// them. Returns the corrected step and the largest error, in skin widths.
pub(in crate::slide::mover) fn back_to_the_surface(
    mover: &Mover<'_>,
    direction: &Direction,
    mut delta: DVec3,
) -> (DVec3, f64) {
    let space = &mover.space;
    let mut drift = 0.0;
    for round in 0..2 {
        for &(i, _) in direction.active() {
            let contact = &mover.scratch.contacts[i];
            let x = space.unit_from_world(mover.x + delta);
            let axis = mover.scratch.candidates.obstacle(contact.candidate).axis_by_lanes(x);
            let off = contact.skins - space.skins(axis.distance, axis.normal);
            let (normal, metres) = space.world_normal(axis.normal);
            delta += normal * (off * (space.radius - space.bare_radius(axis.normal)) * metres);
            if round == 0 && off.abs() > drift {
                drift = off.abs();
            }
        }
    }
    (delta, drift)
}
