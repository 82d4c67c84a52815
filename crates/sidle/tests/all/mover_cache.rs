//! A mover cache changes no bit of any move, whatever happens to the mover, the world and the
//! config in between.

use crate::common::by;
use crate::common::mixed::{mixed, vector, worlds};
use allocation_counter::measure;
use sidle::{
    Ball, BallConfig, DVec3, GeometryId, InstanceOptions, MaterialId, MoveConfig, MoverCache, Pose, Quat,
    QueryFilter, Response, Scratch, Shape, Vec3, World,
};
use sidle_scenes::SplitMix64;

/// Performs one move with and without the cache, and compares the text of all floats, which
/// identifies their bits.
fn both(
    world: &World,
    scratch: &mut [Scratch; 2],
    kept: &mut MoverCache,
    (shape, from, motion): (&Shape, DVec3, Vec3),
    config: &MoveConfig,
) -> (DVec3, usize) {
    let [plain, near] = scratch;
    let expected = world.move_and_slide(plain, shape, from, by(motion), config);
    let found = near.with_cache(kept, |s| world.move_and_slide(s, shape, from, by(motion), config));
    assert_eq!(format!("{expected:?}"), format!("{found:?}"), "{shape:?} {from} {motion} {config:?}");
    assert_eq!(format!("{:?}", plain.hits()), format!("{:?}", near.hits()), "{shape:?} {from} {motion}");
    assert_eq!(plain.path(), near.path(), "{shape:?} {from} {motion}");
    (found.position, near.hits().len())
}

/// Walks, dashes, turns and leaps of every kind of mover, each with its own config.
#[test]
fn what_is_kept_changes_no_bit() {
    let mut rng = SplitMix64::new(77);
    let (mut moves, mut hits) = (0, 0);
    for (world, starts) in worlds() {
        let mut scratch = <[Scratch; 2]>::default();
        let mut most = 0;
        for walker in 0..120 {
            let shape = &[
                Shape::sphere(0.4),
                Shape::ellipsoid(Vec3::new(0.3, 0.9, 0.4)),
                Shape::ellipsoid(Vec3::new(0.2, 0.5, 0.3)).with_rotation(Quat::from_rotation_z(0.7)),
                Shape::point(),
            ][walker % 4];
            let filter = if walker % 3 == 0 { QueryFilter::ALL.without_layer(3) } else { QueryFilter::ALL };
            let response = [Response::Slide, Response::Momentum, Response::Stop][walker / 4 % 3];
            let config = MoveConfig { filter, response, record_path: true, ..MoveConfig::default() };
            let mut kept = MoverCache::default();
            let mut at = starts[walker % starts.len()];
            let mut desired = Vec3::ZERO;
            for step in 0..120 {
                if step % 25 == 0 {
                    desired =
                        vector(&mut rng, 1.0) * Vec3::new(1.0, 0.3, 1.0) * [0.1, 0.3, 2.0][rng.below(3)];
                }
                let (to, met) =
                    both(&world, &mut scratch, &mut kept, (shape, at, desired - Vec3::Y * 0.03), &config);
                at = if rng.below(60) == 0 { starts[rng.below(starts.len())] } else { to };
                (moves, hits) = (moves + 1, hits + met);
            }
            most = most.max(kept.memory_bytes());
        }
        assert!(most > 200 && most < 8_192, "{most} bytes");
    }
    println!("{moves} moves, {hits} hits");
    assert!(hits > 10_000, "{hits}");
}

