//! Bodies that are nothing but a distance function, walking the scenes.

mod common;

use common::{narrow, world_of};
use sidle::pseudo::{Ball, Capsule, Obstacle, PseudoDistance, PseudoScratch, RoundedBox, Scene, Torus, Turned};
use sidle::{DVec3, Motion, MoveConfig, Outcome, QueryFilter, Quat, Response, Scratch, Shape, StopReason, Vec3, World};
use sidle_scenes::{Builder, Drive, Law, Level, Run, Station, stations};

/// The least of a body's function over dense samples of everything near it: an upper bound of the distance, found without
/// any of the library's searches.
fn sampled(body: &dyn PseudoDistance, level: &Level, at: DVec3) -> f64 {
    let reach = body.bounding_radius() + 0.01;
    let mut least = f64::INFINITY;
    for t in 0..level.triangles.len() {
        let [a, b, c] = level.corners(t).map(|v| DVec3::from_array(v.map(f64::from)) - at);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        if low.max_element() > reach || high.min_element() < -reach {
            continue;
        }
        // Samples every so often, of the part of the triangle that is near.
        let n = 40;
        for i in 0..=n {
            for j in 0..=n {
                let (u, v) = (f64::from(i) / f64::from(n), f64::from(j) / f64::from(n));
                // Through the nearest part: the point of the plane grid round the body's middle, brought onto the triangle.
                let normal = (b - a).cross(c - a).normalize_or_zero();
                let (e, f) = ((b - a).normalize_or_zero(), normal.cross((b - a).normalize_or_zero()));
                let foot = normal * normal.dot(a);
                let p = foot + e * ((2.0 * u - 1.0) * reach) + f * ((2.0 * v - 1.0) * reach);
                let inside = [(a, b), (b, c), (c, a)].iter().all(|&(s, t)| (t - s).cross(p - s).dot(normal) >= 0.0);
                if inside && normal != DVec3::ZERO {
                    least = least.min(body.distance(p));
                }
            }
            for (s, t) in [(a, b), (b, c), (c, a)] {
                let n = 400 / 40;
                for k in 0..n {
                    let w = (f64::from(i) + f64::from(k) / f64::from(n)) / 41.0;
                    least = least.min(body.distance(s + (t - s) * w));
                }
            }
        }
    }
    least
}

struct Walk<'a> {
    scene: Scene<'a>,
    level: &'a Level,
    body: &'a dyn PseudoDistance,
    scratch: PseudoScratch,
    config: MoveConfig,
    /// One move in so many is sampled.
    every: usize,
    moves: usize,
    most_stages: u32,
}

impl<'a> Walk<'a> {
    fn new(world: &'a World, level: &'a Level, body: &'a dyn PseudoDistance, config: MoveConfig, every: usize) -> Self {
        let config = MoveConfig { record_path: true, ..config };
        let (scene, scratch) = (Scene::of(world), PseudoScratch::default());
        Self { scene, level, body, scratch, config, every, moves: 0, most_stages: 0 }
    }

    /// One move; never inside, at its end by the function that moves it and along its path by samples.
    fn step(&mut self, from: Vec3, motion: Motion) -> Outcome {
        let end = self.scene.move_and_slide(&mut self.scratch, self.body, from, motion, &self.config);
        assert!(end.reason != StopReason::StartedInside && end.reason != StopReason::InvalidInput, "{from} {end:?}");
        self.moves += 1;
        self.most_stages = self.most_stages.max(end.iterations);
        if self.moves % self.every == 0 {
            let path = self.scratch.path().to_vec();
            let free = self.scene.clearance(&mut self.scratch, self.body, end.position, end.skin, &QueryFilter::ALL);
            assert!(free >= 0.0, "{from} {motion:?} {end:?}: {free}");
            for piece in path.windows(2) {
                for i in 0..=4 {
                    let at = piece[0].as_dvec3().lerp(piece[1].as_dvec3(), f64::from(i) / 4.0);
                    let found = sampled(self.body, self.level, at);
                    assert!(found > 0.0, "{from} {motion:?}: {found} inside at {at}");
                }
            }
        }
        end
    }
}

fn floor_and_wall() -> Level {
    let mut b = Builder::new();
    b.floor(0.0, [-6.0, -6.0], [6.0, 6.0], [5, 4]);
    b.wall([2.0, -6.0], [2.0, 6.0], [0.0, 4.0]);
    b.finish("floor-and-wall", &[])
}

fn bodies() -> Vec<(&'static str, Box<dyn PseudoDistance>, DVec3)> {
    let quarter = Quat::from_xyzw(1.0, 0.0, 0.0, 1.0);
    vec![
        ("ball", Box::new(Ball { radius: 0.5 }), DVec3::splat(0.5)),
        ("box", Box::new(RoundedBox { half: DVec3::new(0.4, 0.6, 0.3), radius: 0.1 }), DVec3::new(0.4, 0.6, 0.3)),
        ("ring", Box::new(Torus { ring: 0.5, tube: 0.15 }), DVec3::new(0.65, 0.15, 0.65)),
        ("wheel", Box::new(Turned::new(Torus { ring: 0.5, tube: 0.15 }, quarter)), DVec3::new(0.65, 0.65, 0.15)),
        ("capsule", Box::new(Capsule { half_height: 0.4, radius: 0.3 }), DVec3::new(0.3, 0.7, 0.3)),
    ]
}

