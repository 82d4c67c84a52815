//! One path segment: a straight one or the chord of an arc, and its free fraction.

use glam::DVec3;

use super::Mover;
use super::Scratch;
use super::gather::Regather;
use crate::narrow_phase::{Path, SkinThresholds, approach};
use crate::solve::cone::Direction;
use crate::tolerance::{CONTACT_BAND, CUT_OFF, FEASIBLE, GRAZE_BAND, WEDGE_ROUNDING};

/// A requested displacement in metres, and its duration as a fraction of the move.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    pub(super) delta: DVec3,
    pub(super) time: f64,
}

impl Segment {
    pub(super) fn part(self, part: f64) -> Self {
        Self { delta: self.delta * part, time: self.time * part }
    }
}

impl Mover<'_> {
    /// Moves in a direction until an obstacle stops the mover. The active planes of the direction
    /// are indices of contacts.
    pub(super) fn advance(&mut self, direction: &Direction) -> Regather {
        let curved = direction
            .active()
            .iter()
            .any(|&(i, push)| push > 0.0 && !self.scratch.contacts[i].axis.is_flat());
        self.note_direction(direction, curved);
        if curved {
            self.advance_round(direction)
        } else {
            let time = self.undamped_time(direction.d);
            let step = Segment { delta: direction.d * time, time };
            let supported = self.supported_part(direction, step.delta);
            self.advance_straight(step, supported)
        }
    }

    /// Moves along the fraction `most` of a step.
    pub(super) fn advance_straight(&mut self, step: Segment, most: f64) -> Regather {
        // The fraction of the whole step: `most` may come from a boundary edge beyond the region,
        // and objects beyond the region must not affect the result.
        let within = self.within_region(step.delta);
        let inside = if within < most { within } else { most };
        if inside < most && self.scratch.contacts.is_empty() {
            // A long segment without contacts: a cast through the BVH finds its end at once.
            let memory = &mut self.scratch.corners;
            let filter = &self.config.filter;
            let free = self.world.free_fraction(&self.space, self.x, step.delta, filter, memory);
            if free > 0.0 {
                self.log_segment(step.delta, None);
                self.go(step.part(free));
                // Finalising the end needs the candidates around it too.
                return if free < 1.0 { Regather::AtObstacle } else { Regather::AtEnd };
            }
            // The certificates of a long path are less exact. Those of its first part decide.
        }
        let segment = step.part(inside);
        let (free, hit) = self.free_part(&segment, false);
        self.go_part(segment, free, hit);
        if hit.is_none() && inside < most { Regather::AtEnd } else { Regather::None }
    }

    /// Returns the fraction of a step that ends within the gathered region.
    fn within_region(&self, delta: DVec3) -> f64 {
        if self.gathered.contains(self.x + delta) {
            return 1.0;
        }
        let region = self.gathered.region();
        let (p, r) = (self.x - region.center, region.radius);
        let (a, b, c) = (delta.length_squared(), p.dot(delta), p.length_squared() - r * r);
        let root = (b * b - a * c).max(0.0).sqrt();
        ((root - b) / a).clamp(0.0, 1.0)
    }

    /// Returns the depth that a chord may cut off the skin here, in skin widths.
    pub(super) fn cut_off(&self) -> f64 {
        cut_off(self.scratch.level())
    }

    /// Returns the free fraction of a segment, and the candidate that ends it.
    pub(super) fn free_part(&mut self, segment: &Segment, is_chord: bool) -> (f64, Option<usize>) {
        self.free_part_at(self.scratch.level(), segment, is_chord)
    }

    /// Does the same as [`free_part`](Self::free_part) if the nearest contact is `contacts` skin
    /// widths away.
    pub(super) fn free_part_at(
        &mut self,
        contacts: f64,
        segment: &Segment,
        is_chord: bool,
    ) -> (f64, Option<usize>) {
        let d = self.space.unit_from_world(segment.delta);
        let length = d.length();
        let parallel = 4.0 * FEASIBLE * if self.space.is_round() { length } else { segment.delta.length() };
        let path = Path { x: self.space.unit_from_world(self.x), d, parallel };
        // The chord of an arc dips towards the feature that it rolls over, and towards its
        // neighbours.
        let lowest = contacts - GRAZE_BAND - if is_chord { cut_off(contacts) } else { 0.0 };
        let level =
            SkinThresholds { contacts, hit: if lowest > 0.5 * contacts { lowest } else { 0.5 * contacts } };
        // A polygon that stays beyond this distance is never a hit for the sweep, in any direction.
        let bare = self.space.bare_half_lengths().max_element();
        let rounding = WEDGE_ROUNDING * (length + self.space.radius);
        let clear = bare + (level.hit + 2.0 * CONTACT_BAND) * (self.space.radius - bare) + rounding;
        let Scratch { candidates, work, .. } = &mut *self.scratch;
        work.polygons += candidates.len();
        let (mut free, mut hit) = (1.0, None);
        for block in 0..candidates.blocks() {
            // Most candidates do not come nearer and need no further test. The path rejection test
            // excludes most of the others.
            let near = candidates.within(block, path.x, self.space.radius + length * free);
            for i in candidates.in_the_way(near, block, &path, (bare, clear)) {
                let (start, obstacle) = (candidates.known(i, path.x), candidates.obstacle(i));
                if start.distance - self.space.radius <= length * free
                    && let Some(stop) = approach(&self.space, &obstacle, &path, start, level, free)
                    && (stop.fraction < free || hit.is_none())
                {
                    (free, hit) = (stop.fraction, Some(i));
                }
            }
        }
        (free, hit)
    }

    pub(super) fn go_part(&mut self, segment: Segment, free: f64, hit: Option<usize>) {
        self.log_segment(segment.delta, hit);
        if let Some(i) = hit {
            let c = self.scratch.candidates.get(i);
            let id = (c.instance, c.polygon);
            if let Err(at) = self.scratch.obstacles.binary_search(&id) {
                self.scratch.obstacles.insert(at, id);
            }
        }
        self.go(segment.part(free));
    }

    fn go(&mut self, segment: Segment) {
        let length = segment.delta.length();
        if segment.delta != DVec3::ZERO {
            self.distance += length;
            self.go_free(segment.delta);
        }
        let spent = self.damp(segment.time, length);
        self.time = if spent < self.time { self.time - spent } else { 0.0 };
    }

    /// Displaces the mover without using time or adding to the distance.
    pub(crate) fn go_free(&mut self, delta: DVec3) {
        self.segment_start = self.x;
        self.x += delta;
        if self.config.record_path {
            self.record_corner();
        }
    }

    /// Adds the position to the path.
    fn record_corner(&mut self) {
        self.scratch.path.push(self.space.origin + self.x);
    }

    /// Marks the contacts that count as obstacles, after a cast through the BVH. Obstacles remain
    /// contacts whatever their neighbours are.
    pub(super) fn note_obstacles_here(&mut self) {
        self.find_contacts();
        let Scratch { contacts, obstacles, .. } = &mut *self.scratch;
        obstacles.extend(contacts.iter().filter(|t| t.counts).map(|t| t.id));
        obstacles.sort_unstable();
        obstacles.dedup();
    }
}

/// Returns the depth that a chord may cut off the skin if the nearest contact is `contacts` away,
/// both in skin widths. A chord that dips below half of `contacts` would be a hit.
fn cut_off(contacts: f64) -> f64 {
    (0.5 * contacts - 2.0 * GRAZE_BAND).clamp(GRAZE_BAND, CUT_OFF)
}
