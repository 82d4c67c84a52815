//! Flood fill: finds where the centre can go around polygons, over lattices around the start.
//!
//! Each lattice has half the spacing and half the size of the one before it. So small openings are
//! found near the start, and long detours far from it. A node at the same place of two lattices
//! connects them. Two neighbours are connected if no polygon cuts their segment (`raster.rs`). The
//! nodes along x are the bits of a row, so a few shifts flood a row.

use std::cmp::Ordering;

use glam::DVec3;

use super::crossing::Sheets;
use super::lattice::{HALF, LEVELS, Node, ROWS, SIDE, floor, is_inside, node_of, row_and_bit};
use super::raster::Raster;
use crate::narrow_phase::Candidates;
use crate::tolerance::LATTICE_MARGIN;

/// Nodes of a row that were reached together.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The row that they were reached from: their own or a neighbour.
    from: u32,
    bits: u32,
    /// The previous step of the same row.
    before: u32,
}

/// Number of polygons above which the line-of-sight search takes as long as the flood.
const MANY: usize = 64;

/// No step.
const NONE: u32 = u32::MAX;

/// The lattices.
#[derive(Debug, Default)]
pub(super) struct Flood {
    /// The cut segments.
    raster: Raster,
    /// For each row of a lattice: the nodes within the ball.
    inside: Vec<u32>,
    /// For each row of all lattices: the nodes in line of sight of the start, and all reached
    /// nodes.
    in_sight: Vec<u32>,
    reached: Vec<u32>,
    /// Rows to be flooded.
    open: Vec<u32>,
    /// Memory for the rows that are being flooded.
    front: Vec<u32>,
    /// All steps in order, and the last step of each row.
    steps: Vec<Step>,
    last: Vec<u32>,
    /// Metres between neighbours of the widest lattice; 0 before the flood.
    spacing: f64,
    /// Metres per unit along the axes of the mover's space.
    metres: DVec3,
}

impl Flood {
    pub(super) fn forget(&mut self) {
        self.spacing = 0.0;
    }

    pub(super) fn is_done(&self) -> bool {
        self.spacing > 0.0
    }

    pub(super) fn bytes(&self) -> usize {
        let rows = self.inside.capacity() + self.in_sight.capacity() + self.reached.capacity();
        (rows + self.open.capacity() + self.front.capacity() + self.last.capacity()) * size_of::<u32>()
            + self.steps.capacity() * size_of::<Step>()
            + self.raster.bytes()
    }

    fn spacing_of(&self, level: usize) -> f64 {
        self.spacing / f64::from(1 << level)
    }

    /// Returns the place of a node in the mover's space.
    fn place(&self, level: usize, at: Node) -> DVec3 {
        DVec3::from_array(at.map(f64::from)) * self.spacing_of(level) / self.metres
    }

    fn has(&self, rows: &[u32], level: usize, at: Node) -> bool {
        let (row, bit) = row_and_bit(at);
        rows[level * ROWS + row] & bit != 0
    }

    /// Floods the lattices up to `reach` metres around the start.
    pub(super) fn run(&mut self, candidates: &Candidates, sheets: &Sheets, metres: DVec3, reach: f64) {
        (self.metres, self.spacing) = (metres, reach / f64::from(HALF));
        if self.inside.is_empty() {
            self.find_ball();
        }
        self.raster.clear();
        for level in 0..LEVELS {
            let spacing = self.spacing_of(level);
            for sheet in sheets.within(spacing * f64::from(HALF)) {
                self.raster.draw(level, &candidates.obstacle(sheet.candidate as usize), metres / spacing);
            }
        }
        self.look_around(candidates, sheets);
        self.reached.clear();
        self.reached.extend_from_slice(&self.in_sight);
        self.steps.clear();
        self.last.clear();
        self.last.resize(LEVELS * ROWS, NONE);
        self.open.clear();
        self.open.extend((0..(LEVELS * ROWS) as u32).filter(|&row| self.reached[row as usize] != 0));
        loop {
            // Floods rows in the order in which they were reached, so that paths are short.
            while !self.open.is_empty() {
                let mut front = std::mem::replace(&mut self.open, std::mem::take(&mut self.front));
                front.drain(..).for_each(|row| self.flood_row(row as usize));
                self.front = front;
            }
            (1..LEVELS).for_each(|level| self.connect(level));
            if self.open.is_empty() {
                break;
            }
        }
    }

