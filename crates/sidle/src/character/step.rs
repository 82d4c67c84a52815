//! One step of a character.

use glam::DVec3;

use super::body::{Body, blocking};
use super::events::CharacterEvent;
use super::ground::{Footing, Support};
use super::input::{CharacterInput, CharacterMode};
use super::report::CharacterReport;
use super::state::{ABOVE, CAN_CUT, CharacterState, DROPS, JUMPED, ON_EDGE, PLACED};
use super::velocity::Course;
use super::{GroundState, SteepGround};
use crate::geometry::{elementary, is_in_range};
use crate::slide::StopReason;
use crate::tolerance::character::{
    FASTEST, LEAST_OFFSET, LIFTS_OFF, MOST_EVENTS, MOST_PIECES, MOST_WALKS, STEP_SKINS,
};
use crate::world::InstanceId;

/// The part of a step to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// All of it.
    Whole,
    /// Only what moving instances do.
    Ride,
    /// Only the character's own motion.
    Move,
}

/// A step in progress.
pub(super) struct Step<'a, 'b> {
    pub(super) body: Body<'a>,
    pub(super) state: &'b mut CharacterState,
    pub(super) report: CharacterReport,
    pub(super) input: CharacterInput,
    pub(super) dt: f64,
    /// The velocity of the platform that the character left in this step, which has already carried
    /// it.
    pub(super) ridden: DVec3,
    /// True if it came to the ground in this step, whose motion has not carried it yet.
    pub(super) has_landed: bool,
    /// The time after the start of the step up to which a press of the jump button counts.
    asked_until: Option<f64>,
}

impl<'a, 'b> Step<'a, 'b> {
    /// Creates a step of some seconds.
    pub(super) fn new(
        body: Body<'a>,
        state: &'b mut CharacterState,
        report: CharacterReport,
        input: CharacterInput,
        dt: f64,
    ) -> Self {
        let kept = Some(f64::from(state.jump_kept)).filter(|&kept| kept > 0.0);
        let asked_until = if input.jump { Some(f64::from(body.config.jump_buffer)) } else { kept };
        Self { body, state, report, input, dt, ridden: DVec3::ZERO, has_landed: false, asked_until }
    }
}

impl Step<'_, '_> {
    /// Performs the step, or returns the reason why it is refused.
    pub(super) fn run(&mut self, stage: Stage) -> Result<(), StopReason> {
        if stage != Stage::Move && (!self.ride() || stage == Stage::Ride) {
            return Ok(());
        }
        self.begin()?;
        self.turn();
        let mut support = self.take_posture();
        self.body.note(|| ground_event(support));
        let was_grounded = self.state.is_grounded() || support.is_ground();
        if support.is_ground() {
            self.land();
        }
        let start = self.body.centre;
        let walks = self.input.mode == CharacterMode::Walk;
        self.go(&mut support);
        if support.is_ground() && !support.is_edge && walks {
            self.body.settle();
        }
        self.body.note(|| ground_event(support));
        self.finish(support, was_grounded, start);
        self.note_push();
        self.sense(start);
        Ok(())
    }

    /// Moves the body, in pieces that end where the character lands, or leaves the ground.
    fn go(&mut self, support: &mut Support) {
        let walks = self.input.mode == CharacterMode::Walk;
        let (mut left, mut walks_left, mut turns_left) = (self.dt, MOST_WALKS, MOST_PIECES);
        for _ in 0..MOST_EVENTS {
            if self.jumps(support.is_ground() || !walks, self.dt - left) {
                self.take_off(*support);
                left = self.in_air(support, left);
            } else if !walks {
                self.swim_or_climb(support);
                left = 0.0;
            } else if support.is_ground() || self.stands(support) {
                let is_at_wall;
                (left, is_at_wall) = self.on_ground(support, left, (walks_left > 0, turns_left > 0));
                let ended = if is_at_wall { &mut turns_left } else { &mut walks_left };
                *ended = ended.saturating_sub(1);
            } else {
                left = self.in_air(support, left);
            }
            if left <= 0.0 {
                break;
            }
        }
        if left > 0.0 {
            *support = self.held();
        }
        self.state.jump_kept = self.asked_until.map_or(0.0, |until| larger(0.0, until - self.dt)) as f32;
    }

