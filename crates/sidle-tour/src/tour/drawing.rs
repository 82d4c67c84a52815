//! Draws the picture of a station: one panel per level, with the paths of its runs.

use super::compare::{self, Other};
use super::exhibit::Check;
use super::panel::Panel;
use super::rates::Spread;
use super::runner::{RunResult, StationResult};
use sidle_cli::paint::{Anchor, COLOURS, Figure, Ink, Spot};

/// Width of the picture, gaps, and height of a line of words, in pixels.
const WIDTH: f32 = 960.0;
const GAP: f32 = 14.0;
const LINE: f32 = 16.0;

const INK: Ink = Ink::rgb(40, 44, 52);
const GREY: Ink = Ink::rgb(90, 96, 106);
const GOOD: Ink = Ink::rgb(20, 120, 50);
const BAD: Ink = Ink::rgb(200, 20, 20);

/// A run and its result.
pub(crate) type Pair<'a> = (&'a sidle_scenes::Run, &'a RunResult);

/// Draws the picture of a station.
pub(crate) fn draw(result: &StationResult) -> Figure {
    match result.station.id {
        "planes" => return compare::draw(result, Other::Desired),
        "oblique-step" => return compare::draw(result, Other::Published),
        _ => {}
    }
    let spreads: Vec<Spread> = match result.station.id {
        "any-frame-rate" => {
            let world = |run: &sidle_scenes::Run| &result.worlds[run.level];
            result.station.runs.iter().map(|run| Spread::of(world(run), run)).collect()
        }
        _ => Vec::new(),
    };
    let most = spreads.iter().map(Spread::most).fold(1e-3, f64::max);
    let all: Vec<Pair<'_>> = result.station.runs.iter().zip(&result.runs).collect();
    let panels: Vec<(usize, Vec<Pair<'_>>)> = (0..result.worlds.len())
        .map(|level| (level, all.iter().filter(|(run, _)| run.level == level).copied().collect()))
        .filter(|(_, runs): &(usize, Vec<Pair<'_>>)| !runs.is_empty())
        .collect();
    let columns = match panels.len() {
        0 | 1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    let width = (WIDTH - GAP * (columns + 1) as f32) / columns as f32;
    let height = if columns == 1 { 430.0 } else { width * 0.75 };
    let labels = panels.iter().map(|(_, runs)| runs.len()).max().unwrap_or(0);
    // A wide panel has space for two columns of labels.
    let label_columns = if columns == 1 && labels > 3 { 2 } else { 1 };
    let label_rows = labels.div_ceil(label_columns);
    let bars = if spreads.is_empty() { 0.0 } else { 2.0 * LINE };
    let words = label_rows as f32 * LINE + bars + 6.0;
    let rows = panels.len().div_ceil(columns);
    let top = 34.0;
    let mut figure = Figure::new([WIDTH, top + rows as f32 * (height + words + GAP) + 18.0]);
    figure.words([GAP, 22.0], 16.0, Anchor::Start, INK, result.station.title);
    for (i, (level, runs)) in panels.iter().enumerate() {
        let (column, row) = (i % columns, i / columns);
        let corner = [GAP + column as f32 * (width + GAP), top + row as f32 * (height + words + GAP)];
        let corners = [corner, [corner[0] + width, corner[1] + height]];
        Panel::new(result, *level, runs, corners).draw(&mut figure);
        for (k, (run, came)) in runs.iter().enumerate() {
            let y = corners[1][1] + LINE * ((k % label_rows) as f32 + 1.0) - 2.0;
            let room = width / label_columns as f32;
            let x = corner[0] + room * (k / label_rows) as f32;
            draw_label(run, came, k, [x, y], room - 2.0 * GAP * (label_columns - 1) as f32, &mut figure);
        }
        if let Some(spread) = spreads.get(*level) {
            let y = corners[1][1] + LINE * (label_rows + 1) as f32;
            spread.draw([corner[0] + 2.0, y], width, most, &mut figure);
        }
    }
    let key = if spreads.is_empty() {
        "Outlines: the body along its path, dashed at the start. Dots and short lines: contacts and their normals."
    } else {
        "Bars: the greatest distance between the ends at 30, 60, 144, 240 and 1000 Hz. The plain loop moves to the first \
         contact and projects the rest onto its plane. Logarithmic scale."
    };
    let bottom = figure.size[1] - 8.0;
    figure.words([GAP, bottom], 10.5, Anchor::Start, GREY, key);
    figure
}

fn draw_label(
    run: &sidle_scenes::Run,
    came: &RunResult,
    k: usize,
    at: Spot,
    width: f32,
    figure: &mut Figure,
) {
    let ink = COLOURS[k % COLOURS.len()];
    figure.line(vec![[at[0] + 2.0, at[1] - 4.0], [at[0] + 14.0, at[1] - 4.0]], 3.0, ink);
    let holds = came.checks.iter().all(Check::holds);
    figure.words([at[0] + 20.0, at[1]], 11.5, Anchor::Start, INK, &run.label);
    let (word, ink) = if holds { ("ok", GOOD) } else { ("FAIL", BAD) };
    figure.words([at[0] + width, at[1]], 11.5, Anchor::End, ink, word);
}
