//! The end of a move: the returned position is itself certified.

use glam::DVec3;

use super::Mover;
use super::Scratch;
use crate::narrow_phase::Obstacle;
use crate::shape::space::Space;
use crate::solve::cone::{keep_deepest, push_out};
use crate::tolerance::{
    FINALIZE_ROOM, FIRST_RETREAT, LEAST_START_CLEARANCE, RESTORE_REACH, ROUGHNESS, SURELY, TOUCHING_START,
};
use crate::world::Region;

/// Maximum number of pushes of an end back to its skin. The first one almost always suffices.
const ATTEMPTS: usize = 4;

/// Returns a lower bound, in skin widths, of the distance of a polygon on the straight path between
/// two places. One plane must clear both places; the result is negative if no such plane is found.
/// `normal` is the normal of the plane at the end. `slack` is the multiple of the polygon's error
/// that may be missing at the start.
fn clear_path(
    space: &Space,
    obstacle: &Obstacle<'_>,
    normal: DVec3,
    (start, end): (DVec3, DVec3),
    slack: f64,
) -> f64 {
    let cleared = |n: DVec3| {
        let at_start = space.skins(obstacle.separation(n, start) + slack * obstacle.error, n);
        let at_end = space.skins(obstacle.separation(n, end), n);
        if at_start < at_end { at_start } else { at_end }
    };
    let mut clearance = cleared(normal);
    if clearance < 0.0 {
        clearance = cleared(obstacle.axis(start).normal);
    }
    if clearance < 0.0
        && !space.is_round()
        && let Some(bare) = obstacle.bound_of_bare(space, start)
    {
        clearance = cleared(bare.normal);
    }
    clearance
}

