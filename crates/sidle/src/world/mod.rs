//! The world: meshes and their indexes, and every question that can be asked of it.

mod cast;
mod filter;
mod gather;
mod hit;
mod near;
mod polygons;
pub(crate) mod solve;

pub(crate) use cast::Corners;
pub use filter::QueryFilter;
pub(crate) use gather::Region;
pub use hit::{ClosestPoint, Contact, Hit, MoveHit, Surface};

use glam::Vec3;

use crate::geometry::{Aabb, Feature};
use crate::index::Bvh;
use crate::mesh::{BuildError, BuildReport, Material, MaterialId, Mesh, WorldBuilder};

/// A static level. It never changes while it is queried, and can be shared between threads.
#[derive(Debug)]
pub struct World {
    instances: Vec<Instance>,
    report: BuildReport,
    /// The longest side of the bounds, in metres.
    extent: f64,
}

/// A mesh at its place in the world.
#[derive(Debug)]
struct Instance {
    mesh: Mesh,
    bvh: Bvh,
}

impl World {
    /// A world of two-sided triangles of the default material: the shortest way from a mesh to a world.
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

    /// What building found and changed.
    #[must_use]
    pub fn report(&self) -> &BuildReport {
        &self.report
    }

    /// The table of materials.
    #[must_use]
    pub fn materials(&self) -> &[Material] {
        self.instances.first().map_or(&[], |i| i.mesh.materials())
    }

    /// The smallest box that holds everything, as its least and greatest corner. None for an empty world.
    #[must_use]
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let corners = self.instances.iter().flat_map(|i| {
            let polygons = 0..i.mesh.polygons() as u32;
            polygons.flat_map(|p| i.mesh.corners(p))
        });
        let all = Aabb::of_points(corners);
        all.min.cmple(all.max).all().then_some((all.min, all.max))
    }

    /// Bytes of vertices, polygons, their materials' numbers and the index together.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.instances.iter().map(|i| i.mesh.bytes() + i.bvh.bytes()).sum()
    }

    fn surface(&self, instance: u32, polygon: u32, feature: Feature) -> Surface {
        let mesh = &self.instances[instance as usize].mesh;
        let material = mesh.material_id(polygon);
        Surface {
            instance,
            triangle: mesh.source(polygon),
            material,
            layer: mesh.material(polygon).layer,
            feature,
        }
    }
}

impl WorldBuilder {
    /// Builds the world.
    ///
    /// # Errors
    /// The first thing given to the builder that no world can be made of.
    pub fn build(self) -> Result<World, BuildError> {
        let (mesh, report) = self.finish()?;
        let bounds = (0..mesh.polygons() as u32).map(|p| Aabb::of_points(mesh.corners(p)));
        let (bvh, order) = Bvh::build(bounds);
        let mut world =
            World { instances: vec![Instance { mesh: mesh.reordered(&order), bvh }], report, extent: 1.0 };
        if let Some((min, max)) = world.bounds() {
            world.extent = f64::from((max - min).max_element()).max(f64::MIN_POSITIVE);
        }
        Ok(world)
    }
}
