//! A step in the air, in water or on a ladder.

use glam::DVec3;

use super::body::{Body, project};
use super::events::CharacterEvent;
use super::ground::{Footing, Support};
use super::input::CharacterMode;
use super::state::CAN_CUT;
use super::step::{Step, larger};
use super::velocity::{Course, approach, strafe};
use super::{AirControl, GroundState};
use crate::slide::WideMotion;
use crate::tolerance::character::{LIFTS_OFF, WALL};

impl Step<'_, '_> {
    /// Flies for at most `time` seconds, until it lands. Returns the time that is left.
    pub(super) fn in_air(&mut self, support: &mut Support, time: f64) -> f64 {
        let rising = self.state.velocity.as_dvec3().dot(self.body.up);
        if rising <= 0.0 {
            self.state.set(CAN_CUT, false);
        } else if self.state.has(CAN_CUT) && !self.input.jump_held && !self.report.jumped {
            let cut = self.body.up * (rising * (1.0 - f64::from(self.body.config.jump_cut)));
            self.state.velocity = (self.state.velocity.as_dvec3() - cut).as_vec3();
            self.state.set(CAN_CUT, false);
        }
        // The platform that it left has already carried it in this step.
        let flown = self.fly(self.state.velocity.as_dvec3() - self.ridden, time);
        *support = flown.support;
        self.state.velocity = (flown.velocity + self.ridden).as_vec3();
        self.state.air_time += (time - flown.left) as f32;
        if support.is_ground() {
            let up = self.body.up;
            let ground = self.body.ground_velocity(*support, self.dt);
            let arriving = (flown.arriving + self.ridden).dot(up);
            self.report.landed_speed = Some(larger(0.0, ground.dot(up) - arriving) as f32);
            let landed = project(flown.velocity + self.ridden - ground, std::iter::once(support.normal));
            self.state.velocity = self.body.across(landed).as_vec3();
            self.has_landed = true;
            self.land();
        }
        flown.left
    }

    /// Leaves the ground, or the air, with a jump.
    pub(super) fn take_off(&mut self, support: Support) {
        let body = &self.body;
        let config = body.config;
        let jump = (2.0 * f64::from(config.gravity) * f64::from(config.jump_height)).sqrt();
        let before = self.state.velocity.as_dvec3();
        let mut velocity = body.across(before) + body.up * jump;
        if support.is_ground() {
            let course = self.root_motion(self.dt);
            let wish = body.across(self.input.wish_velocity.as_dvec3());
            let course =
                course.unwrap_or_else(|| self.ground_course(body.across(before), wish, support, 0.0));
            let (along, rise) = body.direction(course.velocity, support.normal);
            velocity = body.across(along) + body.up * jump;
            // Where the ground rises as fast, it leaves the ground along its normal. An edge over
            // which it rolls gives no speed.
            if velocity.dot(support.normal) <= LIFTS_OFF {
                let most = larger(course.velocity.length(), body.across(along).length().hypot(rise));
                velocity = along.clamp_length_max(most) + support.normal * jump;
            }
            velocity += body.leaving_velocity(support, self.dt);
            self.ridden = self.ridden_on(support);
        }
        body.note(|| CharacterEvent::Jumped { speed: velocity.dot(body.up) as f32 });
        self.state.velocity = velocity.as_vec3();
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
        let course =
            self.root_motion(self.dt).unwrap_or_else(|| approach(before, target, acceleration, self.dt));
        self.state.velocity = course.velocity.as_vec3();
        let body = &mut self.body;
        body.pace = DVec3::ZERO;
        if course.displacement != DVec3::ZERO {
            let motion = WideMotion { displacement: course.displacement, velocity: course.velocity };
            self.state.velocity = body.slide(motion).velocity;
            self.report.impact_speed = body.hardest_hit();
            body.look();
        }
        *support = body.support(Footing::Air);
    }

    /// Returns how the horizontal velocity changes in the air in some seconds.
    pub(super) fn air_course(&self, across: DVec3, time: f64) -> Course {
        if let Some(course) = self.root_motion(time) {
            return course;
        }
        let config = self.body.config;
        let acceleration = f64::from(config.air_acceleration);
        match config.air_control {
            _ if self.body.across(self.input.wish_velocity.as_dvec3()) == DVec3::ZERO => {
                approach(across, across, None, time)
            }
            // Steep ground takes no wish, so the velocity towards it and away from it stays.
            AirControl::Approach => approach(across, self.air_wish(across), Some(acceleration), time),
            AirControl::Strafe { max_speed } => {
                let wish = self.air_wish(DVec3::ZERO);
                strafe(across, wish, f64::from(max_speed), acceleration, time)
            }
        }
    }

    /// Returns the desired velocity in the air. Its component into steep ground is replaced by that
    /// of `kept`. The result is no faster than the faster of the two.
    fn air_wish(&self, kept: DVec3) -> DVec3 {
        let body = &self.body;
        let mut wish = body.across(self.input.wish_velocity.as_dvec3());
        // Uphill, hopping is no faster than walking.
        let left = self.state.normal.as_dvec3();
        if self.state.ground == GroundState::Airborne || self.report.jumped {
            wish *= body.uphill_factor(wish, left);
        }
        for t in &body.touches {
            let rises = t.normal.dot(body.up);
            let wall = body.wall_of(t.normal, t.surface.layer);
            if let Some(wall) = wall.filter(|wall| rises > WALL && wall.dot(wish) < 0.0) {
                let fastest = larger(wish.length_squared(), kept.length_squared());
                let leaving = wall.dot(kept);
                wish += wall * wall.dot(kept - wish);
                if wish.length_squared() > fastest {
                    // Only the speed along the wall is the wish's.
                    let most = larger(0.0, fastest - leaving * leaving).sqrt();
                    wish = wish.reject_from_normalized(wall).clamp_length_max(most) + wall * leaving;
                }
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
