//! The level as the judge sees it, and how far a body is from it.

use crate::body::{Body, Frame, Touch};
use crate::grid::Grid;
use crate::triangle::{Triangle, bounds};
use crate::vector::{V, is_finite};

/// A level: its triangles in f64, and a grid to find them. Two-sided, immutable, free to share
/// between threads.
pub struct Judge {
    pub(crate) triangles: Vec<Triangle>,
    pub(crate) grid: Grid,
}

/// How a body stands to the nearest triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// Metres of free space along `normal`; negative is the depth of the overlap. Below zero
    /// exactly when the body overlaps the triangle.
    ///
    /// For spheres and points it is the distance from the surface to the triangle. For ellipsoids
    /// it is the separation along the normal of the plane that divides the two in the space of the
    /// unit sphere. That is exact where the nearest point there is inside the face, elsewhere a
    /// lower bound: a depth is never understated, and a distance by a factor of at most (q + 1/q) /
    /// 2, q = longest by shortest radius. Minus infinity if the question was not finite.
    pub gap: f64,
    /// Which triangle, or `None` if there is none within what was asked for.
    pub triangle: Option<u32>,
    /// Unit vector from the triangle towards the body; zero where there is no triangle.
    pub normal: V,
    /// The centre of the body when this was measured, metres.
    pub at: V,
}

impl Clearance {
    pub(crate) fn nothing_within(up_to: f64, at: V) -> Clearance {
        Clearance { gap: up_to, triangle: None, normal: [0.0; 3], at }
    }

    pub(crate) fn unanswerable(at: V) -> Clearance {
        Clearance { gap: f64::NEG_INFINITY, triangle: None, normal: [0.0; 3], at }
    }

    /// Keeps the lesser gap; of equal gaps the first that was offered.
    pub(crate) fn offer(&mut self, id: u32, at: V, touch: &Touch) {
        if touch.gap < self.gap {
            *self = Clearance { gap: touch.gap, triangle: Some(id), normal: touch.normal, at };
        }
    }
}

impl Judge {
    /// A level of `triangles`, each three indices into `vertices` (metres). Triangles with a corner
    /// that is not finite or does not exist are kept, to keep the numbering, and never met.
    pub fn new(vertices: &[[f32; 3]], triangles: &[[u32; 3]]) -> Judge {
        let corner = |&i: &u32| vertices.get(i as usize).map_or([f64::NAN; 3], |v| v.map(f64::from));
        let triangles: Vec<Triangle> =
            triangles.iter().map(|[a, b, c]| [corner(a), corner(b), corner(c)]).collect();
        let grid = Grid::new(&triangles);
        Judge { triangles, grid }
    }

    /// How many triangles the level has, the unusable ones included.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// The corners of a triangle, metres; `None` if there is none of this number.
    pub fn corners(&self, triangle: u32) -> Option<[V; 3]> {
        self.triangles.get(triangle as usize).copied()
    }

    /// The box of the level, lowest and highest corner in metres; `None` for a level without
    /// triangles.
    pub fn bounds(&self) -> Option<(V, V)> {
        (self.grid.low[0] <= self.grid.high[0]).then_some((self.grid.low, self.grid.high))
    }

    /// The clearance of `body` with its centre `at`, looking no farther than `up_to` metres from
    /// its surface: where nothing is nearer, the gap is `up_to`.
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

    /// [`Judge::clearance`] from every triangle of the level, without the grid.
    pub fn clearance_brute(&self, body: &Body, at: V, up_to: f64) -> Clearance {
        if !is_finite(at) || !up_to.is_finite() {
            return Clearance::unanswerable(at);
        }
        let frame = body.frame();
        let mut least = Clearance::nothing_within(up_to, at);
        for (id, triangle) in self.triangles.iter().enumerate() {
            if triangle.iter().all(|corner| is_finite(*corner)) {
                least.offer(id as u32, at, &frame.touch(triangle, at));
            }
        }
        least
    }

    /// The triangles that can have a gap below `up_to` while the centre goes from `from` to `to`.
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
