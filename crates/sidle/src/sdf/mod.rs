//! Bodies that are nothing but a distance function: any shape that gives one can move, and can be
//! in the way.
//!
//! ```
//! use sidle::sdf::{Sdf, Scene, SdfScratch};
//! use sidle::{Motion, MoveConfig, Vec3, World};
//! # use sidle::DVec3;
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
//! assert!((end.position - Vec3::new(1.0, 0.301, 0.0)).length() < 1e-4);
//! # Ok::<(), sidle::BuildError>(())
//! ```
//!
//! # The certificate
//!
//! Take *any* point c in the frame of a body. Its function is 1-Lipschitz, so the ball round c of
//! radius d(c) is empty of the body, and any convex thing whose corners v_i lie in a smaller ball
//! round c keeps away from it: distance >= d(c) - max |v_i - c|. How c was found does not matter; a
//! bad one makes the bound small, never wrong. With c far behind the thing, seen from the body, the
//! ball is all but a plane, and the bound all but exact, even for a face that lies flat on a floor.
//! A moving corner leaves the ball at a time that a quadratic equation gives; until then the path
//! is clear. Where one ball does not do, the thing is cut in two and each half gets its own.

mod ball;
mod bodies;
mod contacts;
mod descend;
mod finalize;
mod mover;
mod root;
mod scene;
mod search;
mod separation;
mod target;

pub use bodies::{Capsule, Rotated, RoundedBox, Sphere, Torus};
pub use root::{Root, RootFinder};
pub use scene::{HitTarget, Obstacle, Scene, SdfHit, SdfScratch};

use glam::DVec3;

use crate::tolerance::{CERTIFICATE_ROUNDING, GRADIENT_STEP};

/// A body, described by a distance function in its own frame, in metres.
///
/// # The promise
///
/// There is an exact function f with |f(p) - f(q)| <= |p - q| (1-Lipschitz) that is 0 or less in
/// the body and above 0 outside, and [`distance`](Self::distance) is f but for
/// [`rounding`](Self::rounding). From this it follows that f(p) is never more than the true
/// distance of an outside p. What counts as the body is where f is 0 or less: that function alone
/// judges every move.
///
/// True distances keep the promise; so does the least of several such functions (a union), and the
/// greatest (an intersection, or with one of them negated a difference). The nearer a function is
/// to the true distance outside, the cheaper are its moves; one that falls far short (half the
/// distance, say) is safe but may stop short of what it could touch. No promise is made for a
/// function that lies: it may end anywhere, but it ends.
pub trait Sdf {
    /// How far `p` is from the body: below 0 inside, 0 on the surface, above 0 outside.
    fn distance(&self, p: DVec3) -> f64;

    /// The whole body lies within this of the origin of its frame. Metres, 0 or more.
    fn bounding_radius(&self) -> f64;

    /// By how much, in metres, rounding may make [`distance`](Self::distance) larger than the exact
    /// function for any `p` with
    /// |p| <= `reach`. The default is 64 units of f64 over both lengths, enough for a few dozen operations on coordinates.
    fn rounding(&self, reach: f64) -> f64 {
        CERTIFICATE_ROUNDING * (reach + self.bounding_radius())
    }

    /// The direction in which the distance grows, of any length. A hint: it makes moves cheaper and
    /// slides smoother, and a wrong one only stops them early. The default takes six distances.
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
