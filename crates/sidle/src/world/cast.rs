//! Casts of rays and moving shapes: the first hit, any hit, all hits.

use std::ops::ControlFlow;

use glam::{DVec3, Vec3};

use super::corners::Corners;
use super::instance::{Instance, rows_of};
use super::queue::Queue;
use super::{Hit, QueryFilter, World};
use crate::cull::{BallCull, Limit, RayCull, Sweep, Timed};
use crate::geometry::{Feature, is_in_range, polygon, ray};
use crate::mesh::Sides;
use crate::narrow_phase::{Impact, Obstacle, Path, RoundingScale, first_contact};
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::tolerance::{CAST_SLACK, FEASIBLE};

/// The fraction of a hit, with the instance and the polygon that were hit.
#[derive(Clone, Copy)]
pub(super) struct FirstHit {
    fraction: f64,
    pub(super) instance: u32,
    pub(super) polygon: u32,
}

/// The path of a shape in a cast.
struct CastPath<'a> {
    space: &'a Space,
    path: Path,
    rounding_scale: RoundingScale,
    core: Option<DVec3>,
    /// Computes when the box of the shape enters and leaves other boxes.
    timed: Timed,
}

/// A hit in f64, before conversion to [`Hit`].
#[derive(Clone, Copy)]
struct Found {
    met: FirstHit,
    normal: DVec3,
    point: DVec3,
    feature: Feature,
}

impl World {
    /// Returns the first surface that a ray from `origin` crosses. `motion` gives the direction and
    /// length of the ray.
    ///
    /// The test is watertight: a ray cannot slip between polygons that share an edge. A ray in the
    /// plane of a polygon does not cross it. Input that is not finite hits nothing.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3.
    /// let hit = world.cast_ray(Vec3::ZERO, Vec3::X * 4.0, &QueryFilter::ALL).unwrap();
    /// assert_eq!((hit.fraction, hit.normal, hit.surface.polygon.index()), (0.75, Vec3::NEG_X, 0));
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn cast_ray(&self, origin: Vec3, motion: Vec3, filter: &QueryFilter) -> Option<Hit> {
        self.first_crossing(origin, motion, filter).map(|(hit, _)| hit)
    }

    /// Returns the first surface that a ray crosses, and true if it crosses it from its back.
    pub(crate) fn first_crossing(
        &self,
        origin: Vec3,
        motion: Vec3,
        filter: &QueryFilter,
    ) -> Option<(Hit, bool)> {
        let motion = motion.as_dvec3();
        let mut best: Option<(FirstHit, DVec3)> = None;
        self.each_crossing(origin, motion, filter, |met, area, limit| {
            if best.is_none_or(|b| self.is_before(&met, &b.0)) {
                (best, *limit) = (Some((met, area)), met.fraction);
            }
            ControlFlow::Continue(())
        });
        best.map(|(met, area)| (self.hit(&crossed(met, area, origin, motion)), area.dot(motion) > 0.0))
    }

    /// Returns true if a surface lies between two points. This is faster than [`World::cast_ray`],
    /// because the search stops at any hit.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3: is a light at x = 5 seen?
    /// assert!(world.is_blocked(Vec3::ZERO, Vec3::X * 5.0, &QueryFilter::ALL));
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn is_blocked(&self, from: Vec3, to: Vec3, filter: &QueryFilter) -> bool {
        self.any_blocker(from, to.as_dvec3() - from.as_dvec3(), filter).is_some()
    }

    /// Returns the first surface that a shape hits along `motion`.
    ///
    /// A surface that overlaps the shape at the start is hit at fraction 0, unless the motion leads
    /// out of it or along it. The fraction is never too large. The cast uses the bare shape,
    /// without a skin. Input that is not finite, or a shape without size, hits nothing.
    ///
    /// ```
    /// use sidle::{QueryFilter, Shape, Vec3, World};
    /// let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// let hit = world.cast_shape(&Shape::sphere(1.0), Vec3::ZERO, Vec3::X * 4.0, &QueryFilter::ALL).unwrap();
    /// assert!((hit.fraction - 0.5).abs() < 1e-6 && hit.normal == Vec3::NEG_X);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    #[must_use]
    pub fn cast_shape(&self, shape: &Shape, from: Vec3, motion: Vec3, filter: &QueryFilter) -> Option<Hit> {
        if shape.is_point() {
            return self.cast_ray(from, motion, filter);
        }
        let space = space_for(shape, from, motion)?;
        let mut best: Option<Found> = None;
        let way = (DVec3::ZERO, motion.as_dvec3());
        self.each_contact(&space, way, filter, &mut Corners::default(), |found, limit| {
            if best.is_none_or(|b| self.is_before(&found.met, &b.met)) {
                (best, *limit) = (Some(found), found.met.fraction);
            }
        });
        best.map(|f| self.hit(&f))
    }

