//! Pictures of scenes: the outline of the level, the path of the body, and some bodies.

use sidle_scenes::catalogue::{Body, Course, Form, Scene, Settings, Stage, Variant, View};

use super::runner::{Record, run_stage};
use crate::tour::camera::Window;
use crate::tour::clip;
use sidle_cli::paint::{Anchor, COLOURS, Figure, Ink, Spot, ellipse, scale_bar};

type P = [f64; 2];

/// Size of the panel and its border, in pixels.
const SIZE: Spot = [720.0, 420.0];
const TOP: f32 = 30.0;
const EDGE: f32 = 8.0;
/// Height above the feet up to which a surface may be the ground, in metres.
const STEP: f64 = 0.45;
/// Twice the area on the picture below which a triangle is seen edge-on, in square metres.
const FLAT: f64 = 1e-6;

pub(crate) const INK: Ink = Ink::rgb(40, 44, 52);
pub(crate) const PAPER: Ink = Ink::rgb(249, 249, 247);
pub(crate) const SOLID: Ink = Ink::rgb(214, 218, 224);
pub(crate) const OUTLINE: Ink = Ink::rgb(90, 96, 106);
const MESH: Ink = Ink::rgb(196, 201, 208);
pub(crate) const BODY: Ink = Ink::rgb(31, 98, 200);

/// The courses of a stage with its level, in the coordinates of the scene.
pub(crate) struct Sketch {
    title: String,
    pub(crate) view: View,
    pub(crate) triangles: Vec<[[f64; 3]; 3]>,
    pub(crate) courses: Vec<(Settings, Course)>,
}

impl Sketch {
    /// Runs a stage.
    pub(crate) fn of(scene: &Scene, stage: &Stage, variant: &Variant) -> Self {
        let mut record = Record { courses: Some(Vec::new()), ..Record::default() };
        run_stage(stage, variant, &mut record);
        super::special::run(scene.id, variant, &mut record);
        let courses = record.courses.unwrap_or_default().into_iter();
        let corners = |i: usize| stage.level.corners(i).map(|v| v.map(f64::from));
        // Pieces are drawn where they are at the start.
        let pieces = stage.pieces.iter().flat_map(|piece| {
            let (at, turn) = (piece.path)(0.0);
            let (sin, cos) = turn.sin_cos();
            let place = move |[x, y, z]: [f32; 3]| {
                let [x, y, z] = [x, y, z].map(f64::from);
                [at[0] + cos * x + sin * z, at[1] + y, at[2] + cos * z - sin * x]
            };
            (0..piece.mesh.triangles.len()).map(move |i| piece.mesh.corners(i).map(place))
        });
        Self {
            title: if scene.id.len() < 4 {
                format!("{}  {}", scene.id, scene.what)
            } else {
                capital(scene.what)
            },
            view: scene.view,
            triangles: (0..stage.level.triangles.len()).map(corners).chain(pieces).collect(),
            courses: courses.filter(|(_, course)| !course.frames.is_empty()).collect(),
        }
    }

    /// Projects a point: to the right, up, and towards the viewer.
    pub(crate) fn flat(&self, p: [f64; 3]) -> [f64; 3] {
        match self.view {
            View::Front => p,
            View::Side => [p[2], p[1], -p[0]],
            View::Top => [p[0], -p[2], p[1]],
        }
    }

    /// Returns the centre of a body whose feet are here, projected.
    pub(crate) fn centre(&self, settings: &Settings, feet: [f64; 3]) -> P {
        let [x, y, z] = feet;
        let p = self.flat([x, y + settings.centre(), z]);
        [p[0], p[1]]
    }

    /// Returns the box of the courses with some space around it: low and high corner, and the range
    /// of depth.
    pub(crate) fn bounds(&self, space: f64) -> (P, P, [f64; 2]) {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for (settings, course) in &self.courses {
            for feet in std::iter::once(course.start).chain(course.frames.iter().map(|f| f.feet)) {
                let p = self.flat(feet);
                let tall = if self.view == View::Top { 0.0 } else { settings.body.height() };
                for k in 0..3 {
                    // The feet are the lowest point.
                    let is_vertical = k == if self.view == View::Top { 2 } else { 1 };
                    let r = if is_vertical { 0.0 } else { settings.body.radius };
                    low[k] = low[k].min(p[k] - r);
                    high[k] = high[k].max(p[k] + r + if k == 1 { tall } else { 0.0 });
                }
            }
        }
        let depth = [low[2], high[2]];
        ([low[0] - space, low[1] - space], [high[0] + space, high[1] + space], depth)
    }

    /// Returns the title.
    pub(crate) fn what(&self) -> &str {
        &self.title
    }

