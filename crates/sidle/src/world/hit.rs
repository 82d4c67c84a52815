//! What a query found.

use glam::Vec3;

use crate::geometry::Feature;
use crate::mesh::MaterialId;
use crate::world::{InstanceId, PolygonId};

/// Where something in the world is: enough to look up everything about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Surface {
    /// The mesh of the world, or one of its height fields.
    pub instance: InstanceId,
    /// The polygon.
    pub polygon: PolygonId,
    /// Its material.
    pub material: MaterialId,
    /// The layer of that material.
    pub layer: u8,
    /// Face, edge or corner.
    pub feature: Feature,
}

/// A cast that met something.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Hit {
    /// How much of the motion was free, 0..=1. Never late: the shape at this fraction does not
    /// overlap.
    pub fraction: f32,
    /// The point of the surface that is touched, in world space.
    pub point: Vec3,
    /// Unit length, from the surface towards the mover.
    pub normal: Vec3,
    /// What was touched.
    pub surface: Surface,
}

/// A place where a shape touches or nearly touches the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Contact {
    /// The nearest point of the surface, in world space.
    pub point: Vec3,
    /// Unit length, from the surface towards the mover.
    pub normal: Vec3,
    /// Metres between shape and surface along the normal; negative: they overlap by that much.
    pub distance: f32,
    /// What is near.
    pub surface: Surface,
}

/// Something met during a move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MoveHit {
    /// Which part of the move's time had passed, 0..=1.
    pub fraction: f32,
    /// The point of the surface that was touched, in world space.
    pub point: Vec3,
    /// Unit length, from the surface towards the mover.
    pub normal: Vec3,
    /// The speed that the surface took along its normal, in the unit of
    /// [`Motion::velocity`](crate::Motion): the force of the impact. 0 or more.
    pub speed_removed: f32,
    /// What was touched.
    pub surface: Surface,
}

/// The point of the world nearest to a place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ClosestPoint {
    /// The nearest point, in world space.
    pub point: Vec3,
    /// How far it is, in metres.
    pub distance: f32,
    /// What it lies on.
    pub surface: Surface,
}
