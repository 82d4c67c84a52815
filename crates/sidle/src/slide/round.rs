//! Rolling: the next chord of an arc, and where the arc ends.

use glam::{DMat3, DVec3};

use super::ending::{Ending, Entered, Way};
use super::mover::Mover;
use super::piece::Piece;
use super::touch::Touch;
use super::{Response, Scratch, curve};
use crate::geometry::Feature;
use crate::pair::Candidates;
use crate::tolerance::{CONTACT_BAND, SAGITTA};
use crate::world::solve::arc::{Arc, Furthest};
use crate::world::solve::cone::Direction;

/// Of a chord, to end within the region of a gather, which covers a 32nd of the way or more.
const REGION_HALVINGS: usize = 8;

/// How often the end of an arc is moved back to where its chord was stopped.
const SHORTENINGS: usize = 4;

impl Mover<'_> {
    /// Rolls on along the chord of an arc. A chord that something stops is drawn anew to the point of the arc at that
    /// time, so that arcs end on the arc wherever they end.
    pub(super) fn advance_round(&mut self, direction: &Direction) {
        let mut time = self.undamped_time(direction.d);
        let rolling = self.rolling(direction);
        let rolling = rolling.as_ref();
        for attempt in 0..=SHORTENINGS {
            let Some(piece) = self.round_piece_within_region(direction, rolling, time) else { break };
            if !self.region.holds(self.x + piece.delta) {
                if self.gathered_here {
                    break;
                }
                // What is touched is found anew among the new candidates, in the next stage.
                return self.gather();
            }
            let Some(piece) =
                self.end_of_arc(direction, rolling, piece).map(|p| self.no_longer_than_wished(p))
            else {
                break;
            };
            let (free, hit) = self.free_part(&piece, true);
            if hit.is_some() && free < 1.0 - 1e-9 && attempt < SHORTENINGS {
                // Nothing of it free: the chord cuts off too much, and half of it a quarter as much.
                time = piece.time * if free > 0.0 { free } else { 0.5 };
                continue;
            }
            if free <= 0.0 {
                break;
            }
            return self.go_part(piece, free, hit);
        }
        // No arc to be had: a straight step that is as short as a chord.
        let time = self.undamped_time(direction.d);
        let step = Piece { delta: direction.d * time, time };
        let short = curve::longest_chord(self) / step.delta.length();
        self.advance_straight(step, if short < 1.0 { short } else { 1.0 });
    }

    /// The next chord, and where all was gathered for the mover's place only as much of it as the region holds.
    fn round_piece_within_region(
        &self,
        direction: &Direction,
        rolling: Option<&Rolling>,
        mut time: f64,
    ) -> Option<Piece> {
        let mut piece = self.round_piece(direction, rolling, time).map(|p| self.no_longer_than_wished(p))?;
        for _ in 0..REGION_HALVINGS {
            if !self.gathered_here || self.region.holds(self.x + piece.delta) {
                break;
            }
            time = 0.5 * piece.time;
            piece = self.round_piece(direction, rolling, time).map(|p| self.no_longer_than_wished(p))?;
        }
        Some(piece)
    }

    /// What keeps a piece on its surface must not make it longer than the wish is in its time.
    fn no_longer_than_wished(&self, piece: Piece) -> Piece {
        Piece { delta: piece.delta.clamp_length_max(self.v.length() * piece.time), ..piece }
    }

    /// The piece, or the part of it after which the arc would enter something: the face beside the corner that is rolled
    /// over, most often.
    fn end_of_arc(
        &mut self,
        direction: &Direction,
        rolling: Option<&Rolling>,
        piece: Piece,
    ) -> Option<Piece> {
        let Err(mut entered) = self.look_after(&piece, None) else { return Some(piece) };
        let mut clear = None;
        let mut ending = Ending::new(piece.time);
        ending.found(&self.entered(entered, &piece));
        while let Some(time) = ending.next() {
            let part = self.round_piece(direction, rolling, time)?;
            match self.look_after(&part, Some(entered)) {
                Ok(()) => {
                    clear = Some(part);
                    ending.found_nothing();
                }
                Err(other) => {
                    entered = other;
                    ending.found(&self.entered(other, &part));
                }
            }
        }
        clear
    }

    /// How a polygon is entered that was near enough for that when it was looked at after the piece.
    fn entered(&self, candidate: usize, piece: &Piece) -> Entered {
        let Scratch { candidates, touches, .. } = &*self.scratch;
        let space = &self.space;
        let bound = candidates.known(candidate, space.unit_from_world(self.x + piece.delta));
        let now = space.skins(bound.distance, bound.normal);
        let touch = Scratch::touch_of(touches, candidate);
        let comes = match touch.map(|t| t.bound.feature) {
            None => Way::Evenly,
            Some(Feature::Face) => Way::FallingSince(0.0),
            Some(_) => {
                // It stays as far away as its edge is, until the arc has come round to its face.
                let depth = space.radius - bound.distance;
                let gone = if depth > 0.0 { (2.0 * space.radius * depth).sqrt() } else { 0.0 };
                let part = 1.0 - gone / space.unit_from_world(piece.delta).length();
                Way::FallingSince(if part > 0.0 { part } else { 0.0 })
            }
        };
        let start = touch.map_or_else(
            || {
                let bound = candidates.polygon(candidate).bound(space.unit_from_world(self.x));
                space.skins(bound.distance, bound.normal)
            },
            |t| t.skins,
        );
        Entered { candidate, start, now, least: least_gap(touch, self.scratch.level()), comes }
    }

    /// Whether nothing is nearer after the piece than what is touched now; or else what is. The row of `likely` is asked first.
    fn look_after(&mut self, piece: &Piece, likely: Option<usize>) -> Result<(), usize> {
        let x = self.space.unit_from_world(self.x + piece.delta);
        let level = self.scratch.level();
        let Scratch { candidates, touches, .. } = &mut *self.scratch;
        let likely = likely.map(Candidates::row_of);
        for row in likely.into_iter().chain((0..candidates.rows()).filter(|&row| Some(row) != likely)) {
            for i in candidates.within(row, x, self.space.radius) {
                let bound = candidates.known(i, x);
                let least = least_gap(Scratch::touch_of(touches, i), level);
                if self.space.skins(bound.distance, bound.normal) < least {
                    return Err(i);
                }
            }
        }
        Ok(())
    }

    /// The next chord of the arc that the active touches make, taking at most `time`.
    fn round_piece(&self, direction: &Direction, rolling: Option<&Rolling>, time: f64) -> Option<Piece> {
        if let Some(rolling) = rolling
            && let Some(piece) = rolling.piece(time)
        {
            return Some(Piece { delta: self.beside_the_arc(&rolling.touch, piece.delta), ..piece });
        }
        curve::piece(self, direction, time)
    }

    /// The arc is that of a full skin; a mover that is elsewhere in its skin keeps the distance that it has.
    fn beside_the_arc(&self, touch: &Touch, delta: DVec3) -> DVec3 {
        let x = self.space.unit_from_world(self.x + delta);
        let bound = self.scratch.candidates.polygon(touch.candidate).bound(x);
        if bound.feature != touch.bound.feature {
            // Already beyond the edge: where the arc ends is found by what it would enter there.
            return delta;
        }
        let off = self.space.distance_at(touch.skins, bound.normal) - bound.distance;
        let (normal, metres) = self.space.world_normal(bound.normal);
        delta + normal * (off * metres)
    }

    /// The normals, in the world, of the faces that meet in the edge of a touch: the arc ends flat on one of them.
    fn faces_at(&self, touch: &Touch) -> impl Iterator<Item = DVec3> {
        let Scratch { candidates, touches, .. } = &*self.scratch;
        let point = touch.bound.point;
        let polygons = touches.iter().map(|t| (candidates.polygon(t.candidate), t.bound.point));
        let here = polygons
            .filter(move |(p, at)| (*at - point).length() <= 4.0 * p.error && p.normal != DVec3::ZERO);
        here.map(|(p, _)| self.space.world_normal(p.normal).0)
    }

    /// What the active touches are rolled over, where there is a closed form: one edge for every shape, one corner for a ball.
    fn rolling(&self, direction: &Direction) -> Option<Rolling> {
        let [(i, _)] = *direction.active() else { return None };
        let touch = self.scratch.touches[i];
        if touch.friction != 0.0 || self.config.response != Response::Steer {
            return None;
        }
        let corners = self.scratch.candidates.polygon(touch.candidate).corners;
        let sagitta = SAGITTA * self.space.thinnest(self.skin);
        let support = self.space.support_matrix();
        let round = |edge: DVec3| Arc::new(&support, touch.normal, edge, self.v);
        let (arc, edge) = match touch.bound.feature {
            Feature::Face => return None,
            Feature::Corner(_) if !self.space.is_round() => return None,
            Feature::Corner(_) => (round(touch.normal.cross(self.v).normalize_or_zero())?, None),
            Feature::Edge(e) => {
                let e = usize::from(e);
                let (a, b) = (corners[e], corners[(e + 1) % corners.len()]);
                let edge = self.space.world_from_unit(b - a);
                let length = edge.length();
                let direction = edge / length;
                let mut arc = round(direction)?;
                for normal in self.faces_at(&touch) {
                    arc.end_on_face(normal);
                }
                let here = self.space.world_from_unit(touch.bound.point - a).dot(direction);
                let mut edge = Edge { direction, length, here, support, offset: 0.0 };
                edge.offset = edge.offset(touch.normal);
                (arc, Some(edge))
            }
        };
        Some(Rolling { touch, arc, furthest: arc.furthest(sagitta), edge })
    }
}

