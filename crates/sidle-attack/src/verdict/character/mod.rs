//! The verdict on a step of a character: grounded or not, distance, speed and height gained, and
//! rest. The judge of its moves is [`judge_path`](super::judge_path).

mod fault;
mod held;
mod limits;
mod rules;

use sidle::{
    CharacterConfig, CharacterInput, CharacterMode, CharacterReport, CharacterState, DVec3, GroundState, Vec3,
};
use sidle_judge::{Answer, Body, CharacterRules, Footing, Ground, Judge, Reason, V};

pub use fault::CharacterFault;
pub use limits::judge_push;
pub use rules::rules_of;

use super::{body_of, spacing, wide};
use crate::verdict::centre_of;

/// Speed in m/s away from the ground above which a character has left it.
const LEAVES: f64 = 0.1;
/// Share of a threshold within which either answer is accepted.
const DOUBT: f64 = 0.01;
/// Relative error of distances and speeds.
const ROUNDING: f64 = 1e-3;
/// Largest rise of a body that rolls over the edge of a step, as a share of the wish.
const ROLLS: f64 = 1.2;
/// Share of the skin by which a body that is lowered may touch a contact beside it.
const BRUSHES: f64 = 0.2;
/// Number of steps without input after which a character on the ground is at rest.
const AT_REST: u32 = 3;

/// A step to judge.
#[derive(Clone, Copy, Debug)]
pub struct CharacterStep<'a> {
    /// The state before the step.
    pub before: &'a CharacterState,
    /// The state after it.
    pub after: &'a CharacterState,
    /// The report of the step.
    pub report: &'a CharacterReport,
    /// The recorded path.
    pub path: &'a [DVec3],
    /// The input.
    pub input: &'a CharacterInput,
    /// Duration in seconds.
    pub dt: f32,
}

/// Judges the steps of one character, one after the other.
#[derive(Clone, Debug)]
pub struct CharacterJudge {
    config: CharacterConfig,
    up: DVec3,
    bodies: [Body; 2],
    /// The ground after the last step; `None` if it is unknown.
    last: Option<Ground>,
    /// True if ground may hold the body where the step begins.
    may_be_held: bool,
    /// Number of steps without input so far.
    idle: u32,
    /// Number of steps so far in which the character stood still although it wants to walk.
    held: u32,
    /// Steps at which the judge accepts either answer.
    either: u64,
}

impl CharacterJudge {
    /// Creates the judge of a character that has not made a step.
    #[must_use]
    pub fn new(config: &CharacterConfig) -> Self {
        let up = config.up.as_dvec3().normalize_or_zero();
        let bodies = [false, true].map(|crouches| body_of(&config.posture(crouches)));
        Self {
            config: config.clone(),
            up,
            bodies,
            last: None,
            may_be_held: false,
            idle: 0,
            held: 0,
            either: 0,
        }
    }

    /// Forgets the steps so far, after the character was moved.
    pub fn restart(&mut self) {
        (self.last, self.idle, self.held) = (None, 0, 0);
    }

    /// Returns the body of a posture.
    #[must_use]
    pub fn body(&self, crouches: bool) -> &Body {
        &self.bodies[usize::from(crouches)]
    }

    /// Returns the number of steps after which the judge accepted either answer.
    #[must_use]
    pub fn either(&self) -> u64 {
        self.either
    }

    /// Returns the rules of the posture after a step at a place.
    fn rules(&self, step: &CharacterStep<'_>, at: DVec3) -> CharacterRules {
        // Beyond its way, a move looks for ground that drops, and for steps: it is raised by a step
        // above an edge that is a step high, and lowered again.
        let start = step.path.first().copied().or_else(|| centre_of(step.before, &self.config));
        let way = start.zip(centre_of(step.after, &self.config)).map_or(0.0, |(a, b)| a.distance(b));
        let looks = f64::from(self.config.snap_distance + 4.0 * self.config.step_height);
        let asked = if step.input.mode == CharacterMode::Walk {
            self.fastest(step) + self.rising(step) + self.falls(step)
        } else {
            self.fastest_in_mode(step)
        };
        let asked = asked * f64::from(step.dt);
        rules_of(&self.config, step.after.is_crouching(), at, way + looks + asked)
    }

