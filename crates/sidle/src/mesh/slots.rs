//! Edits a mesh in place. New slots are added at the end, and removed polygons leave an empty slot.
//! The caller's numbers do not change.

use std::ops::Range;

use glam::Vec3;

use super::{MaterialId, Mesh, NO_SECTOR, SectorId};

/// The number of an empty slot.
const NONE: u32 = u32::MAX;

impl Mesh {
    /// Returns the number of slots, empty ones included.
    pub(crate) fn slots(&self) -> u32 {
        self.source.len() as u32
    }

    /// Returns the slots that contain a polygon.
    pub(crate) fn live_slots(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        (0..self.slots()).filter(|&p| self.source[p as usize] != NONE)
    }

    /// Returns the number of empty slots.
    pub(crate) fn gone(&self) -> usize {
        self.gone
    }

    /// Returns the slot of the caller's polygon `number`.
    pub(crate) fn slot_of(&mut self, number: u32) -> Option<u32> {
        self.know_slots();
        self.find(number)
    }

    /// Returns the slot of the caller's polygon `number`. Before the first edit this is a linear
    /// search.
    pub(crate) fn find(&self, number: u32) -> Option<u32> {
        if self.slot_of.is_empty() {
            return self.source.iter().position(|&n| n == number && n != NONE).map(|p| p as u32);
        }
        self.slot_of.get(number as usize).copied().filter(|&p| p != NONE)
    }

    /// Returns the number of the next polygon. Numbers are never reused.
    pub(crate) fn next_number(&self) -> u32 {
        self.numbers
    }

    /// Adds a polygon without a sector in a new slot, and returns the slot.
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
        self.slot_of.push(NONE);
        self.close_slot(number, material, NO_SECTOR)
    }

    /// Moves the polygon of a slot to a new slot at the end, and returns that slot.
    pub(crate) fn move_last(&mut self, p: u32) -> u32 {
        let ids = self.corner_range(p);
        self.corners.extend_from_within(ids);
        let (number, material, sector) = (self.source(p), self.material_id(p), self.sector(p));
        self.retire(p);
        self.close_slot(number, material, sector)
    }

    /// Removes the polygon of slot `p` from a range of consecutive slots. The later slots of the
    /// range move down by one, and its last slot becomes empty.
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

    /// Removes the polygon of a slot.
    pub(crate) fn retire(&mut self, p: u32) {
        let number = std::mem::replace(&mut self.source[p as usize], NONE);
        self.slot_of[number as usize] = NONE;
        self.gone += 1;
    }

    /// Returns the mesh of the remaining polygons, in the order of their numbers and without empty
    /// slots.
    pub(crate) fn tidied(mut self) -> Self {
        self.know_slots();
        let order: Vec<u32> = self.slot_of.iter().copied().filter(|&p| p != NONE).collect();
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
            self.slot_of = vec![NONE; self.numbers as usize];
            for (slot, &number) in (0..).zip(&self.source).filter(|s| *s.1 != NONE) {
                self.slot_of[number as usize] = slot;
            }
        }
    }
}
