//! A state as bytes, without a loss.

use glam::Vec3;

use super::state::{CharacterState, GroundState};
use crate::world::InstanceId;

/// The version of the bytes. Another one is refused.
const VERSION: u8 = 1;

impl CharacterState {
    /// The number of bytes of [`CharacterState::to_bytes`].
    pub const BYTES: usize = 116;

    /// Returns the state as bytes, the same on every machine. Unlike
    /// [`QuantizedState`](crate::QuantizedState), they hold every bit.
    ///
    /// ```
    /// use sidle::{CharacterState, Vec3};
    /// let hero = CharacterState::at(Vec3::new(0.1, 0.0, 0.2));
    /// assert_eq!(CharacterState::from_bytes(&hero.to_bytes()), Some(hero));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let Self {
            #[cfg(feature = "serde")]
                version: _,
            position,
            velocity,
            step_offset,
            centre,
            feet,
            lost,
            up,
            normal,
            ledge,
            air_time,
            jump_kept,
            platform,
            triggers,
            ground,
            teleports,
            flags,
        } = *self;
        let vectors = [position, velocity, centre, feet, lost, up, normal];
        let floats = vectors.into_iter().flat_map(|v| v.to_array());
        let floats = floats.chain([step_offset, ledge, air_time, jump_kept]);
        let bytes = floats.flat_map(|x| x.to_bits().to_le_bytes());
        let bytes = bytes.chain(platform.bits().to_le_bytes()).chain(triggers.to_le_bytes());
        let bytes = bytes.chain([ground as u8, teleports, flags, VERSION]);
        let mut all = [0; Self::BYTES];
        all.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        all
    }

    /// Reads [`CharacterState::to_bytes`]. Returns `None` for bytes of another version.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let word = |i: usize| u32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]);
        let float = |i: usize| f32::from_bits(word(4 * i));
        let vector = |i: usize| Vec3::new(float(3 * i), float(3 * i + 1), float(3 * i + 2));
        let ground = match bytes[112] {
            0 => GroundState::Grounded,
            1 => GroundState::Steep,
            2 => GroundState::Unsupported,
            3 => GroundState::Airborne,
            _ => return None,
        };
        (bytes[115] == VERSION).then(|| Self {
            velocity: vector(1),
            step_offset: float(21),
            centre: vector(2),
            feet: vector(3),
            lost: vector(4),
            up: vector(5),
            normal: vector(6),
            ledge: float(22),
            air_time: float(23),
            jump_kept: float(24),
            platform: InstanceId::from_bits(u64::from(word(100)) | u64::from(word(104)) << 32),
            triggers: word(108),
            ground,
            teleports: bytes[113],
            flags: bytes[114],
            ..Self::at(vector(0))
        })
    }
}
