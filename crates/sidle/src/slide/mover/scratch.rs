//! Reusable working memory of moves, owned by the caller.

use glam::DVec3;

use super::contacts::index::ContactIndex;
use super::contacts::{MoverContact, Planes};
use super::interval_union::IntervalUnion;
use super::log::Log;
use super::touch::{Looks, Touch};
use crate::narrow_phase::{Candidates, MovingPolygon};
use crate::slide::search_space::Search;
use crate::solve::nearest::HalfSpace;
use crate::tolerance::MOST_WORK;
use crate::world::{CachedPolygons, Corners, MoveHit, MoverCache, MovingInstance, NeighborPlane};

/// Working memory of a move, and the hits and path of the last one. Create one per thread and use
/// it for every move.
///
/// The memory is kept between moves. A move allocates only if it needs more room than every move
/// before it, and [`Scratch::memory_bytes`] grows then. So once the scratch has grown, most moves
/// allocate nothing.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) candidates: Candidates,
    pub(crate) contacts: Vec<MoverContact>,
    /// Sorted ids of the candidates that a sweep hit. They never count as internal edges again in
    /// this move.
    pub(crate) obstacles: Vec<(u32, u32)>,
    /// Ids of the polygons that held the mover in the previous iteration.
    pub(super) held_by: Vec<(u32, u32)>,
    pub(in crate::slide) planes: Vec<(DVec3, f64)>,
    pub(in crate::slide) facing: Planes,
    pub(in crate::slide) corners: Corners,
    pub(super) contact_index: ContactIndex,
    pub(crate) work: Work,
    /// The offset from the feet to the centre during a step of a character, which stores its feet.
    pub(crate) feet: FeetOffset,
    pub(super) intervals: IntervalUnion,
    pub(in crate::slide) search: Search,
    /// Planes beside which a character has to stay.
    pub(crate) neighbors: Vec<NeighborPlane>,
    /// The surfaces that a character touches.
    pub(crate) touches: Vec<Touch>,
    /// Those of the last few places of its step.
    pub(crate) looks: Looks,
    /// The surfaces that ended the last move of a character: the normal of the contact, the normal
    /// that decides the slope, the layer, and the point of the contact.
    pub(crate) met: Vec<(DVec3, DVec3, u8, DVec3)>,
    /// The path of a character during its step.
    pub(crate) trail: Vec<DVec3>,
    /// The part of that path that belongs to the best of several tries.
    pub(crate) kept_trail: Vec<DVec3>,
    /// The instances that move near a body that is carried, one polygon of them, and the planes
    /// that it must not enter.
    pub(in crate::slide) moving: Vec<MovingInstance>,
    pub(in crate::slide) polygon: MovingPolygon,
    pub(crate) half_spaces: Vec<HalfSpace>,
    /// The fractions of the step and the positions of a body that is carried.
    pub(crate) timed_path: Vec<(f64, DVec3)>,
    pub(crate) hits: Vec<MoveHit>,
    pub(crate) path: Vec<DVec3>,
    /// The cache of the current mover, if it has one.
    pub(super) around: Option<Box<CachedPolygons>>,
    /// Optional trace log; usually `None`.
    pub(crate) log: Option<Box<Log>>,
}

/// The offset from the stored position of a body to its centre; zero if the centre is stored.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FeetOffset(pub(crate) DVec3);

impl FeetOffset {
    /// Returns the feet of a centre: their sum with the offset is the centre, or as near to it as
    /// the rounding of the sum allows.
    pub(crate) fn feet_below(self, centre: DVec3) -> DVec3 {
        let along = |c: f64, offset: f64| {
            let nearest = c - offset;
            let exact =
                [nearest, nearest.next_up(), nearest.next_down()].into_iter().find(|x| x + offset == c);
            exact.unwrap_or(nearest)
        };
        let offset = self.0;
        DVec3::new(along(centre.x, offset.x), along(centre.y, offset.y), along(centre.z, offset.z))
    }

    /// Returns the nearest centre that is the sum of feet and the offset. What a move certifies is
    /// then what the stored feet give.
    pub(crate) fn nearest_centre(self, centre: DVec3) -> DVec3 {
        if self.0 == DVec3::ZERO { centre } else { self.feet_below(centre) + self.0 }
    }
}

/// The work of a call: polygons, added up over its iterations.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Work {
    pub(crate) polygons: usize,
    /// True during a step of a character, whose moves share their work.
    pub(crate) is_shared: bool,
}

impl Work {
    /// Returns true if a move has to end.
    pub(crate) fn is_used_up(&self) -> bool {
        self.polygons > MOST_WORK
    }
}

/// Swaps a mover's cache into the scratch, and swaps it back when dropped, even if a move panics.
struct Lent<'a> {
    to: &'a mut Scratch,
    with: &'a mut Option<Box<CachedPolygons>>,
}

impl<'a> Lent<'a> {
    #[inline]
    pub(in crate::slide) fn new(to: &'a mut Scratch, with: &'a mut Option<Box<CachedPolygons>>) -> Self {
        std::mem::swap(&mut to.around, with);
        Self { to, with }
    }
}

