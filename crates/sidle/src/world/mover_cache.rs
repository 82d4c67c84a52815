//! A cache of the polygons around one mover, kept from one move to the next.
//!
//! A walking character makes nearly the same query every frame. A gather therefore also collects
//! the polygons a little beyond the reach of this move. The next moves select from that list,
//! without the index. With or without the cache, the candidates include every polygon that can be
//! touched, in the same order. Additional candidates do not change the result.

use std::sync::{Arc, Weak};

use glam::Vec3;

use super::{QueryFilter, World};
use crate::cull::{Columns, LANES, Reach};
use crate::geometry::Aabb;

/// Number of future moves for which one fill of the cache is enough, at the speed of the last move.
const AHEAD: f32 = 8.0;

/// Additional margin of a fill, as a fraction of the size of the query box.
const MARGIN: f32 = 0.02;

/// Largest shift between two moves for which a fill is worthwhile, as a fraction of the query box.
/// After a larger jump the next position cannot be predicted.
const STRIDE: f32 = 0.5;

/// Maximum number of cached polygons. With more, selecting from the list is as slow as the index.
const MOST: usize = 64;

/// Number of gathers without a new fill after one that exceeded `MOST`.
const REST: u32 = 30;

/// A cache of the polygons around one mover, for
/// [`Scratch::with_cache`](crate::Scratch::with_cache). It takes one to three kilobytes.
///
/// Create one for each character and keep it between moves, beside the one
/// [`Scratch`](crate::Scratch) of each thread. It can be used with any mover and any world, edited
/// or not: it detects stale content and refills itself.
///
/// The cache makes moves faster for movers that travel less than about half of their own size per
/// move: walking characters, not projectiles. It has no benefit with more than 64 polygons around
/// the mover. In crowds of thousands it has no benefit either, because its data is no longer in the
/// CPU caches at the next move.
#[derive(Clone, Debug, Default)]
pub struct MoverCache {
    /// Boxed, because each move transfers it into the scratch and back.
    pub(crate) around: Option<Box<CachedPolygons>>,
}

impl MoverCache {
    /// Returns the allocated memory in bytes, without the struct itself.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.around.as_ref().map_or(0, |a| size_of::<CachedPolygons>() + a.memory_bytes())
    }
}

/// The polygons around a mover, and the box that they cover.
#[derive(Clone, Debug)]
pub(crate) struct CachedPolygons {
    /// The version of the world that was cached. Holding the weak pointer keeps its address from
    /// being reused.
    of: Weak<()>,
    /// The list contains every polygon whose box overlaps this box.
    covered: Aabb,
    /// The query box of the previous gather.
    last: Aabb,
    /// Number of gathers that still go to the index without a new fill.
    rest: u32,
    /// Instance, number and slot of each polygon, in the order of the candidates.
    names: Vec<(u32, u32, u32)>,
    /// Triangle i is lane i % 8 of block i / 8. A polygon that is not a triangle is stored as NaN.
    rows: Vec<Columns>,
}

impl Default for CachedPolygons {
    fn default() -> Self {
        let (of, names, rows) = Default::default();
        Self { of, covered: Aabb::EMPTY, last: Aabb::EMPTY, rest: 0, names, rows }
    }
}

impl CachedPolygons {
    fn memory_bytes(&self) -> usize {
        self.names.capacity() * size_of::<(u32, u32, u32)>() + self.rows.capacity() * size_of::<Columns>()
    }

    /// Returns true if the list contains every polygon whose box overlaps `query`. Refills the list
    /// if useful.
    pub(super) fn serves(&mut self, world: &World, query: &Aabb) -> bool {
        if !std::ptr::eq(self.of.as_ptr(), Arc::as_ptr(&world.identity)) {
            (self.of, self.rest) = (Arc::downgrade(&world.identity), 0);
            (self.covered, self.last) = (Aabb::EMPTY, Aabb::EMPTY);
        }
        let last = std::mem::replace(&mut self.last, *query);
        if self.covered.contains(query) {
            return true;
        }
        if self.rest > 0 {
            self.rest -= 1;
            return false;
        }
        let size = query.max - query.min;
        let shift = 0.5 * ((query.min - last.min) + (query.max - last.max));
        shift.abs().cmple(STRIDE * size).all() && self.fill(world, query, shift * AHEAD, MARGIN * size)
    }

