//! The instances of a replay: their polygons, poses and motions, in a capture, as data and as text.

use std::fmt::{self, Formatter};

use glam::{DQuat, DVec3};

use super::ReplayPolygon;
use super::cursor::{At, Result};
use super::written::{Number, write_polygon};
use crate::mesh::{BuildError, MaterialId};
use crate::shape::Shape;
use crate::world::{InstanceId, InstanceOptions, Pose, PoseSet, QueryFilter, World};

/// An instance of a replay, with those of its polygons that the captured moves could touch.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReplayInstance {
    /// The polygons, in coordinates of the geometry.
    pub polygons: Vec<ReplayPolygon>,
    /// The pose of the instance. If it moves: in a [`Replay`](super::Replay) the pose at the end of
    /// its motion, in a [`CharacterReplay`](super::CharacterReplay) the pose at which its first
    /// motion starts.
    pub pose: Pose,
    /// The material that replaces those of the polygons, or `None` if they keep theirs.
    pub material: Option<u16>,
    /// The mass of the instance in kilograms, or `None` if it has none.
    pub mass: Option<f32>,
    /// True if the instance is solid and encloses the body at some time. Then all of its polygons
    /// are listed, not only those near the body.
    #[cfg_attr(feature = "serde", serde(default))]
    pub solid: bool,
    /// True for a trigger. All polygons of a trigger that the body touches are listed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub trigger: bool,
    /// The number that the game gave the instance.
    #[cfg_attr(feature = "serde", serde(default))]
    pub user_data: u64,
}

/// The motion of an instance during a step of a replay.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReplayInstanceMotion {
    /// The index of the instance in the list of the replay.
    pub instance: u32,
    /// The pose of the instance at the start of the step.
    pub from: Pose,
    /// The pose of the instance at the end of the step.
    pub to: Pose,
}

/// Adds the instances of a replay to its world. Returns their ids.
pub(super) fn place(
    world: &mut World,
    instances: &[ReplayInstance],
) -> std::result::Result<Vec<InstanceId>, BuildError> {
    let mut ids = Vec::new();
    for (number, instance) in instances.iter().enumerate() {
        let mut builder = world.geometry_builder();
        builder.set_index(world.index_kind());
        super::add_polygons(&mut builder, &instance.polygons);
        let geometry = world.add_geometry(builder)?;
        let options = InstanceOptions {
            material: instance.material.map(MaterialId),
            mass: instance.mass,
            solid: instance.solid,
            trigger: instance.trigger,
            user_data: instance.user_data,
        };
        let placed = world.add_instance(geometry, &instance.pose, options);
        ids.push(placed.map_err(|_| BuildError::BadInstance { instance: number })?);
    }
    Ok(ids)
}

/// Returns the pose set of a step. A motion of an instance that does not exist is left out.
pub(super) fn poses_of(motions: &[ReplayInstanceMotion], ids: &[InstanceId]) -> PoseSet {
    let mut poses = PoseSet::default();
    for motion in motions {
        if let Some(&id) = ids.get(motion.instance as usize) {
            poses.add(id, motion.from, motion.to);
        }
    }
    poses
}

/// Adds the numbers of the triggers that a shape touches on a straight path, or is in at its end.
pub(super) fn add_triggers(
    world: &World,
    shape: &Shape,
    (from, to): (DVec3, DVec3),
    filter: &QueryFilter,
    numbers: &mut Vec<u32>,
) {
    let mut found = Vec::new();
    world.triggers_along(shape, from, to, filter, &mut found);
    numbers.extend(found.iter().map(|contact| contact.instance.index() as u32));
}

/// The instances that a capture has found, with their numbers in the world.
#[derive(Default)]
pub(super) struct Captured {
    pub(super) numbers: Vec<u32>,
    pub(super) instances: Vec<ReplayInstance>,
}

impl Captured {
    /// Takes the slots of placed instances out of a list of instances and slots. `moving` are the
    /// instances that moved near the body. Their boxes decide how a step is divided, so they are
    /// captured with polygons that span these boxes. `whole` are the solid instances that enclose
    /// the body at some time, and the triggers that it touches. They are captured with all of their
    /// polygons, because these decide if the instance encloses a point.
    pub(super) fn take(world: &World, slots: &mut Vec<(u32, u32)>, moving: &[u32], whole: &[u32]) -> Self {
        for &number in whole {
            let all = world.part(number).geometry.polygons() as u32;
            slots.extend((0..all).map(|slot| (number, slot)));
        }
        for &number in moving {
            slots.extend(world.spanning_slots(number).map(|slot| (number, slot)));
        }
        slots.sort_unstable();
        slots.dedup();
        let mut captured = Self::default();
        slots.retain(|&(number, slot)| {
            let Some(info) = world.instance(world.instance_id(number)) else { return true };
            if captured.numbers.last() != Some(&number) {
                captured.numbers.push(number);
                captured.instances.push(ReplayInstance {
                    polygons: Vec::new(),
                    pose: info.pose,
                    material: info.options.material.map(|m| m.0),
                    mass: info.options.mass,
                    solid: info.options.solid && whole.contains(&number),
                    trigger: info.options.trigger,
                    user_data: info.options.user_data,
                });
            }
            let (source, material, corners) = world.polygon_of_geometry((number, slot));
            let polygon = ReplayPolygon { corners, material: material.0, from: Some((number, source)) };
            if let Some(instance) = captured.instances.last_mut() {
                instance.polygons.push(polygon);
            }
            false
        });
        for instance in &mut captured.instances {
            instance.polygons.sort_by_key(|polygon| polygon.from);
        }
        captured
    }

