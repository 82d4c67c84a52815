//! Comparison with the solver for few planes, which tries all subsets of up to three.

use sidle_scenes::SplitMix64;

use super::super::cone::push_out;
use super::*;

fn vector(rng: &mut SplitMix64) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| rng.range(-1.0, 1.0)))
}

/// Returns random normals, some of them almost equal or opposite to each other.
fn planes(rng: &mut SplitMix64) -> Vec<HalfSpace> {
    let mut list: Vec<HalfSpace> = Vec::new();
    for _ in 0..1 + rng.below(11) {
        let old = list.get(rng.below(list.len())).map_or(DVec3::Y, |h| h.normal);
        let normal = match rng.below(6) {
            0 => -old,
            1 => -old + vector(rng) * 0.01,
            2 => old + vector(rng) * 0.1,
            3 => [DVec3::X, DVec3::Y, DVec3::Z][rng.below(3)],
            _ => vector(rng),
        };
        list.push(HalfSpace { normal: normal.normalize(), offset: rng.range(-1.0, 0.5) });
    }
    list
}

#[test]
fn the_point_is_that_of_all_subsets() {
    let mut rng = SplitMix64::new(3);
    let (mut found, mut empty) = (0, 0);
    for case in 0..20_000 {
        let planes = planes(&mut rng);
        let plain: Vec<(DVec3, f64)> = planes.iter().map(|h| (h.normal, h.offset)).collect();
        match (nearest_point(&planes), push_out(&plain)) {
            (NearestPoint::At(p, multipliers), Some(q)) => {
                found += 1;
                assert!((p - q).length() <= 1e-6 * (1.0 + q.length()), "case {case}: {p} and not {q}");
                let sum = |sum: DVec3, e: &(usize, f64)| sum + planes[e.0].normal * e.1;
                let rest = multipliers.as_slice().iter().fold(-p, sum).length();
                assert!(rest <= 1e-9 * p.length(), "case {case}: {multipliers:?} are {rest} off");
            }
            (NearestPoint::Empty(multipliers), None) => {
                let list = multipliers.as_slice();
                let rest = list.iter().fold(DVec3::ZERO, |sum, e| sum + planes[e.0].normal * e.1);
                let offset: f64 = list.iter().map(|e| planes[e.0].offset * e.1).sum();
                // If the planes almost agree, they have a common point far away, and nothing
                // cancels.
                empty += usize::from(rest.length() < 1e-9 && offset > 0.0);
            }
            // The two solvers classify different planes as parallel.
            (ours, theirs) => {
                let far = |p: DVec3| p.length() > 1e3;
                let is_far = matches!(ours, NearestPoint::At(p, _) if far(p)) || theirs.is_some_and(far);
                assert!(is_far, "case {case}: {ours:?} and not {theirs:?}: {planes:?}");
            }
        }
    }
    assert!(found > 8_000 && empty > 5_000, "{found} found, {empty} contradictions");
}
