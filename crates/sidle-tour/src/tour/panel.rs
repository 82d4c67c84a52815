//! Draws one panel of a picture: a level and the paths of the runs through it.

use std::collections::{HashMap, HashSet};

use sidle::{DVec3, MoveHit, Vec3};

use super::camera::{Camera, Window};
use super::clip;
use super::drawing::Pair;
use super::runner::{RunResult, StationResult};
use sidle_cli::paint::{COLOURS, Figure, Ink, Spot, ellipse, scale_bar};

/// Depth of the shading below the line of a section, height of the strip with the scale, and length
/// of a normal, in pixels.
const BAND: f32 = 9.0;
const SCALE: f32 = 22.0;
const NORMAL: f32 = 17.0;
/// Distances between positions of a path, and between contacts that are drawn separately, in
/// pixels.
const STEP: f32 = 0.7;
const APART: f32 = 18.0;
/// Maximum numbers of contacts and shapes drawn along one path.
const MOST_CONTACTS: usize = 14;
const MOST_GHOSTS: f32 = 10.0;

const INK: Ink = Ink::rgb(40, 44, 52);
const PAPER: Ink = Ink::rgb(249, 249, 247);
const SOLID: Ink = Ink::rgb(214, 218, 224);
const OUTLINE: Ink = Ink::rgb(90, 96, 106);
const FRAME: Ink = Ink::rgb(205, 208, 212);

/// A level seen by a camera through a window.
pub(crate) struct Panel<'a> {
    triangles: Vec<[Vec3; 3]>,
    runs: &'a [Pair<'a>],
    camera: Camera,
    window: Window,
    /// Corners of the panel. The window leaves space for the scale.
    corners: [Spot; 2],
}

