//! Moves characters and balls through game levels: exact collide and slide.
//!
//! You give a shape, a start position and a motion. [`World::move_and_slide`] returns where the
//! shape ends and why it stopped; a [`Scratch`] receives the contacts. A move is a pure function
//! over a world that does not change during the call.
//!
//! ```
//! use sidle::{DVec3, MoveConfig, Motion, Scratch, Shape, Vec3, World};
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
//! let (mut position, dt, gravity) = (DVec3::new(0.0, 2.0, 0.0), 1.0 / 60.0, Vec3::new(0.0, -9.81, 0.0));
//! let mut fall = 0.0;
//! for _ in 0..120 {
//!     let motion = Motion::with_gravity(Vec3::new(3.0, fall, 1.0), gravity, dt);
//!     let outcome = world.move_and_slide(&mut scratch, &body, position, motion, &config);
//!     // A surface may stop a fall or a jump, but rolling up a step must not throw the character into the air.
//!     let fallen = outcome.velocity.y.min(motion.velocity.y.max(0.0));
//!     (position, fall) = (outcome.position, fallen);
//! }
//! // It stands on the floor, a millimetre above it, and leans on the wall, having slid along it.
//! assert!((position - DVec3::new(1.599, 0.901, 2.0)).length() < 1e-4);
//! # Ok::<(), sidle::BuildError>(())
//! ```
//!
//! # The guarantee
//!
//! A position is *free* if the shape does not overlap the world there; touching is not an overlap.
//! From a free start, every [`World::move_and_slide`]
//!
//! - ends at a free position: the shape at its bare size (without the skin) is certified against
//!   every polygon that it could touch. The certificate holds for the returned position, not
//!   for the value before rounding;
//! - crosses no surface: every segment of the path is certified too;
//! - takes at most [`MoveConfig::max_iterations`] iterations;
//! - is deterministic: the same input gives bit-identical results, on any number of threads and in
//!   any build.
//!
//! The same holds for balls ([`World::step_ball`]) and for bodies with a distance function
//! ([`sdf`]). [`World::step_character`] and [`World::step_characters`] consist of such moves,
//! [`World::resize_shape`] is one from shape to shape, and [`World::carry`] one among instances
//! that move. A polygon is the convex hull of its corners.
//!
//! Normally, the end is a whole skin ([`MoveConfig::skin_width`], 1 mm) away from every surface.
//! The tests check the guarantee in f64, with code that is independent of the library. The
//! guarantee does not hold:
//!
//! - for a start that overlaps the world (see [`World::depenetrate`]);
//! - after an edit of the world, if the last position overlaps the edited world;
//! - where moving instances crush a body ([`CarryEnd::Crushed`]);
//! - for a one-sided surface ([`Sides::Front`]) that the body is behind or overlaps, which lets it
//!   through from there;
//! - on a thread whose floating-point mode flushes denormals, or does not round to nearest;
//! - on 32-bit x86 without SSE2, whose x87 registers are wider than f64.
//!
//! The chapter on the guarantee in the guide says exactly what each of these words means.
//!
//! A certificate is a lower bound of the distance to a polygon, from one formula. For *any* unit
//! vector n, the distance from x to a polygon with corners v_i is at least the minimum over i of n
//! . (x - v_i). A poor choice of n makes this lower bound smaller, but never wrong.
//!
//! # Characters
//!
//! [`World::step_character`] is a character controller on top of these moves. It walks, climbs
//! steps, stays on ground that drops, jumps, falls and crouches. [`CharacterConfig`] has the
//! settings, [`CharacterState`] is one character, and [`CharacterReport`] says what a step did.
//!
//! ```
//! use sidle::{CharacterConfig, CharacterInput, CharacterState, Scratch, Vec3, World};
//! let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
//! let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
//! let (config, mut scratch) = (CharacterConfig::default(), Scratch::default());
//! let mut hero = CharacterState::at(Vec3::ZERO);
//! let input = CharacterInput { wish_velocity: Vec3::X * 3.0, ..Default::default() };
//! let report = world.step_character(&mut scratch, &config, &mut hero, &input, 1.0 / 60.0);
//! assert!(report.is_on_floor() && (hero.position.x - 0.05).abs() < 1e-6);
//! # Ok::<(), sidle::BuildError>(())
//! ```
//!
//! # Which response?
//!
//! | [`Response`] | for | law |
//! |---|---|---|
//! | [`Slide`](Response::Slide) | characters | the desired motion stays the same; the body follows its projection onto the directions that the contacts allow |
//! | [`Momentum`](Response::Momentum) | pucks, balls, debris | the speed that a surface takes is lost |
//! | [`Bounce`](Response::Bounce) | crates, ricochets | as `Momentum`, and a surface returns speed by its restitution |
//! | [`Stop`](Response::Stop) | projectiles, probes, doors | the first obstructing contact ends the move |
//! | [`PushBack`](Response::PushBack) | the classic algorithm | surfaces push the motion out |
//!
//! # How many movers?
//!
//! | movers | use | because |
//! |---|---|---|
//! | a few | one [`Scratch`] for all of them on a thread | it allocates nothing once it has grown |
//! | up to some hundreds on a thread | also one [`MoverCache`] for each, through [`Scratch::with_cache`] | common moves on game levels are faster |
//! | hundreds and more | [`World::move_all`], `World::par_move_all` | one call for all of them |
//!
//! A cache for each mover does not make a large crowd faster. The results are bit-identical in all
//! three cases.
//!
//! # Geometry without a world
//!
//! [`geometry`] has one exact function for each classic question of collision detection. Examples
//! are the test of a point in a polygon, and the intersection of a line with a plane.
//!
//! # Debugging a move
//!
//! [`trace::capture`] records a move, with the polygons that it could touch, and can write the
//! record as a small text. The recorded move can be run again, and ends bit-identically on any
//! machine. [`trace::explain`] describes a move iteration by iteration.
//!
//! # Units and conventions
//!
//! The defaults use metres and seconds. Any other unit of length works if
//! [`MoveConfig::skin_width`] uses it too. Any direction can be up. Coordinates are right-handed,
//! and the front of a polygon is the side from which its corners are counter-clockwise. Angles are
//! in radians ([`angle`] has helpers). Positions are in double precision, up to 2^30 in the
//! same unit. The geometry of the level is in single precision, up to 2^24. Geometries further out
//! are instances, whose [`Pose`] is in double precision: their boxes may be up to 10^9 away.
//!
//! # Features
//!
//! - `mint`: [`Vec3`] and [`Quat`] convert to and from the types of `mint`, and so of other math
//!   libraries.
//! - `rayon`: adds `World::par_move_all`, which makes the moves of [`World::move_all`] on all
//!   threads.
//! - `serde`: serialises [`MoveConfig`], [`Shape`], [`Motion`], [`Outcome`], hits, materials,
//!   filters, sets of sectors, poses, replays, and the settings, inputs and states of characters.
//!   JSON keeps every bit only with the feature `float_roundtrip` of `serde_json`.

