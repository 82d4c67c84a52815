//! The contact of a body at rest with a polygon.

use glam::DVec3;

use crate::tolerance::character::LOOKS;
use crate::world::Surface;

/// A polygon that a body touches. Internal edges of a mesh do not count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    /// Unit normal of the contact, from the surface towards the body.
    pub(crate) normal: DVec3,
    /// Unit normal of the polygon, on the side of the body. If polygons share the contact, it is
    /// the normal of the flattest one.
    pub(crate) face: DVec3,
    /// The point of the surface nearest to the body, in the world.
    pub(crate) point: DVec3,
    /// Distance in skin widths; 1 is the distance that a move keeps, below 0 is an overlap.
    pub(crate) skins: f64,
    pub(crate) surface: Surface,
}

/// The distances around a body at rest.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// The skin of the place, in metres.
    pub(crate) skin: f64,
    /// Distance in skin widths up to which a move takes a polygon for a contact.
    pub(crate) contact: f64,
    /// Distance in skin widths of the nearest polygon, at most 1.
    pub(crate) nearest: f64,
}

/// The contacts of a body at the last few places where they were listed.
#[derive(Debug, Default)]
pub(crate) struct Looks {
    kept: [Look; LOOKS],
    next: usize,
}

/// The contacts at a place, if they are listed.
#[derive(Debug, Default)]
struct Look {
    at: Option<DVec3>,
    seen: Seen,
    touches: Vec<Touch>,
}

impl Looks {
    /// Forgets the contacts: those of another shape or filter differ.
    pub(crate) fn clear(&mut self) {
        self.kept.iter_mut().for_each(|look| look.at = None);
    }

    /// Keeps the present contacts, and replaces them by those at a place. Returns false if they are
    /// not known.
    pub(crate) fn exchange(
        &mut self,
        place: DVec3,
        (at, seen, touches): (&mut Option<DVec3>, &mut Seen, &mut Vec<Touch>),
    ) -> bool {
        let known = self.kept.iter().position(|look| look.at == Some(place));
        if known.is_none() {
            self.next = (self.next + 1) % LOOKS;
        }
        let look = &mut self.kept[known.unwrap_or(self.next)];
        std::mem::swap(&mut look.at, at);
        std::mem::swap(&mut look.touches, touches);
        let kept = std::mem::replace(&mut look.seen, *seen);
        if known.is_some() {
            *seen = kept;
        }
        known.is_some()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.kept.iter().map(|look| look.touches.capacity() * size_of::<Touch>()).sum()
    }
}
