//! A step in the air, in water or on a ladder.

use glam::DVec3;

use super::body::Body;
use super::events::CharacterEvent;
use super::ground::{Footing, Support};
use super::input::CharacterMode;
use super::state::CAN_CUT;
use super::step::{Step, larger};
use super::velocity::{Course, approach, fall, strafe};
use super::{AirControl, GroundState};
use crate::geometry::Feature;
use crate::slide::WideMotion;
use crate::tolerance::character::{LIFTS_OFF, WALL};

impl Step<'_, '_> {
    pub(super) fn in_air(&mut self, support: &mut Support, jumps: bool) {
        let body = &mut self.body;
        let config = body.config;
        // The ground that the character jumps off gives it its velocity.
        let carried = if jumps { body.leaving_velocity(*support, self.dt) } else { DVec3::ZERO };
        // In this step the platform has already carried it.
        let ridden = if jumps { (carried - body.carried_by(*support)) * self.dt } else { DVec3::ZERO };
        let velocity = self.state.velocity.as_dvec3() + carried;
        let (across, mut rising) = (body.across(velocity), velocity.dot(body.up));
        if jumps {
            let jump = (2.0 * f64::from(config.gravity) * f64::from(config.jump_height)).sqrt();
            rising = jump + carried.dot(body.up);
            body.note(|| CharacterEvent::Jumped { speed: rising as f32 });
        } else if self.state.has(CAN_CUT) && !self.input.jump_held && rising > 0.0 {
            rising *= f64::from(config.jump_cut);
            self.state.set(CAN_CUT, false);
        }
        if rising <= 0.0 {
            self.state.set(CAN_CUT, false);
        }
        let course = self.root_motion().unwrap_or_else(|| self.air_course(across));
        let across = self.body.across(course.velocity);
        let body = &mut self.body;
        let (gravity, terminal) = (f64::from(config.gravity), f64::from(config.terminal_speed));
        let (speed, height) = fall(rising, gravity, terminal, self.dt);
        let way = body.across(course.displacement) + body.up * height - ridden;
        let motion = WideMotion { displacement: way, velocity: across + body.up * speed };
        let end = body.slide(motion);
        self.report.impact_speed = body.hardest_hit();
        // A steep face may turn a motion upwards; rolling over an edge may not.
        let surfs = body.scratch.hits().iter().any(|hit| {
            let wall = body.wall_of(hit.normal.as_dvec3(), hit.surface.layer);
            hit.surface.feature == Feature::Face && wall.is_some()
        });
        let end_velocity = end.velocity.as_dvec3();
        let most = if surfs { f64::INFINITY } else { speed.max(0.0) };
        let rises = end_velocity.dot(body.up).min(most);
        let velocity = body.across(end_velocity) + body.up * rises;
        let hits = body.scratch.hits().iter();
        let first = hits.clone().find(|hit| body.holds(hit.normal.as_dvec3(), hit.surface.layer));
        let at = first.map_or(1.0, |hit| hit.fraction);
        let landing = fall(rising, gravity, terminal, self.dt * at).0;
        body.look();
        self.state.velocity = velocity.as_vec3();
        *support = self.body.support(Footing::Air);
        if support.is_ground() && velocity.dot(support.normal) > LIFTS_OFF {
            support.state = GroundState::Airborne;
        }
        if support.is_ground() {
            let ground = self.body.ground_velocity(*support, self.dt);
            self.state.velocity = self.body.across(velocity - ground).as_vec3();
            self.report.landed_speed = Some(larger(0.0, ground.dot(self.body.up) - landing) as f32);
        }
    }

    /// Moves in all directions, without steps and without following the ground.
    pub(super) fn swim_or_climb(&mut self, support: &mut Support) {
        let wish = self.input.wish_velocity.as_dvec3();
        let (target, acceleration) = match self.input.mode {
            CharacterMode::Swim { acceleration, sink_speed } => {
                (wish - self.body.up * f64::from(sink_speed), Some(f64::from(acceleration)))
            }
            CharacterMode::Climb | CharacterMode::Walk => (wish, None),
        };
        self.state.set(CAN_CUT, false);
        let before = self.state.velocity.as_dvec3();
        let course = self.root_motion().unwrap_or_else(|| approach(before, target, acceleration, self.dt));
        self.state.velocity = course.velocity.as_vec3();
        let body = &mut self.body;
        if course.displacement != DVec3::ZERO {
            let motion = WideMotion { displacement: course.displacement, velocity: course.velocity };
            self.state.velocity = body.slide(motion).velocity;
            self.report.impact_speed = body.hardest_hit();
            body.look();
        }
        *support = body.support(Footing::Air);
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
            let wall = body.wall_of(t.normal, t.surface.layer);
            if let Some(wall) = wall.filter(|wall| rises > WALL && wall.dot(wish) < 0.0) {
                wish += wall * wall.dot(kept - wish);
            }
        }
        wish
    }
}

impl Body<'_> {
    /// Returns the largest speed that a surface took from the last move.
    fn hardest_hit(&self) -> f32 {
        self.scratch.hits().iter().map(|hit| hit.speed_removed).fold(0.0, larger)
    }
}
