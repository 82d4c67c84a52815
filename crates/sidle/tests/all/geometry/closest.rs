//! Closest points of segments, perimeters and polygons.

use glam::DVec3;
use proptest::prelude::*;
use sidle::geometry::{Ellipsoid, closest_on_perimeter, closest_on_polygon, closest_on_segment};
use sidle::{Feature, QueryFilter, Shape, Vec3, World};

use super::whole::{self, Slope, float, hull, place, slope};

#[test]
fn n06_closest_point_on_a_segment() {
    let (a, b) = (Vec3::ZERO, Vec3::X * 10.0);
    for (p, point, feature) in [
        (Vec3::new(3.0, 4.0, 0.0), Vec3::X * 3.0, Feature::Edge(0)),
        (Vec3::new(-3.0, 4.0, 0.0), a, Feature::Corner(0)),
        (Vec3::new(13.0, 4.0, 0.0), b, Feature::Corner(1)),
        (a, a, Feature::Corner(0)),
        (b, b, Feature::Corner(1)),
    ] {
        let close = closest_on_segment(p, a, b).expect("finite");
        assert_eq!((close.point, close.feature), (point, feature), "{p}");
    }
    let point = closest_on_segment(Vec3::Y * 2.0, b, b).expect("a segment without length is its point");
    assert_eq!((point.point, point.feature), (b, Feature::Corner(0)));
    assert_eq!(closest_on_segment(Vec3::NAN, a, b), None);
    assert_eq!(closest_on_segment(a, a, Vec3::INFINITY), None);
}

#[test]
fn n06_closest_point_on_a_triangle_perimeter() {
    let triangle = [Vec3::ZERO, Vec3::X * 8.0, Vec3::Z * 6.0];
    let close = closest_on_perimeter(Vec3::new(2.0, 5.0, 1.0), &triangle).expect("finite");
    assert_eq!((close.point, close.feature), (Vec3::X * 2.0, Feature::Edge(0)), "its inside does not count");
    let hypotenuse = closest_on_perimeter(Vec3::new(7.0, 0.0, 7.0), &triangle).expect("finite");
    assert_eq!(hypotenuse.feature, Feature::Edge(1));
    assert!((hypotenuse.distance - 5.0).abs() < 1e-12);
    let corner = closest_on_perimeter(Vec3::new(-1.0, 0.0, 9.0), &triangle).expect("finite");
    assert_eq!((corner.point, corner.feature), (triangle[2], Feature::Corner(2)));
}

#[test]
fn n06_closest_point_on_a_concave_perimeter() {
    let notched =
        [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)].map(|(x, y)| Vec3::new(x, y, 3.0));
    let close = closest_on_perimeter(Vec3::new(2.0, 0.75, 3.0), &notched).expect("finite");
    assert_eq!((close.point, close.feature), (notched[3], Feature::Corner(3)));
}

#[test]
fn n06_closest_point_on_a_triangle_and_a_convex_polygon() {
    let triangle = [Vec3::ZERO, Vec3::X * 8.0, Vec3::Z * 6.0];
    let close = closest_on_polygon(Vec3::new(2.0, 5.0, 1.0), &triangle).expect("finite");
    assert_eq!((close.point, close.distance, close.feature), (Vec3::new(2.0, 0.0, 1.0), 5.0, Feature::Face));
    let square = [Vec3::ZERO, Vec3::Z, Vec3::X + Vec3::Z, Vec3::X];
    let beside = closest_on_polygon(Vec3::new(0.5, 1.0, 2.0), &square).expect("finite");
    assert_eq!((beside.point, beside.feature), (Vec3::new(0.5, 0.0, 1.0), Feature::Edge(1)));
}

#[test]
fn n06_degenerate_polygons_are_what_is_left_of_them() {
    let line = [Vec3::ZERO, Vec3::X, Vec3::X * 3.0];
    for closest in [closest_on_polygon, closest_on_perimeter] {
        let p = Vec3::new(2.0, 1.0, 0.0);
        assert_eq!(closest(p, &line).map(|c| c.point), Some(Vec3::X * 2.0));
        assert_eq!(closest(p, &line[..2]).map(|c| c.point), Some(Vec3::X));
        assert_eq!(closest(p, &[Vec3::Y; 3]).map(|c| (c.point, c.distance)), Some((Vec3::Y, 2.0)));
        assert_eq!(closest(p, &[Vec3::Y]).map(|c| c.feature), Some(Feature::Corner(0)));
        assert_eq!(closest(p, &[]), None);
        assert_eq!(closest(p, &[Vec3::ZERO, Vec3::X, Vec3::NAN]), None);
        assert_eq!(closest(Vec3::INFINITY, &line), None);
        assert!(closest(p, &[Vec3::ZERO; 256]).is_some());
        assert_eq!(closest(p, &[Vec3::ZERO; 257]), None, "features count to 255");
    }
}

