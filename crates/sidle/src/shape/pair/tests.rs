use glam::{DQuat, Quat};
use sidle_scenes::SplitMix64;

use super::*;
use crate::shape::ShapeKind;

/// Shapes of very different proportions at positions, in every relation to each other.
struct Source(SplitMix64);

impl Source {
    fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::from([0; 3].map(|_| self.0.range(-size, size)))
    }

    fn shape(&mut self) -> Shape {
        let size = self.0.magnitude(0.05, 6);
        let thin = [1.0, 0.5, 0.1, 0.01][self.0.below(4)];
        let shape = match self.0.below(6) {
            0 => Shape::point(),
            1 => Shape::sphere(size as f32),
            2 => Shape::capsule(0.0, size as f32),
            3 => Shape::capsule((size * thin) as f32, (2.0 * size * thin + size) as f32),
            4 => Shape::ellipsoid((DVec3::new(1.0, thin, self.0.range(thin, 1.0)) * size).as_vec3()),
            _ => Shape::ellipsoid((DVec3::new(thin, 1.0, thin) * size).as_vec3()),
        };
        match self.0.below(3) {
            0 => shape,
            1 => shape.with_rotation(Quat::from_xyzw(0.0, 0.0, 1.0, 1.0)),
            _ => shape.with_rotation(Quat::from_array([0; 4].map(|_| self.0.range(-1.0, 1.0) as f32))),
        }
    }

    fn pair(&mut self) -> [(Shape, Vec3); 2] {
        let (a, b) = (self.shape(), self.shape());
        let reach = f64::from(a.longest_half_length() + b.longest_half_length());
        let origin = [0.0, 0.0, 100.0, 1e6][self.0.below(4)];
        let b_at = self.vector(origin).as_vec3();
        let apart = [0.0, 1e-6, 0.1, 0.7, 1.0, 3.0, 100.0][self.0.below(7)];
        let mut offset = self.vector(reach * apart);
        if self.0.below(4) == 0 {
            offset[self.0.below(3)] = 0.0;
        }
        [(a, (b_at.as_dvec3() + offset).as_vec3()), (b, b_at)]
    }
}

/// Reference: support function and membership from the definitions of the shapes.
fn turned_back(shape: &Shape, v: DVec3) -> DVec3 {
    DQuat::from_array(shape.rotation().to_array().map(f64::from)).normalize().inverse() * v
}

fn support(shape: &Shape, n: DVec3) -> f64 {
    match shape.kind() {
        ShapeKind::Point => 0.0,
        ShapeKind::Sphere { radius } => radius.into(),
        ShapeKind::Ellipsoid { radii } => (turned_back(shape, n) * radii.as_dvec3()).length(),
        ShapeKind::Capsule { radius, height } => {
            let (radius, height) = (f64::from(radius), f64::from(height));
            radius + turned_back(shape, n).y.abs() * (0.5 * height - radius)
        }
        ShapeKind::Reserved(never, _) => match never {},
    }
}

/// Returns how far outside of a shape around the origin a point lies; 0 inside. For ellipsoids, it
/// is a bound.
fn outside(shape: &Shape, p: DVec3) -> f64 {
    let local = turned_back(shape, p);
    let beyond = match shape.kind() {
        ShapeKind::Point => p.length(),
        ShapeKind::Sphere { radius } => p.length() - f64::from(radius),
        ShapeKind::Ellipsoid { radii } => {
            let radii = radii.as_dvec3();
            ((local / radii).length() - 1.0) * radii.max_element()
        }
        ShapeKind::Capsule { radius, height } => {
            let half = 0.5 * f64::from(height) - f64::from(radius);
            (local - DVec3::Y * local.y.clamp(-half, half)).length() - f64::from(radius)
        }
        ShapeKind::Reserved(never, _) => match never {},
    };
    beyond.max(0.0)
}

fn separation(pair: &[(Shape, Vec3); 2], n: DVec3) -> f64 {
    let [(a, a_at), (b, b_at)] = pair;
    n.dot(a_at.as_dvec3() - b_at.as_dvec3()) - support(a, n) - support(b, n)
}

