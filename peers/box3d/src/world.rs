//! Ownership of the memory of Box3D: a world with one static body, and the meshes of its shapes.

use box3d_sys::*;
use peers_work::P;

/// Category of the level.
pub const FACES: u64 = 1;
/// Category of the same level with the opposite winding.
const BACKS: u64 = 2;
/// Categories that a ray needs to hit both faces.
pub const RAYS: u64 = FACES | BACKS;

pub struct World {
    id: b3WorldId,
    /// The shapes point to their meshes, so the meshes are destroyed last.
    meshes: [*mut b3MeshData; 2],
}

impl World {
    pub fn new(vertices: &[P], triangles: &[[u32; 3]]) -> Self {
        let mut vertices: Vec<_> = vertices.iter().map(|&v| vec3(v)).collect();
        let faces: Vec<_> = triangles.iter().flatten().map(|&i| i as i32).collect();
        let backs: Vec<_> = triangles.iter().flat_map(|&[a, b, c]| [a, c, b]).map(|i| i as i32).collect();
        let meshes = [faces, backs].map(|mut indices| mesh(&mut vertices, &mut indices));
        // SAFETY: all definitions start from their defaults. The meshes live as long as the world.
        let id = unsafe {
            let mut def = b3DefaultWorldDef();
            def.workerCount = 1;
            let id = b3CreateWorld(&def);
            let body = b3CreateBody(id, &b3DefaultBodyDef());
            for (mesh, category) in meshes.into_iter().zip([FACES, BACKS]) {
                let mut def = b3DefaultShapeDef();
                def.filter.categoryBits = category;
                b3CreateMeshShape(body, &def, mesh, vec3([1.0; 3]));
            }
            id
        };
        Self { id, meshes }
    }

    pub fn id(&self) -> b3WorldId {
        self.id
    }

    /// Returns the bytes of both meshes, with their trees.
    pub fn mesh_bytes(&self) -> usize {
        // SAFETY: the meshes are alive.
        self.meshes.iter().map(|&mesh| unsafe { (*mesh).byteCount } as usize).sum()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: created in `new` and destroyed only here, the shapes before the meshes.
        unsafe {
            b3DestroyWorld(self.id);
            self.meshes.into_iter().for_each(|mesh| b3DestroyMesh(mesh));
        }
    }
}

fn mesh(vertices: &mut [b3Vec3], indices: &mut [i32]) -> *mut b3MeshData {
    let mut materials = vec![0; indices.len() / 3];
    let def = b3MeshDef {
        vertices: vertices.as_mut_ptr(),
        indices: indices.as_mut_ptr(),
        materialIndices: materials.as_mut_ptr(),
        weldTolerance: 0.0,
        vertexCount: vertices.len() as i32,
        triangleCount: materials.len() as i32,
        weldVertices: false,
        useMedianSplit: false,
        identifyEdges: false,
    };
    // SAFETY: the lengths are those of the arrays, which Box3D copies. There is no buffer for
    // degenerate triangles.
    let mesh = unsafe { b3CreateMesh(&def, std::ptr::null_mut(), 0) };
    assert!(!mesh.is_null(), "Box3D made no mesh of {} triangles", materials.len());
    mesh
}

/// Returns a query filter for the shapes of these categories.
pub fn filter(categories: u64) -> b3QueryFilter {
    b3QueryFilter { categoryBits: 1, maskBits: categories, id: 0, name: std::ptr::null() }
}

pub fn vec3([x, y, z]: P) -> b3Vec3 {
    b3Vec3 { x, y, z }
}
