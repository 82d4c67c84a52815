//! The level, the members and the inputs of a crowd.

use sidle::{
    CharacterConfig, CharacterInput, CharacterMode, CharacterState, CrowdMember, DVec3, Shape, ShapeKind,
    Vec3,
};
use sidle_judge::{Body, Judge, V, are_apart};

use crate::random::Rng;
use crate::verdict::centre_of;
use crate::verdict::{body_of, wide};

/// Step in metres of the search for a place beside another member.
const SEARCH: f32 = 0.02;

/// A crowd at its start.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The triangles of the level; none for a crowd in empty space.
    pub triangles: Vec<[Vec3; 3]>,
    /// The settings, one for each kind of member.
    pub configs: Vec<CharacterConfig>,
    /// The members: the number of the settings, the state, and how much it yields.
    pub members: Vec<(usize, CharacterState, f32)>,
    /// The time step in seconds.
    pub dt: f32,
    /// True if the members may be so close that they are apart only while they crouch. They do so
    /// in the first step.
    pub crouches: bool,
    /// The largest speed of the members in m/s.
    speed: f32,
}

impl Scene {
    /// Creates a random scene with at least two members, or `None` if there is no room for them.
    #[must_use]
    pub fn new(rng: &mut Rng<'_>) -> Option<Self> {
        let in_space = rng.chance(80);
        let triangles = if in_space { Vec::new() } else { level(rng) };
        let config = CharacterConfig {
            gravity: if in_space { 0.0 } else { 9.81 },
            skin_width: rng.pick(&[0.001, 0.001, 0.005, 0.02]),
            ground_acceleration: rng.chance(60).then_some(40.0),
            ..CharacterConfig::default()
        };
        let shapes = [
            Shape::capsule(0.3, 1.8),
            Shape::capsule(0.3, 1.8),
            Shape::sphere(0.4),
            Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.3)),
            Shape::capsule(rng.range(0.15, 0.9), 2.0),
        ];
        let count = if rng.chance(128) { 1 } else { shapes.len() };
        let configs = shapes.into_iter().take(count);
        let configs = configs.map(|shape| CharacterConfig { shape, ..config.clone() }).collect();
        let dt = 1.0 / rng.pick(&[20.0, 30.0, 60.0, 60.0, 120.0, 144.0]);
        let (crouches, speed) = (rng.chance(50), rng.pick(&[1.0, 3.0, 6.0, 12.0]));
        let mut scene = Self { triangles, configs, members: Vec::new(), dt, crouches, speed };
        let judge = scene.judge();
        for _ in 0..2 + rng.below(14) {
            scene.add(rng, &judge);
        }
        (scene.members.len() > 1).then_some(scene)
    }

    /// Returns the judge of the level.
    #[must_use]
    pub fn judge(&self) -> Judge {
        let corners: Vec<_> = self.triangles.iter().flatten().map(Vec3::to_array).collect();
        let count = self.triangles.len() as u32;
        Judge::new(&corners, &(0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect::<Vec<_>>())
    }

    /// Adds a member close to one of the others, so that the bodies are apart if all crouch or all
    /// stand.
    fn add(&mut self, rng: &mut Rng<'_>, judge: &Judge) {
        let kind = rng.below(self.configs.len());
        let config = &self.configs[kind];
        let base = self.members.len().checked_sub(1).map(|most| self.members[rng.below(most + 1)].1.position);
        let angle = rng.range(0.0, std::f32::consts::TAU);
        let way = if rng.chance(64) { Vec3::Y } else { Vec3::new(angle.sin(), 0.0, angle.cos()) };
        let gap = if rng.chance(128) { rng.magnitude(1e-4, 0.1) } else { rng.range(0.0, 0.3) };
        let start =
            |distance: f32| CharacterState::at(base.unwrap_or(DVec3::ZERO) + (way * distance).as_dvec3());
        let is_apart = |distance: f32| {
            let (body, at) = at_start(config, &start(distance), self.crouches);
            self.members.iter().all(|(other, state, _)| {
                let (other, there) = at_start(&self.configs[*other], state, self.crouches);
                are_apart(&body, at, &other, there)
            })
        };
        let distance = (0..200).map(|i| i as f32 * SEARCH).find(|&distance| is_apart(distance));
        let Some(distance) = distance.map(|distance| distance + gap).filter(|&distance| is_apart(distance))
        else {
            return;
        };
        let (body, at) = at_start(config, &start(distance), false);
        if judge.clearance(&body, at, 1.0).gap > 0.0 {
            let share = rng.unit();
            self.members.push((kind, start(distance), rng.pick(&[1.0, 1.0, 0.0, 0.5, share])));
        }
    }

    /// Returns a random input for a member.
    pub fn input(&self, rng: &mut Rng<'_>, member: usize, states: &[DVec3]) -> CharacterInput {
        let speed = self.speed * rng.unit();
        let towards = (states[rng.below(states.len())] - states[member]).as_vec3();
        let angle = rng.range(0.0, std::f32::consts::TAU);
        let heading = Vec3::new(angle.sin(), 0.0, angle.cos());
        let heading = if rng.chance(128) { towards.with_y(0.0).normalize_or(heading) } else { heading };
        let swims = self.triangles.is_empty() && rng.chance(100);
        let heading = if swims && rng.chance(128) { towards.normalize_or(heading) } else { heading };
        let wish = heading * speed;
        CharacterInput {
            wish_velocity: wish,
            jump: rng.chance(20),
            jump_held: rng.chance(128),
            crouch: rng.chance(70),
            root_motion: rng.chance(50).then_some(wish * self.dt),
            mode: if swims {
                CharacterMode::Swim { acceleration: 50.0, sink_speed: 0.0 }
            } else {
                CharacterMode::Walk
            },
            ..CharacterInput::default()
        }
    }
}

