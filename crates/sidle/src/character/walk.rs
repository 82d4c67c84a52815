//! Walking on the ground: along slopes and walls, over steps.

use glam::DVec3;

use super::SlopeSpeed;
use super::body::{Body, Near, project};
use super::ground::Support;
use super::step::larger;
use crate::tolerance::character::{
    AGAINST, AWAY, DITCH, MOST_EVENTS, MOST_PIECES, MOST_TRIES, NO_PROGRESS, ROLLS, WALL,
};

/// The result of a walk.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Walked {
    /// Sum of the heights in metres by which steps lifted the body.
    pub(super) stepped: f64,
    /// The length in metres of the straight pieces along edges.
    pub(super) rolled: f64,
    /// The height in metres by which the body was lowered onto ground that drops.
    pub(super) lowered: f64,
}

impl Body<'_> {
    /// Walks by `wish`, a horizontal displacement in metres, in straight pieces. The touches are
    /// those of the start; those of the end are not listed. `support` is the ground below the body.
    pub(super) fn walk(&mut self, wish: DVec3, support: &mut Support) -> Walked {
        let mut walked = Walked::default();
        let (mut left, mut can_step, mut tries) = (1.0, true, MOST_TRIES);
        let mut pieces = MOST_PIECES;
        self.met.clear();
        for _ in 0..MOST_EVENTS {
            if pieces == 0 {
                break;
            }
            let rest = wish * left;
            let (along, slope) = self.direction(rest, support.normal);
            if can_step && tries > 0 && self.is_against_a_wall(rest) {
                let from = self.centre;
                if let Some(step) = self.step_up(rest, along, support) {
                    left *= 1.0 - step;
                    walked.stepped += (self.centre - from).dot(self.up).max(0.0);
                    pieces -= 1;
                    continue;
                }
                (can_step, tries) = (false, tries - 1);
            }
            if along.length() <= NO_PROGRESS * rest.length() {
                break;
            }
            let from = self.centre;
            let (fraction, turns) = self.push_beside_walls(along, rest, wish);
            if (along.dot(self.up) - slope).abs() > WALL * along.length() {
                walked.rolled += along.length() * fraction;
            }
            if fraction >= 1.0 {
                break;
            }
            pieces = if turns { MOST_PIECES } else { pieces - 1 };
            left *= 1.0 - fraction;
            if !self.look() || left <= 0.0 {
                break;
            }
            let here = self.support(support.footing());
            if here.is_ground() {
                *support = here;
            }
            can_step |= self.centre != from;
        }
        walked
    }

    /// Moves by `along`, or just beyond the end of the walls that a wish pushes against: from there
    /// the wish leads elsewhere. Returns the fraction, and whether the walls ended.
    fn push_beside_walls(&mut self, along: DVec3, rest: DVec3, wish: DVec3) -> (f64, bool) {
        let (start, length) = (self.place(), along.length());
        let is_pressed = self.is_against_a_wall(rest);
        let fraction = self.push(along).fraction;
        let least = larger(self.chord_length(), wish.length() * 2.0 / MOST_EVENTS as f64);
        if !is_pressed || fraction < 1.0 || length <= least || !self.look() || self.is_against_a_wall(rest) {
            return (fraction, false);
        }
        let (mut held, mut beyond) = (0.0, 1.0);
        while (beyond - held) * length > least {
            let middle = 0.5 * (held + beyond);
            self.put_back(start);
            let _ = self.push(along * middle);
            let is_held = self.look() && self.is_against_a_wall(rest);
            *(if is_held { &mut held } else { &mut beyond }) = middle;
        }
        self.put_back(start);
        (self.push(along * beyond).fraction * beyond, true)
    }

    /// Returns the displacement along the ground and the walls in contact for a horizontal wish,
    /// and the rise of the slope of the ground in this direction: an edge is no slope. `ground` is
    /// the normal of the ground, if none is in contact.
    pub(super) fn direction(&self, wish: DVec3, ground: DVec3) -> (DVec3, f64) {
        let wished = wish;
        // First along the walls: what they take must not lift the body.
        let wish = project(wish, self.walls());
        // The ground that rises most ahead carries the body.
        let mut most: Option<(f64, DVec3, f64)> = None;
        for near in self.contacts().filter(|c| self.holds(c.normal, c.layer)) {
            let rise = -near.normal.dot(wish) / near.normal.dot(self.up);
            if most.is_none_or(|m| rise > m.0) {
                most = Some((rise, near.face, near.height));
            }
        }
        let rise_on = |n: DVec3| if self.is_walkable(n) { -n.dot(wish) / n.dot(self.up) } else { 0.0 };
        let (rise, face, height) = most.unwrap_or((rise_on(ground), ground, 0.0));
        let slope = rise_on(face);
        let on_slope = self.slope_factor(wish, slope);
        let is_edge = rise.abs() > slope.abs();
        let factor = if is_edge { on_slope.min(self.edge_factor(wish, rise, height)) } else { on_slope };
        let along = (wish + self.up * rise) * factor;
        let touching = self.contacts().filter(|c| c.is_in_contact);
        let planes = touching.flat_map(|c| [Some(c.normal), self.wall_of(c.normal, c.layer)]);
        let allowed = project(along, planes.flatten());
        // Where walls turn the climb on steep ground aside, it must not become speed.
        let (across, most) = (self.across(allowed).length(), wish.length());
        let allowed = if across > most { allowed * (most / across) } else { allowed };
        if let Some(crease) = self.along_crease(wished).filter(|c| c.dot(wished) > allowed.dot(wished)) {
            return (crease, crease.dot(self.up));
        }
        (allowed, (slope * on_slope).min(allowed.dot(self.up)))
    }

    /// Returns the displacement for a wish along the crease of two surfaces in contact, where steep
    /// ones hold the body between them. As walls they would let it go only down. `None` if every
    /// crease is too steep to walk on.
    fn along_crease(&self, wish: DVec3) -> Option<DVec3> {
        let is_side = |c: &Near| c.is_in_contact && c.normal.dot(self.up) > -WALL;
        let sides = || self.contacts().filter(is_side).map(|c| c.normal);
        if !self.is_held_between() {
            return None;
        }
        let mut best: Option<DVec3> = None;
        for (a, b) in sides().enumerate().flat_map(|(i, a)| sides().skip(i + 1).map(move |b| (a, b))) {
            let along = a.cross(b).normalize_or_zero();
            let way = along * along.dot(wish);
            // In a ditch they face each other. In a corner they are walls.
            let (out, other) = (self.across(a), self.across(b));
            let is_ditch = out.dot(other) < DITCH * out.length() * other.length();
            let is_gentle = way.dot(self.up).abs() <= self.across(way).length() * self.steepest_rise();
            let touching = || self.contacts().filter(|c| c.is_in_contact);
            let is_free = touching().all(|c| c.normal.dot(way) >= -AWAY * way.length());
            if is_ditch && is_gentle && is_free && best.is_none_or(|best| way.dot(wish) > best.dot(wish)) {
                best = Some(way);
            }
        }
        best
    }

    /// Returns the factor of the speed on a slope that rises by `rise` over a wish.
    fn slope_factor(&self, wish: DVec3, rise: f64) -> f64 {
        let run = wish.length();
        if run == 0.0 {
            return 1.0;
        }
        let slope2 = (rise / run) * (rise / run);
        match self.config.slope_speed {
            SlopeSpeed::AlongGround => 1.0 / (1.0 + slope2).sqrt(),
            SlopeSpeed::Horizontal => 1.0,
            SlopeSpeed::Projected => 1.0 / (1.0 + slope2),
        }
    }

    /// Returns the factor of the speed of a wish up the ground with this normal; 1 downhill and
    /// for ground that is too steep.
    pub(super) fn uphill_factor(&self, wish: DVec3, normal: DVec3) -> f64 {
        let rise = -normal.dot(wish);
        if rise <= 0.0 || !self.is_walkable(normal) {
            return 1.0;
        }
        self.slope_factor(wish, rise / normal.dot(self.up))
    }

    /// Returns the largest factor of the speed of a body that rolls over an edge at this height
    /// above its feet, where the contact rises by `rise` over a wish. An edge is no slope, so the
    /// body keeps its horizontal speed over one that it may step onto, up to [`ROLLS`]. Over a
    /// higher one it is no faster than the wish in all.
    fn edge_factor(&self, wish: DVec3, rise: f64, height: f64) -> f64 {
        let run = wish.length();
        let is_step = height <= self.highest_edge();
        let whole = if is_step { rise.abs() / ROLLS } else { (run * run + rise * rise).sqrt() };
        if whole > run { run / whole } else { 1.0 }
    }

    /// Returns true if a wish pushes against a wall in contact.
    fn is_against_a_wall(&self, wish: DVec3) -> bool {
        self.walls().any(|wall| opposes(wall, wish))
    }
}

/// Returns true if a wish pushes against a wall.
pub(super) fn opposes(wall: DVec3, wish: DVec3) -> bool {
    wall.dot(wish) < -AGAINST * wish.length()
}
