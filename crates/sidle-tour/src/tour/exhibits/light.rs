//! An exhibit about shadows: the parts of a floor that a lamp reaches.

use std::time::Instant;

use anyhow::Result;
use sidle::{QueryFilter, Vec3, World};

use crate::tour::exhibit::{Check, Exhibit, Row};
use crate::tour::plan::{INK, OUTLINE, Plan};
use sidle_cli::paint::Ink;

/// Number of texels across and down the floor, and the size of one in metres.
const TEXELS: [usize; 2] = [96, 60];
const TEXEL: f32 = 0.1;
/// A pillar as high as the room: its minimum and maximum x and z.
const PILLAR: [[f32; 2]; 2] = [[4.0, 2.1], [5.1, 3.3]];
const LAMP: Vec3 = Vec3::new(1.55, 2.0, 1.35);
/// A large lamp as a square of small ones: their number per side, and the side in metres.
const LAMPS: usize = 7;
const WIDE: f32 = 0.7;

/// Casts shadow rays from every texel to one lamp, and to many.
pub(crate) fn exhibit() -> Result<Exhibit> {
    let world = room()?;
    let ((hard, wrong), one) = timed(|| shine(&world, &[LAMP]));
    let lamps: Vec<Vec3> = (0..LAMPS * LAMPS)
        .map(|i| {
            let at = |k: usize| WIDE * (k as f32 / (LAMPS - 1) as f32 - 0.5);
            LAMP + Vec3::new(at(i % LAMPS), 0.0, at(i / LAMPS))
        })
        .collect();
    let ((soft, wrong_soft), many) = timed(|| shine(&world, &lamps));
    let half = soft.iter().filter(|&&light| light > 0.0 && light < 1.0).count() as f64;
    let texels = (TEXELS[0] * TEXELS[1]) as f64;
    let row = |label: &str, checks: Vec<Check>, ns: f64| Row {
        label: label.into(),
        rates: String::new(),
        checks,
        ns,
    };
    let what = "answers that differ from the pillar's outline";
    let rows = vec![
        row("one lamp", vec![Check::new(what, 0.0, wrong as f64, 0.0)], one / texels),
        row(
            "49 small lamps",
            vec![
                Check::new(what, 0.0, wrong_soft as f64, 0.0),
                Check::new(
                    "part of the floor in half shadow, at least 1 %",
                    1.0,
                    (half / texels).min(0.01) * 100.0,
                    0.0,
                ),
            ],
            many / texels / lamps.len() as f64,
        ),
    ];
    let mut plan = Plan::new("Is the light blocked?", 2, 300.0);
    draw(&mut plan, 0, &hard, "one lamp: every texel is lit or not");
    draw(&mut plan, 1, &soft, "the same lamp as 49 small ones: soft shadows");
    Ok(Exhibit {
        id: "light",
        title: "Is the light blocked?",
        about: "Miller's last idea: the test for walls between two places also works for a lamp. \
                Each texel of a floor asks whether anything blocks the line to the lamp. Any hit \
                is enough, so this is cheaper than a ray. The shadow of the pillar is compared \
                with its exact outline. Many small lamps make soft shadows; sidle-tour bake does this \
                for whole levels.",
        rows,
        picture: plan.figure,
    })
}

/// Returns the world of a floor and the four sides of the pillar.
fn room() -> Result<World> {
    let [[x0, z0], [x1, z1]] = PILLAR;
    let (wide, deep) = (TEXELS[0] as f32 * TEXEL, TEXELS[1] as f32 * TEXEL);
    let quad = |a: [f32; 2], b: [f32; 2]| {
        [[a[0], 0.0, a[1]], [b[0], 0.0, b[1]], [b[0], 4.0, b[1]], [a[0], 4.0, a[1]]].map(Vec3::from)
    };
    let floor = [[0.0, 0.0], [0.0, deep], [wide, deep], [wide, 0.0]].map(|[x, z]| Vec3::new(x, 0.0, z));
    let corners = [[x0, z0], [x0, z1], [x1, z1], [x1, z0]];
    let sides = (0..4).flat_map(|i| quad(corners[i], corners[(i + 1) % 4]));
    let vertices: Vec<Vec3> = floor.into_iter().chain(sides).collect();
    let triangles: Vec<[u32; 3]> =
        (0..5).flat_map(|q| [[4 * q, 4 * q + 1, 4 * q + 2], [4 * q, 4 * q + 2, 4 * q + 3]]).collect();
    Ok(World::from_triangles(&vertices, &triangles)?)
}

/// Returns the visible fraction of the lamps for each texel, and the number of answers that differ
/// from the outline of the pillar.
fn shine(world: &World, lamps: &[Vec3]) -> (Vec<f32>, usize) {
    let mut wrong = 0;
    let texel = |i: usize| {
        let place = |k: usize| (k as f32 + 0.5) * TEXEL;
        let at = Vec3::new(place(i % TEXELS[0]), 0.0, place(i / TEXELS[0]));
        let seen = lamps.iter().filter(|&&lamp| {
            // A little above the floor, so that the floor does not shadow itself.
            let is_lit = !world.is_blocked(at + Vec3::Y * 1e-3, lamp, &QueryFilter::ALL);
            wrong += usize::from(is_lit == passes_pillar(at, lamp));
            is_lit
        });
        seen.count() as f32 / lamps.len() as f32
    };
    let light = (0..TEXELS[0] * TEXELS[1]).map(texel).collect();
    (light, wrong)
}

/// Returns true if the segment from a to b passes through the pillar, seen from above. Intersects
/// the intervals between the pairs of sides.
fn passes_pillar(a: Vec3, b: Vec3) -> bool {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (from, to, low, high) in
        [(a.x, b.x, PILLAR[0][0], PILLAR[1][0]), (a.z, b.z, PILLAR[0][1], PILLAR[1][1])]
    {
        let [from, to, low, high] = [from, to, low, high].map(f64::from);
        let [s, t] = [(low - from) / (to - from), (high - from) / (to - from)];
        enter = enter.max(s.min(t));
        leave = leave.min(s.max(t));
    }
    enter < leave
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let answer = run();
    (answer, start.elapsed().as_nanos() as f64)
}

fn draw(plan: &mut Plan, column: usize, light: &[f32], words: &str) {
    let size = TEXELS.map(|n| n as f32 * TEXEL);
    let pane = plan.pane(column, [0.0, -size[1]], [size[0], 0.0], words);
    for (i, &seen) in light.iter().enumerate() {
        let [x, z] = [i % TEXELS[0], i / TEXELS[0]].map(|k| k as f32 * TEXEL);
        let fall = 1.0 / (1.0 + 0.05 * (Vec3::new(x, 0.0, z) - LAMP).length_squared());
        let shade = |c: f32| (c * (0.25 + 0.75 * seen * fall)) as u8;
        // A little larger than the texel, because renderers leave fine gaps between adjacent
        // squares.
        let t = TEXEL * 1.08;
        let square = [[x, -z], [x + t, -z], [x + t, -z - t], [x, -z - t]];
        plan.area(&pane, &square, Ink::rgb(shade(255.0), shade(244.0), shade(214.0)));
    }
    let [[x0, z0], [x1, z1]] = PILLAR;
    plan.area(&pane, &[[x0, -z0], [x1, -z0], [x1, -z1], [x0, -z1]], OUTLINE);
    let lamp = pane.window.spot([LAMP.x, -LAMP.z]);
    plan.figure.dot(lamp, 5.0, INK);
    plan.figure.dot(lamp, 3.6, Ink::rgb(255, 214, 60));
    plan.close(&pane);
}