    fn find_ball(&mut self) {
        self.inside.resize(ROWS, 0);
        for z in -HALF..=HALF {
            for y in -HALF..=HALF {
                for x in -HALF..=HALF {
                    if x * x + y * y + z * z < HALF * HALF {
                        let (row, bit) = row_and_bit([x, y, z]);
                        self.inside[row] |= bit;
                    }
                }
            }
        }
    }

    /// Finds nodes in sight of the start, in all directions to neighbours and their neighbours. The
    /// start itself may lie on a polygon, or in a narrow gap.
    fn look_around(&mut self, candidates: &Candidates, sheets: &Sheets) {
        self.in_sight.clear();
        self.in_sight.resize(LEVELS * ROWS, 0);
        // Among many polygons there is always a detour.
        let furthest = if sheets.within(f64::INFINITY).len() > MANY { 1 } else { 2 };
        for i in 0..125 {
            let direction: Node = [i % 5 - 2, i / 5 % 5 - 2, i / 25 - 2];
            let longest = direction.iter().map(|x| x.abs()).max().unwrap_or(1);
            if longest > furthest || direction.iter().all(|x| x % 2 == 0) {
                continue;
            }
            let count = (HALF - 1) / longest;
            let end = self.place(0, direction.map(|x| x * count));
            let clear = sheets.clear_part(candidates, end);
            for level in 0..LEVELS {
                // Slightly less, since the clear part ends at a polygon.
                let most = clear * f64::from(count << level) - LATTICE_MARGIN;
                for step in 1..=count.min(floor(most)) {
                    let (row, bit) = row_and_bit(direction.map(|x| x * step));
                    self.in_sight[level * ROWS + row] |= bit & self.inside[row];
                }
            }
        }
    }

    /// Floods a row from its reached nodes, then its four neighbours.
    fn flood_row(&mut self, row: usize) {
        let inside = self.inside[row % ROWS];
        let [cut_x, ..] = self.raster.cuts(row);
        let mut bits = self.reached[row];
        // `right`: the segment from the lower neighbour of a node is not cut. `left`: the segment
        // from its upper neighbour is not cut.
        let (mut right, mut left) = (!(cut_x << 1) & inside, !cut_x & inside);
        let mut step = 1;
        while step < SIDE {
            bits |= right & (bits << step);
            right &= right << step;
            step *= 2;
        }
        step = 1;
        while step < SIDE {
            bits |= left & (bits >> step);
            left &= left >> step;
            step *= 2;
        }
        self.reach(row, row, bits);
        for (axis, stride) in [(1, 1), (2, SIDE)] {
            // A segment belongs to its lower end.
            let (after, before) = (row + stride, row - stride);
            self.spread(row, after, bits & !self.raster.cuts(row)[axis]);
            self.spread(row, before, bits & !self.raster.cuts(before)[axis]);
        }
    }

    fn spread(&mut self, from: usize, row: usize, bits: u32) {
        if self.reach(from, row, bits & self.inside[row % ROWS]) {
            self.open.push(row as u32);
        }
    }

    /// Reaches nodes of a row. Returns true if some of them are new.
    pub(in crate::slide) fn reach(&mut self, from: usize, row: usize, bits: u32) -> bool {
        let new = bits & !self.reached[row];
        if new != 0 {
            self.reached[row] |= new;
            self.steps.push(Step { from: from as u32, bits: new, before: self.last[row] });
            self.last[row] = self.steps.len() as u32 - 1;
        }
        new != 0
    }

