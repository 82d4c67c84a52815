//! Pose sets: how the instances of a world move during one step, as plain data.

use std::fmt;

use super::InstanceError;
use crate::world::travel::Travel;
use crate::world::{InstanceId, Pose, World};

/// The motion of one instance during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InstanceMotion {
    /// The instance.
    pub instance: InstanceId,
    /// The pose of the instance at the start of the step.
    pub from: Pose,
    /// The pose of the instance at the end of the step, with the same scale as at the start. The
    /// instance turns the shorter way: a rotation by more than half a turn in one step counts as
    /// the smaller rotation in the other direction.
    pub to: Pose,
}

/// How the instances of a world move during one step. Instances that are not in the set stand
/// still.
///
/// A game makes one pose set for each step. For rollback, it keeps the pose sets of the steps that
/// it may have to repeat.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PoseSet {
    /// The instances that move, in any order, each at most once.
    pub motions: Vec<InstanceMotion>,
}

impl PoseSet {
    /// Adds the motion of an instance.
    pub fn add(&mut self, instance: InstanceId, from: Pose, to: Pose) -> &mut Self {
        self.motions.push(InstanceMotion { instance, from, to });
        self
    }

    /// Changes the motion of an instance so that it stops at a fraction 0..=1 of its way, for
    /// example a lift that would crush a character. Returns false if the set does not move this
    /// instance.
    pub fn stop(&mut self, instance: InstanceId, fraction: f64) -> bool {
        let Some(motion) = self.motions.iter_mut().find(|motion| motion.instance == instance) else {
            return false;
        };
        let Some(travel) = Travel::new(&motion.from, &motion.to) else { return false };
        // The last of 1024 fractions that is not later.
        let part = (fraction * 1024.0).clamp(0.0, 1024.0) as u32;
        motion.to = travel.pose_at(part, 10);
        true
    }
}

/// The reason why a pose set was refused, and the instance whose motion is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoseSetError {
    /// The instance of the first invalid motion.
    pub instance: InstanceId,
    /// The reason why the motion is invalid.
    pub error: InstanceError,
}

impl fmt::Display for PoseSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "instance {}: {}", self.instance.index(), self.error)
    }
}

impl std::error::Error for PoseSetError {}

impl World {
    /// Begins a step in which instances move: each instance of the set moves from its first pose to
    /// its second. From now on, [`World::carry`] and the steps of characters see these motions, and
    /// everything else (queries, moves and balls) sees the instances at the end of their motions.
    /// Instances that moved in the step before, and are not in this set, stand still where that
    /// motion ended. To put an instance at a pose without a motion, use [`World::set_pose`].
    ///
    /// The result of a step depends only on the world, the pose set and the state of the body. To
    /// repeat a step, call this again with its pose set.
    ///
    /// # Errors
    /// Returns the first invalid motion. The world is then unchanged.
    ///
    /// ```
    /// use sidle::{InstanceOptions, MaterialId, Pose, PoseSet, Vec3, World};
    /// let mut world = World::default();
    /// let mut builder = world.geometry_builder();
    /// builder.add_box(Vec3::new(1.0, 0.1, 1.0), MaterialId(0));
    /// let plate = world.add_geometry(builder)?;
    /// let low = Pose::at(Vec3::ZERO);
    /// let lift = world.add_instance(plate, &low, InstanceOptions::default()).unwrap();
    /// // A step of 1/60 s at 2 m/s.
    /// let next = Pose::at(Vec3::Y * (2.0 / 60.0));
    /// let mut poses = PoseSet::default();
    /// poses.add(lift, low, next);
    /// world.set_poses(&poses).unwrap();
    /// assert_eq!(world.instance(lift).unwrap().pose, next);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn set_poses(&mut self, poses: &PoseSet) -> Result<(), PoseSetError> {
        let mut moved = Vec::with_capacity(poses.motions.len());
        for InstanceMotion { instance, from, to } in &poses.motions {
            let found = self.slot_of(*instance).and_then(|slot| {
                let placed = self.instances.get(slot).ok_or(InstanceError::Stale)?;
                let placed = placed.moving(from, to)?;
                let bounds = super::checked_bounds(&placed)?;
                Ok((slot, placed, bounds))
            });
            moved.push(found.map_err(|error| PoseSetError { instance: *instance, error })?);
        }
        let mut slots: Vec<u32> = moved.iter().map(|m| m.0).collect();
        slots.sort_unstable();
        if let Some(twice) = slots.windows(2).find(|pair| pair[0] == pair[1]) {
            let number = self.base.len() as u32 + twice[0];
            let instance = InstanceId::new(number, self.instances.generation(twice[0]));
            return Err(PoseSetError { instance, error: InstanceError::Twice });
        }
        self.stop_instances();
        for (slot, placed, bounds) in moved {
            self.instances.tree.set(slot, bounds);
            if placed.travel().is_some() {
                self.instances.moving.push(slot);
            }
            if let Some(place) = &mut self.instances.slots[slot as usize].placed {
                **place = placed;
            }
        }
        self.version += 1;
        Ok(())
    }

    /// Ends the motion of all instances: they rest at the ends of their motions.
    fn stop_instances(&mut self) {
        for slot in std::mem::take(&mut self.instances.moving) {
            let Some(placed) = &mut self.instances.slots[slot as usize].placed else { continue };
            placed.stop();
            self.instances.tree.set(slot, placed.bounds());
        }
    }
}
