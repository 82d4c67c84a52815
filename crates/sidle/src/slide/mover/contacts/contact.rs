//! A contact of a mover, and the planes of contacts.

use glam::DVec3;

use crate::narrow_phase::{Candidates, SeparatingAxis};

/// A polygon within a skin of the mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoverContact {
    /// Index in the candidates; `id` is its instance and polygon.
    pub(crate) candidate: usize,
    pub(crate) id: (u32, u32),
    pub(crate) axis: SeparatingAxis,
    /// Unit normal in the world.
    pub(crate) normal: DVec3,
    /// Distance in skin widths: 1 is the full skin.
    pub(crate) skins: f64,
    /// Coulomb friction coefficient; 0 with drag.
    pub(crate) friction: f64,
    /// Fraction of the speed lost per metre; 0 with Coulomb friction.
    pub(crate) drag: f64,
    /// True if the contact takes part in the slide. False for an internal edge.
    pub(crate) counts: bool,
}

/// The planes of the contacts that count.
#[derive(Debug, Default)]
pub(in crate::slide) struct Planes {
    pub(in crate::slide) normals: Vec<DVec3>,
    /// Contact index of each plane.
    pub(in crate::slide) places: Vec<usize>,
    /// Normals of the planes that support the mover, each with its friction.
    pub(in crate::slide::mover) supporting: Vec<(DVec3, f64)>,
}

impl Planes {
    pub(in crate::slide::mover) fn bytes(&self) -> usize {
        self.normals.capacity() * size_of::<DVec3>()
            + self.places.capacity() * size_of::<usize>()
            + self.supporting.capacity() * size_of::<(DVec3, f64)>()
    }
}

/// Returns true if the nearest point of `b` lies on another polygon that has a strictly nearer
/// point.
pub(in crate::slide::mover) fn is_internal_edge_of(
    candidates: &Candidates,
    b: &SeparatingAxis,
    other: usize,
    nearest: &SeparatingAxis,
) -> bool {
    nearest.distance < b.distance && candidates.obstacle(other).contains(b.point)
}
