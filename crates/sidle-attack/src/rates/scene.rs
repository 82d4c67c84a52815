//! The level, the instances and the script of a case.

use std::f32::consts::TAU;

use sidle::{
    AirControl, CharacterConfig, CharacterInput, CharacterState, DQuat, DVec3, InstanceId, InstanceOptions,
    LeaveVelocity, MaterialId, Pose, SlopeSpeed, Vec3, World,
};

use crate::random::Rng;

/// Number of parts of a script.
pub(super) const SEGMENTS: usize = 20;
/// Duration of a part, in seconds.
pub(super) const SEGMENT: f64 = 0.5;
/// Number of places tried for the start.
const STARTS: usize = 30;
/// Half of the length of the floor, in metres.
const HALF: f32 = 12.0;

/// The input and the motion of the instances in a part of a script.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The desired velocity in m/s.
    pub wish: Vec3,
    /// True if the jump button is pressed at the start.
    pub jumps: bool,
    /// True while the jump button is held.
    pub holds: bool,
    /// True while the crouch button is held.
    pub crouches: bool,
}

/// An instance of a box that moves at a constant velocity in each part of the script.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Half lengths of the box in metres.
    pub half: Vec3,
    /// The centre at the start.
    pub from: DVec3,
    /// Velocity in m/s, with a factor for each part.
    pub velocity: DVec3,
    /// The factors, so that the box comes back.
    pub factors: Vec<f64>,
    /// Angular velocity about y in radians per second.
    pub spin: f64,
}

impl Actor {
    /// Returns the pose at a time of the script.
    #[must_use]
    pub fn pose(&self, time: f64) -> Pose {
        let mut translation = self.from;
        for (i, factor) in self.factors.iter().enumerate() {
            let within = (time - SEGMENT * i as f64).clamp(0.0, SEGMENT);
            translation += self.velocity * (factor * within);
        }
        Pose { translation, rotation: DQuat::from_rotation_y(self.spin * time), ..Pose::IDENTITY }
    }

    /// Returns the largest speed of a point of the box in m/s.
    #[must_use]
    pub fn fastest(&self) -> f64 {
        self.velocity.length() + self.spin.abs() * f64::from(self.half.x.hypot(self.half.z))
    }
}

/// A case: a level, moving boxes, a character and its script.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The triangles of the level.
    pub triangles: Vec<[Vec3; 3]>,
    /// The moving boxes.
    pub actors: Vec<Actor>,
    /// The settings of the character.
    pub config: CharacterConfig,
    /// The feet at the start.
    pub start: DVec3,
    /// The script.
    pub script: Vec<Segment>,
}

impl Scene {
    /// Creates a random case. One in three has moving boxes.
    #[must_use]
    pub fn new(rng: &mut Rng<'_>) -> Self {
        let mut triangles = Vec::new();
        let corner = |x: f32, z: f32| Vec3::new(x * HALF, 0.0, z * HALF);
        quad(&mut triangles, [corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0), corner(-1.0, -1.0)]);
        for _ in 0..6 + rng.below(10) {
            add_item(rng, &mut triangles);
        }
        let mut actors = Vec::new();
        if rng.chance(85) {
            for _ in 0..1 + rng.below(4) {
                actors.push(actor(rng));
            }
        }
        let mut scene =
            Self { triangles, actors, config: config(rng), start: DVec3::ZERO, script: script(rng) };
        let (world, _) = scene.build();
        for _ in 0..STARTS {
            scene.start = place(rng, 6.0);
            let centre = CharacterState::at(scene.start).centre(&scene.config);
            if !world.overlaps(&scene.config.shape, centre, &scene.config.filter) {
                break;
            }
        }
        scene
    }

    /// Builds the world. Returns it with the numbers of the boxes.
    #[must_use]
    pub fn build(&self) -> (World, Vec<InstanceId>) {
        let corners: Vec<Vec3> = self.triangles.iter().flatten().copied().collect();
        let count = self.triangles.len() as u32;
        let triangles: Vec<[u32; 3]> = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mut world = World::from_triangles(&corners, &triangles).expect("finite corners");
        let add = |actor: &Actor| {
            let mut builder = world.geometry_builder();
            builder.add_box(actor.half, MaterialId(0));
            let geometry = world.add_geometry(builder).expect("a box");
            world.add_instance(geometry, &actor.pose(0.0), InstanceOptions::default()).expect("a pose")
        };
        let ids = self.actors.iter().map(add).collect();
        (world, ids)
    }

    /// Returns the input of a step.
    #[must_use]
    pub fn input(&self, segment: usize, is_first: bool) -> CharacterInput {
        let Segment { wish, jumps, holds, crouches } = self.script[segment];
        CharacterInput {
            wish_velocity: wish,
            jump: jumps && is_first,
            jump_held: holds,
            crouch: crouches,
            ..CharacterInput::default()
        }
    }
}

