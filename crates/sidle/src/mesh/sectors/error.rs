//! Errors of building a table of sectors.

use std::fmt;

/// The reason why a sector or a portal is invalid. Sectors and portals are counted from 0, each in
/// the order in which they were added.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SectorError {
    /// Two sectors have the same name.
    NameTwice {
        /// The index of the first sector with the name.
        first: usize,
        /// The index of the second sector with the name.
        second: usize,
    },
    /// The bounds of a sector are not finite or beyond 2^24 m, or their minimum corner is not below
    /// the maximum corner on every axis.
    BadBounds {
        /// The index of the sector.
        sector: usize,
    },
    /// More than 255 sectors were added.
    TooManySectors,
    /// [`WorldBuilder::set_sector`](crate::WorldBuilder::set_sector) or
    /// [`WorldBuilder::set_visible`](crate::WorldBuilder::set_visible) was given a sector that was
    /// not added before.
    UnknownSector {
        /// The id of the unknown sector.
        sector: u8,
    },
    /// A portal joins a sector that was not added before it.
    LeadsNowhere {
        /// The index of the portal.
        portal: usize,
        /// The id of the unknown sector.
        sector: u8,
    },
    /// A portal joins a sector to itself.
    LeadsBack {
        /// The index of the portal.
        portal: usize,
        /// The id of the sector.
        sector: u8,
    },
    /// A portal has fewer than 3 or more than 255 corners, has no area, or has a corner that is not
    /// finite or beyond 2^24 m.
    BadPortal {
        /// The index of the portal.
        portal: usize,
    },
    /// A portal is not flat or not convex. Split it into several portals.
    NotConvex {
        /// The index of the portal.
        portal: usize,
    },
    /// A portal does not touch the bounds of a sector that it joins.
    OutOfBounds {
        /// The index of the portal.
        portal: usize,
        /// The id of the sector whose bounds the portal does not touch.
        sector: u8,
    },
}

impl fmt::Display for SectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NameTwice { first, second } => write!(f, "sector {second} has the name of sector {first}"),
            Self::BadBounds { sector } => write!(
                f,
                "sector {sector}: its bounds are not finite, beyond 16,777,216 m, or hold no volume"
            ),
            Self::TooManySectors => write!(f, "more than 255 sectors"),
            Self::UnknownSector { sector } => write!(f, "sector {sector} was named before it was added"),
            Self::LeadsNowhere { portal, sector } => {
                write!(f, "portal {portal} leads to sector {sector}, which was not added")
            }
            Self::LeadsBack { portal, sector } => {
                write!(f, "portal {portal} leads from sector {sector} into itself")
            }
            Self::BadPortal { portal } => write!(
                f,
                "portal {portal} needs 3 to 255 corners within 16,777,216 m, and an area between them"
            ),
            Self::NotConvex { portal } => {
                write!(f, "portal {portal} is not flat and convex; split it into several")
            }
            Self::OutOfBounds { portal, sector } => {
                write!(f, "portal {portal} does not touch the bounds of sector {sector}")
            }
        }
    }
}
