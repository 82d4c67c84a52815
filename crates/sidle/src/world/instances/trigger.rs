//! Triggers: instances that block nothing, and tell who enters and leaves them.

use std::ops::ControlFlow;

use glam::DVec3;

use super::Placed;
use crate::cull::Sweep;
use crate::geometry::{WideBox, WorldVector, is_in_range, polygon, ray};
use crate::narrow_phase::{Obstacle, RoundingScale};
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::tolerance::TOUCHING;
use crate::world::{Corners, InstanceId, Part, QueryFilter, World};

/// A trigger that a body touched on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TriggerContact {
    /// The instance of the trigger.
    pub instance: InstanceId,
    /// True if the body is in the trigger at the end of the path: the body overlaps the surface of
    /// the trigger, or is enclosed by it.
    pub is_inside: bool,
}

/// The triggers that a body is in, and those that it entered and left in the last step. Plain data:
/// a copy is a saved state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InstanceTriggers {
    /// The triggers that the body is in.
    pub inside: Vec<InstanceId>,
    /// The triggers that the body entered in the last step, or only passed through.
    pub entered: Vec<InstanceId>,
    /// The triggers that the body left in the last step, or only passed through.
    pub left: Vec<InstanceId>,
}

impl InstanceTriggers {
    /// Updates the lists after a step in which a body moved. `from` and `to` are the positions of
    /// its centre at the start and the end of the step. Works for moves, balls and characters.
    pub fn update(
        &mut self,
        world: &World,
        shape: &Shape,
        from: impl WorldVector,
        to: impl WorldVector,
        filter: &QueryFilter,
    ) {
        self.update_inner(world, shape, from.to_dvec3(), to.to_dvec3(), filter)
    }

    fn update_inner(&mut self, world: &World, shape: &Shape, from: DVec3, to: DVec3, filter: &QueryFilter) {
        let mut found = Vec::new();
        world.triggers_along(shape, from, to, filter, &mut found);
        let before = std::mem::take(&mut self.inside);
        self.entered.clear();
        self.left.clear();
        for contact in &found {
            let was_inside = before.contains(&contact.instance);
            if contact.is_inside {
                self.inside.push(contact.instance);
            }
            if !was_inside {
                self.entered.push(contact.instance);
            }
            if !contact.is_inside {
                self.left.push(contact.instance);
            }
        }
        let is_gone = |id: &&InstanceId| !found.iter().any(|contact| contact.instance == **id);
        self.left.extend(before.iter().filter(is_gone));
    }
}

