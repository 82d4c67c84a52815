//! The small questions behind collision, each as one exact function: planes, triangles, polygons,
//! boxes, ellipsoids.
//!
//! Nothing here knows a world or a mover. These are the questions that the classic texts on
//! collision ask - Miller's "Collision detection", Nettle's "General collision detection for games
//! using ellipsoids", "Continuous collision detection: swept sphere - triangle", and the golf
//! tutorial "High speed accurate collision detection" - with defined answers where the texts have
//! none, and right ones where they err. Each function names its text and the error.
//!
//! | question | answer |
//! |---|---|
//! | On which side of a plane is a point? Does a motion cross it? | [`Plane::side`], [`Plane::crossing`] |
//! | Where does a line meet a plane? | [`Plane::intersect_line`] |
//! | When does a ball, or an ellipsoid, touch a plane? | [`Plane::cast_sphere`], [`Plane::cast_sphere_solid`], [`Plane::cast_ellipsoid`] |
//! | Is a point inside a polygon? | convex: [`point_in_convex_polygon`]; any: [`point_in_polygon`] |
//! | Where does a ray meet a triangle or polygon? | no holes: [`segment_polygon`]; with weights: [`ray_triangle`] |
//! | What is closest to a point? | [`closest_on_segment`], [`closest_on_perimeter`], [`closest_on_polygon`] |
//! | Which point of an ellipsoid touches first? How far does it reach? | [`Ellipsoid::support`], [`Ellipsoid::half_width`] |
//! | Where does a line go in and out of an ellipsoid? | [`Ellipsoid::intersect_line`] |
//! | Which polygons could a motion touch? | [`Ellipsoid::swept_bounds`], [`Aabb::overlaps_polygon`], [`Aabb::clip_polygon`] |
//! | Where is this on the triangle? | [`Frame`] |
//! | How does it bounce? | [`reflect`] |
//! | How large, facing where, with its middle where? | [`polygon_area`], [`polygon_normal`], [`polygon_centroid`] |
//!
//! Kept to be compared with: [`point_in_convex_polygon_by_angles`] and [`ray_triangle_in_plane`].
//! To ask a whole level, use [`World`](crate::World); its moves and casts do not use the functions
//! that only answer for one polygon.
//!
//! # Conventions
//!
//! - Places, directions and sizes go in as f32 and come out as f32, rounded once. Everything
//!   between is f64, and so is every other number that comes out: a fraction rounded to f32 would
//!   move the end of a long ray.
//! - Metres. Directions and normals may have any length but zero; fractions count in lengths of the
//!   motion given.
//! - Corners run counter-clockwise seen from the front. They are exact f32 places, not indices.
//! - No function panics, and none gives NaN: what a degenerate polygon, a zero direction, or a
//!   number that is not finite gives is said with each.
//! - Only + - * / and square roots, so the same bits on every machine
//!   ([`point_in_convex_polygon_by_angles`] excepted).

pub(crate) mod aabb;
mod clip;
mod closest;
pub(crate) mod convex;
pub(crate) mod elementary;
mod ellipsoid;
mod feature;
mod frame;
mod inside;
mod measure;
pub(crate) mod morton;
mod plane;
mod plane_cast;
pub(crate) mod polygon;
pub(crate) mod ray;
mod ray_triangle;
mod reflect;
mod rotation;
mod sides;
pub(crate) mod wide;

pub use aabb::Aabb;
pub(crate) use aabb::{finite, is_in_range};
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
