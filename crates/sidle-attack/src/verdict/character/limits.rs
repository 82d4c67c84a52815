//! How far, how fast and how high a step may go.

use sidle::{
    AirControl, CharacterConfig, CharacterMode, CharacterReport, DVec3, GroundState, SlopeSpeed, SteepGround,
};
use sidle_judge::{Body, Ground, Reason};

use super::{CharacterFault, CharacterJudge, CharacterStep, DOUBT, LEAVES, ROLLS, ROUNDING};
use crate::verdict::centre_of;
use crate::verdict::spacing;

/// Returns a fault if the push of a step of `dt` seconds is stronger than the settings allow.
#[must_use]
pub fn judge_push(config: &CharacterConfig, report: &CharacterReport, dt: f32) -> Option<CharacterFault> {
    let impulse = report.push?.impulse.as_dvec3().length();
    let allowed = f64::from(config.max_push_force) * f64::from(dt);
    (impulse > allowed * (1.0 + ROUNDING)).then_some(CharacterFault::TooStrong { impulse, allowed })
}

impl CharacterJudge {
    pub(super) fn across(&self, v: DVec3) -> f64 {
        (v - self.up * v.dot(self.up)).length()
    }

    /// Returns true if the character began the step on ground that it walks on.
    fn begins_on_ground(&self, step: &CharacterStep<'_>) -> bool {
        let stands =
            step.before.ground() == GroundState::Steep && self.config.steep_ground == SteepGround::Stand;
        (step.before.is_grounded() || stands) && !self.is_launched(step)
    }

    /// Returns true if the character may have begun the step on ground. A flight may have ended at
    /// an edge that holds the character from this step on.
    fn may_begin_on_ground(&self, step: &CharacterStep<'_>) -> bool {
        self.begins_on_ground(step) || (self.may_be_held && !self.is_launched(step))
    }

    /// Returns true if the character leaves the ground at the start of the step.
    pub(super) fn is_launched(&self, step: &CharacterStep<'_>) -> bool {
        let rising = step.before.velocity.as_dvec3().dot(self.up);
        step.report.jumped || rising > LEAVES * (1.0 + DOUBT)
    }

    /// Returns true if the character was on the ground during the whole step.
    fn walks(&self, step: &CharacterStep<'_>) -> bool {
        let lands = step.report.landed_speed.is_some();
        self.may_begin_on_ground(step) && step.report.is_on_floor() && !lands
    }

    /// Returns true if the character left the ground by walking.
    fn walks_off(&self, step: &CharacterStep<'_>) -> bool {
        self.begins_on_ground(step) && !step.after.is_grounded()
    }

    /// Returns the largest horizontal speed that the input allows.
    pub(super) fn fastest(&self, step: &CharacterStep<'_>) -> f64 {
        let dt = f64::from(step.dt);
        let before = self.across(step.before.velocity.as_dvec3());
        let wish = self.across(step.input.wish_velocity.as_dvec3());
        match (step.input.root_motion, self.config.air_control) {
            (Some(motion), _) => self.across(motion.as_dvec3()) / dt,
            _ if self.walks(step) && self.config.ground_acceleration.is_none() => wish,
            // Steep ground takes the wish into it, but leaves the velocity.
            (None, AirControl::Approach) => before.hypot(wish),
            _ => before.hypot(wish) + f64::from(self.config.air_acceleration) * dt,
        }
    }

    /// Returns the largest vertical speed at the start.
    pub(super) fn rising(&self, step: &CharacterStep<'_>) -> f64 {
        let jump = (2.0 * f64::from(self.config.gravity) * f64::from(self.config.jump_height)).sqrt();
        let before = step.before.velocity.as_dvec3().dot(self.up).abs();
        // Off ground that rises as fast, it jumps along the normal of the ground.
        let dt = f64::from(step.dt);
        let wish = step.input.root_motion.map_or(step.input.wish_velocity.as_dvec3(), |m| m.as_dvec3() / dt);
        let walked = self.across(wish).max(before);
        let walked = match self.config.slope_speed {
            SlopeSpeed::Horizontal => walked * self.steepest().tan().max(1.0),
            _ => walked,
        };
        if step.report.jumped { jump + walked } else { before }
    }