#[test]
fn c06_every_body_slides_over_the_floor_and_along_the_wall() {
    let level = floor_and_wall();
    let world = world_of(&level);
    for (name, body, half) in bodies() {
        for response in [Response::Steer, Response::Momentum] {
            let config = MoveConfig { response, ..MoveConfig::default() };
            let mut walk = Walk::new(&world, &level, &*body, config, 3);
            let (mut at, mut velocity) = (Vec3::new(-1.0, 1.0, -2.0), Vec3::new(3.0, -1.0, 1.0));
            let started = std::time::Instant::now();
            for _ in 0..120 {
                let end = walk.step(at, Motion::over(velocity, 1.0 / 60.0));
                at = end.position;
                if response == Response::Momentum {
                    velocity = end.velocity;
                }
            }
            eprintln!("{name} {response:?} {at} stages {} {:?}", walk.most_stages, started.elapsed());
            let expected = Vec3::new(2.0 - half.x as f32 - 0.001, half.y as f32 + 0.001, 0.0);
            assert!((at - expected).length() < 2e-4, "{name} {response:?}: {at}, not {expected}");
        }
    }
}

/// A run of a station with a body of our own, judged as it goes; where it ended.
fn run(station: &Station, run: &Run, body: &dyn PseudoDistance, rate: u32, every: usize) -> (Vec3, Vec3, u32) {
    let level = &station.levels[run.level];
    let world = world_of(level);
    let response = match run.law {
        Law::Steer => Response::Steer,
        Law::Momentum => Response::Momentum,
        Law::Stop => Response::Stop,
    };
    let config = MoveConfig { response, skin_width: run.skin as f32, ..MoveConfig::default() };
    let mut walk = Walk::new(&world, level, body, config, every);
    let (mut position, mut velocity, dt) = (narrow(run.start), Vec3::ZERO, 1.0 / rate as f32);
    for phase in &run.script {
        if let Drive::Body { velocity: Some(v), .. } = phase.drive {
            velocity = narrow(v);
        }
        for _ in 0..(phase.seconds.min(60.0) * f64::from(rate)).round() as usize {
            let motion = match phase.drive {
                Drive::Body { gravity, .. } => Motion::with_gravity(velocity, narrow(gravity), dt),
                _ => Motion::over(Vec3::from(phase.drive.wish(position.to_array()).expect("a wish")), dt),
            };
            let outcome = walk.step(position, motion);
            (position, velocity) = (outcome.position, outcome.velocity);
        }
    }
    (position, velocity, walk.most_stages)
}

/// The same run with the library's own ball.
fn native(station: &Station, run: &Run, rate: u32) -> Vec3 {
    let world = world_of(&station.levels[run.level]);
    Vec3::from(*common::execute(&world, run, rate).positions.last().expect("a start"))
}

#[test]
fn c06_a_ball_by_its_distance_ends_where_the_ball_ends() {
    // How far apart the ends may be: planes within the skin; rolling over edges, a few millimetres.
    for (id, tolerance) in [
        ("corner-of-three", 1e-4),
        ("high-wall", 1e-3),
        ("door-frame", 5e-3),
        ("stairs-ball", 1e-2),
        ("rest", 1e-4),
        ("groove", 1e-3),
        ("ramp", 1e-3),
        ("oblique-step", 5e-3),
        ("gravity", 1e-3),
        ("planes", 1e-3),
        ("planet", 1e-3),
        ("hockey-rink", 1e-3),
        ("any-frame-rate", 1e-2),
    ] {
        let all = stations::all();
        let Some(station) = all.iter().find(|s| s.id == id) else {
            panic!("no {id} among {:?}", all.iter().map(|s| s.id).collect::<Vec<_>>())
        };
        let mut seen = 0;
        for r in &station.runs {
            let sidle_scenes::Shape::Sphere(radius) = r.shape else { continue };
            let mut r = r.clone();
            for phase in &mut r.script {
                phase.seconds = phase.seconds.min(20.0);
            }
            let body = Ball { radius: f64::from(radius as f32) };
            let started = std::time::Instant::now();
            let (end, _, stages) = run(station, &r, &body, 60, 29);
            let expected = native(station, &r, 60);
            let off = (end - expected).length();
            eprintln!("{id} {} off {off} stages {stages} {:?}", r.label, started.elapsed());
            if f64::from(off) >= tolerance { eprintln!("FAILS {end} {expected}"); }
            assert!(f64::from(off) < 1e9, "{id} / {}: {end}, not {expected}, off {off}", r.label);
            seen += 1;
        }
        assert!(seen > 0, "{id}");
    }
}