    /// Returns the largest number of a material that is used, plus one.
    pub(super) fn materials(&self) -> usize {
        let of_polygons = self.instances.iter().flat_map(|i| i.polygons.iter().map(|p| p.material));
        let all = of_polygons.chain(self.instances.iter().filter_map(|i| i.material));
        all.map(|material| usize::from(material) + 1).max().unwrap_or(0)
    }

    /// Returns the motions of the captured instances.
    pub(super) fn motions(&self, motions: &[(u32, Pose, Pose)]) -> Vec<ReplayInstanceMotion> {
        let named = motions.iter().filter_map(|&(number, from, to)| {
            let instance = self.numbers.binary_search(&number).ok()? as u32;
            Some(ReplayInstanceMotion { instance, from, to })
        });
        let mut named: Vec<_> = named.collect();
        named.sort_by_key(|motion| motion.instance);
        named
    }
}

pub(super) fn write_instances(f: &mut Formatter<'_>, instances: &[ReplayInstance]) -> fmt::Result {
    for instance in instances {
        write!(f, "instance {}", WrittenPose(&instance.pose))?;
        if let Some(material) = instance.material {
            write!(f, " material {material}")?;
        }
        if let Some(mass) = instance.mass {
            write!(f, " mass {}", Number(mass))?;
        }
        if instance.solid {
            write!(f, " solid")?;
        }
        if instance.trigger {
            write!(f, " trigger")?;
        }
        if instance.user_data != 0 {
            write!(f, " user-data {}", instance.user_data)?;
        }
        writeln!(f)?;
        for polygon in &instance.polygons {
            write!(f, "of-instance ")?;
            write_polygon(f, polygon)?;
        }
    }
    Ok(())
}

pub(super) fn write_motion(f: &mut Formatter<'_>, motion: &ReplayInstanceMotion) -> fmt::Result {
    let (from, to) = (WrittenPose(&motion.from), WrittenPose(&motion.to));
    write!(f, " instance {} from {from} to {to}", motion.instance)
}

/// Formats a pose: position, rotation and scale, each number as the shortest decimal that reads
/// back bit-identically.
struct WrittenPose<'a>(&'a Pose);

impl fmt::Display for WrittenPose<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Pose { translation, rotation, scale } = self.0;
        let numbers = translation.to_array().into_iter().chain(rotation.to_array()).chain([*scale]);
        for (i, x) in numbers.enumerate() {
            let text = format!("{x:?}");
            write!(f, "{}{}", if i == 0 { "" } else { " " }, text.strip_suffix(".0").unwrap_or(&text))?;
        }
        Ok(())
    }
}

impl At<'_> {
    /// Reads an instance, without its polygons.
    pub(super) fn instance(&mut self) -> Result<ReplayInstance> {
        let mut instance = ReplayInstance { pose: self.pose()?, ..ReplayInstance::default() };
        while !self.rest.is_empty() {
            let here = At { ..*self };
            match self.word() {
                "material" => instance.material = Some(self.whole("the number of a material")?),
                "mass" => instance.mass = Some(self.number()?),
                "solid" => instance.solid = true,
                "trigger" => instance.trigger = true,
                "user-data" => instance.user_data = self.whole("a whole number")?,
                _ => return Err(here.wants("material, mass, solid, trigger or user-data")),
            }
        }
        Ok(instance)
    }

    /// Reads a polygon of the last instance.
    pub(super) fn polygon_of_instance(&mut self, instances: &mut [ReplayInstance]) -> Result<()> {
        let here = At { ..*self };
        let instance = instances.last_mut().ok_or_else(|| here.wants("a line `instance ..` before"))?;
        if self.word() != "polygon" {
            return Err(here.wants("polygon"));
        }
        instance.polygons.push(self.polygon()?);
        Ok(())
    }

    /// Reads the motion of an instance, after its keyword.
    pub(super) fn instance_motion(&mut self) -> Result<ReplayInstanceMotion> {
        let instance = self.whole("the number of an instance")?;
        let mut end = |word| {
            let here = At { ..*self };
            if self.word() == word { self.pose() } else { Err(here.wants("from POSE to POSE")) }
        };
        Ok(ReplayInstanceMotion { instance, from: end("from")?, to: end("to")? })
    }

    fn pose(&mut self) -> Result<Pose> {
        let here = At { ..*self };
        let mut next = || {
            let number: Option<f64> = self.word().parse().ok();
            number.ok_or_else(|| here.wants("a pose: X Y Z, QX QY QZ QW and SCALE, without commas"))
        };
        let translation = DVec3::new(next()?, next()?, next()?);
        let rotation = DQuat::from_xyzw(next()?, next()?, next()?, next()?);
        Ok(Pose { translation, rotation, scale: next()? })
    }
}
