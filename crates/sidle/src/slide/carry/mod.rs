//! Carrying and pushing a body: what moving instances do to it during a step.
//!
//! A step has two stages. First the instances move, and the body with them ([`World::carry`]): it
//! rides on the one that it stands on, and is pushed by those that it touches. Then the body makes
//! its own motion, in the world at the end of the step.
//!
//! ```text
//! divide the step into parts in which every point near the body moves along a line   world/instances/moving.rs
//! for each part, until its time is used up
//!     gather every polygon that it can touch, where it is now                          gather_moving
//!     find the contacts
//!     the displacement nearest to that of the carrier that enters no contact         push.rs
//!     its free fraction, among polygons that stand and polygons that move            sweep.rs
//! finalise on a certified position, at the end of the step                           finalize.rs
//! where the contacts leave no way: the nearest free place, or crushed                squeeze.rs
//! ```

mod push;
mod squeeze;
mod sweep;

use glam::{DVec3, Quat, Vec3};

use super::{MoveConfig, Scratch};
use crate::geometry::WorldVector;
use crate::shape::Shape;
use crate::world::{InstanceId, Motions, Place, World};

/// The instance that carries a body: the body moves with it, as on a platform.
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
    /// No instance carries the body. Moving instances only push it.
    None,
}

/// Settings of [`World::carry`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct CarryConfig {
    /// Settings of the motion that the instances give the body; [`World::carry`] makes no motion of
    /// the body's own. Only `skin_width`, `filter`, `on_overlap` and `record_path` have an effect.
    pub movement: MoveConfig,
    /// The instance that the body rides on: by default the one on which it stands.
    pub carrier: Carrier,
    /// The upward direction, against gravity; need not have unit length. Default +y.
    pub up: Vec3,
    /// Steepest slope on which a body stands, in radians, 0..=pi/2. Default 50 degrees.
    pub max_slope_angle: f32,
    /// Largest speed in m/s at which a body is pushed, 0 or more. A body that would have to be
    /// faster to get out of the way is crushed. A body that is carried may be faster. Larger: two
    /// surfaces that close like a wedge shoot bodies out. Smaller: fast doors and trains crush the
    /// bodies in their way. Default 30.
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

/// How [`World::carry`] ended for a body: unmoved, free, squeezed, crushed or refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CarryEnd {
    /// No moving instance carried or touched the body. It did not move.
    Still,
    /// The body was carried or pushed, and is free.
    Free,
    /// The moving surfaces left the body no way out along its path, and it was put at a free place
    /// nearby. Its centre crossed no surface.
    Squeezed,
    /// The moving surfaces left the body no way out, and no free place was near enough. The body is
    /// at its last free position, where the instances overlap it at the end of the step.
    /// [`Scratch::hits`](crate::Scratch::hits) has the surfaces that crush it. Stop the instance
    /// ([`PoseSet::stop`](crate::PoseSet::stop)) and repeat the step, or remove or teleport the
    /// body.
    Crushed,
    /// The body overlapped the world before any instance moved. It did not move.
    StartedInside,
    /// The input has a number that is not finite or out of range, or a shape without size.
    InvalidInput,
}

/// The result of [`World::carry`]: where the moving instances brought a body, and how that ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Carried {
    /// Position of the centre of the shape after the call. Certified free at the end of the motion
    /// of the instances if the body is [free](Carried::is_free).
    pub position: DVec3,
    /// How the motion with the instances ended for the body.
    pub end: CarryEnd,
    /// Fraction of the step, 0..=1, up to which the body could get out of the way of the moving
    /// surfaces. 1 unless the body was squeezed or crushed.
    pub fraction: f64,
    /// The instance that carried the body, or `None` if no instance did.
    pub carrier: Option<InstanceId>,
    /// Velocity of the carrier at the feet of the body at the end of the step, in m/s.
    pub velocity: Vec3,
    /// Rotation of the carrier during the step.
    pub rotation: Quat,
    /// Number of iterations of the call.
    pub iterations: u32,
    /// The skin that the body kept from the surfaces, in metres.
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
    /// Moves a body with the moving instances of a step: the instance on which it stands carries
    /// it, and those that come against it push it. Call this once in each step, after
    /// [`World::set_poses`](crate::World::set_poses) and before the body's own motion.
    /// [`World::step_character`](crate::World::step_character) contains this call and the
    /// character's own motion.
    ///
    /// `dt` is the time of the step in seconds. If the body is free at the start of the step, with
    /// the instances at the start of their motions, then it ends free, with the instances at the
    /// end of their motions. On its way it crosses no surface, also relative to the moving
    /// instances. If this is impossible, it is squeezed or crushed, see [`CarryEnd`]. With
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
    /// let stands = DVec3::new(0.0, 0.5 + 0.9 + 0.001, 0.0);
    /// let carried = world.carry(&mut scratch, &body, stands, 1.0 / 60.0, &CarryConfig::default());
    /// assert_eq!(carried.carrier, Some(lift));
    /// assert!((carried.position - stands - DVec3::new(0.2, 0.1, 0.0)).length() < 1e-5);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn carry(
        &self,
        scratch: &mut Scratch,
        shape: &Shape,
        from: impl WorldVector,
        dt: f32,
        config: &CarryConfig,
    ) -> Carried {
        let from = from.to_dvec3();
        push::run(self, scratch, shape, from, dt, config)
    }
}

/// Notes the instances that move near a place, in the trace log.
fn log_motions(world: &World, scratch: &mut Scratch, place: &Place, motions: &Motions) {
    let Scratch { log: Some(log), moving, .. } = scratch else { return };
    world.list_moving_near(place, 2.0 * motions.room, (motions, 0), moving);
    log.moving.extend(moving.iter().map(|moving| moving.instance));
    log.moving.sort_unstable();
    log.moving.dedup();
}
