//! C12 to C16: boxes, notches, and rough ground.

use super::Frame;
use super::{Builder, Course, Piece, Scene, Settings, Stage, Variant, View, Walk, largest, level, scene};
use crate::level::Level;
use crate::rng::SplitMix64;
use crate::trig::{degrees, sin_cos};
use crate::vec3::{length, sub};

pub(super) const SCENES: &[Scene] = &[
    scene("C12", "past the edge of a box, nearly head-on", View::Top, box_edge),
    scene("C13", "across the seam of two flush boxes", View::Top, flush_boxes),
    scene("C14", "a notch of two walls over a ramp", View::Top, notch),
    scene("C15", "pits and humps smaller than the body", View::Side, rough),
    scene("C16", "the order of the triangles", View::Front, order),
];

fn box_edge(variant: &Variant) -> Vec<Stage> {
    let block = level("box", |b| {
        b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [1, 1]).block([-0.5, 0.0, -0.5], [0.5, 1.0, 0.5]);
    });
    let mut walks = Vec::new();
    for angle in [85.0, 88.0, 89.9] {
        let (sin, cos) = sin_cos(degrees(angle));
        for from_edge in [0.0, 0.05, 0.3, 0.6] {
            let settings = Settings::of(variant.form, 0.3, 1.8);
            let side = settings.body.side_at(1.0, settings.skin).max(settings.side());
            let start = [0.5 - from_edge, 0.0, -0.5 - side];
            let along = 5.0 * cos;
            // Around the edge in R / v ln(2 tan(angle)) at most.
            let around = side / 5.0 * (2.0 * sin / cos).ln() + 0.2;
            if along * 10.0 < from_edge {
                continue;
            }
            let to_edge = from_edge / along;
            let walk = Walk::new(
                format!("{angle} degrees, {from_edge} m from the edge"),
                settings,
                start,
                to_edge + around,
            );
            walks.push(walk.wish([along, 0.0, 5.0 * sin]).check(move |run, f| {
                f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                // Close to the edge, rounding decides when the body begins to turn around it.
                let steps = (0.9 * to_edge * f64::from(run.rate)).floor();
                // Rounded corners, half a metre apart if the face is refined, tilt it.
                let turned = 4.0 * run.corners * 5.0 * run.time();
                if steps >= 1.0 && turned < 0.05 * from_edge {
                    let way = along * steps * run.dt();
                    let off = (run.frames[steps as usize - 1].feet[0] - start[0] - way).abs();
                    f.at_most("deviation of the way along the face, m", off, 1e-3 * way + turned);
                }
                // A tilt may use up the 0.2 s to spare.
                if turned < 0.2 * along {
                    let end = 0.5 + side - 1e-3;
                    f.at_least("end beside the box, m", run.last().feet[0], end);
                }
                f.at_most("height, m", run.largest(|s| s.feet[1].abs()), 1e-4);
            }));
        }
    }
    vec![Stage::new(block, walks)]
}

fn flush_boxes(variant: &Variant) -> Vec<Stage> {
    [0.0, 1e-6, 1e-4]
        .into_iter()
        .flat_map(|higher| [(higher, false), (higher, true)])
        .map(|(higher, is_apart)| {
            let boxes = [([-1.0, 0.0, -0.5], [0.0, 0.5, 0.5]), ([0.0, 0.0, -0.5], [1.0, 0.5 + higher, 0.5])];
            let walks = (0..36).map(|i| {
                let (sin, cos) = sin_cos(degrees(10.0 * f64::from(i)));
                let settings = Settings::of(variant.form, 0.3, 1.8);
                Walk::new(
                    format!("{higher} m higher, heading {i}"),
                    settings,
                    [-0.4 * cos, 0.5 + higher, -0.4 * sin],
                    0.4,
                )
                .wish([2.0 * cos, 0.0, 2.0 * sin])
                .check(move |run, f| {
                    f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
                    let across = run.moved()[0].hypot(run.moved()[2]);
                    f.at_least("way, m", across, 0.8 * 0.999);
                    let height = run.largest(|s| (s.feet[1] - 0.5).abs());
                    f.at_most("height above the boxes, m", height, 1e-4 + higher);
                })
            });
            let walks = walks.collect();
            if is_apart {
                // Two separate meshes.
                let pieces =
                    boxes.map(|(low, high)| Piece::at(level("box", |b| _ = b.block(low, high)), [0.0; 3]));
                return Stage { pieces: pieces.into(), ..Stage::new(level("nothing", |_| {}), walks) };
            }
            let level = level("two boxes", |b| {
                boxes.iter().for_each(|&(low, high)| _ = b.block(low, high));
            });
            Stage::new(level, walks)
        })
        .collect()
}

/// Two walls that meet at 20 degrees, above a ramp of 30 degrees that rises towards them.
fn notched(b: &mut Builder) {
    let (tan20, tan30) = (sin_cos(degrees(20.0)), sin_cos(degrees(30.0)));
    let (tan20, tan30) = (tan20.0 / tan20.1, tan30.0 / tan30.1);
    b.quad(
        [-6.0, -4.0 * tan30, -4.0],
        [-6.0, 4.0 * tan30, 4.0],
        [6.0, 4.0 * tan30, 4.0],
        [6.0, -4.0 * tan30, -4.0],
    );
    b.wall([-6.0, 2.0], [0.0, 2.0], [-3.0, 9.0]).wall([0.0, 2.0], [6.0, 2.0 - 6.0 * tan20], [-3.0, 9.0]);
}

