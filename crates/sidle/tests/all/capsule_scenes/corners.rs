//! C14, E1 and E4: notches, and starts inside the world.

use sidle::{DVec3, Motion, OnOverlap, Quat, QueryFilter, Response, Shape, StopReason, Vec3};
use sidle_scenes::{Level, cases};

use super::{RATES, Walker, level, wide};
use crate::common::{by, narrow, world_of};

/// Two walls that meet at 20 degrees, above a ramp of 30 degrees, for C14.
fn notch() -> Level {
    let (tan20, tan30) = (20_f64.to_radians().tan(), 30_f64.to_radians().tan());
    level(|b| {
        b.quad(
            [-6.0, -4.0 * tan30, -4.0],
            [-6.0, 4.0 * tan30, 4.0],
            [6.0, 4.0 * tan30, 4.0],
            [6.0, -4.0 * tan30, -4.0],
        );
        b.wall([-6.0, 2.0], [0.0, 2.0], [-3.0, 9.0]).wall([0.0, 2.0], [6.0, 2.0 - 6.0 * tan20], [-3.0, 9.0]);
    })
}

/// Where a body with a lower cap of 0.3 m rests in the notch: the centre of the cap.
fn rest_in_notch() -> [f64; 3] {
    let (reach, tilt) = (0.301, 30_f64.to_radians());
    let z = 2.0 - reach;
    [-reach * 10_f64.to_radians().tan(), z * tilt.tan() + reach / tilt.cos(), z]
}

/// Walks into the notch and up the ramp for one move, with gravity.
fn climb(walker: &mut Walker, fall: f32, rate: u32) {
    let steer = -3.0 * (walker.position.x - rest_in_notch()[0]).clamp(-1.0, 1.0) as f32;
    let wish = Vec3::new(4.0 * steer, fall, 4.0);
    walker.make(Motion::with_gravity(wish, Vec3::NEG_Y * 9.81, 1.0 / rate as f32));
}

/// C14: a walk into the notch ends in its corner and stands still.
#[test]
fn c14_a_notch_over_a_ramp_holds_a_capsule_still() {
    let [x, y, z] = rest_in_notch();
    for rate in RATES {
        for side in [-0.3, 0.0, 0.4] {
            let mut walker = Walker::new(&notch(), Shape::capsule(0.3, 1.8), [side, 0.99, -0.0])
                .with(Response::Slide, 0.001);
            let mut fall = 0.0;
            for i in 0..5 * rate {
                climb(&mut walker, fall, rate);
                fall = walker.velocity.y.min(0.0);
                let p = wide(walker.position);
                let off = (p[0] - x).abs().max((p[1] - y - 0.6).abs()).max((p[2] - z).abs());
                let what = format!("{rate} Hz, from {side}, move {i}");
                assert!(i < 3 * rate || off < 1e-4, "{what}: {p:?}, not {:?}", [x, y + 0.6, z]);
                assert!(walker.gap() > 0.0, "{what}: gap {:e}", walker.gap());
            }
        }
    }
}

/// C14 under `Momentum`: the wall takes the speed into it, and leaves the upward speed that the
/// ramp gave, so any body hops by up to the way of one move at that speed. A capsule hops as a ball
/// does.
#[test]
fn c14_under_momentum_a_capsule_hops_in_the_notch_as_a_ball_does() {
    let [x, y, z] = rest_in_notch();
    let upward = 4.0 * 30_f64.to_radians().sin() * 30_f64.to_radians().cos();
    for rate in RATES {
        let hop = upward / f64::from(rate);
        for side in [-0.3, 0.0, 0.4] {
            let [mut ball, mut capsule] =
                [(Shape::sphere(0.3), 0.0), (Shape::capsule(0.3, 1.8), 0.6)].map(|(shape, half)| {
                    Walker::new(&notch(), shape, [side, 0.39 + half, -0.0]).with(Response::Momentum, 0.001)
                });
            let mut highest = 0.0_f64;
            for i in 0..5 * rate {
                for walker in [&mut ball, &mut capsule] {
                    let fall = walker.velocity.y.min(0.0);
                    climb(walker, fall, rate);
                }
                let what = format!("{rate} Hz, from {side}, move {i}");
                let (b, c) = (wide(ball.position), wide(capsule.position));
                let apart = [b[0] - c[0], b[1] - (c[1] - 0.6), b[2] - c[2]];
                let apart = apart.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
                // Of thousands of hops of two millimetres, rounding delays some by a move.
                let most = if rate < 1000 { 1e-4 } else { 2.0 * hop };
                assert!(apart < most, "{what}: the ball at {b:?}, the capsule at {c:?}");
                if i >= 3 * rate {
                    let aside = (b[0] - x).abs().max((b[2] - z).abs()).max((b[1] - y).abs());
                    assert!(aside < hop + 1e-4, "{what}: {b:?}, not {:?}", [x, y, z]);
                    highest = highest.max(b[1] - y);
                }
            }
            // Gravity takes a little of the hop. At 1000 Hz, both come to rest.
            assert!(rate == 1000 || highest > 0.8 * hop, "{rate} Hz, from {side}: {highest} of {hop}");
        }
    }
}

