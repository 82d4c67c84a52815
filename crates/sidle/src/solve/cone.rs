//! Projection onto a cone: the direction closest to the desired one that enters none of the contact
//! planes.
//!
//! d* = argmin |d - v| subject to n_i . d >= 0. In three dimensions, d* is one of: v itself; v
//! without its component along one normal; the component of v along the crease of two planes; zero.
//! The solver tries all of these. Of the feasible directions, the one with the largest v . d is the
//! closest. There is no threshold in metres and no order among the planes, and always d* . v >= 0.

use glam::DVec3;

use crate::tolerance::{
    CREASE_ROUNDING, FEASIBLE, NO_CREASE, PUSH_CORNER, PUSH_PAIR, PUSH_SLACK, SAME_CREASE,
};

/// Largest number of planes solved together. More planes are rare; the sweep finds those that were
/// left out.
pub(crate) const MAX_PLANES: usize = 16;

/// Largest number of planes resolved by one push. The time to solve grows with the fourth power of
/// their number.
pub(crate) const MAX_PUSHED: usize = 12;

/// Direction, and the planes that constrain it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direction {
    pub(crate) d: DVec3,
    active: [(usize, f64); 2],
    held: Held,
}

/// Constraint of a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// This many planes, at most two.
    By(usize),
    /// No motion remains.
    Everything,
}

impl Direction {
    /// Returns the planes that push, and the speed that each removes along its normal (0 or more).
    /// Empty if no motion remains.
    pub(crate) fn active(&self) -> &[(usize, f64)] {
        match self.held {
            Held::By(count) => &self.active[..count],
            Held::Everything => &[],
        }
    }

    /// Returns an unconstrained direction.
    pub(crate) fn free(d: DVec3) -> Self {
        Self { d, active: [(0, 0.0); 2], held: Held::By(0) }
    }

    /// Returns true if the desired motion is unchanged.
    pub(crate) fn is_free(&self) -> bool {
        self.held == Held::By(0)
    }

    /// Returns one bit for each plane that constrains the direction, for at most 32 planes. If no
    /// motion remains, all bits are set.
    pub(crate) fn held_by(&self) -> u32 {
        let [first, second] = self.active.map(|a| 1 << a.0);
        match self.held {
            Held::By(0) => 0,
            Held::By(1) => first,
            Held::By(_) => first | second,
            Held::Everything => u32::MAX,
        }
    }

    /// Returns true if plane `i` constrains the direction.
    pub(crate) fn is_held_by(&self, i: usize) -> bool {
        self.held_by() >> i & 1 == 1
    }

    /// Returns the speed that plane `i` removes along its normal, if it pushes.
    pub(crate) fn taken_by(&self, i: usize) -> Option<f64> {
        self.active().iter().find(|a| a.0 == i).map(|a| a.1)
    }

    /// Returns the sum over the active planes of the removed speed times the weight of the plane.
    pub(crate) fn pushes(&self, weight: impl Fn(usize) -> f64) -> f64 {
        self.active().iter().map(|&(i, push)| weight(i) * push).sum()
    }

    /// Replaces the index i of each plane by `names[i]`.
    pub(crate) fn with_places(mut self, names: &[usize]) -> Self {
        for a in &mut self.active {
            a.0 = names[a.0];
        }
        self
    }
}

/// Projects `v` onto the cone of unit normals `n`.
pub(crate) fn project(v: DVec3, n: &[DVec3]) -> Direction {
    project_within(v, n, f64::INFINITY)
}

/// Projects `v` onto the cone of unit normals `n`. The result enters no plane by more than
/// `deepest`, apart from rounding.
#[inline(always)]
pub(crate) fn project_within(v: DVec3, n: &[DVec3], deepest: f64) -> Direction {
    // Small counts are the most common; the compiler unrolls loops of known length.
    match n {
        [] => Direction::free(v),
        &[a] => project_onto(v, &[a], deepest),
        &[a, b] => project_onto(v, &[a, b], deepest),
        &[a, b, c] => project_onto(v, &[a, b, c], deepest),
        _ => project_onto(v, n, deepest),
    }
}

/// Returns the fraction of its length by which a direction no longer than `v` may enter a plane.
#[inline(always)]
fn slack_within(v: DVec3, deepest: f64) -> f64 {
    let length = v.length();
    if FEASIBLE * length <= deepest {
        return FEASIBLE;
    }
    let least = deepest / length;
    if least > CREASE_ROUNDING { least } else { CREASE_ROUNDING }
}

