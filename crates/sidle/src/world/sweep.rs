//! Every crossing of a ray, and every contact of a moving shape, in all parts of the world.

use std::ops::ControlFlow;

use glam::DVec3;

use super::corners::Corners;
use super::geometry::{Geometry, rows_of};
use super::queue::Queue;
use super::{Part, Placed, QueryFilter, World};
use crate::cull::{BallCull, Limit, RayCull, Sweep, Timed};
use crate::geometry::{Feature, is_in_range, polygon, ray};
use crate::mesh::Sides;
use crate::narrow_phase::{Impact, Obstacle, Path, RoundingScale, first_contact};
use crate::shape::space::Space;
use crate::tolerance::{CAST_SLACK, CONTACT_BAND, FEASIBLE};

/// The fraction of a hit, with the instance and the polygon that were hit.
#[derive(Clone, Copy)]
pub(super) struct FirstHit {
    pub(super) fraction: f64,
    pub(super) instance: u32,
    pub(super) polygon: u32,
}

/// The path of a shape in a cast.
pub(super) struct CastPath<'a> {
    space: &'a Space,
    path: Path,
    rounding_scale: RoundingScale,
    core: Option<DVec3>,
    /// Computes when the box of the shape enters and leaves other boxes.
    timed: Timed,
}

/// Returns the factor by which the swept box of a shape is enlarged, and the length that is added
/// for its core.
///
/// Contacts are reported up to the slack early. The swept box is enlarged by more than that.
/// Otherwise the path could enter a box later than the contact, and the result would depend on the
/// index. `no_earlier_than` alone prevents that too, but delays the contact.
fn slack_of(space: &Space) -> (f64, f64) {
    (1.0 + 2.0 * CAST_SLACK, 2.0 * CAST_SLACK * space.core_length())
}

/// The distances from polygons at which a cast stops, or counts as free.
struct Margins {
    /// Distance by which it may stop early.
    slack: f64,
    /// True for the path of a move, which keeps a skin.
    is_move: bool,
}

impl Margins {
    /// A move must end where what stops it is a contact, or its next iteration ends there too.
    fn new(space: &Space) -> Self {
        let slack = CAST_SLACK * space.bounding_radius();
        let skin = space.radius - space.bare_half_lengths().max_element();
        let (most, is_move) = (0.5 * CONTACT_BAND * skin, skin > 0.0);
        Self { slack: if is_move && most < slack { most } else { slack }, is_move }
    }

    /// Returns the distance that the plane of a polygon must keep while a path runs along it, if it
    /// is `distance` away now. A move must stay free. A cast ignores what it runs along in contact.
    #[inline(always)]
    fn kept(&self, space: &Space, distance: f64, normal: DVec3) -> f64 {
        if self.is_move {
            space.bare_radius(normal)
        } else if distance > space.radius + self.slack {
            space.radius
        } else {
            f64::NEG_INFINITY
        }
    }
}

impl<'a> CastPath<'a> {
    #[inline(always)]
    pub(super) fn new(space: &'a Space, (x, motion): (DVec3, DVec3)) -> (Self, Sweep, BallCull) {
        let (slack, slack_of_core) = slack_of(space);
        let half = space.half_extents * slack + slack_of_core;
        let sweep = Sweep::new(space.origin + x, motion, half);
        let (d, length) = (space.unit_from_world(motion), motion.length());
        let cast_path = Self {
            space,
            path: Path {
                x: space.unit_from_world(x),
                d,
                // For a sphere `d` has the known length of `motion`, which avoids reading `d` back
                // from memory.
                parallel: FEASIBLE * if space.is_round() { length } else { d.length() },
            },
            rounding_scale: RoundingScale {
                reach: x.length() + length + space.core_length(),
                squeeze: space.squeeze(),
            },
            core: space.core(),
            timed: sweep.timed(),
        };
        let seen = space.axes().map(|axes| (axes, d));
        let cull = BallCull::new((space.origin + x, motion), half, space.bounding_radius() * slack, seen);
        (cast_path, sweep, cull)
    }
}

/// A ray, and the line on which it lies.
pub(super) struct Ray<'a> {
    pub(super) origin: DVec3,
    pub(super) motion: DVec3,
    pub(super) line: &'a ray::Line,
}

/// A hit in f64, before conversion to [`Hit`].
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) hit: FirstHit,
    pub(super) normal: DVec3,
    pub(super) point: DVec3,
    pub(super) feature: Feature,
}

/// The boxes of the polygons of a placed instance in the space of its geometry, in which the index
/// works. A hit is no earlier than the sweep enters the box of its polygon there, so it does not
/// depend on the index. (The boxes of the level are tested where its polygons are.)
struct OwnBoxes<'a> {
    of: Option<(&'a Geometry, Timed)>,
}

impl<'a> OwnBoxes<'a> {
    #[inline(always)]
    fn new(at: Part<'a>, sweep: &Sweep) -> Self {
        Self { of: at.placed.map(|_| (at.geometry, sweep.timed())) }
    }

