//! Grounds for balls, and a ball that is watched.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

use sidle::{Ball, BallConfig, BallState, Material, Scratch, StopReason, Vec3, World, WorldBuilder};
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

/// A square of side `size` around the origin in `cells` by `cells` quads, each corner put where `place` says.
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

/// The largest relative rise of the energy that a step may show: of the sum of the sizes of its terms.
pub const RISE: f64 = 1e-5;

/// How a ball fared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run {
    pub ball: Ball,
    pub steps: u32,
    pub impacts: usize,
    pub stages: u64,
    pub most_stages: u32,
    pub highest: f32,
    /// The worst rise of the energy in a step, relative to the sizes of its terms.
    pub rise: f64,
}

pub fn terms(ball: &Ball, config: &BallConfig) -> f64 {
    let potential = config.gravity.as_dvec3().dot(ball.position.as_dvec3());
    ball.energy(config) + potential + potential.abs() + f64::from(config.gravity.length() * config.radius)
}

/// Steps a ball until it rests or the time is over; every step is watched.
pub fn run(ground: &Ground, mut ball: Ball, rate: u32, seconds: f32, config: &BallConfig) -> Run {
    let mut scratch = Scratch::default();
    let mut run = Run { highest: ball.position.y, ..Run::default() };
    let watched = BallConfig { record_path: true, ..*config };
    while run.steps < (rate as f32 * seconds) as u32 && ball.state != BallState::Resting {
        let step = ground.world.step_ball(&mut scratch, &ball, 1.0 / rate as f32, &watched);
        assert_eq!(step.reason, StopReason::Arrived, "{ball:?} {step:?}");
        run.rise = run.rise.max((step.ball.energy(config) - ball.energy(config)) / terms(&ball, config));
        judge(ground, scratch.path(), config, &ball);
        run.impacts += scratch.hits().len();
        run.steps += 1;
        run.stages += u64::from(step.iterations);
        run.most_stages = run.most_stages.max(step.iterations);
        ball = step.ball;
        run.highest = run.highest.max(ball.position.y);
    }
    run.ball = ball;
    run
}

/// The chords of the path, judged in f64: free of every triangle at the bare size, and none crossed.
pub fn judge(ground: &Ground, path: &[Vec3], config: &BallConfig, ball: &Ball) {
    let body = Body::Sphere { radius: f64::from(config.radius) };
    let path: Vec<V> = path.iter().map(|p| p.to_array().map(f64::from)).collect();
    for piece in path.windows(2) {
        let gap = ground.judge.path_clearance(&body, piece[0], piece[1], 0.001).gap;
        assert!(gap >= 0.0, "{gap} m on the way of {ball:?}");
    }
    assert!(!ground.judge.path_crosses(&path), "{ball:?} went through something");
}