pub mod angle;
mod ball;
mod character;
mod crowd;
mod cull;
pub mod geometry;
mod heightfield;
mod index;
mod mesh;
mod narrow_phase;
mod player;
pub mod sdf;
mod shape;
mod slide;
mod solve;
mod tolerance;
pub mod trace;
mod world;

pub use ball::{Ball, BallConfig, BallState, BallStep};
pub use character::{
    AirControl, CharacterConfig, CharacterConfigError, CharacterInput, CharacterMode, CharacterReport,
    CharacterState, Crush, Ground, GroundState, LeaveVelocity, Ledge, Push, QuantizedState, SlopeSpeed,
    SteepGround, SurfaceRules, Triggers,
};
pub use crowd::{Crowd, CrowdMember};
pub use geometry::{Feature, WorldVector};
pub use glam;
pub use glam::{DQuat, DVec3, Quat, Vec3};
pub use heightfield::{Diagonal, HeightField, HeightFieldError, HeightGrid};
pub use mesh::{
    BuildError, BuildReport, IndexKind, Material, MaterialId, Portal, Sector, SectorError, SectorId,
    SectorSet, Sectors, Sides, WorldBuilder,
};
pub use player::{FixedStep, FixedSteps, FrameSteps, Player};
pub use shape::{Shape, ShapeDistance, ShapeHit, ShapeKind};
pub use slide::{
    Batch, Carried, Carrier, CarryConfig, CarryEnd, DebugLine, Depenetration, FrictionLaw, LineKind, Motion,
    Move, MoveConfig, MoveReport, OnOverlap, Outcome, Resize, Response, Scratch, StartAdjustment, StopReason,
};
pub use world::{
    ClosestPoint, Contact, GeometryId, Hit, InstanceError, InstanceId, InstanceInfo, InstanceMotion,
    InstanceOptions, InstanceTriggers, MoveHit, MoverCache, PolygonId, Pose, PoseSet, PoseSetError,
    QueryFilter, Surface, TriggerContact, World,
};

/// Compiles and runs the examples of the guide as doctests. A normal build of the
/// library does not read these files.
#[cfg(doctest)]
mod examples {
    macro_rules! of {
        ($($chapter:ident $file:literal)*) => { $(#[doc = include_str!($file)] struct $chapter;)* };
    }
    of! {
        Introduction "../../../docs/book/src/introduction.md"
        Characters "../../../docs/book/src/characters.md"
        StairsAndSlopes "../../../docs/book/src/stairs-and-slopes.md"
        Jumping "../../../docs/book/src/jumping.md"
        SurfacesAndZones "../../../docs/book/src/surfaces-and-zones.md"
        Platforms "../../../docs/book/src/platforms.md"
        Crowds "../../../docs/book/src/crowds.md"
        NetworkingAndRollback "../../../docs/book/src/networking-and-rollback.md"
        Responses "../../../docs/book/src/responses.md"
        Sdf "../../../docs/book/src/pseudo-distance.md"
        Worlds "../../../docs/book/src/worlds.md"
        Sectors "../../../docs/book/src/sectors.md"
        Queries "../../../docs/book/src/queries.md"
        Geometry "../../../docs/book/src/geometry.md"
        Light "../../../docs/book/src/light.md"
        Ball "../../../docs/book/src/ball.md"
        HeightFields "../../../docs/book/src/height-fields.md"
        ManyMovers "../../../docs/book/src/many-movers.md"
        DebuggingAMove "../../../docs/book/src/debugging-a-move.md"
        UnitsAndScale "../../../docs/book/src/units-and-scale.md"
        PortingTables "../../../docs/book/src/porting-tables.md"
        Nettle "../../../docs/book/src/nettle.md"
        Miller "../../../docs/book/src/miller.md"
        SweptSphere "../../../docs/book/src/swept-sphere.md"
        Golf "../../../docs/book/src/golf.md"
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
