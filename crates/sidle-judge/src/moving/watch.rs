//! Watches a body on a timed path among moving meshes.

use std::collections::HashMap;

use super::travel::MovingMesh;
use crate::body::{Body, Frame};
use crate::crossing::passes;
use crate::triangle::closest_to_origin;
use crate::vector::{V, along, cross, dot, is_finite, length, scale, sub};

/// Largest number of samples of one triangle on one piece of a path.
const MOST_SAMPLES: f64 = 3e6;
/// Largest room around a body in which triangles are listed in advance, in body sizes.
const LOOK_AHEAD: f64 = 4.0;
/// Largest distance between an arc of the centre and its chord, as a fraction of its length.
const FROM_CHORD: f64 = 1e-9;
/// Bound of the relative rounding of a way.
const ROUNDING: f64 = 1e-9;

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
        let mut nearby = Nearby::default();
        for ends in path.windows(2) {
            let piece = Piece::new(mesh, ends, &frame);
            let way = nearby.way;
            nearby.go(&piece, &frame, up_to);
            for near in &mut nearby.triangles {
                if near.free_until >= nearby.way {
                    near.at_end = None;
                    continue;
                }
                let beyond = frame.stretch * watched.gap.max(0.0);
                let seen = piece.look(&frame, near, resolution, beyond);
                near.free_until = way + seen.free;
                near.at_end = seen.at_end;
                least = least.min(seen.gap);
                if seen.gap < watched.gap {
                    watched.gap = seen.gap;
                    watched.worst = Some(Passage { time: seen.time, mesh: number, triangle: near.id });
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

/// The triangles around a body, kept from piece to piece.
///
/// Its numbers are ways: sums, over the pieces so far, of the bounds of how far any point of the
/// body moves relative to the mesh. A triangle whose gap is `g` stays further than `d` until the
/// way has grown by `g - d`.
#[derive(Default)]
struct Nearby {
    triangles: Vec<Near>,
    /// The way so far, and that up to which no other triangle can be reached.
    way: f64,
    until: f64,
}

/// One of them.
struct Near {
    id: u32,
    /// The way up to which its gap is too large to matter.
    free_until: f64,
    /// Its gap at the end of the last piece and the normal, if they are known.
    at_end: Option<(f64, V)>,
}

impl Nearby {
    /// Goes along a piece. Lists the triangles again if the body can reach others on it.
    fn go(&mut self, piece: &Piece<'_>, frame: &Frame, up_to: f64) {
        let way = self.way + piece.speed * (1.0 + ROUNDING);
        let is_known = way <= self.until && self.way > 0.0;
        if !is_known {
            let (time, place) = piece.at(0.0);
            // As far again as so far: a short path needs no other triangles.
            let room = piece.speed.max(self.way.min(LOOK_AHEAD * frame.longest()));
            let reach = room * (1.0 + 2.0 * ROUNDING) + frame.longest() + frame.stretch * up_to.max(0.0);
            let listed = |id| Near { id, free_until: f64::NEG_INFINITY, at_end: None };
            self.triangles = piece.mesh.near(place, time, reach).into_iter().map(listed).collect();
            self.until = self.way + room;
        }
        self.way = way;
    }
}

/// The last sight of a triangle on a piece.
struct Seen {
    /// Least gap, and its time.
    gap: f64,
    time: f64,
    /// The way from the start of the piece on which the gap is too large to matter, later.
    free: f64,
    /// The gap at the end of the piece and the normal, if they were measured.
    at_end: Option<(f64, V)>,
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
    /// Bounds of the speed at which the extent of the body along a normal of the mesh changes: the
    /// first one for a normal that turns at unit speed, the second one for any normal.
    swing: f64,
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
        let swing = frame.swing();
        // The extent of a capsule is its radius and the height of its core.
        let turn_speed =
            if frame.core == [0.0; 3] { length(turn) * swing } else { length(cross(turn, frame.core)) };
        let speed = centre_speed + turn_speed;
        let acceleration = length(turn) * (centre_speed + length(way));
        Self { mesh, times, places, way, turn, centre_speed, speed, swing, turn_speed, acceleration }
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
        let turns = self.turn_speed.min(length(cross(self.turn, n)) * self.swing);
        let closing = dot(n, sub(cross(self.turn, from_origin), self.way)).max(0.0) + turns;
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

    /// Returns the time, and the centre relative to the origin.
    fn offset_at(&self, s: f64) -> (f64, V) {
        let (time, place) = self.at(s);
        (time, sub(place, self.mesh.origin(time)))
    }

    /// Returns the least gap to a triangle, or any gap that is not below it where all are so large
    /// that the distance is above `beyond`.
    fn look(&self, frame: &Frame, near: &Near, resolution: f64, beyond: f64) -> Seen {
        let corners = &self.mesh.mesh.triangles[near.id as usize];
        let mut seen = Seen { gap: f64::INFINITY, time: self.times[0], free: 0.0, at_end: None };
        let floor = resolution.max(self.speed / MOST_SAMPLES);
        let stays = self.times[0] == self.times[1] && self.places[0] == self.places[1];
        let mut s = 0.0;
        loop {
            let (time, from_origin) = self.offset_at(s);
            let (gap, normal) = near.at_end.filter(|_| s == 0.0).unwrap_or_else(|| {
                let triangle = self.mesh.triangle(corners, &self.mesh.axes(time), from_origin);
                let touch = frame.touch(&triangle, [0.0; 3]);
                (touch.gap, touch.normal)
            });
            if gap < seen.gap {
                (seen.gap, seen.time) = (gap, time);
            }
            seen.free = s * self.speed + gap - beyond;
            if s >= 1.0 || stays {
                seen.at_end = Some((gap, normal));
                return seen;
            }
            if seen.free > self.speed * (1.0 + ROUNDING) {
                return seen;
            }
            let step = self.safe_step(gap, normal, from_origin, floor);
            s = if step.is_nan() || s + step >= 1.0 { 1.0 } else { s + step };
            if gap > self.speed * (1.0 + 1e-9) && gap > seen.gap {
                return seen;
            }
        }
    }
}

/// Returns the time and the triangle of the first crossing of the centre relative to the mesh.
///
/// The line of the centre in the mesh is curved. It is cut into chords so short that chord and arc
/// are in a ball without a triangle, or apart by less than a nanometre per metre of the way.
fn first_crossing(mesh: &MovingMesh<'_>, path: &[(f64, V)], frame: &Frame) -> Option<(f64, u32)> {
    let mut line: Vec<V> = Vec::new();
    let mut nearby: Vec<(f64, usize)> = Vec::new();
    let mut lists: Vec<Vec<u32>> = Vec::new();
    for ends in path.windows(2) {
        let piece = Piece::new(mesh, ends, frame);
        let near = piece.near(frame, 0.0);
        // An arc is off its chord by an eighth of the acceleration times the squared time. The
        // acceleration is at most the turn times the speeds of the centre.
        let floor = (8.0 * FROM_CHORD / length(piece.turn)).sqrt();
        let mut s = 0.0;
        loop {
            let (time, place) = piece.at(s);
            line.push(mesh.local(place, time));
            nearby.push((time, lists.len()));
            if s >= 1.0 {
                break;
            }
            let (axes, from_origin) = (mesh.axes(time), piece.offset_at(s).1);
            let distance = |&id: &u32| {
                let corners = &mesh.mesh.triangles[id as usize];
                length(closest_to_origin(&mesh.triangle(corners, &axes, from_origin)))
            };
            let distance = near.iter().map(distance).fold(f64::INFINITY, f64::min);
            let step = floor.max(0.999 * distance / piece.centre_speed);
            s = if step.is_nan() || s + step >= 1.0 { 1.0 } else { s + step };
        }
        lists.push(near);
    }
    // A corner of the line on a triangle needs the corners after it.
    let mut clear: HashMap<u32, usize> = HashMap::new();
    (1..line.len()).find_map(|end| {
        let ((begin, _), (time, list)) = (nearby[end - 1], nearby[end]);
        let mut crossed = |&id: &u32| {
            let corners = mesh.mesh.triangles[id as usize].map(|c| scale(c, mesh.scale));
            passes(&corners, &line, end, clear.entry(id).or_default()).then(|| {
                let [before, after] = [line[end - 1], line[end]].map(|p| height(&corners, p));
                let share = before / (before - after);
                (if (0.0..1.0).contains(&share) { begin + (time - begin) * share } else { time }, id)
            })
        };
        lists[list].iter().filter_map(&mut crossed).min_by(|a, b| a.0.total_cmp(&b.0))
    })
}

/// Returns the distance of a point from the plane of a triangle, times some constant.
fn height([a, b, c]: &[V; 3], p: V) -> f64 {
    dot(cross(sub(*b, *a), sub(*c, *a)), sub(p, *a))
}
