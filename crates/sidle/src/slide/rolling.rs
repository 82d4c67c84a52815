//! What is rolled over, where there is a closed form: one edge for every shape, one corner for a ball; and for every shape either of them
//! beside a face that holds it too, unless that makes an ellipse that is all but a line.

use glam::{DMat3, DVec3};

use super::mover::Mover;
use super::piece::Piece;
use super::touch::Touch;
use super::{Response, Scratch};
use crate::geometry::Feature;
use crate::tolerance::{CONTACT_BAND, FEASIBLE, GROOVE_SLOPE, PAST_THE_RIM};
use crate::world::solve::arc::{Arc, Furthest, tube};
use crate::world::solve::cone::Direction;

/// A way in closed form, and what is rolled over.
pub(super) struct Rolling {
    pub(super) touch: Touch,
    /// What holds the mover besides.
    pub(super) beside: Option<Beside>,
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
pub(super) struct Beside {
    face: Touch,
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
    pub(super) fn rolling(&self, direction: &Direction) -> Option<Rolling> {
        let touches = &self.scratch.touches;
        let (touch, face) = match *direction.active() {
            [(i, _)] => (&touches[i], None),
            [(i, a), (j, b)] if a > 0.0 && b > 0.0 => match &touches[i].bound.feature {
                Feature::Face => (&touches[j], Some(&touches[i])),
                _ => (&touches[i], Some(&touches[j])),
            },
            _ => return None,
        };
        let is_flat = |t: &Touch| t.friction == 0.0 && t.bound.feature == Feature::Face;
        let has_a_form = self.config.response == Response::Steer && touch.friction == 0.0;
        if !has_a_form || !face.is_none_or(is_flat) {
            return None;
        }
        match touch.bound.feature {
            Feature::Face => None,
            Feature::Corner(_) => self.over_corner(touch, face),
            Feature::Edge(e) => self.over_edge(touch, e.into(), face, direction.d),
        }
    }

    fn over_corner(&self, touch: &Touch, face: Option<&Touch>) -> Option<Rolling> {
        let (arc, beside) = match face {
            None if !self.space.is_round() => return None,
            None => {
                let across = touch.normal.cross(self.v).normalize_or_zero();
                (Arc::new(&self.swollen(touch), touch.normal, across, self.v)?, None)
            }
            Some(face) => {
                let beside = self.beside(face, touch, self.space.quadric());
                (beside.arc(self.v)?, Some(beside))
            }
        };
        Some(Rolling { touch: *touch, beside, course: self.round(arc), edge: None })
    }

    /// `d`: where all that is touched lets the mover go.
    fn over_edge(&self, touch: &Touch, e: usize, face: Option<&Touch>, d: DVec3) -> Option<Rolling> {
        let corners = self.scratch.candidates.polygon(touch.candidate).corners;
        let support = self.swollen(touch);
        let (a, b) = (corners[e], corners[(e + 1) % corners.len()]);
        let edge = self.space.world_from_unit(b - a);
        let length = edge.length();
        let direction = edge / length;
        let beside = match face {
            None => None,
            Some(face) => Some(self.beside(face, touch, tube(&support, direction, touch.normal)?)),
        };
        let v = direction * direction.dot(d);
        // Straight on where the two lead along the edge, and that leads off the face by nothing that counts.
        let is_straight = |face: &Touch| {
            (d - v).length() <= GROOVE_SLOPE * d.length()
                && face.normal.dot(v).abs() <= CONTACT_BAND * self.space.thinnest(self.skin)
        };
        let course = if face.is_some_and(is_straight) {
            Course::Straight(v)
        } else {
            let arc = match &beside {
                None => Arc::new(&support, touch.normal, direction, self.v),
                Some(beside) => beside.arc(self.v),
            };
            let mut arc = arc?;
            for normal in self.faces_at(touch) {
                arc.end_on_face(normal);
            }
            self.round(arc)
        };
        let here = self.space.world_from_unit(touch.bound.point - a).dot(direction);
        let mut edge = Edge { direction, length, here, support, offset: 0.0 };
        edge.offset = edge.offset(touch.normal);
        Some(Rolling { touch: *touch, beside, course, edge: Some(edge) })
    }

    /// The support matrix of the shape that just touches what is touched: the arc keeps the distance that the mover has.
    fn swollen(&self, touch: &Touch) -> DMat3 {
        self.space.support_matrix(touch.bound.distance)
    }

    fn beside(&self, face: &Touch, touch: &Touch, quadric: DMat3) -> Beside {
        let arm = self.x - self.space.world_from_unit(touch.bound.point);
        Beside { face: *face, quadric, arm }
    }

