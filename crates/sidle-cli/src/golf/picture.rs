//! Draws the round: a map with the paths of all strokes, and a side view below it.

use sidle::Vec3;

use super::round::Round;
use crate::paint::{Anchor, COLOURS, Figure, Ink, Spot, scale_bar};

const WIDTH: f32 = 960.0;
const SIDE: f32 = 200.0;
const CELLS: usize = 96;

pub(crate) fn draw(round: &Round) -> Figure {
    let (low, high) = round.course.bounds;
    let scale = WIDTH / (high.x - low.x);
    let map = (high.z - low.z) * scale;
    let mut figure = Figure::new([WIDTH, map + SIDE]);
    ground(round, scale, &mut figure);
    let on_map = |p: &Vec3| [(p.x - low.x) * scale, (p.z - low.z) * scale];
    let top = highest(round);
    let up = (SIDE - 40.0) / (top - low.y).max(0.1);
    let from_side = |p: &Vec3| [(p.x - low.x) * scale, map + SIDE - 12.0 - (p.y - low.y) * up];
    profile(round, &from_side, &mut figure);
    for (i, played) in round.played.iter().enumerate() {
        let ink = COLOURS[i % COLOURS.len()];
        figure.line(played.track.iter().map(on_map).collect(), 2.0, ink);
        figure.line(played.track.iter().map(from_side).collect(), 1.6, ink);
        let [x, y] = on_map(&Vec3::from(played.position));
        figure.dot([x, y], 3.5, ink);
        figure.words([x + 6.0, y - 5.0], 12.0, Anchor::Start, ink, &format!("{}", i + 1));
    }
    let [x, y] = on_map(&round.course.cup);
    let black = Ink::rgb(20, 20, 20);
    figure.line(vec![[x, y], [x, y - 22.0]], 1.5, black);
    figure.area(vec![[x, y - 22.0], [x + 12.0, y - 18.0], [x, y - 14.0]], Ink::rgb(214, 39, 40));
    scale_bar([16.0, map - 12.0], scale, 140.0, black, &mut figure);
    let words = format!(
        "{}: {} strokes{}",
        round.course.name,
        round.strokes,
        if round.holed { ", holed" } else { "" }
    );
    figure.words([12.0, 22.0], 15.0, Anchor::Start, black, &words);
    figure.words(
        [12.0, map + 18.0],
        12.0,
        Anchor::Start,
        black,
        &format!("from the side, heights {:.1} times; ground on the line from tee to hole", up / scale),
    );
    figure
}

fn highest(round: &Round) -> f32 {
    let tracks = round.played.iter().flat_map(|p| &p.track).map(|p| p.y);
    tracks.fold(round.course.bounds.1.y, f32::max)
}

/// Draws squares of grass; higher ground is lighter.
fn ground(round: &Round, scale: f32, figure: &mut Figure) {
    let (low, high) = round.course.bounds;
    let cell = (high.x - low.x) / CELLS as f32;
    let rows = ((high.z - low.z) / cell).ceil() as usize;
    for j in 0..rows {
        for i in 0..CELLS {
            let at = Vec3::new(low.x + (i as f32 + 0.5) * cell, 0.0, low.z + (j as f32 + 0.5) * cell);
            let Some(y) = round.course.ground_at(at) else { continue };
            let light = (y - low.y) / (high.y - low.y).max(1e-3);
            let shade = |dark: f32, bright: f32| (dark + (bright - dark) * light) as u8;
            let green = round.course.lie_at(at).name() == "green";
            let ink = if green {
                Ink::rgb(shade(120.0, 190.0), shade(190.0, 240.0), shade(110.0, 170.0))
            } else {
                Ink::rgb(shade(60.0, 170.0), shade(120.0, 205.0), shade(60.0, 130.0))
            };
            let (x, y, side) = (i as f32 * cell * scale, j as f32 * cell * scale, cell * scale + 0.5);
            figure.area(vec![[x, y], [x + side, y], [x + side, y + side], [x, y + side]], ink);
        }
    }
}

/// Draws the ground along the line from the tee to the hole.
fn profile(round: &Round, from_side: &impl Fn(&Vec3) -> Spot, figure: &mut Figure) {
    let (tee, cup) = (round.course.tee, round.course.cup);
    let points = (0..=200).filter_map(|i| {
        let p = tee.lerp(cup, i as f32 / 200.0);
        Some(from_side(&Vec3::new(p.x, round.course.ground_at(p)?, p.z)))
    });
    let points: Vec<Spot> = points.collect();
    figure.line(points, 2.0, Ink::rgb(60, 120, 60));
}
