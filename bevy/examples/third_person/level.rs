//! The level, as a glTF file that is made at the start.

use std::fmt::Write;

/// A box of the level: its name, the number of its colour, its centre and its half size in metres.
type Block = (&'static str, usize, [f32; 3], [f32; 3]);

/// The colours, as linear red, green and blue.
const COLOURS: [[f32; 3]; 4] = [[0.23, 0.25, 0.28], [0.55, 0.45, 0.32], [0.25, 0.42, 0.5], [0.6, 0.2, 0.14]];

/// Everything that stands still. Stairs lead to two decks with a gap; a beam hangs over the second
/// one. A lift goes from there to the tower.
const BLOCKS: [Block; 12] = [
    ("Floor", 0, [0.0, -0.5, 0.0], [24.0, 0.5, 24.0]),
    ("Step 1", 1, [0.0, 0.125, -0.25], [2.0, 0.125, 0.25]),
    ("Step 2", 1, [0.0, 0.25, -0.75], [2.0, 0.25, 0.25]),
    ("Step 3", 1, [0.0, 0.375, -1.25], [2.0, 0.375, 0.25]),
    ("Step 4", 1, [0.0, 0.5, -1.75], [2.0, 0.5, 0.25]),
    ("Step 5", 1, [0.0, 0.625, -2.25], [2.0, 0.625, 0.25]),
    ("Deck", 2, [0.0, 0.625, -4.25], [2.0, 0.625, 1.75]),
    ("Deck behind the gap", 2, [0.0, 0.625, -9.25], [2.0, 0.625, 1.75]),
    ("Beam", 3, [0.0, 3.0, -9.5], [2.0, 0.6, 0.5]),
    ("Post", 3, [-2.2, 1.8, -9.5], [0.2, 1.8, 0.5]),
    ("Post", 3, [2.2, 1.8, -9.5], [0.2, 1.8, 0.5]),
    ("Tower", 2, [0.0, 2.125, -16.0], [3.0, 2.125, 3.0]),
];

/// Returns the bytes of a `.glb` file: one cube per colour, which the nodes place and scale.
pub(crate) fn glb() -> Vec<u8> {
    let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for side in 0_usize..6 {
        let (axis, sign) = (side / 2, if side.is_multiple_of(2) { 1.0 } else { -1.0 });
        let first = side as u16 * 4;
        for [u, v] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
            let (mut position, mut normal) = ([0.0_f32; 3], [0.0_f32; 3]);
            (position[axis], position[(axis + 1) % 3], position[(axis + 2) % 3]) = (sign, u * sign, v);
            normal[axis] = sign;
            positions.extend(position.iter().flat_map(|x| x.to_le_bytes()));
            normals.extend(normal.iter().flat_map(|x| x.to_le_bytes()));
        }
        indices.extend([0, 1, 2, 0, 2, 3].iter().flat_map(|i| (first + i).to_le_bytes()));
    }
    let parts = [positions, normals, indices];
    let json = json(&parts.each_ref().map(Vec::len));
    container(json, parts.concat())
}

/// Returns the part of the file that describes the scene. `lengths` are those of the parts of the
/// buffer: positions, normals and indices.
fn json(lengths: &[usize; 3]) -> String {
    let (mut views, mut materials, mut meshes, mut nodes) =
        (String::new(), String::new(), String::new(), String::new());
    let mut offset = 0;
    for length in lengths {
        let _ = write!(views, r#"{{"buffer":0,"byteOffset":{offset},"byteLength":{length}}},"#);
        offset += length;
    }
    for (i, [r, g, b]) in COLOURS.iter().enumerate() {
        let _ = write!(
            materials,
            r#"{{"pbrMetallicRoughness":{{"baseColorFactor":[{r},{g},{b},1],"metallicFactor":0}}}},"#
        );
        let _ = write!(
            meshes,
            r#"{{"primitives":[{{"attributes":{{"POSITION":0,"NORMAL":1}},"indices":2,"material":{i}}}]}},"#
        );
    }
    for (name, colour, centre, half) in BLOCKS {
        let _ = write!(
            nodes,
            r#"{{"name":"{name}","mesh":{colour},"translation":{centre:?},"scale":{half:?}}},"#
        );
    }
    let accessors = r#"{"bufferView":0,"componentType":5126,"count":24,"type":"VEC3","min":[-1,-1,-1],"max":[1,1,1]},
        {"bufferView":1,"componentType":5126,"count":24,"type":"VEC3"},
        {"bufferView":2,"componentType":5123,"count":36,"type":"SCALAR"}"#;
    let list = |text: &str| text.trim_end_matches(',').to_owned();
    let all: Vec<String> = (0..BLOCKS.len()).map(|i| i.to_string()).collect();
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}],"meshes":[{}],
        "materials":[{}],"accessors":[{accessors}],"bufferViews":[{}],"buffers":[{{"byteLength":{offset}}}]}}"#,
        all.join(","),
        list(&nodes),
        list(&meshes),
        list(&materials),
        list(&views),
    )
}

/// Puts the two parts of a `.glb` file together. Each part has a length that is a multiple of four.
fn container(json: String, mut buffer: Vec<u8>) -> Vec<u8> {
    let mut json = json.into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    buffer.resize(buffer.len().next_multiple_of(4), 0);
    let mut file = b"glTF".to_vec();
    let number = |file: &mut Vec<u8>, n: usize| file.extend((n as u32).to_le_bytes());
    number(&mut file, 2);
    number(&mut file, 12 + 8 + json.len() + 8 + buffer.len());
    for (kind, part) in [(b"JSON", json), (b"BIN\0", buffer)] {
        number(&mut file, part.len());
        file.extend(kind);
        file.extend(part);
    }
    file
}
