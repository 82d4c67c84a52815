//! A character that wants to walk and stands still.

use sidle::{CharacterMode, DQuat};
use sidle_judge::Judge;

use super::{CharacterFault, CharacterJudge, CharacterStep};
use crate::verdict::centre_of;
use crate::verdict::{spacing, wide};

/// Number of steps without progress after which the judge looks for room.
const STEPS: u32 = 8;
/// A step makes no progress if it goes less than this share of the wish.
const PROGRESS: f64 = 0.01;
/// Distance that the judge looks, as a share of half the width of the body.
const AHEAD: f64 = 0.1;
/// Longest step that is judged, as a multiple of half the width of the body.
const LONGEST: f64 = 10.0;
/// Share of the skin that the body keeps on the way.
const KEEPS: f64 = 0.5;
/// The directions that the judge tries, in degrees from the wish.
const TURNS: [f64; 5] = [0.0, 30.0, -30.0, 60.0, -60.0];

impl CharacterJudge {
    /// Returns a fault if the character has stood still for some steps, although it could go
    /// straight on, at the same height, in a direction near its wish.
    pub(super) fn held(&mut self, judge: &Judge, step: &CharacterStep<'_>) -> Option<CharacterFault> {
        let input = step.input;
        let (start, end) = centre_of(step.before, &self.config).zip(centre_of(step.after, &self.config))?;
        let wish = input.wish_velocity.as_dvec3();
        let wish = wish - self.up * wish.dot(self.up);
        let asked = wish.length() * f64::from(step.dt);
        let walks = input.mode == CharacterMode::Walk
            && input.root_motion.is_none()
            && !(step.report.jumped || input.drop)
            && self.config.ground_acceleration.is_none()
            && self.config.ledge_distance == 0.0
            && self.config.skin_width > 0.0
            && step.before.is_grounded()
            && step.after.is_grounded()
            && step.before.is_crouching() == step.after.is_crouching()
            && !(step.after.is_crouching() && self.config.crouch_stays_on_ledges);
        let rounding = 64.0 * spacing(end.abs().max_element());
        let half_width = self.half_width(step);
        let is_usual = asked > rounding && asked < LONGEST * half_width;
        let is_still = is_usual && self.across(end - start) < PROGRESS * asked;
        self.held = if walks && is_still { self.held + 1 } else { 0 };
        if self.held < STEPS {
            return None;
        }
        let body = self.body(step.after.is_crouching());
        let skin = self.rules(step, end).skin;
        let ahead = wish.normalize_or_zero() * (AHEAD * half_width).max(4.0 * skin);
        let has_room = |turn: &&f64| {
            let way = DQuat::from_axis_angle(self.up, turn.to_radians()) * ahead;
            let to = (end + way).to_array();
            judge.path_clearance(body, wide(end), to, skin).gap >= KEEPS * skin
        };
        TURNS.iter().find(has_room).map(|&turn| CharacterFault::Held { turn })
    }
}
