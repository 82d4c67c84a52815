//! The free part of a displacement, among polygons that stand and polygons that move.

use glam::DVec3;

use super::push::Ride;
use crate::narrow_phase::{Path, RoundingScale, SkinThresholds, approach};
use crate::slide::Scratch;
use crate::tolerance::{CARRY_SPEED_SLACK, FEASIBLE, GRAZE_BAND};

impl Ride<'_> {
    /// Returns the free fraction of a displacement during a span of the part, which begins now.
    /// Notes the polygon that ends it as an obstacle.
    pub(super) fn free_part(&mut self, displacement: DVec3, span: f64) -> f64 {
        let (space, world) = (&self.mover.space, self.mover.world);
        let d = space.unit_from_world(displacement);
        let length = d.length();
        let parallel = 4.0 * FEASIBLE * if space.is_round() { length } else { displacement.length() };
        let path = Path { x: space.unit_from_world(self.mover.x), d, parallel };
        let contacts = self.mover.scratch.level();
        let (lowest, half) = (contacts - GRAZE_BAND, 0.5 * contacts);
        let level = SkinThresholds { contacts, hit: if lowest > half { lowest } else { half } };
        let scale = self.mover.scratch.candidates.with_lever(RoundingScale {
            reach: self.mover.x.length() + displacement.length() + space.half_extents.length(),
            squeeze: space.squeeze(),
        });
        let Scratch { candidates, moving, polygon, .. } = &mut *self.mover.scratch;
        // A body that is nearer than a point may leave its chord cannot be certified.
        let sag = self.motions.sag / space.thinnest(self.mover.skin);
        let turning = if sag > half { sag } else { half };
        let furthest = moving.iter().fold(0.0, |most, m| if m.furthest > most { m.furthest } else { most });
        let (mut free, mut hit) = (1.0, None);
        for block in 0..candidates.blocks() {
            let near = candidates.within(block, path.x, space.radius + length + furthest);
            for i in near {
                let (start, obstacle) = (candidates.known(i, path.x), candidates.obstacle(i));
                let c = candidates.get(i);
                let stop = match moving.binary_search_by_key(&c.instance, |m| m.instance) {
                    Err(_) => {
                        approach(space, &obstacle, &path, start, level, free).map(|impact| impact.fraction)
                    }
                    Ok(at) => {
                        let motion = &moving[at].motion;
                        polygon.clear();
                        let local = world.part(c.instance).geometry.corners(c.polygon);
                        for (&corner, v) in obstacle.corners.iter().zip(local) {
                            let moved = motion.displacement(v.as_dvec3()) * span;
                            polygon.push(corner, space.unit_from_world(moved));
                        }
                        let turns = motion.turns();
                        if turns {
                            let reach = space.bounding_radius() + length + moving[at].furthest;
                            polygon.clip(path.x, reach * (1.0 + CARRY_SPEED_SLACK));
                        }
                        let hit = if turns { turning } else { level.hit };
                        polygon.approach(space, scale, &path, SkinThresholds { hit, ..level })
                    }
                };
                if let Some(stop) = stop
                    && (stop < free || hit.is_none())
                {
                    (free, hit) = (stop, Some(i));
                }
            }
        }
        if let Some(i) = hit {
            let c = self.mover.scratch.candidates.get(i);
            let id = (c.instance, c.polygon);
            if let Err(at) = self.mover.scratch.obstacles.binary_search(&id) {
                self.mover.scratch.obstacles.insert(at, id);
            }
        }
        free
    }
}
