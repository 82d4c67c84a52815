//! Editing a world in place.

use std::ops::Range;
use std::sync::Arc;

use glam::Vec3;

use super::instance::{Indexed, Instance};
use super::{PolygonId, World};
use crate::mesh::{BuildError, Clean, Material, MaterialId, Mesh, Sides, WorldBuilder};

/// Slots that hold nothing are let be until they are more than the polygons and this many.
const SPARE_SLOTS: usize = 64;

impl World {
    /// Counts the edits: 0 for a world just built, one more for every edit that changed something.
    /// What was computed for another version may be out of date.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Adds one flat convex polygon, as [`WorldBuilder::add_polygon`] does, and returns its number
    /// for [`World::remove_polygon`]; it is the [`Surface::triangle`](crate::Surface) of its hits.
    /// Numbers count on from those given before; they stay with their polygon and are never used
    /// again.
    ///
    /// Every answer is, bit for bit, that of a world built anew from the same polygons in the order
    /// of their numbers.
    ///
    /// # Errors
    /// What cannot be built, counted within this call. The world is then as it was.
    ///
    /// ```
    /// use sidle::{MaterialId, QueryFilter, Vec3, World};
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let mut world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// let wall = [Vec3::new(3.0, -1.0, -1.0), Vec3::new(3.0, 1.0, -1.0), Vec3::new(3.0, 1.0, 1.0), Vec3::new(3.0, -1.0, 1.0)];
    /// let id = world.add_polygon(&wall, MaterialId(0))?;
    /// assert!(world.is_blocked(Vec3::Y * 0.5, Vec3::new(5.0, 0.5, 0.0), &QueryFilter::ALL));
    /// assert!(world.remove_polygon(id) && !world.remove_polygon(id));
    /// assert!(!world.is_blocked(Vec3::Y * 0.5, Vec3::new(5.0, 0.5, 0.0), &QueryFilter::ALL));
    /// assert_eq!((id.index(), world.version()), (1, 2));
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn add_polygon(&mut self, corners: &[Vec3], material: MaterialId) -> Result<PolygonId, BuildError> {
        let mut builder = WorldBuilder::with_materials(self.materials.clone());
        builder.add_polygon(corners, material);
        self.add(builder).map(|numbers| PolygonId::from_index(numbers.start))
    }

    /// Adds triangles of one material over their own list of vertices; returns their ids.
    /// Otherwise as [`World::add_polygon`].
    ///
    /// # Errors
    /// What cannot be built, counted within this call. The world is then as it was.
    pub fn add_triangles(
        &mut self,
        vertices: &[Vec3],
        triangles: &[[u32; 3]],
        material: MaterialId,
    ) -> Result<Vec<PolygonId>, BuildError> {
        let mut builder = WorldBuilder::with_materials(self.materials.clone());
        builder.add_triangles(vertices, triangles, material);
        Ok(self.add(builder)?.map(PolygonId::from_index).collect())
    }

    /// Adds a material to the table, for polygons to come.
    ///
    /// # Errors
    /// A friction, restitution or layer out of its range, or the 65,536th material. The world is
    /// then as it was.
    pub fn add_material(&mut self, material: Material) -> Result<MaterialId, BuildError> {
        let mut builder = WorldBuilder::with_materials(self.materials.clone());
        let id = builder.add_material(material);
        self.materials = builder.finish()?.materials;
        self.one_sided |= material.sides == Sides::Front;
        self.version += 1;
        Ok(id)
    }

    /// Removes a polygon from the mesh. Returns false if it has no such polygon (any more).
    pub fn remove_polygon(&mut self, id: PolygonId) -> bool {
        let Some(at) = self.indexed() else { return false };
        let Some(slot) = at.mesh.slot_of(id.number()) else { return false };
        at.index.remove(&mut at.mesh, slot);
        at.tidy_if(false);
        self.version += 1;
        true
    }

    /// Returns the corners of a polygon of the mesh in order, or `None` if it has no such polygon.
    #[must_use]
    pub fn polygon(&self, id: PolygonId) -> Option<Vec<Vec3>> {
        let Instance::Mesh(at) = self.instances.first()? else { return None };
        at.mesh.find(id.number()).map(|slot| at.mesh.corners(slot).collect())
    }

    /// Builds the index anew. Edits make it a little worse each, so this pays after many of them,
    /// at a time when a wait does not matter. No answer changes.
    pub fn rebuild(&mut self) {
        if let Some(at) = self.indexed() {
            at.tidy_if(true);
        }
    }

    fn add(&mut self, builder: WorldBuilder) -> Result<Range<u32>, BuildError> {
        let Clean { mesh, .. } = builder.finish()?;
        let Some(at) = self.indexed() else { return Ok(0..0) };
        let first = at.mesh.next_number();
        if at.mesh.slots() as usize + 8 * mesh.polygons() >= 1 << 28 {
            return Err(BuildError::TooMany);
        }
        for p in 0..mesh.slots() {
            at.add(&mesh, p);
        }
        let numbers = first..at.mesh.next_number();
        self.version += u64::from(!numbers.is_empty());
        Ok(numbers)
    }

    /// The mesh, to be changed: instance 0 of every world.
    fn indexed(&mut self) -> Option<&mut Indexed> {
        self.identity = Arc::default();
        match self.instances.first_mut() {
            Some(Instance::Mesh(at)) => Some(at),
            _ => None,
        }
    }
}

impl Indexed {
    fn add(&mut self, from: &Mesh, p: u32) {
        let slot = self.mesh.push(from.corners(p), from.material_id(p));
        let fits = self.index.insert(&mut self.mesh, slot);
        self.tidy_if(!fits);
    }

    /// Builds mesh and index anew when asked to, or when more slots are empty than not.
    fn tidy_if(&mut self, asked: bool) {
        if asked || self.mesh.gone() > self.mesh.polygons() + SPARE_SLOTS {
            let kind = self.index.kind();
            *self = Self::new(std::mem::take(&mut self.mesh).tidied(), kind);
        }
    }
}
