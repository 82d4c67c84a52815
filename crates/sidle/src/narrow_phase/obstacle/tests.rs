use sidle_judge::{Body, exact};
use sidle_scenes::SplitMix64;

use super::*;

/// Returns a triangle and a point beside it: ordinary triangles, slivers, huge and distant
/// ones.
fn pair(rng: &mut SplitMix64) -> ([DVec3; 3], DVec3) {
    let size = [1.0, 1.0, 1e-3, 1e4][rng.below(4)];
    let far = [0.0, 0.0, 1e5][rng.below(3)];
    let mut vector = |half: f64| DVec3::from_array([(); 3].map(|()| rng.range(-half, half)));
    let (origin, a, e, f, off) = (vector(far), vector(size), vector(size), vector(size), vector(1.0));
    let (thin, past) = ([1.0, 1.0, 1e-4, 1e-9][rng.below(4)], rng.range(-0.2, 1.2));
    let third = a + e * past + f * thin;
    let t = [a, a + e, third].map(|c| (c + origin).as_vec3().as_dvec3());
    let near = t[rng.below(3)] * 0.5 + (t[0] + t[1] + t[2]) / 6.0;
    (t, near + off * rng.magnitude(1e-6, 24))
}

/// Returns true if the triangle is closer to the point than `distance`, decided in exact
/// integer arithmetic.
fn is_nearer(t: &[DVec3; 3], x: DVec3, distance: f64) -> bool {
    let body = Body::Sphere { radius: distance };
    exact::overlaps(&body, x.to_array(), &t.map(|c| c.to_array()))
}

/// No certified distance exceeds the true one, not even by one unit in the last place. If the error
/// were not subtracted, some distances would exceed the true one.
#[test]
fn what_is_certified_is_true_to_the_last_bit() {
    let mut rng = SplitMix64::new(1);
    let (mut asked, mut unsafe_without) = (0, 0);
    for i in 0..20_000 {
        let (t, x) = pair(&mut rng);
        let polygon = Obstacle::new(&t, None, RoundingScale { reach: x.length(), squeeze: 1.0 });
        let axis = polygon.axis(x);
        if axis.distance <= 0.0 {
            continue;
        }
        asked += 1;
        assert!(!is_nearer(&t, x, axis.distance), "{i}: {t:?} is nearer to {x} than {}", axis.distance);
        unsafe_without += u32::from(is_nearer(&t, x, axis.distance + polygon.error));
    }
    assert!(asked > 5_000 && unsafe_without > 100, "{asked} asked, {unsafe_without} rounded up");
}
