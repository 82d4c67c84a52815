//! Doors, lifts with stacks, characters that push each other, planets and turntables.

use super::{Actor, SKIN, Table, about, jump, step, wish, world};
use crate::common::{box_geometry, floor};
use sidle::{
    CharacterConfig, CharacterInput, CharacterState, Crowd, CrowdMember, DQuat, DVec3, InstanceId,
    InstanceOptions, LeaveVelocity, Pose, PoseSet, Vec3, World,
};
use sidle_scenes::Rate;

pub(super) fn measure(table: &mut Table, rate: Rate) {
    for speed in [0.5, 2.0] {
        door(table, rate, speed);
    }
    for (count, speed) in [(2, 3.0), (3, 3.0), (5, 3.0), (2, -3.0), (3, -3.0), (5, -3.0)] {
        stack(table, rate, count, speed);
    }
    let range = (0.05 * 0.99, 0.05 * 1.01);
    table.add("13 two who push each other at 1 and 0.9 m/s: speed", rate, pushed(rate), range);
    for radius in [3.0, 10.0, 20.0] {
        let what = format!("14 planet of {radius} m at 8 m/s: seconds off the ground");
        table.add(&what, rate, planet(rate, radius), (0.0, 0.0));
    }
    let carried = turntable(rate);
    table.add("17 jump off a turntable, Ignore: carried in the step", rate, carried, (0.0, 1e-4));
}

/// A world with one moving box.
struct MovingBox {
    world: World,
    id: InstanceId,
    pose: Pose,
}

impl MovingBox {
    fn new(mut world: World, half: Vec3, at: DVec3) -> Self {
        let geometry = box_geometry(&mut world, half);
        let pose = Pose::at(at);
        let id = world.add_instance(geometry, &pose, InstanceOptions::default()).expect("a pose");
        Self { world, id, pose }
    }

    fn to(&mut self, pose: Pose) {
        let mut poses = PoseSet::default();
        poses.add(self.id, self.pose, pose);
        self.world.set_poses(&poses).expect("poses");
        self.pose = pose;
    }
}

/// 7: a door of 0.2 m that closes an opening of 1.2 m on an idle character.
fn door(table: &mut Table, rate: Rate, speed: f64) {
    for (z, what) in [(0.0, "in its middle"), (0.05, "5 cm beside"), (0.25, "25 cm beside")] {
        let jamb = world(|b| {
            b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [1, 1]);
            b.extrude(&[[-5.0, 3.0], [0.0, 3.0], [0.0, 0.0]], [-0.1, 0.1]);
            b.wall([0.0, 0.1], [-5.0, 0.1], [0.0, 3.0]);
            b.wall([-5.0, -0.1], [0.0, -0.1], [0.0, 3.0]);
        });
        let mut door = MovingBox::new(jamb, Vec3::new(1.0, 1.5, 0.1), DVec3::new(2.2, 1.51, 0.0));
        let config = CharacterConfig::default();
        let mut state = CharacterState::at(DVec3::new(0.6, 0.0, z));
        let _ = step(&door.world, &config, &mut state, &CharacterInput::default(), 1e-3);
        let (mut time, mut crushed, mut jumped) = (0.0, 9.0, 0.0_f64);
        for dt in rate.steps(0.0, 1.2 / speed) {
            door.to(Pose::at(door.pose.translation - DVec3::X * (speed * dt)));
            let before = state.position;
            let report = step(&door.world, &config, &mut state, &CharacterInput::default(), dt);
            time += dt;
            jumped = jumped.max((state.position - before).length() - speed * dt);
            if report.crushed.is_some() {
                crushed = time;
                break;
            }
        }
        let name = format!("7 door at {speed} m/s, character {what}");
        table.add(&format!("{name}: jump"), rate, jumped, (-1.0, 2.0 * SKIN));
        if z < 0.1 {
            let (first, last) = ((0.6 - 2.0 * SKIN) / speed, 0.6 / speed + rate.longest());
            table.add(&format!("{name}: crushed"), rate, crushed, (first, last + 1e-3));
            table.add(&format!("{name}: x"), rate, state.position.x, about(0.301, 2e-3));
        } else {
            table.add(&format!("{name}: crushed"), rate, crushed, (9.0, 9.0));
            table.add(&format!("{name}: z"), rate, state.position.z, about(0.401, 3e-3));
        }
    }
}

