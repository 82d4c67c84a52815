//! The list of all instances of a world.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::Placed;
use super::tree::Tree;
use crate::geometry::WideBox;
use crate::mesh::BuildReport;
use crate::world::geometry::Geometry;
use crate::world::travel::Travel;

/// Identifies a geometry that instances of a world share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct GeometryId(pub(super) u32);

/// All instances of a world, with the geometries that they share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instances {
    pub(super) geometries: Vec<Option<Arc<Geometry>>>,
    /// The report of the build of each geometry.
    pub(super) reports: Vec<BuildReport>,
    pub(super) slots: Vec<Slot>,
    pub(super) free: Vec<u32>,
    /// Slots of the instances that move in this step, and the poses that they come from.
    pub(super) moving: Vec<u32>,
    /// Number of solid instances.
    pub(super) solids: usize,
    pub(super) tree: Tree,
}

/// Room for one instance after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Slot {
    /// Number of instances that were here before.
    pub(super) generation: u32,
    pub(super) placed: Option<Box<Placed>>,
}

impl Instances {
    #[inline]
    pub(in crate::world) fn get(&self, slot: u32) -> Option<&Placed> {
        self.slots.get(slot as usize)?.placed.as_deref()
    }

    pub(in crate::world) fn generation(&self, slot: u32) -> u32 {
        self.slots.get(slot as usize).map_or(0, |slot| slot.generation)
    }

    pub(in crate::world) fn is_empty(&self) -> bool {
        self.slots.len() == self.free.len()
    }

    /// Calls `visit` with the slot of every instance whose box overlaps `query`, in no fixed order.
    #[inline]
    pub(in crate::world) fn each_in(&self, query: &WideBox, visit: impl FnMut(u32) -> ControlFlow<()>) {
        if !self.is_empty() {
            self.tree.query(query, visit);
        }
    }

    /// Returns the box of the instance in a slot, in the world, during this step.
    pub(in crate::world) fn bounds_of(&self, slot: u32) -> WideBox {
        self.tree.bounds_of(slot)
    }

    pub(in crate::world) fn bounds(&self) -> WideBox {
        self.tree.bounds()
    }

    pub(super) fn placed(&self) -> impl Iterator<Item = (u32, &Placed)> {
        (0..).zip(&self.slots).filter_map(|(i, slot)| slot.placed.as_deref().map(|placed| (i, placed)))
    }

    pub(in crate::world) fn polygons(&self) -> usize {
        self.placed().map(|(_, placed)| placed.geometry().polygons()).sum()
    }

    pub(in crate::world) fn bytes(&self) -> usize {
        let geometries: usize = self.geometries.iter().flatten().map(|g| g.bytes()).sum();
        geometries
            + self.reports.capacity() * size_of::<BuildReport>()
            + self.slots.capacity() * size_of::<Slot>()
            + (self.slots.len() - self.free.len()) * size_of::<Placed>()
            + self.moving.len() * size_of::<Travel>()
            + self.tree.bytes()
    }
}