    /// Finds every surface that a shape would hit along `motion` if it passed through all of them.
    /// The hits are sorted by distance, nearest first. Clears `hits` first.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// let mut hits = Vec::new();
    /// world.cast_shape_all(&Shape::sphere(1.0), Vec3::ZERO, Vec3::X * 4.0, &QueryFilter::ALL, &mut hits);
    /// assert_eq!(hits.len(), 1);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn cast_shape_all(
        &self,
        shape: &Shape,
        from: Vec3,
        motion: Vec3,
        filter: &QueryFilter,
        hits: &mut Vec<Hit>,
    ) {
        let mut all = Vec::new();
        if shape.is_point() {
            let motion = motion.as_dvec3();
            self.each_crossing(from, motion, filter, |met, area, _| {
                all.push(crossed(met, area, from, motion));
                ControlFlow::Continue(())
            });
        } else if let Some(space) = space_for(shape, from, motion) {
            let way = (DVec3::ZERO, motion.as_dvec3());
            self.each_contact(&space, way, filter, &mut Corners::default(), |found, _| all.push(found));
        }
        all.sort_unstable_by(|a, b| {
            let [a, b] = [&a.met, &b.met];
            a.fraction.total_cmp(&b.fraction).then(self.number(a).cmp(&self.number(b)))
        });
        hits.clear();
        hits.extend(all.iter().map(|f| self.hit(f)));
    }

    /// Returns the fraction of `motion`, 0..=1, that a shape can move before a surface is within
    /// its skin. `motion` is in world metres; the path starts at `x`, relative to the origin of the
    /// space.
    pub(crate) fn free_fraction(
        &self,
        space: &Space,
        x: DVec3,
        motion: DVec3,
        filter: &QueryFilter,
        memory: &mut Corners,
    ) -> f64 {
        let mut free = 1.0;
        self.each_contact(space, (x, motion), filter, memory, |found, limit| {
            free = if found.met.fraction < free { found.met.fraction } else { free };
            *limit = free;
        });
        free
    }

    /// Calls `visit` with each crossing of a ray, the normal of the polygon (its length is twice
    /// the area), and the limit. `visit` may lower the limit.
    pub(super) fn each_crossing(
        &self,
        origin: Vec3,
        motion: DVec3,
        filter: &QueryFilter,
        mut visit: impl FnMut(FirstHit, DVec3, &mut f64) -> ControlFlow<()>,
    ) {
        if !(is_in_range(origin) && motion.is_finite()) {
            return;
        }
        let origin = origin.as_dvec3();
        let Some(line) = ray::Line::new(motion) else { return };
        let sweep = Sweep::new(origin, motion, DVec3::ZERO);
        // Built lazily, because many short rays end before they reach a leaf of the index.
        let mut cull = None;
        let mut corners = Corners::default();
        for (instance, at) in (0..).zip(&self.instances) {
            at.sweep::<false>(&sweep, |range, limit| {
                let cull = cull.get_or_insert_with(|| RayCull::new(origin, motion, &line));
                for row in rows_of(range) {
                    let limit = &mut limit.fraction;
                    let mut near = at.may_cross(&row, cull, *limit);
                    while near != 0 {
                        let polygon = row.start + near.trailing_zeros();
                        near &= near - 1;
                        if !self.sees(at, polygon, filter) {
                            continue;
                        }
                        let crossing = self.crossing(at, polygon, &line, (origin, motion), &mut corners);
                        if let Some((fraction, area)) = crossing.filter(|c| c.0 <= *limit) {
                            visit(FirstHit { fraction, instance, polygon }, area, limit)?;
                        }
                    }
                }
                ControlFlow::Continue(())
            });
        }
    }

    /// Returns the crossing of a segment (start and motion) with a polygon that is solid from that
    /// side. The result is a fraction 0..=1 and the polygon's normal, whose length is twice the
    /// area.
    pub(super) fn crossing(
        &self,
        at: &Instance,
        polygon: u32,
        line: &ray::Line,
        (origin, motion): (DVec3, DVec3),
        corners: &mut Corners,
    ) -> Option<(f64, DVec3)> {
        let corners = corners.load(at, polygon, |v| v - origin);
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
    fn each_contact(
        &self,
        space: &Space,
        (x, motion): (DVec3, DVec3),
        filter: &QueryFilter,
        memory: &mut Corners,
        mut visit: impl FnMut(Found, &mut f64),
    ) {
        // Contacts are reported up to the slack early. The swept box is enlarged by more than that.
        // Otherwise the path could enter a box later than the contact, and the result would depend
        // on the index. `no_earlier_than` alone prevents that too, but delays the contact.
        let slack = 1.0 + 2.0 * CAST_SLACK;
        let slack_of_core = 2.0 * CAST_SLACK * space.core_length();
        let half = space.half_extents * slack + slack_of_core;
        let sweep = Sweep::new(space.origin + x, motion, half);
        let (d, length) = (space.unit_from_world(motion), motion.length());
        let way = CastPath {
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
        let mut queue = Queue::new();
        for (instance, at) in (0..).zip(&self.instances) {
            at.sweep::<true>(&sweep, |range, limit| {
                let mut look_at_first = |queue: &mut Queue, limit: &mut Limit| {
                    if let Some(polygon) = queue.take_first(limit)
                        && self.sees(at, polygon, filter)
                        && let Some(found) = self.touch(&way, (instance, polygon), limit.fraction, memory)
                    {
                        visit(found, &mut limit.fraction);
                    }
                };
                if range.is_empty() {
                    look_at_first(&mut queue, limit);
                }
                for row in rows_of(range) {
                    while !queue.has_room() {
                        look_at_first(&mut queue, limit);
                    }
                    queue.add(at, &row, &cull, limit);
                }
                ControlFlow::Continue(())
            });
        }
    }

    /// Returns the contact of a shape with a polygon that is solid from that side, unless it is
    /// later than the fraction `limit`.
    #[inline(always)]
    fn touch(
        &self,
        way: &CastPath<'_>,
        (instance, polygon): (u32, u32),
        limit: f64,
        memory: &mut Corners,
    ) -> Option<Found> {
        let (space, at) = (way.space, &self.instances[instance as usize]);
        let corners = memory.load(at, polygon, |v| space.unit_from_world(v - space.origin));
        let obstacle = Obstacle::new(corners, way.core.as_ref(), way.rounding_scale);
        let x = way.path.x;
        let passes = || obstacle.is_behind(x) || obstacle.overlaps_bare(space, x);
        if self.material(at, polygon).sides == Sides::Front && passes() {
            return None;
        }
        let slack = CAST_SLACK * space.bounding_radius();
        let Impact { fraction, axis } = first_contact(&obstacle, &way.path, space.radius, slack, limit)?;
        let fraction = way.timed.no_earlier_than(at.polygon_box(polygon), fraction)?;
        Some(Found {
            met: FirstHit { fraction, instance, polygon },
            normal: space.world_normal(axis.normal).0,
            point: space.origin + space.world_from_unit(obstacle.point_on_polygon(&axis)),
            feature: axis.feature,
        })
    }

    /// Sort key for hits at the same fraction: the caller's numbers, which do not depend on the
    /// index.
    fn number(&self, met: &FirstHit) -> (u32, u32) {
        (met.instance, self.instances[met.instance as usize].source(met.polygon))
    }

    /// Returns true if `one` comes before `other`.
    fn is_before(&self, one: &FirstHit, other: &FirstHit) -> bool {
        one.fraction < other.fraction
            || (one.fraction == other.fraction && self.number(one) < self.number(other))
    }

    fn hit(&self, f: &Found) -> Hit {
        Hit {
            fraction: round_towards_zero(f.met.fraction),
            point: f.point.as_vec3(),
            normal: f.normal.as_vec3(),
            surface: self.surface(f.met.instance, f.met.polygon, f.feature),
        }
    }
}

/// Converts a ray crossing to a hit, with the normal turned against the motion.
fn crossed(met: FirstHit, area: DVec3, origin: Vec3, motion: DVec3) -> Found {
    let normal = area.normalize() * if area.dot(motion) > 0.0 { -1.0 } else { 1.0 };
    Found { met, normal, point: origin.as_dvec3() + motion * met.fraction, feature: Feature::Face }
}

// Always inlined: returning a `Space` by copy slows down short casts.
#[inline(always)]
pub(super) fn space_for(shape: &Shape, from: Vec3, motion: Vec3) -> Option<Space> {
    (is_in_range(from) && is_in_range(motion)).then(|| Space::new(shape, from, 0.0)).flatten()
}

fn round_towards_zero(fraction: f64) -> f32 {
    let f = fraction as f32;
    if f64::from(f) > fraction { f.next_down() } else { f }
}
