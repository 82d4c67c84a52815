//! The settings of a character.

use glam::{DVec3, Quat, Vec3};

use super::options::{AirControl, LeaveVelocity, SlopeSpeed, SteepGround, SurfaceRules};
use crate::shape::space::Space;
use crate::shape::{Shape, ShapeKind};
use crate::tolerance;
use crate::tolerance::character::{DOWN, FURTHEST_LEDGE, LONGEST, STEEPEST, UNIT};
use crate::world::QueryFilter;

/// The settings of a character, for [`World::step_character`](crate::World::step_character). Plain
/// data; create it once and keep it.
///
/// ```
/// use sidle::{CharacterConfig, Shape};
/// let child = CharacterConfig {
///     shape: Shape::capsule(0.2, 1.1),
///     crouch_height: 0.7,
///     step_height: 0.25,
///     ..Default::default()
/// };
/// assert!(child.validate().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct CharacterConfig {
    /// The shape of the standing character if [`up`](Self::up) is +y; for another `up` it is
    /// turned. Default: a capsule of radius 0.3 m and height 1.8 m.
    pub shape: Shape,
    /// Height in metres of the crouching character, 0 or more: [`shape`](Self::shape) is shortened
    /// to this height, and gets no wider. The character cannot crouch if this is 0, if it is not
    /// below the height of the shape, or if the shape has a rotation. Default 1.0.
    pub crouch_height: f32,
    /// A shape of the crouching character that replaces the one of
    /// [`crouch_height`](Self::crouch_height). It should not be wider than [`shape`](Self::shape).
    /// Default `None`.
    pub crouch_shape: Option<Shape>,
    /// The unit vector that points up, against gravity. Default +y.
    pub up: Vec3,
    /// The steepest slope on which the character walks and stands, in radians, 0 to 1.48353
    /// (85 degrees). Smaller: the character slides off roofs and ramps. Larger: it walks up walls.
    /// Default 0.873 (50 degrees).
    pub max_slope_angle: f32,
    /// The highest step that the character climbs while it walks, in metres, 0 or more, above the
    /// ground at the foot of its riser. Whatever this height is, the round bottom of a capsule of
    /// radius r rolls over ledges up to r (1 - cos `max_slope_angle`). Default 0.4.
    pub step_height: f32,
    /// The least depth of the tread of a step, in metres, 0 or more: to a quarter of it, in the
    /// direction of the step. The character looks for a tread so far behind a wall, beyond half of
    /// its own width. Smaller: it climbs onto thin fences and posts. Default 0.02.
    pub min_step_width: f32,
    /// How far the ground may drop during one call of
    /// [`step_character`](crate::World::step_character) so that the character still stays on it, in
    /// metres, 0 or more. Smaller: the character flies off stairs and crests when it walks down.
    /// Larger: it is pulled down from ledges. Default 0.4.
    pub snap_distance: f32,
    /// Distance in metres that the character keeps from the world, as
    /// [`MoveConfig::skin_width`](crate::MoveConfig::skin_width). Default 0.001.
    pub skin_width: f32,
    /// Acceleration by gravity in m/s^2, 0 or more, in the direction opposite to [`up`](Self::up).
    /// Default 9.81.
    pub gravity: f32,
    /// Largest speed of a fall in m/s, above 0. Default 60.
    pub terminal_speed: f32,
    /// Height of a full jump in metres, 0 or more. With a height or a gravity of 0 the character
    /// cannot jump. Default 1.2.
    pub jump_height: f32,
    /// Factor 0..=1 by which the upward speed is multiplied when the jump button is released while
    /// the character rises ([`CharacterInput::jump_held`](crate::CharacterInput::jump_held)). With
    /// 1, every jump reaches its full height. Default 0.5.
    pub jump_cut: f32,
    /// Time in seconds after leaving the ground in which a jump still works. Default 0.1.
    pub coyote_time: f32,
    /// Time in seconds for which a press of the jump button in the air is remembered. If the
    /// character lands within this time, it jumps in the next step. Default 0.1.
    pub jump_buffer: f32,
    /// Acceleration of the horizontal velocity towards the desired one on the ground, in m/s^2, or
    /// `None` to take the desired velocity at once. Default `None`.
    pub ground_acceleration: Option<f32>,
    /// Acceleration of the horizontal velocity towards the desired one in the air, in m/s^2, 0 or
    /// more. Default 15.
    pub air_acceleration: f32,
    /// How the character is steered in the air. Default [`AirControl::Approach`].
    pub air_control: AirControl,
    /// How the speed of the character depends on the slope. Default [`SlopeSpeed::AlongGround`].
    pub slope_speed: SlopeSpeed,
    /// How much of the velocity of a moving instance the character keeps when it jumps or walks off
    /// the instance. Default [`LeaveVelocity::Add`].
    pub leave_velocity: LeaveVelocity,
    /// Largest speed in m/s at which moving instances push the character, 0 or more: see
    /// [`CarryConfig::max_push_speed`](crate::CarryConfig::max_push_speed). Default 30.
    pub max_push_speed: f32,
    /// Mass of the character in kilograms, above 0. Only the impulse of
    /// [`CharacterReport::push`](crate::CharacterReport::push) depends on it. Default 80.
    pub mass: f32,
    /// Largest mass in kilograms of an instance that the character pushes, 0 or more. Default 200.
    pub max_push_mass: f32,
    /// Largest force in newtons with which the character pushes an instance that has a mass, 0 to
    /// 10,000: see [`Push::impulse`](crate::Push::impulse). Default 500.
    pub max_push_force: f32,
    /// The behaviour on ground that is steeper than [`max_slope_angle`](Self::max_slope_angle).
    /// Default [`SteepGround::Slide`].
    pub steep_ground: SteepGround,
    /// Time in seconds in which [`CharacterState::step_offset`](crate::CharacterState::step_offset)
    /// falls to 1/e of its value. Default 0.06.
    pub step_smoothing: f32,
    /// Largest horizontal distance in metres between the axis of the body and the edge of a ledge
    /// that holds it, or `None` for no limit. Smaller: the character slips off ledges sooner.
    /// Default `None`.
    pub perch_radius: Option<f32>,
    /// Distance in metres up to which [`CharacterReport::ledge`](crate::CharacterReport::ledge)
    /// looks for a ledge ahead (a place where the ground drops), 0 to 50. It casts ten rays in each
    /// metre. With 0, the default, no ledge is reported.
    pub ledge_distance: f32,
    /// True if a character that crouches does not walk off ledges, where the ground drops. Default
    /// false.
    pub crouch_stays_on_ledges: bool,
    /// Acceleration in m/s^2 with which the velocity changes on ground of a
    /// [`slippery`](SurfaceRules::slippery) layer, 0 or more. Smaller: the character slides
    /// further. Default 3.
    pub slippery_acceleration: f32,
    /// Rules for the surfaces of some layers, such as ice, triggers, and surfaces that are never
    /// ground. Default: no layer has a rule.
    pub rules: SurfaceRules,
    /// Filter for the surfaces that the character collides with. Default [`QueryFilter::ALL`].
    pub filter: QueryFilter,
    /// True to record the path of the centre of the body for
    /// [`Scratch::path`](crate::Scratch::path). Default false.
    pub record_path: bool,
}

