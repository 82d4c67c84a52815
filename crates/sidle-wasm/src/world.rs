//! Worlds: building, freeing, and facts about them.

use sidle::{
    Contact, Diagonal, GeometryId, HeightField, HeightGrid, Hit, IndexKind, InstanceId, MaterialId, PoseSet,
    Scratch, Surface, Vec3, World, WorldBuilder,
};

use crate::call;
use crate::code::Failure;
use crate::reader::Reader;
use crate::records::material;
use crate::writer::Writer;

/// A world with the memory of its calls.
#[derive(Default)]
pub(crate) struct Level {
    pub(crate) world: World,
    pub(crate) scratch: Scratch,
    /// The identifiers of the instances, by their numbers.
    pub(crate) instances: Vec<InstanceId>,
    pub(crate) geometries: Vec<Option<GeometryId>>,
    pub(crate) poses: PoseSet,
    pub(crate) surfaces: Vec<Surface>,
    pub(crate) contacts: Vec<Contact>,
    pub(crate) hits: Vec<Hit>,
}

/// Reads geometry into a builder: an index kind; materials; meshes, each with positions, indices
/// and optionally a material for each triangle; height fields.
///
/// Materials of a world begin at 1: 0 is the default material.
pub(crate) fn geometry(reader: &mut Reader<'_>, builder: &mut WorldBuilder) -> Result<(), Failure> {
    builder.set_index(if reader.flag("index")? { IndexKind::Octree } else { IndexKind::default() });
    for _ in 0..reader.count(7, "materials")? {
        builder.add_material(material(reader)?);
    }
    for _ in 0..reader.count(3, "meshes")? {
        mesh(reader, builder)?;
    }
    for _ in 0..reader.count(12, "height fields")? {
        let material = material_id(reader)?;
        builder.add_height_field(height_field(reader)?, material);
    }
    Ok(())
}

fn mesh(reader: &mut Reader<'_>, builder: &mut WorldBuilder) -> Result<(), Failure> {
    let vertices = reader.count(3, "vertices")?;
    let words = reader.words(3 * vertices, "positions")?;
    let vertices: Vec<Vec3> =
        words.chunks_exact(3).map(|v| Vec3::from_array([0, 1, 2].map(|i| f32::from_bits(v[i])))).collect();
    let triangles = reader.count(3, "triangles")?;
    let words = reader.words(3 * triangles, "indices")?;
    let triangles: Vec<[u32; 3]> = words.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect();
    let materials = match reader.word("material mode")? {
        0 => vec![material_id(reader)?; triangles.len()],
        _ => {
            reader.words(triangles.len(), "materials")?.iter().map(|&m| id_of(m)).collect::<Result<_, _>>()?
        }
    };
    builder.add_mesh(&vertices, &triangles, &materials);
    Ok(())
}

fn material_id(reader: &mut Reader<'_>) -> Result<MaterialId, Failure> {
    id_of(reader.word("material")?)
}

fn id_of(word: u32) -> Result<MaterialId, Failure> {
    let id = u16::try_from(word).map(MaterialId);
    id.map_err(|_| Failure::input(format_args!("there is no material {word}; 65,535 are possible")))
}

/// Reads a height field: columns, rows, cell sizes, origin, a mode, and the data. Mode 0: heights
/// as f32. Mode 1: base and step as f64, and samples of 16 bits, each in a word. Then the numbers
/// of cells that are holes, and of cells with the other diagonal.
fn height_field(reader: &mut Reader<'_>) -> Result<HeightField, Failure> {
    let (columns, rows) = (reader.word("columns")?, reader.word("rows")?);
    let (cell_x, cell_z) = (reader.float("cellX")?, reader.float("cellZ")?);
    let grid = HeightGrid { columns, rows, cell_x, cell_z, origin: reader.vector("origin")? };
    let mode = reader.word("mode")?;
    let (base, step) = if mode == 0 { (0.0, 0.0) } else { (reader.double("base")?, reader.double("step")?) };
    let samples = reader.count(1, "heights")?;
    let samples = reader.words(samples, "heights")?;
    let field = if mode == 0 {
        HeightField::new(grid, samples.iter().map(|&h| f32::from_bits(h)).collect())?
    } else {
        HeightField::quantized(grid, samples.iter().map(|&h| h as u16).collect(), base, step)?
    };
    let holes = cells(reader, "holes")?;
    let anti = cells(reader, "diagonals")?;
    let cell = |column: u32, row: u32| row * (columns - 1) + column;
    let mut field = field;
    if !holes.is_empty() {
        field = field.with_holes(|column, row| holes.binary_search(&cell(column, row)).is_ok());
    }
    if !anti.is_empty() {
        let is_anti = |column: u32, row: u32| anti.binary_search(&cell(column, row)).is_ok();
        field = field.with_diagonals(|c, r| if is_anti(c, r) { Diagonal::Anti } else { Diagonal::Main });
    }
    Ok(field)
}

fn cells(reader: &mut Reader<'_>, name: &str) -> Result<Vec<u32>, Failure> {
    let count = reader.count(1, name)?;
    let mut cells = reader.words(count, name)?.to_vec();
    cells.sort_unstable();
    Ok(cells)
}

/// Builds a world of the geometry in the input. Output: its handle, then as [`sidle_world_info`].
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_build(words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let mut builder = WorldBuilder::new();
        geometry(reader, &mut builder)?;
        reader.end()?;
        let handle = objects.worlds.insert(Level { world: builder.build()?, ..Level::default() })?;
        writer.word(handle);
        info(objects.worlds.get(handle)?, writer);
        Ok(())
    })
}

/// Frees a world.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_free(world: u32) -> i32 {
    call(0, |objects, _, _, _| objects.worlds.remove(world).map(drop))
}

/// Writes facts about a world: the number of polygons, vertices, degenerate polygons, welded
/// vertices, open and non-manifold edges, and of materials; the memory in bytes; a flag and the
/// bounds.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_info(world: u32) -> i32 {
    call(0, |objects, _, writer, _| {
        info(objects.worlds.get(world)?, writer);
        Ok(())
    })
}

fn info(level: &Level, writer: &mut Writer<'_>) {
    let (world, report) = (&level.world, level.world.report());
    let counts = [
        world.polygon_count(),
        report.vertices,
        report.degenerate,
        report.welded,
        report.open_edges,
        report.non_manifold_edges,
        world.materials().len(),
        world.memory_bytes(),
    ];
    counts.into_iter().for_each(|count| writer.word(count as u32));
    let bounds = world.bounds();
    writer.word(u32::from(bounds.is_some()));
    let (min, max) = bounds.unwrap_or_default();
    writer.position(min);
    writer.position(max);
}
