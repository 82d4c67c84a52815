//! Changing a mesh in place: slots are added at the end and retired where they are; the caller's
//! numbers stay.

use std::ops::Range;

use glam::Vec3;

use super::{MaterialId, Mesh, NO_SECTOR, SectorId};

/// The number of a slot that holds nothing any more.
const GONE: u32 = u32::MAX;

impl Mesh {
    /// Slots, live or not.
    pub(crate) fn slots(&self) -> u32 {
        self.source.len() as u32
    }

    /// The slots that hold a polygon.
    pub(crate) fn live_slots(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        (0..self.slots()).filter(|&p| self.source[p as usize] != GONE)
    }

    /// Slots that hold nothing.
    pub(crate) fn gone(&self) -> usize {
        self.gone
    }

    /// Where the caller's polygon `number` is.
    pub(crate) fn slot_of(&mut self, number: u32) -> Option<u32> {
        self.know_slots();
        self.find(number)
    }

    /// Where the caller's polygon `number` is; looks through all of them before the first edit.
    pub(crate) fn find(&self, number: u32) -> Option<u32> {
        if self.slot_of.is_empty() {
            return self.source.iter().position(|&n| n == number && n != GONE).map(|p| p as u32);
        }
        self.slot_of.get(number as usize).copied().filter(|&p| p != GONE)
    }

    /// The number that the next polygon gets: numbers are never used twice.
    pub(crate) fn next_number(&self) -> u32 {
        self.numbers
    }

    /// Adds a polygon, in no sector, in a slot of its own and returns the slot.
    pub(crate) fn push(&mut self, corners: impl ExactSizeIterator<Item = Vec3>, material: MaterialId) -> u32 {
        self.know_slots();
        let number = self.numbers;
        self.numbers += 1;
        if self.starts.is_empty() && corners.len() != 3 {
            self.starts = (0..=self.slots()).map(|p| 3 * p).collect();
        }
        let first = self.vertices.len() as u32;
        self.corners.extend(first..first + corners.len() as u32);
        self.vertices.extend(corners);
        self.slot_of.push(GONE);
        self.close_slot(number, material, NO_SECTOR)
    }

    /// Moves the polygon of a slot to a new slot at the end.
    pub(crate) fn move_last(&mut self, p: u32) -> u32 {
        let ids = self.corner_range(p);
        self.corners.extend_from_within(ids);
        let (number, material, sector) = (self.source(p), self.material_id(p), self.sector(p));
        self.retire(p);
        self.close_slot(number, material, sector)
    }

    /// Takes the polygon of slot `p` out of a range of slots that lie together: the slots after it
    /// move down by one, and the last slot of the range is left with nothing.
    pub(crate) fn take_out(&mut self, range: Range<u32>, p: u32) {
        let (first, end) = (p as usize, range.end as usize);
        let ids = self.corner_range(p);
        let block = ids.start..self.corner_range(range.end - 1).end;
        self.corners[block].rotate_left(ids.len());
        if !self.starts.is_empty() {
            for start in &mut self.starts[first + 1..end] {
                *start -= ids.len() as u32;
            }
            self.starts[first..end].rotate_left(1);
            self.starts[end - 1] = self.starts[end] - ids.len() as u32;
        }
        self.source[first..end].rotate_left(1);
        if !self.material.is_empty() {
            self.material[first..end].rotate_left(1);
        }
        if !self.sector.is_empty() {
            self.sector[first..end].rotate_left(1);
        }
        for slot in p..range.end - 1 {
            let number = self.source[slot as usize];
            self.slot_of[number as usize] = slot;
        }
        self.retire(range.end - 1);
    }

    /// The polygon of a slot is no more.
    pub(crate) fn retire(&mut self, p: u32) {
        let number = std::mem::replace(&mut self.source[p as usize], GONE);
        self.slot_of[number as usize] = GONE;
        self.gone += 1;
    }

    /// The mesh of what is left, in the order of its numbers, without a slot to spare.
    pub(crate) fn tidied(mut self) -> Self {
        self.know_slots();
        let order: Vec<u32> = self.slot_of.iter().copied().filter(|&p| p != GONE).collect();
        self.reordered(&order)
    }

    fn close_slot(&mut self, number: u32, material: MaterialId, sector: SectorId) -> u32 {
        let slot = self.slots();
        self.source.push(number);
        self.slot_of[number as usize] = slot;
        if !self.starts.is_empty() {
            self.starts.push(self.corners.len() as u32);
        }
        if material.0 != 0 || !self.material.is_empty() {
            self.material.resize(slot as usize, MaterialId(0));
            self.material.push(material);
        }
        if !self.sector.is_empty() {
            self.sector.push(sector);
        }
        slot
    }

    fn know_slots(&mut self) {
        if self.slot_of.is_empty() {
            self.slot_of = vec![GONE; self.numbers as usize];
            for (slot, &number) in (0..).zip(&self.source).filter(|s| *s.1 != GONE) {
                self.slot_of[number as usize] = slot;
            }
        }
    }
}
