//! The judge of gains: in the air a character gains neither height nor speed.

use std::fmt;

use sidle::GroundState::{Steep, Unsupported};
use sidle::{AirControl, CharacterConfig, SlopeSpeed};

use super::course::Step;

/// Relative error of speeds, for the rounding of velocities to f32 and of the length of a wish.
const ROUNDING: f64 = 1e-3;

/// A gain that no rule allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gain {
    /// The height, and the one that the upward speed still leads to, in metres above what the
    /// take-off allows.
    Height(f64),
    /// The horizontal speed, in m/s above what the take-off and the wish allow.
    Speed(f64),
    /// A landing or a step on the ground raised the speed, by this in m/s.
    OnGround(f64),
}

impl fmt::Display for Gain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Height(gained) => write!(f, "a flight gains {gained:.4} m of height"),
            Self::Speed(gained) => write!(f, "a flight gains {gained:.4} m/s of speed"),
            Self::OnGround(gained) => write!(f, "a step on the ground gains {gained:.4} m/s"),
        }
    }
}

/// The height and the speed that a flight may reach.
#[derive(Clone, Copy, Debug)]
struct Flight {
    height: f64,
    speed: f64,
}

/// Follows the flights of a course.
#[derive(Debug)]
pub struct GainJudge<'a> {
    config: &'a CharacterConfig,
    flight: Option<Flight>,
    /// The faults, with the number of the part of the script.
    pub gains: Vec<(usize, Gain)>,
    /// Number of flights.
    pub flights: u64,
}

impl<'a> GainJudge<'a> {
    /// Creates a judge. The level has no moving instances, and `up` is +y.
    #[must_use]
    pub const fn new(config: &'a CharacterConfig) -> Self {
        Self { config, flight: None, gains: Vec::new(), flights: 0 }
    }

    /// Judges a step.
    pub fn step(&mut self, step: &Step<'_>) {
        let across = |v: sidle::Vec3| f64::from(v.x.hypot(v.z));
        let (before, after) = (across(step.before.velocity), across(step.after.velocity));
        let fastest = before.max(step.wish) * (1.0 + ROUNDING);
        if step.before.is_grounded() && !step.report.jumped && step.after.is_grounded() {
            self.flight = None;
            if after > fastest {
                self.gains.push((step.segment, Gain::OnGround(after - fastest)));
            }
            return;
        }
        // The first state of a course is in the air.
        if self.flight.is_none() || step.report.jumped {
            self.flights += 1;
            self.flight = Some(self.take_off(step, fastest));
        }
        let Some(flight) = &mut self.flight else { return };
        // Strafing gains speed, which is not judged.
        flight.speed = if matches!(self.config.air_control, AirControl::Strafe { .. }) {
            f64::INFINITY
        } else {
            flight.speed.max(step.wish * (1.0 + ROUNDING))
        };
        let rising = f64::from(step.after.velocity.y).max(0.0);
        let reached = step.after.position.y + rising * rising / (2.0 * f64::from(self.config.gravity));
        let slack = 2.0 * f64::from(self.config.skin_width);
        if reached > flight.height + slack {
            self.gains.push((step.segment, Gain::Height(reached - flight.height)));
            // One fault for each gain.
            flight.height = reached;
        }
        // Where steep ground or an edge deflects a fall, and where it lands, the fall becomes
        // horizontal speed. Energy limits it.
        let is_deflected = matches!(step.before.ground(), Steep | Unsupported)
            || matches!(step.after.ground(), Steep | Unsupported);
        let is_fall = (is_deflected || step.after.is_grounded()) && {
            let fallen = (step.before.position.y - step.after.position.y).max(0.0);
            // In the same step, the wish may bring the character to its speed.
            let (from, up) = (before.max(step.wish), f64::from(step.before.velocity.y));
            let energy = from * from + up * up + 2.0 * f64::from(self.config.gravity) * fallen;
            let to = f64::from(step.after.velocity.length());
            to <= energy.sqrt() * (1.0 + ROUNDING)
        };
        if after > flight.speed && !is_fall {
            self.gains.push((step.segment, Gain::Speed(after - flight.speed)));
        }
        flight.speed = flight.speed.max(after);
        if step.after.is_grounded() {
            self.flight = None;
        }
    }

    /// Returns what a flight may reach that begins in this step.
    fn take_off(&self, step: &Step<'_>, speed: f64) -> Flight {
        let gravity = f64::from(self.config.gravity);
        let slope = f64::from(self.config.max_slope_angle);
        let from = step.before.position.y;
        let ran = f64::from(step.before.velocity.length()).max(step.wish);
        // The steepest way up that a walk may have.
        let climbs = match self.config.slope_speed {
            SlopeSpeed::Horizontal => ran * slope.tan(),
            _ => ran * slope.sin(),
        };
        let rising = if step.report.jumped {
            // At the speed of a jump, or along the ground with that speed along the normal.
            let jump = (2.0 * gravity * f64::from(self.config.jump_height)).sqrt();
            let normal = step.before.ground_normal().map_or(1.0, |normal| f64::from(normal.y));
            let ground = if normal < 1.0 { climbs.min(ran * (1.0 - normal * normal).sqrt()) } else { 0.0 };
            jump.max(ground + jump * normal)
        } else if step.before.is_grounded() {
            climbs
        } else {
            f64::from(step.before.velocity.y).max(0.0)
        };
        // A step on the ground may end in the air: it walks up before.
        let walked = if step.before.is_grounded() && !step.report.jumped {
            (step.after.position.y - from).max(0.0)
        } else {
            0.0
        };
        Flight { height: from + walked + rising * rising / (2.0 * gravity), speed }
    }
}
