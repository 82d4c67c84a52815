//! The certificate against exact arithmetic: what it calls free is free, whatever the rounding of the space of a thin, turned
//! ellipsoid does far from it.

use glam::{DVec3, Quat, Vec3};
use sidle_judge::{Body, exact};
use sidle_scenes::SplitMix64;

use super::{Lever, Polygon};
use crate::Shape;
use crate::shape::space::Space;

/// The least distance along `way`, in f64 metres, at which the certificate says free.
fn nearest_certified(certified: impl Fn(f64) -> bool) -> f64 {
    let (mut inside, mut free) = (-1e-5, 1e-5);
    assert!(certified(free), "not free at {free}");
    assert!(!certified(inside), "free at {inside}");
    for _ in 0..60 {
        let middle = 0.5 * (inside + free);
        if certified(middle) { free = middle } else { inside = middle }
    }
    free
}

#[test]
fn what_is_certified_is_free_exactly_for_ellipsoids_of_one_to_a_thousand() {
    let mut rng = SplitMix64::new(1);
    let mut least = f64::INFINITY;
    for round in 0..2000 {
        let mut part = || rng.range(-1.0, 1.0);
        let radii = Vec3::new(0.001, 1.0, (0.5 + part().abs()) as f32);
        let turn = Quat::from_xyzw(part() as f32, part() as f32, part() as f32, part() as f32 + 1.5);
        let space = Space::new(&Shape::oriented_ellipsoid(radii, turn), Vec3::ZERO, 1e-9).expect("a shape");
        // A face square to the thin axis, a hundred kilometres along the long ones.
        let (thin, u) =
            (space.world_from_unit(DVec3::X).normalize(), space.world_from_unit(DVec3::Y).normalize());
        let w = thin.cross(u);
        let spread = 1e5 * (1.0 + part().abs());
        let far = [u * (2.0 * spread), w * 1e5 - u * spread, -w * 1e5 - u * spread];
        let corners = far.map(|c| (c - thin * 0.001).as_vec3());
        let centroid = corners.iter().map(|c| c.as_dvec3()).sum::<DVec3>() / 3.0;
        let unit = corners.map(|c| space.unit_from_world(c.as_dvec3()));
        let polygon = Polygon::new(&unit, Lever { reach: 0.1, squeeze: space.squeeze() });
        let flat = (corners[1] - corners[0])
            .as_dvec3()
            .cross((corners[2] - corners[0]).as_dvec3())
            .normalize_or_zero();
        let up = if flat.dot(thin) > 0.0 { flat } else { -flat };
        if up.dot(thin) < 0.999 {
            continue;
        }
        // Where the plane of the face, as f32 stores it, is touched.
        let support = space.support_matrix(space.radius);
        let height = up.dot(support.mul_vec3(up)).sqrt() + up.dot(centroid);
        let place = |lift: f64| up * (height + lift);
        let free = |lift: f64| {
            let bound = polygon.bound(space.unit_from_world(place(lift)));
            space.skins(bound.distance, bound.normal) >= 0.0
        };
        let lift = nearest_certified(free);
        let body = Body::Ellipsoid {
            radii: radii.to_array().map(f64::from),
            rotation: turn.to_array().map(f64::from),
        };
        let triangle = corners.map(|c| c.as_dvec3().to_array());
        assert!(
            !exact::overlaps(&body, place(lift).to_array(), &triangle),
            "{round}: lift {lift}, {radii} {turn} {corners:?}"
        );
        least = least.min(lift);
    }
    assert!(least < 1e-8, "the certificate is wider than it need be: {least} m");
}
