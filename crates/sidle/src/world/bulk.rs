//! Batches of any-hit segment tests: shadow rays, lines of sight.

use std::ops::ControlFlow;

use glam::DVec3;

use super::corners::Corners;
use super::{QueryFilter, World};
use crate::geometry::{is_in_range, ray};

/// The last blocker: its instance and polygon.
type Blocker = (u32, u32);

impl World {
    /// Runs [`World::is_blocked`] for many segments, each given by its start and end. `blocked[i]`
    /// is true if a surface lies between the two ends of `segments[i]`. Clears `blocked` first, and
    /// allocates no other memory.
    ///
    /// The results equal those of single calls. Sort the list so that consecutive segments are
    /// close in the world, such as the shadow rays from a row of points to one light. Each segment
    /// first tests the blocker of the previous segment, which makes such shadow rays several times
    /// faster. To use several threads, give each a part of the segments.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3, a light at x = 5: which of these places lie in the shadow?
    /// let light = DVec3::X * 5.0;
    /// let segments = [0.0, 2.0, 4.0].map(|x| (DVec3::X * x, light));
    /// let mut blocked = Vec::new();
    /// world.are_blocked(&segments, &QueryFilter::ALL, &mut blocked);
    /// assert_eq!(blocked, [true, true, false]);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn are_blocked(&self, segments: &[(DVec3, DVec3)], filter: &QueryFilter, blocked: &mut Vec<bool>) {
        let (mut last, mut corners) = (None, Corners::default());
        blocked.clear();
        blocked.extend(segments.iter().map(|&(from, to)| {
            let motion = to - from;
            let again = last.is_some_and(|blocker| self.still_blocks(blocker, from, motion, &mut corners));
            again || self.any_blocker(from, motion, filter).inspect(|&found| last = Some(found)).is_some()
        }));
    }

    pub(super) fn any_blocker(&self, from: DVec3, motion: DVec3, filter: &QueryFilter) -> Option<Blocker> {
        let mut blocker = None;
        self.each_crossing(from, motion, filter, |hit, _, _| {
            blocker = Some((hit.instance, hit.polygon));
            ControlFlow::Break(())
        });
        blocker
    }

    /// Returns true if the last blocker also blocks this segment. Uses the same test as a single
    /// query.
    fn still_blocks(&self, blocker: Blocker, from: DVec3, motion: DVec3, corners: &mut Corners) -> bool {
        if !(is_in_range(from) && motion.is_finite()) {
            return false;
        }
        let at = self.part(blocker.0);
        let Some(line) = ray::Line::new(motion) else { return false };
        self.crossing(at, blocker.1, &line, (from, motion), corners).is_some()
    }
}
