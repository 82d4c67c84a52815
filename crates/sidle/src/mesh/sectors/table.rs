//! The table of sectors that a world has.

use glam::{DVec3, Vec3};

use super::set::{Bits, has_bit, join, set_bit};
use super::{NO_SECTOR, SectorId, SectorSet};
use crate::geometry::{is_in_range, polygon};
use crate::tolerance::{PLANAR, PORTAL_SLACK};

/// A part of a level, a room for instance.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sector {
    /// What it is called; no other sector of its world is called so.
    pub name: String,
    /// The least corner of its bounds, in metres.
    pub min: Vec3,
    /// The greatest corner of its bounds, in metres.
    pub max: Vec3,
}

/// An opening between two sectors.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Portal {
    /// What it joins.
    pub sectors: [SectorId; 2],
    /// Its corners in order, in metres: a flat convex polygon.
    pub corners: Vec<Vec3>,
}

/// The sectors of a world, the portals between them, and what can be seen from where. See
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

    /// How many sectors there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sectors.len()
    }

    /// Whether the world has no sectors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sectors.is_empty()
    }

    /// The sectors with their numbers, in the order they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (SectorId, &Sector)> {
        self.sectors.iter().enumerate().map(|(i, s)| (SectorId(i as u8), s))
    }

    /// The sector of a number.
    #[must_use]
    pub fn get(&self, sector: SectorId) -> Option<&Sector> {
        self.sectors.get(usize::from(sector.0))
    }

    /// The number of the sector of a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<SectorId> {
        self.iter().find(|(_, s)| s.name == name).map(|(id, _)| id)
    }

    /// The portals, in the order they were added.
    #[must_use]
    pub fn portals(&self) -> &[Portal] {
        &self.portals
    }

    /// A set of these sectors; numbers that are not in the table do not matter.
    #[must_use]
    pub fn set(&self, sectors: impl IntoIterator<Item = SectorId>) -> SectorSet {
        let mut bits = Bits::default();
        sectors.into_iter().filter(|&s| self.get(s).is_some()).for_each(|s| set_bit(&mut bits, s));
        SectorSet::new(self.stamp, bits)
    }

    /// Whether a set was made for a table like this one: the same names, bounds and portals. One
    /// that was not limits no query of this world, and neither does [`SectorSet::ALL`], which no
    /// table knows.
    #[must_use]
    pub fn knows(&self, set: &SectorSet) -> bool {
        set.table() == self.stamp
    }

    /// The sectors whose bounds hold a point, in metres. Empty where there are none.
    #[must_use]
    pub fn at(&self, point: Vec3) -> SectorSet {
        let contains = |s: &Sector| s.min.cmple(point).all() && point.cmple(s.max).all();
        self.set(self.iter().filter(|(_, s)| contains(s)).map(|(id, _)| id))
    }

    /// The sectors that something can come into that starts at `from` and gets nowhere further than
    /// `reach` metres from there: those whose bounds hold `from`, and what lies behind every portal
    /// that comes within `reach`, and so on. [`SectorSet::ALL`] when `from` is in no sector, or
    /// when a number is not finite.
    ///
    /// For a move the reach is the longest half length of the shape, the length of the motion and a
    /// few skins: [`World::sectors_of_move`](crate::World::sectors_of_move) asks with it.
    #[must_use]
    pub fn reached(&self, from: Vec3, reach: f32) -> SectorSet {
        let mut found = *self.at(from).bits();
        if found == Bits::default() || !is_in_range(from) || !reach.is_finite() {
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

    /// The potentially visible set: every sector that can be seen from somewhere in `sector` along
    /// a straight line through the portals, itself included, and perhaps a few more.
    /// [`SectorSet::ALL`] for a sector that is not in the table.
    ///
    /// A ray from a place in the sector meets the same with it as without. A line that runs in the
    /// plane of a portal, to a millionth of the coordinates, does not pass it; so a wall between
    /// two openings should be thicker than that.
    #[must_use]
    pub fn visible(&self, sector: SectorId) -> SectorSet {
        self.visible
            .get(usize::from(sector.0))
            .map_or(SectorSet::ALL, |&bits| SectorSet::new(self.stamp, bits))
    }

    /// What can be seen from anywhere in a set of sectors. [`SectorSet::ALL`] when the set is empty
    /// or of another table.
    #[must_use]
    pub fn visible_from(&self, set: &SectorSet) -> SectorSet {
        if set.is_empty() || !self.knows(set) {
            return SectorSet::ALL;
        }
        let seen = (0..).zip(&self.visible).filter(|&(i, _)| set.contains(SectorId(i)));
        SectorSet::new(self.stamp, seen.fold(Bits::default(), |all, (_, &bits)| join(all, bits)))
    }

    /// Whether a query limited to `set` sees the polygons of `sector`.
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
    fn comes_within(&self, from: Vec3, reach: f32) -> bool {
        let from = from.as_dvec3();
        let corners: Vec<DVec3> = self.corners.iter().map(|c| c.as_dvec3() - from).collect();
        let nearest = polygon::nearest(DVec3::ZERO, &corners, polygon::unit_normal(&corners)).point.length();
        // The polygon may be off its plane by so much.
        let furthest = corners.iter().fold(0.0, |f: f64, c| f.max(c.length()));
        let size = corners.iter().fold(0.0, |s: f64, c| s.max((*c - corners[0]).length()));
        nearest - PLANAR * size - PORTAL_SLACK * furthest <= f64::from(reach)
    }
}

/// A print of a table: two of them are alike when it is the same. Never 0. (Fowler, Noll and Vo's
/// hash.)
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