fn solve(pair: &[(Shape, Vec3); 2]) -> (Pair, SeparatingPlane) {
    let [(a, a_at), (b, b_at)] = pair;
    let pair = Pair::new(a, a_at.as_dvec3(), b, b_at.as_dvec3()).expect("valid shapes");
    let plane = pair.difference.plane(pair.centers());
    (pair, plane)
}

fn is_ellipsoid(shape: &Shape) -> bool {
    matches!(shape.kind(), ShapeKind::Ellipsoid { .. })
}

/// Improves a normal by random steps that get shorter: a slow reference.
fn climb(pair: &[(Shape, Vec3); 2], mut n: DVec3, source: &mut Source) -> f64 {
    let (mut best, mut step) = (separation(pair, n), 1.0);
    while step > 1e-7 {
        let next = (n + source.vector(step)).normalize();
        let found = separation(pair, next);
        if found > best {
            (best, n) = (found, next);
        } else {
            step *= 0.9;
        }
    }
    best
}

/// A lower and an upper bound enclose the distance of apart shapes: the certificate, and two points
/// that lie in the shapes.
#[test]
fn the_certificate_equals_the_distance_of_two_points() {
    let mut source = Source(SplitMix64::new(24));
    let mut apart = 0;
    for case in 0..150_000 {
        let shapes = source.pair();
        let (pair, plane) = solve(&shapes);
        let n = plane.normal;
        let told = || format!("case {case}: {shapes:?} {plane:?}");
        let scale = pair.difference.size() + pair.centers().length();
        assert!((n.length() - 1.0).abs() < 1e-15, "{}", told());
        assert!((separation(&shapes, n) - plane.separation).abs() <= 1e-14 * scale, "{}", told());
        let points = [pair.bodies[0].point(-n, plane.along[0]), pair.bodies[1].point(n, plane.along[1])];
        for (p, (shape, _)) in points.iter().zip(&shapes) {
            assert!(outside(shape, *p) <= 1e-13 * scale, "{p} {}", told());
        }
        let has_ellipsoid = shapes.iter().any(|s| is_ellipsoid(&s.0));
        let miss = (pair.centers() + points[0] - points[1] - n * plane.separation).length();
        if plane.separation > 0.0 || !has_ellipsoid {
            // For apart shapes, the separation is at least the distance of the points less this.
            assert!(miss <= 1e-9 * scale, "{miss} {}", told());
            apart += usize::from(plane.separation > 0.0);
        }
        let [(a, a_at), (b, b_at)] = &shapes;
        let public = a.distance(*a_at, b, *b_at).expect("valid shapes");
        assert!(f64::from(public.distance) <= separation(&shapes, n), "{}", told());
        let rounding = 1e-13 * scale + 1.2e-7 * plane.separation.abs();
        assert!(f64::from(public.distance) >= plane.separation - rounding, "{}", told());
    }
    assert!(apart > 50_000, "{apart}");
}

/// The separation is the maximum over all normals. Overlapping ellipsoids may miss it by a few
/// percent of the size.
#[test]
fn no_sampled_normal_is_better() {
    let mut source = Source(SplitMix64::new(25));
    for case in 0..5_000 {
        let shapes = source.pair();
        let (pair, plane) = solve(&shapes);
        let mut best = climb(&shapes, plane.normal, &mut source);
        for _ in 0..4 {
            let start = source.vector(1.0).normalize();
            best = best.max(climb(&shapes, start, &mut source));
        }
        let has_ellipsoid = shapes.iter().any(|s| is_ellipsoid(&s.0));
        let may_miss = has_ellipsoid && plane.separation <= 0.0;
        let miss = (best - plane.separation) / pair.difference.size().max(1e-9);
        assert!(miss <= if may_miss { 0.06 } else { 1e-12 }, "case {case}: {miss} {shapes:?} {plane:?}");
    }
}

