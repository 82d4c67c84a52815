//! Ground that is too steep to stand on, and leaning walls.

use super::{Actor, SKIN, Table, held, jump, profile, world};
use sidle::{DVec3, Vec3};
use sidle_scenes::Rate;

pub(super) fn measure(table: &mut Table, rate: Rate) {
    let apex = (0.0, 1.2 + 2.0 * SKIN);
    for degrees in [51.0, 55.0, 60.0, 70.0, 80.0, 85.0] {
        let rise = standing(rate, degrees);
        table.add(&format!("3 jump against a wall of {degrees} degrees: rise"), rate, rise, apex);
    }
    for degrees in [51.0, 55.0, 65.0] {
        let rise = running(rate, degrees);
        table.add(&format!("3 running jump at 7 m/s into {degrees} degrees: rise"), rate, rise, apex);
    }
    for degrees in [51.0, 55.0, 65.0] {
        let rise = corner(rate, degrees);
        table.add(
            &format!("18 corner of two faces of {degrees} degrees: rise in 5 s"),
            rate,
            rise,
            (0.0, 0.003),
        );
    }
}

/// A floor and a face behind it that rises towards +x.
fn face(degrees: f64) -> sidle::World {
    let rise = 30.0 * degrees.to_radians().tan();
    profile(&[[-40.0, 0.0], [0.0, 0.0], [30.0, rise]])
}

/// 3: the rise of a jump on the spot, while the wish leads into the face.
fn standing(rate: Rate, degrees: f64) -> f64 {
    let face = face(degrees);
    let mut actor = Actor::new(&face, DVec3::X * -1.0);
    actor.walk(Vec3::X * 4.0, rate, 1.0);
    rise(&mut actor, rate, 4.0)
}

/// The rise of a jump from one of 20 places, while it runs against the face.
fn running(rate: Rate, degrees: f64) -> f64 {
    let face = face(degrees);
    let rises = (0..20).map(|place| {
        let mut actor = Actor::new(&face, DVec3::X * (-2.4 - 0.17 * f64::from(place)));
        actor.walk(Vec3::X * 7.0, rate, 0.25);
        rise(&mut actor, rate, 7.0)
    });
    rises.fold(0.0, f64::max)
}

fn rise(actor: &mut Actor<'_>, rate: Rate, speed: f32) -> f64 {
    let (from, time) = (actor.at().y, actor.time);
    let velocity = Vec3::X * speed;
    let mut top = from;
    for (i, dt) in rate.steps(time, time + 2.0).into_iter().enumerate() {
        let _ = actor.step(&if i == 0 { jump(velocity) } else { held(velocity) }, dt);
        top = top.max(actor.at().y);
        if actor.is_grounded() {
            break;
        }
    }
    top - from
}

/// 18: the rise of a character that pushes into the corner of two faces for 5 s.
fn corner(rate: Rate, degrees: f64) -> f64 {
    let rise = degrees.to_radians().tan();
    let corner = world(|b| {
        b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [1, 1]);
        // The faces rise towards +x and towards +z, from planes through the origin.
        let at = |x: f64, z: f64| [x, rise * x.max(z), z];
        b.quad([0.0; 3], at(9.0, 9.0), at(9.0, -9.0), at(0.0, -9.0));
        b.quad([0.0; 3], at(-9.0, 0.0), at(-9.0, 9.0), at(9.0, 9.0));
    });
    let mut actor = Actor::new(&corner, DVec3::new(-0.5, 0.0, -0.5));
    let wish = Vec3::new(1.0, 0.0, 1.0).normalize() * 4.0;
    actor.walk(wish, rate, 0.5);
    let mut top = 0.0_f64;
    for dt in rate.steps(0.5, 5.5) {
        let _ = actor.step(&super::wish(wish), dt);
        top = top.max(actor.at().y);
    }
    top
}
