//! The places that a search for a free place looks at, and its memory.
//!
//! ```text
//! measure.rs   the clearance and the range of the search
//! cell.rs      proves that a cell holds no free place, by a convex sum of distances at its corners
//! reach.rs     decides if the centre can get to a place
//! crossing.rs  decides if a straight segment crosses a polygon
//! flood.rs     finds detours around polygons, over lattices (lattice.rs)
//! raster.rs    finds the segments of a lattice that polygons cut
//! failures.rs  searches that found nothing are not repeated until something changes
//! ```

pub(super) mod cell;
mod crossing;
pub(super) mod failures;
mod flood;
mod lattice;
pub(super) mod measure;
mod raster;
mod reach;

use std::collections::BinaryHeap;

use crate::narrow_phase::Candidates;
use crate::solve::nearest::HalfSpace;
use cell::Cell;
use failures::Failures;
use measure::Measure;
use reach::Reach;

/// Memory of a search.
#[derive(Debug, Default)]
pub(in crate::slide) struct Search {
    pub(super) polygons: Candidates,
    /// Order of the polygons: Morton code, and index among the candidates of the mover.
    pub(super) order: Vec<(u32, u32)>,
    pub(super) cells: BinaryHeap<Cell>,
    /// Blocks of polygons: first all of them, then those of each box that was cut.
    pub(super) lists: Vec<u32>,
    /// Half-spaces of a box: six walls, then one for each polygon nearby.
    pub(super) planes: Vec<HalfSpace>,
    /// For each half-space after the walls: its polygon, and the original length of its normal.
    pub(super) owners: Vec<(usize, f64)>,
    pub(super) reach: Reach,
    pub(super) failures: Failures,
    pub(super) measure: Measure,
    /// Work so far, in measured blocks of polygons or equal cost.
    pub(super) work: usize,
    pub(super) examined: u32,
    pub(super) made: u32,
}

impl Search {
    pub(in crate::slide) fn bytes(&self) -> usize {
        self.polygons.bytes()
            + self.order.capacity() * size_of::<(u32, u32)>()
            + self.cells.capacity() * size_of::<Cell>()
            + self.lists.capacity() * size_of::<u32>()
            + self.planes.capacity() * size_of::<HalfSpace>()
            + self.owners.capacity() * size_of::<(usize, f64)>()
            + self.reach.bytes()
            + self.failures.bytes()
    }
}
