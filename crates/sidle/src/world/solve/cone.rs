//! Where may one go among planes: the direction nearest to the wished one that enters none of them.
//!
//! d* = argmin |d - v| subject to n_i . d >= 0. In three dimensions it is v itself, or v without its part along one
//! normal, or its part along the crease of two, or nothing: so those are tried, and of the feasible ones the one with
//! the largest v . d is the nearest. No threshold in metres, no order among the planes, and d* . v >= 0 always.

use glam::DVec3;

use crate::tolerance::FEASIBLE;

/// The most planes that are looked at together; more are rare, and the sweep meets what was left out.
pub(crate) const MAX_PLANES: usize = 16;

/// The most planes that are left together in one push: solving takes the fourth power of their number.
pub(crate) const MAX_PUSHED: usize = 12;

/// The direction, and which planes shaped it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direction {
    pub(crate) d: DVec3,
    active: [(usize, f64); 2],
    held: Held,
}

/// What holds a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// This many planes, at most two.
    By(usize),
    /// Nothing is left to go.
    Everything,
}

impl Direction {
    /// The planes that push, and how much speed each takes along its normal (0 or more). Empty when nothing is left.
    pub(crate) fn active(&self) -> &[(usize, f64)] {
        match self.held {
            Held::By(count) => &self.active[..count],
            Held::Everything => &[],
        }
    }

    /// A direction that nothing shaped.
    pub(crate) fn free(d: DVec3) -> Self {
        Self { d, active: [(0, 0.0); 2], held: Held::By(0) }
    }

    /// Whether the wished motion is not changed.
    pub(crate) fn is_free(&self) -> bool {
        self.held == Held::By(0)
    }

    /// Whether plane `i` takes part; where nothing is left, all of them do.
    pub(crate) fn is_held_by(&self, i: usize) -> bool {
        self.held == Held::Everything || self.active().iter().any(|a| a.0 == i)
    }

    /// The sum over the active planes of what each takes times the weight of plane i.
    pub(crate) fn pushes(&self, weight: impl Fn(usize) -> f64) -> f64 {
        self.active().iter().map(|&(i, push)| weight(i) * push).sum()
    }

    /// The same, with each plane i called `names[i]`.
    pub(crate) fn with_places(mut self, names: &[usize]) -> Self {
        for a in &mut self.active {
            a.0 = names[a.0];
        }
        self
    }
}

/// The projection of `v` onto the cone of unit normals `n`.
pub(crate) fn project(v: DVec3, n: &[DVec3]) -> Direction {
    let free = Direction::free(v);
    if is_feasible(v, n, [usize::MAX; 2]) {
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
        if g > gain && is_feasible(d, n, [i, usize::MAX]) {
            best = Direction { d, active: [(i, -along), (0, 0.0)], held: Held::By(1) };
            gain = g;
        }
    }
    // A single plane that serves is nearer than any crease.
    if best.held == Held::By(1) {
        return best;
    }
    for i in 0..n.len() {
        for j in i + 1..n.len() {
            let crease = n[i].cross(n[j]);
            let length2 = crease.length_squared();
            if length2 < 1e-20 {
                continue;
            }
            let d = crease * (crease.dot(v) / length2);
            let g = d.dot(v);
            if g > gain && is_feasible(d, n, [i, j]) {
                let (a, b, c) = (-n[i].dot(v), -n[j].dot(v), n[i].dot(n[j]));
                let push = |p: f64| if p > 0.0 { p } else { 0.0 };
                let (pa, pb) = (push((a - c * b) / length2), push((b - c * a) / length2));
                best = Direction { d, active: [(i, pa), (j, pb)], held: Held::By(2) };
                gain = g;
            }
        }
    }
    best
}

/// Whether `d` enters none of the planes, those aside that it was made to run along.
/// Keeps the [`MAX_PUSHED`] deepest planes, deepest first; of equally deep ones those that come first. (What an unstable sort
/// does with equals is not the same in every version of the standard library, and the faces of one floor are equals.)
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

fn is_feasible(d: DVec3, n: &[DVec3], along: [usize; 2]) -> bool {
    let least = -FEASIBLE * d.length();
    n.iter().enumerate().all(|(i, n)| along.contains(&i) || n.dot(d) >= least)
}

/// The shortest way out of planes: argmin |p| subject to n_i . p >= depth_i. None when no point of at most three planes
/// leaves all of them. Depths of 0 or less do not push but must not be entered.
pub(crate) fn push_out(planes: &[(DVec3, f64)]) -> Option<DVec3> {
    let mut best: Option<DVec3> = None;
    let mut offer = |p: DVec3| {
        let slack = 1e-9 * p.length();
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
            if s < 1e-12 {
                continue;
            }
            offer(n1 * ((d1 - c * d2) / s) + n2 * ((d2 - c * d1) / s));
            for &(n3, d3) in &planes[j + 1..] {
                let det = n1.dot(n2.cross(n3));
                if det.abs() > 1e-6 {
                    offer((n2.cross(n3) * d1 + n3.cross(n1) * d2 + n1.cross(n2) * d3) / det);
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the naive twin, a stable sort. Depths repeat, as those of the faces of a floor do.
    #[test]
    fn of_equally_deep_planes_the_first_are_kept() {
        let mut random = 1_u64;
        let mut depth = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 40) as f64 % 5.0 - 1.0
        };
        for count in 0..200 {
            let mut planes: Vec<(DVec3, f64)> =
                (0..count).map(|i| (DVec3::X * f64::from(i), depth())).collect();
            let mut expected = planes.clone();
            expected.sort_by(|a, b| b.1.total_cmp(&a.1));
            expected.truncate(MAX_PUSHED);
            keep_deepest(&mut planes);
            assert_eq!(planes, expected, "{count} planes");
        }
    }
}
