//! glTF: refused input, and the messages.

use crate::common::{Scene, glb};
use serde_json::{Value, json};
use sidle_io::{read_glb, read_gltf};

/// The message for the triangle scene after a change to its JSON, without the file's name.
fn changed(pointer: &str, value: Value) -> String {
    let mut scene = Scene::triangle();
    scene.json["buffers"] = json!([{ "byteLength": scene.bytes.len() }]);
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = scene.json.pointer_mut(parent).unwrap();
    match key.parse::<usize>() {
        Ok(index) => parent[index] = value,
        Err(_) => parent[key] = value,
    }
    let message = scene.error();
    message.strip_prefix("test.glb: ").unwrap_or_else(|| panic!("{message}")).to_string()
}

fn container(bytes: &[u8]) -> String {
    read_glb(bytes, "x").unwrap_err().to_string()
}

#[test]
fn containers() {
    let sound = Scene::triangle().glb();
    let no_glb = "x: header: this is not a GLB file, which starts with \"glTF\" and 8 more bytes";
    assert_eq!(container(b""), no_glb);
    assert_eq!(container(b"glTF\x02\0\0\0"), no_glb);
    assert_eq!(container(b"{\"asset\":{\"version\":\"2.0\"}}"), no_glb);
    let with = |at: usize, value: u32| {
        let mut bytes = sound.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        container(&bytes)
    };
    assert_eq!(with(4, 1), "x: header: the GLB version is 1, only 2 is known");
    let size = sound.len();
    assert_eq!(with(8, 9999), format!("x: header: the file should have 9999 bytes, but has {size}"));
    assert_eq!(with(8, 0), format!("x: header: the file should have 0 bytes, but has {size}"));
    assert_eq!(with(8, 12), "x: chunk 0: is missing or not of type JSON");
    assert_eq!(with(8, 17), "x: chunks: 5 bytes at the end are no chunk");
    assert_eq!(with(16, 0x004E_4942), "x: chunk 0: is missing or not of type JSON");
    let left = size - 20;
    assert_eq!(
        with(12, u32::MAX),
        format!("x: chunks: a chunk should have 4294967295 bytes, but {left} are left")
    );
    assert_eq!(
        container(&sound[..size - 1]),
        format!("x: header: the file should have {size} bytes, but has {}", size - 1)
    );
}

#[test]
fn unknown_chunks_are_passed_over() {
    let scene = Scene::triangle();
    let mut bytes = scene.glb();
    bytes.extend_from_slice(b"\x04\0\0\0WHAT1234");
    let length = bytes.len() as u32;
    bytes[8..12].copy_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(b"after the end");
    assert_eq!(read_glb(&bytes, "test.glb").unwrap(), scene.read());
}

#[test]
fn json() {
    let error = |text: &str| read_gltf(text.as_bytes(), "x").unwrap_err().to_string();
    assert_eq!(error(""), "x: JSON: EOF while parsing a value at line 1 column 0");
    assert_eq!(error("[1"), "x: JSON: invalid type: integer `1`, expected a sequence at line 1 column 2");
    assert_eq!(error("{}"), "x: JSON: missing field `asset` at line 1 column 2");
    assert!(error(&"[".repeat(100_000)).starts_with("x: JSON: "));
    assert!(error(&("{\"extras\":".to_string() + &"[".repeat(100_000))).starts_with("x: JSON: "));
    assert!(error("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":-1}]}").starts_with("x: JSON: "));
    assert_eq!(
        error("{\"asset\":{\"version\":\"1.0\"}}"),
        "x: asset: the glTF version is \"1.0\", only 2.x is known"
    );
    assert_eq!(error("{\"asset\":{\"version\":\"2.0\"}}"), "x: holds no triangles");
    assert!(container(&glb(b"{\xff}", b"")).starts_with("x: JSON: "));
}

#[test]
fn extensions() {
    let advice = "; export the level without mesh compression";
    for (extension, advice) in [
        ("KHR_draco_mesh_compression", advice),
        ("EXT_meshopt_compression", advice),
        ("EXT_mesh_gpu_instancing", ""),
        ("ACME_curved_space", ""),
    ] {
        assert_eq!(
            changed("/extensionsRequired", json!(["KHR_materials_unlit", extension])),
            format!("requires the glTF extension {extension}, which is not supported{advice}")
        );
    }
}

