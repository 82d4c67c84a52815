//! Guesses the unit and the up axis of a level from its geometry and its spawns.
//!
//! A guess never changes the level. It becomes a warning that names the option to use, and only if
//! the evidence is clear: a level in metres with y up must not get a warning.
//!
//! ```text
//! strain of a unit = how many powers of ten the level is off, if this is its unit:
//!       its longest side            from 8 m to 3,000 m
//!     + its details                 edges up to 20 m or rises up to 10 m, if the level is 400 long
//!     + its places to start at      0.2 m to 5 m above a floor
//! warn if another unit has a strain that is less by MARGIN than that of the metre
//!
//! flatness of an axis over another one = ln(area of faces across it / the same of the other one)
//!                                      + ln(length of the other one / length) / 2
//! warn if the third axis is flatter than both others by FLATTER, or if the places to start at
//! stand three times closer to a floor along it
//! ```
//!
//! Without spawns, an empty canyon along x that is higher than wide cannot be distinguished from a
//! hall with z up.

use std::path::Path;

use sidle::{QueryFilter, Vec3};
use sidle_io::{Units, UpAxis};

use crate::level::Level;
use crate::numbers::{grouped, readable};

/// Smallest difference of strains for a warning, in powers of ten.
const MARGIN: f64 = 0.35;
/// Units whose strains differ by less, in powers of ten, are equally plausible.
const TIE: f64 = 0.15;
/// Smallest flatness for a warning: about the factor 1.6, or 2.7 in length.
const FLATTER: f64 = 0.5;
/// Smallest ratio of the floor distances along two axes for a warning.
const CLOSER: f32 = 3.0;
/// An edge that rises by less, as a fraction of its length, is level.
const LEVEL: f64 = 0.05;
/// Smallest normal component of a face across an axis: within 45 degrees.
const ACROSS: f64 = 0.7;
/// Smallest plausible level in metres. A smaller one has no space for a walker.
const SMALLEST: f64 = 2.0;
/// Smallest level whose details are measured, in units of the file. Parts of a smaller level may be
/// as large as the whole.
const DETAILED: f64 = 400.0;
/// Maximum number of triangles that are measured, spread evenly over all of them.
const MOST_TRIANGLES: usize = 1 << 20;
/// Maximum number of spawns that are used.
const MOST_PLACES: usize = 64;

struct Unit {
    plural: &'static str,
    one: &'static str,
    metres: f64,
}

/// The most common units first: of equally plausible units, the first is chosen.
const UNITS: [Unit; 5] = [
    Unit { plural: "metres", one: "the metre", metres: 1.0 },
    Unit { plural: "centimetres", one: "the centimetre", metres: 0.01 },
    Unit { plural: "inches", one: "the inch", metres: 0.0254 },
    Unit { plural: "game units of 3 cm", one: "a game unit of 3 cm", metres: 0.03 },
    Unit { plural: "millimetres", one: "the millimetre", metres: 0.001 },
];

/// Measurements of a level, in the metres and axes that it was read with.
#[derive(Clone, Copy, Debug)]
pub struct Evidence {
    size: Vec3,
    /// Median length of the edges.
    pub median_edge: f32,
    /// Median rise of the edges that are not level: along y and along z.
    median_rises: [f32; 2],
    /// Area of the faces across each axis.
    area: [f64; 3],
    /// Median distances from the spawns to a floor: along y, and along the other candidate for the
    /// up axis. Infinite without a floor; `None` without spawns.
    median_floor_distances: Option<[f32; 2]>,
}

/// The likely unit of a level.
#[derive(Debug, PartialEq)]
pub struct UnitGuess {
    /// Name of the unit in the plural, or `unknown`.
    pub unit: &'static str,
    /// The reason, as a part of a sentence.
    pub reason: String,
}

