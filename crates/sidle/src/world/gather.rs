//! Gathers every polygon that a move could touch, in one traversal of the index.

use glam::{DVec3, Vec3};

use super::geometry::Geometry;
use super::{CachedPolygons, InstanceId, MovingInstance, Part, Placed, QueryFilter, World};
use crate::cull::{Reach, Zone};
use crate::geometry::{Aabb, Feature, WideBox};
use crate::mesh::{Material, MaterialId, Sides};
use crate::narrow_phase::{Candidate, Candidates, RoundingScale};
use crate::shape::space::Space;
use crate::tolerance::ROUNDING_OF_VOLUME;
use crate::world::Surface;

/// A ball that contains every place that the centre of a mover may reach. Its numbers are metres
/// along the axes of the world, measured from [`Space::origin`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) center: DVec3,
    pub(crate) radius: f64,
}

/// A plane between two characters, as a large polygon, beside which one of them has to stay.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NeighborPlane {
    pub(crate) corners: [DVec3; 4],
    /// The number of the other character.
    pub(crate) character: u32,
}

impl Region {
    pub(crate) fn contains(&self, x: DVec3) -> bool {
        (x - self.center).length_squared() <= self.radius * self.radius
    }

    /// Returns the box that a shape can occupy while its centre is in the region.
    fn bounds(&self, space: &Space) -> WideBox {
        WideBox::around(space.origin + self.center, space.half_extents + self.radius)
    }

    /// Returns the zone that a shape can occupy while its centre is in the region.
    fn zone(&self, space: &Space) -> Zone {
        let center = space.origin + self.center;
        space.zone(Aabb::well_around(center, space.half_extents + self.radius), center, self.radius)
    }
}

impl World {
    /// Replaces `out` with every polygon that the shape could touch while its centre is in the
    /// region, in a fixed order. The stored separating axes are those at `x` (world metres,
    /// relative to the origin). `kept` is the optional cache of the mover.
    pub(crate) fn gather(
        &self,
        space: &Space,
        region: &Region,
        x: DVec3,
        filter: &QueryFilter,
        kept: Option<&mut CachedPolygons>,
        out: &mut Candidates,
    ) {
        self.list_around(space, region, filter, kept, out);
        self.keep_near(space, region, x, 0.0, out);
    }

    /// Does the same with every copy of a sliver.
    pub(crate) fn gather_copies(
        &self,
        space: &Space,
        region: &Region,
        x: DVec3,
        filter: &QueryFilter,
        out: &mut Candidates,
    ) {
        self.list_around(space, region, filter, None, out);
        self.keep_copies_near(space, region, x, 0.0, out);
        self.let_pass(space, space.unit_from_world(x), out);
    }

    /// Replaces `out` with the polygons in reach, of the level and of instances: the same ones with
    /// every index, and with or without a cache.
    #[inline(always)]
    fn list_around(
        &self,
        space: &Space,
        region: &Region,
        filter: &QueryFilter,
        mut kept: Option<&mut CachedPolygons>,
        out: &mut Candidates,
    ) {
        self.list_resting(space, region, filter, kept.as_deref_mut(), out);
        if !self.instances.is_empty() {
            self.list_placed((space, region), filter, kept, |_| true, out);
        }
    }

    /// Does the same with planes beside which the mover has to stay.
    #[cold]
    pub(crate) fn gather_beside(
        &self,
        space: &Space,
        region: &Region,
        x: DVec3,
        filter: &QueryFilter,
        (kept, planes): (Option<&mut CachedPolygons>, &[NeighborPlane]),
        out: &mut Candidates,
    ) {
        self.list_around(space, region, filter, kept, out);
        push_planes(space, planes, out);
        self.keep_near(space, region, x, 0.0, out);
    }

    /// Does the same at a moment of a step in which instances move. `moving` has all instances that
    /// move near the region. The list also has the polygons that these bring into the region during
    /// the rest of their motion.
    pub(crate) fn gather_moving(
        &self,
        space: &Space,
        region: &Region,
        x: DVec3,
        filter: &QueryFilter,
        (moving, fraction, planes): (&[MovingInstance], f64, &[NeighborPlane]),
        out: &mut Candidates,
    ) {
        self.list_resting(space, region, filter, None, out);
        self.list_placed((space, region), filter, None, |placed| placed.travel().is_none(), out);
        let mut furthest = 0.0;
        for moving in moving {
            furthest = if moving.furthest > furthest { moving.furthest } else { furthest };
            self.list_moving(space, region, filter, (moving, fraction), out);
        }
        push_planes(space, planes, out);
        self.keep_near(space, region, x, furthest, out);
    }

