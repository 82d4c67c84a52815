//! The way out of solid instances that enclose the centre.
//!
//! The centre may cross the surfaces of these instances, and of no others. The nearest place beside
//! one of the nearest polygons is usually the best. If no place is known to be near enough, the
//! search over boxes looks for one, as for any other overlap.

use glam::DVec3;

use super::{Bounds, EscapePath};
use crate::slide::Depenetration;
use crate::slide::mover::Mover;
use crate::slide::search_space::Search;
use crate::tolerance::{DEPENETRATE_NEAR, DEPENETRATE_PUSHES};

impl Mover<'_> {
    pub(super) fn out_of_solids(&mut self, search: &mut Search, bounds: Bounds) -> Depenetration {
        let (world, filter) = (self.world, self.config.filter);
        let solids = world.solids_around(self.from, &filter);
        let (exits, deepest) = world.ways_out_of_solids(self.from, &solids, &filter);
        let nearest = exits.first().copied().unwrap_or_default();
        let direction = nearest.normalize_or_zero();
        let depth = (nearest.length() + self.space.bare_support(direction)) as f32;
        let key = self.key_of_search(&solids, bounds);
        if let Some(failed) = search.failures.before(key) {
            return failed;
        }
        let best = self.beside_the_nearest(&exits, &solids);
        // The centre of a free body is further from each of these surfaces than it is thin.
        let least = deepest + self.space.thinnest(0.0);
        search.begin(self, bounds.room.metres(&self.space, self.skin), &solids);
        let best = best.filter(|path| search.reaches_end(self, path));
        let is_near = best.is_some_and(|path| path.end.length() <= DEPENETRATE_NEAR * least);
        let best = if is_near || least > search.furthest() { best } else { search.run(self, best, bounds) };
        let Some(path) = best else {
            let iterations = 1 + search.examined();
            let failed = Depenetration { position: self.from, depth, iterations };
            search.failures.remember(key, failed);
            return failed;
        };
        self.arrive(search, &path)
    }

    /// Returns the nearest free place beside one of the nearest polygons.
    fn beside_the_nearest(&mut self, exits: &[DVec3], solids: &[u32]) -> Option<EscapePath> {
        let (world, filter) = (self.world, self.config.filter);
        let mut best: Option<EscapePath> = None;
        let most = self.scratch.work.polygons + DEPENETRATE_PUSHES;
        for exit in exits {
            let direction = exit.normalize_or_zero();
            let target = *exit + direction * self.space.inflated_support(direction);
            let is_longer = best.is_some_and(|b| b.end.length_squared() <= target.length_squared());
            if direction == DVec3::ZERO || is_longer || !self.gathered.contains(target) {
                continue;
            }
            if self.scratch.work.polygons > most {
                break;
            }
            let found = self.free_place_at(target).filter(|found| {
                let segment = (self.from, found.position - self.from);
                !self.is_in_solid(found.position)
                    && !world.crosses_any(segment, solids, &filter)
                    && best.is_none_or(|b| found.end.length_squared() < b.end.length_squared())
            });
            best = found.or(best);
        }
        best
    }
}