    fn round(&self, arc: Arc) -> Course {
        Course::Round(arc, arc.furthest(self.cut_off() * self.space.thinnest(self.skin)))
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

    /// Goes straight on along an edge that runs along a face, as far as both reach; a little further, so that what comes next is
    /// met. False where the way is round.
    pub(super) fn advance_along(&mut self, rolling: &Rolling) -> bool {
        let (Course::Straight(v), Some(Beside { face, .. }), Some(edge)) =
            (&rolling.course, &rolling.beside, &rolling.edge)
        else {
            return false;
        };
        let time = self.undamped_time(*v);
        let step = Piece { delta: *v * time, time };
        let moved = step.delta.dot(edge.direction);
        let rest = if moved > 0.0 { edge.length - edge.here } else { edge.here };
        let of_edge = (rest + PAST_THE_RIM * self.space.radius) / moved.abs();
        let of_face = self.rim(face.candidate, &face.bound, self.space.unit_from_world(step.delta));
        let most = if of_edge < of_face { of_edge } else { of_face };
        self.advance_straight(step, if most < 1.0 { most } else { 1.0 });
        true
    }

    /// Whether both what is rolled over and the face beside it hold the mover to the end of a chord: they push, and the face reaches so
    /// far.
    pub(super) fn holds_on(&mut self, beside: &Beside, delta: DVec3) -> bool {
        let Beside { face, .. } = beside;
        let (n, m) = (face.normal, beside.normal_after(delta));
        let (into_face, into_other, between) = (-n.dot(self.v), -m.dot(self.v), n.dot(m));
        let least = -FEASIBLE * self.v.length();
        let pushes = |a: f64, b: f64| a - between * b >= least;
        pushes(into_face, into_other)
            && pushes(into_other, into_face)
            && self.rim(face.candidate, &face.bound, self.space.unit_from_world(delta)) >= 1.0
    }
}

impl Rolling {
    /// The next chord, taking at most `time`.
    pub(super) fn piece(&self, time: f64) -> Option<Piece> {
        let Course::Round(arc, furthest) = &self.course else { return None };
        let mut chord = arc.chord(time, furthest);
        let Some(edge) = &self.edge else { return Some(Piece { delta: chord.delta, time: chord.time }) };
        // Where the touch will be: it must not run off the end of the edge.
        for _ in 0..3 {
            let normal = self.beside.as_ref().map_or(chord.normal, |beside| beside.normal_after(chord.delta));
            let moved = chord.delta.dot(edge.direction) - (edge.offset(normal) - edge.offset);
            let end = if moved > 0.0 { edge.length } else { 0.0 };
            if (edge.here + moved - end) * moved <= 0.0 {
                break;
            }
            let part = (end - edge.here) / moved;
            if part < 1e-3 {
                // Right at the end of the edge: a general step finds out what comes next.
                return None;
            }
            chord = arc.chord(chord.time * part, furthest);
        }
        Some(Piece { delta: chord.delta, time: chord.time })
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::super::{MoveConfig, Scratch};
    use super::*;
    use crate::shape::Shape;
    use crate::world::World;

    /// A floor, and one triangle more.
    fn floor_and(triangle: [Vec3; 3]) -> World {
        let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
        World::from_triangles(&[floor, triangle].concat(), &[[0, 1, 2], [3, 4, 5]]).expect("two triangles")
    }

    /// Over a ridge: to it, round it, and on along the other side. Rounding once had every other arc end on the edge of the face that it leads
    /// to, and a second one lead a micrometre into that.
    #[test]
    fn an_arc_ends_on_the_face_that_it_leads_to() {
        let config = MoveConfig::default();
        let (ball, mut scratch) = (Shape::sphere(0.5), Scratch::default());
        let mut stages = [0; 5];
        for i in 0..400 {
            let part = i as f32 / 400.0;
            let (drop, lean) = (0.05 + part * 0.1, 0.4 * part - 0.2);
            let ridge = [Vec3::new(-lean * 9.0, 0.0, -9.0), Vec3::new(lean * 9.0, part, 9.0)];
            let sides = [Vec3::new(-9.0, 0.5 * part - drop, 0.1), Vec3::new(9.0, 0.5 * part - drop, 0.3)];
            let world =
                World::from_triangles(&[ridge, sides].concat(), &[[0, 1, 2], [1, 0, 3]]).expect("a ridge");
            let start = world.move_and_slide(
                &mut scratch,
                &ball,
                Vec3::new(-0.03, 2.0, 0.1),
                Vec3::NEG_Y * 3.0,
                &MoveConfig { response: Response::Stop, ..config },
            );
            let step = Vec3::new(0.09, -0.02, 0.03);
            let end = world.move_and_slide(&mut scratch, &ball, start.position, step, &config);
            stages[end.iterations.min(4) as usize] += 1;
        }
        assert!(stages[3] > 300 && stages[4] == 0, "{stages:?}");
    }

    /// A ball on a floor that is pushed against a pole which leans over it, against the foot of one that hangs, or along a level bar. It
    /// keeps its distance to both, and comes to where the crease of their planes leads in tiny steps: along the bar in one stage.
    #[test]
    fn a_ball_on_a_floor_goes_round_a_pole() {
        let down = Vec3::new(0.25, -0.1, -0.02);
        for (foot, top, is_corner, step, z, stages) in [
            (Vec3::new(0.0, -1.0, 0.0), Vec3::new(-0.4, 3.0, 0.3), false, down, -0.11, 16),
            (Vec3::new(0.0, -1.0, 0.0), Vec3::new(-2.0, 3.0, 0.1), false, down, -0.11, 16),
            (Vec3::new(0.05, 0.6, 0.0), Vec3::new(0.3, 3.0, 0.0), true, down, -0.11, 16),
            (Vec3::new(-3.0, 0.7, -2.0), Vec3::new(3.0, 0.7, 1.5), false, down, -0.11, 1),
            // A wish square to the pole was once taken for one along it, with nothing left to go.
            (Vec3::new(0.0, -1.0, 0.0), Vec3::new(0.0, 3.0, 1.5), false, Vec3::X * 0.25, 0.75, 16),
        ] {
            let world = floor_and([foot, top, top + Vec3::X * 2.0]);
            let edge = if is_corner { DVec3::ZERO } else { (top.as_dvec3() - foot.as_dvec3()).normalize() };
            let arm = |x: DVec3| {
                let arm = x - foot.as_dvec3();
                arm - edge * arm.dot(edge)
            };
            // A skin away from both.
            let (mut near, mut far) = (DVec3::new(0.6, 0.501, z), DVec3::new(-3.0, 0.501, z));
            for _ in 0..60 {
                let middle = (near + far) * 0.5;
                if arm(middle).length() < 0.501 { near = middle } else { far = middle }
            }
            let (ball, from) = (Shape::sphere(0.5), far.as_vec3());
            let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
            let end = world.move_and_slide(&mut scratch, &ball, from, step, &config);
            let (mut x, steps) = (from.as_dvec3(), 20_000);
            for _ in 0..steps {
                let rate = |x: DVec3| {
                    let crease = DVec3::Y.cross(arm(x)).normalize();
                    crease * crease.dot(step.as_dvec3())
                };
                let half = x + rate(x) * (0.5 / f64::from(steps));
                x += rate(half) / f64::from(steps);
            }
            let off = (end.position.as_dvec3() - x).length();
            assert!(
                (x - from.as_dvec3()).length() > 0.05 && off < 1e-7,
                "{off:e} from {from}: {end:?} not {x}"
            );
            assert!(end.iterations <= stages, "{end:?}");
        }
    }

    /// Along a rail that rises by 2 mm a metre, the ellipse round which the centre of a small ball goes is ten metres long.
    #[test]
    fn a_small_ball_follows_a_rail_in_less_than_a_hundred_stages() {
        let rail = [Vec3::new(-0.1, 0.012, 0.0), Vec3::new(2.9, 0.018, 0.0), Vec3::new(1.0, 1.0, 0.5)];
        let world = floor_and(rail);
        let config = MoveConfig { skin_width: 1e-4, ..MoveConfig::default() };
        let mut scratch = Scratch::default();
        let ball = Shape::sphere(0.01);
        let start =
            world.move_and_slide(&mut scratch, &ball, Vec3::new(0.0, 0.0101, -0.02), Vec3::Z * 0.02, &config);
        let end =
            world.move_and_slide(&mut scratch, &ball, start.position, Vec3::new(2.5, -0.1, 0.05), &config);
        assert!(end.position.x > 2.4 && (end.position.y - 0.0101).abs() < 1e-5, "{end:?}");
        assert!(end.iterations < 100, "{end:?}");
    }

    /// A tall body that goes round the same things: one move comes to where 64 small ones do.
    #[test]
    fn an_ellipsoid_beside_a_face_goes_where_small_steps_lead() {
        for top in [Vec3::new(-0.4, 3.0, 0.3), Vec3::new(-2.0, 3.0, 0.1), Vec3::new(-0.9, 3.0, -0.5)] {
            let foot = Vec3::NEG_Y;
            let world = floor_and([foot, top, top + Vec3::X * 2.0]);
            let body = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.5));
            let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
            let mut go =
                |from: Vec3, step: Vec3| world.move_and_slide(&mut scratch, &body, from, step, &config);
            let from = go(Vec3::new(-3.0, 0.901, -0.11), Vec3::new(2.0, -0.1, 0.0)).position;
            let step = Vec3::new(0.25, -0.1, -0.02);
            let end = go(from, step);
            let small = (0..64).fold(from, |from, _| go(from, step / 64.0).position);
            assert!((end.position - small).length() < 2e-5, "{end:?}, and {small}");
            assert!((end.position - from).length() > 0.05 && end.iterations <= 16, "{end:?}");
        }
    }
}