    /// Judges a step that was not refused. The judge sees all solid polygons.
    pub fn judge(&mut self, judge: &Judge, step: &CharacterStep<'_>) -> Option<CharacterFault> {
        let at = centre_of(step.after, &self.config)?;
        let known = self.last.take().filter(|_| !step.report.was_pushed_out);
        // Nothing is known about the ground before the first step.
        self.may_be_held = known.is_none_or(|known| known.answer != Answer::No);
        let body = *self.body(step.after.is_crouching());
        let rules = self.rules(step, at);
        let walks = step.input.mode == CharacterMode::Walk;
        let footing = if walks {
            let edge = self.memory(judge, step, known);
            Footing { ground: footing(step, known), edge, paces: self.paces(step) }
        } else {
            Footing::AIR
        };
        let ground = judge.ground(&body, wide(at), &rules, footing);
        self.either += u64::from(ground.answer == Answer::Either);
        self.last =
            Some(if step.after.is_grounded() { ground } else { Ground { on_edge: Answer::No, ..ground } });
        let rest = self.rest(step).filter(|_| walks);
        let far = || {
            if walks {
                self.too_far(step).or_else(|| self.too_fast(step))
            } else {
                self.too_much_in_mode(step)
            }
        };
        let stands = |at: V, ground: Ground| {
            let fault = self.ground(judge, step, ground, (at, &rules));
            let snap = || self.snap(judge, step, ground, known, (at, &rules));
            fault.or_else(|| if walks { snap() } else { None })
        };
        // A verdict that the rounding of the position changes is none.
        let mut beside = neighbors(at).map(|at| (at, judge.ground(&body, at, &rules, footing)));
        let fault = stands(wide(at), ground);
        let fault = fault.filter(|_| beside.all(|(at, ground)| stands(at, ground).is_some()));
        fault
            .or_else(|| far().filter(|_| !step.report.was_pushed_out))
            .or_else(|| if walks { self.too_high(step, ground, known) } else { None })
            .or(rest)
            .or_else(|| self.held(judge, step))
            .or_else(|| judge_push(&self.config, step.report, step.dt))
    }

    /// Returns whether the edge of a step may hold the character at the end: it was held by one, or
    /// passed one on the way, or climbed a step.
    fn memory(&self, judge: &Judge, step: &CharacterStep<'_>, known: Option<Ground>) -> Answer {
        let Some(known) = known else { return Answer::Either };
        // A body that leaves the ground lets go of the edge, until it lands.
        let lets_go = self.is_launched(step);
        if lets_go && step.report.landed_speed.is_none() {
            return Answer::No;
        }
        if !lets_go && step.before.velocity.as_dvec3().dot(self.up) > LEAVES * (1.0 - DOUBT) {
            return Answer::Either;
        }
        let corners = step.path.get(1..step.path.len().saturating_sub(1)).unwrap_or_default();
        let stood = if lets_go { Answer::No } else { known.on_edge };
        if stood == Answer::Yes && corners.is_empty() {
            return Answer::Yes;
        }
        if stood != Answer::No || step.report.stepped != 0.0 || self.raises(step) > 0 {
            return Answer::Either;
        }
        let body = self.body(step.after.is_crouching());
        let is_edge = |at: &DVec3| {
            judge.ground(body, wide(*at), &self.rules(step, *at), self.on_ground(step)).on_edge != Answer::No
        };
        if corners.iter().any(is_edge) { Answer::Either } else { Answer::No }
    }

    /// Returns the velocities across `up` that the character may have relative to the ground.
    fn paces(&self, step: &CharacterStep<'_>) -> [V; 3] {
        let velocities = [step.before.velocity, step.after.velocity, step.input.wish_velocity];
        velocities.map(|v| {
            let v = v.as_dvec3();
            (v - self.up * v.dot(self.up)).to_array()
        })
    }