impl World {
    /// Finds the [triggers](crate::InstanceOptions::trigger) that a shape touches on a straight
    /// path or is in at its end, in the order of their numbers. Clears `found` first. A trigger
    /// that moves counts as being at the end of its motion.
    ///
    /// ```
    /// use sidle::{InstanceOptions, InstanceTriggers, MaterialId, Pose, QueryFilter, Shape, Vec3, World};
    /// let mut world = World::default();
    /// let mut builder = world.geometry_builder();
    /// builder.add_box(Vec3::ONE, MaterialId(0));
    /// let cube = world.add_geometry(builder)?;
    /// let options = InstanceOptions { trigger: true, ..Default::default() };
    /// let zone = world.add_instance(cube, &Pose::at(Vec3::X * 3.0), options).unwrap();
    ///
    /// let (body, mut triggers) = (Shape::sphere(0.4), InstanceTriggers::default());
    /// for (from, to) in [(0.0, 1.0), (1.0, 3.0), (3.0, 6.0)] {
    ///     triggers.update(&world, &body, Vec3::X * from, Vec3::X * to, &QueryFilter::ALL);
    ///     println!("entered {:?}, left {:?}", triggers.entered, triggers.left);
    /// }
    /// assert_eq!(triggers.left, [zone]);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn triggers_along(
        &self,
        shape: &Shape,
        from: impl WorldVector,
        to: impl WorldVector,
        filter: &QueryFilter,
        found: &mut Vec<TriggerContact>,
    ) {
        self.triggers_along_inner(shape, from.to_dvec3(), to.to_dvec3(), filter, found)
    }

    fn triggers_along_inner(
        &self,
        shape: &Shape,
        from: DVec3,
        to: DVec3,
        filter: &QueryFilter,
        found: &mut Vec<TriggerContact>,
    ) {
        found.clear();
        if !(is_in_range(from) && is_in_range(to)) || self.instances.is_empty() {
            return;
        }
        let filter = QueryFilter { triggers: true, ..*filter };
        let mut touched = Vec::new();
        let mut hits = Vec::new();
        self.cast_shape_all(shape, from, to - from, &filter, &mut hits);
        touched.extend(hits.iter().map(|hit| hit.surface.instance));
        let Some(space) = Space::new(shape, to, 0.0) else { return };
        let bounds = WideBox::around(space.origin, space.half_extents);
        self.each_placed(&bounds, |i, placed| {
            if placed.is_trigger() && self.contains(&space, (i, placed), &filter) {
                found.push(TriggerContact { instance: self.instance_id(i), is_inside: true });
            }
        });
        touched.sort_unstable();
        touched.dedup();
        touched.retain(|id| !found.iter().any(|contact| contact.instance == *id));
        found.extend(touched.into_iter().map(|instance| TriggerContact { instance, is_inside: false }));
        found.sort_unstable_by_key(|contact| contact.instance.index());
    }

    /// Returns true if a shape overlaps the surface of an instance, or if that encloses its centre.
    fn contains(&self, space: &Space, (i, placed): (u32, &Placed), filter: &QueryFilter) -> bool {
        let (mut overlaps, mut corners) = (false, Corners::default());
        let core = space.core();
        let scale = RoundingScale { reach: space.core_length(), squeeze: space.squeeze() };
        let part = Part { geometry: placed.geometry(), placed: Some(placed) };
        let relative = part.relative_to(space.origin);
        let zone = placed.placement().local_zone(&WideBox::around(space.origin, space.half_extents));
        // The box of a polygon must overlap too, so that the result does not depend on the index.
        let is_near = |&p: &u32| self.sees(part, p, filter) && part.geometry.may_overlap(p, &zone);
        part.geometry.gather(&zone, |range| {
            for p in range.filter(is_near) {
                let corners = corners.load(part.geometry, p, |v| space.unit_from_world(relative(v)));
                let obstacle = Obstacle::new(corners, core.as_ref(), scale);
                overlaps |= obstacle.is_within(DVec3::ZERO, space.radius * (1.0 - TOUCHING));
            }
        });
        overlaps || self.encloses(space.origin, i, filter, &mut corners)
    }

    /// Returns true if a closed instance encloses a point: a ray from it crosses an odd number of
    /// polygons.
    pub(super) fn encloses(&self, point: DVec3, i: u32, filter: &QueryFilter, memory: &mut Corners) -> bool {
        let Some(placed) = self.part(i).placed else { return false };
        let from = placed.placement().local(point);
        let local = placed.local_bounds();
        // Beyond the box, in a direction that no wall is parallel to.
        let size = (local.max - local.min).as_dvec3();
        let motion = DVec3::new(0.137, 1.0, 0.071) * (2.0 * size.length() + from.length());
        let Some(line) = ray::Line::new(motion) else { return false };
        let mut crossed = 0;
        let at = Part { geometry: placed.geometry(), placed: None };
        let sees = Part { geometry: placed.geometry(), placed: Some(placed) };
        let sweep = Sweep::new(from, motion, DVec3::ZERO);
        placed.geometry().sweep::<false>(&sweep, |range, _| {
            for p in range.filter(|&p| self.sees(sees, p, filter)) {
                let corners = memory.load(at.geometry, p, |v| v - from);
                let area = polygon::area_normal(corners);
                crossed += u32::from(line.crossing(motion, corners, area).is_some());
            }
            ControlFlow::Continue(())
        });
        crossed % 2 == 1
    }
}
