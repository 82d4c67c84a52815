//! The triangles of one mesh.

use bevy_ecs::prelude::*;
use bevy_math::{Affine3A, Vec3};
#[cfg(feature = "mesh")]
use bevy_mesh::{Indices, Mesh, MeshAccessError, PrimitiveTopology, VertexAttributeValues};
use bevy_transform::components::Transform;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::MeshProblem;

/// Triangles that are solid, for entities without `Mesh3d`: a server without assets, a simpler
/// shape than the drawn one, or the collider of a physics engine. It replaces the `Mesh3d` of its
/// entity.
#[derive(Component, Clone, Debug)]
#[require(Transform)]
pub struct SidleMesh {
    vertices: Arc<[Vec3]>,
    triangles: Arc<[[u32; 3]]>,
    /// Two with equal numbers are equal.
    pub(crate) number: u64,
}

impl SidleMesh {
    /// Creates a mesh of triangles. Each is three indices into `vertices`, counter-clockwise seen
    /// from its front.
    #[must_use]
    pub fn new(vertices: impl Into<Arc<[Vec3]>>, triangles: impl Into<Arc<[[u32; 3]]>>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { vertices: vertices.into(), triangles: triangles.into(), number }
    }

    /// Creates a box around the origin, of this half size.
    #[must_use]
    pub fn cuboid(half: Vec3) -> Self {
        let sign = |on: usize| if on == 0 { -1.0 } else { 1.0 };
        let corner = |i: usize| half * Vec3::new(sign(i & 1), sign(i & 2), sign(i & 4));
        let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        Self::new((0..8).map(corner).collect::<Vec<_>>(), triangles.collect::<Vec<_>>())
    }

    pub(crate) fn triangles(&self) -> Triangles {
        Triangles { vertices: self.vertices.to_vec(), triangles: self.triangles.to_vec() }
    }
}

/// Triangles in the space of their entity.
#[derive(Clone, Debug)]
pub(crate) struct Triangles {
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// The space in which the triangles of an entity are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame(pub(crate) Affine3A);

impl Triangles {
    /// Brings the triangles into another space. A space that is mirrored keeps their fronts.
    pub(crate) fn into_frame(mut self, frame: Frame) -> Result<Self, MeshProblem> {
        let Frame(affine) = frame;
        if affine != Affine3A::IDENTITY {
            for vertex in &mut self.vertices {
                *vertex = affine.transform_point3(*vertex);
            }
        }
        if affine.matrix3.determinant() < 0.0 {
            for triangle in &mut self.triangles {
                triangle.swap(1, 2);
            }
        }
        self.check()?;
        Ok(self)
    }

    fn check(&self) -> Result<(), MeshProblem> {
        const FURTHEST: f32 = 16_777_216.0;
        // False for NaN, too.
        if !self.vertices.iter().all(|v| v.abs().max_element() <= FURTHEST && v.is_finite()) {
            return Err(MeshProblem::OutOfRange);
        }
        if self.triangles.is_empty() {
            return Err(MeshProblem::Empty);
        }
        let is_known = |&i: &u32| (i as usize) < self.vertices.len();
        if !self.triangles.iter().flatten().all(is_known) {
            return Err(MeshProblem::BadIndex);
        }
        Ok(())
    }

    /// Copies the triangles of a mesh.
    #[cfg(feature = "mesh")]
    pub(crate) fn of_mesh(mesh: &Mesh) -> Result<Self, MeshProblem> {
        let topology = mesh.primitive_topology();
        if !matches!(topology, PrimitiveTopology::TriangleList | PrimitiveTopology::TriangleStrip) {
            return Err(MeshProblem::NotTriangles);
        }
        let positions = mesh.try_attribute_option(Mesh::ATTRIBUTE_POSITION).map_err(problem)?;
        let Some(VertexAttributeValues::Float32x3(positions)) = positions else {
            return Err(MeshProblem::NoPositions);
        };
        let vertices: Vec<Vec3> = positions.iter().map(|&p| Vec3::from_array(p)).collect();
        let indices: Vec<u32> = match mesh.try_indices_option().map_err(problem)? {
            Some(Indices::U16(indices)) => indices.iter().map(|&i| u32::from(i)).collect(),
            Some(Indices::U32(indices)) => indices.clone(),
            None => (0..vertices.len() as u32).collect(),
        };
        let triangles = match topology {
            PrimitiveTopology::TriangleStrip => strip(&indices),
            _ => indices.as_chunks::<3>().0.to_vec(),
        };
        Ok(Self { vertices, triangles })
    }
}

#[cfg(feature = "mesh")]
fn problem(error: MeshAccessError) -> MeshProblem {
    match error {
        MeshAccessError::ExtractedToRenderWorld => MeshProblem::RenderWorldOnly,
        _ => MeshProblem::NoPositions,
    }
}

/// Returns the triangles of a strip: every second one is turned.
#[cfg(feature = "mesh")]
fn strip(indices: &[u32]) -> Vec<[u32; 3]> {
    let turned = |(i, t): (usize, &[u32])| if i % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] };
    let is_wide = |t: &[u32; 3]| t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
    indices.windows(3).enumerate().map(turned).filter(is_wide).collect()
}
