//! Crossing tests: paths of the centre through triangles, and ray casts.

use std::collections::HashMap;

use crate::exact::{is_on, orientation, passes_through};
use crate::judge::Judge;
use crate::triangle::{Triangle, bounds};
use crate::vector::{V, along, cross, direction, dot, is_finite, length, lower, sub, upper};

impl Judge {
    /// Returns true if the segment passes through a triangle: from strictly one side of its plane
    /// to strictly the other, through its interior or its edge. A segment that ends on the plane is
    /// no crossing; see [`Judge::path_crosses`]. The test is exact, so there is no gap between two
    /// triangles that share an edge. A triangle of zero area has no sides and is never crossed.
    /// Returns true if an argument is not finite.
    pub fn crosses(&self, from: V, to: V) -> bool {
        self.path_crosses(&[from, to])
    }

    /// Returns true if the path of straight segments passes through a triangle. If a corner of the
    /// path is exactly on a triangle, the test compares the sides before and after that corner.
    pub fn path_crosses(&self, path: &[V]) -> bool {
        if !path.iter().all(|p| is_finite(*p)) {
            return true;
        }
        let mut clear: HashMap<u32, usize> = HashMap::new();
        path.windows(2).enumerate().any(|(piece, ends)| {
            let motion = sub(ends[1], ends[0]);
            self.search(ends[0], motion, 1.0, |id, _| {
                passes(&self.triangles[id as usize], path, piece + 1, clear.entry(id).or_default())
            })
        })
    }

    /// Returns the distance in metres from `from` along `dir` (of any length) to the nearest
    /// triangle, from either side. Returns `None` if there is no hit or `dir` has no direction.
    pub fn ray(&self, from: V, dir: V) -> Option<f64> {
        self.ray_within(from, dir, f64::INFINITY).map(|hit| hit.0)
    }

    /// Returns the distance of the nearest triangle within `last` metres, and its index.
    pub(crate) fn ray_within(&self, from: V, dir: V, last: f64) -> Option<(f64, u32)> {
        let dir = direction(dir)?;
        let mut nearest: Option<(f64, u32)> = None;
        self.search(from, dir, last, |id, chunk_start| {
            let found = hit(&self.triangles[id as usize], from, dir).filter(|&far| far <= last);
            if let Some(far) = found.filter(|&far| nearest.is_none_or(|n| far < n.0)) {
                nearest = Some((far, id));
            }
            // Chunks are sorted from near to far, so a hit before this chunk is the nearest.
            nearest.is_some_and(|n| n.0 < chunk_start)
        });
        nearest
    }

    /// Calls `found` for the triangles near `from + t dir`, 0 <= t <= `last`, in chunks from near
    /// to far. Its second argument is the t at which the chunk starts. Stops when `found` returns
    /// true.
    fn search(&self, from: V, dir: V, last: f64, mut found: impl FnMut(u32, f64) -> bool) -> bool {
        let Some((low, high)) = self.bounds() else { return false };
        let pad = 1e-9 * (1.0 + length(low) + length(high) + length(from));
        let padded = (low.map(|x| x - pad), high.map(|x| x + pad));
        let Some((first, last)) = clip(from, dir, last, padded) else { return false };
        // Eight cells per chunk: with fewer, neighbouring chunks visit the same cells.
        let chunks = ((last - first) * length(dir) / (8.0 * self.grid.cell)).ceil().clamp(1.0, 1e5);
        (0..chunks as usize).any(|chunk| {
            let start = first + (last - first) * chunk as f64 / chunks;
            let end = first + (last - first) * (chunk + 1) as f64 / chunks;
            let (a, b) = (along(from, dir, start), along(from, dir, end));
            let near = self.grid.gather(lower(a, b).map(|x| x - pad), upper(a, b).map(|x| x + pad));
            near.into_iter().any(|id| found(id, start))
        })
    }
}

