//! Bodies that are described only by a distance function. Any shape with such a function can be
//! moved, and can be an obstacle.
//!
//! ```
//! use sidle::sdf::{Sdf, Scene, SdfScratch};
//! use sidle::{DVec3, Motion, MoveConfig, Vec3, World};
//!
//! /// Two balls of radius 0.3 m, side by side: the nearer one counts.
//! struct Pair;
//! impl Sdf for Pair {
//!     fn distance(&self, p: DVec3) -> f64 {
//!         let of = |x: f64| (p - DVec3::new(x, 0.0, 0.0)).length() - 0.3;
//!         of(-0.3).min(of(0.3))
//!     }
//!     fn bounding_radius(&self) -> f64 {
//!         0.6
//!     }
//! }
//!
//! let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
//! let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
//! let (scene, mut scratch) = (Scene::new(&world), SdfScratch::default());
//! let push = Motion::velocity(Vec3::new(1.0, -2.0, 0.0), 1.0);
//! let end = scene.move_and_slide(&mut scratch, &Pair, Vec3::Y, push, &MoveConfig::default());
//! assert!((end.position - DVec3::new(1.0, 0.301, 0.0)).length() < 1e-4);
//! # Ok::<(), sidle::BuildError>(())
//! ```
//!
//! # The certificate
//!
//! Take *any* point c in the frame of a body. The distance function d is 1-Lipschitz, so the ball
//! of radius d(c) around c contains no point of the body. Now take a convex object (such as a
//! triangle of the level) whose corners v_i lie in a smaller ball around c. Its distance from the
//! body is at least d(c) - max |v_i - c|. The method that finds c does not matter: a bad c makes
//! the bound small, but never wrong.
//!
//! Seen from the body, c should lie far behind the object. The surface of the ball is then almost a
//! plane, and the bound is almost exact, even for a face that lies flat on a floor. A moving corner
//! leaves the ball at a time given by a quadratic equation. Until then it is clear of the body. If
//! one ball is not sufficient, the object is cut in two, and each half gets its own ball.

mod ball;
mod bodies;
mod contacts;
mod descend;
mod finalize;
mod mover;
mod queries;
mod root;
mod scene;
mod scratch;
mod search;
mod separation;
mod target;

pub use bodies::{Capsule, Rotated, RoundedBox, Sphere, Torus};
pub use root::{Root, RootFinder};
pub use scene::{HitTarget, Obstacle, Scene, SdfHit};
pub use scratch::SdfScratch;

use glam::DVec3;

use crate::tolerance::{CERTIFICATE_ROUNDING, GRADIENT_STEP};

/// A body, described by a distance function in its own frame, in metres.
///
/// # Contract
///
/// There is an exact function f with |f(p) - f(q)| <= |p - q| (1-Lipschitz). It is 0 or less in the
/// body and above 0 outside. [`distance`](Self::distance) returns f, except for rounding errors,
/// which [`rounding`](Self::rounding) bounds. It follows that f(p) is at most the true distance of
/// a point p outside the body. The body is the set of points where f is 0 or less. Moves use no
/// other description of it.
///
/// True distances fulfil the contract. The minimum of several such functions (a union) and the
/// maximum (an intersection, or a difference if one function is negated) fulfil it too. Moves are
/// faster if the function is close to the true distance outside the body. A function that is much
/// smaller (for example half the distance) is safe, but moves may stop short of a contact. If a
/// function breaks the contract, a move may end anywhere, but it always terminates.
pub trait Sdf {
    /// Returns the distance of `p` from the body: below 0 inside, 0 on the surface, above 0
    /// outside.
    fn distance(&self, p: DVec3) -> f64;

    /// Returns the radius of a ball around the origin of the frame that contains the whole body. In
    /// metres, 0 or more.
    fn bounding_radius(&self) -> f64;

    /// Returns the largest rounding error that can make [`distance`](Self::distance) larger than
    /// the exact function, in metres, for any `p` with |p| <= `reach`. The default is 64 units of
    /// f64 rounding (2^-53) times the sum of `reach` and the bounding radius. This is sufficient
    /// for a few dozen operations on coordinates.
    fn rounding(&self, reach: f64) -> f64 {
        CERTIFICATE_ROUNDING * (reach + self.bounding_radius())
    }

    /// Returns the direction in which the distance at `p` grows. The vector may have any length. It
    /// is only a hint: a good gradient makes moves faster and slides smoother, and a wrong gradient
    /// only stops moves early. The default evaluates the distance six times.
    fn gradient(&self, p: DVec3) -> DVec3 {
        let h = GRADIENT_STEP * self.bounding_radius().max(f64::MIN_POSITIVE);
        let slope = |e: DVec3| (self.distance(p + e * h) - self.distance(p - e * h)) / (2.0 * h);
        DVec3::new(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z))
    }
}

impl<T: Sdf + ?Sized> Sdf for &T {
    fn distance(&self, p: DVec3) -> f64 {
        (**self).distance(p)
    }

    fn bounding_radius(&self) -> f64 {
        (**self).bounding_radius()
    }

    fn rounding(&self, reach: f64) -> f64 {
        (**self).rounding(reach)
    }

    fn gradient(&self, p: DVec3) -> DVec3 {
        (**self).gradient(p)
    }
}
