//! Shapes and desired motions of the walkers, from random numbers that are the same on all
//! platforms.

use sidle::{Motion, Quat, Shape, Vec3};
use sidle_scenes::SplitMix64;

/// Five shapes, with their names in scene names.
pub(crate) type Shapes = [(&'static str, Shape); 5];

/// Returns a point, a sphere and ellipsoids.
pub(crate) fn shapes() -> Shapes {
    let turned = Quat::from_xyzw(0.3, -0.2, 0.5, 0.7);
    [
        ("point", Shape::point()),
        ("sphere", Shape::sphere(0.4)),
        ("ellipsoid", Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4))),
        ("turned", Shape::ellipsoid(Vec3::new(0.1, 0.35, 0.2)).with_rotation(turned)),
        ("needle", Shape::ellipsoid(Vec3::new(0.02, 0.4, 0.02)).with_rotation(turned)),
    ]
}

/// Returns capsules, with their names in scene names: upright, turned, lying along an axis, almost
/// a ball, and a segment.
pub(crate) fn capsules() -> Shapes {
    let turned = Quat::from_xyzw(0.3, -0.2, 0.5, 0.7);
    [
        ("capsule", Shape::capsule(0.3, 1.8)),
        ("capsule-turned", Shape::capsule(0.15, 0.9).with_rotation(turned)),
        ("capsule-lying", Shape::capsule(0.25, 1.5).with_rotation(Quat::from_xyzw(0.0, 0.0, 1.0, 1.0))),
        ("capsule-short", Shape::capsule(0.4, 0.801)),
        ("segment", Shape::capsule(0.0, 0.8).with_rotation(turned)),
    ]
}

pub(crate) fn number(rng: &mut SplitMix64, low: f64, high: f64) -> f32 {
    rng.range(low, high) as f32
}

/// Returns a random vector in the cube with half side `size`.
pub(crate) fn vector(rng: &mut SplitMix64, size: f64) -> Vec3 {
    Vec3::new(number(rng, -size, size), number(rng, -size, size), number(rng, -size, size))
}

/// The desired motion of one walker. Its velocity changes at random intervals; it mostly walks and
/// sometimes dashes.
pub(crate) struct DesiredMotion {
    rng: SplitMix64,
    left: u32,
    velocity: Vec3,
}

impl DesiredMotion {
    pub(crate) fn new(seed: u64) -> Self {
        Self { rng: SplitMix64::new(seed), left: 0, velocity: Vec3::ZERO }
    }

    /// Returns the motion of the next move, including gravity. `fall` is the vertical velocity, and
    /// `rate` is the number of moves per second.
    pub(crate) fn step(&mut self, fall: f32, rate: u32) -> Motion {
        if self.left == 0 {
            let rng = &mut self.rng;
            let speed = if rng.unit() < 0.2 { 20.0 } else { 5.0 };
            self.velocity = Vec3::new(number(rng, -speed, speed), 0.0, number(rng, -speed, speed));
            self.left = (rng.range(0.1, 0.6) * f64::from(rate)) as u32 + 1;
        }
        self.left -= 1;
        Motion::with_gravity(self.velocity + Vec3::Y * fall, Vec3::NEG_Y * 9.81, 1.0 / rate as f32)
    }
}
