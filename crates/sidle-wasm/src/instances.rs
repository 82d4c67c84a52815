//! Geometries and instances of a world.

use sidle::{GeometryId, InstanceId, InstanceMotion, InstanceOptions, MaterialId, PoseSet};

use crate::call;
use crate::code::{Code, Failure};
use crate::reader::Reader;
use crate::records::pose;
use crate::world::{Level, geometry};

impl Level {
    /// Reads an instance: the number and the generation of its identifier.
    pub(crate) fn read_instance(&self, reader: &mut Reader<'_>) -> Result<InstanceId, Failure> {
        let (number, generation) = (reader.word("instance")?, reader.word("instance")?);
        let id = self.instances.get(number as usize).filter(|id| id.generation() == generation);
        id.copied().ok_or_else(|| sidle::InstanceError::Stale.into())
    }

    /// Reads the motions of a step: the number n; n times an instance and two poses.
    pub(crate) fn read_motions(&self, reader: &mut Reader<'_>, poses: &mut PoseSet) -> Result<(), Failure> {
        poses.motions.clear();
        for _ in 0..reader.count(34, "instances")? {
            let instance = self.read_instance(reader)?;
            let (from, to) = (pose(reader)?, pose(reader)?);
            poses.motions.push(InstanceMotion { instance, from, to });
        }
        Ok(())
    }

    fn remember(&mut self, id: InstanceId) {
        if self.instances.len() <= id.index() {
            self.instances.resize(id.index() + 1, InstanceId::MESH);
        }
        self.instances[id.index()] = id;
    }

    fn geometry(&self, number: u32) -> Result<GeometryId, Failure> {
        let id = self.geometries.get(number as usize).copied().flatten();
        id.ok_or_else(|| sidle::InstanceError::UnknownGeometry.into())
    }
}

/// Adds a geometry that instances share.
///
/// Input: as for [`sidle_world_build`](crate::sidle_world_build); materials are added to those of
/// the world. Output: the number of the geometry.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_geometry_add(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let level = objects.worlds.get(world)?;
        let mut builder = level.world.geometry_builder();
        geometry(reader, &mut builder)?;
        reader.end()?;
        let id = level.world.add_geometry(builder)?;
        writer.word(level.geometries.len() as u32);
        level.geometries.push(Some(id));
        Ok(())
    })
}

/// Removes a geometry that no instance uses.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_geometry_remove(world: u32, number: u32) -> i32 {
    call(0, |objects, _, _, _| {
        let level = objects.worlds.get(world)?;
        if level.world.remove_geometry(level.geometry(number)?) {
            level.geometries[number as usize] = None;
            return Ok(());
        }
        Err(Failure::new(Code::Instance, "an instance uses this geometry"))
    })
}

/// Adds an instance.
///
/// Input: the number of a geometry; a pose; a flag for a material and the material; flags for a
/// trigger and for a solid; the mass, 0 for none. Output: the number and the generation of the
/// instance.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_instance_add(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let level = objects.worlds.get(world)?;
        let geometry = reader.word("geometry")?;
        let geometry = level.geometry(geometry)?;
        let pose = pose(reader)?;
        let (has_material, material) = (reader.flag("material")?, reader.word("material")?);
        let material = has_material.then_some(MaterialId(material as u16));
        let (trigger, solid) = (reader.flag("trigger")?, reader.flag("solid")?);
        let mass = reader.float("mass")?;
        reader.end()?;
        let mass = Some(mass).filter(|&mass| mass != 0.0);
        let options = InstanceOptions { material, trigger, solid, mass, ..Default::default() };
        let id = level.world.add_instance(geometry, &pose, options)?;
        level.remember(id);
        writer.word(id.index() as u32);
        writer.word(id.generation());
        Ok(())
    })
}

/// Removes an instance. Input: its number and generation.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_instance_remove(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, _, _| {
        let level = objects.worlds.get(world)?;
        let id = level.read_instance(reader)?;
        Ok(level.world.remove_instance(id)?)
    })
}

/// Puts instances elsewhere, without a motion. Input: the number n; n times an instance and a pose.
/// After an error, the instances before the wrong one have their new poses.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_instances_place(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, _, _| {
        let level = objects.worlds.get(world)?;
        for _ in 0..reader.count(18, "instances")? {
            let id = level.read_instance(reader)?;
            level.world.set_pose(id, &pose(reader)?)?;
        }
        Ok(())
    })
}

/// Sets the motions of instances in the next step; all others rest. Input: the number n; n times an
/// instance and two poses. After an error nothing has changed.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_instances_move(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, _, _| {
        let level = objects.worlds.get(world)?;
        let mut poses = std::mem::take(&mut level.poses);
        let result = level.read_motions(reader, &mut poses).and_then(|()| reader.end());
        let result = result.and_then(|()| Ok(level.world.set_poses(&poses)?));
        level.poses = poses;
        result
    })
}
