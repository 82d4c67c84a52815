//! The space in which a shape is swept: relative to the start of the move, and scaled so that the
//! shape is a ball.
//!
//! An ellipsoid has radii R and axes Q, and is inflated by the skin s. The map y = diag(k / (R_i +
//! s)) Q^T (x - origin) turns it into a ball of radius k = min(R_i + s). The map lengthens no
//! vector. A sphere or point keeps world metres.
//!
//! A capsule keeps world metres too. Its core, a segment, is subtracted from every polygon: the
//! capsule touches a polygon exactly if its centre is within the radius of the difference (see
//! [`crate::narrow_phase::Obstacle`]). So the moving shape is a ball again.
//!
//! The bare shape, without its skin, is an ellipsoid in this space. Its support along a unit
//! direction n of the space is k |diag(R_i / (R_i + s)) n|.

use glam::{DMat3, DVec3, Quat};

use super::{Form, Shape};
use crate::cull::{Axes, Rotated, Scaled, Zone};
use crate::geometry::{Aabb, rotation_matrix};
use crate::tolerance::{LARGEST_ASPECT, MAX_COORDINATE};

/// Minimum ratio of the smallest to the largest half length of an ellipsoid for which a query uses
/// a round zone instead of the bounding box.
const ROUNDISH: f64 = 0.25;

/// The map between the world and the space of a shape at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    /// The centre of the mover at the start of the move, in world space.
    pub(crate) origin: DVec3,
    /// The radius of the inflated shape, which is a ball in this space, in units of this space.
    pub(crate) radius: f64,
    /// Half the size of the inflated shape's bounding box, in world metres.
    pub(crate) half_extents: DVec3,
    /// k R_i / (R_i + s) along each axis: the half lengths of the bare shape in this space.
    bare: DVec3,
    /// `None` for a point, a sphere or a capsule, which keep world metres.
    stretch: Option<Stretch>,
    /// Half the core of a capsule, from its centre to one end.
    core: Option<DVec3>,
}

#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// `None` for an ellipsoid along the axes of the world, the usual case. Skipping the identity
    /// rotation gives bit-identical results except for the sign of zeros.
    turn: Option<Turn>,
    /// k / (R_i + s), at most 1.
    scale: DVec3,
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    /// Q: its columns are the axes of the ellipsoid in the world.
    axes: DMat3,
    /// Q^T.
    world_to_axes: DMat3,
}

impl Turn {
    /// Returns `None` if the quaternion is not a rotation, and `Some(None)` for the identity.
    #[inline(always)]
    fn of(rotation: Quat) -> Option<Option<Self>> {
        if rotation == Quat::IDENTITY {
            return Some(None);
        }
        let axes = rotation_matrix(rotation.to_array().map(f64::from))?;
        Some(Some(Self { axes, world_to_axes: axes.transpose() }))
    }

    // Not inlined: otherwise the compiler rotates the vectors of a ball too, and then discards the
    // results. The parameters are scalars, because a vector argument would be stored in memory, for
    // balls too.

    #[inline(never)]
    fn turned(&self, x: f64, y: f64, z: f64) -> DVec3 {
        self.world_to_axes.mul_vec3(DVec3::new(x, y, z))
    }

    #[inline(never)]
    fn turned_back(&self, x: f64, y: f64, z: f64) -> DVec3 {
        self.axes.mul_vec3(DVec3::new(x, y, z))
    }
}

impl Stretch {
    /// Maps a world vector into the space.
    #[inline(always)]
    fn stretched(&self, v: DVec3) -> DVec3 {
        match &self.turn {
            None => v * self.scale,
            Some(turn) => turn.turned(v.x, v.y, v.z) * self.scale,
        }
    }

    /// Returns the components of a world vector along the axes of the ellipsoid.
    fn seen_along_axes(&self, v: DVec3) -> DVec3 {
        self.turn.as_ref().map_or(v, |turn| turn.turned(v.x, v.y, v.z))
    }

