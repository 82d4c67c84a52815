//! One move, from its input to its outcome.

use glam::{DVec3, Vec3};

use super::mover::Mover;
use super::mover::fast_path::FastPath;
use super::mover::response::slowed;
use super::mover::start::prepare;
use super::mover::stop::{ContactsOf, Stop};
use super::{
    MoveConfig, OnOverlap, Outcome, Response, Scratch, StartAdjustment, StopReason, WideMotion, depenetrate,
};
use crate::geometry::finite;
use crate::shape::Shape;
use crate::solve::cone;
use crate::world::World;

pub(super) fn run(
    world: &World,
    scratch: &mut Scratch,
    shape: &Shape,
    from: DVec3,
    motion: WideMotion,
    config: &MoveConfig,
) -> Outcome {
    scratch.clear();
    let Some(start) = prepare(shape, from, &motion, config) else {
        return refused(from, motion, StopReason::InvalidInput, 0.0);
    };
    if config.record_path {
        scratch.path.push(from);
    }
    let mut mover = Mover::new(world, scratch, config, &start, from);
    mover.v = motion.displacement;
    mover.asked = mover.v;
    mover.velocity = motion.velocity;
    mover.gather();
    // The outcome is built here and not returned by the fast path: each copy of it would wait for
    // the stores before it.
    let is_in_solid = mover.starts_in_solid();
    let fast = if is_in_solid { FastPath::NotTaken { start_is_clear: false } } else { mover.fast_path() };
    let (iterations, start_is_clear) = match fast {
        FastPath::Finished(reason) => return mover.end(reason, 1),
        FastPath::Continues => (1, true),
        FastPath::NotTaken { start_is_clear }
            if start_is_clear || !(is_in_solid || mover.starts_inside()) =>
        {
            (0, start_is_clear)
        }
        FastPath::NotTaken { .. } => {
            mover.log_overlap();
            let refusal = refused(from, motion, StopReason::StartedInside, start.skin);
            return run_from_elsewhere(world, scratch, shape, motion, config, &refusal);
        }
    };
    let (stop, iterations) = mover.slide(iterations, start_is_clear);
    mover.finish(stop, iterations)
}

/// Repeats the move from the start that `config.on_overlap` selects, because the original start
/// overlaps the world.
#[cold]
fn run_from_elsewhere(
    world: &World,
    scratch: &mut Scratch,
    shape: &Shape,
    motion: WideMotion,
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

pub(crate) fn refused(from: DVec3, motion: WideMotion, reason: StopReason, skin: f64) -> Outcome {
    Outcome {
        position: if from.is_finite() { from } else { DVec3::ZERO },
        velocity: if motion.velocity.is_finite() { rounded(motion.velocity) } else { Vec3::ZERO },
        reason,
        start_adjustment: StartAdjustment::None,
        distance: 0.0,
        fraction: 0.0,
        iterations: 0,
        skin: skin as f32,
        clearance: 0.0,
    }
}

/// Returns the largest f32 that is certainly below a number, at least 0.
fn below(x: f64) -> f32 {
    let below = (x as f32).next_down();
    if below > 0.0 { below } else { 0.0 }
}

/// Returns a velocity whose components have finite values in f32.
fn rounded(velocity: DVec3) -> Vec3 {
    Vec3::from(velocity.to_array().map(finite))
}

impl Mover<'_> {
    pub(super) fn finish(&mut self, stop: Stop, iterations: u32) -> Outcome {
        let reason = self.last_velocity(stop);
        self.end(reason, iterations)
    }

    /// Updates the velocity after the last iteration. Returns the reason why the move ended.
    pub(super) fn last_velocity(&mut self, stop: Stop) -> StopReason {
        let Stop { mut reason, contacts } = stop;
        self.log_last(reason);
        if self.config.response == Response::Slide {
            if contacts == ContactsOf::Elsewhere {
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
            // No place on the path could be certified. The move is undone.
            (reason, self.velocity) = (StopReason::NoFreedom, DVec3::ZERO);
            (self.time, self.distance) = (1.0, 0.0);
            self.scratch.path.truncate(1);
        }
        if finalized.is_none() {
            self.clearance = 0.0;
        }
        let position = finalized.unwrap_or(self.from);
        if self.config.record_path && self.scratch.path.last() != Some(&position) {
            self.scratch.path.push(position);
        }
        Outcome {
            position,
            velocity: rounded(self.velocity),
            reason,
            start_adjustment: StartAdjustment::None,
            distance: self.distance as f32,
            fraction: 1.0 - self.time,
            iterations,
            skin: self.skin as f32,
            clearance: below(self.clearance),
        }
    }
}
