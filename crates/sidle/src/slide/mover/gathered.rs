//! The region in which the polygons around a mover are known.

use glam::DVec3;

use crate::world::Region;

/// The region of the last gather: the candidates are all polygons that a mover in it can touch.
///
/// Only `gather.rs` makes one, so it always belongs to the candidates in the scratch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gathered {
    region: Region,
    /// Position of the mover at that time.
    at: DVec3,
}

impl Gathered {
    /// No gather yet: no polygon is known anywhere.
    pub(super) const NOTHING: Self =
        Self { region: Region { center: DVec3::ZERO, radius: 0.0 }, at: DVec3::NAN };

    pub(in crate::slide) fn new(region: Region, at: DVec3) -> Self {
        Self { region, at }
    }

    pub(crate) fn region(&self) -> &Region {
        &self.region
    }

    /// Returns true if all polygons are known that a mover at `x` can touch.
    pub(crate) fn contains(&self, x: DVec3) -> bool {
        self.region.contains(x)
    }

    /// Returns true if the mover was at `x` when it gathered.
    pub(super) fn was_at(&self, x: DVec3) -> bool {
        self.at == x
    }
}
