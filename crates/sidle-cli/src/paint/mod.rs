//! Drawing: figures as lists of areas, lines and words, written as SVG or PNG.

mod png;
mod svg;
mod text;

pub use png::{paint, to_png};
pub use svg::{escape, to_svg};
pub use text::{space, width};

/// Red, green, blue and opacity, 0..=255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink(pub [u8; 4]);

impl Ink {
    /// Creates an opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self([r, g, b, 255])
    }

    /// Returns the colour with this opacity.
    pub const fn faded(self, opacity: u8) -> Self {
        let [r, g, b, _] = self.0;
        Self([r, g, b, opacity])
    }
}

/// Distinguishable colours for lines on a light background.
pub const COLOURS: [Ink; 12] = [
    Ink::rgb(214, 39, 40),
    Ink::rgb(31, 98, 200),
    Ink::rgb(20, 140, 60),
    Ink::rgb(235, 120, 0),
    Ink::rgb(140, 60, 180),
    Ink::rgb(0, 150, 160),
    Ink::rgb(210, 30, 130),
    Ink::rgb(120, 80, 30),
    Ink::rgb(70, 74, 82),
    Ink::rgb(128, 130, 0),
    Ink::rgb(20, 40, 120),
    Ink::rgb(240, 110, 150),
];

/// Length of a dash and of the gap after it, and size of an arrow head without line width, in
/// pixels.
const DASH: f32 = 5.0;
const HEAD: f32 = 6.0;
/// Width of the border of bordered words, to each side of the letters, in pixels.
const BORDER: f32 = 1.6;

/// A position on the picture, in pixels from its upper left corner.
pub type Spot = [f32; 2];

/// Alignment of words relative to their position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The words are to the right of the position.
    Start,
    /// The words are centred on the position.
    Middle,
    /// The words are to the left of the position.
    End,
}

/// A drawn object.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A filled outline.
    Area {
        /// Corners of the outline.
        outline: Vec<Spot>,
        /// Fill colour.
        ink: Ink,
    },
    /// A line through points.
    Line {
        /// Points in order.
        points: Vec<Spot>,
        /// Width in pixels.
        width: f32,
        /// Line colour.
        ink: Ink,
        /// Length of each dash and each gap in pixels; 0 for a solid line.
        dash: f32,
    },
    /// A filled ellipse along the axes of the picture.
    Disc {
        /// Centre of the ellipse.
        at: Spot,
        /// Horizontal and vertical half axis in pixels.
        radii: Spot,
        /// Fill colour.
        ink: Ink,
    },
    /// The outline of an ellipse along the axes of the picture.
    Ring {
        /// Centre of the ellipse.
        at: Spot,
        /// Horizontal and vertical half axis in pixels.
        radii: Spot,
        /// Width of the line in pixels.
        width: f32,
        /// Line colour.
        ink: Ink,
        /// Length of each dash and each gap in pixels; 0 for a solid line.
        dash: f32,
    },
    /// Words. The position is on their baseline.
    Words {
        /// Position on the baseline.
        at: Spot,
        /// Font size in pixels.
        size: f32,
        /// Alignment relative to the position.
        anchor: Anchor,
        /// Text colour.
        ink: Ink,
        /// True for a white border around the letters, for words over a busy background.
        border: bool,
        /// The text.
        text: String,
    },
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Width and height in pixels.
    pub size: Spot,
    /// Drawn objects, from back to front.
    pub marks: Vec<Mark>,
}

impl Figure {
    /// Creates an empty picture.
    pub fn new(size: Spot) -> Self {
        Self { size, marks: Vec::new() }
    }

    /// Adds a filled outline.
    pub fn area(&mut self, outline: Vec<Spot>, ink: Ink) {
        self.marks.push(Mark::Area { outline, ink });
    }

    /// Adds a line.
    pub fn line(&mut self, points: Vec<Spot>, width: f32, ink: Ink) {
        self.marks.push(Mark::Line { points, width, ink, dash: 0.0 });
    }

