//! Balls in trouble: steps of flying, bouncing, sliding, rolling.

use sidle::{Ball, BallConfig, BallStep, Scratch, Shape, StopReason, Vec3};
use sidle_judge::V;

use super::{Failure, Tally};
use crate::dice::Dice;
use crate::trouble::aim;
use crate::trouble::number::place;
use crate::trouble::scene::{Court, scene};
use crate::verdict::{body_of, wide};

/// A few steps of one ball through one scene.
///
/// # Errors
/// The first step that breaks the promise.
pub fn balls(dice: &mut Dice, tally: &mut Tally) -> Result<(), Failure> {
    tally.cases += 1;
    let radius = dice.pick(&[0.5, 0.021_35, 0.1, 0.004, 3.0]);
    let scene = scene(dice, radius);
    let failed = |what: String| Failure { what, fault: None, at: None };
    let world = scene.build(scene.index).map_err(|e| failed(format!("cannot be built, {e}: {scene:?}")))?;
    let config = BallConfig {
        radius,
        gravity: dice.pick(&[Vec3::NEG_Y * 9.81, Vec3::NEG_Y * 9.81, Vec3::ZERO, Vec3::new(3.0, -1.0, 50.0)]),
        rolling_resistance: dice.pick(&[0.06, 0.0, 1.0]),
        least_hop: dice.pick(&[0.001, 0.0, 0.1]),
        skin_width: dice.pick(&[1e-3, 1e-3, 1e-4, 0.0]),
        filter: scene.filter(&world),
        record_path: true,
        ..BallConfig::default()
    };
    let court = scene.court();
    let mark = aim::mark(dice, &scene.polygons);
    let from = aim::start(dice, &Shape::sphere(radius), config.skin_width, &mark, &scene.yard);
    let speed = dice.pick(&[1.0, 10.0, 0.01, 100.0, 0.0]);
    let mut ball =
        Ball { velocity: place(dice) * speed, spin: place(dice) * speed / radius, ..Ball::at(from) };
    let dt = dice.pick(&[1.0 / 60.0, 1.0 / 240.0, 0.25, 0.0, 1e-9]);
    let mut scratch = Scratch::default();
    for _ in 0..1 + dice.below(8) {
        let step = world.step_ball(&mut scratch, &ball, dt, &config);
        tally.ball_steps += 1;
        if let Some(what) = fault(&court, &ball, &step, scratch.path(), &config) {
            let (path, hits) = (scratch.path(), scratch.hits());
            let what = format!(
                "{what}: {ball:?} for {dt:?} s, {config:?}: {step:?}, {path:?}, {hits:?} in {scene:?}"
            );
            return Err(failed(what));
        }
        ball = step.ball;
    }
    Ok(())
}

fn fault(court: &Court, ball: &Ball, step: &BallStep, path: &[Vec3], config: &BallConfig) -> Option<String> {
    let end = step.ball;
    let numbers = [step.distance, step.fraction, step.skin];
    let finite = [end.position, end.velocity, end.spin].into_iter().all(Vec3::is_finite)
        && numbers.into_iter().all(f32::is_finite);
    if !finite {
        return Some("a number that came out is not finite".into());
    }
    let body = body_of(&Shape::sphere(config.radius));
    let start = wide(ball.position);
    let begin = court.solid.clearance(&body, start, f64::from(step.skin)).gap;
    let far = f64::from(ball.position.abs().max_element()).max(f64::from(end.position.abs().max_element()));
    let doubt = 1e-11 + 4e-15 * (far + size_of_court(court));
    match step.reason {
        StopReason::StartedInside if begin > doubt && court.seen.is_none() => {
            return Some(format!("refused {begin:e} m from the nearest"));
        }
        StopReason::InvalidInput => return Some("refused, though every number means something".into()),
        StopReason::StartedInside => return None,
        // In no time nothing is looked at.
        _ if step.iterations == 0 && end.position == ball.position => return None,
        _ if begin < -doubt => return Some(format!("begins {:e} m deep, and is not refused", -begin)),
        _ => {}
    }
    let path: Vec<V> = path.iter().map(|&p| wide(p)).collect();
    // Corners of the path are stored as f32; the skin takes that up unless it is missing.
    let storing = if begin < 0.5 * f64::from(step.skin) { far * 1.04e-7 } else { 0.0 };
    let least = begin.min(0.0) - doubt;
    for piece in path.windows(2) {
        let gap = court.solid.path_clearance(&body, piece[0], piece[1], 0.0).gap;
        if gap < least - storing {
            return Some(format!("{:e} m deep on the way", -gap));
        }
    }
    let gap = court.solid.clearance(&body, wide(end.position), 0.0).gap;
    if gap < least {
        return Some(format!("ends {:e} m deep", -gap));
    }
    if court.solid.path_crosses(&path) {
        return Some("goes through a polygon".into());
    }
    None
}

fn size_of_court(court: &Court) -> f64 {
    let Some((low, high)) = court.solid.bounds() else { return 0.0 };
    low.into_iter().chain(high).fold(0.0, |size: f64, x| size.max(x.abs()))
}
