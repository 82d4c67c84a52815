//! The functions of `sidle::geometry`, against the numbers of the texts, at the edges of what they
//! are defined for, and against naive twins: most of these count in whole numbers, where nothing is
//! rounded.

mod bad_input;
mod boxes;
mod closest;
mod ellipsoid;
mod frame;
mod inside;
mod plane;
mod ray;
mod whole;
