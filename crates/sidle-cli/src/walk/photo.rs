//! Draws a level by casting rays of the library.

use rayon::prelude::*;
use sidle::{QueryFilter, Vec3};
use tiny_skia::Pixmap;

use super::view::View;
use crate::level::Level;

/// Rays along each side of a pixel.
const FINE: u32 = 2;
/// Colour where no ray hits anything.
const SKY: [f32; 3] = [0.965, 0.97, 0.975];
/// Colour of a cut through a solid, and of its hatching.
const SOLID: [f32; 3] = [0.47, 0.50, 0.54];
const HATCH: [f32; 3] = [0.41, 0.44, 0.48];
/// Colours of floors, walls and ceilings.
const FLOOR: [f32; 3] = [0.90, 0.86, 0.78];
const WALL: [f32; 3] = [0.74, 0.77, 0.80];
const CEILING: [f32; 3] = [0.62, 0.62, 0.66];
/// Brightness factors in the shade, and at the far end.
const SHADE: f32 = 0.66;
const FAR: f32 = 0.78;
/// A step in depth by this fraction of the width of the picture is drawn as an edge, and so is an
/// angle whose cosine is below the second number.
const JUMP: f32 = 0.004;
const BEND: f32 = 0.85;

#[derive(Clone, Copy, Default)]
struct Seen {
    depth: f32,
    /// Unit normal of the surface; zero if the ray hits nothing.
    normal: Vec3,
    /// True if the ray hits the back of a face, and so starts inside a solid.
    back: bool,
    lit: bool,
}

/// Draws the picture.
pub(crate) fn take(level: &Level, view: &View) -> Option<Pixmap> {
    let [width, height] = view.size;
    let (columns, rows) = ((width * FINE) as usize, (height * FINE) as usize);
    let mut seen = vec![Seen::default(); columns * rows];
    seen.par_chunks_mut(columns).enumerate().for_each(|(y, row)| {
        for (x, seen) in row.iter_mut().enumerate() {
            *seen = look(level, view, [x, y].map(|k| (k as f32 + 0.5) / FINE as f32));
        }
    });
    // If most rays hit backs, the winding of the file means nothing.
    let backs = seen.iter().filter(|s| s.back).count();
    let fronts_count = 2 * backs < seen.iter().filter(|s| s.normal != Vec3::ZERO).count();
    let mut pixels = Pixmap::new(width, height)?;
    pixels.data_mut().par_chunks_mut(4).enumerate().for_each(|(i, pixel)| {
        let (x, y) = (i % width as usize, i / width as usize);
        let mut sum = [0.0; 3];
        for k in 0..(FINE * FINE) as usize {
            let at = [x * FINE as usize + k % FINE as usize, y * FINE as usize + k / FINE as usize];
            let colour = shade(view, &seen, columns, at, fronts_count);
            (0..3).for_each(|c| sum[c] += colour[c]);
        }
        let byte = |sum: f32| (sum / (FINE * FINE) as f32 * 255.0).round().clamp(0.0, 255.0) as u8;
        pixel.copy_from_slice(&[byte(sum[0]), byte(sum[1]), byte(sum[2]), 255]);
    });
    Some(pixels)
}

/// Returns the direction of the light, over the left shoulder of the viewer.
fn light(view: &View) -> Vec3 {
    (view.axes[1] * 0.6 - view.axes[0] * 0.45 - view.axes[2]).normalize()
}

fn look(level: &Level, view: &View, spot: [f32; 2]) -> Seen {
    let into = view.axes[2];
    let Some(hit) = level.world.cast_ray(view.ray_start(spot), into * view.reach, &QueryFilter::ALL) else {
        return Seen { depth: view.start + view.reach, ..Seen::default() };
    };
    let point = hit.point.as_vec3();
    let depth = view.depth(point);
    let light = light(view);
    let back = level.front(level.triangle(&hit.surface)).dot(into) > 0.0;
    // Cast the shadow ray only to the plane where the view rays start: parts that are cut away cast
    // no shadow.
    let from = point + hit.normal * 0.01;
    let way = (view.depth(from) - view.start) / -light.dot(into);
    let lit = hit.normal.dot(light) > 0.0
        && !level.world.is_blocked(from, from + light * way.max(0.0), &QueryFilter::ALL);
    Seen { depth, normal: hit.normal, back, lit }
}

fn shade(view: &View, seen: &[Seen], columns: usize, [x, y]: [usize; 2], fronts_count: bool) -> [f32; 3] {
    let here = seen[y * columns + x];
    let neighbour = |dx: usize, dy: usize| {
        let (x, y) = (x + dx, y + dy);
        (x < columns).then(|| seen.get(y * columns + x)).flatten()
    };
    let jump = JUMP * columns as f32 / FINE as f32 / view.scale;
    let is_edge = |other: &Seen| {
        (other.normal == Vec3::ZERO) != (here.normal == Vec3::ZERO)
            || here.normal != Vec3::ZERO
                && ((other.depth - here.depth).abs() > jump + slant(view, here.normal)
                    || other.normal.dot(here.normal) < BEND)
    };
    let edge = [neighbour(1, 0), neighbour(0, 1)].into_iter().flatten().any(is_edge);
    if here.back && fronts_count {
        let hatched = (x + y) / FINE as usize % 8 < 2;
        return if edge {
            HATCH.map(|c| c * 0.7)
        } else if hatched {
            HATCH
        } else {
            SOLID
        };
    }
    if here.normal == Vec3::ZERO {
        return if edge { SKY.map(|c| c * 0.7) } else { SKY };
    }
    let base = if here.normal.y > 0.7 {
        FLOOR
    } else if here.normal.y > -0.5 {
        WALL
    } else {
        CEILING
    };
    let bright = here.normal.dot(light(view)).max(0.0);
    let lit = if here.lit { SHADE + (1.0 - SHADE) * bright * 1.15 } else { SHADE };
    let far = ((here.depth - view.start) / view.reach).clamp(0.0, 1.0);
    let dim = lit * (1.0 + (FAR - 1.0) * far) * if edge { 0.72 } else { 1.0 };
    base.map(|c| (c * dim).min(1.0))
}

/// Returns the change of depth of a slanted surface from one ray to the next.
fn slant(view: &View, normal: Vec3) -> f32 {
    let facing = normal.dot(view.axes[2]).abs().max(0.02);
    2.0 / (facing * view.scale * FINE as f32)
}