    /// Replaces `out` with the polygons of the level in reach.
    #[inline(always)]
    fn list_resting(
        &self,
        space: &Space,
        region: &Region,
        filter: &QueryFilter,
        kept: Option<&mut CachedPolygons>,
        out: &mut Candidates,
    ) {
        out.clear(space.core());
        let place = (space.origin + region.center, space.half_extents + region.radius);
        let radius = space.bounding_radius() + region.radius;
        let near = Reach::new(region.zone(space), place, radius, space.axes());
        if let Some(kept) = kept
            && let Some(level) = kept.level(self, &near.zone().bounds)
        {
            level.each_in_reach(&near, |(i, _, p), triangle| {
                let geometry = &self.base[i as usize];
                let at = Part { geometry, placed: None };
                if self.sees(at, p, filter) && (triangle.is_some() || geometry.may_overlap(p, near.zone())) {
                    list(out, geometry, (i, p), triangle, space, |v| v - space.origin);
                }
            });
        } else {
            self.list_base(space, &near, filter, out);
        }
    }

    /// Keeps the listed polygons that the shape could touch, and the separating axes at `x`. The
    /// polygons move by up to `furthest` metres.
    #[inline(always)]
    fn keep_near(&self, space: &Space, region: &Region, x: DVec3, furthest: f64, out: &mut Candidates) {
        self.keep_copies_near(space, region, x, furthest, out);
        out.merge_slivers(|c| {
            u64::from(c.instance) << 16 | u64::from(self.part(c.instance).material_id(c.polygon).0)
        });
        self.let_pass(space, space.unit_from_world(x), out);
    }

    /// Does the same with every copy of a sliver, and lets no polygon pass yet.
    #[inline(always)]
    fn keep_copies_near(
        &self,
        space: &Space,
        region: &Region,
        x: DVec3,
        furthest: f64,
        out: &mut Candidates,
    ) {
        let reach = region.radius + region.center.length() + space.half_extents.max_element();
        let reach = reach + space.core_length();
        let rounding_scale = RoundingScale { reach, squeeze: space.squeeze() };
        // Upper bound of the distance from x to a centre in the region. The map into the space
        // lengthens no vector.
        let limit = space.radius + region.radius + (region.center - x).length() + furthest;
        out.keep_within(rounding_scale, space.unit_from_world(x), limit);
    }

    /// Lists the polygons of the level in reach, found with the index.
    #[inline(never)]
    fn list_base(&self, space: &Space, near: &Reach, filter: &QueryFilter, out: &mut Candidates) {
        let mut names = out.take_names();
        for (i, geometry) in (0..).zip(&self.base) {
            let at = Part { geometry, placed: None };
            self.each_in_reach((i, at), near, filter, |name| names.push(name));
        }
        sort(&mut names);
        for &(i, _, p) in &names {
            let geometry = &self.base[i as usize];
            list(out, geometry, (i, p), geometry.triangle(p), space, |v| v - space.origin);
        }
        out.give_names(names);
    }

    /// Lists the polygons in reach of the placed instances that `some` selects.
    #[inline(never)]
    fn list_placed(
        &self,
        (space, region): (&Space, &Region),
        filter: &QueryFilter,
        mut kept: Option<&mut CachedPolygons>,
        some: impl Fn(&Placed) -> bool,
        out: &mut Candidates,
    ) {
        let mut names = out.take_names();
        self.each_placed(&region.bounds(space), |i, placed| {
            if some(placed) {
                names.push((i, 0, 0));
            }
        });
        names.sort_unstable();
        let instances = names.len();
        for instance in 0..instances {
            let i = names[instance].0;
            let at = self.part(i);
            let Some(placed) = at.placed else { continue };
            let (placement, before) = (placed.placement(), out.len());
            let near = placement.local_reach(space, space.origin + region.center, region.radius);
            let relative = at.relative_to(space.origin);
            if let Some(kept) = kept.as_deref_mut()
                && let Some(polygons) = kept.placed(i, placed.shared(), &near.zone().bounds)
            {
                polygons.each_in_reach(&near, |(_, _, p), triangle| {
                    let is_near = || triangle.is_some() || at.geometry.may_overlap(p, near.zone());
                    if self.sees(at, p, filter) && is_near() {
                        list(out, at.geometry, (i, p), triangle, space, relative);
                    }
                });
            } else {
                names.truncate(instances);
                self.each_in_reach((i, at), &near, filter, |name| names.push(name));
                names[instances..].sort_unstable();
                for &(_, _, p) in &names[instances..] {
                    list(out, at.geometry, (i, p), at.geometry.triangle(p), space, relative);
                }
            }
            if out.len() > before {
                out.note_lever(placement.lever(space.origin));
            }
        }
        out.give_names(names);
    }

    /// Lists the polygons of a moving instance that may come into reach, where they are at a
    /// fraction of its motion.
    fn list_moving(
        &self,
        space: &Space,
        region: &Region,
        filter: &QueryFilter,
        (moving, fraction): (&MovingInstance, f64),
        out: &mut Candidates,
    ) {
        let Some(placed) = self.part(moving.instance).placed else { return };
        let mut names = out.take_names();
        let at = Part { geometry: placed.geometry(), placed: Some(placed) };
        let start = &moving.motion.start;
        // From the start of its motion, no polygon comes nearer than by the length of this motion.
        let (radius, center) = (region.radius + moving.furthest, space.origin + region.center);
        let near = start.local_reach(space, center, radius);
        self.each_in_reach((moving.instance, at), &near, filter, |name| names.push(name));
        names.sort_unstable();
        if !names.is_empty() {
            let levers = [start, &moving.motion.end].map(|placement| placement.lever(space.origin));
            out.note_lever(if levers[0] > levers[1] { levers[0] } else { levers[1] });
        }
        for &(i, _, p) in &names {
            let place = |v: Vec3| {
                space.unit_from_world(moving.motion.world_from(v.as_dvec3(), fraction, space.origin))
            };
            match at.geometry.triangle(p) {
                Some(corners) => out.push_triangle((i, p), &corners.map(place)),
                None => out.push((i, p), at.geometry.corners(p).map(place)),
            }
        }
        out.give_names(names);
    }

