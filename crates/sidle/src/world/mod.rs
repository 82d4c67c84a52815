//! The world: a mesh with its index, the height fields, and all queries.

mod bulk;
mod cast;
mod corners;
mod edit;
mod filter;
mod gather;
mod geometry;
mod hit;
mod ids;
mod in_box;
mod instances;
mod mover_cache;
mod part;
mod passing;
mod pose;
mod proximity;
mod queue;
mod sweep;
mod travel;

pub(crate) use corners::Corners;
pub use filter::QueryFilter;
pub(crate) use gather::{NeighborPlane, Region};
pub use hit::{ClosestPoint, Contact, Hit, MoveHit, Surface};
pub(crate) use ids::FIRST_CHARACTER;
pub use ids::{InstanceId, PolygonId};
pub use instances::{
    GeometryId, InstanceError, InstanceInfo, InstanceMotion, InstanceOptions, InstanceTriggers, PoseSet,
    PoseSetError, TriggerContact,
};
pub(crate) use instances::{Motions, MovingInstance, Place, Placed};
pub(crate) use mover_cache::CachedPolygons;
pub use mover_cache::MoverCache;
pub(crate) use part::Part;
pub(crate) use pose::Placement;
pub use pose::Pose;

use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::geometry::Feature;
use geometry::{Geometry, Indexed};
use instances::Instances;

use crate::mesh::{
    BuildError, BuildReport, Clean, IndexKind, Material, MaterialId, Sectors, Sides, WorldBuilder,
};

/// The collision geometry of a level. Queries take `&World`, so threads can share a world; edits
/// take `&mut World`.
#[derive(Clone, Debug)]
pub struct World {
    /// The mesh and the height fields, which stand where they were built. The first is the mesh.
    base: Vec<Geometry>,
    /// The geometries that are placed by poses.
    instances: Instances,
    /// A triangle of material 0, which stands for every other character.
    neighbor: Arc<Geometry>,
    materials: Vec<Material>,
    /// True if any material is one-sided. Most worlds have none and skip the test for passing.
    one_sided: bool,
    sectors: Sectors,
    report: BuildReport,
    version: u64,
    /// The address identifies this version of this world. An edit replaces it; unchanged clones
    /// share it.
    identity: Arc<()>,
}

