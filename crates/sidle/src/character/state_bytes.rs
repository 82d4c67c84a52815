//! A state as bytes, without a loss.

use glam::Vec3;

use super::fields::Field;
use super::state::{CharacterState, GroundState};
use crate::world::InstanceId;

/// The version of the bytes.
const VERSION: u8 = 2;

/// The version with positions in single precision, and its number of bytes.
const OLD_VERSION: u8 = 1;
const OLD_BYTES: usize = 116;

impl CharacterState {
    /// The number of bytes of [`CharacterState::to_bytes`].
    pub const BYTES: usize = 96;

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
                Field::Position(v) => v.to_array().iter().for_each(|x| put(&x.to_le_bytes())),
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

    /// Reads [`CharacterState::to_bytes`], also of older versions. Returns `None` for other bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let is_old = bytes.len() == OLD_BYTES && bytes.last() == Some(&OLD_VERSION);
        let (mut state, mut rest) = (Self::default(), bytes);
        if is_old {
            state.read_old_vectors(&mut rest)?;
        }
        for (name, field) in state.fields() {
            match field {
                Field::Position(_) | Field::Vector(_) if is_old => {}
                Field::Layers(_) if is_old && name == "stamp" => {}
                Field::Position(v) => {
                    for x in v.as_mut() {
                        *x = f64::from_le_bytes(take(&mut rest)?);
                    }
                }
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
        let version = if is_old { OLD_VERSION } else { VERSION };
        (*rest == [version]).then_some(state)
    }

    /// Reads the vectors of the older version: position, velocity, centre, feet, lost, up, normal.
    fn read_old_vectors(&mut self, rest: &mut &[u8]) -> Option<()> {
        let mut next = || {
            let mut v = [0.0; 3];
            for x in &mut v {
                *x = f32::from_le_bytes(take(rest)?);
            }
            Some(Vec3::from(v))
        };
        let [position, velocity, _, feet, _, up, normal] =
            [next()?, next()?, next()?, next()?, next()?, next()?, next()?];
        self.position = position.as_dvec3();
        (self.velocity, self.up, self.normal) = (velocity, up, normal);
        self.leave_at(feet.as_dvec3());
        Some(())
    }
}

/// Takes the first bytes off.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}
