//! Figure 7 of Nettle: a ball climbs stairs, computed by moves of the library.

use anyhow::Result;
use sidle::{Motion, MoveConfig, Scratch, Shape, Vec3};

use super::Entry;
use super::section::{Section, at, flat};
use super::sheet::{GREY, INK, NORMAL, P, RIGHT, START, Sheet};
use sidle_cli::paint::Figure;

pub(super) const FIGURES: &[Entry] = &[("nettle-07", stairs), ("nettle-07b", high_wall)];

/// Lengths in feet, as in the text: a ball 6 high, steps 1 high and 2 deep.
const RADIUS: f64 = 3.0;
const SPEED: f32 = 5.0;
const RATE: f32 = 60.0;
/// Baseline of the curve of the push below the stairs, and the height of a full push.
const BASE: f64 = -3.4;
const WHOLE: f64 = 2.4;

fn outline() -> Vec<P> {
    let mut points = vec![[-20.0, 0.0]];
    for i in 0..4 {
        let (x, y) = (4.0 + 2.0 * f64::from(i), f64::from(i));
        points.extend([[x, y], [x, y + 1.0]]);
    }
    points.push([30.0, 4.0]);
    points
}

/// A position of the centre, and the fraction of the push that the stairs removed there.
type Sample = (P, f64);

/// Runs moves at 60 Hz under a constant push along x. Returns every position and every corner of
/// the path.
fn roll(world: &Section, from: P, moves: usize) -> (Vec<Sample>, Vec<P>) {
    let config = MoveConfig { record_path: true, ..MoveConfig::default() };
    let (mut scratch, ball) = (Scratch::default(), Shape::sphere(RADIUS as f32));
    let mut position = at(from).as_dvec3();
    let (mut samples, mut path) = (Vec::new(), vec![from]);
    for _ in 0..moves {
        let motion = Motion::velocity(Vec3::X * SPEED, 1.0 / RATE);
        let outcome = world.world().move_and_slide(&mut scratch, &ball, position, motion, &config);
        let taken = (motion.velocity - outcome.velocity).length() / SPEED;
        samples.push((flat(position), f64::from(taken)));
        position = outcome.position;
        path.extend(scratch.path().iter().skip(1).map(|&p| flat(p)));
    }
    (samples, path)
}

fn stairs() -> Result<Figure> {
    let profile = outline();
    let world = Section::new(&profile)?;
    let (samples, path) = roll(&world, [-1.4, RADIUS + 0.001], 190);
    let mut sheet = Sheet::new(
        "Figure 7: a ball of 6 feet climbs stairs of 1 foot, pushed along the floor",
        "Green: the way of the centre, all real moves. Below: the part of the push that the edges take.",
        430.0,
    );
    let mut panel = sheet.panel(0, 1, [-4.6, BASE - 0.6], [15.4, 10.4]);
    let mut ground = profile.clone();
    ground.extend([[30.0, -1.0], [-20.0, -1.0]]);
    panel.ground(&ground, profile.len());
    let sample_count = 5;
    let last = samples.len() - 1;
    for i in 0..sample_count {
        let (place, _) = samples[last * i / (sample_count - 1)];
        if i == 0 {
            panel.ghost(place, [RADIUS; 2], START);
        } else {
            panel.ball(place, RADIUS, START);
        }
    }
    panel.path(&path, RIGHT);
    panel.line(&[[-4.0, BASE], [15.0, BASE]], GREY);
    panel.dashes(&[[-4.0, BASE + WHOLE * 0.75], [15.0, BASE + WHOLE * 0.75]], GREY);
    panel.label([-4.4, BASE], [2.0, 16.0], GREY, "nothing");
    panel.label([-4.4, BASE + WHOLE * 0.75], [2.0, -5.0], GREY, "3/4 of the push");
    let curve: Vec<P> = samples.iter().map(|(place, taken)| [place[0], BASE + WHOLE * taken]).collect();
    panel.path(&curve, NORMAL);
    let most = samples.iter().map(|(_, taken)| *taken).fold(0.0, f64::max);
    panel.label([11.4, BASE + 0.9], [2.0, 0.0], NORMAL, &format!("at most {:.0} %", most * 100.0));
    Ok(sheet.finish())
}

fn high_wall() -> Result<Figure> {
    let mut sheet = Sheet::new(
        "Figure 7, its other half: how high a step is too high",
        "Pushed along the floor. A step just under half the ball's height is climbed, one just over stops it.",
        250.0,
    );
    for (i, height) in [2.9, 3.1].into_iter().enumerate() {
        let profile = [[-20.0, 0.0], [4.0, 0.0], [4.0, height], [30.0, height]];
        let world = Section::new(&profile)?;
        let (samples, path) = roll(&world, [-2.0, RADIUS + 0.001], 240);
        let (end, _) = samples[samples.len() - 1];
        let mut panel = sheet.panel(i, 2, [-5.2, -1.0], [13.0, 9.6]);
        panel.ground(&[profile[0], profile[1], profile[2], profile[3], [30.0, -9.0], [-20.0, -9.0]], 4);
        panel.ghost(samples[0].0, [RADIUS; 2], START);
        panel.ball(end, RADIUS, START);
        panel.path(&path, RIGHT);
        let verdict = if end[1] > height + RADIUS - 0.1 { "climbed" } else { "stopped" };
        panel.heading(&format!("step {height} high: {verdict}"));
        panel.label([4.0, height * 0.5], [6.0, 4.0], INK, &format!("{height}"));
    }
    Ok(sheet.finish())
}
