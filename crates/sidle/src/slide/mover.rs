//! The main loop of a move: one substep after the other, iteration by iteration.
//!
//! ```text
//!     gather every polygon that the move could hit
//!     try the fast path                                fast_path.rs: most moves, same result
//!     for each iteration:
//!         find the contacts                            contacts/
//!         compute the allowed direction                response.rs, restitution.rs, drag.rs, solve/cone.rs
//!         choose a line or an arc                      segment.rs, support.rs | arcs/, solve/arc.rs
//!         find the free part of that segment           segment.rs, narrow_phase/path_rejection.rs, narrow_phase/time_of_impact.rs
//!     finalise on a certified f32 position             finalize.rs
//!     long motion: begin the next substep              substep.rs
//! ```

use glam::{DVec3, Vec3};

use super::fast_path::FastPath;
use super::response::slowed;
use super::start::{Start, is_a_move, prepare_substep};
use super::substep::Substep;
use super::{
    FrictionLaw, Motion, MoveConfig, OnOverlap, Outcome, Response, Scratch, StartAdjustment, StopReason,
    depenetrate,
};
use crate::geometry::finite;
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::solve::cone;
use crate::tolerance::{CONTACT_BAND, FINALIZE_ROOM, GATHER_REACH, GATHER_SLACK, GATHERS_A_MOVE, ROUGHNESS};
use crate::world::{Region, World};

const ROOT_OF_THREE: f64 = 1.732_050_807_568_877_2;

/// A move in progress. Vectors are in world metres relative to the start, which is the origin of
/// `space`.
pub(crate) struct Mover<'a> {
    pub(crate) world: &'a World,
    pub(crate) scratch: &'a mut Scratch,
    pub(crate) config: &'a MoveConfig,
    pub(crate) space: Space,
    pub(crate) skin: f64,
    pub(crate) from: Vec3,
    /// Contact band: a polygon up to this far beyond the skin is still a contact. In skin widths.
    pub(crate) band: f64,
    /// Fraction of the skin that may be missing at a stored end.
    pub(super) roughness: f64,
    pub(crate) x: DVec3,
    /// Start of the last path segment.
    pub(super) segment_start: DVec3,
    /// Desired motion, in metres, for the whole time 1.
    pub(super) v: DVec3,
    /// Desired motion at the start of the move.
    pub(super) asked: DVec3,
    /// Fraction of the speed lost per metre of the next segment.
    pub(super) drag: f64,
    /// Current velocity, in the unit of the caller.
    pub(super) velocity: DVec3,
    /// Remaining time, from 0 to 1.
    pub(super) time: f64,
    pub(super) distance: f64,
    pub(super) substep: Substep,
    pub(crate) region: Region,
    /// True if the candidates were gathered for the current position.
    pub(super) gathered_here: bool,
    /// True if the contacts are those of the current position.
    pub(super) contacts_are_current: bool,
    /// True if the start of the substep is known to be free, and no contact is nearer than
    /// `LEAST_START_CLEARANCE`.
    pub(super) start_is_clear: bool,
}

pub(super) fn run(
    world: &World,
    scratch: &mut Scratch,
    shape: &Shape,
    from: Vec3,
    motion: Motion,
    config: &MoveConfig,
) -> Outcome {
    scratch.clear();
    let substep =
        is_a_move(from, &motion, config).then(|| prepare_substep(shape, from, motion.displacement, config));
    let Some((start, room)) = substep.flatten() else {
        return refused(from, motion, StopReason::InvalidInput, 0.0);
    };
    if config.record_path {
        scratch.path.push(from);
    }
    let mut mover = Mover::new(world, scratch, config, &start, from);
    mover.substep.room = room;
    mover.v = motion.displacement.as_dvec3();
    mover.asked = mover.v;
    mover.velocity = motion.velocity.as_dvec3();
    mover.gather();
    // The outcome is built here and not returned by the fast path: each copy of it would wait for
    // the stores before it.
    let iterations = match mover.fast_path() {
        FastPath::Finished(reason) => return mover.end(reason, 1),
        FastPath::Continues => 1,
        FastPath::NotTaken if mover.start_is_clear || !mover.starts_inside() => 0,
        FastPath::NotTaken => {
            mover.log_overlap();
            let refusal = refused(from, motion, StopReason::StartedInside, start.skin);
            return run_from_elsewhere(world, scratch, shape, motion, config, &refusal);
        }
    };
    mover.run_substeps(shape, iterations)
}

/// Repeats the move from the start that `config.on_overlap` selects, because the original start
/// overlaps the world.
#[cold]
fn run_from_elsewhere(
    world: &World,
    scratch: &mut Scratch,
    shape: &Shape,
    motion: Motion,
    config: &MoveConfig,
    refusal: &Outcome,
) -> Outcome {
    let (free, start_adjustment) = match config.on_overlap {
        OnOverlap::Refuse => return *refusal,
        OnOverlap::ReturnTo(place) => (place, StartAdjustment::Returned),
        OnOverlap::PushOut => {
            let out = depenetrate::run(world, scratch, shape, refusal.position, config);
            if let Some(log) = &mut scratch.log {
                log.pushed_out = Some(out);
            }
            if !out.is_free() {
                scratch.clear();
                return *refusal;
            }
            (out.position, StartAdjustment::PushedOut)
        }
    };
    let config = MoveConfig { on_overlap: OnOverlap::Refuse, ..*config };
    let again = run(world, scratch, shape, free, motion, &config);
    match again.reason {
        StopReason::StartedInside | StopReason::InvalidInput => *refusal,
        _ => Outcome { start_adjustment, ..again },
    }
}