    /// Returns the fraction of a hit, or a later one. Returns `None` if the sweep misses the box.
    #[inline(always)]
    fn no_earlier(&self, polygon: u32, fraction: f64) -> Option<f64> {
        match &self.of {
            None => Some(fraction),
            Some((geometry, timed)) => timed.no_earlier_than(geometry.polygon_box(polygon).into(), fraction),
        }
    }
}

impl World {
    /// Calls `visit` with each crossing of a ray, the normal of the polygon (its length is twice
    /// the area), and the limit. `visit` may lower the limit.
    pub(super) fn each_crossing(
        &self,
        origin: DVec3,
        motion: DVec3,
        filter: &QueryFilter,
        mut visit: impl FnMut(FirstHit, DVec3, &mut f64) -> ControlFlow<()>,
    ) {
        if !(is_in_range(origin) && motion.is_finite()) {
            return;
        }
        let Some(line) = ray::Line::new(motion) else { return };
        let sweep = Sweep::new(origin, motion, DVec3::ZERO);
        let ray = Ray { origin, motion, line: &line };
        let mut memory = Corners::default();
        // Built lazily, because many short rays end before they reach a leaf of the index.
        let mut cull = None;
        let mut reached = 1.0;
        for (instance, geometry) in (0..).zip(&self.base) {
            let part = (instance, Part { geometry, placed: None });
            let cull = || *cull.get_or_insert_with(|| RayCull::new(origin, motion, &line));
            if self.crossings_of(part, (&ray, &sweep), cull, filter, (&mut memory, &mut reached), &mut visit)
            {
                return;
            }
        }
        self.each_placed_along(&sweep, &mut memory, |memory, (instance, enter), at| {
            if enter > reached {
                return ControlFlow::Break(());
            }
            let placement = at.placement();
            let (from, local_motion) = (placement.local(origin), placement.local_vector(motion));
            let Some(local) = ray::Line::new(local_motion) else { return ControlFlow::Continue(()) };
            let sweep = placement.local_ray(origin, motion);
            let cull = || RayCull::new(from, local_motion, &local);
            let part = (instance, Part { geometry: at.geometry(), placed: Some(at) });
            if self.crossings_of(part, (&ray, &sweep), cull, filter, (memory, &mut reached), &mut visit) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with each crossing of a ray with one part of the world, before the fraction
    /// `reached`. Returns true if `visit` ended the search.
    #[inline(always)]
    pub(super) fn crossings_of(
        &self,
        (instance, at): (u32, Part<'_>),
        (ray, sweep): (&Ray<'_>, &Sweep),
        mut cull: impl FnMut() -> RayCull,
        filter: &QueryFilter,
        (memory, reached): (&mut Corners, &mut f64),
        visit: &mut impl FnMut(FirstHit, DVec3, &mut f64) -> ControlFlow<()>,
    ) -> bool {
        let mut has_ended = false;
        let own = OwnBoxes::new(at, sweep);
        at.geometry.sweep::<false>(sweep, |range, limit| {
            let cull = cull();
            for row in rows_of(range) {
                let limit = &mut limit.fraction;
                *limit = if *reached < *limit { *reached } else { *limit };
                let mut near = at.geometry.may_cross(&row, &cull, *limit);
                while near != 0 {
                    let polygon = row.start + near.trailing_zeros();
                    near &= near - 1;
                    if !self.sees(at, polygon, filter) {
                        continue;
                    }
                    let crossing = self.crossing(at, polygon, ray.line, (ray.origin, ray.motion), memory);
                    let crossing = crossing.and_then(|(f, area)| Some((own.no_earlier(polygon, f)?, area)));
                    if let Some((fraction, area)) = crossing.filter(|c| c.0 <= *limit) {
                        let flow = visit(FirstHit { fraction, instance, polygon }, area, limit);
                        *reached = *limit;
                        if flow.is_break() {
                            has_ended = true;
                            return ControlFlow::Break(());
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        });
        has_ended
    }

    /// Calls `visit` with the placed instances that a sweep may hit, in the order in which it
    /// enters their boxes, until it breaks: with the number, the fraction at which the sweep enters
    /// the box, and the instance.
    fn each_placed_along(
        &self,
        sweep: &Sweep,
        memory: &mut Corners,
        mut visit: impl FnMut(&mut Corners, (u32, f64), &Placed) -> ControlFlow<()>,
    ) {
        if self.instances.is_empty() {
            return;
        }
        let timed = sweep.timed();
        let mut near = std::mem::take(&mut memory.instances);
        near.clear();
        self.each_placed(&sweep.bounds(), |instance, _| {
            let b = self.instances.bounds_of(instance - self.base.len() as u32);
            let enter = timed.enters(b.min, b.max, 1.0);
            if enter.is_finite() {
                near.push((enter, instance));
            }
        });
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for &(enter, instance) in &near {
            if let Some(placed) = self.part(instance).placed
                && visit(memory, (instance, enter), placed).is_break()
            {
                break;
            }
        }
        memory.instances = near;
    }

    /// Returns the crossing of a segment (start and motion) with a polygon that is solid from that
    /// side. The result is a fraction 0..=1 and the polygon's normal, whose length is twice the
    /// area.
    pub(super) fn crossing(
        &self,
        at: Part<'_>,
        polygon: u32,
        line: &ray::Line,
        (origin, motion): (DVec3, DVec3),
        corners: &mut Corners,
    ) -> Option<(f64, DVec3)> {
        let corners = corners.load(at.geometry, polygon, at.relative_to(origin));
        let area = polygon::area_normal(corners);
        if self.material(at, polygon).sides == Sides::Front && area.dot(motion) >= 0.0 {
            return None;
        }
        let fraction = line.crossing(motion, corners, area)?;
        let timed = Sweep::new(origin, motion, DVec3::ZERO).timed();
        timed.no_earlier_than(at.polygon_box(polygon), fraction).map(|fraction| (fraction, area))
    }

    /// Calls `visit` with the contacts of a shape along its path, roughly in order of their
    /// fractions. `visit` may lower the fraction limit it receives; contacts certainly later than
    /// the limit are skipped.
    pub(super) fn each_contact(
        &self,
        space: &Space,
        (x, motion): (DVec3, DVec3),
        filter: &QueryFilter,
        memory: &mut Corners,
        mut visit: impl FnMut(Found, &mut f64),
    ) {
        let (cast_path, sweep, cull) = CastPath::new(space, (x, motion));
        let (slack, slack_of_core) = slack_of(space);
        let mut reached = 1.0;
        for (instance, geometry) in (0..).zip(&self.base) {
            let part = (instance, Part { geometry, placed: None });
            self.contacts_of(part, &cast_path, (&sweep, &cull), filter, (memory, &mut reached), &mut visit);
        }
        self.each_placed_along(&sweep, memory, |memory, (instance, enter), at| {
            if enter > reached {
                return ControlFlow::Break(());
            }
            let placement = at.placement();
            let way_of_centre = (space.origin + x, motion);
            let (sweep, cull) = placement.local_sweep(space, way_of_centre, (slack, slack_of_core));
            let part = (instance, Part { geometry: at.geometry(), placed: Some(at) });
            self.contacts_of(part, &cast_path, (&sweep, &cull), filter, (memory, &mut reached), &mut visit);
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with the contacts of a shape with one part of the world, before the fraction
    /// `reached`.
    #[inline(always)]
    pub(super) fn contacts_of(
        &self,
        (instance, at): (u32, Part<'_>),
        cast_path: &CastPath<'_>,
        (sweep, cull): (&Sweep, &BallCull),
        filter: &QueryFilter,
        (memory, reached): (&mut Corners, &mut f64),
        visit: &mut impl FnMut(Found, &mut f64),
    ) {
        let mut queue = Queue::new();
        let own = OwnBoxes::new(at, sweep);
        at.geometry.sweep::<true>(sweep, |range, limit| {
            limit.fraction = if *reached < limit.fraction { *reached } else { limit.fraction };
            let mut look_at_first = |queue: &mut Queue, limit: &mut Limit| {
                if let Some(polygon) = queue.take_first(limit)
                    && self.sees(at, polygon, filter)
                    && let Some(mut found) =
                        self.touch(cast_path, (instance, at, polygon), limit.fraction, memory)
                    && let Some(fraction) = own.no_earlier(polygon, found.hit.fraction)
                    && fraction <= limit.fraction
                {
                    found.hit.fraction = fraction;
                    visit(found, &mut limit.fraction);
                    *reached = limit.fraction;
                }
            };
            if range.is_empty() {
                look_at_first(&mut queue, limit);
            }
            for row in rows_of(range) {
                while !queue.has_room() {
                    look_at_first(&mut queue, limit);
                }
                queue.add(at.geometry, &row, cull, limit);
            }
            ControlFlow::Continue(())
        });
    }

    /// Returns the contact of a shape with a polygon that is solid from that side, unless it is
    /// later than the fraction `limit`.
    #[inline(always)]
    fn touch(
        &self,
        cast_path: &CastPath<'_>,
        (instance, at, polygon): (u32, Part<'_>, u32),
        limit: f64,
        memory: &mut Corners,
    ) -> Option<Found> {
        let space = cast_path.space;
        let relative = at.relative_to(space.origin);
        let corners = memory.load(at.geometry, polygon, |v| space.unit_from_world(relative(v)));
        let obstacle = Obstacle::new(corners, cast_path.core.as_ref(), cast_path.rounding_scale);
        let x = cast_path.path.x;
        let passes = || obstacle.is_behind(x) || obstacle.overlaps_bare(space, x);
        if self.material(at, polygon).sides == Sides::Front && passes() {
            return None;
        }
        let margins = Margins::new(space);
        let kept = |distance, normal| margins.kept(space, distance, normal);
        let target = (space.radius, margins.slack);
        let Impact { fraction, axis } = first_contact(&obstacle, &cast_path.path, target, limit, kept)?;
        let fraction = cast_path.timed.no_earlier_than(at.polygon_box(polygon), fraction)?;
        Some(Found {
            hit: FirstHit { fraction, instance, polygon },
            normal: space.world_normal(axis.normal).0,
            point: space.origin + space.world_from_unit(obstacle.point_on_polygon(&axis)),
            feature: axis.feature,
        })
    }
}
