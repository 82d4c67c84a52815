//! Jolt Physics, used as in its documentation: one static body with a `MeshShape`, rays and sphere
//! casts with the narrow phase, and characters as `CharacterVirtual`.

mod character;
mod system;

use std::ffi::c_void;
use std::ptr::null;

use oxijolt_sys::*;
use peers_work::{BODY, Capsule, Engine, P, Tall};
use system::{CHARACTERS, Shape, System, vec3};

/// One level in Jolt.
struct Jolt {
    system: System,
    up: P,
    cast: JPH_ShapeCastSettings,
    /// The sphere and the capsule of the last casts. A game keeps its shapes and does not create
    /// one for each query.
    sphere: (f32, Shape),
    capsule: (Capsule, Shape),
    /// The shape of the characters.
    body: Shape,
}

/// One character. Owns a reference of Jolt's.
struct Walker(*mut JPH_CharacterVirtual);

impl Drop for Walker {
    fn drop(&mut self) {
        // SAFETY: created by `JPH_CharacterVirtual_Create` and destroyed only here. It has no inner
        // body, so Jolt does not access the system, which may be gone.
        unsafe { JPH_CharacterBase_Destroy(self.0.cast()) }
    }
}

impl Engine for Jolt {
    const NAME: &'static str = "Jolt";
    /// The default padding, which Jolt's documentation recommends. It is added to the radius of the
    /// shape.
    const PADDING: f32 = 0.02;

    fn version() -> String {
        "Jolt Physics 5.6.0 (oxijolt-sys 1.5.0)".into()
    }

    fn settings() -> String {
        "Release, AVX2 and FMA, single precision; MeshShape with 4 triangles a leaf, favouring run time; queries without \
         locks, simple closest ray, casts against all edges; CharacterVirtual::Update with both faces, padding \
         0.02 m on top of the radius, no slope limit, the rest by default (predictive contact 0.1 m, 5 iterations)"
            .into()
    }

    fn build(vertices: &[P], triangles: &[[u32; 3]], up: P) -> Self {
        let system = System::new(vertices, triangles);
        let capsule = Capsule { radius: 0.3, height: 1.95 };
        let sphere = (0.4, Shape::sphere(0.4));
        let capsule = (capsule, shape_of(capsule));
        Self { system, up, cast: cast_settings(), sphere, capsule, body: shape_of(BODY) }
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.system.mesh_bytes())
    }

    fn ray(&mut self, from: P, motion: P) -> Option<f32> {
        let mut hit = JPH_RayCastResult { bodyID: 0, fraction: 0.0, subShapeID2: 0 };
        // SAFETY: the query lives as long as the system; null filters accept everything.
        let is_hit = unsafe {
            let query = self.system.query();
            JPH_NarrowPhaseQuery_CastRay(query, &vec3(from), &vec3(motion), &mut hit, null(), null(), null())
        };
        is_hit.then_some(hit.fraction)
    }

    fn sphere_cast(&mut self, from: P, radius: f32, motion: P) -> Option<f32> {
        if self.sphere.0 != radius {
            self.sphere = (radius, Shape::sphere(radius));
        }
        self.cast_shape(&self.sphere.1, from, motion)
    }

    fn capsule_cast(&mut self, from: P, capsule: Capsule, motion: P) -> Option<f32> {
        if self.capsule.0 != capsule {
            self.capsule = (capsule, shape_of(capsule));
        }
        self.cast_shape(&self.capsule.1, from, motion)
    }

    type Walker = Walker;

    fn walker(&mut self, at: P, half: P, _: Tall) -> Walker {
        let shape = Capsule::of(half, self.up).map_or_else(|| Shape::sphere(half[0]), shape_of);
        self.system.character(&character_settings(shape.as_ptr(), self.up), at, self.up)
    }

    fn step(&mut self, walker: &mut Walker, motion: P, dt: f32) -> P {
        let mut at = vec3([0.0; 3]);
        // SAFETY: character and system are alive; null filters accept everything.
        unsafe {
            JPH_CharacterVirtual_SetLinearVelocity(walker.0, &vec3(motion.map(|m| m / dt)));
            JPH_CharacterVirtual_Update(walker.0, dt, CHARACTERS, self.system.as_ptr(), null(), null());
            JPH_CharacterVirtual_GetPosition(walker.0, &mut at);
        }
        [at.x, at.y, at.z]
    }
}

