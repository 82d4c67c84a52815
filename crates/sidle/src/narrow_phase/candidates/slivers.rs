//! Copies of slivers: polygons without area that have the same corners are one polygon to a move.
//! Broken exporters write thousands of them at one place, where no distance tells them apart.

use glam::DVec3;

use super::{Candidate, Candidates, LANES, corners_of};
use crate::geometry::key::{mixed, of_place};

/// Number of candidates below which copies cost too little time to look for them.
const FEW: usize = 24;

impl Candidates {
    /// Removes each sliver that has the same corners as one before it, if `kind` is the same. Must
    /// follow [`Candidates::keep_within`].
    #[inline]
    pub(crate) fn merge_slivers(&mut self, kind: impl Fn(&Candidate) -> u64) {
        if self.list.len() > FEW {
            self.merge_many(kind);
        }
    }

    #[inline(never)]
    fn merge_many(&mut self, kind: impl Fn(&Candidate) -> u64) {
        let mut slivers = std::mem::take(&mut self.slivers);
        slivers.clear();
        for i in 0..self.list.len() {
            if self.blocks[i / LANES].lanes.plane(i % LANES).0 == DVec3::ZERO {
                let name = &self.list[i];
                slivers.push((mixed(key_of(corners_of(name, &self.corners)), kind(name)), i));
            }
        }
        if slivers.len() > 1 {
            self.find_copies(&mut slivers, kind);
            self.remove(&slivers);
        }
        self.slivers = slivers;
    }

    /// Leaves only the copies in a list of slivers, in the order of the candidates.
    fn find_copies(&self, slivers: &mut Vec<(u64, usize)>, kind: impl Fn(&Candidate) -> u64) {
        slivers.sort_unstable();
        let mut first = slivers[0];
        slivers.retain(|&(key, i)| {
            let (a, b) = (&self.list[first.1], &self.list[i]);
            let is_copy = key == first.0
                && i != first.1
                && kind(a) == kind(b)
                && have_same_corners(corners_of(a, &self.corners), corners_of(b, &self.corners));
            if !is_copy {
                first = (key, i);
            }
            is_copy
        });
        slivers.sort_unstable_by_key(|sliver| sliver.1);
    }

    fn remove(&mut self, copies: &[(u64, usize)]) {
        let Some(&(_, first)) = copies.first() else { return };
        let mut kept = first;
        let mut next = copies.iter().map(|copy| copy.1).peekable();
        for i in first..self.list.len() {
            if next.next_if_eq(&i).is_none() {
                self.move_to(kept, i);
                kept += 1;
            }
        }
        self.truncate(kept);
    }
}

/// Returns a key of the corners of a polygon, independent of their order and of repetitions.
fn key_of(corners: &[DVec3]) -> u64 {
    let distinct = corners.iter().enumerate().filter(|&(k, corner)| !corners[..k].contains(corner));
    // Adding zero makes all zeros equal.
    distinct.fold(0, |sum: u64, (_, &corner)| sum.wrapping_add(of_place(corner + 0.0)))
}

fn have_same_corners(a: &[DVec3], b: &[DVec3]) -> bool {
    a.iter().all(|corner| b.contains(corner)) && b.iter().all(|corner| a.contains(corner))
}