    /// Maps a vector back to the world, without undoing the scale.
    #[inline(always)]
    fn turned_back(&self, v: DVec3) -> DVec3 {
        match &self.turn {
            None => v,
            Some(turn) => turn.turned_back(v.x, v.y, v.z),
        }
    }
}

impl Space {
    /// Returns `None` if a radius is not finite, not above 0 or out of range, if the radii differ
    /// by more than [`LARGEST_ASPECT`], or if the rotation is invalid.
    #[inline(always)]
    pub(crate) fn new(shape: &Shape, origin: DVec3, skin: f64) -> Option<Self> {
        match shape.form() {
            Form::Point => Some(Self::ball(origin, 0.0, skin)),
            Form::Sphere { radius } => is_length(radius).then(|| Self::ball(origin, f64::from(radius), skin)),
            Form::Ellipsoid { radii, rotation } => {
                let is_slim = radii.max_element() > LARGEST_ASPECT * radii.min_element();
                if is_slim || !radii.to_array().into_iter().all(is_length) {
                    return None;
                }
                let turn = Turn::of(rotation)?;
                let bare = radii.as_dvec3();
                let full = bare + skin;
                let radius = full.min_element();
                let scale = DVec3::splat(radius) / full;
                let half = |row: DVec3| (row * full).length();
                let half_extents = turn.as_ref().map_or(full, |Turn { axes, .. }| {
                    DVec3::new(half(axes.row(0)), half(axes.row(1)), half(axes.row(2)))
                });
                let stretch = Some(Stretch { turn, scale });
                Some(Self { origin, radius, half_extents, bare: bare * scale, stretch, core: None })
            }
            Form::Capsule { radius, height, rotation } => {
                Self::capsule(origin, radius, height, rotation, skin)
            }
        }
    }

    #[inline(never)]
    fn capsule(origin: DVec3, radius: f32, height: f32, rotation: Quat, skin: f64) -> Option<Self> {
        // With a radius of 0, the capsule is a segment.
        if !(is_length(height) && (radius == 0.0 || is_length(radius)) && height >= 2.0 * radius) {
            return None;
        }
        let half = 0.5 * f64::from(height) - f64::from(radius);
        let core = Turn::of(rotation)?.map_or(DVec3::Y, |turn| turn.axes.y_axis) * half;
        let ball = Self::ball(origin, radius.into(), skin);
        Some(Self {
            half_extents: ball.half_extents + core.abs(),
            core: (half > 0.0).then_some(core),
            ..ball
        })
    }

    #[inline(always)]
    pub(crate) fn ball(origin: DVec3, bare: f64, skin: f64) -> Self {
        let radius = bare + skin;
        Self {
            origin,
            radius,
            half_extents: DVec3::splat(radius),
            bare: DVec3::splat(bare),
            stretch: None,
            core: None,
        }
    }

    /// Returns half the core of a capsule, from its centre to one end; `None` for other shapes.
    pub(crate) fn core(&self) -> Option<DVec3> {
        self.core
    }

    /// Returns the radius of a ball around the inflated shape, in units of this space.
    pub(crate) fn bounding_radius(&self) -> f64 {
        self.radius + self.core_length()
    }

    /// Returns the length of half the core, in world metres, or 0.
    pub(crate) fn core_length(&self) -> f64 {
        self.core.map_or(0.0, DVec3::length)
    }

    /// Maps a world vector, or a point relative to the origin, into this space.
    #[inline(always)]
    pub(crate) fn unit_from_world(&self, v: DVec3) -> DVec3 {
        match &self.stretch {
            None => v,
            Some(s) => s.stretched(v),
        }
    }

    /// Maps a vector, or a point relative to the origin, from this space back to the world.
    #[inline(always)]
    pub(crate) fn world_from_unit(&self, v: DVec3) -> DVec3 {
        match &self.stretch {
            None => v,
            Some(s) => s.turned_back(v / s.scale),
        }
    }