    /// Returns the height of the ground below a body whose feet are at this height, at a horizontal
    /// position and a depth: the highest surface that is at most a step above the feet. Without
    /// ground, the height of the feet.
    pub(crate) fn ground_at(&self, [x, depth]: P, feet: f64) -> f64 {
        let mut highest = f64::NEG_INFINITY;
        for t in &self.triangles {
            let [a, b, c] = t.map(|p| self.flat(p));
            let area = |p: [f64; 3], q: [f64; 3]| (q[0] - p[0]) * (depth - p[2]) - (q[2] - p[2]) * (x - p[0]);
            let (u, v, w) = (area(b, c), area(c, a), area(a, b));
            let sum = u + v + w;
            if sum.abs() > 1e-9 && [u, v, w].iter().all(|s| s * sum >= 0.0) {
                let y = (u * a[1] + v * b[1] + w * c[1]) / sum;
                if y < feet + STEP {
                    highest = highest.max(y);
                }
            }
        }
        if highest == f64::NEG_INFINITY { feet } else { highest }
    }

    /// Draws the picture.
    pub(crate) fn figure(&self) -> Figure {
        let mut figure = Figure::new([SIZE[0] + 2.0 * EDGE, SIZE[1] + TOP + EDGE]);
        figure.words([EDGE, 20.0], 14.0, Anchor::Start, INK, &self.title);
        let corners = [[EDGE, TOP], [EDGE + SIZE[0], TOP + SIZE[1]]];
        let [a, b] = corners;
        figure.area(vec![a, [b[0], a[1]], b, [a[0], b[1]]], PAPER);
        if self.courses.is_empty() {
            return figure;
        }
        let (low, high, _) = self.bounds(0.6);
        let window = Window::new(corners, low.map(|x| x as f32), high.map(|x| x as f32));
        let mut panel = Panel { figure: &mut figure, window, corners };
        self.level(&mut panel);
        for (i, (settings, course)) in self.courses.iter().enumerate() {
            let ink = COLOURS[(i + 2) % COLOURS.len()];
            let mut path: Vec<P> = vec![self.centre(settings, course.start)];
            path.extend(course.frames.iter().map(|f| self.centre(settings, f.feet)));
            panel.line(&path, 1.6, ink);
            let bodies = if i == 0 { 5 } else { 1 };
            for k in 0..=bodies {
                let at = path[(path.len() - 1) * k / bodies];
                panel.body(at, &settings.body, self.view, if i == 0 { BODY } else { ink }, k == bodies);
            }
        }
        scale_bar([a[0] + 12.0, a[1] + 22.0], window.scale, SIZE[0] / 5.0, INK, &mut figure);
        figure
    }

    /// Draws the surfaces near the courses: solid below the ground and above ceilings.
    pub(crate) fn level(&self, panel: &mut Panel<'_>) {
        let (low, high, depth) = self.bounds(50.0);
        let flat: Vec<[[f64; 3]; 3]> = self.triangles.iter().map(|t| t.map(|p| self.flat(p))).collect();
        let is_near = |t: &&[[f64; 3]; 3]| {
            let range = |k: usize| {
                let x = t.map(|p| p[k]);
                (x.into_iter().fold(f64::INFINITY, f64::min), x.into_iter().fold(f64::NEG_INFINITY, f64::max))
            };
            let within = |k: usize, a: f64, b: f64| range(k).0 <= b && range(k).1 >= a;
            within(0, low[0], high[0]) && (self.view == View::Top || within(2, depth[0], depth[1]))
        };
        let near: Vec<&[[f64; 3]; 3]> = flat.iter().filter(is_near).collect();
        let lines: Vec<Vec<[f64; 3]>> = self.courses.iter().map(|(s, c)| self.line_of(s, c)).collect();
        for t in &near {
            if self.view == View::Top {
                let is_high = t.iter().all(|p| p[2] > depth[0] + 0.05);
                if is_high {
                    panel.area(&t.map(|p| [p[0], p[1]]), SOLID);
                }
            } else if let Some(outline) = solid_side(t, &lines) {
                panel.area(&outline, SOLID);
            }
        }
        for t in near {
            let corners = t.map(|p| [p[0], p[1]]);
            let is_sheet = area_of(&corners).abs() < FLAT;
            let (ink, width) = if is_sheet { (OUTLINE, 1.6) } else { (MESH, 0.7) };
            panel.line(&[corners[0], corners[1], corners[2], corners[0]], width, ink);
        }
    }