/// E1: half inside a box. The way out is to the side of the centre.
#[test]
fn e1_a_capsule_inside_a_box_leaves_it_by_the_near_side() {
    let block = level(|b| _ = b.block([-1.0, 0.0, -0.5], [0.0, 1.0, 0.5]));
    // With its feet on the height of the box's base, and with its centre beside the box's middle.
    for (height, y) in [(1.95, 0.975), (1.95, 0.5), (0.9, 0.5)] {
        let mut walker = Walker::new(&block, Shape::capsule(0.3, height), [0.0, y, 0.0]);
        walker.config.skin_width = 0.02;
        let end =
            walker.world.depenetrate(&mut walker.scratch, &walker.shape, walker.position, &walker.config);
        let off = (end.position - DVec3::new(0.32, y, 0.0)).length();
        assert!(end.is_free() && off < 1e-3, "{height} m at {y}: {end:?}");
    }
}

/// E4: centres exactly on corners, edges and faces. Every end is free, or says that it is not.
#[test]
fn e4_a_centre_on_the_surface_gets_out_or_says_that_it_does_not() {
    let overlaps = cases::coincident();
    let world = world_of(&overlaps.level);
    let judge = sidle_judge::Judge::new(&overlaps.level.vertices, &overlaps.level.triangles);
    let turns = [Quat::IDENTITY, Quat::from_xyzw(0.0, 0.0, 1.0, 1.0), Quat::from_xyzw(0.3, -0.2, 0.5, 0.7)];
    let sizes = [(0.4, 1.8), (0.4, 0.8), (0.05, 0.5), (0.3, 5.0), (0.0, 1.0)];
    let mut scratch = sidle::Scratch::default();
    let mut left = 0;
    for (label, _, place) in &overlaps.starts {
        for (shape, turn) in sizes.iter().flat_map(|&(r, h)| turns.map(|t| (Shape::capsule(r, h), t))) {
            let (shape, at) = (shape.with_rotation(turn), narrow(*place).as_dvec3());
            let what = format!("{shape:?} {label}");
            let mut walker = Walker::new(&overlaps.level, shape.clone(), *place);
            let body = super::body_of(&shape);
            let out = world.depenetrate(&mut scratch, &shape, at, &walker.config);
            assert!(out.position.is_finite() && out.depth >= 0.0, "{what}: {out:?}");
            if out.is_free() {
                let gap = judge.clearance(&body, wide(out.position), 1.0).gap;
                assert!(gap >= -1e-12, "{what}: {gap:e}");
                assert!(!world.overlaps(&shape, out.position, &QueryFilter::ALL), "{what}");
                left += 1;
            } else {
                assert_eq!(out.position, at, "{what}");
            }
            for on_overlap in [OnOverlap::Refuse, OnOverlap::PushOut] {
                for motion in [Vec3::ZERO, Vec3::new(0.3, -0.2, 0.25)] {
                    walker.config.on_overlap = on_overlap;
                    walker.position = at;
                    let end = walker.step(by(motion));
                    assert!(end.position.is_finite() && end.velocity.is_finite(), "{what}: {end:?}");
                    let gap = judge.clearance(&body, wide(end.position), 1.0).gap;
                    let refused = end.reason == StopReason::StartedInside;
                    assert!(gap >= -1e-12 || (refused && end.position == at), "{what}: {end:?}, {gap:e}");
                }
            }
        }
    }
    assert!(left > 100, "only {left} were let out");
}