    /// Returns the position in the world of a point of this space.
    #[inline(always)]
    pub(crate) fn position_of(&self, point: DVec3) -> DVec3 {
        self.origin + self.world_from_unit(point)
    }

    /// Returns the axes of the world in this space, or `None` if the space has the axes of the
    /// world.
    pub(crate) fn axes(&self) -> Option<Axes> {
        self.stretch.as_ref().map(|s| match &s.turn {
            None => Axes::Scaled(Scaled(s.scale.as_vec3())),
            Some(turn) => {
                let axes = turn.world_to_axes;
                let seen = |axis: DVec3| (axis * s.scale).as_vec3();
                Axes::Rotated(Rotated([seen(axes.x_axis), seen(axes.y_axis), seen(axes.z_axis)]))
            }
        })
    }

    /// Returns the zone that the shape can occupy while its centre is within `radius` of `center`.
    /// `bounds` is the bounding box of that zone. Rotated shapes use the box. Flat or thin shapes
    /// also use the box, because their round zone would be larger.
    #[inline(always)]
    pub(crate) fn zone(&self, bounds: Aabb, center: DVec3, radius: f64) -> Zone {
        let is_round = self.core.is_none()
            && self.stretch.as_ref().is_none_or(|s| s.turn.is_none() && s.scale.min_element() >= ROUNDISH);
        if is_round { Zone::round(bounds, center, self.half_extents, radius) } else { bounds.into() }
    }

    /// Converts a plane with the unit normal `n` in this space. Returns its unit normal in the
    /// world, and the world metres along it that correspond to one unit of distance in this space.
    pub(crate) fn world_normal(&self, n: DVec3) -> (DVec3, f64) {
        match &self.stretch {
            None => (n, 1.0),
            Some(s) => {
                let m = s.turned_back(n * s.scale);
                let length = m.length();
                (m / length, 1.0 / length)
            }
        }
    }

    /// Returns the support of the bare shape along the unit normal `n` of this space.
    pub(crate) fn bare_radius(&self, n: DVec3) -> f64 {
        if self.stretch.is_none() { self.bare.x } else { (self.bare * n).length() }
    }

    /// Returns the support of the bare shape along a unit vector of the world, in world metres: the
    /// largest extent of the shape from its centre along it.
    pub(crate) fn bare_support(&self, n: DVec3) -> f64 {
        self.support(self.bare, n)
    }

    /// Returns the point of the bare shape, from its centre, that is furthest along a unit vector
    /// of the world.
    pub(crate) fn bare_support_point(&self, n: DVec3) -> DVec3 {
        match (&self.stretch, self.core) {
            (Some(s), _) => {
                let y = s.seen_along_axes(n) * self.bare / s.scale;
                self.world_from_unit(self.bare * y / y.length())
            }
            (None, core) => {
                n * self.bare.x + core.map_or(DVec3::ZERO, |c| if c.dot(n) < 0.0 { -c } else { c })
            }
        }
    }

    /// Returns the support of the inflated shape along a unit vector of the world, in world metres.
    pub(crate) fn inflated_support(&self, n: DVec3) -> f64 {
        self.support(DVec3::splat(self.radius), n)
    }

    /// Returns the support of a shape with these half lengths along the axes of this space.
    fn support(&self, half: DVec3, n: DVec3) -> f64 {
        match (&self.stretch, self.core) {
            (Some(s), _) => (s.seen_along_axes(n) * half / s.scale).length(),
            (None, core) => half.x * n.length() + core.map_or(0.0, |core| core.dot(n).abs()),
        }
    }

    /// Returns the radius of the bare shape around its core, if the space is round.
    pub(crate) fn radius_of_bare_ball(&self) -> f64 {
        self.bare.x
    }

    /// Returns the half lengths of the bare shape along the axes of this space. A capsule counts as
    /// the ball around its core.
    pub(crate) fn bare_half_lengths(&self) -> DVec3 {
        self.bare
    }

