//! Searches a way out for a body that is reported crushed.

use super::travel::MovingMesh;
use super::watch::watch;
use crate::body::{Body, Frame};
use crate::grid::Grid;
use crate::judge::Judge;
use crate::triangle::{Triangle, bounds, closest_to_origin};
use crate::vector::{V, add, along, length, scale, sub};

/// A way out: the corners of a path at the end of the step, and the clearance at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Escape {
    /// Corners of the path of the centre, from the place of the crush.
    pub path: Vec<V>,
    /// Gap in metres between the bare body and the nearest triangle at the end.
    pub gap: f64,
}

/// Searches a path of at most three straight pieces from a place to one that is free at the end of
/// the step. It is at most `most` metres long. Its centre crosses no triangle where the meshes are
/// at the end, and no moving triangle passes the centre before. At the end of the path the body has
/// at least `least_gap` metres of clearance.
///
/// Tries `tries` paths, which depend only on the seed.
pub fn find_escape(
    body: &Body,
    meshes: &[MovingMesh<'_>],
    (time, place): (f64, V),
    most: f64,
    least_gap: f64,
    (tries, seed): (u32, u64),
) -> Option<Escape> {
    let waits = [(time, place), (1.0, place)];
    if watch(&Body::Point, meshes, &waits, f64::INFINITY, 0.0).crossing.is_some() {
        return None;
    }
    let reach = most + body.frame().longest() + 2.0 * least_gap;
    let end = at_the_end(meshes, place, reach);
    let frame = body.frame();
    let mut obstacles = Obstacles::new(&end, &frame, 2.0 * least_gap);
    if obstacles.leave_no_way(most, place) {
        return None;
    }
    let mut random = Random(seed);
    for number in 0..tries {
        let path = random.path([0.0; 3], most, 1 + number as usize % 3);
        if !obstacles.leave_room(path[path.len() - 1], least_gap) {
            continue;
        }
        let gap = end.clearance(body, path[path.len() - 1], 2.0 * least_gap).gap;
        if gap >= least_gap && !end.path_crosses(&path) {
            let path = path.into_iter().map(|corner| add(corner, place)).collect();
            return Some(Escape { path, gap });
        }
    }
    None
}

/// Triangles around a body. Most places that are tried are not free, and the same few triangles
/// overlap the body at most of them.
struct Obstacles<'a> {
    frame: &'a Frame,
    /// Each with its box, enlarged by the body and by a gap.
    triangles: Vec<(Triangle, V, V)>,
}

impl<'a> Obstacles<'a> {
    fn new(judge: &Judge, frame: &'a Frame, gap: f64) -> Self {
        let reach = (frame.longest() + frame.stretch * gap) * (1.0 + 1e-6);
        let enlarged = |triangle: &Triangle| {
            let (low, high) = bounds(triangle);
            (*triangle, low.map(|x| x - reach), high.map(|x| x + reach))
        };
        Self { frame, triangles: judge.triangles.iter().map(enlarged).collect() }
    }

    /// Returns false if the gap to a triangle is below `least`, which is above zero.
    fn leave_room(&mut self, at: V, least: f64) -> bool {
        let Self { frame, triangles } = self;
        let blocks = |(triangle, low, high): &(Triangle, V, V)| {
            let is_near = (0..3).all(|k| low[k] <= at[k] && at[k] <= high[k]);
            is_near && (frame.covers(triangle, at) || frame.touch(triangle, at).gap < least)
        };
        let found = triangles.iter().position(blocks);
        if let Some(found) = found {
            // Most of the next places are blocked by the same triangle.
            triangles[..=found].rotate_right(1);
        }
        found.is_none()
    }

    /// Returns true if the body at the origin overlaps a triangle so deeply that no path of this
    /// length leads out.
    fn leave_no_way(&self, most: f64, place: V) -> bool {
        let rounding = 1e-6 * (most + length(place));
        let steps = (most + rounding) / self.frame.shortest;
        let depth = |t: &(Triangle, V, V)| {
            self.frame.level - self.frame.distance(&self.frame.triangle(&t.0, [0.0; 3]))
        };
        self.triangles.iter().any(|t| depth(t) > steps * (1.0 + 1e-6))
    }
}

/// Returns the triangles within `reach` of a place where they are at the end, relative to the
/// place.
fn at_the_end(meshes: &[MovingMesh<'_>], place: V, reach: f64) -> Judge {
    let mut triangles = Vec::new();
    for mesh in meshes {
        let (axes, from_origin) = (mesh.axes(1.0), sub(place, mesh.origin(1.0)));
        let near = mesh.near(place, 1.0, reach);
        let corners = near.iter().map(|&id| &mesh.mesh.triangles[id as usize]);
        let placed = corners.map(|t| mesh.triangle(t, &axes, from_origin));
        triangles.extend(placed.filter(|t| length(closest_to_origin(t)) <= reach));
    }
    let grid = Grid::new(&triangles);
    Judge { triangles, grid }
}

/// A small generator of its own (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn in_ball(&mut self) -> V {
        loop {
            let v = [(); 3].map(|()| 2.0 * self.unit() - 1.0);
            if length(v) <= 1.0 {
                return v;
            }
        }
    }

    /// Returns a path of this many pieces whose length is below `most`.
    fn path(&mut self, from: V, most: f64, pieces: usize) -> Vec<V> {
        // Half of the paths are short: a free place may be near.
        let budget = if self.unit() < 0.5 { most } else { most * self.unit() };
        let mut path = vec![from];
        let mut rest = budget;
        for piece in 0..pieces {
            let share = if piece + 1 == pieces { 1.0 } else { self.unit() };
            let way = scale(self.in_ball(), rest * share);
            let last = path[path.len() - 1];
            let next = along(last, way, 1.0);
            rest -= length(sub(next, last));
            path.push(next);
        }
        path
    }
}
