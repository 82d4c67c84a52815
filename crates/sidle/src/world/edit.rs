//! Edits of a world in place.

use std::ops::Range;
use std::sync::Arc;

use glam::Vec3;

use super::geometry::{Geometry, Indexed};
use super::{PolygonId, World};
use crate::mesh::{BuildError, Clean, Material, MaterialId, Mesh, Sides, WorldBuilder};

/// The mesh is rebuilt when the empty slots outnumber the polygons by more than this.
const SPARE_SLOTS: usize = 64;

impl World {
    /// Returns the number of edits: 0 for a newly built world, plus 1 for each edit that changed
    /// something. Data computed for another version may be out of date.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Adds one flat convex polygon, as [`WorldBuilder::add_polygon`] does, and returns its id for
    /// [`World::remove_polygon`]. Hits report this id in [`Surface::polygon`](crate::Surface). Ids
    /// continue the previous numbering, stay with their polygon and are never reused.
    ///
    /// All results are bit-identical to those of a new world built from the same polygons in the
    /// order of their ids.
    ///
    /// # Errors
    /// Returns the first problem in the given data, with indices counted within this call. The
    /// world is then unchanged.
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

    /// Adds triangles that all have the same material, and returns the ids of the triangles. Each
    /// triangle is three indices into `vertices`. Otherwise works like [`World::add_polygon`].
    ///
    /// # Errors
    /// Returns the first problem in the given data, with indices counted within this call. The
    /// world is then unchanged.
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

    /// Adds a material to the table, for polygons added later.
    ///
    /// # Errors
    /// Returns an error if the friction, restitution or layer is out of range, or for the 65,536th
    /// added material. The world is then unchanged.
    pub fn add_material(&mut self, material: Material) -> Result<MaterialId, BuildError> {
        let mut builder = WorldBuilder::with_materials(self.materials.clone());
        let id = builder.add_material(material);
        self.materials = builder.finish()?.materials;
        self.one_sided |= material.sides == Sides::Front;
        self.version += 1;
        Ok(id)
    }

    /// Removes a polygon from the mesh. Returns false if the mesh has no polygon with this id, or
    /// no longer has it.
    pub fn remove_polygon(&mut self, id: PolygonId) -> bool {
        let Some(at) = self.indexed() else { return false };
        let Some(slot) = at.mesh.slot_of(id.number()) else { return false };
        at.index.remove(&mut at.mesh, slot);
        at.tidy_if(false);
        self.version += 1;
        true
    }

    /// Returns the corners of a polygon of the mesh in order, or `None` if the mesh has no polygon
    /// with this id.
    #[must_use]
    pub fn polygon(&self, id: PolygonId) -> Option<Vec<Vec3>> {
        let Geometry::Mesh(at) = self.base.first()? else { return None };
        at.mesh.find(id.number()).map(|slot| at.mesh.corners(slot).collect())
    }

    /// Rebuilds the index. Each edit makes the index slightly slower, so a rebuild is worthwhile
    /// after many edits, when a pause does not matter. Query results do not change.
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

    /// Returns the mesh (instance 0) for an edit, and gives the world a new identity.
    fn indexed(&mut self) -> Option<&mut Indexed> {
        self.identity = Arc::default();
        match self.base.first_mut() {
            Some(Geometry::Mesh(at)) => Some(at),
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

    /// Rebuilds mesh and index if `asked`, or if there are too many empty slots.
    fn tidy_if(&mut self, asked: bool) {
        if asked || self.mesh.gone() > self.mesh.polygons() + SPARE_SLOTS {
            let kind = self.index.kind();
            *self = Self::new(std::mem::take(&mut self.mesh).tidied(), kind);
        }
    }
}
