//! One step of a character.

use glam::{DVec3, Vec3};

use super::body::{Body, project};
use super::ground::Support;
use super::state::{
    CAN_CUT, CROUCHES, CharacterInput, CharacterReport, CharacterState, JUMPED, ON_EDGE, PLACED,
};
use super::velocity::{Course, approach, fall, strafe};
use super::{AirControl, GroundState, SteepGround};
use crate::geometry::{Feature, elementary, is_in_range};
use crate::slide::{Motion, StopReason};
use crate::tolerance::character::{FASTEST, LEAST_OFFSET, LIFTS_OFF, WALL};

/// A step in progress.
pub(super) struct Step<'a, 'b> {
    pub(super) body: Body<'a>,
    pub(super) state: &'b mut CharacterState,
    pub(super) report: CharacterReport,
    pub(super) input: CharacterInput,
    pub(super) dt: f64,
}

impl Step<'_, '_> {
    /// Makes the step, or returns the reason why it is refused.
    pub(super) fn run(&mut self) -> Result<(), StopReason> {
        let own = self.state.has(PLACED) && self.state.position == self.state.feet;
        self.body.centre = self.state.centre;
        // Without a centre of its own, the first look finds the skin, which decides the centre.
        for _ in 0..if own { 1 } else { 2 } {
            if !own {
                self.body.centre = self.state.position + self.body.centre_above_feet();
            }
            if !is_in_range(self.body.centre) || !self.body.look() {
                return Err(StopReason::InvalidInput);
            }
        }
        self.leave_overlap()?;
        self.change_posture();
        let speed = self.state.velocity.as_dvec3();
        let mut support = self.held(speed);
        let was_grounded = self.state.is_grounded() || support.is_ground();
        if support.is_ground() {
            self.state.air_time = 0.0;
            self.state.set(JUMPED, false);
        }
        let start = self.body.centre;
        let jumps = self.jumps(support.is_ground());
        let stands =
            support.state == GroundState::Steep && self.body.config.steep_ground == SteepGround::Stand;
        if (support.is_ground() || stands) && !jumps {
            self.on_ground(&mut support);
        } else {
            self.in_air(&mut support, jumps);
        }
        self.finish(support, was_grounded, start);
        Ok(())
    }

    /// Returns the ground that holds the character, which has this velocity.
    fn held(&self, velocity: DVec3) -> Support {
        let ledge = self.state.has(ON_EDGE).then(|| f64::from(self.state.ledge));
        let support = self.body.support(ledge);
        // On the ground the velocity is horizontal, unless the game has set another one.
        let away = if self.state.is_grounded() { self.body.up } else { support.normal };
        if support.is_ground() && velocity.dot(away) > LIFTS_OFF {
            return Support { state: GroundState::Airborne, ..support };
        }
        support
    }

    fn leave_overlap(&mut self) -> Result<(), StopReason> {
        if !self.body.overlaps() {
            return Ok(());
        }
        let Body { world, scratch, shape, centre, move_config, .. } = &mut self.body;
        let out = world.depenetrate(scratch, shape, *centre, move_config);
        if !out.is_free() {
            return Err(StopReason::StartedInside);
        }
        self.report.was_pushed_out = true;
        *centre = out.position;
        self.body.look();
        Ok(())
    }

    /// Crouches or stands up, where there is room.
    fn change_posture(&mut self) {
        if self.body.config.crouch_shape.is_none() || self.input.crouch == self.state.has(CROUCHES) {
            return;
        }
        let new = self.body.config.posture(self.input.crouch);
        let Body { world, scratch, shape, centre, config, .. } = &mut self.body;
        let resized = world.resize_shape(scratch, shape, &new, *centre, -config.up, &config.filter);
        if resized.fits {
            self.body.take_shape(new, resized.position);
            self.state.set(CROUCHES, self.input.crouch);
            self.body.look();
        } else {
            self.report.is_held_down = !self.input.crouch;
        }
    }

