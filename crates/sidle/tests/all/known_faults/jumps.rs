//! Jumps onto ledges, off slopes, and on the spot.

use super::{Actor, SKIN, Table, about, held, jump, largest, profile, wish};
use sidle::{CharacterConfig, DVec3, Vec3, World};
use sidle_scenes::Rate;

/// Height in metres of a jump of the default config.
const APEX: f64 = 1.2;
/// Speed in m/s at which it begins.
const JUMP_SPEED: f64 = 4.852_215;
const GRAVITY: f64 = 9.81;

pub(super) fn measure(table: &mut Table, rate: Rate) {
    ledges(table, rate);
    uphill(table, rate);
    table.add("9 standing jump with a wish of 4 m/s: speed across", rate, standing(rate), about(4.0, 0.04));
    let off = (air_control(rate) - air_control(Rate::Hz(1000))).length();
    table.add("10 wish turned at 0.125 s of a jump: apart at 0.6 s", rate, off, (0.0, 1e-3));
}

/// 1: a ledge mounted by a jump against its wall, from the best of 40 places.
fn ledges(table: &mut Table, rate: Rate) {
    let rolls = 0.3 * (1.0 - 50_f64.to_radians().cos());
    for speed in [2.0, 4.0, 12.0_f32] {
        let height = largest(1.2, 1.5, |height| {
            let world = profile(&[[-40.0, 0.0], [0.0, 0.0], [0.0, height], [9.0, height]]);
            (0..40).any(|place| mounts(&world, speed, rate, height, f64::from(place) / 40.0))
        });
        let what = format!("1 ledge mounted by a jump at {speed} m/s");
        table.add(&what, rate, height, about(APEX + rolls, 2.0 * SKIN + 2e-3));
    }
}

/// Returns true if a jump from one of the places before the ledge leads onto it.
fn mounts(world: &World, speed: f32, rate: Rate, height: f64, share: f64) -> bool {
    // From contact with the wall to the way of a whole rise.
    let way = f64::from(speed) * JUMP_SPEED / GRAVITY;
    let mut actor = Actor::new(world, DVec3::X * (-0.301 - share * way));
    let velocity = Vec3::X * speed;
    for (i, dt) in rate.steps(0.0, 1.2).into_iter().enumerate() {
        let _ = actor.step(&if i == 0 { jump(velocity) } else { held(velocity) }, dt);
        if actor.is_grounded() && actor.at().y > height - 0.01 {
            return true;
        }
        if actor.is_grounded() && actor.at().y < 0.1 {
            return false;
        }
    }
    false
}

/// 2: jumps while running uphill.
fn uphill(table: &mut Table, rate: Rate) {
    let slope = slope(45.0);
    let config = CharacterConfig { air_acceleration: 0.0, ..CharacterConfig::default() };
    for (speed, seconds) in [(4.0_f32, 0.4117), (8.0, 1.3990)] {
        let mut actor = Actor::of(&slope, DVec3::ZERO, config.clone());
        actor.walk(Vec3::X * speed, rate, 0.5);
        let from = actor.at();
        let velocity = Vec3::X * speed;
        let (mut off, mut across, mut flight) = (0.0_f64, 0.0, 0.0);
        for (i, dt) in rate.steps(0.5, 3.0).into_iter().enumerate() {
            let _ = actor.step(&if i == 0 { jump(velocity) } else { held(velocity) }, dt);
            let time = actor.time - 0.5;
            if time < 0.3 + 1e-6 {
                let risen = JUMP_SPEED * time - 0.5 * GRAVITY * time * time;
                off = off.max((actor.at().y - from.y - risen).abs());
            }
            if i == 0 {
                across = f64::from(actor.state.velocity.x);
            }
            if actor.is_grounded() {
                break;
            }
            flight += dt;
        }
        let longest = rate.longest();
        table.add(
            &format!("2 jump uphill at {speed} m/s: seconds in the air"),
            rate,
            flight,
            (seconds - longest - 0.01, seconds + 0.01),
        );
        if speed < 5.0 {
            let kept = f64::from(speed) * 45_f64.to_radians().cos();
            table.add("2 jump uphill at 4 m/s: speed across", rate, across, about(kept, 0.02));
            table.add("2 jump uphill at 4 m/s: off its course", rate, off, (0.0, 2.0 * SKIN));
        }
    }
    let (hops, walks) = (hop(rate, true), hop(rate, false));
    table.add("2 hopping uphill for 5 s, beside walking", rate, hops / walks, (0.0, 1.02));
}

/// A slope that rises towards +x through the origin.
pub(super) fn slope(degrees: f64) -> World {
    let rise = degrees.to_radians().tan();
    profile(&[[-60.0, -60.0 * rise], [60.0, 60.0 * rise]])
}

/// Returns the horizontal way uphill in 5 s.
fn hop(rate: Rate, hops: bool) -> f64 {
    let slope = slope(40.0);
    let mut actor = Actor::new(&slope, DVec3::ZERO);
    let velocity = Vec3::X * 4.0;
    for dt in rate.steps(0.0, 5.0) {
        let _ = actor.step(&if hops { jump(velocity) } else { wish(velocity) }, dt);
    }
    actor.at().x
}

/// 9: the speed across after the step of a standing jump.
fn standing(rate: Rate) -> f64 {
    let floor = profile(&[[-9.0, 0.0], [9.0, 0.0]]);
    let mut actor = Actor::new(&floor, DVec3::ZERO);
    let dt = rate.steps(0.0, 1.0)[0];
    let _ = actor.step(&jump(Vec3::X * 4.0), dt);
    f64::from(actor.state.velocity.x)
}

/// 10: the place after a jump in which the wish turns.
fn air_control(rate: Rate) -> DVec3 {
    let floor = profile(&[[-9.0, 0.0], [9.0, 0.0]]);
    let mut actor = Actor::new(&floor, DVec3::ZERO);
    let velocity = Vec3::X * 4.0;
    actor.walk(velocity, rate, 0.5);
    for (i, dt) in rate.steps(0.5, 0.625).into_iter().enumerate() {
        let _ = actor.step(&if i == 0 { jump(velocity) } else { held(velocity) }, dt);
    }
    for dt in rate.steps(0.625, 1.1) {
        let _ = actor.step(&held(Vec3::new(0.0, 0.0, -4.0)), dt);
    }
    actor.at()
}
