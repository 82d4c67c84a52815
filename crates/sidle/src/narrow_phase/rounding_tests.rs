//! Tests of the certificate against exact arithmetic. Certified positions are free, even with the
//! rounding in the space of a thin, rotated ellipsoid far away from a polygon.

use glam::{DVec3, Quat, Vec3};
use sidle_judge::{Body, exact};
use sidle_scenes::SplitMix64;

use super::{Obstacle, RoundingScale, SeparatingAxis};
use crate::Shape;
use crate::shape::space::Space;

/// Returns the smallest lift, in f64 metres, that the certificate reports as free.
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
        let space =
            Space::new(&Shape::ellipsoid(radii).with_rotation(turn), DVec3::ZERO, 1e-9).expect("a shape");
        // A face perpendicular to the thin axis, a hundred kilometres long along the other two.
        let (thin, u) =
            (space.world_from_unit(DVec3::X).normalize(), space.world_from_unit(DVec3::Y).normalize());
        let w = thin.cross(u);
        let spread = 1e5 * (1.0 + part().abs());
        let far = [u * (2.0 * spread), w * 1e5 - u * spread, -w * 1e5 - u * spread];
        let corners = far.map(|c| (c - thin * 0.001).as_vec3());
        let centroid = corners.iter().map(|c| c.as_dvec3()).sum::<DVec3>() / 3.0;
        let unit = corners.map(|c| space.unit_from_world(c.as_dvec3()));
        let polygon = Obstacle::new(&unit, None, RoundingScale { reach: 0.1, squeeze: space.squeeze() });
        let flat = (corners[1] - corners[0])
            .as_dvec3()
            .cross((corners[2] - corners[0]).as_dvec3())
            .normalize_or_zero();
        let up = if flat.dot(thin) > 0.0 { flat } else { -flat };
        if up.dot(thin) < 0.999 {
            continue;
        }
        // Height at which the shape touches the plane of the face as stored in f32.
        let support = space.support_matrix(space.radius);
        let height = up.dot(support.mul_vec3(up)).sqrt() + up.dot(centroid);
        let place = |lift: f64| up * (height + lift);
        let free = |lift: f64| {
            let axis = polygon.axis(space.unit_from_world(place(lift)));
            space.skins(axis.distance, axis.normal) >= 0.0
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

/// Tests discs and needles, with a skin as thick as they are thin, near a triangle. Positions that
/// the bare shape certifies are exactly free. It certifies all free positions, which the inflated
/// shape often does not.
#[test]
fn the_bare_shape_certifies_what_is_free_and_only_that() {
    let mut rng = SplitMix64::new(2);
    let (mut free, mut by_bare_only) = (0, 0);
    for case in 0..20_000 {
        let mut vector = |half: f64| DVec3::from_array([(); 3].map(|()| rng.range(-half, half)));
        let thin = vector(1.0).abs() * 0.2 + 0.02;
        let radii =
            (if case % 2 == 0 { DVec3::new(thin.x, 1.0, 0.8) } else { DVec3::new(thin.x, thin.y, 1.0) })
                .as_vec3();
        let turn = Quat::from_vec4((vector(1.0).extend(1.5)).as_vec4());
        let skin = f64::from(radii.min_element());
        let space =
            Space::new(&Shape::ellipsoid(radii).with_rotation(turn), DVec3::ZERO, skin).expect("a shape");
        // One corner is almost in contact.
        let on_it = space.world_from_unit(space.bare_half_lengths() * vector(1.0).normalize());
        let near = on_it * (1.0 + 0.1 * vector(1.0).x.abs());
        let corners = [near, near + vector(2.0), near + vector(2.0)].map(|c| c.as_vec3());
        let unit = corners.map(|c| space.unit_from_world(c.as_dvec3()));
        let polygon = Obstacle::new(&unit, None, RoundingScale { reach: 0.1, squeeze: space.squeeze() });
        let body = Body::Ellipsoid {
            radii: radii.to_array().map(f64::from),
            rotation: turn.to_array().map(f64::from),
        };
        let overlaps = exact::overlaps(&body, [0.0; 3], &corners.map(|c| c.as_dvec3().to_array()));
        let skins = |axis: SeparatingAxis| space.skins(axis.distance, axis.normal);
        let inflated = skins(polygon.axis(DVec3::ZERO));
        let bare = polygon.bound_of_bare(&space, DVec3::ZERO).map_or(-1.0, skins);
        assert!(!overlaps || (inflated < 0.0 && bare < 0.0), "case {case}: {inflated} {bare} of an overlap");
        assert!(overlaps || bare >= -1e-9, "case {case}: {bare}, though free: {radii} {turn} {corners:?}");
        free += u32::from(!overlaps);
        by_bare_only += u32::from(bare >= 0.0 && inflated < 0.0);
    }
    assert!(
        free > 5_000 && free < 18_000 && by_bare_only > 200,
        "{free} free, {by_bare_only} by the bare shape only"
    );
}