fn notch(variant: &Variant) -> Vec<Stage> {
    let settings = Settings::of(variant.form, 0.3, 1.8);
    let n = [0.0, sin_cos(degrees(30.0)).1, -sin_cos(degrees(30.0)).0];
    let up = settings.body.feet_above(n, settings.skin);
    let side = settings.side();
    let (sin10, cos10) = sin_cos(degrees(10.0));
    let corner = [-side * sin10 / cos10, 2.0 - side];
    let walks = [-0.3, 0.0, 0.4].map(|x| {
        Walk::new(format!("from x = {x}"), settings, [x, up + 1e-3, 0.0], 5.0).wish([0.0, 0.0, 4.0]).check(
            move |run, f| {
                let rest = run.after(2.0);
                let stands = rest[0].feet;
                // It slides along a wall at the speed that the tilt of the wall allows. Rounded
                // corners, three metres apart if the wall is refined, tilt it.
                let slid = 4.0 * 2.0 * run.corners / 3.0 * (run.time() - 2.0);
                f.at_most(
                    "movement after two seconds, m",
                    largest(rest, |s| length(sub(s.feet, stands))),
                    1e-4 + slid,
                );
                // From the right it slides into the corner; on the left it stops at once.
                let place = if x > corner[0] { corner[0] } else { x };
                let off = (stands[0] - place).abs().max((stands[2] - corner[1]).abs());
                f.at_most("distance from the expected place, m", off, 1e-3);
                let off = rest.iter().filter(|s| !s.is_grounded()).count();
                f.at_most("frames off the ground", off as f64, 0.0);
            },
        )
    });
    vec![Stage::new(level("notch", notched), walks.into())]
}

/// Ground in cells of 0.25 m with noise of 8 cm.
fn noise() -> Level {
    level("rough ground", |b| {
        let mut random = SplitMix64::new(15);
        let (columns, rows) = (24, 96);
        let heights: Vec<f64> = (0..(columns + 1) * (rows + 1)).map(|_| random.range(-0.08, 0.08)).collect();
        let at = |i: usize, j: usize| {
            [0.25 * i as f64 - 3.0, heights[j * (columns + 1) + i], 0.25 * j as f64 - 2.0]
        };
        for j in 0..rows {
            for i in 0..columns {
                b.quad(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
            }
        }
    })
}

fn rough(variant: &Variant) -> Vec<Stage> {
    let mut walks = Vec::new();
    for step_height in [0.0, 0.4] {
        for x in [-1.0, 0.0, 1.1] {
            let settings =
                Settings { step_height, is_horizontal: true, ..Settings::of(variant.form, 0.35, 1.8) };
            let name = format!("step {step_height}, x = {x}");
            walks.push(Walk::new(name, settings, [x, 0.09, 0.0], 20.0 / 3.0).wish([0.0, 0.0, 3.0]).check(
                |run, f| {
                    let kept = run.moved()[2] / (3.0 * run.time());
                    f.at_least("speed kept", kept, 0.9);
                    let off = run.after(0.3).iter().filter(|s| !s.is_grounded()).count();
                    f.at_most("frames off the ground", off as f64, 0.0);
                },
            ));
        }
    }
    vec![Stage::new(noise(), walks)]
}

/// A floor and a wall of two triangles each, in this order.
#[must_use]
pub fn ordered(order: [usize; 4]) -> Level {
    level("floor and wall", |b| {
        let triangles = [
            [[-9.0, 0.0, -9.0], [-9.0, 0.0, 9.0], [9.0, 0.0, 9.0]],
            [[-9.0, 0.0, -9.0], [9.0, 0.0, 9.0], [9.0, 0.0, -9.0]],
            [[1.0, 0.0, -9.0], [1.0, 0.0, 9.0], [1.0, 3.0, 9.0]],
            [[1.0, 0.0, -9.0], [1.0, 3.0, 9.0], [1.0, 3.0, -9.0]],
        ];
        for i in order {
            let [p, q, r] = triangles[i];
            b.triangle(p, q, r);
        }
    })
}

fn permutations() -> Vec<[usize; 4]> {
    let mut all = Vec::new();
    for code in 0..256_usize {
        let order = [code / 64, code / 16 % 4, code / 4 % 4, code % 4];
        if (0..4).all(|i| order.contains(&i)) {
            all.push(order);
        }
    }
    all
}

/// It reaches the floor and the wall in the same step.
fn order(variant: &Variant) -> Vec<Stage> {
    let settings = Settings::of(variant.form, 0.3, 1.8);
    let permuted = permutations().into_iter().map(|order| {
        // Half a metre above the floor. It reaches the wall in the step in which it lands.
        let fall = (2.0_f64 * 0.5 / 9.81).sqrt();
        let start = [1.0 - settings.side() - 4.0 * fall, 0.5, 0.0];
        let mut walk = Walk::new(format!("order {order:?}"), settings, start, 1.0)
            .wish([4.0, 0.0, 0.0])
            .check(move |run: &Course, f| {
                let landing = (fall * f64::from(run.rate)).ceil() as usize + 1;
                let late = run.frames[landing..].iter().filter(|s| !s.is_grounded()).count();
                f.at_most("frames off the ground after the landing", late as f64, 0.0);
                let early =
                    run.frames[..landing.saturating_sub(3)].iter().filter(|s: &&Frame| s.is_grounded());
                f.at_most("frames on the ground before the landing", early.count() as f64, 0.0);
                let [x, y, z] = run.last().feet;
                f.at_most("height, m", y.abs(), 1e-4);
                f.at_most("distance from the wall, m", (x - 1.0 + settings.side()).abs(), 1e-4);
                f.at_most("drift, m", z.abs(), 1e-4);
            });
        walk.velocity = [4.0, 0.0, 0.0];
        (ordered(order), walk)
    });
    permuted.map(|(level, walk)| Stage::new(level, vec![walk])).collect()
}
