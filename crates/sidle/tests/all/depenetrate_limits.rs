//! Depenetration at numerical limits: centres on internal edges, slivers, huge and thin shapes, the
//! largest coordinates.

use crate::common::mixed::vector;
use crate::common::{body_of, wide};
use sidle::{
    Depenetration, IndexKind, InstanceOptions, MaterialId, MoveConfig, MoverCache, Pose, Scratch, Shape,
    Vec3, World, WorldBuilder,
};
use sidle_judge::{Judge, V};
use sidle_scenes::SplitMix64;

type Triangle = [Vec3; 3];

fn world_of(triangles: &[Triangle]) -> World {
    let mut builder = WorldBuilder::new();
    builder.set_index(IndexKind::Bvh);
    for t in triangles {
        builder.add_triangles(t, &[[0, 1, 2]], MaterialId(0));
    }
    builder.build().expect("finite")
}

fn judge_of(triangles: &[Triangle]) -> Judge {
    let corners: Vec<[f32; 3]> = triangles.iter().flatten().map(|v| v.to_array()).collect();
    let ids: Vec<[u32; 3]> = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Judge::new(&corners, &ids)
}

/// Returns the result with its path. If it is free, checks that the judge agrees and that the path
/// crosses nothing.
fn way_out(triangles: &[Triangle], shape: &Shape, from: Vec3, skin_width: f32) -> Depenetration {
    let (world, judge, mut scratch) = (world_of(triangles), judge_of(triangles), Scratch::default());
    let config = MoveConfig { record_path: true, skin_width, ..MoveConfig::default() };
    let out = world.depenetrate(&mut scratch, shape, from, &config);
    if out.is_free() {
        assert!(judge.decide(&body_of(shape), wide(out.position)).free, "{out:?}");
        let path: Vec<V> = scratch.path().iter().map(|&p| wide(p)).collect();
        assert!(path.is_empty() || !judge.path_crosses(&path), "from {from}: {out:?} by {path:?}");
    }
    out
}

/// Beside such an internal edge, the certified distance of the centre is below zero, as if it lay
/// on both triangles. Earlier, balls left through the floor there.
#[test]
fn a_centre_just_above_the_seam_of_large_triangles_stays_above() {
    let mut rng = SplitMix64::new(3);
    let mut free = 0;
    for case in 0..1200 {
        let size = [10.0, 100.0, 1e3, 1e4][case % 4];
        let height = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4][case / 4 % 5];
        let along = vector(&mut rng, 1.0).as_dvec3().normalize();
        let across = along.cross(vector(&mut rng, 1.0).as_dvec3()).normalize();
        let up = along.cross(across);
        let a = (along * (-size * rng.range(0.3, 1.0)) + across * rng.range(-1.0, 1.0)).as_vec3();
        let b = (along * (size * rng.range(0.3, 1.0))).as_vec3();
        // The internal edge passes the origin as closely as numbers allow.
        let foot_of = |a: Vec3, b: Vec3| {
            let seam = (b.as_dvec3() - a.as_dvec3()).normalize();
            a.as_dvec3() - seam * seam.dot(a.as_dvec3())
        };
        let shift = foot_of(a, b).as_vec3();
        let [a, b, c, d] = [a, b, (across * size).as_vec3(), (across * -size).as_vec3()].map(|p| p - shift);
        let from = (foot_of(a, b) + up * height).as_vec3();
        let mut triangles = vec![[a, b, c], [b, a, d]];
        // A lid over every other one closes the path upwards.
        if case % 2 == 0 {
            let (over, s) = (up * 0.7, 25.0);
            let lid = [over - along * s - across * s, over + along * s - across * s, over + across * s * 2.0];
            triangles.push(lid.map(|p| p.as_vec3()));
        }
        free += u32::from(way_out(&triangles, &Shape::sphere(0.5), from, 0.001).is_free());
    }
    assert_eq!(free, 600, "those without a lid");
}

/// In the space of a thin body, rounding hides the side of a face on which its centre lies. In the
/// world it does not.
#[test]
fn a_thin_body_that_starts_a_rounding_from_a_face_stays_on_its_side() {
    let mut rng = SplitMix64::new(4);
    let (mut free, mut apart) = (0, 0);
    for _ in 0..400 {
        let soup: Vec<Triangle> = (0..6).map(|_| [0; 3].map(|_| vector(&mut rng, 30.0))).collect();
        let turn = [0; 4].map(|_| rng.range(-1.0, 1.0) as f32);
        let turn = sidle::Quat::from_array(turn).normalize();
        let shape = Shape::ellipsoid(Vec3::new(0.03, 30.0, 15.0)).with_rotation(turn);
        let [a, b, c] = soup[0];
        let from = a * 0.5 + b * 0.25 + c * 0.25;
        apart +=
            u32::from(judge_of(&soup[..1]).clearance(&body_of(&Shape::point()), wide(from), 1.0).gap > 0.0);
        free += u32::from(way_out(&soup, &shape, from, 0.001).is_free());
    }
    assert!(free > 100 && apart > 300, "{free} {apart}");
}

