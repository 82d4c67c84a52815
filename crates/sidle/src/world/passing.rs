//! Tests if a segment or a ball intersects the polygons of one instance, or of all but one. For
//! instances that move during a step, of which the rest of the world knows only the end.

use std::ops::ControlFlow;

use glam::DVec3;

use super::corners::Corners;
use super::sweep::{CastPath, Ray};
use super::{Part, QueryFilter, World};
use crate::cull::{RayCull, Sweep};
use crate::geometry::ray;
use crate::shape::space::Space;

impl World {
    /// Returns true if a segment (start and motion, in the world) crosses a polygon of anything but
    /// the instances `but`, where the instances are at the end of the step.
    pub(crate) fn crosses_any(
        &self,
        (origin, motion): (DVec3, DVec3),
        but: &[u32],
        filter: &QueryFilter,
    ) -> bool {
        let mut memory = Corners::default();
        let mut crosses = |i: u32, segment: (DVec3, DVec3)| {
            !but.contains(&i) && self.crosses_geometry(i, segment, filter, &mut memory)
        };
        let mut found = (0..self.base.len() as u32).any(|i| crosses(i, (origin, motion)));
        self.each_placed(&Sweep::new(origin, motion, DVec3::ZERO).bounds(), |i, placed| {
            let placement = placed.placement();
            found |= crosses(i, (placement.local(origin), placement.local_vector(motion)));
        });
        found
    }

    /// Returns true if a segment (start and motion), in the space of the geometry of an instance,
    /// crosses one of its polygons.
    pub(crate) fn crosses_geometry(
        &self,
        instance: u32,
        (origin, motion): (DVec3, DVec3),
        filter: &QueryFilter,
        memory: &mut Corners,
    ) -> bool {
        let Some(line) = ray::Line::new(motion) else { return false };
        let ray = Ray { origin, motion, line: &line };
        let Some(filter) = self.filter_of_geometry(instance, filter) else { return false };
        let at = Part { placed: None, ..self.part(instance) };
        let sweep = Sweep::new(origin, motion, DVec3::ZERO);
        let cull = || RayCull::new(origin, motion, &line);
        let mut stop = |_, _, _: &mut f64| ControlFlow::Break(());
        self.crossings_of((instance, at), (&ray, &sweep), cull, &filter, (memory, &mut 1.0), &mut stop)
    }

    /// Returns true if a ball, in the space of the geometry of an instance, overlaps one of its
    /// polygons on its way (start and motion).
    pub(crate) fn overlaps_geometry(
        &self,
        instance: u32,
        radius: f64,
        segment: (DVec3, DVec3),
        filter: &QueryFilter,
        memory: &mut Corners,
    ) -> bool {
        let Some(filter) = self.filter_of_geometry(instance, filter) else { return false };
        let at = Part { placed: None, ..self.part(instance) };
        let space = Space::ball(DVec3::ZERO, radius, 0.0);
        let (cast_path, sweep, cull) = CastPath::new(&space, segment);
        let (mut overlaps, mut reached) = (false, 1.0);
        self.contacts_of(
            (instance, at),
            &cast_path,
            (&sweep, &cull),
            &filter,
            (memory, &mut reached),
            &mut |_, _| {
                overlaps = true;
            },
        );
        overlaps
    }

    /// Returns the filter for the polygons of an instance's geometry without the options of the
    /// instance, or `None` if the filter selects none of them.
    fn filter_of_geometry(&self, instance: u32, filter: &QueryFilter) -> Option<QueryFilter> {
        let Some(placed) = self.part(instance).placed else { return Some(*filter) };
        let plain = QueryFilter { triggers: false, ..*filter };
        match placed.material() {
            _ if placed.is_trigger() != filter.triggers => None,
            None => Some(plain),
            Some(material) => {
                let is_seen = filter.sees(&self.materials[usize::from(material.0)]);
                is_seen.then_some(QueryFilter { layers: u32::MAX, ..plain })
            }
        }
    }
}
