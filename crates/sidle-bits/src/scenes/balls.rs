//! Scenes with balls that fly, bounce, roll and rest.

use sidle::{Ball, BallConfig, BallState, IndexKind, Scratch};
use sidle_scenes::SplitMix64;

use crate::desired::vector;
use crate::level::Ground;
use crate::record::Record;

const BALLS: usize = 10;
const STEPS: u32 = 120;

/// Simulates golf balls and footballs with different friction scales, from ice to grass. A ball
/// that rests is hit again.
pub(super) fn roll(ground: &Ground, index: IndexKind, record: &mut Record) {
    for i in 0..BALLS {
        let large = BallConfig { radius: 0.3, rolling_resistance: 0.01, ..BallConfig::default() };
        let small = BallConfig { restitution_scale: 1.5, ..BallConfig::default() };
        let config = BallConfig {
            record_path: true,
            friction_scale: [1.0, 0.0, 2.0][i % 3],
            ..if i % 2 == 0 { large } else { small }
        };
        let (mut rng, rate) = (SplitMix64::new(i as u64 + 40), [60.0, 30.0, 240.0, 20.0][i % 4]);
        let (mut scratch, start) = (Scratch::default(), ground.spawn(i));
        let mut ball = Ball { velocity: vector(&mut rng, 8.0), ..Ball::at(start) };
        for _ in 0..STEPS {
            let step = ground.world(index).step_ball(&mut scratch, &ball, 1.0 / rate, &config);
            record.ball_step(&step);
            record.move_hits(scratch.hits().iter().copied());
            record.path(scratch.path());
            ball = step.ball;
            if ball.state == BallState::Resting {
                (ball.velocity, ball.spin) = (vector(&mut rng, 4.0), vector(&mut rng, 30.0));
            }
            if ball.position.y < -30.0 {
                ball = Ball { velocity: vector(&mut rng, 8.0), ..Ball::at(start) };
            }
        }
    }
}