impl Mover<'_> {
    /// Finalises the end of the path. Returns the nearest position that is certified free, a full
    /// skin away if possible. Returns `None` if no place on the path back along the last
    /// segment can be certified either. That has never been observed with a skin of four or more
    /// units in the last place.
    pub(crate) fn finalize(&mut self) -> Option<DVec3> {
        if let Some(p) = self.nearest_certified(self.x) {
            return Some(p);
        }
        // A segment may end at the border of the gathered region, and rounding may lead out of it.
        // The polygons there must be known first.
        let end = self.x;
        let back = (self.segment_start - end).clamp_length_max(self.gather_reach());
        self.gather_within(Region { center: end, radius: back.length() + FINALIZE_ROOM * self.skin });
        // The retreat doubles each time. Usually a place slightly before the end is free.
        let shares = std::iter::successors(Some(FIRST_RETREAT), |share| Some(share * 2.0));
        let mut places = std::iter::once(0.0).chain(shares.take_while(|share| *share <= 1.0));
        places.find_map(|share| self.nearest_certified(end + back * share))
    }

    /// Pushes a start that nearly touches a polygon out to its skin, if there is room: arcs need
    /// part of the skin. Returns true if the mover is then certified free.
    pub(crate) fn clear_start(&mut self) -> bool {
        self.clear_start_if(|_| true)
    }

    /// Does the same as [`clear_start`](Self::clear_start), if `may` accepts the push.
    pub(crate) fn clear_start_if(&mut self, may: impl Fn(DVec3) -> bool) -> bool {
        let skins = self.certify(self.x, self.x, TOUCHING_START);
        self.log_start_clearance(skins);
        if skins >= LEAST_START_CLEARANCE {
            return true;
        }
        let Some(push) = push_out(&self.scratch.planes).filter(|&p| may(p)) else { return skins >= 0.0 };
        // A start without a certificate may still be free. That does not allow a push to a place
        // that is not free.
        let is_better = |pushed: f64| pushed >= 0.0 && pushed > skins;
        if push.length() <= RESTORE_REACH * self.skin
            && is_better(self.certify(self.x, self.x + push, TOUCHING_START))
        {
            self.go_free(push);
            self.log_start_push(push);
            return true;
        }
        skins >= 0.0
    }

    /// Returns true if `end` is certified free at the bare size, all the way from `x`.
    pub(crate) fn is_free_at(&mut self, end: DVec3) -> bool {
        self.certify(self.x, end - self.space.origin, 0.0) >= 0.0
    }

    /// Rounds a place on the path, and pushes it back out to the skin if it lies within the skin.
    /// Returns `None` if no attempt is free at the bare size, all the way from `x`.
    pub(in crate::slide) fn nearest_certified(&mut self, x: DVec3) -> Option<DVec3> {
        let mut best: Option<(f64, DVec3)> = None;
        let mut target = x;
        for _ in 0..ATTEMPTS {
            let p = self.scratch.feet.nearest_centre(self.space.origin + target);
            let rounded = p - self.space.origin;
            let is_clear = best.is_none() && self.needs_no_push(x, rounded);
            if is_clear {
                self.clearance = (1.0 - ROUGHNESS) * self.space.thinnest(self.skin);
            }
            if is_clear && !self.is_traced() {
                return Some(p);
            }
            let skins = self.certify(x, rounded, 0.0);
            self.log_end_attempt(x, p, skins);
            if is_clear {
                return Some(p);
            }
            if skins >= 0.0 && best.is_none_or(|b| skins > b.0) {
                best = Some((skins, p));
            }
            if skins >= 1.0 - ROUGHNESS {
                break;
            }
            let Some(push) = push_out(&self.scratch.planes) else { break };
            let longest = RESTORE_REACH * self.skin;
            if push == DVec3::ZERO || push.length() > longest {
                break;
            }
            target = rounded + push;
        }
        let (skins, position) = best?;
        // No more than for an end that was not measured.
        let most = 1.0 - ROUGHNESS;
        self.clearance = (if skins < most { skins } else { most }) * self.space.thinnest(self.skin);
        Some(position)
    }

    /// Returns true if `end` needs no push, from known distances alone. All polygons must be far
    /// enough from it, and from the straight path there from `x`, which is at most half a gap long.
    // Not inlined: the loop around it would otherwise begin with work that only ellipsoids need.
    #[inline(never)]
    fn needs_no_push(&self, x: DVec3, end: DVec3) -> bool {
        let gap = self.space.radius - self.space.bare_half_lengths().max_element();
        let limit = self.space.radius - SURELY * ROUGHNESS * gap;
        let (x, rounded) = (self.space.unit_from_world(x), self.space.unit_from_world(end));
        self.gathered.contains(end)
            && (rounded - x).length_squared() <= 0.25 * gap * gap
            && self.scratch.candidates.are_beyond(rounded, limit)
    }

    /// Returns a lower bound, in skin widths, of the distance of all polygons at `end`, at most 1.
    /// It is negative if `end` or the straight path there from `x` is not certified free. Leaves
    /// the planes within reach of a push in the scratch, with the depth of `end` in the skin of
    /// each. `slack` is the multiple of the certificate's rounding that may be missing at `x`.
    fn certify(&mut self, x: DVec3, end: DVec3, slack: f64) -> f64 {
        let Scratch { candidates, planes, .. } = &mut *self.scratch;
        planes.clear();
        if !self.gathered.contains(end) {
            // The polygons there are unknown, and so is the direction of a push.
            return f64::NEG_INFINITY;
        }
        let mut least = 1.0;
        let (x, end) = (self.space.unit_from_world(x), self.space.unit_from_world(end));
        let last_bit = (end - x).length();
        let reach = RESTORE_REACH * (self.space.radius - self.space.bare_half_lengths().min_element());
        for block in 0..candidates.blocks() {
            for i in candidates.within(block, end, self.space.radius + reach) {
                let (axis, skins) = candidates.certified(i, end, &self.space);
                let n = axis.normal;
                if skins < 1.0 + RESTORE_REACH {
                    let (normal, metres) = self.space.world_normal(n);
                    let skin = (self.space.radius - self.space.bare_radius(n)) * metres;
                    planes.push((normal, (1.0 - skins) * skin));
                }
                let bare = self.space.bare_radius(n);
                let obstacle = candidates.obstacle(i);
                // A polygon that is further away than the path is long cannot block it.
                let is_near = axis.distance - bare <= last_bit + obstacle.error;
                let clearance =
                    if is_near { clear_path(&self.space, &obstacle, n, (x, end), slack) } else { skins };
                let skins = if clearance < 0.0 && clearance < skins { clearance } else { skins };
                least = if skins < least { skins } else { least };
            }
        }
        keep_deepest(planes);
        least
    }
}
