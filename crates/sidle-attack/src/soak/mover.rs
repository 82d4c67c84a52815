//! A walker of a soak, with several ways to generate desired motions.

use sidle::{DVec3, Motion, MoveHit, Outcome, StopReason, Vec3};
use sidle_scenes::SplitMix64;

use super::plan::Gait;
use crate::walker::{GRAVITY, Walker};

/// Largest speed in metres per second of anything that falls or is thrown.
const FASTEST: f32 = 60.0;
/// Speed in metres per second below which a thrown body counts as at rest.
const REST: f32 = 0.4;
/// Range of the duration of a flyer's heading, in seconds.
const HEADING: [f64; 2] = [0.3, 2.0];
/// One in this many moves of a flyer has a desired length of up to hundreds of kilometres. It
/// always hits a wall, because flyers only fly in closed levels.
const LONG_EVERY: usize = 64;
/// The same ratio for [`Gait::Dash`]. Such a move of a thin body costs a hundred times as much as a
/// short one.
const DASH_EVERY: usize = 16;
/// Time in seconds after which a body is thrown again.
const THROW: f64 = 6.0;

/// The state of a walker between two moves.
pub(crate) struct Mover {
    gait: Gait,
    walker: Walker,
    rng: SplitMix64,
    rate: f64,
    dt: f32,
    velocity: Vec3,
    left: u32,
}

impl Mover {
    pub(crate) fn new(gait: Gait, seed: u64, rate: f64, spawn: DVec3) -> Self {
        Self {
            gait,
            walker: Walker::new(seed, 0, rate, spawn),
            rng: SplitMix64::new(seed ^ 0xf17),
            rate,
            dt: (1.0 / rate) as f32,
            velocity: Vec3::ZERO,
            left: 0,
        }
    }

    pub(crate) fn position(&self) -> DVec3 {
        self.walker.position
    }

    /// Returns the desired motion of the next move.
    pub(crate) fn ask(&mut self) -> Motion {
        if self.gait == Gait::Walk {
            return self.walker.ask(self.dt).0;
        }
        if self.left == 0 {
            let speed = self.rng.magnitude(1.25, 4) as f32;
            self.velocity = self.direction() * speed;
            let seconds =
                if self.gait != Gait::Throw { self.rng.range(HEADING[0], HEADING[1]) } else { THROW };
            self.left = (seconds * self.rate) as u32 + 1;
        }
        self.left -= 1;
        if self.gait == Gait::Throw {
            return Motion::with_gravity(self.velocity, GRAVITY, self.dt);
        }
        let motion = Motion::velocity(self.velocity, self.dt);
        let every = if self.gait == Gait::Dash { DASH_EVERY } else { LONG_EVERY };
        let longer = if self.rng.below(every) == 0 { self.rng.magnitude(16.0, 14) as f32 } else { 1.0 };
        Motion { displacement: motion.displacement * longer, ..motion }
    }

    /// Updates the walker with the result of a move.
    pub(crate) fn take(&mut self, outcome: &Outcome, hits: &[MoveHit]) {
        self.walker.take(outcome, hits);
        match self.gait {
            Gait::Walk => {}
            Gait::Fly | Gait::Dash => {
                if outcome.reason == StopReason::Blocked {
                    self.left = 0;
                }
            }
            Gait::Throw => {
                self.velocity = outcome.velocity.clamp_length_max(FASTEST);
                if outcome.reason == StopReason::Blocked
                    || (self.velocity.length() < REST && !hits.is_empty())
                {
                    self.left = 0;
                }
            }
        }
    }

    /// Moves the walker to another place, at rest.
    pub(crate) fn restart(&mut self, place: DVec3) {
        self.walker.spawn = place;
        self.walker.restart();
        self.left = 0;
    }

    /// Returns a uniformly distributed direction: a point in the unit ball, projected onto its
    /// surface.
    fn direction(&mut self) -> Vec3 {
        loop {
            let p = Vec3::from([0; 3].map(|_| self.rng.range(-1.0, 1.0) as f32));
            let squared = p.length_squared();
            if squared > 0.01 && squared <= 1.0 {
                return p / squared.sqrt();
            }
        }
    }
}
