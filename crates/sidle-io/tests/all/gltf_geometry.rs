//! glTF: the resulting triangles, and their places.

use crate::common::{Scene, corners, notes};
use serde_json::{Value, json};
use sidle_io::SkippedKind;

const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// A quarter turn about z: x to y, y to -x.
const QUARTER: [f32; 4] = [0.0, 0.0, std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2];

/// Five points on the ground, and one primitive of them.
fn five(primitive: Value, indices: &[u16]) -> Scene {
    let mut scene = Scene::new();
    let points: Vec<_> = (0..5).map(|i| [i as f32, 0.0, (i * i) as f32]).collect();
    let positions = scene.positions(&points);
    let mut primitive = primitive;
    primitive["attributes"] = json!({ "POSITION": positions, "_CUSTOM": 77 });
    if !indices.is_empty() {
        primitive["indices"] = json!(scene.indices(indices));
    }
    scene.mesh(primitive);
    scene.node(json!({ "mesh": 0 }));
    scene
}

#[test]
fn lists_strips_and_fans() {
    for (primitive, indices, triangles) in [
        (json!({}), &[4, 3, 2, 0, 0, 1][..], &[[4, 3, 2], [0, 0, 1]][..]),
        (json!({ "mode": 4 }), &[], &[[0, 1, 2]]),
        (json!({ "mode": 5 }), &[], &[[0, 1, 2], [1, 3, 2], [2, 3, 4]]),
        (json!({ "mode": 5 }), &[4, 3, 2, 1], &[[4, 3, 2], [3, 1, 2]]),
        (json!({ "mode": 6 }), &[], &[[0, 1, 2], [0, 2, 3], [0, 3, 4]]),
        (json!({ "mode": 6 }), &[2, 0, 1, 4], &[[2, 0, 1], [2, 1, 4]]),
    ] {
        let level = five(primitive, indices).read();
        assert_eq!(level.triangles, triangles);
        assert_eq!(level.vertices.len(), 5);
    }
}

#[test]
fn incomplete_triangles_are_noted() {
    let level = five(json!({}), &[]).read();
    let note =
        "primitives with an incomplete last triangle, which is left out: 1 (first: mesh 0 primitive 0)";
    assert_eq!(notes(&level), [note]);
}

