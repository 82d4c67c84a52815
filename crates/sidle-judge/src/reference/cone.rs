//! Finds the allowed motion nearest to the desired motion, by trying every set of at most three
//! planes.

use crate::vector::{V, add, along, cross, dot, length, scale, sub};

/// The half-space `normal . d >= floor`; `normal` is a unit vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    pub(crate) normal: V,
    pub(crate) floor: f64,
}

/// Returns the point nearest to `desired` that is in all half-spaces, or `None` if they have no
/// common point.
///
/// In three dimensions the nearest point is `desired` itself, or lies on one plane, on the line of
/// two planes, or in the corner of three. The function tries all of these and returns the nearest
/// one that is in all half-spaces.
pub(crate) fn nearest_allowed(desired: V, planes: &[Plane]) -> Option<V> {
    let planes = merged(planes);
    let rounding =
        1e-11 * (length(desired) + planes.iter().fold(0.0, |most: f64, p| most.max(p.floor.abs())));
    let mut best: Option<V> = None;
    let mut offer = |candidate: V| {
        let allowed = planes.iter().all(|p| dot(p.normal, candidate) >= p.floor - rounding);
        if allowed && best.is_none_or(|b| length(sub(candidate, desired)) < length(sub(b, desired))) {
            best = Some(candidate);
        }
    };
    offer(desired);
    for (i, a) in planes.iter().enumerate() {
        offer(along(desired, a.normal, a.floor - dot(a.normal, desired)));
        for (j, b) in planes.iter().enumerate().skip(i + 1) {
            if let Some(on_line) = nearest_on_line(desired, a, b) {
                offer(on_line);
            }
            for c in &planes[j + 1..] {
                if let Some(corner) = corner_of(a, b, c) {
                    offer(corner);
                }
            }
        }
    }
    best
}

/// Merges planes with the same direction; the higher floor counts. The intersection line of planes
/// that differ only by rounding is meaningless.
fn merged(planes: &[Plane]) -> Vec<Plane> {
    let mut kept: Vec<Plane> = Vec::new();
    for plane in planes {
        match kept.iter_mut().find(|k| dot(k.normal, plane.normal) > 1.0 - 1e-12) {
            Some(same) => same.floor = same.floor.max(plane.floor),
            None => kept.push(*plane),
        }
    }
    kept
}

fn nearest_on_line(desired: V, a: &Plane, b: &Plane) -> Option<V> {
    let e = cross(a.normal, b.normal);
    let squared = dot(e, e);
    (squared > 1e-13).then(|| {
        // The point of the line in the plane of the normals, plus the component of `desired` along
        // the line.
        let foot = add(scale(cross(b.normal, e), a.floor), scale(cross(e, a.normal), b.floor));
        along(scale(foot, 1.0 / squared), e, dot(desired, e) / squared)
    })
}

fn corner_of(a: &Plane, b: &Plane, c: &Plane) -> Option<V> {
    let bc = cross(b.normal, c.normal);
    let volume = dot(a.normal, bc);
    (volume.abs() > 1e-13).then(|| {
        let sum = along(scale(bc, a.floor), cross(c.normal, a.normal), b.floor);
        scale(along(sum, cross(a.normal, b.normal), c.floor), 1.0 / volume)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cone(normals: &[V]) -> Vec<Plane> {
        normals.iter().map(|n| Plane { normal: scale(*n, 1.0 / length(*n)), floor: 0.0 }).collect()
    }

    #[test]
    fn floor_groove_and_corner() {
        let desired = [1.0, -2.0, 3.0];
        assert_eq!(nearest_allowed(desired, &[]), Some(desired));
        assert_eq!(nearest_allowed(desired, &cone(&[[0.0, 1.0, 0.0]])), Some([1.0, 0.0, 3.0]));
        assert_eq!(nearest_allowed(desired, &cone(&[[0.0, -1.0, 0.0]])), Some(desired));
        let groove = nearest_allowed(desired, &cone(&[[5.0, 1.0, 0.0], [-5.0, 1.0, 0.0]])).unwrap();
        assert!(length(sub(groove, [0.0, 0.0, 3.0])) < 1e-12, "{groove:?}");
        let corner = cone(&[[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]]);
        assert!(length(nearest_allowed(desired, &corner).unwrap()) < 1e-12);
    }

    #[test]
    fn raised_floors_and_contradictions() {
        let up = Plane { normal: [0.0, 1.0, 0.0], floor: 0.5 };
        let down = Plane { normal: [0.0, -1.0, 0.0], floor: -0.2 };
        assert_eq!(nearest_allowed([0.0; 3], &[up]), Some([0.0, 0.5, 0.0]));
        assert_eq!(nearest_allowed([0.0; 3], &[up, down]), None);
    }

    #[test]
    fn never_farther_than_any_allowed_point() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as f64 / (1u64 << 30) as f64 - 1.0
        };
        for _ in 0..2000 {
            let planes = cone(&[0; 5].map(|_| [random(), random(), random()]));
            let desired = [random(), random(), random()];
            let got = nearest_allowed(desired, &planes).unwrap();
            assert!(planes.iter().all(|p| dot(p.normal, got) >= -1e-10));
            for _ in 0..50 {
                let other = [random(), random(), random()];
                if planes.iter().all(|p| dot(p.normal, other) >= 0.0) {
                    assert!(length(sub(other, desired)) >= length(sub(got, desired)) - 1e-9);
                }
            }
        }
    }
}
