//! Grounds for balls, and the checks of a moving ball.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

use sidle::{Ball, BallConfig, BallState, DVec3, Material, Scratch, StopReason, Vec3, World, WorldBuilder};
use sidle_judge::{Body, Judge, V};
use sidle_scenes::Level;

pub const RATES: [u32; 5] = [30, 60, 144, 240, 1000];

pub fn turf(friction: f32, restitution: f32) -> Material {
    Material { friction, restitution, ..Material::default() }
}

/// A world and its judge.
pub struct Ground {
    pub world: World,
    pub judge: Judge,
}

pub fn ground(vertices: &[Vec3], triangles: &[[u32; 3]], material: Material) -> Ground {
    let mut builder = WorldBuilder::new();
    let id = builder.add_material(material);
    builder.add_triangles(vertices, triangles, id);
    let plain: Vec<[f32; 3]> = vertices.iter().map(|v| v.to_array()).collect();
    Ground { world: builder.build().expect("a ground"), judge: Judge::new(&plain, triangles) }
}

pub fn level_ground(level: &Level, material: Material) -> Ground {
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
    ground(&vertices, &level.triangles, material)
}

/// A square of side `size` around the origin, with `cells` by `cells` quads. `place` moves each
/// corner.
pub fn sheet(size: f32, cells: u32, material: Material, place: impl Fn(f32, f32) -> Vec3) -> Ground {
    let at = |i: u32| (i as f32 / cells as f32 - 0.5) * size;
    let corners = (0..=cells).flat_map(|j| (0..=cells).map(move |i| (i, j)));
    let vertices: Vec<Vec3> = corners.map(|(i, j)| place(at(i), at(j))).collect();
    let mut triangles = Vec::new();
    for j in 0..cells {
        for i in 0..cells {
            let a = j * (cells + 1) + i;
            let (b, c, d) = (a + 1, a + cells + 1, a + cells + 2);
            triangles.extend(if (i + j) % 2 == 0 { [[a, c, b], [b, c, d]] } else { [[a, d, b], [a, c, d]] });
        }
    }
    ground(&vertices, &triangles, material)
}

pub fn flat(cells: u32, material: Material) -> Ground {
    sheet(80.0, cells, material, |x, z| Vec3::new(x, 0.0, z))
}

/// Falls towards +x by `slope`.
pub fn ramp(slope: f32, cells: u32, material: Material) -> Ground {
    sheet(80.0, cells, material, |x, z| Vec3::new(x, -slope * x, z))
}

/// Kinetic, rotational and potential energy in joules per kilogram, computed only from the public
/// state. The moment of inertia of a solid ball is 2/5 m r^2.
pub fn energy(ball: &Ball, config: &BallConfig) -> f64 {
    let (v, w) = (ball.velocity.as_dvec3(), ball.spin.as_dvec3());
    let r = f64::from(config.radius);
    0.5 * v.length_squared() + 0.2 * r * r * w.length_squared() - config.gravity.as_dvec3().dot(ball.position)
}

// f64: positions are f64, so `rounding` could be 0.
/// The energies that storing a ball in f32 may add, in joules per kilogram.
pub struct Allowance {
    /// Rounding of the energy itself, which this file computes in f64.
    pub noise: f64,
    /// For one step of a slow ball: half a unit in the last place of the largest coordinate in
    /// reach, on each axis.
    pub rounding: f64,
    /// The kinetic energy of a ball that counts as slow.
    pub slow: f64,
}

pub fn allowance(ball: &Ball, dt: f32, config: &BallConfig) -> Allowance {
    let (g, dt) = (config.gravity.as_dvec3(), f64::from(dt));
    let potential = g.dot(ball.position);
    let kinetic = energy(ball, config) + potential;
    let reach = ((2.0 * kinetic).sqrt() + 0.5 * g.length() * dt) * dt;
    let furthest = ball.position.abs().max_element() + f64::from(config.radius) + reach;
    let above = (furthest * 1.001) as f32;
    let ulp = f64::from(above.next_up()) - f64::from(above);
    let rounding = 0.5 * ulp * (g.x.abs() + g.y.abs() + g.z.abs());
    let terms = kinetic + potential.abs() + g.length() * reach;
    Allowance { noise: 1e-14 * terms, rounding, slow: (16.0 * rounding).max((ulp / dt) * (ulp / dt)) }
}