impl Default for CharacterConfig {
    fn default() -> Self {
        Self {
            shape: Shape::capsule(0.3, 1.8),
            crouch_height: 1.0,
            crouch_shape: None,
            up: Vec3::Y,
            max_slope_angle: 0.872_664_6,
            step_height: 0.4,
            min_step_width: 0.02,
            snap_distance: 0.4,
            skin_width: tolerance::DEFAULT_SKIN,
            gravity: 9.81,
            terminal_speed: 60.0,
            jump_height: 1.2,
            jump_cut: 0.5,
            coyote_time: 0.1,
            jump_buffer: 0.1,
            ground_acceleration: None,
            air_acceleration: 15.0,
            air_control: AirControl::Approach,
            slope_speed: SlopeSpeed::AlongGround,
            leave_velocity: LeaveVelocity::Add,
            max_push_speed: 30.0,
            mass: 80.0,
            max_push_mass: 200.0,
            max_push_force: 500.0,
            steep_ground: SteepGround::Slide,
            step_smoothing: 0.06,
            perch_radius: None,
            ledge_distance: 0.0,
            crouch_stays_on_ledges: false,
            slippery_acceleration: 3.0,
            rules: SurfaceRules::default(),
            filter: QueryFilter::ALL,
            record_path: false,
        }
    }
}

