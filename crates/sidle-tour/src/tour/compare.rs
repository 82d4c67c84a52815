//! Pictures that compare two ends of each run: one panel per run.

use sidle::Vec3;
use sidle_scenes::{Drive, Run, Shape};

use super::camera::Window;
use super::clip;
use super::exhibit::Check;
use super::old_method;
use super::runner::{RunResult, StationResult};
use sidle_cli::paint::{Anchor, Figure, Ink, Spot, width};

/// Width of the picture, gaps, height of a line of words, and font size, in pixels.
const WIDTH: f32 = 960.0;
const GAP: f32 = 14.0;
const LINE: f32 = 16.0;
const TEXT: f32 = 11.5;

const INK: Ink = Ink::rgb(40, 44, 52);
const GREY: Ink = Ink::rgb(110, 116, 126);
const START: Ink = Ink::rgb(31, 98, 200);
const GOOD: Ink = Ink::rgb(20, 130, 60);
const BAD: Ink = Ink::rgb(208, 36, 38);
const PAPER: Ink = Ink::rgb(249, 249, 247);
const SOLID: Ink = Ink::rgb(214, 218, 224);
const FRAME: Ink = Ink::rgb(205, 208, 212);

/// The end that the end of sidle is compared with.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Other {
    /// The end without any surface.
    Desired,
    /// The end by a published method.
    Published,
}

/// Draws one panel per run.
pub(super) fn draw(result: &StationResult, other: Other) -> Figure {
    let (columns, key) = match other {
        Other::Desired => (
            5,
            "Blue, dashed: start. Grey, dashed: where the motion would lead without the floor. Green: where sidle ends.",
        ),
        Other::Published => (
            3,
            "From above. Blue, dashed: start. Red: end by the published method. Green: end by sidle. A circle is the cut \
             of the ball at the height of the tread, if there is one.",
        ),
    };
    let room = (WIDTH - GAP * (columns + 1) as f32) / columns as f32;
    let height = room * 0.8;
    let block = height + 3.0 * LINE + GAP + 2.0;
    let rows = result.runs.len().div_ceil(columns) as f32;
    let mut figure = Figure::new([WIDTH, 34.0 + rows * block + 14.0]);
    figure.words([GAP, 22.0], 16.0, Anchor::Start, INK, result.station.title);
    for (i, (run, came)) in result.station.runs.iter().zip(&result.runs).enumerate() {
        let corner = [GAP + (i % columns) as f32 * (room + GAP), 34.0 + (i / columns) as f32 * block];
        let corners = [corner, [corner[0] + room, corner[1] + height]];
        let case = Case::new(result, run, came, other);
        case.draw(corners, &mut figure);
        case.label(run, came, [corner[0], corners[1][1]], room, &mut figure);
    }
    figure.words([GAP, figure.size[1] - 8.0], TEXT, Anchor::Start, GREY, key);
    figure
}

/// One run, ready to be drawn.
struct Case {
    triangles: Vec<[Vec3; 3]>,
    radius: f32,
    /// Start, end by sidle, and the other end.
    places: [Vec3; 3],
    other: Other,
    /// Description of the other end.
    shows: &'static str,
    is_from_above: bool,
}

impl Case {
    fn new(result: &StationResult, run: &Run, came: &RunResult, other: Other) -> Self {
        let level = &result.station.levels[run.level];
        let triangles: Vec<[Vec3; 3]> =
            (0..level.triangles.len()).map(|t| level.corners(t).map(Vec3::from)).collect();
        let radius = if let Shape::Sphere(radius) = run.shape { radius as f32 } else { 0.0 };
        let start = Vec3::from(run.start.map(|x| x as f32));
        let motion: Vec3 = run.script.iter().map(displacement).sum();
        let end = came.way.path.last().map_or(start, |end| end.as_vec3());
        let stop = match other {
            Other::Desired => None,
            Other::Published => triangles.iter().find_map(|&t| old_method::sweep(t, start, radius, motion)),
        };
        let cases = sidle_scenes::counterexamples::all();
        let shows = cases.iter().find(|case| case.id == level.name).map_or("", |case| case.shows);
        let is_from_above = other == Other::Published || motion.y == 0.0 && motion.x == 0.0;
        let places = [start, end, start + motion * stop.unwrap_or(1.0)];
        Self { triangles, radius, places, other, shows, is_from_above }
    }

