//! The space a shape is swept in: relative to the start of the move, and scaled so that the shape
//! is a ball.
//!
//! An ellipsoid with radii R and axes Q, inflated by the skin s, becomes a ball of radius k =
//! min(R_i + s) under y = diag(k / (R_i + s)) Q^T (x - origin). No length grows under this map. A
//! sphere or point keeps world metres. The bare shape, without its skin, is in every direction n of
//! that space an ellipsoid of support k |diag(R_i / (R_i + s)) n|.

use glam::{DMat3, DVec3, Quat, Vec3};

use super::{Form, Shape};
use crate::cull::{Axes, Rotated, Scaled, Zone};
use crate::geometry::{Aabb, rotation_matrix};
use crate::tolerance::MAX_COORDINATE;

/// The smallest half length of an ellipsoid by its largest, from which on something round is asked
/// for in the place of its box.
const ROUNDISH: f64 = 0.25;

/// The map between the world and the space of a shape at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    /// The centre of the mover where the move starts, in world space.
    pub(crate) origin: DVec3,
    /// The radius of the ball that the inflated shape is, in the units of this space.
    pub(crate) radius: f64,
    /// Half the size of the inflated shape's box in the world.
    pub(crate) half_extents: DVec3,
    /// k R_i / (R_i + s) along each axis: the half lengths of the bare shape in this space.
    bare: DVec3,
    /// Absent for a ball: world metres serve.
    stretch: Option<Stretch>,
}

#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// Absent for an ellipsoid along the axes of the world, as most are: what a turn by nothing
    /// does is left out, with the same bits but for the sign of zeros.
    turn: Option<Turn>,
    /// k / (R_i + s), at most 1.
    scale: DVec3,
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    /// Q: columns are the axes of the ellipsoid in the world.
    axes: DMat3,
    /// Q^T.
    world_to_axes: DMat3,
}

impl Turn {
    /// None where that is no rotation; the inner None where it turns nothing.
    #[inline(always)]
    fn of(rotation: Quat) -> Option<Option<Self>> {
        if rotation == Quat::IDENTITY {
            return Some(None);
        }
        let axes = rotation_matrix(rotation.to_array().map(f64::from))?;
        Some(Some(Self { axes, world_to_axes: axes.transpose() }))
    }

    // Not inlined: a ball would have its vectors turned by nothing in particular, and then take
    // those that were not. Numbers, since a vector would have to lie in memory, for balls too.

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
    /// Into the space.
    #[inline(always)]
    fn stretched(&self, v: DVec3) -> DVec3 {
        match &self.turn {
            None => v * self.scale,
            Some(turn) => turn.turned(v.x, v.y, v.z) * self.scale,
        }
    }

    /// Back, but for the scale.
    #[inline(always)]
    fn turned_back(&self, v: DVec3) -> DVec3 {
        match &self.turn {
            None => v,
            Some(turn) => turn.turned_back(v.x, v.y, v.z),
        }
    }
}

