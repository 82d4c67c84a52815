//! Identifiers of the parts of a world.

/// Identifies an instance of a [`World`](crate::World): its mesh, one of its height fields, or a
/// geometry placed by [`World::add_instance`](crate::World::add_instance). The id of a removed
/// instance is never used again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct InstanceId(u64);

impl InstanceId {
    /// The id of the world's mesh, which has all triangles and polygons that were added.
    pub const MESH: Self = Self(0);

    /// Stands for some character.
    pub(crate) const ANY_CHARACTER: Self = Self(FIRST_CHARACTER as u64);

    pub(crate) const fn new(index: u32, generation: u32) -> Self {
        Self((generation as u64) << 32 | index as u64)
    }

    /// Returns the number of the instance: 0 for the mesh, 1 or more for the height fields, in the
    /// order in which they were added, and higher numbers for the placed ones. The number of a
    /// removed instance is used again.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as u32 as usize
    }

    /// Returns the id as a number.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the number of the character, if a step of many characters
    /// ([`World::step_characters`](crate::World::step_characters)) reports another character as a
    /// surface.
    #[must_use]
    pub const fn character(self) -> Option<usize> {
        let number = self.0 as u32;
        if number < FIRST_CHARACTER { None } else { Some((number - FIRST_CHARACTER) as usize) }
    }

    /// Returns the number that stands for a character in place of an instance.
    pub(crate) const fn number_of_character(character: u32) -> u32 {
        FIRST_CHARACTER | character
    }

    /// Returns how many removed instances had this [number](Self::index) before this one.
    #[must_use]
    pub const fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// Numbers from here on stand for characters.
pub(crate) const FIRST_CHARACTER: u32 = 1 << 31;

/// Identifies a polygon of an instance.
///
/// Polygons of the mesh are numbered from 0 in the order they were added; numbers are never reused.
/// [`HeightField`](crate::HeightField) documents the numbers of its triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct PolygonId(u32);

impl PolygonId {
    /// Returns the id of the polygon that was added as number `index`.
    #[must_use]
    pub const fn from_index(index: u32) -> Self {
        Self(index)
    }

    /// Returns the number of the polygon in its instance.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn number(self) -> u32 {
        self.0
    }
}
