//! Steps: below a lintel, at the top of a ramp, and with narrow treads.

use super::{Actor, SKIN, Table, about, largest, profile, wish, world};
use sidle::{CharacterConfig, DVec3, Vec3};
use sidle_scenes::Rate;

pub(super) fn measure(table: &mut Table, rate: Rate) {
    // The least height of the opening above the floor: the body on the doorstep, and its skins.
    let opening = 2.4 - largest(0.0, 0.5, |less| passes(rate, 2.4 - less));
    table.add("6 doorstep of 0.15 m: least height of the opening", rate, opening, about(1.95, 0.05));
    for degrees in [0.0, 10.0, 20.0, 30.0, 40.0] {
        let limit = largest(0.1, 0.6, |height| climbs(rate, degrees, height));
        let what = format!("19 highest riser on a ramp of {degrees} degrees");
        table.add(&what, rate, limit, about(0.35, 2.0 * SKIN));
    }
    let steps = staircase(rate);
    table.add("19 staircase above the limit, treads of 10 degrees: rise", rate, steps, (-0.2, 0.36));
    for what in ["post", "tread", "fence"] {
        let rise = narrow(rate, what, 0.06, 0.2);
        let what = format!("20 {what} of 6 cm with a min_step_width of 20 cm: rise");
        table.add(&what, rate, rise, (0.0, 0.11));
    }
    for what in ["post", "fence"] {
        let rise = narrow(rate, what, 0.06, 0.02);
        table.add(
            &format!("20 {what} of 6 cm with a min_step_width of 2 cm: rise"),
            rate,
            rise,
            about(0.3, 0.005),
        );
    }
}

/// 6: whether a character passes a doorstep of 0.15 m below a lintel that is flush with it.
fn passes(rate: Rate, opening: f64) -> bool {
    let world = world(|b| {
        b.extrude(&[[-9.0, 0.0], [0.0, 0.0], [0.0, 0.15], [9.0, 0.15]], [-20.0, 20.0]);
        // The lower side of the lintel, and its front.
        b.extrude(&[[9.0, opening], [0.0, opening], [0.0, 4.0]], [-20.0, 20.0]);
    });
    let mut actor = Actor::new(&world, DVec3::X * -0.6);
    actor.walk(Vec3::X * 4.0, rate, 0.5);
    actor.at().x > 0.5
}

/// 19: whether a character with a step height of 0.35 m climbs a riser at the top of a ramp.
fn climbs(rate: Rate, degrees: f64, height: f64) -> bool {
    let rise = degrees.to_radians().tan();
    let world = profile(&[[-20.0, -20.0 * rise], [0.0, 0.0], [0.0, height], [9.0, height]]);
    let config = CharacterConfig { step_height: 0.35, ..CharacterConfig::default() };
    let mut actor = Actor::of(&world, DVec3::new(-1.0, -rise, 0.0), config);
    actor.walk(Vec3::X * 4.0, rate, 0.75);
    actor.at().x > 0.3
}

/// 19: the rise on a staircase whose risers are 1.01 times as high as the limit, and whose treads
/// rise by 10 degrees.
fn staircase(rate: Rate) -> f64 {
    let rise = 10_f64.to_radians().tan();
    let height = 1.01 * 0.35;
    let mut points = vec![[-20.0, -20.0 * rise], [0.0, 0.0]];
    let mut at = [0.0, 0.0];
    for _ in 0..8 {
        at[1] += height;
        points.push(at);
        at = [at[0] + 0.5, at[1] + 0.5 * rise];
        points.push(at);
    }
    let world = profile(&points);
    let config = CharacterConfig { step_height: 0.35, ..CharacterConfig::default() };
    let mut actor = Actor::of(&world, DVec3::new(-1.0, -rise, 0.0), config);
    actor.walk(Vec3::X * 4.0, rate, 2.0);
    actor.at().y
}

/// 20: the largest rise on the way over a narrow tread that is 0.3 m high.
fn narrow(rate: Rate, what: &str, width: f64, least: f32) -> f64 {
    let world = world(|b| {
        b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [1, 1]);
        match what {
            // A tread before a wall.
            "tread" => {
                b.extrude(&[[0.0, 0.0], [0.0, 0.3], [width, 0.3], [width, 4.0]], [-9.0, 9.0]);
            }
            _ => {
                let half = if what == "post" { 0.5 * width } else { 9.0 };
                b.extrude(&[[0.0, 0.0], [0.0, 0.3], [width, 0.3], [width, 0.0]], [-half, half]);
                b.wall([width, half], [0.0, half], [0.0, 0.3]);
                b.wall([0.0, -half], [width, -half], [0.0, 0.3]);
            }
        }
    });
    let config = CharacterConfig { min_step_width: least, ..CharacterConfig::default() };
    let mut actor = Actor::of(&world, DVec3::X * -0.6, config);
    let mut top = 0.0_f64;
    for dt in rate.steps(0.0, 0.5) {
        let _ = actor.step(&wish(Vec3::X * 4.0), dt);
        top = top.max(actor.at().y);
    }
    top
}
