//! Many characters that do not enter each other.

use crate::common::{box_geometry, floor};
use sidle::{
    CharacterConfig, CharacterState, Crowd, CrowdMember, DVec3, InstanceOptions, Pose, PoseSet, Shape, Vec3,
    World,
};
use sidle_scenes::SplitMix64;

/// Returns the least distance of two characters.
fn nearest(members: &[CrowdMember<'_>]) -> f32 {
    let mut least = f32::INFINITY;
    for (i, a) in members.iter().enumerate() {
        for b in &members[i + 1..] {
            let (at, other) = (a.state.centre(a.config), b.state.centre(b.config));
            if at.distance(other) < 4.0 {
                least = least.min(a.distance(b).unwrap_or(f32::INFINITY));
            }
        }
    }
    least
}

/// Two that follow each other at equal speed keep their distance, at every rate.
#[test]
fn one_that_follows_keeps_its_distance() {
    let world = floor(99.0);
    let config = CharacterConfig::default();
    for rate in [30.0_f32, 60.0, 120.0, 1000.0] {
        for gap in [0.01, 0.1, 0.5] {
            let place = |x: f32| CrowdMember::new(&config, CharacterState::at(Vec3::X * x));
            let mut members = [place(0.0), place(0.6 + gap)];
            for member in &mut members {
                member.input.wish_velocity = Vec3::X * 4.0;
            }
            let mut crowd = Crowd::default();
            let apart = |m: &[CrowdMember<'_>; 2]| m[1].state.position.x - m[0].state.position.x;
            world.step_characters(&mut crowd, &mut members, rate.recip());
            let before = apart(&members);
            for _ in 0..rate as u32 {
                world.step_characters(&mut crowd, &mut members, rate.recip());
            }
            assert!((apart(&members) - before).abs() < 1e-3, "{rate} {gap}: {before} {}", apart(&members));
            assert!((members[1].state.velocity.x - 4.0).abs() < 1e-3);
        }
    }
}

/// A lift carries three that stand on each other, up and down.
#[test]
fn a_lift_carries_those_who_stand_on_others() {
    let config = CharacterConfig::default();
    for rate in [20.0_f32, 60.0, 144.0, 1000.0] {
        for velocity in [DVec3::Y * 2.0, DVec3::Y * -3.0, DVec3::Y * -0.1] {
            let mut world = World::default();
            let plate = box_geometry(&mut world, Vec3::new(2.0, 0.1, 2.0));
            let mut pose = Pose::at(DVec3::Y * -0.1);
            let lift = world.add_instance(plate, &pose, InstanceOptions::default()).expect("a pose");
            let place = |i: u32| CharacterState::at(DVec3::Y * (f64::from(i) * 1.802));
            let mut members = [0, 1, 2].map(|i| CrowdMember::new(&config, place(i)));
            let mut crowd = Crowd::default();
            for _ in 0..rate as u32 / 5 {
                world.step_characters(&mut crowd, &mut members, rate.recip());
            }
            let before = [0, 1, 2].map(|i| members[i].state.position);
            for i in 1..=rate as u32 {
                let way = velocity * (f64::from(i) / f64::from(rate));
                let next = Pose::at(way - DVec3::Y * 0.1);
                let mut poses = PoseSet::default();
                poses.add(lift, pose, next);
                world.set_poses(&poses).expect("poses");
                pose = next;
                world.step_characters(&mut crowd, &mut members, rate.recip());
                assert!(crowd.reports().iter().all(|r| r.is_on_floor() && !r.was_squeezed), "{rate} {way}");
            }
            for (member, from) in members.iter().zip(before) {
                let off = member.state.position - from - velocity;
                assert!(off.length() < 5e-3, "{rate} {velocity}: {off}");
            }
        }
    }
}

/// One that walks into another pushes it at half of its speed, unless it does not yield.
#[test]
fn one_that_walks_into_another_pushes_it() {
    let world = floor(99.0);
    let config = CharacterConfig::default();
    for rate in [30.0_f32, 60.0, 120.0] {
        for (yielding, expected) in [(1.0, 1.5), (0.0, 0.0), (2.0, 2.0)] {
            let mut members = [0.0, 1.0].map(|x| CrowdMember::new(&config, CharacterState::at(Vec3::X * x)));
            members[0].input.wish_velocity = Vec3::X * 3.0;
            members[1].yielding = yielding;
            let mut crowd = Crowd::default();
            for _ in 0..rate as u32 {
                world.step_characters(&mut crowd, &mut members, rate.recip());
            }
            let before = members[1].state.position.x;
            for _ in 0..rate as u32 {
                world.step_characters(&mut crowd, &mut members, rate.recip());
                assert!(nearest(&members) > 0.0);
            }
            let moved = members[1].state.position.x - before;
            assert!((moved - expected).abs() < 0.1, "{rate} {yielding}: {moved}");
        }
    }
}

/// Five on top of each other stand still.
#[test]
fn a_stack_of_five_stands_still() {
    let world = floor(99.0);
    let config = CharacterConfig::default();
    for rate in [30.0_f32, 60.0, 1000.0] {
        let place = |i: u16| CharacterState::at(Vec3::Y * (f32::from(i) * 1.81 + 0.001));
        let mut members: Vec<_> = (0..5).map(|i| CrowdMember::new(&config, place(i))).collect();
        let mut crowd = Crowd::default();
        for _ in 0..(2.0 * rate) as u32 {
            world.step_characters(&mut crowd, &mut members, rate.recip());
        }
        let before: Vec<_> = members.iter().map(|m| m.state.position).collect();
        for _ in 0..(2.0 * rate) as u32 {
            world.step_characters(&mut crowd, &mut members, rate.recip());
            assert!(crowd.reports().iter().all(|r| r.is_on_floor()), "{rate}");
        }
        for (i, (member, before)) in members.iter().zip(&before).enumerate() {
            let moved = (member.state.position - *before).length();
            assert!(moved < 1e-4, "{rate}: {i} moved {moved}");
        }
        assert!(nearest(&members) > 0.0);
    }
}

/// A crowd of all shapes that runs about in a box with pillars and a moving platform: no one enters
/// another one, nor the world; and the order of the characters does not matter.
#[test]
fn a_crowd_is_free_in_every_step() {
    let mut rng = SplitMix64::new(5);
    let configs = [Shape::capsule(0.3, 1.8), Shape::sphere(0.4), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.3))]
        .map(|shape| CharacterConfig { shape, ..CharacterConfig::default() });
    let mut world = floor(99.0);
    let plate = box_geometry(&mut world, Vec3::new(2.0, 0.3, 2.0));
    let lift = world.add_instance(plate, &Pose::at(Vec3::ZERO), InstanceOptions::default()).expect("a pose");
    let wall = box_geometry(&mut world, Vec3::new(6.0, 3.0, 0.2));
    for (i, at) in [Vec3::Z * 6.0, Vec3::Z * -6.0, Vec3::X * 6.0, Vec3::X * -6.0].into_iter().enumerate() {
        let turn = if i < 2 { 0.0 } else { std::f32::consts::FRAC_PI_2 };
        let pose = Pose::at(at).with_rotation(sidle::Quat::from_rotation_y(turn));
        world.add_instance(wall, &pose, InstanceOptions::default()).expect("a pose");
    }
    let spot = |i: usize| Vec3::new((i % 7) as f32 * 1.4 - 4.2, 0.5, (i / 7) as f32 * 1.4 - 4.2);
    let mut members: Vec<_> =
        (0..24).map(|i| CrowdMember::new(&configs[i % 3], CharacterState::at(spot(i)))).collect();
    let mut reversed: Vec<_> = members.iter().rev().copied().collect();
    let (mut crowd, mut other) = (Crowd::default(), Crowd::default());
    let (mut touched, mut pose) = (0, Pose::at(Vec3::ZERO));
    let (mut overlaps, mut deepest) = (0, 0.0_f32);
    for frame in 0..900_u16 {
        for (member, same) in members.iter_mut().zip(reversed.iter_mut().rev()) {
            if frame % 30 == 0 {
                let goal = [DVec3::ZERO, DVec3::new(5.0, 0.0, 5.0)][usize::from(frame / 300 % 2)];
                let to = (goal - member.state.position).with_y(0.0).normalize_or_zero().as_vec3();
                let random = Vec3::new(rng.range(-1.0, 1.0) as f32, 0.0, rng.range(-1.0, 1.0) as f32);
                member.input.wish_velocity = (to + random) * 3.0;
            }
            member.input.jump = rng.below(60) == 0;
            same.input = member.input;
        }
        // Its underside is always below the floor, so it crushes none.
        let y = (f32::from(frame) / 20.0).sin() * 0.28;
        let next = Pose::at(Vec3::new(0.0, y, 4.0 * y)).with_rotation(sidle::Quat::from_rotation_y(y));
        let mut poses = PoseSet::default();
        poses.add(lift, pose, next);
        world.set_poses(&poses).expect("poses");
        pose = next;
        world.step_characters(&mut crowd, &mut members, 1.0 / 60.0);
        world.step_characters(&mut other, &mut reversed, 1.0 / 60.0);
        for (a, b) in members.iter().zip(reversed.iter().rev()) {
            assert_eq!(a.state, b.state, "{frame}");
        }
        touched += crowd
            .reports()
            .iter()
            .filter(|r| r.wall.or(r.ground_surface).is_some_and(|s| s.instance.character().is_some()))
            .count();
        let least = nearest(&members);
        if least < 0.0 {
            (overlaps, deepest) = (overlaps + 1, deepest.min(least));
        }
    }
    println!("{touched} reports name another character; {overlaps} steps with an overlap, {deepest}");
    // The platform presses characters together where they have no room: by less than the way of its
    // corner in a step, 0.056 m of its centre and 0.04 m of its rotation.
    assert!(overlaps <= 5 && deepest > -0.096, "{overlaps} {deepest}");
    assert!(touched > 1_000, "{touched}");
}

