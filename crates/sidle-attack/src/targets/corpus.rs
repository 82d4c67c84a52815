//! Valid initial inputs made from the scenes: small files of every format.

use std::fmt::Write;

use sidle::{Motion, MoveConfig, Quat, Response, Shape, Vec3, World, trace};
use sidle_scenes::{Level, cases, generate, slides, stations};

use super::files::glb_of;
use crate::random::Rng;

/// Largest number of triangles of a level; larger levels only make the corpus larger.
const MOST_TRIANGLES: usize = 60;

/// Returns valid inputs for the target with this name; empty for an unknown name.
#[must_use]
pub fn corpus(target: &str) -> Vec<Vec<u8>> {
    match target {
        "obj" => levels().iter().map(|l| obj(l).into_bytes()).collect(),
        "gltf" => levels().iter().map(gltf).collect(),
        "glb" => levels().iter().map(|l| glb_of(scene(l, None).as_bytes(), &binary(l))).collect(),
        "heightmap" => (0..4).map(heightmap).collect(),
        "spawns" => (0..3).map(spawns).collect(),
        "replay" => levels().iter().flat_map(replays).collect(),
        "world" | "moves" | "balls" | "edit" => (0..24).map(|seed| noise(seed, 700)).collect(),
        "instances" => (0..24).map(|seed| noise(seed, 2000)).collect(),
        _ => Vec::new(),
    }
}

/// Returns the small levels of the scenes, without duplicates.
fn levels() -> Vec<Level> {
    let stations = stations::all().into_iter().chain(cases::all()).chain([slides::station()]);
    let mut levels: Vec<Level> = stations
        .flat_map(|s| s.levels)
        .filter(|l| !l.triangles.is_empty() && l.triangles.len() <= MOST_TRIANGLES)
        .collect();
    levels.dedup_by_key(|l| l.fingerprint());
    levels.truncate(24);
    levels
}

fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut rng = Rng::seeded(seed);
    (0..length).map(|_| rng.byte()).collect()
}

/// Writes an OBJ file with names, comments, normals, materials, polygons and a continued line.
fn obj(level: &Level) -> String {
    let mut text = format!("# {}\no {}\nmtllib none.mtl\n", level.name, level.name);
    for [x, y, z] in &level.vertices {
        let _ = writeln!(text, "v {x} {y} {z}");
    }
    text += "vn 0 1 0\nvt 0.5 0.5\n";
    for (i, [a, b, c]) in level.triangles.iter().enumerate() {
        let [a, b, c] = [a + 1, b + 1, c + 1];
        let _ = match i % 4 {
            0 => writeln!(text, "usemtl m{i}\nf {a} {b} {c}"),
            1 => writeln!(text, "f {a}/1/1 {b}/1/1 \\\n {c}/1/1"),
            2 => writeln!(text, "f {a}//1 {b}//1 {c}//1 {a}//1"),
            _ => writeln!(text, "f -1 -2 -3\nl 1 2\nf {a} {b} {c}\r"),
        };
    }
    text
}

fn binary(level: &Level) -> Vec<u8> {
    let positions = level.vertices.iter().flatten().flat_map(|x| x.to_le_bytes());
    let indices = level.triangles.iter().flatten().flat_map(|&i| (i as u16).to_le_bytes());
    positions.chain(indices).collect()
}

/// Writes the JSON of a scene with nested nodes. Its buffer is at `uri`, or in the container.
fn scene(level: &Level, uri: Option<&str>) -> String {
    let (vertices, indices) = (level.vertices.len(), 3 * level.triangles.len());
    let uri = uri.map_or(String::new(), |uri| format!(",\"uri\":\"{uri}\""));
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"children\":[1,2],\
         \"scale\":[1,-2,1]}},{{\"mesh\":0,\"rotation\":[0,0,0.6,0.8],\"translation\":[1,2,3]}},{{\"mesh\":0,\"matrix\":\
         [1,0,0,0,0,1,0,0,0,0,1,0,4,5,6,1]}}],\"materials\":[{{\"name\":\"stone\"}}],\"meshes\":[{{\"primitives\":[{{\
         \"attributes\":{{\"POSITION\":0}},\"indices\":1,\"material\":0}},{{\"attributes\":{{\"POSITION\":0}},\"mode\":5}}]}}],\
         \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":{vertices}}},{{\"bufferView\":1,\
         \"componentType\":5123,\"type\":\"SCALAR\",\"count\":{indices}}}],\"bufferViews\":[{{\"buffer\":0,\"byteOffset\":0,\
         \"byteLength\":{}}},{{\"buffer\":0,\"byteOffset\":{},\"byteLength\":{}}}],\"buffers\":[{{\"byteLength\":{}{uri}}}]}}",
        12 * vertices,
        12 * vertices,
        2 * indices,
        12 * vertices + 2 * indices,
    )
}

fn gltf(level: &Level) -> Vec<u8> {
    let uri = format!("data:application/octet-stream;base64,{}", base64(&binary(level)));
    scene(level, Some(&uri)).into_bytes()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0_u32, |w, &b| w << 8 | u32::from(b)) << (8 * (3 - three.len()));
        for k in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * k) & 63) as usize];
            text.push(if k <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

/// Writes a scale in JSON, a zero, and a grey PNG of 16 bits.
fn heightmap(seed: u64) -> Vec<u8> {
    let size = 2 + 3 * seed as u32;
    let mut bytes = format!(
        "{{\"cell_x_m\": 1.5, \"cell_z_m\": 2, \"height_of_0_m\": -3, \"height_of_65535_m\": 25.5, \"columns\": {size}, \
         \"rows\": {size}, \"diagonal\": \"(i+1,j)-(i,j+1)\"}}\0"
    )
    .into_bytes();
    let mut encoder = png::Encoder::new(&mut bytes, size, size);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    let samples = noise(seed, 2 * (size * size) as usize);
    // Writing to memory cannot fail. If it did, half a file would still be a valid corpus entry.
    if let Ok(mut writer) = encoder.write_header() {
        let _ = writer.write_image_data(&samples);
    }
    bytes
}

fn spawns(seed: u64) -> Vec<u8> {
    let level = generate::soup(seed, 100);
    let places: Vec<String> =
        level.spawns.iter().take(5).map(|[x, y, z]| format!("[{x}, {y}, {z}]")).collect();
    format!("[{}]", places.join(",\n ")).into_bytes()
}

/// Captures moves through a level.
fn replays(level: &Level) -> Vec<Vec<u8>> {
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| Vec3::from(v)).collect();
    let Ok(world) = World::from_triangles(&vertices, &level.triangles) else { return Vec::new() };
    let from = vertices[0] + Vec3::new(0.1, 0.7, 0.2);
    let turn = Quat::from_xyzw(0.1, 0.2, 0.3, 0.9);
    let shapes = [
        Shape::sphere(0.5),
        Shape::point(),
        Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.3)).with_rotation(turn),
        Shape::capsule(0.3, 1.2),
        Shape::capsule(0.2, 1.3).with_rotation(turn),
        Shape::capsule(0.0, 1.0).with_rotation(turn),
    ];
    let config = MoveConfig { response: Response::Momentum, ..MoveConfig::default() };
    let replay = |shape| {
        trace::capture(&world, shape, from, Motion::displacement(Vec3::new(0.5, -2.0, 1.0), 1.0), &config)
    };
    let met = shapes.iter().map(replay).filter(|r| !r.polygons.is_empty());
    met.map(|r| r.to_string().into_bytes()).collect()
}
