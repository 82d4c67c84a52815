//! Ownership of the memory of Jolt: shapes, and a physics system with one static body.

use std::sync::Once;

use oxijolt_sys::*;
use peers_work::P;

use crate::Walker;

const LEVEL: JPH_ObjectLayer = 0;
/// Layer of the characters. It collides with the layer of the level.
pub const CHARACTERS: JPH_ObjectLayer = 1;
const LAYERS: u32 = 2;

/// One reference to a shape.
pub struct Shape(*mut JPH_Shape);

impl Shape {
    pub fn sphere(radius: f32) -> Self {
        start();
        // SAFETY: Jolt is started. The new shape has one reference, which this value keeps.
        Self(unsafe { JPH_SphereShape_Create(radius) }.cast())
    }

    /// Returns a capsule along y, or a sphere if the cylinder has no length.
    pub fn capsule(radius: f32, half_cylinder: f32) -> Self {
        if half_cylinder <= 0.0 {
            return Self::sphere(radius);
        }
        // SAFETY: as in `sphere`.
        Self(unsafe { JPH_CapsuleShape_Create(half_cylinder, radius) }.cast())
    }

    fn mesh(vertices: &[P], triangles: &[[u32; 3]]) -> Self {
        let vertices: Vec<_> = vertices.iter().map(|&v| vec3(v)).collect();
        let triangles: Vec<_> = triangles
            .iter()
            .map(|&[i1, i2, i3]| JPH_IndexedTriangle { i1, i2, i3, materialIndex: 0, userData: 0 })
            .collect();
        // SAFETY: the call copies both slices, which are passed with their lengths. The settings
        // are destroyed once, after their last use. The new shape has one reference.
        let shape = unsafe {
            let settings = JPH_MeshShapeSettings_Create2(
                vertices.as_ptr(),
                vertices.len() as u32,
                triangles.as_ptr(),
                triangles.len() as u32,
            );
            JPH_MeshShapeSettings_SetMaxTrianglesPerLeaf(settings, 4);
            JPH_MeshShapeSettings_SetBuildQuality(
                settings,
                JPH_Mesh_Shape_BuildQuality_FavorRuntimePerformance,
            );
            let shape = JPH_MeshShapeSettings_CreateShape(settings);
            JPH_ShapeSettings_Destroy(settings.cast());
            shape
        };
        assert!(!shape.is_null(), "Jolt made no mesh of {} triangles", triangles.len());
        Self(shape.cast())
    }

    pub fn as_ptr(&self) -> *const JPH_Shape {
        self.0
    }
}

impl Drop for Shape {
    fn drop(&mut self) {
        // SAFETY: releases the one reference that was kept since the shape was created.
        unsafe { JPH_Shape_Destroy(self.0) }
    }
}

/// A physics system with one static body.
pub struct System {
    system: *mut JPH_PhysicsSystem,
    query: *const JPH_NarrowPhaseQuery,
    mesh: Shape,
}

impl System {
    pub fn new(vertices: &[P], triangles: &[[u32; 3]]) -> Self {
        start();
        let mesh = Shape::mesh(vertices, triangles);
        // SAFETY: Jolt is started. The system owns its layer tables. The settings of the body are
        // destroyed after the body is created.
        unsafe {
            let system = new_system();
            let still = JPH_Quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };
            let body = JPH_BodyCreationSettings_Create3(
                mesh.as_ptr(),
                &vec3([0.0; 3]),
                &still,
                JPH_MotionType_Static,
                LEVEL,
            );
            let bodies = JPH_PhysicsSystem_GetBodyInterface(system);
            JPH_BodyInterface_CreateAndAddBody(bodies, body, JPH_Activation_DontActivate);
            JPH_BodyCreationSettings_Destroy(body);
            JPH_PhysicsSystem_OptimizeBroadPhase(system);
            let query = JPH_PhysicsSystem_GetNarrowPhaseQueryNoLock(system);
            Self { system, query, mesh }
        }
    }

    pub fn query(&self) -> *const JPH_NarrowPhaseQuery {
        self.query
    }

    pub fn as_ptr(&self) -> *mut JPH_PhysicsSystem {
        self.system
    }

    /// Creates a character whose shape, made along y, stands along `up`.
    pub fn character(&self, settings: &JPH_CharacterVirtualSettings, at: P, up: P) -> Walker {
        let mut turn = JPH_Quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };
        // SAFETY: the settings name a live shape, and the character takes its own reference to it.
        let character = unsafe {
            JPH_Quat_FromTo(&vec3([0.0, 1.0, 0.0]), &vec3(up), &mut turn);
            JPH_CharacterVirtual_Create(settings, &vec3(at), &turn, 0, self.system)
        };
        assert!(!character.is_null(), "Jolt made no character at {at:?}");
        Walker(character)
    }

    /// Returns the size of the mesh as Jolt saves it: its tree with vertices and triangles, as in
    /// memory.
    pub fn mesh_bytes(&self) -> usize {
        // SAFETY: the mesh is alive, there is no buffer for a message, and the state is destroyed
        // once.
        unsafe {
            let state = JPH_Shape_SaveBinaryState(self.mesh.as_ptr(), std::ptr::null_mut(), 0);
            assert!(!state.is_null(), "Jolt could not save the mesh");
            let bytes = JPH_ShapeBinaryState_GetSize(state);
            JPH_ShapeBinaryState_Destroy(state);
            bytes
        }
    }
}

impl Drop for System {
    fn drop(&mut self) {
        // SAFETY: created by `new_system` and destroyed only here.
        unsafe { JPH_PhysicsSystem_Destroy(self.system) }
    }
}

/// Starts Jolt, once per process.
fn start() {
    static STARTED: Once = Once::new();
    // SAFETY: runs once, before any other call to Jolt.
    STARTED.call_once(|| assert!(unsafe { JPH_Init() }, "Jolt did not start"));
}

/// # Safety
/// Jolt must be started.
unsafe fn new_system() -> *mut JPH_PhysicsSystem {
    // SAFETY: every pointer comes from the matching `Create` above; the system owns the three
    // tables.
    let system = unsafe {
        let pairs = JPH_ObjectLayerPairFilterTable_Create(LAYERS);
        JPH_ObjectLayerPairFilterTable_EnableCollision(pairs, LEVEL, CHARACTERS);
        let broad = JPH_BroadPhaseLayerInterfaceTable_Create(LAYERS, LAYERS);
        JPH_BroadPhaseLayerInterfaceTable_MapObjectToBroadPhaseLayer(broad, LEVEL, 0);
        JPH_BroadPhaseLayerInterfaceTable_MapObjectToBroadPhaseLayer(broad, CHARACTERS, 1);
        let filter = JPH_ObjectVsBroadPhaseLayerFilterTable_Create(broad, LAYERS, pairs, LAYERS);
        let settings = JPH_PhysicsSystemSettings {
            maxBodies: 1,
            numBodyMutexes: 1,
            maxBodyPairs: 1,
            maxContactConstraints: 1,
            broadPhaseLayerInterface: broad,
            objectLayerPairFilter: pairs,
            objectVsBroadPhaseLayerFilter: filter,
            ..std::mem::zeroed()
        };
        JPH_PhysicsSystem_Create(&settings)
    };
    assert!(!system.is_null(), "Jolt made no physics system");
    system
}

pub fn vec3([x, y, z]: P) -> JPH_Vec3 {
    JPH_Vec3 { x, y, z }
}
