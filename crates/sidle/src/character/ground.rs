//! The ground under a character: is there any, and does it hold?

use glam::{DVec3, Vec3};

use super::body::{Body, project};
use super::events::CharacterEvent;
use super::options::contains;
use super::state::GroundState;
use crate::geometry::Feature;
use crate::slide::Touch;
use crate::tolerance::character::{STEP_SKINS, WALL};
use crate::world::Surface;

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
}

impl Body<'_> {
    /// Returns the ground that holds the body at its position, from its contacts.
    ///
    /// `ledge` is the height above the feet of the step on whose edge the character stood before,
    /// if it did. It still stands there while it touches anything that rises.
    pub(super) fn support(&self, ledge: Option<f64>) -> Support {
        let rising = self.touches.iter().filter(|t| self.rise(t) > WALL);
        let Some(flattest) = rising.clone().max_by(|a, b| self.rise(a).total_cmp(&self.rise(b))) else {
            return Support::NONE;
        };
        let found = Support {
            state: GroundState::Steep,
            normal: flattest.normal,
            surface: Some(flattest.surface),
            ..Support::NONE
        };
        let walkable = rising.clone().filter(|t| self.holds(t.normal, t.surface.layer) && self.is_perch(t));
        if let Some(height) = walkable.map(|t| self.height_of(t.point)).max_by(f64::total_cmp) {
            return Support { state: GroundState::Grounded, height, ..found };
        }
        let is_ground = |t: &Touch| !contains(self.config.rules.no_ground, t.surface.layer);
        if let Some(height) = ledge.filter(|_| rising.clone().any(is_ground)) {
            return self.on_edge(found, height);
        }
        // The edge of a walkable polygon.
        let edge = rising
            .filter(|t| self.holds(t.face, t.surface.layer))
            .max_by(|a, b| self.height_of(a.point).total_cmp(&self.height_of(b.point)));
        if let Some(edge) = edge {
            let held = self.on_edge(found, self.height_of(edge.point));
            let held = Support { surface: Some(edge.surface), ..held };
            let state = if self.has_ground_below(edge.point) { held.state } else { GroundState::Unsupported };
            return if state == GroundState::Grounded { held } else { Support { state, ..found } };
        }
        if self.is_held_between() {
            Support { state: GroundState::Grounded, normal: self.up, ..found }
        } else {
            found
        }
    }

    fn rise(&self, touch: &Touch) -> f64 {
        touch.normal.dot(self.up)
    }

    /// Returns the support by the edge of a step.
    fn on_edge(&self, found: Support, height: f64) -> Support {
        Support { state: GroundState::Grounded, normal: self.up, height, is_edge: true, ..found }
    }

    /// Returns false for an edge that is too far from the axis, with no ground beside it.
    fn is_perch(&self, touch: &Touch) -> bool {
        let Some(radius) = self.config.perch_radius else { return true };
        let beside = self.across(touch.point.as_dvec3() - self.centre.as_dvec3()).length();
        touch.surface.feature == Feature::Face
            || beside <= f64::from(radius)
            || self.has_ground_below(touch.point)
    }

    /// Returns true if there is walkable ground below the part of the body that is beyond an edge:
    /// below its axis, or halfway to the edge. It may be as deep below the edge as a step or the
    /// snap distance.
    fn has_ground_below(&self, edge: Vec3) -> bool {
        let drop =
            f64::from(self.config.step_height.max(self.config.snap_distance)) + STEP_SKINS * self.seen.skin;
        let above_edge = (self.centre.as_dvec3() - edge.as_dvec3()).dot(self.up);
        let way = self.up * -(above_edge + drop);
        let to_edge = self.across(edge.as_dvec3() - self.centre.as_dvec3());
        [0.0, 0.5].into_iter().any(|share| {
            let from = (self.centre.as_dvec3() + to_edge * share).as_vec3();
            let hit = self.cast_ray(from, way, &self.move_config.filter);
            hit.is_some_and(|hit| self.holds(hit.normal.as_dvec3(), hit.surface.layer))
        })
    }

    /// Returns true if the steep surfaces together allow no descent steeper than a walkable slope.
    fn is_held_between(&self) -> bool {
        let steep = self.touches.iter().filter(|t| !self.is_walkable(t.normal));
        let descent = project(-self.up, steep.map(|t| t.normal));
        descent.length_squared() <= 1.0 - self.flattest * self.flattest
    }

    /// Follows the ground down, where it drops by at most `distance` from a height of `ground`
    /// above the feet. Returns the support there, or `None` if there is no ground; then the body
    /// stays where it is.
    pub(super) fn snap(&mut self, distance: f64, ground: f64) -> Option<Support> {
        let distance = distance + STEP_SKINS * self.seen.skin;
        let before = self.place();
        let _ = self.push(self.up * -distance);
        let support = if self.look() { self.support(None) } else { Support::NONE };
        let lowered = (before.centre.as_dvec3() - self.centre.as_dvec3()).dot(self.up);
        let drop = lowered + ground - support.height;
        let holds = support.is_ground() && !self.met.is_empty() && drop <= distance;
        self.note(|| CharacterEvent::Snapped { by: holds.then_some(lowered as f32) });
        if holds {
            return Some(support);
        }
        self.return_to(before);
        None
    }
}
