//! The table of sectors of a world.

use glam::{DVec3, Vec3};

use super::set::{Bits, has_bit, join, set_bit};
use super::{NO_SECTOR, SectorId, SectorSet};
use crate::geometry::{WorldVector, polygon};
use crate::tolerance::{PLANAR, PORTAL_SLACK};

/// A part of a level, such as a room.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sector {
    /// Name of the sector, unique in its world.
    pub name: String,
    /// Minimum corner of the sector's bounds, in metres.
    pub min: Vec3,
    /// Maximum corner of the sector's bounds, in metres.
    pub max: Vec3,
}

/// An opening between two sectors.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Portal {
    /// The two sectors that the portal joins.
    pub sectors: [SectorId; 2],
    /// Corners of the portal in order, in metres: a flat convex polygon.
    pub corners: Vec<Vec3>,
}

/// The sectors of a world, the portals between them, and the visibility between sectors. See
/// [`World::sectors`](crate::World::sectors).
#[derive(Clone, Debug)]
pub struct Sectors {
    sectors: Vec<Sector>,
    portals: Vec<Portal>,
    visible: Vec<Bits>,
    stamp: u64,
}

impl Sectors {
    pub(super) fn new(sectors: Vec<Sector>, portals: Vec<Portal>, visible: Vec<Bits>) -> Self {
        let stamp = stamp(&sectors, &portals);
        Self { sectors, portals, visible, stamp }
    }

    /// Returns the number of sectors in the table.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sectors.len()
    }

    /// Returns true if the world has no sectors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sectors.is_empty()
    }

    /// Returns the sectors with their ids, in the order they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (SectorId, &Sector)> {
        self.sectors.iter().enumerate().map(|(i, s)| (SectorId(i as u8), s))
    }

    /// Returns the sector with this id, or `None` if the table has no such sector.
    #[must_use]
    pub fn get(&self, sector: SectorId) -> Option<&Sector> {
        self.sectors.get(usize::from(sector.0))
    }

    /// Returns the id of the sector with this name, or `None` if no sector has this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<SectorId> {
        self.iter().find(|(_, s)| s.name == name).map(|(id, _)| id)
    }

    /// Returns the portals, in the order they were added.
    #[must_use]
    pub fn portals(&self) -> &[Portal] {
        &self.portals
    }

    /// Returns the set of these sectors. Ids that are not in the table are ignored.
    #[must_use]
    pub fn set(&self, sectors: impl IntoIterator<Item = SectorId>) -> SectorSet {
        let mut bits = Bits::default();
        sectors.into_iter().filter(|&s| self.get(s).is_some()).for_each(|s| set_bit(&mut bits, s));
        SectorSet::new(self.stamp, bits)
    }

    /// Returns true if a set was made for a table with the same names, bounds and portals. Any
    /// other set does not limit queries of this world. [`SectorSet::ALL`] belongs to no table and
    /// limits no query either.
    #[must_use]
    pub fn knows(&self, set: &SectorSet) -> bool {
        set.table() == self.stamp
    }

    /// Returns the set of all sectors whose bounds contain this point (in metres). The set has more
    /// than one sector where bounds overlap, and is empty where there are none.
    #[must_use]
    pub fn at(&self, point: impl WorldVector) -> SectorSet {
        self.at_inner(point.to_dvec3())
    }

    fn at_inner(&self, point: DVec3) -> SectorSet {
        let contains =
            |s: &Sector| s.min.as_dvec3().cmple(point).all() && point.cmple(s.max.as_dvec3()).all();
        self.set(self.iter().filter(|(_, s)| contains(s)).map(|(id, _)| id))
    }

    /// Returns the sectors that a mover can enter if it starts at `from` and stays within `reach`
    /// metres of it. The search starts with the sectors whose bounds contain `from`. It adds each
    /// sector that is joined to a found sector by a portal within `reach` of `from`, and repeats
    /// this for the added sectors. Returns [`SectorSet::ALL`] if `from` is in no sector, or if an
    /// argument is not finite.
    ///
    /// For a move, the reach is the longest half length of the shape, plus the length of the
    /// motion, plus a few skins. [`World::sectors_of_move`](crate::World::sectors_of_move) computes
    /// it.
    #[must_use]
    pub fn reached(&self, from: impl WorldVector, reach: f32) -> SectorSet {
        self.reached_inner(from.to_dvec3(), reach)
    }

    fn reached_inner(&self, from: DVec3, reach: f32) -> SectorSet {
        let mut found = *self.at(from).bits();
        if found == Bits::default() || !from.is_finite() || !reach.is_finite() {
            return SectorSet::ALL;
        }
        loop {
            let before = found;
            for portal in &self.portals {
                let [a, b] = portal.sectors;
                if has_bit(&found, a) != has_bit(&found, b) && portal.comes_within(from, reach) {
                    set_bit(&mut found, a);
                    set_bit(&mut found, b);
                }
            }
            if found == before {
                return SectorSet::new(self.stamp, found);
            }
        }
    }

    /// Returns the potentially visible set: every sector visible along a straight line through the
    /// portals from a point in `sector`. The set includes `sector` itself and may include a few
    /// more. Returns [`SectorSet::ALL`] for a sector that is not in the table.
    ///
    /// A ray from a point in the sector has the same hits with and without this limit. A line that
    /// lies in the plane of a portal, within a millionth of the coordinates, does not count as
    /// passing through the portal. A wall between two openings should therefore be thicker than a
    /// millionth of its coordinates.
    #[must_use]
    pub fn visible(&self, sector: SectorId) -> SectorSet {
        self.visible
            .get(usize::from(sector.0))
            .map_or(SectorSet::ALL, |&bits| SectorSet::new(self.stamp, bits))
    }

    /// Returns the sectors visible from any sector of a set. Returns [`SectorSet::ALL`] if the set
    /// is empty or belongs to another table.
    #[must_use]
    pub fn visible_from(&self, set: &SectorSet) -> SectorSet {
        if set.is_empty() || !self.knows(set) {
            return SectorSet::ALL;
        }
        let seen = (0..).zip(&self.visible).filter(|&(i, _)| set.contains(SectorId(i)));
        SectorSet::new(self.stamp, seen.fold(Bits::default(), |all, (_, &bits)| join(all, bits)))
    }

    /// Returns true if a query limited to `set` sees the polygons of `sector`.
    #[inline]
    pub(crate) fn lets_see(&self, set: &SectorSet, sector: impl FnOnce() -> SectorId) -> bool {
        if !self.knows(set) {
            return true;
        }
        let sector = sector();
        sector == NO_SECTOR || set.contains(sector)
    }

    pub(crate) fn bytes(&self) -> usize {
        let names: usize = self.sectors.iter().map(|s| s.name.capacity()).sum();
        let corners: usize = self.portals.iter().map(|p| p.corners.capacity()).sum();
        names
            + corners * size_of::<Vec3>()
            + self.sectors.capacity() * size_of::<Sector>()
            + self.portals.capacity() * size_of::<Portal>()
            + self.visible.capacity() * size_of::<Bits>()
    }
}