/// Returns true if the path crosses the triangle on the segment that ends at its point `end`, or by
/// turning at that point. No turn before the point number `clear` leads through the triangle; each
/// call can raise this number.
pub(crate) fn passes(triangle: &Triangle, path: &[V], end: usize, clear: &mut usize) -> bool {
    let (a, b) = (path[end - 1], path[end]);
    // Test the boxes first: adjacent coplanar triangles would otherwise all need the exact test.
    let ((low, high), (least, most)) = (bounds(triangle), (lower(a, b), upper(a, b)));
    if (0..3).any(|k| low[k] > most[k] || high[k] < least[k]) {
        return false;
    }
    let through = side(triangle, a) * side(triangle, b) < 0;
    (through && passes_through(triangle, a, b))
        || (end >= *clear && turns_through(triangle, path, end, clear))
}

/// Returns the part of `0..last` in which `from + t dir` is inside the box.
fn clip(from: V, dir: V, last: f64, (low, high): (V, V)) -> Option<(f64, f64)> {
    let (mut first, mut last) = (0.0f64, last);
    for k in 0..3 {
        if dir[k] == 0.0 {
            if from[k] < low[k] || from[k] > high[k] {
                return None;
            }
            continue;
        }
        let (a, b) = ((low[k] - from[k]) / dir[k], (high[k] - from[k]) / dir[k]);
        first = first.max(a.min(b));
        last = last.min(a.max(b));
    }
    (first <= last && last.is_finite()).then_some((first, last))
}

/// Returns the side of the triangle's plane as 1 or -1, or 0 on the plane.
fn side([a, b, c]: &Triangle, p: V) -> i32 {
    orientation(*a, *b, *c, p)
}

/// Returns true if the infinite line passes through the interior or the border.
///
/// The test is watertight: seen along the line, a corner has the same position for every triangle
/// that shares it. In this projection the sign of `p x q` is never wrong, because rounding
/// preserves order. At worst it is zero, and zero counts as inside. The projection is that of Woop,
/// Benthin and Wald, "Watertight Ray/Triangle Intersection", 2013.
fn line_passes(triangle: &Triangle, from: V, dir: V) -> bool {
    let k = (0..3).max_by(|&i, &j| dir[i].abs().total_cmp(&dir[j].abs())).unwrap_or(0);
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    let (slope_i, slope_j) = (dir[i] / dir[k], dir[j] / dir[k]);
    let seen = triangle.map(|corner| {
        let p = sub(corner, from);
        [p[i] - slope_i * p[k], p[j] - slope_j * p[k]]
    });
    let turn = |p: [f64; 2], q: [f64; 2]| {
        let (left, right) = (p[0] * q[1], p[1] * q[0]);
        i32::from(left > right) - i32::from(left < right)
    };
    let turns = [turn(seen[0], seen[1]), turn(seen[1], seen[2]), turn(seen[2], seen[0])];
    dir[k] != 0.0 && (turns.iter().all(|&t| t >= 0) || turns.iter().all(|&t| t <= 0))
}

/// Returns true if the point `corner` of the path is on the triangle, and the path is on different
/// sides before and after it. If not, raises `clear` to the end of the part of the path that stays
/// in the plane: a long path in a plane would otherwise be searched from each of its points.
fn turns_through(triangle: &Triangle, path: &[V], corner: usize, clear: &mut usize) -> bool {
    let p = path[corner];
    if side(triangle, p) != 0 || !is_on(triangle, p) {
        return false;
    }
    let decided = |q: &V| Some(side(triangle, *q)).filter(|&s| s != 0);
    let before = path[..corner].iter().rev().find_map(decided);
    let stays = path[corner..].iter().take_while(|q| decided(q).is_none()).count();
    let after = path.get(corner + stays).and_then(decided);
    *clear = corner + stays;
    before.zip(after).is_some_and(|(before, after)| before != after)
}

fn hit(triangle: &Triangle, from: V, dir: V) -> Option<f64> {
    let [a, b, c] = triangle.map(|corner| sub(corner, from));
    let normal = cross(sub(b, a), sub(c, a));
    let distance = dot(normal, a) / dot(normal, dir);
    (distance >= 0.0 && distance.is_finite() && line_passes(triangle, from, dir)).then_some(distance)
}