/// 12: a stack of characters on a lift.
fn stack(table: &mut Table, rate: Rate, count: u32, speed: f64) {
    let mut lift = MovingBox::new(World::default(), Vec3::new(2.0, 0.1, 2.0), DVec3::Y * -0.1);
    let config = CharacterConfig::default();
    let place = |i: u32| CharacterState::at(DVec3::Y * (f64::from(i) * (1.8 + 2.0 * SKIN)));
    let mut members: Vec<_> = (0..count).map(|i| CrowdMember::new(&config, place(i))).collect();
    let mut crowd = Crowd::default();
    for dt in rate.steps(0.0, 0.2) {
        lift.world.step_characters(&mut crowd, &mut members, dt as f32);
    }
    let (mut gap, mut flight, mut squeezed) = (0.0_f64, 0.0, 0.0);
    for dt in rate.steps(0.2, 1.7) {
        lift.to(Pose::at(lift.pose.translation + DVec3::Y * (speed * dt)));
        lift.world.step_characters(&mut crowd, &mut members, dt as f32);
        for pair in members.windows(2) {
            gap = gap.max(pair[0].distance(&pair[1]).map_or(9.0, f64::from));
        }
        let reports = crowd.reports();
        flight += if reports.iter().all(|r| r.is_on_floor()) { 0.0 } else { dt };
        squeezed += if reports.iter().any(|r| r.was_squeezed) { dt } else { 0.0 };
    }
    let name = format!("12 stack of {count} on a lift at {speed} m/s");
    table.add(&format!("{name}: gap"), rate, gap, (0.0, 2.0 * SKIN + 1e-4));
    table.add(&format!("{name}: seconds in the air"), rate, flight, (0.0, 0.0));
    table.add(&format!("{name}: seconds squeezed"), rate, squeezed, (0.0, 0.0));
}

/// 13: the speed of two characters that push each other, between 0.5 s and 2.5 s.
fn pushed(rate: Rate) -> f64 {
    let world = floor(99.0);
    let config = CharacterConfig::default();
    let place = |x: f64| CrowdMember::new(&config, CharacterState::at(DVec3::X * x));
    let mut members = [place(0.0), place(0.7)];
    members[0].input = wish(Vec3::X);
    members[1].input = wish(Vec3::X * -0.9);
    let mut crowd = Crowd::default();
    for dt in rate.steps(0.0, 0.5) {
        world.step_characters(&mut crowd, &mut members, dt as f32);
    }
    let before = members[0].state.position.x;
    for dt in rate.steps(0.5, 2.5) {
        world.step_characters(&mut crowd, &mut members, dt as f32);
    }
    (members[0].state.position.x - before) / 2.0
}

/// 14: the time off the ground in 5 s on a sphere, where `up` is turned before every step.
fn planet(rate: Rate, radius: f64) -> f64 {
    let counts = [128_u32, 64];
    let planet = world(|b| {
        let corner = |i: u32, j: u32| {
            let around = std::f64::consts::TAU * f64::from(i % counts[0]) / f64::from(counts[0]);
            let down = std::f64::consts::PI * f64::from(j) / f64::from(counts[1]);
            let across = if j == 0 || j == counts[1] { 0.0 } else { radius * down.sin() };
            [across * around.cos(), radius * down.cos(), -across * around.sin()]
        };
        for i in 0..counts[0] {
            for j in 0..counts[1] {
                let [a, c, d, e] = [corner(i, j), corner(i, j + 1), corner(i + 1, j + 1), corner(i + 1, j)];
                if j > 0 {
                    b.triangle(a, d, e);
                }
                if j + 1 < counts[1] {
                    b.triangle(a, c, d);
                }
            }
        }
    });
    // A great circle that meets no pole.
    let axis = DVec3::new(0.3, 1.0, 0.2).normalize();
    let start = axis.cross(DVec3::X).normalize() * radius;
    let config = CharacterConfig { up: start.normalize().as_vec3(), ..CharacterConfig::default() };
    let mut actor = Actor::of(&planet, start, config);
    let mut off = 0.0;
    for dt in rate.steps(0.0, 5.0) {
        let up = actor.at().normalize();
        actor.config.up = up.as_vec3().normalize();
        let _ = actor.step(&wish((axis.cross(up).normalize() * 8.0).as_vec3()), dt);
        off += if actor.is_grounded() { 0.0 } else { dt };
    }
    off
}

/// 17: the horizontal way in the step of a jump off a turntable that is not to carry it.
fn turntable(rate: Rate) -> f64 {
    let mut table = MovingBox::new(World::default(), Vec3::new(3.0, 0.1, 3.0), DVec3::Y * -0.1);
    let config = CharacterConfig { leave_velocity: LeaveVelocity::Ignore, ..CharacterConfig::default() };
    let mut state = CharacterState::at(DVec3::X * 2.0);
    let _ = step(&table.world, &config, &mut state, &CharacterInput::default(), 1e-3);
    let mut time = 0.0;
    let mut turn = |table: &mut MovingBox, dt: f64| {
        time += dt;
        table.to(Pose { rotation: DQuat::from_rotation_y(2.0 * time), ..table.pose });
    };
    for dt in rate.steps(0.0, 0.5) {
        turn(&mut table, dt);
        let _ = step(&table.world, &config, &mut state, &CharacterInput::default(), dt);
    }
    let dt = rate.steps(0.5, 1.0)[0];
    let before = state.position;
    turn(&mut table, dt);
    let _ = step(&table.world, &config, &mut state, &jump(Vec3::ZERO), dt);
    let moved = state.position - before;
    moved.x.hypot(moved.z)
}