impl Portal {
    fn comes_within(&self, from: DVec3, reach: f32) -> bool {
        let corners: Vec<DVec3> = self.corners.iter().map(|c| c.as_dvec3() - from).collect();
        let nearest = polygon::nearest(DVec3::ZERO, &corners, polygon::unit_normal(&corners)).point.length();
        // Rounded corners may leave the plane of the portal by this much.
        let furthest = corners.iter().fold(0.0, |f: f64, c| f.max(c.length()));
        let size = corners.iter().fold(0.0, |s: f64, c| s.max((*c - corners[0]).length()));
        nearest - PLANAR * size - PORTAL_SLACK * furthest <= f64::from(reach)
    }
}

/// Returns a fingerprint of a table, equal for equal tables and never 0. It is a Fowler–Noll–Vo
/// (FNV) hash.
fn stamp(sectors: &[Sector], portals: &[Portal]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut feed = |word: u32| hash = (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
    for s in sectors {
        feed(s.name.len() as u32);
        s.name.bytes().for_each(|b| feed(u32::from(b)));
        s.min.to_array().into_iter().chain(s.max.to_array()).for_each(|x| feed(x.to_bits()));
    }
    for p in portals {
        p.sectors.iter().for_each(|s| feed(u32::from(s.0)));
        feed(p.corners.len() as u32);
        p.corners.iter().flat_map(|c| c.to_array()).for_each(|x| feed(x.to_bits()));
    }
    hash | 1
}