    /// Returns the footing of a character on the ground.
    fn on_ground(&self, step: &CharacterStep<'_>) -> Footing {
        Footing { paces: self.paces(step), ..Footing::GROUND }
    }

    fn ground(
        &self,
        judge: &Judge,
        step: &CharacterStep<'_>,
        ground: Ground,
        (at, rules): (V, &CharacterRules),
    ) -> Option<CharacterFault> {
        if step.after.is_grounded() != (step.report.ground == GroundState::Grounded) {
            return Some(CharacterFault::NotGround(ground));
        }
        if step.after.is_grounded() {
            let is_sure = ground.reason == Reason::Walkable && ground.answer == Answer::Yes;
            let has_room = || {
                let upside_down = CharacterRules { up: rules.up.map(|v| -v), ..*rules };
                let body = self.body(step.after.is_crouching());
                judge.drop_below(body, at, &upside_down, 2.0 * rules.skin) >= rules.skin
            };
            let leaves = is_sure && self.leaves(step, ground.normal) && has_room();
            return (ground.answer == Answer::No || leaves).then_some(CharacterFault::NotGround(ground));
        }
        // Near the steepest slope, the contact or the edge may hold the character. Near two skins,
        // another contact may be the flattest.
        let normal = DVec3::from(ground.normal);
        let may_be_slope = normal.dot(self.up).clamp(-1.0, 1.0).acos() <= self.steepest();
        let velocity = step.after.velocity.as_dvec3();
        let flattest = ground.flattest_normals.iter().map(|&n| velocity.dot(DVec3::from(n)));
        let along_ground = flattest.fold(f64::NEG_INFINITY, f64::max);
        let away = match ground.reason {
            Reason::Walkable => along_ground,
            _ if may_be_slope => along_ground.max(velocity.dot(self.up)),
            _ => velocity.dot(self.up),
        };
        let stays = ground.answer == Answer::Yes && away <= LEAVES * (1.0 - DOUBT);
        stays.then_some(CharacterFault::Ground(ground))
    }

    /// Returns true if a character that jumped rises freely from level ground at the end.
    fn leaves(&self, step: &CharacterStep<'_>, normal: V) -> bool {
        let Some((start, end)) =
            centre_of(step.before, &self.config).zip(centre_of(step.after, &self.config))
        else {
            return false;
        };
        let (gravity, dt) = (f64::from(self.config.gravity), f64::from(step.dt));
        let jump = (2.0 * gravity * f64::from(self.config.jump_height)).sqrt();
        let rise = (end - start).dot(self.up);
        let free = jump * dt - 0.5 * gravity * dt * dt;
        let is_level = DVec3::from(normal).dot(self.up) > 0.999;
        // With a corner on its way it met something, and may have landed on that.
        let is_straight = step.path.len() <= 2;
        step.report.jumped
            && is_level
            && is_straight
            && (rise - free).abs() < 1e-4 * (1.0 + free.abs())
            && jump - gravity * dt > LEAVES * (1.0 + DOUBT)
    }

