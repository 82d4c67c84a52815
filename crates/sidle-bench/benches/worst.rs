//! Measures moves where thousands of polygons are in one place: fans, funnels, books, bowls and
//! duplicates.
//!
//! `cargo bench -p sidle-bench --bench worst [-- MOST [BODY]]` prints median and worst of 24 short
//! moves across the place, in milliseconds per move. It uses up to MOST polygons, and one body of
//! `sphere`, `ellips.` and `ball`.

use std::time::Instant;

use sidle::{Ball, BallConfig, Motion, MoveConfig, Scratch, Shape, Vec3, World};

/// A name, and a function that makes a world of a number of polygons.
type Place = (&'static str, fn(u32) -> World);

fn main() {
    println!(
        "{:<26} {:>7} {:>8} {:>9} {:>9} {:>7}",
        "place", "number", "body", "p50 ms", "worst ms", "iterations"
    );
    let mut asked = std::env::args().skip(1).filter(|a| a != "--bench");
    let most: u32 = asked.next().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let only = asked.next();
    let is_asked = |body: &str| only.as_ref().is_none_or(|o| o == body);
    let places: [Place; 9] = [
        ("flat fan", |n| fan(n, 0.0)),
        ("funnel", |n| fan(n, 1.0)),
        ("spike", |n| fan(n, -1.0)),
        ("book", book),
        ("bowl", bowl),
        ("duplicates", |n| copies(n, |_| 0.0, false)),
        ("duplicates, corners turned", |n| copies(n, |_| 0.0, true)),
        ("duplicates but for 1e-7 m", |n| copies(n, |i| i as f32 * 1.0e-7 / 10_000.0, true)),
        ("nails", nails),
    ];
    for (name, place) in places {
        for number in [100, 1_000, 10_000].into_iter().filter(|&n| n <= most) {
            let world = place(number);
            for (body, shape) in
                [("sphere", Shape::sphere(0.4)), ("ellips.", Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)))]
            {
                if is_asked(body) {
                    row(name, number, body, mover(&world, &shape));
                }
            }
            if is_asked("ball") {
                row(name, number, "ball", ball(&world));
            }
        }
    }
}

fn row(name: &str, number: u32, body: &str, mut moves: Vec<(f64, u32)>) {
    moves.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (median, worst) = (moves[moves.len() / 2].0, moves[moves.len() - 1].0);
    let iterations = moves.iter().map(|m| m.1).max().unwrap_or(0);
    println!("{name:<26} {number:>7} {body:>8} {median:>9.3} {worst:>9.3} {iterations:>7}");
}

/// Returns milliseconds and iterations of moves down onto the origin and across it.
fn mover(world: &World, shape: &Shape) -> Vec<(f64, u32)> {
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    let mut at = Vec3::new(0.01, 1.5, 0.003);
    (0..24_u16)
        .map(|i| {
            let (x, z) = [(1.0, 0.3), (-1.0, -0.28), (0.2, 1.0), (-0.2, -1.02)][usize::from(i % 4)];
            let motion = if i == 0 { Vec3::Y * -3.0 } else { Vec3::new(0.05 * x, -0.1, 0.05 * z) };
            let start = Instant::now();
            let end =
                world.move_and_slide(&mut scratch, shape, at, Motion::displacement(motion, 1.0), &config);
            at = end.position;
            (start.elapsed().as_secs_f64() * 1e3, end.iterations)
        })
        .collect()
}

fn ball(world: &World) -> Vec<(f64, u32)> {
    let (mut scratch, config) = (Scratch::default(), BallConfig { radius: 0.2, ..BallConfig::default() });
    let mut ball = Ball { velocity: Vec3::new(0.3, -3.0, 0.1), ..Ball::at(Vec3::new(-0.1, 0.6, -0.03)) };
    (0..24)
        .map(|_| {
            let start = Instant::now();
            let step = world.step_ball(&mut scratch, &ball, 1.0 / 60.0, &config);
            ball = step.ball;
            (start.elapsed().as_secs_f64() * 1e3, step.iterations)
        })
        .collect()
}

fn world(corners: &[Vec3]) -> World {
    let triangles: Vec<[u32; 3]> =
        (0..corners.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    World::from_triangles(corners, &triangles).expect("finite")
}

/// Returns triangles around the origin that are `rise` metres higher 5 m away.
fn fan(number: u32, rise: f32) -> World {
    let at = |i: u32| {
        let turn = std::f64::consts::TAU * f64::from(i % number) / f64::from(number);
        Vec3::new(5.0 * turn.cos() as f32, rise * 5.0, 5.0 * turn.sin() as f32)
    };
    let corners: Vec<Vec3> = (0..number).flat_map(|i| [Vec3::ZERO, at(i + 1), at(i)]).collect();
    world(&corners)
}

/// Returns pages with a common spine, all of them hanging down.
fn book(number: u32) -> World {
    let page = |i: u32| {
        let turn = std::f64::consts::PI * (0.1 + 0.8 * f64::from(i) / f64::from(number));
        Vec3::new(3.0 * turn.cos() as f32, -3.0 * turn.sin() as f32, 0.0)
    };
    let corners: Vec<Vec3> = (0..number).flat_map(|i| [Vec3::Z * -5.0, Vec3::Z * 5.0, page(i)]).collect();
    world(&corners)
}

/// Returns the facets of a bowl that is slightly larger than the ball in it.
fn bowl(number: u32) -> World {
    let rings = (f64::from(number) / 2.0).sqrt() as u32;
    let at = |ring: u32, i: u32| {
        let (down, turn) = (
            1.2 * f64::from(ring) / f64::from(rings),
            std::f64::consts::TAU * f64::from(i % rings) / f64::from(rings),
        );
        let radius = 0.402;
        let across = radius * down.sin();
        Vec3::new(
            (across * turn.cos()) as f32,
            (0.402 - radius * down.cos()) as f32,
            (across * turn.sin()) as f32,
        )
    };
    let mut corners = Vec::new();
    for ring in 0..rings {
        for i in 0..rings {
            corners.extend([at(ring, i), at(ring + 1, i + 1), at(ring + 1, i)]);
            corners.extend([at(ring, i), at(ring, i + 1), at(ring + 1, i + 1)]);
        }
    }
    world(&corners)
}

fn copies(number: u32, height: impl Fn(u32) -> f32, turned: bool) -> World {
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    let corner = |i: u32, c: u32| floor[if turned { (i + c) as usize % 3 } else { c as usize }];
    let corners: Vec<Vec3> =
        (0..number).flat_map(|i| [0, 1, 2].map(|c| corner(i, c) + Vec3::Y * height(i))).collect();
    world(&corners)
}

/// Returns tiny triangles that stand on their points, side by side, without internal edges.
fn nails(number: u32) -> World {
    let side = f64::from(number).sqrt() as u32;
    let nail = |i: u32| {
        let (x, z) = ((i % side) as f32, (i / side) as f32);
        let half = side as f32 * 0.5;
        let at = Vec3::new((x - half) * 2.0e-5, 0.0, (z - half) * 2.0e-5);
        [at, at + Vec3::new(8e-6, -1.0, 0.0), at + Vec3::new(-8e-6, -1.0, 4e-6)]
    };
    let corners: Vec<Vec3> = (0..number).flat_map(nail).collect();
    world(&corners)
}
