//! The grids in which characters find their neighbours: one for each size of characters.

use glam::DVec3;

use super::member::CrowdMember;
use super::place::{Place, hash_of};
use crate::tolerance::MAX_POSITION;

/// A character in the grid of its size.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The level of the grid, whose cells are 2^level metres large, and the cell.
    cell: [i64; 4],
    member: u32,
}

/// Characters sorted by the cells of their centres. The cells of a character are at least as large
/// as its box.
#[derive(Debug, Default)]
pub(super) struct Cells {
    entries: Vec<Entry>,
    /// The level and the first entry of each grid, the smallest cells first.
    grids: Vec<(i32, usize)>,
}

impl Cells {
    /// Sorts the characters. Those in one cell follow their coordinates.
    pub(super) fn fill(&mut self, places: &[Place]) {
        let Self { entries, grids } = self;
        entries.clear();
        for (member, place) in (0..).zip(places) {
            if place.is_valid {
                let level = level_of(place);
                let [x, y, z] = cell_of(place.centre, size_of(level));
                entries.push(Entry { cell: [level.into(), x, y, z], member });
            }
        }
        let place = |entry: &Entry| &places[entry.member as usize];
        entries.sort_unstable_by(|a, b| a.cell.cmp(&b.cell).then_with(|| place(a).compare(place(b))));
        grids.clear();
        for (i, entry) in entries.iter().enumerate() {
            if grids.last().is_none_or(|grid| i64::from(grid.0) != entry.cell[0]) {
                grids.push((entry.cell[0] as i32, i));
            }
        }
    }

    /// Returns the rank of each character in an order that does not depend on that of the list.
    /// Only equal members have ranks in the order of the list.
    pub(super) fn rank(&mut self, members: &[CrowdMember<'_>], places: &[Place], ranks: &mut Vec<u32>) {
        let place = |entry: &Entry| &places[entry.member as usize];
        for same in self.entries.chunk_by_mut(|a, b| place(a).compare(place(b)).is_eq()) {
            if same.len() > 1 {
                same.sort_by_cached_key(|entry| (hash_of(&members[entry.member as usize]), entry.member));
            }
        }
        ranks.clear();
        ranks.resize(places.len(), u32::MAX);
        for (rank, entry) in (0..).zip(&self.entries) {
            ranks[entry.member as usize] = rank;
        }
    }

    /// Returns the characters in the order of their ranks.
    pub(super) fn by_rank(&self) -> impl Iterator<Item = u32> {
        self.entries.iter().map(|entry| entry.member)
    }

    /// Calls `f` for the characters whose boxes may overlap that of a character, in the grids from
    /// a level up. Of the grid of that level, only those after a rank may be asked for.
    pub(super) fn each_near(&self, place: &Place, least: i32, after: Option<u32>, mut f: impl FnMut(u32)) {
        for (g, &(level, first)) in self.grids.iter().enumerate() {
            if level < least {
                continue;
            }
            let end = self.grids.get(g + 1).map_or(self.entries.len(), |grid| grid.1);
            let first = after.filter(|_| level == least).map_or(first, |rank| rank as usize + 1);
            let grid = &self.entries[first..end];
            let size = size_of(level);
            // The boxes in this grid reach half of a cell around their centres.
            let half = (place.half + 0.5 * size).as_dvec3();
            let [low, high] = [place.centre - half, place.centre + half].map(|at| cell_of(at, size));
            let rows = (high[0] - low[0] + 1) * (high[1] - low[1] + 1);
            if rows > grid.len() as i64 {
                grid.iter().for_each(|entry| f(entry.member));
                continue;
            }
            for x in low[0]..=high[0] {
                for y in low[1]..=high[1] {
                    // The cells along z are next to each other in the list.
                    let from = grid.partition_point(|entry| entry.cell < [level.into(), x, y, low[2]]);
                    let row =
                        grid[from..].iter().take_while(|entry| entry.cell <= [level.into(), x, y, high[2]]);
                    row.for_each(|entry| f(entry.member));
                }
            }
        }
    }
}

/// Returns the level of the grid whose cells are as large as the box of a character.
pub(super) fn level_of(place: &Place) -> i32 {
    level(place.reach())
}

fn level(reach: f32) -> i32 {
    // No two characters are further apart than twice the range of coordinates on each axis.
    let most = 4.0 * MAX_POSITION as f32;
    let reach = if reach < most { reach } else { most };
    // Twice the reach is below the power of two that follows it.
    (reach.to_bits() >> 23) as i32 - 127 + 2
}

/// Returns 2^level.
fn size_of(level: i32) -> f32 {
    f32::from_bits(((level + 127) as u32) << 23)
}

/// Returns the cell of a place in a grid of this size.
fn cell_of(place: DVec3, size: f32) -> [i64; 3] {
    (place / f64::from(size)).floor().to_array().map(|x| x as i64)
}
