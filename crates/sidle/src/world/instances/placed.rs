//! One instance: its geometry, its pose and its options.

use std::sync::Arc;

use super::InstanceError;
use crate::geometry::{Aabb, WideBox, is_in_range};
use crate::mesh::MaterialId;
use crate::world::geometry::Geometry;
use crate::world::pose::{Placement, Pose};
use crate::world::travel::Travel;

/// How an instance takes part in queries and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct InstanceOptions {
    /// Material of all polygons of the instance, instead of the materials of its geometry:
    /// friction, layer, solid sides, velocity of a conveyor. `None` keeps the materials of the
    /// geometry.
    pub material: Option<MaterialId>,
    /// True for a trigger: it blocks nothing, and only
    /// [`World::triggers_along`](crate::World::triggers_along) sees it. Default false.
    pub trigger: bool,
    /// True for a closed mesh that is solid inside. A body whose centre is inside counts as
    /// overlapping it, and [`OnOverlap::PushOut`](crate::OnOverlap::PushOut) and
    /// [`World::depenetrate`](crate::World::depenetrate) push the body out, by at most two lengths
    /// of the body. With false, the default, the mesh is hollow: only its surface is solid.
    pub solid: bool,
    /// Mass in kilograms, above 0, of a body that the physics engine of the game moves.
    /// [`CharacterReport::push`](crate::CharacterReport::push) then tells the impulse with which a
    /// character pushes it. `None`, the default, for everything else.
    pub mass: Option<f32>,
    /// A number of your choice, which [`World::instance`](crate::World::instance) returns. sidle
    /// does not use it.
    pub user_data: u64,
}

impl InstanceOptions {
    pub(super) fn validate(&self) -> Result<(), InstanceError> {
        let is_mass = self.mass.is_none_or(|mass| mass > 0.0 && mass.is_finite());
        if is_mass { Ok(()) } else { Err(InstanceError::BadNumber) }
    }
}

/// The state of an instance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct InstanceInfo {
    /// The pose of the instance. If it moves, the pose at the end of the step.
    pub pose: Pose,
    /// The pose of the instance at the start of the step. `None` if it does not move.
    pub from: Option<Pose>,
    /// The options with which the instance was added, or that replaced them.
    pub options: InstanceOptions,
    /// The number of times that the pose of the instance was set.
    pub version: u64,
}

/// One instance.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    geometry: Arc<Geometry>,
    /// Box around the geometry, in its own space.
    local: Aabb,
    pose: Pose,
    placement: Placement,
    /// The way of an instance that moves in this step.
    travel: Option<Box<Travel>>,
    options: InstanceOptions,
    version: u64,
}

impl Placed {
    pub(super) fn new(
        geometry: Arc<Geometry>,
        pose: &Pose,
        options: InstanceOptions,
    ) -> Result<Self, InstanceError> {
        let placement = placement_of(pose)?;
        let local = geometry.bounds();
        Ok(Self { geometry, local, pose: *pose, placement, travel: None, options, version: 0 })
    }

    /// Returns this instance at rest at another pose.
    pub(super) fn at(&self, pose: &Pose) -> Result<Self, InstanceError> {
        let placement = placement_of(pose)?;
        let geometry = Arc::clone(&self.geometry);
        let version = self.version + 1;
        Ok(Self { geometry, pose: *pose, placement, travel: None, version, ..*self })
    }

    /// Returns this instance on its way from one pose to another.
    pub(super) fn moving(&self, from: &Pose, to: &Pose) -> Result<Self, InstanceError> {
        let mut moved = self.at(to)?;
        placement_of(from)?;
        let travel = Travel::new(from, to).ok_or(InstanceError::BadNumber)?;
        if from.scale != to.scale {
            return Err(InstanceError::ScaleChanges);
        }
        if from != to {
            moved.travel = Some(Box::new(travel));
        }
        Ok(moved)
    }

    /// Leaves the instance at rest at the end of its way.
    pub(super) fn stop(&mut self) {
        self.travel = None;
    }

    #[inline]
    pub(in crate::world) fn shared(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    #[inline]
    pub(crate) fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    #[inline]
    pub(crate) fn placement(&self) -> &Placement {
        &self.placement
    }

    pub(crate) fn travel(&self) -> Option<&Travel> {
        self.travel.as_deref()
    }

    pub(crate) fn material(&self) -> Option<MaterialId> {
        self.options.material
    }

    pub(super) fn set_options(&mut self, options: InstanceOptions) {
        self.options = options;
    }

    /// Returns true if it is solid, and no trigger.
    pub(super) fn is_solid(&self) -> bool {
        self.options.solid && !self.options.trigger
    }

    pub(crate) fn is_trigger(&self) -> bool {
        self.options.trigger
    }

    pub(crate) fn mass(&self) -> Option<f32> {
        self.options.mass
    }

    pub(super) fn local_bounds(&self) -> &Aabb {
        &self.local
    }

    /// Returns a box around all places of the instance in this step, in the world. It is empty for
    /// a geometry without polygons.
    pub(super) fn bounds(&self) -> WideBox {
        match &self.travel {
            _ if !self.local.min.cmple(self.local.max).all() => WideBox::EMPTY,
            Some(travel) => travel.bounds(&self.local),
            None => self.placement.world_box(&self.local),
        }
    }

    /// Returns the slots of up to six polygons whose box is that of the geometry.
    pub(super) fn spanning_slots(&self) -> impl Iterator<Item = u32> + use<> {
        let mut found = [None; 6];
        self.geometry.each_slot(|slot| {
            for corner in self.geometry.corners(slot) {
                for axis in 0..3 {
                    if corner[axis] == self.local.min[axis] {
                        found[axis] = Some(slot);
                    }
                    if corner[axis] == self.local.max[axis] {
                        found[axis + 3] = Some(slot);
                    }
                }
            }
        });
        found.into_iter().flatten()
    }

    pub(super) fn info(&self) -> InstanceInfo {
        let from = self.travel().map(|travel| travel.from);
        InstanceInfo { pose: self.pose, from, options: self.options, version: self.version }
    }
}

fn placement_of(pose: &Pose) -> Result<Placement, InstanceError> {
    let is_far = pose.translation.is_finite() && !is_in_range(pose.translation);
    let error = if is_far { InstanceError::OutOfRange } else { InstanceError::BadNumber };
    pose.placement().ok_or(error)
}