    /// Returns true if the character stands on steep ground. A body that rises past it does not.
    fn stands(&self, support: &Support) -> bool {
        let rises = self.state.velocity.as_dvec3().dot(self.body.up) > LIFTS_OFF;
        let may_stand = self.body.config.steep_ground == SteepGround::Stand;
        support.state == GroundState::Steep && may_stand && !rises
    }

    /// Notes that ground holds the character.
    pub(super) fn land(&mut self) {
        self.state.air_time = 0.0;
        self.state.set(JUMPED, false);
    }

    /// Places the body where the state says, outside of every overlap.
    pub(super) fn begin(&mut self) -> Result<(), StopReason> {
        self.body.centre = self.state.position + self.body.centre_above_feet();
        if self.input.mode == CharacterMode::Walk {
            self.body.pace = self.body.across(self.state.velocity.as_dvec3());
        }
        if self.input.drop {
            self.body.move_config.filter = blocking(self.body.config, true);
        }
        if !is_in_range(self.body.centre) || !self.body.look() {
            return Err(StopReason::InvalidInput);
        }
        if self.input.drop && !self.state.has(DROPS) {
            let is_beside = self.body.is_past_platforms();
            self.state.set(DROPS, true);
            self.state.set(ABOVE, !is_beside);
            self.body.look_again();
        }
        self.leave_overlap()
    }

    fn leave_overlap(&mut self) -> Result<(), StopReason> {
        if !self.body.overlaps() {
            return Ok(());
        }
        let Body { world, scratch, shape, centre, move_config, up, .. } = &mut self.body;
        // The planes of neighbours have no sides that a way out could lead around.
        let neighbors = std::mem::take(&mut scratch.neighbors);
        let out = world.depenetrate(scratch, shape, *centre, move_config);
        scratch.neighbors = neighbors;
        let way = out.position - *centre;
        self.report.was_pushed_out = true;
        // A way out below the ground is none for a body whose head is above it.
        let leads_down = way.dot(*up) < -0.5 * way.length();
        if (leads_down || !out.is_free()) && self.body.rise_out_of_ground() {
            return Ok(());
        }
        if !out.is_free() {
            self.report.was_pushed_out = false;
            return Err(StopReason::StartedInside);
        }
        self.body.centre = out.position;
        self.body.note(|| CharacterEvent::PushedOut { to: out.position });
        self.body.look();
        Ok(())
    }

    /// Returns the ground that holds the character.
    pub(super) fn held(&self) -> Support {
        let footing = match self.state.is_grounded() {
            true if self.state.has(ON_EDGE) => Footing::Edge(f64::from(self.state.ledge)),
            true => Footing::Ground,
            false => Footing::Air,
        };
        let support = self.body.support(footing);
        if support.is_ground() && self.lifts_off(&support) {
            return Support { state: GroundState::Airborne, ..support };
        }
        support
    }

    /// Returns true if the velocity leads away from the ground.
    fn lifts_off(&self, support: &Support) -> bool {
        // On the ground the velocity is horizontal, unless the game has set another one.
        let away = if self.state.is_grounded() { self.body.up } else { support.normal };
        self.state.velocity.as_dvec3().dot(away) > LIFTS_OFF
    }

    /// Takes the posture of the input. Returns the ground that holds the body afterwards.
    fn take_posture(&mut self) -> Support {
        let before = self.state.is_crouching();
        // The edge that holds the body may be higher than a step above its feet.
        let stood = if self.input.crouch == before { 0.0 } else { self.held().height };
        self.change_posture(self.input.crouch);
        let is_changed = self.state.is_crouching() != before;
        let support = self.held();
        if !self.state.is_grounded() || support.is_ground() || self.lifts_off(&support) {
            return support;
        }
        // Another shape touches a slope elsewhere, and rounding may lift the body.
        let few_skins = STEP_SKINS * self.body.seen.skin;
        let distance = if is_changed { f64::from(self.body.config.snap_distance) } else { few_skins };
        self.body.snap(distance, 0.0, stood).unwrap_or(support)
    }

