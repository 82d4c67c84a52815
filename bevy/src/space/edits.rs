//! Edits of the world, which are repeated on a world that was built in the background meanwhile.
//!
//! ```text
//! look:  a job takes a copy of the world, and replaces its level
//!        platforms and triggers come and go; each edit is logged
//! put:   the log is applied to the result, which has the same ids then
//! ```

use sidle::{
    BuildError, GeometryId, InstanceError, InstanceId, InstanceOptions, Material, MaterialId, Pose, PoseSet,
    World, WorldBuilder,
};

use super::SidleWorld;

/// An edit that changes ids.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Material(Material),
    Geometry(Box<WorldBuilder>),
    RemoveGeometry(GeometryId),
    Instance(GeometryId, Pose, InstanceOptions),
    RemoveInstance(InstanceId),
}

impl Edit {
    /// Repeats an edit that succeeded. The same edits of equal worlds give the same ids.
    fn repeat(self, world: &mut World) {
        match self {
            Self::Material(material) => drop(world.add_material(material)),
            Self::Geometry(builder) => drop(world.add_geometry(*builder)),
            Self::RemoveGeometry(id) => _ = world.remove_geometry(id),
            Self::Instance(geometry, pose, options) => drop(world.add_instance(geometry, &pose, options)),
            Self::RemoveInstance(id) => drop(world.remove_instance(id)),
        }
    }
}

impl SidleWorld {
    fn log(&mut self, edit: impl FnOnce() -> Edit) {
        if let Some(log) = &mut self.log {
            log.push(edit());
        }
    }

    /// Returns the id of a material, which is added to the table if it is new.
    pub(crate) fn material(&mut self, material: Material) -> Result<MaterialId, BuildError> {
        let known = self.world.materials().iter().position(|m| *m == material);
        if let Some(i) = known.and_then(|i| u16::try_from(i).ok()) {
            return Ok(MaterialId(i));
        }
        let id = self.world.add_material(material)?;
        self.log(|| Edit::Material(material));
        Ok(id)
    }

    /// Adds a geometry. Its builder must be of this world.
    pub(crate) fn add_geometry(&mut self, builder: WorldBuilder) -> Result<GeometryId, BuildError> {
        let copy = self.log.is_some().then(|| Box::new(builder.clone()));
        let id = self.world.add_geometry(builder)?;
        self.has_geometries = true;
        if let Some(copy) = copy {
            self.log(|| Edit::Geometry(copy));
        }
        Ok(id)
    }

    /// Removes a geometry without instances.
    pub(crate) fn remove_geometry(&mut self, id: GeometryId) {
        if self.world.remove_geometry(id) {
            self.log(|| Edit::RemoveGeometry(id));
        }
    }

    /// Places a geometry.
    pub(crate) fn add_instance(
        &mut self,
        geometry: GeometryId,
        pose: &Pose,
        options: InstanceOptions,
    ) -> Result<InstanceId, InstanceError> {
        let id = self.world.add_instance(geometry, pose, options)?;
        self.log(|| Edit::Instance(geometry, *pose, options));
        Ok(id)
    }

    /// Removes an instance.
    pub(crate) fn remove_instance(&mut self, id: InstanceId) {
        if self.world.remove_instance(id).is_ok() {
            self.log(|| Edit::RemoveInstance(id));
        }
    }

    /// Begins to replace the level. Returns a copy of the world to do it in, or `None` if a new
    /// world does as well, because there are no instances whose ids must stay.
    pub(crate) fn begin_replacement(&mut self) -> Option<World> {
        self.log = Some(Vec::new());
        self.has_geometries.then(|| self.world.clone())
    }

    /// Replaces the world by the one with the new level. The instances keep their
    /// ids and their poses.
    pub(crate) fn end_replacement(&mut self, mut world: World) {
        for edit in self.log.take().into_iter().flatten() {
            edit.repeat(&mut world);
        }
        // The motions of the copy are those of an earlier step.
        let stopped = world.set_poses(&PoseSet::default());
        debug_assert!(stopped.is_ok(), "no motion is wrong");
        for &id in self.placed.keys() {
            let (new, now) = (world.instance(id), self.world.instance(id));
            debug_assert_eq!(new.is_some(), now.is_some(), "the ids are the same");
            if let (Some(new), Some(now)) = (new, now)
                && new.pose != now.pose
            {
                let moved = world.set_pose(id, &now.pose);
                debug_assert!(moved.is_ok(), "the pose was valid");
            }
        }
        self.world = world;
    }

    /// Gives up replacing the level.
    pub(crate) fn cancel_replacement(&mut self) {
        self.log = None;
    }
}