#[inline(always)]
fn project_onto(v: DVec3, n: &[DVec3], deepest: f64) -> Direction {
    let free = Direction::free(v);
    let feasible = slack_within(v, deepest);
    if is_feasible(v, n, [usize::MAX; 2], feasible) {
        return free;
    }
    let mut best = Direction { d: DVec3::ZERO, held: Held::Everything, ..free };
    let mut gain = 0.0;
    for i in 0..n.len() {
        let along = n[i].dot(v);
        if along >= 0.0 {
            continue;
        }
        let d = v - n[i] * along;
        let g = d.dot(v);
        if g > gain && is_feasible(d, n, [i, usize::MAX], feasible) {
            best = Direction { d, active: [(i, -along), (0, 0.0)], held: Held::By(1) };
            gain = g;
        }
    }
    // A feasible direction along a single plane is closer than any crease.
    if best.held == Held::By(1) {
        return best;
    }
    let mut pulls = false;
    // Rounding of gains and of pushes.
    let (same, least) = (SAME_CREASE * v.length_squared(), -SAME_CREASE * v.length());
    for i in 0..n.len() {
        for j in i + 1..n.len() {
            let crease = n[i].cross(n[j]);
            let length2 = crease.length_squared();
            if length2 < NO_CREASE {
                continue;
            }
            // The crease of nearly opposite planes is known only to this accuracy.
            let known = CREASE_ROUNDING / length2.sqrt();
            let slack = if known > feasible { known } else { feasible };
            let d = crease * (crease.dot(v) / length2);
            let g = d.dot(v);
            let (a, b, c) = (-n[i].dot(v), -n[j].dot(v), n[i].dot(n[j]));
            let (pa, pb) = (a - c * b, b - c * a);
            // Several pairs may share a crease, for example those of a floor, a ceiling and a wall.
            // The pair with two non-negative pushes then constrains the motion. The pushes of a
            // pair that would have to pull are meaningless.
            let this_pulls = pa < least || pb < least;
            let enough = match (pulls, this_pulls) {
                (true, false) => gain - same,
                (false, true) => gain + same,
                _ => gain,
            };
            if g > enough && is_feasible(d, n, [i, j], slack) {
                let push = |p: f64| if p > 0.0 { p / length2 } else { 0.0 };
                best = Direction { d, active: [(i, push(pa)), (j, push(pb))], held: Held::By(2) };
                (gain, pulls) = (g, this_pulls);
            }
        }
    }
    best
}

/// Keeps the [`MAX_PUSHED`] deepest planes, deepest first. Ties keep their order. (An unstable sort
/// orders ties differently in different versions of the standard library, and the faces of one
/// floor are ties.)
pub(crate) fn keep_deepest(planes: &mut Vec<(DVec3, f64)>) {
    for i in 1..planes.len() {
        let plane = planes[i];
        let kept = i.min(MAX_PUSHED);
        let deeper = planes[..kept].iter().take_while(|p| p.1.total_cmp(&plane.1).is_ge()).count();
        let last = i.min(MAX_PUSHED - 1);
        if deeper <= last {
            planes[last] = plane;
            planes[deeper..=last].rotate_right(1);
        }
    }
    planes.truncate(MAX_PUSHED);
}

/// Returns true if `d` enters none of the planes by more than `slack` of its length. Ignores the
/// planes in `along`, which `d` was constructed to follow.
fn is_feasible(d: DVec3, n: &[DVec3], along: [usize; 2], slack: f64) -> bool {
    let least = -slack * d.length();
    n.iter().enumerate().all(|(i, n)| along.contains(&i) || n.dot(d) >= least)
}

/// Returns the shortest push out of planes: argmin |p| subject to n_i . p >= depth_i. Tests the
/// points given by at most three planes, and returns `None` if none of these leaves all planes.
/// Planes with a depth of 0 or less do not push, but the result must not enter them.
pub(crate) fn push_out(planes: &[(DVec3, f64)]) -> Option<DVec3> {
    let mut best: Option<DVec3> = None;
    let mut offer = |p: DVec3| {
        let slack = PUSH_SLACK * p.length();
        let clear = planes.iter().all(|(n, depth)| n.dot(p) >= depth - slack);
        if p.is_finite() && clear && best.is_none_or(|b| p.length_squared() < b.length_squared()) {
            best = Some(p);
        }
    };
    offer(DVec3::ZERO);
    for (i, &(n1, d1)) in planes.iter().enumerate() {
        offer(n1 * d1);
        for (j, &(n2, d2)) in planes.iter().enumerate().skip(i + 1) {
            let c = n1.dot(n2);
            let s = 1.0 - c * c;
            if s < PUSH_PAIR {
                continue;
            }
            offer(n1 * ((d1 - c * d2) / s) + n2 * ((d2 - c * d1) / s));
            for &(n3, d3) in &planes[j + 1..] {
                let det = n1.dot(n2.cross(n3));
                if det.abs() > PUSH_CORNER {
                    offer((n2.cross(n3) * d1 + n3.cross(n1) * d2 + n1.cross(n2) * d3) / det);
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests;
