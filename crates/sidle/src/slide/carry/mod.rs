//! Carrying and pushing a body: what moving instances do to it during a step.
//!
//! A step has two stages. First the instances move, and the body with them ([`World::carry`]): it
//! rides on the one that it stands on, and is pushed by those that it meets. Then the body makes
//! its own motion, in the world at the end of the step.
//!
//! ```text
//! divide the step into parts in which every point near the body moves along a line   world/instances/moving.rs
//! for each part, until its time is used up
//!     gather every polygon that can be met, where it is now                          gather_moving
//!     find the contacts
//!     the displacement nearest to that of the carrier that enters no contact         push.rs
//!     its free fraction, among polygons that stand and polygons that move            sweep.rs
//! finalise on a certified f32 position, at the end of the step                       finalize.rs
//! where the contacts leave no way: the nearest free place, or crushed                squeeze.rs
//! ```

mod push;
mod squeeze;
mod sweep;

use glam::{Quat, Vec3};

use super::{MoveConfig, Scratch};
use crate::shape::Shape;
use crate::world::{InstanceId, World};

/// The instance with which a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Carrier {
    /// The moving instance on which the body stands: the flattest surface that it touches, at most
    /// as steep as [`CarryConfig::max_slope_angle`].
    #[default]
    Ground,
    /// This instance, whether the body touches it or not.
    Instance(InstanceId),
    /// None: the body is only pushed.
    None,
}

/// Settings of [`World::carry`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct CarryConfig {
    /// The skin, the filter, and what happens if the body overlaps the world at the start. Also if
    /// the path is recorded. Other fields are not used.
    pub movement: MoveConfig,
    /// The instance that the body rides on.
    pub carrier: Carrier,
    /// Direction against gravity; need not have unit length. Default +y.
    pub up: Vec3,
    /// Steepest slope on which a body stands, in radians, 0..=pi/2. Default 50 degrees.
    pub max_slope_angle: f32,
    /// Largest speed in m/s at which a body is pushed, 0 or more. A body that would have to be
    /// faster to get out of the way is crushed. A body that is carried may be faster. Default 30.
    /// Larger: wedges shoot bodies out. Smaller: fast doors and trains crush what they meet.
    pub max_push_speed: f32,
}

impl Default for CarryConfig {
    fn default() -> Self {
        Self {
            movement: MoveConfig::default(),
            carrier: Carrier::Ground,
            up: Vec3::Y,
            max_slope_angle: 0.872_664_6,
            max_push_speed: 30.0,
        }
    }
}

/// How the stage of a step in which instances move ended for a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CarryEnd {
    /// No moving instance met the body, which is where it was.
    Still,
    /// The body was carried or pushed, and is free.
    Free,
    /// The surfaces around the body left no way, but there was a free place nearby, and the body is
    /// there. Its centre crossed no surface.
    Squeezed,
    /// The surfaces around the body left no way, and no free place was near enough. The body is at
    /// its last free position, which the instances overlap at the end of the step. The hits of the
    /// scratch are the surfaces that crush it. Stop the instance
    /// ([`PoseSet::stop`](crate::PoseSet::stop)) and repeat the step, or remove or teleport the
    /// body.
    Crushed,
    /// The body overlapped the world before anything moved, and was not moved.
    StartedInside,
    /// The input has a number that is not finite or out of range, or a shape without size.
    InvalidInput,
}

/// The result of [`World::carry`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Carried {
    /// Position of the centre of the shape. Certified free at the end of the motion of the
    /// instances if the body is [free](Carried::is_free).
    pub position: Vec3,
    /// How it ended.
    pub end: CarryEnd,
    /// Fraction of the step, 0..=1, until which the surfaces left a way. 1 unless the body was
    /// squeezed or crushed.
    pub fraction: f32,
    /// The instance that carried the body.
    pub carrier: Option<InstanceId>,
    /// Velocity of the carrier at the feet of the body at the end of the step, in m/s.
    pub velocity: Vec3,
    /// Rotation of the carrier during the step.
    pub rotation: Quat,
    /// Number of iterations.
    pub iterations: u32,
    /// The skin that was kept, in metres.
    pub skin: f32,
}

impl Carried {
    /// Returns true if the body is free at the end of the motion of the instances.
    #[must_use]
    pub fn is_free(&self) -> bool {
        matches!(self.end, CarryEnd::Still | CarryEnd::Free | CarryEnd::Squeezed)
    }
}

impl World {
    /// Moves a body as the moving instances make it move: it rides on the one that it stands on,
    /// and is pushed by those that it meets. Call it once in each step, after
    /// [`World::set_poses`](crate::World::set_poses) and before the body's own motion. A step of a
    /// character does both.
    ///
    /// `dt` is the time of the step in seconds. From a position that is free where the instances
    /// are at the start of the step, the body ends free where they are at the end, and crosses
    /// nothing on its way relative to each of them, or it is reported crushed. With
    /// [`MoveConfig::record_path`] the path and its times are in [`Scratch::timed_path`].
    ///
    /// ```
    /// use sidle::*;
    /// let mut world = World::default();
    /// let mut builder = world.geometry_builder();
    /// builder.add_box(Vec3::new(1.0, 0.5, 1.0), MaterialId(0));
    /// let plate = world.add_geometry(builder)?;
    /// let (low, high) = (Pose::at(Vec3::ZERO), Pose::at(Vec3::new(0.2, 0.1, 0.0)));
    /// let lift = world.add_instance(plate, &low, InstanceOptions::default()).unwrap();
    /// let mut poses = PoseSet::default();
    /// poses.add(lift, low, high);
    /// world.set_poses(&poses).unwrap();
    ///
    /// let (body, mut scratch) = (Shape::capsule(0.3, 1.8), Scratch::default());
    /// let stands = Vec3::new(0.0, 0.5 + 0.9 + 0.001, 0.0);
    /// let carried = world.carry(&mut scratch, &body, stands, 1.0 / 60.0, &CarryConfig::default());
    /// assert_eq!(carried.carrier, Some(lift));
    /// assert!((carried.position - stands - Vec3::new(0.2, 0.1, 0.0)).length() < 1e-5);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn carry(
        &self,
        scratch: &mut Scratch,
        shape: &Shape,
        from: Vec3,
        dt: f32,
        config: &CarryConfig,
    ) -> Carried {
        push::run(self, scratch, shape, from, dt, config)
    }
}
