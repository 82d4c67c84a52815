//! The sheet that every figure is drawn on: a title, panels in metres, and a caption.

use crate::tour::camera::Window;
use crate::tour::clip;
use sidle_cli::paint::{Anchor, Figure, Ink, Spot, scale_bar};

/// A point on the plane of a panel, in metres right and up.
pub(super) type P = [f64; 2];

/// Width of the sheet, gaps, top of the panels, and height of the caption, in pixels.
const WIDTH: f32 = 720.0;
const GAP: f32 = 12.0;
const TOP: f32 = 34.0;
const BOTTOM: f32 = 30.0;
const TEXT: f32 = 12.0;

pub(super) const INK: Ink = Ink::rgb(40, 44, 52);
pub(super) const GREY: Ink = Ink::rgb(110, 116, 126);
/// Colours of the answers of sidle and of a text.
pub(super) const RIGHT: Ink = Ink::rgb(20, 130, 60);
pub(super) const WRONG: Ink = Ink::rgb(208, 36, 38);
/// Colours of the mover at its start, of important points, and of normals.
pub(super) const START: Ink = Ink::rgb(31, 98, 200);
pub(super) const POINT: Ink = Ink::rgb(220, 110, 0);
pub(super) const NORMAL: Ink = Ink::rgb(140, 60, 180);
const PAPER: Ink = Ink::rgb(249, 249, 247);
pub(super) const SOLID: Ink = Ink::rgb(214, 218, 224);
const OUTLINE: Ink = Ink::rgb(90, 96, 106);
const FRAME: Ink = Ink::rgb(205, 208, 212);

/// A figure under construction.
pub(super) struct Sheet {
    figure: Figure,
    height: f32,
}

impl Sheet {
    /// Creates a sheet with panels of this height in pixels.
    pub(super) fn new(title: &str, caption: &str, height: f32) -> Self {
        let mut figure = Figure::new([WIDTH, TOP + height + BOTTOM]);
        figure.words([GAP, 22.0], 15.0, Anchor::Start, INK, title);
        figure.words([GAP, TOP + height + 20.0], 11.5, Anchor::Start, GREY, caption);
        Self { figure, height }
    }

    /// Returns panel `i` of `count` side by side, which shows the box from `low` to `high`.
    pub(super) fn panel(&mut self, i: usize, count: usize, low: P, high: P) -> Panel<'_> {
        let width = (WIDTH - GAP * (count + 1) as f32) / count as f32;
        let left = GAP + i as f32 * (width + GAP);
        let corners = [[left, TOP], [left + width, TOP + self.height]];
        let [a, b] = corners;
        self.figure.area(vec![a, [b[0], a[1]], b, [a[0], b[1]]], PAPER);
        self.figure.line(vec![a, [b[0], a[1]], b, [a[0], b[1]], a], 1.0, FRAME);
        let window = Window::new(corners, low.map(|x| x as f32), high.map(|x| x as f32));
        Panel { figure: &mut self.figure, window, corners }
    }

    /// Returns the finished figure.
    pub(super) fn finish(self) -> Figure {
        self.figure
    }
}

/// A panel of a sheet, drawn on in metres. Everything except words is clipped to it.
pub(super) struct Panel<'a> {
    figure: &'a mut Figure,
    window: Window,
    corners: [Spot; 2],
}