    /// Adds a dashed line.
    pub fn dashes(&mut self, points: Vec<Spot>, width: f32, ink: Ink) {
        self.marks.push(Mark::Line { points, width, ink, dash: DASH });
    }

    /// Adds a line with an arrow head at its end.
    pub fn arrow(&mut self, from: Spot, to: Spot, width: f32, ink: Ink) {
        let way = [to[0] - from[0], to[1] - from[1]];
        let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
        if length == 0.0 {
            return;
        }
        let head = (HEAD + 2.0 * width).min(length);
        let along = way.map(|x| x / length * head);
        let across = [-along[1] * 0.38, along[0] * 0.38];
        let back = [to[0] - along[0], to[1] - along[1]];
        self.line(vec![from, [to[0] - along[0] * 0.5, to[1] - along[1] * 0.5]], width, ink);
        let side = |s: f32| [back[0] + across[0] * s, back[1] + across[1] * s];
        self.area(vec![to, side(1.0), side(-1.0)], ink);
    }

    /// Adds a filled circle.
    pub fn dot(&mut self, at: Spot, radius: f32, ink: Ink) {
        self.area(ellipse(at, [radius, 0.0], [0.0, radius]), ink);
    }

    /// Adds a filled ellipse along the axes of the picture.
    pub fn disc(&mut self, at: Spot, radii: Spot, ink: Ink) {
        self.marks.push(Mark::Disc { at, radii, ink });
    }

    /// Adds the outline of an ellipse.
    pub fn ring(&mut self, at: Spot, radii: Spot, width: f32, ink: Ink) {
        self.marks.push(Mark::Ring { at, radii, width, ink, dash: 0.0 });
    }

    /// Adds the dashed outline of an ellipse.
    pub fn dashed_ring(&mut self, at: Spot, radii: Spot, width: f32, ink: Ink) {
        self.marks.push(Mark::Ring { at, radii, width, ink, dash: DASH });
    }

    /// Adds words.
    pub fn words(&mut self, at: Spot, size: f32, anchor: Anchor, ink: Ink, text: &str) {
        self.marks.push(Mark::Words { at, size, anchor, ink, border: false, text: text.to_owned() });
    }

    /// Adds words with a white border.
    pub fn bordered_words(&mut self, at: Spot, size: f32, anchor: Anchor, ink: Ink, text: &str) {
        self.marks.push(Mark::Words { at, size, anchor, ink, border: true, text: text.to_owned() });
    }
}

/// Returns the outline of the ellipse with these two half axes, or any two conjugate ones.
pub fn ellipse(centre: Spot, a: Spot, b: Spot) -> Vec<Spot> {
    const CORNERS: usize = 72;
    (0..CORNERS)
        .map(|i| {
            let (sin, cos) = (i as f32 * std::f32::consts::TAU / CORNERS as f32).sin_cos();
            [centre[0] + a[0] * cos + b[0] * sin, centre[1] + a[1] * cos + b[1] * sin]
        })
        .collect()
}

/// Draws a scale bar of a round number of metres with a label. It is at most `most` pixels long,
/// with its left end at `at`.
pub fn scale_bar(at: Spot, scale: f32, most: f32, ink: Ink, figure: &mut Figure) {
    let ones_twos_fives = (-3..5).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10.0_f32.powi(power)));
    let metres = ones_twos_fives.rev().find(|metres| metres * scale <= most).unwrap_or(1e-3);
    let end = at[0] + metres * scale;
    let words = format!("{metres} m");
    let paper = [[-5.0, -14.0], [width(&words, 12.0) + 12.0, 6.0]];
    let outline = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(i, j): (usize, usize)| {
        [if i == 0 { at[0] + paper[0][0] } else { end + paper[1][0] }, at[1] + paper[j][1]]
    });
    figure.area(outline.to_vec(), Ink::rgb(255, 255, 255).faded(200));
    figure.line(vec![[at[0], at[1] - 4.0], at, [end, at[1]], [end, at[1] - 4.0]], 1.4, ink);
    figure.words([end + 7.0, at[1]], 12.0, Anchor::Start, ink, &words);
}
