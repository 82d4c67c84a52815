//! The level of the checker, and clearance queries.

use crate::body::{Body, Frame, Touch};
use crate::grid::Grid;
use crate::triangle::{Triangle, bounds};
use crate::vector::{V, is_finite};

/// A level: its triangles in f64, and a grid to find them. Triangles are two-sided. The level is
/// immutable and can be shared between threads.
pub struct Judge {
    pub(crate) triangles: Vec<Triangle>,
    pub(crate) grid: Grid,
}

/// The position of a body relative to the nearest triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// Free space along `normal` in metres. Negative values are the depth of the overlap: the gap
    /// is below zero exactly when the body overlaps the triangle.
    ///
    /// For spheres and points this is the distance from the surface to the triangle. The same holds
    /// for capsules; if the core passes through the triangle, the depth is that of the shortest way
    /// out.
    ///
    /// For ellipsoids it is the separation along the normal of the separating plane, computed in
    /// the space of the unit sphere. This is exact if the nearest point in that space is inside the
    /// face. Otherwise it is a lower bound: a depth is never understated, and a distance is
    /// understated by a factor of at most (q + 1/q) / 2, where q is the ratio of longest to
    /// shortest radius. Minus infinity if an argument was not finite.
    pub gap: f64,
    /// Index of the triangle, or `None` if there is none within the search distance.
    pub triangle: Option<u32>,
    /// Unit vector from the triangle towards the body; zero if there is no triangle.
    pub normal: V,
    /// Centre of the body at this clearance, in metres.
    pub at: V,
}

impl Clearance {
    pub(crate) fn nothing_within(up_to: f64, at: V) -> Clearance {
        Clearance { gap: up_to, triangle: None, normal: [0.0; 3], at }
    }

    pub(crate) fn unanswerable(at: V) -> Clearance {
        Clearance { gap: f64::NEG_INFINITY, triangle: None, normal: [0.0; 3], at }
    }

    /// Keeps the smaller gap; for equal gaps, the first one offered.
    pub(crate) fn offer(&mut self, id: u32, at: V, touch: &Touch) {
        if touch.gap < self.gap {
            *self = Clearance { gap: touch.gap, triangle: Some(id), normal: touch.normal, at };
        }
    }
}

impl Judge {
    /// Creates a level of `triangles`, each with three indices into `vertices` (metres). Triangles
    /// with a corner that is not finite or does not exist keep their index, but are ignored in all
    /// queries.
    pub fn new(vertices: &[[f32; 3]], triangles: &[[u32; 3]]) -> Judge {
        let corner = |&i: &u32| vertices.get(i as usize).map_or([f64::NAN; 3], |v| v.map(f64::from));
        let triangles: Vec<Triangle> =
            triangles.iter().map(|[a, b, c]| [corner(a), corner(b), corner(c)]).collect();
        let grid = Grid::new(&triangles);
        Judge { triangles, grid }
    }

    /// Returns the number of triangles, including the ignored ones.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Returns the corners of a triangle in metres, or `None` if the index is out of range.
    pub fn corners(&self, triangle: u32) -> Option<[V; 3]> {
        self.triangles.get(triangle as usize).copied()
    }

    /// Returns the lowest and the highest corner of the level's bounding box in metres, or `None`
    /// if the level has no triangles.
    pub fn bounds(&self) -> Option<(V, V)> {
        (self.grid.low[0] <= self.grid.high[0]).then_some((self.grid.low, self.grid.high))
    }

    /// Returns the clearance of `body` with its centre `at`. The search distance is `up_to` metres
    /// from its surface; the gap is `up_to` if no triangle is nearer.
    pub fn clearance(&self, body: &Body, at: V, up_to: f64) -> Clearance {
        if !is_finite(at) || !up_to.is_finite() {
            return Clearance::unanswerable(at);
        }
        let frame = body.frame();
        let mut least = Clearance::nothing_within(up_to, at);
        for id in self.around(&frame, at, at, up_to) {
            least.offer(id, at, &frame.touch(&self.triangles[id as usize], at));
        }
        least
    }

    /// Returns the same as [`Judge::clearance`], but tests every triangle of the level without the
    /// grid.
    pub fn clearance_brute(&self, body: &Body, at: V, up_to: f64) -> Clearance {
        clearance_among(&self.triangles, body, at, up_to)
    }

    /// Returns the triangles that can have a gap below `up_to` while the centre moves from `from`
    /// to `to`.
    pub(crate) fn around(&self, frame: &Frame, from: V, to: V, up_to: f64) -> Vec<u32> {
        let reach = frame.stretch * up_to.max(0.0);
        let half = frame.half.map(|half| (half + reach) * (1.0 + 1e-9));
        let mut low = [0.0; 3];
        let mut high = [0.0; 3];
        for k in 0..3 {
            let rounding = 1e-12 * (from[k].abs() + to[k].abs());
            low[k] = from[k].min(to[k]) - half[k] - rounding;
            high[k] = from[k].max(to[k]) + half[k] + rounding;
        }
        let mut found = self.grid.gather(low, high);
        found.retain(|&id| {
            let (a, b) = bounds(&self.triangles[id as usize]);
            (0..3).all(|k| a[k] <= high[k] && b[k] >= low[k])
        });
        found
    }
}

/// Returns the clearance as [`Judge::clearance`] does, among a few triangles without a level. The
/// corners are in metres. Triangles with a corner that is not finite are ignored.
pub fn clearance_among(triangles: &[[V; 3]], body: &Body, at: V, up_to: f64) -> Clearance {
    if !is_finite(at) || !up_to.is_finite() {
        return Clearance::unanswerable(at);
    }
    let frame = body.frame();
    let mut least = Clearance::nothing_within(up_to, at);
    for (id, triangle) in triangles.iter().enumerate() {
        if triangle.iter().all(|corner| is_finite(*corner)) {
            least.offer(id as u32, at, &frame.touch(triangle, at));
        }
    }
    least
}
