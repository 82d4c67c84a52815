//! Measures the step of a ball: a thousand steps in high flight, while bouncing, while rolling and
//! at rest, at 60 Hz.
//!
//! `cargo bench -p sidle-bench --bench ball`

use divan::{Bencher, black_box};
use sidle::{Ball, BallConfig, BallState, Material, Scratch, Vec3, World, WorldBuilder};
use sidle_scenes::generate;

fn main() {
    divan::main();
}

/// A green of a quarter of a million triangles.
fn green() -> World {
    let level = generate::green(1, 88.0, 0.06);
    let mut builder = WorldBuilder::new();
    let turf = builder.add_material(Material { friction: 0.5, restitution: 0.6, ..Material::default() });
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
    builder.add_triangles(&vertices, &level.triangles, turf);
    builder.build().expect("a green")
}

/// Performs a thousand steps. Starts again whenever `over` returns true.
fn steps(bencher: Bencher, start: Ball, over: impl Fn(&Ball) -> bool + Sync) {
    let (world, config) = (green(), BallConfig::default());
    let mut scratch = Scratch::default();
    bencher.bench_local(|| {
        let mut ball = start;
        for _ in 0..1000 {
            ball = world.step_ball(&mut scratch, black_box(&ball), 1.0 / 60.0, &config).ball;
            if over(&ball) {
                ball = start;
            }
        }
        ball
    });
}

#[divan::bench]
fn thousand_steps_flying_at_70_m_per_s(bencher: Bencher) {
    let start = Ball { velocity: Vec3::new(60.0, 36.0, 0.0), ..Ball::at(Vec3::new(-40.0, 3.0, 0.0)) };
    steps(bencher, start, |b| b.position.x > 40.0);
}

#[divan::bench]
fn thousand_steps_bouncing(bencher: Bencher) {
    let start = Ball { velocity: Vec3::new(3.0, 0.0, 1.0), ..Ball::at(Vec3::new(-10.0, 1.5, 0.0)) };
    steps(bencher, start, |b| b.state != BallState::Flying);
}

#[divan::bench]
fn thousand_steps_rolling(bencher: Bencher) {
    let start = Ball { velocity: Vec3::new(2.5, 0.0, 0.5), ..Ball::at(Vec3::new(-10.0, 0.3, 0.0)) };
    steps(bencher, start, |b| b.state == BallState::Resting);
}

#[divan::bench]
fn thousand_steps_at_rest(bencher: Bencher) {
    let start = Ball { state: BallState::Resting, ..Ball::at(Vec3::new(0.0, 0.3, 0.0)) };
    steps(bencher, start, |_| false);
}
