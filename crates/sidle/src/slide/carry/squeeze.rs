//! A body for which the surfaces around it leave no way.

use glam::DVec3;

use super::push::Ride;
use super::{Carried, CarryEnd};
use crate::shape::Shape;
use crate::slide::Scratch;
use crate::slide::depenetrate::{self, Bounds};
use crate::slide::mover::contacts::MoverContact;
use crate::slide::search_space::measure::Room;
use crate::tolerance::{
    DEPENETRATE_REACH, RESTORE_REACH, SAG_OF_SKIN, SQUEEZE_REACH, SQUEEZE_WORK, SQUEEZE_WORK_NEAR,
};

/// Largest number of surfaces that are reported.
const MOST_CONTACTS: usize = 4;
/// Largest number of pieces of a step that are tested one by one, for instances of up to this many
/// polygons.
const MOST_PIECES: usize = 50_000;
const POLYGONS_PER_PIECE: usize = 64;
/// Largest number of times that a part is halved where an instance turns.
const MOST_HALVINGS: u32 = 6;

impl Ride<'_> {
    /// Looks for a free place at the end of the step that the body can reach in time. Otherwise the
    /// body is crushed.
    pub(super) fn squeeze(&mut self, shape: &Shape) -> Carried {
        let here = self.mover.space.origin + self.mover.x;
        let last = self.mover.nearest_certified(self.mover.x).unwrap_or(here);
        self.note_crush();
        let crushed = self.carried(last, CarryEnd::Crushed);
        let world = self.mover.world;
        // The centre waits for the end of the step, and then goes to its stored place and on.
        let stored = (here, last - here);
        if self.is_passed(here) || world.crosses_any(stored, &[], &self.config.movement.filter) {
            return crushed;
        }
        let hits = std::mem::take(&mut self.mover.scratch.hits);
        let path = std::mem::take(&mut self.mover.scratch.timed_path);
        let (movement, skin) = (&self.config.movement, self.mover.skin);
        let rest = self.dt * (1.0 - self.fraction());
        // Restoring the skin may move the end too.
        let most = f64::from(self.config.max_push_speed) * rest + RESTORE_REACH * skin;
        // A body gets no further than this in time. For a small one that can be further than
        // depenetration looks, so its search takes longer.
        let radii = (most + skin) / (f64::from(shape.longest_half_length()) + skin);
        let work = if radii <= DEPENETRATE_REACH { SQUEEZE_WORK_NEAR } else { SQUEEZE_WORK };
        let bounds = Bounds { radii: radii.min(SQUEEZE_REACH), work, room: Room::OfThickness };
        let out = depenetrate::run_within(world, self.mover.scratch, (shape, last), movement, bounds);
        (self.mover.scratch.hits, self.mover.scratch.timed_path) = (hits, path);
        let length = (out.position - here).length();
        if !(out.is_free() && length <= most) {
            return crushed;
        }
        self.mover.scratch.hits.clear();
        Carried { position: out.position, end: CarryEnd::Squeezed, ..crushed }
    }

    /// Records the surfaces that leave no way as hits, and the time.
    fn note_crush(&mut self) {
        self.mover.scratch.hits.clear();
        self.mover.find_contacts();
        for i in 0..self.mover.scratch.contacts.len() {
            let MoverContact { candidate, axis, normal, counts, .. } = self.mover.scratch.contacts[i];
            if !counts || self.mover.scratch.hits.len() == MOST_CONTACTS {
                continue;
            }
            let surface = self.mover.surface_at(candidate, &axis);
            let point = self.mover.contact_point_in_world(candidate, &axis);
            self.mover.note_hit(surface, point, normal, Some(0.0));
            let fraction = self.fraction();
            if let Some(hit) = self.mover.scratch.hits.last_mut() {
                hit.fraction = fraction;
            }
        }
    }

    /// Returns true if the surface of a moving instance passes a point of the world during the rest
    /// of the step. Where an instance turns, also if the surface passes beside the point, within a
    /// fraction of the skin.
    fn is_passed(&mut self, point: DVec3) -> bool {
        let (first, now, halvings) = (self.part, self.time, self.motions.halvings);
        let beside = SAG_OF_SKIN * self.mover.skin.min(f64::from(self.config.movement.skin_width));
        let Scratch { moving, corners, .. } = &mut *self.mover.scratch;
        let (world, filter) = (self.mover.world, &self.config.movement.filter);
        let mut pieces_left = MOST_PIECES;
        moving.iter().any(|moving| {
            let Some(travel) = world.part(moving.instance).placed.and_then(|placed| placed.travel()) else {
                return false;
            };
            (first..1 << halvings).any(|part| {
                let time = if part == first { now } else { 0.0 };
                let Some(motion) = travel.part(part, halvings) else { return true };
                let segment = motion.local_segment(point, time);
                if !motion.turns() {
                    return world.crosses_geometry(moving.instance, segment, filter, corners);
                }
                // Seen from the instance, the point moves on a curve that turns twice as fast as
                // the instance. It leaves its chord by at most a quarter of the turn times the way.
                let turn = travel.angle_squared().sqrt() / f64::from(1_u32 << halvings);
                let mut bend = turn * segment.1.length();
                let mut more = 0;
                while bend * motion.end.scale > beside && more < MOST_HALVINGS {
                    (bend, more) = (0.25 * bend, more + 1);
                }
                // A part that the whole way stays clear of has no piece that does not.
                let clear = 2.0 * turn * segment.1.length();
                if more > 0 && !world.overlaps_geometry(moving.instance, clear, segment, filter, corners) {
                    return false;
                }
                // Among too many moving polygons the body counts as passed: it is crushed.
                let size = 1 + world.part(moving.instance).geometry.polygons() / POLYGONS_PER_PIECE;
                pieces_left = pieces_left.saturating_sub(size << more);
                if pieces_left == 0 {
                    return true;
                }
                let pieces = time * f64::from(1_u32 << more);
                (pieces as u32..1 << more).any(|piece| {
                    let time = (pieces - f64::from(piece)).max(0.0);
                    let motion = travel.part((part << more) + piece, halvings + more);
                    motion.is_none_or(|motion| {
                        let segment = motion.local_segment(point, time);
                        world.overlaps_geometry(moving.instance, bend, segment, filter, corners)
                    })
                })
            })
        })
    }
}