impl Drop for Lent<'_> {
    #[inline]
    fn drop(&mut self) {
        std::mem::swap(&mut self.to.around, self.with);
    }
}

impl Scratch {
    /// Returns the contacts of the last move in order: one entry for each polygon that constrained
    /// the motion.
    #[must_use]
    pub fn hits(&self) -> &[MoveHit] {
        &self.hits
    }

    /// Returns the corners of the last move's path, start and end included. Empty unless
    /// [`MoveConfig::record_path`](crate::MoveConfig::record_path) was set.
    #[must_use]
    pub fn path(&self) -> &[DVec3] {
        &self.path
    }

    /// Returns the corners of the path of the last [`World::carry`](crate::World::carry), each with
    /// the fraction of the step at which the body is there, start and end included. Between two
    /// corners the body moves along a straight line at constant speed. Empty unless
    /// [`MoveConfig::record_path`](crate::MoveConfig::record_path) was set.
    ///
    /// If the body was [squeezed](crate::CarryEnd::Squeezed), this path ends where the surfaces
    /// left the body no way out. From there the body was put at a free place along
    /// [`path`](Self::path), at the end of the step.
    #[must_use]
    pub fn timed_path(&self) -> &[(f64, DVec3)] {
        &self.timed_path
    }

    /// Runs `moves` with the cached surroundings of one mover. Outcomes, hits and paths are
    /// bit-identical to those without the cache. Moves are faster if the mover has not gone far
    /// since its last move.
    ///
    /// ```
    /// use sidle::{DVec3, Motion, MoveConfig, MoverCache, Scratch, Shape, Vec3, World};
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    /// let ball = Shape::sphere(0.5);
    /// let step = Motion::velocity(Vec3::new(6.0, -6.0, 0.0), 1.0 / 60.0);
    ///
    /// let (mut hero, mut around_hero) = (DVec3::Y, MoverCache::default());
    /// for _frame in 0..60 {
    ///     let plain = world.move_and_slide(&mut scratch, &ball, hero, step, &config);
    ///     let near = scratch.with_cache(&mut around_hero, |scratch| {
    ///         world.move_and_slide(scratch, &ball, hero, step, &config)
    ///     });
    ///     assert_eq!(plain, near);
    ///     hero = near.position;
    /// }
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn with_cache<R>(&mut self, cache: &mut MoverCache, moves: impl FnOnce(&mut Self) -> R) -> R {
        cache.around.get_or_insert_default();
        let lent = Lent::new(self, &mut cache.around);
        moves(lent.to)
    }

    /// Returns the memory of the scratch in bytes, without that of mover caches.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.candidates.bytes()
            + self.contacts.capacity() * size_of::<MoverContact>()
            + (self.obstacles.capacity() + self.held_by.capacity()) * size_of::<(u32, u32)>()
            + self.planes.capacity() * size_of::<(DVec3, f64)>()
            + self.facing.bytes()
            + self.contact_index.bytes()
            + self.intervals.bytes()
            + self.search.bytes()
            + self.neighbors.capacity() * size_of::<NeighborPlane>()
            + self.touches.capacity() * size_of::<Touch>()
            + self.looks.bytes()
            + self.met.capacity() * size_of::<(DVec3, DVec3, u8, DVec3)>()
            + self.moving.capacity() * size_of::<MovingInstance>()
            + self.polygon.bytes()
            + self.half_spaces.capacity() * size_of::<HalfSpace>()
            + self.timed_path.capacity() * size_of::<(f64, DVec3)>()
            + self.hits.capacity() * size_of::<MoveHit>()
            + (self.path.capacity() + self.trail.capacity() + self.kept_trail.capacity()) * size_of::<DVec3>()
    }

    pub(crate) fn clear(&mut self) {
        self.contacts.clear();
        self.obstacles.clear();
        self.held_by.clear();
        self.hits.clear();
        self.path.clear();
        self.timed_path.clear();
        self.candidates.clear(None);
        if !self.work.is_shared {
            self.work.polygons = 0;
        }
        if let Some(log) = &mut self.log {
            log.begin();
        }
    }

    /// Returns the contact of candidate `i`, if there is one. Contacts are sorted by candidate.
    pub(crate) fn contact_of(contacts: &[MoverContact], i: usize) -> Option<&MoverContact> {
        contacts.binary_search_by_key(&i, |t| t.candidate).ok().map(|at| &contacts[at])
    }

    /// Creates a scratch that lists every polygon that its moves gather.
    pub(crate) fn traced() -> Self {
        Self { log: Some(Box::default()), ..Self::default() }
    }

    /// Returns the log of the moves of a traced scratch.
    pub(crate) fn into_log(self) -> Log {
        self.log.map(|log| *log).unwrap_or_default()
    }

    pub(in crate::slide) fn into_parts(self) -> (Vec<MoveHit>, Vec<DVec3>) {
        (self.hits, self.path)
    }
}
