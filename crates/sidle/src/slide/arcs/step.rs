//! Rolling: the next chord of an arc, and where the arc ends.

use glam::DVec3;

use crate::geometry::Feature;
use crate::narrow_phase::Candidates;
use crate::slide::Scratch;
use crate::slide::arcs::end::{ArcEnd, ArcKind, Entered};
use crate::slide::arcs::rolling::Rolling;
use crate::slide::contacts::MoverContact;
use crate::slide::mover::Mover;
use crate::slide::segment::Segment;
use crate::solve::cone::Direction;
use crate::tolerance::{CONTACT_BAND, CURVE_DRIFT};

/// Of a chord, to end within the region of a gather, which covers a 32nd of the way or more.
const REGION_HALVINGS: usize = 8;

/// How often the end of an arc is moved back to where its chord was stopped.
const SHORTENINGS: usize = 4;

impl Mover<'_> {
    /// Rolls on along the chord of an arc. A chord that something stops is drawn anew to the point
    /// of the arc at that time, so that arcs end on the arc wherever they end.
    pub(in crate::slide) fn advance_round(&mut self, direction: &Direction) {
        let mut time = self.undamped_time(direction.d);
        let rolling = self.rolling(direction);
        let rolling = rolling.as_ref();
        if rolling.is_some_and(|rolling| self.advance_along(rolling)) {
            return;
        }
        for attempt in 0..=SHORTENINGS {
            let Some(segment) = self.arc_segment_within_region(direction, rolling, time) else { break };
            if !self.region.contains(self.x + segment.delta) {
                if self.gathered_here {
                    break;
                }
                // What is touched is found anew among the new candidates, in the next stage.
                return self.gather();
            }
            let Some(segment) =
                self.end_of_arc(direction, rolling, segment).map(|p| self.clamp_to_desired_length(p))
            else {
                break;
            };
            let (free, hit) = self.free_part(&segment, true);
            if hit.is_some() && free < 1.0 - 1e-9 && attempt < SHORTENINGS {
                // Nothing of it free: the chord cuts off too much, and half of it a quarter as
                // much.
                time = segment.time * if free > 0.0 { free } else { 0.5 };
                continue;
            }
            if free <= 0.0 {
                break;
            }
            return self.go_part(segment, free, hit);
        }
        // No arc to be had: a straight step that is as short as a chord.
        let time = self.undamped_time(direction.d);
        let step = Segment { delta: direction.d * time, time };
        let short = super::runge_kutta::longest_chord(self) / step.delta.length();
        self.advance_straight(step, if short < 1.0 { short } else { 1.0 });
    }

    /// The next chord, and where all was gathered for the mover's place only as much of it as the
    /// region holds.
    fn arc_segment_within_region(
        &mut self,
        direction: &Direction,
        rolling: Option<&Rolling>,
        mut time: f64,
    ) -> Option<Segment> {
        let mut segment =
            self.arc_segment(direction, rolling, time).map(|p| self.clamp_to_desired_length(p))?;
        for _ in 0..REGION_HALVINGS {
            if !self.gathered_here || self.region.contains(self.x + segment.delta) {
                break;
            }
            time = 0.5 * segment.time;
            segment = self.arc_segment(direction, rolling, time).map(|p| self.clamp_to_desired_length(p))?;
        }
        Some(segment)
    }

    /// What keeps a piece on its surface must not make it longer than the wish is in its time.
    fn clamp_to_desired_length(&self, segment: Segment) -> Segment {
        Segment { delta: segment.delta.clamp_length_max(self.v.length() * segment.time), ..segment }
    }

    /// The piece, or the part of it after which the arc would enter something: the face beside the
    /// corner that is rolled over, most often.
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

    /// How a polygon is entered that was near enough for that when it was looked at after the
    /// piece.
    fn entered(&self, candidate: usize, segment: &Segment) -> Entered {
        let Scratch { candidates, contacts, .. } = &*self.scratch;
        let space = &self.space;
        let axis = candidates.known(candidate, space.unit_from_world(self.x + segment.delta));
        let now = space.skins(axis.distance, axis.normal);
        let contact = Scratch::contact_of(contacts, candidate);
        let comes = match contact.map(|t| t.axis.feature) {
            None => ArcKind::Evenly,
            Some(Feature::Face) => ArcKind::FallingSince(0.0),
            Some(_) => {
                // It stays as far away as its edge is, until the arc has come round to its face.
                let depth = space.radius - axis.distance;
                let gone = if depth > 0.0 { (2.0 * space.radius * depth).sqrt() } else { 0.0 };
                let part = 1.0 - gone / space.unit_from_world(segment.delta).length();
                ArcKind::FallingSince(if part > 0.0 { part } else { 0.0 })
            }
        };
        let start = contact.map_or_else(
            || {
                let axis = candidates.polygon(candidate).axis(space.unit_from_world(self.x));
                space.skins(axis.distance, axis.normal)
            },
            |t| t.skins,
        );
        Entered { candidate, start, now, least: least_gap(contact, self.scratch.level()), comes }
    }

    /// Whether nothing is nearer after the piece than what is touched now; or else what is. The row
    /// of `likely` is asked first.
    fn look_after(&mut self, segment: &Segment, likely: Option<usize>) -> Result<(), usize> {
        let x = self.space.unit_from_world(self.x + segment.delta);
        let level = self.scratch.level();
        let Scratch { candidates, contacts, .. } = &mut *self.scratch;
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

    /// The next chord of the arc that the active touches make, taking at most `time`.
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

    /// Of an ellipsoid, whose skin is not as thick everywhere as at the start of the arc: brought
    /// back to as many skins away as it was. None where one of two surfaces lets go: a general step
    /// finds out what comes next.
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

    /// The same where one touch holds it.
    fn beside_the_arc(&self, contact: &MoverContact, delta: DVec3) -> DVec3 {
        let x = self.space.unit_from_world(self.x + delta);
        let axis = self.scratch.candidates.polygon(contact.candidate).axis(x);
        if axis.feature != contact.axis.feature {
            // Already beyond the edge: where the arc ends is found by what it would enter there.
            return delta;
        }
        let off = self.space.distance_at(contact.skins, axis.normal) - axis.distance;
        let (normal, metres) = self.space.world_normal(axis.normal);
        delta + normal * (off * metres)
    }
}

/// How many skins away something is on an arc, at least, but for a contact band: what is touched as
/// far as it was, the rest as far as the nearest of the touches. Where there is less than two bands
/// left, half of it: each chord may take its band.
fn least_gap(contact: Option<&MoverContact>, level: f64) -> f64 {
    let skins = contact.filter(|t| t.skins < 1.0).map_or(level, |t| t.skins);
    let least = skins - CONTACT_BAND;
    if least > 0.5 * skins { least } else { 0.5 * skins }
}
