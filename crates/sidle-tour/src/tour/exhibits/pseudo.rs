//! An exhibit about a ring around a pole: a body with a hole, given only by its signed distance.

use std::time::Instant;

use anyhow::Result;
use sidle::sdf::{Scene, SdfScratch, Torus};
use sidle::{DVec3, Motion, MoveConfig, QueryFilter, Vec3, World};

use crate::tour::exhibit::{Check, Exhibit, Row};
use crate::tour::plan::{INK, OUTLINE, Plan};
use sidle_cli::paint::{COLOURS, Figure, ellipse};

const RING: Torus = Torus { ring: 0.5, tube: 0.1 };
/// Half of the side of the square pole, and its height, in metres.
const POLE: f32 = 0.15;
const TALL: f32 = 3.0;
const RATES: [u32; 3] = [30, 60, 240];

/// Lets the ring fall around the pole, then pulls it to the side.
pub(crate) fn exhibit() -> Result<Exhibit> {
    let world = ground_and_pole()?;
    let (mut fell, mut pulled, mut ways) = (Vec::new(), Vec::new(), Vec::new());
    let (start, mut moves) = (Instant::now(), 0);
    for rate in RATES {
        let down = go(&world, DVec3::Y * 2.4, rate, 1.0, Vec3::NEG_Y * 9.81, Vec3::ZERO);
        let low = down[down.len() - 1];
        let aside = go(&world, low, rate, 1.0, Vec3::ZERO, Vec3::X * 2.0);
        moves += down.len() + aside.len() - 2;
        fell.push(low.y);
        pulled.push(aside[aside.len() - 1].x);
        ways = vec![down, aside];
    }
    let ns = start.elapsed().as_nanos() as f64 / moves as f64;
    let lies = Scene::new(&world).clearance(
        &mut SdfScratch::default(),
        &RING,
        ways[1][ways[1].len() - 1],
        1.0,
        &QueryFilter::ALL,
    );
    let worst = |values: &[f64], right: f64| {
        values
            .iter()
            .copied()
            .max_by(|a, b| (a - right).abs().total_cmp(&(b - right).abs()))
            .unwrap_or(f64::NAN)
    };
    let skin = 1e-3;
    // On the ground, the ring rests on its tube. Pulled aside, the inside of the ring touches two
    // corners of the pole.
    let (height, inside, half) = (RING.tube + skin, RING.ring - RING.tube - skin, f64::from(POLE));
    let aside = (inside * inside - half * half).sqrt() - half;
    let rates = RATES.map(|r| r.to_string()).join(", ");
    let rows = vec![Row {
        label: "a ring, released around a pole, then pulled aside".into(),
        rates,
        checks: vec![
            Check::new("height at which it lies", height, worst(&fell, height), 1e-4),
            Check::new("distance to the side that the pole allows", aside, worst(&pulled, aside), 2e-3),
            Check::new("overlap at the end, by the ring's own distance", 0.0, (-lies).max(0.0), 0.0),
        ],
        ns,
    }];
    let picture = picture(&ways);
    Ok(Exhibit {
        id: "pseudo-distance",
        title: "A ring around a pole",
        about: "A body can have any shape, even with a hole, if it has a function that is a lower \
                bound of the distance to a place. A ring is released around a pole, falls to the \
                ground, and is pulled aside; the pole stops it. The function that moves the ring \
                also says whether it is free. A search for the time of contact in large steps \
                would miss a grazing contact.",
        rows,
        picture,
    })
}

/// Returns the position of the ring after every move.
fn go(world: &World, from: DVec3, rate: u32, seconds: f32, gravity: Vec3, pull: Vec3) -> Vec<DVec3> {
    let (scene, mut scratch, config) = (Scene::new(world), SdfScratch::default(), MoveConfig::default());
    let (mut at, mut velocity, dt) = (from, pull, 1.0 / rate as f32);
    let mut way = vec![at];
    for _ in 0..(seconds * rate as f32) as u32 {
        let end = scene.move_and_slide(
            &mut scratch,
            &RING,
            at,
            Motion::with_gravity(velocity, gravity, dt),
            &config,
        );
        at = end.position;
        velocity = if pull == Vec3::ZERO { end.velocity } else { pull };
        way.push(at);
    }
    way
}

fn ground_and_pole() -> Result<World> {
    let square = |y: f32, half: f32| {
        [[-half, -half], [-half, half], [half, half], [half, -half]].map(|[x, z]| Vec3::new(x, y, z))
    };
    let vertices = [square(0.0, 4.0), square(0.0, POLE), square(TALL, POLE)].concat();
    let mut triangles = vec![[0, 1, 2], [0, 2, 3], [8, 9, 10], [8, 10, 11]];
    for i in 0..4 {
        let j = (i + 1) % 4;
        triangles.extend([[4 + i, 4 + j, 8 + j], [4 + i, 8 + j, 8 + i]]);
    }
    Ok(World::from_triangles(&vertices, &triangles)?)
}

fn picture(ways: &[Vec<DVec3>]) -> Figure {
    let mut plan = Plan::new("A ring around a pole", 1, 380.0);
    let pane = plan.pane(
        0,
        [-1.6, -0.2],
        [1.6, TALL + 0.2],
        "section through the middle: the ring falls, lies, and is pulled aside",
    );
    plan.area(&pane, &[[-POLE, 0.0], [POLE, 0.0], [POLE, TALL], [-POLE, TALL]], OUTLINE.faded(90));
    plan.area(&pane, &[[-1.6, 0.0], [1.6, 0.0], [1.6, -0.12], [-1.6, -0.12]], OUTLINE.faded(90));
    for (way, ink) in ways.iter().zip(COLOURS) {
        let last = way.len() - 1;
        for at in way.iter().step_by(way.len().div_ceil(9)).chain([&way[last]]) {
            let is_last = at == &way[last];
            for side in [-RING.ring, RING.ring] {
                let centre = pane.window.spot([(at.x + side) as f32, at.y as f32]);
                let radius = RING.tube as f32 * pane.window.scale;
                let mut outline = ellipse(centre, [radius, 0.0], [0.0, radius]);
                if is_last {
                    plan.figure.area(outline.clone(), ink.faded(70));
                }
                outline.extend(outline.first().copied());
                plan.figure.line(outline, 1.3, ink.faded(if is_last { 255 } else { 110 }));
            }
        }
        plan.line(&pane, &way.iter().map(|p| [p.x as f32, p.y as f32]).collect::<Vec<_>>(), 1.2, ink);
    }
    plan.line(&pane, &[[-1.6, 0.0], [1.6, 0.0]], 1.4, INK);
    plan.close(&pane);
    plan.figure
}
