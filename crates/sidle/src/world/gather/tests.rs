//! Tests of gathering: against the judge, and with sectors.

use sidle_judge::{Body, Judge, closest_on_triangle};
use sidle_scenes::{SplitMix64, generate};

use super::*;
use crate::mesh::{IndexKind, WorldBuilder};
use crate::shape::Form;
use crate::shape::Shape;

/// Checks that a limit to sectors reduces the candidates of moves of three lengths.
#[test]
fn m12_a_limited_gather_looks_at_fewer_polygons() {
    let made = generate::rooms(1, [6, 6], 8);
    let mut builder = WorldBuilder::new();
    for (id, room) in (0..).zip(&made.rooms) {
        let sector = builder.add_sector(&room.name, room.low.into(), room.high.into());
        assert_eq!(sector.0, id);
    }
    for (i, &room) in made.triangle_rooms.iter().enumerate() {
        builder.set_sector(Some(crate::SectorId(room as u8)));
        builder.add_triangles(&made.level.corners(i).map(Vec3::from), &[[0, 1, 2]], MaterialId(0));
    }
    for o in &made.openings {
        let [a, b] = o.rooms.map(|r| crate::SectorId(r as u8));
        builder.add_portal(a, b, &o.corners.map(Vec3::from));
    }
    let world = builder.build().expect("rooms");
    let mut near = Candidates::default();
    for (radius, saved) in [(1.0, 0.0), (6.0, 0.1), (12.0, 0.1)] {
        let mut counts = [0, 0];
        for &spawn in &made.level.spawns {
            let from = Vec3::from(spawn);
            let space = Space::new(&Shape::sphere(0.4), from.as_dvec3(), 0.001).expect("a ball");
            let region = Region { center: DVec3::ZERO, radius };
            let set = world.sectors().reached(from, radius as f32 + 0.41);
            for (count, filter) in counts.iter_mut().zip([QueryFilter::ALL, QueryFilter::ALL.within(set)]) {
                world.gather(&space, &region, DVec3::ZERO, &filter, None, &mut near);
                *count += near.len();
            }
        }
        println!("{radius} m from 48 places: {} candidates, limited {}", counts[0], counts[1]);
        assert!(counts[1] as f64 <= counts[0] as f64 * (1.0 - saved), "{counts:?}");
    }
}

/// Returns adversarial triangles near a point: slivers, lines, points, duplicates, and
/// kilometre-sized ones.
fn trouble(rng: &mut SplitMix64, at: Vec3) -> Vec<[Vec3; 3]> {
    let mut list: Vec<[Vec3; 3]> = Vec::new();
    for _ in 0..60 {
        let size = [3.0, 3.0, 0.01, 1e3][rng.below(4)];
        let mut v = |s: f64| Vec3::from([0; 3].map(|_| rng.range(-s, s) as f32));
        let (a, u, w) = (at + v(3.0), v(size), v(size));
        let old = list.get(rng.below(60)).copied().unwrap_or([a; 3]);
        list.push(match rng.below(8) {
            0 => old,
            1 => [old[0], old[2], old[1]],
            2 => [a, a + u, a + u * 0.5],
            3 => [a, a + u, a + u * 0.3 + w * 1e-6],
            4 => [a, a, a + u],
            _ => [a, a + u, a + w],
        });
    }
    list
}