/// One cache for everything: other worlds, copies, edits, other indexes, bad input.
#[test]
fn it_is_never_out_of_date() {
    let mut rng = SplitMix64::new(5);
    let mut worlds: Vec<World> = worlds().into_iter().map(|w| w.0).collect();
    let (mut scratch, mut kept) = (<[Scratch; 2]>::default(), MoverCache::default());
    let (shape, config) = (Shape::sphere(0.4), MoveConfig::default());
    let mut at = DVec3::ZERO;
    let (mut changed, mut added) = (0, vec![Vec::new(); worlds.len()]);
    for step in 0..6_000 {
        let place = step / 40 % worlds.len();
        let world = &mut worlds[place];
        let motion = vector(&mut rng, 0.2);
        let before = world.move_once(&shape, at, by(motion), &config).outcome;
        match rng.below(12) {
            0 => {
                let wall = [(); 3].map(|()| at.as_vec3() + motion + vector(&mut rng, 0.6));
                added[place].extend(world.add_triangles(&wall, &[[0, 1, 2]], MaterialId(0)).expect("a wall"));
            }
            1 => _ = added[place].pop().map(|number| world.remove_polygon(number)),
            2 if step % 7 == 0 => world.rebuild(),
            3 => *world = world.clone(),
            4 => _ = both(world, &mut scratch, &mut kept, (&shape, DVec3::NAN, motion), &config),
            _ => {}
        }
        let (to, _) = both(&worlds[place], &mut scratch, &mut kept, (&shape, at, motion), &config);
        changed += usize::from(to != before.position);
        at = if rng.below(40) == 0 { vector(&mut rng, 6.0).as_dvec3() } else { to };
    }
    assert!(changed > 100, "{changed} edits that mattered are no test");
}

/// Returns a bumpy square of 4 m around the origin, in triangles of half a metre, or in strips.
fn bumpy(world: &mut World, rng: &mut SplitMix64, in_strips: bool) -> GeometryId {
    let mut builder = world.geometry_builder();
    let heights: Vec<f32> = (0..81).map(|_| rng.range(0.0, 0.3) as f32).collect();
    let corner = |x: usize, z: usize| {
        let height = if in_strips { 0.0 } else { heights[9 * z + x] };
        Vec3::new(x as f32 / 2.0 - 2.0, height, z as f32 / 2.0 - 2.0)
    };
    for (x, z) in (0..64).map(|i| (i % 8, i / 8)) {
        if in_strips && x == 0 {
            builder.add_polygon(
                &[corner(0, z), corner(0, z + 1), corner(8, z + 1), corner(8, z)],
                MaterialId(0),
            );
        } else if !in_strips {
            let quad = [corner(x, z), corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z)];
            builder.add_triangles(&quad, &[[0, 1, 2], [0, 2, 3]], MaterialId(0));
        }
    }
    world.add_geometry(builder).expect("a geometry")
}

/// Chunks that are turned, moved, replaced and switched while someone walks over them. The cache
/// has no room for all of them.
#[test]
fn instances_are_never_out_of_date() {
    let mut rng = SplitMix64::new(50);
    let origin = DVec3::new(1e7 + 1.0 / 3.0, -7.3e8 + 0.1, 9.9e8);
    let (mut scratch, mut changed, mut hits, mut most) = (<[Scratch; 2]>::default(), 0, 0, 0);
    let (shape, config) = (Shape::capsule(0.3, 1.8), MoveConfig::default());
    let mut kept = MoverCache::default();
    for spacing in [4.0, 0.7] {
        let mut world =
            World::from_triangles(&[Vec3::NEG_Y, Vec3::X, Vec3::Z], &[[0, 1, 2]]).expect("a level");
        let geometries = [false, true, false].map(|in_strips| bumpy(&mut world, &mut rng, in_strips));
        let place = |i: usize| origin + DVec3::new((i % 4) as f64, 0.0, (i / 4) as f64) * spacing;
        let add = |world: &mut World, geometry: GeometryId, i: usize| {
            let pose = Pose::at(place(i));
            world.add_instance(geometry, &pose, InstanceOptions::default()).expect("a pose")
        };
        let mut ids: Vec<_> = (0..16).map(|i| add(&mut world, geometries[i % 3], i)).collect();
        let start = origin + DVec3::new(1.0, 1.3, 1.0);
        let (mut at, mut wish) = (start, Vec3::X);
        for step in 0..6_000 {
            if step % 50 == 0 {
                wish = vector(&mut rng, 0.1);
                at = if world.overlaps(&shape, at, &QueryFilter::ALL) { start } else { at };
            }
            let motion = Vec3::new(wish.x, -0.03, wish.z);
            let before = world.move_once(&shape, at, by(motion), &config).outcome;
            let i = rng.below(ids.len());
            match rng.below(40) {
                0 => {
                    let turn = Quat::from_rotation_y(rng.range(0.0, 6.0) as f32);
                    let pose = Pose {
                        rotation: turn.as_dquat(),
                        ..Pose::at(place(i) + DVec3::Y * rng.range(-0.2, 0.0))
                    };
                    world.set_pose(ids[i], &pose).expect("a pose");
                }
                1 => {
                    world.remove_instance(ids[i]).expect("an instance");
                    ids[i] = add(&mut world, geometries[rng.below(3)], i);
                }
                2 => {
                    let options = InstanceOptions { trigger: rng.below(2) == 0, ..Default::default() };
                    world.set_instance_options(ids[i], options).expect("options");
                }
                3 => world = world.clone(),
                _ => {}
            }
            let (to, met) = both(&world, &mut scratch, &mut kept, (&shape, at, motion), &config);
            (changed, hits) = (changed + usize::from(to != before.position), hits + met);
            most = most.max(kept.memory_bytes());
            at = if to.distance(start) < 12.0 { to } else { start };
        }
    }
    println!("{hits} hits, {changed} changes that mattered, at most {most} bytes");
    assert!(hits > 3_000 && changed > 10 && most > 3_000 && most < 32_768, "{hits} {changed} {most}");
}