    fn flat(&self, place: Vec3) -> [f32; 2] {
        if self.is_from_above { [place.x, -place.z] } else { [place.x, place.y] }
    }

    /// Returns the radius of the drawn circle.
    fn circle(&self, place: Vec3) -> f32 {
        let cut = self.radius * self.radius - place.y * place.y;
        if self.is_from_above && cut > 0.0 { cut.sqrt() } else { self.radius }
    }

    fn draw(&self, corners: [Spot; 2], figure: &mut Figure) {
        let window = self.window(corners);
        let spot = |place: Vec3| window.spot(self.flat(place));
        let [a, b] = corners;
        let frame = vec![a, [b[0], a[1]], b, [a[0], b[1]], a];
        figure.area(frame.clone(), PAPER);
        for triangle in &self.triangles {
            figure.area(clip::area(&triangle.map(spot), corners), SOLID);
            for (i, j) in [(0, 1), (1, 2), (2, 0)] {
                if let Some(line) = clip::segment(spot(triangle[i]), spot(triangle[j]), corners) {
                    figure.line(line.to_vec(), 1.6, GREY);
                }
            }
        }
        let [start, end, other] = self.places;
        let radii = |place: Vec3| [self.circle(place) * window.scale; 2];
        figure.dashed_ring(spot(start), radii(start), 1.3, START);
        if self.other == Other::Desired {
            figure.dashed_ring(spot(other), radii(other), 1.1, GREY);
            figure.arrow(spot(start), spot(other), 1.1, GREY);
        } else {
            figure.disc(spot(other), radii(other), BAD.faded(40));
            figure.ring(spot(other), radii(other), 1.8, BAD);
            figure.arrow(spot(start), spot(other), 1.4, BAD);
        }
        figure.disc(spot(end), radii(end), GOOD.faded(50));
        figure.ring(spot(end), radii(end), 1.8, GOOD);
        figure.dot(spot(end), 2.6, GOOD);
        figure.dot(spot(start), 2.2, START);
        figure.line(frame, 1.0, FRAME);
    }

    fn window(&self, corners: [Spot; 2]) -> Window {
        let (mut low, mut high) = ([f32::MAX; 2], [f32::MIN; 2]);
        for place in self.places {
            let at = self.flat(place);
            low = [0, 1].map(|k| low[k].min(at[k] - self.radius * 1.25));
            high = [0, 1].map(|k| high[k].max(at[k] + self.radius * 1.25));
        }
        Window::new(corners, low, high)
    }

    fn label(&self, run: &Run, came: &RunResult, [x, y]: Spot, room: f32, figure: &mut Figure) {
        let way = (self.places[1] - self.places[0]).length();
        let holds = came.checks.iter().all(Check::holds);
        let (mark, ink) = if holds { ("ok", GOOD) } else { ("FAIL", BAD) };
        let (lines, ink_of_words) = match self.other {
            Other::Desired => (wrapped(&run.label, room), INK),
            Other::Published => (wrapped(&format!("published method: {}", self.shows), room), BAD),
        };
        for (i, line) in lines.iter().enumerate() {
            figure.words([x, y + LINE * (i + 1) as f32], TEXT, Anchor::Start, ink_of_words, line);
        }
        let words = format!("sidle: ends {way:.3} m from the start, {mark}");
        let words = if width(&words, TEXT) > room { format!("sidle: {way:.3} m, {mark}") } else { words };
        figure.words([x, y + LINE * (lines.len() + 1) as f32], TEXT, Anchor::Start, ink, &words);
    }
}

fn displacement(phase: &sidle_scenes::Phase) -> Vec3 {
    match phase.drive {
        Drive::Velocity(v) => Vec3::from(v.map(|x| (x * phase.seconds) as f32)),
        _ => Vec3::ZERO,
    }
}

/// Splits words into lines that are at most `room` pixels wide.
fn wrapped(text: &str, room: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        let longer = format!("{} {word}", lines[last]).trim_start().to_owned();
        if width(&longer, TEXT) <= room || lines[last].is_empty() {
            lines[last] = longer;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