/// The reference implementation measures every triangle of the world with the judge in f64,
/// from points of the region. The list must contain every triangle that the shape with its skin
/// touches from any of them. Its distances must be valid lower bounds.
#[test]
fn everything_that_could_be_touched_from_the_region_is_gathered() {
    let mut rng = SplitMix64::new(9);
    let (mut touched, mut listed, mut all) = (0, 0, 0);
    for case in 0..1600 {
        let far = [0.0, 50.0, 1e4, 1e6][case % 4];
        let mut v = |s: f64| Vec3::from([0; 3].map(|_| rng.range(-s, s) as f32));
        let (origin, turn, radii) = (v(far), v(1.0), v(0.7).abs() + 0.01);
        let (middle, here) = (v(1.0).as_dvec3(), v(0.5).as_dvec3());
        let triangles = trouble(&mut rng, origin);
        let mut builder = WorldBuilder::new();
        builder.set_index([IndexKind::Bvh, IndexKind::Octree][case / 4 % 2]);
        for t in &triangles {
            builder.add_triangles(t, &[[0, 1, 2]], MaterialId(0));
        }
        let world = builder.build().expect("finite");
        let rotation = glam::Quat::from_xyzw(turn.x, turn.y, turn.z, 0.6);
        let upright = Shape::ellipsoid(radii.max(Vec3::splat(0.3 * radii.max_element())));
        let turned = Shape::ellipsoid(radii).with_rotation(rotation);
        let capsule = Shape::capsule(0.3 * radii.x, 2.0 * radii.y.max(radii.x)).with_rotation(rotation);
        let shape = &[Shape::point(), Shape::sphere(radii.x), turned, upright, capsule][case / 8 % 5];
        // Thick enough that the rounding error of the judge has no effect.
        let skin = 0.01;
        let body = match shape.form() {
            Form::Point => Body::Point,
            Form::Sphere { radius } => Body::Sphere { radius: radius.into() },
            Form::Ellipsoid { radii, rotation } => Body::Ellipsoid {
                radii: radii.as_dvec3().to_array(),
                rotation: rotation.to_array().map(f64::from),
            },
            Form::Capsule { radius, height, rotation } => {
                Body::capsule(radius.into(), height.into(), rotation.to_array().map(f64::from))
            }
        };
        let body = body.inflated(0.999 * skin);
        let space = Space::new(shape, origin.as_dvec3(), skin).expect("a shape");
        let region = Region { center: middle, radius: [0.0, 0.1, 2.0][case / 40 % 3] };
        let x = middle + here * region.radius;
        let mut near = Candidates::default();
        world.gather(&space, &region, x, &QueryFilter::ALL, None, &mut near);
        let found: Vec<u32> = (0..near.len())
            .map(|i| world.surface_of(near.get(i), Feature::Face).polygon.index() as u32)
            .collect();
        (listed, all) = (listed + found.len(), all + triangles.len());
        let corners_of = |i: u32| triangles[i as usize].map(|p| p.as_dvec3().to_array());
        for (i, t) in (0..).zip(&triangles) {
            let corners: Vec<[f32; 3]> = t.iter().map(|p| p.to_array()).collect();
            let judge = Judge::new(&corners, &[[0, 1, 2]]);
            let seen = |c: DVec3| judge.clearance(&body, (space.origin + c).to_array(), 1e7).gap;
            // The point nearest to the triangle, the centre, and random points.
            let t = t.map(|p| p.as_dvec3().to_array());
            let nearest = DVec3::from(closest_on_triangle((space.origin + middle).to_array(), &t));
            let towards = (nearest - space.origin - middle).clamp_length_max(region.radius);
            let mut any = || DVec3::from([0; 3].map(|_| rng.range(-0.57, 0.57))) * region.radius;
            let places = [towards, DVec3::ZERO, any(), any(), any()];
            if places.iter().any(|&p| seen(middle + p) < 0.0) {
                touched += 1;
                // Copies of a sliver are one polygon.
                let is_copy = |&f: &u32| f < i && t.iter().all(|p| corners_of(f).contains(p));
                let is_listed = found.contains(&i) || found.iter().any(is_copy);
                assert!(is_listed, "case {case}: {shape:?} {region:?} misses {t:?}");
            }
            let place = found.iter().position(|&f| f == i);
            if let (Some(k), Body::Sphere { radius }) = (place, body) {
                assert!(near.at_least(k, x) <= seen(x) + radius + 1e-9, "case {case}: {t:?}");
            }
        }
    }
    println!("{touched} touched, {listed} listed, of {all} in all");
    assert!(touched > 3_000 && listed < all);
}

