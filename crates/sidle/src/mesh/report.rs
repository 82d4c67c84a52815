//! The report and the errors of a build.

use std::fmt;

use glam::Vec3;

use super::SectorError;

/// The problems that a build found in the mesh, and the changes it made. Height fields are stored
/// unchanged and not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BuildReport {
    /// Number of polygons in the mesh.
    pub polygons: usize,
    /// Number of polygons that are triangles.
    pub triangles: usize,
    /// Number of vertices after welding.
    pub vertices: usize,
    /// Number of input vertices that were bit-equal to another vertex and are now shared.
    pub welded: usize,
    /// Number of input vertices that no polygon uses. The world does not contain them.
    pub unused: usize,
    /// Number of polygons without area (lines or points). The world contains them, and they are as
    /// solid as their edges.
    pub degenerate: usize,
    /// Number of polygon corners that repeated the previous corner and were dropped. A triangle
    /// keeps its three corners.
    pub repeated_corners: usize,
    /// Number of edges that two polygons share.
    pub shared_edges: usize,
    /// Number of edges that belong to only one polygon. A closed level has 0.
    pub open_edges: usize,
    /// Number of edges that three or more polygons share.
    pub non_manifold_edges: usize,
    /// Number of sectors whose visibility was too expensive to compute. All sectors connected to
    /// them by portals count as visible.
    pub sectors_over_budget: usize,
}

/// The reason why a world could not be built. Polygons and vertices are counted from 0 over all
/// data given to the builder.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BuildError {
    /// A coordinate of a vertex is NaN, infinite, or beyond 2^24 = 16,777,216 m.
    BadVertex {
        /// The index of the vertex.
        vertex: usize,
        /// The position of the vertex.
        position: Vec3,
    },
    /// A triangle has an index that is outside the list of vertices given with the triangle.
    IndexOutOfRange {
        /// The index of the polygon.
        polygon: usize,
        /// The invalid vertex index.
        index: u32,
        /// The number of vertices given with the triangle.
        vertices: usize,
    },
    /// A polygon has fewer than 3 or more than 255 corners.
    CornerCount {
        /// The index of the polygon.
        polygon: usize,
        /// The number of corners of the polygon.
        corners: usize,
    },
    /// The corners of a polygon do not lie in one plane. Split it into triangles.
    NotPlanar {
        /// The index of the polygon.
        polygon: usize,
        /// The distance of a corner from the plane, in metres.
        distance: f32,
    },
    /// A polygon is not convex at a corner, or winds around more than once. Split it into
    /// triangles.
    NotConvex {
        /// The index of the polygon.
        polygon: usize,
        /// The index of the concave corner within the polygon.
        corner: usize,
    },
    /// The points of a convex hull are fewer than four, or lie in one plane.
    FlatHull {
        /// The index of the first polygon of the hull.
        polygon: usize,
        /// The number of points in the call.
        points: usize,
    },
    /// A material's friction is negative or not finite, its restitution outside 0..=1, its layer
    /// above 31, or its surface faster than 10,000 m/s.
    BadMaterial {
        /// The id of the invalid material.
        material: u16,
    },
    /// A polygon uses a material that was not added before it.
    UnknownMaterial {
        /// The index of the first polygon that uses this material.
        polygon: usize,
        /// The id of the unknown material.
        material: u16,
    },
    /// A height field uses a material that was not added before it.
    UnknownFieldMaterial {
        /// The index of the height field, counted from 0.
        field: usize,
        /// The id of the unknown material.
        material: u16,
    },
    /// The list of materials and the list of triangles differ in length.
    MaterialCount {
        /// The number of triangles in the call.
        triangles: usize,
        /// The number of materials in the call.
        materials: usize,
    },
    /// More than 2^28 - 1 polygons or 2^32 - 1 corners, or 65,535 materials.
    TooMany,
    /// A sector or a portal is invalid.
    Sector(SectorError),
    /// An instance of a replay has an invalid pose, mass or material.
    BadInstance {
        /// The index of the instance.
        instance: usize,
    },
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
            Self::FlatHull { polygon, points } => write!(
                f,
                "the {points} points of the convex hull that begins with polygon {polygon} lie in one plane; a hull \
                 needs four points that do not"
            ),
            Self::BadMaterial { material } => write!(
                f,
                "material {material}: friction must be finite and 0 or more, restitution 0 to 1, layer 0 to 31, \
                 and the surface velocity at most 10,000 m/s"
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
            Self::BadInstance { instance } => {
                write!(f, "instance {instance} has a pose, a mass or a material that is not valid")
            }
        }
    }
}

impl std::error::Error for BuildError {}
