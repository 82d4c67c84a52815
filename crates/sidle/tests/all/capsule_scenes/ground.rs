//! B5, C8 and C10: capsules on the ground.

use sidle::{Response, Shape, Vec3};

use super::{Motion, RATES, Walker, level, moved, spacing};

/// B5: back and forth on a flat box, under gravity. Every move ends on the ground at one height.
#[test]
fn b5_a_capsule_does_not_bob_on_a_flat_box() {
    let block = level(|b| _ = b.block([-15.0, -30.0, -15.0], [15.0, 0.0, 15.0]));
    // Every number is exact in f32 at both offsets.
    for offset in [0.0, 1024.0] {
        let here = moved(block.clone(), [offset; 3]);
        for rate in RATES {
            let (height, skin) = (0.5 * 2.9 + 0.01 + offset, 0.01);
            let mut walker = Walker::new(&here, Shape::capsule(0.35, 2.9), [offset, height, offset - 9.0])
                .with(Response::Momentum, skin);
            let mut fall = 0.0;
            for i in 0..8 * rate {
                let walk = if i / (2 * rate) % 2 == 0 { 9.0 } else { -9.0 };
                let wish = Vec3::new(0.0, fall, walk);
                walker.make(Motion::with_gravity(wish, Vec3::NEG_Y * 30.0, 1.0 / rate as f32));
                fall = walker.velocity.y;
                let off = walker.position.y - height;
                assert!(off.abs() < 1e-4 + spacing(offset), "{rate} Hz, at {offset}, move {i}: {off:e}");
                assert!(walker.hits().iter().any(|h| h.normal == Vec3::Y), "{rate} Hz, move {i}: no ground");
                assert_eq!(walker.position.x, offset, "{rate} Hz, move {i}");
            }
        }
    }
}

/// C8: a half pipe of 768 segments, one centimetre wider than the capsule and its skin.
#[test]
fn c8_a_narrow_half_pipe_is_walked_from_end_to_end() {
    let pipe = level(|b| {
        let at = |i: usize| {
            let (sin, cos) = (std::f64::consts::PI * i as f64 / 768.0).sin_cos();
            [1.0 - 0.33 * sin, -0.33 * cos]
        };
        for i in 0..768 {
            let ([y, z], [v, w]) = (at(i), at(i + 1));
            b.quad([-1.0, y, z], [-1.0, v, w], [1.0, v, w], [1.0, y, z]);
        }
        b.wall([-1.0, 1.0], [-1.0, -1.0], [0.0, 4.0]).wall([1.0, -1.0], [1.0, 1.0], [0.0, 4.0]);
    });
    for rate in RATES {
        for press in [0.0, -1.0] {
            let mut walker =
                Walker::new(&pipe, Shape::capsule(0.3, 1.95), [0.0, 1.675, 0.0]).with(Response::Slide, 0.02);
            for (speed, end) in [(2.0, 0.68), (-2.0, -0.68), (2.0, 0.68)] {
                for _ in 0..rate {
                    walker.make(Motion::velocity(Vec3::new(speed, press, 0.0), 1.0 / rate as f32));
                }
                let off = (walker.position.x - end).abs();
                assert!(off < 1e-4, "{rate} Hz, {press}: {} instead of {end}", walker.position);
                assert!(walker.gap() > 0.0, "{rate} Hz: gap {:e}", walker.gap());
            }
            // One centimetre lower than the start if it is pressed down.
            let height = 1.675 + 0.01 * press;
            assert!((walker.position.y - f64::from(height)).abs() < 1e-4, "{rate} Hz: {}", walker.position);
        }
    }
}

/// C10: every contact normal of an upright capsule on a flat mesh is exactly (0, 1, 0).
#[test]
fn c10_upright_every_normal_of_a_flat_mesh_is_exactly_up() {
    let mesh = level(|b| _ = b.floor(0.0, [-1.0, -1.5], [81.0, 1.5], [410, 15]));
    let mut contacts = 0;
    for rate in RATES {
        for speed in [1.0_f32, 5.0, 40.0] {
            let shape = Shape::capsule(0.3, 1.8);
            let mut walker = Walker::new(&mesh, shape, [0.0, 0.901, 0.3]);
            for _ in 0..((40.0 / speed) * rate as f32) as u32 {
                let wish = Vec3::new(speed, -3.0, -0.01 * speed);
                walker.make(Motion::velocity(wish, 1.0 / rate as f32));
                contacts += walker.hits().len();
                let tilted = walker.hits().iter().find(|h| h.normal != Vec3::Y);
                assert!(tilted.is_none(), "{rate} Hz, {speed} m/s: {tilted:?}");
            }
            assert!(walker.position.x > 39.0, "{}", walker.position);
        }
    }
    assert!(contacts > 10_000, "{contacts}");
}
