//! The frames of a film.

use anyhow::{Context, Result};
use sidle_scenes::catalogue::{Course, Form, Frame, Ground, Mover, Settings, View, Walk};
use tiny_skia::{Color, Pixmap};

use super::FRAMES;
use super::person::{self, Pose};
use crate::scenes::{BODY, INK, PAPER, Panel, Sketch};
use crate::tour::camera::Window;
use sidle_cli::paint::{Anchor, Figure, Ink, Spot, paint, scale_bar};

type P = [f64; 2];

/// Width of the picture, heights of the title and of the picture at most, in pixels.
const WIDTH: f32 = 720.0;
const TITLE: f32 = 30.0;
const TALLEST: f32 = 420.0;
/// Number of walks that are shown, and the shortest and longest film, in seconds.
const MOST_WALKS: usize = 3;
const SECONDS: [f64; 2] = [3.0, 6.0];

const TRAIL: Ink = Ink::rgb(20, 130, 60);
const GREY: Ink = Ink::rgb(110, 116, 126);

/// A film.
pub(super) struct Reel {
    sketch: Sketch,
    /// Names of the walks that are shown.
    names: Vec<String>,
    corners: [Spot; 2],
    window: Window,
    /// Seconds of the walk per second of the film.
    pace: f64,
}

impl Reel {
    pub(super) fn new(mut sketch: Sketch, walks: &[Walk]) -> Result<Self> {
        let count = sketch.courses.len();
        let shown = if count <= MOST_WALKS { count } else { 1 };
        sketch.courses.truncate(shown);
        anyhow::ensure!(shown > 0, "this scene has no course to be filmed");
        let mut names: Vec<String> = walks.iter().take(shown).map(|walk| walk.name.clone()).collect();
        names.resize(shown, String::from("one of several"));
        let seconds: f64 = sketch.courses.iter().map(|(_, course)| course.time()).sum();
        let pace = seconds / seconds.clamp(SECONDS[0], SECONDS[1]);
        let (low, high, _) = sketch.bounds(0.35);
        let size = [high[0] - low[0], high[1] - low[1]];
        let tall = (f64::from(WIDTH) * size[1] / size[0]).clamp(160.0, f64::from(TALLEST)) as f32;
        let corners = [[0.0, TITLE], [WIDTH, TITLE + tall]];
        let window = Window::new(corners, low.map(|x| x as f32), high.map(|x| x as f32));
        Ok(Self { sketch, names, corners, window, pace })
    }

    /// Paints every frame, with `fine` pixels per pixel of the figure.
    pub(super) fn frames(&self, fine: f32) -> Result<Vec<Pixmap>> {
        let mut back = Figure::new([WIDTH, self.corners[1][1]]);
        let [a, b] = self.corners;
        back.area(vec![a, [b[0], a[1]], b, [a[0], b[1]]], PAPER);
        self.sketch.level(&mut self.panel(&mut back));
        scale_bar([a[0] + 14.0, a[1] + 24.0], self.window.scale, 120.0, INK, &mut back);
        back.words([4.0, 20.0], 15.0, Anchor::Start, INK, self.sketch.what());
        let [width, height] = back.size.map(|side| (side * fine).ceil() as u32);
        let mut empty = Pixmap::new(width, height).context("the film is too large")?;
        empty.fill(Color::WHITE);
        paint(&back, fine, &mut empty);
        let mut frames = Vec::new();
        for ((settings, course), name) in self.sketch.courses.iter().zip(&self.names) {
            let count = (course.time() / self.pace * f64::from(FRAMES)).round().max(1.0) as usize;
            for i in 0..count {
                let at = ((i as f64 + 1.0) / count as f64 * course.frames.len() as f64) as usize;
                let mut front = Figure::new(back.size);
                let caption = self.caption(name);
                front.words([WIDTH - 4.0, 20.0], 12.0, Anchor::End, GREY, &caption);
                self.draw(
                    &mut self.panel(&mut front),
                    settings,
                    course,
                    at.clamp(1, course.frames.len()) - 1,
                );
                let mut pixels = empty.clone();
                paint(&front, fine, &mut pixels);
                frames.push(pixels);
            }
        }
        Ok(frames)
    }

    fn caption(&self, name: &str) -> String {
        match self.pace {
            pace if pace > 1.05 => format!("{name}, {pace:.1} times as fast"),
            pace if pace < 0.95 => format!("{name}, {:.1} times slower", 1.0 / pace),
            _ => name.to_owned(),
        }
    }

    fn panel<'a>(&self, figure: &'a mut Figure) -> Panel<'a> {
        Panel { figure, window: self.window, corners: self.corners }
    }

    /// Draws the body at frame `i` of a course, and the path up to there.
    fn draw(&self, panel: &mut Panel<'_>, settings: &Settings, course: &Course, i: usize) {
        let frame = &course.frames[i];
        let eye = |f: &Frame| {
            let [x, y, z] = f.feet;
            let body =
                if f.is_crouching { settings.crouched.unwrap_or(settings.body) } else { settings.body };
            let p = self.sketch.flat([x, y + f.drawn + 1.7 * body.half_height, z]);
            [p[0], p[1]]
        };
        let mut path: Vec<P> = course.frames[..i].iter().step_by(2).map(eye).collect();
        path.push(eye(frame));
        let body =
            if frame.is_crouching { settings.crouched.unwrap_or(settings.body) } else { settings.body };
        let [x, y, z] = frame.feet;
        let centre = self.sketch.flat([x, y + body.half_height + settings.skin, z]);
        let has_person = self.sketch.view != View::Top
            && settings.mover == Mover::Character
            && body.form != Form::Sphere
            && body.half_height > 2.0 * body.radius;
        panel.line(&path, 1.8, TRAIL.faded(130));
        panel.body([centre[0], centre[1]], &body, self.sketch.view, BODY.faded(110), false);
        if has_person {
            let pose = self.pose(course, i, body.half_height / 0.9);
            let depth = centre[2];
            person::draw(panel, &pose, |x| self.sketch.ground_at([x, depth], pose.at[1]));
        }
    }

    /// Returns the pose at frame `i`, smoothed over a few frames.
    fn pose(&self, course: &Course, i: usize, size: f64) -> Pose {
        let frame = &course.frames[i];
        let [x, y, z] = frame.feet;
        let at = self.sketch.flat([x, y + frame.drawn, z]);
        let (first, last) = (i.saturating_sub(6), (i + 6).min(course.frames.len() - 1));
        let [a, b] = [first, last].map(|k| self.sketch.flat(course.frames[k].feet)[0]);
        let speed = (b - a) / ((last - first).max(1) as f64 * course.dt());
        let near = &course.frames[i.saturating_sub(4)..=(i + 4).min(course.frames.len() - 1)];
        let air = near.iter().filter(|f| f.ground == Ground::Airborne).count() as f64;
        let wish = self.sketch.flat(frame.wish)[0];
        Pose {
            at: [at[0], at[1]],
            size,
            faces: if speed < -0.05 || (speed.abs() < 0.05 && wish < 0.0) { -1.0 } else { 1.0 },
            walks: (speed.abs() / 0.6).min(1.0),
            flies: (air / near.len() as f64).clamp(0.0, 1.0),
        }
    }
}
