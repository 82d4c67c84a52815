//! Storing the end of a move: the f32 position that is returned is itself certified.

use glam::{DVec3, Vec3};

use super::Scratch;
use super::mover::Mover;
use crate::narrow_phase::Polygon;
use crate::shape::space::Space;
use crate::solve::cone::{keep_deepest, push_out};
use crate::tolerance::{
    FINALIZE_ROOM, FIRST_RETREAT, RESTORE_REACH, STAND_OFF_BELOW, SURELY, TOUCHING_START,
};
use crate::world::Region;

/// How often an end is pushed back to its skin; the first push does almost always.
const ATTEMPTS: usize = 4;

/// How many skins away a polygon is on the straight way between two places, at least, by one plane
/// that clears both; negative where none is found. `normal`: that of the plane at the end. `slack`:
/// how many times the polygon's error may be missing at the start.
fn clear_path(
    space: &Space,
    polygon: &Polygon<'_>,
    normal: DVec3,
    (start, end): (DVec3, DVec3),
    slack: f64,
) -> f64 {
    let cleared = |n: DVec3| {
        let at_start = space.skins(polygon.separation(n, start) + slack * polygon.error, n);
        let at_end = space.skins(polygon.separation(n, end), n);
        if at_start < at_end { at_start } else { at_end }
    };
    let mut way = cleared(normal);
    if way < 0.0 {
        way = cleared(polygon.axis(start).normal);
    }
    if way < 0.0
        && !space.is_round()
        && let Some(bare) = polygon.bound_of_bare(space, start)
    {
        way = cleared(bare.normal);
    }
    way
}

impl Mover<'_> {
    /// The nearest f32 position to the end of the path that is certified free, and a skin away
    /// where that is possible. None when neither the end nor anything on the way back along the
    /// last piece can be certified: that has not been seen to happen while the skin is four units
    /// in the last place wide.
    pub(crate) fn land(&mut self) -> Option<Vec3> {
        if let Some(p) = self.settle(self.x) {
            return Some(p);
        }
        // Where a piece ended at the rim of what was gathered, rounding may have led out of it:
        // what is there has to be known first.
        let end = self.x;
        let back = (self.segment_start - end).clamp_length_max(self.gather_reach());
        self.region = Region { center: end, radius: back.length() + FINALIZE_ROOM * self.skin };
        self.gather_region();
        // Twice as far each time: mostly a little less than the end is free.
        let shares = std::iter::successors(Some(FIRST_RETREAT), |share| Some(share * 2.0));
        let mut places = std::iter::once(0.0).chain(shares.take_while(|share| *share <= 1.0));
        places.find_map(|share| self.settle(end + back * share))
    }

    /// Pushes a start that all but touches something out to its skin, if there is room: arcs need
    /// some of it. Returns whether the mover is certified free then.
    pub(crate) fn stand_off(&mut self) -> bool {
        self.stand_off_if(|_| true)
    }

    /// [`stand_off`](Self::stand_off), but only by a push that `may` accepts.
    pub(crate) fn stand_off_if(&mut self, may: impl Fn(DVec3) -> bool) -> bool {
        let skins = self.certify(self.x, self.x, TOUCHING_START);
        self.note_stand_off(skins);
        if skins >= STAND_OFF_BELOW {
            return true;
        }
        let Some(push) = push_out(&self.scratch.planes).filter(|&p| may(p)) else { return skins >= 0.0 };
        // What nothing certifies may yet be free; that is no leave to go where it is not.
        let is_better = |pushed: f64| pushed >= 0.0 && pushed > skins;
        if push.length() <= RESTORE_REACH * self.skin
            && is_better(self.certify(self.x, self.x + push, TOUCHING_START))
        {
            self.go_free(push);
            self.note_pushed(push);
            return true;
        }
        skins >= 0.0
    }

    /// Returns whether `end` is certified free at the bare size, all the way from `x`.
    pub(crate) fn is_free_at(&mut self, end: Vec3) -> bool {
        self.certify(self.x, end.as_dvec3() - self.space.origin, 0.0) >= 0.0
    }

    /// Rounds a place of the path, and pushes it back out to the skin if it came within it. None
    /// when no attempt is free at the bare size, all the way from `x`.
    pub(super) fn settle(&mut self, x: DVec3) -> Option<Vec3> {
        let mut best: Option<(f64, Vec3)> = None;
        let mut target = x;
        for _ in 0..ATTEMPTS {
            let p = (self.space.origin + target).as_vec3();
            let rounded = p.as_dvec3() - self.space.origin;
            let is_clear = best.is_none() && self.needs_no_push(x, rounded);
            if is_clear && !self.is_watched() {
                return Some(p);
            }
            let skins = self.certify(x, rounded, 0.0);
            self.note_try(x, p, skins);
            if is_clear {
                return Some(p);
            }
            if skins >= 0.0 && best.is_none_or(|b| skins > b.0) {
                best = Some((skins, p));
            }
            if skins >= 1.0 - self.roughness {
                break;
            }
            let Some(push) = push_out(&self.scratch.planes) else { break };
            let longest = RESTORE_REACH * self.skin;
            if push == DVec3::ZERO || push.length() > longest {
                break;
            }
            target = rounded + push;
        }
        best.map(|b| b.1)
    }

    /// Whether it is known without measuring that `end` needs no push: everything is far enough
    /// from it, and so is the whole way there from `x`, which is at most half a gap long.
    // Not inlined, since the loop around it would begin with what only ellipsoids need.
    #[inline(never)]
    fn needs_no_push(&self, x: DVec3, end: DVec3) -> bool {
        let gap = self.space.radius - self.space.bare_half_lengths().max_element();
        let limit = self.space.radius - SURELY * self.roughness * gap;
        let (x, rounded) = (self.space.unit_from_world(x), self.space.unit_from_world(end));
        self.region.contains(end)
            && (rounded - x).length_squared() <= 0.25 * gap * gap
            && self.scratch.candidates.are_beyond(rounded, limit)
    }

    /// How many skins away everything is at `end`, at least; negative when not certified free, or
    /// not on the straight way there from `x`. Leaves the planes within reach of a push in the
    /// scratch, with how deep `end` is in the skin of each. `slack`: how many times the rounding of
    /// the certificate may be missing at `x`.
    fn certify(&mut self, x: DVec3, end: DVec3, slack: f64) -> f64 {
        let Scratch { candidates, planes, .. } = &mut *self.scratch;
        planes.clear();
        if !self.region.contains(end) {
            // Nobody knows what is there, nor where to push.
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
                let polygon = candidates.polygon(i);
                // Nothing that is further away than the last bit is long can be in its way.
                let is_near = axis.distance - bare <= last_bit + polygon.error;
                let way = if is_near { clear_path(&self.space, &polygon, n, (x, end), slack) } else { skins };
                let skins = if way < 0.0 && way < skins { way } else { skins };
                least = if skins < least { skins } else { least };
            }
        }
        keep_deepest(planes);
        least
    }
}