/// Judges the energy of a run from outside. A step may add nothing, with one exception: rounding
/// the place of a slow ball on the ground may add [`Allowance::rounding`]. So the number of slow
/// steps bounds the sum of all gains. The energy stays below the sum of the start energy and the
/// slow limit: a ball that is not slow gains nothing, and a slow one has almost no energy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ledger {
    pub steps: u32,
    pub slow_steps: u32,
    /// The sum of the gains of all steps, without the losses, and its bound.
    pub gained: f64,
    pub bound: f64,
    /// The largest excess of the energy over that of the start, and its bound.
    pub peak: f64,
    pub limit: f64,
    start: Option<f64>,
}

impl Ledger {
    pub fn enter(&mut self, before: &Ball, after: &Ball, dt: f32, config: &BallConfig) {
        let (was, is) = (energy(before, config), energy(after, config));
        let start = *self.start.get_or_insert(was);
        let allowed = allowance(before, dt, config);
        let kinetic = is + config.gravity.as_dvec3().dot(after.position);
        let is_slow = kinetic <= allowed.slow;
        let is_exempt = is_slow && after.state != BallState::Flying;
        let most = allowed.noise + if is_exempt { allowed.rounding } else { 0.0 };
        assert!(is - was <= most, "{} J/kg more, not {most}: {before:?} for {dt} s to {after:?}", is - was);
        self.steps += 1;
        self.slow_steps += u32::from(is_slow);
        self.gained += (is - was).max(0.0);
        self.bound += most;
        self.peak = if self.steps == 1 { is - start } else { self.peak.max(is - start) };
        self.limit = self.limit.max(allowed.slow + allowed.rounding) + allowed.noise;
        assert!(self.gained <= self.bound && self.peak <= self.limit, "{self:?}: {before:?} to {after:?}");
    }
}

/// Counts and extremes over the run of a ball.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run {
    pub ball: Ball,
    pub steps: u32,
    pub impacts: usize,
    pub iterations: u64,
    pub most_iterations: u32,
    pub highest: f64,
    pub ledger: Ledger,
}

/// Steps a ball until it rests or the time is used up, and checks every step.
pub fn run(ground: &Ground, mut ball: Ball, rate: u32, seconds: f32, config: &BallConfig) -> Run {
    let mut scratch = Scratch::default();
    let mut run = Run { highest: ball.position.y, ..Run::default() };
    let watched = BallConfig { record_path: true, ..*config };
    while run.steps < (rate as f32 * seconds) as u32 && ball.state != BallState::Resting {
        let step = ground.world.step_ball(&mut scratch, &ball, 1.0 / rate as f32, &watched);
        assert_eq!(step.reason, StopReason::Arrived, "{ball:?} {step:?}");
        run.ledger.enter(&ball, &step.ball, 1.0 / rate as f32, config);
        judge(ground, scratch.path(), config, &ball);
        run.impacts += scratch.hits().len();
        run.steps += 1;
        run.iterations += u64::from(step.iterations);
        run.most_iterations = run.most_iterations.max(step.iterations);
        ball = step.ball;
        run.highest = run.highest.max(ball.position.y);
    }
    run.ball = ball;
    run
}

/// Judges the chords of the path in f64: free of every triangle at the bare size, without a
/// crossing.
pub fn judge(ground: &Ground, path: &[DVec3], config: &BallConfig, ball: &Ball) {
    let body = Body::Sphere { radius: f64::from(config.radius) };
    let path: Vec<V> = path.iter().map(|p| p.to_array()).collect();
    for piece in path.windows(2) {
        let gap = ground.judge.path_clearance(&body, piece[0], piece[1], 0.001).gap;
        assert!(gap >= 0.0, "{gap} m on the way of {ball:?}");
    }
    assert!(!ground.judge.path_crosses(&path), "{ball:?} went through something");
}