/// Slivers have no plane in the mover's space. Earlier, a ball went through a floor of strips that
/// are a million times as long as wide.
#[test]
fn a_floor_of_slivers_is_a_floor() {
    let (width, long, count) = (1.0 / 65_536.0, 1000.0, 4096);
    let mut triangles = Vec::new();
    let mut quad =
        |a: Vec3, u: Vec3, w: Vec3| triangles.extend([[a, a + u, a + u + w], [a, a + u + w, a + w]]);
    for i in 0..count {
        let x = (i - count / 2) as f32 * width;
        quad(Vec3::new(x, -long, 0.0), Vec3::X * width, Vec3::Y * (2.0 * long));
    }
    let x = count as f32 * width * 0.5;
    let far = 2.0 * long;
    quad(Vec3::new(-far, -long, 0.0), Vec3::X * (far - x), Vec3::Y * far);
    quad(Vec3::new(x, -long, 0.0), Vec3::X * (far - x), Vec3::Y * far);
    let lid = triangles.len();
    let mut quad =
        |a: Vec3, u: Vec3, w: Vec3| triangles.extend([[a, a + u, a + u + w], [a, a + u + w, a + w]]);
    quad(Vec3::new(-far, -far, 0.0075), Vec3::X * (2.0 * far), Vec3::Y * (2.0 * far));
    let from = Vec3::new(0.0, 0.0, 0.001);
    assert!(!way_out(&triangles, &Shape::sphere(0.005), from, 1e-4).is_free());
    // Without the lid there is a path upwards.
    assert!(way_out(&triangles[..lid], &Shape::sphere(0.005), from, 1e-4).is_free());
}

/// The list of polygons depended on the mover cache, and the search spent its work on polygons out
/// of reach.
#[test]
fn a_neighbourhood_does_not_change_the_way_out() {
    let mut rng = SplitMix64::new(5);
    let (mut scratch, mut searched) = (Scratch::default(), 0);
    for case in 0..300 {
        let size = [1e-5, 1.0, 1e5][case % 3];
        let triangles: Vec<Triangle> = (0..120)
            .map(|_| {
                let long = size * [1.0, 3.0, 0.1][rng.below(3)];
                let (a, u, w) = (vector(&mut rng, size), vector(&mut rng, long), vector(&mut rng, long));
                [a, a + u, a + w]
            })
            .collect();
        let world = world_of(&triangles);
        let shape = Shape::ellipsoid(Vec3::new(0.05, 0.025, 0.00005) * size as f32);
        let [a, b, _] = triangles[0];
        let from = (a + b) * 0.5;
        let config = MoveConfig { skin_width: 1e-9, ..MoveConfig::default() };
        let plain = world.depenetrate(&mut scratch, &shape, from, &config);
        searched += u32::from(plain.iterations > 32);
        let mut neighbourhood = MoverCache::default();
        for round in 0..2 {
            let out = scratch
                .with_cache(&mut neighbourhood, |scratch| world.depenetrate(scratch, &shape, from, &config));
            assert_eq!(out, plain, "case {case}, round {round}");
        }
    }
    assert!(searched > 10, "{searched}");
}

/// A search without a way out is repeated as soon as the polygons around the body have moved, even
/// if they are the same polygons: a tube that is narrower than the ball in it opens at one end.
#[test]
fn a_failed_search_is_repeated_where_the_polygons_have_moved() {
    let quad = |corners: [[f32; 3]; 4]| corners.map(|corner| Vec3::from(corner) * 0.4);
    let across = |x: f32| quad([[x, -1.0, -1.0], [x, -1.0, 1.0], [x, 1.0, 1.0], [x, 1.0, -1.0]]);
    let mut builder = WorldBuilder::new();
    builder.add_polygon(&across(-1.5), MaterialId(0));
    for s in [-1.0, 1.0] {
        for side in [
            [[-1.5, s, -1.0], [-1.5, s, 1.0], [1.5, s, 1.0], [1.5, s, -1.0]],
            [[-1.5, -1.0, s], [-1.5, 1.0, s], [1.5, 1.0, s], [1.5, -1.0, s]],
        ] {
            builder.add_polygon(&quad(side), MaterialId(0));
        }
    }
    let mut world = builder.build().expect("a tube");
    let mut lid = world.geometry_builder();
    lid.add_polygon(&across(1.5), MaterialId(0));
    let lid = world.add_geometry(lid).expect("a lid");
    let id = world.add_instance(lid, &Pose::IDENTITY, InstanceOptions::default()).expect("a pose");
    let (mut scratch, ball, config) = (Scratch::default(), Shape::sphere(0.45), MoveConfig::default());
    for is_open in [false, true, false, true] {
        let pose = Pose::at(if is_open { Vec3::Y } else { Vec3::ZERO });
        world.set_pose(id, &pose).expect("a pose");
        for _ in 0..2 {
            let out = world.depenetrate(&mut scratch, &ball, Vec3::ZERO, &config);
            assert_eq!(out.is_free(), is_open, "{out:?}");
        }
    }
}

