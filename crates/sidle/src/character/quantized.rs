//! A state in a few bytes, for a network.

use glam::{DVec3, Vec3};

use super::state::{ABOVE, CAN_CUT, CROUCHES, CharacterState, DROPS, JUMPED, state_fields};
use super::{CharacterConfig, GroundState};
use crate::slide::Scratch;
use crate::tolerance::character::{QUANTUM_LENGTH, QUANTUM_OFFSET, QUANTUM_SPEED, QUANTUM_TIME};
use crate::world::{InstanceId, World};

/// The flags that are sent.
const FLAGS: u8 = CROUCHES | JUMPED | CAN_CUT | DROPS | ABOVE;

/// Bytes of a position and of a velocity along one axis.
const LENGTH_BYTES: usize = 6;
const SPEED_BYTES: usize = 3;

/// A state of a character that is rounded for a network: 48 bytes. Positions are multiples of
/// 1/65536 m; velocities are multiples of 1/16384 m/s, up to 511 m/s; times are multiples of
/// 1/32768 s, up to 2 s.
///
/// A sender should go on with the decoded state, as its receivers do: then all of them make the
/// same steps, bit for bit. With a quantised state in every step, at 20 to 1000 steps per second,
/// ways and heights of jumps are those without it within 1 %, and timers within a step. The upward
/// direction is not stored: a decoded state has the one of the settings.
///
/// ```
/// use sidle::{CharacterConfig, CharacterState, DVec3, QuantizedState, Scratch, Vec3, World};
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
/// let (mut scratch, config) = (Scratch::default(), CharacterConfig::default());
/// let hero = CharacterState::at(Vec3::new(0.1, 0.0, 0.2));
/// let bytes = QuantizedState::of(&hero).to_bytes();
/// // Somewhere else.
/// let received = QuantizedState::from_bytes(&bytes);
/// let hero = world.decode_character(&mut scratch, &config, &received).expect("a free place");
/// assert!((hero.position - DVec3::new(0.1, 0.0, 0.2)).length() < 1e-3);
/// # Ok::<(), sidle::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct QuantizedState {
    position: [i64; 3],
    velocity: [i32; 3],
    platform: InstanceId,
    triggers: u32,
    air_time: u16,
    jump_kept: u16,
    flags: u8,
    ground: u8,
    teleports: u8,
    step_offset: i16,
}

impl QuantizedState {
    /// The number of bytes of [`QuantizedState::to_bytes`].
    pub const BYTES: usize = 48;

    /// Rounds a state. Numbers out of range become the nearest ones in range.
    #[must_use]
    pub fn of(state: &CharacterState) -> Self {
        let mut quantized = Self::rounded(state);
        quantized.flags &= FLAGS;
        quantized
    }

    /// Returns the state as bytes, the same on every machine.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let words = self.position.iter().flat_map(|x| x.to_le_bytes().into_iter().take(LENGTH_BYTES));
        let words =
            words.chain(self.velocity.iter().flat_map(|x| x.to_le_bytes().into_iter().take(SPEED_BYTES)));
        let words = words.chain(self.platform.bits().to_le_bytes()).chain(self.triggers.to_le_bytes());
        let words = words.chain(self.air_time.to_le_bytes()).chain(self.jump_kept.to_le_bytes());
        let words = words.chain([self.flags, self.ground, self.teleports]);
        let words = words.chain(self.step_offset.to_le_bytes());
        for (byte, word) in bytes.iter_mut().zip(words) {
            *byte = word;
        }
        bytes
    }

    /// Reads the bytes of [`QuantizedState::to_bytes`]. This never fails: any 48 bytes give a
    /// state.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let long = |i: usize| u64::from_le_bytes(std::array::from_fn(|k| bytes[i + k]));
        let half = |i: usize| u16::from_le_bytes([bytes[i], bytes[i + 1]]);
        // Shifted up and down again, so that the sign is extended.
        let length = |i: usize| ((long(i) << 16) as i64) >> 16;
        let speed = |i: usize| ((long(i) << 40) as i64 >> 40) as i32;
        Self {
            position: [length(0), length(6), length(12)],
            velocity: [speed(18), speed(21), speed(24)],
            platform: InstanceId::from_bits(long(27)),
            triggers: u32::from_le_bytes(std::array::from_fn(|k| bytes[35 + k])),
            air_time: half(39),
            jump_kept: half(41),
            flags: bytes[43] & FLAGS,
            ground: bytes[44],
            teleports: bytes[45],
            step_offset: half(46) as i16,
        }
    }

    /// Returns the state, at a place that may overlap the world.
    fn state(&self) -> CharacterState {
        let mut state = self.restored();
        state.flags &= FLAGS;
        state
    }
}

