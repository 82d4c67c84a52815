//! Draws the level from above and from a side, with the visits and stops of all walkers and the
//! paths of some.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result};
use sidle::Vec3;
use tiny_skia::{Color, Pixmap, PixmapPaint, Transform};

use super::crowd::Crowd;
use super::photo;
use super::view::View;
use super::visits::Visits;
use crate::files::OutputFolder;
use crate::level::Level;
use crate::paint::{Anchor, Figure, Ink, paint, scale_bar, width as width_of};

/// Maximum number of paths on one picture.
pub(crate) const MOST_TRAILS: usize = 24;
/// Maximum number of places where a walker was stuck that are drawn, and the distance in metres
/// around it.
const MOST_CLOSE_UPS: usize = 8;
const CLOSE: f32 = 2.5;
/// Margins in pixels: above the level for the title, below it for the scale, and at its sides.
const TOP: f32 = 30.0;
const BOTTOM: f32 = 34.0;
const SIDE: f32 = 10.0;
/// Number of positions that decide where the level is cut open.
const SAMPLES: usize = 1500;

/// Minimum width of the picture in pixels, so that its words fit.
const NARROW: f32 = 660.0;
/// Minimum side of a square of the heat map, and radii of the marks of stops, in pixels.
const SQUARE: f32 = 5.0;
const STOP: [f32; 2] = [2.5, 7.0];

const BLACK: Ink = Ink::rgb(30, 32, 36);
const BODY: Ink = Ink::rgb(20, 70, 190);
/// Colours of few and of many visits, and of stops.
const FEW: [f32; 4] = [255.0, 214.0, 70.0, 120.0];
const MANY: [f32; 4] = [205.0, 20.0, 30.0, 215.0];
const STOPPED: Ink = Ink::rgb(90, 20, 140);

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

