//! Sets of sectors.

use std::fmt;

/// The index of a sector in the table of its world. Sectors are numbered 0, 1, 2 in the order in
/// which they were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SectorId(pub u8);

/// A set of sectors of one world, for [`QueryFilter::within`](crate::QueryFilter::within). Plain
/// data of 40 bytes.
///
/// [`Sectors`](crate::Sectors) creates the sets. A set stores a fingerprint of its table (names,
/// bounds and portals). In another world, or in a level that changed since the set was stored, it
/// therefore limits nothing; [`Sectors::knows`](crate::Sectors::knows) detects this. A set that is
/// larger than necessary only makes queries slower.
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
    /// Fingerprint of its table, or 0 for [`SectorSet::ALL`]. No table has the fingerprint 0.
    table: u64,
    bits: Bits,
}

/// One bit per sector.
pub(crate) type Bits = [u64; 4];

impl SectorSet {
    /// The set of every sector of every world. Equal to `SectorSet::default()`. This set does not
    /// limit queries.
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

    /// Returns true if the set contains this sector.
    #[must_use]
    pub const fn contains(&self, sector: SectorId) -> bool {
        has_bit(&self.bits, sector)
    }

    /// Adds a sector to the set. Returns true if the set did not contain this sector before.
    pub fn insert(&mut self, sector: SectorId) -> bool {
        let new = !self.contains(sector);
        set_bit(&mut self.bits, sector);
        new
    }

    /// Returns the union of both sets. The union of sets of different tables is [`SectorSet::ALL`].
    ///
    /// ```
    /// use sidle::SectorSet;
    /// assert_eq!(SectorSet::ALL.union(SectorSet::ALL), SectorSet::ALL);
    /// ```
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        if self.table == other.table { Self { bits: join(self.bits, other.bits), ..self } } else { Self::ALL }
    }

    /// Returns the sectors of the set in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = SectorId> + '_ {
        (0..super::MOST as u8).map(SectorId).filter(|&s| self.contains(s))
    }

    /// Returns the number of sectors in the set. [`SectorSet::ALL`] has 255, the maximum of a
    /// world.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Returns true if the set is empty. A query limited to an empty set still sees polygons
    /// without a sector.
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
