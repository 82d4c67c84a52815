//! The report of a step.

use glam::{DVec3, Quat, Vec3};

use super::GroundState;
use crate::slide::StopReason;
use crate::world::{InstanceId, Surface};

/// A ledge ahead of a character that stands on its upper side: a place where the ground drops by
/// more than [`snap_distance`](crate::CharacterConfig::snap_distance).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Ledge {
    /// Horizontal distance in metres from the axis of the body, in the desired direction.
    pub distance: f32,
    /// Height in metres from the ground before the ledge down to the ground below the ledge. `None`
    /// if there is no ground within 100 m below the character.
    pub drop: Option<f32>,
}

/// Moving instances crush the character: they left it no free place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Crush {
    /// Fraction of the step, 0..=1, up to which the character could still get out of the way.
    pub fraction: f64,
}

/// The push of a character on a body that the physics engine of the game moves. sidle does not move
/// the body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Push {
    /// The instance of the pushed body, which has a [`mass`](crate::InstanceOptions::mass).
    pub instance: InstanceId,
    /// The point of contact, in the world.
    pub point: DVec3,
    /// The impulse to apply to the pushed body in this step, in kg m/s, along the normal of the
    /// contact. The force is the impulse that makes the speeds of both along the normal equal, a
    /// collision without bounce, divided by 0.1 s, and at most
    /// [`max_push_force`](crate::CharacterConfig::max_push_force). The impulse is this force times
    /// the duration of the step, but never more than that of the collision. So the push on a body
    /// that does not move is the same at every rate from 10 steps per second on.
    pub impulse: Vec3,
}

/// The layers of [`triggers`](crate::SurfaceRules::triggers) that a character entered, is in, or
/// left in a step, as bit masks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Triggers {
    /// The layers whose triggers the body entered in the step, or passed through.
    pub entered: u32,
    /// The layers whose triggers the body is in at the end of the step.
    pub inside: u32,
    /// The layers whose triggers the body left in the step, or passed through.
    pub left: u32,
}

/// The report of a step of a character: what happened, and the contacts at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct CharacterReport {
    /// The ground contact of the character at the end of the step.
    pub ground: GroundState,
    /// The surface of the ground, if there is one.
    pub ground_surface: Option<Surface>,
    /// The surface of a wall, or of ground that is too steep, that the character pushes against.
    pub wall: Option<Surface>,
    /// The surface of a ceiling that the character touches.
    pub ceiling: Option<Surface>,
    /// The sum of the heights in metres by which steps lifted the character. Heights over which its
    /// round bottom rolls do not count.
    pub stepped: f32,
    /// The sum of the heights in metres by which the character was lowered onto ground that drops.
    pub snapped: f32,
    /// The velocity in m/s of the surface of the ground, for example of a conveyor: see
    /// [`Material::surface_velocity`](crate::Material::surface_velocity). The ground carries the
    /// character, whose own velocity is relative to it.
    pub ground_velocity: Vec3,
    /// The placed instance on which the character stands.
    pub platform: Option<InstanceId>,
    /// The rotation during the step of the instance that carried the character. Turn the camera by
    /// the same rotation.
    pub platform_rotation: Quat,
    /// True if moving instances left the character no way out along its path, and it was put at a
    /// free place nearby.
    pub was_squeezed: bool,
    /// `Some` if moving instances crush the character: they left it no way out, and no free place
    /// was near. The character then makes no motion of its own, and is at its last free position.
    /// The surfaces that crush it are in [`Scratch::hits`](crate::Scratch::hits).
    pub crushed: Option<Crush>,
    /// The push of the character on an instance with a mass. If it pushes several, this is the one
    /// that it approaches fastest.
    pub push: Option<Push>,
    /// The nearest place ahead where the ground drops, up to
    /// [`ledge_distance`](crate::CharacterConfig::ledge_distance).
    pub ledge: Option<Ledge>,
    /// The triggers that the character entered or left in this step, and those that it is in at the
    /// end.
    pub triggers: Triggers,
    /// The largest speed in m/s that a surface took from the character along its normal.
    pub impact_speed: f32,
    /// The speed in m/s towards the ground with which the character landed, if it did.
    pub landed_speed: Option<f32>,
    /// True if a jump began.
    pub jumped: bool,
    /// True if the crouch button is released, but the character still crouches because it has no
    /// room to stand up.
    pub is_held_down: bool,
    /// The reason why the step was refused: the state was not changed. `InvalidInput` for numbers
    /// out of range, `StartedInside` if the character overlaps the world and no free place is near.
    pub refused: Option<StopReason>,
    /// True if the character overlapped the world at the start, and was pushed out before the step.
    pub was_pushed_out: bool,
}

impl CharacterReport {
    pub(crate) fn of(ground: GroundState) -> Self {
        Self {
            ground,
            ground_surface: None,
            wall: None,
            ceiling: None,
            stepped: 0.0,
            snapped: 0.0,
            ground_velocity: Vec3::ZERO,
            platform: None,
            platform_rotation: Quat::IDENTITY,
            was_squeezed: false,
            crushed: None,
            push: None,
            ledge: None,
            triggers: Triggers::default(),
            impact_speed: 0.0,
            landed_speed: None,
            jumped: false,
            is_held_down: false,
            refused: None,
            was_pushed_out: false,
        }
    }

    /// Returns true if the character stands on the ground.
    #[must_use]
    pub fn is_on_floor(&self) -> bool {
        self.ground == GroundState::Grounded
    }

    /// Returns true if the character pushes against a wall.
    #[must_use]
    pub const fn is_on_wall(&self) -> bool {
        self.wall.is_some()
    }

    /// Returns true if the character touches a ceiling.
    #[must_use]
    pub const fn is_on_ceiling(&self) -> bool {
        self.ceiling.is_some()
    }
}
