//! Sets of sectors.

use std::fmt;

/// The place of a sector in the table of its world: 0, 1, 2 in the order they were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SectorId(pub u8);

/// A set of sectors of one world, for [`QueryFilter::within`](crate::QueryFilter::within). Plain
/// data of 40 bytes.
///
/// Made by [`Sectors`](crate::Sectors). It remembers the table it was made for (its names, bounds
/// and portals), so that a set that meets another world, or a level that was changed since the set
/// was stored, limits nothing: [`Sectors::knows`](crate::Sectors::knows) tells. A set of sectors
/// can be too large, and is only slower then.
///
/// ```
/// # use sidle::*;
/// let mut builder = WorldBuilder::new();
/// let hall = builder.add_sector("hall", Vec3::ZERO, Vec3::splat(9.0));
/// let attic = builder.add_sector("attic", Vec3::Y * 9.0, Vec3::splat(18.0));
/// let world = builder.build()?;
/// let mut set = world.sectors().set([hall]);
/// assert!(set.contains(hall) && !set.contains(attic));
/// set.insert(attic);
/// assert_eq!((set.len(), set.iter().last()), (2, Some(attic)));
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SectorSet {
    /// Of the table it was made for; 0 for [`SectorSet::ALL`], which no table has.
    table: u64,
    bits: Bits,
}

/// One bit per sector.
pub(crate) type Bits = [u64; 4];

impl SectorSet {
    /// Every sector of every world; the same as `SectorSet::default()`. A query within it is not
    /// limited.
    pub const ALL: Self = Self { table: 0, bits: [u64::MAX; 4] };

    pub(super) const fn new(table: u64, bits: Bits) -> Self {
        Self { table, bits }
    }

    pub(super) const fn table(&self) -> u64 {
        self.table
    }

    pub(super) const fn bits(&self) -> &Bits {
        &self.bits
    }

    /// Whether a sector is in the set.
    #[must_use]
    pub const fn contains(&self, sector: SectorId) -> bool {
        has_bit(&self.bits, sector)
    }

    /// Adds a sector; says whether it was not there before.
    pub fn insert(&mut self, sector: SectorId) -> bool {
        let new = !self.contains(sector);
        set_bit(&mut self.bits, sector);
        new
    }

    /// What is in either. Sets of different tables have no union but [`SectorSet::ALL`].
    ///
    /// ```
    /// use sidle::SectorSet;
    /// assert_eq!(SectorSet::ALL.union(SectorSet::ALL), SectorSet::ALL);
    /// ```
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        if self.table == other.table { Self { bits: join(self.bits, other.bits), ..self } } else { Self::ALL }
    }

    /// The sectors in order.
    pub fn iter(&self) -> impl Iterator<Item = SectorId> + '_ {
        (0..super::MOST as u8).map(SectorId).filter(|&s| self.contains(s))
    }

    /// How many sectors are in it; [`SectorSet::ALL`] has the 255 that a world can have.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether no sector is in it. A query within such a set still sees what is in no sector.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Default for SectorSet {
    fn default() -> Self {
        Self::ALL
    }
}

impl fmt::Debug for SectorSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ALL {
            return write!(f, "SectorSet::ALL");
        }
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

pub(super) fn set_bit(bits: &mut Bits, sector: SectorId) {
    bits[usize::from(sector.0 >> 6)] |= 1 << (sector.0 & 63);
}

pub(super) const fn has_bit(bits: &Bits, sector: SectorId) -> bool {
    bits[(sector.0 >> 6) as usize] >> (sector.0 & 63) & 1 != 0
}

pub(super) fn join(a: Bits, b: Bits) -> Bits {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]]
}
