//! Generates a course for a character: a profile of stairs, kerbs, ledges and ramps that is
//! extruded sideways, with walls and ceilings.

use sidle::{DVec3, Vec3};
use sidle_scenes::trig::sin_cos;

use super::mesh::Corners;
use super::number::across;
use crate::random::Rng;

/// The sizes for which a course is made, in metres and radians.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Unit vector that points up.
    pub up: DVec3,
    /// Height of the body.
    pub height: f64,
    /// Half width of the body.
    pub half_width: f64,
    /// Highest step.
    pub step: f64,
    /// Steepest slope.
    pub slope: f64,
    /// The skin.
    pub skin: f64,
}

/// A course around the origin.
#[derive(Clone, Debug)]
pub struct Course {
    /// The polygons.
    pub polygons: Vec<Corners>,
    /// The feet of a character on the level floor before the first ledge.
    pub start: DVec3,
    /// Unit vector along the course.
    pub ahead: DVec3,
    /// Height of a single ledge that the character cannot climb, and that is all there is.
    pub barrier: Option<f64>,
}

/// A profile in the plane of the course: the distance and the height of its points.
struct Profile(Vec<[f64; 2]>);

impl Profile {
    fn go(&mut self, along: f64, rise: f64) {
        let [x, y] = self.0[self.0.len() - 1];
        self.0.push([x + along, y + rise]);
    }

    /// Goes up or down by a ledge whose edge may be bevelled or hang over.
    fn ledge(&mut self, rng: &mut Rng, rise: f64) {
        match rng.weighted(&[6, 1, 1, 1]) {
            1 if rise > 0.0 => {
                let bevel = 0.1 * rise;
                self.go(0.0, rise - bevel);
                self.go(bevel, bevel);
            }
            2 if rise > 0.0 => self.go(-0.05 * rise, rise),
            3 => self.go(1e-4 * rise.abs(), rise),
            _ => self.go(0.0, rise),
        }
    }
}

/// Generates a course.
pub fn course(rng: &mut Rng, sizes: &Sizes) -> Course {
    let ahead = across(rng, sizes.up);
    let reach = 20.0 * sizes.height.max(sizes.step);
    let mut profile = Profile(vec![[-reach, 0.0], [0.0, 0.0]]);
    let is_barrier = rng.chance(30);
    let barrier = is_barrier.then(|| barrier(rng, sizes));
    match barrier {
        // A bevelled edge would be a lower ledge and a slope.
        Some(height) => profile.go(-0.05 * height * f64::from(rng.below(2) as u8), height),
        None => (0..1 + rng.below(4)).for_each(|_| part(rng, sizes, &mut profile)),
    }
    profile.go(reach, 0.0);
    let mut polygons = Vec::new();
    let side = sizes.up.cross(ahead);
    let skew = if rng.chance(80) { f64::from(rng.signed_unit()) * 1.7 } else { 0.0 };
    let half = reach * f64::from(rng.pick(&[1.0_f32, 0.2]));
    // A skewed course begins far before its middle.
    let half = if skew == 0.0 { half } else { half * 0.3 };
    let at = |x: f64, z: f64, y: f64| ahead * (x + skew * z) + side * z + sizes.up * y;
    for ends in profile.0.windows(2) {
        strip(rng, &mut polygons, half, [ends[0], ends[1]], &at);
    }
    if !is_barrier {
        extras(rng, sizes, &mut polygons, half, &at);
    }
    let gap = sizes.skin * f64::from(rng.pick(&[1.0_f32, 1.5, 3.0]));
    let before = if rng.chance(160) {
        (sizes.half_width + gap) * (1.0 + skew * skew).sqrt()
    } else {
        sizes.height * f64::from(rng.range(0.2, 3.0))
    };
    Course { polygons, start: ahead * -before, ahead, barrier }
}

/// Returns the height of a ledge above the limit, and above what a round bottom rolls over.
fn barrier(rng: &mut Rng, sizes: &Sizes) -> f64 {
    let rolls = 0.5 * sizes.height * (1.0 - sin_cos(sizes.slope).1);
    let limit = sizes.step.max(rolls) + 6.0 * sizes.skin;
    limit * f64::from(rng.pick(&[1.01_f32, 1.1, 1.5, 2.0]))
}