    /// Returns the path of a centre with the course thinned to a few hundred points.
    fn line_of(&self, settings: &Settings, course: &Course) -> Vec<[f64; 3]> {
        let every = (course.frames.len() / 200).max(1);
        let feet = std::iter::once(course.start).chain(course.frames.iter().step_by(every).map(|f| f.feet));
        feet.map(|[x, y, z]| self.flat([x, y + settings.centre(), z])).collect()
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the solid behind a triangle that is not a wall: below it if the bodies pass above it,
/// and above it otherwise.
fn solid_side(t: &[[f64; 3]; 3], lines: &[Vec<[f64; 3]>]) -> Option<Vec<P>> {
    let mut corners = t.map(|p| [p[0], p[1]]);
    corners.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let [a, m, b] = corners;
    if b[0] - a[0] < 1e-3 {
        return None;
    }
    // Ground is below the centres that pass it, and a ceiling is above all of them. Beside the
    // courses, the front decides.
    let beside = |p: &&[f64; 3]| (p[0] - p[0].clamp(a[0], b[0])).abs();
    let near = lines.iter().flatten().filter(|p| beside(p) < 0.5);
    let highest = near.max_by(|p, q| p[1].total_cmp(&q[1]));
    let is_up = faces_up(t);
    // Terrain is seen from the side.
    let is_sheet = area_of(&t.map(|p| [p[0], p[1]])).abs() < FLAT;
    let below = highest.filter(|_| is_sheet).is_none_or(|p| {
        let share = ((p[0] - a[0]) / (b[0] - a[0])).clamp(0.0, 1.0);
        a[1] + (b[1] - a[1]) * share < p[1]
    });
    if !is_up && below {
        return None;
    }
    let end = if below { -1e3 } else { 1e3 };
    Some(vec![a, m, b, [b[0], end], [a[0], end]])
}

/// Returns twice the area of a triangle on the picture.
fn area_of([a, b, c]: &[P; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Returns true if the front of a projected triangle faces up.
fn faces_up([a, b, c]: &[[f64; 3]; 3]) -> bool {
    let (p, q) = ([0, 1, 2].map(|k| b[k] - a[k]), [0, 1, 2].map(|k| c[k] - a[k]));
    p[2] * q[0] - p[0] * q[2] > 0.0
}

/// A part of a figure, drawn on in metres.
pub(crate) struct Panel<'a> {
    pub(crate) figure: &'a mut Figure,
    pub(crate) window: Window,
    pub(crate) corners: [Spot; 2],
}

impl Panel<'_> {
    pub(crate) fn spot(&self, at: P) -> Spot {
        self.window.spot(at.map(|x| x as f32))
    }

    pub(crate) fn area(&mut self, outline: &[P], ink: Ink) {
        let spots: Vec<Spot> = outline.iter().map(|&p| self.spot(p)).collect();
        let clipped = clip::area(&spots, self.corners);
        if clipped.len() > 2 {
            self.figure.area(clipped, ink);
        }
    }

    pub(crate) fn line(&mut self, points: &[P], width: f32, ink: Ink) {
        let mut piece: Vec<Spot> = Vec::new();
        for pair in points.windows(2) {
            let Some([a, b]) = clip::segment(self.spot(pair[0]), self.spot(pair[1]), self.corners) else {
                continue;
            };
            if piece.last() != Some(&a) && !piece.is_empty() {
                self.figure.line(std::mem::take(&mut piece), width, ink);
            }
            if piece.is_empty() {
                piece.push(a);
            }
            piece.push(b);
        }
        if !piece.is_empty() {
            self.figure.line(piece, width, ink);
        }
    }

    /// Draws a line with round ends, or a dot for one point. The width is in metres.
    pub(crate) fn limb(&mut self, points: &[P], width: f64, ink: Ink) {
        let spots: Vec<Spot> = points.iter().map(|&p| self.spot(p)).collect();
        self.figure.line(spots, width as f32 * self.window.scale, ink);
    }

    /// Draws a body with its centre at `at`.
    pub(crate) fn body(&mut self, at: P, body: &Body, view: View, ink: Ink, is_last: bool) {
        let outline: Vec<Spot> = outline(body, view)
            .into_iter()
            .map(|p| self.spot([at[0] + f64::from(p[0]), at[1] + f64::from(p[1])]))
            .collect();
        self.figure.area(outline.clone(), ink.faded(if is_last { 60 } else { 22 }));
        let mut ring = outline;
        ring.extend(ring.first().copied());
        self.figure.line(ring, if is_last { 1.8 } else { 1.0 }, ink);
    }
}

/// Returns the outline of a body around its centre, in metres right and up.
pub(crate) fn outline(body: &Body, view: View) -> Vec<Spot> {
    let (r, half) = (body.radius as f32, body.half_height as f32);
    let tall = if view == View::Top { r } else { half };
    let round = ellipse([0.0; 2], [r, 0.0], [0.0, if body.form == Form::Capsule { r } else { tall }]);
    let core = if body.form == Form::Capsule { tall - r } else { 0.0 };
    round.into_iter().map(|[x, y]| [x, y + core.copysign(y)]).collect()
}
