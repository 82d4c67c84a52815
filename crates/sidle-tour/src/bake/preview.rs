//! Draws the lit level by casting rays of the library.

use anyhow::{Context, Result};
use rayon::prelude::*;
use sidle::{QueryFilter, Vec3};
use tiny_skia::Pixmap;

use super::atlas::Atlas;
use super::camera::Camera;
use super::charts::Charts;
use super::light::Light;
use sidle_cli::level::Level;

/// Rays along each side of a pixel.
const FINE: u32 = 2;
/// Colours of floors and walls.
const FLOOR: [f32; 3] = [0.88, 0.82, 0.72];
const WALL: [f32; 3] = [0.80, 0.81, 0.83];
/// Colours of the background and of lamps.
const SKY: [f32; 3] = [0.10, 0.12, 0.16];
const GLOW: [f32; 3] = [1.0, 0.97, 0.85];
/// Fraction of the visible surfaces that is darker than white.
const EXPOSED: f32 = 0.995;
/// Brightness of the average lit surface, before compression.
const MIDDLE: f32 = 0.5;
/// A surface is lit if it has this fraction of the light of white.
const LIT: f32 = 0.02;
/// Radius of drawn lamps that have no size, in metres.
const SMALL_LAMP: f32 = 0.05;

/// The scene of the preview.
pub(crate) struct Scene<'a> {
    pub(crate) level: &'a Level,
    pub(crate) charts: &'a Charts,
    pub(crate) atlas: &'a Atlas,
    pub(crate) lights: &'a [Light],
}

/// The object hit by a ray.
#[derive(Clone, Copy)]
enum Seen {
    Nothing,
    Lamp,
    /// A surface with its light.
    Face {
        normal: Vec3,
        light: f32,
        is_back: bool,
    },
}

impl Scene<'_> {
    /// Returns a camera that shows light and shadow.
    pub(crate) fn camera(&self) -> Camera {
        Camera::choose(self.level, self.lights, |eye, way| match self.look(eye, way) {
            Seen::Face { normal, light, is_back: false } => Some((normal, light)),
            _ => None,
        })
    }

    /// Returns the picture as the bytes of a PNG file.
    pub(crate) fn picture(&self, camera: &Camera, width: u32) -> Result<Vec<u8>> {
        let [width, height] = Camera::size(width);
        let rays = (width * FINE) as usize;
        let mut seen = vec![Seen::Nothing; rays * (height * FINE) as usize];
        seen.par_chunks_mut(rays).enumerate().for_each(|(y, row)| {
            for (x, seen) in row.iter_mut().enumerate() {
                let spot = [(x, width), (y, height)].map(|(k, n)| (k as f32 + 0.5) / (n * FINE) as f32);
                *seen = self.look(camera.eye, camera.direction(spot));
            }
        });
        let exposure = Exposure::of(&seen);
        let mut pixels = Pixmap::new(width, height).context("the picture is too large")?;
        pixels.data_mut().par_chunks_mut(4).enumerate().for_each(|(i, pixel)| {
            let (x, y) = (i % width as usize * FINE as usize, i / width as usize * FINE as usize);
            let mut sum = [0.0; 3];
            for k in 0..(FINE * FINE) as usize {
                let one = seen[(y + k / FINE as usize) * rays + x + k % FINE as usize];
                let colour = colour(one, exposure);
                (0..3).for_each(|c| sum[c] += colour[c]);
            }
            let byte = |sum: f32| (sum / (FINE * FINE) as f32 * 255.0).round().clamp(0.0, 255.0) as u8;
            pixel.copy_from_slice(&[byte(sum[0]), byte(sum[1]), byte(sum[2]), 255]);
        });
        Ok(pixels.encode_png()?)
    }

    fn look(&self, eye: Vec3, way: Vec3) -> Seen {
        let (low, high) = self.level.bounds;
        let reach = (high - low).length() + (eye - (low + high) / 2.0).length();
        let hit = self.level.world.cast_ray(eye, way * reach, &QueryFilter::ALL);
        let free = hit.map_or(1.0, |hit| hit.fraction as f32) * reach;
        if self.lights.iter().filter_map(Light::lamp_at).any(|lamp| meets(lamp, eye, way, free)) {
            return Seen::Lamp;
        }
        let Some(hit) = hit else { return Seen::Nothing };
        let triangle = hit.surface.polygon;
        let is_back = self.level.front(triangle.index() as u32).dot(hit.normal) < 0.0;
        let chart = self.charts.of_triangle[triangle.index()];
        let flat = chart.map_or([0.0; 2], |c| self.charts.list[c as usize].flat(hit.point.as_vec3()));
        Seen::Face { normal: hit.normal, light: self.atlas.light(chart, usize::from(is_back), flat), is_back }
    }
}

/// Returns true if a ray hits a lamp within `free` times `way`.
fn meets((centre, radius): (Vec3, f32), eye: Vec3, way: Vec3, free: f32) -> bool {
    let t = (centre - eye).dot(way) / way.length_squared();
    let radius = radius.max(SMALL_LAMP);
    t > 0.0 && t < free && (eye + way * t - centre).length() < radius && (centre - eye).length() > radius
}

/// A tone curve (Reinhard): the average lit surface becomes medium, and the brightest one white.
#[derive(Clone, Copy)]
struct Exposure {
    factor: f32,
    white: f32,
}

impl Exposure {
    fn of(seen: &[Seen]) -> Self {
        let light = |s: &Seen| if let Seen::Face { light, .. } = s { Some(*light) } else { None };
        let mut all: Vec<f32> = seen.iter().filter_map(light).collect();
        all.sort_unstable_by(f32::total_cmp);
        let white = all.get((all.len() as f32 * EXPOSED) as usize).copied().unwrap_or(1.0).max(1e-3);
        let lit = &all[all.partition_point(|&light| light < white * LIT)..];
        let logarithms: f32 = lit.iter().map(|light| light.ln()).sum();
        let factor = MIDDLE / (logarithms / lit.len().max(1) as f32).exp();
        Self { factor, white: (white * factor).max(1.0) }
    }

    /// Returns a brightness from 0 to 1.
    fn of_light(self, light: f32) -> f32 {
        let light = light * self.factor;
        (light * (1.0 + light / (self.white * self.white)) / (1.0 + light)).min(1.0)
    }
}

fn colour(seen: Seen, exposure: Exposure) -> [f32; 3] {
    let (base, light) = match seen {
        Seen::Nothing => return SKY,
        Seen::Lamp => return GLOW,
        Seen::Face { normal, light, .. } => {
            let floor = normal.y.max(0.0).powi(2);
            ([0, 1, 2].map(|c| WALL[c] + (FLOOR[c] - WALL[c]) * floor), light)
        }
    };
    let bright = exposure.of_light(light);
    base.map(|c| (c * bright).powf(1.0 / 2.2))
}
