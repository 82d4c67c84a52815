//! A character climbs stairs at human scale: the picture of the README.

use anyhow::Result;
use sidle::{Motion, MoveConfig, Scratch, Shape, Vec3};

use super::Entry;
use super::section::{Section, at, flat};
use super::sheet::{GREY, INK, P, Panel, RIGHT, START, Sheet};
use sidle_cli::paint::{Figure, Ink};

pub(super) const FIGURES: &[Entry] = &[("character-stairs", climb)];

/// Half lengths of the body, height and depth of a step, and number of steps, in metres.
const HALF: P = [0.4, 0.9];
const RISE: f64 = 0.18;
const TREAD: f64 = 0.29;
const STEPS: u32 = 7;
/// Desired velocity in m/s, moves per second, and horizontal distances of the drawn bodies.
const VELOCITY: Vec3 = Vec3::new(1.5, -0.3, 0.0);
const RATE: f32 = 60.0;
const BODIES: [f64; 5] = [-1.35, -0.15, 0.95, 1.95, 2.95];

const SKIN: Ink = Ink::rgb(31, 98, 200).faded(120);

fn stairs() -> Vec<P> {
    let mut points = vec![[-20.0, 0.0]];
    for i in 0..STEPS {
        let (x, y) = (TREAD * f64::from(i), RISE * f64::from(i));
        points.extend([[x, y], [x, y + RISE]]);
    }
    points.push([30.0, RISE * f64::from(STEPS)]);
    points
}

/// Returns every corner of the path of the centre.
fn path(world: &Section) -> Vec<P> {
    let body = Shape::ellipsoid(Vec3::new(HALF[0] as f32, HALF[1] as f32, HALF[0] as f32));
    let config = MoveConfig { record_path: true, ..MoveConfig::default() };
    let mut scratch = Scratch::default();
    let mut position = at([BODIES[0], HALF[1] + 0.001]).as_dvec3();
    let mut path = vec![flat(position)];
    while position.x < BODIES[4] && path.len() < 10_000 {
        let motion = Motion::velocity(VELOCITY, 1.0 / RATE);
        position = world.world().move_and_slide(&mut scratch, &body, position, motion, &config).position;
        path.extend(scratch.path().iter().skip(1).map(|&p| flat(p)));
    }
    path
}

fn climb() -> Result<Figure> {
    let profile = stairs();
    let path = path(&Section::new(&profile)?);
    let mut sheet = Sheet::new(
        "A character climbs stairs",
        "Green: the path of the centre of the body at 60 moves per second. Each edge bends it; no step is a special case.",
        330.0,
    );
    let mut panel = sheet.panel(0, 1, [-2.55, -0.3], [4.15, 3.27]);
    panel.ground(&[&profile[..], &[[30.0, -9.0], [-20.0, -9.0]]].concat(), profile.len());
    for (i, x) in BODIES.into_iter().enumerate() {
        let after = path.iter().find(|p| p[0] >= x).or(path.last());
        let Some(&centre) = after else { continue };
        person(&mut panel, centre);
        if i == 0 {
            panel.ghost(centre, HALF, START);
        } else {
            panel.mover(centre, HALF, START);
        }
    }
    panel.path(&path, RIGHT);
    dimensions(&mut panel);
    panel.scale();
    Ok(sheet.finish())
}

/// Draws a pictogram of a person of 1.75 m inside the body.
fn person(panel: &mut Panel<'_>, centre: P) {
    let at = |x: f64, y: f64| [centre[0] + x, centre[1] - HALF[1] + y];
    panel.dot_of(at(0.0, 1.62), 0.12, SKIN);
    panel.limb(&[at(0.0, 1.32), at(0.0, 0.95)], 0.26, SKIN);
    panel.limb(&[at(-0.055, 0.76), at(-0.075, 0.08)], 0.1, SKIN);
    panel.limb(&[at(0.055, 0.76), at(0.075, 0.08)], 0.1, SKIN);
}

/// Draws the height of the body and of a step.
fn dimensions(panel: &mut Panel<'_>) {
    let x = BODIES[0] - HALF[0] - 0.2;
    panel.line(&[[x, 0.0], [x, 2.0 * HALF[1]]], GREY);
    for y in [0.0, 2.0 * HALF[1]] {
        panel.line(&[[x - 0.05, y], [x + 0.05, y]], GREY);
    }
    panel.label([x, HALF[1]], [-7.0, 4.0], GREY, &format!("{:.1} m", 2.0 * HALF[1]));
    let top = RISE * f64::from(STEPS);
    let words = format!("{STEPS} steps, each {:.0} cm high and {:.0} cm deep", RISE * 100.0, TREAD * 100.0);
    panel.label([1.75, top * 0.25], [0.1, 0.0], INK, &words);
}
