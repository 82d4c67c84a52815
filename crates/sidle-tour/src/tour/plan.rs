//! A picture of an exhibit: a title, and panels side by side with flat content.

use sidle::Vec3;

use sidle_cli::paint::{Anchor, Figure, Ink, Spot, scale_bar};

use super::camera::Window;

/// Width of the picture, gaps, and heights of the title and of a line of words below a panel, in
/// pixels.
const WIDTH: f32 = 960.0;
const GAP: f32 = 14.0;
const TITLE: f32 = 34.0;
const WORDS: f32 = 22.0;

pub(crate) const INK: Ink = Ink::rgb(40, 44, 52);
pub(crate) const OUTLINE: Ink = Ink::rgb(90, 96, 106);
const PAPER: Ink = Ink::rgb(249, 249, 247);
const FRAME: Ink = Ink::rgb(205, 208, 212);

/// A picture with panels of equal size.
pub(crate) struct Plan {
    pub(crate) figure: Figure,
    columns: usize,
    height: f32,
}

/// A panel of the picture, in metres right and up.
pub(crate) struct Pane {
    pub(crate) window: Window,
    corners: [Spot; 2],
}

impl Plan {
    /// Creates an empty picture of `columns` panels, each `height` pixels high.
    pub(crate) fn new(title: &str, columns: usize, height: f32) -> Self {
        let mut figure = Figure::new([WIDTH, TITLE + height + WORDS + 4.0]);
        figure.words([GAP, 22.0], 16.0, Anchor::Start, INK, title);
        Self { figure, columns, height }
    }

    /// Returns the panel of a column, which shows the metres from `low` to `high`, with words below
    /// it.
    pub(crate) fn pane(&mut self, column: usize, low: [f32; 2], high: [f32; 2], words: &str) -> Pane {
        let width = (WIDTH - GAP * (self.columns + 1) as f32) / self.columns as f32;
        let left = GAP + column as f32 * (width + GAP);
        let corners = [[left, TITLE], [left + width, TITLE + self.height]];
        let [[x0, y0], [x1, y1]] = corners;
        self.figure.area(vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]], PAPER);
        self.figure.words([x0, y1 + 16.0], 11.5, Anchor::Start, INK, words);
        let room = 10.0;
        let inner = [[x0 + room, y0 + room], [x1 - room, y1 - room]];
        Pane { window: Window::new(inner, low, high), corners }
    }

    /// Draws a line through points in metres.
    pub(crate) fn line(&mut self, pane: &Pane, points: &[[f32; 2]], width: f32, ink: Ink) {
        self.figure.line(points.iter().map(|&p| pane.window.spot(p)).collect(), width, ink);
    }

    /// Draws a filled outline in metres.
    pub(crate) fn area(&mut self, pane: &Pane, points: &[[f32; 2]], ink: Ink) {
        self.figure.area(points.iter().map(|&p| pane.window.spot(p)).collect(), ink);
    }

    /// Draws the frame and the scale of a panel over its content.
    pub(crate) fn close(&mut self, pane: &Pane) {
        let [[x0, y0], [x1, y1]] = pane.corners;
        scale_bar([x0 + 10.0, y1 - 10.0], pane.window.scale, (x1 - x0) / 4.0, INK, &mut self.figure);
        self.figure.line(vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]], 1.0, FRAME);
    }
}

/// Returns the outline of an upright capsule seen from the front, as x and y.
pub(crate) fn capsule_outline(centre: Vec3, radius: f32, height: f32) -> Vec<[f32; 2]> {
    let half = 0.5 * height - radius;
    let point = |(i, cap): (u8, f32)| {
        let (sin, cos) = (f32::from(i) / 48.0 * std::f32::consts::TAU).sin_cos();
        [centre.x + radius * cos, centre.y + radius * sin + cap]
    };
    let [upper, lower] = [(0..=24_u8, half), (24..=48, -half)];
    let caps = [upper, lower].into_iter().flat_map(|(angles, cap)| angles.map(move |i| (i, cap)));
    let mut points: Vec<[f32; 2]> = caps.map(point).collect();
    points.extend(points.first().copied());
    points
}
