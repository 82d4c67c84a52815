//! Union of intervals: finds how far many parts of a path continue without a gap, in near linear
//! time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Maximum number of intervals for the simple loop. It is faster there, with bit-identical results.
const FEW: usize = 12;

/// Parts of a path as intervals of fractions. The results depend on their order, by rounding.
#[derive(Debug, Default)]
pub(super) struct IntervalUnion {
    list: Vec<(f64, f64)>,
    by_start: Vec<u32>,
    /// List indices of the intervals to examine in this pass, and in the next.
    now: BinaryHeap<Reverse<u32>>,
    later: BinaryHeap<Reverse<u32>>,
}

impl IntervalUnion {
    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    pub(in crate::slide) fn push(&mut self, enter: f64, exit: f64) {
        self.list.push((enter, exit));
    }

    /// Extends `reached` through the intervals, in passes over the list, and returns the end. An
    /// interval that begins at or before `reached` + `past` and ends after it extends `reached` to
    /// its end. The passes stop after one without a change, or once `reached` is 1 or more.
    ///
    /// A long list is not scanned in every pass. Intervals that begin in reach wait in a heap for
    /// their turn, and intervals that end before are dropped.
    pub(super) fn carry_on(&mut self, reached: f64, past: f64) -> f64 {
        if self.list.len() <= FEW {
            in_rounds(&self.list, reached, past)
        } else {
            self.by_heaps(reached, past)
        }
    }

    fn by_heaps(&mut self, mut reached: f64, past: f64) -> f64 {
        let Self { list, by_start, now, later } = self;
        for heap in [&mut *now, &mut *later] {
            heap.clear();
            heap.reserve(list.len());
        }
        by_start.clear();
        by_start.extend(0..list.len() as u32);
        by_start.sort_unstable_by(|&a, &b| list[a as usize].0.total_cmp(&list[b as usize].0));
        let mut waiting = by_start.iter().copied().peekable();
        while reached < 1.0 {
            let mut goes_on = false;
            let mut turn = 0;
            loop {
                while let Some(i) = waiting.next_if(|&i| list[i as usize].0 <= reached + past) {
                    if i < turn { later.push(Reverse(i)) } else { now.push(Reverse(i)) }
                }
                let Some(Reverse(i)) = now.pop() else { break };
                if list[i as usize].1 > reached + past {
                    (reached, goes_on) = (list[i as usize].1, true);
                }
                turn = i + 1;
            }
            if !goes_on {
                break;
            }
            std::mem::swap(now, later);
        }
        reached
    }

    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<(f64, f64)>()
            + (self.by_start.capacity() + self.now.capacity() + self.later.capacity()) * size_of::<u32>()
    }
}

fn in_rounds(list: &[(f64, f64)], mut reached: f64, past: f64) -> f64 {
    let mut goes_on = true;
    while reached < 1.0 && goes_on {
        goes_on = false;
        for &(enter, exit) in list {
            if enter <= reached + past && exit > reached + past {
                (reached, goes_on) = (exit, true);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_come_to_the_bits_of_the_rounds() {
        let mut state = 3_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut intervals = IntervalUnion::default();
        let mut went_on = 0;
        for case in 0..20_000 {
            let count = (unit() * 30.0) as usize;
            intervals.clear();
            for _ in 0..count {
                // A grid with tiny offsets of `past` and of rounding between the intervals, so that
                // their order matters.
                let hair = [0.0, 1e-16, 0.5e-3, 1.0e-3, 1.5e-3][(unit() * 5.0) as usize];
                let enter = (unit() * 12.0).floor() / 10.0 - 0.1 + hair;
                let length = (unit() * 4.0).floor() / 10.0;
                intervals.push(enter, if unit() < 0.05 { f64::INFINITY } else { enter + length + hair });
            }
            let expected = in_rounds(&intervals.list, 0.05, 1.0e-3);
            assert_eq!(
                intervals.by_heaps(0.05, 1.0e-3).to_bits(),
                expected.to_bits(),
                "case {case}: {intervals:?}"
            );
            went_on += u32::from(expected > 0.3);
        }
        assert!(went_on > 2_000, "{went_on}");
    }
}
