//! The main loop of a step of a ball, in every state: flying, sliding, rolling or resting.
//!
//! ```text
//!     repeat:  find the contacts                         slide/mover/contacts/
//!              resolve the impacts                       impact.rs
//!              find the contacts that support the ball   support.rs, forces.rs
//!                none: a parabola                        flight.rs
//!                a plane or an edge: rolling             plane.rs, law.rs, boundary_edge.rs
//!                a crease: impulses of friction          crease.rs
//!              find the free part of that segment        flight.rs, narrow_phase/parabola.rs
//!     finalise on a certified position                   slide/mover/finalize.rs
//!     store it without gaining energy                    store.rs
//! ```

use glam::{DVec3, Vec3};

use super::{Ball, BallConfig, BallState, BallStep};
use crate::shape::Shape;
use crate::slide::{MoveConfig, Mover, Response, Scratch, Start, StopReason, WideMotion, prepare};
use crate::tolerance::SUPPORT_BAND;
use crate::world::{Surface, World};

/// A ball in motion. Vectors are relative to the start.
pub(super) struct Roller<'a> {
    pub(super) mover: Mover<'a>,
    pub(super) config: &'a BallConfig,
    pub(super) g: DVec3,
    pub(super) radius: f64,
    pub(super) v: DVec3,
    pub(super) spin: DVec3,
    /// Time in seconds: the whole step, and the rest of it.
    pub(super) dt: f64,
    pub(super) left: f64,
    pub(super) distance: f64,
    pub(super) state: BallState,
    pub(super) ground: Option<Surface>,
    /// Normal of the surface that supported the ball in the previous iteration.
    pub(super) held: Option<DVec3>,
    /// Duration of the flight from here for which the candidates were gathered, in seconds.
    pub(super) planned: Option<f64>,
    /// Id of the polygon that ended the last iteration.
    pub(super) obstacle: Option<(u32, u32)>,
}

pub(super) fn run(
    world: &World,
    scratch: &mut Scratch,
    ball: &Ball,
    dt: f32,
    config: &BallConfig,
) -> BallStep {
    scratch.clear();
    let rules = MoveConfig {
        response: Response::Momentum,
        skin_width: config.skin_width,
        friction_scale: config.friction_scale,
        max_iterations: config.max_iterations,
        filter: config.filter,
        record_path: config.record_path,
        ..MoveConfig::default()
    };
    let Some(start) = start_of(ball, dt, config, &rules) else {
        return unmoved(ball, StopReason::InvalidInput, 0.0);
    };
    if config.record_path {
        scratch.path.push(ball.position);
    }
    if dt <= 0.0 || ball.is_left_alone() {
        return BallStep { fraction: 1.0, ..unmoved(ball, StopReason::Arrived, start.skin) };
    }
    let mover = Mover::new(world, scratch, &rules, &start, ball.position);
    let mut roller = Roller::new(mover, ball, f64::from(dt), config);
    roller.plan_flight();
    if roller.mover.starts_in_solid() || roller.mover.starts_inside() {
        return unmoved(ball, StopReason::StartedInside, start.skin);
    }
    if !roller.clear_start() {
        return unmoved(ball, StopReason::NoFreedom, start.skin);
    }
    let (reason, iterations) = roller.run_iterations();
    roller.finish(ball, reason, iterations)
}

/// Returns the start of a step, or `None` if the input is invalid.
fn start_of(ball: &Ball, dt: f32, config: &BallConfig, rules: &MoveConfig) -> Option<Start> {
    if !(config.is_valid() && dt >= 0.0 && dt.is_finite() && ball.spin.is_finite()) {
        return None;
    }
    let displacement = DVec3::X * reach(ball, dt, config);
    let motion = WideMotion { displacement, velocity: ball.velocity.as_dvec3() };
    prepare(&Shape::sphere(config.radius), ball.position, &motion, rules)
}

/// Returns a bound of the distance that the ball can travel in a time: all of its energy could
/// become speed.
fn reach(ball: &Ball, time: f32, config: &BallConfig) -> f64 {
    let (fastest, time) = ((2.0 * ball.kinetic_energy(config)).sqrt(), f64::from(time));
    (fastest + 0.5 * f64::from(config.gravity.length()) * time) * time
}