macro_rules! quantize {
    (
        $(#[$meta:meta])*
        pub struct CharacterState {
            $($(#[$doc:meta])* $visible:vis $field:ident: $type:ty $(, rounded to $quantum:ident)?;)*
        }
    ) => {
        impl QuantizedState {
            /// Rounds a state. Numbers out of range become the nearest ones in range. A position
            /// that is not a number becomes one that no world has.
            fn rounded(state: &CharacterState) -> Self {
                Self { $($($field: state.$field.round_to($quantum),)?)* }
            }

            /// Returns a state with the rounded fields.
            fn restored(&self) -> CharacterState {
                let mut state = CharacterState::default();
                $($(state.$field = Quantized::restore(self.$field, $quantum);)?)*
                state
            }
        }
    };
}

state_fields!(quantize);

/// A field that can be sent as a multiple of a quantum.
trait Quantized<Q> {
    /// Returns the nearest multiple in range.
    fn round_to(self, quantum: f32) -> Q;
    /// Returns the multiple as a field.
    fn restore(number: Q, quantum: f32) -> Self;
}

/// The quantum of fields that are sent unchanged.
const EXACT: f32 = 1.0;

impl<T> Quantized<T> for T {
    fn round_to(self, _: f32) -> T {
        self
    }

    fn restore(number: T, _: f32) -> Self {
        number
    }
}

impl Quantized<[i64; 3]> for DVec3 {
    fn round_to(self, quantum: f32) -> [i64; 3] {
        let most = (1_i64 << (8 * LENGTH_BYTES - 1)) - 1;
        let nearest = |x: f64| if x.is_nan() { most } else { (x as i64).clamp(-most, most) };
        (self / f64::from(quantum)).round().to_array().map(nearest)
    }

    fn restore(number: [i64; 3], quantum: f32) -> Self {
        Self::from(number.map(|x| x as f64)) * f64::from(quantum)
    }
}

impl Quantized<[i32; 3]> for Vec3 {
    fn round_to(self, quantum: f32) -> [i32; 3] {
        let most = (1_i32 << (8 * SPEED_BYTES - 1)) - 1;
        (self / quantum).round().to_array().map(|x| (x as i32).clamp(-most, most))
    }

    fn restore(number: [i32; 3], quantum: f32) -> Self {
        Self::from(number.map(|x| x as f32)) * quantum
    }
}

impl Quantized<u16> for f32 {
    fn round_to(self, quantum: f32) -> u16 {
        (self / quantum).round() as u16
    }

    fn restore(number: u16, quantum: f32) -> Self {
        Self::from(number) * quantum
    }
}

impl Quantized<i16> for f32 {
    fn round_to(self, quantum: f32) -> i16 {
        (self / quantum).round() as i16
    }

    fn restore(number: i16, quantum: f32) -> Self {
        Self::from(number) * quantum
    }
}

impl Quantized<u8> for GroundState {
    fn round_to(self, _: f32) -> u8 {
        self as u8
    }

    fn restore(number: u8, _: f32) -> Self {
        match number {
            0 => Self::Grounded,
            1 => Self::Steep,
            2 => Self::Unsupported,
            _ => Self::Airborne,
        }
    }
}

impl World {
    /// Returns the state of a character from its quantised state. The character is at the stored
    /// position, or at the nearest free place if it would overlap the world there. It stands on the
    /// ground if it stood there before. The same world, settings and bytes give the same state on
    /// every machine. `None` if no free place is near, or for settings that are not valid.
    #[must_use]
    pub fn decode_character(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        quantized: &QuantizedState,
    ) -> Option<CharacterState> {
        let mut state = quantized.state();
        let (was_grounded, platform) = (state.is_grounded(), state.platform);
        self.with_character(scratch, config, &mut state, |step| {
            let mut support = step.held();
            if was_grounded && !support.is_ground() {
                // Rounding lifts it by at most half a quantum.
                support = step.body.snap(f64::from(QUANTUM_LENGTH), 0.0, 0.0).unwrap_or(support);
            }
            step.store(support);
            // Of two that it stands on, rounding may choose the other.
            if support.is_ground() && step.body.touches.iter().any(|t| t.surface.instance == platform) {
                step.state.platform = platform;
            }
        })?;
        Some(state)
    }
}
