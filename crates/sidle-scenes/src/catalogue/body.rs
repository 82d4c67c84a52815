//! Bodies of the catalogue.

use crate::vec3::V3;

/// The form of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// An upright capsule.
    #[default]
    Capsule,
    /// An upright ellipsoid with the half extents of the capsule.
    Ellipsoid,
    /// A sphere with the radius of the capsule.
    Sphere,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 3] = [Self::Capsule, Self::Ellipsoid, Self::Sphere];

    /// Returns the name of the form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Capsule => "capsule",
            Self::Ellipsoid => "ellipsoid",
            Self::Sphere => "sphere",
        }
    }
}

/// An upright body with a round cross-section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// The form.
    pub form: Form,
    /// Half of the width, in metres.
    pub radius: f64,
    /// Half of the height, in metres.
    pub half_height: f64,
}

impl Body {
    /// Creates a body of this form; a sphere ignores the height.
    #[must_use]
    pub fn new(form: Form, radius: f64, height: f64) -> Self {
        Self { form, radius, half_height: if form == Form::Sphere { radius } else { 0.5 * height } }
    }

    /// Returns the height in metres.
    #[must_use]
    pub fn height(&self) -> f64 {
        2.0 * self.half_height
    }

    /// Returns the extent from the centre along a unit vector, with a skin.
    #[must_use]
    pub fn reach(&self, n: V3, skin: f64) -> f64 {
        let across = (n[0] * n[0] + n[2] * n[2]).sqrt();
        match self.form {
            Form::Ellipsoid => (across * (self.radius + skin)).hypot(n[1] * (self.half_height + skin)),
            Form::Capsule | Form::Sphere => {
                self.radius + skin + (self.half_height - self.radius) * n[1].abs()
            }
        }
    }

    /// Returns the height of the feet above a plane through the point below them. The plane has the
    /// unit normal `n`, and the body touches it with its skin.
    #[must_use]
    pub fn feet_above(&self, n: V3, skin: f64) -> f64 {
        self.reach(n, skin) / n[1] - self.half_height - skin
    }

    /// Returns the horizontal distance that the axis of the body, with its skin, keeps from a
    /// vertical wall that ends at this height above the ground.
    #[must_use]
    pub fn side_at(&self, height: f64, skin: f64) -> f64 {
        let round = if self.form == Form::Ellipsoid { self.half_height } else { self.radius } + skin;
        let below = ((round - height) / round).max(0.0);
        (self.radius + skin) * (1.0 - below * below).sqrt()
    }
}