/// Adds triangles to a builder, and squares between them if `with_squares`.
fn add_all(builder: &mut WorldBuilder, triangles: &[[Vec3; 3]], with_squares: bool) {
    for (i, t) in triangles.iter().enumerate() {
        builder.add_triangles(t, &[[0, 1, 2]], MaterialId(0));
        if with_squares && i % 4 == 0 {
            let corners = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Z, Vec3::Z].map(|v| t[0] + v);
            builder.add_polygon(&corners, MaterialId(0));
        }
    }
}

/// The candidates are the same, in the same order, with every index and with a mover cache.
/// Whether slivers are merged, the rounding of certificates and the work of a move depend on them.
/// Regression test: the octree listed polygons in the box of a zone that are not in its ellipsoid,
/// and far from the origin also beside the box.
#[test]
fn candidates_depend_neither_on_the_index_nor_on_a_cache() {
    let mut rng = SplitMix64::new(11);
    let (mut listed, mut cached) = (0, 0);
    for case in 0..600 {
        let far = [0.0, 50.0, 1e4, 1e6][case % 4];
        let mut v = |s: f64| Vec3::from([0; 3].map(|_| rng.range(-s, s) as f32));
        let (origin, turn, radii) = (v(far), v(1.0), v(0.7).abs() + 0.1);
        let (middle, pose) = (v(1.0).as_dvec3(), v(2.0));
        let rotation = glam::Quat::from_xyzw(turn.x, turn.y, turn.z, 0.6);
        let upright = Shape::ellipsoid(radii.max(Vec3::splat(0.3 * radii.max_element())));
        let turned = Shape::ellipsoid(radii).with_rotation(rotation);
        let capsule = Shape::capsule(0.3 * radii.x, 2.0 * radii.y.max(radii.x)).with_rotation(rotation);
        let shape = &[Shape::sphere(radii.x), turned, upright, capsule][case / 4 % 4];
        let (triangles, local) = (trouble(&mut rng, origin), trouble(&mut rng, Vec3::ZERO));
        let worlds = [IndexKind::Bvh, IndexKind::Octree].map(|kind| {
            let (mut base, with_squares) = (WorldBuilder::new(), case / 16 % 2 == 0);
            add_all(base.set_index(kind), &triangles[..30], with_squares);
            let mut world = base.build().expect("finite");
            let mut part = world.geometry_builder();
            add_all(part.set_index(kind), &local[..30], with_squares);
            let part = world.add_geometry(part).expect("finite");
            let pose = crate::Pose::at(origin + pose).with_rotation(rotation);
            world.add_instance(part, &pose, crate::InstanceOptions::default()).expect("a pose");
            world
        });
        let space = Space::new(shape, origin.as_dvec3(), 0.01).expect("a shape");
        let region = Region { center: middle, radius: [0.0, 0.1, 1.0][case / 32 % 3] };
        let mut near = Candidates::default();
        let mut list = |world: &World, kept: Option<&mut CachedPolygons>| {
            world.gather(&space, &region, middle, &QueryFilter::ALL, kept, &mut near);
            let name = |c: &Candidate| (c.instance, world.part(c.instance).source(c.polygon));
            let names: Vec<_> = (0..near.len()).map(|i| name(near.get(i))).collect();
            (names, near.lever())
        };
        let first = list(&worlds[0], None);
        listed += first.0.len();
        assert_eq!(first, list(&worlds[1], None), "case {case}: {shape:?} {region:?}");
        for world in &worlds {
            let mut kept = CachedPolygons::default();
            // The second of equal gathers fills the cache.
            for _ in 0..3 {
                assert_eq!(first, list(world, Some(&mut kept)), "case {case}: {shape:?} {region:?}");
            }
            let zone = region.zone(&space);
            cached += usize::from(kept.level(world, &zone.bounds).is_some());
        }
    }
    println!("{listed} listed, {cached} of 1200 gathers with a full cache");
    assert!(listed > 2_000 && cached > 1_000);
}
