//! Instances: geometries placed in a world by poses, apart from the mesh of the level.

mod error;
mod list;
mod moving;
mod placed;
mod pose_set;
mod solid;
mod tree;
mod trigger;

pub use error::InstanceError;
pub use list::GeometryId;
pub(crate) use list::Instances;
use list::Slot;
pub(crate) use moving::{Motions, MovingInstance, Place};
pub(crate) use placed::Placed;
pub use placed::{InstanceInfo, InstanceOptions};
pub use pose_set::{InstanceMotion, PoseSet, PoseSetError};
pub use trigger::{InstanceTriggers, TriggerContact};

use std::ops::ControlFlow;
use std::sync::Arc;

use glam::{DVec3, Vec3};

use super::geometry::{Geometry, Indexed};
use super::ids::FIRST_CHARACTER;
use super::part::Part;
use super::{InstanceId, Pose, World};
use crate::geometry::WideBox;
use crate::heightfield::HeightField;
use crate::mesh::{BuildError, BuildReport, Clean, Material, MaterialId, Sides, WorldBuilder};
use crate::tolerance::FURTHEST_INSTANCE;

impl World {
    /// Returns a builder with the materials of this world, for [`World::add_geometry`].
    #[must_use]
    pub fn geometry_builder(&self) -> WorldBuilder {
        WorldBuilder::with_materials(self.materials.clone())
    }