/// The results do not depend on the number of threads.
#[cfg(feature = "rayon")]
#[test]
fn a_crowd_on_all_threads_is_the_same() {
    let world = floor(99.0);
    let config = CharacterConfig::default();
    let spot = |i: u16| Vec3::new(f32::from(i % 30) * 0.7 - 10.0, 0.01, f32::from(i / 30) * 0.7 - 10.0);
    let mut one: Vec<_> = (0..900).map(|i| CrowdMember::new(&config, CharacterState::at(spot(i)))).collect();
    for member in &mut one {
        member.input.wish_velocity = -member.state.position.with_y(0.0).normalize_or_zero().as_vec3() * 2.0;
    }
    let mut all = one.clone();
    let (mut crowd, mut other) = (Crowd::default(), Crowd::default());
    for _ in 0..60 {
        world.step_characters(&mut crowd, &mut one, 1.0 / 60.0);
        world.par_step_characters(&mut other, &mut all, 1.0 / 60.0);
        assert!(one.iter().zip(&all).all(|(a, b)| a.state == b.state));
        assert_eq!(crowd.reports(), other.reports());
    }
    assert!(nearest(&one) >= 0.0);
}

/// Performs steps and asserts that characters that were apart stay apart.
fn walk_apart(world: &World, members: &mut [CrowdMember<'_>], steps: usize, dt: f32) {
    let mut crowd = Crowd::default();
    for step in 0..steps {
        world.step_characters(&mut crowd, members, dt);
        let least = nearest(members);
        assert!(least >= 0.0, "step {step}: {least}");
    }
}

/// A character below another one stands up only as far as there is room, and says so.
#[test]
fn one_below_another_does_not_stand_up_into_it() {
    let world = World::from_triangles(&[], &[]).expect("an empty world");
    let config = CharacterConfig { gravity: 0.0, ..CharacterConfig::default() };
    let mut members = [0.0, 1.2].map(|y| CrowdMember::new(&config, CharacterState::at(Vec3::Y * y)));
    members[0].input.crouch = true;
    let mut crowd = Crowd::default();
    world.step_characters(&mut crowd, &mut members, 1.0 / 60.0);
    assert!((nearest(&members) - 0.2).abs() < 1e-3, "{}", nearest(&members));
    members[0].input.crouch = false;
    walk_apart(&world, &mut members, 3, 1.0 / 60.0);
    world.step_characters(&mut crowd, &mut members, 1.0 / 60.0);
    assert!(crowd.reports()[0].is_held_down && members[0].state.is_crouching());
    // It stands up as soon as the other one is away.
    members[1].state = CharacterState::at(Vec3::Y * 9.0);
    world.step_characters(&mut crowd, &mut members, 1.0 / 60.0);
    assert!(!members[0].state.is_crouching());
}

/// The root motion of an animation pushes as walking does.
#[test]
fn root_motion_pushes_and_does_not_overlap() {
    let world = floor(99.0);
    let config = CharacterConfig::default();
    let mut members = [0.0, 0.644_125].map(|x| CrowdMember::new(&config, CharacterState::at(Vec3::X * x)));
    members[0].input.root_motion = Some(Vec3::X * 0.05);
    walk_apart(&world, &mut members, 61, 1.0 / 60.0);
    let before = members[1].state.position.x;
    walk_apart(&world, &mut members, 60, 1.0 / 60.0);
    // Half of 3 m/s.
    let moved = members[1].state.position.x - before;
    assert!((moved - 1.5).abs() < 0.1, "{moved}");
}

/// A chain of three, of which the first pushes: the last one is further away than it gets.
#[test]
fn a_pushed_one_does_not_enter_the_next() {
    let world = floor(99.0);
    let config = CharacterConfig::default();
    for (speed, yielding) in [(3.0, 1.0), (3.0, 0.0), (10.0, 1.0), (10.0, 0.0)] {
        for gap in [0.0905, 0.001, 0.01, 0.05, 0.15, 0.3] {
            let mut members =
                [0.0, 0.61, 1.21 + gap].map(|x| CrowdMember::new(&config, CharacterState::at(Vec3::X * x)));
            members[0].input.wish_velocity = Vec3::X * speed;
            members[0].yielding = yielding;
            walk_apart(&world, &mut members, 30, 1.0 / 30.0);
        }
    }
}

/// New members walk towards each other in their first step.
#[test]
fn the_first_step_is_limited_too() {
    let world = floor(99.0);
    let config = CharacterConfig::default();
    let mut members = [0.0, 0.65].map(|x| CrowdMember::new(&config, CharacterState::at(Vec3::X * x)));
    members[0].input.wish_velocity = Vec3::X * 3.0;
    members[1].input.wish_velocity = Vec3::X * -3.0;
    walk_apart(&world, &mut members, 10, 1.0 / 30.0);
    assert!(nearest(&members) < 0.01);
}

/// An instance that moves far away changes no bit, even where characters overlap.
#[test]
fn an_instance_far_away_changes_nothing() {
    let still = floor(99.0);
    let mut moving = floor(99.0);
    let geometry = box_geometry(&mut moving, Vec3::ONE);
    let pose = |i: u8| Pose::at(Vec3::new(500.0, f32::from(i), 0.0));
    let id = moving.add_instance(geometry, &pose(0), InstanceOptions::default()).expect("a pose");
    let config = CharacterConfig::default();
    let mut members = [0.0, 0.4, 0.8].map(|x| CrowdMember::new(&config, CharacterState::at(Vec3::X * x)));
    members[0].input.wish_velocity = Vec3::X * 3.0;
    let mut others = members;
    let (mut crowd, mut other) = (Crowd::default(), Crowd::default());
    for i in 0..20 {
        let mut poses = PoseSet::default();
        poses.add(id, pose(i), pose(i + 1));
        moving.set_poses(&poses).expect("poses");
        still.step_characters(&mut crowd, &mut members, 1.0 / 30.0);
        moving.step_characters(&mut other, &mut others, 1.0 / 30.0);
        assert!(members.iter().zip(&others).all(|(a, b)| a.state == b.state), "{i}");
    }
}

/// Members at bit-equal positions part in a way that does not depend on their order.
#[test]
fn members_at_one_position_part_in_any_order() {
    let world = floor(99.0);
    let config = CharacterConfig::default();
    let mut members =
        [3.0, -1.0, 0.5].map(|x| CrowdMember::new(&config, CharacterState::at(Vec3::ZERO)).walking(x));
    let mut turned = [members[2], members[0], members[1]];
    let (mut crowd, mut other) = (Crowd::default(), Crowd::default());
    for i in 0..60 {
        world.step_characters(&mut crowd, &mut members, 1.0 / 60.0);
        world.step_characters(&mut other, &mut turned, 1.0 / 60.0);
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            assert_eq!(members[a].state, turned[b].state, "{i}");
        }
    }
    assert!(nearest(&members) >= 0.0);
}

trait Walking {
    fn walking(self, x: f32) -> Self;
}

impl Walking for CrowdMember<'_> {
    fn walking(mut self, x: f32) -> Self {
        self.input.wish_velocity = Vec3::X * x;
        self
    }
}
