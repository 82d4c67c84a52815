//! Watches a body on a timed path among moving meshes.

use super::travel::MovingMesh;
use crate::body::{Body, Frame};
use crate::crossing::passes;
use crate::triangle::{Triangle, closest_to_origin};
use crate::vector::{V, along, cross, dot, is_finite, length, scale, sub};

/// Largest number of samples of one triangle on one piece of a path.
const MOST_SAMPLES: f64 = 3e6;

/// A place and a time on a path, and what is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// Time, 0..=1.
    pub time: f64,
    /// Index of the mesh.
    pub mesh: usize,
    /// Index of the triangle in the mesh.
    pub triangle: u32,
}

/// The result of [`watch`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watched {
    /// Least gap in metres of the samples, as in [`Clearance::gap`](crate::Clearance::gap), at most
    /// the search distance. Negative: the deepest overlap. Minus infinity if a number was not
    /// finite.
    pub gap: f64,
    /// Where and when the gap is least.
    pub worst: Option<Passage>,
    /// The first crossing of a triangle by the centre, relative to the mesh.
    pub crossing: Option<Passage>,
}

/// Watches a body whose centre moves along a path of times and places, among meshes that move at
/// the same time. Two corners with the same time are a jump: the body moves while the meshes stand.
///
/// Overlaps deeper than `resolution` metres are found, however short they are. A gap that is not
/// negative is at most twice the true one, plus the resolution.
///
/// The crossings of the centre are searched where the body is a point or overlaps a triangle.
pub fn watch(
    body: &Body,
    meshes: &[MovingMesh<'_>],
    path: &[(f64, V)],
    resolution: f64,
    up_to: f64,
) -> Watched {
    let mut watched = Watched { gap: up_to, worst: None, crossing: None };
    if !path.iter().all(|(time, place)| time.is_finite() && is_finite(*place)) {
        watched.gap = f64::NEG_INFINITY;
        return watched;
    }
    let frame = body.frame();
    for (number, mesh) in meshes.iter().enumerate() {
        let mut least = up_to;
        for ends in path.windows(2) {
            let piece = Piece::new(mesh, ends, &frame);
            let near = piece.near(&frame, up_to);
            for &id in &near {
                let (gap, time) = piece.least_gap(&frame, &mesh.mesh.triangles[id as usize], resolution);
                least = least.min(gap);
                if gap < watched.gap {
                    watched.gap = gap;
                    watched.worst = Some(Passage { time, mesh: number, triangle: id });
                }
            }
        }
        if least < 0.0 || frame.longest() == 0.0 {
            let crossing = first_crossing(mesh, path, &frame);
            let crossing = crossing.map(|(time, triangle)| Passage { time, mesh: number, triangle });
            watched.crossing =
                [watched.crossing, crossing].into_iter().flatten().min_by(|a, b| a.time.total_cmp(&b.time));
        }
    }
    watched
}

/// One piece of a path, relative to a mesh.
struct Piece<'a> {
    mesh: &'a MovingMesh<'a>,
    times: [f64; 2],
    places: [V; 2],
    /// Displacement of the centre relative to the origin of the mesh, and rotation of the mesh.
    way: V,
    turn: V,
    /// Bound of the speed of the centre relative to the mesh, and of any point of the body.
    centre_speed: f64,
    speed: f64,
    /// Bound of the speed at which the extent of the body along a normal of the mesh changes.
    turn_speed: f64,
    /// Bound of the acceleration of the centre relative to the mesh.
    acceleration: f64,
}

impl<'a> Piece<'a> {
    fn new(mesh: &'a MovingMesh<'a>, ends: &[(f64, V)], frame: &Frame) -> Self {
        let times = [ends[0].0, ends[1].0];
        let places = [ends[0].1, ends[1].1];
        let (origin_way, turn) = mesh.rates(times[1] - times[0]);
        let way = sub(sub(places[1], places[0]), origin_way);
        let relative = |k: usize| sub(way, cross(turn, sub(places[k], mesh.origin(times[k]))));
        let centre_speed = length(relative(0)).max(length(relative(1)));
        let turn_speed = length(turn) * frame.longest();
        let speed = centre_speed + turn_speed;
        let acceleration = length(turn) * (centre_speed + length(way));
        Self { mesh, times, places, way, turn, centre_speed, speed, turn_speed, acceleration }
    }

