//! A queue of candidate polygons in a cast, ordered by the earliest possible contact.

use std::ops::Range;

use super::geometry::Geometry;
use crate::cull::{BallCull, LANES, Limit, Untouched, key_of, of_key};

const ROOM: usize = 2 * LANES;
/// Number of slots that [`Queue::take_first`] compares per step, filled or not: a divisor of
/// `ROOM`.
const STRIDE: usize = 4;
/// The key of an empty slot, larger than every other key.
const NOTHING: u64 = u64::MAX;

/// Candidates that still need the exact (expensive) test. Usually the first of them is the hit, and
/// the others need no test.
#[derive(Debug)]
pub(super) struct Queue {
    /// Keys that combine a polygon's number with the fraction before which it is not touched. Slots
    /// from `count` on contain `NOTHING`.
    keys: [u64; ROOM],
    count: usize,
    /// The result for the last lane block.
    found: Untouched,
}

impl Queue {
    pub(super) fn new() -> Self {
        Self { keys: [NOTHING; ROOM], count: 0, found: Untouched::ANY }
    }

    /// Returns true if there is room for another lane block.
    pub(super) fn has_room(&self) -> bool {
        self.count <= LANES
    }

    /// Adds the polygons that the shape may touch, out of up to eight consecutive ones.
    #[inline]
    pub(super) fn add(&mut self, at: &Geometry, row: &Range<u32>, cull: &BallCull, limit: &mut Limit) {
        at.untouched(row, cull, limit.fraction, &mut self.found);
        let mut left = self.found.left;
        while left != 0 {
            let lane = left.trailing_zeros();
            left &= left - 1;
            self.put(self.found.until[lane as usize % LANES], row.start + lane, limit);
        }
    }

    #[inline(always)]
    fn put(&mut self, until: f32, polygon: u32, limit: &mut Limit) {
        debug_assert!(until.is_sign_positive() && self.count < ROOM, "-0 would come last, and be lost");
        self.keys[self.count % ROOM] = key_of(until, polygon);
        self.count += 1;
        limit.waiting = if until < limit.waiting { until } else { limit.waiting };
    }

    /// Removes and returns the polygon with the least possible fraction of contact. If even this
    /// fraction is above the limit, empties the queue and returns `None`.
    #[inline]
    pub(super) fn take_first(&mut self, limit: &mut Limit) -> Option<u32> {
        // Branchless, because the position of the minimum is unpredictable.
        let (mut place, mut first, mut second) = (0, NOTHING, NOTHING);
        for start in (0..self.count).step_by(STRIDE) {
            for i in start..start + STRIDE {
                let key = self.keys[i % ROOM];
                let later = if key < first { first } else { key };
                place = if key < first { i } else { place };
                first = if key < first { key } else { first };
                second = if later < second { later } else { second };
            }
        }
        let (until, polygon) = of_key(first);
        if self.count == 0 || f64::from(until) > limit.fraction {
            self.keys[..self.count].fill(NOTHING);
            (self.count, limit.waiting) = (0, f32::INFINITY);
            return None;
        }
        self.count -= 1;
        self.keys[place % ROOM] = self.keys[self.count % ROOM];
        self.keys[self.count % ROOM] = NOTHING;
        limit.waiting = if second == NOTHING { f32::INFINITY } else { of_key(second).0 };
        Some(polygon)
    }
}

#[cfg(test)]
mod tests {
    use sidle_scenes::SplitMix64;

    use super::*;

    /// The reference implementation is a list that is sorted before each removal.
    #[test]
    fn the_first_is_taken_first_and_none_beyond_the_limit() {
        let mut rng = SplitMix64::new(2);
        let (mut taken, mut dropped) = (0, 0);
        for _ in 0..2_000 {
            let (mut queue, mut limit) = (Queue::new(), Limit::ALL);
            let mut reference: Vec<(f32, u32)> = Vec::new();
            for polygon in 0..60 {
                if reference.len() < ROOM && rng.below(2) == 0 {
                    let until = [0.0, 0.25, rng.unit() as f32][rng.below(3)];
                    queue.put(until, polygon, &mut limit);
                    reference.push((until, polygon));
                } else {
                    reference.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
                    if reference.last().is_some_and(|first| f64::from(first.0) > limit.fraction) {
                        dropped += reference.len();
                        reference.clear();
                    }
                    let first = reference.pop().map(|first| first.1);
                    assert_eq!(queue.take_first(&mut limit), first);
                    taken += u32::from(first.is_some());
                }
                if rng.below(20) == 0 {
                    limit.fraction *= rng.range(0.5, 1.0);
                }
                let earliest = reference.iter().fold(f32::INFINITY, |least, w| least.min(w.0));
                assert_eq!(limit.waiting, earliest);
                assert_eq!(queue.has_room(), reference.len() + LANES <= ROOM);
            }
        }
        assert!(taken > 20_000 && dropped > 1_000, "{taken} {dropped}");
    }
}