    /// Decides whether a jump begins, and keeps the times of the jump button.
    fn jumps(&mut self, is_grounded: bool) -> bool {
        let config = self.body.config;
        let may = is_grounded || (!self.state.has(JUMPED) && self.state.air_time < config.coyote_time);
        let asked = self.input.jump || self.state.jump_kept > 0.0;
        self.state.jump_kept = (self.state.jump_kept - self.dt as f32).max(0.0);
        if self.input.jump {
            self.state.jump_kept = config.jump_buffer;
        }
        if !(may && asked) || config.jump_height <= 0.0 || config.gravity <= 0.0 {
            return false;
        }
        self.state.jump_kept = 0.0;
        self.state.set(JUMPED, true);
        self.state.set(CAN_CUT, true);
        self.report.jumped = true;
        true
    }

    fn on_ground(&mut self, support: &mut Support) {
        let root = self.root_motion();
        let body = &mut self.body;
        let before = body.across(self.state.velocity.as_dvec3());
        let wish = body.across(self.input.wish_velocity.as_dvec3());
        let acceleration = body.config.ground_acceleration.map(f64::from);
        let course = root.unwrap_or_else(|| approach(before, wish, acceleration, self.dt));
        self.state.velocity = course.velocity.as_vec3();
        if course.displacement == DVec3::ZERO {
            return;
        }
        let walked = body.walk(course.displacement, support);
        self.report.stepped = walked.stepped as f32;
        let is_known = body.look();
        let here = body.support(support.is_edge.then_some(support.height));
        let snap = f64::from(body.config.snap_distance);
        *support = match (is_known && here.is_ground(), snap > 0.0) {
            (true, _) => here,
            (false, true) => {
                let before = body.centre;
                let found = body.snap(snap);
                self.report.snapped = (before.as_dvec3() - body.centre.as_dvec3()).dot(body.up) as f32;
                found.unwrap_or(here)
            }
            (false, false) => here,
        };
        // Walls take the velocity into them.
        let mut kept = project(course.velocity, body.walls().filter(|_| !support.is_edge));
        if !support.is_ground() {
            // It leaves the ground with the velocity along the ground.
            let rises = walked.along.dot(body.up) / self.dt;
            kept += body.up * rises.max(0.0);
        }
        self.state.velocity = kept.as_vec3();
    }

    fn in_air(&mut self, support: &mut Support, jumps: bool) {
        let body = &mut self.body;
        let config = body.config;
        let velocity = self.state.velocity.as_dvec3();
        let (across, mut rising) = (body.across(velocity), velocity.dot(body.up));
        if jumps {
            rising = (2.0 * f64::from(config.gravity) * f64::from(config.jump_height)).sqrt();
        } else if self.state.has(CAN_CUT) && !self.input.jump_held && rising > 0.0 {
            rising *= f64::from(config.jump_cut);
            self.state.set(CAN_CUT, false);
        }
        if rising <= 0.0 {
            self.state.set(CAN_CUT, false);
        }
        let course = self.root_motion().unwrap_or_else(|| self.air_course(across));
        let across = course.velocity;
        let body = &mut self.body;
        let (gravity, terminal) = (f64::from(config.gravity), f64::from(config.terminal_speed));
        let (speed, height) = fall(rising, gravity, terminal, self.dt);
        let motion = Motion {
            displacement: (course.displacement + body.up * height).as_vec3(),
            velocity: (across + body.up * speed).as_vec3(),
        };
        let end = body.slide(motion);
        // A steep face may turn a motion upwards; rolling over an edge may not.
        let surfs =
            body.scratch.hits().iter().any(|hit| {
                hit.surface.feature == Feature::Face && body.wall_of(hit.normal.as_dvec3()).is_some()
            });
        let end_velocity = end.velocity.as_dvec3();
        let most = if surfs { f64::INFINITY } else { speed.max(0.0) };
        let rises = end_velocity.dot(body.up).min(most);
        let velocity = body.across(end_velocity) + body.up * rises;
        let first = body.scratch.hits().iter().find(|hit| body.is_walkable(hit.normal.as_dvec3()));
        let at = first.map_or(1.0, |hit| f64::from(hit.fraction));
        let landing = fall(rising, gravity, terminal, self.dt * at).0;
        body.look();
        self.state.velocity = velocity.as_vec3();
        *support = self.body.support(None);
        if support.is_ground() && velocity.dot(support.normal) > LIFTS_OFF {
            support.state = GroundState::Airborne;
        }
        if support.is_ground() {
            self.state.velocity = self.body.across(velocity).as_vec3();
            self.report.landed_speed = Some((-landing).max(0.0) as f32);
        }
    }