pub(crate) fn refused(from: Vec3, motion: Motion, reason: StopReason, skin: f64) -> Outcome {
    let or_zero = |v: Vec3| if v.is_finite() { v } else { Vec3::ZERO };
    Outcome {
        position: or_zero(from),
        velocity: or_zero(motion.velocity),
        reason,
        start_adjustment: StartAdjustment::None,
        distance: 0.0,
        fraction: 0.0,
        iterations: 0,
        skin: skin as f32,
    }
}

impl<'a> Mover<'a> {
    /// Creates a mover at its start, with no motion and no candidates.
    pub(crate) fn new(
        world: &'a World,
        scratch: &'a mut Scratch,
        config: &'a MoveConfig,
        start: &Start,
        from: Vec3,
    ) -> Self {
        let Start { space, skin, ulp } = *start;
        Self {
            world,
            scratch,
            config,
            space,
            skin,
            from,
            band: band(ulp, skin),
            roughness: roughness(ulp, skin),
            x: DVec3::ZERO,
            segment_start: DVec3::ZERO,
            v: DVec3::ZERO,
            asked: DVec3::ZERO,
            drag: 0.0,
            velocity: DVec3::ZERO,
            time: 1.0,
            distance: 0.0,
            substep: Substep::whole(),
            region: Region { center: DVec3::ZERO, radius: 0.0 },
            gathered_here: false,
            contacts_are_current: false,
            start_is_clear: false,
        }
    }

    /// Continues in the space of another start.
    pub(super) fn set_start(&mut self, start: &Start) {
        let Start { space, skin, ulp } = *start;
        (self.space, self.skin) = (space, skin);
        (self.band, self.roughness) = (band(ulp, skin), roughness(ulp, skin));
    }
}

/// Returns the contact band, in skin widths.
///
/// A sweep stops half a `CONTACT_BAND` beyond the skin. Storing an end moves it by up to half the
/// diagonal of a cube with an edge of one ulp. The band has room for two such roundings. So a
/// supporting face usually remains a contact in the next move, instead of being hit again a
/// micrometre further on. Far from the origin the band is at most `ROUGHNESS`, or half an ulp if
/// that is more: the mover must not slide along a surface that it does not reach.
fn band(ulp: f64, skin: f64) -> f64 {
    let stored = 0.5 * CONTACT_BAND + ROOT_OF_THREE * ulp / skin;
    stored.clamp(CONTACT_BAND, ROUGHNESS).max(0.5 * ulp / skin)
}

fn roughness(ulp: f64, skin: f64) -> f64 {
    (ulp / skin).max(ROUGHNESS)
}