impl<'a> Panel<'a> {
    /// Creates the panel of the level of these runs. `corners` are its upper left and lower right
    /// corner.
    pub(crate) fn new(
        result: &StationResult,
        level: usize,
        runs: &'a [Pair<'a>],
        corners: [Spot; 2],
    ) -> Self {
        let level = &result.station.levels[level];
        let triangles: Vec<[Vec3; 3]> =
            (0..level.triangles.len()).map(|i| level.corners(i).map(Vec3::from)).collect();
        let ways: Vec<Vec<Vec3>> = runs.iter().map(|(_, came)| drawn(&came.way.path)).collect();
        let camera = Camera::choose(&triangles, &ways.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let (mut low, mut high) = ([f32::MAX; 2], [f32::MIN; 2]);
        for (run, came) in runs {
            let [a, b] = camera.outline(half(run));
            let reach = [0, 1].map(|k| a[k].abs() + b[k].abs());
            let places = came.way.path.iter().map(|&p| (p, reach));
            for (place, reach) in places.chain(came.way.hits.iter().map(|hit| (hit.point, [0.0; 2]))) {
                let at = camera.flat(place.as_vec3());
                for k in 0..2 {
                    low[k] = low[k].min(at[k] - reach[k]);
                    high[k] = high[k].max(at[k] + reach[k]);
                }
            }
        }
        for at in triangles.iter().flatten().filter(|_| camera.shows_all).map(|&p| camera.flat(p)) {
            low = [0, 1].map(|k| low[k].min(at[k]));
            high = [0, 1].map(|k| high[k].max(at[k]));
        }
        // A view from a corner needs a larger margin.
        let share = if camera.is_section { 0.06 } else { 0.12 };
        let room = share * (high[0] - low[0]).max(high[1] - low[1]);
        let [upper_left, [right, bottom]] = corners;
        let above_scale = [upper_left, [right, bottom - SCALE]];
        let window = Window::new(above_scale, low.map(|x| x - room), high.map(|x| x + room));
        Self { triangles, runs, camera, window, corners }
    }

    fn spot(&self, place: Vec3) -> Spot {
        self.window.spot(self.camera.flat(place))
    }

    /// Draws the panel.
    pub(crate) fn draw(&self, figure: &mut Figure) {
        let [low, high] = self.corners;
        let frame = vec![low, [high[0], low[1]], high, [low[0], high[1]]];
        figure.area(frame.clone(), PAPER);
        if self.camera.is_section {
            self.draw_section(figure)
        } else {
            self.draw_faces(figure)
        }
        for (k, (run, came)) in self.runs.iter().enumerate() {
            self.draw_way(run, came, COLOURS[k % COLOURS.len()], figure);
        }
        scale_bar([low[0] + 10.0, high[1] - 10.0], self.window.scale, (high[0] - low[0]) / 4.0, INK, figure);
        figure.line([frame.clone(), vec![low]].concat(), 1.0, FRAME);
    }

    /// Draws every surface edge-on: a line with shading on its back.
    fn draw_section(&self, figure: &mut Figure) {
        let mut lines: Vec<[Spot; 2]> = Vec::new();
        let mut known = HashSet::new();
        let mut backs: HashMap<[i32; 2], Spot> = HashMap::new();
        for t in &self.triangles {
            let spots = t.map(|p| self.spot(p));
            let ends = [(0, 1), (1, 2), (2, 0)]
                .map(|(i, j)| [spots[i], spots[j]])
                .into_iter()
                .max_by(|a, b| length(*a).total_cmp(&length(*b)))
                .unwrap_or([spots[0]; 2]);
            let Some([a, b]) = clip::segment(ends[0], ends[1], self.corners) else { continue };
            let key = [a, b].map(|p| p.map(|x| (x * 4.0).round() as i32));
            if !known.insert(key) || !known.insert([key[1], key[0]]) {
                continue;
            }
            let front = (t[1] - t[0]).cross(t[2] - t[0]).normalize_or_zero();
            let [x, y] = [self.camera.axes[0].dot(front) * BAND, -self.camera.axes[1].dot(front) * BAND];
            let back = |p: Spot| [p[0] - x, p[1] - y];
            figure.area(clip::area(&[a, b, back(b), back(a)], self.corners), SOLID);
            // Fill the gap between the bands of neighbouring lines.
            for (p, place) in [(a, key[0]), (b, key[1])] {
                if let Some(before) = backs.insert(place, back(p)) {
                    figure.area(clip::area(&[p, before, back(p)], self.corners), SOLID);
                }
            }
            lines.push([a, b]);
        }
        lines.into_iter().for_each(|line| figure.line(line.to_vec(), 1.4, OUTLINE));
    }

    /// Draws fronts filled, the farthest first, and backs transparent.
    fn draw_faces(&self, figure: &mut Figure) {
        let toward = self.camera.axes[2];
        let depth = |t: &[Vec3; 3]| toward.dot(t[0] + t[1] + t[2]);
        let mut sorted: Vec<&[Vec3; 3]> = self.triangles.iter().collect();
        sorted.sort_by(|a, b| depth(a).total_cmp(&depth(b)));
        let light = (toward + self.camera.axes[1] * 0.9 - self.camera.axes[0] * 0.5).normalize();
        for t in sorted {
            let front = (t[1] - t[0]).cross(t[2] - t[0]).normalize_or_zero();
            let spots = t.map(|p| self.spot(p));
            let outline = clip::area(&spots, self.corners);
            if outline.is_empty() {
                continue;
            }
            let is_front = front.dot(toward) > 0.0;
            if is_front {
                let shade = |c: f32| (c * (0.72 + 0.28 * front.dot(light).max(0.0))) as u8;
                figure.area(outline.clone(), Ink::rgb(shade(238.0), shade(236.0), shade(230.0)));
            } else {
                figure.area(outline.clone(), OUTLINE.faded(16));
            }
            let mut edges = outline;
            edges.extend(edges.first().copied());
            figure.line(edges, 0.6, OUTLINE.faded(if is_front { 90 } else { 40 }));
        }
    }

    fn draw_way(&self, run: &sidle_scenes::Run, came: &RunResult, ink: Ink, figure: &mut Figure) {
        let path = drawn(&came.way.path);
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return };
        let mut spots: Vec<Spot> = Vec::new();
        for place in &path {
            let spot = self.spot(*place);
            if spots.last().is_none_or(|before| length([*before, spot]) >= STEP) {
                spots.push(spot);
            }
        }
        let half = half(run);
        for place in self.ghosts(&path, half) {
            figure.line(self.outline(place, half), 0.8, ink.faded(80));
        }
        figure.line(spots, 2.2, ink.faded(230));
        for piece in self.outline(first, half).chunks(4) {
            // Two of four steps of the outline, as dashes.
            figure.line(piece[..piece.len().min(3)].to_vec(), 1.2, ink);
        }
        figure.area(self.outline(last, half), ink.faded(28));
        figure.line(self.outline(last, half), 1.5, ink);
        self.draw_contacts(&came.way.hits, ink, figure);
        figure.dot(self.spot(last), 2.6, ink);
    }

    /// Returns evenly spaced positions along the path, far enough apart that the shapes do not hide
    /// each other.
    fn ghosts(&self, path: &[Vec3], half: Vec3) -> Vec<Vec3> {
        let [a, b] = self.camera.outline(half);
        let size = 2.0 * (a[0] + b[1]).max(0.02) * self.window.scale;
        let pieces = || path.windows(2).map(|w| (w, length([self.spot(w[0]), self.spot(w[1])])));
        let whole: f32 = pieces().map(|(_, way)| way).sum();
        let count = (whole / size * 1.6).floor().min(MOST_GHOSTS);
        let mut next = whole / (count + 1.0);
        let mut way = 0.0;
        let mut places = Vec::new();
        for (w, piece) in pieces() {
            while piece > 0.0 && way + piece >= next && (places.len() as f32) < count {
                places.push(w[0].lerp(w[1], (next - way) / piece));
                next += whole / (count + 1.0);
            }
            way += piece;
        }
        places
    }

    fn outline(&self, centre: Vec3, half: Vec3) -> Vec<Spot> {
        let axes = self.camera.outline(half.max(Vec3::splat(2.0 / self.window.scale)));
        let [a, b] = axes.map(|[x, y]| [x * self.window.scale, -y * self.window.scale]);
        let mut outline = ellipse(self.spot(centre), a, b);
        outline.extend(outline.first().copied());
        outline
    }

    fn draw_contacts(&self, hits: &[MoveHit], ink: Ink, figure: &mut Figure) {
        let mut drawn: Vec<(Spot, Vec3)> = Vec::new();
        for hit in hits {
            let spot = self.spot(hit.point.as_vec3());
            let known = |(at, normal): &(Spot, Vec3)| {
                let way = length([*at, spot]);
                way < 4.0 && normal.dot(hit.normal) > 0.9 || way < APART && normal.dot(hit.normal) > 0.98
            };
            if !drawn.iter().any(known) {
                drawn.push((spot, hit.normal));
            }
        }
        // Evenly spaced, if there are too many.
        let every = drawn.len().div_ceil(MOST_CONTACTS).max(1);
        for (spot, normal) in drawn.into_iter().step_by(every) {
            let [x, y] = self.camera.flat(normal);
            figure.line(vec![spot, [spot[0] + x * NORMAL, spot[1] - y * NORMAL]], 1.1, INK);
            figure.dot(spot, 2.2, INK);
            figure.dot(spot, 1.2, ink);
        }
    }
}

/// Returns a path as it is drawn.
fn drawn(path: &[DVec3]) -> Vec<Vec3> {
    path.iter().map(|place| place.as_vec3()).collect()
}

fn half(run: &sidle_scenes::Run) -> Vec3 {
    Vec3::from(run.shape.reach(0.0).map(|x| x as f32))
}

fn length([a, b]: [Spot; 2]) -> f32 {
    ((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])).sqrt()
}