#[test]
fn nodes_and_scenes() {
    for (pointer, value, message) in [
        ("/scene", json!(3), "scene 3: is the default scene, but not in the file"),
        ("/scenes", json!([{ "nodes": [7] }]), "node 7: is not in the file"),
        ("/nodes/0/children", json!([7]), "node 7: is not in the file"),
        ("/nodes/0/children", json!([0]), "node 0: is its own descendant"),
        (
            "/nodes",
            json!([{ "mesh": 0 }, { "children": [2] }, { "children": [1] }]),
            "node 1: is its own descendant",
        ),
        (
            "/nodes",
            json!([{ "children": [1, 2] }, { "children": [3] }, { "children": [3] }, { "mesh": 0 }]),
            "node 3: is reached twice, but a node has one parent at most",
        ),
        ("/nodes/0/mesh", json!(1), "mesh 1: is not in the file"),
        ("/nodes/0/rotation", json!([0, 0, 0, 0]), "node 0: the rotation is not a unit quaternion"),
        ("/nodes/0/rotation", json!([0, 0, 1e30, 0]), "node 0: the rotation is not a unit quaternion"),
        (
            "/nodes/0/matrix",
            json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, 1]),
            "node 0: the last row of the matrix is not 0 0 0 1",
        ),
        (
            "/nodes/0",
            json!({ "mesh": 0, "scale": [3e38, 1, 1], "translation": [3e38, 0, 0] }),
            "mesh 0 primitive 0: vertex 1 (accessor 0) is not finite where its node places it",
        ),
    ] {
        assert_eq!(changed(pointer, value), message);
    }
    // Beyond f32: if a program in the build enables `float_roundtrip` of serde_json, the parser
    // itself reports it.
    let beyond = changed("/nodes/0/translation", json!([0, 1e39, 0]));
    let by_the_parser = beyond.starts_with("JSON: number out of range");
    assert!(by_the_parser || beyond == "node 0: the transform is not finite", "{beyond}");
    // A cycle that is reachable from a scene.
    let mut scene = Scene::triangle();
    scene.json["nodes"] = json!([{ "children": [1], "mesh": 0 }, { "children": [0] }]);
    scene.json["scenes"] = json!([{ "nodes": [0] }]);
    assert_eq!(scene.error(), "test.glb: node 0: is reached twice, but a node has one parent at most");
}

#[test]
fn accessors_and_views() {
    let sparse = |count: u32, index_view: u32, offset: u32| {
        json!({
            "count": count,
            "indices": { "bufferView": index_view, "componentType": 5121, "byteOffset": offset },
            "values": { "bufferView": 0 },
        })
    };
    for (pointer, value, message) in [
        (
            "/accessors/0/count",
            json!(4),
            "accessor 0: 4 elements of 12 bytes at 0, 12 apart, do not fit the 36 bytes of bufferView 0",
        ),
        (
            "/accessors/0/count",
            json!(1_u64 << 40),
            "mesh 0 primitive 0: the level would have more than 33554432 vertices",
        ),
        (
            "/accessors/0/count",
            json!(u64::MAX),
            "mesh 0 primitive 0: the level would have more than 33554432 vertices",
        ),
        ("/accessors/0/count", json!(0), "holds no triangles"),
        (
            "/accessors/0/byteOffset",
            json!(4),
            "accessor 0: 3 elements of 12 bytes at 4, 12 apart, do not fit the 36 bytes of bufferView 0",
        ),
        (
            "/accessors/0/byteOffset",
            json!(u64::MAX),
            "accessor 0: 3 elements of 12 bytes at 18446744073709551615, 12 apart, do not fit the 36 bytes of bufferView 0",
        ),
        (
            "/bufferViews/0/byteStride",
            json!(16),
            "accessor 0: 3 elements of 12 bytes at 0, 16 apart, do not fit the 36 bytes of bufferView 0",
        ),
        (
            "/bufferViews/0/byteStride",
            json!(8),
            "accessor 0: elements of 12 bytes overlap at the stride of 8 of bufferView 0",
        ),
        (
            "/bufferViews/0/byteStride",
            json!(u64::MAX),
            "accessor 0: 3 elements of 12 bytes at 0, 18446744073709551615 apart, do not fit the 36 bytes of bufferView 0",
        ),
        ("/accessors/0/bufferView", json!(5), "bufferView 5: is not in the file"),
        ("/accessors/0/componentType", json!(5), "accessor 0: has an unknown componentType"),
        ("/accessors/0/componentType", json!(5125), "accessor 0: positions cannot be VEC3 of U32"),
        ("/accessors/0/type", json!("VEC2"), "accessor 0: positions cannot be VEC2 of F32"),
        ("/accessors/0/type", json!("VEC9"), "accessor 0: has an unknown type"),
        ("/accessors/0/sparse", sparse(4, 0, 0), "accessor 0: replaces more elements than it has"),
        (
            "/accessors/0/sparse",
            sparse(2, 0, 35),
            "accessor 0: sparse indices: 2 elements of 1 bytes at 35, 1 apart, do not fit the 36 bytes",
        ),
        ("/accessors/0/sparse", sparse(1, 3, 0), "bufferView 3: is not in the file"),
        ("/accessors/0/sparse", sparse(1, 0, 14), "accessor 0: replaces element 128 of 3"),
        ("/bufferViews/0/byteLength", json!(37), "bufferView 0: takes 37 bytes at 0, but buffer 0 has 36"),
        ("/bufferViews/0/byteOffset", json!(1), "bufferView 0: takes 36 bytes at 1, but buffer 0 has 36"),
        (
            "/bufferViews/0/byteOffset",
            json!(u64::MAX),
            "bufferView 0: takes 36 bytes at 18446744073709551615, but buffer 0 has 36",
        ),
        ("/bufferViews/0/buffer", json!(2), "buffer 2: is not in the file"),
        ("/buffers/0/byteLength", json!(50), "buffer 0: should have 50 bytes, but has 36"),
        (
            "/buffers/0/byteLength",
            json!(u64::MAX),
            "buffer 0: the buffers together have more than 1073741824 bytes",
        ),
        ("/buffers/0/byteLength", json!(30), "bufferView 0: takes 36 bytes at 0, but buffer 0 has 30"),
        (
            "/buffers/0/uri",
            json!("level.bin"),
            "buffer 0: is in another file, which cannot be read from memory",
        ),
        (
            "/buffers/0/uri",
            json!("http://example.org/a"),
            "buffer 0: the URI \"http://example.org/a\" is neither data: nor a relative path",
        ),
        (
            "/buffers/0/uri",
            json!("../a.bin"),
            "buffer 0: the URI \"../a.bin\" leads out of the folder of the file",
        ),
        ("/buffers/0/uri", json!("data:;base64,AAAA"), "buffer 0: should have 36 bytes, but has 3"),
    ] {
        assert_eq!(changed(pointer, value), message);
    }
    let mut json = Scene::triangle().json;
    json["buffers"] = json!([{ "byteLength": 36 }]);
    let message = read_gltf(json.to_string().as_bytes(), "x").unwrap_err().to_string();
    assert_eq!(message, "x: buffer 0: has no URI, and there is no binary chunk");
    json["buffers"] = json!([{ "byteLength": 36 }, { "byteLength": 36 }]);
    json["bufferViews"][0]["buffer"] = json!(1);
    let message = read_gltf(json.to_string().as_bytes(), "x").unwrap_err().to_string();
    assert_eq!(message, "x: buffer 1: has no URI");
}