impl Evidence {
    /// Measures a level. `places` are the spawns that the user gave, if any.
    pub fn of(level: &Level, places: &[Vec3]) -> Self {
        let (mut edges, mut rises, mut area) = (Vec::new(), [Vec::new(), Vec::new()], [0.0; 3]);
        let triangles = level.data.triangles.len();
        for i in (0..triangles as u32).step_by(triangles.div_ceil(MOST_TRIANGLES).max(1)) {
            let [a, b, c] = level.corners(i).map(|corner| corner.as_dvec3());
            for edge in [b - a, c - b, a - c] {
                let length = edge.length();
                edges.push(length as f32);
                for (rises, rise) in rises.iter_mut().zip([edge.y.abs(), edge.z.abs()]) {
                    if rise > LEVEL * length {
                        rises.push(rise as f32);
                    }
                }
            }
            let normal = (b - a).cross(c - a);
            let twice = normal.length();
            for (sum, part) in area.iter_mut().zip(normal.to_array()) {
                if part.abs() > ACROSS * twice {
                    *sum += twice / 2.0;
                }
            }
        }
        Self {
            size: level.bounds.1 - level.bounds.0,
            median_edge: median(&mut edges),
            median_rises: rises.map(|mut rises| median(&mut rises)),
            area,
            median_floor_distances: median_floor_distances(level, places),
        }
    }

    /// Returns the length of the longest side and its name.
    fn longest(&self) -> (f64, &'static str) {
        let Vec3 { x, y, z } = self.size;
        let (high, wide) = if self.is_flatter() { (z, x.max(y)) } else { (y, x.max(z)) };
        if high > wide { (f64::from(high), "high") } else { (f64::from(wide), "wide") }
    }

    /// Returns the implausibility of a unit, in powers of ten.
    fn strain(&self, metres: f64) -> f64 {
        let off = |x: f64, low: f64, high: f64| (low / x).log10().max((x / high).log10()).max(0.0);
        let above = |x: f32, high: f64| (f64::from(x) * metres / high).log10().max(0.0);
        let longest = self.longest().0;
        let details =
            above(self.median_edge, 20.0).min(above(self.median_rises[usize::from(self.is_flatter())], 10.0));
        let details = if longest < DETAILED { 0.0 } else { details };
        let drop = self.median_floor_distances.map_or(0.0, |[drop, _]| {
            if drop.is_finite() { off(f64::from(drop) * metres, 0.2, 5.0) } else { 0.0 }
        });
        off(longest * metres, 8.0, 3000.0) + details + drop
    }

