//! The levels of a soak. Generated levels are built on demand, files are read once.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use anyhow::{Context, Result, bail, ensure};
use sidle::{DVec3, HeightField, HeightGrid, Vec3};
use sidle_attack::soak::{
    Arena, Chunk, Enclosure, GENERATED, GENERATED_FOR_CHARACTERS, generated, generated_for_characters,
    of_height_field, of_mesh,
};
use sidle_io::Units;
use sidle_judge::Judge;

use sidle_cli::guess::{Evidence, warn};
use sidle_cli::level::Level;
use sidle_cli::walk::{find_floor, read_places, voxels::Outside};

/// Smallest half length of a walker, in metres, that the cells of a level are built for. Tried in
/// this order.
const LEAST_RADII: [f32; 2] = [0.25, 0.4];

/// The levels of a soak.
pub(crate) struct Levels {
    seed: u64,
    characters: bool,
    sources: Vec<Source>,
    /// Generated levels in use: their keys, and the levels once they are built.
    made: Mutex<Vec<Made>>,
}

type Made = ((usize, u64), Arc<OnceLock<Arena>>);

enum Source {
    Generated(&'static str),
    File { arena: Arc<OnceLock<Arena>>, print: u64 },
}

impl Levels {
    /// Opens the levels with these names, or all generated levels if there are no names.
    pub(crate) fn open(names: &[String], units: Units, seed: u64, characters: bool) -> Result<Self> {
        let generated = if characters { &GENERATED_FOR_CHARACTERS[..] } else { &GENERATED };
        let all: Vec<String> = generated.iter().map(|&name| name.to_owned()).collect();
        let names = if names.is_empty() { &all } else { names };
        let is_level = |name: &String| !is_generated(name) && !is_height_map(Path::new(name));
        ensure!(
            units == Units::default() || names.iter().any(is_level),
            "--scale and --up are for .obj, .gltf and .glb levels, and none is given"
        );
        let sources = names.iter().map(|name| source(name, units)).collect::<Result<_>>()?;
        Ok(Self { seed, characters, sources, made: Mutex::new(Vec::new()) })
    }

    /// Returns the names of the levels, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |source: &Source| match source {
            Source::Generated(name) => (*name).to_owned(),
            Source::File { arena, .. } => arena.get().map_or_else(String::new, |a| a.name.clone()),
        };
        self.sources.iter().map(name).collect()
    }

    /// Returns fingerprints of the levels: the names and, for files, a hash of all bits of the
    /// geometry.
    pub(crate) fn prints(&self) -> Vec<String> {
        let print = |(source, name): (&Source, String)| match source {
            Source::Generated(_) => name,
            Source::File { print, .. } => format!("{name} {print:016x}"),
        };
        self.sources.iter().zip(self.names()).map(print).collect()
    }

    /// Returns the level of a chunk.
    pub(crate) fn of(&self, chunk: &Chunk) -> Arc<OnceLock<Arena>> {
        let name = match &self.sources[chunk.level] {
            Source::File { arena, .. } => return Arc::clone(arena),
            Source::Generated(name) => *name,
        };
        let key = (chunk.level, chunk.variant);
        let place = {
            let mut made = self.made.lock().unwrap_or_else(|broken| broken.into_inner());
            // Chunks are handed out in order, so no thread uses a level two variants behind.
            made.retain(|((_, variant), _)| variant + 2 > chunk.variant);
            match made.iter().find(|(known, _)| *known == key) {
                Some((_, place)) => Arc::clone(place),
                None => {
                    let place = Arc::new(OnceLock::new());
                    made.push((key, Arc::clone(&place)));
                    place
                }
            }
        };
        let generate = if self.characters { generated_for_characters } else { generated };
        place.get_or_init(|| {
            generate(name, self.seed, chunk.variant).expect("the name was looked up when the soak began")
        });
        place
    }
}

fn is_generated(name: &str) -> bool {
    known(name).is_some()
}

/// Returns the name of a generated level.
fn known(name: &str) -> Option<&'static str> {
    GENERATED.into_iter().chain(GENERATED_FOR_CHARACTERS).find(|known| *known == name)
}

fn is_height_map(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"))
}

fn source(name: &str, units: Units) -> Result<Source> {
    if let Some(known) = known(name) {
        return Ok(Source::Generated(known));
    }
    let path = Path::new(name);
    if path.extension().is_none() && !path.exists() {
        bail!("{name}: neither a file nor one of the generated levels {}", GENERATED.join(", "));
    }
    let (arena, print) = if is_height_map(path) {
        height_map(path)?
    } else {
        let level = Level::open(path, units)?;
        (arena(path, &level)?, print(&level))
    };
    if arena.spawns.is_empty() {
        bail!(
            "{}: no floor with room to start on was found; places can be listed in {}",
            path.display(),
            path.with_extension("spawns.json").display()
        );
    }
    Ok(Source::File { arena: Arc::new(OnceLock::from(arena)), print })
}

/// Reads a height map with its scale file, as a height field around the origin.
fn height_map(path: &Path) -> Result<(Arena, u64)> {
    let map = sidle_io::read_heightmap_with_scale(path)?;
    let (cell_x, cell_z) = (map.scale.cell_x, map.scale.cell_z);
    let half = Vec3::new(cell_x * map.columns as f32, 0.0, cell_z * map.rows as f32) * 0.5;
    let grid = HeightGrid { columns: map.columns, rows: map.rows, cell_x, cell_z, origin: -half };
    let print = fnv(map.samples.iter().map(|&sample| u32::from(sample)));
    let (base, step) = (map.base(), map.step());
    let field =
        HeightField::quantized(grid, map.samples, base, step).with_context(|| path.display().to_string())?;
    let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok((of_height_field(&name, field, print), print))
}

fn arena(path: &Path, level: &Level) -> Result<Arena> {
    let judge = Judge::new(&level.data.vertices, &level.data.triangles);
    let (radius, outside) = LEAST_RADII
        .into_iter()
        .find_map(|radius| Outside::of(level, radius).map(|outside| (radius, outside)))
        .unzip();
    let beside = path.with_extension("spawns.json");
    let spawns: Vec<Vec3> = if beside.exists() { read_places(&beside, level.units)? } else { Vec::new() };
    warn(path, &Evidence::of(level, &spawns).doubts(level.units));
    let spawns = if beside.exists() { spawns } else { find_floor(level, &judge, outside.as_ref()) };
    let starts = spawns.iter().map(|place| place.as_dvec3()).collect();
    let data = &level.data;
    let mut arena = of_mesh(&data.name, &data.vertices, &data.triangles, starts)
        .with_context(|| path.display().to_string())?;
    if let (Some(least_radius), Some(outside)) = (radius, outside) {
        let leads_out = Box::new(move |place: DVec3| outside.holds(place.as_vec3()));
        arena.enclosure = Some(Enclosure { least_radius, leads_out });
    }
    Ok(arena)
}

fn print(level: &Level) -> u64 {
    let words = level.data.vertices.iter().flatten().map(|x| x.to_bits());
    fnv(words.chain(level.data.triangles.iter().flatten().copied()))
}

/// Returns the FNV-1a hash, one word at a time.
fn fnv(words: impl Iterator<Item = u32>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
