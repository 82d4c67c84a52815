//! Invalid and extreme numbers in every argument of every function: no panic, and no NaN.

use sidle::geometry::{
    Aabb, Ellipsoid, Frame, LinePlane, Plane, PlaneHit, closest_on_perimeter, closest_on_polygon,
    closest_on_segment, point_at, point_in_convex_polygon, point_in_convex_polygon_by_angles,
    point_in_polygon, polygon_area, polygon_centroid, polygon_normal, ray_triangle, ray_triangle_in_plane,
    reflect, segment_polygon,
};
use sidle::{Quat, Sides, Vec3};
use sidle_scenes::SplitMix64;

const NASTY: [f32; 16] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    1e30,
    -1e20,
    16_777_216.0,
    1.0,
    -1.0,
    0.5,
    0.0,
    -0.0,
    1e-45,
    -1e-40,
    f32::MIN_POSITIVE,
];

struct Nasty {
    rng: SplitMix64,
    /// Index of the first numbers to use: 0 includes the unbounded ones, 3 only finite ones.
    from: f64,
}

impl Nasty {
    fn number(&mut self) -> f32 {
        NASTY[self.rng.range(self.from, 16.0) as usize]
    }

    fn place(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }

    fn places<const N: usize>(&mut self) -> [Vec3; N] {
        std::array::from_fn(|_| self.place())
    }
}

fn is_fine(v: Vec3) -> bool {
    !v.is_nan()
}

fn is_hit_fine(hit: Option<PlaneHit>) -> bool {
    hit.is_none_or(|h| (0.0..=1.0).contains(&h.fraction) && is_fine(h.point) && h.normal.is_finite())
}

fn ask_plane(nasty: &mut Nasty, plane: &Plane) {
    let [a, b] = nasty.places();
    assert!(plane.normal().is_finite() && plane.offset().is_finite());
    assert!(!plane.signed_distance(a).is_nan());
    let _ = (plane.side(a, nasty.number()), plane.crossing(a, b));
    match plane.intersect_line(a, b) {
        LinePlane::Meets { fraction } => assert!(fraction.is_finite(), "{plane:?} {a} {b}"),
        LinePlane::Parallel { distance } => assert!(!distance.is_nan()),
    }
    assert!(is_hit_fine(plane.cast_sphere(a, nasty.number(), b)), "{plane:?} {a} {b}");
    assert!(is_hit_fine(plane.cast_sphere_solid(a, nasty.number(), b)));
    if let Some(hit) = ray_triangle_in_plane(a, b, &nasty.places(), plane, Sides::Two) {
        assert!(!hit.fraction.is_nan() && !hit.u.is_nan() && !hit.v.is_nan(), "{hit:?}");
    }
}

fn ask_polygon(nasty: &mut Nasty, corners: &[Vec3]) {
    let [p, q] = nasty.places();
    let _ = (point_in_convex_polygon(p, corners), point_in_polygon(p, corners));
    let _ = point_in_convex_polygon_by_angles(p, corners);
    for close in
        [closest_on_perimeter(p, corners), closest_on_polygon(p, corners), closest_on_segment(p, q, p)]
    {
        assert!(close.is_none_or(|c| is_fine(c.point) && !c.distance.is_nan()), "{p} {corners:?} {close:?}");
    }
    let crossing = segment_polygon(p, q, corners, Sides::Two);
    assert!(crossing.is_none_or(|t| (0.0..=1.0).contains(&t)));
    assert!(!polygon_area(corners).is_nan());
    assert!(polygon_normal(corners).is_none_or(|n| n.is_finite()));
    assert!(polygon_centroid(corners).is_none_or(is_fine));
    let bounds = Aabb { min: p, max: q };
    let _ = bounds.overlaps_polygon(corners);
    let part = bounds.clip_polygon(corners);
    assert!(part.iter().all(|c| c.is_finite()) && part.len() <= 2 * corners.len() + 6, "{part:?}");
}

fn ask_ellipsoid(nasty: &mut Nasty, body: &Ellipsoid) {
    let [a, b] = nasty.places();
    assert!(is_fine(body.support(a)) && !body.half_width(a).is_nan());
    if let Some([first, last]) = body.intersect_line(a, b) {
        assert!(first <= last, "{body:?} {a} {b}");
    }
    let swept = body.swept_bounds(a);
    assert!(is_fine(swept.min) && is_fine(swept.max));
    if let Some(plane) = Plane::from_point(b, nasty.place()) {
        assert!(!body.distance_to_plane(&plane).is_nan() && is_hit_fine(plane.cast_ellipsoid(body, a)));
    }
}

fn ask_frame(nasty: &mut Nasty, frame: &Frame) {
    let a = nasty.place();
    let answers =
        [frame.to_local(a), frame.to_world(a), frame.direction_to_local(a), frame.direction_to_world(a)];
    assert!(answers.into_iter().chain(frame.axes()).all(is_fine), "{frame:?} {a}");
}

#[test]
fn every_answer_is_defined() {
    let mut asked = [0; 4];
    for seed in 0..60_000 {
        let mut nasty = Nasty { rng: SplitMix64::new(seed), from: [0.0, 3.0, 5.0][seed as usize % 3] };
        let [a, b, c] = nasty.places();
        let planes = [Plane::from_triangle(a, b, c), Plane::new(a, nasty.number()), Plane::from_point(a, b)];
        for plane in planes.into_iter().flatten() {
            ask_plane(&mut nasty, &plane);
            asked[0] += 1;
        }
        let corners: [Vec3; 6] = nasty.places();
        ask_polygon(&mut nasty, &corners[..seed as usize % 7]);
        if let Some(hit) = ray_triangle(a, b, &nasty.places(), Sides::Two) {
            assert!(!hit.fraction.is_nan() && !hit.u.is_nan() && !hit.v.is_nan());
            asked[1] += 1;
        }
        let turn = Quat::from_array([nasty.number(), nasty.number(), nasty.number(), nasty.number()]);
        if let Some(body) = Ellipsoid::new(a, b.abs(), turn) {
            ask_ellipsoid(&mut nasty, &body);
            asked[2] += 1;
        }
        if let Some(frame) = Frame::from_triangle(a, b, c) {
            ask_frame(&mut nasty, &frame);
            asked[3] += 1;
        }
        assert!(is_fine(reflect(a, b, nasty.number())) && is_fine(point_at(a, b, f64::from(nasty.number()))));
    }
    assert!(asked.iter().all(|&n| n > 500), "a test that asks nothing cannot fail: {asked:?}");
}
