//! An exhibit about balls: a drop, a roll, and a hole of golf.

use std::time::Instant;

use anyhow::Result;
use sidle::{Ball, BallConfig, BallState, DVec3, Material, Scratch, Vec3, World, WorldBuilder};

use crate::golf::{self, Round};
use crate::tour::exhibit::{Check, Exhibit, Row};

const GRAVITY: f64 = 9.81;
const RATES: [u32; 3] = [60, 240, 1000];
const RADIUS: f64 = 0.02135;
/// A few strokes towards the hole.
const STROKES: [&str; 5] = ["-12 80 iron", "0 60 wedge", "0 40 wedge", "0 45 putter", "0 30 putter"];

/// Drops a ball, rolls one, and plays the hole.
pub(crate) fn exhibit() -> Result<Exhibit> {
    let mut rows = vec![drop()?, roll()?];
    let mut round = Round::start(golf::Course::open(1)?);
    let start = Instant::now();
    for stroke in STROKES {
        if !round.holed {
            round.play(&golf::Stroke::parse(stroke).map_err(anyhow::Error::msg)?);
        }
    }
    let ns = start.elapsed().as_nanos() as f64;
    let rests = f64::from(u8::from(round.holed || round.ball.state == BallState::Resting));
    rows.push(Row {
        label: format!("{} strokes of a round", round.strokes),
        rates: "60".into(),
        checks: vec![
            Check::new("the ball rests or is in the hole", 1.0, rests, 0.0),
            Check::new("below the ground at the end", 0.0, below(&round), 0.0),
        ],
        ns: ns / f64::from(round.strokes.max(1)),
    });
    Ok(Exhibit {
        id: "golf",
        title: "A hole of golf",
        about: "A ball flies on exact parabolas, bounces according to the restitution of the \
                ground, slips, rolls, and comes to rest to the bit. Dropped from two metres, it \
                comes back to e squared times this height. Rolling down a slope, it gains five \
                sevenths of the speed of a sliding body, because it also has to spin. The picture \
                is a round of sidle-tour golf.",
        rows,
        picture: golf::draw(&round),
    })
}

/// Returns a square of ground that falls towards +x with this slope.
fn ground(slope: f32, material: Material) -> Result<World> {
    let mut builder = WorldBuilder::new();
    let turf = builder.add_material(material);
    let corner = |x: f32, z: f32| Vec3::new(x, -slope * x, z);
    builder
        .add_polygon(&[corner(-50.0, -9.0), corner(-50.0, 9.0), corner(50.0, 9.0), corner(50.0, -9.0)], turf);
    Ok(builder.build()?)
}

/// Checks the height of a ball after its first bounce.
fn drop() -> Result<Row> {
    let e = 0.8_f32;
    let world = ground(0.0, Material { restitution: e, friction: 0.4, ..Material::default() })?;
    let config = BallConfig::default();
    let lies = RADIUS + f64::from(config.skin_width);
    let mut peaks = Vec::new();
    let (start, mut steps) = (Instant::now(), 0);
    for rate in RATES {
        let mut ball = Ball::at(DVec3::Y * (2.0 + lies));
        let (mut peak, mut has_bounced, mut scratch) = (0.0_f64, false, Scratch::default());
        // The second bounce is later than 1.5 seconds.
        for _ in 0..3 * rate / 2 {
            ball = world.step_ball(&mut scratch, &ball, 1.0 / rate as f32, &config).ball;
            has_bounced |= !scratch.hits().is_empty();
            // The apex of the current parabola.
            let (height, up) = (ball.position.y - lies, f64::from(ball.velocity.y));
            if has_bounced && up > 0.0 {
                peak = peak.max(height + up * up / (2.0 * GRAVITY));
            }
            steps += 1;
        }
        peaks.push(peak);
    }
    let expected = f64::from(e * e) * 2.0;
    let what = "metres that it comes back up, e^2 h";
    Ok(row("dropped from 2 m, restitution 0.8", what, expected, &peaks, 1e-3, start, steps))
}

/// Checks the distance that a ball rolls down a slope in two seconds.
fn roll() -> Result<Row> {
    let slope = 0.2_f32;
    let world = ground(slope, Material { friction: 0.6, ..Material::default() })?;
    let config = BallConfig { rolling_resistance: 0.0, ..BallConfig::default() };
    let lies = RADIUS + f64::from(config.skin_width);
    let n = DVec3::new(f64::from(slope), 1.0, 0.0).normalize();
    let mut ways = Vec::new();
    let (start, mut steps) = (Instant::now(), 0);
    for rate in RATES {
        let (from, mut scratch) = (n * lies, Scratch::default());
        let mut ball = Ball::at(from);
        for _ in 0..2 * rate {
            ball = world.step_ball(&mut scratch, &ball, 1.0 / rate as f32, &config).ball;
            steps += 1;
        }
        ways.push((ball.position - from).length());
    }
    let sin = f64::from(slope) / (1.0 + f64::from(slope * slope)).sqrt();
    let expected = 5.0 / 7.0 * GRAVITY * sin * 2.0;
    Ok(row(
        "rolls down a slope of 1 in 5",
        "metres in 2 s, 5/7 g sin t^2 / 2",
        expected,
        &ways,
        2e-3,
        start,
        steps,
    ))
}

fn row(
    label: &str,
    what: &str,
    expected: f64,
    came: &[f64],
    tolerance: f64,
    start: Instant,
    steps: u32,
) -> Row {
    let off = |v: &f64| (v - expected).abs();
    let worst = came.iter().copied().max_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(f64::NAN);
    Row {
        label: label.into(),
        rates: RATES.map(|r| r.to_string()).join(", "),
        checks: vec![Check::new(what, expected, worst, tolerance)],
        ns: start.elapsed().as_nanos() as f64 / f64::from(steps),
    }
}

/// Returns the depth of the centre of the ball below the ground, in metres.
fn below(round: &Round) -> f64 {
    let at = round.ball.position;
    round.course.ground_at(at).map_or(0.0, |ground| (f64::from(ground) - at.y).max(0.0))
}
