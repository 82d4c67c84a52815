//! A random player: the inputs of a character, and its state.

use sidle::{CharacterInput, CharacterState, DVec3, Vec3};
use sidle_scenes::SplitMix64;

use crate::walker::DesiredMotions;

/// A character stands still, or crouches, for these seconds, once in this many seconds.
const PAUSE: [f64; 2] = [0.2, 1.5];
const PAUSE_EVERY: f64 = 8.0;
/// Share of the jumps whose button is held.
const HELD: f64 = 0.7;

/// A character that runs, jumps, crouches and stops at random. Its inputs use exact operations
/// only, so the same seed gives bit-identical inputs on every machine.
#[derive(Clone, Debug)]
pub struct Player {
    /// Position of the centre of the standing body at the start and after a restart.
    pub spawn: DVec3,
    /// Position of the feet there.
    feet: DVec3,
    /// The character.
    pub state: CharacterState,
    motions: DesiredMotions,
    rng: SplitMix64,
    rate: f64,
    stops: u32,
    crouches: u32,
    holds: bool,
}

impl Player {
    /// Creates player number `index` at its spawn: the centre of its body, and its feet.
    #[must_use]
    pub fn new(seed: u64, index: u64, rate: f64, [spawn, feet]: [DVec3; 2]) -> Self {
        let stream = SplitMix64::new(SplitMix64::new(seed ^ 0x0c4a).next_u64() ^ index).next_u64();
        Self {
            spawn,
            feet,
            state: CharacterState::at(feet),
            motions: DesiredMotions::new(seed, index, rate),
            rng: SplitMix64::new(stream),
            rate,
            stops: 0,
            crouches: 0,
            holds: false,
        }
    }

    /// Returns the next input, and true if the player has just turned.
    pub fn ask(&mut self) -> (CharacterInput, bool) {
        let desired = self.motions.next();
        self.stops = self.pause(self.stops);
        self.crouches = self.pause(self.crouches);
        if desired.jump {
            self.holds = self.rng.unit() < HELD;
        }
        let wish_velocity = if self.stops > 0 { Vec3::ZERO } else { desired.velocity };
        let input = CharacterInput {
            wish_velocity,
            jump: desired.jump,
            jump_held: self.holds,
            crouch: self.crouches > 0,
            ..CharacterInput::default()
        };
        (input, desired.turned)
    }

    /// Moves the player back to its spawn, at rest.
    pub fn restart(&mut self) {
        self.state = CharacterState::at(self.feet);
    }

    /// Returns how many steps a pause still lasts; sometimes begins a new one.
    fn pause(&mut self, left: u32) -> u32 {
        if left > 0 {
            return left - 1;
        }
        if self.rng.unit() * PAUSE_EVERY * self.rate < 1.0 {
            return (self.rng.range(PAUSE[0], PAUSE[1]) * self.rate) as u32 + 1;
        }
        0
    }
}