/// Positions may be beyond the largest coordinate of a mesh, so a way out may lead there.
#[test]
fn a_way_out_leads_beyond_the_furthest_coordinate_of_a_mesh() {
    let wall = [Vec3::new(1.66e7, -1e6, -1e6), Vec3::new(1.66e7, 1e6, -1e6), Vec3::new(1.66e7, 0.0, 1e6)];
    let from = Vec3::new(1.66e7 + 64.0, 0.0, 0.0);
    let out = way_out(&[wall], &Shape::sphere(2e5), from, 0.001);
    assert!(out.is_free() && (1.68e7..1.680_001e7).contains(&out.position.x), "{out:?}");
}

/// A point never overlaps, so it is free where there is no room for its skin. Earlier it was
/// reported as overlapping forever.
#[test]
fn a_point_without_room_around_it_is_free() {
    let mut rng = SplitMix64::new(8);
    let far = Vec3::new(1.6e7, -1.6e7, 1.6e7);
    for _ in 0..20 {
        let soup: Vec<Triangle> = (0..120).map(|_| [0; 3].map(|_| far + vector(&mut rng, 40.0))).collect();
        let out = way_out(&soup, &Shape::point(), soup[0][0], 0.001);
        assert!(out.is_free(), "{out:?}");
    }
}

// f64: coordinates of places are 1e-11 m apart; those of the box are 2 to 8 mm apart.
/// A closed box that is hardly wider than the ball in it, turned anyhow, where coordinates are 2 to
/// 8 mm apart. Earlier a way out was found only if the stored position nearest to a corner of the
/// free space was free by chance.
#[test]
fn far_from_the_origin_a_narrow_place_is_found() {
    let (radius, mut rng) = (0.1, SplitMix64::new(11));
    let (mut free, mut narrow) = (0, 0);
    for _ in 0..400 {
        let middle = Vec3::new(65_520.0, 16_390.0, -32_775.0) + vector(&mut rng, 4.0);
        let x = vector(&mut rng, 1.0).normalize();
        let z = x.cross(vector(&mut rng, 1.0)).normalize();
        let axes = [x, z.cross(x), z];
        let half = [radius + 0.0025, radius + 0.0025, radius + 0.003];
        let triangles: Vec<Triangle> = (0..6)
            .flat_map(|face| {
                let (axis, side) = (face / 2, if face % 2 == 0 { 1.0 } else { -1.0 });
                let (u, v) = (axes[(axis + 1) % 3], axes[(axis + 2) % 3]);
                let centre = middle + axes[axis] * (side * half[axis]);
                let corner = |a: f32, b: f32| centre + u * a + v * b;
                [
                    [corner(-0.3, -0.3), corner(0.3, -0.3), corner(0.3, 0.3)],
                    [corner(-0.3, -0.3), corner(0.3, 0.3), corner(-0.3, 0.3)],
                ]
            })
            .collect();
        let (shape, judge) = (Shape::sphere(radius), judge_of(&triangles));
        let steps =
            |p: f32, n: i32| (0..n.abs()).fold(p, |p, _| if n > 0 { p.next_up() } else { p.next_down() });
        let places = (-6..=6).flat_map(|i| (-6..=6).flat_map(move |j| (-6..=6).map(move |k| [i, j, k])));
        let has_room = places
            .map(|[i, j, k]| Vec3::new(steps(middle.x, i), steps(middle.y, j), steps(middle.z, k)))
            .filter(|place| place.distance(middle) < 0.02)
            .any(|place| judge.clearance(&body_of(&shape), wide(place), 0.01).gap > 0.001);
        if has_room {
            narrow += 1;
            let out = way_out(&triangles, &shape, middle + axes[1] * 0.05, 0.001);
            free += u32::from(out.is_free());
        }
    }
    assert!(narrow > 100 && free == narrow, "{free} of {narrow}");
}
