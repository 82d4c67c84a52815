//! The working memory of a mover.

use glam::DVec3;

use super::scene::{HitTarget, SdfHit};
use super::target::Targets;

/// A point of a target near the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub(super) target: usize,
    pub(super) touched: HitTarget,
    pub(super) friction: f64,
    /// Contact point in world metres.
    pub(super) point: DVec3,
    /// Gap in metres, measured by the body's function.
    pub(super) gap: f64,
    /// Unit vector towards the mover. If the mover moves along it, the gap grows at the same speed.
    pub(super) normal: DVec3,
    /// True if a sweep found this obstruction: it is then not an internal edge.
    pub(super) learnt: bool,
}

/// Reusable working memory of a mover, owned by the caller; see [`Scratch`](crate::Scratch).
#[derive(Debug, Default)]
pub struct SdfScratch {
    pub(super) targets: Targets,
    pub(super) contacts: Vec<Contact>,
    /// Obstructions found by sweeps: the target and a point on it.
    pub(super) learnt: Vec<(usize, DVec3)>,
    /// The numbers of the contacts, sorted by gap.
    pub(super) by_gap: Vec<usize>,
    /// For each contact, true if it does not count.
    pub(super) discarded: Vec<bool>,
    pub(super) planes: Vec<(DVec3, f64)>,
    pub(super) hits: Vec<SdfHit>,
    pub(super) path: Vec<DVec3>,
}

impl SdfScratch {
    /// Returns the contacts of the last move, in order: one entry for each object in its way.
    #[must_use]
    pub fn hits(&self) -> &[SdfHit] {
        &self.hits
    }

    /// Returns the corners of the last move's path, including start and end. Empty unless
    /// [`MoveConfig::record_path`](crate::MoveConfig::record_path) was set.
    #[must_use]
    pub fn path(&self) -> &[DVec3] {
        &self.path
    }
}
