//! What is rolled over, where there is a closed form: one edge for every shape, one corner for a
//! ball; and for every shape either of them beside a face that holds it too, unless that makes an
//! ellipse that is all but a line.

use glam::{DMat3, DVec3};

use crate::geometry::Feature;
use crate::narrow_phase::Polygon;
use crate::slide::contacts::MoverContact;
use crate::slide::mover::Mover;
use crate::slide::segment::Segment;
use crate::slide::{Response, Scratch};
use crate::solve::arc::{Arc, Furthest, tube};
use crate::solve::cone::Direction;
use crate::tolerance::{CONTACT_BAND, CREASE_SLOPE, EDGE_END, FEASIBLE, PAST_THE_BOUNDARY};

/// A way in closed form, and what is rolled over.
pub(in crate::slide) struct Rolling {
    pub(in crate::slide) contact: MoverContact,
    /// What holds the mover besides.
    pub(in crate::slide) beside: Option<Beside>,
    course: Course,
    /// None: a corner.
    edge: Option<Edge>,
}

/// Where the centre goes.
enum Course {
    Round(Arc, Furthest),
    /// Along an edge that runs along a face, at this velocity.
    Straight(DVec3),
}

/// A face that is touched all along, in world metres.
pub(in crate::slide) struct Beside {
    face: MoverContact,
    /// As [`Arc::beside_face`] takes them.
    quadric: DMat3,
    arm: DVec3,
}

impl Beside {
    fn arc(&self, v: DVec3) -> Option<Arc> {
        Arc::beside_face(&self.quadric, self.face.normal, self.arm, v)
    }

    /// The normal of what is rolled over, further along.
    fn normal_after(&self, delta: DVec3) -> DVec3 {
        self.quadric.mul_vec3(self.arm + delta).normalize_or_zero()
    }
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

impl Mover<'_> {
    /// What the active touches are rolled over.
    pub(in crate::slide) fn rolling(&self, direction: &Direction) -> Option<Rolling> {
        let contacts = &self.scratch.contacts;
        let (contact, face) = match *direction.active() {
            [(i, _)] => (&contacts[i], None),
            [(i, a), (j, b)] if a > 0.0 && b > 0.0 => match &contacts[i].axis.feature {
                Feature::Face => (&contacts[j], Some(&contacts[i])),
                _ => (&contacts[i], Some(&contacts[j])),
            },
            _ => return None,
        };
        let is_flat = |t: &MoverContact| t.friction == 0.0 && t.axis.feature == Feature::Face;
        let has_a_form = self.config.response == Response::Slide && contact.friction == 0.0;
        if !has_a_form || !face.is_none_or(is_flat) {
            return None;
        }
        match contact.axis.feature {
            Feature::Face => None,
            Feature::Corner(_) => self.over_corner(contact, face),
            Feature::Edge(e) => self.over_edge(contact, e.into(), face, direction.d),
        }
    }

    fn over_corner(&self, contact: &MoverContact, face: Option<&MoverContact>) -> Option<Rolling> {
        let (arc, beside) = match face {
            None if !self.space.is_round() => return None,
            None => {
                let across = contact.normal.cross(self.v).normalize_or_zero();
                let mut arc = Arc::new(&self.swollen(contact), contact.normal, across, self.v)?;
                for edge in self.edges_at(contact) {
                    // There the normal is square to the edge: all along, where that is what the
                    // ball turns about.
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

    /// `d`: where all that is touched lets the mover go.
    fn over_edge(
        &self,
        contact: &MoverContact,
        e: usize,
        face: Option<&MoverContact>,
        d: DVec3,
    ) -> Option<Rolling> {
        let corners = self.scratch.candidates.polygon(contact.candidate).corners;
        let support = self.swollen(contact);
        let (a, b) = (corners[e], corners[(e + 1) % corners.len()]);
        let edge = self.space.world_from_unit(b - a);
        let length = edge.length();
        let direction = edge / length;
        let beside = match face {
            None => None,
            Some(face) => Some(self.beside(face, contact, tube(&support, direction, contact.normal)?)),
        };
        let v = direction * direction.dot(d);
        // Straight on where the two lead along the edge, and that leads off the face by nothing
        // that counts.
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

    /// The support matrix of the shape that just touches what is touched: the arc keeps the
    /// distance that the mover has.
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

    /// The edges, in the world, that meet in the corner of a touch: the arc ends where one of them
    /// is what is rolled over.
    fn edges_at(&self, contact: &MoverContact) -> impl Iterator<Item = DVec3> {
        let edges = self.contact_point(contact.axis.point).filter_map(|(t, Polygon { corners, .. })| {
            let Feature::Corner(i) = t.axis.feature else { return None };
            let (i, count) = (usize::from(i), corners.len());
            Some([corners[(i + 1) % count] - corners[i], corners[(i + count - 1) % count] - corners[i]])
        });
        edges.flatten().map(|edge| self.space.world_from_unit(edge))
    }

    /// The normals, in the world, of the faces that meet in the edge of a touch: the arc ends flat
    /// on one of them.
    fn faces_at(&self, contact: &MoverContact) -> impl Iterator<Item = DVec3> {
        let faces = self.contact_point(contact.axis.point).filter(|(_, p)| p.normal != DVec3::ZERO);
        faces.map(|(_, p)| self.space.world_normal(p.normal).0)
    }

    /// All that is touched in this point.
    fn contact_point(&self, point: DVec3) -> impl Iterator<Item = (&MoverContact, Polygon<'_>)> {
        let Scratch { candidates, contacts, .. } = &*self.scratch;
        let touched = contacts.iter().map(|t| (t, candidates.polygon(t.candidate)));
        touched.filter(move |(t, p)| (t.axis.point - point).length() <= 4.0 * p.error)
    }

    /// Goes straight on along an edge that runs along a face, as far as both reach; a little
    /// further, so that what comes next is met. False where the way is round.
    pub(in crate::slide) fn advance_along(&mut self, rolling: &Rolling) -> bool {
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

    /// Whether both what is rolled over and the face beside it hold the mover to the end of a
    /// chord: they push, and the face reaches so far.
    pub(in crate::slide) fn holds_on(&mut self, beside: &Beside, delta: DVec3) -> bool {
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
    /// The next chord, taking at most `time`.
    pub(in crate::slide) fn segment(&self, time: f64) -> Option<Segment> {
        let Course::Round(arc, furthest) = &self.course else { return None };
        let mut chord = arc.chord(time, furthest);
        let Some(edge) = &self.edge else { return Some(Segment { delta: chord.delta, time: chord.time }) };
        // Where the touch will be: it must not run off the end of the edge.
        for _ in 0..3 {
            let normal = self.beside.as_ref().map_or(chord.normal, |beside| beside.normal_after(chord.delta));
            let moved = chord.delta.dot(edge.direction) - (edge.offset(normal) - edge.offset);
            let end = if moved > 0.0 { edge.length } else { 0.0 };
            if (edge.here + moved - end) * moved <= 0.0 {
                break;
            }
            let part = (end - edge.here) / moved;
            if part < EDGE_END {
                // Right at the end of the edge: a general step finds out what comes next.
                return None;
            }
            chord = arc.chord(chord.time * part, furthest);
        }
        Some(Segment { delta: chord.delta, time: chord.time })
    }
}

#[cfg(test)]
mod tests;