/// How many skins away something is on an arc, at least, but for a contact band: what is touched as far as it was, the rest as far as the
/// nearest of the touches.
fn least_gap(touch: Option<&Touch>, level: f64) -> f64 {
    touch.filter(|t| t.skins < 1.0).map_or(level, |t| t.skins) - CONTACT_BAND
}

/// An arc in closed form, and what is rolled over.
struct Rolling {
    touch: Touch,
    arc: Arc,
    furthest: Furthest,
    /// None: a corner.
    edge: Option<Edge>,
}

/// An edge that is rolled over, in world metres.
struct Edge {
    direction: DVec3,
    length: f64,
    /// Where on it the touch is.
    here: f64,
    support: DMat3,
    /// [`Edge::offset`] at the start.
    offset: f64,
}

impl Edge {
    /// How far along the edge the point that touches is from the centre, where the normal is `n`.
    fn offset(&self, n: DVec3) -> f64 {
        self.support.mul_vec3(n).dot(self.direction) / n.dot(self.support.mul_vec3(n)).sqrt()
    }
}

impl Rolling {
    /// The next chord, taking at most `time`.
    fn piece(&self, time: f64) -> Option<Piece> {
        let mut chord = self.arc.chord(time, &self.furthest);
        let Some(edge) = &self.edge else { return Some(Piece { delta: chord.delta, time: chord.time }) };
        // Where the touch will be: it must not run off the end of the edge.
        for _ in 0..3 {
            let moved = chord.delta.dot(edge.direction) - (edge.offset(chord.normal) - edge.offset);
            let end = if moved > 0.0 { edge.length } else { 0.0 };
            if (edge.here + moved - end) * moved <= 0.0 {
                break;
            }
            let part = (end - edge.here) / moved;
            if part < 1e-3 {
                // Right at the end of the edge: a general step finds out what comes next.
                return None;
            }
            chord = self.arc.chord(chord.time * part, &self.furthest);
        }
        Some(Piece { delta: chord.delta, time: chord.time })
    }
}