/// Two instances of one geometry, 1 cm apart: the polygons of each are kept on their own.
#[test]
fn each_instance_of_a_geometry_has_its_own_polygons() {
    let mut world = World::default();
    let mut builder = world.geometry_builder();
    let corners = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    builder.add_triangles(&corners, &[[0, 1, 2]], MaterialId(0));
    let floor = world.add_geometry(builder).expect("a floor");
    for height in [0.0, 0.01] {
        let pose = Pose::at(Vec3::Y * height);
        world.add_instance(floor, &pose, InstanceOptions::default()).expect("a pose");
    }
    let (mut scratch, mut kept) = (<[Scratch; 2]>::default(), MoverCache::default());
    let mut at = DVec3::Y * 0.8;
    for _ in 0..20 {
        let step = (&Shape::sphere(0.4), at, Vec3::new(0.01, -0.03, 0.0));
        (at, _) = both(&world, &mut scratch, &mut kept, step, &MoveConfig::default());
    }
    assert!((at.y - 0.411).abs() < 1e-4, "{at}");
}

/// Of two copies of a world, one is edited. The cache of the other must not be used for it.
#[test]
fn an_edited_copy_is_another_world() {
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    let world = World::from_triangles(&floor, &[[0, 1, 2]]).expect("a floor");
    let (mut walled, mut other) = (world.clone(), world.clone());
    let wall = [Vec3::new(0.5, -1.0, -9.0), Vec3::new(0.5, -1.0, 9.0), Vec3::new(0.5, 9.0, 0.0)];
    walled.add_triangles(&wall, &[[0, 1, 2]], MaterialId(0)).expect("a wall");
    other.add_triangles(&floor, &[[0, 1, 2]], MaterialId(0)).expect("a floor");
    assert_eq!(walled.version(), other.version());
    let (mut scratch, mut kept) = (<[Scratch; 2]>::default(), MoverCache::default());
    let mut ends = Vec::new();
    for _ in 0..3 {
        for world in [&world, &other, &walled, &world.clone()] {
            for _ in 0..3 {
                let step = (&Shape::sphere(0.4), DVec3::new(0.0, 0.6, 0.0), Vec3::X * 0.2);
                ends.push(both(world, &mut scratch, &mut kept, step, &MoveConfig::default()).0.x);
            }
        }
    }
    assert_eq!(ends.iter().filter(|&&x| x < 0.15).count(), 9, "{ends:?}");
}

#[test]
fn a_ball_rolls_the_same_way() {
    let (world, starts) = mixed();
    let (mut scratch, config) = (<[Scratch; 2]>::default(), BallConfig::default());
    let mut rolled = 0;
    for start in starts {
        let mut kept = MoverCache::default();
        let mut ball = Ball { velocity: Vec3::new(1.0, 0.0, -2.0), ..Ball::at(start) };
        for _ in 0..200 {
            let [plain, near] = &mut scratch;
            let expected = world.step_ball(plain, &ball, 1.0 / 60.0, &config);
            let found = near.with_cache(&mut kept, |s| world.step_ball(s, &ball, 1.0 / 60.0, &config));
            assert_eq!(format!("{expected:?}"), format!("{found:?}"), "{ball:?}");
            assert_eq!(format!("{:?}", plain.hits()), format!("{:?}", near.hits()), "{ball:?}");
            rolled += near.hits().len();
            ball = found.ball;
        }
    }
    assert!(rolled > 100, "{rolled} hits are no test");
}