#[test]
fn swapped_and_translated_pairs_have_the_same_answer() {
    let mut source = Source(SplitMix64::new(26));
    for case in 0..20_000 {
        let [(a, a_at), (b, b_at)] = source.pair();
        // Multiples of 1/64 m, whose sums are exact.
        let grid = |v: Vec3| (v.clamp(Vec3::splat(-1000.0), Vec3::splat(1000.0)) * 64.0).round() / 64.0;
        let (a_at, b_at, by) = (grid(a_at), grid(b_at), grid(source.vector(1000.0).as_vec3()));
        let told = || format!("case {case}: {a:?} {a_at} {b:?} {b_at}");
        let found = a.distance(a_at, &b, b_at).expect("valid shapes");
        let moved = a.distance(a_at + by, &b, b_at + by).expect("valid shapes");
        assert_eq!((found.distance, found.normal), (moved.distance, moved.normal), "{}", told());
        let swapped = b.distance(b_at, &a, a_at).expect("valid shapes");
        assert_eq!(found.distance, swapped.distance, "{}", told());
        if a_at != b_at {
            assert_eq!(found.normal, -swapped.normal, "{}", told());
            assert_eq!((found.point, found.other_point), (swapped.other_point, swapped.point), "{}", told());
        }
    }
}

/// Steps along the motion find no overlap before the hit of a cast, and none at all without a hit.
#[test]
fn casts_stop_where_steps_find_the_contact() {
    let mut source = Source(SplitMix64::new(27));
    let (mut hits, mut misses) = (0, 0);
    for case in 0..20_000 {
        let shapes = source.pair();
        let (pair, start) = solve(&shapes);
        let c = pair.centers();
        let past = source.vector(pair.difference.size());
        let motion = ((past - c) * source.0.range(0.5, 3.0)).as_vec3().as_dvec3();
        let told = || format!("case {case}: {shapes:?} {motion} {start:?}");
        let found = pair.impact(motion);
        let rounding = 1e-13 * (c.length() + pair.difference.size());
        let touch = 1.01 * PAIR_TOUCH * pair.difference.size() + 10.0 * rounding;
        let at = |t: f64| pair.difference.plane(c + motion * t).separation;
        if start.separation <= 0.0 {
            let leaves = start.normal.dot(motion) >= -1e-14 * motion.length();
            assert_eq!(found.map(|f| f.0), (!leaves).then_some(0.0), "{}", told());
            continue;
        }
        let end = found.map_or(1.0, |f| f.0);
        for k in 0..=20 {
            let separation = at(end * f64::from(k) / 20.0);
            // Without a hit, the path may run along the contact.
            let least = if found.is_some() { 0.0 } else { -rounding };
            assert!(separation >= least, "{k} {separation} {found:?} {}", told());
        }
        if found.is_some() {
            hits += 1;
            assert!(at(end) <= touch, "{} {}", at(end), told());
        } else {
            misses += 1;
        }
    }
    assert!(hits > 3000 && misses > 1000, "{hits} {misses}");
}

#[test]
fn closed_forms() {
    let upright = Shape::capsule(0.25, 2.0);
    let lying = upright.clone().with_rotation(Quat::from_xyzw(0.0, 0.0, 1.0, 1.0));
    let check = |a: &Shape, at: Vec3, b: &Shape, expected: f32, normal: Vec3| {
        let found = a.distance(at, b, Vec3::ZERO).expect("valid shapes");
        assert!((found.distance - expected).abs() < 1e-6, "{found:?}");
        assert!((found.normal - normal).length() < 1e-6, "{found:?}");
        assert!(
            (found.point - found.other_point - (normal * expected).as_dvec3()).length() < 1e-6,
            "{found:?}"
        );
    };
    check(&Shape::point(), Vec3::new(3.0, 0.0, 4.0), &Shape::point(), 5.0, Vec3::new(0.6, 0.0, 0.8));
    check(&upright, Vec3::X * 0.3, &upright, -0.2, Vec3::X);
    check(&upright, Vec3::Y * 3.0, &upright, 1.0, Vec3::Y);
    check(&upright, Vec3::Z, &lying, 0.5, Vec3::Z);
    check(&upright, Vec3::new(0.5, 0.5, 0.1), &lying, -0.4, Vec3::Z);
    let egg = Shape::ellipsoid(Vec3::new(3.0, 6.0, 1.0));
    check(&Shape::sphere(0.5), Vec3::Y * 8.0, &egg, 1.5, Vec3::Y);
    check(&egg, Vec3::X * 7.0, &egg, 1.0, Vec3::X);
    check(&upright, Vec3::ZERO, &egg, -1.25, Vec3::Z);
    check(&upright, Vec3::new(0.0, 0.5, -1.0), &egg, -0.25, Vec3::NEG_Z);
    check(&egg, Vec3::Z * 0.5, &egg, -1.5, Vec3::Z);
}

