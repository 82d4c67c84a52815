//! The state of a move, and the loop over its iterations.
//!
//! ```text
//!     gather every polygon that the move could hit    gather.rs
//!     try the fast path                               fast_path.rs: most moves, same result
//!     for each iteration:
//!         find the contacts                           contacts/
//!         compute the allowed direction               response.rs, restitution.rs, drag.rs
//!         choose a line or an arc                     segment.rs, support.rs, arcs/
//!         find the free part of that segment          segment.rs
//!     finalise on a certified position                finalize.rs
//! ```

mod arcs;
pub(super) mod contacts;
mod drag;
pub(super) mod fast_path;
mod finalize;
mod gather;
mod gathered;
mod interval_union;
pub(super) mod log;
pub(super) mod response;
mod restitution;
pub(super) mod scratch;
mod segment;
pub(super) mod start;
pub(super) mod stop;
mod support;
pub(super) mod touch;

use glam::DVec3;

pub use scratch::Scratch;

use crate::shape::space::Space;
use crate::slide::{FrictionLaw, MoveConfig, StopReason};
use crate::tolerance::CONTACT_BAND;
use crate::world::World;
use gathered::Gathered;
use start::Start;
use stop::Stop;

/// A move in progress. Vectors are in world metres relative to the start, which is the origin of
/// `space`.
pub(crate) struct Mover<'a> {
    pub(crate) world: &'a World,
    pub(crate) scratch: &'a mut Scratch,
    pub(crate) config: &'a MoveConfig,
    pub(crate) space: Space,
    pub(crate) skin: f64,
    pub(crate) from: DVec3,
    /// Contact band: a polygon up to this far beyond the skin is still a contact. In skin widths.
    pub(crate) band: f64,
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
    /// Depth in metres by which the motion may enter a contact and count as parallel to it. It is
    /// infinite unless a contact just held the mover: a fraction of the length limits it too.
    pub(super) graze: f64,
    /// Remaining time, from 0 to 1.
    pub(super) time: f64,
    pub(super) distance: f64,
    /// Certified lower bound, in metres, of the gap between the bare shape and the polygons at the
    /// end; 0 if it is not known.
    pub(in crate::slide) clearance: f64,
    pub(crate) gathered: Gathered,
}

impl<'a> Mover<'a> {
    /// Creates a mover at its start, with no motion and no candidates.
    pub(crate) fn new(
        world: &'a World,
        scratch: &'a mut Scratch,
        config: &'a MoveConfig,
        start: &Start,
        from: DVec3,
    ) -> Self {
        let Start { space, skin } = *start;
        Self {
            world,
            scratch,
            config,
            space,
            skin,
            from,
            band: CONTACT_BAND,
            x: DVec3::ZERO,
            segment_start: DVec3::ZERO,
            v: DVec3::ZERO,
            asked: DVec3::ZERO,
            drag: 0.0,
            velocity: DVec3::ZERO,
            graze: f64::INFINITY,
            time: 1.0,
            distance: 0.0,
            clearance: 0.0,
            gathered: Gathered::NOTHING,
        }
    }
}

impl Mover<'_> {
    /// Runs the iterations after `done` until the move ends. Returns the stop and the total number
    /// of iterations. `start_is_clear` is true if the start needs no push out to its skin.
    pub(super) fn slide(&mut self, done: u32, start_is_clear: bool) -> (Stop, u32) {
        if self.v == DVec3::ZERO {
            return (Stop::elsewhere(StopReason::Arrived), done);
        }
        if !start_is_clear && !self.clear_start() {
            return (Stop::elsewhere(StopReason::NoFreedom), done);
        }
        let limit = self.config.max_iterations.max(1);
        for iteration in done + 1..=limit {
            if self.scratch.work.is_used_up() && iteration > done + 1 {
                return (Stop::elsewhere(StopReason::IterationLimit), iteration - 1);
            }
            self.world.let_pass(
                &self.space,
                self.space.unit_from_world(self.x),
                &mut self.scratch.candidates,
            );
            self.find_contacts();
            if self.scratch.level() < 0.0 && self.clear_start() {
                // The mover touched a one-sided surface whose front it just reached.
                self.find_contacts();
            }
            self.log_contacts();
            if self.scratch.level() < 0.0 {
                // The path to this place was free, but no certificate shows a free path onwards.
                return (Stop::here(StopReason::NoFreedom), iteration);
            }
            let direction = match self.respond() {
                Ok(direction) => direction,
                Err(reason) => return (Stop::here(reason), iteration),
            };
            let before = self.progress();
            let regather = self.advance(&direction);
            self.gather_after(regather);
            self.log_iteration_end();
            if self.time <= 0.0 {
                return (Stop::elsewhere(StopReason::Arrived), iteration);
            }
            let is_stuck = before == self.progress();
            if is_stuck && !self.is_held_by_graze(direction.d) {
                // The next iteration would repeat this one.
                return (Stop::elsewhere(StopReason::NoFreedom), iteration);
            }
            self.graze = if is_stuck { self.deepest_graze() } else { f64::INFINITY };
        }
        (Stop::elsewhere(StopReason::IterationLimit), limit)
    }

    /// Returns the state that an iteration can change: the position, the number of obstacles, and
    /// whether the candidates were gathered at that position.
    fn progress(&self) -> (DVec3, usize, bool) {
        (self.x, self.scratch.obstacles.len(), self.gathered.was_at(self.x))
    }

    /// Returns true if a solid instance encloses the start.
    pub(crate) fn starts_in_solid(&mut self) -> bool {
        self.is_in_solid(self.from)
    }

    /// Returns true if a solid instance encloses a position.
    pub(in crate::slide) fn is_in_solid(&mut self, position: DVec3) -> bool {
        let is_inside = self.world.is_in_solid(position, &self.config.filter);
        if is_inside {
            self.log_solid(position);
        }
        is_inside
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
    }
}