/// Nested calls with two caches, and a call that panics: each cache keeps its content, and the
/// scratch keeps none.
#[test]
fn whoever_lends_it_gets_it_back() {
    let floor =
        |x: f32| [Vec3::new(x - 9.0, 0.0, -9.0), Vec3::new(x, 0.0, 9.0), Vec3::new(x + 9.0, 0.0, -9.0)];
    let (few, many) = (floor(0.0), floor(100.0));
    let lists = [vec![[0, 1, 2]], vec![[3, 4, 5]; 60]].concat();
    let world = World::from_triangles(&[few, many].concat(), &lists).expect("floors");
    let (ball, config, mut scratch) = (Shape::sphere(0.5), MoveConfig::default(), Scratch::default());
    let step = |s: &mut Scratch, x: f32| {
        let _ = world.move_and_slide(s, &ball, Vec3::new(x, 0.502, 0.0), by(Vec3::X * 0.01), &config);
    };
    let (mut outer, mut inner) = (MoverCache::default(), MoverCache::default());
    for _ in 0..2 {
        scratch.with_cache(&mut outer, |s| {
            step(s, 0.0);
            s.with_cache(&mut inner, |s| step(s, 100.0));
            step(s, 0.0);
        });
    }
    let bytes = [outer.memory_bytes(), inner.memory_bytes()];
    assert!(bytes[1] > bytes[0] + 1000 && bytes[0] > 0, "one floor and sixty: {bytes:?}");

    let fell = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        scratch.with_cache(&mut outer, |s| {
            step(s, 0.0);
            panic!("as asked for");
        });
    }));
    assert!(fell.is_err());
    step(&mut scratch, 100.0);
    assert_eq!([outer.memory_bytes(), inner.memory_bytes()], bytes, "nobody lost or found anything");
}

/// A disc of 0.1 mm slides 1.4 m over a floor of eight triangles, and every gather covers 20 cm.
/// The index also lists a few triangles beyond that. Earlier, the first of them decided about the
/// rounding of the end of a segment.
#[test]
fn what_lies_beyond_the_region_does_not_matter() {
    let at = |i: usize| Vec3::new((i / 3) as f32 - 2.0, 0.0, (i % 3) as f32 + 2.0);
    let vertices: Vec<Vec3> = (0..9).map(at).collect();
    let quads = [0, 1, 3, 4].map(|a| [[a, a + 1, a + 4], [a, a + 4, a + 3]]);
    let world = World::from_triangles(&vertices, &quads.concat()).expect("a floor");
    let shape = Shape::ellipsoid(Vec3::new(1e-4, 1.210_688_1e-6, 1e-4)).with_rotation(Quat::from_xyzw(
        0.988_281_25,
        0.0,
        0.488_281_25,
        0.1,
    ));
    let config = MoveConfig { record_path: true, ..MoveConfig::default() };
    let (mut scratch, mut kept) = (<[Scratch; 2]>::default(), MoverCache::default());
    let from = Vec3::new(-0.995_043_64, 1.803_498_7e-5, 3.005_087_4);
    let motion = Vec3::new(1.150_440_8, -2.300_802, -5.752_053_7);
    for _ in 0..3 {
        let (_, hits) = both(&world, &mut scratch, &mut kept, (&shape, from.as_dvec3(), motion), &config);
        assert_eq!(hits, 3);
    }
}

#[test]
fn nothing_is_allocated_after_the_first_time() {
    let (world, starts) = worlds().remove(0);
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    let mut kept = vec![MoverCache::default(); starts.len()];
    let mut walk = |scratch: &mut Scratch| {
        for (&start, kept) in starts.iter().zip(&mut kept) {
            let mut at = start;
            for step in 0..100 {
                let motion = Vec3::new(0.05, -0.05, if step < 50 { 0.05 } else { -0.05 });
                let shape = Shape::sphere(0.4);
                at = scratch
                    .with_cache(kept, |s| world.move_and_slide(s, &shape, at, by(motion), &config))
                    .position;
            }
        }
    };
    assert!(measure(|| walk(&mut scratch)).count_total > 0, "the counter does not count");
    assert_eq!(measure(|| walk(&mut scratch)).count_total, 0);
    let most = kept.iter().map(MoverCache::memory_bytes).max();
    assert!(most > Some(0) && most < Some(16_384), "{most:?}");
}
