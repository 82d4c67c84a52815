//! Results of queries and moves.

use glam::Vec3;

use crate::geometry::Feature;
use crate::mesh::MaterialId;
use crate::world::{InstanceId, PolygonId};

/// Identifies a surface of the world, for looking up everything about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Surface {
    /// The instance: the mesh of the world or one of its height fields.
    pub instance: InstanceId,
    /// The polygon within the instance.
    pub polygon: PolygonId,
    /// The material of the polygon.
    pub material: MaterialId,
    /// The layer of that material.
    pub layer: u8,
    /// The face, edge or corner of the polygon that was hit.
    pub feature: Feature,
}

/// The hit of a cast.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Hit {
    /// Fraction of the motion before the hit, 0..=1. Never too large: the shape at this fraction
    /// does not overlap the surface.
    pub fraction: f32,
    /// The contact point on the surface, in world space.
    pub point: Vec3,
    /// Unit normal, from the surface towards the mover.
    pub normal: Vec3,
    /// The surface that was hit.
    pub surface: Surface,
}

/// A place where a shape touches, nearly touches or overlaps the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Contact {
    /// The nearest point of the surface, in world space.
    pub point: Vec3,
    /// Unit normal, from the surface towards the mover.
    pub normal: Vec3,
    /// Distance between shape and surface along the normal, in metres. Negative if they overlap.
    pub distance: f32,
    /// The surface near the shape.
    pub surface: Surface,
}

/// A contact during a move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MoveHit {
    /// Fraction of the move's time before the contact, 0..=1.
    pub fraction: f32,
    /// The contact point on the surface, in world space.
    pub point: Vec3,
    /// Unit normal, from the surface towards the mover.
    pub normal: Vec3,
    /// Speed that the surface removed along its normal, 0 or more: the strength of the impact. The
    /// unit is that of [`Motion::velocity`](crate::Motion).
    pub speed_removed: f32,
    /// The surface that was hit.
    pub surface: Surface,
}

/// The point of the world nearest to a given position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ClosestPoint {
    /// The nearest point, in world space.
    pub point: Vec3,
    /// Distance to the point, in metres.
    pub distance: f32,
    /// The surface that the point lies on.
    pub surface: Surface,
}
