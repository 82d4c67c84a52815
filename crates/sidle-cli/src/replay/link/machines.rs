//! Moving platforms of the playground, as in `playground/src/machines.js`.
//!
//! They use only additions, multiplications and divisions of f64, in the order of the page.

use sidle::{DQuat, DVec3, Pose};

/// A moving platform.
#[derive(Clone, Copy, Debug)]
pub(super) enum Machine {
    /// Goes from a place to another and back in a period.
    Lift { from: [f64; 3], to: [f64; 3], period: f64 },
    /// Turns about y.
    Turntable { at: [f64; 3], period: f64 },
    /// Drives on a round track, `ahead` seconds in front.
    Wagon { at: [f64; 3], radius: f64, period: f64, ahead: f64 },
}

/// Returns the machines of a built-in level, in the order of its file.
pub(super) fn machines(level: &str) -> Vec<Machine> {
    if level != "moving platforms" {
        return Vec::new();
    }
    let at = [4.0, 0.0, -4.0];
    let mut all = vec![
        Machine::Lift { from: [-8.0, 0.0, -6.95], to: [-8.0, 3.3, -6.95], period: 9.0 },
        Machine::Turntable { at, period: 9.0 },
    ];
    let ahead = |i: f64| 2.0 - 1.7 * i;
    all.extend([0.0, 1.0, 2.0].map(|i| Machine::Wagon { at, radius: 5.5, period: 15.0, ahead: ahead(i) }));
    all
}

/// Returns the part of a period, 0 to 1.
fn phase(time: f64, period: f64) -> f64 {
    time / period - (time / period).floor()
}

/// Goes from 0 to 1 and back in a period, with a rest at both ends.
fn shuttle(time: f64, period: f64) -> f64 {
    let p = phase(time, period);
    let u = ((if p < 0.5 { 2.0 * p } else { 2.0 - 2.0 * p }) * 1.5 - 0.25).clamp(0.0, 1.0);
    u * u * (3.0 - 2.0 * u)
}

/// Returns a sine and a cosine of half of the angle, of any length.
#[expect(clippy::approx_constant, reason = "the page has these digits")]
fn half(time: f64, period: f64) -> (f64, f64) {
    let p = phase(time, period);
    let q = (2.0 * p).floor();
    let v = 2.0 * (2.0 * p - q) - 1.0;
    let tangent = v * (0.785398 + 0.214602 * v * v);
    let (s, c) = (1.0 + tangent, 1.0 - tangent);
    if q == 0.0 { (s, c) } else { (c, -s) }
}

impl Machine {
    /// Returns the pose at a time in seconds.
    pub(super) fn pose(&self, time: f64) -> Pose {
        let (translation, rotation) = match *self {
            Self::Lift { from, to, period } => {
                let s = shuttle(time, period);
                ([0, 1, 2].map(|i| from[i] + (to[i] - from[i]) * s), DQuat::IDENTITY)
            }
            Self::Turntable { at, period } => {
                let (s, c) = half(time, period);
                (at, DQuat::from_xyzw(0.0, s, 0.0, c))
            }
            Self::Wagon { at, radius, period, ahead } => {
                let (s, c) = half(time + ahead, period);
                let size = s * s + c * c;
                let x = at[0] + (radius * (c * c - s * s)) / size;
                let z = at[2] - (radius * (2.0 * s * c)) / size;
                ([x, at[1], z], DQuat::from_xyzw(0.0, s, 0.0, c))
            }
        };
        Pose { translation: DVec3::from(translation), rotation, ..Pose::IDENTITY }
    }
}
