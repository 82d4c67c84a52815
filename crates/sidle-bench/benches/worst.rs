//! Measures the calls of the library where thousands of polygons are in one place.
//!
//! `cargo bench -p sidle-bench --bench worst [-- NUMBER [CALL [PLACE]]]` prints the longest time of
//! each call at each place, in milliseconds. NUMBER is that of the polygons, 10,000 by default.
//! CALL and PLACE are parts of names, and select calls and places.

use std::time::Instant;

use sidle::sdf::{RoundedBox, Scene, SdfScratch};
use sidle::{
    Ball, BallConfig, CarryConfig, CharacterConfig, CharacterInput, CharacterState, Motion, MoveConfig,
    QueryFilter, Response, Scratch, Shape, Vec3, World,
};
use sidle_bench::places::PLACES;

/// Calls a function of the library several times, and notes how long each call takes.
type Call = (&'static str, fn(&World, &mut Clock));

const CALLS: [Call; 12] = [
    ("slide", |world, clock| moves(world, clock, Response::Slide)),
    ("push back", |world, clock| moves(world, clock, Response::PushBack)),
    ("bounce", |world, clock| moves(world, clock, Response::Bounce)),
    ("ball", ball),
    ("depenetrate", depenetrate),
    ("carry", carry),
    ("resize", resize),
    ("queries", queries),
    ("character", |world, clock| character(world, clock, 0.0)),
    ("character at ledges", |world, clock| character(world, clock, 0.5)),
    ("teleport", teleport),
    ("sdf", sdf),
];

/// The longest time of the calls so far, in milliseconds.
struct Clock(f64);

impl Clock {
    fn time<T>(&mut self, call: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = call();
        self.0 = self.0.max(start.elapsed().as_secs_f64() * 1e3);
        result
    }
}

fn main() {
    let mut asked = std::env::args().skip(1).filter(|a| a != "--bench");
    let number: u32 = asked.next().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let [call, place] = [(); 2].map(|()| asked.next().unwrap_or_default());
    println!("{:<26} {:<20} {:>9}", "place", "call", "worst ms");
    for (name, build) in PLACES.iter().filter(|(name, _)| name.contains(&place)) {
        let world = build(number);
        for (call, make) in CALLS.iter().filter(|(name, _)| name.contains(&call)) {
            let mut clock = Clock(0.0);
            make(&world, &mut clock);
            println!("{name:<26} {call:<20} {:>9.3}", clock.0);
        }
    }
}

/// Shapes that come to the places.
fn shapes() -> [Shape; 4] {
    let person = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
    [Shape::sphere(0.4), person, Shape::capsule(0.3, 1.8), Shape::point()]
}

/// Positions in the places, of which most overlap something.
const INSIDE: [Vec3; 6] = [
    Vec3::new(0.01, 1.5, 0.003),
    Vec3::new(0.013, 0.05, 0.021),
    Vec3::new(0.3, 0.2, 0.1),
    Vec3::ZERO,
    Vec3::new(0.01, 0.402, 0.003),
    Vec3::new(0.0, 0.91, 0.0),
];

/// Positions beside the places.
const OUTSIDE: [Vec3; 4] = [
    Vec3::new(-3.0, 1.0, 0.2),
    Vec3::new(3.0, -1.5, 2.0),
    Vec3::new(0.0, 3.0, 0.01),
    Vec3::new(2.0, 0.2, -2.0),
];

/// Directions of the moves across a place, in turn.
const ACROSS: [(f32, f32); 4] = [(1.0, 0.3), (-1.0, -0.28), (0.2, 1.0), (-0.2, -1.02)];

/// Moves down onto the origin and across it, and from all sides through it.
fn moves(world: &World, clock: &mut Clock, response: Response) {
    let (mut scratch, config) = (Scratch::default(), MoveConfig { response, ..MoveConfig::default() });
    for shape in shapes() {
        let mut move_by = |from, way| {
            let motion = Motion::displacement(way, 1.0);
            clock.time(|| world.move_and_slide(&mut scratch, &shape, from, motion, &config)).position
        };
        let mut at = move_by(INSIDE[0].as_dvec3(), Vec3::Y * -3.0);
        for (x, z) in ACROSS.into_iter().cycle().take(24) {
            at = move_by(at, Vec3::new(0.05 * x, -0.1, 0.05 * z));
        }
        for from in OUTSIDE {
            move_by(from.as_dvec3(), from * -2.0);
        }
    }
}

fn ball(world: &World, clock: &mut Clock) {
    let (mut scratch, config) = (Scratch::default(), BallConfig { radius: 0.2, ..BallConfig::default() });
    for from in INSIDE {
        let mut ball = Ball { velocity: Vec3::new(0.3, -3.0, 0.1), ..Ball::at(from) };
        for _ in 0..24 {
            ball = clock.time(|| world.step_ball(&mut scratch, &ball, 1.0 / 60.0, &config)).ball;
        }
    }
}

fn depenetrate(world: &World, clock: &mut Clock) {
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    for shape in shapes() {
        for from in INSIDE {
            let _ = clock.time(|| world.depenetrate(&mut scratch, &shape, from, &config));
        }
    }
}

fn carry(world: &World, clock: &mut Clock) {
    let (mut scratch, config) = (Scratch::default(), CarryConfig::default());
    for shape in shapes() {
        for from in INSIDE.into_iter().flat_map(|from| [from, from * 2.0 + Vec3::Y]) {
            let _ = clock.time(|| world.carry(&mut scratch, &shape, from, 1.0 / 60.0, &config));
        }
    }
}

fn resize(world: &World, clock: &mut Clock) {
    let (mut scratch, filter) = (Scratch::default(), QueryFilter::ALL);
    for (shape, new) in shapes().into_iter().flat_map(|shape| shapes().map(|new| (shape.clone(), new))) {
        for (from, size) in INSIDE.into_iter().zip([0.05, 0.5, 1.0].into_iter().cycle()) {
            let old = shape.scaled(size);
            let _ = clock.time(|| world.resize_shape(&mut scratch, &old, &new, from, Vec3::NEG_Y, &filter));
        }
    }
}

fn queries(world: &World, clock: &mut Clock) {
    let filter = QueryFilter::ALL;
    let (mut contacts, mut hits, mut triggers) = (Vec::new(), Vec::new(), Vec::new());
    for shape in shapes() {
        for at in INSIDE {
            let (above, down) = (at + Vec3::new(0.3, 2.0, 0.01), Vec3::Y * -4.0);
            let _ = clock.time(|| world.overlaps(&shape, at, &filter));
            clock.time(|| world.contacts(&shape, at, 0.1, &filter, &mut contacts));
            clock.time(|| world.cast_shape_all(&shape, above, down, &filter, &mut hits));
            clock.time(|| world.triggers_along(&shape, at, at + Vec3::X, &filter, &mut triggers));
            let _ = clock.time(|| world.cast_shape(&shape, above, down, &filter));
            let _ = clock.time(|| world.cast_ray(above, down, &filter));
            let _ = clock.time(|| world.closest_point(at, 10.0, &filter));
        }
    }
}

fn character(world: &World, clock: &mut Clock, ledge_distance: f32) {
    let crouch_stays_on_ledges = ledge_distance > 0.0;
    let config = CharacterConfig { ledge_distance, crouch_stays_on_ledges, ..CharacterConfig::default() };
    let mut scratch = Scratch::default();
    for from in INSIDE {
        let mut hero = CharacterState::at(from);
        for (i, (x, z)) in ACROSS.into_iter().cycle().take(16).enumerate() {
            let wish_velocity = Vec3::new(3.0 * x, 0.0, 3.0 * z);
            let (crouch, jump) = (i % 5 == 4, i % 7 == 6);
            let input = CharacterInput { wish_velocity, crouch, jump, ..CharacterInput::default() };
            let step = || world.step_character(&mut scratch, &config, &mut hero, &input, 1.0 / 60.0);
            let _ = clock.time(step);
        }
        let _ = clock.time(|| world.probe_ground(&mut scratch, &config, &hero));
        let _ = clock.time(|| world.headroom(&mut scratch, &config, &hero, 1.0));
    }
}

fn teleport(world: &World, clock: &mut Clock) {
    let (mut scratch, config) = (Scratch::default(), CharacterConfig::default());
    for to in INSIDE {
        let mut hero = CharacterState::at(OUTSIDE[2]);
        let _ = clock.time(|| world.teleport_character(&mut scratch, &config, &mut hero, to));
    }
}

fn sdf(world: &World, clock: &mut Clock) {
    let (mut scratch, scene) = (SdfScratch::default(), Scene::new(world));
    let body = RoundedBox { half: Vec3::splat(0.25).as_dvec3(), radius: 0.05 };
    let config = MoveConfig::default();
    let mut at = INSIDE[0].as_dvec3();
    for i in 0..8 {
        let way = if i == 0 { Vec3::Y * -3.0 } else { Vec3::new(0.05, -0.1, 0.02) };
        let motion = Motion::displacement(way, 1.0);
        at = clock.time(|| scene.move_and_slide(&mut scratch, &body, at, motion, &config)).position;
    }
    let _ = clock.time(|| scene.clearance(&mut scratch, &body, INSIDE[2], 1.0, &QueryFilter::ALL));
}
