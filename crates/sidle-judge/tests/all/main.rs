//! The integration tests of the judge, in one binary.

mod capsule_exact;
mod clearance;
mod common;
mod crossing;
mod crossing_exact;
mod exact;
mod ground;
mod near;
mod planted_faults;
mod rational;
mod refuge;
mod twin;
