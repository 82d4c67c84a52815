//! Scenes based on reports from users of other systems. Each is a short run with one difficulty.
//!
//! They are [`Station`]s like those of the tour, and are executed in the same way.

mod contact;
mod ellipsoid;
mod grazing;
mod overlap;
mod seams;
mod tunnel;

use crate::station::Station;

pub use overlap::{COINCIDENT, Overlaps, coincident};

/// Returns every case as a station.
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

/// Tolerance in metres of a resting height: a tenth of the default skin.
const HEIGHT: f64 = crate::stations::HEIGHT;