    /// Returns the displacement of an animation, and its velocity.
    fn root_motion(&self) -> Option<Course> {
        let displacement = self.body.across(self.input.root_motion?.as_dvec3());
        Some(Course { displacement, velocity: displacement / self.dt })
    }

    /// Returns how the horizontal velocity changes in the air.
    fn air_course(&self, across: DVec3) -> Course {
        let config = self.body.config;
        let acceleration = f64::from(config.air_acceleration);
        match config.air_control {
            _ if self.body.across(self.input.wish_velocity.as_dvec3()) == DVec3::ZERO => {
                approach(across, across, None, self.dt)
            }
            // Steep ground takes no wish, so the velocity towards it and away from it stays.
            AirControl::Approach => approach(across, self.air_wish(across), Some(acceleration), self.dt),
            AirControl::Strafe { max_speed } => {
                let wish = self.air_wish(DVec3::ZERO);
                strafe(across, wish, f64::from(max_speed), acceleration, self.dt)
            }
        }
    }

    /// Returns the desired velocity in the air. Its component into steep ground is replaced by that
    /// of `kept`.
    fn air_wish(&self, kept: DVec3) -> DVec3 {
        let body = &self.body;
        let mut wish = body.across(self.input.wish_velocity.as_dvec3());
        for t in &body.touches {
            let rises = t.normal.dot(body.up);
            if let Some(wall) = body.wall_of(t.normal).filter(|wall| rises > WALL && wall.dot(wish) < 0.0) {
                wish += wall * wall.dot(kept - wish);
            }
        }
        wish
    }

    /// Stores the state, and fills in the report.
    fn finish(&mut self, support: Support, was_grounded: bool, start: Vec3) {
        let Self { body, state, report, .. } = self;
        let moved = body.centre.as_dvec3() - start.as_dvec3();
        if body.centre != state.centre || !state.has(PLACED) || state.position != state.feet {
            state.centre = body.centre;
            state.position = body.centre - body.centre_above_feet();
            state.feet = state.position;
        }
        state.set(PLACED, true);
        state.velocity = state.velocity.clamp_length_max(FASTEST);
        let decay = match f64::from(body.config.step_smoothing) {
            0.0 => 0.0,
            time => elementary::exp(-self.dt / time),
        };
        let behind = if was_grounded && support.is_ground() { body.step_in(moved) } else { 0.0 };
        let offset = if decay > 0.0 { f64::from(state.step_offset) * decay - behind } else { 0.0 };
        state.step_offset = if offset.abs() < LEAST_OFFSET { 0.0 } else { offset as f32 };
        state.ground = support.state;
        state.normal = support.normal.as_vec3();
        state.ledge = if support.is_edge { support.height as f32 } else { 0.0 };
        state.set(ON_EDGE, support.is_edge);
        state.air_time = if support.is_ground() { 0.0 } else { state.air_time + self.dt as f32 };
        report.ground = support.state;
        report.ground_surface = support.surface;
        let against = |n: DVec3| n.dot(moved) <= 0.0 || self.input.wish_velocity.as_dvec3().dot(n) < 0.0;
        for t in &body.touches {
            let rises = t.normal.dot(body.up);
            if rises < -body.flattest {
                report.ceiling = report.ceiling.or(Some(t.surface));
            } else if !body.is_walkable(t.normal) && against(t.normal) && !support.is_edge {
                report.wall = report.wall.or(Some(t.surface));
            }
        }
    }
}
