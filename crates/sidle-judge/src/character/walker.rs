//! A naive character in f64. It takes small steps, and looks at everything again in each of them.
//!
//! ```text
//! each step of a few millimetres:
//!     ground   does the ground hold it?  (the judge of the ground; in doubt it does)
//!     jump     if asked and on the ground
//!     walk     along the steepest ground ahead, turned aside by all that it touches
//!              against a wall: up by the limit, forward, down onto ground, if all of it is free
//!              off the ground: down by the snap distance, if that ends on ground
//!     or fly   by its speed, turned aside by all that it touches; gravity
//! ```
//! All its positions keep the skin, found by Newton steps on the distance (see
//! [`reference_move`](crate::reference_move)).

use super::{Answer, CharacterRules, DOUBT, Footing};
use crate::body::Body;
use crate::judge::Judge;
use crate::reference::cone::{Plane, nearest_allowed};
use crate::reference::walk::Walk;
use crate::vector::{V, along, direction, dot, length, scale, sub};

/// The desired motion of a [`reference_character`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterWish {
    /// Horizontal velocity in m/s.
    pub velocity: V,
    /// True if it jumps whenever it can.
    pub jumps: bool,
    /// Duration in seconds.
    pub seconds: f64,
    /// Duration of a small step in seconds.
    pub dt: f64,
    /// Horizontal distance in metres from the start at which it ends early.
    pub enough: f64,
    /// True if it ends in a passage that is narrower than the body with its skin.
    pub keeps_skin: bool,
}

/// Fraction of a wish below which a direction is no progress.
const LEAST: f64 = 1e-6;
/// The step rule is tried with these shares of the width of the body and of the tread.
const AHEAD: [f64; 3] = [0.5, 1.0, 0.25];

/// Distance in metres between two places that are the same for a jump.
const SAME_PLACE: f64 = 1e-6;

struct Character<'a> {
    judge: &'a Judge,
    body: &'a Body,
    rules: &'a CharacterRules,
    walk: Walk<'a>,
    velocity: V,
    footing: Footing,
}

/// Lets a naive character walk from `from`, the centre of the body. Returns the largest horizontal
/// distance that it reached, in metres.
pub fn reference_character(
    judge: &Judge,
    body: &Body,
    from: V,
    rules: &CharacterRules,
    wish: &CharacterWish,
) -> f64 {
    // A slope above the limit is a wall also where the judge of the ground would be in doubt.
    let rules = &CharacterRules { max_slope: rules.max_slope / (1.0 + DOUBT), ..*rules };
    let walk = Walk::new(judge, body, from, rules.skin);
    let mut me = Character {
        judge,
        body,
        rules,
        walk,
        velocity: [0.0; 3],
        footing: Footing { edge: Answer::Either, ..Footing::GROUND },
    };
    let mut most = 0.0_f64;
    let steps = (wish.seconds / wish.dt).ceil() as usize;
    let mut jumped_off = Vec::new();
    for _ in 0..steps {
        me.walk.stand_clear();
        if wish.keeps_skin && !me.walk.is_clear() {
            break;
        }
        let before = (me.walk.at, me.velocity, me.footing);
        let jumps = me.step(wish);
        if before == (me.walk.at, me.velocity, me.footing) {
            break;
        }
        if jumps {
            // A jump from the same place leads back there.
            if jumped_off.iter().any(|&at| length(sub(before.0, at)) < SAME_PLACE) {
                break;
            }
            jumped_off.push(before.0);
        }
        let way = sub(me.walk.at, from);
        most = most.max(length(me.horizontal(way)));
        if most >= wish.enough {
            break;
        }
    }
    most
}