    /// Reaches the nodes that a lattice has in common with the wider one.
    fn connect(&mut self, level: usize) {
        let half = HALF / 2;
        for z in -half..=half {
            for y in -half..=half {
                let wide = (level - 1) * ROWS + row_and_bit([0, y, z]).0;
                let narrow = level * ROWS + row_and_bit([0, 2 * y, 2 * z]).0;
                if self.reached[wide] == 0 && self.reached[narrow] == 0 {
                    continue;
                }
                let (mut to_wide, mut to_narrow) = (0, 0);
                for x in -half..=half {
                    let (one, two) = (row_and_bit([x, 0, 0]).1, row_and_bit([2 * x, 0, 0]).1);
                    if self.reached[wide] & one != 0 {
                        to_narrow |= two;
                    }
                    if self.reached[narrow] & two != 0 {
                        to_wide |= one;
                    }
                }
                self.spread(narrow, wide, to_wide);
                self.spread(wide, narrow, to_narrow);
            }
        }
    }

    /// Returns a reached node around a place, if `is_clear` is true for the segment from there.
    pub(super) fn node_near(
        &self,
        place: DVec3,
        mut is_clear: impl FnMut(DVec3) -> bool,
    ) -> Option<(usize, Node)> {
        (0..LEVELS).rev().find_map(|level| {
            let at = place * self.metres / self.spacing_of(level);
            if at.abs().max_element() > f64::from(HALF) {
                return None;
            }
            let cell = at.to_array().map(floor);
            let mut nodes = (0..8).map(|i| [cell[0] + (i & 1), cell[1] + (i >> 1 & 1), cell[2] + (i >> 2)]);
            let node = nodes.find(|&at| {
                is_inside(at) && self.has(&self.reached, level, at) && is_clear(self.place(level, at))
            });
            node.map(|node| (level, node))
        })
    }

    /// Writes the path from the start to a reached node to `path`, the last place first.
    pub(super) fn walk_back(&self, (level, at): (usize, Node), path: &mut Vec<DVec3>) {
        path.clear();
        let (row, bit) = row_and_bit(at);
        let (mut row, mut bit) = (level * ROWS + row, bit.trailing_zeros() as usize);
        loop {
            let (level, at) = (row / ROWS, node_of(row, bit));
            path.push(self.place(level, at));
            if self.in_sight[row] >> bit & 1 == 1 {
                return;
            }
            let mut step = self.last[row];
            let Step { from, before, .. } = loop {
                match self.steps.get(step as usize) {
                    Some(found) if found.bits >> bit & 1 == 1 => break *found,
                    Some(other) => step = other.before,
                    None => return,
                }
            };
            let from = from as usize;
            if from == row {
                bit = self.start_of_run(row, bit, before);
            } else {
                let at = match (from / ROWS).cmp(&level) {
                    Ordering::Less => at.map(|x| x / 2),
                    Ordering::Equal => at,
                    Ordering::Greater => at.map(|x| 2 * x),
                };
                (row, bit) = (from, row_and_bit(at).1.trailing_zeros() as usize);
            }
        }
    }

    /// Returns the nearest node in the row of `bit`, without a cut in between, that had been
    /// reached when `step` was the last step of that row.
    fn start_of_run(&self, row: usize, bit: usize, mut step: u32) -> usize {
        let mut old = self.in_sight[row];
        while let Some(found) = self.steps.get(step as usize) {
            old |= found.bits;
            step = found.before;
        }
        let [cuts, ..] = self.raster.cuts(row);
        let is_old = |&k: &usize| old >> k & 1 == 1;
        let below = (0..bit).rev().take_while(|k| cuts >> k & 1 == 0).find(is_old);
        let above = (bit + 1..SIDE).take_while(|k| cuts >> (k - 1) & 1 == 0).find(is_old);
        below.or(above).unwrap_or(bit)
    }
}
