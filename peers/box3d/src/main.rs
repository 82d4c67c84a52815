//! Box3D, used as in its documentation and its mover sample: one static body with a mesh shape,
//! casts through the world, and the geometric mover (collide, solve planes, cast, up to five
//! times).

mod world;

use std::ffi::{c_int, c_void};

use box3d_sys::*;
use peers_work::{Capsule, Engine, P, Tall};
use world::{FACES, RAYS, World, vec3};

/// Maximum number of rounds of a move, and the shortest step that is followed by another round;
/// both from the sample.
const ROUNDS: usize = 5;
const TOLERANCE: f32 = 0.01;
/// Maximum number of planes that Box3D returns for one shape.
const PLANES: usize = 64;

/// One level in Box3D.
struct Box3d {
    world: World,
    up: P,
}

/// A geometric mover. It is not part of the world.
struct Walker {
    at: P,
    /// Relative to the current place.
    capsule: b3Capsule,
}

/// The planes of the mover's contacts.
struct Planes {
    count: usize,
    list: [b3CollisionPlane; PLANES],
}

impl Engine for Box3d {
    const NAME: &'static str = "Box3D";

    fn version() -> String {
        // SAFETY: the call has no arguments.
        let version = unsafe { b3GetVersion() };
        format!("Box3D {}.{}.{} (box3d-sys 0.1.16)", version.major, version.minor, version.revision)
    }

    fn settings() -> String {
        "Release, SSE2 as its own build has it, single precision; mesh by surface area, no welding; rays are one-sided, so \
         they also see a second mesh wound the other way (counted in build and bytes); mover of its sample: up to 5 rounds \
         of CollideMover, SolvePlanes, CastMover, 0.01 m tolerance, rigid planes; radius as asked for, slop 5 mm its own"
            .into()
    }

    fn build(vertices: &[P], triangles: &[[u32; 3]], up: P) -> Self {
        Self { world: World::new(vertices, triangles), up }
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.world.mesh_bytes())
    }

    fn ray(&mut self, from: P, motion: P) -> Option<f32> {
        // SAFETY: the world is alive.
        let result =
            unsafe { b3World_CastRayClosest(self.world.id(), vec3(from), vec3(motion), world::filter(RAYS)) };
        result.hit.then_some(result.fraction)
    }

    fn sphere_cast(&mut self, from: P, radius: f32, motion: P) -> Option<f32> {
        self.cast(&[vec3([0.0; 3])], radius, from, motion)
    }

    fn capsule_cast(&mut self, from: P, capsule: Capsule, motion: P) -> Option<f32> {
        let end = capsule.end(self.up);
        self.cast(&[vec3(end.map(|e| -e)), vec3(end)], capsule.radius, from, motion)
    }

    type Walker = Walker;

    /// A sphere is a capsule whose ends are one point.
    fn walker(&mut self, at: P, half: P, _: Tall) -> Walker {
        let sphere = Capsule { radius: half[0], height: 2.0 * half[0] };
        let capsule = Capsule::of(half, self.up).unwrap_or(sphere);
        let (end, radius) = (capsule.end(self.up), capsule.radius);
        Walker { at, capsule: b3Capsule { center1: vec3(end.map(|e| -e)), center2: vec3(end), radius } }
    }

    fn step(&mut self, walker: &mut Walker, motion: P, _dt: f32) -> P {
        let target = add(walker.at, motion);
        for _ in 0..ROUNDS {
            let delta = self.round(walker, sub(target, walker.at));
            walker.at = add(walker.at, delta);
            if delta.iter().map(|d| d * d).sum::<f32>() < TOLERANCE * TOLERANCE {
                break;
            }
        }
        walker.at
    }
}

impl Box3d {
    /// Casts the hull of `points`, rounded with `radius`.
    fn cast(&self, points: &[b3Vec3], radius: f32, from: P, motion: P) -> Option<f32> {
        let proxy = b3ShapeProxy { points: points.as_ptr(), count: points.len() as c_int, radius };
        let mut first = f32::INFINITY;
        // SAFETY: the world is alive. The proxy, its points and `first`, which `closest` expects,
        // outlive the call.
        unsafe {
            b3World_CastShape(
                self.world.id(),
                vec3(from),
                &proxy,
                vec3(motion),
                world::filter(FACES),
                Some(closest),
                (&raw mut first).cast(),
            );
        }
        first.is_finite().then_some(first)
    }

    /// One round of the mover: collects the contacts, solves for a displacement, and finds its free
    /// fraction.
    fn round(&self, walker: &Walker, wish: P) -> P {
        let mut planes = Planes { count: 0, list: [b3CollisionPlane::default(); PLANES] };
        let (id, at, filter) = (self.world.id(), vec3(walker.at), world::filter(FACES));
        // SAFETY: the world is alive. The capsule and the planes, which `gather` expects, outlive
        // the calls.
        let (delta, fraction) = unsafe {
            b3World_CollideMover(id, at, &walker.capsule, filter, Some(gather), (&raw mut planes).cast());
            let solved = b3SolvePlanes(vec3(wish), planes.list.as_mut_ptr(), planes.count as c_int);
            let nothing = std::ptr::null_mut();
            (solved.delta, b3World_CastMover(id, at, &walker.capsule, solved.delta, filter, None, nothing))
        };
        [delta.x, delta.y, delta.z].map(|d| d * fraction)
    }
}

/// Stores the planes of a shape, all of them as rigid.
unsafe extern "C" fn gather(
    _: b3ShapeId,
    found: *const b3PlaneResult,
    count: c_int,
    context: *mut c_void,
) -> bool {
    // SAFETY: `round` passes its planes, and Box3D an array of `count` results. Both are alive
    // during the call.
    let (planes, found) =
        unsafe { (&mut *context.cast::<Planes>(), std::slice::from_raw_parts(found, count as usize)) };
    for result in found.iter().take(PLANES - planes.count) {
        planes.list[planes.count] =
            b3CollisionPlane { plane: result.plane, pushLimit: f32::MAX, push: 0.0, clipVelocity: true };
        planes.count += 1;
    }
    true
}

/// Stores the fraction. Box3D then skips hits beyond the returned fraction.
unsafe extern "C" fn closest(
    _: b3ShapeId,
    _: b3Pos,
    _: b3Vec3,
    fraction: f32,
    _: u64,
    _: c_int,
    _: c_int,
    first: *mut c_void,
) -> f32 {
    // SAFETY: `cast` passes a pointer to an `f32` that is alive during the call.
    unsafe { *first.cast::<f32>() = fraction };
    fraction
}

fn add(a: P, b: P) -> P {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn sub(a: P, b: P) -> P {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn main() {
    peers_work::run::<Box3d>();
}

#[cfg(test)]
mod tests {
    #[test]
    fn answers_are_sane() {
        peers_work::sanity::check::<super::Box3d>();
    }
}