    /// Adds the polygons of a builder as a geometry, which any number of instances can share. The
    /// coordinates of the polygons are relative to the pose of each instance. Materials that were
    /// added to the builder are added to this world.
    ///
    /// A builder with one height field and no polygons gives a geometry that is this height field.
    /// Sectors are ignored.
    ///
    /// # Errors
    /// Returns the first problem in the data given to the builder.
    ///
    /// ```
    /// use sidle::{DVec3, InstanceOptions, MaterialId, Pose, QueryFilter, Vec3, World};
    /// let mut world = World::default();
    /// let mut builder = world.geometry_builder();
    /// builder.add_box(Vec3::splat(0.5), MaterialId(0));
    /// let crates = world.add_geometry(builder)?;
    /// for x in [2.0, 4.0] {
    ///     world.add_instance(crates, &Pose::at(Vec3::X * x), InstanceOptions::default()).unwrap();
    /// }
    /// let hit = world.cast_ray(Vec3::ZERO, Vec3::X * 10.0, &QueryFilter::ALL).unwrap();
    /// assert_eq!(hit.point, DVec3::X * 1.5);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn add_geometry(&mut self, builder: WorldBuilder) -> Result<GeometryId, BuildError> {
        let Clean { mesh, mut fields, materials, index, report, .. } = builder.finish()?;
        let geometry = match fields.pop() {
            Some((field, material)) if mesh.polygons() == 0 => Geometry::Field(field, material),
            _ => Geometry::Mesh(Indexed::new(mesh, index)),
        };
        Ok(self.store_geometry(geometry, materials, report))
    }

    /// Adds a height field as a geometry, which instances can share.
    ///
    /// # Errors
    /// Returns [`BuildError::UnknownFieldMaterial`] if the material is not one of this world.
    pub fn add_height_field_geometry(
        &mut self,
        field: HeightField,
        material: MaterialId,
    ) -> Result<GeometryId, BuildError> {
        let mut builder = self.geometry_builder();
        builder.add_height_field(field, material);
        self.add_geometry(builder)
    }

    fn store_geometry(
        &mut self,
        geometry: Geometry,
        materials: Vec<Material>,
        report: BuildReport,
    ) -> GeometryId {
        if materials.len() > self.materials.len() {
            self.one_sided |= materials.iter().any(|m| m.sides == Sides::Front);
            self.materials = materials;
        }
        let geometries = &mut self.instances.geometries;
        geometries.push(Some(Arc::new(geometry)));
        self.instances.reports.push(report);
        GeometryId(geometries.len() as u32 - 1)
    }

    /// Returns the problems that [`World::add_geometry`] found in a geometry, and the changes it
    /// made, or `None` if there is no geometry with this id.
    ///
    /// ```
    /// use sidle::{MaterialId, Vec3, World};
    /// let mut world = World::default();
    /// let mut builder = world.geometry_builder();
    /// builder.add_triangles(&[Vec3::ZERO, Vec3::X, Vec3::X * 2.0], &[[0, 1, 2]], MaterialId(0));
    /// let id = world.add_geometry(builder)?;
    /// assert_eq!(world.geometry_report(id).map(|report| report.degenerate), Some(1));
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    #[must_use]
    pub fn geometry_report(&self, id: GeometryId) -> Option<&BuildReport> {
        self.instances.geometries.get(id.0 as usize)?.as_ref()?;
        self.instances.reports.get(id.0 as usize)
    }

    /// Removes a geometry. Returns false if there is none with this id, or if an instance uses it.
    pub fn remove_geometry(&mut self, id: GeometryId) -> bool {
        let Some(place) = self.instances.geometries.get_mut(id.0 as usize) else { return false };
        let is_unused = place.as_ref().is_some_and(|geometry| {
            !self.instances.slots.iter().flat_map(|s| &s.placed).any(|p| Arc::ptr_eq(p.shared(), geometry))
        });
        if is_unused {
            *place = None;
        }
        is_unused
    }

    /// Places a geometry in the world. The mesh of the level, its index and the other instances
    /// stay as they are, and mover caches stay valid.
    ///
    /// # Errors
    /// Returns an error if there is no such geometry or material, or if a number of the pose is out
    /// of its range.
    pub fn add_instance(
        &mut self,
        geometry: GeometryId,
        pose: &Pose,
        options: InstanceOptions,
    ) -> Result<InstanceId, InstanceError> {
        let shared = self.instances.geometries.get(geometry.0 as usize).cloned().flatten();
        let shared = shared.ok_or(InstanceError::UnknownGeometry)?;
        self.check_options(&options)?;
        let placed = Placed::new(shared, pose, options)?;
        let bounds = checked_bounds(&placed)?;
        let slot = match self.instances.free.pop() {
            Some(slot) => slot,
            None if self.instances.slots.len() + self.base.len() < FIRST_CHARACTER as usize => {
                self.instances.slots.push(Slot::default());
                self.instances.slots.len() as u32 - 1
            }
            None => return Err(InstanceError::TooMany),
        };
        self.instances.tree.set(slot, bounds);
        self.instances.solids += usize::from(placed.is_solid());
        let place = &mut self.instances.slots[slot as usize];
        place.placed = Some(Box::new(placed));
        self.version += 1;
        Ok(InstanceId::new(self.base.len() as u32 + slot, place.generation))
    }

    /// Removes an instance. Its id is never used again.
    ///
    /// # Errors
    /// Returns [`InstanceError::Stale`] if the world has no instance with this id.
    pub fn remove_instance(&mut self, id: InstanceId) -> Result<(), InstanceError> {
        let slot = self.slot_of(id)?;
        self.instances.tree.remove(slot);
        self.instances.moving.retain(|&moving| moving != slot);
        self.instances.solids -= usize::from(self.instances.get(slot).is_some_and(Placed::is_solid));
        let place = &mut self.instances.slots[slot as usize];
        (place.placed, place.generation) = (None, place.generation.wrapping_add(1));
        self.instances.free.push(slot);
        self.version += 1;
        Ok(())
    }

    /// Puts an instance at a pose at once. The instance pushes no body on its way. If it lands on a
    /// body, the body overlaps the world, and
    /// [`MoveConfig::on_overlap`](crate::MoveConfig::on_overlap) decides what its next move does.
    /// For a platform that moves and carries, see [`World::set_poses`].
    ///
    /// # Errors
    /// Returns an error if there is no such instance, or if a number of the pose is out of its
    /// range.
    pub fn set_pose(&mut self, id: InstanceId, pose: &Pose) -> Result<(), InstanceError> {
        let slot = self.slot_of(id)?;
        let placed = self.instances.slots[slot as usize].placed.as_deref_mut().ok_or(InstanceError::Stale)?;
        let moved = placed.at(pose)?;
        let bounds = checked_bounds(&moved)?;
        *placed = moved;
        self.instances.tree.set(slot, bounds);
        self.version += 1;
        Ok(())
    }

    /// Replaces the options of an instance. For example, a game can make a door that crushes a
    /// character passable with [`InstanceOptions::trigger`], until the character has left the door.
    ///
    /// # Errors
    /// Returns an error if there is no such instance or material, or if the mass is out of its
    /// range.
    pub fn set_instance_options(
        &mut self,
        id: InstanceId,
        options: InstanceOptions,
    ) -> Result<(), InstanceError> {
        self.check_options(&options)?;
        let slot = self.slot_of(id)?;
        let placed = self.instances.slots[slot as usize].placed.as_deref_mut().ok_or(InstanceError::Stale)?;
        let before = usize::from(placed.is_solid());
        placed.set_options(options);
        self.instances.solids = self.instances.solids + usize::from(placed.is_solid()) - before;
        self.version += 1;
        Ok(())
    }

    fn check_options(&self, options: &InstanceOptions) -> Result<(), InstanceError> {
        if options.material.is_some_and(|m| usize::from(m.0) >= self.materials.len()) {
            return Err(InstanceError::UnknownMaterial);
        }
        options.validate()
    }

    /// Returns the pose, the motion and the options of an instance, or `None` if the world has no
    /// instance with this id.
    #[must_use]
    pub fn instance(&self, id: InstanceId) -> Option<InstanceInfo> {
        self.instances.get(self.slot_of(id).ok()?).map(Placed::info)
    }

    /// Returns true if this instance has a pose.
    pub(crate) fn is_placed(&self, id: InstanceId) -> bool {
        self.slot_of(id).is_ok()
    }

    /// Returns the motions of this step: the number of each instance, and both poses.
    pub(crate) fn motions(&self) -> Vec<(u32, Pose, Pose)> {
        let first = self.base.len() as u32;
        let travels = self.instances.moving.iter().filter_map(|&slot| {
            let travel = self.instances.get(slot)?.travel()?;
            Some((first + slot, travel.from, travel.to))
        });
        travels.collect()
    }

    /// Returns the slots of up to six polygons whose box is that of the whole instance.
    pub(crate) fn spanning_slots(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        self.part(number).placed.into_iter().flat_map(Placed::spanning_slots)
    }

    /// Returns the number, the material and the corners, in the space of its geometry, of a polygon
    /// of an instance.
    pub(crate) fn polygon_of_geometry(&self, (number, slot): (u32, u32)) -> (u32, MaterialId, Vec<Vec3>) {
        let geometry = self.part(number).geometry;
        (geometry.source(slot), geometry.material_id(slot), geometry.corners(slot).collect())
    }

    /// Returns the mass of an instance that has one.
    pub(crate) fn mass_of(&self, id: InstanceId) -> Option<f32> {
        self.instances.get(self.slot_of(id).ok()?)?.mass()
    }

    /// Returns a vector of the space of an instance in the world, without its scale.
    pub(crate) fn turned_with(&self, id: InstanceId, v: DVec3) -> DVec3 {
        let placed = self.slot_of(id).ok().and_then(|slot| self.instances.get(slot));
        placed.map_or(v, |placed| placed.placement().turned(v))
    }

    /// Returns the slot of an instance that was added with a pose.
    pub(super) fn slot_of(&self, id: InstanceId) -> Result<u32, InstanceError> {
        let slot = id.index().checked_sub(self.base.len()).ok_or(InstanceError::Fixed)? as u32;
        let is_known =
            self.instances.get(slot).is_some() && self.instances.generation(slot) == id.generation();
        if is_known { Ok(slot) } else { Err(InstanceError::Stale) }
    }

    /// Returns the geometry with this number, and its place.
    #[inline]
    pub(crate) fn part(&self, i: u32) -> Part<'_> {
        if let Some(geometry) = self.base.get(i as usize) {
            return Part { geometry, placed: None };
        }
        self.placed_part(i)
    }

    #[cold]
    fn placed_part(&self, i: u32) -> Part<'_> {
        if i >= FIRST_CHARACTER {
            return Part { geometry: &self.neighbor, placed: None };
        }
        let placed = self.instances.get(i - self.base.len() as u32);
        Part { geometry: placed.map_or(&self.base[0], Placed::geometry), placed }
    }

    /// Calls `visit` with the number and the part of every instance that may overlap a box of the
    /// world, in no fixed order.
    #[inline]
    pub(super) fn each_placed(&self, query: &WideBox, mut visit: impl FnMut(u32, &Placed)) {
        let first = self.base.len() as u32;
        self.instances.each_in(query, |slot| {
            if let Some(placed) = self.instances.get(slot) {
                visit(first + slot, placed);
            }
            ControlFlow::Continue(())
        });
    }

    /// Returns the ids of all instances.
    pub(super) fn ids_of_placed(&self) -> impl Iterator<Item = InstanceId> + '_ {
        let first = self.base.len() as u32;
        self.instances
            .placed()
            .map(move |(slot, _)| InstanceId::new(first + slot, self.instances.generation(slot)))
    }
}

/// Returns the box of an instance, if it is within the coordinates of a world.
fn checked_bounds(placed: &Placed) -> Result<WideBox, InstanceError> {
    let b = placed.bounds();
    let furthest = b.min.abs().max(b.max.abs()).max_element();
    let is_in_range = furthest <= FURTHEST_INSTANCE || b.is_empty();
    if is_in_range { Ok(b) } else { Err(InstanceError::OutOfRange) }
}
