//! Everything a move could touch, in one walk of the index.

use glam::DVec3;

use super::instance::Instance;
use super::{QueryFilter, World};
use crate::geometry::{Aabb, Feature};
use crate::mesh::{Material, Sides};
use crate::pair::{Candidate, Candidates, Polygon};
use crate::shape::space::Space;
use crate::world::Surface;

/// Where the centre of a mover may come: a ball in world metres, relative to the origin of the space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) centre: DVec3,
    pub(crate) radius: f64,
}

impl Region {
    pub(crate) fn holds(&self, x: DVec3) -> bool {
        (x - self.centre).length_squared() <= self.radius * self.radius
    }
}

impl World {
    /// Replaces `out` by every polygon that the shape could touch while its centre is in the region, in a fixed order.
    /// The bounds that are kept hold at `x` (relative to the origin, in world metres).
    pub(crate) fn gather(
        &self,
        space: &Space,
        region: &Region,
        x: DVec3,
        filter: &QueryFilter,
        out: &mut Candidates,
    ) {
        out.clear();
        let query = Aabb::around(space.origin + region.centre, space.half_extents + region.radius);
        let reach = region.radius + region.centre.length() + space.half_extents.max_element();
        // A centre in the region is this far from x at most, and no length grows on the way into the space.
        let limit = space.radius + region.radius + (region.centre - x).length();
        let x = space.unit_from_world(x);
        for (i, instance) in (0..).zip(&self.instances) {
            instance.gather(&query, |range| {
                for p in range {
                    if !Aabb::of_points(instance.corners(p)).overlaps(query)
                        || !self.sees(instance, p, filter)
                    {
                        continue;
                    }
                    let corners =
                        instance.corners(p).map(|v| space.unit_from_world(v.as_dvec3() - space.origin));
                    out.push_within((i, p), corners, reach, x, limit);
                }
            });
        }
        let passes = |polygon: &Polygon<'_>, buffer: &mut Vec<DVec3>| {
            polygon.is_behind(x) || polygon.overlaps_bare(space, x, buffer)
        };
        out.drop_where(|c, polygon, buffer| {
            self.material_of(c).sides == Sides::Front && passes(polygon, buffer)
        });
        out.sort_by_key(|c| (c.instance, self.instance(c).source(c.polygon)));
    }

    pub(crate) fn material_of(&self, c: &Candidate) -> &Material {
        self.material(self.instance(c), c.polygon)
    }

    fn instance(&self, c: &Candidate) -> &Instance {
        &self.instances[c.instance as usize]
    }

    pub(crate) fn surface_of(&self, c: &Candidate, feature: Feature) -> Surface {
        self.surface(c.instance, c.polygon, feature)
    }
}