impl Mover<'_> {
    /// Runs the iterations after `done` until the move or the substep ends. Returns the stop reason
    /// and the total number of iterations. The reason is `None` if the substep is over.
    pub(super) fn slide(&mut self, done: u32) -> (Option<StopReason>, u32) {
        if self.v == DVec3::ZERO {
            return (Some(StopReason::Arrived), done);
        }
        if !std::mem::take(&mut self.start_is_clear) && !self.clear_start() {
            return (Some(StopReason::NoFreedom), done);
        }
        let limit = self.config.max_iterations.max(1);
        for iteration in done + 1..=limit {
            self.world.let_pass(
                &self.space,
                self.space.unit_from_world(self.x),
                &mut self.scratch.candidates,
            );
            self.find_contacts();
            self.log_contacts();
            if self.scratch.level() < 0.0 {
                // The path to this place was free, but no certificate shows a free path onwards.
                return (Some(StopReason::NoFreedom), iteration);
            }
            let gathered = self.gathered_here;
            let direction = match self.respond() {
                Ok(direction) => direction,
                Err(reason) => return (Some(reason), iteration),
            };
            if !self.gains_a_bit(direction.d * self.time) {
                return (Some(StopReason::TooShort), iteration);
            }
            let before = (self.x, self.scratch.obstacles.len());
            self.advance(&direction);
            self.log_iteration_end();
            if self.time <= 0.0 {
                return (Some(StopReason::Arrived), iteration);
            }
            if self.is_substep_over() {
                return (None, iteration);
            }
            if before == (self.x, self.scratch.obstacles.len()) && self.gathered_here == gathered {
                // No progress and no new obstacle: the next iteration would repeat this one.
                return (Some(StopReason::NoFreedom), iteration);
            }
        }
        (Some(StopReason::IterationLimit), limit)
    }

    /// Gathers around the remaining motion, or around as much of it as one gather covers.
    pub(super) fn gather(&mut self) {
        let rest = self.v * self.time;
        let length = rest.length();
        let reach = self.gather_reach();
        // A little more than the remaining motion, so that neither rounding nor a push leaves the
        // region.
        let slack = FINALIZE_ROOM * self.skin + length * GATHER_SLACK;
        self.region = if length > reach {
            Region { center: self.x, radius: reach + slack }
        } else if self.config.response.keeps_desired_motion() {
            // d . v >= |d|^2 holds for every projection d of v: the path stays in the ball with v
            // as its diameter.
            Region { center: self.x + rest * 0.5, radius: 0.5 * length + slack }
        } else {
            Region { center: self.x, radius: length + slack }
        };
        self.gathered_here = true;
        self.gather_region();
    }

    /// Returns the largest distance that one gather covers, in metres: a few body sizes, or a fixed
    /// share of a long substep. The share lets small bodies complete long moves.
    pub(super) fn gather_reach(&self) -> f64 {
        let body = GATHER_REACH * self.space.half_extents.max_element();
        if self.v.length_squared() <= body * body * (GATHERS_A_MOVE * GATHERS_A_MOVE) {
            // Short motions, the common case, need no square root.
            return body;
        }
        let way = self.length_of_substep(self.v.length()) / GATHERS_A_MOVE;
        if body > way { body } else { way }
    }

    pub(crate) fn gather_region(&mut self) {
        self.gather_region_from(true);
    }

    /// Gathers without the mover cache. The cached list for the same region may hold more polygons
    /// that are out of reach.
    pub(super) fn gather_region_uncached(&mut self) {
        self.gather_region_from(false);
    }

    #[inline(always)]
    fn gather_region_from(&mut self, neighbourhood: bool) {
        self.contacts_are_current = false;
        let filter = &self.config.filter;
        let Scratch { candidates, around, log, .. } = &mut *self.scratch;
        let around = if neighbourhood { around.as_deref_mut() } else { None };
        self.world.gather(&self.space, &self.region, self.x, filter, around, candidates);
        if let Some(log) = log {
            log.gathered(candidates);
        }
    }

    pub(crate) fn starts_inside(&mut self) -> bool {
        let candidates = &mut self.scratch.candidates;
        let x = DVec3::ZERO;
        (0..candidates.blocks()).any(|block| {
            candidates.within(block, x, self.space.radius).any(|i| {
                let axis = candidates.known(i, x);
                candidates.obstacle(i).overlaps_bare_at(&axis, &self.space, x)
            })
        })
    }

    pub(super) fn find_contacts(&mut self) {
        let x = self.space.unit_from_world(self.x);
        let scale = f64::from(self.config.friction_scale);
        let scales = match self.config.friction_law {
            FrictionLaw::Coulomb => (scale, 0.0),
            FrictionLaw::Drag => (0.0, scale),
        };
        self.scratch.find_contacts(self.world, &self.space, x, self.band, scales);
        self.contacts_are_current = true;
    }

    /// Returns true if a displacement by `step` would change the stored position.
    pub(super) fn gains_a_bit(&self, step: DVec3) -> bool {
        let here = self.space.origin + self.x;
        (here + step).as_vec3() != here.as_vec3()
    }

    pub(super) fn finish(&mut self, reason: StopReason, iterations: u32) -> Outcome {
        let reason = self.last_velocity(reason);
        self.end(reason, iterations)
    }

    /// Updates the velocity after the last iteration. Returns the reason why the move ended.
    pub(super) fn last_velocity(&mut self, mut reason: StopReason) -> StopReason {
        self.log_last(reason);
        if self.config.response == Response::Slide {
            if !self.contacts_are_current {
                self.find_contacts();
            }
            let planes = self.scratch.take_planes();
            let left = cone::project(self.velocity, &planes.normals);
            let loss = left.pushes(|i| self.scratch.contacts[planes.places[i]].friction);
            self.velocity = slowed(left.d, loss);
            self.scratch.facing = planes;
        } else if reason == StopReason::NoFreedom || reason == StopReason::Reversed {
            self.velocity = DVec3::ZERO;
        } else if self.config.response == Response::Bounce && self.v.dot(self.asked) < 0.0 {
            reason = StopReason::Reversed;
        }
        reason
    }

    /// Finalises the end position and builds the outcome.
    pub(super) fn end(&mut self, mut reason: StopReason, iterations: u32) -> Outcome {
        let finalized = self.finalize();
        if finalized.is_none() {
            // No place on the path could be certified. The substep, usually the whole move, is
            // undone.
            (reason, self.velocity) = (StopReason::NoFreedom, DVec3::ZERO);
            (self.time, self.distance) = (self.substep.time, self.substep.distance);
            self.scratch.path.truncate(self.substep.corners);
        }
        let position = finalized.unwrap_or(self.from);
        if self.config.record_path && self.scratch.path.last() != Some(&position) {
            self.scratch.path.push(position);
        }
        Outcome {
            position,
            velocity: Vec3::from(self.velocity.to_array().map(finite)),
            reason,
            start_adjustment: StartAdjustment::None,
            distance: self.distance as f32,
            fraction: (1.0 - self.time) as f32,
            iterations,
            skin: self.skin as f32,
        }
    }
}
