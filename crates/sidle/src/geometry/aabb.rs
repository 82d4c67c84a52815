//! Axis-aligned bounding boxes, stored in f32 and rounded outwards.

use glam::{DVec3, Vec3};

use crate::tolerance::{MAX_COORDINATE, MAX_POSITION};

/// Returns true if a position or the motion of a move is finite and no coordinate exceeds
/// [`MAX_POSITION`].
pub(crate) fn is_in_range(v: DVec3) -> bool {
    v.is_finite() && v.abs().max_element() <= MAX_POSITION
}

/// Returns true if the motion of a cast is finite and no longer along each axis than the way
/// between two positions.
pub(crate) fn is_cast_in_range(motion: DVec3) -> bool {
    motion.is_finite() && motion.abs().max_element() <= 2.0 * MAX_POSITION
}

/// Returns true if a vertex is finite and no coordinate exceeds [`MAX_COORDINATE`].
pub(crate) fn is_vertex(v: Vec3) -> bool {
    v.is_finite() && v.abs().max_element() <= MAX_COORDINATE
}

/// Returns the distance from `x` >= 0 to the next f64.
pub(crate) fn ulp(x: f64) -> f64 {
    x.next_up() - x
}

/// Axis-aligned box from `min` to `max`, both included. The box is empty if any coordinate of `min`
/// is above that of `max`.
///
/// ```
/// use sidle::{Vec3, geometry::Aabb};
/// let unit = Aabb { min: Vec3::ZERO, max: Vec3::ONE };
/// assert!(unit.overlaps_polygon(&[Vec3::splat(0.5), Vec3::X * 9.0, Vec3::Y * 9.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Corner of the box with the smallest coordinates.
    pub min: Vec3,
    /// Corner of the box with the largest coordinates.
    pub max: Vec3,
}

impl Aabb {
    pub(crate) const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    pub(crate) fn of_points(points: impl Iterator<Item = Vec3>) -> Self {
        points.fold(Self::EMPTY, |b, p| Self { min: b.min.min(p), max: b.max.max(p) })
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns half the surface area, which the surface-area heuristic compares; 0 for an empty
    /// box.
    pub(crate) fn half_area(self) -> f32 {
        let d = (self.max - self.min).max(Vec3::ZERO);
        d.x * d.y + d.y * d.z + d.z * d.x
    }

    /// Returns the box `center` +- `half`, rounded outwards: never smaller than the exact box.
    pub(crate) fn around(center: DVec3, half: DVec3) -> Self {
        Self { min: round_down(center - half), max: round_up(center + half) }
    }

    /// Returns a box that contains `center` +- `half`, in fewer instructions than [`Aabb::around`].
    /// It is up to two units in the last place larger on each side; near 0, by the smallest normal
    /// number.
    pub(crate) fn well_around(center: DVec3, half: DVec3) -> Self {
        let spare = |f: Vec3| f.abs().min(Vec3::MAX) * f32::EPSILON + Vec3::splat(f32::MIN_POSITIVE);
        let (min, max) = ((center - half).as_vec3(), (center + half).as_vec3());
        Self { min: min - spare(min), max: max + spare(max) }
    }

    /// Returns true if this box contains all of `other`.
    pub(crate) fn contains(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() && other.max.cmple(self.max).all()
    }

    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }
}

/// Axis-aligned box in double precision, of something that stands anywhere in the world. Both
/// corners are included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WideBox {
    pub(crate) min: DVec3,
    pub(crate) max: DVec3,
}

impl WideBox {
    pub(crate) const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// Returns the box `center` +- `half`, rounded outwards.
    pub(crate) fn around(center: DVec3, half: DVec3) -> Self {
        let (min, max) = (center - half, center + half);
        Self {
            min: DVec3::new(min.x.next_down(), min.y.next_down(), min.z.next_down()),
            max: DVec3::new(max.x.next_up(), max.y.next_up(), max.z.next_up()),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns half the surface area; 0 for an empty box.
    pub(crate) fn half_area(self) -> f64 {
        let d = (self.max - self.min).max(DVec3::ZERO);
        d.x * d.y + d.y * d.z + d.z * d.x
    }

    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Returns a box in single precision that contains this one.
    pub(crate) fn rounded(self) -> Aabb {
        Aabb { min: round_down(self.min), max: round_up(self.max) }
    }
}

impl From<Aabb> for WideBox {
    fn from(b: Aabb) -> Self {
        Self { min: b.min.as_dvec3(), max: b.max.as_dvec3() }
    }
}

/// Rounds to the nearest finite f32; clamps larger values to the largest f32.
pub(crate) fn finite(x: f64) -> f32 {
    let most = f64::from(f32::MAX);
    x.clamp(-most, most) as f32
}

/// Rounds to an f32 that is never above `v`. One unit in the last place covers the rounding of the
/// f64 sum that produced `v`.
fn round_down(v: DVec3) -> Vec3 {
    let f = v.as_vec3();
    Vec3::new(f.x.next_down(), f.y.next_down(), f.z.next_down())
}

fn round_up(v: DVec3) -> Vec3 {
    let f = v.as_vec3();
    Vec3::new(f.x.next_up(), f.y.next_up(), f.z.next_up())
}
