//! The sensors of a character: triggers that it enters and leaves, and ledges ahead.

use glam::DVec3;

use super::body::{Body, blocking};
use super::options::contains;
use super::report::{Ledge, Triggers};
use super::state::{ABOVE, DROPS};
use super::step::Step;
use crate::slide::{MoveConfig, touching};
use crate::tolerance::character::{DEEPEST, LEDGE_HALVINGS, LEDGE_SPACING, REACH, STEP_SKINS};
use crate::world::QueryFilter;

impl Step<'_, '_> {
    /// Fills in the triggers and the ledge of the report, after a step that began at `start`.
    pub(super) fn sense(&mut self, start: DVec3) {
        let body = &mut self.body;
        let triggers = body.config.rules.triggers & body.config.filter.layers;
        if triggers != 0 {
            let (inside, passed) = body.find_triggers(start, triggers);
            let before = self.state.triggers & triggers;
            let entered = (inside | passed) & !before;
            let left = (before | passed) & !inside;
            self.report.triggers = Triggers { entered, inside, left };
            self.state.triggers = inside;
        } else {
            self.state.triggers = 0;
        }
        if self.state.has(DROPS) {
            self.drop_through();
        }
        let body = &self.body;
        let far = f64::from(body.config.ledge_distance);
        let ways = [self.input.wish_velocity, self.state.velocity].map(|v| body.across(v.as_dvec3()));
        let way = ways.into_iter().find(|&way| way != DVec3::ZERO);
        if let (Some(way), true) = (way, far > 0.0 && self.state.is_grounded()) {
            self.report.ledge = body.ledge_ahead(way.normalize_or_zero(), far);
        }
    }
}

impl Step<'_, '_> {
    /// Falls through platforms no longer if the character has passed them. A character that walks
    /// down a slope leaves the ground before it falls through it.
    fn drop_through(&mut self) {
        let Self { body, state, report, input, .. } = self;
        let is_past = body.is_past_platforms();
        let has_entered = body.touches.iter().any(|t| t.skins < 0.0);
        if has_entered || report.jumped || (is_past && (state.is_grounded() || !body.is_above_platform())) {
            state.set(ABOVE, false);
        }
        if is_past && !input.drop && !state.has(ABOVE) {
            state.set(DROPS, false);
        }
    }
}

impl Body<'_> {
    /// Returns the layers of `triggers` that the body is in, and those that it only passed through
    /// on a straight way from `start`.
    fn find_triggers(&self, start: DVec3, triggers: u32) -> (u32, u32) {
        let way = self.centre - start;
        self.note_read(start + 0.5 * way, self.reach() + 0.5 * way.length());
        let (mut inside, mut passed) = (0, 0);
        for layer in (0..32).filter(|&layer| contains(triggers, layer)) {
            let filter = QueryFilter { layers: 1 << layer, ..self.config.filter };
            let bit = 1 << layer;
            let overlaps = self.world.overlaps(&self.shape, self.centre, &filter);
            self.note_solid(&filter);
            if overlaps || self.is_enclosed(&filter) {
                inside |= bit;
            } else if self.world.cast_shape(&self.shape, start, way, &filter).is_some() {
                passed |= bit;
            }
        }
        (inside, passed)
    }

    /// Returns true if the body is inside of closed surfaces: the first one above it is seen from
    /// behind.
    fn is_enclosed(&self, filter: &QueryFilter) -> bool {
        let Some(bounds) = self.world.bounds() else { return false };
        let (low, high) = bounds;
        let corner = (low - self.centre).abs().max((high - self.centre).abs());
        let way = self.up * (corner.length() + self.half_height);
        let first = self.world.first_crossing(self.centre, way, filter);
        first.is_some_and(|(hit, is_back)| {
            self.note_read(hit.point, self.seen.skin);
            is_back
        })
    }

    /// Returns true if the body touches no platform that it falls through, from either side: as
    /// long as one polygon of a one-sided platform lets it pass, another one may hold it. The
    /// contacts are those with platforms afterwards.
    pub(super) fn is_past_platforms(&mut self) -> bool {
        let config = MoveConfig { filter: self.platforms(), ..self.move_config };
        let at = (&self.shape, self.centre, self.up);
        self.note_read(self.centre, self.reach());
        let seen = touching(self.world, self.scratch, at, &config, (REACH, true), &mut self.touches);
        seen.is_some() && self.touches.is_empty()
    }

    /// Returns true if a platform is below the body, not further than the body is high.
    fn is_above_platform(&self) -> bool {
        let way = self.up * (-2.0 * self.half_height);
        self.note_read(self.centre + 0.5 * way, self.reach() + self.half_height);
        self.world.cast_shape(&self.shape, self.centre, way, &self.platforms()).is_some()
    }

    /// Returns the filter for the platforms that the body falls through.
    fn platforms(&self) -> QueryFilter {
        let filter = blocking(self.config, false);
        QueryFilter { layers: filter.layers & self.config.rules.platforms, ..filter }
    }

    /// Looks for the nearest ledge in a horizontal direction: rays down, closer and closer.
    fn ledge_ahead(&self, way: DVec3, far: f64) -> Option<Ledge> {
        let from = self.centre;
        let filter = &self.move_config.filter;
        let wall = self.cast_ray(self.centre, way * far, filter);
        let far = wall.map_or(far, |hit| far * hit.fraction);
        let depth_at = |distance: f64| {
            let hit = self.cast_ray(from + way * distance, self.up * -DEEPEST, filter)?;
            Some(hit.fraction * DEEPEST)
        };
        let most = f64::from(self.config.snap_distance) + STEP_SKINS * self.seen.skin;
        let drops = |before: f64, after: Option<f64>| after.is_none_or(|after| after - before > most);
        let mut before = (0.0, depth_at(0.0)?);
        let rays = (far / LEDGE_SPACING).ceil();
        for i in 1..=rays as u32 {
            let distance = far * f64::from(i) / rays;
            let mut after = (distance, depth_at(distance));
            if drops(before.1, after.1) {
                for _ in 0..LEDGE_HALVINGS {
                    let middle = 0.5 * (before.0 + after.0);
                    match depth_at(middle) {
                        Some(depth) if !drops(before.1, Some(depth)) => before = (middle, depth),
                        depth => after = (middle, depth),
                    }
                }
                let drop = after.1.map(|depth| (depth - before.1) as f32);
                return Some(Ledge { distance: after.0 as f32, drop });
            }
            before = (distance, after.1?);
        }
        None
    }
}
