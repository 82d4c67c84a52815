//! A state as bytes, without a loss.

use super::fields::Field;
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
        let mut state = *self;
        let (mut bytes, mut at) = ([0; Self::BYTES], 0);
        let mut put = |from: &[u8]| {
            bytes[at..at + from.len()].copy_from_slice(from);
            at += from.len();
        };
        for (_, field) in state.fields() {
            match field {
                Field::Vector(v) => v.to_array().iter().for_each(|x| put(&x.to_le_bytes())),
                Field::Number(x) => put(&x.to_le_bytes()),
                Field::Instance(id) => put(&id.bits().to_le_bytes()),
                Field::Layers(layers) => put(&layers.to_le_bytes()),
                Field::Ground(ground) => put(&[*ground as u8]),
                Field::Byte(byte) => put(&[*byte]),
            }
        }
        put(&[VERSION]);
        bytes
    }

    /// Reads [`CharacterState::to_bytes`]. Returns `None` for bytes of another version.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let (mut state, mut rest) = (Self::default(), &bytes[..]);
        for (_, field) in state.fields() {
            match field {
                Field::Vector(v) => {
                    for x in v.as_mut() {
                        *x = f32::from_le_bytes(take(&mut rest)?);
                    }
                }
                Field::Number(x) => *x = f32::from_le_bytes(take(&mut rest)?),
                Field::Instance(id) => *id = InstanceId::from_bits(u64::from_le_bytes(take(&mut rest)?)),
                Field::Layers(layers) => *layers = u32::from_le_bytes(take(&mut rest)?),
                Field::Ground(ground) => {
                    *ground = match take(&mut rest)? {
                        [0] => GroundState::Grounded,
                        [1] => GroundState::Steep,
                        [2] => GroundState::Unsupported,
                        [3] => GroundState::Airborne,
                        _ => return None,
                    }
                }
                Field::Byte(byte) => [*byte] = take(&mut rest)?,
            }
        }
        (*rest == [VERSION]).then_some(state)
    }
}

/// Takes the first bytes off.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}