/// Nettle's method: the place where the sphere reaches the plane, the nearest point of the
/// perimeter, and from there back along the velocity. At an oblique step it misses a sphere that
/// hits the edge.
#[test]
fn n06_n07_the_texts_perimeter_point_walks_through_a_step() {
    let tread = [Vec3::new(0.0, -100.0, 0.0), Vec3::new(100.0, 0.0, 0.0), Vec3::new(0.0, 100.0, 0.0)];
    let (centre, motion) = (Vec3::new(-3.0, 0.0, 0.5), Vec3::new(4.0, 4.0, 0.0));
    // The plane intersects the ball, so the text takes the foot of the perpendicular.
    let foot = Vec3::new(-3.0, 0.0, 0.0);
    let nearest = closest_on_perimeter(foot, &tread).expect("finite").point;
    assert_eq!(nearest, Vec3::ZERO);
    let sphere = Ellipsoid::sphere(centre, 1.0).expect("a radius");
    assert_eq!(sphere.intersect_line(nearest, -motion), None, "the text finds nothing in the way");
    let world = World::from_triangles(&tread, &[[0, 1, 2]]).expect("a triangle");
    let hit = world.cast_shape(&Shape::sphere(1.0), centre, motion, &QueryFilter::ALL).expect("the edge");
    assert!((hit.fraction * f64::from(motion.length()) - 3.017_896).abs() < 1e-5, "{hit:?}");
}

/// The least distance from a segment by ternary search, because the distance first falls and then
/// rises.
fn by_thirds(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    let distance = |t: f64| a.lerp(b, t).distance(p);
    for _ in 0..80 {
        let (one, two) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if distance(one) < distance(two) { high = two } else { low = one }
    }
    distance(low).min(distance(0.0)).min(distance(1.0))
}

/// The least distance from the triangle a, b, c by nested ternary searches: the distance to a
/// convex set is convex, and so is its minimum over one of two directions.
fn from_triangle(p: DVec3, a: DVec3, b: DVec3, c: DVec3) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    let distance = |t: f64| by_thirds(p, a.lerp(b, t), a.lerp(c, t));
    for _ in 0..80 {
        let (one, two) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if distance(one) < distance(two) { high = two } else { low = one }
    }
    distance(low).min(distance(0.0)).min(distance(1.0))
}

fn corners(slope: Slope, places: Vec<[i64; 2]>) -> Vec<Vec3> {
    hull(places).into_iter().map(|c| float(slope.lift(c))).collect()
}

proptest! {
    #![proptest_config(whole::cases(1_000))]

    #[test]
    fn n06_perimeters_are_as_close_as_searching_them_says(
        outline in prop::collection::vec(place(), 1..7), p in place(),
    ) {
        let corners: Vec<Vec3> = outline.iter().map(|&c| float(c)).collect();
        let close = closest_on_perimeter(float(p), &corners).expect("finite");
        let wide: Vec<DVec3> = corners.iter().map(|c| c.as_dvec3()).collect();
        let p64 = float(p).as_dvec3();
        let least = (0..wide.len()).map(|i| by_thirds(p64, wide[i], wide[(i + 1) % wide.len()])).fold(f64::INFINITY, f64::min);
        prop_assert!((close.distance - least).abs() < 1e-7, "{} {least}", close.distance);
        prop_assert!((f64::from(close.point.distance(float(p))) - least).abs() < 1e-5);
        let on_its_feature = match close.feature {
            Feature::Face => false,
            Feature::Corner(i) => corners[usize::from(i)] == close.point,
            Feature::Edge(i) => {
                let (a, b) = (wide[usize::from(i)], wide[(usize::from(i) + 1) % wide.len()]);
                by_thirds(close.point.as_dvec3(), a, b) < 1e-6
            }
        };
        prop_assert!(on_its_feature, "{close:?}");
    }

    #[test]
    fn n06_polygons_are_as_close_as_searching_them_says(
        places in prop::collection::vec([-6_i64..=6, -6_i64..=6], 1..9), p in place(), slope in slope(),
    ) {
        let corners = corners(slope, places);
        prop_assume!(!corners.is_empty());
        let close = closest_on_polygon(float(p), &corners).expect("finite");
        let wide: Vec<DVec3> = corners.iter().map(|c| c.as_dvec3()).collect();
        let p64 = float(p).as_dvec3();
        let fan = (1..wide.len().max(2)).map(|i| {
            let last = wide.len() - 1;
            from_triangle(p64, wide[0], wide[i.min(last)], wide[(i + 1).min(last)])
        });
        let least = fan.fold(f64::INFINITY, f64::min);
        prop_assert!((close.distance - least).abs() < 1e-6, "{} {least}", close.distance);
    }
}
