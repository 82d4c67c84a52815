//! Moves characters and balls through static game levels: collide and slide, done exactly.
//!
//! *From here, with this shape, along this motion: where do I end, what did I touch, why did I
//! stop?* One call asks, one plain value answers; a pure function over a world that does not change
//! while it is asked.
//!
//! ```
//! use sidle::{MoveConfig, Motion, Scratch, Shape, Vec3, World};
//!
//! // A floor of two triangles, and a wall across it at x = 2.
//! let vertices = [
//!     Vec3::new(-9.0, 0.0, -9.0), Vec3::new(-9.0, 0.0, 9.0), Vec3::new(9.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0),
//!     Vec3::new(2.0, 0.0, -9.0), Vec3::new(2.0, 5.0, 0.0), Vec3::new(2.0, 0.0, 9.0),
//! ];
//! let world = World::from_triangles(&vertices, &[[0, 1, 2], [0, 2, 3], [4, 5, 6]])?;
//!
//! let body = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
//! let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
//! let (mut position, dt, gravity) = (Vec3::new(0.0, 2.0, 0.0), 1.0 / 60.0, Vec3::new(0.0, -9.81, 0.0));
//! let mut fall = 0.0;
//! for _ in 0..120 {
//!     let motion = Motion::with_gravity(Vec3::new(3.0, fall, 1.0), gravity, dt);
//!     let outcome = world.move_and_slide(&mut scratch, &body, position, motion, &config);
//!     // A surface may stop a fall or a jump, but rolling up a step must not throw the character into the air.
//!     let fallen = outcome.velocity.y.min(motion.velocity.y.max(0.0));
//!     (position, fall) = (outcome.position, fallen);
//! }
//! // It stands on the floor, a millimetre above it, and leans on the wall, having slid along it.
//! assert!((position - Vec3::new(1.599, 0.901, 2.0)).length() < 1e-4);
//! # Ok::<(), sidle::BuildError>(())
//! ```
//!
//! # The guarantee
//!
//! From a free start, every [`World::move_and_slide`]
//!
//! - ends at a position that is free at the bare size of the shape, certified against every polygon
//!   it could touch, and it is the f32 position that you get that is certified, not the number
//!   before rounding;
//! - has crossed nothing on the way: every piece of the path is certified too;
//! - makes at most [`MoveConfig::max_iterations`] stages;
//! - gives the same bits for the same input, on any number of threads and in any build.
//!
//! Normally the end is a whole skin ([`MoveConfig::skin_width`], 1 mm) away from everything. The
//! tests judge this in f64 by code that shares nothing with the library. What it does not cover:
//! starts that overlap (see [`World::depenetrate`]), worlds that change between moves, one-sided
//! surfaces entered from behind, and threads whose floating point flushes denormals or rounds
//! otherwise than to nearest.
//!
//! The certificate is one line: for *any* unit n, a polygon with corners v_i is at least min n .
//! (x - v_i) away from x. How n was found does not matter; a bad one makes the bound small, never
//! wrong.
//!
//! # Which response?
//!
//! | [`Response`] | for | law |
//! |---|---|---|
//! | [`Slide`](Response::Slide) | characters | the wish stays; at every instant the mover goes where the surfaces let it |
//! | [`Momentum`](Response::Momentum) | pucks, balls, debris | what a surface takes is gone |
//! | [`Bounce`](Response::Bounce) | crates, ricochets | as `Momentum`, and a surface gives back its restitution |
//! | [`Stop`](Response::Stop) | projectiles, probes, doors | the first thing in the way ends the move |
//! | [`PushBack`](Response::PushBack) | the classic | one surface after the other pushes the rest of the way out |
//!
//! # How many movers?
//!
//! | movers | with | because |
//! |---|---|---|
//! | a few | one [`Scratch`] for all of them on a thread | nothing is allocated once it has grown |
//! | up to some hundreds on a thread | a [`MoverCache`] for each besides, through [`Scratch::with_cache`] | common moves take 0.7 of the time on game levels |
//! | hundreds and more | [`World::move_all`], or `World::par_move_all` on all threads | one call, the threads are busy; a large crowd is not worth neighbourhoods |
//!
//! The bits are the same every way.
//!
//! # Smaller questions
//!
//! Is this point inside that polygon? Where does a line meet a plane? [`geometry`] answers what the
//! classic texts on collision ask, one exact function for each, without a world.
//!
//! # When a move looks strange
//!
//! [`trace::capture`] keeps it as a small text with the polygons that it could touch, which ends at
//! the same bits anywhere; [`trace::explain`] tells it stage by stage.
//!
//! # Units and conventions
//!
//! Metres and seconds by default, but any unit of length does if [`MoveConfig::skin_width`] is in
//! the same; any direction can be up. Right-handed, counter-clockwise polygons face you. Angles are
//! radians ([`angle`] has helpers). Coordinates up to 2^24; the skin grows to four units in the
//! last place far from the origin ([`Outcome::skin`]).
//!
//! # Features
//!
//! - `mint`: [`Vec3`] and [`Quat`] convert from and into the types of `mint`, and so other math
//!   libraries.
//! - `rayon`: `World::par_move_all` makes the moves of [`World::move_all`] on all threads.
//! - `serde`: [`MoveConfig`], [`Shape`], [`Motion`], [`Outcome`], hits, materials, filters, sets of
//!   sectors and replays can be stored.

