//! Scenes with the functions of `sidle::geometry`. The exception is the function that sums angles:
//! it calls the system's `atan2`, so its result is not bit-identical on all platforms.

use sidle::geometry::{
    Aabb, Ellipsoid, Frame, LinePlane, Plane, closest_on_perimeter, closest_on_polygon, closest_on_segment,
    point_at, point_in_convex_polygon, point_in_polygon, polygon_area, polygon_centroid, polygon_normal,
    ray_triangle, ray_triangle_in_plane, reflect, segment_polygon,
};
use sidle::{Quat, Sides, Vec3};
use sidle_scenes::SplitMix64;

use super::Scene;
use crate::desired::{number, vector};
use crate::record::Record;

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        Scene::new("geometry/polygons", |_, record| {
            let mut rng = SplitMix64::new(30);
            (0..120).for_each(|_| polygons(&mut rng, record));
        }),
        Scene::new("geometry/planes", |_, record| {
            let mut rng = SplitMix64::new(31);
            (0..120).for_each(|_| planes(&mut rng, record));
        }),
    ]
}

/// Returns a random point of varying magnitude. Some coordinates are zeros and integers, so that
/// parallel, flat and coincident cases occur.
fn point(rng: &mut SplitMix64) -> Vec3 {
    let size = [1.0, 1.0, 100.0, 1e-3][rng.below(4)];
    let p = vector(rng, size);
    if rng.below(3) == 0 { (p * 4.0).trunc() } else { p }
}

fn polygons(rng: &mut SplitMix64, record: &mut Record) {
    let [a, b, c, p, motion] = [(); 5].map(|()| point(rng));
    let corners = [a, b, c, a + (c - b)];
    let sides = [Sides::Two, Sides::Front][rng.below(2)];
    let plane = Plane::from_triangle(a, b, c);
    let in_plane = plane.and_then(|plane| ray_triangle_in_plane(p, motion, &[a, b, c], &plane, sides));
    for hit in [ray_triangle(p, motion, &[a, b, c], sides), in_plane] {
        record.perhaps(hit, |r, h| [h.fraction, h.u, h.v].into_iter().for_each(|x| r.double(x)));
    }
    record.perhaps(segment_polygon(p, motion, &corners, sides), Record::double);
    let closest =
        [closest_on_segment(p, a, b), closest_on_perimeter(p, &corners), closest_on_polygon(p, &corners)];
    for found in closest {
        record.perhaps(found, |r, c| {
            r.vector(c.point);
            r.double(c.distance);
        });
    }
    record.truth(point_in_polygon(p, &corners));
    record.truth(point_in_convex_polygon(p, &corners));
    record.double(polygon_area(&corners));
    record.perhaps(polygon_normal(&corners), Record::vector);
    record.perhaps(polygon_centroid(&corners), Record::vector);
    let around = Aabb { min: p - 0.5, max: p + 0.5 };
    record.truth(around.overlaps_polygon(&corners));
    record.vertices(&around.clip_polygon(&corners));
}

fn planes(rng: &mut SplitMix64, record: &mut Record) {
    let [a, b, c, p, motion] = [(); 5].map(|()| point(rng));
    record.vector(point_at(p, motion, rng.unit()));
    record.vector(reflect(motion, a, number(rng, 0.0, 1.0)));
    record.perhaps(Frame::from_triangle(a, b, c), |r, f| {
        [f.to_local(p), f.to_world(p), f.direction_to_local(motion), f.direction_to_world(motion)]
            .into_iter()
            .for_each(|v| r.vector(v));
    });
    let turn = Quat::from_xyzw(a.x, a.y, a.z, b.x);
    let ellipsoid = Ellipsoid::new(p, c.abs() + 0.01, turn);
    record.perhaps(ellipsoid.as_ref(), |r, e| {
        r.vector(e.support(motion));
        r.double(e.half_width(motion));
        r.perhaps(e.intersect_line(a, motion), |r, t| t.into_iter().for_each(|x| r.double(x)));
        let around = e.swept_bounds(motion);
        r.vector(around.min);
        r.vector(around.max);
    });
    record.perhaps(Plane::from_triangle(a, b, c), |r, plane| {
        r.vector(plane.normal());
        r.double(plane.offset());
        r.double(plane.signed_distance(p));
        r.word(plane.side(p, 0.001) as u64);
        r.truth(plane.crossing(p, p + motion).is_some());
        if let LinePlane::Meets { fraction } = plane.intersect_line(p, motion) {
            r.double(fraction);
        }
        let casts = [
            plane.cast_sphere(p, 0.3, motion),
            plane.cast_sphere_solid(p, 0.3, motion),
            ellipsoid.and_then(|e| plane.cast_ellipsoid(&e, motion)),
        ];
        for hit in casts {
            r.perhaps(hit, |r, h| {
                r.double(h.fraction);
                r.vector(h.point);
                r.vector(h.normal);
            });
        }
    });
}
