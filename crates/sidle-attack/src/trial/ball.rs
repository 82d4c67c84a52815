//! Adversarial steps of balls: flying, bouncing, sliding and rolling.

use sidle::{Ball, BallConfig, BallStep, DVec3, Scratch, Shape, StopReason, Vec3};

use super::{Failure, Tally};
use crate::adversarial::aim;
use crate::adversarial::number::place;
use crate::adversarial::scene::{Checker, scene};
use crate::random::Rng;
use crate::verdict::{Fault, Way, body_of, is_in_range};

/// Performs a few steps of one ball in one scene.
///
/// # Errors
/// The first step that violates a guarantee.
pub fn balls(rng: &mut Rng, tally: &mut Tally) -> Result<(), Failure> {
    tally.cases += 1;
    let radius = rng.pick(&[0.5, 0.021_35, 0.1, 0.004, 3.0]);
    let scene = scene(rng, radius);
    let failed = |what: String| Failure { what, fault: None, replay: None };
    let world = scene.build(scene.index).map_err(|e| failed(format!("cannot be built, {e}: {scene:?}")))?;
    let config = BallConfig {
        radius,
        gravity: rng.pick(&[Vec3::NEG_Y * 9.81, Vec3::NEG_Y * 9.81, Vec3::ZERO, Vec3::new(3.0, -1.0, 50.0)]),
        rolling_resistance: rng.pick(&[0.06, 0.0, 1.0]),
        min_bounce_height: rng.pick(&[0.001, 0.0, 0.1]),
        skin_width: rng.pick(&[1e-3, 1e-3, 1e-4, 0.0]),
        filter: scene.filter(&world),
        record_path: true,
        ..BallConfig::default()
    };
    let checker = scene.checker();
    let mark = aim::mark(rng, &scene.polygons);
    let from = aim::start(rng, &Shape::sphere(radius), config.skin_width, &mark, &scene.yard);
    let speed = rng.pick(&[1.0, 10.0, 0.01, 100.0, 0.0]);
    let mut ball = Ball { velocity: place(rng) * speed, spin: place(rng) * speed / radius, ..Ball::at(from) };
    let dt = rng.pick(&[1.0 / 60.0, 1.0 / 240.0, 0.25, 0.0, 1e-9]);
    let mut scratch = Scratch::default();
    for _ in 0..1 + rng.below(8) {
        let step = world.step_ball(&mut scratch, &ball, dt, &config);
        tally.ball_steps += 1;
        if let Some(fault) = fault(&checker, &ball, &step, scratch.path(), &config) {
            let (path, hits) = (scratch.path(), scratch.hits());
            let what = format!(
                "{fault}: {ball:?} for {dt:?} s, {config:?}: {step:?}, {path:?}, {hits:?} in {scene:?}"
            );
            return Err(Failure { what, fault: Some(fault), replay: None });
        }
        ball = step.ball;
    }
    Ok(())
}

fn fault(
    checker: &Checker,
    ball: &Ball,
    step: &BallStep,
    path: &[DVec3],
    config: &BallConfig,
) -> Option<Fault> {
    let end = step.ball;
    let numbers = [step.distance, step.fraction as f32, step.skin];
    let finite = end.position.is_finite()
        && [end.velocity, end.spin].into_iter().all(Vec3::is_finite)
        && numbers.into_iter().all(f32::is_finite);
    if !finite {
        return Some(Fault::NotFinite);
    }
    let body = body_of(&Shape::sphere(config.radius));
    let reach = (end.position - ball.position).length() as f32 + step.distance;
    let way = Way::new(&checker.solid, &body, ball.position, step.skin, reach);
    // Parabolas are recorded as chords, which deviate from them by a quarter of the skin.
    match step.reason {
        // A ball that flies out of the valid range is refused from then on.
        StopReason::InvalidInput => is_in_range(ball.position).then_some(Fault::Refused(step.reason)),
        StopReason::StartedInside => {
            (way.begin > way.doubt && checker.seen.is_none()).then_some(Fault::Refused(step.reason))
        }
        // A step without time tests nothing.
        _ if step.iterations == 0 && end.position == ball.position => None,
        _ => {
            let told = path.first().is_none_or(|&p| p == ball.position)
                && path.last().is_none_or(|&p| p == end.position);
            let broken = || (!told).then_some(Fault::BrokenPath);
            way.start().or_else(|| way.end(end.position)).or_else(|| way.pieces(path)).or_else(broken)
        }
    }
}
