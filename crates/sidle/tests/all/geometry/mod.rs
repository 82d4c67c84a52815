//! The functions of `sidle::geometry`: with the numbers of the texts, at the limits of their
//! domains, and against reference implementations. Most of these compute in exact integers.

mod bad_input;
mod boxes;
mod closest;
mod ellipsoid;
mod frame;
mod inside;
mod plane;
mod ray;
mod whole;
