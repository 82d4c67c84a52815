//! Ellipsoids: supports, planes, lines.

use glam::DVec3;
use proptest::prelude::*;
use sidle::geometry::{Ellipsoid, Plane};
use sidle::{Quat, Vec3};

use super::whole;

/// The body of the text's counterexample, in the plane of two axes.
fn egg() -> Ellipsoid {
    Ellipsoid::new(Vec3::ZERO, Vec3::new(3.0, 6.0, 1.0), Quat::IDENTITY).expect("a body")
}

/// Nettle: "use the plane's normal, invert it, scale it by the radius vector". That point is 0.206
/// short of the right one.
#[test]
fn n12_the_texts_support_point_sinks_in() {
    let n = Vec3::new(0.6, 0.8, 0.0);
    let right = egg().support(-n);
    assert!((right - Vec3::new(-1.053_369, -5.617_97, 0.0)).length() < 1e-5, "{right}");
    let depth = egg().half_width(n);
    assert!((depth - 5.126_402).abs() < 1e-6, "{depth}");
    assert!((f64::from(-right.dot(n)) - depth).abs() < 1e-6);
    let texts = -n * Vec3::new(3.0, 6.0, 1.0);
    assert!(
        (depth - f64::from(-texts.dot(n)) - 0.206_402).abs() < 1e-6,
        "the text would let it sink so deep"
    );
    // The code of the text uses a length along the normal: the right depth, but 2.5 to the side and
    // off the body.
    let codes = -n * 5.126_402;
    assert!((codes - right).length() > 2.5);
    assert!((codes / Vec3::new(3.0, 6.0, 1.0)).length_squared() > 1.5);
}

#[test]
fn n12_an_ellipsoid_rests_on_a_plane_with_its_support_point() {
    let plane = Plane::from_point(Vec3::ZERO, Vec3::new(0.6, 0.8, 0.0)).expect("a normal");
    let start = Vec3::new(9.0, 12.0, 0.0);
    let body = Ellipsoid::new(start, Vec3::new(3.0, 6.0, 1.0), Quat::IDENTITY).expect("a body");
    assert!((body.distance_to_plane(&plane) - (15.0 - 5.126_402)).abs() < 1e-6);
    let motion = Vec3::new(-12.0, -16.0, 0.0);
    let hit = plane.cast_ellipsoid(&body, motion).expect("it moves at it");
    assert!((hit.fraction * 20.0 - (15.0 - 5.126_402)).abs() < 1e-6);
    let there =
        Ellipsoid::new(start + motion * hit.fraction as f32, Vec3::new(3.0, 6.0, 1.0), Quat::IDENTITY);
    let there = there.expect("a body");
    assert!(there.distance_to_plane(&plane).abs() < 1e-5);
    assert!((hit.point - there.support(-plane.normal())).length() < 1e-5);
    assert_eq!(plane.cast_ellipsoid(&body, -motion), None);
    assert_eq!(plane.cast_ellipsoid(&there, motion).map(|h| h.normal), Some(plane.normal()));
    assert_eq!(plane.cast_ellipsoid(&there, Vec3::NAN), None);
}

#[test]
fn n12_a_line_goes_in_and_out() {
    let ball = Ellipsoid::sphere(Vec3::ZERO, 2.0).expect("a radius");
    assert_eq!(ball.intersect_line(Vec3::X * -6.0, Vec3::X * 2.0), Some([2.0, 4.0]));
    assert_eq!(ball.intersect_line(Vec3::ZERO, Vec3::X * 2.0), Some([-1.0, 1.0]), "from inside");
    assert_eq!(ball.intersect_line(Vec3::X * 6.0, Vec3::X * 2.0), Some([-4.0, -2.0]), "it lies behind");
    assert_eq!(ball.intersect_line(Vec3::new(-6.0, 2.0, 0.0), Vec3::X), Some([6.0, 6.0]), "it touches");
    assert_eq!(ball.intersect_line(Vec3::new(-6.0, 2.0_f32.next_up(), 0.0), Vec3::X), None);
    assert_eq!(ball.intersect_line(Vec3::ZERO, Vec3::ZERO), None);
    assert_eq!(ball.intersect_line(Vec3::NAN, Vec3::X), None);
    // From 1000 km away, b^2 - 4 a c in f32 has no digit of the radius left.
    let [first, last] = ball.intersect_line(Vec3::new(-1e6, 0.0, 1.0), Vec3::X).expect("a hit");
    assert!((last - first - 2.0 * 3.0_f64.sqrt()).abs() < 1e-9);
}

#[test]
fn n12_bodies_without_size_are_none() {
    for radius in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(Ellipsoid::sphere(Vec3::ZERO, radius), None);
        assert_eq!(Ellipsoid::new(Vec3::ZERO, Vec3::new(1.0, 1.0, radius), Quat::IDENTITY), None);
    }
    assert_eq!(Ellipsoid::sphere(Vec3::NAN, 1.0), None);
    assert_eq!(Ellipsoid::new(Vec3::ZERO, Vec3::ONE, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)), None);
    for direction in [Vec3::ZERO, Vec3::NAN, Vec3::INFINITY] {
        assert_eq!((egg().support(direction), egg().half_width(direction)), (Vec3::ZERO, 0.0));
    }
    assert_eq!(egg().support(Vec3::Y * 1e-40), Vec3::Y * 6.0, "hardly any length is a length");
}

