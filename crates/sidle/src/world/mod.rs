//! The world: a mesh and its index, height fields, and every question that can be asked of it.

mod bulk;
mod cast;
mod corners;
mod edit;
mod filter;
mod gather;
mod hit;
mod ids;
mod in_box;
mod instance;
mod mover_cache;
mod proximity;
mod queue;

pub(crate) use corners::Corners;
pub use filter::QueryFilter;
pub(crate) use gather::Region;
pub use hit::{ClosestPoint, Contact, Hit, MoveHit, Surface};
pub use ids::{InstanceId, PolygonId};
pub(crate) use mover_cache::CachedPolygons;
pub use mover_cache::MoverCache;

use std::sync::Arc;

use glam::Vec3;

use crate::geometry::{Aabb, Feature};
use instance::{Indexed, Instance};

use crate::mesh::{
    BuildError, BuildReport, Clean, IndexKind, Material, MaterialId, Sectors, Sides, WorldBuilder,
};

/// A level. It never changes while it is queried, and can be shared between threads; what changes
/// it takes `&mut World`.
#[derive(Clone, Debug)]
pub struct World {
    instances: Vec<Instance>,
    materials: Vec<Material>,
    /// Whether any material is, which most worlds have none of.
    one_sided: bool,
    sectors: Sectors,
    report: BuildReport,
    version: u64,
    /// Its place in memory tells this world, as it is now, from every other and from what it was
    /// before an edit.
    identity: Arc<()>,
}

impl World {
    /// A world of two-sided triangles of the default material: the shortest way from a mesh to a
    /// world.
    ///
    /// # Errors
    /// A coordinate that is not finite or beyond 2^24 m, or an index that names no vertex.
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

    /// What building the mesh found and changed.
    #[must_use]
    pub fn report(&self) -> &BuildReport {
        &self.report
    }

    /// The table of materials.
    #[must_use]
    pub fn materials(&self) -> &[Material] {
        &self.materials
    }

    /// The table of sectors, the portals between them, and what can be seen from where; empty when
    /// none were added. Edits do not change it: polygons that they add are in no sector, and an
    /// opening that they make is no portal.
    #[must_use]
    pub fn sectors(&self) -> &Sectors {
        &self.sectors
    }

    /// The smallest box that holds everything, as its least and greatest corner. None for an empty
    /// world.
    #[must_use]
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let all = self.instances.iter().fold(Aabb::EMPTY, |all, i| all.union(i.bounds()));
        all.min.cmple(all.max).all().then_some((all.min, all.max))
    }

    /// Bytes of vertices, polygons, the numbers of their materials and sectors, the index and the
    /// table of sectors together, and of height fields.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.instances.iter().map(|i| i.bytes()).sum::<usize>() + self.sectors.bytes()
    }

    /// Which index the mesh was built with.
    #[must_use]
    pub fn index_kind(&self) -> IndexKind {
        match self.instances.first() {
            Some(Instance::Mesh(at)) => at.index.kind(),
            _ => IndexKind::default(),
        }
    }

    /// Polygons in the world now, triangles of height fields included.
    #[must_use]
    pub fn polygon_count(&self) -> usize {
        self.instances.iter().map(Instance::polygons).sum()
    }

    /// Returns the ids of the mesh and of all height fields, in the order they were added.
    pub fn instance_ids(&self) -> impl ExactSizeIterator<Item = InstanceId> + use<> {
        (0..self.instances.len() as u32).map(InstanceId::new)
    }

    fn surface(&self, instance: u32, polygon: u32, feature: Feature) -> Surface {
        let at = &self.instances[instance as usize];
        Surface {
            instance: InstanceId::new(instance),
            polygon: PolygonId::from_index(at.source(polygon)),
            material: at.material_id(polygon),
            layer: self.material(at, polygon).layer,
            feature,
        }
    }

    fn material(&self, at: &Instance, polygon: u32) -> &Material {
        &self.materials[usize::from(at.material_id(polygon).0)]
    }

    /// Whether a filter lets polygon `polygon` of an instance be seen.
    #[inline]
    fn sees(&self, at: &Instance, polygon: u32, filter: &QueryFilter) -> bool {
        filter.sees(self.material(at, polygon))
            && self.sectors.lets_see(&filter.sectors, || at.sector(polygon))
    }
}

impl WorldBuilder {
    /// Builds the world.
    ///
    /// # Errors
    /// The first thing given to the builder that no world can be made of.
    pub fn build(self) -> Result<World, BuildError> {
        let Clean { mesh, fields, materials, index, sectors, report } = self.finish()?;
        let mut instances = vec![Instance::Mesh(Indexed::new(mesh, index))];
        instances.extend(fields.into_iter().map(|(field, material)| Instance::Field(field, material)));
        let one_sided = materials.iter().any(|m| m.sides == Sides::Front);
        Ok(World { instances, materials, one_sided, sectors, report, version: 0, identity: Arc::default() })
    }
}