impl Character<'_> {
    fn horizontal(&self, v: V) -> V {
        along(v, self.rules.up, -dot(v, self.rules.up))
    }

    /// Returns true if the ground holds it; in doubt it does.
    fn is_held(&mut self) -> bool {
        let ground = self.judge.ground(self.body, self.walk.at, self.rules, self.footing);
        let held = ground.answer != Answer::No;
        self.footing = if held { Footing { edge: ground.on_edge, ..Footing::GROUND } } else { Footing::AIR };
        held
    }

    /// Performs a small step. Returns true if a jump begins.
    fn step(&mut self, wish: &CharacterWish) -> bool {
        let rises = dot(self.velocity, self.rules.up) > 0.1;
        let held = !rises && self.is_held();
        if held && !wish.jumps {
            self.on_ground(scale(wish.velocity, wish.dt));
            self.velocity = wish.velocity;
            return false;
        }
        if held {
            // It walks first, so that it also climbs steps; then it jumps.
            self.on_ground(scale(wish.velocity, wish.dt));
            let speed = (2.0 * self.rules.gravity * self.rules.jump_height).sqrt();
            self.velocity = along(self.horizontal(self.velocity), self.rules.up, speed);
            // A jump lets go of the edge of a step.
            self.footing = Footing::AIR;
        }
        self.in_air(wish);
        held
    }

    fn in_air(&mut self, wish: &CharacterWish) {
        let up = self.rules.up;
        let rise = dot(self.velocity, up) - self.rules.gravity * wish.dt;
        // The horizontal velocity approaches the desired one.
        let across = self.horizontal(self.velocity);
        let change = sub(wish.velocity, across);
        let most = self.rules.air_acceleration * wish.dt;
        let share = if length(change) > most { most / length(change) } else { 1.0 };
        self.velocity = along(along(across, change, share), up, rise);
        let allowed = self.allowed(self.velocity, false);
        self.go(scale(allowed, wish.dt), false);
        let risen = dot(allowed, up);
        // A ceiling ends the rise, and ground the fall.
        let rise = if risen < rise { risen.max(0.0).min(rise) } else { rise };
        let rise = if rise < 0.0 && risen > rise { risen.min(0.0) } else { rise };
        self.velocity = along(self.horizontal(allowed), up, rise);
    }

    /// Returns the direction nearest to a motion that enters no contact. If the character `walks`,
    /// steep contacts are walls.
    fn allowed(&mut self, motion: V, walks: bool) -> V {
        let mut planes = self.walk.contacts().planes;
        if walks {
            planes.extend(self.walls(&planes));
        }
        nearest_allowed(motion, &planes).unwrap_or([0.0; 3])
    }

    fn on_ground(&mut self, wish: V) {
        if length(wish) == 0.0 {
            return;
        }
        let planes = self.walk.contacts().planes;
        let up = self.rules.up;
        // The ground that rises most ahead carries the body.
        let rise = planes
            .iter()
            .filter(|p| self.is_walkable(p.normal))
            .map(|p| -dot(p.normal, wish) / dot(p.normal, up))
            .fold(None, |most: Option<f64>, rise| Some(most.map_or(rise, |m| m.max(rise))));
        let motion = along(wish, up, rise.unwrap_or(0.0));
        let walls = self.walls(&planes);
        let is_against = walls.iter().any(|wall| dot(wall.normal, wish) < -1e-3 * length(wish));
        if is_against && self.step_up(wish, &walls) {
            return;
        }
        let allowed = self.allowed(motion, true);
        if length(allowed) <= LEAST * length(wish) {
            return;
        }
        self.go(allowed, true);
        if !self.is_held() {
            self.snap();
        }
    }

    fn is_walkable(&self, normal: V) -> bool {
        self.rules.is_walkable(dot(normal, self.rules.up)).possible
    }

    /// Returns the walls that steep contacts are for a character that walks.
    fn walls(&self, planes: &[Plane]) -> Vec<Plane> {
        let steep =
            planes.iter().filter(|p| dot(p.normal, self.rules.up) > -1e-4 && !self.is_walkable(p.normal));
        let normals = steep.filter_map(|p| direction(self.horizontal(p.normal)));
        normals.map(|normal| Plane { normal, floor: 0.0 }).collect()
    }

    /// Moves by a displacement in small steps, turned aside by all that it meets.
    fn go(&mut self, displacement: V, walks: bool) {
        let mut left = displacement;
        for _ in 0..16 {
            let allowed = self.allowed(left, walks);
            let Some(way) = direction(allowed) else { return };
            let size = length(allowed);
            let gone = self.walk.advance(way, size);
            if gone >= size {
                return;
            }
            left = scale(allowed, 1.0 - gone / size);
            self.walk.stand_clear();
        }
    }

    fn snap(&mut self) {
        let from = self.walk.at;
        let _ = self.walk.advance(scale(self.rules.up, -1.0), self.rules.snap_distance);
        if !self.is_held() {
            self.walk.put(from);
        }
    }

    /// Climbs a step: up, forward and down, if that ends on ground at most a step higher.
    fn step_up(&mut self, wish: V, walls: &[Plane]) -> bool {
        let from = self.walk.at;
        let memory = self.footing;
        let ground = self.judge.ground(self.body, from, self.rules, memory);
        let (Some(height), true) = (ground.step_base, self.rules.step_height > 0.0) else { return false };
        let limit = self.rules.step_height + 2.0 * self.rules.skin;
        for wall in walls.iter().filter(|wall| dot(wall.normal, wish) < -1e-3 * length(wish)) {
            for share in AHEAD {
                let width = half_width(self.body) + self.rules.step_width;
                let ahead = scale(wall.normal, -(width * share + 2.0 * self.rules.skin));
                if self.tread(from, ahead, limit, height) && self.climb(from, wish, limit) {
                    return true;
                }
            }
        }
        self.walk.put(from);
        self.footing = memory;
        false
    }

    /// Returns true if there is a tread at most `limit` above the ground, `ahead` of a position.
    fn tread(&mut self, from: V, ahead: V, limit: f64, height: f64) -> bool {
        let (up, far) = (self.rules.up, length(ahead));
        self.walk.put(from);
        let raised = self.walk.advance(up, limit);
        let Some(way) = direction(ahead) else { return false };
        if raised <= 2.0 * self.rules.skin || self.walk.advance(way, far) <= 2.0 * self.rules.skin {
            return false;
        }
        let _ = self.walk.advance(scale(up, -1.0), raised + self.rules.snap_distance);
        let tread = self.judge.ground(self.body, self.walk.at, self.rules, Footing::GROUND);
        tread.walkable_height.is_some_and(|top| top - height <= limit)
    }

    /// Performs the step by a small displacement. It stands on the edge afterwards, if it is not
    /// yet on the tread.
    fn climb(&mut self, from: V, wish: V, limit: f64) -> bool {
        let up = self.rules.up;
        self.walk.put(from);
        let raised = self.walk.advance(up, limit);
        let Some(way) = direction(wish) else { return false };
        let gone = self.walk.advance(way, length(wish));
        if gone <= LEAST * length(wish) {
            return false;
        }
        let _ = self.walk.advance(scale(up, -1.0), raised + self.rules.snap_distance);
        self.footing = Footing { edge: Answer::Yes, ..Footing::GROUND };
        self.is_held()
    }
}

/// Returns half of the width of an upright body.
fn half_width(body: &Body) -> f64 {
    match *body {
        Body::Point => 0.0,
        Body::Sphere { radius } | Body::Capsule { radius, .. } => radius,
        Body::Ellipsoid { radii: [x, _, z], .. } => x.max(z),
    }
}
