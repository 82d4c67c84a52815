//! Adds sectors and portals to a world builder.

use glam::Vec3;

use super::{BuildError, SectorError, SectorId, WorldBuilder};

impl WorldBuilder {
    /// Adds a sector (such as a room or a yard) with a unique name. The box from `min` to `max`, in
    /// metres, must contain all of the sector's space. The boxes of sectors may overlap. Polygons
    /// belong to the sector only after a call of [`WorldBuilder::set_sector`].
    ///
    /// A world can have at most 255 sectors. The build fails if two sectors have the same name, or
    /// if bounds are not finite or have no volume.
    ///
    /// ```
    /// use sidle::{MaterialId, QueryFilter, Vec3, WorldBuilder};
    /// let mut builder = WorldBuilder::new();
    /// let west = builder.add_sector("west", Vec3::new(-4.0, 0.0, 0.0), Vec3::new(0.0, 3.0, 4.0));
    /// let east = builder.add_sector("east", Vec3::new(0.0, 0.0, 0.0), Vec3::new(4.0, 3.0, 4.0));
    /// let door = [(0.0, 1.0), (0.0, 2.0), (2.0, 2.0), (2.0, 1.0)].map(|(y, z)| Vec3::new(0.0, y, z));
    /// builder.add_portal(west, east, &door);
    /// // A window pane in the far wall of the east room.
    /// builder.set_sector(Some(east));
    /// builder.add_polygon(&door.map(|c| c + Vec3::X * 4.0), MaterialId(0));
    /// let world = builder.build()?;
    ///
    /// let (from, motion) = (Vec3::new(-1.0, 1.0, 1.5), Vec3::X * 9.0);
    /// let sectors = world.sectors();
    /// let seen = QueryFilter::ALL.within(sectors.visible(west));
    /// assert!(world.cast_ray(from, motion, &seen).is_some());
    /// let only_west = QueryFilter::ALL.within(sectors.set([west]));
    /// assert!(world.cast_ray(from, motion, &only_west).is_none());
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn add_sector(&mut self, name: &str, min: Vec3, max: Vec3) -> SectorId {
        let added = self.sectors.add_sector(name, min, max);
        self.noted(added).unwrap_or(SectorId(0))
    }

    /// Sets the sector of the polygons added from now on. `None`, the default, means no sector:
    /// every query sees polygons without a sector. A polygon that can be touched from two sectors
    /// (a floor through a doorway) must have no sector, or be cut at the portal.
    pub fn set_sector(&mut self, sector: Option<SectorId>) -> &mut Self {
        let entered = self.sectors.enter(sector);
        self.noted(entered);
        self
    }

    /// Joins two sectors by an opening: a flat convex polygon of 3 to 255 corners, in metres, with
    /// either winding. The opening must touch the bounds of both sectors.
    ///
    /// Every path from one sector into another must pass through a portal: doors, windows, hatches,
    /// cracks. A portal may be larger than its opening, but never smaller.
    pub fn add_portal(&mut self, a: SectorId, b: SectorId, corners: &[Vec3]) -> &mut Self {
        let added = self.sectors.add_portal(a, b, corners);
        self.noted(added);
        self
    }

    /// Sets the sectors that are visible from a sector, instead of computing them from the portals.
    /// A sector is always visible from itself.
    pub fn set_visible(&mut self, from: SectorId, seen: &[SectorId]) -> &mut Self {
        let taken = self.sectors.set_visible(from, seen);
        self.noted(taken);
        self
    }

    fn noted<T>(&mut self, result: Result<T, SectorError>) -> Option<T> {
        result.map_err(|error| self.fail(BuildError::Sector(error))).ok()
    }
}