fn quad(out: &mut Vec<[Vec3; 3]>, [a, b, c, d]: [Vec3; 4]) {
    out.extend([[a, b, c], [a, c, d]]);
}

/// Returns a place on the floor.
fn place(rng: &mut Rng<'_>, half: f32) -> DVec3 {
    Vec3::new(rng.range(-half, half), 0.0, rng.range(-half, half)).as_dvec3()
}

/// Adds stairs, a ramp, a steep face, a block, a pole or a beam.
fn add_item(rng: &mut Rng<'_>, out: &mut Vec<[Vec3; 3]>) {
    let at = place(rng, 9.0).as_vec3();
    let turn = rng.range(0.0, TAU);
    let half = rng.range(0.4, 3.0);
    let profile: Vec<[f32; 2]> = match rng.below(6) {
        0 => {
            let (rise, run) = (rng.range(0.1, 0.39), rng.range(0.25, 0.6));
            let steps = 2 + rng.below(7);
            let mut points = vec![[0.0, 0.0]];
            for i in 0..steps {
                let (x, y) = (run * i as f32, rise * i as f32);
                points.extend([[x, y + rise], [x + run, y + rise]]);
            }
            let [x, y] = points[points.len() - 1];
            points.push([x + rng.range(0.0, 2.0), y]);
            points
        }
        1 | 2 => {
            let steep = rng.chance(80);
            let slope = if steep { rng.range(51.0, 80.0) } else { rng.range(5.0, 48.0) };
            let (length, top) = (rng.range(0.5, 4.0), rng.range(0.0, 2.0));
            let rise = length * slope.to_radians().tan();
            let rise = if rise > 3.0 { 3.0 } else { rise };
            let length = rise / slope.to_radians().tan();
            vec![[0.0, 0.0], [length, rise], [length + top, rise]]
        }
        3 => {
            let height = rng.pick(&[0.1, 0.3, 0.39, 0.6, 1.0, 1.25]) * rng.range(0.9, 1.1);
            let depth = rng.range(0.3, 3.0);
            vec![[0.0, 0.0], [0.0, height], [depth, height]]
        }
        4 => {
            let width = rng.range(0.05, 0.6);
            return add_block(out, at, turn, [0.0, 2.5], [width, width]);
        }
        _ => {
            let low = rng.range(1.1, 2.2);
            return add_block(out, at, turn, [low, low + 0.3], [half, rng.range(0.2, 1.0)]);
        }
    };
    add_prism(out, at, turn, &profile, half);
}

/// Adds a solid over a profile that rises from the floor. Its right side is vertical.
fn add_prism(out: &mut Vec<[Vec3; 3]>, at: Vec3, turn: f32, profile: &[[f32; 2]], half: f32) {
    let (sin, cos) = turn.sin_cos();
    let corner = |[x, y]: [f32; 2], z: f32| at + Vec3::new(x * cos + z * sin, y, z * cos - x * sin);
    let base = [profile[profile.len() - 1][0], 0.0];
    for pair in profile.windows(2).chain([&[profile[profile.len() - 1], base][..]]) {
        let (p, q) = (pair[0], pair[1]);
        quad(out, [corner(p, half), corner(q, half), corner(q, -half), corner(p, -half)]);
        out.push([corner(base, half), corner(q, half), corner(p, half)]);
        out.push([corner(base, -half), corner(p, -half), corner(q, -half)]);
    }
}

