//! Exhibits of the tour that are not simple stations.

mod capsule;
mod crowd;
mod golf;
mod light;
mod moving;
mod octree;
mod pseudo;
mod sectors;

use anyhow::Result;

use super::exhibit::Exhibit;

/// Returns all exhibits, in the order of the tour. Calling an entry builds and runs it.
pub(crate) fn all() -> Vec<fn() -> Result<Exhibit>> {
    let mut all: Vec<fn() -> Result<Exhibit>> = vec![capsule::exhibit];
    all.extend(moving::all());
    all.extend([octree::exhibit, sectors::exhibit, light::exhibit, pseudo::exhibit, golf::exhibit]
        as [fn() -> Result<Exhibit>; 5]);
    all
}
