//! Draws the level from above and from a side, with the paths of some walkers.

use std::path::PathBuf;

use anyhow::{Context, Result};
use sidle::Vec3;
use tiny_skia::{Color, Pixmap, PixmapPaint, Transform};

use super::photo;
use super::view::View;
use crate::files::OutputFolder;
use crate::level::Level;
use crate::paint::{Anchor, COLOURS, Figure, Ink, paint, scale_bar};

/// Maximum number of paths on one picture.
pub(crate) const MOST_TRAILS: usize = 24;
/// Margins in pixels: above the level for the title, below it for the scale, and at its sides.
const TOP: f32 = 30.0;
const BOTTOM: f32 = 34.0;
const SIDE: f32 = 10.0;
/// Number of positions that decide where the level is cut open.
const SAMPLES: usize = 1500;

const BLACK: Ink = Ink::rgb(30, 32, 36);
/// The path of one walker, in parts that begin at each restart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    // Each begins at a spawn.
    pieces: Vec<Vec<Vec3>>,
}

impl Trail {
    /// Appends a position, unless it is too close to the last one to be visible.
    pub(crate) fn go_to(&mut self, place: Vec3) {
        if self.pieces.is_empty() {
            self.restart();
        }
        let Some(piece) = self.pieces.last_mut() else { return };
        if piece.last().is_none_or(|last| (place - *last).length() > 0.05) {
            piece.push(place);
        }
    }

    /// Begins a new part of the path.
    pub(crate) fn restart(&mut self) {
        self.pieces.push(Vec::new());
    }

    /// Returns the longest part. All parts of a walker that keeps falling off its level would hide
    /// everything else.
    fn longest(&self) -> Option<&[Vec3]> {
        let length = |piece: &[Vec3]| piece.windows(2).map(|w| (w[1] - w[0]).length()).sum::<f32>();
        self.pieces.iter().map(Vec::as_slice).max_by(|a, b| length(a).total_cmp(&length(b)))
    }
}

/// Draws both pictures into the folder and returns their paths.
pub(crate) fn draw(
    level: &Level,
    trails: &[Trail],
    half: Vec3,
    folder: &OutputFolder,
) -> Result<Vec<PathBuf>> {
    let ways: Vec<&[Vec3]> = trails.iter().filter_map(Trail::longest).collect();
    let places: Vec<Vec3> = ways.iter().copied().flatten().copied().collect();
    let samples: Vec<Vec3> = places.iter().step_by(places.len() / SAMPLES + 1).copied().collect();
    let frame = frame(level, &places);
    let size = frame.1 - frame.0;
    let from_above = [Vec3::X, Vec3::NEG_Z, Vec3::NEG_Y];
    // Choose the side that shows more.
    let (from_side, side) = if size.x >= size.z {
        ([Vec3::X, Vec3::Y, Vec3::NEG_Z], "from the side, looking along -z")
    } else {
        ([Vec3::NEG_Z, Vec3::Y, Vec3::NEG_X], "from the side, looking along -x")
    };
    let mut files = Vec::new();
    for (name, axes, what) in [("above.png", from_above, "from above"), ("side.png", from_side, side)] {
        let headroom = axes[2].abs().dot(half) + 0.3;
        let view = View::new(axes, frame, level.bounds).opened_for(&level.world, &samples, headroom);
        let title = title(&level.data.name, what, &view);
        let picture = photo::take(level, &view).context("the picture is too large")?;
        let bytes = with_ways(level, &view, &picture, &ways, &title)?.encode_png()?;
        files.push(folder.write(name, &bytes)?);
    }
    Ok(files)
}

fn title(level: &str, what: &str, view: &View) -> String {
    let height = if view.axes[2] == Vec3::NEG_Y { -view.start } else { view.start };
    match (view.is_cut, view.axes[2] == Vec3::NEG_Y) {
        (false, _) => format!("{level} {what}"),
        (true, true) => format!("{level} {what}, cut open at a height of {height:.1} m"),
        (true, false) => format!("{level} {what}, cut open in the middle"),
    }
}

