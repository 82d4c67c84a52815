//! Triangulates a polygon in space by ear clipping.
//!
//! An ear is a corner whose triangle with its two neighbours lies inside the polygon. Cutting off
//! an ear leaves a polygon with one corner less.
//!
//! ```text
//! project onto the coordinate plane that the polygon faces most (exact: a coordinate is dropped)
//! walk around from the second corner:
//!     an ear: cut it off, go on with the next corner    (on a convex polygon: the fan from the first corner)
//!     once around without an ear: cut off a corner of no area, if there is one; it makes a degenerate triangle
//!     neither: the polygon crosses itself; fan the whole from its first corner
//! ```
//!
//! Only reflex (inward) corners can lie in the triangle of another corner. Cutting off an ear of a
//! simple polygon creates no new reflex corners. It is therefore enough to test a list of reflex
//! corners that only shrinks.

/// Method by which a polygon was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Cut along diagonals inside the polygon; the triangles cover it once.
    Ears,
    /// Cut into a fan from its first corner; triangles may extend outside the polygon.
    Fan,
}

/// Number of point-in-triangle tests allowed per corner. This limit makes the run time linear in
/// the size of the file, for any input. With a lower limit, faces with a hundred reflex corners
/// would no longer be cut. With a higher limit, a malicious file of a few megabytes would take
/// several seconds.
const TESTS_PER_CORNER: usize = 256;

/// Appends the triangles of the polygon to `triangles` as indices into `points`. Always appends
/// `points.len() - 2` triangles.
pub(crate) fn triangulate(points: &[[f32; 3]], triangles: &mut Vec<[u32; 3]>) -> Cut {
    let start = triangles.len();
    if Ears::new(points).and_then(|mut ears| ears.cut_all(triangles)).is_some() {
        return Cut::Ears;
    }
    triangles.truncate(start);
    triangles.extend((2..points.len() as u32).map(|i| [0, i - 1, i]));
    Cut::Fan
}

type Point = [f64; 2];

struct Ears {
    points: Vec<Point>,
    next: Vec<usize>,
    previous: Vec<usize>,
    /// Reflex and flat corners. Entries may be outdated: a corner may since have been cut off or
    /// become convex.
    inward: Vec<usize>,
    is_cut: Vec<bool>,
    tests_left: usize,
}

impl Ears {
    /// Returns `None` if the polygon has no area, or fewer than three corners.
    fn new(points: &[[f32; 3]]) -> Option<Self> {
        let count = points.len();
        if count < 3 {
            return None;
        }
        let points = project(points)?;
        let mut ears = Self {
            points,
            next: (0..count).map(|i| (i + 1) % count).collect(),
            previous: (0..count).map(|i| (i + count - 1) % count).collect(),
            inward: Vec::new(),
            is_cut: vec![false; count],
            tests_left: count.saturating_mul(TESTS_PER_CORNER),
        };
        ears.inward = (0..count).filter(|&i| ears.turn(i) <= 0.0).collect();
        Some(ears)
    }

    /// Cuts off all ears. Returns `None` if the polygon crosses itself or the test limit is
    /// reached.
    fn cut_all(&mut self, triangles: &mut Vec<[u32; 3]>) -> Option<()> {
        let mut left = self.points.len();
        let mut corner = 1;
        let mut since_cut = 0;
        let mut flat = None;
        while left > 3 {
            if self.is_ear(corner)? {
                corner = self.cut(corner, triangles);
            } else if since_cut < left {
                if self.turn(corner) == 0.0 {
                    flat = flat.or(Some(corner));
                }
                since_cut += 1;
                corner = self.next[corner];
                continue;
            } else {
                corner = self.cut(flat?, triangles);
            }
            (left, since_cut, flat) = (left - 1, 0, None);
        }
        if self.turn(corner) < 0.0 {
            return None;
        }
        self.cut(corner, triangles);
        Some(())
    }

    /// Returns twice the signed area of the triangle at a corner: positive at a convex corner.
    fn turn(&self, corner: usize) -> f64 {
        area(self.points[self.previous[corner]], self.points[corner], self.points[self.next[corner]])
    }

    /// Returns true if the corner is an ear, or `None` if the test limit is reached.
    fn is_ear(&mut self, corner: usize) -> Option<bool> {
        if self.turn(corner) <= 0.0 {
            return Some(false);
        }
        let triangle = [self.previous[corner], corner, self.next[corner]];
        let mut i = 0;
        while i < self.inward.len() {
            self.tests_left = self.tests_left.checked_sub(1)?;
            let other = self.inward[i];
            if self.is_cut[other] || self.turn(other) > 0.0 {
                self.inward.swap_remove(i);
                continue;
            }
            if self.is_in_the_way(other, triangle) {
                return Some(false);
            }
            i += 1;
        }
        Some(true)
    }

    /// Returns true if a corner lies in the closed triangle. A corner at the position of a corner
    /// of the triangle does not count: a polygon with a hole lists both ends of the bridge to the
    /// hole twice.
    fn is_in_the_way(&self, other: usize, triangle: [usize; 3]) -> bool {
        let [a, b, c] = triangle.map(|i| self.points[i]);
        let p = self.points[other];
        p != a && p != b && p != c && area(a, b, p) >= 0.0 && area(b, c, p) >= 0.0 && area(c, a, p) >= 0.0
    }

    /// Cuts a corner off and returns the next corner.
    fn cut(&mut self, corner: usize, triangles: &mut Vec<[u32; 3]>) -> usize {
        let (previous, next) = (self.previous[corner], self.next[corner]);
        triangles.push([previous as u32, corner as u32, next as u32]);
        self.next[previous] = next;
        self.previous[next] = previous;
        self.is_cut[corner] = true;
        next
    }
}

/// Projects the polygon onto a coordinate plane, counter-clockwise. Returns `None` if it has no
/// area.
fn project(points: &[[f32; 3]]) -> Option<Vec<Point>> {
    let normal = newell_normal(points);
    let size = normal.map(f64::abs);
    let dropped = if size[0] > size[1] && size[0] > size[2] {
        0
    } else if size[1] > size[2] {
        1
    } else {
        2
    };
    let (mut u, mut v) = ((dropped + 1) % 3, (dropped + 2) % 3);
    if normal[dropped] < 0.0 {
        (u, v) = (v, u);
    }
    (size[dropped] > 0.0).then(|| points.iter().map(|p| [f64::from(p[u]), f64::from(p[v])]).collect())
}

/// Returns the normal of the polygon; its length is twice the area. Sums over all edges, so that no
/// single corner determines the direction.
fn newell_normal(points: &[[f32; 3]]) -> [f64; 3] {
    // Relative to the first corner, because the sums would cancel far from the origin.
    let relative = |i: usize| [0, 1, 2].map(|k| f64::from(points[i][k]) - f64::from(points[0][k]));
    let mut normal = [0.0; 3];
    let mut a = relative(0);
    for i in 1..points.len() {
        let b = relative(i);
        for (k, sum) in normal.iter_mut().enumerate() {
            let (u, v) = ((k + 1) % 3, (k + 2) % 3);
            *sum += a[u] * b[v] - a[v] * b[u];
        }
        a = b;
    }
    normal
}

/// Returns twice the signed area of a triangle.
fn area(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

#[cfg(test)]
mod tests;
