//! A cache of the polygons around one mover, kept from one move to the next.
//!
//! A walking character makes nearly the same query every frame. A gather therefore also collects
//! the polygons a little beyond the reach of this move. The next moves select from that list,
//! without the index. With or without the cache, the candidates are the same polygons in the same
//! order.

use std::sync::{Arc, Weak};

use glam::Vec3;

use super::World;
use super::geometry::Geometry;
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

/// Maximum number of instances whose polygons are cached. With more, the index is as fast.
const MOST_INSTANCES: usize = 8;

/// A cache of the polygons around one mover, for
/// [`Scratch::with_cache`](crate::Scratch::with_cache). It takes one to three kilobytes for the
/// level, and the same for each instance nearby, up to eight.
///
/// Create one for each character and keep it between moves, beside the one
/// [`Scratch`](crate::Scratch) of each thread. It can be used with any mover and any world, edited
/// or not: it detects stale content and refills itself.
///
/// The cache makes moves faster for movers that travel less than about half of their own size per
/// move: walking characters, not projectiles. It has no benefit with more than 64 polygons of the
/// level or of one instance around the mover. In crowds of thousands it has no benefit either,
/// because its data is no longer in the CPU caches at the next move.
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

/// The polygons around a mover.
#[derive(Clone, Debug, Default)]
pub(crate) struct CachedPolygons {
    level: CachedPart<()>,
    /// Those of instances, with the number of each instance. Two instances of one geometry could
    /// share an entry, but are elsewhere in it.
    placed: Vec<(u32, CachedPart<Geometry>)>,
    /// The entry that the next instance without one replaces.
    next: usize,
}

impl CachedPolygons {
    fn memory_bytes(&self) -> usize {
        let placed: usize = self.placed.iter().map(|(_, part)| part.memory_bytes()).sum();
        let entries = self.placed.capacity() * size_of::<(u32, CachedPart<Geometry>)>();
        self.level.memory_bytes() + entries + placed
    }

    /// Returns the polygons of the level, if they contain every one whose box overlaps `query`.
    #[inline]
    pub(super) fn level(&mut self, world: &World, query: &Aabb) -> Option<&CachedPart<()>> {
        let parts = || (0..).zip(&world.base);
        self.level.serves(&world.identity, query, parts).then_some(&self.level)
    }

    /// Returns the polygons of an instance, if they contain every one whose box overlaps `query`, a
    /// box in the space of its geometry.
    pub(super) fn placed(
        &mut self,
        number: u32,
        geometry: &Arc<Geometry>,
        query: &Aabb,
    ) -> Option<&CachedPart<Geometry>> {
        let known = self.placed.iter().position(|&(of, _)| of == number);
        let entry = known.unwrap_or_else(|| self.replace(number));
        let part = &mut self.placed[entry].1;
        let parts = || std::iter::once((number, &**geometry));
        part.serves(geometry, query, parts).then_some(&*part)
    }

    /// Returns an empty entry for an instance.
    #[cold]
    fn replace(&mut self, number: u32) -> usize {
        if self.placed.len() < MOST_INSTANCES {
            self.placed.push((number, CachedPart::default()));
            return self.placed.len() - 1;
        }
        self.next = (self.next + 1) % MOST_INSTANCES;
        let entry = &mut self.placed[self.next];
        entry.0 = number;
        entry.1.forget();
        self.next
    }
}

/// Cached polygons of one part of a world, in the space of its geometry: of the level, or of an
/// instance. They are valid while the object `T` exists.
#[derive(Clone, Debug)]
pub(super) struct CachedPart<T> {
    /// Holding the weak pointer keeps its address from being reused.
    of: Weak<T>,
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

impl<T> Default for CachedPart<T> {
    fn default() -> Self {
        let (of, names, rows) = Default::default();
        Self { of, covered: Aabb::EMPTY, last: Aabb::EMPTY, rest: 0, names, rows }
    }
}

impl<T> CachedPart<T> {
    fn memory_bytes(&self) -> usize {
        self.names.capacity() * size_of::<(u32, u32, u32)>() + self.rows.capacity() * size_of::<Columns>()
    }

