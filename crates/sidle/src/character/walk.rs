//! Walking on the ground: along slopes and walls, over steps.

use glam::DVec3;

use super::SlopeSpeed;
use super::body::{Body, Place, project};
use super::contacts::Near;
use super::ground::Support;
use super::step::larger;
use crate::geometry::Feature;
use crate::tolerance::character::{
    AGAINST, AWAY, DITCH, MOST_EVENTS, MOST_PIECES, MOST_TRIES, MOST_WALLS, NO_PROGRESS, ROLLS, SAME_WALL,
    TILTED, WALL,
};

/// The result of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walked {
    /// The fraction of the time of the walk after which it ended: 1, or where ground no longer
    /// holds the body.
    pub(super) share: f64,
    /// The part of this fraction for which no ground held it.
    pub(super) in_air: f64,
    /// Sum of the heights in metres by which steps lifted the body.
    pub(super) stepped: f64,
    /// The length in metres of the straight pieces along edges.
    pub(super) rolled: f64,
    /// The height in metres by which the body was lowered onto ground that drops.
    pub(super) lowered: f64,
    /// The last ground that held the body.
    pub(super) last: Support,
    /// True if walls held the body from the start, so that the motion was that beside them.
    pub(super) is_beside: bool,
    /// True if it ended at a wall.
    pub(super) is_at_wall: bool,
}

impl Walked {
    fn begun(last: Support) -> Self {
        let (share, is_beside, is_at_wall) = (1.0, false, false);
        Self { share, in_air: 0.0, stepped: 0.0, rolled: 0.0, lowered: 0.0, last, is_beside, is_at_wall }
    }
}

/// The horizontal displacement of a walk in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub(super) free: DVec3,
    /// The displacement beside walls in contact, if these change the velocity. Then the walk ends
    /// at a wall.
    pub(super) beside: Option<DVec3>,
}

/// Where a walk ends if the ground ends on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtEdge {
    /// On the ground, as far as it goes.
    Stay,
    /// Just beyond the end of the ground. If the ground there differs from that at the start, the
    /// walk ends on it, and another walk may follow it.
    Leave,
    /// Just beyond the start of the piece on which the ground ends, without a search.
    LeaveAtOnce,
}

/// A walk in progress.
#[derive(Clone, Copy)]
struct Walk {
    /// Where it began, and the ground there.
    start: DVec3,
    ground: Support,
    /// The last ground that held the body.
    support: Support,
    walked: Walked,
}

/// A straight piece of a walk, from a place where ground holds the body.
struct Piece {
    from: Place,
    along: DVec3,
    /// True if it leads over an edge.
    is_edge: bool,
    /// The walk before it.
    before: Walk,
}

