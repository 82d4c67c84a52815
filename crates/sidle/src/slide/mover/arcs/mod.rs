//! Rolling over edges and corners: arcs, their chords and their ends.

mod end;
mod rolling;
mod runge_kutta;
mod step;