#[test]
fn invalid_input_has_no_answer() {
    let ball = Shape::sphere(1.0);
    for bad in [
        Shape::sphere(0.0),
        Shape::capsule(1.0, 1.9),
        Shape::ellipsoid(Vec3::new(1.0, f32::NAN, 1.0)),
        Shape::capsule(1.0, 3.0).with_rotation(Quat::from_array([0.0; 4])),
    ] {
        assert_eq!(ball.distance(Vec3::ZERO, &bad, Vec3::ZERO), None);
        assert_eq!(bad.cast(Vec3::ZERO, Vec3::X, &ball, Vec3::X * 3.0), None);
    }
    for x in [f32::NAN, f32::INFINITY, 2e9] {
        assert_eq!(ball.distance(Vec3::X * x, &ball, Vec3::ZERO), None);
        assert_eq!(ball.cast(Vec3::ZERO, Vec3::X, &ball, Vec3::Y * x), None);
    }
    assert_eq!(ball.cast(Vec3::ZERO, Vec3::X * f32::INFINITY, &ball, Vec3::X * 3.0), None);
    assert_eq!(ball.contact(Vec3::ZERO, &ball, Vec3::ZERO, f32::NAN), None);
}

/// Extreme sizes and motions give finite answers.
#[test]
fn queries_are_total() {
    let sizes = [f32::MIN_POSITIVE, 1.0, 16_777_216.0];
    let places = [0.0, f32::MIN_POSITIVE, 1e-30, 1.0, 16_777_216.0];
    let mut source = Source(SplitMix64::new(28));
    for _ in 0..20_000 {
        let mut any = || sizes[source.0.below(3)];
        let shapes = [(); 2].map(|()| {
            let (a, b, c) = (any(), any(), any());
            [Shape::ellipsoid(Vec3::new(a, b, c)), Shape::capsule(a.min(b) * 0.25, b)]
        });
        let turn = Quat::from_array([0; 4].map(|_| source.0.range(-1.0, 1.0) as f32));
        let (i, j) = (source.0.below(2), source.0.below(2));
        let (a, b) = (shapes[0][i].clone().with_rotation(turn), &shapes[1][j]);
        let mut place = || Vec3::from_array([0; 3].map(|_| places[source.0.below(5)]));
        let (at, other_at) = (place(), -place());
        if let Some(found) = a.distance(at, b, other_at) {
            let is_finite = found.point.is_finite() && found.other_point.is_finite();
            assert!(is_finite && found.distance.is_finite(), "{a:?} {at} {b:?} {other_at} {found:?}");
            assert!((found.normal.length() - 1.0).abs() < 1e-6, "{a:?} {at} {b:?} {other_at} {found:?}");
        }
        for motion in [f32::MAX, 1.0, f32::MIN_POSITIVE] {
            if let Some(hit) = a.cast(at, (other_at - at).normalize_or_zero() * motion, b, other_at) {
                assert!((0.0..=1.0).contains(&hit.fraction) && hit.point.is_finite(), "{hit:?}");
            }
        }
    }
}
