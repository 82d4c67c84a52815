//! The memory of a mover, owned by the caller.

use glam::{DVec3, Vec3};

use super::crowd::Crowd;
use super::log::Log;
use super::spans::Spans;
use super::touch::{Planes, Touch};
use crate::pair::Candidates;
use crate::world::{Corners, MoveHit};

/// Everything a move needs to remember, and what it met. Make one per thread and use it for every move: its memory is
/// kept, so that nothing is allocated once it has grown.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) candidates: Candidates,
    pub(crate) touches: Vec<Touch>,
    /// Candidates that a sweep ran into, sorted: they are never taken for a seam again in this move.
    pub(crate) obstacles: Vec<(u32, u32)>,
    /// What held the mover in the stage before.
    pub(super) held_by: Vec<(u32, u32)>,
    pub(super) planes: Vec<(DVec3, f64)>,
    pub(super) facing: Planes,
    pub(super) buffer: Vec<DVec3>,
    pub(super) corners: Corners,
    pub(super) crowd: Crowd,
    pub(super) spans: Spans,
    pub(crate) hits: Vec<MoveHit>,
    pub(crate) path: Vec<Vec3>,
    /// Somebody who wants to know more than the outcome; nobody, as a rule.
    pub(crate) log: Option<Box<Log>>,
}

impl Scratch {
    /// What the last move met, in order: one entry for each polygon that took something from the motion.
    #[must_use]
    pub fn hits(&self) -> &[MoveHit] {
        &self.hits
    }

    /// The corners of the last move's path, start and end included. Empty unless
    /// [`MoveConfig::record_path`](crate::MoveConfig::record_path) was set.
    #[must_use]
    pub fn path(&self) -> &[Vec3] {
        &self.path
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.candidates.bytes()
            + self.touches.capacity() * size_of::<Touch>()
            + (self.obstacles.capacity() + self.held_by.capacity()) * size_of::<(u32, u32)>()
            + self.planes.capacity() * size_of::<(DVec3, f64)>()
            + self.facing.bytes()
            + self.buffer.capacity() * size_of::<DVec3>()
            + self.crowd.bytes()
            + self.spans.bytes()
            + self.hits.capacity() * size_of::<MoveHit>()
            + self.path.capacity() * size_of::<Vec3>()
    }

    pub(crate) fn clear(&mut self) {
        self.touches.clear();
        self.obstacles.clear();
        self.held_by.clear();
        self.hits.clear();
        self.path.clear();
        self.candidates.clear();
        if let Some(log) = &mut self.log {
            log.begin();
        }
    }

    /// What is touched of candidate `i`. Touches stand in the order of the candidates.
    pub(crate) fn touch_of(touches: &[Touch], i: usize) -> Option<&Touch> {
        touches.binary_search_by_key(&i, |t| t.candidate).ok().map(|at| &touches[at])
    }

    pub(super) fn into_parts(self) -> (Vec<MoveHit>, Vec<Vec3>) {
        (self.hits, self.path)
    }
}
