//! Draws the round: a map, the green enlarged, and a side view along the path of the ball.

use sidle::{DVec3, Vec3};

use super::course::{GREEN, flat_distance};
use super::round::Round;
use crate::tour::camera::Window;
use crate::tour::clip;
use sidle_cli::paint::{Anchor, COLOURS, Figure, Ink, Spot, scale_bar, width};

/// Width of the picture, gaps, top of the maps, their side, and height of the side view, in pixels.
const WIDTH: f32 = 960.0;
const GAP: f32 = 14.0;
const TOP: f32 = 54.0;
const SIDE: f32 = (WIDTH - 3.0 * GAP) / 2.0;
const PROFILE: f32 = 210.0;
const TEXT: f32 = 12.0;
/// Squares of grass along each side of a map.
const CELLS: u16 = 64;
/// Half of the side of the enlarged green, in metres.
const NEAR: f32 = 1.35 * GREEN;

const BLACK: Ink = Ink::rgb(20, 20, 20);
const TURF: Ink = Ink::rgb(128, 172, 104);
const FRAME: Ink = Ink::rgb(150, 156, 150);

/// Draws the round.
pub(crate) fn draw(round: &Round) -> Figure {
    let mut figure = Figure::new([WIDTH, TOP + SIDE + 48.0 + PROFILE + GAP]);
    let end = if round.holed { ", holed" } else { "" };
    let title = format!("{}: {} strokes{end}", round.course.name, round.strokes);
    figure.words([GAP, 24.0], 16.0, Anchor::Start, BLACK, &title);
    let ((low, high), cup) = (round.course.bounds, round.course.cup);
    let [middle, half] = [(low + high) / 2.0, (high - low) / 2.0];
    let half = half.x.max(half.z);
    let whole = Map::new(round, [GAP, TOP], [middle.x, -middle.z], half);
    whole.draw("The hole from above", &mut figure);
    let near = Map::new(round, [2.0 * GAP + SIDE, TOP], [cup.x, -cup.z], NEAR);
    near.draw("The green, enlarged", &mut figure);
    let words = profile(round, [GAP, TOP + SIDE + 48.0], &mut figure);
    figure.words([GAP, TOP + SIDE + 36.0], TEXT, Anchor::Start, BLACK, &words);
    figure
}

/// A square view from above.
struct Map<'a> {
    round: &'a Round,
    corners: [Spot; 2],
    window: Window,
    /// Lower left corner in metres right and up, and side in metres.
    low: [f32; 2],
    side: f32,
}

impl<'a> Map<'a> {
    fn new(round: &'a Round, at: Spot, centre: [f32; 2], half: f32) -> Self {
        let corners = [at, at.map(|x| x + SIDE)];
        let low = centre.map(|x| x - half);
        let window = Window::new(corners, low, centre.map(|x| x + half));
        Self { round, corners, window, low, side: 2.0 * half }
    }

    fn spot(&self, place: Vec3) -> Spot {
        self.window.spot([place.x, -place.z])
    }

    fn draw(&self, heading: &str, figure: &mut Figure) {
        let [a, b] = self.corners;
        figure.words([a[0], a[1] - 8.0], TEXT, Anchor::Start, BLACK, heading);
        self.ground(figure);
        for (played, ink) in self.round.played.iter().zip(COLOURS.into_iter().cycle()) {
            for [p, q] in pieces(&thinned(played.track.iter().map(|&p| self.spot(p)))) {
                if let Some(piece) = clip::segment(p, q, self.corners) {
                    figure.line(piece.to_vec(), 2.0, ink);
                }
            }
        }
        self.flag(figure);
        self.labels(figure);
        scale_bar([a[0] + 12.0, b[1] - 12.0], self.window.scale, SIDE / 4.0, BLACK, figure);
        figure.line(vec![a, [b[0], a[1]], b, [a[0], b[1]], a], 1.0, FRAME);
    }

    /// Draws squares of grass; higher ground is lighter.
    fn ground(&self, figure: &mut Figure) {
        let course = &self.round.course;
        let (low, high) = course.bounds;
        let cell = self.side / f32::from(CELLS);
        for (i, j) in (0..CELLS).flat_map(|j| (0..CELLS).map(move |i| (f32::from(i), f32::from(j)))) {
            let [x, y] = [self.low[0] + i * cell, self.low[1] + j * cell];
            let at = Vec3::new(x + cell / 2.0, 0.0, -(y + cell / 2.0));
            let Some(height) = course.ground_at(at) else { continue };
            let light = ((height - low.y) / (high.y - low.y).max(1e-3)).clamp(0.0, 1.0);
            let shade = |dark: f32, bright: f32| (dark + (bright - dark) * light) as u8;
            let ink = if course.lie_at(at).name() == "green" {
                Ink::rgb(shade(150.0, 200.0), shade(205.0, 240.0), shade(140.0, 180.0))
            } else {
                Ink::rgb(shade(90.0, 180.0), shade(140.0, 210.0), shade(85.0, 150.0))
            };
            let [p, q] = [self.window.spot([x, y + cell]), self.window.spot([x + cell, y])];
            // Renderers leave fine gaps between adjacent squares.
            let q = [(q[0] + 0.5).min(self.corners[1][0]), (q[1] + 0.5).min(self.corners[1][1])];
            figure.area(vec![p, [q[0], p[1]], q, [p[0], q[1]]], ink);
        }
    }