/// Returns the bounding box of all paths with a margin, clipped to the level.
fn frame(level: &Level, places: &[Vec3]) -> (Vec3, Vec3) {
    let (low, high) = level.bounds;
    let inside = |p: &&Vec3| (low - 2.0).cmple(**p).all() && p.cmple(high + 2.0).all();
    let mut box_of_ways = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for place in places.iter().filter(inside) {
        box_of_ways = (box_of_ways.0.min(*place), box_of_ways.1.max(*place));
    }
    if !box_of_ways.0.cmple(box_of_ways.1).all() {
        return level.bounds;
    }
    let room = Vec3::splat((box_of_ways.1 - box_of_ways.0).max_element() * 0.06 + 2.0);
    ((box_of_ways.0 - room).max(low - 2.0), (box_of_ways.1 + room).min(high + 2.0))
}

fn with_ways(level: &Level, view: &View, picture: &Pixmap, ways: &[&[Vec3]], title: &str) -> Result<Pixmap> {
    let [width, height] = view.size.map(|side| side as f32);
    let size = [width + 2.0 * SIDE, height + TOP + BOTTOM];
    let mut pixels = Pixmap::new(size[0] as u32, size[1] as u32).context("the picture is too large")?;
    pixels.fill(Color::WHITE);
    let mut figure = Figure::new(view.size.map(|side| side as f32));
    let mut ends = Figure::new(figure.size);
    for (i, way) in ways.iter().enumerate() {
        let ink = COLOURS[i % COLOURS.len()];
        draw_way(level, view, way, ink, &mut figure);
        if let [first, .., last] = **way {
            ends.dot(view.spot(first), 3.5, Ink::rgb(255, 255, 255));
            ends.dot(view.spot(first), 2.5, ink);
            ends.dot(view.spot(last), 5.0, Ink::rgb(255, 255, 255));
            ends.dot(view.spot(last), 4.0, ink);
        }
    }
    let mut photo = picture.clone();
    paint(&figure, 1.0, &mut photo);
    paint(&ends, 1.0, &mut photo);
    pixels.draw_pixmap(
        SIDE as i32,
        TOP as i32,
        photo.as_ref(),
        &PixmapPaint::default(),
        Transform::identity(),
        None,
    );
    let mut frame = Figure::new(size);
    frame.words([SIDE, 20.0], 13.0, Anchor::Start, BLACK, title);
    draw_scale(view, size, &mut frame);
    paint(&frame, 1.0, &mut pixels);
    Ok(pixels)
}

/// Draws a path: strong where it is visible, faint where it is hidden.
fn draw_way(level: &Level, view: &View, way: &[Vec3], ink: Ink, figure: &mut Figure) {
    let mut run: (bool, Vec<[f32; 2]>) = (true, Vec::new());
    let mut flush = |(seen, points): (bool, Vec<[f32; 2]>)| {
        if points.len() > 1 {
            figure.line(points, 1.8, if seen { ink.faded(230) } else { ink.faded(70) });
        }
    };
    for &place in way {
        let seen = view.shows(&level.world, place);
        let spot = view.spot(place);
        run.1.push(spot);
        if seen != run.0 {
            flush(std::mem::replace(&mut run, (seen, vec![spot])));
        }
    }
    flush(run);
}

fn draw_scale(view: &View, [width, height]: [f32; 2], figure: &mut Figure) {
    let y = height - 13.0;
    scale_bar([SIDE, y], view.scale, width / 5.0, BLACK, figure);
    let note = "up to 24 walkers, each from its small dot to its large one; faint where something hides it";
    if width > 700.0 {
        figure.words([width - SIDE, y], 11.0, Anchor::End, BLACK, note);
    }
}