    fn forget(&mut self) {
        (self.covered, self.last, self.rest) = (Aabb::EMPTY, Aabb::EMPTY, 0);
    }

    /// Returns true if the list contains every polygon of `parts` whose box overlaps `query`.
    /// Refills the list if useful.
    #[inline]
    fn serves<'a, I>(&mut self, of: &Arc<T>, query: &Aabb, parts: impl Fn() -> I) -> bool
    where
        I: Iterator<Item = (u32, &'a Geometry)>,
    {
        if !std::ptr::eq(self.of.as_ptr(), Arc::as_ptr(of)) {
            self.of = Arc::downgrade(of);
            self.forget();
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
        shift.abs().cmple(STRIDE * size).all() && self.fill(query, shift * AHEAD, MARGIN * size, parts)
    }

    /// Lists the polygons around `query` and ahead of it. Returns false if there are too many.
    fn fill<'a, I>(&mut self, query: &Aabb, ahead: Vec3, margin: Vec3, parts: impl Fn() -> I) -> bool
    where
        I: Iterator<Item = (u32, &'a Geometry)>,
    {
        self.covered = Aabb {
            min: query.min - margin + ahead.min(Vec3::ZERO),
            max: query.max + margin + ahead.max(Vec3::ZERO),
        };
        let zone = self.covered.into();
        let names = &mut self.names;
        names.clear();
        self.rows.clear();
        for (i, geometry) in parts() {
            geometry.gather(&zone, |range| {
                for p in range {
                    if names.len() <= MOST && geometry.may_overlap(p, &zone) {
                        names.push((i, geometry.source(p), p));
                    }
                }
            });
        }
        names.sort_unstable();
        if self.names.len() > MOST {
            (self.covered, self.rest) = (Aabb::EMPTY, REST);
            return false;
        }
        for (i, &(instance, _, p)) in self.names.iter().enumerate() {
            if i.is_multiple_of(LANES) {
                self.rows.push(Columns::default());
            }
            let triangle = parts().find(|part| part.0 == instance).and_then(|part| part.1.triangle(p));
            self.rows[i / LANES].set(i % LANES, &triangle.unwrap_or([Vec3::NAN; 3]));
        }
        true
    }

    /// Calls `visit` for each listed triangle that may be in reach, and for each polygon that is
    /// not a triangle: with its instance, number and slot, and with the corners of a triangle.
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
        let mut kept = CachedPart::default();
        let serves = |kept: &mut CachedPart<()>, world: &World, query| {
            kept.serves(&world.identity, &query, || (0..).zip(&world.base))
        };
        let at = |x: f64| Aabb::around(DVec3::X * x, DVec3::ONE);
        assert!(!serves(&mut kept, &world, at(0.0)), "the direction of the walk is not known");
        let mut fills = 0;
        for i in 1..=90 {
            let before = kept.covered;
            assert!(serves(&mut kept, &world, at(0.1 * f64::from(i))));
            fills += usize::from(before != kept.covered);
        }
        assert!((8..=13).contains(&fills), "{fills}");
        assert_eq!(kept.names, [(0, 0, 0)]);
        assert!(!serves(&mut kept, &world, at(0.0)), "it leapt");
        assert!(serves(&mut kept, &world, at(0.0)) && serves(&mut kept, &world.clone(), at(0.0)));
        world.rebuild();
        assert!(!serves(&mut kept, &world, at(0.0)), "slots may have changed");
        assert!(serves(&mut kept, &world, at(0.0)));
        world.add_triangles(&floor, &[[0, 1, 2]; MOST], MaterialId(0)).expect("floors");
        assert!((0..3).all(|_| !serves(&mut kept, &world, at(0.0))), "too many");
        assert_eq!(kept.rest, REST - 1);
        assert!(world.remove_polygon(PolygonId::from_index(0)));
        assert!(!serves(&mut kept, &world, at(0.0)) && serves(&mut kept, &world, at(0.0)));
        assert_eq!(kept.names.len(), MOST);
    }
}
