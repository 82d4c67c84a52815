//! The levels by name: the shared ones, which other people made, and the generated ones.

use std::path::Path;

use sidle_scenes::generate;

use crate::{P, character, scene};

/// A level, as plain triangles.
#[derive(Clone, Debug, Default)]
pub struct Level {
    pub name: String,
    pub up: P,
    pub vertices: Vec<P>,
    pub triangles: Vec<[u32; 3]>,
    /// Free places about 1 m above the ground.
    pub spawns: Vec<P>,
}

/// The shared levels, which are not part of the repository.
const SHARED: [&str; 8] = [
    "lq_e1m2",
    "oa_kaos2",
    "c2_zdm2",
    "godot_truck_town",
    "bevy_terrain",
    "nb_hump",
    "nb_loop1",
    "etr_bunny_hill",
];
const MADE: [&str; 5] = ["hall", "rooms", "ground", "terrain_500k", "soup_20k"];

/// Returns the names of all levels, in the order of the table. The load scene is last.
pub fn level_names() -> Vec<&'static str> {
    SHARED.iter().chain(&MADE).chain(&[scene::NAME]).copied().collect()
}

/// Returns the names of the levels on which characters walk, in the order of the table.
pub fn character_level_names() -> Vec<&'static str> {
    SHARED.iter().chain(&[character::COURSE]).copied().collect()
}

/// Reads or generates a level. `folder` contains the shared ones.
///
/// # Errors
/// Returns a sentence that says what is missing.
pub fn read_level(name: &str, folder: &Path) -> Result<Level, String> {
    match name {
        "hall" => Ok(made(name, generate::hall(1, 20_000))),
        "rooms" => Ok(made(name, generate::rooms(4, [6, 6], 12).level)),
        "ground" => Ok(made(name, generate::terrain(2, 20_000))),
        "terrain_500k" => Ok(made(name, generate::terrain(2, 500_000))),
        "soup_20k" => Ok(made(name, generate::soup(3, 20_000))),
        character::COURSE => Ok(character::course_level()),
        scene::NAME => Ok(made(name, generate::load())),
        _ => shared(name, folder),
    }
}

fn made(name: &str, level: sidle_scenes::Level) -> Level {
    Level {
        name: name.into(),
        up: [0.0, 1.0, 0.0],
        vertices: level.vertices,
        triangles: level.triangles,
        spawns: level.spawns,
    }
}

fn shared(name: &str, folder: &Path) -> Result<Level, String> {
    let data = sidle_io::read_level(&folder.join(format!("{name}.obj"))).map_err(|e| e.to_string())?;
    let spawns =
        sidle_io::read_spawns(&folder.join(format!("{name}.spawns.json"))).map_err(|e| e.to_string())?;
    Ok(Level {
        name: name.into(),
        up: [0.0, 1.0, 0.0],
        vertices: data.vertices,
        triangles: data.triangles,
        spawns,
    })
}
