//! Levels: the meshes that characters walk on.
//!
//! ```text
//! watch.rs    what changed since the last frame
//! gather.rs   the meshes below a root, with their transforms and surfaces
//! source.rs   the triangles of one of them
//! build.rs    the world of all levels, in the background
//! base.rs     the world to build in: a new one, or a copy of the present one, whose instances keep
//!             their ids
//! ```

mod base;
mod build;
mod gather;
mod source;
mod watch;

pub(crate) use build::{Levels, build_levels, material_of};
pub(crate) use gather::{Gather, Part};
pub use source::SidleMesh;
pub(crate) use source::{Frame, Triangles};
pub(crate) use watch::{Changes, Revisions, watch_changes};

use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::Transform;
use std::fmt;

use crate::origin::Anchor;

/// Marks the root of a level: all meshes of the entity and its descendants are solid.
///
/// The level is built in the background once all its meshes are loaded, and again when a mesh, a
/// transform or a [`Surface`](crate::Surface) below the root changes. [`LevelReady`] is
/// triggered when it is ready. An app can have several levels. Until one is ready, only the
/// characters on [platforms](crate::Platform) make steps, and the others wait. An app without any
/// level needs a platform for its characters.
///
/// Invisible meshes are solid, too. Entities with [`SidleIgnore`], [`Platform`](crate::Platform),
/// [`SidleChunk`] or [`Character`](crate::Character), and triggers, are left out together with
/// their descendants.
///
/// The triangles of all levels are in single precision, in the world of sidle: within 16,777,216 m,
/// and rounded to 4 mm and more beyond 65,536 m, for which there is a warning. A part of a larger
/// world is a [`SidleChunk`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[require(Anchor, Transform)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct SidleLevel;

/// Marks the root of a part of a large world: all meshes of the entity and its descendants are
/// solid, at a place in double precision.
///
/// It is the [`WorldOrigin`](crate::WorldOrigin) plus the [`Transform`], at most 1e9 m from zero.
/// The triangles stay in the space of the root, so they are as fine at 1e7 m as at 0. Unlike a
/// [`SidleLevel`], a chunk is not built again when it is moved, and chunks with the same meshes
/// share their triangles. A chunk rests: one that is moved jumps to its new place, without pushing
/// or carrying anything. It is placed in the schedule of the plugin, in
/// [`SidleSystems::Platforms`](crate::SidleSystems::Platforms), once its meshes are loaded.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[require(Anchor, Transform)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct SidleChunk;

/// Leaves an entity and its descendants out of the level or the platform above it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct SidleIgnore;

/// A level or a chunk is ready: characters collide with it from the next step on. Also triggered
/// after each change of its meshes.
#[derive(EntityEvent, Clone, Debug, PartialEq)]
pub struct LevelReady {
    /// The root, which has [`SidleLevel`] or [`SidleChunk`].
    pub entity: Entity,
    /// Number of its triangles.
    pub triangles: usize,
    /// The meshes that it could not use. Each is logged once, too.
    pub errors: Vec<MeshError>,
}

/// A mesh that a level or a platform could not use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeshError {
    /// The entity that has the mesh.
    pub entity: Entity,
    /// The problem.
    pub problem: MeshProblem,
}

/// The reason why a mesh could not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MeshProblem {
    /// Its data is only in the render world.
    RenderWorldOnly,
    /// It is deformed by a skeleton.
    Skinned,
    /// It consists of lines or points.
    NotTriangles,
    /// Its positions are missing, or are not three `f32` each.
    NoPositions,
    /// It has no triangles.
    Empty,
    /// An index names no vertex.
    BadIndex,
    /// A position is not finite, or further than 16,777,216 m from the origin.
    OutOfRange,
    /// A number of its transform, or of a parent's, is not finite.
    BadTransform,
    /// A scale of its transform, or of a parent's, is zero.
    ZeroScale,
    /// A parent has no transform.
    NoTransform,
    /// A number of its surface is out of range.
    BadSurface,
    /// The file of the mesh could not be loaded.
    NotLoaded,
    /// The transforms of its parents shear it.
    Sheared,
}

impl MeshProblem {
    /// Identifies the warning about this problem.
    pub(crate) const fn kind(self) -> &'static str {
        match self {
            Self::RenderWorldOnly => "render world",
            Self::Skinned => "skinned",
            Self::NotTriangles => "topology",
            Self::NoPositions => "positions",
            Self::Empty => "empty",
            Self::BadIndex => "index",
            Self::OutOfRange => "range",
            Self::BadTransform => "transform",
            Self::ZeroScale => "scale",
            Self::NoTransform => "no transform",
            Self::BadSurface => "surface",
            Self::NotLoaded => "load",
            Self::Sheared => "shear",
        }
    }
}

impl fmt::Display for MeshProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RenderWorldOnly => {
                "the mesh is only in the render world; load it with RenderAssetUsages::all()"
            }
            Self::Skinned => "the mesh is deformed by a skeleton; add SidleIgnore, and a mesh without a skin",
            Self::NotTriangles => "the mesh consists of lines or points; add SidleIgnore",
            Self::NoPositions => "the mesh has no positions as Float32x3; do not compress them",
            Self::Empty => "the mesh has no triangles",
            Self::BadIndex => "an index of the mesh names no vertex",
            Self::OutOfRange => {
                "a vertex is not finite, or further than 16,777,216 m from the origin of the world"
            }
            Self::BadTransform => "a number of the transform, or of a parent's, is not finite",
            Self::ZeroScale => "a scale of the transform, or of a parent's, is zero",
            Self::NoTransform => "a parent has no Transform",
            Self::BadSurface => {
                "a number of the Surface is out of range; the mesh has the default surface: the layer is 0 to 31, \
                 the friction 0 or more, the restitution 0 to 1"
            }
            Self::NotLoaded => "the file of the mesh could not be loaded",
            Self::Sheared => "the scales and rotations of its parents shear the platform or trigger",
        })
    }
}

impl std::error::Error for MeshProblem {}
