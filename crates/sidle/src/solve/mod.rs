//! Solvers from contact planes to directions and points. They do not depend on the world.

pub(crate) mod arc;
pub(crate) mod cone;
pub(crate) mod nearest;
