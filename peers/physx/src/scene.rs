//! Ownership of the memory of PhysX: one foundation for the process, meshes, and a scene with one
//! static actor.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

use peers_work::P;
use physx_sys::*;

/// A cooked mesh, and its geometry in place.
pub struct Mesh {
    mesh: *mut PxTriangleMesh,
    geometry: PxTriangleMeshGeometry,
    pose: PxTransform,
}

impl Mesh {
    /// Cooks a mesh, and marks it double-sided for the queries.
    pub fn cook(vertices: &[P], triangles: &[[u32; 3]]) -> Self {
        let physics = physics();
        // SAFETY: the arrays are described by their own lengths and outlive the cooking. The
        // description of the midphase is that of the BVH34, which is the default.
        unsafe {
            let mut params = PxCookingParams_new(PxPhysics_getTolerancesScale(physics));
            params.suppressTriangleMeshRemapTable = true;
            let midphase = &mut *(&raw mut params.midphaseDesc).cast::<PxBVH34MidphaseDesc>();
            midphase.buildStrategy = PxBVH34BuildStrategy::Sah;
            let mut described = PxTriangleMeshDesc_new();
            described.points = bounded(vertices);
            described.triangles = bounded(triangles);
            let into = PxPhysics_getPhysicsInsertionCallback_mut(physics);
            let mesh = phys_PxCreateTriangleMesh(&params, &described, into, null_mut());
            assert!(!mesh.is_null(), "PhysX cooked no mesh of {} triangles", triangles.len());
            let geometry =
                PxTriangleMeshGeometry_new(mesh, &PxMeshScale_new(), PxMeshGeometryFlags::DoubleSided);
            Self { mesh, geometry, pose: PxTransform_new_2(PxIDENTITY::PxIdentity) }
        }
    }

    pub fn geometry(&self) -> *const PxGeometry {
        (&raw const self.geometry).cast()
    }

    pub fn pose(&self) -> *const PxTransform {
        &self.pose
    }
}

impl Drop for Mesh {
    fn drop(&mut self) {
        // SAFETY: releases the reference of its creation; actors have their own.
        unsafe { PxTriangleMesh_release_mut(self.mesh) }
    }
}

/// A scene with one static actor.
pub struct Scene {
    scene: *mut PxScene,
    actor: *mut PxRigidStatic,
    material: *mut PxMaterial,
    dispatcher: *mut PxDefaultCpuDispatcher,
    _mesh: Mesh,
}

impl Scene {
    pub fn new(mesh: Mesh) -> Self {
        let physics = physics();
        // SAFETY: everything is created before it is used. The scene is never simulated, so the
        // dispatcher needs no threads.
        unsafe {
            let wait = PxDefaultCpuDispatcherWaitForWorkMode::WaitForWork;
            let dispatcher = phys_PxDefaultCpuDispatcherCreate(0, null_mut(), wait, 0);
            let mut described = PxSceneDesc_new(PxPhysics_getTolerancesScale(physics));
            described.cpuDispatcher = dispatcher.cast();
            described.filterShader = get_default_simulation_filter_shader();
            let scene = PxPhysics_createScene_mut(physics, &described);
            assert!(!scene.is_null(), "PhysX made no scene");
            let material = PxPhysics_createMaterial_mut(physics, 0.5, 0.5, 0.0);
            let nowhere = PxTransform_new_2(PxIDENTITY::PxIdentity);
            let actor = phys_PxCreateStatic(physics, mesh.pose(), mesh.geometry(), material, &nowhere);
            assert!(PxScene_addActor_mut(scene, actor.cast(), null()), "PhysX took no actor");
            Self { scene, actor, material, dispatcher, _mesh: mesh }
        }
    }

    pub fn as_ptr(&self) -> *mut PxScene {
        self.scene
    }

    pub fn material(&self) -> *mut PxMaterial {
        self.material
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        // SAFETY: created in `new` and released only here, in reverse order of use. No walker is
        // left, because each one holds the scene.
        unsafe {
            PxActor_release_mut(self.actor.cast());
            PxScene_release_mut(self.scene);
            PxDefaultCpuDispatcher_release_mut(self.dispatcher);
            PxRefCounted_release_mut(self.material.cast());
        }
    }
}

/// Returns PhysX for the whole process, which allows only one.
fn physics() -> *mut PxPhysics {
    static PHYSICS: OnceLock<usize> = OnceLock::new();
    // SAFETY: runs once; neither object is ever released.
    let address = PHYSICS.get_or_init(|| unsafe { physx_create_physics(physx_create_foundation()) as usize });
    *address as *mut PxPhysics
}

fn bounded<T>(items: &[T]) -> PxBoundedData {
    // SAFETY: plain data with default values.
    let mut data = unsafe { PxBoundedData_new() };
    data.stride = size_of::<T>() as u32;
    data.count = items.len() as u32;
    data.data = items.as_ptr().cast::<c_void>();
    data
}

pub fn vec3([x, y, z]: P) -> PxVec3 {
    PxVec3 { x, y, z }
}
