//! Losing the ground and following it, and the way round a pole.

use super::{Actor, SKIN, Table, about, profile, wish, world};
use sidle::{DVec3, Vec3};
use sidle_scenes::Rate;

const GRAVITY: f64 = 9.81;
/// Number of starts at different phases of the steps.
const PHASES: u32 = 10;

pub(super) fn measure(table: &mut Table, rate: Rate) {
    let longest = (0..PHASES).map(|phase| onto_ramp(rate, phase)).fold(0.0, f64::max);
    table.add("4 down a riser onto a ramp: seconds in the air", rate, longest, (0.0, 0.0));
    let (off, late) = (0..PHASES)
        .map(|phase| off_edge(rate, phase))
        .fold((0.0_f64, 0.0_f64), |most, one| (most.0.max(one.0), most.1.max(one.1)));
    table.add("5 off an edge at 8 m/s: distance from the parabola", rate, off, (0.0, 0.01));
    table.add(
        "5 off an edge at 8 m/s: distance from the time of landing",
        rate,
        late,
        (0.0, rate.longest() + 0.007),
    );
    let (away, delay) = round_pole(rate);
    table.add("11 round a pole: distance from its axis", rate, away, (0.331 - SKIN, 0.331 + 1e-3));
    table.add("11 round a pole: delay", rate, delay, about(0.2642, 0.0132 + rate.longest()));
}

fn start(rate: Rate, phase: u32, speed: f64) -> DVec3 {
    DVec3::X * (-1.0 - f64::from(phase) / f64::from(PHASES) * speed * rate.longest())
}

/// 4: the longest flight on the way down a riser of 0.2 m onto a ramp of 30 degrees.
fn onto_ramp(rate: Rate, phase: u32) -> f64 {
    let drop = 20.0 * 30_f64.to_radians().tan();
    let world = profile(&[[-9.0, 0.0], [0.0, 0.0], [0.0, -0.2], [20.0, -0.2 - drop]]);
    let mut actor = Actor::new(&world, start(rate, phase, 4.0));
    actor.config.snap_distance = 0.3;
    let mut flight = 0.0;
    for dt in rate.steps(0.0, 1.5) {
        let _ = actor.step(&wish(Vec3::X * 4.0), dt);
        flight += if actor.is_grounded() { 0.0 } else { dt };
    }
    flight
}

/// 5: the largest distance from the parabola that begins over the edge, and the difference between
/// the times of landing. The drop is 0.5 m.
fn off_edge(rate: Rate, phase: u32) -> (f64, f64) {
    let world = profile(&[[-9.0, 0.0], [0.0, 0.0], [0.0, -0.5], [20.0, -0.5]]);
    let start = start(rate, phase, 8.0);
    let mut actor = Actor::new(&world, start);
    let leaves = -start.x / 8.0;
    let lands = leaves + (2.0 * 0.5 / GRAVITY).sqrt();
    let (mut off, mut landed) = (0.0_f64, None);
    for dt in rate.steps(0.0, 1.0) {
        let _ = actor.step(&wish(Vec3::X * 8.0), dt);
        let falls = (actor.time - leaves).max(0.0);
        let height = (-0.5 * GRAVITY * falls * falls).max(-0.5);
        off = off.max((actor.at().y - height).abs());
        if actor.time > leaves && actor.is_grounded() && actor.at().y < -0.4 {
            landed = landed.or(Some(actor.time));
        }
    }
    (off, (landed.unwrap_or(9.0) - lands).abs())
}

/// 11: the distance from the axis of a pole of radius 0.03 m beside it, and the time lost on the
/// way round it, with an offset of 1 cm.
fn round_pole(rate: Rate) -> (f64, f64) {
    let sides = 48;
    let world = world(|b| {
        b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [1, 1]);
        for i in 0..sides {
            let corner = |i: u32| {
                let angle = std::f64::consts::TAU * f64::from(i) / f64::from(sides);
                [0.03 * angle.cos(), -0.03 * angle.sin()]
            };
            b.wall(corner(i + 1), corner(i), [0.0, 3.0]);
        }
    });
    let from = -1.5;
    let mut actor = Actor::new(&world, DVec3::new(from, 0.0, 0.01));
    for dt in rate.steps(0.0, 2.0) {
        let _ = actor.step(&wish(Vec3::X * 4.0), dt);
        let at = actor.at();
        if at.x > 1.0 {
            return (at.z, actor.time - (at.x - from) / 4.0);
        }
    }
    (actor.at().z, 9.0)
}
