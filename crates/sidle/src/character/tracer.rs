//! Tracing a step: its events, and everything that it reads from the world.

use glam::DVec3;

use super::body::Body;
use super::events::CharacterEvent;
use crate::geometry::WideBox;
use crate::world::{Hit, QueryFilter};

impl Body<'_> {
    /// Adds an event to the trace.
    pub(super) fn note(&self, event: impl FnOnce() -> CharacterEvent) {
        if let Some(trace) = self.trace {
            trace.borrow_mut().events.push(event());
        }
    }

    /// Adds everything in a box of half this size around a place to the polygons that were read.
    pub(super) fn note_read(&self, at: DVec3, half: f64) {
        if let Some(trace) = self.trace {
            trace.borrow_mut().reads.push(WideBox::around(at, DVec3::splat(half)));
        }
    }

    /// Adds the solid instance that encloses the body, if there is one, to those that were read.
    pub(super) fn note_solid(&self, filter: &QueryFilter) {
        if let Some(trace) = self.trace {
            trace.borrow_mut().solids.extend(self.world.solid_around(self.centre, filter));
        }
    }

    /// Returns half of the size of a box around the body, with some room.
    pub(super) fn reach(&self) -> f64 {
        self.half_height + self.half_width + 2.0 * self.seen.skin
    }

    /// Returns the first surface that a ray crosses.
    pub(super) fn cast_ray(&self, from: DVec3, way: DVec3, filter: &QueryFilter) -> Option<Hit> {
        let hit = self.world.cast_ray(from, way, filter)?;
        self.note_read(hit.point, self.seen.skin);
        Some(hit)
    }
}
