//! Nodes of a glTF file as instances: `walk --instances` and `inspect --instances`.

use serde_json::{Value, json};

use crate::common::{Folder, stderr};

/// Writes `level.gltf`: a closed room of 12 x 4 x 12 m, six boxes of one mesh, one of them mirrored
/// and one animated, and a node without a mesh.
fn room_with_boxes(name: &str) -> Folder {
    let folder = Folder::new(name);
    let box_of = |half: [f32; 3]| {
        (0..8).flat_map(move |i| [0, 1, 2].map(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] }))
    };
    let positions: Vec<f32> = box_of([6.0, 2.0, 6.0]).chain(box_of([0.5, 0.5, 0.5])).collect();
    let sides: [u16; 36] = [
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3,
        7, 5,
    ];
    let bytes =
        positions.iter().flat_map(|x| x.to_le_bytes()).chain(sides.iter().flat_map(|i| i.to_le_bytes()));
    // The fronts of the room face inside.
    let bytes: Vec<u8> = bytes.chain(sides.iter().rev().flat_map(|i| i.to_le_bytes())).collect();
    std::fs::write(folder.0.join("level.bin"), &bytes).unwrap();
    let mut nodes = vec![json!({ "name": "room", "mesh": 0, "translation": [0, 2, 0] })];
    for i in 0..6_u8 {
        let (x, z) = (f32::from(i % 3) * 3.0 - 3.0, f32::from(i / 3) * 4.0 - 2.0);
        let turn = [0.0, 0.38268343, 0.0, 0.92387953];
        nodes.push(
            json!({ "name": format!("box {i}"), "mesh": 1, "translation": [x, 0.5, z], "rotation": turn }),
        );
    }
    nodes[3]["scale"] = json!([-1, 1, 1]);
    nodes.push(json!({ "name": "group", "children": [1, 2] }));
    let primitive = |positions: u8, indices: u8| json!({ "primitives": [{ "attributes": { "POSITION": positions }, "indices": indices }] });
    let level = json!({
        "asset": { "version": "2.0" }, "nodes": nodes, "meshes": [primitive(0, 3), primitive(1, 2)],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 8 },
            { "bufferView": 0, "byteOffset": 96, "componentType": 5126, "type": "VEC3", "count": 8 },
            { "bufferView": 1, "componentType": 5123, "type": "SCALAR", "count": 36 },
            { "bufferView": 1, "byteOffset": 72, "componentType": 5123, "type": "SCALAR", "count": 36 },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 192 }, { "buffer": 0, "byteOffset": 192, "byteLength": 144 },
        ],
        "buffers": [{ "byteLength": bytes.len(), "uri": "level.bin" }],
        "animations": [{ "samplers": [], "channels": [{ "sampler": 0, "target": { "node": 4, "path": "translation" } }] }],
    });
    folder.write("level.gltf", level.to_string());
    folder
}

fn json_of(folder: &Folder, args: &[&str]) -> Value {
    let output = folder.sidle(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn walkers_among_instances_are_judged_by_the_same_triangles() {
    let folder = room_with_boxes("walk-instances");
    for more in [&[][..], &["--character"], &["--scale", "0.7", "--up", "z", "--shape", "sphere:0.25"]] {
        let common = ["walk", "level.gltf", "--walkers", "12", "--seconds", "4", "--no-pictures", "--json"];
        let plain = json_of(&folder, &[&common[..], more].concat());
        let placed = json_of(&folder, &[&common[..], more, &["--instances"]].concat());
        assert_eq!((&plain["instances"], &placed["instances"]), (&json!(0), &json!(6)));
        for same in ["triangles", "walkers", "moves", "spawns", "enclosed_spawns", "level", "passed"] {
            assert_eq!(plain[same], placed[same], "{same}");
        }
        assert_eq!((&placed["triangles"], &placed["passed"]), (&json!(84), &json!(true)));
        assert!(
            placed["spawns"].as_u64() > Some(4) && placed["enclosed_spawns"] == placed["spawns"],
            "{placed}"
        );
        assert!(placed["p99_ns"].as_u64() > Some(0));
        let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&plain), keys(&placed));
    }
    folder.passes(&["walk", "level.gltf", "--instances", "--walkers", "2", "--seconds", "1", "--out", "out"]);
    assert!(folder.exists("out/above.png"));
}

#[test]
fn the_nodes_of_a_level_are_listed() {
    let folder = room_with_boxes("inspect-instances");
    let plain = json_of(&folder, &["inspect", "level.gltf", "--json"]);
    assert!(["nodes", "instances", "meshes"].iter().all(|key| plain.get(key).is_none()), "{plain}");
    let listed = json_of(&folder, &["inspect", "level.gltf", "--json", "--instances"]);
    assert_eq!((&listed["instances"], &listed["triangles"]), (&json!(6), &plain["triangles"]));
    let nodes = listed["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 8);
    let node = |name: &str| nodes.iter().find(|node| node["name"] == name).unwrap();
    assert_eq!((&node("group")["content"], &node("group")["triangles"]), (&json!("empty"), &json!(0)));
    let first = node("box 0");
    assert_eq!((&first["parent"], &first["parent_index"]), (&json!("group"), &json!(7)));
    assert_eq!(
        (&first["index"], &first["mesh"], &first["content"]),
        (&json!(1), &json!(1), &json!("instance"))
    );
    assert_eq!(first["translation"], json!([-3.0, 0.5, -2.0]));
    assert_eq!(node("box 2")["content"], "baked, as it mirrors");
    assert_eq!((&node("box 3")["animated"], &node("box 2")["animated"]), (&json!(true), &json!(false)));
    let mesh = |index: u8| {
        json!({
            "index": index, "triangles": 12, "welded_vertices": 8, "unused_vertices": 0,
            "degenerate": 0, "open_edges": 0, "non_manifold_edges": 0,
        })
    };
    assert_eq!(listed["meshes"], json!([mesh(0), mesh(1)]));
    let table = String::from_utf8(folder.sidle(&["inspect", "level.gltf", "--instances"]).stdout).unwrap();
    for line in [
        "  nodes: 8, of which 6 are instances, 1 are baked into the mesh and 1 are empty\n",
        "  node 1 box 0: instance at -3 0.5 -2, 12 triangles, child of group\n",
        "  node 3 box 2: baked, as it mirrors, 12 triangles\n",
        "  node 4 box 3: instance at -3 0.5 2, 12 triangles, animated\n",
        "  mesh 0: 12 triangles\n  mesh 1: 12 triangles\n",
        "  note: animated nodes taken in their rest pose: 1 (first: box 3)\n",
    ] {
        assert!(table.contains(line), "{table}");
    }
}

#[test]
fn a_level_without_nodes_says_that_the_option_has_no_effect() {
    let folder = Folder::with_hall("obj-instances");
    let said = "--instances has no effect: an OBJ file has no nodes";
    let walk = ["walk", "hall.obj", "--walkers", "2", "--seconds", "0.5", "--no-pictures", "--json"];
    let plain = json_of(&folder, &walk);
    let output = folder.sidle(&[&walk[..], &["--instances"]].concat());
    assert!(stderr(&output).contains(said), "{}", stderr(&output));
    let walked: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(walked["doubts"].as_array().unwrap().contains(&json!(said)), "{walked}");
    assert_eq!((&walked["positions_hash"], &walked["instances"]), (&plain["positions_hash"], &json!(0)));
    let output = folder.sidle(&["inspect", "hall.obj", "--instances"]);
    assert!(stderr(&output).contains(said) && output.status.code() == Some(0), "{}", stderr(&output));
}
