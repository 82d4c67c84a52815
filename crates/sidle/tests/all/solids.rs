//! Solid instances: what is inside of them overlaps them. Options that change.

use crate::common::{box_geometry, by, floor};
use sidle::{
    CharacterConfig, CharacterInput, CharacterState, DVec3, InstanceError, InstanceId, InstanceOptions,
    InstanceTriggers, MaterialId, MoveConfig, OnOverlap, Pose, PoseSet, Quat, QueryFilter, Scratch, Shape,
    StopReason, Vec3, World, trace,
};
use sidle_scenes::SplitMix64;

const HALF: Vec3 = Vec3::new(1.0, 1.5, 2.0);

fn world_with_a_box(pose: &Pose, solid: bool) -> (World, InstanceId) {
    let mut world = World::default();
    let geometry = box_geometry(&mut world, HALF);
    let options = InstanceOptions { solid, ..InstanceOptions::default() };
    let id = world.add_instance(geometry, pose, options).expect("a pose");
    (world, id)
}

#[test]
fn only_a_solid_box_overlaps_what_is_inside() {
    let pose = Pose::at(Vec3::new(3.0, 1.0, -2.0)).with_rotation(Quat::from_rotation_y(0.4));
    let (inside, beside) = (Vec3::new(3.1, 1.2, -2.2), Vec3::new(3.0, 4.0, -2.0));
    for shape in [Shape::point(), Shape::sphere(0.1), Shape::capsule(0.1, 0.4)] {
        for solid in [false, true] {
            let (mut world, id) = world_with_a_box(&pose, solid);
            assert_eq!(world.overlaps(&shape, inside, &QueryFilter::ALL), solid);
            assert!(!world.overlaps(&shape, beside, &QueryFilter::ALL));
            let motion = by(Vec3::X * 0.01);
            let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
            let reason = |world: &World, scratch: &mut Scratch| {
                world.move_and_slide(scratch, &shape, inside, motion, &config).reason
            };
            assert_eq!(reason(&world, &mut scratch) == StopReason::StartedInside, solid);
            // It can change, and a trigger blocks nothing.
            for (options, blocks) in [
                (InstanceOptions { solid: !solid, ..InstanceOptions::default() }, !solid),
                (InstanceOptions { solid: true, trigger: true, ..InstanceOptions::default() }, false),
                (InstanceOptions { solid: true, ..InstanceOptions::default() }, true),
            ] {
                world.set_instance_options(id, options).expect("an instance");
                assert_eq!(reason(&world, &mut scratch) == StopReason::StartedInside, blocks);
            }
            world.remove_instance(id).expect("an instance");
            assert_eq!(reason(&world, &mut scratch), StopReason::Arrived);
        }
    }
}

/// The way out of a box is that to the nearest face, if nothing is in the way.
#[test]
fn the_way_out_leads_through_the_nearest_face() {
    let mut rng = SplitMix64::new(8);
    let mut scratch = Scratch::default();
    let config = MoveConfig { on_overlap: OnOverlap::PushOut, ..MoveConfig::default() };
    for case in 0..2_000 {
        let mut v = |s: f64| Vec3::from([0; 3].map(|_| rng.range(-s, s) as f32));
        let (axis, at, place) = (v(1.0).normalize_or(Vec3::Y), v(20.0), v(0.98));
        let turn = Quat::from_axis_angle(axis, v(3.0).x);
        let (world, _) = world_with_a_box(&Pose::at(at).with_rotation(turn), true);
        let radius = 0.7 + 0.2 * v(1.0).x;
        let local = place * HALF;
        let nearest = (HALF - local.abs()).min_element();
        let from = at + turn * local;
        let shape = Shape::sphere(radius);
        let out = world.depenetrate(&mut scratch, &shape, from, &config);
        assert!(out.is_free() && !world.overlaps(&shape, out.position, &QueryFilter::ALL), "{case}: {out:?}");
        let way = (out.position - from.as_dvec3()).length();
        let expected = f64::from(nearest + radius + config.skin_width);
        assert!((way - expected).abs() < 1e-3, "{case}: {way} m, not {expected} m");
        let motion = by(Vec3::ZERO);
        let end = world.move_and_slide(&mut scratch, &shape, from, motion, &config);
        assert_eq!(end.position, out.position, "{case}");
    }
}

