//! Closed meshes of a world that are solid inside.

use glam::Vec3;

use super::{MaterialId, WorldBuilder};

/// A closed mesh that is solid inside.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) material: MaterialId,
}

impl WorldBuilder {
    /// Adds a closed mesh that is solid inside, such as a thick wall or a rock. The world gets an
    /// instance for it, at the origin, with
    /// [`InstanceOptions::solid`](crate::InstanceOptions::solid): a body whose centre is inside
    /// counts as overlapping it, and is pushed out through its surface. The instances of the solids
    /// follow each other in the order of the calls, as [`World::instance_ids`] returns them. A mesh
    /// that is not closed encloses nothing. Only worlds have solids, not the geometries of
    /// instances.
    ///
    /// ```
    /// # use sidle::*;
    /// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let mut builder = WorldBuilder::new();
    /// builder.add_solid(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], MaterialId(0));
    /// let world = builder.build()?;
    /// assert!(world.overlaps(&Shape::sphere(0.01), Vec3::splat(0.2), &QueryFilter::ALL));
    /// # Ok::<(), BuildError>(())
    /// ```
    ///
    /// [`World::instance_ids`]: crate::World::instance_ids
    pub fn add_solid(
        &mut self,
        vertices: &[Vec3],
        triangles: &[[u32; 3]],
        material: MaterialId,
    ) -> &mut Self {
        let (vertices, triangles) = (vertices.to_vec(), triangles.to_vec());
        self.solids.push(Solid { vertices, triangles, material });
        self
    }
}
