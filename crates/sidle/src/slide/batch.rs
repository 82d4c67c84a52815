//! Many moves in one call.
//!
//! The moves are independent, so they can run in any order and on any thread. They are divided into
//! chunks of [`CHUNK`] moves. A thread takes a chunk, makes its moves with the scratch of the
//! thread, and appends their hits and paths to the lists of the chunk. Threads do not wait for each
//! other, and the results do not depend on the thread that takes a chunk.

use std::sync::{Mutex, PoisonError};

use glam::DVec3;

use super::{Motion, MoveConfig, Outcome, Scratch, StopReason, WideMotion, refused};
use crate::geometry::WorldVector;
use crate::shape::Shape;
use crate::world::{MoveHit, World};

/// Moves per chunk: enough that the cost of handing out a chunk is negligible, and few enough that
/// all threads end at about the same time.
const CHUNK: usize = 64;

/// One move of a batch. All moves of a call of [`World::move_all`] share its settings.
///
/// ```
/// use sidle::{Motion, Move, Shape, Vec3};
/// let ball = Shape::sphere(0.4);
/// let step = Move::new(&ball, Vec3::Y, Motion::velocity(Vec3::X * 6.0, 1.0 / 60.0));
/// assert_eq!(step.motion.velocity, Vec3::X * 6.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move<'a> {
    /// The shape to move.
    pub shape: &'a Shape,
    /// Position of the centre of the shape at the start of the move, in world space, in metres.
    pub from: DVec3,
    /// The requested motion.
    pub motion: Motion,
}

impl<'a> Move<'a> {
    /// Creates a move of `shape` from `from` by `motion`.
    #[must_use]
    pub fn new(shape: &'a Shape, from: impl WorldVector, motion: Motion) -> Self {
        let from = from.to_dvec3();
        Self { shape, from, motion }
    }
}

/// The results of many moves, and the reusable memory for them. Create one batch and use it for
/// every frame: once its memory has grown, a batch allocates nothing.
#[derive(Debug, Default)]
pub struct Batch {
    outcomes: Vec<Outcome>,
    /// At least one per [`CHUNK`] outcomes.
    chunks: Vec<Chunk>,
    /// One per thread. Two threads never use the same scratch; the lock only makes this safe.
    scratches: Vec<Mutex<Scratch>>,
}

/// The hits and paths of the moves of one chunk, concatenated, and the ends of each move's parts.
#[derive(Debug, Default)]
struct Chunk {
    hits: Vec<MoveHit>,
    path: Vec<DVec3>,
    ends: Vec<Ends>,
}

/// The ends of a move's parts in the lists. The parts of the next move begin there.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    hits: usize,
    path: usize,
}

impl Batch {
    /// Returns the outcome of each move, in the order of the moves.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Returns the contacts of move `i`, in order; empty if there is no such move.
    #[must_use]
    pub fn hits(&self, i: usize) -> &[MoveHit] {
        self.chunk_of(i).map_or(&[], |(chunk, from, to)| &chunk.hits[from.hits..to.hits])
    }

    /// Returns the corners of the path of move `i`, start and end included. Empty unless
    /// [`MoveConfig::record_path`] was set.
    #[must_use]
    pub fn path(&self, i: usize) -> &[DVec3] {
        self.chunk_of(i).map_or(&[], |(chunk, from, to)| &chunk.path[from.path..to.path])
    }

    /// Returns the memory of the batch in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let of_chunk = |chunk: &Chunk| {
            chunk.hits.capacity() * size_of::<MoveHit>()
                + chunk.path.capacity() * size_of::<DVec3>()
                + chunk.ends.capacity() * size_of::<Ends>()
        };
        let of_thread = |s: &Mutex<Scratch>| s.lock().unwrap_or_else(PoisonError::into_inner).memory_bytes();
        self.outcomes.capacity() * size_of::<Outcome>()
            + self.chunks.capacity() * size_of::<Chunk>()
            + self.chunks.iter().map(of_chunk).sum::<usize>()
            + self.scratches.capacity() * size_of::<Mutex<Scratch>>()
            + self.scratches.iter().map(of_thread).sum::<usize>()
    }

    /// Returns the chunk of move `i`, and the begin and end of the move's parts in its lists.
    fn chunk_of(&self, i: usize) -> Option<(&Chunk, Ends, Ends)> {
        self.outcomes.get(i)?;
        let (chunk, k) = (&self.chunks[i / CHUNK], i % CHUNK);
        let from = if k == 0 { Ends::default() } else { chunk.ends[k - 1] };
        Some((chunk, from, chunk.ends[k]))
    }

    /// Makes room for the results of `moves` moves on `threads` threads. Memory that is not needed
    /// now is kept.
    fn make_room(&mut self, moves: usize, threads: usize) {
        self.outcomes
            .resize(moves, refused(DVec3::ZERO, WideMotion::default(), StopReason::InvalidInput, 0.0));
        if self.chunks.len() < moves.div_ceil(CHUNK) {
            self.chunks.resize_with(moves.div_ceil(CHUNK), Chunk::default);
        }
        if self.scratches.len() < threads {
            self.scratches.resize_with(threads, Mutex::default);
        }
    }
}