impl Jolt {
    fn cast_shape(&self, shape: &Shape, from: P, motion: P) -> Option<f32> {
        let mut first = f32::INFINITY;
        let mut base = vec3(from);
        // SAFETY: query and shape are alive. All other pointers are to locals that outlive the
        // call, and `closest` expects `first`. Null filters accept everything.
        let is_hit = unsafe {
            JPH_NarrowPhaseQuery_CastShape(
                self.system.query(),
                shape.as_ptr(),
                &upright(from, self.up),
                &vec3(motion),
                &self.cast,
                &mut base,
                Some(closest),
                (&raw mut first).cast(),
                null(),
                null(),
                null(),
                null(),
            )
        };
        is_hit.then_some(first)
    }
}

/// Stores the smallest fraction. Jolt then skips hits beyond the returned fraction.
unsafe extern "C" fn closest(first: *mut c_void, hit: *const JPH_ShapeCastResult) -> f32 {
    // SAFETY: `cast_shape` passes a pointer to an `f32`, and Jolt one to a result. Both are alive
    // during the call.
    unsafe {
        let first = first.cast::<f32>();
        *first = f32::min(*first, (*hit).fraction);
        // A cast that starts in contact has its answer: stop there.
        if *first <= 0.0 { f32::MIN } else { *first }
    }
}

fn cast_settings() -> JPH_ShapeCastSettings {
    // SAFETY: plain data that `Init` fills completely.
    let mut settings = unsafe {
        let mut settings = std::mem::zeroed();
        JPH_ShapeCastSettings_Init(&mut settings);
        settings
    };
    settings.backFaceModeTriangles = JPH_BackFaceMode_CollideWithBackFaces;
    settings.backFaceModeConvex = JPH_BackFaceMode_CollideWithBackFaces;
    // Inactive edges change only the normal, which the benchmark does not use.
    settings.base.activeEdgeMode = JPH_ActiveEdgeMode_CollideWithAll;
    settings
}

/// Returns Jolt's default settings, except for the slope limit: the benchmark slides and does not
/// stop on slopes.
fn character_settings(shape: *const JPH_Shape, up: P) -> JPH_CharacterVirtualSettings {
    JPH_CharacterVirtualSettings {
        base: JPH_CharacterBaseSettings {
            up: vec3(up),
            supportingVolume: JPH_Plane { normal: vec3(up), distance: -1.0e10 },
            maxSlopeAngle: 0.0, // a cosine of 1 turns it off
            enhancedInternalEdgeRemoval: false,
            shape,
        },
        ID: 0, // the next free one
        mass: 70.0,
        maxStrength: 100.0,
        // Jolt raises the shape by the padding, so that a position at its foot is on the ground.
        // Here the position is the centre. In the axes of the shape.
        shapeOffset: vec3([0.0, -Jolt::PADDING, 0.0]),
        backFaceMode: JPH_BackFaceMode_CollideWithBackFaces,
        predictiveContactDistance: 0.1,
        maxCollisionIterations: 5,
        maxConstraintIterations: 15,
        minTimeRemaining: 1.0e-4,
        collisionTolerance: 1.0e-3,
        characterPadding: Jolt::PADDING,
        maxNumHits: 256,
        hitReductionCosMaxAngle: 0.999,
        penetrationRecoverySpeed: 1.0,
        innerBodyShape: null(),
        innerBodyIDOverride: u32::MAX,
        innerBodyLayer: 0,
    }
}

fn shape_of(capsule: Capsule) -> Shape {
    Shape::capsule(capsule.radius, capsule.half_core())
}

/// Returns the pose at a place that turns y to `up`, which is an axis itself.
fn upright(at: P, up: P) -> JPH_RMat4 {
    let column = |[x, y, z]: P, w| JPH_Vec4 { x, y, z, w };
    let (x, z) = ([up[1], up[2], up[0]], [up[2], up[0], up[1]]);
    JPH_RMat4 { column: [column(x, 0.0), column(up, 0.0), column(z, 0.0), column(at, 1.0)] }
}

fn main() {
    peers_work::run_with_characters::<Jolt>();
}

#[cfg(test)]
mod tests {
    /// One test: the wrapper of Jolt has one allocator for all threads.
    #[test]
    fn answers_are_sane() {
        peers_work::sanity::check::<super::Jolt>();
        peers_work::sanity::check_characters::<super::Jolt>();
    }
}