    fn flag(&self, figure: &mut Figure) {
        let [x, y] = self.spot(self.round.course.cup);
        figure.dot([x, y], 3.0, BLACK);
        figure.line(vec![[x, y], [x, y - 26.0]], 1.6, BLACK);
        figure.area(vec![[x, y - 26.0], [x + 14.0, y - 21.0], [x, y - 16.0]], Ink::rgb(214, 39, 40));
    }

    /// Draws the end of each stroke with its number. Numbers avoid each other.
    fn labels(&self, figure: &mut Figure) {
        let is_inside = |p: &Spot| (0..2).all(|k| p[k] > self.corners[0][k] && p[k] < self.corners[1][k]);
        let mut taken: Vec<Spot> = vec![self.spot(self.round.course.cup)];
        for (i, (played, ink)) in self.round.played.iter().zip(COLOURS.into_iter().cycle()).enumerate() {
            let place = DVec3::from(played.position).as_vec3();
            let at = self.spot(place);
            let to_cup = flat_distance(place, self.round.course.cup);
            // The enlarged green shows the numbers of the strokes that end on it.
            if !is_inside(&at) || self.side > 2.5 * NEAR && to_cup < NEAR {
                continue;
            }
            figure.dot(at, 4.0, Ink::rgb(255, 255, 255));
            figure.dot(at, 3.0, ink);
            let candidates =
                [[12.0, -8.0], [-12.0, -8.0], [12.0, 16.0], [-12.0, 16.0], [26.0, 4.0], [-26.0, 4.0]]
                    .map(|[x, y]| [at[0] + x, at[1] + y]);
            let space = |p: &Spot| {
                let gaps = taken.iter().map(|t| (p[0] - t[0]).hypot(p[1] - t[1]));
                gaps.fold(f32::INFINITY, f32::min).min(20.0)
            };
            let free = candidates.into_iter().filter(is_inside);
            // The first of the candidates with the most space.
            let best = free.reduce(|best, next| if space(&next) > space(&best) { next } else { best });
            let [x, y] = best.unwrap_or(candidates[0]);
            taken.extend([[x, y], at]);
            figure.bordered_words([x, y], 13.0, Anchor::Middle, ink, &format!("{}", i + 1));
        }
    }
}

/// Draws the path of the ball over the ground below it, unrolled, and returns a description.
fn profile(round: &Round, [left, top]: Spot, figure: &mut Figure) -> String {
    let mut strokes: Vec<Vec<[f32; 3]>> = Vec::new();
    let mut way = 0.0;
    for played in &round.played {
        let mut points = Vec::new();
        for (i, &p) in played.track.iter().enumerate() {
            way += i.checked_sub(1).map_or(0.0, |before| flat_distance(p, played.track[before]));
            points.push([way, p.y, round.course.ground_at(p).unwrap_or(p.y)]);
        }
        strokes.push(points);
    }
    let heights = || strokes.iter().flatten().flat_map(|&[_, ball, ground]| [ball, ground]);
    let (low, high) = heights().fold((f32::MAX, f32::MIN), |(l, h), y| (l.min(y), h.max(y)));
    let (across, up) = ((WIDTH - 2.0 * GAP) / way.max(1.0), (PROFILE - 60.0) / (high - low).max(0.1));
    let bottom = top + PROFILE;
    let spot = |x: f32, y: f32| [left + x * across, bottom - 24.0 - (y - low) * up];
    figure.area(
        vec![[left, top], [WIDTH - GAP, top], [WIDTH - GAP, bottom], [left, bottom]],
        Ink::rgb(244, 248, 252),
    );
    let mut ground = thinned(strokes.iter().flatten().map(|&[x, _, ground]| spot(x, ground)));
    let surface = ground.clone();
    ground.extend([[surface.last().map_or(left, |p| p[0]), bottom], [left, bottom]]);
    figure.area(ground, TURF);
    figure.line(surface, 1.6, Ink::rgb(70, 120, 60));
    let mut last = left;
    for (i, (points, ink)) in strokes.iter().zip(COLOURS.into_iter().cycle()).enumerate() {
        figure.line(thinned(points.iter().map(|&[x, y, _]| spot(x, y))), 2.0, ink);
        let (from, to) = (points.first().map_or(0.0, |p| p[0]), points.last().map_or(0.0, |p| p[0]));
        let name = format!("{}", i + 1);
        let x = spot((from + to) / 2.0, low)[0].max(last + 12.0);
        last = x + width(&name, 13.0);
        figure.bordered_words([x.min(WIDTH - GAP - 6.0), top + 18.0], 13.0, Anchor::Middle, ink, &name);
    }
    format!(
        "From the side, along the path of the ball, over the ground below it. Heights {:.1} times.",
        up / across
    )
}

/// Removes points that are too close to their predecessor to be visible.
fn thinned(points: impl Iterator<Item = Spot>) -> Vec<Spot> {
    let mut kept: Vec<Spot> = Vec::new();
    let mut end = None;
    for p in points {
        end = Some(p);
        if kept.last().is_none_or(|q| (p[0] - q[0]).hypot(p[1] - q[1]) > 1.5) {
            kept.push(p);
        }
    }
    kept.extend(end);
    kept
}

fn pieces(points: &[Spot]) -> impl Iterator<Item = [Spot; 2]> {
    points.windows(2).map(|pair| [pair[0], pair[1]])
}
