//! Bodies that are nothing but a distance function, walking the scenes.

mod common;

use common::{narrow, world_of};
use sidle::pseudo::{
    Ball, Capsule, Obstacle, PseudoDistance, PseudoScratch, RoundedBox, Scene, Torus, Turned,
};
use sidle::{DVec3, Motion, MoveConfig, Outcome, Quat, QueryFilter, Response, StopReason, Vec3, World};
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
                let inside =
                    [(a, b), (b, c), (c, a)].iter().all(|&(s, t)| (t - s).cross(p - s).dot(normal) >= 0.0);
                if inside && normal != DVec3::ZERO {
                    least = least.min(body.distance(p));
                }
            }
            for (s, t) in [(a, b), (b, c), (c, a)] {
                for k in 0..4 {
                    let w = (f64::from(i) + f64::from(k) / 4.0) / 41.0;
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
    fn new(
        world: &'a World,
        level: &'a Level,
        body: &'a dyn PseudoDistance,
        config: MoveConfig,
        every: usize,
    ) -> Self {
        let config = MoveConfig { record_path: true, ..config };
        let (scene, scratch) = (Scene::of(world), PseudoScratch::default());
        Self { scene, level, body, scratch, config, every, moves: 0, most_stages: 0 }
    }

    /// One move; never inside, at its end by the function that moves it and along its path by samples.
    fn step(&mut self, from: Vec3, motion: Motion) -> Outcome {
        let end = self.scene.move_and_slide(&mut self.scratch, self.body, from, motion, &self.config);
        assert!(
            end.reason != StopReason::StartedInside && end.reason != StopReason::InvalidInput,
            "{from} {end:?}"
        );
        self.moves += 1;
        self.most_stages = self.most_stages.max(end.iterations);
        if self.moves.is_multiple_of(self.every) {
            let path = self.scratch.path().to_vec();
            let free =
                self.scene.clearance(&mut self.scratch, self.body, end.position, end.skin, &QueryFilter::ALL);
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
        (
            "box",
            Box::new(RoundedBox { half: DVec3::new(0.4, 0.6, 0.3), radius: 0.1 }),
            DVec3::new(0.4, 0.6, 0.3),
        ),
        ("ring", Box::new(Torus { ring: 0.5, tube: 0.15 }), DVec3::new(0.65, 0.15, 0.65)),
        (
            "wheel",
            Box::new(Turned::new(Torus { ring: 0.5, tube: 0.15 }, quarter)),
            DVec3::new(0.65, 0.65, 0.15),
        ),
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
            for _ in 0..120 {
                let end = walk.step(at, Motion::over(velocity, 1.0 / 60.0));
                at = end.position;
                if response == Response::Momentum {
                    velocity = end.velocity;
                }
            }
            assert!(walk.most_stages <= 8, "{name}: {} stages", walk.most_stages);
            let expected = Vec3::new(2.0 - half.x as f32 - 0.001, half.y as f32 + 0.001, 0.0);
            assert!((at - expected).length() < 2e-4, "{name} {response:?}: {at}, not {expected}");
        }
    }
}

/// A run of a station with a body of our own, judged as it goes; where it ended.
fn run(
    station: &Station,
    run: &Run,
    body: &dyn PseudoDistance,
    rate: u32,
    every: usize,
) -> (Vec3, Vec3, u32) {
    let level = &station.levels[run.level];
    let world = world_of(level);
    let response = match run.law {
        Law::Steer => Response::Steer,
        Law::Momentum => Response::Momentum,
        Law::Stop => Response::Stop,
        Law::PushBack | Law::Bounce => panic!("{}: not a law of this mover", run.label),
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
    let all = stations::all();
    // How far apart the ends may be: planes within the skin; rolling over edges, millimetres. On the planet the walk is
    // unstable sideways; the rink's 512 facets are more than one a skin.
    for (id, tolerance) in [
        ("corner-of-three", 1e-4),
        ("high-wall", 2e-3),
        ("door-frame", 2e-3),
        ("stairs-ball", 1e-2),
        ("rest", 1e-4),
        ("groove", 1e-3),
        ("ramp", 1e-3),
        ("oblique-step", 1e-3),
        ("gravity", 1e-3),
        ("planes", 1e-3),
        ("planet", 0.02),
        ("hockey-rink", 0.1),
        ("any-frame-rate", 5e-3),
    ] {
        let Some(station) = all.iter().find(|s| s.id == id) else {
            panic!("no {id} among {:?}", all.iter().map(|s| s.id).collect::<Vec<_>>())
        };
        let mut seen = 0;
        for r in &station.runs {
            let sidle_scenes::Shape::Sphere(radius) = r.shape else { continue };
            if matches!(r.law, Law::PushBack | Law::Bounce) {
                continue;
            }
            let mut r = r.clone();
            for phase in &mut r.script {
                phase.seconds = phase.seconds.min(20.0);
            }
            let body = Ball { radius: f64::from(radius as f32) };
            let (end, _, _) = run(station, &r, &body, 60, 97);
            let expected = native(station, &r, 60);
            let off = (end - expected).length();
            assert!(f64::from(off) < tolerance, "{id} / {}: {end}, not {expected}, off {off}", r.label);
            seen += 1;
        }
        assert!(seen > 0, "{id}");
    }
}

/// Boxes and rings on the stations of the tour that do not depend on roundness: where geometry says they end.
#[test]
fn c06_boxes_and_rings_walk_the_stations() {
    let all = stations::all();
    let station = |id: &str| all.iter().find(|s| s.id == id).expect("a station");
    for (name, body, half) in bodies() {
        let (half, skin) = (half.as_vec3(), 0.001);
        // Held in the square corner, one half length and a skin from each wall.
        let corner = station("corner-of-three");
        let (end, ..) = run(corner, &corner.runs[0], &*body, 60, 17);
        assert!((end - (half + Vec3::splat(skin))).length() < 1e-3, "{name} in the corner: {end}");
        // At rest on flat ground.
        let rest = station("rest");
        let mut r = rest.runs[0].clone();
        r.start[1] = f64::from(half.y) + 0.1;
        r.script[0].seconds = 5.0;
        let (end, velocity, _) = run(rest, &r, &*body, 60, 17);
        assert!(
            (end.y - half.y - skin).abs() < 1e-4 && velocity.length() < 1e-6,
            "{name} at rest: {end} {velocity}"
        );
        assert!((end.x - 0.31).abs() < 1e-4 && (end.z - 0.2).abs() < 1e-4, "{name} at rest: {end}");
        // A wall that is higher than its middle holds it.
        let wall = station("high-wall");
        let mut r = wall.runs[2].clone();
        r.start[1] = f64::from(half.y) + 0.01;
        let (end, ..) = run(wall, &r, &*body, 60, 17);
        assert!((end.x - (2.0 - half.x - skin)).abs() < 1e-3, "{name} at the wall: {end}");
        assert!((end.y - half.y - skin).abs() < 1e-3, "{name} at the wall: {end}");
    }
}

/// Up stairs lower than the rounding of the edges, and along the door frame: progress, and never inside.
#[test]
fn c06_boxes_and_rings_get_over_steps_and_past_a_door() {
    let all = stations::all();
    let station = |id: &str| all.iter().find(|s| s.id == id).expect("a station");
    for (name, body, half) in bodies() {
        let door = station("door-frame");
        let mut r = door.runs[0].clone();
        r.start[2] = half.z + 0.01;
        r.script[0].seconds = 3.0;
        let (end, ..) = run(door, &r, &*body, 60, 11);
        // Boxes hang at the square frame; what is round gets past it.
        let least = if name == "box" { 1.5 } else { 3.0 };
        assert!(f64::from(end.x) > least && end.z > half.z as f32 - 0.1, "{name} at the door: {end}");
        let stairs = station("stairs-ball");
        let mut r = stairs.runs[3].clone();
        r.start[1] = 1.0 + half.y + 0.01;
        r.start[0] = -1.5;
        let (end, ..) = run(stairs, &r, &*body, 60, 11);
        assert!(
            (f64::from(end.y) - half.y - 0.001).abs() < 2e-3 && end.x > 1.0,
            "{name} down the stairs: {end}"
        );
    }
}

/// A floor, and a pole of eight sides that stands on it.
fn floor_and_pole() -> Level {
    let mut b = Builder::new();
    b.floor(0.0, [-6.0, -6.0], [6.0, 6.0], [3, 3]);
    b.pillar([0.0, 0.0, 0.0], 0.2, 4.0, 8, 0.0);
    b.finish("floor-and-pole", &[])
}

#[test]
fn c06_a_ring_round_a_pole_slides_down_and_cannot_leave_sideways() {
    let level = floor_and_pole();
    let world = world_of(&level);
    let ring = Torus { ring: 0.5, tube: 0.1 };
    let mut walk = Walk::new(&world, &level, &ring, MoveConfig::default(), 31);
    // Let go in the middle of the pole, it falls freely to the floor.
    let (mut at, dt) = (Vec3::new(0.0, 3.0, 0.0), 1.0 / 60.0);
    let (mut fall, mut steps) = (0.0, 0);
    while at.y > 0.1015 && steps < 200 {
        let motion = Motion::with_gravity(Vec3::Y * fall, Vec3::NEG_Y * 9.81, dt);
        let end = walk.step(at, motion);
        (at, fall, steps) = (end.position, end.velocity.y, steps + 1);
    }
    assert!((at - Vec3::new(0.0, 0.101, 0.0)).length() < 1e-4, "{at}");
    // sqrt(2 * 2.899 / 9.81) s are 46 steps.
    assert!((46..=47).contains(&steps), "{steps}");
    // Pulled to every side, on the floor and half way up, it comes to the pole and no further.
    for height in [0.101, 1.5] {
        for k in 0..5 {
            let angle = f64::from(k) * std::f64::consts::TAU / 5.0 + 0.1;
            let pull = Vec3::new(angle.cos() as f32, 0.0, angle.sin() as f32) * 4.0;
            let mut at = Vec3::new(0.0, height, 0.0);
            for _ in 0..12 {
                at = walk.step(at, Motion::over(pull, dt)).position;
            }
            // The inside of the ring is 0.4 wide; the pole's sides and corners are between 0.1848 and 0.2 from its axis.
            let off = (at.x * at.x + at.z * at.z).sqrt();
            assert!(off > 0.18 && off < 0.4 - 0.1848 + 1e-3, "pulled {pull}: {at}, {off} off");
            assert!((at.y - height).abs() < 1e-3, "{at}");
        }
    }
    // Pulled to the side and down at once, it slides down along the pole.
    let mut at = Vec3::new(0.0, 2.0, 0.0);
    for _ in 0..30 {
        at = walk.step(at, Motion::over(Vec3::new(1.0, -1.5, 0.3), 0.05)).position;
    }
    assert!((at.y - 0.101).abs() < 1e-3, "{at}");
    // Over the top it comes off.
    for _ in 0..20 {
        at = walk.step(at, Motion::from(Vec3::Y * 0.25)).position;
    }
    at = walk.step(at, Motion::from(Vec3::X * 4.0)).position;
    assert!(at.x > 3.5 && at.y > 4.0, "{at}");
}

#[test]
fn c06_bodies_against_bodies() {
    let world = World::from_triangles(&[], &[]).expect("an empty world");
    let (pole, ring) = (Capsule { half_height: 2.0, radius: 0.2 }, Torus { ring: 0.5, tube: 0.1 });
    let obstacles = [Obstacle { body: &pole, at: Vec3::ZERO }];
    let scene = Scene { world: &world, obstacles: &obstacles };
    let (mut scratch, config) = (PseudoScratch::default(), MoveConfig::default());
    // A ring round a pole: 0.4 - 0.2 is its play. What is this close is dear, so it is only pulled a few times.
    let mut at = Vec3::new(0.15, 0.5, 0.0);
    let short = MoveConfig { max_iterations: 8, ..config };
    for _ in 0..2 {
        let end = scene.move_and_slide(&mut scratch, &ring, at, Vec3::new(0.1, 0.0, 0.0), &short);
        assert!(end.reason != StopReason::StartedInside, "{end:?}");
        at = end.position;
        let free = scene.clearance(&mut scratch, &ring, at, end.skin, &QueryFilter::ALL);
        assert!(free >= 0.0, "{end:?}: {free}");
    }
    let off = (at.x * at.x + at.z * at.z).sqrt();
    assert!(off < 0.2 && off > 0.19, "{at} {off}");
    // A box comes down on a ball beneath its middle and stands on it.
    let ball = Ball { radius: 0.5 };
    let obstacles = [Obstacle { body: &ball, at: Vec3::ZERO }];
    let scene = Scene { world: &world, obstacles: &obstacles };
    let body = RoundedBox { half: DVec3::splat(0.4), radius: 0.05 };
    let end = scene.move_and_slide(&mut scratch, &body, Vec3::Y * 2.0, Vec3::NEG_Y * 3.0, &config);
    assert!((end.position - Vec3::Y * 0.901).length() < 1e-3, "{end:?}");
    assert_eq!(scratch.hits().len(), 1);
    // And a ball rolls over a ball.
    let end = scene.move_and_slide(&mut scratch, &ball, Vec3::new(-2.0, 0.5, 0.0), Vec3::X * 4.0, &config);
    assert!(end.position.x > 1.0 && end.position.y > 0.9, "{end:?}");
}
