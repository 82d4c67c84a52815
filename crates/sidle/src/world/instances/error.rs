//! Errors of adding and moving instances.

use std::fmt;

/// The reason why an instance cannot be added, moved or found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstanceError {
    /// The world has no instance with this id. It was removed, or belongs to another world.
    Stale,
    /// The id is that of the level's mesh or of one of its height fields, which have no pose.
    Fixed,
    /// The world has no geometry with this id.
    UnknownGeometry,
    /// The world has no material with this id.
    UnknownMaterial,
    /// A number of the pose is not finite, the rotation is zero, the scale is outside 1e-6..=1e6,
    /// or the mass is not above 0.
    BadNumber,
    /// The pose brings the geometry beyond 1,000,000,000 m.
    OutOfRange,
    /// The scale changes during a step. Change it between two steps.
    ScaleChanges,
    /// A pose set names an instance twice.
    Twice,
    /// The world has too many instances to add another one: the limit is 2^31.
    TooMany,
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stale => "there is no instance with this id: it was removed, or belongs to another world",
            Self::Fixed => "the mesh and the height fields of the level have no pose; add a geometry and an instance",
            Self::UnknownGeometry => "there is no geometry with this id in this world",
            Self::UnknownMaterial => "there is no material with this id in this world",
            Self::BadNumber => {
                "a pose must be finite, with a rotation other than zero and a scale from 1e-6 to 1e6, and a mass must \
                 be above 0"
            }
            Self::OutOfRange => "the pose brings the geometry beyond 1,000,000,000 m",
            Self::ScaleChanges => "the scale of an instance must not change during a step",
            Self::Twice => "the pose set names this instance twice",
            Self::TooMany => "more than 2^31 instances",
        })
    }
}

impl std::error::Error for InstanceError {}