    /// Returns true if a press of the jump button counts at a time after the start of the step.
    pub(super) fn may_jump(&self, at: f64) -> bool {
        let config = self.body.config;
        let can_jump = config.jump_height > 0.0 && config.gravity > 0.0;
        can_jump && self.asked_until.is_some_and(|until| at <= until)
    }

    /// Decides whether a jump begins at a time after the start of the step.
    fn jumps(&mut self, has_hold: bool, at: f64) -> bool {
        let coyote_time = self.body.config.coyote_time;
        let has_hold = has_hold || (!self.state.has(JUMPED) && self.state.air_time < coyote_time);
        if !has_hold || !self.may_jump(at) {
            return false;
        }
        self.asked_until = None;
        self.state.set(JUMPED, true);
        self.state.set(CAN_CUT, true);
        self.report.jumped = true;
        true
    }

    /// Returns the displacement of an animation in some seconds of the step, and its velocity.
    pub(super) fn root_motion(&self, time: f64) -> Option<Course> {
        let displacement = self.input.root_motion?.as_dvec3();
        let displacement = match self.input.mode {
            CharacterMode::Walk => self.body.across(displacement),
            _ => displacement,
        };
        Some(Course { displacement: displacement * (time / self.dt), velocity: displacement / self.dt })
    }

    /// Stores the state, and fills in the report.
    fn finish(&mut self, support: Support, was_grounded: bool, start: DVec3) {
        self.change_platform(support);
        self.store(support);
        let Self { body, state, report, .. } = self;
        let moved = body.centre - start;
        state.velocity = state.velocity.clamp_length_max(FASTEST);
        let decay = match f64::from(body.config.step_smoothing) {
            0.0 => 0.0,
            time => elementary::exp(-self.dt / time),
        };
        let behind = if was_grounded && support.is_ground() { body.step_in(moved) } else { 0.0 };
        let offset = if decay > 0.0 { f64::from(state.step_offset) * decay - behind } else { 0.0 };
        state.step_offset = if offset.abs() < LEAST_OFFSET { 0.0 } else { offset as f32 };
        report.ground = support.state;
        report.ground_surface = support.surface;
        if support.is_ground() {
            report.ground_velocity = body.ground_velocity(support, self.dt).as_vec3();
            report.platform = support.platform().filter(|&id| body.world.is_placed(id));
        }
        if !support.is_edge {
            self.note_surfaces(moved);
        }
    }

    /// Adds the ceilings and walls in contact to the report, after a motion.
    pub(super) fn note_surfaces(&mut self, moved: DVec3) {
        let Self { body, report, .. } = self;
        let wish = self.input.wish_velocity.as_dvec3();
        for t in &body.touches {
            if t.normal.dot(body.up) < -body.flattest {
                report.ceiling = report.ceiling.or(Some(t.surface));
            } else if !body.holds(t.normal, t.surface.layer)
                && (t.normal.dot(moved) <= 0.0 || t.normal.dot(wish) < 0.0)
            {
                report.wall = report.wall.or(Some(t.surface));
            }
        }
    }

    /// Stores the place of the body, and the ground that holds it.
    pub(super) fn store(&mut self, support: Support) {
        let Self { body, state, .. } = self;
        state.place(body.centre, body.centre_above_feet());
        if !state.has(PLACED) {
            state.up = body.config.up;
            state.set(PLACED, true);
        }
        state.ground = support.state;
        state.platform = match support.platform() {
            // The number of the other character is not part of the state: it may change.
            Some(id) if id.character().is_some() => InstanceId::ANY_CHARACTER,
            Some(id) if body.world.is_placed(id) => id,
            _ => InstanceId::MESH,
        };
        // In the air, it is that of the ground before.
        if support.state != GroundState::Airborne {
            state.normal = support.normal.as_vec3();
        }
        state.ledge = if support.is_edge { support.height as f32 } else { 0.0 };
        state.set(ON_EDGE, support.is_edge);
    }
}

fn ground_event(support: Support) -> CharacterEvent {
    let Support { state, normal, height, is_edge, surface } = support;
    CharacterEvent::Ground { state, normal: normal.as_vec3(), height: height as f32, is_edge, surface }
}

/// Returns the larger of two numbers, the first one if they are equal. `max` may return either zero
/// of 0 and -0, which differs between machines.
pub(super) fn larger<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}
