//! A portal, prepared for tracing straight lines through it.

use glam::DVec3;

use super::{Portal, Sector, SectorId};
use crate::geometry::convex::HalfSpace;
use crate::geometry::polygon;

pub(super) struct Door {
    pub(super) corners: Vec<DVec3>,
    sectors: [SectorId; 2],
    /// Its plane, as the half-space above it.
    plane: HalfSpace,
    /// True if the path from the first sector to the second crosses the plane upwards. `None` if
    /// the bounds of the sectors do not determine it.
    leads_up: Option<bool>,
}

impl Door {
    /// Prepares a portal, with coordinates relative to `center`.
    pub(super) fn new(portal: &Portal, center: DVec3) -> Self {
        let corners: Vec<DVec3> = portal.corners.iter().map(|c| c.as_dvec3() - center).collect();
        let normal = polygon::unit_normal(&corners);
        let plane = HalfSpace { normal, level: normal.dot(corners[0]) };
        Self { corners, sectors: portal.sectors, plane, leads_up: None }
    }

    /// Determines the side of each sector: a sector whose bounds end at the plane is on that side
    /// of it.
    pub(super) fn orient(&mut self, sectors: &[Sector], center: DVec3, slack: f64) {
        let side = |s: SectorId| {
            let Sector { min, max, .. } = &sectors[usize::from(s.0)];
            let (min, max) = (min.as_dvec3() - center, max.as_dvec3() - center);
            let (middle, half) = ((min + max) * 0.5, (max - min) * 0.5);
            let (height, reach) = (self.plane.height(middle), self.plane.normal.abs().dot(half));
            (height + reach <= slack, height - reach >= -slack)
        };
        let [(first_below, first_above), (second_below, second_above)] = self.sectors.map(side);
        let (up, down) = (first_below || second_above, first_above || second_below);
        self.leads_up = (up != down).then_some(up);
    }

    pub(super) fn other_side(&self, from: SectorId) -> SectorId {
        if self.sectors[0] == from { self.sectors[1] } else { self.sectors[0] }
    }

    /// Returns the largest distance of a corner from the plane. Rounding to f32 moves corners off
    /// the plane.
    pub(super) fn off_its_plane(&self) -> f64 {
        self.corners.iter().fold(0.0, |off: f64, &c| off.max(self.plane.height(c).abs()))
    }

    /// Returns the part of `target` that lines can reach after they leave the sector `from` through
    /// this door.
    pub(super) fn ahead(&self, from: SectorId, target: &[DVec3], slack: f64) -> Vec<DVec3> {
        self.side(target, self.leads_up.map(|up| up == (self.sectors[0] == from)), slack)
    }

    /// Returns the part of `source` that lines can come from before they leave the sector `from`
    /// through this door.
    pub(super) fn behind(&self, from: SectorId, source: &[DVec3], slack: f64) -> Vec<DVec3> {
        self.side(source, self.leads_up.map(|up| up != (self.sectors[0] == from)), slack)
    }

    /// Returns the part of a polygon above or below the plane. A polygon in the plane gives no
    /// part: no line passes through two openings in one plane.
    fn side(&self, corners: &[DVec3], above: Option<bool>, slack: f64) -> Vec<DVec3> {
        let HalfSpace { normal, level } = self.plane;
        let left = match above {
            Some(true) => HalfSpace { normal, level: level - slack }.clip(corners),
            Some(false) => HalfSpace { normal: -normal, level: -level - slack }.clip(corners),
            None => corners.to_vec(),
        };
        if left.iter().all(|&c| self.plane.height(c).abs() <= slack) { Vec::new() } else { left }
    }
}
