//! The stations of the tour.

mod bounce;
mod corner;
mod door;
mod friction;
mod gravity;
mod groove;
mod planes;
mod planet;
mod ramp;
mod rest;
mod rink;
mod stairs;
mod step;
mod wall;

use crate::station::Station;

/// Rates of most runs, in moves per second.
pub(crate) const RATES: [u32; 5] = crate::slides::RATES;

/// Tolerance in metres of a resting height: a tenth of the default skin.
pub(crate) const HEIGHT: f64 = 1e-4;

/// Returns every station, in the order of the tour. Building them takes some milliseconds; keep the
/// result.
#[must_use]
pub fn all() -> Vec<Station> {
    vec![
        planes::station(),
        step::station(),
        crate::slides::station(),
        rink::station(),
        stairs::with_a_ball(),
        stairs::with_an_ellipsoid(),
        wall::station(),
        door::station(),
        groove::station(),
        corner::station(),
        ramp::station(),
        friction::station(),
        bounce::station(),
        rest::station(),
        gravity::station(),
        planet::station(),
    ]
}

#[cfg(test)]
mod tests;
