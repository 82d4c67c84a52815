//! The contacts of a character: the surfaces near its body, and the walls among them.

use glam::DVec3;

use super::body::Body;
use crate::slide::touching;
use crate::tolerance::character::{REACH, WALL};

/// A surface in contact, or within [`REACH`] skins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// Normal of the contact.
    pub(super) normal: DVec3,
    /// The normal that decides the slope.
    pub(super) face: DVec3,
    pub(super) layer: u8,
    /// Height in metres of the contact above the feet.
    pub(super) height: f64,
    /// True if the body touches it.
    pub(super) is_in_contact: bool,
}

impl Body<'_> {
    /// Lists the contacts of the body. Returns false for invalid input.
    pub(super) fn look(&mut self) -> bool {
        if self.seen_from == Some(self.centre) {
            return true;
        }
        let present = (&mut self.seen_from, &mut self.seen, &mut self.touches);
        self.scratch.looks.exchange(self.centre, present) || self.list_contacts()
    }

    /// Lists the contacts of the body again, where others were listed.
    pub(super) fn look_again(&mut self) {
        self.scratch.looks.clear();
        let _ = self.list_contacts();
    }

    fn list_contacts(&mut self) -> bool {
        let at = (&self.shape, self.centre, self.up);
        let seen =
            touching(self.world, self.scratch, at, &self.move_config, (REACH, false), &mut self.touches);
        self.seen_from = seen.map(|_| self.centre);
        self.seen = seen.unwrap_or(self.seen);
        seen.is_some()
    }

    /// Returns the surfaces near the body.
    pub(super) fn contacts(&self) -> impl Iterator<Item = Near> + Clone + '_ {
        let contact = self.seen.contact;
        let near = self.touches.iter().map(move |t| Near {
            normal: t.normal,
            face: t.face,
            layer: t.surface.layer,
            height: self.height_of(t.point),
            is_in_contact: t.skins <= contact,
        });
        let met = self.met.iter();
        near.chain(met.map(|&(normal, face, layer, point)| {
            let height = self.height_of(point);
            Near { normal, face, layer, height, is_in_contact: true }
        }))
    }

    /// Returns the walls in contact, see [`wall_of`](Self::wall_of).
    pub(super) fn walls(&self) -> impl Iterator<Item = DVec3> + '_ {
        let touching = self.contacts().filter(|c| c.is_in_contact);
        touching.filter_map(|c| self.wall_of(c.normal, c.layer))
    }

    /// Returns the wall that ground with this normal is for a character that walks: its normal is
    /// across `up`. `None` for ground that holds it, for level ground and for ceilings.
    pub(super) fn wall_of(&self, normal: DVec3, layer: u8) -> Option<DVec3> {
        let rises = normal.dot(self.up);
        let is_wall = rises > -WALL && rises < 1.0 - WALL * WALL && !self.holds(normal, layer);
        is_wall.then(|| self.across(normal).normalize_or_zero())
    }
}
