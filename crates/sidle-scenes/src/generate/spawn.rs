//! Free places for movers, checked against every triangle.

use crate::level::Level;
use crate::reference::distance::point_triangle;
use crate::vec3::{V3, cross, dot, narrow, sub, wide};

/// Half lengths of the largest default mover, grown so that a margin of 2 cm remains everywhere.
/// Growing by m leaves at least m * 2 sqrt(a b) / (a + b) = 0.92 * m for half lengths a and b. The
/// result contains the ball of radius 0.43.
const GROWN: V3 = [0.43, 0.93, 0.43];

/// Returns true if the grown mover is free at a place.
pub(super) fn is_free(level: &Level, place: V3) -> bool {
    let unit = |p: V3| [p[0] / GROWN[0], p[1] / GROWN[1], p[2] / GROWN[2]];
    (0..level.triangles.len()).all(|i| {
        let t = level.corners(i).map(|v| unit(sub(wide(v), place)));
        let apart = (0..3).any(|k| {
            (t[0][k] > 1.0 && t[1][k] > 1.0 && t[2][k] > 1.0)
                || (t[0][k] < -1.0 && t[1][k] < -1.0 && t[2][k] < -1.0)
        });
        apart || point_triangle([0.0; 3], t) >= 1.0
    })
}

/// Counts the surfaces straight above a place: those that face up count 1, those that face down -1.
/// In a hall of solids the result is -1 in free space (the ceiling), and 0 or more inside a solid.
/// Above a terrain it is 0, below it 1.
pub(super) fn crossings_above(level: &Level, place: V3) -> i32 {
    let mut sum = 0;
    for i in 0..level.triangles.len() {
        let [a, b, c] = level.corners(i).map(|v| sub(wide(v), place));
        let side = |p: V3, q: V3| p[2] * q[0] - p[0] * q[2];
        let sides = [side(a, b), side(b, c), side(c, a)];
        let (up, down) = (sides.iter().all(|&s| s > 0.0), sides.iter().all(|&s| s < 0.0));
        if up || down {
            let n = cross(sub(b, a), sub(c, a));
            // The plane is at height dot(n, a) / n.y above the place.
            if dot(n, a) / n[1] > 0.0 {
                sum += if up { 1 } else { -1 };
            }
        }
    }
    sum
}

/// Fills the spawns of a level with free places among those that `propose` offers. If `outside` is
/// given, only places with that many [`crossings_above`] are used.
pub(super) fn fill(level: &mut Level, count: usize, outside: Option<i32>, mut propose: impl FnMut() -> V3) {
    // Enough tries for every generated density; a level that is too crowded keeps the places found.
    for _ in 0..count * 200 {
        if level.spawns.len() == count {
            break;
        }
        let place = narrow(propose());
        let is_outside = || outside.is_none_or(|n| crossings_above(level, wide(place)) == n);
        if is_free(level, wide(place)) && is_outside() {
            level.spawns.push(place);
        }
    }
}