/// Returns a step that leaves the ball as it was. Vectors that are not finite become zero.
fn unmoved(ball: &Ball, reason: StopReason, skin: f64) -> BallStep {
    let finite = |v: Vec3| if v.is_finite() { v } else { Vec3::ZERO };
    let ball = Ball {
        position: if ball.position.is_finite() { ball.position } else { DVec3::ZERO },
        velocity: finite(ball.velocity),
        spin: finite(ball.spin),
        state: ball.state,
    };
    let skin = skin as f32;
    BallStep { ball, reason, ground: None, distance: 0.0, fraction: 0.0, iterations: 0, skin }
}

impl<'a> Roller<'a> {
    fn new(mover: Mover<'a>, ball: &Ball, dt: f64, config: &'a BallConfig) -> Self {
        Self {
            mover,
            config,
            g: config.gravity.as_dvec3(),
            radius: f64::from(config.radius),
            v: ball.velocity.as_dvec3(),
            spin: ball.spin.as_dvec3(),
            dt,
            left: dt,
            distance: 0.0,
            state: BallState::Flying,
            ground: None,
            held: None,
            planned: None,
            obstacle: None,
        }
    }

    /// Runs the iterations. Returns their number.
    fn run_iterations(&mut self) -> (StopReason, u32) {
        let limit = self.config.max_iterations.max(1);
        for iteration in 1..=limit {
            if self.mover.scratch.work.is_used_up() && iteration > 1 {
                return (StopReason::IterationLimit, iteration - 1);
            }
            self.run_iteration();
            if self.left <= 0.0 {
                return (StopReason::Arrived, iteration);
            }
        }
        (StopReason::IterationLimit, limit)
    }

    fn run_iteration(&mut self) {
        self.find_contacts(None);
        let mut hit = self.collide();
        if let (false, Some(obstacle)) = (hit, self.obstacle) {
            // The obstacle was mistaken for an internal edge.
            self.find_contacts(Some(obstacle));
            hit = self.collide();
        }
        self.obstacle = None;
        let hold = self.hold(self.g);
        match hold.places() {
            [] => self.advance_flying(hit),
            [_] => self.advance_on_plane(&hold),
            _ => self.advance_in_crease(&hold),
        }
    }

    /// Finds the contacts here and stores them in the scratch. `obstacle` counts even if its
    /// neighbours make it an internal edge.
    pub(super) fn find_contacts(&mut self, obstacle: Option<(u32, u32)>) {
        let band = self.band();
        let Mover { world, scratch, space, x, .. } = &mut self.mover;
        scratch.obstacles.clear();
        scratch.obstacles.extend(obstacle);
        let scale = f64::from(self.config.friction_scale);
        // Coulomb friction only, without drag.
        scratch.find_contacts(world, space, *x, band, (scale, 0.0));
    }

    /// Returns the thickness of the support zone: the distance beyond the skin, in metres, at which
    /// a surface can still support the ball.
    pub(super) fn zone(&self) -> f64 {
        self.band() * self.mover.skin
    }

    fn band(&self) -> f64 {
        if self.mover.band > SUPPORT_BAND { self.mover.band } else { SUPPORT_BAND }
    }

    /// Returns the fraction of the time that has passed.
    pub(super) fn gone(&self) -> f64 {
        1.0 - self.left / self.dt
    }

    pub(super) fn rest(&mut self) {
        (self.v, self.spin, self.left) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        self.state = BallState::Resting;
    }

    fn finish(mut self, start: &Ball, reason: StopReason, iterations: u32) -> BallStep {
        let Some(finalized) = self.mover.finalize() else {
            self.mover.scratch.path.truncate(1);
            let stopped = Ball { velocity: Vec3::ZERO, spin: Vec3::ZERO, ..*start };
            return BallStep { iterations, ..unmoved(&stopped, StopReason::NoFreedom, self.mover.skin) };
        };
        let ball = self.store(start, finalized);
        let path = &mut self.mover.scratch.path;
        if self.config.record_path && path.last() != Some(&ball.position) {
            path.push(ball.position);
        }
        BallStep {
            ball,
            reason,
            ground: self.ground,
            distance: self.distance as f32,
            fraction: self.gone(),
            iterations,
            skin: self.mover.skin as f32,
        }
    }
}
