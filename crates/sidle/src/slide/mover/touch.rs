//! The contact of a body at rest with a polygon.

use glam::DVec3;

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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The skin of the place, in metres.
    pub(crate) skin: f64,
    /// Distance in skin widths up to which a move takes a polygon for a contact.
    pub(crate) contact: f64,
    /// Distance in skin widths of the nearest polygon, at most 1.
    pub(crate) nearest: f64,
}
