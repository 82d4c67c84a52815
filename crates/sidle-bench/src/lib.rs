//! Levels and places for the benchmarks in `benches/`.

pub mod places;

use std::path::PathBuf;

use sidle_scenes::Level;

/// The shared levels with spawns.
pub const SHARED: [&str; 8] = [
    "oa_kaos2",
    "lq_e1m2",
    "c2_zdm2",
    "godot_truck_town",
    "bevy_terrain",
    "etr_bunny_hill",
    "nb_hump",
    "nb_loop1",
];

/// Reads the triangles of a shared level. Returns `None` if the folder `shared/levels` above the
/// repository does not contain it.
#[must_use]
pub fn shared_mesh(name: &str) -> Option<Level> {
    let data = sidle_io::read_level(&folder().join(format!("{name}.obj"))).ok()?;
    Some(Level { name: data.name, vertices: data.vertices, triangles: data.triangles, ..Level::default() })
}

/// Reads a shared level and its spawns. Prints a `SKIPPED:` line if one of them is absent.
#[must_use]
pub fn shared_level(name: &str) -> Option<Level> {
    let spawns = sidle_io::read_spawns(&folder().join(format!("{name}.spawns.json"))).ok();
    let level = shared_mesh(name).zip(spawns).map(|(level, spawns)| Level { spawns, ..level });
    if level.is_none() {
        println!("SKIPPED: level {name} (no folder shared/levels above the repository)");
    }
    level
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels")
}