pub mod angle;
mod ball;
mod cull;
pub mod geometry;
mod heightfield;
mod index;
mod mesh;
mod narrow_phase;
pub mod sdf;
mod shape;
mod slide;
mod solve;
mod tolerance;
pub mod trace;
mod world;

pub use ball::{Ball, BallConfig, BallState, BallStep};
pub use geometry::Feature;
pub use glam;
pub use glam::{DVec3, Quat, Vec3};
pub use heightfield::{Diagonal, HeightField, HeightFieldError, HeightGrid};
pub use mesh::{
    BuildError, BuildReport, IndexKind, Material, MaterialId, Portal, Sector, SectorError, SectorId,
    SectorSet, Sectors, Sides, WorldBuilder,
};
pub use shape::{Shape, ShapeKind};
pub use slide::{
    Batch, DebugLine, Depenetration, FrictionLaw, LineKind, Motion, Move, MoveConfig, MoveReport, OnOverlap,
    Outcome, Response, Scratch, StartAdjustment, StopReason,
};
pub use world::{
    ClosestPoint, Contact, Hit, InstanceId, MoveHit, MoverCache, PolygonId, QueryFilter, Surface, World,
};

/// The examples of the README and of the guide are compiled and run. Nothing of this is read when
/// the library is built.
#[cfg(doctest)]
mod examples {
    macro_rules! of {
        ($($chapter:ident $file:literal)*) => { $(#[doc = include_str!($file)] struct $chapter;)* };
    }
    of! {
        Readme "../../../README.md"
        Introduction "../../../docs/book/src/introduction.md"
        Nettle "../../../docs/book/src/nettle.md"
        Miller "../../../docs/book/src/miller.md"
        SweptSphere "../../../docs/book/src/swept-sphere.md"
        Golf "../../../docs/book/src/golf.md"
        Geometry "../../../docs/book/src/geometry.md"
        Worlds "../../../docs/book/src/worlds.md"
        HeightFields "../../../docs/book/src/height-fields.md"
        Sectors "../../../docs/book/src/sectors.md"
        Responses "../../../docs/book/src/responses.md"
        Characters "../../../docs/book/src/characters.md"
        Sdf "../../../docs/book/src/pseudo-distance.md"
        Ball "../../../docs/book/src/ball.md"
        Light "../../../docs/book/src/light.md"
        HowItGotFast "../../../docs/book/src/how-it-got-fast.md"
        Rows "../../../docs/book/src/rows.md"
    }
}

#[cfg(all(test, feature = "mint"))]
mod tests {
    #[test]
    fn vectors_and_rotations_convert_to_mint_and_back() {
        let (v, q) = (crate::Vec3::new(1.0, -2.0, 3.0), crate::Quat::from_xyzw(0.6, 0.0, -0.8, 0.0));
        let there: (mint::Vector3<f32>, mint::Quaternion<f32>) = (v.into(), q.into());
        assert_eq!((there.0.z, there.1.v.z, there.1.s), (3.0, -0.8, 0.0));
        assert_eq!((v, q), (there.0.into(), there.1.into()));
    }
}