    pub(super) fn too_far(&self, step: &CharacterStep<'_>) -> Option<CharacterFault> {
        let (start, end) = centre_of(step.before, &self.config).zip(centre_of(step.after, &self.config))?;
        if step.before.is_crouching() != step.after.is_crouching() {
            return None;
        }
        let dt = f64::from(step.dt);
        let across = self.fastest(step) * dt;
        let far = end.abs().max_element();
        let slack = 8.0 * self.rules(step, end).skin + ROUNDING * across + 1e-6 * far;
        let (went, asked) = if self.walks(step) || self.walks_off(step) {
            (self.across(end - start), across)
        } else {
            // It may walk up to an edge that does not hold it, or up from where it landed.
            let may_walk = self.may_begin_on_ground(step) || step.report.landed_speed.is_some();
            let walked = if may_walk { across * self.rise_of_a_walk() } else { 0.0 };
            // Surfaces may turn what gravity adds into the direction of the rest. It may land, and
            // climb a step in the rest of the time.
            let asked = across.hypot(self.rising(step) * dt + walked) + 0.5 * self.falls(step) * dt;
            ((end - start).length(), asked * (1.0 + ROUNDING) + f64::from(step.report.stepped))
        };
        // A fall onto steep ground leads aside.
        let falls = if self.walks_off(step) { self.falls(step) * dt } else { 0.0 };
        let asked = asked + falls;
        let rise = (end - start).dot(self.up) - f64::from(step.report.stepped);
        if self.walks(step) && rise > 0.0 {
            let most = across * self.rise_of_a_walk() + slack;
            if rise > most {
                return Some(CharacterFault::TooFar { went: rise, asked: most });
            }
        }
        (went > asked + slack).then_some(CharacterFault::TooFar { went, asked })
    }

    /// Returns the largest rise of a walk without steps, as a share of the horizontal displacement
    /// that is asked for.
    fn rise_of_a_walk(&self) -> f64 {
        let steepest = self.steepest();
        match self.config.slope_speed {
            SlopeSpeed::Horizontal => steepest.tan().max(ROLLS),
            _ if self.config.step_height > 0.0 => ROLLS,
            _ => steepest.sin(),
        }
    }

    /// Returns the speed that gravity adds in a step.
    pub(super) fn falls(&self, step: &CharacterStep<'_>) -> f64 {
        f64::from(self.config.gravity) * f64::from(step.dt)
    }

    pub(super) fn too_fast(&self, step: &CharacterStep<'_>) -> Option<CharacterFault> {
        let across = self.fastest(step);
        let speed = step.after.velocity.as_dvec3().length();
        let asked = if self.walks(step) {
            across
        } else if self.walks_off(step) && self.config.slope_speed != SlopeSpeed::Horizontal {
            across.hypot(self.rising(step)) + self.falls(step)
        } else {
            // A character that walks off a slope keeps the speed along it.
            let may_walk_off = self.may_begin_on_ground(step) && !step.after.is_grounded();
            let walked = if may_walk_off { across * self.steepest().tan() } else { 0.0 };
            across.hypot(self.rising(step) + walked) + self.falls(step)
        };
        (speed > asked * (1.0 + ROUNDING) + 1e-3).then_some(CharacterFault::TooFast { speed, asked })
    }

    /// Returns the largest speed that the input allows in a step in which the character swims or
    /// climbs.
    pub(super) fn fastest_in_mode(&self, step: &CharacterStep<'_>) -> f64 {
        let dt = f64::from(step.dt);
        let sinks = match step.input.mode {
            CharacterMode::Swim { sink_speed, .. } => f64::from(sink_speed),
            _ => 0.0,
        };
        let before = step.before.velocity.as_dvec3().length();
        let target = (step.input.wish_velocity.as_dvec3() - self.up * sinks).length();
        // A jump leaves the mode at once.
        let jump = if step.report.jumped {
            self.rising(step) + self.falls(step) + f64::from(self.config.air_acceleration) * dt + target
        } else {
            0.0
        };
        let root = step.input.root_motion.map(|motion| motion.as_dvec3().length() / dt);
        root.unwrap_or_else(|| before.max(target)) + jump
    }