    /// Lists the polygons around `query` and ahead of it. Returns false if there are too many.
    fn fill(&mut self, world: &World, query: &Aabb, ahead: Vec3, margin: Vec3) -> bool {
        self.covered = Aabb {
            min: query.min - margin + ahead.min(Vec3::ZERO),
            max: query.max + margin + ahead.max(Vec3::ZERO),
        };
        let (low, high) = (self.covered.min.as_dvec3(), self.covered.max.as_dvec3());
        let half = 0.5 * (high - low);
        let reach = Reach::new(low + half, half, half.length(), None);
        self.names.clear();
        self.rows.clear();
        let mut names = std::mem::take(&mut self.names);
        world.each_of_base_in_reach(&self.covered.into(), &reach, &QueryFilter::ALL, |name| {
            if names.len() <= MOST {
                names.push(name);
            }
        });
        names.sort_unstable();
        self.names = names;
        if self.names.len() > MOST {
            (self.covered, self.rest) = (Aabb::EMPTY, REST);
            return false;
        }
        for (i, &(instance, _, p)) in self.names.iter().enumerate() {
            if i.is_multiple_of(LANES) {
                self.rows.push(Columns::default());
            }
            let triangle = world.base[instance as usize].triangle(p);
            self.rows[i / LANES].set(i % LANES, &triangle.unwrap_or([Vec3::NAN; 3]));
        }
        true
    }

    /// Calls `visit` for each listed polygon that may be in reach: with its instance, number and
    /// slot, and with its corners if it is a triangle.
    #[inline]
    pub(super) fn each_in_reach(
        &self,
        reach: &Reach,
        mut visit: impl FnMut((u32, u32, u32), Option<[Vec3; 3]>),
    ) {
        for (row, names) in self.rows.iter().zip(self.names.chunks(LANES)) {
            let mut bits = reach.contains_lanes(row) & ((1 << names.len()) - 1);
            while bits != 0 {
                let lane = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                visit(names[lane], Some(row.get(lane)).filter(|t| !t[0].x.is_nan()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::mesh::MaterialId;
    use crate::world::PolygonId;

    /// Checks which gathers of a mover use the cache, and which ones refill it.
    #[test]
    fn a_walk_asks_the_index_every_few_moves() {
        let floor = [Vec3::new(-99.0, 0.0, -99.0), Vec3::new(0.0, 0.0, 99.0), Vec3::new(99.0, 0.0, -99.0)];
        let mut world = World::from_triangles(&floor, &[[0, 1, 2]]).expect("a floor");
        let mut kept = CachedPolygons::default();
        let at = |x: f64| Aabb::around(DVec3::X * x, DVec3::ONE);
        assert!(!kept.serves(&world, &at(0.0)), "nobody knows where it goes");
        let mut fills = 0;
        for i in 1..=90 {
            let before = kept.covered;
            assert!(kept.serves(&world, &at(0.1 * f64::from(i))));
            fills += usize::from(before != kept.covered);
        }
        assert!((8..=13).contains(&fills), "{fills}");
        assert_eq!(kept.names, [(0, 0, 0)]);
        assert!(!kept.serves(&world, &at(0.0)), "it leapt");
        assert!(kept.serves(&world, &at(0.0)) && kept.serves(&world.clone(), &at(0.0)));
        world.rebuild();
        assert!(!kept.serves(&world, &at(0.0)), "slots may have changed");
        assert!(kept.serves(&world, &at(0.0)));
        world.add_triangles(&floor, &[[0, 1, 2]; MOST], MaterialId(0)).expect("floors");
        assert!((0..3).all(|_| !kept.serves(&world, &at(0.0))), "too many");
        assert_eq!(kept.rest, REST - 1);
        assert!(world.remove_polygon(PolygonId::from_index(0)));
        assert!(!kept.serves(&world, &at(0.0)) && kept.serves(&world, &at(0.0)));
        assert_eq!(kept.names.len(), MOST);
    }
}