/// Returns the body of a character before its first step, and its centre.
fn at_start(config: &CharacterConfig, state: &CharacterState, crouches: bool) -> (Body, V) {
    let shape = config.posture(crouches);
    let half = match shape.kind() {
        ShapeKind::Capsule { height, .. } => 0.5 * height,
        ShapeKind::Ellipsoid { radii } => radii.y,
        ShapeKind::Sphere { radius } => radius,
        _ => 0.0,
    };
    (body_of(&shape), wide(state.position + (Vec3::Y * (half + config.skin_width)).as_dvec3()))
}

/// Returns the body of a member, and its centre.
pub(super) fn posed(member: &CrowdMember<'_>) -> (Body, V) {
    match centre_of(&member.state, member.config) {
        Some(centre) => (body_of(&member.state.shape(member.config)), wide(centre)),
        None => at_start(member.config, &member.state, false),
    }
}

/// A floor, often with walls around it, a step and a low ceiling.
fn level(rng: &mut Rng<'_>) -> Vec<[Vec3; 3]> {
    let mut triangles = Vec::new();
    let mut quad = |a: Vec3, b: Vec3, c: Vec3, d: Vec3| triangles.extend([[a, b, c], [a, c, d]]);
    let flat = |low: [f32; 2], high: [f32; 2], y: f32| {
        [
            Vec3::new(low[0], y, low[1]),
            Vec3::new(low[0], y, high[1]),
            Vec3::new(high[0], y, high[1]),
            Vec3::new(high[0], y, low[1]),
        ]
    };
    let [a, b, c, d] = flat([-30.0; 2], [30.0; 2], 0.0);
    quad(a, b, c, d);
    if rng.chance(128) {
        let half = rng.range(1.5, 4.0);
        let [a, b, c, d] = flat([-half; 2], [half; 2], 0.0);
        for (from, to) in [(a, b), (b, c), (c, d), (d, a)] {
            quad(from, to, to + Vec3::Y * 4.0, from + Vec3::Y * 4.0);
        }
    }
    if rng.chance(80) {
        let height = rng.range(0.1, 0.39);
        let [a, b, c, d] = flat([0.7, -30.0], [30.0, 30.0], height);
        quad(a, b, c, d);
        quad(a, b, b - Vec3::Y * height, a - Vec3::Y * height);
    }
    if rng.chance(60) {
        let [a, b, c, d] = flat([-30.0, 0.8], [30.0, 30.0], rng.range(1.2, 2.4));
        quad(a, b, c, d);
    }
    triangles
}
