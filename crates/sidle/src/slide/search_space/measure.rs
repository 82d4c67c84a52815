//! The lengths of a search for a free place, and its places as they are stored.

use glam::DVec3;

use crate::narrow_phase::SeparatingAxis;
use crate::shape::space::Space;
use crate::solve::nearest::HalfSpace;
use crate::tolerance::{DEPENETRATE_ROOM, DEPENETRATE_WORK_EACH, SQUEEZE_ROOM, SQUEEZE_WORK_EACH};

/// The purpose of a search. The clearance that a place must have is a fraction of a length of the
/// body, or the skin if that is less.
#[derive(Clone, Copy, Debug)]
pub(in crate::slide) enum Room {
    /// [`DEPENETRATE_ROOM`] of its length.
    OfLength,
    /// [`SQUEEZE_ROOM`] of its thickness.
    OfThickness,
}

impl Room {
    pub(in crate::slide) fn metres(self, space: &Space, skin: f64) -> f64 {
        let thickness = 2.0 * space.radius;
        let room = match self {
            Self::OfLength => DEPENETRATE_ROOM * thickness * space.squeeze(),
            Self::OfThickness => SQUEEZE_ROOM * thickness,
        };
        room.min(skin)
    }

    /// Returns the largest amount of work that polygons add to that of a search.
    pub(in crate::slide) fn most_work_of_polygons(self) -> usize {
        match self {
            Self::OfLength => DEPENETRATE_WORK_EACH,
            Self::OfThickness => SQUEEZE_WORK_EACH,
        }
    }
}

/// Lengths of one search.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::slide) struct Measure {
    /// Metres per unit along the axes of the mover's space.
    pub(in crate::slide) metres: DVec3,
    /// Required distance of a place from all polygons, in skin widths.
    skins: f64,
    /// Distance, in the mover's space, below which a polygon leaves less than `skins`.
    pub(in crate::slide) blocked: f64,
    /// Radius of the search around the start, in metres.
    pub(in crate::slide) limit: f64,
}

impl Measure {
    pub(in crate::slide) fn new(space: &Space, skin: f64, room: f64, limit: f64) -> Self {
        let along = |axis| space.world_from_unit(axis).length();
        let metres = DVec3::new(along(DVec3::X), along(DVec3::Y), along(DVec3::Z));
        let skins = if skin > room { room / skin } else { 1.0 };
        let bare = space.bare_half_lengths().min_element();
        Self { metres, skins, blocked: bare + skins * (space.radius - bare), limit }
    }

    /// Returns the half-space that a polygon certainly leaves free, in metric coordinates, and the
    /// original length of its normal. `axis` is the separating axis of the polygon from `x`.
    pub(in crate::slide) fn free_side(
        &self,
        space: &Space,
        axis: &SeparatingAxis,
        x: DVec3,
    ) -> (HalfSpace, f64) {
        let offset = space.distance_at(self.skins, axis.normal) - axis.distance + axis.normal.dot(x);
        let normal = axis.normal / self.metres;
        let length = normal.length();
        (HalfSpace { normal: normal / length, offset: offset / length }, length)
    }
}

/// Returns the position of a place in the mover's space.
pub(in crate::slide) fn position_of(space: &Space, place: DVec3) -> DVec3 {
    space.origin + space.world_from_unit(place)
}

/// Returns the place of a position in the mover's space.
pub(in crate::slide) fn stored(space: &Space, position: DVec3) -> DVec3 {
    space.unit_from_world(position - space.origin)
}
