//! Rolling: the next chord of an arc, and the end of the arc.

use glam::DVec3;

use crate::narrow_phase::{Candidates, ObstaclePart};
use crate::slide::Scratch;
use crate::slide::mover::Mover;
use crate::slide::mover::arcs::end::{ArcEnd, ArcKind, Entered};
use crate::slide::mover::arcs::rolling::Rolling;
use crate::slide::mover::contacts::MoverContact;
use crate::slide::mover::gather::Regather;
use crate::slide::mover::segment::Segment;
use crate::solve::cone::Direction;
use crate::tolerance::{CHORD_END, CONTACT_BAND, CURVE_DRIFT};

/// Maximum number of halvings that make a chord end within the gathered region. A gather covers at
/// least 1/32 of the motion.
const REGION_HALVINGS: usize = 8;

/// Maximum number of times that the end of an arc is moved back to where its chord was stopped.
const SHORTENINGS: usize = 4;

impl Mover<'_> {
    /// Rolls along the chord of an arc. If an obstacle stops the chord, a new chord leads to the
    /// point of the arc at that time. So each chord ends on the arc.
    pub(in crate::slide::mover) fn advance_round(&mut self, direction: &Direction) -> Regather {
        let mut time = self.undamped_time(direction.d);
        let rolling = self.rolling(direction);
        let rolling = rolling.as_ref();
        if rolling.is_some_and(|rolling| self.advance_along(rolling)) {
            return Regather::None;
        }
        for attempt in 0..=SHORTENINGS {
            let Some(segment) = self.arc_segment_within_region(direction, rolling, time) else { break };
            if !self.gathered.contains(self.x + segment.delta) {
                if self.gathered.was_at(self.x) {
                    break;
                }
                // The next iteration finds the contacts among the new candidates.
                return Regather::AtEnd;
            }
            let Some(segment) =
                self.end_of_arc(direction, rolling, segment).map(|p| self.clamp_to_desired_length(p))
            else {
                break;
            };
            if self.x + segment.delta == self.x {
                // The arc of a skin of nanometres may be shorter than rounding.
                break;
            }
            let (free, hit) = self.free_part(&segment, true);
            if hit.is_some() && free < 1.0 - CHORD_END && attempt < SHORTENINGS {
                // No part of it is free: the chord cuts off too much. Half of it cuts off a quarter
                // as much.
                time = segment.time * if free > 0.0 { free } else { 0.5 };
                continue;
            }
            if free <= 0.0 {
                break;
            }
            self.go_part(segment, free, hit);
            return Regather::None;
        }
        // No arc is possible: take a straight step that is as short as a chord.
        let time = self.undamped_time(direction.d);
        let step = Segment { delta: direction.d * time, time };
        let short = super::runge_kutta::longest_chord(self) / step.delta.length();
        self.advance_straight(step, if short < 1.0 { short } else { 1.0 })
    }

    /// Returns the next chord. If the candidates were gathered at the current position, the chord
    /// is shortened to end within the region.
    fn arc_segment_within_region(
        &mut self,
        direction: &Direction,
        rolling: Option<&Rolling>,
        mut time: f64,
    ) -> Option<Segment> {
        let mut segment =
            self.arc_segment(direction, rolling, time).map(|p| self.clamp_to_desired_length(p))?;
        for _ in 0..REGION_HALVINGS {
            if !self.gathered.was_at(self.x) || self.gathered.contains(self.x + segment.delta) {
                break;
            }
            time = 0.5 * segment.time;
            segment = self.arc_segment(direction, rolling, time).map(|p| self.clamp_to_desired_length(p))?;
        }
        Some(segment)
    }

    /// Limits a segment to the length of the desired motion in its time. The correction that keeps
    /// it on its surface may have made it longer.
    fn clamp_to_desired_length(&self, segment: Segment) -> Segment {
        Segment { delta: segment.delta.clamp_length_max(self.v.length() * segment.time), ..segment }
    }

    /// Returns the segment, or the part of it after which the arc would enter a polygon. That is
    /// usually the face beside the rolled-over corner. Returns `None` if no part is clear.
    fn end_of_arc(
        &mut self,
        direction: &Direction,
        rolling: Option<&Rolling>,
        segment: Segment,
    ) -> Option<Segment> {
        let Err(mut entered) = self.look_after(&segment, None) else { return Some(segment) };
        let mut clear = None;
        let mut arc_end = ArcEnd::new(segment.time);
        arc_end.found(&self.entered(entered, &segment));
        while let Some(time) = arc_end.next() {
            let part = self.arc_segment(direction, rolling, time)?;
            match self.look_after(&part, Some(entered)) {
                Ok(()) => {
                    clear = Some(part);
                    arc_end.found_nothing();
                }
                Err(other) => {
                    entered = other;
                    arc_end.found(&self.entered(other, &part));
                }
            }
        }
        clear
    }

    /// Describes the entry into a polygon at the end of the segment. The last test of the candidate
    /// must have been at that place.
    fn entered(&self, candidate: usize, segment: &Segment) -> Entered {
        let Scratch { candidates, contacts, .. } = &*self.scratch;
        let space = &self.space;
        let axis = candidates.known(candidate, space.unit_from_world(self.x + segment.delta));
        let now = space.skins(axis.distance, axis.normal);
        let contact = Scratch::contact_of(contacts, candidate);
        let comes = match contact.map(|t| t.axis.obstacle_part()) {
            None => ArcKind::Evenly,
            Some(ObstaclePart::Face) => ArcKind::FallingSince(0.0),
            Some(_) => {
                // The polygon stays as far away as its edge until the arc has come round to its
                // face.
                let depth = space.radius - axis.distance;
                let gone = if depth > 0.0 { (2.0 * space.radius * depth).sqrt() } else { 0.0 };
                let part = 1.0 - gone / space.unit_from_world(segment.delta).length();
                ArcKind::FallingSince(if part > 0.0 { part } else { 0.0 })
            }
        };
        let start = contact.map_or_else(
            || {
                let axis = candidates.obstacle(candidate).axis(space.unit_from_world(self.x));
                space.skins(axis.distance, axis.normal)
            },
            |t| t.skins,
        );
        Entered { candidate, start, now, least: least_gap(contact, self.scratch.level()), comes }
    }

    /// Returns `Ok` if no polygon is nearer after the segment than [`least_gap`] allows, and else
    /// such a candidate. Tests the block of `likely` first.
    fn look_after(&mut self, segment: &Segment, likely: Option<usize>) -> Result<(), usize> {
        let x = self.space.unit_from_world(self.x + segment.delta);
        let level = self.scratch.level();
        let Scratch { candidates, contacts, work, .. } = &mut *self.scratch;
        work.polygons += candidates.len();
        let likely = likely.map(Candidates::block_of);
        for block in likely.into_iter().chain((0..candidates.blocks()).filter(|&block| Some(block) != likely))
        {
            for i in candidates.within(block, x, self.space.radius) {
                let axis = candidates.known(i, x);
                let least = least_gap(Scratch::contact_of(contacts, i), level);
                if self.space.skins(axis.distance, axis.normal) < least {
                    return Err(i);
                }
            }
        }
        Ok(())
    }

    /// Returns the next chord of the arc over the active contacts. It takes at most `time`.
    fn arc_segment(
        &mut self,
        direction: &Direction,
        rolling: Option<&Rolling>,
        time: f64,
    ) -> Option<Segment> {
        if let Some(rolling) = rolling
            && let Some(segment) = rolling.segment(time)
            && let Some(delta) = self.as_far_as_before(direction, rolling, segment.delta)
        {
            return Some(Segment { delta, ..segment });
        }
        super::runge_kutta::segment(self, direction, time)
    }

    /// Corrects the end of a chord to the initial distance in skin widths. That matters for an
    /// ellipsoid, whose skin thickness varies along the arc. Returns `None` if one of two surfaces
    /// no longer supports the mover: a general step then finds the next contact.
    fn as_far_as_before(&mut self, direction: &Direction, rolling: &Rolling, delta: DVec3) -> Option<DVec3> {
        if let Some(beside) = &rolling.beside
            && !self.holds_on(beside, delta)
        {
            return None;
        }
        if self.space.is_round() {
            return Some(delta);
        }
        if rolling.beside.is_none() {
            return Some(self.beside_the_arc(&rolling.contact, delta));
        }
        let (delta, drift) = super::runge_kutta::back_to_the_surface(self, direction, delta);
        (drift <= CURVE_DRIFT).then_some(delta)
    }

    /// Does the same for a single contact.
    fn beside_the_arc(&self, contact: &MoverContact, delta: DVec3) -> DVec3 {
        let x = self.space.unit_from_world(self.x + delta);
        let axis = self.scratch.candidates.obstacle(contact.candidate).axis(x);
        if (axis.feature, axis.part) != (contact.axis.feature, contact.axis.part) {
            // Already beyond the edge: the polygon that it would enter there determines the end of
            // the arc.
            return delta;
        }
        let off = self.space.distance_at(contact.skins, axis.normal) - axis.distance;
        let (normal, metres) = self.space.world_normal(axis.normal);
        delta + normal * (off * metres)
    }
}

/// Returns the least distance that a polygon may have on an arc, in skin widths. A contact keeps
/// its distance less a contact band; any other polygon keeps that of the nearest contact less a
/// band. If less than two bands remain, it is half the distance: each chord may use its band.
fn least_gap(contact: Option<&MoverContact>, level: f64) -> f64 {
    let skins = contact.filter(|t| t.skins < 1.0).map_or(level, |t| t.skins);
    let least = skins - CONTACT_BAND;
    if least > 0.5 * skins { least } else { 0.5 * skins }
}