#[test]
fn index_types() {
    for (component, bytes) in [
        (5121, vec![2, 1, 0]),
        (5123, vec![2, 0, 1, 0, 0, 0]),
        (5125, vec![2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
    ] {
        let mut scene = Scene::triangle();
        let indices = scene.accessor(&bytes, component, "SCALAR", 3);
        scene.json["meshes"][0]["primitives"][0]["indices"] = json!(indices);
        assert_eq!(scene.read().triangles, [[2, 1, 0]]);
    }
}

fn placed(node: Value) -> Vec<[[f32; 3]; 3]> {
    let mut scene = Scene::triangle();
    scene.json["nodes"][0] = node;
    scene.json["nodes"][0]["mesh"] = json!(0);
    corners(&scene.read())
}

#[test]
fn transforms() {
    assert_eq!(placed(json!({})), [TRIANGLE]);
    assert_eq!(
        placed(json!({ "translation": [1, 2, 3] })),
        [[[1.0, 2.0, 3.0], [2.0, 2.0, 3.0], [1.0, 3.0, 3.0]]]
    );
    assert_eq!(placed(json!({ "scale": [2, 3, 4] })), [[[0.0; 3], [2.0, 0.0, 0.0], [0.0, 3.0, 0.0]]]);
    // Rounding in f64 and once to f32 gives exact values for these.
    let turned = placed(json!({ "rotation": QUARTER, "translation": [10, 0, 0], "scale": [2, 3, 4] }));
    assert_eq!(turned, [[[10.0, 0.0, 0.0], [10.0, 2.0, 0.0], [7.0, 0.0, 0.0]]]);
    // Columns: x to y, y to -x, z to z, then (10, 0, 0).
    let matrix = json!({ "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1] });
    assert_eq!(placed(matrix), [[[10.0, 0.0, 0.0], [10.0, 1.0, 0.0], [9.0, 0.0, 0.0]]]);
}

#[test]
fn mirrored_triangles_turn_around() {
    let [a, b, c] = TRIANGLE;
    let mirrored = [[-a[0], a[1], a[2]], [-c[0], c[1], c[2]], [-b[0], b[1], b[2]]];
    assert_eq!(placed(json!({ "scale": [-1, 1, 1] })), [mirrored]);
    assert_eq!(placed(json!({ "matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] })), [mirrored]);
    assert_eq!(placed(json!({ "scale": [-1, -1, 1] })), [[a, [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]]);
    // Mirrored twice, by parent and child.
    let mut scene = Scene::triangle();
    scene.json["nodes"][0]["scale"] = json!([-1, 1, 1]);
    scene.node(json!({ "children": [0], "scale": [1, -1, 1] }));
    assert_eq!(scene.read().triangles, [[0, 1, 2]]);
    // A strip under a mirror alternates the other way.
    let mut scene = five(json!({ "mode": 5 }), &[]);
    scene.json["nodes"][0]["scale"] = json!([1, 1, -1]);
    assert_eq!(scene.read().triangles, [[0, 2, 1], [1, 2, 3], [2, 4, 3]]);
}

#[test]
fn nested_nodes_and_several_places() {
    let mut scene = Scene::triangle();
    scene.json["nodes"] = json!([
        { "children": [1, 3], "translation": [10, 0, 0] },
        { "children": [2], "rotation": QUARTER },
        { "mesh": 0, "translation": [1, 0, 0] },
        { "mesh": 0, "scale": [2, 2, 2] },
    ]);
    let level = scene.read();
    assert_eq!(
        corners(&level),
        [
            [[10.0, 1.0, 0.0], [10.0, 2.0, 0.0], [9.0, 1.0, 0.0]],
            [[10.0, 0.0, 0.0], [12.0, 0.0, 0.0], [10.0, 2.0, 0.0]],
        ]
    );
    assert_eq!(level.triangles, [[0, 1, 2], [3, 4, 5]]);
}

#[test]
fn deep_trees_need_no_stack() {
    let mut scene = Scene::triangle();
    let nodes: Vec<_> = (1..100_000).map(|i| json!({ "children": [i], "translation": [1, 0, 0] })).collect();
    scene.json["nodes"] = json!(nodes);
    scene.node(json!({ "mesh": 0 }));
    assert_eq!(scene.read().vertices[0], [99_999.0, 0.0, 0.0]);
}

#[test]
fn which_scene() {
    let mut scene = Scene::triangle();
    scene.mesh(json!({ "attributes": { "POSITION": 0 }, "mode": 0 }));
    scene.json["nodes"] = json!([
        { "mesh": 0, "translation": [1, 0, 0] }, { "mesh": 0, "translation": [2, 0, 0] }, { "mesh": 0 },
    ]);
    let xs = |scene: &Scene| corners(&scene.read()).iter().map(|t| t[0][0]).collect::<Vec<_>>();
    assert_eq!(xs(&scene), [1.0, 2.0, 0.0], "no scenes: every node");
    scene.json["scenes"] = json!([{ "nodes": [1] }, { "nodes": [0, 1] }]);
    assert_eq!(xs(&scene), [1.0, 2.0], "no default: all scenes, each node once");
    scene.json["scene"] = json!(0);
    assert_eq!(xs(&scene), [2.0], "the default scene");
    assert_eq!(notes(&scene.read()), ["meshes that no node of the scene places left out: 1 (first: mesh 1)"]);
}

#[test]
fn what_is_left_out_is_noted() {
    let mut scene = Scene::triangle();
    scene.json["extensionsUsed"] = json!(["KHR_materials_unlit", "EXT_mesh_gpu_instancing"]);
    let position = json!({ "POSITION": 0 });
    scene.json["skins"] = json!([{ "joints": [0] }]);
    scene.json["nodes"][0]["skin"] = json!(0);
    scene.json["meshes"][0]["primitives"] = json!([
        { "attributes": position, "mode": 0 },
        { "attributes": position, "mode": 1 },
        { "attributes": position, "mode": 2 },
        { "attributes": position, "mode": 3 },
        { "attributes": { "NORMAL": 0 } },
        { "attributes": position, "targets": [{ "POSITION": 0 }] },
    ]);
    let level = scene.read();
    assert_eq!(level.triangles, [[0, 1, 2]]);
    let kinds: Vec<_> = level.skipped.iter().map(|s| (s.kind, s.count, s.first.as_str())).collect();
    assert_eq!(
        kinds,
        [
            (SkippedKind::Points, 1, "mesh 0 primitive 0"),
            (SkippedKind::Lines, 3, "mesh 0 primitive 1"),
            (SkippedKind::PrimitivesWithoutPositions, 1, "mesh 0 primitive 4"),
            (SkippedKind::Skins, 1, "mesh 0"),
            (SkippedKind::MorphTargets, 1, "mesh 0 primitive 5"),
            (SkippedKind::Extensions, 1, "EXT_mesh_gpu_instancing"),
        ]
    );
}

#[test]
fn primitives_share_vertices_and_have_materials() {
    let mut scene = Scene::triangle();
    scene.json["materials"] = json!([{ "name": "unused" }, { "name": "ice" }, {}]);
    let primitive = |material: Option<u32>| json!({ "attributes": { "POSITION": 0 }, "material": material });
    scene.json["meshes"][0]["primitives"] =
        json!([primitive(Some(2)), primitive(None), primitive(Some(1)), primitive(Some(2))]);
    let level = scene.read();
    assert_eq!(level.vertices.len(), 3);
    assert_eq!(level.triangles, [[0, 1, 2]; 4]);
    assert_eq!(level.materials, ["material 2", "default", "ice"]);
    assert_eq!(level.triangle_materials, [0, 1, 2, 0]);
}

#[test]
fn strides_and_offsets() {
    let mut scene = Scene::new();
    let mut bytes = vec![0xff; 8];
    for p in TRIANGLE {
        bytes.extend(p.iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0xff; 4]);
    }
    // The last element may end before its stride does.
    bytes.truncate(bytes.len() - 4);
    let positions = scene.accessor(&bytes, 5126, "VEC3", 3);
    scene.json["accessors"][positions]["byteOffset"] = json!(8);
    scene.json["bufferViews"][0]["byteStride"] = json!(16);
    scene.mesh(json!({ "attributes": { "POSITION": positions } }));
    scene.node(json!({ "mesh": 0 }));
    assert_eq!(corners(&scene.read()), [TRIANGLE]);
}

#[test]
fn quantized_positions() {
    let mut scene = Scene::triangle();
    scene.json["extensionsRequired"] = json!(["KHR_mesh_quantization", "KHR_texture_transform"]);
    let read = |scene: &mut Scene, bytes: &[u8], component: u32, normalized: bool| {
        let positions = scene.accessor(bytes, component, "VEC3", 3);
        scene.json["accessors"][positions]["normalized"] = json!(normalized);
        scene.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(positions);
        scene.read().vertices
    };
    let bytes = [0, 1, 2, 127, 128, 129, 255, 0, 0];
    let whole = [[0.0, 1.0, 2.0], [127.0, 128.0, 129.0], [255.0, 0.0, 0.0]];
    assert_eq!(read(&mut scene, &bytes, 5121, false), whole);
    assert_eq!(read(&mut scene, &bytes, 5121, true), whole.map(|p| p.map(|x| x / 255.0)));
    assert_eq!(read(&mut scene, &bytes, 5120, false)[1], [127.0, -128.0, -127.0]);
    assert_eq!(read(&mut scene, &bytes, 5120, true)[1], [1.0, -1.0, -1.0]);
    let shorts: Vec<u8> =
        [0_u16, 1, 2, 32767, 32768, 65535, 0, 0, 0].iter().flat_map(|x| x.to_le_bytes()).collect();
    assert_eq!(read(&mut scene, &shorts, 5123, false)[1], [32767.0, 32768.0, 65535.0]);
    assert_eq!(read(&mut scene, &shorts, 5123, true)[1][2], 1.0);
    assert_eq!(read(&mut scene, &shorts, 5122, false)[1], [32767.0, -32768.0, -1.0]);
    assert_eq!(read(&mut scene, &shorts, 5122, true)[1], [1.0, -1.0, -1.0 / 32767.0]);
}

#[test]
fn sparse_accessors() {
    let mut scene = Scene::triangle();
    let indices = scene.view(&[1, 2]);
    let values: Vec<u8> = [5.0_f32, 6.0, 7.0, 8.0, 9.0, 10.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let values = scene.view(&values);
    scene.json["accessors"][0]["sparse"] = json!({
        "count": 2,
        "indices": { "bufferView": indices, "componentType": 5121 },
        "values": { "bufferView": values },
    });
    assert_eq!(scene.read().vertices, [[0.0, 0.0, 0.0], [5.0, 6.0, 7.0], [8.0, 9.0, 10.0]]);
    // Without a view the elements that are not replaced are zero.
    scene.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    scene.json["accessors"][0]["sparse"]["count"] = json!(1);
    assert_eq!(scene.read().vertices, [[0.0, 0.0, 0.0], [5.0, 6.0, 7.0], [0.0, 0.0, 0.0]]);
}