/// A setting of a character that is out of its range.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CharacterConfigError {
    /// The name of the field.
    pub field: &'static str,
    /// The range in which the field must be, as text.
    pub range: &'static str,
    /// The value that is out of the range, as text.
    pub value: String,
}

impl std::fmt::Display for CharacterConfigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CharacterConfig::{} is {}, but must be {}", self.field, self.value, self.range)
    }
}

impl std::error::Error for CharacterConfigError {}

impl CharacterConfig {
    /// Checks that every setting is in its range. Call it once after loading or editing the
    /// settings.
    ///
    /// # Errors
    ///
    /// Returns the first field that is out of its range, with the range and the value.
    ///
    /// ```
    /// use sidle::CharacterConfig;
    /// let wrong = CharacterConfig { max_slope_angle: 50.0, ..Default::default() };
    /// let error = wrong.validate().unwrap_err();
    /// assert_eq!(error.field, "max_slope_angle");
    /// let text = "CharacterConfig::max_slope_angle is 50, but must be 0 to 1.48353 radians";
    /// assert_eq!(error.to_string(), text);
    /// ```
    pub fn validate(&self) -> Result<(), CharacterConfigError> {
        let error = |field, range, value| Err(CharacterConfigError { field, range, value });
        if let Some((field, range, _, x)) = self.numbers().into_iter().find(|number| !number.2) {
            return error(field, range, x.to_string());
        }
        match self.others().into_iter().find(|other| !other.2) {
            Some((field, range, _, value)) => error(field, range, format!("{value:?}")),
            None => Ok(()),
        }
    }

    /// Returns the shape of a character that stands or crouches, turned with [`up`](Self::up). Its
    /// position in the world is [`CharacterState::centre`](crate::CharacterState::centre).
    ///
    /// ```
    /// use sidle::{CharacterConfig, Shape};
    /// let config = CharacterConfig::default();
    /// assert_eq!(config.posture(false), Shape::capsule(0.3, 1.8));
    /// assert_eq!(config.posture(true), Shape::capsule(0.3, 1.0));
    /// ```
    #[must_use]
    pub fn posture(&self, crouches: bool) -> Shape {
        self.posture_along(self.up, crouches)
    }

    /// Returns the shape of a character with this upward direction.
    pub(super) fn posture_along(&self, up: Vec3, crouches: bool) -> Shape {
        let crouched = if crouches { self.crouched() } else { None };
        let shape = crouched.unwrap_or_else(|| self.shape.clone());
        if up == Vec3::Y {
            return shape;
        }
        let turn = if up.y < DOWN {
            Quat::from_xyzw(1.0, 0.0, 0.0, 0.0)
        } else {
            // The shortest rotation from +y to `up`, of any length.
            Quat::from_xyzw(up.z, 0.0, -up.x, 1.0 + up.y)
        };
        let rotation = turn * shape.rotation();
        shape.with_rotation(rotation)
    }

    /// Returns true if the character has a shape to crouch in.
    pub(super) fn can_crouch(&self) -> bool {
        self.crouched().is_some()
    }