impl Panel<'_> {
    fn spot(&self, at: P) -> Spot {
        self.window.spot(at.map(|x| x as f32))
    }

    /// Writes words in the upper left corner.
    pub(super) fn heading(&mut self, text: &str) {
        let [left, top] = self.corners[0];
        self.figure.words([left + 8.0, top + 17.0], TEXT, Anchor::Start, INK, text);
    }

    /// Draws a filled outline.
    pub(super) fn area(&mut self, outline: &[P], ink: Ink) {
        let spots: Vec<Spot> = outline.iter().map(|&p| self.spot(p)).collect();
        self.figure.area(clip::area(&spots, self.corners), ink);
    }

    /// Draws solid ground. `outline` is its whole outline, and the first `surface` points are its
    /// surface.
    pub(super) fn ground(&mut self, outline: &[P], surface: usize) {
        self.area(outline, SOLID);
        self.surface(&outline[..surface]);
    }

    /// Draws a thin surface.
    pub(super) fn surface(&mut self, points: &[P]) {
        self.pieces(points, |figure, piece| figure.line(piece, 1.8, OUTLINE));
    }

    /// Draws a line.
    pub(super) fn line(&mut self, points: &[P], ink: Ink) {
        self.pieces(points, |figure, piece| figure.line(piece, 1.6, ink));
    }

    /// Draws a path of many points.
    pub(super) fn path(&mut self, points: &[P], ink: Ink) {
        let spots: Vec<Spot> = points.iter().map(|&p| self.spot(p)).collect();
        self.figure.line(spots, 2.2, ink);
    }

    /// Draws a dashed line.
    pub(super) fn dashes(&mut self, points: &[P], ink: Ink) {
        self.pieces(points, |figure, piece| figure.dashes(piece, 1.2, ink));
    }

    fn pieces(&mut self, points: &[P], mut draw: impl FnMut(&mut Figure, Vec<Spot>)) {
        for pair in points.windows(2) {
            if let Some(piece) = clip::segment(self.spot(pair[0]), self.spot(pair[1]), self.corners) {
                draw(self.figure, piece.to_vec());
            }
        }
    }

    /// Draws an arrow.
    pub(super) fn arrow(&mut self, from: P, to: P, ink: Ink) {
        self.figure.arrow(self.spot(from), self.spot(to), 1.6, ink);
    }

    /// Draws a dot.
    pub(super) fn dot(&mut self, at: P, ink: Ink) {
        let at = self.spot(at);
        self.figure.disc(at, [3.4; 2], ink);
    }

    /// Draws the outline and the centre of a mover. Half lengths in metres.
    pub(super) fn mover(&mut self, at: P, half: P, ink: Ink) {
        let (at, radii) = (self.spot(at), half.map(|x| x as f32 * self.window.scale));
        self.figure.disc(at, radii, ink.faded(26));
        self.figure.ring(at, radii, 1.6, ink);
        self.figure.disc(at, [2.2; 2], ink);
    }

    /// Draws a filled circle. The radius is in metres.
    pub(super) fn dot_of(&mut self, at: P, radius: f64, ink: Ink) {
        let radius = radius as f32 * self.window.scale;
        let at = self.spot(at);
        self.figure.disc(at, [radius; 2], ink);
    }

    /// Draws a line with round ends. The width is in metres.
    pub(super) fn limb(&mut self, points: &[P], width: f64, ink: Ink) {
        let spots: Vec<Spot> = points.iter().map(|&p| self.spot(p)).collect();
        self.figure.line(spots, width as f32 * self.window.scale, ink);
    }

    /// Draws a scale bar in the upper left corner.
    pub(super) fn scale(&mut self) {
        let [[left, top], [right, _]] = self.corners;
        scale_bar([left + 12.0, top + 22.0], self.window.scale, (right - left) / 5.0, INK, self.figure);
    }

    /// Draws a ball.
    pub(super) fn ball(&mut self, at: P, radius: f64, ink: Ink) {
        self.mover(at, [radius; 2], ink);
    }

    /// Draws a dashed mover, at a position that it does not have now.
    pub(super) fn ghost(&mut self, at: P, half: P, ink: Ink) {
        let (at, radii) = (self.spot(at), half.map(|x| x as f32 * self.window.scale));
        self.figure.dashed_ring(at, radii, 1.2, ink);
        self.figure.disc(at, [2.2; 2], ink);
    }

    /// Writes words `off` pixels to the right and down of a point. They extend to the side of the
    /// offset, or to both sides if it is vertical.
    pub(super) fn label(&mut self, at: P, off: Spot, ink: Ink, text: &str) {
        let [x, y] = self.spot(at);
        let anchor = match off[0] {
            x if x > 0.0 => Anchor::Start,
            x if x < 0.0 => Anchor::End,
            _ => Anchor::Middle,
        };
        self.figure.words([x + off[0], y + off[1]], TEXT, anchor, ink, text);
    }
}

/// Returns `a + b s`.
pub(super) fn along(a: P, b: P, s: f64) -> P {
    [a[0] + b[0] * s, a[1] + b[1] * s]
}

/// Returns the vector from `a` to `b`.
pub(super) fn from_to(a: P, b: P) -> P {
    [b[0] - a[0], b[1] - a[1]]
}

/// Returns the length of `a`.
pub(super) fn length(a: P) -> f64 {
    dot(a, a).sqrt()
}

/// Returns the dot product.
pub(super) fn dot(a: P, b: P) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Returns `a` rotated left by 90 degrees.
pub(super) fn turned(a: P) -> P {
    [-a[1], a[0]]
}
