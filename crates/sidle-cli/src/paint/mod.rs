//! Drawing: figures as lists of areas, lines and words, written as SVG or painted as PNG.

mod letters;
mod png;
mod svg;

pub(crate) use png::{paint, to_png};
pub(crate) use svg::to_svg;

/// Red, green, blue and opacity, 0..=255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ink(pub(crate) [u8; 4]);

impl Ink {
    /// An opaque colour.
    pub(crate) const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self([r, g, b, 255])
    }

    /// The same colour, less opaque.
    pub(crate) const fn faded(self, opacity: u8) -> Self {
        let [r, g, b, _] = self.0;
        Self([r, g, b, opacity])
    }
}

/// A place on the picture, in pixels from its upper left corner.
pub(crate) type Spot = [f32; 2];

/// Where a word stands about its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// To the right of it.
    Start,
    /// Over it.
    Middle,
    /// To the left of it.
    End,
}

/// One thing on a picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    /// A filled outline.
    Area {
        /// Its corners.
        outline: Vec<Spot>,
        /// Its colour.
        ink: Ink,
    },
    /// A line through points.
    Line {
        /// In order.
        points: Vec<Spot>,
        /// Pixels.
        width: f32,
        /// Its colour.
        ink: Ink,
    },
    /// Words; their baseline goes through the place.
    Words {
        /// Where.
        at: Spot,
        /// Height of a capital letter with its ascender, in pixels.
        size: f32,
        /// On which side of the place.
        anchor: Anchor,
        /// Their colour.
        ink: Ink,
        /// What they say.
        text: String,
    },
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    /// Pixels across and down.
    pub(crate) size: Spot,
    /// What is on it, the first at the back.
    pub(crate) marks: Vec<Mark>,
}

impl Figure {
    /// An empty one.
    pub(crate) fn new(size: Spot) -> Self {
        Self { size, marks: Vec::new() }
    }

    /// A filled outline.
    pub(crate) fn area(&mut self, outline: Vec<Spot>, ink: Ink) {
        self.marks.push(Mark::Area { outline, ink });
    }

    /// A line.
    pub(crate) fn line(&mut self, points: Vec<Spot>, width: f32, ink: Ink) {
        self.marks.push(Mark::Line { points, width, ink });
    }

    /// A filled circle.
    pub(crate) fn dot(&mut self, at: Spot, radius: f32, ink: Ink) {
        self.area(ellipse(at, [radius, 0.0], [0.0, radius]), ink);
    }

    /// Words.
    pub(crate) fn words(&mut self, at: Spot, size: f32, anchor: Anchor, ink: Ink, text: &str) {
        self.marks.push(Mark::Words { at, size, anchor, ink, text: text.to_owned() });
    }
}

/// The outline of the ellipse with these two half axes (or any two conjugate ones).
pub(crate) fn ellipse(centre: Spot, a: Spot, b: Spot) -> Vec<Spot> {
    const CORNERS: usize = 48;
    (0..CORNERS)
        .map(|i| {
            let (sin, cos) = (i as f32 * std::f32::consts::TAU / CORNERS as f32).sin_cos();
            [centre[0] + a[0] * cos + b[0] * sin, centre[1] + a[1] * cos + b[1] * sin]
        })
        .collect()
}