impl World {
    /// Builds a world from two-sided triangles of the default material: the simplest constructor.
    ///
    /// # Errors
    /// Returns an error if a coordinate is not finite or beyond 2^24 m, or if an index names no
    /// vertex.
    ///
    /// ```
    /// use sidle::{Vec3, World};
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// assert_eq!(world.report().open_edges, 3);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn from_triangles(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self, BuildError> {
        let mut builder = WorldBuilder::new();
        builder.add_triangles(vertices, triangles, MaterialId(0));
        builder.build()
    }

    /// Returns the report of the build: the problems it found and the changes it made.
    #[must_use]
    pub fn report(&self) -> &BuildReport {
        &self.report
    }

    /// Returns the table of materials.
    #[must_use]
    pub fn materials(&self) -> &[Material] {
        &self.materials
    }

    /// Returns the table of sectors, with their portals and visibility. The table is empty if no
    /// sectors were added.
    ///
    /// Edits do not change the table: added polygons belong to no sector, and a new opening is no
    /// portal.
    #[must_use]
    pub fn sectors(&self) -> &Sectors {
        &self.sectors
    }

    /// Returns the smallest box around all polygons and height fields, as its minimum and maximum
    /// corners, or `None` for an empty world.
    #[must_use]
    pub fn bounds(&self) -> Option<(DVec3, DVec3)> {
        let all = self.base.iter().fold(self.instances.bounds(), |all, i| all.union(i.bounds().into()));
        (!all.is_empty()).then_some((all.min, all.max))
    }

    /// Returns the memory in bytes of the mesh (vertices, polygons, material ids, sector ids), its
    /// index, the table of sectors, the height fields, and the instances with their geometries.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.base.iter().map(|i| i.bytes()).sum::<usize>() + self.instances.bytes() + self.sectors.bytes()
    }

    /// Returns the kind of index that the mesh was built with.
    #[must_use]
    pub fn index_kind(&self) -> IndexKind {
        match self.base.first() {
            Some(Geometry::Mesh(at)) => at.index.kind(),
            _ => IndexKind::default(),
        }
    }

    /// Returns the current number of polygons, including the triangles of height fields.
    #[must_use]
    pub fn polygon_count(&self) -> usize {
        self.base.iter().map(Geometry::polygons).sum::<usize>() + self.instances.polygons()
    }

    /// Returns the ids of the mesh, of all height fields in the order they were added, and of the
    /// placed instances.
    pub fn instance_ids(&self) -> impl Iterator<Item = InstanceId> + '_ {
        (0..self.base.len() as u32).map(|i| InstanceId::new(i, 0)).chain(self.ids_of_placed())
    }

    /// Returns the id of the instance with this number.
    #[inline]
    pub(crate) fn instance_id(&self, i: u32) -> InstanceId {
        let generation =
            i.checked_sub(self.base.len() as u32).map_or(0, |slot| self.instances.generation(slot));
        InstanceId::new(i, generation)
    }

    fn surface(&self, instance: u32, polygon: u32, feature: Feature) -> Surface {
        // Most polygons are of the level.
        if let Some(geometry) = self.base.get(instance as usize) {
            let material = geometry.material_id(polygon);
            return Surface {
                instance: InstanceId::new(instance, 0),
                polygon: PolygonId::from_index(geometry.source(polygon)),
                material,
                layer: self.materials[usize::from(material.0)].layer,
                feature,
            };
        }
        self.placed_surface(instance, polygon, feature)
    }

    #[cold]
    fn placed_surface(&self, instance: u32, polygon: u32, feature: Feature) -> Surface {
        let at = self.part(instance);
        Surface {
            instance: self.instance_id(instance),
            polygon: PolygonId::from_index(at.source(polygon)),
            material: at.material_id(polygon),
            layer: self.material(at, polygon).layer,
            feature,
        }
    }

    fn material(&self, at: Part<'_>, polygon: u32) -> &Material {
        &self.materials[usize::from(at.material_id(polygon).0)]
    }

    /// Returns true if the filter selects polygon `polygon` of an instance.
    #[inline]
    fn sees(&self, at: Part<'_>, polygon: u32, filter: &QueryFilter) -> bool {
        at.placed.is_some_and(Placed::is_trigger) == filter.triggers
            && filter.sees(self.material(at, polygon))
            && self.sectors.lets_see(&filter.sectors, || at.sector(polygon))
    }
}

impl Default for World {
    /// Returns a world without polygons.
    fn default() -> Self {
        WorldBuilder::new().clean().into()
    }
}

impl From<Clean> for World {
    fn from(clean: Clean) -> Self {
        let Clean { mesh, fields, materials, index, sectors, report } = clean;
        let mut base = vec![Geometry::Mesh(Indexed::new(mesh, index))];
        base.extend(fields.into_iter().map(|(field, material)| Geometry::Field(field, material)));
        let one_sided = materials.iter().any(|m| m.sides == Sides::Front);
        let mut neighbor = WorldBuilder::new();
        neighbor.add_triangles(&[Vec3::ZERO, Vec3::X, Vec3::Z], &[[0, 1, 2]], MaterialId(0));
        let neighbor = Arc::new(Geometry::Mesh(Indexed::new(neighbor.clean().mesh, index)));
        let (instances, identity) = (Instances::default(), Arc::default());
        Self { base, instances, neighbor, materials, one_sided, sectors, report, version: 0, identity }
    }
}

impl WorldBuilder {
    /// Builds the world.
    ///
    /// # Errors
    /// Returns the first problem in the data given to the builder.
    pub fn build(mut self) -> Result<World, BuildError> {
        let solids = std::mem::take(&mut self.solids);
        let mut world = self.finish().map(World::from)?;
        for solid in solids {
            let mut builder = world.geometry_builder();
            builder.add_triangles(&solid.vertices, &solid.triangles, solid.material);
            let geometry = world.add_geometry(builder)?;
            let options = InstanceOptions { solid: true, ..InstanceOptions::default() };
            let added = world.add_instance(geometry, &Pose::IDENTITY, options);
            added.map_err(|_| BuildError::TooMany)?;
        }
        Ok(world)
    }
}
