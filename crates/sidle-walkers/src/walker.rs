//! A walker: its desired motions and its position.

use sidle::{DVec3, Motion, MoveHit, Outcome, Vec3};
use sidle_scenes::SplitMix64;

/// Gravity, in metres per second squared.
pub const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);
/// Speeds, in metres per second.
const WALK: f32 = 5.0;
const DASH: f32 = 20.0;
const JUMP: f32 = 5.0;
/// Largest falling speed in metres per second, as with air drag.
const TERMINAL: f32 = 60.0;
/// Durations in seconds of a heading, a dash, and the time until the next jump.
const HEADING: [f64; 2] = [0.5, 2.0];
const DASHING: [f64; 2] = [0.2, 0.5];
const JUMP_EVERY: f64 = 3.0;
/// One change of heading in this many starts a dash.
const DASH_ONE_IN: usize = 4;
/// A walker that has ground under it can jump.
const GROUND: f32 = 0.5;

/// The desired motions of one walker, from its own stream of random numbers. It uses exact
/// operations only, so the same seed gives bit-identical motions on every machine.
#[derive(Clone, Debug)]
pub struct DesiredMotions {
    rng: SplitMix64,
    rate: f64,
    heading: Vec3,
    heading_left: u32,
    dash_left: u32,
}

/// The desired motion of one move.
#[derive(Clone, Copy, Debug)]
pub struct DesiredMotion {
    /// Horizontal velocity, in metres per second.
    pub velocity: Vec3,
    /// True if the walker jumps when it stands.
    pub jump: bool,
    /// True if the heading is new.
    pub turned: bool,
}

impl DesiredMotions {
    /// Creates the motions of walker number `walker`, at `rate` moves per second.
    #[must_use]
    pub fn new(seed: u64, walker: u64, rate: f64) -> Self {
        // One generator step each, so that neighbouring seeds and walkers are uncorrelated.
        let stream = SplitMix64::new(SplitMix64::new(seed).next_u64() ^ walker).next_u64();
        Self { rng: SplitMix64::new(stream), rate, heading: Vec3::X, heading_left: 0, dash_left: 0 }
    }

    /// Returns the next desired motion.
    // Not an iterator: it never ends.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> DesiredMotion {
        let turned = self.heading_left == 0;
        if turned {
            self.heading = self.direction();
            self.heading_left = self.moves(HEADING);
            if self.rng.below(DASH_ONE_IN) == 0 {
                self.dash_left = self.moves(DASHING);
            }
        }
        let speed = if self.dash_left > 0 { DASH } else { WALK };
        self.heading_left -= 1;
        self.dash_left = self.dash_left.saturating_sub(1);
        let jump = self.rng.unit() * JUMP_EVERY * self.rate < 1.0;
        DesiredMotion { velocity: self.heading * speed, jump, turned }
    }

    fn moves(&mut self, [low, high]: [f64; 2]) -> u32 {
        ((self.rng.range(low, high) * self.rate).round() as u32).max(1)
    }

    /// Returns a uniformly distributed horizontal direction: a point in the unit disc, projected
    /// onto its boundary. The sine function differs between platforms.
    fn direction(&mut self) -> Vec3 {
        loop {
            let (x, z) = (self.rng.range(-1.0, 1.0), self.rng.range(-1.0, 1.0));
            let squared = x * x + z * z;
            if squared > 0.01 && squared <= 1.0 {
                let length = squared.sqrt();
                return Vec3::new((x / length) as f32, 0.0, (z / length) as f32);
            }
        }
    }
}

/// The state of a walker between two moves.
#[derive(Clone, Debug)]
pub struct Walker {
    /// Place where it starts and restarts.
    pub spawn: DVec3,
    /// Current position.
    pub position: DVec3,
    desired_motions: DesiredMotions,
    /// The upward speed that remained after the last move.
    vertical: f32,
    standing: bool,
}

impl Walker {
    /// Creates walker number `index` at its spawn.
    pub fn new(seed: u64, index: u64, rate: f64, spawn: DVec3) -> Self {
        let desired_motions = DesiredMotions::new(seed, index, rate);
        Self { spawn, position: spawn, desired_motions, vertical: 0.0, standing: false }
    }

    /// Returns the desired motion of the next move, and true if the walker has just turned.
    pub fn ask(&mut self, dt: f32) -> (Motion, bool) {
        let desired = self.desired_motions.next();
        if desired.jump && self.standing {
            self.vertical = JUMP;
        }
        let velocity = Vec3::new(desired.velocity.x, self.vertical, desired.velocity.z);
        (Motion::with_gravity(velocity, GRAVITY, dt), desired.turned)
    }

    /// Updates the walker with the result of a move.
    pub fn take(&mut self, outcome: &Outcome, hits: &[MoveHit]) {
        self.position = outcome.position;
        self.vertical = outcome.velocity.y.clamp(-TERMINAL, TERMINAL);
        self.standing = hits.iter().any(|hit| hit.normal.y > GROUND);
    }

    /// Moves the walker back to its spawn, at rest.
    pub fn restart(&mut self) {
        self.position = self.spawn;
        self.vertical = 0.0;
        self.standing = false;
    }
}

#[cfg(test)]
mod tests {
    use super::{DASH, DesiredMotions, WALK};

    #[test]
    fn wishes_are_the_same_for_the_same_seed_and_differ_between_walkers() {
        let bits = |seed, walker| {
            let mut desired_motions = DesiredMotions::new(seed, walker, 60.0);
            (0..100).map(|_| desired_motions.next().velocity.x.to_bits()).collect::<Vec<_>>()
        };
        assert_eq!(bits(1, 7), bits(1, 7));
        assert_ne!(bits(1, 7), bits(1, 8));
        assert_ne!(bits(1, 7), bits(2, 7));
    }

    #[test]
    fn walkers_turn_dash_and_jump_about_as_often_as_they_should() {
        let mut desired_motions = DesiredMotions::new(3, 0, 60.0);
        let minutes = 20;
        let all: Vec<_> = (0..minutes * 3600).map(|_| desired_motions.next()).collect();
        let seconds = f64::from(minutes * 60);
        let turns = all.iter().filter(|w| w.turned).count() as f64 / seconds;
        let jumps = all.iter().filter(|w| w.jump).count() as f64 / seconds;
        let dashing =
            all.iter().filter(|w| w.velocity.length() > 0.9 * DASH).count() as f64 / all.len() as f64;
        assert!((turns - 0.8).abs() < 0.1 && (jumps - 1.0 / 3.0).abs() < 0.05, "{turns} {jumps}");
        assert!((0.03..0.12).contains(&dashing), "{dashing}");
        assert!(all.iter().all(|w| w.velocity.y == 0.0 && w.velocity.length() > 0.999 * WALK));
    }
}
