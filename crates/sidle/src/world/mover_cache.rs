//! The polygons around one mover, kept from one move to the next.
//!
//! A character that walks asks nearly the same question every frame. So what is a little further
//! away than this move could come is found together with what it could touch, and the next moves
//! choose from that, without the index. Either way the list has everything that can be touched, in
//! the same order; what else is in it cannot matter.

use std::sync::{Arc, Weak};

use glam::Vec3;

use super::{QueryFilter, World};
use crate::cull::{Columns, LANES, Reach};
use crate::geometry::Aabb;

/// How many moves ahead are thought of, at the pace of the last one.
const AHEAD: f32 = 8.0;

/// How much further than that is looked, as a part of the size of what a move can reach.
const MARGIN: f32 = 0.02;

/// A mover that came further than this part of its reach since its last move did not walk: nobody
/// knows where it is next.
const STRIDE: f32 = 0.5;

/// Where there are more polygons than this, to choose among them would take as long as to ask the
/// index.
const MOST: usize = 64;

/// Gathers until it is tried again after a place like that.
const REST: u32 = 30;

/// What is around one mover, for [`Scratch::with_cache`](crate::Scratch::with_cache): one to three kilobytes.
/// Make one for each character and keep it from move to move, beside the one
/// [`Scratch`](crate::Scratch) of the thread. It is never out of date, whatever is moved with it,
/// in whichever world, edited or not: what does not serve is found anew.
///
/// For movers that go less than about half of their own size in a move: walkers, not projectiles.
/// On eight game levels common moves took 0.6 to 0.95 of the time, 0.7 on average. Nothing is
/// gained where more than 64 polygons are around a mover, and nothing in crowds of thousands, whose
/// memories have left the caches when their turn comes again.
#[derive(Clone, Debug, Default)]
pub struct MoverCache {
    /// Behind a pointer, since it goes into the scratch and out again with every move.
    pub(crate) around: Option<Box<CachedPolygons>>,
}

impl MoverCache {
    /// Bytes held besides the struct itself.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.around.as_ref().map_or(0, |a| size_of::<CachedPolygons>() + a.memory_bytes())
    }
}

/// What is around a mover, and for how far.
#[derive(Clone, Debug)]
pub(crate) struct CachedPolygons {
    /// Of which world, as it was when. No other can have its place in memory while this stands
    /// here.
    of: Weak<()>,
    /// Everything that meets this box is listed.
    covered: Aabb,
    /// The box of the gather before.
    last: Aabb,
    /// Gathers that are left to the index.
    rest: u32,
    /// Instance, number and slot of each polygon, in the order of candidates.
    names: Vec<(u32, u32, u32)>,
    /// Triangle i is lane i % 8 of row i / 8. What is no triangle has no numbers there.
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

    /// Whether everything that meets `query` is listed now.
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

    /// Lists what is around `query`, and ahead. False where that is too much.
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
        world.each_in_reach(&self.covered.into(), &reach, &QueryFilter::ALL, |name| {
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
            let triangle = world.instances[instance as usize].triangle(p);
            self.rows[i / LANES].set(i % LANES, &triangle.unwrap_or([Vec3::NAN; 3]));
        }
        true
    }

    /// Calls `visit` with the name of everything listed that may be in reach, and its corners if it
    /// is a triangle.
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

    /// Which of a mover's gathers were served without the index, and which filled it anew.
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
