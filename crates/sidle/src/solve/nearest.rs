//! Closest point to the origin in an intersection of half-spaces, for any number of half-spaces.
//!
//! ```text
//! start at the origin, with no active half-space
//! repeat
//!     j = the half-space that the point violates most; none: done
//!     the nearest point of j and the active half-spaces (at most four): by trying every subset that contains j
//!     none: the four have no common point, so there is none at all
//!     the active half-spaces are those of the subset that gave the point
//! ```
//!
//! Each step moves the point away from the origin, so no set of active half-spaces occurs twice.
//! This is the dual simplex method for a problem of combinatorial dimension 3 (Matousek, Sharir and
//! Welzl, "A subexponential bound for linear programming", 1996).

use glam::DVec3;

use crate::tolerance::{SAME_PLANE, VIOLATED};

/// Half-space of the points p with normal . p >= offset. The normal has unit length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HalfSpace {
    pub(crate) normal: DVec3,
    pub(crate) offset: f64,
}

/// Indices of half-spaces, each with its multiplier (0 or more).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Multipliers {
    list: [(usize, f64); 4],
    count: usize,
}

impl Multipliers {
    pub(crate) fn as_slice(&self) -> &[(usize, f64)] {
        &self.list[..self.count]
    }

    fn push(&mut self, entry: (usize, f64)) {
        self.list[self.count] = entry;
        self.count += 1;
    }
}

/// Result of [`nearest_point`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NearestPoint {
    /// The closest point. It is the sum of the active normals times their multipliers.
    At(DVec3, Multipliers),
    /// The intersection is empty. The sum of the normals times their multipliers is about zero, but
    /// the sum of the offsets times these multipliers is not.
    Empty(Multipliers),
}

/// Largest number of steps. A few per half-space are enough in practice.
const STEPS: usize = 64;

/// Returns the point closest to the origin that lies in all half-spaces.
pub(crate) fn nearest_point(planes: &[HalfSpace]) -> NearestPoint {
    let (mut point, mut active) = (DVec3::ZERO, Multipliers::default());
    for _ in 0..STEPS {
        let Some(worst) = most_violated(planes, point) else {
            return NearestPoint::At(point, active);
        };
        let Some(next) = with_active(planes, worst, &active, point.length_squared()) else {
            return NearestPoint::Empty(contradiction(planes, worst, &active));
        };
        (point, active) = next;
    }
    // Rounding prevents the end of the loop. A point that slightly violates a half-space is not a
    // result.
    NearestPoint::Empty(active)
}

/// Returns the half-space that a point violates most.
fn most_violated(planes: &[HalfSpace], point: DVec3) -> Option<usize> {
    let mut worst = None;
    let mut depth = VIOLATED * point.length();
    for (i, plane) in planes.iter().enumerate() {
        let outside = plane.offset - plane.normal.dot(point);
        if outside > depth {
            (worst, depth) = (Some(i), outside);
        }
    }
    worst
}

/// Returns the closest point of the active half-spaces and the boundary of half-space `j`. Returns
/// `None` unless that point is further away than the previous one.
fn with_active(
    planes: &[HalfSpace],
    j: usize,
    active: &Multipliers,
    before: f64,
) -> Option<(DVec3, Multipliers)> {
    let old = active.as_slice();
    let mut best: Option<(DVec3, Multipliers)> = None;
    let mut offer = |subset: &[usize]| {
        let Some((point, multipliers)) = on_borders(planes, subset) else { return };
        let distance = point.length_squared();
        let slack = VIOLATED * distance.sqrt();
        let is_in = |&(i, _): &(usize, f64)| planes[i].normal.dot(point) >= planes[i].offset - slack;
        let is_nearer = best.is_none_or(|b| distance < b.0.length_squared());
        if distance > before && is_nearer && old.iter().all(is_in) {
            best = Some((point, multipliers));
        }
    };
    offer(&[j]);
    for (n, a) in old.iter().enumerate() {
        offer(&[j, a.0]);
        for b in &old[n + 1..] {
            offer(&[j, a.0, b.0]);
        }
    }
    best
}

/// Returns the point closest to the origin on the boundaries of one to three half-spaces. Returns
/// `None` if the boundaries are parallel, or if it is not the closest point of the half-spaces
/// themselves.
fn on_borders(planes: &[HalfSpace], subset: &[usize]) -> Option<(DVec3, Multipliers)> {
    let at = |i: usize| planes[subset[i]];
    let mut found = Multipliers::default();
    match subset.len() {
        1 => found.push((subset[0], at(0).offset)),
        2 => {
            let (a, b) = (at(0), at(1));
            let c = a.normal.dot(b.normal);
            let s = 1.0 - c * c;
            if s < SAME_PLANE {
                return None;
            }
            found.push((subset[0], (a.offset - c * b.offset) / s));
            found.push((subset[1], (b.offset - c * a.offset) / s));
        }
        _ => {
            let (a, b, c) = (at(0), at(1), at(2));
            let (bc, ca, ab) = (b.normal.cross(c.normal), c.normal.cross(a.normal), a.normal.cross(b.normal));
            let det = a.normal.dot(bc);
            if det * det < SAME_PLANE {
                return None;
            }
            let point = (bc * a.offset + ca * b.offset + ab * c.offset) / det;
            for (i, cross) in [bc, ca, ab].into_iter().enumerate() {
                found.push((subset[i], point.dot(cross) / det));
            }
        }
    }
    let mut point = DVec3::ZERO;
    for (i, multiplier) in &mut found.list[..found.count] {
        if !(*multiplier >= 0.0 && multiplier.is_finite()) {
            return None;
        }
        point += planes[*i].normal * *multiplier;
    }
    Some((point, found))
}

/// Returns multipliers for which the normals of `j` and of active half-spaces cancel as well as
/// possible.
fn contradiction(planes: &[HalfSpace], j: usize, active: &Multipliers) -> Multipliers {
    let old = active.as_slice();
    let n = |i: usize| planes[i].normal;
    let mut best = Multipliers::default();
    best.push((j, 1.0));
    let mut least = 1.0;
    let mut offer = |entries: &[(usize, f64)]| {
        let total: f64 = entries.iter().map(|e| e.1).sum();
        if entries.iter().any(|e| e.1 < 0.0) || total <= 0.0 {
            return;
        }
        let rest = entries.iter().fold(DVec3::ZERO, |sum, e| sum + n(e.0) * e.1).length() / total;
        if rest < least {
            least = rest;
            best = Multipliers::default();
            entries.iter().for_each(|e| best.push((e.0, e.1 / total)));
        }
    };
    for (k, &(a, _)) in old.iter().enumerate() {
        offer(&[(j, 1.0), (a, 1.0)]);
        for &(b, _) in &old[k + 1..] {
            // For three normals in a plane, the weight of each is the sine of the angle between the
            // other two.
            let (ab, bj, ja) = (n(a).cross(n(b)), n(b).cross(n(j)), n(j).cross(n(a)));
            offer(&[(j, ab.dot(ja)), (a, bj.dot(ja)), (b, ja.dot(ja))]);
        }
    }
    if let &[(a, _), (b, _), (c, _)] = old {
        let det = |p: usize, q: usize, r: usize| n(p).dot(n(q).cross(n(r)));
        let weights = [(j, det(a, b, c)), (a, -det(j, b, c)), (b, det(j, a, c)), (c, -det(j, a, b))];
        offer(&weights);
        offer(&weights.map(|(i, w)| (i, -w)));
    }
    best
}

#[cfg(test)]
mod tests;
