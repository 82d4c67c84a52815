//! Planes in, direction out. Knows no world.

pub(crate) mod arc;
pub(crate) mod cone;
pub(crate) mod nearest;
