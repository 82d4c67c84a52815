//! Fuzz targets: functions that take any bytes and must not panic. The fuzzer in `fuzz/` and the
//! seeded loop of this crate's program call them; both begin with the same [`corpus`].

pub mod corpus;
mod edit;
mod files;
mod instances;
mod mutate;
mod replay;
mod world;

use crate::random::Rng;
use crate::trial::{self, Tally};

pub use mutate::mutated;

/// A target with its name.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Name that the fuzzer uses.
    pub name: &'static str,
    /// The target; panics if it finds a fault.
    pub run: fn(&[u8]),
}

/// Every target.
pub const ALL: [Target; 11] = [
    Target { name: "world", run: world::world },
    Target { name: "moves", run: moves },
    Target { name: "balls", run: balls },
    Target { name: "edit", run: edit::edit },
    Target { name: "instances", run: instances::instances },
    Target { name: "replay", run: replay::replay },
    Target { name: "obj", run: files::obj },
    Target { name: "gltf", run: files::gltf },
    Target { name: "glb", run: files::glb },
    Target { name: "heightmap", run: files::heightmap },
    Target { name: "spawns", run: files::spawns },
];

/// Returns the target with this name.
#[must_use]
pub fn find(name: &str) -> Option<Target> {
    ALL.into_iter().find(|t| t.name == name)
}

/// Runs the target with this name, for the fuzzer.
///
/// # Panics
/// If the target panics, or if there is no target with this name.
pub fn run(name: &str, bytes: &[u8]) {
    match find(name) {
        Some(target) => (target.run)(bytes),
        None => panic!("no target is called {name}"),
    }
}

fn moves(bytes: &[u8]) {
    if let Err(failure) = trial::moves(&mut Rng::of_bytes(bytes), &mut Tally::default()) {
        panic!("{failure}");
    }
}

fn balls(bytes: &[u8]) {
    if let Err(failure) = trial::balls(&mut Rng::of_bytes(bytes), &mut Tally::default()) {
        panic!("{failure}");
    }
}
