//! The ground under a character: is there any, and does it hold?

use glam::DVec3;

use super::body::{Body, project};
use super::events::CharacterEvent;
use super::options::contains;
use super::state::GroundState;
use crate::geometry::Feature;
use crate::slide::{Outcome, Touch};
use crate::tolerance::character::{
    ASIDE, AWAY, BESIDE, FOOT, LANDS, LEANS, MOST_SETTLED, SETTLED, SETTLED_METRES, SNAP_PIECES, STEP_SKINS,
    TILTED, WALL,
};
use crate::world::Surface;

/// Where a character stood before it looks for ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Footing {
    /// In the air. A contact that is flat enough holds it, and the edge of walkable ground above
    /// ground that is not deeper than a step, if the body does not only brush it.
    Air,
    /// On the ground. Any edge of walkable ground that is not higher than a step holds it, above
    /// ground that is not deeper than a step.
    Ground,
    /// Lowered from the ground. An edge may be as high above the feet as the snap distance.
    Lowered,
    /// On the edge of a step, at this height above the feet. It still stands there while it touches
    /// anything that rises.
    Edge(f64),
}

/// The ground that holds a character at a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    pub(super) state: GroundState,
    /// Unit normal of the ground; zero in the air.
    pub(super) normal: DVec3,
    /// Height in metres of the ground above the feet. The lowest point of a round body on a slope
    /// is lower than its contact.
    pub(super) height: f64,
    /// True if the edge of a step holds the character, and not a contact that is flat enough.
    pub(super) is_edge: bool,
    pub(super) surface: Option<Surface>,
}

impl Support {
    pub(super) const NONE: Self = Self {
        state: GroundState::Airborne,
        normal: DVec3::ZERO,
        height: 0.0,
        is_edge: false,
        surface: None,
    };

    pub(super) fn is_ground(&self) -> bool {
        self.state == GroundState::Grounded
    }

    /// Returns the footing of a body that this ground holds.
    pub(super) fn footing(&self) -> Footing {
        if self.is_edge { Footing::Edge(self.height) } else { Footing::Ground }
    }
}