#[derive(Clone, Copy, Debug)]
struct Body {
    centre: Vec3,
    radii: Vec3,
    turn: Quat,
}

impl Body {
    fn ellipsoid(&self) -> Ellipsoid {
        Ellipsoid::new(self.centre, self.radii, self.turn).expect("a body")
    }

    /// Rotates a vector of the body into the world, by q v q* as two cross products.
    fn turned(&self, v: DVec3) -> DVec3 {
        let [x, y, z, w] = self.turn.to_array().map(f64::from);
        let (q, length2) = (DVec3::new(x, y, z), x * x + y * y + z * z + w * w);
        v + 2.0 * q.cross(q.cross(v) + w * v) / length2
    }

    /// Points of the surface.
    fn surface(&self) -> impl Iterator<Item = DVec3> + '_ {
        (0..=60).flat_map(move |i| {
            (0..120).map(move |j| {
                let (s, c) = (f64::from(i) * std::f64::consts::PI / 60.0).sin_cos();
                let (sj, cj) = (f64::from(j) * std::f64::consts::PI / 60.0).sin_cos();
                self.centre.as_dvec3() + self.turned(self.radii.as_dvec3() * DVec3::new(s * cj, s * sj, c))
            })
        })
    }

    /// 1 on the surface, below 1 inside.
    fn level(&self, p: DVec3) -> f64 {
        let p = p - self.centre.as_dvec3();
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| self.turned(axis));
        (0..3).map(|i| (axes[i].dot(p) / f64::from(self.radii[i])).powi(2)).sum()
    }
}

fn vector(range: f32) -> impl Strategy<Value = Vec3> {
    [-range..range, -range..range, -range..range].prop_map(Vec3::from)
}

fn body() -> impl Strategy<Value = Body> {
    let turn = [-1.0_f32..1.0, -1.0..1.0, -1.0..1.0, 0.1..2.0].prop_map(Quat::from_array);
    (vector(5.0), [0.2_f32..4.0, 0.2..4.0, 0.2..4.0].prop_map(Vec3::from), turn)
        .prop_map(|(centre, radii, turn)| Body { centre, radii, turn })
}

proptest! {
    #![proptest_config(whole::cases(200))]

    #[test]
    fn n12_no_point_of_the_surface_reaches_further_than_the_support(body in body(), direction in vector(1.0)) {
        prop_assume!(direction.length() > 0.01);
        let (ellipsoid, n) = (body.ellipsoid(), direction.as_dvec3().normalize());
        let support = ellipsoid.support(direction).as_dvec3();
        prop_assert!((body.level(support) - 1.0).abs() < 1e-4, "it lies on the surface");
        let reach = n.dot(support - body.centre.as_dvec3());
        prop_assert!((reach - ellipsoid.half_width(direction)).abs() < 1e-5);
        let furthest = body.surface().map(|p| n.dot(p - body.centre.as_dvec3())).fold(0.0, f64::max);
        prop_assert!(furthest <= reach + 1e-5 && furthest > reach * 0.99 - 0.02, "{furthest} {reach}");
        let plane = Plane::from_point(Vec3::ZERO, direction).expect("a normal");
        let gap = body.surface().map(|p| plane.signed_distance(p.as_vec3())).fold(f64::INFINITY, f64::min);
        prop_assert!(ellipsoid.distance_to_plane(&plane) <= gap + 1e-5);
        let swept = ellipsoid.swept_bounds(direction);
        for p in body.surface().flat_map(|p| [p, p + direction.as_dvec3() * 0.4, p + direction.as_dvec3()]) {
            prop_assert!(p.cmpge(swept.min.as_dvec3()).all() && p.cmple(swept.max.as_dvec3()).all());
        }
    }
}

proptest! {
    #![proptest_config(whole::cases(20_000))]

    /// The reference implementation: the textbook's quadratic, with a matrix from another formula.
    #[test]
    fn n12_lines_go_in_and_out_where_the_quadratic_says(body in body(), start in vector(9.0), direction in vector(3.0)) {
        prop_assume!(direction.length() > 0.01);
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| body.turned(axis));
        let own = |v: DVec3| DVec3::from_array(std::array::from_fn(|i| axes[i].dot(v) / f64::from(body.radii[i])));
        let (s, d) = (own(start.as_dvec3() - body.centre.as_dvec3()), own(direction.as_dvec3()));
        let (a, b, c) = (d.dot(d), 2.0 * s.dot(d), s.dot(s) - 1.0);
        let discriminant = b * b - 4.0 * a * c;
        match body.ellipsoid().intersect_line(start, direction) {
            None => prop_assert!(discriminant < 1e-9 * b * b),
            Some([first, last]) => {
                prop_assert!(discriminant > -1e-9 * b * b && first <= last);
                let root = discriminant.max(0.0).sqrt();
                let near = if discriminant > 1e-6 * b * b { 1e-8 } else { 1e-3 };
                prop_assert!((first - (-b - root) / (2.0 * a)).abs() < near * (1.0 + first.abs()));
                prop_assert!((last - (-b + root) / (2.0 * a)).abs() < near * (1.0 + last.abs()));
                for t in [first, last] {
                    let level = body.level(start.as_dvec3() + direction.as_dvec3() * t);
                    prop_assert!((level - 1.0).abs() < 1e-9, "{level}");
                }
            }
        }
    }
}