    /// Returns how long the gap stays at least half of what it is now, less half of `floor`.
    ///
    /// The separation along the normal `n`, which turns with the mesh, is never above the distance.
    /// It closes at the speed of the centre along `n`, and changes with the extent of the body. A
    /// body that overlaps has no such bound, and takes the smallest steps.
    fn safe_step(&self, gap: f64, n: V, from_origin: V, floor: f64) -> f64 {
        if gap <= 0.0 {
            return floor / self.speed;
        }
        let closing = dot(n, sub(cross(self.turn, from_origin), self.way)).max(0.0) + self.turn_speed;
        let room = 0.5 * (gap + floor);
        let along_normal =
            2.0 * room / (closing + (closing * closing + 2.0 * self.acceleration * room).sqrt());
        along_normal.max(2.0 * room / self.speed)
    }

    fn at(&self, s: f64) -> (f64, V) {
        if s == 1.0 {
            return (self.times[1], self.places[1]);
        }
        let time = self.times[0] + (self.times[1] - self.times[0]) * s;
        (time, along(self.places[0], sub(self.places[1], self.places[0]), s))
    }

    /// Returns the triangles whose gap can be below `up_to` on this piece.
    fn near(&self, frame: &Frame, up_to: f64) -> Vec<u32> {
        let (time, place) = self.at(0.5);
        let reach = 0.5 * self.centre_speed + frame.longest() + frame.stretch * up_to.max(0.0);
        self.mesh.near(place, time, reach)
    }

    /// Returns a triangle relative to the centre, the time, and the centre relative to the origin.
    fn relative(&self, corners: &Triangle, s: f64) -> (Triangle, f64, V) {
        let (time, place) = self.at(s);
        let from_origin = sub(place, self.mesh.origin(time));
        (self.mesh.triangle(corners, &self.mesh.axes(time), from_origin), time, from_origin)
    }

    /// Returns the least gap to a triangle, and its time.
    fn least_gap(&self, frame: &Frame, corners: &Triangle, resolution: f64) -> (f64, f64) {
        let mut least = (f64::INFINITY, self.times[0]);
        let floor = resolution.max(self.speed / MOST_SAMPLES);
        let mut s = 0.0;
        loop {
            let (triangle, time, from_origin) = self.relative(corners, s);
            let touch = frame.touch(&triangle, [0.0; 3]);
            let gap = touch.gap;
            if gap < least.0 {
                least = (gap, time);
            }
            if s >= 1.0 {
                return least;
            }
            let step = self.safe_step(gap, touch.normal, from_origin, floor);
            s = if step.is_nan() || s + step >= 1.0 { 1.0 } else { s + step };
            if gap > self.speed * (1.0 + 1e-9) && gap > least.0 {
                return least;
            }
        }
    }
}

/// Returns the time and the triangle of the first crossing of the centre relative to the mesh.
///
/// The line of the centre in the mesh is curved. It is cut into chords so short that chord and arc
/// are in a ball without a triangle, or shorter than a nanometre per metre.
fn first_crossing(mesh: &MovingMesh<'_>, path: &[(f64, V)], frame: &Frame) -> Option<(f64, u32)> {
    let mut line: Vec<V> = Vec::new();
    let mut nearby: Vec<(f64, usize)> = Vec::new();
    let mut lists: Vec<Vec<u32>> = Vec::new();
    for ends in path.windows(2) {
        let piece = Piece::new(mesh, ends, frame);
        let near = piece.near(frame, 0.0);
        let floor = (1e-9 * piece.centre_speed).max(piece.centre_speed / MOST_SAMPLES);
        let mut s = 0.0;
        loop {
            let (time, place) = piece.at(s);
            line.push(mesh.local(place, time));
            nearby.push((time, lists.len()));
            if s >= 1.0 {
                break;
            }
            let distance = |&id: &u32| {
                let corners = &mesh.mesh.triangles[id as usize];
                length(closest_to_origin(&piece.relative(corners, s).0))
            };
            let distance = near.iter().map(distance).fold(f64::INFINITY, f64::min);
            let step = (0.999 * distance + floor) / piece.centre_speed;
            s = if step.is_nan() || s + step >= 1.0 { 1.0 } else { s + step };
        }
        lists.push(near);
    }
    // A corner of the line on a triangle needs the corners after it.
    (1..line.len()).find_map(|end| {
        let (time, list) = nearby[end];
        let crossed = |&&id: &&u32| {
            let corners = mesh.mesh.triangles[id as usize].map(|c| scale(c, mesh.scale));
            passes(&corners, &line, end)
        };
        lists[list].iter().find(crossed).map(|&id| (time, id))
    })
}
