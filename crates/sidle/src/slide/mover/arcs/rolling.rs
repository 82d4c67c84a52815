//! Rolling with a closed form: over one edge for every shape, and over one corner for a ball. With
//! a face beside it that also supports the mover, every shape can roll over an edge or a corner.
//! The exception is an ellipse that is nearly a line.

use glam::{DMat3, DVec3};

use crate::narrow_phase::{Obstacle, ObstaclePart};
use crate::slide::mover::Mover;
use crate::slide::mover::contacts::MoverContact;
use crate::slide::mover::segment::Segment;
use crate::slide::{Response, Scratch};
use crate::solve::arc::{Arc, Furthest, tube};
use crate::solve::cone::Direction;
use crate::tolerance::{CONTACT_BAND, CREASE_SLOPE, EDGE_END, FEASIBLE, PAST_THE_BOUNDARY};

/// A path in closed form, and the feature that the mover rolls over.
pub(in crate::slide::mover) struct Rolling {
    pub(in crate::slide::mover) contact: MoverContact,
    /// The face that also supports the mover.
    pub(in crate::slide::mover) beside: Option<Beside>,
    course: Course,
    /// `None` for a corner.
    edge: Option<Edge>,
}

/// Path of the centre.
enum Course {
    Round(Arc, Furthest),
    /// Along an edge that is parallel to a face, at this velocity.
    Straight(DVec3),
}

/// A face with permanent contact, in world metres.
pub(in crate::slide::mover) struct Beside {
    face: MoverContact,
    /// Arguments of [`Arc::beside_face`].
    quadric: DMat3,
    arm: DVec3,
}

impl Beside {
    fn arc(&self, v: DVec3) -> Option<Arc> {
        Arc::beside_face(&self.quadric, self.face.normal, self.arm, v)
    }

    /// Returns the normal of the rolled-over feature after a displacement.
    fn normal_after(&self, delta: DVec3) -> DVec3 {
        self.quadric.mul_vec3(self.arm + delta).normalize_or_zero()
    }
}

/// An edge that the mover rolls over, in world metres.
struct Edge {
    direction: DVec3,
    length: f64,
    /// Position of the contact along the edge.
    here: f64,
    support: DMat3,
    /// [`Edge::offset`] at the start.
    offset: f64,
}

impl Edge {
    /// Returns the offset of the contact point from the centre along the edge, for the normal `n`.
    fn offset(&self, n: DVec3) -> f64 {
        self.support.mul_vec3(n).dot(self.direction) / n.dot(self.support.mul_vec3(n)).sqrt()
    }
}

