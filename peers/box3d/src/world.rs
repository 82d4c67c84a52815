//! Ownership of what Box3D allocates: a world with one static body, and the meshes its shapes point
//! to.

use box3d_sys::*;
use peers_work::P;

/// Category of the level as it is.
pub const FACES: u64 = 1;
/// Category of its twin wound the other way.
const BACKS: u64 = 2;
/// What a ray must see to hit both faces.
pub const RAYS: u64 = FACES | BACKS;

pub struct World {
    id: b3WorldId,
    /// Shapes point to their meshes, so these go last.
    meshes: [*mut b3MeshData; 2],
}

impl World {
    pub fn new(vertices: &[P], triangles: &[[u32; 3]]) -> Self {
        let mut vertices: Vec<_> = vertices.iter().map(|&v| vec3(v)).collect();
        let faces: Vec<_> = triangles.iter().flatten().map(|&i| i as i32).collect();
        let backs: Vec<_> = triangles.iter().flat_map(|&[a, b, c]| [a, c, b]).map(|i| i as i32).collect();
        let meshes = [faces, backs].map(|mut indices| mesh(&mut vertices, &mut indices));
        // SAFETY: all definitions are made by their defaults; the meshes live as long as the world.
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

    /// Bytes of both meshes, trees included.
    pub fn mesh_bytes(&self) -> usize {
        // SAFETY: the meshes live.
        self.meshes.iter().map(|&mesh| unsafe { (*mesh).byteCount } as usize).sum()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: made in `new`, destroyed here only, the shapes before the meshes.
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
    // SAFETY: the lengths are those of the arrays, which Box3D copies; no room is given for
    // degenerate triangles.
    let mesh = unsafe { b3CreateMesh(&def, std::ptr::null_mut(), 0) };
    assert!(!mesh.is_null(), "Box3D made no mesh of {} triangles", materials.len());
    mesh
}

/// A query that sees the shapes of these categories.
pub fn filter(categories: u64) -> b3QueryFilter {
    b3QueryFilter { categoryBits: 1, maskBits: categories, id: 0, name: std::ptr::null() }
}

pub fn vec3([x, y, z]: P) -> b3Vec3 {
    b3Vec3 { x, y, z }
}
