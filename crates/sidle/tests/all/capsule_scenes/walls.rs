//! C1, C5 and C12: capsules at walls.

use sidle::{Quat, Response, Shape, Vec3};

use super::{Motion, RATES, Walker, level, moved, spacing};

/// C1: a glancing wall. The gap stays the skin, and the speed along the wall is the cosine's.
#[test]
fn c1_along_a_glancing_wall_the_gap_and_the_speed_are_kept() {
    let wall = level(|b| {
        b.wall([-20.0, 0.0], [160.0, 0.0], [-10.0, 10.0]);
        b.wall([160.0, 0.0], [-20.0, 0.0], [-10.0, 10.0]);
    });
    let lying = Quat::from_xyzw(0.0, 0.0, 1.0, 1.0);
    let leaning = Quat::from_xyzw(-0.1, 0.2, 0.3, 1.0);
    for offset in [0.0, 1e3] {
        let here = moved(wall.clone(), [offset; 3]);
        for turn in [Quat::IDENTITY, lying, leaning] {
            let shape = Shape::capsule(0.4, 1.8).with_rotation(turn);
            let reach = 0.401 + 0.5 * f64::from((turn.normalize() * Vec3::Y).z.abs());
            for rate in RATES {
                for angle in [0.05_f64, 0.1, 0.5, 1.0, 5.0, 15.0, 45.0, 85.0] {
                    let (sin, cos) = angle.to_radians().sin_cos();
                    let start = [offset, offset, offset - reach];
                    let mut walker = Walker::new(&here, shape.clone(), start);
                    let wish = Vec3::new((4.0 * cos) as f32, 0.0, (4.0 * sin) as f32);
                    let from = walker.position.x;
                    for _ in 0..1000 {
                        walker.make(Motion::velocity(wish, 1.0 / rate as f32));
                        let gap = walker.gap();
                        let what = format!("{turn}, {rate} Hz, {angle} degrees, at {offset}");
                        assert!(gap >= 0.001 - 1e-4 - spacing(offset) && gap < 0.0012, "{what}: gap {gap:e}");
                    }
                    let way = 4.0 * cos * 1000.0 / f64::from(rate);
                    let off = walker.position.x - from - way;
                    // f64: positions are not rounded.
                    // Each stored position is rounded, by equal steps in the same direction.
                    let storing = 500.0 * spacing(offset + way);
                    assert!(
                        off.abs() < 1e-3 * way + storing,
                        "{turn}, {rate} Hz, {angle} degrees, at {offset}: {off:e} of {way}"
                    );
                }
            }
        }
    }
}

/// C5: a wedge that narrows to less than the capsule. It holds the capsule still, and does not
/// change a jump.
#[test]
fn c5_a_narrowing_gap_holds_a_capsule_and_lets_it_jump() {
    let (r, reach) = (0.4_f64, 0.401_f64);
    for short in [1e-4, 1e-3, 1e-2, 0.1] {
        let width = 2.0 * r - short;
        let wedge = level(|b| {
            b.floor(0.0, [-4.0, -9.0], [9.0, 9.0], [2, 2]);
            let (sin, cos) = 60_f64.to_radians().sin_cos();
            b.wall([0.0, -8.0], [0.0, 8.0], [-1.0, 9.0]).wall([0.0, 8.0], [0.0, -8.0], [-1.0, 9.0]);
            let far = [width + 6.0 * sin, -6.0 * cos];
            b.wall([width, 0.0], far, [-1.0, 9.0]).wall(far, [width, 0.0], [-1.0, 9.0]);
            b.wall([width, 0.0], [width, 8.0], [-1.0, 9.0]).wall([width, 8.0], [width, 0.0], [-1.0, 9.0]);
        });
        // The capsule is stopped between the flat wall and the edge of the other one.
        let across = width - reach;
        let stop = -(reach * reach - across * across).sqrt();
        for rate in RATES {
            let mut walker = Walker::new(&wedge, Shape::capsule(0.4, 1.8), [1.0, 0.901, -2.5])
                .with(Response::Momentum, 0.001);
            let dt = 1.0 / rate as f32;
            let mut fall = 0.0;
            for second in 0..5 {
                let mut highest = 0.0_f64;
                for i in 0..rate {
                    if i == 0 && second > 0 {
                        fall = 4.0;
                    }
                    let wish = Vec3::new(-0.3, fall, 3.0);
                    walker.make(Motion::with_gravity(wish, Vec3::NEG_Y * 9.81, dt));
                    fall = walker.velocity.y;
                    highest = highest.max(walker.position.y - 0.901);
                    if second > 0 {
                        let [x, _, z] = super::wide(walker.position);
                        let off = (x - reach).abs().max((z - stop).abs());
                        let what = format!("{short:e}, {rate} Hz, second {second}");
                        // A gap of d more or less at the edge moves the capsule by d r / stop.
                        assert!(off < 1e-4 + 2e-5 / stop.abs(), "{what}: {x} {z}, not {reach} {stop}");
                    }
                }
                // The apex of the free jump at the moments of the moves.
                let t = (1..=rate).map(|i| f64::from(i) / f64::from(rate));
                let apex = t.map(|t| 4.0 * t - 4.905 * t * t).fold(0.0, f64::max);
                if second > 0 {
                    let off = highest / apex - 1.0;
                    assert!(off.abs() < 0.01, "{short:e}, {rate} Hz: a jump of {highest}, not {apex}");
                }
            }
        }
    }
}

/// C12: nearly head-on towards a face of a box, near its vertical edge. The capsule keeps its speed
/// along the face and passes the edge.
#[test]
fn c12_the_edge_of_a_box_is_passed_at_almost_a_right_angle() {
    let block = level(|b| _ = b.block([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]));
    let reach = 0.301;
    for angle in [85.0_f64, 88.0, 89.9] {
        let (sin, cos) = angle.to_radians().sin_cos();
        let wish = Vec3::new((5.0 * cos) as f32, 0.0, (5.0 * sin) as f32);
        for from_edge in [0.0, 0.05, 0.3, 0.6] {
            for rate in RATES {
                let what = format!("{angle} degrees, {from_edge} m, {rate} Hz");
                let start = [0.5 - from_edge, 0.1, -0.5 - reach];
                let mut walker = Walker::new(&block, Shape::capsule(0.3, 1.8), start);
                let along = 5.0 * cos;
                // To the edge in closed form; around it in R / v ln(2 tan(angle)) at most.
                let around = reach / 5.0 * (2.0 * sin / cos).ln() + 0.1;
                let to_edge = (from_edge / along * f64::from(rate)).floor();
                for i in 0..((from_edge / along + around) * f64::from(rate)).ceil() as u32 {
                    walker.make(Motion::velocity(wish, 1.0 / rate as f32));
                    let way = along * f64::from(i + 1) / f64::from(rate);
                    if f64::from(i + 1) <= to_edge {
                        let off = walker.position.x - start[0] - way;
                        // f64: positions are not rounded.
                        let storing = 0.5 * spacing(0.5) * f64::from(i + 1);
                        assert!(off.abs() < 1e-3 * way + storing, "{what}, move {i}: {off:e} of {way}");
                    }
                    assert!(walker.gap() > 0.0, "{what}: gap {:e}", walker.gap());
                }
                let x = walker.position.x;
                assert!(x > 0.5 + reach - 1e-4, "{what}: it ended at {}", walker.position);
                assert_eq!(walker.position.y, start[1], "{what}");
            }
        }
    }
}