impl Space {
    /// None when the shape has no size: a radius or rotation that is not finite, not above 0, or
    /// out of range.
    #[inline(always)]
    pub(crate) fn new(shape: &Shape, origin: Vec3, skin: f64) -> Option<Self> {
        let origin = origin.as_dvec3();
        match shape.form() {
            Form::Point => Some(Self::ball(origin, 0.0, skin)),
            Form::Sphere { radius } => is_length(radius).then(|| Self::ball(origin, f64::from(radius), skin)),
            Form::Ellipsoid { radii, rotation } => {
                if !radii.to_array().into_iter().all(is_length) {
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
                Some(Self { origin, radius, half_extents, bare: bare * scale, stretch })
            }
        }
    }

    #[inline(always)]
    fn ball(origin: DVec3, bare: f64, skin: f64) -> Self {
        let radius = bare + skin;
        Self { origin, radius, half_extents: DVec3::splat(radius), bare: DVec3::splat(bare), stretch: None }
    }

    /// A world vector, or a point relative to the origin, in this space.
    #[inline(always)]
    pub(crate) fn unit_from_world(&self, v: DVec3) -> DVec3 {
        match &self.stretch {
            None => v,
            Some(s) => s.stretched(v),
        }
    }

    /// Back from this space: a vector, or a point relative to the origin.
    #[inline(always)]
    pub(crate) fn world_from_unit(&self, v: DVec3) -> DVec3 {
        match &self.stretch {
            None => v,
            Some(s) => s.turned_back(v / s.scale),
        }
    }

    /// The axes of the world as they appear here; None where they are the same.
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

    /// Where the shape can be while its centre is that near to a place; `bounds`: the box round it.
    /// What is turned, and what is so flat or thin that something round would hold more than the
    /// box, is given the box.
    #[inline(always)]
    pub(crate) fn zone(&self, bounds: Aabb, center: DVec3, radius: f64) -> Zone {
        let is_round =
            self.stretch.as_ref().is_none_or(|s| s.turn.is_none() && s.scale.min_element() >= ROUNDISH);
        if is_round { Zone::round(bounds, center, self.half_extents, radius) } else { bounds.into() }
    }

    /// The unit normal in the world of a plane with the unit normal `n` here, and how many world
    /// metres along it one unit of distance to that plane is.
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

    /// How far the bare shape reaches along the unit normal `n` of this space.
    pub(crate) fn bare_radius(&self, n: DVec3) -> f64 {
        if self.stretch.is_none() { self.bare.x } else { (self.bare * n).length() }
    }

    /// The half lengths of the bare shape along the axes of this space.
    pub(crate) fn bare_half_lengths(&self) -> DVec3 {
        self.bare
    }

    /// The distance `d` to a plane with the unit normal `n`, counted in skins: 0 touching at the
    /// bare size, 1 a skin away.
    pub(crate) fn skins(&self, d: f64, n: DVec3) -> f64 {
        let bare = self.bare_radius(n);
        (d - bare) / (self.radius - bare)
    }

    /// The inverse of [`Space::skins`].
    pub(crate) fn distance_at(&self, skins: f64, n: DVec3) -> f64 {
        let bare = self.bare_radius(n);
        bare + skins * (self.radius - bare)
    }

    /// Whether world metres serve: a point or a sphere.
    pub(crate) fn is_round(&self) -> bool {
        self.stretch.is_none()
    }

    /// The largest radius of curvature of the inflated shape, in world metres.
    pub(crate) fn flattest(&self) -> f64 {
        match &self.stretch {
            None => self.radius,
            Some(s) => {
                let longest = self.radius / s.scale.min_element();
                longest * longest / self.radius
            }
        }
    }

    /// How much further away a point can be than the gap along the normal of the plane between it
    /// and the shape says: (q + 1 / q) / 2 for an ellipsoid whose largest half length is q times
    /// its smallest.
    pub(crate) fn stretch_of_gaps(&self) -> f64 {
        self.stretch.as_ref().map_or(1.0, |s| {
            let q = s.scale.max_element() / s.scale.min_element();
            0.5 * (q + 1.0 / q)
        })
    }

    /// How much longer than here a vector can be in the world: the largest half length by the
    /// smallest. The turn into the axes of the shape rounds at that length, before it is squeezed.
    pub(crate) fn squeeze(&self) -> f64 {
        self.stretch.as_ref().map_or(1.0, |s| 1.0 / s.scale.min_element())
    }

    /// The least gap, in world metres along any normal, that inflating by `skin` makes: skin 2
    /// sqrt(a b) / (a + b) for an ellipsoid whose smallest and largest half lengths are a and b.
    pub(crate) fn thinnest(&self, skin: f64) -> f64 {
        match &self.stretch {
            None => skin,
            Some(s) => {
                // a / b, since the scale of an axis is inverse to its length.
                let ratio = s.scale.min_element() / s.scale.max_element();
                skin * 2.0 * ratio.sqrt() / (1.0 + ratio)
            }
        }
    }

    /// The support matrix in the world of the shape inflated to a ball of this radius in its space:
    /// h(m)^2 = m . S m.
    pub(crate) fn support_matrix(&self, radius: f64) -> DMat3 {
        self.along_axes(radius, |full| full * full)
    }

    /// The matrix of the inflated shape in the world, of which y . Q y = 1 on its surface: the
    /// inverse of the other.
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
    // Below the smallest normal number a scaled world would lose its bits.
    (f32::MIN_POSITIVE..=MAX_COORDINATE).contains(&r)
}

#[cfg(test)]
mod tests {
    use sidle_scenes::SplitMix64;

    use super::*;

    fn tilted() -> Space {
        let shape =
            Shape::ellipsoid(Vec3::new(3.0, 6.0, 1.0)).with_rotation(Quat::from_xyzw(0.2, -0.4, 0.1, 1.7));
        Space::new(&shape, Vec3::new(1.0, 2.0, 3.0), 0.01).unwrap()
    }

    #[test]
    fn the_map_goes_there_and_back_and_never_lengthens() {
        let space = tilted();
        for v in [DVec3::X, DVec3::new(0.3, -4.0, 2.0), DVec3::new(1e-9, 1e3, -7.0)] {
            let there = space.unit_from_world(v);
            assert!((space.world_from_unit(there) - v).length() <= 1e-14 * v.length());
            assert!(there.length() <= v.length() * (1.0 + 1e-15));
        }
    }