/// The centre may be in several solid instances at once. It leaves all of them, by a way that is
/// not much longer than necessary.
#[test]
fn a_body_in_two_crossed_plates_gets_out() {
    let mut world = World::default();
    for half in [Vec3::new(2.0, 0.1, 2.0), Vec3::new(0.1, 2.0, 2.0)] {
        let geometry = box_geometry(&mut world, half);
        let options = InstanceOptions { solid: true, ..InstanceOptions::default() };
        world.add_instance(geometry, &Pose::IDENTITY, options).expect("a pose");
    }
    let (mut scratch, config) =
        (Scratch::default(), MoveConfig { record_path: true, ..MoveConfig::default() });
    // The nearest places are in the quarters between the plates: beside both of them.
    for (shape, half) in
        [(Shape::sphere(0.3), Vec3::splat(0.3)), (Shape::capsule(0.3, 1.8), Vec3::new(0.3, 0.9, 0.3))]
    {
        for (x, y) in [(0.02, 0.03), (0.02, 0.15), (0.0972, 0.03), (0.09995, 0.09995), (-0.05, 0.0)] {
            let from = Vec3::new(x, y, 0.0);
            let out = world.depenetrate(&mut scratch, &shape, from, &config);
            let nearest = f64::from((0.1 + half.x - x.abs()).hypot(0.1 + half.y - y.abs()));
            let way = (out.position - from.as_dvec3()).length();
            assert!(out.is_free() && way < 1.5 * nearest, "{from}: {way} m, not {nearest} m, {out:?}");
            assert!(!world.overlaps(&shape, out.position, &QueryFilter::ALL), "{from}: {out:?}");
        }
    }
}

/// A thick wall of the level itself is solid too. A search that failed gives the same answer again,
/// until something changes.
#[test]
fn a_builder_adds_solid_meshes() {
    let corner = |i: usize| {
        let side = |bit: usize, half: f32| if i >> bit & 1 == 0 { -half } else { half };
        Vec3::new(side(0, 1.0), side(1, 1.5), side(2, 2.0))
    };
    let corners: Vec<Vec3> = (0..8).map(corner).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<[u32; 3]> = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mut builder = sidle::WorldBuilder::new();
    builder.add_solid(&corners, &triangles, MaterialId(0));
    let mut world = builder.build().expect("a level");
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    let out = world.depenetrate(&mut scratch, &Shape::sphere(0.4), Vec3::new(0.9, 0.0, 0.0), &config);
    assert!(out.is_free() && (out.position.x - 1.401).abs() < 1e-4, "{out:?}");
    let deep = |world: &World, scratch: &mut Scratch| {
        world.depenetrate(scratch, &Shape::sphere(0.2), Vec3::ZERO, &config)
    };
    let first = deep(&world, &mut scratch);
    assert!(!first.is_free());
    assert_eq!(deep(&world, &mut scratch), first);
    let id = world.instance_ids().last().expect("an instance");
    world.set_pose(id, &Pose::at(Vec3::X * 0.9)).expect("an instance");
    assert!(deep(&world, &mut scratch).is_free());
    world.set_pose(id, &Pose::at(Vec3::ZERO)).expect("an instance");
    assert_eq!(deep(&world, &mut scratch), first);
    world.set_instance_options(id, InstanceOptions::default()).expect("an instance");
    assert!(deep(&world, &mut scratch).is_free());
    let mut wrong = sidle::WorldBuilder::new();
    wrong.add_solid(&corners, &[[0, 1, 9]], MaterialId(0));
    assert!(wrong.build().is_err());
}

/// A way out of more than four radii is a teleport, which a game decides.
#[test]
fn a_small_body_deep_inside_is_told_its_depth() {
    let (world, _) = world_with_a_box(&Pose::at(Vec3::splat(5.0)), true);
    let (at, mut scratch) = (Vec3::splat(5.0), Scratch::default());
    let out = world.depenetrate(&mut scratch, &Shape::sphere(0.1), at, &MoveConfig::default());
    assert_eq!(out.position, at.as_dvec3());
    assert!((out.depth - 1.1).abs() < 1e-5, "{out:?}");
}

/// A floor below the box leaves no room there, so the way out leads elsewhere. A replay has the
/// same bits.
#[test]
fn the_way_out_of_a_crate_on_the_floor_is_free_and_is_replayed() {
    let mut scratch = Scratch::default();
    let config = MoveConfig { on_overlap: OnOverlap::PushOut, ..MoveConfig::default() };
    let (mut world, _) = world_with_a_box(&Pose::at(Vec3::Y * 1.5), true);
    let floor = box_geometry(&mut world, Vec3::new(9.0, 0.5, 9.0));
    world.add_instance(floor, &Pose::at(Vec3::Y * -0.5), InstanceOptions::default()).expect("a pose");
    let (shape, from) = (Shape::sphere(0.4), Vec3::new(0.1, 0.3, 0.2));
    let out = world.depenetrate(&mut scratch, &shape, from, &config);
    assert!(out.is_free() && out.position.y > 0.4 && out.position.x > 1.4, "{out:?}");
    let motion = by(Vec3::X);
    let replay = trace::capture(&world, &shape, from, motion, &config);
    let read: trace::Replay = replay.to_string().parse().expect("a replay");
    assert_eq!(read, replay);
    let again = read.run().expect("it runs")[0].outcome.position;
    assert_eq!(again, world.move_and_slide(&mut scratch, &shape, from, motion, &config).position);
}

