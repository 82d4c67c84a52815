//! Lamps and suns, and their appearance from a position.

use sidle::Vec3;

/// Distance of a sun, as a multiple of the size of the level. Its rays are parallel within a 1000th
/// of the offset of a texel.
const FAR: f32 = 4.0;

/// A spherical light.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Light {
    /// The argument as written.
    pub(crate) text: String,
    kind: Kind,
    brightness: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Lamp {
        centre: Vec3,
        radius: f32,
    },
    /// Unit direction towards the sun, and the tangent of half its angular diameter.
    Sun {
        towards: Vec3,
        spread: f32,
    },
}

/// A light as seen from a position: a disc that faces the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    /// Centre of the disc.
    pub(crate) centre: Vec3,
    /// Two axes across the disc, with the length of its radius; zero for a point.
    pub(crate) axes: [Vec3; 2],
    /// Unobstructed light on a surface that faces the light.
    pub(crate) full: f32,
}

impl Light {
    /// Creates a lamp that gives `brightness` at one metre and a quarter of it at two metres.
    pub(crate) fn lamp(text: &str, centre: Vec3, radius: f32, brightness: f32) -> Self {
        Self { text: text.to_owned(), kind: Kind::Lamp { centre, radius }, brightness }
    }

    /// Creates a sun. Returns `None` if `towards` has no direction.
    pub(crate) fn sun(text: &str, towards: Vec3, degrees: f32, brightness: f32) -> Option<Self> {
        let towards = towards.as_dvec3().normalize_or_zero().as_vec3();
        let spread = (degrees / 2.0).to_radians().tan();
        (towards != Vec3::ZERO).then(|| Self {
            text: text.to_owned(),
            kind: Kind::Sun { towards, spread },
            brightness,
        })
    }

    /// Returns the centre and the radius of a lamp, or `None` for a sun.
    pub(crate) fn lamp_at(&self) -> Option<(Vec3, f32)> {
        match self.kind {
            Kind::Lamp { centre, radius } => Some((centre, radius)),
            Kind::Sun { .. } => None,
        }
    }

    /// Returns true if the light has a size and so casts soft shadows.
    pub(crate) fn is_ball(&self) -> bool {
        match self.kind {
            Kind::Lamp { radius, .. } => radius > 0.0,
            Kind::Sun { spread, .. } => spread > 0.0,
        }
    }

    /// Returns true if a part of the light is in front of a plane.
    pub(crate) fn is_before(&self, point: Vec3, normal: Vec3) -> bool {
        match self.kind {
            Kind::Lamp { centre, radius } => normal.dot(centre - point) > -radius,
            Kind::Sun { towards, spread } => normal.dot(towards) > -spread,
        }
    }

    /// Returns the disc seen from `place`, in a level that is `extent` metres large. The light of a
    /// lamp decreases with the square of the distance from its centre. Inside the lamp, it is the
    /// light at the surface. Returns `None` exactly at the centre, which has no direction.
    pub(crate) fn seen_from(&self, place: Vec3, extent: f32) -> Option<Disc> {
        let (centre, radius, full) = match self.kind {
            Kind::Lamp { centre, radius } => {
                let square = (centre - place).length_squared().max(radius * radius);
                (centre, radius, self.brightness / square)
            }
            Kind::Sun { towards, spread } => {
                let way = towards * (extent * FAR);
                (place + way, spread * extent * FAR, self.brightness)
            }
        };
        let towards = (centre - place).as_dvec3().normalize_or_zero().as_vec3();
        if towards == Vec3::ZERO || !full.is_finite() {
            return None;
        }
        let (a, b) = towards.any_orthonormal_pair();
        Some(Disc { centre, axes: [a * radius, b * radius], full })
    }
}

#[cfg(test)]
mod tests {
    use super::Light;
    use sidle::Vec3;

    #[test]
    fn m14_light_falls_with_the_square_of_the_distance() {
        let lamp = Light::lamp("", Vec3::new(0.0, 3.0, 0.0), 0.5, 90.0);
        let at = |y: f32| lamp.seen_from(Vec3::Y * y, 10.0).unwrap();
        assert_eq!((at(0.0).full, at(-3.0).full, at(2.9).full), (10.0, 2.5, 360.0));
        assert!((at(0.0).axes[0].length() - 0.5).abs() < 1e-6 && at(0.0).axes[0].y.abs() < 1e-6);
        assert!(lamp.seen_from(Vec3::Y * 3.0, 10.0).is_none());
        assert!(lamp.is_before(Vec3::ZERO, Vec3::Y) && !lamp.is_before(Vec3::ZERO, Vec3::NEG_Y));
        assert!(lamp.is_before(Vec3::Y * 3.4, Vec3::Y) && !lamp.is_before(Vec3::Y * 3.6, Vec3::Y));
    }

    #[test]
    fn m14_a_sun_is_equally_bright_everywhere() {
        let sun = Light::sun("", Vec3::new(0.0, 2.0, 0.0), 10.0, 1.5).unwrap();
        for place in [Vec3::ZERO, Vec3::new(50.0, 9.0, -70.0)] {
            let disc = sun.seen_from(place, 100.0).unwrap();
            assert_eq!((disc.full, disc.centre), (1.5, place + Vec3::Y * 400.0));
            let width = (disc.axes[0].length() / 400.0).atan().to_degrees() * 2.0;
            assert!((width - 10.0).abs() < 1e-3, "{width}");
        }
        assert_eq!(Light::sun("", Vec3::ZERO, 1.0, 1.0), None);
    }
}
