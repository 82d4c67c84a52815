//! Scenes after what users of other systems reported: short runs, each with one hard point.
//!
//! They are [`Station`]s like those of the tour, and executed in the same way.

mod contact;
mod ellipsoid;
mod grazing;
mod overlap;
mod seams;
mod tunnel;

use crate::station::Station;

pub use overlap::{Overlaps, coincident};

/// Every case, as a station each.
#[must_use]
pub fn all() -> Vec<Station> {
    vec![
        tunnel::around_the_corner(),
        tunnel::fast(),
        contact::touching(),
        grazing::padding(),
        grazing::huge(),
        seams::ramp(),
        seams::flat(),
        seams::t_junctions(),
        seams::noise(),
        seams::degenerate(),
        ellipsoid::slope(),
        ellipsoid::skin(),
    ]
}

/// Metres by which a resting height may be off: a tenth of the default skin.
const HEIGHT: f64 = crate::stations::HEIGHT;
