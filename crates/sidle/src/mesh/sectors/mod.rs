//! Sectors, the portals that join them, and the visibility through portals. This module does not
//! use the polygons of the world.

mod door;
mod error;
mod flow;
mod list;
mod set;
mod stabbing;
mod table;

pub use error::SectorError;
pub(crate) use list::SectorList;
pub use set::{SectorId, SectorSet};
pub use table::{Portal, Sector, Sectors};

/// Maximum number of sectors in a world. The next number stands for "no sector".
pub(super) const MOST: usize = 255;

/// The id for polygons without a sector.
pub(crate) const NO_SECTOR: SectorId = SectorId(MOST as u8);
