//! Stops of the tour that are more than movers on their way.

mod crowd;
mod golf;
mod light;
mod octree;
mod pseudo;
mod sectors;

use anyhow::Result;

use super::exhibit::Exhibit;

/// Every one of them, in the order of the tour; built and run when called.
pub(crate) fn all() -> Vec<fn() -> Result<Exhibit>> {
    vec![octree::exhibit, sectors::exhibit, light::exhibit, pseudo::exhibit, golf::exhibit]
}