/// Adds a part of the profile.
fn part(rng: &mut Rng, sizes: &Sizes, profile: &mut Profile) {
    let step = if sizes.step > 0.0 { sizes.step } else { 0.2 * sizes.height };
    let share = |rng: &mut Rng| {
        let any = rng.range(0.05, 1.2);
        f64::from(rng.pick(&[0.5_f32, 0.9, any, any, 0.25, 1.0, 0.999, 0.7, 1.002, 1.01, 1.5, 1e-4, 0.6]))
    };
    let run = |rng: &mut Rng| sizes.height * f64::from(rng.pick(&[0.2_f32, 0.16, 0.12, 0.2, 0.5, 1.0, 0.03]));
    match rng.weighted(&[7, 2, 2, 2, 1]) {
        0 => {
            let (rise, run) = (step * share(rng), run(rng));
            let sign = if rng.chance(40) { -1.0 } else { 1.0 };
            for _ in 0..2 + rng.below(8) {
                profile.ledge(rng, sign * rise);
                profile.go(run, 0.0);
            }
        }
        1 => {
            let rise = step * share(rng);
            profile.ledge(rng, rise);
            profile.go(run(rng), 0.0);
            profile.ledge(rng, -rise);
            profile.go(run(rng), 0.0);
        }
        2 => {
            let rise = step * share(rng);
            profile.ledge(rng, rise);
            profile.go(run(rng), 0.0);
        }
        3 => {
            let slope = sizes.slope * f64::from(rng.pick(&[0.5_f32, 0.9, 1.0, 1.05, 0.2]));
            let (sin, cos) = sin_cos(slope.min(1.5));
            let length = 2.0 * run(rng) * if rng.chance(100) { -1.0 } else { 1.0 };
            profile.go(length.abs() * cos, length * sin);
            profile.go(run(rng), 0.0);
        }
        _ => profile.go(run(rng), 0.0),
    }
}

/// Adds the quads between two points of the profile, in one to three columns.
fn strip(
    rng: &mut Rng,
    out: &mut Vec<Corners>,
    half: f64,
    [a, b]: [[f64; 2]; 2],
    at: &impl Fn(f64, f64, f64) -> DVec3,
) {
    let columns = 1 + rng.below(3);
    let place = |[x, y]: [f64; 2], z: f64| at(x, z, y).as_vec3();
    for column in 0..columns {
        let z = |i: usize| half * (2.0 * i as f64 / columns as f64 - 1.0);
        let (low, high) = (z(column), z(column + 1));
        quad(rng, out, [place(a, low), place(a, high), place(b, high), place(b, low)]);
    }
}

/// Adds walls beside the course, and ceilings above it.
fn extras(
    rng: &mut Rng,
    sizes: &Sizes,
    out: &mut Vec<Corners>,
    half: f64,
    at: &impl Fn(f64, f64, f64) -> DVec3,
) {
    let far = 10.0 * sizes.height;
    if rng.chance(60) {
        let room = sizes.half_width + sizes.skin * f64::from(rng.pick(&[1.0_f32, 2.0, 0.5, 200.0]));
        for z in [room, -room] {
            let corner = |x: f64, y: f64| at(x, z, y).as_vec3();
            quad(rng, out, [corner(-far, -far), corner(far, -far), corner(far, far), corner(-far, far)]);
            if rng.chance(128) {
                break;
            }
        }
    }
    if rng.chance(60) {
        let above = sizes.height * f64::from(rng.pick(&[1.5_f32, 1.2, 1.05, 1.01, 2.0]));
        let from = sizes.height * f64::from(rng.pick(&[0.0_f32, -5.0, 0.3]));
        let corner = |x: f64, z: f64| at(x, z, above).as_vec3();
        quad(rng, out, [corner(from, -half), corner(far, -half), corner(far, half), corner(from, half)]);
    }
}

fn quad(rng: &mut Rng, out: &mut Vec<Corners>, [a, b, c, d]: [Vec3; 4]) {
    let halves = if rng.chance(128) { [[a, b, d], [b, c, d]] } else { [[a, b, c], [a, c, d]] };
    out.extend(halves.map(|corners| corners.to_vec()));
}
