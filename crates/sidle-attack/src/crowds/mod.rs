//! Crowds that are packed closely and push, crouch, stand up, jump and follow animations. Each step
//! is judged by the bodies alone: those that were apart before it are apart after it, and out of
//! the level. The result depends neither on the order of the members nor on instances far away.

mod scene;
mod trial;

pub use scene::Scene;
pub use trial::{Counts, CrowdFault, LAST_RESORT, run_case};
