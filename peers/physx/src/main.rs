//! PhysX, used as in its guide: queries of a cooked triangle mesh, and the capsule controller in a
//! scene with the level as its only static actor.

mod scene;

use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::rc::Rc;

use peers_work::{Capsule, Engine, P, Tall};
use physx_sys::*;
use scene::{Mesh, Scene, vec3};

/// The capsule needs a height; with such a small one it is a sphere.
const SHORT: f32 = 1.0e-3;
/// A shorter remaining motion gets no further sweep; the value of the samples.
const LEAST: f32 = 0.001;

/// One level in PhysX.
struct Physx {
    /// The level of the scene is cooked with both windings, because the controller sees only one
    /// side.
    scene: Rc<Scene>,
    /// The mesh for queries: the level once, marked double-sided.
    mesh: Mesh,
    up: P,
}

/// One controller. It has its own manager, so that walkers do not collide.
struct Walker {
    controller: *mut PxController,
    manager: *mut PxControllerManager,
    filters: PxControllerFilters,
    /// The scene of the manager.
    _scene: Rc<Scene>,
}

impl Drop for Walker {
    fn drop(&mut self) {
        // SAFETY: created in `walker` and released only here, with its controller. The scene is
        // still alive.
        unsafe { PxControllerManager_release_mut(self.manager) }
    }
}

impl Engine for Physx {
    const NAME: &'static str = "PhysX";
    /// The contact offset.
    const PADDING: f32 = 0.02;

    fn version() -> String {
        "PhysX 5.1.3 (physx-sys 0.11.5)".into()
    }

    fn settings() -> String {
        "Release without checks, SSE2 as its own build has it; BVH34 by surface area, 4 triangles a leaf, quantised; \
         geometry queries of a double-sided mesh, distance only, no SIMD guard; capsule controller 1 mm high with a manager \
         of its own over a second mesh with both windings (counted in build), contact offset 0.02 m, no step, no slope \
         limit, static actors only, the rest by default"
            .into()
    }

    fn build(vertices: &[P], triangles: &[[u32; 3]], up: P) -> Self {
        let backs = triangles.iter().map(|&[a, b, c]| [a, c, b]);
        let both: Vec<_> = triangles.iter().copied().chain(backs).collect();
        let scene = Rc::new(Scene::new(Mesh::cook(vertices, &both)));
        Self { scene, mesh: Mesh::cook(vertices, triangles), up }
    }

    /// PhysX does not report it.
    fn bytes(&self) -> Option<usize> {
        None
    }

    fn ray(&mut self, from: P, motion: P) -> Option<f32> {
        self.cast_ray(from, motion, PxHitFlags::empty())
    }

    fn blocked(&mut self, from: P, motion: P) -> bool {
        self.cast_ray(from, motion, PxHitFlags::AnyHit).is_some()
    }

    fn sphere_cast(&mut self, from: P, radius: f32, motion: P) -> Option<f32> {
        // SAFETY: plain data.
        let (sphere, pose) = unsafe { (PxSphereGeometry_new(radius), PxTransform_new_1(&vec3(from))) };
        self.sweep((&raw const sphere).cast(), &pose, motion)
    }

    fn capsule_cast(&mut self, from: P, capsule: Capsule, motion: P) -> Option<f32> {
        let [x, y, z] = self.up;
        // The capsule of PhysX lies along x: the rotation from x to `up`, which is not -x.
        let length = (2.0 + 2.0 * x).sqrt();
        let turn = PxQuat { x: 0.0, y: -z / length, z: y / length, w: 0.5 * length };
        // SAFETY: plain data.
        let (shape, pose) = unsafe {
            let shape = PxCapsuleGeometry_new(capsule.radius, capsule.half_core());
            (shape, PxTransform_new_5(&vec3(from), &turn))
        };
        self.sweep((&raw const shape).cast(), &pose, motion)
    }

    type Walker = Walker;