    /// Judges the distance and the speed of such a step.
    pub(super) fn too_much_in_mode(&self, step: &CharacterStep<'_>) -> Option<CharacterFault> {
        let asked = self.fastest_in_mode(step);
        let speed = step.after.velocity.as_dvec3().length();
        if speed > asked * (1.0 + ROUNDING) + 1e-3 {
            return Some(CharacterFault::TooFast { speed, asked });
        }
        let (start, end) = centre_of(step.before, &self.config).zip(centre_of(step.after, &self.config))?;
        let (went, asked) = ((end - start).length(), asked * f64::from(step.dt));
        let slack = 8.0 * self.rules(step, end).skin + 1e-15 * end.abs().max_element();
        let stays = step.before.is_crouching() == step.after.is_crouching();
        (stays && went > asked * (1.0 + ROUNDING) + slack).then_some(CharacterFault::TooFar { went, asked })
    }

    /// Returns the steepest slope in radians, below a right angle.
    pub(super) fn steepest(&self) -> f64 {
        (f64::from(self.config.max_slope_angle) * (1.0 + DOUBT)).min(1.55)
    }

    /// Compares the height of the ground before and after a walk.
    pub(super) fn too_high(
        &self,
        step: &CharacterStep<'_>,
        ground: Ground,
        known: Option<Ground>,
    ) -> Option<CharacterFault> {
        let walks = step.before.is_grounded() && step.after.is_grounded() && !step.report.jumped;
        let same = step.before.is_crouching() == step.after.is_crouching();
        let (from, to) = known.and_then(|known| known.rising_height).zip(ground.walkable_height)?;
        let (start, end) = centre_of(step.before, &self.config).zip(centre_of(step.after, &self.config))?;
        if !(walks && same) || step.report.was_pushed_out {
            return None;
        }
        let skin = self.rules(step, end).skin;
        let ups = self.raises(step);
        let most = f64::from(self.config.step_height).max(self.rolls(step)) + 4.0 * skin;
        let slope = self.steepest().tan();
        // The contact may be anywhere below the body, before and after.
        let slack = 8.0 * skin + 1e-15 * end.abs().max_element();
        let below = (self.across(end - start) + 2.0 * self.half_width(step)) * slope;
        // An edge that the character remembers may be a step above the contact.
        let remembers = known.is_some_and(|known| known.reason == Reason::Remembered);
        let held = if remembers { f64::from(self.config.step_height) } else { 0.0 };
        let allowed = most * ups.max(1) as f64 + held + below.min(self.slope_rise(step, slope)) + slack;
        (to - from > allowed).then_some(CharacterFault::TooHigh { gained: to - from, allowed })
    }

    /// Returns the number of times that the body was raised straight up on its path, to climb a
    /// step.
    pub(super) fn raises(&self, step: &CharacterStep<'_>) -> usize {
        let Some(end) = centre_of(step.after, &self.config) else { return 0 };
        let skin = self.rules(step, end).skin;
        // Both ends are stored positions.
        let rounding = 2.0 * spacing(end.abs().max_element());
        let is_raise = |w: &&[DVec3]| {
            let way = w[1] - w[0];
            let rise = way.dot(self.up);
            rise > 2.0 * skin && (way - self.up * rise).length() < 1e-3 * rise + rounding
        };
        step.path.windows(2).filter(is_raise).count()
    }

    /// Returns the largest rise along slopes of a step, in metres.
    fn slope_rise(&self, step: &CharacterStep<'_>, slope: f64) -> f64 {
        self.fastest(step) * f64::from(step.dt) * slope + self.rolls(step)
    }

    pub(super) fn half_width(&self, step: &CharacterStep<'_>) -> f64 {
        match *self.body(step.after.is_crouching()) {
            Body::Point => 0.0,
            Body::Sphere { radius } | Body::Capsule { radius, .. } => radius,
            Body::Ellipsoid { radii, .. } => radii[0].max(radii[1]).max(radii[2]),
        }
    }

    /// Returns the height over which the round bottom rolls: that of the contact with the steepest
    /// slope.
    fn rolls(&self, step: &CharacterStep<'_>) -> f64 {
        let (sin, cos) = f64::from(self.config.max_slope_angle).sin_cos();
        match *self.body(step.after.is_crouching()) {
            Body::Point => 0.0,
            Body::Sphere { radius } | Body::Capsule { radius, .. } => radius * (1.0 - cos),
            Body::Ellipsoid { radii: [a, b, c], .. } => {
                // The least wide side is the steepest.
                b - b * b * cos / (a.min(c) * sin).hypot(b * cos)
            }
        }
    }
}