impl Mover<'_> {
    /// Returns the path over the feature of the active contacts, if it has a closed form.
    pub(in crate::slide::mover) fn rolling(&self, direction: &Direction) -> Option<Rolling> {
        let contacts = &self.scratch.contacts;
        let (contact, face) = match *direction.active() {
            [(i, _)] => (&contacts[i], None),
            [(i, a), (j, b)] if a > 0.0 && b > 0.0 => match contacts[i].axis.is_flat() {
                true => (&contacts[j], Some(&contacts[i])),
                false => (&contacts[i], Some(&contacts[j])),
            },
            _ => return None,
        };
        let is_flat = |t: &MoverContact| t.friction == 0.0 && t.axis.is_flat();
        let has_a_form = self.config.response == Response::Slide && contact.friction == 0.0;
        if !has_a_form || !face.is_none_or(is_flat) {
            return None;
        }
        match contact.axis.obstacle_part() {
            ObstaclePart::Face => None,
            ObstaclePart::Corner => self.over_corner(contact, face),
            ObstaclePart::Edge => self.over_edge(contact, face, direction.d),
        }
    }

    fn over_corner(&self, contact: &MoverContact, face: Option<&MoverContact>) -> Option<Rolling> {
        let (arc, beside) = match face {
            None if !self.space.is_round() => return None,
            None => {
                let across = contact.normal.cross(self.v).normalize_or_zero();
                let mut arc = Arc::new(&self.swollen(contact), contact.normal, across, self.v)?;
                for edge in self.edges_at(contact) {
                    // The arc ends where the normal is square to the edge. If the ball turns about
                    // that edge, it is square everywhere, and the edge does not end the arc.
                    let square = across.cross(edge);
                    if square.length() > FEASIBLE * edge.length() {
                        arc.end_on_face(square);
                    }
                }
                (arc, None)
            }
            Some(face) => {
                let beside = self.beside(face, contact, self.space.quadric());
                (beside.arc(self.v)?, Some(beside))
            }
        };
        Some(Rolling { contact: *contact, beside, course: self.round(arc), edge: None })
    }

    /// Returns the path over an edge. `d` is the direction that all contacts allow.
    fn over_edge(&self, contact: &MoverContact, face: Option<&MoverContact>, d: DVec3) -> Option<Rolling> {
        let [a, b] = self.scratch.candidates.obstacle(contact.candidate).edge(&contact.axis)?;
        let support = self.swollen(contact);
        let edge = self.space.world_from_unit(b - a);
        let length = edge.length();
        let direction = edge / length;
        let beside = match face {
            None => None,
            Some(face) => Some(self.beside(face, contact, tube(&support, direction, contact.normal)?)),
        };
        let v = direction * direction.dot(d);
        // Straight, if edge and face together lead along the edge, and the edge leaves the face by
        // a negligible distance.
        let is_straight = |face: &MoverContact| {
            (d - v).length() <= CREASE_SLOPE * d.length()
                && face.normal.dot(v).abs() <= CONTACT_BAND * self.space.thinnest(self.skin)
        };
        let course = if face.is_some_and(is_straight) {
            Course::Straight(v)
        } else {
            let arc = match &beside {
                None => Arc::new(&support, contact.normal, direction, self.v),
                Some(beside) => beside.arc(self.v),
            };
            let mut arc = arc?;
            for normal in self.faces_at(contact) {
                arc.end_on_face(normal);
            }
            self.round(arc)
        };
        let here = self.space.world_from_unit(contact.axis.point - a).dot(direction);
        let mut edge = Edge { direction, length, here, support, offset: 0.0 };
        edge.offset = edge.offset(contact.normal);
        Some(Rolling { contact: *contact, beside, course, edge: Some(edge) })
    }

    /// Returns the support matrix of the shape that just touches the contact: the arc keeps the
    /// current distance of the mover.
    fn swollen(&self, contact: &MoverContact) -> DMat3 {
        self.space.support_matrix(contact.axis.distance)
    }

    fn beside(&self, face: &MoverContact, contact: &MoverContact, quadric: DMat3) -> Beside {
        let arm = self.x - self.space.world_from_unit(contact.axis.point);
        Beside { face: *face, quadric, arm }
    }

    fn round(&self, arc: Arc) -> Course {
        Course::Round(arc, arc.furthest(self.cut_off() * self.space.thinnest(self.skin)))
    }

    /// Returns the edges, in the world, that meet in the corner of a contact. The arc ends where
    /// the mover begins to roll over one of them.
    fn edges_at(&self, contact: &MoverContact) -> impl Iterator<Item = DVec3> {
        let edges = self.contact_point(contact.axis.point).flat_map(|(t, obstacle)| {
            let (edges, count) = obstacle.edges_at_corner(&t.axis);
            edges.into_iter().take(count)
        });
        edges.map(|edge| self.space.world_from_unit(edge))
    }

    /// Returns the normals, in the world, of the faces that meet in the edge of a contact. The arc
    /// ends flat on one of them.
    fn faces_at(&self, contact: &MoverContact) -> impl Iterator<Item = DVec3> {
        let faces = self.contact_point(contact.axis.point).flat_map(|(t, obstacle)| {
            let (normals, count) = obstacle.faces_at(&t.axis);
            normals.into_iter().take(count)
        });
        faces.map(|normal| self.space.world_normal(normal).0)
    }

    /// Returns all contacts at this point.
    fn contact_point(&self, point: DVec3) -> impl Iterator<Item = (&MoverContact, Obstacle<'_>)> {
        let Scratch { candidates, contacts, .. } = &*self.scratch;
        let touched = contacts.iter().map(|t| (t, candidates.obstacle(t.candidate)));
        touched.filter(move |(t, p)| (t.axis.point - point).length() <= 4.0 * p.error)
    }

    /// Moves straight along an edge that is parallel to a face, as far as both reach. The end lies
    /// slightly further, so that the next contact is found. Returns false if the path is curved.
    pub(in crate::slide::mover) fn advance_along(&mut self, rolling: &Rolling) -> bool {
        let (Course::Straight(v), Some(Beside { face, .. }), Some(edge)) =
            (&rolling.course, &rolling.beside, &rolling.edge)
        else {
            return false;
        };
        let time = self.undamped_time(*v);
        let step = Segment { delta: *v * time, time };
        let moved = step.delta.dot(edge.direction);
        let rest = if moved > 0.0 { edge.length - edge.here } else { edge.here };
        let of_edge = (rest + PAST_THE_BOUNDARY * self.space.radius) / moved.abs();
        let of_face = self.end_of_support(face.candidate, &face.axis, self.space.unit_from_world(step.delta));
        let most = if of_edge < of_face { of_edge } else { of_face };
        self.advance_straight(step, if most < 1.0 { most } else { 1.0 });
        true
    }

    /// Returns true if the rolled-over feature and the face beside it support the mover to the end
    /// of a chord: both push, and the face reaches that far.
    pub(in crate::slide::mover) fn holds_on(&mut self, beside: &Beside, delta: DVec3) -> bool {
        let Beside { face, .. } = beside;
        let (n, m) = (face.normal, beside.normal_after(delta));
        let (into_face, into_other, between) = (-n.dot(self.v), -m.dot(self.v), n.dot(m));
        let least = -FEASIBLE * self.v.length();
        let pushes = |a: f64, b: f64| a - between * b >= least;
        pushes(into_face, into_other)
            && pushes(into_other, into_face)
            && self.end_of_support(face.candidate, &face.axis, self.space.unit_from_world(delta)) >= 1.0
    }
}

impl Rolling {
    /// Returns the next chord, which takes at most `time`.
    pub(in crate::slide::mover) fn segment(&self, time: f64) -> Option<Segment> {
        let Course::Round(arc, furthest) = &self.course else { return None };
        let mut chord = arc.chord(time, furthest);
        let Some(edge) = &self.edge else { return Some(Segment { delta: chord.delta, time: chord.time }) };
        // The contact must not leave the end of the edge during the chord.
        for _ in 0..3 {
            let normal = self.beside.as_ref().map_or(chord.normal, |beside| beside.normal_after(chord.delta));
            let moved = chord.delta.dot(edge.direction) - (edge.offset(normal) - edge.offset);
            let end = if moved > 0.0 { edge.length } else { 0.0 };
            if (edge.here + moved - end) * moved <= 0.0 {
                break;
            }
            let part = (end - edge.here) / moved;
            if part < EDGE_END {
                // Very close to the end of the edge: a general step finds the next contact.
                return None;
            }
            chord = arc.chord(chord.time * part, furthest);
        }
        Some(Segment { delta: chord.delta, time: chord.time })
    }
}

#[cfg(test)]
mod tests;