    /// Returns the most plausible unit. This is the metre, unless another one is clearly better.
    fn best(&self) -> &'static Unit {
        let [metre, ..] = &UNITS;
        let strain = |unit: &Unit| self.strain(unit.metres);
        let best =
            UNITS.iter().fold(metre, |best, unit| if strain(unit) < strain(best) { unit } else { best });
        if strain(metre) - strain(best) > MARGIN { best } else { metre }
    }

    /// Guesses the unit of a level that was read with a scale.
    pub fn unit(&self, scale: f64) -> UnitGuess {
        let best = if scale == 1.0 { self.best() } else { &UNITS[0] };
        let edge = f64::from(self.median_edge);
        let [longest, edge] = [self.longest().0, edge].map(|x| readable(x, x));
        let numbers = format!("the longest side is {longest} and the median edge {edge}");
        if self.strain(best.metres) > MARGIN && !self.is_usual_size(best.metres) {
            return UnitGuess {
                unit: "unknown",
                reason: format!("{numbers}: no usual unit makes a level of it"),
            };
        }
        let [long, short] = [longest, edge].map(|x| readable(x * best.metres, x * best.metres));
        let reason = if best.metres == 1.0 {
            format!("{numbers}, which suits a level in metres")
        } else {
            format!(
                "{numbers}; in {} that is {long} m and {short} m: use --scale {}",
                best.plural, best.metres
            )
        };
        UnitGuess { unit: best.plural, reason }
    }

    fn is_usual_size(&self, metres: f64) -> bool {
        (SMALLEST..=10_000.0).contains(&(self.longest().0 * metres))
    }

    /// Returns a warning for the unit and one for the up axis, if they look wrong.
    pub fn doubts(&self, units: Units) -> Vec<String> {
        self.unit_doubt(units.scale).into_iter().chain(self.up_doubt(units.up)).collect()
    }

    fn unit_doubt(&self, scale: f64) -> Option<String> {
        let (longest, wide) = self.longest();
        let metres = grouped_metres(longest);
        let best = self.best();
        if best.metres == 1.0 && self.is_usual_size(1.0) {
            return None;
        }
        if scale != 1.0 {
            return Some(format!(
                "with --scale {scale} this level is {metres} m {wide}: is the scale right?"
            ));
        }
        if longest < SMALLEST {
            return Some(format!(
                "this level is {metres} m {wide}, too small to walk in: if its unit is not the metre, add --scale \
                 METRES_PER_UNIT"
            ));
        }
        if best.metres == 1.0 || !self.is_usual_size(best.metres) {
            return Some(format!(
                "this level is {metres} m {wide}, and no usual unit makes that plausible: look for stray vertices, or \
                 add --scale METRES_PER_UNIT"
            ));
        }
        let as_good = |unit: &&Unit| {
            let is_other = unit.metres != 1.0 && unit.metres != best.metres;
            is_other && self.strain(unit.metres) <= self.strain(best.metres) + TIE
        };
        let others: Vec<String> = UNITS
            .iter()
            .filter(as_good)
            .take(2)
            .map(|unit| format!("{}: --scale {}", unit.one, unit.metres))
            .collect();
        let others = if others.is_empty() { String::new() } else { format!(" ({})", others.join("; ")) };
        Some(format!(
            "this level is {metres} m {wide}: if its unit is {}, add --scale {}{others}",
            best.one, best.metres
        ))
    }

    fn up_doubt(&self, up: UpAxis) -> Option<String> {
        let is_beside = match self.median_floor_distances {
            Some([drop, other]) if other * CLOSER < drop => true,
            // The spawns stand on floors.
            Some([drop, other]) if drop * CLOSER < other => return None,
            _ => false,
        };
        if !is_beside && !self.is_flatter() {
            return None;
        }
        // Axes of the file.
        let (is, other, advice) = match up {
            UpAxis::Y => ("y", "z", "add --up z"),
            UpAxis::Z => ("z", "y", "leave out --up z"),
        };
        let why = if is_beside {
            format!("the places to start at have a floor close by along {other}, but not along {is}")
        } else {
            format!("this level lies flat across {other}, but not across {is}")
        };
        Some(format!("{why}: if {other} is up in its file, {advice}"))
    }

    /// Returns true if the level lies flat across z, compared with both x and y. In the file, z may
    /// have been the up axis.
    fn is_flatter(&self) -> bool {
        let size = self.size.as_dvec3().to_array();
        let over = |k: usize| {
            let ratio = |a: f64, b: f64| (a / b.max(1e-9 * a)).ln();
            ratio(self.area[2], self.area[k]) + ratio(size[k], size[2]) / 2.0
        };
        // False for NaN, which results from zero area.
        over(0) > FLATTER && over(1) > FLATTER
    }
}

/// Prints warnings about a level to standard error, because standard output may be JSON.
pub fn warn(path: &Path, doubts: &[String]) {
    for doubt in doubts {
        eprintln!("sidle: warning: {}: {doubt}", path.display());
    }
}

/// Formats metres: whole ones from 100, otherwise with two significant digits.
fn grouped_metres(metres: f64) -> String {
    if (100.0..1e15).contains(&metres) {
        grouped(metres.round() as u64)
    } else {
        readable(metres, metres * 1e3).to_string()
    }
}

fn median(values: &mut [f32]) -> f32 {
    let middle = values.len() / 2;
    if values.is_empty() { 0.0 } else { *values.select_nth_unstable_by(middle, f32::total_cmp).1 }
}

/// Returns the median distances to a floor below, along y and along the other candidate for the up
/// axis. With `--up z`, the y axis of the file has become -z. With `--up y`, the z axis is still z.
fn median_floor_distances(level: &Level, places: &[Vec3]) -> Option<[f32; 2]> {
    let other_down = match level.units.up {
        UpAxis::Y => Vec3::NEG_Z,
        UpAxis::Z => Vec3::Z,
    };
    let reach = (level.bounds.1 - level.bounds.0).length() + 1.0;
    let step = places.len().div_ceil(MOST_PLACES).max(1);
    let drop = |down: Vec3| {
        let below = |&place: &Vec3| {
            let hit = level.world.cast_ray(place, down * reach, &QueryFilter::ALL);
            let is_floor = |hit: &sidle::Hit| hit.normal.dot(down).abs() > ACROSS as f32;
            hit.filter(is_floor).map_or(f32::INFINITY, |hit| (hit.point.as_vec3() - place).length())
        };
        median(&mut places.iter().step_by(step).map(below).collect::<Vec<_>>())
    };
    (!places.is_empty()).then(|| [drop(Vec3::NEG_Y), drop(other_down)])
}

#[cfg(test)]
mod tests;
