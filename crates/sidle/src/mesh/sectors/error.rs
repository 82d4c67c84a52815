//! Why a table of sectors could not be built.

use std::fmt;

/// What is wrong with a sector or a portal. Both are counted from 0 in the order they were added.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SectorError {
    /// Two sectors have one name.
    NameTwice {
        /// The one that had it.
        first: usize,
        /// The one that got it too.
        second: usize,
    },
    /// The bounds are not finite, beyond 2^24 m, or their least corner is not below the greatest on
    /// every axis.
    BadBounds {
        /// Which sector.
        sector: usize,
    },
    /// More than 255 sectors.
    TooManySectors,
    /// Polygons were to belong to a sector that was not added before, or a set of visible sectors
    /// names one.
    UnknownSector {
        /// The number that was given.
        sector: u8,
    },
    /// A portal leads from or to a sector that was not added before.
    LeadsNowhere {
        /// Which portal.
        portal: usize,
        /// The sector that it names.
        sector: u8,
    },
    /// A portal leads from a sector into the same one.
    LeadsBack {
        /// Which portal.
        portal: usize,
        /// The sector.
        sector: u8,
    },
    /// A portal has fewer than 3 or more than 255 corners, one that is not finite or beyond 2^24 m,
    /// or no area.
    BadPortal {
        /// Which portal.
        portal: usize,
    },
    /// A portal's corners leave its plane, or it is not convex. Split it into several.
    NotConvex {
        /// Which portal.
        portal: usize,
    },
    /// A portal does not touch the bounds of a sector that it joins.
    OutOfBounds {
        /// Which portal.
        portal: usize,
        /// The sector whose bounds it does not touch.
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