impl Body<'_> {
    /// Walks in straight pieces, and follows the ground down. `support` is the ground below the
    /// body. The end of the ground is found to a fraction `least` of the walk.
    pub(super) fn walk(
        &mut self,
        Wish { free, beside }: Wish,
        support: &mut Support,
        (at_edge, least): (AtEdge, f64),
    ) -> Walked {
        let (mut wish, walked) = (free, Walked::begun(*support));
        let ground = self.at_contact(*support);
        let mut walk = Walk { start: self.centre, ground, support: *support, walked };
        let (mut left, mut can_step, mut tries, mut is_checked) = (1.0, true, MOST_TRIES, false);
        let mut pieces = MOST_PIECES;
        self.met.clear();
        for _ in 0..MOST_EVENTS {
            let rest = wish * left;
            let (along, slope) = self.direction(rest, walk.support.normal);
            if can_step && tries > 0 && self.is_against_a_wall(rest) {
                let from = self.centre;
                if let Some(step) = self.step_up(rest, along, &mut walk.support) {
                    left *= 1.0 - step;
                    walk.walked.stepped += (self.centre - from).dot(self.up).max(0.0);
                    (pieces, is_checked) = (pieces - 1, false);
                    if pieces == 0 {
                        break;
                    }
                    continue;
                }
                (can_step, tries) = (false, tries - 1);
                if let Some(beside) = beside {
                    if left < 1.0 {
                        (walk.walked.share, walk.walked.is_at_wall) = (1.0 - left, true);
                        break;
                    }
                    (wish, walk.walked.is_beside) = (beside, true);
                    continue;
                }
            }
            if along.length() <= NO_PROGRESS * rest.length() {
                break;
            }
            let is_edge = (along.dot(self.up) - slope).abs() > WALL * along.length();
            let (from, before) = (self.place(), walk);
            let (fraction, turns) = self.push_beside_walls(along, free * left, wish);
            is_checked = true;
            if !self.holds_after(along * fraction, is_edge, true, &mut walk) {
                let piece = Piece { from, along: along * fraction, is_edge, before };
                let (begins, share) = (1.0 - left, left * fraction);
                let (held, end) = self.end_of_ground(&piece, (at_edge, (least / share).min(1.0)), &mut walk);
                walk.walked.share = begins + share * end;
                walk.walked.in_air = share * (end - held);
                break;
            }
            left *= 1.0 - fraction;
            pieces = if turns { MOST_PIECES } else { pieces - 1 };
            if turns && beside.is_some() {
                (walk.walked.share, walk.walked.is_at_wall) = (1.0 - left, true);
                break;
            }
            if left <= 0.0 || pieces == 0 {
                break;
            }
            can_step |= self.centre != from.centre;
        }
        if !is_checked && !self.follow_ground(true, &mut walk) && at_edge != AtEdge::Stay {
            (walk.walked.share, walk.walked.in_air) = ((1.0 - left + least).min(1.0), least);
        }
        *support = walk.support;
        walk.walked
    }

    /// Returns true if ground holds the body after it has moved by a part of a straight piece. With
    /// `follows`, it follows the ground down.
    fn holds_after(&mut self, along: DVec3, is_edge: bool, follows: bool, walk: &mut Walk) -> bool {
        walk.walked.rolled += if is_edge { along.length() } else { 0.0 };
        self.follow_ground(follows, walk)
    }

    /// Finds the ground below the end of a walk so far, and follows it down, where it drops by at
    /// most the snap distance. Returns false if there is none; then `walk` has no ground. Without
    /// `follows`, the body must touch the ground.
    fn follow_ground(&mut self, follows: bool, walk: &mut Walk) -> bool {
        let is_known = self.look();
        let (ground, support, walked) = (walk.ground, walk.support, &mut walk.walked);
        let here = self.support(support.footing());
        // A straight piece along an edge leads away from it.
        let rolled = 0.5 * walked.rolled * walked.rolled / self.end_radius().max(self.seen.skin);
        let snap = larger(f64::from(self.config.snap_distance), rolled.min(self.end_radius()));
        let is_face = ground.surface.is_some_and(|s| s.feature == Feature::Face);
        // Rolling down over an edge is a part of the drop; walking down a slope is not. Beyond the
        // top of a slope the ground drops from where the walk began.
        let begun = ground.height + (walk.start - self.centre).dot(self.up);
        let is_slope = is_face && !ground.is_edge;
        let height = if is_slope { support.height.min(begun) } else { begun };
        // On its way up a slope or a step, it came to higher ground.
        let came_up = is_slope || walked.stepped > 0.0;
        let tread = if came_up { larger(height, support.height) } else { height };
        walk.support = here;
        if follows && !(is_known && here.is_ground()) && snap > 0.0 {
            let before = self.centre;
            walk.support = self.snap(snap, height, tread).unwrap_or(here);
            walked.lowered += (before - self.centre).dot(self.up);
        }
        walk.support.is_ground()
    }

    /// Moves the body along a piece, at whose end no ground holds it, to where the ground ends.
    /// Returns the fractions of the piece at which ground last held it and at which it ended.
    fn end_of_ground(
        &mut self,
        piece: &Piece,
        (at_edge, least): (AtEdge, f64),
        walk: &mut Walk,
    ) -> (f64, f64) {
        let mut best = (piece.from, piece.before);
        let (mut held, mut beyond) = (0.0, 1.0);
        // At first only where the body touches the ground: most ground ends there.
        let mut follows = false;
        let mut next = if at_edge == AtEdge::Stay { 0.5 } else { least };
        self.kept_trail.clear();
        while at_edge != AtEdge::LeaveAtOnce && (beyond - held > least || (!follows && beyond < 1.0)) {
            if beyond - held <= least {
                (follows, next) = (true, beyond);
            }
            self.return_to(piece.from);
            *walk = piece.before;
            let _ = self.push(piece.along * next);
            if self.holds_after(piece.along * next, piece.is_edge, follows, walk) {
                if next == beyond {
                    beyond = 1.0;
                }
                (held, best) = (next, (self.place(), *walk));
                self.keep_trail(piece.from, best.0);
            } else {
                beyond = next;
            }
            next = 0.5 * (held + beyond);
        }
        self.put_back(piece.from);
        self.trail.append(&mut self.kept_trail);
        self.return_to(best.0);
        *walk = best.1;
        walk.walked.last = walk.support;
        let may_follow = at_edge == AtEdge::Leave && held > 0.0 && !self.is_on_same_ground(walk);
        if at_edge == AtEdge::Stay || may_follow {
            return (held, held);
        }
        self.put_back(piece.from);
        let end = if at_edge == AtEdge::Leave { beyond } else { least };
        let _ = self.push(piece.along * end);
        let _ = self.look();
        walk.support = Support::NONE;
        (held, end)
    }

    /// Returns true if the ground below the body continues that on which a walk began.
    fn is_on_same_ground(&self, walk: &Walk) -> bool {
        let (begun, here) = (walk.ground, self.at_contact(walk.support));
        let rise = (self.centre - walk.start).dot(self.up) + here.height - begun.height;
        let of = |support: Support| support.surface.map(|s| (s.instance, s.material));
        let is_same = of(begun) == of(here) && begun.normal.dot(here.normal) >= 1.0 - TILTED;
        is_same && rise.abs() <= self.seen.skin
    }

    /// Moves by `along`, or just beyond the end of the walls that a wish pushes against: from there
    /// the wish leads elsewhere. Returns the fraction, and whether the walls ended.
    fn push_beside_walls(&mut self, along: DVec3, rest: DVec3, wish: DVec3) -> (f64, bool) {
        let (start, length) = (self.place(), along.length());
        let mut walls = [DVec3::ZERO; MOST_WALLS];
        let count = self.list_walls(rest, &mut walls);
        let fraction = self.push(along).fraction;
        let least = larger(self.chord_length(), wish.length() * 2.0 / MOST_EVENTS as f64);
        if count == 0 || fraction < 1.0 || length <= least || !self.look() || self.is_beside(&walls[..count])
        {
            return (fraction, false);
        }
        let (mut held, mut beyond) = (0.0, 1.0);
        while (beyond - held) * length > least {
            let middle = 0.5 * (held + beyond);
            self.put_back(start);
            let _ = self.push(along * middle);
            let is_held = self.look() && self.is_beside(&walls[..count]);
            *(if is_held { &mut held } else { &mut beyond }) = middle;
        }
        self.put_back(start);
        (self.push(along * beyond).fraction * beyond, true)
    }

    /// Returns true if all these walls are in contact.
    fn is_beside(&self, walls: &[DVec3]) -> bool {
        walls.iter().all(|wall| self.walls().any(|other| other.dot(*wall) >= SAME_WALL))
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
    pub(super) fn is_against_a_wall(&self, wish: DVec3) -> bool {
        self.walls().any(|wall| opposes(wall, wish))
    }
}

/// Returns true if a wish pushes against a wall.
pub(super) fn opposes(wall: DVec3, wish: DVec3) -> bool {
    wall.dot(wish) < -AGAINST * wish.length()
}