#[test]
fn primitives() {
    let place = "mesh 0 primitive 0";
    let primitive = "/meshes/0/primitives/0";
    for (key, value, message) in [
        ("mode", json!(9), format!("{place}: has an unknown mode")),
        ("material", json!(0), format!("{place}: has a material that is not in the file")),
        ("indices", json!(8), "accessor 8: is not in the file".into()),
        ("indices", json!(0), "accessor 0: indices cannot be VEC3 of F32".into()),
        ("attributes", json!({ "POSITION": 8 }), "accessor 8: is not in the file".into()),
    ] {
        assert_eq!(changed(&format!("{primitive}/{key}"), value), message);
    }
    let mut scene = Scene::triangle();
    let indices = scene.indices(&[0, 1, 2, 0, 3, 1]);
    scene.json["meshes"][0]["primitives"][0]["indices"] = json!(indices);
    assert_eq!(scene.error(), format!("test.glb: {place}: index 4 is 3, but there are 3 vertices"));
    scene.json["accessors"][indices]["componentType"] = json!(5122);
    assert_eq!(scene.error(), "test.glb: accessor 1: indices cannot be SCALAR of I16");
    scene.json["accessors"][indices] =
        json!({ "componentType": 5125, "type": "SCALAR", "count": 1_u64 << 50 });
    let message = format!("test.glb: {place}: the level would have more than 33554432 triangles");
    assert_eq!(scene.error(), message);
    for x in [f32::NAN, f32::INFINITY] {
        let mut scene = Scene::triangle();
        scene.bytes[16..20].copy_from_slice(&x.to_le_bytes());
        assert_eq!(scene.error(), format!("test.glb: {place}: vertex 1 (accessor 0) is not finite"));
    }
}

#[test]
fn small_files_that_ask_for_much() {
    // A million zeros, 64 times: as one mesh under 64 nodes.
    let mut scene = Scene::new();
    scene.push("accessors", json!({ "componentType": 5126, "type": "VEC3", "count": 1_000_000 }));
    scene.mesh(json!({ "attributes": { "POSITION": 0 } }));
    for _ in 0..64 {
        scene.node(json!({ "mesh": 0 }));
    }
    let message = "test.glb: mesh 0 primitive 0: the level would have more than 33554432 vertices";
    assert_eq!(scene.error(), message);
    // Empty primitives, 5000 times 1000.
    let empty: Vec<_> = (0..5000).map(|_| json!({ "attributes": {}, "mode": 0 })).collect();
    scene.json["meshes"] = json!([{ "primitives": empty }]);
    scene.json["nodes"] = json!((0..1000).map(|_| json!({ "mesh": 0 })).collect::<Vec<_>>());
    assert_eq!(scene.error(), "test.glb: mesh 0: the scene places more than 4194304 primitives");
}