impl Body<'_> {
    /// Returns the ground that holds the body at its position, from its contacts.
    pub(super) fn support(&self, footing: Footing) -> Support {
        let Some(flattest) = self.flattest_contact() else { return Support::NONE };
        let found = Support {
            state: GroundState::Steep,
            normal: flattest.normal,
            surface: Some(flattest.surface),
            ..Support::NONE
        };
        let rising = self.rising_contacts();
        let walkable = rising.clone().filter(|t| self.holds(t.normal, t.surface.layer) && self.is_perch(t));
        if let Some(height) = walkable.map(|t| self.height_of(t.point)).max_by(f64::total_cmp) {
            return Support { state: GroundState::Grounded, height, ..found };
        }
        let is_ground = |t: &Touch| !contains(self.config.rules.no_ground, t.surface.layer);
        if let (Footing::Edge(height), true) = (footing, rising.clone().any(is_ground)) {
            return self.on_edge(found, height);
        }
        // The edge of a walkable polygon.
        let edge = rising
            .filter(|t| self.holds(t.face, t.surface.layer))
            .max_by(|a, b| self.height_of(a.point).total_cmp(&self.height_of(b.point)));
        let state = if edge.is_some() { GroundState::Unsupported } else { GroundState::Steep };
        let highest = if footing == Footing::Lowered { self.deepest_drop() } else { self.highest_edge() };
        if let Some(edge) = edge.filter(|t| footing != Footing::Air || self.rise(t) > LANDS) {
            let height = self.height_of(edge.point);
            if height <= highest && self.has_ground_below(edge.point) {
                return Support { surface: Some(edge.surface), ..self.on_edge(found, height) };
            }
        }
        self.between(Support { state, ..found })
    }

    /// Returns the support by steep surfaces that together hold the body, or `found` if they do
    /// not. Its height is that of the lowest contact: the others may be beside the body.
    fn between(&self, found: Support) -> Support {
        if !self.is_held_between() {
            return found;
        }
        let heights = self.rising_contacts().map(|t| self.height_of(t.point));
        let height = heights.min_by(f64::total_cmp).unwrap_or(0.0);
        Support { state: GroundState::Grounded, normal: self.up, height, is_edge: false, ..found }
    }

    /// Returns the greatest height at which the ground that holds the body may be. Steep surfaces
    /// that hold it between them are as high as the highest of them.
    fn top_of(&self, support: &Support) -> f64 {
        if support.is_edge || self.rising_contacts().any(|t| self.holds(t.normal, t.surface.layer)) {
            return support.height;
        }
        self.highest_contact().unwrap_or(support.height)
    }

    /// Returns the height above the feet of the highest contact that rises.
    fn highest_contact(&self) -> Option<f64> {
        self.rising_contacts().map(|t| self.height_of(t.point)).max_by(f64::total_cmp)
    }

    /// Returns the largest height of a step, or of a drop that the body follows.
    fn deepest_drop(&self) -> f64 {
        f64::from(self.config.step_height.max(self.config.snap_distance)) + STEP_SKINS * self.seen.skin
    }

    /// Returns the largest height above the feet of an edge on which the body stands. A higher one
    /// is an obstacle beside the body.
    pub(super) fn highest_edge(&self) -> f64 {
        f64::from(self.config.step_height) + STEP_SKINS * self.seen.skin
    }

    /// Returns a support with the height of the highest contact that rises, if that is lower: the
    /// tread of a step may be higher than the edge that holds the body.
    pub(super) fn at_contact(&self, support: Support) -> Support {
        let highest = self.highest_contact();
        Support { height: highest.map_or(support.height, |height| support.height.min(height)), ..support }
    }

    /// Returns the contacts that are not walls or ceilings.
    pub(super) fn rising_contacts(&self) -> impl Iterator<Item = &Touch> + Clone {
        self.touches.iter().filter(|t| self.rise(t) > WALL)
    }

    /// Returns the flattest contact that rises.
    pub(super) fn flattest_contact(&self) -> Option<&Touch> {
        self.rising_contacts().max_by(|a, b| self.rise(a).total_cmp(&self.rise(b)))
    }

    fn rise(&self, touch: &Touch) -> f64 {
        touch.normal.dot(self.up)
    }

    /// Returns the support by the edge of a step.
    fn on_edge(&self, found: Support, height: f64) -> Support {
        Support { state: GroundState::Grounded, normal: self.up, height, is_edge: true, ..found }
    }

    /// Returns false for an edge that is too far from the axis, or that the body flies off, with no
    /// ground beside it.
    fn is_perch(&self, touch: &Touch) -> bool {
        if touch.surface.feature == Feature::Face {
            return true;
        }
        let beside = self.across(self.centre - touch.point);
        let is_near = self.config.perch_radius.is_none_or(|radius| beside.length() <= f64::from(radius));
        // A gap in the ground may be narrower than the body.
        let is_held = || !self.flies_off(touch, beside) || self.has_ground_beyond(touch.point, beside);
        (is_near && is_held()) || self.has_ground_below(touch.point)
    }

    /// Returns true if the body is too fast to roll down over an edge: gravity does not turn its
    /// velocity as fast as its lower end is round. `beside` leads from the edge to its axis.
    fn flies_off(&self, touch: &Touch, beside: DVec3) -> bool {
        let speed = self.pace.dot(beside.normalize_or_zero());
        let gravity = f64::from(self.config.gravity) * self.rise(touch);
        // A polygon without area has only edges, and no normal.
        let is_face = touch.normal.dot(touch.face) >= 1.0 - TILTED;
        !is_face && speed > 0.0 && speed * speed > gravity * self.end_radius()
    }

    /// Returns true if there is walkable ground below the part of the body that is beyond an edge:
    /// below its axis, or halfway to the edge. It may be as deep below the edge as a step or the
    /// snap distance.
    fn has_ground_below(&self, edge: DVec3) -> bool {
        let to_edge = self.across(edge - self.centre);
        [0.0, 0.5].into_iter().any(|share| self.has_ground_under(self.centre + to_edge * share, edge))
    }

    /// Returns true if there is such ground on the other side of the axis, half the radius of the
    /// lower end away.
    fn has_ground_beyond(&self, edge: DVec3, beside: DVec3) -> bool {
        let beyond = beside.normalize_or_zero() * (0.5 * self.end_radius());
        self.has_ground_under(self.centre + beyond, edge)
    }

    fn has_ground_under(&self, from: DVec3, edge: DVec3) -> bool {
        let above_edge = (self.centre - edge).dot(self.up);
        let way = self.up * -(above_edge + self.deepest_drop());
        let hit = self.cast_ray(from, way, &self.move_config.filter);
        hit.is_some_and(|hit| self.holds(hit.normal.as_dvec3(), hit.surface.layer))
    }

    /// Returns true if the steep surfaces together allow no descent steeper than a walkable slope.
    pub(super) fn is_held_between(&self) -> bool {
        let steep = self.touches.iter().filter(|t| !self.is_walkable(t.normal));
        let descent = project(-self.up, steep.map(|t| t.normal));
        descent.length_squared() <= 1.0 - self.flattest * self.flattest
    }

    /// Puts the body at one skin from the ground that holds it: it may be up to two skins above,
    /// after rolling over an edge.
    pub(super) fn settle(&mut self) {
        let holding = self.touches.iter().filter(|t| self.holds(t.normal, t.surface.layer));
        let nearest = holding.map(|t| (t.skins - 1.0, self.rise(t))).min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((skins, rise)) = nearest else { return };
        let gap = skins * self.seen.skin;
        if gap.abs() > (SETTLED * self.seen.skin).min(SETTLED_METRES) {
            let before = self.place();
            let way = if gap > 0.0 { gap + self.seen.skin } else { gap };
            // On the steepest slopes it would be lowered far.
            if way.abs() > MOST_SETTLED * self.seen.skin * rise {
                return;
            }
            let _ = self.push(self.up * -(way / rise));
            if !self.look() || !self.support(Footing::Air).is_ground() {
                self.return_to(before);
            }
        }
    }

    /// Moves down by `way`. A long move may have a thicker skin than the place where it starts. The
    /// upper edge of a wall beside the body may be within it, so that the body moves aside first.
    fn lower_by(&mut self, way: DVec3) -> Outcome {
        let end = self.push(way);
        let missing = f64::from(end.skin) - self.seen.skin;
        let is_blocked = end.fraction == 0.0 && missing > ASIDE * self.seen.skin;
        let wall = self.met.first().map(|met| met.0).filter(|wall| wall.dot(self.up).abs() <= BESIDE);
        let Some(wall) = wall.filter(|_| is_blocked) else { return end };
        let _ = self.push(self.across(wall) * (missing + ASIDE * f64::from(end.skin)));
        self.push(way)
    }

    /// Follows the ground down, where it drops by at most `distance` from a height of `ground`
    /// above the feet. `tread` is the height of the last ground that it stood on or stepped onto.
    /// Returns the support there, or `None` if there is no ground; then the body stays where it is.
    pub(super) fn snap(&mut self, distance: f64, ground: f64, tread: f64) -> Option<Support> {
        let distance = distance + STEP_SKINS * self.seen.skin;
        let before = self.place();
        let mut left = self.up * -distance;
        let (mut support, mut is_at_foot) = (Support::NONE, false);
        let mut walls = [DVec3::ZERO; SNAP_PIECES];
        // Beside walls that lean by less than rounding, it is lowered along the walls, and at the
        // foot of a steep face along that, by a few skins.
        for i in 0..SNAP_PIECES {
            let end = self.lower_by(left);
            support = if self.look() { self.support(Footing::Lowered) } else { Support::NONE };
            let Some(&(wall, ..)) = self.met.first().filter(|_| !support.is_ground()) else { break };
            left *= 1.0 - end.fraction;
            walls[i] = wall;
            left = if i == 0 {
                left + wall * (AWAY * left.length() - wall.dot(left))
            } else {
                let away = walls[..=i].iter().sum::<DVec3>() * (AWAY * left.length());
                project(left, walls[..=i].iter().copied()) + away
            };
            if wall.dot(self.up).abs() >= LEANS {
                left = left.clamp_length_max(FOOT * self.seen.skin);
                is_at_foot = true;
            }
        }
        let lowered = (before.centre - self.centre).dot(self.up);
        // An edge that is more than a step above the tread is an obstacle beside the body. With
        // others it may still hold the body between them.
        if support.is_edge && support.height - lowered - tread > self.highest_edge() {
            support = self.between(Support { state: GroundState::Unsupported, is_edge: false, ..support });
        }
        let drop = lowered + ground - self.top_of(&support);
        // A body beside a step that stands on its edge may be just above the ground below.
        let rolls = self.end_radius() * (1.0 - self.flattest);
        let has_come = is_at_foot || !self.met.is_empty();
        let is_near = has_come && (drop <= distance || lowered <= rolls);
        let holds = support.is_ground() && is_near;
        self.note(|| CharacterEvent::Snapped { by: holds.then_some(lowered as f32) });
        if holds {
            return Some(support);
        }
        self.return_to(before);
        None
    }
}
