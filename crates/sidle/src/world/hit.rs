//! Results of queries and moves.

use glam::{DVec3, Vec3};

use crate::geometry::Feature;
use crate::mesh::MaterialId;
use crate::world::{InstanceId, PolygonId};

/// Identifies a surface of the world: a polygon, and the part of the polygon that was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Surface {
    /// The instance that contains the polygon: the mesh of the world, one of its height fields or a
    /// placed instance. It can also be another character, see [`InstanceId::character`].
    pub instance: InstanceId,
    /// The id of the polygon within the instance.
    pub polygon: PolygonId,
    /// The id of the polygon's material.
    pub material: MaterialId,
    /// The layer of the polygon's material.
    pub layer: u8,
    /// The face, edge or corner of the polygon that was hit.
    pub feature: Feature,
}

/// The hit of a cast.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Hit {
    /// Fraction of the motion before the hit, 0..=1. Never too large: at this fraction, the shape
    /// does not overlap the surface.
    pub fraction: f64,
    /// The contact point on the surface, in world space.
    pub point: DVec3,
    /// Unit normal of the surface at the contact point, towards the mover.
    pub normal: Vec3,
    /// The surface that the ray or shape hit.
    pub surface: Surface,
}

/// A place where a shape touches, nearly touches or overlaps the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Contact {
    /// The point of the surface that is nearest to the shape, in world space.
    pub point: DVec3,
    /// Unit normal of the surface at the contact point, towards the mover.
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
    pub fraction: f64,
    /// The contact point on the surface, in world space.
    pub point: DVec3,
    /// Unit normal of the surface at the contact point, towards the mover.
    pub normal: Vec3,
    /// Speed that the surface removed along its normal, 0 or more: the strength of the impact. The
    /// unit is that of [`Motion::velocity`](crate::Motion).
    pub speed_removed: f32,
    /// The surface that the mover touched.
    pub surface: Surface,
}

/// The point of the world nearest to a given position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ClosestPoint {
    /// The point of the world that is nearest to the given position, in world space.
    pub point: DVec3,
    /// Distance from the given position to the nearest point, in metres.
    pub distance: f32,
    /// The surface on which the nearest point lies.
    pub surface: Surface,
}
