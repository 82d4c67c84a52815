//! One piece of the path: a straight one, or the chord of an arc; and how much of it is free.

use glam::DVec3;

use super::Scratch;
use super::mover::Mover;
use crate::geometry::Feature;
use crate::narrow_phase::{Path, SkinThresholds, approach};
use crate::solve::cone::Direction;
use crate::tolerance::{CONTACT_BAND, CUT_OFF, FEASIBLE, GRAZE_BAND, WEDGE_ROUNDING};

/// What is asked for next.
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
    /// Goes on in a direction (whose active planes are named by their touch) until something is in
    /// the way.
    pub(super) fn advance(&mut self, direction: &Direction) {
        let curved = direction
            .active()
            .iter()
            .any(|&(i, push)| push > 0.0 && self.scratch.contacts[i].axis.feature != Feature::Face);
        self.note_direction(direction, curved);
        if curved {
            self.advance_round(direction);
        } else {
            let time = self.undamped_time(direction.d);
            let step = Segment { delta: direction.d * time, time };
            let supported = self.supported_part(direction, step.delta);
            self.advance_straight(step, supported);
        }
    }

    /// Goes on along the part `most` of a step.
    pub(super) fn advance_straight(&mut self, step: Segment, most: f64) {
        // Of the whole step, since what lies beyond the region must not matter, and `most` may be
        // the rim of a face there.
        let within = self.within_region(step.delta);
        let inside = if within < most { within } else { most };
        if inside < most && self.scratch.contacts.is_empty() {
            // A long way with nothing near: the index finds its end at once.
            let memory = &mut self.scratch.corners;
            let filter = &self.config.filter;
            let free = self.world.free_fraction(&self.space, self.x, step.delta, filter, memory);
            self.log_segment(step.delta, None);
            self.go(step.part(free));
            // What is there is needed for landing too.
            self.gather();
            if free < 1.0 {
                self.note_obstacles_here();
            }
            return;
        }
        let segment = step.part(inside);
        let (free, hit) = self.free_part(&segment, false);
        self.go_part(segment, free, hit);
        if hit.is_none() && inside < most {
            self.gather();
        }
    }

    /// Which part of a step ends within the gathered region.
    fn within_region(&self, delta: DVec3) -> f64 {
        if self.region.contains(self.x + delta) {
            return 1.0;
        }
        let (p, r) = (self.x - self.region.center, self.region.radius);
        let (a, b, c) = (delta.length_squared(), p.dot(delta), p.length_squared() - r * r);
        let root = (b * b - a * c).max(0.0).sqrt();
        ((root - b) / a).clamp(0.0, 1.0)
    }

    /// Skins that a chord may cut off here.
    pub(super) fn cut_off(&self) -> f64 {
        cut_off(self.scratch.level())
    }

    /// Which part of a piece is free, and what ends it.
    pub(super) fn free_part(&mut self, segment: &Segment, is_chord: bool) -> (f64, Option<usize>) {
        self.free_part_at(self.scratch.level(), segment, is_chord)
    }

    /// The same where the nearest of what is touched is so many skins away.
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
        // The chord of an arc dips towards what it rolls over, and what lies beside it.
        let lowest = contacts - GRAZE_BAND - if is_chord { cut_off(contacts) } else { 0.0 };
        let level =
            SkinThresholds { contacts, hit: if lowest > 0.5 * contacts { lowest } else { 0.5 * contacts } };
        // What stays beyond this is not hit, as the sweep counts it, in whatever direction it lies.
        let bare = self.space.bare_half_lengths().max_element();
        let rounding = WEDGE_ROUNDING * (length + self.space.radius);
        let clear = bare + (level.hit + 2.0 * CONTACT_BAND) * (self.space.radius - bare) + rounding;
        let Scratch { candidates, .. } = &mut *self.scratch;
        let (mut free, mut hit) = (1.0, None);
        for block in 0..candidates.blocks() {
            // What does not come nearer is asked about no further; that is most of it, and most of
            // the rest is led past.
            let near = candidates.within(block, path.x, self.space.radius + length * free);
            for i in candidates.in_the_way(near, block, &path, (bare, clear)) {
                let (start, polygon) = (candidates.known(i, path.x), candidates.polygon(i));
                if start.distance - self.space.radius <= length * free
                    && let Some(stop) = approach(&self.space, &polygon, &path, start, level, free)
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
                self.contacts_are_current = false;
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

    /// Goes somewhere that costs no time and does not count as way.
    pub(crate) fn go_free(&mut self, delta: DVec3) {
        (self.gathered_here, self.contacts_are_current) = (false, false);
        self.segment_start = self.x;
        self.x += delta;
        if self.config.record_path {
            self.scratch.path.push((self.space.origin + self.x).as_vec3());
        }
    }

    /// After a cast through the index: what is touched now is in the way, whatever its neighbours.
    fn note_obstacles_here(&mut self) {
        self.find_contacts();
        let Scratch { contacts, obstacles, .. } = &mut *self.scratch;
        obstacles.extend(contacts.iter().filter(|t| t.counts).map(|t| t.id));
        obstacles.sort_unstable();
        obstacles.dedup();
        self.contacts_are_current = false;
    }
}

/// Skins that a chord may cut off where the nearest of what is touched is so many skins away: below
/// half of them it would be a hit.
fn cut_off(contacts: f64) -> f64 {
    (0.5 * contacts - 2.0 * GRAZE_BAND).clamp(GRAZE_BAND, CUT_OFF)
}