    fn walker(&mut self, at: P, half: P, _: Tall) -> Walker {
        let sphere = Capsule { radius: half[0], height: 2.0 * half[0] };
        let capsule = Capsule::of(half, self.up).unwrap_or(sphere);
        // SAFETY: the description is filled in before its use and deleted once. The manager belongs
        // to a live scene.
        let (controller, manager, filters) = unsafe {
            let manager = phys_PxCreateControllerManager(self.scene.as_ptr(), false);
            let described = PxCapsuleControllerDesc_new_alloc();
            let d = &mut *described;
            d.position = PxExtendedVec3 { x: at[0].into(), y: at[1].into(), z: at[2].into() };
            d.upDirection = vec3(self.up);
            d.radius = capsule.radius;
            d.height = (2.0 * capsule.half_core()).max(SHORT);
            d.contactOffset = Self::PADDING;
            d.stepOffset = 0.0;
            d.slopeLimit = 0.0;
            d.material = self.scene.material();
            let controller = PxControllerManager_createController_mut(manager, described.cast());
            PxCapsuleControllerDesc_delete(described);
            let mut filters = PxControllerFilters_new(null(), null_mut(), null_mut());
            filters.mFilterFlags = PxQueryFlags::Static;
            (controller, manager, filters)
        };
        assert!(!controller.is_null(), "PhysX made no controller at {at:?}");
        Walker { controller, manager, filters, _scene: Rc::clone(&self.scene) }
    }

    fn step(&mut self, walker: &mut Walker, motion: P, dt: f32) -> P {
        // SAFETY: the controller lives as long as the walker. There are no obstacles.
        let at = unsafe {
            PxController_move_mut(walker.controller, &vec3(motion), LEAST, dt, &walker.filters, null());
            &*PxController_getPosition(walker.controller)
        };
        [at.x as f32, at.y as f32, at.z as f32]
    }
}

impl Physx {
    fn sweep(&self, shape: *const PxGeometry, pose: &PxTransform, motion: P) -> Option<f32> {
        let (direction, length) = direction(motion)?;
        let mut hit = MaybeUninit::<PxGeomSweepHit>::uninit();
        // SAFETY: the shape and its pose are alive during the call; the others live in the mesh.
        // PhysX writes the hit if it returns true.
        unsafe {
            let is_hit = PxGeometryQuery_sweep(
                &direction,
                length,
                shape,
                pose,
                self.mesh.geometry(),
                self.mesh.pose(),
                hit.as_mut_ptr(),
                PxHitFlags::empty(),
                0.0,
                PxGeometryQueryFlags::empty(),
                null_mut(),
            );
            is_hit.then(|| hit.assume_init().distance / length)
        }
    }

    fn cast_ray(&self, from: P, motion: P, flags: PxHitFlags) -> Option<f32> {
        let (direction, length) = direction(motion)?;
        let mut hit = MaybeUninit::<PxGeomRaycastHit>::uninit();
        // SAFETY: geometry and pose live in the mesh. The buffer has space for one hit, which PhysX
        // writes if it counts one.
        unsafe {
            let hits = PxGeometryQuery_raycast(
                &vec3(from),
                &direction,
                self.mesh.geometry(),
                self.mesh.pose(),
                length,
                flags,
                1,
                hit.as_mut_ptr(),
                size_of::<PxGeomRaycastHit>() as u32,
                PxGeometryQueryFlags::empty(),
                null_mut(),
            );
            (hits > 0).then(|| hit.assume_init().distance / length)
        }
    }
}

/// Returns direction and length of a motion for PhysX, or `None` for no motion.
fn direction(motion: P) -> Option<(PxVec3, f32)> {
    let length = motion.iter().map(|m| m * m).sum::<f32>().sqrt();
    (length > 0.0).then(|| (vec3(motion.map(|m| m / length)), length))
}

fn main() {
    peers_work::run::<Physx>();
}

#[cfg(test)]
mod tests {
    #[test]
    fn answers_are_sane() {
        peers_work::sanity::check::<super::Physx>();
    }
}
