//! Moves characters and balls through static game levels: collide and slide, done exactly.
#![doc = ""]

mod geometry;
mod index;
mod mesh;
mod pair;
mod shape;
mod slide;
mod tolerance;
mod world;

pub use geometry::Feature;
pub use glam::{Quat, Vec3};
pub use mesh::{BuildError, BuildReport, Material, MaterialId, Sides, WorldBuilder};
pub use shape::Shape;
pub use slide::{
    DebugLine, Depenetration, LineKind, Motion, MoveConfig, MoveReport, Outcome, Response, Scratch,
    StopReason,
};
pub use world::{ClosestPoint, Contact, Hit, MoveHit, QueryFilter, Surface, World};
