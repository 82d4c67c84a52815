//! Capsules that must stand still to the bit.

use sidle::{Quat, Response, Shape, Vec3};
use sidle_scenes::{Builder, Level};

use super::{Motion, RATES, Walker, level};

const SKIN: f64 = 0.001;

/// Pushes a capsule for some seconds by gravity and `push`. Returns the number of moves of the last
/// half that changed a bit of the position.
fn restless(level: &Level, shape: &Shape, start: [f64; 3], push: Vec3, response: Response, rate: u32) -> u32 {
    let mut walker = Walker::new(level, shape.clone(), start).with(response, SKIN as f32);
    let (dt, moves) = (1.0 / rate as f32, 4 * rate);
    let mut changed = 0;
    for i in 0..moves {
        let before = walker.position.to_array().map(f64::to_bits);
        walker.make(Motion::with_gravity(walker.velocity + push, Vec3::NEG_Y * 9.81, dt));
        let stays = walker.position.to_array().map(f64::to_bits) == before;
        changed += u32::from(i >= moves / 2 && !stays);
    }
    let gap = walker.gap();
    assert!((0.0..1.2 * SKIN).contains(&gap), "{shape:?} at {}: gap {gap:e}", walker.position);
    changed
}

fn assert_still(what: &str, level: &Level, shape: &Shape, start: [f64; 3], push: Vec3) {
    for rate in RATES {
        for response in [Response::Momentum, Response::Slide] {
            let changed = restless(level, shape, start, push, response, rate);
            assert_eq!(changed, 0, "{what}, {rate} Hz, {response:?}");
        }
    }
}

fn floor(b: &mut Builder) {
    b.floor(0.0, [-8.0, -8.0], [8.0, 8.0], [7, 5]);
}

/// Half the length of the core, and the radius with the skin.
fn sizes(radius: f64, height: f64) -> (f64, f64) {
    (0.5 * height - radius, radius + SKIN)
}

#[test]
fn on_level_ground() {
    let ground = level(floor);
    for (radius, height) in [(0.3_f32, 1.8), (0.05, 3.0), (0.4, 0.8), (0.0, 1.0)] {
        let (half, reach) = sizes(f64::from(radius), f64::from(height));
        let shape = Shape::capsule(radius, height);
        // In a face, on an internal edge, and on a corner of the mesh. The last falls a little.
        for (x, z, y) in [(0.3, 0.2, 0.0), (8.0 / 7.0, 0.4, 0.0), (8.0 / 7.0, 1.6, 0.0), (0.5, -0.7, 0.05)] {
            assert_still("standing", &ground, &shape, [x, half + reach + y, z], Vec3::ZERO);
        }
        for turn in [Quat::from_xyzw(0.0, 0.0, 1.0, 1.0), Quat::from_xyzw(1.0, 0.4, 0.0, 1.3)] {
            let rise = f64::from((turn.normalize() * Vec3::Y).y.abs()) * half;
            let start = [0.3, rise + reach + 0.01, 0.2];
            assert_still("turned", &ground, &shape.clone().with_rotation(turn), start, Vec3::ZERO);
        }
    }
}

#[test]
fn leaning_on_a_wall() {
    let room = level(|b| {
        floor(b);
        b.wall([2.0, -8.0], [2.0, 8.0], [0.0, 6.0]).wall([2.0, 8.0], [2.0, -8.0], [0.0, 6.0]);
    });
    // Leaning by atan(3/4): the upper cap on the wall, the lower one on the floor.
    let lean = Quat::from_xyzw(0.0, 0.0, -1.0, 3.0);
    let (half, reach) = sizes(0.3, 1.8);
    let shape = Shape::capsule(0.3, 1.8);
    let leaning = [2.0 - reach - 0.6 * half, reach + 0.8 * half, 0.3];
    let upright = [2.0 - reach, reach + half, 0.3];
    for push in [Vec3::ZERO, Vec3::X * 0.5, Vec3::new(2.0, 0.0, 0.0)] {
        let leaning_shape = shape.clone().with_rotation(lean);
        assert_still("leaning", &room, &leaning_shape, leaning.map(|x| x as f32 as f64), push);
        assert_still("beside the wall", &room, &shape, upright, push);
    }
}

#[test]
fn in_a_corner() {
    let room = level(|b| {
        b.block([-9.0, -2.0, -9.0], [9.0, 0.0, 9.0]);
        b.block([2.0, -1.0, -9.0], [4.0, 5.0, 9.0]).block([-9.0, -1.0, 2.0], [9.0, 5.0, 4.0]);
    });
    let (half, reach) = sizes(0.3, 1.8);
    let shape = Shape::capsule(0.3, 1.8);
    for push in [Vec3::new(1.0, 0.0, 1.0), Vec3::new(3.0, 0.0, 0.5), Vec3::ZERO] {
        let start = [2.0 - reach - 0.01, half + reach, 2.0 - reach - 0.02];
        assert_still("in a corner", &room, &shape, start, push);
    }
    let turned = shape.with_rotation(Quat::from_xyzw(0.3, -0.2, 0.4, 0.9));
    assert_still("turned, in a corner", &room, &turned, [0.9, 1.2, 0.9], Vec3::new(1.0, 0.0, 1.0));
}

#[test]
fn on_an_edge_and_on_a_corner() {
    let (half, reach) = sizes(0.3, 1.8);
    let shape = Shape::capsule(0.3, 1.8);
    let lying = shape.clone().with_rotation(Quat::from_xyzw(0.0, 0.0, 1.0, 1.0));
    let ridge = level(|b| _ = b.extrude(&[[-2.0, -2.0], [0.0, 0.0], [2.0, -2.0]], [-5.0, 5.0]));
    assert_still("on a ridge", &ridge, &shape, [0.0, half + reach, 0.3], Vec3::ZERO);
    assert_still("across a ridge", &ridge, &lying, [0.0, reach, 0.3], Vec3::ZERO);
    let step = level(|b| _ = b.extrude(&[[-2.0, 0.0], [0.0, 0.0], [0.0, -1.0], [2.0, -1.0]], [-5.0, 5.0]));
    assert_still("on a step", &step, &shape, [0.0, half + reach, 0.3], Vec3::ZERO);
    assert_still("over a step", &step, &lying, [0.2, reach, 0.3], Vec3::ZERO);
    let peak = level(|b| {
        let base = [[-2.0, -2.0, -2.0], [2.0, -2.0, -2.0], [2.0, -2.0, 2.0], [-2.0, -2.0, 2.0]];
        for i in 0..4 {
            b.triangle(base[(i + 1) % 4], base[i], [0.0; 3]);
        }
    });
    assert_still("on a peak", &peak, &shape, [0.0, half + reach, 0.0], Vec3::ZERO);
    assert_still("lying on a peak", &peak, &lying, [0.1, reach, 0.0], Vec3::ZERO);
}
