//! Sectors, the portals that join them, and what can be seen through those. Knows no polygons of
//! the world.

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

/// How many sectors a world can have; the number of the first that it cannot have stands for no
/// sector at all.
pub(super) const MOST: usize = 255;

/// The sector of a polygon that is in none.
pub(crate) const NO_SECTOR: SectorId = SectorId(MOST as u8);