/// A crate that is put onto a character encloses it: the next step pushes the character out.
#[test]
fn a_crate_that_lands_on_a_character_pushes_it_out() {
    let mut world = floor(50.0);
    let geometry = box_geometry(&mut world, Vec3::new(1.2, 1.2, 1.2));
    let far = Pose::at(Vec3::new(9.0, 1.2, 0.0));
    let options = InstanceOptions { solid: true, ..InstanceOptions::default() };
    let id = world.add_instance(geometry, &far, options).expect("a pose");
    let (mut scratch, config) = (Scratch::default(), CharacterConfig::default());
    let (mut hero, input) = (CharacterState::at(Vec3::ZERO), CharacterInput::default());
    let mut step = |world: &World, hero: &mut CharacterState| {
        world.step_character(&mut scratch, &config, hero, &input, 1.0 / 60.0)
    };
    assert!(!step(&world, &mut hero).was_pushed_out && hero.is_grounded());
    world.set_pose(id, &Pose::at(Vec3::new(0.4, 1.2, 0.1))).expect("an instance");
    let report = step(&world, &mut hero);
    assert!(report.was_pushed_out && report.refused.is_none(), "{report:?}");
    let centre = hero.centre(&config);
    assert!(!world.overlaps(&hero.shape(&config), centre, &QueryFilter::ALL));
    assert!((hero.position - DVec3::X * -1.102).length() < 5e-3, "{}", hero.position);
    assert!(!step(&world, &mut hero).was_pushed_out && hero.is_grounded());
}

/// A gate that crushes a character is opened, passes over it, and is closed behind it.
#[test]
fn a_gate_that_crushes_lets_the_character_pass() {
    let mut world = World::default();
    let mut boxes =
        [Vec3::new(9.0, 0.5, 9.0), Vec3::new(1.5, 2.0, 5.0)].map(|half| box_geometry(&mut world, half));
    boxes.reverse();
    let [gate, floor] = boxes;
    let add = |world: &mut World, geometry, at: Vec3| {
        world.add_instance(geometry, &Pose::at(at), InstanceOptions::default()).expect("a pose")
    };
    add(&mut world, floor, Vec3::Y * -0.5);
    let wall = add(&mut world, gate, Vec3::new(-1.8, 2.0, 0.0));
    let gate = add(&mut world, gate, Vec3::new(2.5, 2.01, 0.0));
    let (config, mut scratch) = (CharacterConfig::default(), Scratch::default());
    let (mut hero, mut inside) = (CharacterState::at(Vec3::ZERO), InstanceTriggers::default());
    let (mut crushes, mut passes, mut x) = (0, 0, 2.5_f32);
    for _ in 0..180 {
        // It comes to the wall at 1 m/s, and goes back.
        let next = if passes > 60 { x + 1.0 / 60.0 } else { (x - 1.0 / 60.0).max(1.2) };
        let mut poses = PoseSet::default();
        let at = |x: f32| Pose::at(Vec3::new(x, 2.01, 0.0));
        poses.add(gate, at(x), at(next));
        world.set_poses(&poses).expect("poses");
        x = next;
        let input = CharacterInput::default();
        let report = world.step_character(&mut scratch, &config, &mut hero, &input, 1.0 / 60.0);
        crushes += u32::from(report.crushed.is_some());
        let centre = hero.centre(&config);
        let options = world.instance(gate).expect("an instance").options;
        inside.update(&world, &hero.shape(&config), centre, centre, &QueryFilter::ALL);
        let trigger = report.crushed.is_some() || inside.inside.contains(&gate);
        world.set_instance_options(gate, InstanceOptions { trigger, ..options }).expect("an instance");
        passes += u32::from(trigger);
        assert!(report.refused.is_none(), "{report:?}");
    }
    let info = world.instance(gate).expect("an instance");
    assert!(crushes == 1 && passes > 60 && !info.options.trigger, "{crushes} {passes}");
    assert!(hero.position.length() < 2e-3 && hero.is_grounded(), "{}", hero.position);
    // Options are checked, and an old id is none.
    let unknown = InstanceOptions { material: Some(MaterialId(9)), ..InstanceOptions::default() };
    assert_eq!(world.set_instance_options(gate, unknown), Err(InstanceError::UnknownMaterial));
    world.remove_instance(wall).expect("an instance");
    let stale = world.set_instance_options(wall, InstanceOptions::default());
    assert_eq!(stale, Err(InstanceError::Stale));
}
