//! Thousands of broken files: none may cause a panic, and the accepted ones must keep the contract
//! of `LevelData`.

use crate::common::{Random, Scene};
use serde_json::json;
use sidle_io::{LevelData, ReadError, parse_spawns, read_glb, read_gltf, read_obj};

fn obj() -> Vec<u8> {
    let mut text = String::from("# generated\nmtllib none.mtl\no level\n");
    for i in 0..12 {
        text += &format!("v {} {:.3} -{}e-1\nvn 0 1 0\nvt 0.5 0.5\n", i, f64::from(i * i) / 7.0, i);
    }
    text += "usemtl stone\nf 1/1/1 2/2/2 3/3/3\nf -1//-1 -2//-2 -3//-3 -4//-4\nusemtl ice\nf 1 2 3 4 5 \\\n 6 7 8\n";
    text += "l 1 2\np 1\nf 9 10\ncurv 0 1 1 2\nf 10 11 12\r\n";
    text.into_bytes()
}

/// Every path of the reader: indices, a sparse accessor, a strip, quantized numbers, a stride,
/// nested nodes, a data URI.
fn scene() -> Scene {
    let mut scene = Scene::new();
    let points: Vec<_> = (0..6).map(|i| [i as f32, (i % 3) as f32, 0.5]).collect();
    let positions = scene.positions(&points);
    let replaced = scene.view(&[1, 4]);
    scene.json["accessors"][positions]["sparse"] = json!({
        "count": 2,
        "indices": { "bufferView": replaced, "componentType": 5121 },
        "values": { "bufferView": 0, "byteOffset": 12 },
    });
    let indices = scene.indices(&[0, 1, 2, 3, 4, 5]);
    let quantized = scene.accessor(&[7; 32], 5122, "VEC3", 4);
    scene.json["bufferViews"][3]["byteStride"] = json!(8);
    scene.mesh(json!({ "attributes": { "POSITION": positions }, "indices": indices, "material": 0 }));
    scene.mesh(json!({ "attributes": { "POSITION": quantized }, "mode": 5 }));
    scene.json["materials"] = json!([{ "name": "stone" }]);
    scene.node(json!({ "mesh": 0, "children": [1, 2], "scale": [1, -2, 1] }));
    scene.node(json!({ "mesh": 1, "rotation": [0, 0, 0.6, 0.8], "translation": [1, 2, 3] }));
    scene.node(json!({ "mesh": 1, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1] }));
    scene.json["scenes"] = json!([{ "nodes": [0] }]);
    scene.json["scene"] = json!(0);
    scene
}

/// Checks the documented contract of `LevelData`. Returns true if the file was read.
fn check(result: Result<LevelData, ReadError>) -> bool {
    match result {
        Ok(level) => {
            assert!(!level.triangles.is_empty());
            assert!(level.triangles.iter().flatten().all(|&i| (i as usize) < level.vertices.len()));
            assert!(level.vertices.iter().flatten().all(|x| x.is_finite()));
            assert_eq!(level.triangle_materials.len(), level.triangles.len());
            assert!(level.triangle_materials.iter().all(|&m| (m as usize) < level.materials.len()));
            assert!(level.skipped.iter().all(|note| note.count > 0));
            true
        }
        Err(error) => {
            let message = error.to_string();
            assert!(
                message.starts_with("x: ") && message.len() < 400 && !message.contains('\n'),
                "{message}"
            );
            false
        }
    }
}

/// Damages `sound` in many ways.
fn damage(sound: &[u8], rounds: usize, mut read: impl FnMut(&[u8]) -> bool) {
    assert!(read(sound), "the file is sound before it is damaged");
    for length in 0..sound.len() {
        read(&sound[..length]);
    }
    let mut random = Random(sound.len() as u64);
    let mut survivors = 0;
    for round in 0..rounds {
        let mut bytes = sound.to_vec();
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len());
            match random.below(7) {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => bytes[at] = random.below(256) as u8,
                // In text: a character that makes another number, word or structure.
                2 => bytes[at] = b"0123456789-+.eE/\\# \n\"{}[],:"[random.below(27)],
                3 => drop(bytes.remove(at)),
                4 => bytes.insert(at, b"0129-"[random.below(5)]),
                5 => {
                    let end = (at + 1 + random.below(16)).min(bytes.len());
                    let piece = bytes[at..end].to_vec();
                    let to = random.below(bytes.len());
                    bytes.splice(to..to, piece);
                }
                _ => {
                    let end = (at + 4).min(bytes.len());
                    bytes[at..end].fill([0, 0xff, 0x7f, 0x80][round % 4]);
                }
            }
        }
        survivors += usize::from(read(&bytes));
    }
    eprintln!("{survivors} of {rounds} damaged files were read");
    assert!(survivors > rounds / 100, "some damage must get past the first checks, or nothing is tested");
}

#[test]
fn damaged_obj() {
    damage(&obj(), 80_000, |bytes| check(read_obj(bytes, "x")));
}

#[test]
fn damaged_glb() {
    damage(&scene().glb(), 60_000, |bytes| check(read_glb(bytes, "x")));
}

/// Corrects the lengths in a GLB after the damage, so that more of it reaches the JSON and the
/// accessors.
#[test]
fn damaged_glb_in_a_sound_container() {
    let scene = scene();
    let mut json = scene.json.clone();
    json["buffers"] = json!([{ "byteLength": scene.bytes.len() }]);
    let json = json.to_string().into_bytes();
    damage(&json, 90_000, |bytes| check(read_glb(&crate::common::glb(bytes, &scene.bytes), "x")));
    damage(&scene.bytes, 60_000, |bytes| check(read_glb(&crate::common::glb(&json, bytes), "x")));
}

#[test]
fn damaged_gltf() {
    let mut scene = Scene::triangle();
    scene.node(json!({ "mesh": 0 }));
    let uri = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    damage(&scene.gltf(uri), 60_000, |bytes| check(read_gltf(bytes, "x")));
}

/// Numbers of the JSON one after the other become extreme ones.
#[test]
fn extreme_numbers_in_json() {
    let scene = scene();
    let mut json = scene.json.clone();
    json["buffers"] = json!([{ "byteLength": scene.bytes.len() }]);
    let text = json.to_string();
    let mut tried = 0;
    for (at, _) in text.match_indices(|c: char| c.is_ascii_digit()) {
        if text[..at].ends_with(|c: char| c.is_ascii_digit() || c == '.') {
            continue;
        }
        let rest = text[at..].trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        for number in ["0", "1", "3", "255", "65536", "2147483648", "4294967295", "4294967296", "33554432"]
            .into_iter()
            .chain([
                "1073741824",
                "9223372036854775807",
                "18446744073709551615",
                "-1",
                "1e38",
                "1e39",
                "0.5",
                "null",
            ])
        {
            let changed = format!("{}{number}{rest}", &text[..at]);
            check(read_glb(&crate::common::glb(changed.as_bytes(), &scene.bytes), "x"));
            tried += 1;
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn noise() {
    let mut random = Random(1);
    for _ in 0..5_000 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
        check(read_obj(&bytes, "x"));
        check(read_glb(&bytes, "x"));
        check(read_gltf(&bytes, "x"));
        assert!(parse_spawns(&bytes, "x").is_err());
        let words: Vec<u8> =
            (0..random.below(200)).map(|_| b"vf \n1234-/\\.#eul"[random.below(16)]).collect();
        check(read_obj(&words, "x"));
    }
}