/// Draws the pictures into the folder and returns their paths: two of the whole level, and two of
/// each place where a walker was stuck.
pub(crate) fn draw(level: &Level, crowd: &Crowd, half: Vec3, folder: &OutputFolder) -> Result<Vec<PathBuf>> {
    let ways: Vec<&[Vec3]> = crowd.trails.iter().filter_map(Trail::longest).collect();
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
        let bytes =
            with_walkers(level, &view, &picture, (&crowd.visits, &ways, half), &title)?.encode_png()?;
        files.push(folder.write(name, &bytes)?);
    }
    for (i, &place) in (1..).zip(crowd.run.findings.stuck_places.iter().take(MOST_CLOSE_UPS)) {
        for (name, axes) in [("above", from_above), ("side", from_side)] {
            let frame = (place - CLOSE - half, place + CLOSE + half);
            // Cut open through the body, which surfaces may touch on all sides.
            let view = View::new(axes, frame, level.bounds).opened_for(&level.world, &[place], 0.0);
            let title = format!("{}: a walker is stuck at {place:.3} ({name})", level.data.name);
            let picture = photo::take(level, &view).context("the picture is too large")?;
            let ways = [&[place][..]];
            let walker = (&crowd.visits, &ways[..], half);
            let bytes = with_walkers(level, &view, &picture, walker, &title)?.encode_png()?;
            files.push(folder.write(&format!("stuck-{i}-{name}.png"), &bytes)?);
        }
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

/// Returns the picture with everything that the walkers did, a title and a key. Everything is drawn
/// onto the picture first, and so cannot leave it.
fn with_walkers(
    level: &Level,
    view: &View,
    picture: &Pixmap,
    (visits, ways, half): (&Visits, &[&[Vec3]], Vec3),
    title: &str,
) -> Result<Pixmap> {
    let [width, height] = view.size.map(|side| side as f32);
    let size = [width.max(NARROW) + 2.0 * SIDE, height + TOP + BOTTOM];
    let mut pixels = Pixmap::new(size[0] as u32, size[1] as u32).context("the picture is too large")?;
    pixels.fill(Color::WHITE);
    let mut figure = Figure::new([width, height]);
    draw_ways(level, view, ways, &mut figure);
    draw_visits(level, view, visits, &mut figure);
    draw_bodies(level, view, ways, half, &mut figure);
    let mut photo = picture.clone();
    paint(&figure, 1.0, &mut photo);
    pixels.draw_pixmap(
        SIDE as i32,
        TOP as i32,
        photo.as_ref(),
        &PixmapPaint::default(),
        Transform::identity(),
        None,
    );
    let mut frame = Figure::new(size);
    let room = size[0] - 2.0 * SIDE;
    let font = 14.0 * (room / width_of(title, 14.0)).min(1.0);
    frame.words([SIDE, 20.0], font, Anchor::Start, BLACK, title);
    draw_key(view, size, &mut frame);
    paint(&frame, 1.0, &mut pixels);
    Ok(pixels)
}

/// Draws thin paths where they are visible.
fn draw_ways(level: &Level, view: &View, ways: &[&[Vec3]], figure: &mut Figure) {
    for way in ways {
        let is_hidden = |p: &Vec3| !view.shows(&level.world, *p);
        for visible in way.split(is_hidden).filter(|part| part.len() > 1) {
            figure.line(visible.iter().map(|&p| view.spot(p)).collect(), 1.0, BLACK.faded(110));
        }
    }
}

/// Draws the heat map of visible visits, and a mark at every place with stops.
fn draw_visits(level: &Level, view: &View, visits: &Visits, figure: &mut Figure) {
    let side = (visits.side * view.scale).max(SQUARE);
    let mut squares: BTreeMap<[i32; 2], [u32; 2]> = BTreeMap::new();
    for visit in visits.list().filter(|visit| view.shows(&level.world, visit.place)) {
        let square = view.spot(visit.place).map(|x| (x / side).floor() as i32);
        let counts = squares.entry(square).or_default();
        *counts = [counts[0].saturating_add(visit.moves), counts[1].saturating_add(visit.stops)];
    }
    let most = [0, 1].map(|k| squares.values().map(|counts| counts[k]).max().unwrap_or(0));
    let share = |count: u32, most: u32| (1.0 + count as f32).ln() / (1.0 + most as f32).ln();
    let corner = |square: &[i32; 2]| square.map(|k| k as f32 * side);
    for (square, counts) in &squares {
        let [x, y] = corner(square);
        let t = share(counts[0], most[0]);
        let ink = Ink([0, 1, 2, 3].map(|c| (FEW[c] + (MANY[c] - FEW[c]) * t) as u8));
        figure.area(vec![[x, y], [x + side, y], [x + side, y + side], [x, y + side]], ink);
    }
    for (square, counts) in squares.iter().filter(|(_, counts)| counts[1] > 0) {
        let radius = STOP[0] + (STOP[1] - STOP[0]) * share(counts[1], most[1]);
        let centre = corner(square).map(|x| x + side / 2.0);
        figure.ring(centre, [radius; 2], 1.6, STOPPED);
    }
}

/// Draws the outline of the body to scale at the visible end of each path.
fn draw_bodies(level: &Level, view: &View, ways: &[&[Vec3]], half: Vec3, figure: &mut Figure) {
    let radii = [0, 1].map(|k| (view.axes[k].abs().dot(half) * view.scale).max(2.0));
    for &last in ways.iter().filter_map(|way| way.last()) {
        if view.shows(&level.world, last) {
            figure.disc(view.spot(last), radii, Ink::rgb(255, 255, 255).faded(120));
            figure.ring(view.spot(last), radii, 1.8, BODY);
        }
    }
}

/// Draws the scale and the meaning of the colours below the level.
fn draw_key(view: &View, [width, height]: [f32; 2], figure: &mut Figure) {
    let y = height - 13.0;
    scale_bar([SIDE, y], view.scale, width / 6.0, BLACK, figure);
    let mut right = width - SIDE;
    let mut entry = |words: &str, figure: &mut Figure| {
        figure.words([right, y], 12.0, Anchor::End, BLACK, words);
        right -= width_of(words, 12.0) + 16.0;
        let at = [right + 4.0, y - 4.0];
        right -= 18.0;
        at
    };
    let at = entry("body, to scale", figure);
    figure.ring(at, [5.0; 2], 1.8, BODY);
    let at = entry("stopped moves", figure);
    figure.ring(at, [5.0; 2], 1.6, STOPPED);
    for (words, colour) in [("many visits", MANY), ("few visits", FEW)] {
        let [x, y] = entry(words, figure);
        let ink = Ink(colour.map(|c| c as u8));
        figure
            .area(vec![[x - 5.0, y - 5.0], [x + 5.0, y - 5.0], [x + 5.0, y + 5.0], [x - 5.0, y + 5.0]], ink);
    }
}