    /// Converts the distance `d` to a plane with the unit normal `n` into skins: 0 if the bare
    /// shape touches it, 1 at one skin away.
    pub(crate) fn skins(&self, d: f64, n: DVec3) -> f64 {
        let bare = self.bare_radius(n);
        (d - bare) / (self.radius - bare)
    }

    /// Converts skins to a distance: the inverse of [`Space::skins`].
    pub(crate) fn distance_at(&self, skins: f64, n: DVec3) -> f64 {
        let bare = self.bare_radius(n);
        bare + skins * (self.radius - bare)
    }

    /// Returns true for a point, a sphere or a capsule, whose space has world metres.
    pub(crate) fn is_round(&self) -> bool {
        self.stretch.is_none()
    }

    /// Returns the largest radius of curvature of the inflated shape, in world metres.
    pub(crate) fn flattest(&self) -> f64 {
        match &self.stretch {
            None => self.radius,
            Some(s) => {
                let longest = self.radius / s.scale.min_element();
                longest * longest / self.radius
            }
        }
    }

    /// Returns the largest ratio of a point's distance from the shape to its gap along the normal
    /// of the separating plane. The ratio is (q + 1 / q) / 2 for an ellipsoid whose largest half
    /// length is q times its smallest.
    pub(crate) fn stretch_of_gaps(&self) -> f64 {
        self.stretch.as_ref().map_or(1.0, |s| {
            let q = s.scale.max_element() / s.scale.min_element();
            0.5 * (q + 1.0 / q)
        })
    }

    /// Returns the largest factor by which a vector is longer in the world than in this space: the
    /// ratio of the largest half length to the smallest. The rotation into the axes of the shape
    /// rounds at the world length, before the scaling.
    pub(crate) fn squeeze(&self) -> f64 {
        self.stretch.as_ref().map_or(1.0, |s| 1.0 / s.scale.min_element())
    }

    /// Returns the smallest gap, in world metres along any normal, between the bare shape and the
    /// shape inflated by `skin`. The gap is skin 2 sqrt(a b) / (a + b) for an ellipsoid whose
    /// smallest and largest half lengths are a and b.
    pub(crate) fn thinnest(&self, skin: f64) -> f64 {
        match &self.stretch {
            None => skin,
            Some(s) => {
                // a / b, since the scale of an axis is inversely proportional to its length.
                let ratio = s.scale.min_element() / s.scale.max_element();
                skin * 2.0 * ratio.sqrt() / (1.0 + ratio)
            }
        }
    }

    /// Returns the support matrix S in the world of the shape inflated to a ball of this radius in
    /// its space. The support h along m satisfies h(m)^2 = m . S m.
    pub(crate) fn support_matrix(&self, radius: f64) -> DMat3 {
        self.along_axes(radius, |full| full * full)
    }

    /// Returns the matrix Q of the inflated shape in the world, for which y . Q y = 1 on its
    /// surface. It is the inverse of the support matrix.
    pub(crate) fn quadric(&self) -> DMat3 {
        self.along_axes(self.radius, |full| (full * full).recip())
    }

    fn along_axes(&self, radius: f64, of_half_lengths: impl Fn(DVec3) -> DVec3) -> DMat3 {
        match &self.stretch {
            None => DMat3::from_diagonal(of_half_lengths(DVec3::splat(radius))),
            Some(s) => {
                let along = DMat3::from_diagonal(of_half_lengths(DVec3::splat(radius) / s.scale));
                s.turn.as_ref().map_or(along, |turn| turn.axes.mul_mat3(&along).mul_mat3(&turn.world_to_axes))
            }
        }
    }
}

fn is_length(r: f32) -> bool {
    // Denormal lengths would lose precision in the scaled space.
    (f32::MIN_POSITIVE..=MAX_COORDINATE).contains(&r)
}

#[cfg(test)]
mod tests;