    fn crouched(&self) -> Option<Shape> {
        if self.crouch_shape.is_some() {
            return self.crouch_shape.clone();
        }
        let height = self.crouch_height;
        if height <= 0.0 || self.shape.rotation() != Quat::IDENTITY {
            return None;
        }
        match self.shape.kind() {
            ShapeKind::Capsule { radius, height: full } if height < full => {
                Some(Shape::capsule(radius.min(0.5 * height), height))
            }
            ShapeKind::Ellipsoid { radii } if height < 2.0 * radii.y => {
                Some(Shape::ellipsoid(radii.with_y(0.5 * height)))
            }
            ShapeKind::Sphere { radius } if height < 2.0 * radius => Some(Shape::sphere(0.5 * height)),
            _ => None,
        }
    }

    /// Returns true if [`validate`](Self::validate) succeeds. Allocates nothing.
    pub(super) fn is_valid(&self) -> bool {
        self.numbers().into_iter().all(|number| number.2) && self.others().into_iter().all(|other| other.2)
    }

    /// Returns the name and the range of each number, whether it is in range, and its value.
    fn numbers(&self) -> [Field<f32>; 20] {
        let length = |name, x| (name, "0 to 10,000", is_length(x), x);
        let (slope, falls, cut) = (self.max_slope_angle, self.terminal_speed, self.jump_cut);
        [
            ("max_slope_angle", "0 to 1.48353 radians", (0.0..=STEEPEST).contains(&slope), slope),
            ("terminal_speed", "above 0, to 10,000", (f32::MIN_POSITIVE..=LONGEST).contains(&falls), falls),
            ("jump_cut", "0 to 1", (0.0..=1.0).contains(&cut), cut),
            length("step_height", self.step_height),
            length("min_step_width", self.min_step_width),
            length("snap_distance", self.snap_distance),
            length("skin_width", self.skin_width),
            length("gravity", self.gravity),
            length("jump_height", self.jump_height),
            length("air_acceleration", self.air_acceleration),
            length("coyote_time", self.coyote_time),
            length("jump_buffer", self.jump_buffer),
            length("step_smoothing", self.step_smoothing),
            length("crouch_height", self.crouch_height),
            (
                "ledge_distance",
                "0 to 50",
                (0.0..=FURTHEST_LEDGE).contains(&self.ledge_distance),
                self.ledge_distance,
            ),
            length("slippery_acceleration", self.slippery_acceleration),
            length("max_push_speed", self.max_push_speed),
            length("max_push_mass", self.max_push_mass),
            length("max_push_force", self.max_push_force),
            ("mass", "above 0, to 10,000", (f32::MIN_POSITIVE..=LONGEST).contains(&self.mass), self.mass),
        ]
    }

    /// Returns the same for the other settings that can be out of range.
    fn others(&self) -> [Field<&dyn std::fmt::Debug>; 6] {
        let shape = "a shape with positive, finite lengths and a unit rotation";
        let crouches = self.crouch_shape.as_ref().is_none_or(has_size);
        let perches = self.perch_radius.is_none_or(is_length);
        let speeds_up = self.ground_acceleration.is_none_or(is_length);
        let strafes = match self.air_control {
            AirControl::Approach => true,
            AirControl::Strafe { max_speed } => is_length(max_speed),
        };
        [
            ("shape", shape, has_size(&self.shape), &self.shape),
            ("crouch_shape", shape, crouches, &self.crouch_shape),
            ("perch_radius", "None, or 0 to 10,000", perches, &self.perch_radius),
            ("up", "a unit vector", is_unit(self.up), &self.up),
            ("ground_acceleration", "None, or 0 to 10,000", speeds_up, &self.ground_acceleration),
            (
                "air_control",
                "Approach, or Strafe with a max_speed of 0 to 10,000",
                strafes,
                &self.air_control,
            ),
        ]
    }
}

/// A setting: its name, its range, whether it is in range, and its value.
type Field<T> = (&'static str, &'static str, bool, T);

fn is_length(x: f32) -> bool {
    (0.0..=LONGEST).contains(&x)
}

fn is_unit(v: Vec3) -> bool {
    (v.length_squared() - 1.0).abs() <= UNIT
}

fn has_size(shape: &Shape) -> bool {
    Space::new(shape, DVec3::ZERO, 0.0).is_some()
}
