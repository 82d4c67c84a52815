//! Elementary collision queries on planes, triangles, polygons, boxes and ellipsoids, one exact
//! function each.
//!
//! Nothing in this module depends on a world or a mover. The queries are those of the classic texts
//! on collision: Miller's "Collision detection", Nettle's "General collision detection for games
//! using ellipsoids", "Continuous collision detection: swept sphere - triangle", and the golf
//! tutorial "High speed accurate collision detection". The functions define the results that the
//! texts leave open, and correct the texts where they are wrong. The documentation of each function
//! names its text and the error.
//!
//! | query | function |
//! |---|---|
//! | On which side of a plane is a point? Does a motion cross it? | [`Plane::side`], [`Plane::crossing`] |
//! | Where does a line intersect a plane? | [`Plane::intersect_line`] |
//! | When does a moving sphere or ellipsoid reach a plane? | [`Plane::cast_sphere`], [`Plane::cast_sphere_solid`], [`Plane::cast_ellipsoid`] |
//! | Is a point inside a polygon? | convex: [`point_in_convex_polygon`]; any: [`point_in_polygon`] |
//! | Where does a ray hit a triangle or polygon? | watertight: [`segment_polygon`]; with barycentric coordinates: [`ray_triangle`] |
//! | Which point is closest to a given point? | [`closest_on_segment`], [`closest_on_perimeter`], [`closest_on_polygon`] |
//! | What is the support point of an ellipsoid? What is its half width? | [`Ellipsoid::support`], [`Ellipsoid::half_width`] |
//! | Where does a line enter and leave an ellipsoid? | [`Ellipsoid::intersect_line`] |
//! | Which polygons could a motion reach? | [`Ellipsoid::swept_bounds`], [`Aabb::overlaps_polygon`], [`Aabb::clip_polygon`] |
//! | What are the coordinates of a point relative to a triangle? | [`Frame`] |
//! | What is the velocity after a bounce? | [`reflect`] |
//! | What are the area, the normal and the centroid of a polygon? | [`polygon_area`], [`polygon_normal`], [`polygon_centroid`] |
//!
//! [`point_in_convex_polygon_by_angles`] and [`ray_triangle_in_plane`] exist only for comparison.
//! To query a whole level, use [`World`](crate::World). Its moves and casts do not use the
//! functions that handle a single polygon.
//!
//! # Conventions
//!
//! - Points, directions and sizes are f32 in arguments and results, and are rounded once. All
//!   computations and all other results are f64: a fraction rounded to f32 would move the end of a
//!   long ray.
//! - Lengths are in metres. Directions and normals may have any length except zero. Fractions are
//!   relative to the length of the given motion.
//! - Corners run counter-clockwise seen from the front. They are exact f32 points, not indices.
//! - No function panics, and no function returns NaN. Each function documents its result for
//!   degenerate polygons, zero directions and numbers that are not finite.
//! - The functions use only + - * / and square roots, so results are bit-identical on every machine
//!   ([`point_in_convex_polygon_by_angles`] excepted).

pub(crate) mod aabb;
mod clip;
mod closest;
pub(crate) mod convex;
pub(crate) mod elementary;
mod ellipsoid;
mod feature;
mod frame;
pub(crate) mod hull;
mod inside;
pub(crate) mod key;
mod measure;
pub(crate) mod morton;
mod orientation;
mod plane;
mod plane_cast;
pub(crate) mod polygon;
pub(crate) mod ray;
mod ray_triangle;
mod reflect;
mod rotation;
mod sides;
pub(crate) mod wide;
mod world_vector;

pub use aabb::Aabb;
pub(crate) use aabb::{WideBox, finite, is_cast_in_range, is_in_range, is_vertex, ulp};
pub use closest::{ClosestOn, closest_on_perimeter, closest_on_polygon, closest_on_segment};
pub use ellipsoid::Ellipsoid;
pub use feature::Feature;
pub use frame::Frame;
pub use inside::{point_in_convex_polygon, point_in_convex_polygon_by_angles, point_in_polygon};
pub use measure::{point_at, polygon_area, polygon_centroid, polygon_normal};
pub use plane::{Crossing, LinePlane, Plane, PlaneHit, Side};
pub use ray_triangle::{TriangleHit, ray_triangle, ray_triangle_in_plane, segment_polygon};
pub use reflect::reflect;
pub(crate) use rotation::rotation_matrix;
pub use sides::Sides;
pub use world_vector::WorldVector;