impl Chunk {
    fn fill(
        &mut self,
        world: &World,
        scratch: &mut Scratch,
        moves: &[Move<'_>],
        config: &MoveConfig,
        outcomes: &mut [Outcome],
    ) {
        self.hits.clear();
        self.path.clear();
        self.ends.clear();
        for (step, outcome) in moves.iter().zip(outcomes) {
            *outcome = world.move_and_slide(scratch, step.shape, step.from, step.motion, config);
            self.hits.extend_from_slice(scratch.hits());
            self.path.extend_from_slice(scratch.path());
            self.ends.push(Ends { hits: self.hits.len(), path: self.path.len() });
        }
    }
}

impl World {
    /// Runs all `moves`, one after the other. Outcomes, hits and paths are bit-identical to those
    /// of [`World::move_and_slide`]. Movers do not collide with each other. A move with invalid
    /// input ends with [`StopReason::InvalidInput`](crate::StopReason), and does not affect the
    /// other moves.
    ///
    /// A call takes as long as single moves. `par_move_all` has the same parameters and is faster.
    /// Neither uses mover caches, since those of a large crowd do not fit in the CPU caches.
    ///
    /// ```
    /// use sidle::{Batch, Motion, Move, MoveConfig, Shape, Vec3, World};
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// let (ball, fall) = (Shape::sphere(0.5), Motion::velocity(Vec3::NEG_Y, 1.0));
    /// let falls = [-1.0, 0.0, 1.0].map(|x| Move::new(&ball, Vec3::new(x, 1.0, 0.0), fall));
    /// let mut batch = Batch::default();
    /// world.move_all(&mut batch, &falls, &MoveConfig::default());
    /// for (i, outcome) in batch.outcomes().iter().enumerate() {
    ///     assert!((outcome.position.y - 0.501).abs() < 1e-5);
    ///     assert_eq!(batch.hits(i)[0].normal, Vec3::Y);
    /// }
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn move_all(&self, batch: &mut Batch, moves: &[Move<'_>], config: &MoveConfig) {
        batch.make_room(moves.len(), 1);
        let Batch { outcomes, chunks, scratches } = batch;
        let scratch = scratches[0].get_mut().unwrap_or_else(PoisonError::into_inner);
        for ((moves, outcomes), chunk) in moves.chunks(CHUNK).zip(outcomes.chunks_mut(CHUNK)).zip(chunks) {
            chunk.fill(self, scratch, moves, config, outcomes);
        }
    }

    /// Runs the moves of [`World::move_all`] on all threads of the current rayon pool. The results
    /// are bit-identical for any number of threads.
    ///
    /// ```
    /// use sidle::{Batch, Motion, Move, MoveConfig, Shape, Vec3, World};
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// let (ball, fall) = (Shape::sphere(0.5), Motion::velocity(Vec3::NEG_Y, 1.0));
    /// let place = |i: u16| Vec3::new(f32::from(i) * 1e-3, 1.0, 0.0);
    /// let falls: Vec<Move> = (0..1000).map(|i| Move::new(&ball, place(i), fall)).collect();
    /// let (mut one, mut all) = (Batch::default(), Batch::default());
    /// world.move_all(&mut one, &falls, &MoveConfig::default());
    /// world.par_move_all(&mut all, &falls, &MoveConfig::default());
    /// assert_eq!(one.outcomes(), all.outcomes());
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    #[cfg(feature = "rayon")]
    pub fn par_move_all(&self, batch: &mut Batch, moves: &[Move<'_>], config: &MoveConfig) {
        use rayon::prelude::*;

        batch.make_room(moves.len(), rayon::current_num_threads());
        let Batch { outcomes, chunks, scratches } = batch;
        let scratches = &*scratches;
        let work = moves.par_chunks(CHUNK).zip(outcomes.par_chunks_mut(CHUNK)).zip(chunks);
        work.for_each(|((moves, outcomes), chunk)| {
            // A thread makes one chunk at a time, so its own scratch is not locked.
            let mine = &scratches[rayon::current_thread_index().unwrap_or_default()];
            let mut scratch = mine.lock().unwrap_or_else(PoisonError::into_inner);
            chunk.fill(self, &mut scratch, moves, config, outcomes);
        });
    }
}