    /// The naive twin turns by the identity: the same numbers, be it that a zero has another sign.
    #[test]
    fn an_ellipsoid_that_is_not_turned_is_one_turned_by_nothing() {
        let shape = Shape::ellipsoid(Vec3::new(0.3, 0.975, 0.2));
        let space = Space::new(&shape, Vec3::new(3.0, -2.0, 1.0), 0.001).unwrap();
        let scale = space.stretch.expect("it is no ball").scale;
        let turn = Some(Turn { axes: DMat3::IDENTITY, world_to_axes: DMat3::IDENTITY });
        let reference = Space { stretch: Some(Stretch { turn, scale }), ..space };
        let mut rng = SplitMix64::new(8);
        for _ in 0..1000 {
            let v = DVec3::from([0; 3].map(|_| rng.range(-1.0, 1.0) * rng.magnitude(1e-3, 9)));
            assert_eq!(space.unit_from_world(v), reference.unit_from_world(v));
            assert_eq!(space.world_from_unit(v), reference.world_from_unit(v));
            assert_eq!(space.world_normal(v.normalize()), reference.world_normal(v.normalize()));
        }
        assert_eq!(space.support_matrix(0.7), reference.support_matrix(0.7));
        assert_eq!(space.quadric(), reference.quadric());
        assert_eq!(space.half_extents, DVec3::new(0.3_f32.into(), 0.975_f32.into(), 0.2_f32.into()) + 0.001);
        let (Some(Axes::Scaled(Scaled(s))), Some(Axes::Rotated(Rotated(t)))) =
            (space.axes(), reference.axes())
        else {
            panic!("{:?}, {:?}", space.axes(), reference.axes());
        };
        assert_eq!([Vec3::X * s.x, Vec3::Y * s.y, Vec3::Z * s.z], t);
    }

    #[test]
    fn what_is_turned_or_thin_is_given_its_box() {
        let radii = Vec3::new(0.3, 0.975, 0.3);
        let turned = Shape::ellipsoid(radii).with_rotation(Quat::from_xyzw(0.1, 0.0, 0.0, 1.0));
        let is_round = |shape: &Shape| {
            let space = Space::new(shape, Vec3::ZERO, 0.001).unwrap();
            space.zone(Aabb::around(DVec3::ZERO, DVec3::splat(2.0)), DVec3::ZERO, 0.1).round.is_some()
        };
        assert!(
            is_round(&Shape::point()) && is_round(&Shape::sphere(0.4)) && is_round(&Shape::ellipsoid(radii))
        );
        assert!(!is_round(&turned) && !is_round(&Shape::ellipsoid(Vec3::new(0.3, 1.3, 0.3))));
    }

    /// algorithms N7: radii 3 and 6, n = (.6, .8): the plane is 5.126 away where the documents say
    /// 4.92.
    #[test]
    fn the_support_of_an_ellipse_is_the_right_one() {
        let space = Space::new(&Shape::ellipsoid(Vec3::new(3.0, 6.0, 1.0)), Vec3::ZERO, 0.0).unwrap();
        let n = DVec3::new(0.6, 0.8, 0.0);
        assert!((n.dot(space.support_matrix(space.radius).mul_vec3(n)).sqrt() - 5.126_402_5).abs() < 1e-6);
        // The same plane, one support away, is one radius away here.
        let support = space.support_matrix(space.radius).mul_vec3(n) / 5.126_402_247_190_518;
        assert!((space.unit_from_world(support).length() - space.radius).abs() < 1e-12);
        let (m, metres) = space.world_normal(space.unit_from_world(support).normalize());
        assert!((m - n).length() < 1e-12 && metres >= 1.0);
    }

    #[test]
    fn the_bare_shape_lies_a_skin_inside() {
        let space = tilted();
        assert!((space.skins(space.radius, DVec3::Y) - 1.0).abs() < 1e-12);
        let (_, metres) = space.world_normal(DVec3::Y);
        let gap = (space.radius - space.bare_radius(DVec3::Y)) * metres;
        assert!((gap - 0.01).abs() < 1e-9, "along an axis the gap is the skin, not {gap}");
    }

    #[test]
    fn shapes_without_size_have_no_space() {
        for r in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e30] {
            assert!(Space::new(&Shape::sphere(r), Vec3::ZERO, 0.001).is_none());
            assert!(Space::new(&Shape::ellipsoid(Vec3::new(1.0, r, 1.0)), Vec3::ZERO, 0.001).is_none());
        }
        let flat = Shape::ellipsoid(Vec3::ONE).with_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0));
        assert!(Space::new(&flat, Vec3::ZERO, 0.001).is_none());
    }
}
