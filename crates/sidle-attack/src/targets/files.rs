//! Tests every file reader. A reader must return an error that names the file, or valid data from
//! which a world can be built.

use sidle::{HeightField, HeightGrid, Motion, MoveConfig, Quat, QueryFilter, Shape, Vec3, World};
use sidle_io::{LevelData, LevelNodes, LoadOptions, ReadError};

/// Levels with more triangles are read but not built, because the reader is under test.
const MOST_TRIANGLES: usize = 500;

pub(super) fn obj(bytes: &[u8]) {
    level(sidle_io::read_obj(bytes, "x"));
}

pub(super) fn gltf(bytes: &[u8]) {
    let read = sidle_io::read_gltf(bytes, "x");
    nodes(&read, sidle_io::read_gltf_nodes(bytes, "x"));
    level(read);
}

/// Reads the bytes unchanged. Then splits them into JSON and a binary part, as the first byte says,
/// and reads those in a container with correct lengths.
pub(super) fn glb(bytes: &[u8]) {
    level(sidle_io::read_glb(bytes, "x"));
    if let Some((json, binary)) = parts_of_glb(bytes) {
        let bytes = glb_of(json, binary);
        let read = sidle_io::read_glb(&bytes, "x");
        nodes(&read, sidle_io::read_glb_nodes(&bytes, "x"));
        level(read);
    }
}

/// Splits the bytes into the JSON scale up to a zero, and a PNG. Reads the PNG unchanged, and with
/// corrected checksums.
pub(super) fn heightmap(bytes: &[u8]) {
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    let (json, png) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    let scale = match sidle_io::parse_heightmap_scale(json, "x") {
        Ok(scale) => scale,
        Err(error) => return sentence(&error),
    };
    for png in [png.to_vec(), with_checksums(png)] {
        let map = match sidle_io::parse_heightmap(&png, "x", scale) {
            Ok(map) => map,
            Err(error) => {
                sentence(&error);
                continue;
            }
        };
        assert_eq!(map.samples.len() as u64, u64::from(map.columns) * u64::from(map.rows));
        let grid = HeightGrid {
            columns: map.columns,
            rows: map.rows,
            cell_x: scale.cell_x,
            cell_z: scale.cell_z,
            origin: Vec3::ZERO,
        };
        let (base, step) = (map.base(), map.step());
        match HeightField::quantized(grid, map.samples, base, step) {
            Ok(field) => assert!(field.triangle_count() > 0),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

pub(super) fn spawns(bytes: &[u8]) {
    match sidle_io::parse_spawns(bytes, "x") {
        Ok(places) => assert!(places.iter().flatten().all(|x| x.is_finite())),
        Err(error) => sentence(&error),
    }
}

fn sentence(error: &ReadError) {
    let said = error.to_string();
    assert!(said.starts_with("x: ") && said.len() < 400 && !said.contains('\n'), "{said}");
}

/// Builds a world of instances. It must have the triangles of the level without instances.
fn nodes(level: &Result<LevelData, ReadError>, nodes: Result<LevelNodes, ReadError>) {
    let (level, nodes) = match (level, nodes) {
        (_, Err(error)) => return sentence(&error),
        // A level can be too large only if its meshes are placed.
        (Err(_), Ok(_)) => return,
        (Ok(level), Ok(nodes)) => (level, nodes),
    };
    if level.triangles.len() > MOST_TRIANGLES {
        return;
    }
    let built = match sidle_io::build_instances(nodes, &LoadOptions::default()) {
        Ok(built) => built,
        Err(error) => {
            let said = error.to_string();
            assert!(said.starts_with("x: ") && said.len() < 400 && !said.contains('\n'), "{said}");
            return;
        }
    };
    assert_eq!(built.world.polygon_count(), level.triangles.len());
    assert_eq!(built.materials, level.materials);
    let mut next = 0;
    for (i, node) in built.nodes.iter().enumerate() {
        assert!(node.triangles.start == next && node.parent.is_none_or(|parent| parent < i), "{node:?}");
        next = node.triangles.end;
    }
    assert_eq!(next, level.triangles.len());
    let (low, high) = built.report.bounds;
    let mut hits = Vec::new();
    built.world.cast_shape_all(&Shape::sphere(0.4), low, high - low, &QueryFilter::ALL, &mut hits);
    hits.iter().for_each(|hit| {
        assert!(built.triangle(&hit.surface).is_some_and(|triangle| triangle < next), "{hit:?}");
    });
}

fn level(read: Result<LevelData, ReadError>) {
    let level = match read {
        Ok(level) => level,
        Err(error) => return sentence(&error),
    };
    assert!(!level.triangles.is_empty());
    assert!(level.triangles.iter().flatten().all(|&i| (i as usize) < level.vertices.len()));
    assert!(level.vertices.iter().flatten().all(|x| x.is_finite()));
    assert_eq!(level.triangle_materials.len(), level.triangles.len());
    assert!(level.triangle_materials.iter().all(|&m| usize::from(m) < level.materials.len()));
    assert!(level.skipped.iter().all(|note| note.count > 0));
    if level.triangles.len() > MOST_TRIANGLES {
        return;
    }
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| Vec3::from(v)).collect();
    match World::from_triangles(&vertices, &level.triangles) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(world) => {
            let from = vertices[0] + Vec3::Y;
            let motion = Vec3::new(0.3, -3.0, 0.1);
            let turn = Quat::from_xyzw(0.1, 0.2, 0.3, 0.9);
            for shape in [
                Shape::sphere(0.4),
                Shape::capsule(0.3, 1.8),
                Shape::capsule(0.25, 1.5).with_rotation(turn),
                Shape::capsule(0.0, 1.0).with_rotation(turn),
            ] {
                let motion = Motion::displacement(motion, 1.0);
                let end = world.move_once(&shape, from, motion, &MoveConfig::default()).outcome;
                assert!(end.position.is_finite(), "{shape:?}: {end:?}");
            }
        }
    }
}

/// Returns the JSON and the binary chunk of bytes that may be a damaged GLB.
fn parts_of_glb(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = bytes.get(20..)?;
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let cut = word(12)?.min(rest.len());
    Some((&rest[..cut], rest.get(cut + 8..).unwrap_or_default()))
}

/// Builds a GLB from these chunks.
pub(super) fn glb_of(json: &[u8], binary: &[u8]) -> Vec<u8> {
    let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, chunk, padding) in [(b"JSON", json, b' '), (b"BIN\0", binary, 0)] {
        let length = chunk.len().next_multiple_of(4);
        bytes.extend_from_slice(&(length as u32).to_le_bytes());
        bytes.extend_from_slice(kind);
        bytes.extend_from_slice(chunk);
        bytes.resize(bytes.len() + length - chunk.len(), padding);
    }
    let length = bytes.len() as u32;
    bytes[8..12].copy_from_slice(&length.to_le_bytes());
    bytes
}

/// Corrects the checksums of a PNG as far as its chunks can be recognised.
fn with_checksums(png: &[u8]) -> Vec<u8> {
    let mut bytes = png.to_vec();
    let mut at = 8;
    while let Some(head) = bytes.get(at..at + 4) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(end) =
            at.checked_add(8).and_then(|s| s.checked_add(length)).filter(|e| e + 4 <= bytes.len())
        else {
            break;
        };
        let sum = crc(&bytes[at + 4..end]).to_be_bytes();
        bytes[end..end + 4].copy_from_slice(&sum);
        at = end + 4;
    }
    bytes
}

/// Computes the CRC of PNG, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |s, _| (s >> 1) ^ (0xEDB8_8320 & (s & 1).wrapping_neg()))
    })
}
