//! What building found, changed or refused.

use std::fmt;

use glam::Vec3;

use super::SectorError;

/// What building the mesh of a world found and changed. Height fields are taken as they are and not
/// counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BuildReport {
    /// Polygons in the world.
    pub polygons: usize,
    /// How many of them are triangles.
    pub triangles: usize,
    /// Vertices after welding.
    pub vertices: usize,
    /// Vertices given that were bit-equal to another one and are shared now.
    pub welded: usize,
    /// Vertices given that no polygon uses; they are left out.
    pub unused: usize,
    /// Polygons without area (a line or a point). They are kept, and are as solid as their edges.
    pub degenerate: usize,
    /// Corners of polygons that repeated the corner before and were dropped (a triangle keeps its
    /// three).
    pub repeated_corners: usize,
    /// Edges with polygons on both sides.
    pub shared_edges: usize,
    /// Edges with a polygon on one side only: a closed level has none.
    pub open_edges: usize,
    /// Edges with three or more polygons.
    pub non_manifold_edges: usize,
    /// Sectors for which it was too much work to find out what can be seen from them: all that is
    /// joined to them by portals counts as visible.
    pub sectors_over_budget: usize,
}

/// Why a world could not be built. Polygons and vertices are counted from 0 over everything given
/// to the builder.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BuildError {
    /// A coordinate is NaN, infinite, or beyond 2^24 = 16,777,216 m.
    BadVertex {
        /// Which vertex.
        vertex: usize,
        /// Its position.
        position: Vec3,
    },
    /// A triangle names a vertex that was not given with it.
    IndexOutOfRange {
        /// Which polygon.
        polygon: usize,
        /// The index it names.
        index: u32,
        /// How many vertices were given with it.
        vertices: usize,
    },
    /// A polygon has fewer than 3 or more than 255 corners.
    CornerCount {
        /// Which polygon.
        polygon: usize,
        /// How many corners it has.
        corners: usize,
    },
    /// A polygon's corners leave its plane. Split it into triangles.
    NotPlanar {
        /// Which polygon.
        polygon: usize,
        /// By how many metres.
        distance: f32,
    },
    /// A polygon turns the other way at a corner, or winds round more than once. Split it into
    /// triangles.
    NotConvex {
        /// Which polygon.
        polygon: usize,
        /// At which of its corners.
        corner: usize,
    },
    /// A material's friction is negative or not finite, its restitution outside 0..=1, or its layer
    /// above 31.
    BadMaterial {
        /// Which material.
        material: u16,
    },
    /// A polygon names a material that was not added before.
    UnknownMaterial {
        /// The first polygon that does.
        polygon: usize,
        /// The material it names.
        material: u16,
    },
    /// A height field names a material that was not added before.
    UnknownFieldMaterial {
        /// Which height field, counted from 0.
        field: usize,
        /// The material it names.
        material: u16,
    },
    /// The list of materials has another length than the list of triangles.
    MaterialCount {
        /// How many triangles.
        triangles: usize,
        /// How many materials.
        materials: usize,
    },
    /// More than 2^28 - 1 polygons or 2^32 - 1 corners, or 65,535 materials.
    TooMany,
    /// Something is wrong with a sector or a portal.
    Sector(SectorError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadVertex { vertex, position } => write!(
                f,
                "vertex {vertex} at ({}, {}, {}) is not finite or beyond 16,777,216 m",
                position.x, position.y, position.z
            ),
            Self::IndexOutOfRange { polygon, index, vertices } => {
                write!(f, "polygon {polygon} names vertex {index}, but there are {vertices}")
            }
            Self::CornerCount { polygon, corners } => {
                write!(f, "polygon {polygon} has {corners} corners; 3 to 255 are possible")
            }
            Self::NotPlanar { polygon, distance } => {
                write!(f, "polygon {polygon} leaves its plane by {distance} m; split it into triangles")
            }
            Self::NotConvex { polygon, corner } => {
                write!(f, "polygon {polygon} is not convex at corner {corner}; split it into triangles")
            }
            Self::BadMaterial { material } => write!(
                f,
                "material {material}: friction must be finite and 0 or more, restitution 0 to 1, layer 0 to 31"
            ),
            Self::UnknownMaterial { polygon, material } => {
                write!(f, "polygon {polygon} names material {material}, which was not added")
            }
            Self::UnknownFieldMaterial { field, material } => {
                write!(f, "height field {field} names material {material}, which was not added")
            }
            Self::MaterialCount { triangles, materials } => {
                write!(f, "{materials} materials were given for {triangles} triangles")
            }
            Self::TooMany => write!(f, "more than 2^28 - 1 polygons, 2^32 - 1 corners or 65,535 materials"),
            Self::Sector(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}
