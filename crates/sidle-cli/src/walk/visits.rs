//! Counts of visits and stops of all walkers, in cubes as large as their body.

use std::collections::BTreeMap;

use sidle::{StopReason, Vec3};

use super::simulate::Slice;

/// Visits and stops in one cube.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    /// One of the visited positions.
    pub(crate) place: Vec3,
    /// Number of moves that ended in the cube.
    pub(crate) moves: u32,
    /// Number of these moves that were stopped by surfaces.
    pub(crate) stops: u32,
}

/// The visited cubes.
#[derive(Debug)]
pub(crate) struct Visits {
    /// Side of a cube in metres.
    pub(crate) side: f32,
    cubes: BTreeMap<[i32; 3], Visit>,
}

impl Visits {
    /// Creates an empty list for cubes with this side.
    pub(crate) fn new(side: f32) -> Self {
        Self { side, cubes: BTreeMap::new() }
    }

    /// Counts the moves of a slice that touched something.
    pub(crate) fn add(&mut self, slice: &Slice) {
        for record in &slice.records {
            let place = record.outcome.position.as_vec3();
            // Not in the air: a fall would cover everything below it.
            if place.is_finite() && record.has_hits {
                let is_stop = matches!(record.outcome.reason, StopReason::Blocked | StopReason::NoFreedom);
                self.count(Visit { place, moves: 1, stops: u32::from(is_stop) });
            }
        }
    }

    /// Adds the counts of another walker.
    pub(crate) fn merge(&mut self, other: &Self) {
        other.cubes.values().for_each(|&visit| self.count(visit));
    }

    /// Returns the visited cubes in a fixed order.
    pub(crate) fn list(&self) -> impl Iterator<Item = &Visit> {
        self.cubes.values()
    }

    fn count(&mut self, visit: Visit) {
        let cube = (visit.place / self.side).floor().to_array().map(|x| x as i32);
        let known = self.cubes.entry(cube).or_insert(Visit { moves: 0, stops: 0, ..visit });
        known.moves = known.moves.saturating_add(visit.moves);
        known.stops = known.stops.saturating_add(visit.stops);
    }
}

#[cfg(test)]
mod tests {
    use super::{Visit, Visits};
    use sidle::Vec3;

    #[test]
    fn visits_in_one_cube_are_added() {
        let mut visits = Visits::new(0.5);
        for (x, stops) in [(0.1, 1), (0.4, 0), (0.6, 1), (-0.1, 0)] {
            visits.count(Visit { place: Vec3::new(x, 0.1, 0.1), moves: 1, stops });
        }
        let mut both = Visits::new(0.5);
        both.merge(&visits);
        both.merge(&visits);
        let list: Vec<[u32; 2]> = both.list().map(|v| [v.moves, v.stops]).collect();
        assert_eq!(list, [[2, 0], [4, 2], [2, 2]]);
    }
}