    fn snap(
        &self,
        judge: &Judge,
        step: &CharacterStep<'_>,
        ground: Ground,
        known: Option<Ground>,
        (at, rules): (V, &CharacterRules),
    ) -> Option<CharacterFault> {
        let walked = known.is_some_and(|known| known.answer == Answer::Yes)
            && step.before.is_grounded()
            && !step.report.jumped
            && step.before.velocity.as_dvec3().dot(self.up) <= LEAVES * (1.0 - DOUBT);
        let lost = !step.after.is_grounded() && ground.answer == Answer::No;
        if !(walked && lost) || rules.snap_distance <= 0.0 {
            return None;
        }
        let body = self.body(step.after.is_crouching());
        if step.before.is_crouching() != step.after.is_crouching() {
            // Another shape may find no ground where the step begins. Then it falls from there.
            let start = wide(*step.path.first()?);
            let drop = judge.drop_below(body, start, rules, rules.snap_distance);
            let lower = (DVec3::from(start) - self.up * drop).to_array();
            if judge.ground(body, lower, rules, self.on_ground(step)).answer != Answer::Yes {
                return None;
            }
        }
        let drop = judge.drop_below(body, at, rules, rules.snap_distance);
        let lower = (DVec3::from(at) - self.up * drop).to_array();
        let below = judge.ground(body, lower, rules, self.on_ground(step));
        // The snap is measured from the ground, which may be higher than the feet, to the ground
        // that holds the body there.
        let may_be_slope = DVec3::from(below.normal).dot(self.up).clamp(-1.0, 1.0).acos() <= self.steepest();
        let lower = below.walkable_height.or(below.rising_height.filter(|_| !may_be_slope));
        let (before, after) = (known?, lower);
        let level = before.rising_height.zip(after);
        let ground = level.map_or(f64::INFINITY, |(before, after)| before - after);
        // An edge that is more than a step above the ground before does not hold it.
        let stood = before.walkable_height.or(before.rising_height);
        let rise = stood.zip(after).map_or(0.0, |(before, after)| after - before);
        if below.on_edge != Answer::No && rise > (1.0 - DOUBT) * rules.step_height {
            return None;
        }
        // A body is lowered past a contact that its skin hardly touches.
        let rise = DVec3::from(below.normal).dot(self.up);
        if self.half_width(step) * rise * rise < BRUSHES * rules.skin {
            return None;
        }
        let missed = drop.max(ground) < (1.0 - DOUBT) * rules.snap_distance && below.answer == Answer::Yes;
        // It leaves the ground where that drops, which may be before the end of the step.
        let drops = |corner: &DVec3| {
            let drop = judge.drop_below(body, wide(*corner), rules, rules.snap_distance);
            let lower = (*corner - self.up * drop).to_array();
            judge.ground(body, lower, rules, self.on_ground(step)).answer != Answer::Yes
        };
        let corners = step.path.get(1..step.path.len().saturating_sub(1)).unwrap_or_default();
        let missed = missed && !corners.iter().any(drops);
        missed.then_some(CharacterFault::NotSnapped { drop })
    }

    /// Returns half of the height of a posture, in metres.
    #[must_use]
    pub fn half_height(&self, crouches: bool) -> f64 {
        match *self.body(crouches) {
            Body::Point => 0.0,
            Body::Sphere { radius } => radius,
            Body::Capsule { radius, half_core: [a, b], .. } => radius + a + b,
            Body::Ellipsoid { radii, .. } => radii[1],
        }
    }

    fn rest(&mut self, step: &CharacterStep<'_>) -> Option<CharacterFault> {
        let input = step.input;
        let still = |state: &CharacterState| state.velocity == Vec3::ZERO && state.is_grounded();
        let idles = input.wish_velocity == Vec3::ZERO
            && !input.jump
            && input.root_motion.is_none()
            && still(step.before)
            && step.before.is_crouching() == step.after.is_crouching();
        self.idle = if idles { self.idle + 1 } else { 0 };
        let same = step.before.position == step.after.position
            && centre_of(step.before, &self.config) == centre_of(step.after, &self.config)
            && still(step.after);
        (self.idle > AT_REST && !same && !step.report.jumped).then_some(CharacterFault::Restless)
    }
}

/// Returns the stored positions beside one.
fn neighbors(at: DVec3) -> impl Iterator<Item = V> {
    let spacing = spacing(at.abs().max_element());
    (0..6).map(move |i| {
        let mut beside = wide(at);
        beside[i / 2] += if i % 2 == 0 { spacing } else { -spacing };
        beside
    })
}

/// Returns whether the character was on the ground when it came to the end of a step.
fn footing(step: &CharacterStep<'_>, known: Option<Ground>) -> Answer {
    if step.report.jumped || step.report.landed_speed.is_some() {
        return Answer::No;
    }
    if step.after.is_grounded() {
        return Answer::Yes;
    }
    let was_held = known.is_none_or(|known| known.answer != Answer::No);
    if step.before.is_grounded() || was_held { Answer::Either } else { Answer::No }
}