fn add_block(out: &mut Vec<[Vec3; 3]>, at: Vec3, turn: f32, heights: [f32; 2], half: [f32; 2]) {
    let (sin, cos) = turn.sin_cos();
    let corner = |x: f32, y: f32, z: f32| {
        let (x, z) = (x * half[0], z * half[1]);
        at + Vec3::new(x * cos + z * sin, y, z * cos - x * sin)
    };
    let [low, high] = heights;
    let around = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
    quad(out, around.map(|[x, z]| corner(x, high, z)));
    let [a, b, c, d] = around.map(|[x, z]| corner(x, low, z));
    quad(out, [d, c, b, a]);
    for i in 0..4 {
        let ([x, z], [u, w]) = (around[i], around[(i + 1) % 4]);
        quad(out, [corner(x, low, z), corner(u, low, w), corner(u, high, w), corner(x, high, z)]);
    }
}

/// Returns a lift, a slider, a door or a turntable.
fn actor(rng: &mut Rng<'_>) -> Actor {
    let at = place(rng, 6.0);
    let speed = f64::from(rng.range(0.3, 3.0));
    let angle = rng.range(0.0, TAU);
    let across = Vec3::new(angle.sin(), 0.0, angle.cos()).as_dvec3();
    let plate = Vec3::new(rng.range(1.0, 2.5), 0.1, rng.range(1.0, 2.5));
    let (half, height, velocity, spin) = match rng.below(4) {
        0 => (plate, 0.11, DVec3::Y * speed, 0.0),
        1 => (plate, 0.11, across * speed, 0.0),
        2 => (Vec3::new(rng.range(0.3, 1.0), 1.0, 0.1), 1.01, across * speed, 0.0),
        _ => (plate, 0.11, DVec3::ZERO, speed),
    };
    // Out and back, with pauses. A lift never goes below its start.
    let (mut factors, mut away) = (Vec::new(), 0.0);
    for _ in 0..SEGMENTS {
        let factor: f64 = rng.pick(&[1.0, 0.0, -1.0]);
        let factor = if (0.0..=3.0).contains(&(away + factor)) { factor } else { 0.0 };
        away += factor;
        factors.push(factor);
    }
    Actor { half, from: at + DVec3::Y * height, velocity, factors, spin }
}

fn config(rng: &mut Rng<'_>) -> CharacterConfig {
    CharacterConfig {
        ground_acceleration: rng.pick(&[None, None, Some(20.0), Some(60.0)]),
        air_acceleration: rng.pick(&[15.0, 15.0, 0.0, 4.0]),
        air_control: if rng.chance(40) {
            AirControl::Strafe { max_speed: 0.76 }
        } else {
            AirControl::Approach
        },
        slope_speed: rng.pick(&[SlopeSpeed::AlongGround, SlopeSpeed::Horizontal, SlopeSpeed::Projected]),
        leave_velocity: rng.pick(&[LeaveVelocity::Add, LeaveVelocity::AddUpwards, LeaveVelocity::Ignore]),
        ..CharacterConfig::default()
    }
}

fn script(rng: &mut Rng<'_>) -> Vec<Segment> {
    let mut heading = rng.range(0.0, TAU);
    let segment = |_| {
        heading += rng.pick(&[0.0, 0.0, 0.3, -0.3, 1.5, -1.5, 3.1]);
        let speed = rng.pick(&[0.0, 1.0, 3.0, 4.0, 4.0, 6.0]);
        let jumps = rng.chance(80);
        Segment {
            wish: Vec3::new(heading.sin(), 0.0, heading.cos()) * speed,
            jumps,
            holds: jumps || rng.chance(128),
            crouches: rng.chance(30),
        }
    };
    (0..SEGMENTS).map(segment).collect()
}