    /// Calls `visit` with the instance, number and slot of every polygon of one part of the world
    /// that the filter sees and that may be in reach. `reach` is in the space of its geometry.
    #[inline(always)]
    fn each_in_reach(
        &self,
        (i, at): (u32, Part<'_>),
        reach: &Reach,
        filter: &QueryFilter,
        mut visit: impl FnMut((u32, u32, u32)),
    ) {
        at.geometry.each_in_reach(reach, |p| {
            if self.sees(at, p, filter) {
                visit((i, at.geometry.source(p), p));
            }
        });
    }

    /// Marks the one-sided polygons that the mover passes: those that it is behind or overlaps at
    /// `x` (in its space). If the mover reaches their front later in the same move, they become
    /// solid.
    pub(crate) fn let_pass(&self, space: &Space, x: DVec3, candidates: &mut Candidates) {
        if !self.one_sided {
            return candidates.let_nothing_pass();
        }
        candidates.let_pass(|c, polygon| {
            self.material_of(c).sides == Sides::Front
                && (polygon.is_behind(x) || polygon.overlaps_bare(space, x))
        });
    }

    #[inline]
    pub(crate) fn material_of(&self, c: &Candidate) -> &Material {
        // Most polygons are of the level.
        match self.base.get(c.instance as usize) {
            Some(geometry) => &self.materials[usize::from(geometry.material_id(c.polygon).0)],
            None => self.material(self.part(c.instance), c.polygon),
        }
    }

    /// Returns the side of a polygon's plane that a point is on, within the precision of f64: 1 in
    /// front, -1 behind, 0 on the plane.
    pub(crate) fn side_of_polygon(&self, c: &Candidate, place: DVec3) -> f64 {
        let at = self.part(c.instance);
        let relative = at.relative_to(place);
        let corners = || at.geometry.corners(c.polygon).map(|v| relative(v.as_dvec3()));
        let Some(last) = corners().last() else { return 0.0 };
        let (mut normal, mut before, mut furthest) = (DVec3::ZERO, last, 0.0_f64);
        for corner in corners() {
            normal += before.cross(corner);
            furthest = furthest.max(corner.length());
            before = corner;
        }
        // Signed volume of the pyramid over the polygon (times 6), and its maximum rounding error.
        let volume = -normal.dot(last);
        let rounding = ROUNDING_OF_VOLUME * corners().len() as f64 * furthest * furthest * furthest;
        if volume.abs() <= rounding { 0.0 } else { volume.signum() }
    }

    /// Returns the number, the material and the corners of a polygon in the space of its geometry,
    /// given its instance and slot.
    pub(crate) fn polygon_in_slot(&self, (instance, slot): (u32, u32)) -> (u32, MaterialId, Vec<Vec3>) {
        let at = self.part(instance);
        (at.source(slot), at.material_id(slot), at.geometry.corners(slot).collect())
    }

    pub(crate) fn surface_of(&self, c: &Candidate, feature: Feature) -> Surface {
        self.surface(c.instance, c.polygon, feature)
    }
}

/// Adds the planes of neighbours to `out`.
fn push_planes(space: &Space, planes: &[NeighborPlane], out: &mut Candidates) {
    for plane in planes {
        let corners = plane.corners.map(|v| space.unit_from_world(v - space.origin));
        out.push((InstanceId::number_of_character(plane.character), 0), corners.into_iter());
    }
}

/// Sorts polygons into an order that does not depend on the index: their numbers are unique within
/// an instance.
fn sort(names: &mut [(u32, u32, u32)]) {
    names.sort_unstable_by_key(|&(i, number, _)| u64::from(i) << 32 | u64::from(number));
}

/// Adds a polygon to `out`. `triangle` contains its corners if it is a triangle, and `relative`
/// moves a corner to the origin of the space.
#[inline(always)]
fn list(
    out: &mut Candidates,
    geometry: &Geometry,
    name: (u32, u32),
    triangle: Option<[Vec3; 3]>,
    space: &Space,
    relative: impl Fn(DVec3) -> DVec3,
) {
    let place = |v: Vec3| space.unit_from_world(relative(v.as_dvec3()));
    match triangle {
        Some([a, b, c]) => out.push_triangle(name, &[place(a), place(b), place(c)]),
        None => out.push(name, geometry.corners(name.1).map(place)),
    }
}

#[cfg(test)]
mod tests;
