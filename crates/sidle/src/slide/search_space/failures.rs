//! Searches that found no place. A body that is stuck searches again in every step, among the same
//! polygons. So the last failures are kept, each under a key of everything that the search depends
//! on: it is repeated as soon as any of it changes.

use glam::DVec3;

use crate::geometry::key::{mixed, of_place};
use crate::slide::Depenetration;

/// Number of failures that are kept: of as many bodies that are stuck at once.
const KEPT: usize = 16;

/// A key of 128 bits, and the number of words in it: two searches that differ have different keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::slide) struct Key([u64; 2], u64);

/// The last failures, in a ring.
#[derive(Debug, Default)]
pub(in crate::slide) struct Failures {
    list: Vec<(Key, Depenetration)>,
    next: usize,
}

impl Failures {
    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<(Key, Depenetration)>()
    }
}

impl Key {
    pub(in crate::slide) fn new() -> Self {
        Self([0x5EED, 0xFACE], 0)
    }

    /// Adds a word, in its place in the order.
    pub(in crate::slide) fn add(&mut self, word: u64) {
        let Self([a, b], words) = *self;
        *self = Self([mixed(a, word), mixed(b.rotate_left(17), word ^ words)], words + 1);
    }

    pub(in crate::slide) fn add_place(&mut self, place: DVec3) {
        self.add(of_place(place));
    }
}

impl Failures {
    pub(in crate::slide) fn before(&self, key: Key) -> Option<Depenetration> {
        self.list.iter().find(|failure| failure.0 == key).map(|failure| failure.1)
    }

    pub(in crate::slide) fn remember(&mut self, key: Key, failed: Depenetration) {
        let Self { list, next } = self;
        if list.len() < KEPT {
            list.reserve_exact(KEPT - list.len());
            list.push((key, failed));
        } else {
            list[*next] = (key, failed);
            *next = (*next + 1) % KEPT;
        }
    }
}
