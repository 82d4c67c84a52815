//! The sectors and portals given to a builder, validated as they are added.

use glam::{DVec3, Vec3};

use super::flow::Flow;
use super::set::{Bits, set_bit};
use super::{MOST, Portal, Sector, SectorError, SectorId, Sectors};
use crate::geometry::convex::check;
use crate::geometry::{Aabb, is_vertex, polygon};
use crate::tolerance::PORTAL_SLACK;

/// The sectors and portals of a table that is being built.
#[derive(Clone, Debug, Default)]
pub(crate) struct SectorList {
    sectors: Vec<Sector>,
    portals: Vec<Portal>,
    /// The visible sectors of each sector, where the caller has set them.
    given: Vec<Option<Bits>>,
    current: Option<SectorId>,
}

impl SectorList {
    pub(crate) fn add_sector(&mut self, name: &str, min: Vec3, max: Vec3) -> Result<SectorId, SectorError> {
        let sector = self.sectors.len();
        if sector >= MOST {
            return Err(SectorError::TooManySectors);
        }
        if let Some(first) = self.sectors.iter().position(|s| s.name == name) {
            return Err(SectorError::NameTwice { first, second: sector });
        }
        if !(is_vertex(min) && is_vertex(max) && min.cmplt(max).all()) {
            return Err(SectorError::BadBounds { sector });
        }
        self.sectors.push(Sector { name: name.to_owned(), min, max });
        self.given.push(None);
        Ok(SectorId(sector as u8))
    }

    /// Sets the sector of the polygons added from now on.
    pub(crate) fn enter(&mut self, sector: Option<SectorId>) -> Result<(), SectorError> {
        self.current = sector;
        sector.map_or(Ok(()), |s| self.known(s))
    }

    pub(crate) fn current(&self) -> SectorId {
        self.current.unwrap_or(super::NO_SECTOR)
    }

    pub(crate) fn add_portal(
        &mut self,
        a: SectorId,
        b: SectorId,
        corners: &[Vec3],
    ) -> Result<(), SectorError> {
        let portal = self.portals.len();
        for side in [a, b] {
            self.known(side).map_err(|_| SectorError::LeadsNowhere { portal, sector: side.0 })?;
        }
        if a == b {
            return Err(SectorError::LeadsBack { portal, sector: a.0 });
        }
        if !(3..=255).contains(&corners.len()) || !corners.iter().all(|&c| is_vertex(c)) {
            return Err(SectorError::BadPortal { portal });
        }
        let wide: Vec<DVec3> = corners.iter().map(|c| c.as_dvec3()).collect();
        if polygon::unit_normal(&wide) == DVec3::ZERO {
            return Err(SectorError::BadPortal { portal });
        }
        check(&wide).map_err(|_| SectorError::NotConvex { portal })?;
        for side in [a, b] {
            if !touches(corners, &self.sectors[usize::from(side.0)]) {
                return Err(SectorError::OutOfBounds { portal, sector: side.0 });
            }
        }
        self.portals.push(Portal { sectors: [a, b], corners: corners.to_vec() });
        Ok(())
    }

    /// Stores the caller's visible sectors of a sector, unchecked against the portals.
    pub(crate) fn set_visible(&mut self, from: SectorId, seen: &[SectorId]) -> Result<(), SectorError> {
        self.known(from)?;
        let mut bits = Bits::default();
        set_bit(&mut bits, from);
        for &s in seen {
            self.known(s)?;
            set_bit(&mut bits, s);
        }
        self.given[usize::from(from.0)] = Some(bits);
        Ok(())
    }

    /// Builds the table with the visibility of each sector. Also returns the number of sectors
    /// whose visibility was too expensive to compute.
    pub(crate) fn finish(self) -> (Sectors, usize) {
        let flow = Flow::new(&self.sectors, &self.portals);
        let mut over_budget = 0;
        let visible = (0..).zip(&self.given).map(|(sector, given)| {
            given.unwrap_or_else(|| {
                let (seen, complete) = flow.visible_from(SectorId(sector));
                over_budget += usize::from(!complete);
                seen
            })
        });
        let visible = visible.collect();
        (Sectors::new(self.sectors, self.portals, visible), over_budget)
    }

    fn known(&self, sector: SectorId) -> Result<(), SectorError> {
        let there = usize::from(sector.0) < self.sectors.len();
        there.then_some(()).ok_or(SectorError::UnknownSector { sector: sector.0 })
    }
}

/// Returns true if a convex polygon has a point in the bounds of a sector, within rounding.
fn touches(corners: &[Vec3], sector: &Sector) -> bool {
    let slack = PORTAL_SLACK as f32 * sector.min.abs().max(sector.max.abs()).max_element();
    Aabb { min: sector.min - slack, max: sector.max + slack }.overlaps_polygon(corners)
}
