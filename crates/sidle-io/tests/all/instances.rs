//! Nodes of glTF as instances: which become instances, with which poses, and which are baked.

use crate::common::{Folder, Scene};
use serde_json::{Value, json};
use sidle::{DQuat, DVec3, InstanceId, MaterialId, QueryFilter, Vec3};
use sidle_io::{
    BakeReason, LoadError, LoadOptions, LoadedNode, LoadedWorld, NodeContent, Skipped, SkippedKind, UpAxis,
    build_instances, build_world, load_world, read_glb_nodes, read_gltf_nodes, read_obj,
};

/// A quarter turn about y: x to -z.
const QUARTER: [f32; 4] = [0.0, std::f32::consts::FRAC_1_SQRT_2, 0.0, std::f32::consts::FRAC_1_SQRT_2];

/// A scene with one mesh of two triangles: (0,0,0) (2,0,0) (0,1,0) of "stone", and the same 1
/// higher in z, of "ice".
fn scene() -> Scene {
    let mut scene = Scene::new();
    scene.json["materials"] = json!([{ "name": "ice" }, { "name": "stone" }, { "name": "mud" }]);
    let mesh = mesh(&mut scene, 1, 0);
    assert_eq!(mesh, 0);
    scene
}

fn mesh(scene: &mut Scene, first: usize, second: usize) -> usize {
    let low = scene.positions(&[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let high = scene.positions(&[[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [0.0, 1.0, 1.0]]);
    let primitives = json!([
        { "attributes": { "POSITION": low }, "material": first },
        { "attributes": { "POSITION": high }, "material": second },
    ]);
    scene.push("meshes", json!({ "primitives": primitives }))
}

fn load(scene: &Scene) -> LoadedWorld {
    load_with(scene, &LoadOptions::default())
}

fn load_with(scene: &Scene, options: &LoadOptions<'_>) -> LoadedWorld {
    build_instances(read_glb_nodes(&scene.glb(), "test").unwrap(), options).unwrap()
}

fn id(level: &LoadedWorld, name: &str) -> InstanceId {
    level.node(name).and_then(LoadedNode::instance).unwrap_or_else(|| panic!("no instance {name}"))
}

/// Returns the place of a point of an instance.
fn point(level: &LoadedWorld, name: &str, at: DVec3) -> DVec3 {
    level.world.instance(id(level, name)).unwrap().pose.point(at)
}

fn is_near(a: DVec3, b: [f64; 3]) -> bool {
    (a - DVec3::from(b)).length() < 1e-12
}

fn notes(level: &LoadedWorld) -> Vec<(SkippedKind, usize, &str)> {
    level
        .report
        .skipped
        .iter()
        .map(|Skipped { kind, count, first }| (*kind, *count, first.as_str()))
        .collect()
}

#[test]
fn a_mesh_of_several_nodes_is_stored_once() {
    let bytes = |nodes: usize| {
        let mut scene = scene();
        for i in 0..nodes {
            scene.node(json!({ "name": format!("n{i}"), "mesh": 0, "translation": [5 * i, 0, 0] }));
        }
        let level = load(&scene);
        assert_eq!(level.world.polygon_count(), 2 * nodes);
        assert_eq!(level.report.build.polygons, 0);
        for i in 0..nodes {
            let from = Vec3::new(5.0 * i as f32 + 0.5, 0.25, -3.0);
            let hit = level.world.cast_ray(from, Vec3::Z * 9.0, &QueryFilter::ALL).unwrap();
            assert_eq!((hit.surface.instance, hit.point.z), (id(&level, &format!("n{i}")), 0.0));
            assert_eq!(level.triangle(&hit.surface), Some(2 * i));
            assert_eq!(level.world.instance(hit.surface.instance).unwrap().options.user_data, i as u64);
            let back = level.world.cast_ray(from + Vec3::Z * 9.0, Vec3::Z * -9.0, &QueryFilter::ALL).unwrap();
            assert_eq!(level.triangle(&back.surface), Some(2 * i + 1));
            assert_eq!(level.node_of(hit.surface.instance).unwrap().name, format!("n{i}"));
        }
        level.world.memory_bytes()
    };
    let (one, many) = (bytes(1), bytes(101));
    assert!(many - one < 100 * 512, "{one} {many}");
}

/// The mesh of two nodes has a triangle without area, a corner that repeats another one and an
/// unused vertex; that of a third node, and of a mirrored one, is sound. Each is reported once.
#[test]
fn the_meshes_of_instances_are_reported() {
    let mut scene = scene();
    let vertices =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [9.0; 3]];
    let positions = scene.positions(&vertices);
    // The second triangle is a line.
    let indices = scene.indices(&[0, 1, 3, 0, 1, 2, 4, 2, 3]);
    let primitives = json!([{ "attributes": { "POSITION": positions }, "indices": indices }]);
    let flawed = scene.push("meshes", json!({ "primitives": primitives }));
    scene.node(json!({ "name": "a", "mesh": flawed }));
    scene.node(json!({ "name": "b", "mesh": 0 }));
    scene.node(json!({ "name": "c", "mesh": flawed, "translation": [5, 0, 0] }));
    scene.node(json!({ "name": "d", "mesh": 0, "scale": [-1, 1, 1] }));
    let report = load(&scene).report;
    let meshes: Vec<(usize, usize, usize, usize)> = report
        .meshes
        .iter()
        .map(|m| (m.mesh, m.build.polygons, m.build.degenerate, m.build.welded))
        .collect();
    assert_eq!(meshes, [(flawed, 3, 1, 1), (0, 2, 0, 0)]);
    assert_eq!((report.meshes[0].build.unused, report.meshes[1].build.open_edges), (1, 6));
    // The mirrored node is in the mesh of the level.
    assert_eq!((report.build.polygons, report.build.degenerate), (2, 0));
    let plain = build_world(
        read_obj(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "one").unwrap(),
        &LoadOptions::default(),
    );
    assert!(plain.unwrap().report.meshes.is_empty());
}

#[test]
fn nested_transforms_have_one_pose() {
    let mut scene = scene();
    scene.json["scene"] = json!(0);
    scene.json["scenes"] = json!([{ "nodes": [0] }]);
    scene.node(json!({ "name": "room", "children": [2, 1], "translation": [10, 0, 0], "rotation": QUARTER }));
    scene.node(json!({ "name": "door", "mesh": 0, "translation": [1, 2, 3] }));
    scene.node(json!({ "children": [3], "scale": [2, 2, 2] }));
    scene.node(json!({ "name": "lamp", "mesh": 0, "matrix": [0,1,0,0, -1,0,0,0, 0,0,1,0, 0,0,1,1] }));
    let level = load(&scene);
    let listed: Vec<(&str, usize, Option<usize>)> =
        level.nodes.iter().map(|n| (n.name.as_str(), n.index, n.parent)).collect();
    let expected = [("room", 0, None), ("node 2", 2, Some(0)), ("lamp", 3, Some(1)), ("door", 1, Some(0))];
    assert_eq!(listed, expected);
    assert_eq!((level.nodes[0].content, level.nodes[1].content), (NodeContent::Empty, NodeContent::Empty));
    assert_eq!((level.nodes[0].mesh, level.nodes[2].mesh), (None, Some(0)));
    assert_eq!((level.nodes[2].triangles.clone(), level.nodes[3].triangles.clone()), (0..2, 2..4));
    // The room turns x to -z and z to x.
    assert!(is_near(point(&level, "door", DVec3::ZERO), [13.0, 2.0, -1.0]));
    assert!(is_near(point(&level, "door", DVec3::X), [13.0, 2.0, -2.0]));
    assert!(is_near(point(&level, "lamp", DVec3::ZERO), [12.0, 0.0, 0.0]));
    assert!(is_near(point(&level, "lamp", DVec3::X), [12.0, 2.0, 0.0]));
    assert!(is_near(point(&level, "lamp", DVec3::Z), [14.0, 0.0, 0.0]));
    assert_eq!(level.world.instance(id(&level, "lamp")).unwrap().pose.scale, 2.0);
    assert!(level.report.skipped.is_empty());
    assert!(level.node("attic").is_none() && level.node_of(InstanceId::MESH).is_none());
}

#[test]
fn units_and_the_up_axis_apply_to_poses() {
    let mut scene = scene();
    let half = std::f32::consts::FRAC_1_SQRT_2;
    // A quarter turn about z, which points up: x to y.
    let rotation = [0.0, 0.0, half, half];
    scene.node(json!({ "name": "a", "mesh": 0, "translation": [100, 200, 300], "rotation": rotation, "scale": [3, 3, 3] }));
    let level = load_with(&scene, &LoadOptions { scale: 0.01, up: UpAxis::Z, ..LoadOptions::default() });
    let pose = level.world.instance(id(&level, "a")).unwrap().pose;
    assert!(is_near(pose.translation, [1.0, 3.0, -2.0]) && (pose.scale - 3.0).abs() < 1e-12);
    // The scale applies to the mesh: its corner (2,0,0) cm is at (0.02,0,0) m.
    assert!(
        (pose.rotation.dot(DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2)).abs() - 1.0).abs() < 1e-12
    );
    let hit = level.world.cast_ray(Vec3::new(0.99, 2.0, -2.01), Vec3::Y * 3.0, &QueryFilter::ALL).unwrap();
    assert!((hit.point - DVec3::new(0.99, 3.0, -2.01)).length() < 1e-6, "{hit:?}");
    let expected = scene.read().into_metres(sidle_io::Units { scale: 0.01, up: UpAxis::Z }).unwrap();
    let (low, high) = expected.bounds().unwrap();
    assert!((Vec3::from(low) - level.report.bounds.0.as_vec3()).abs().max_element() < 1e-6);
    assert!((Vec3::from(high) - level.report.bounds.1.as_vec3()).abs().max_element() < 1e-6);
}

/// Four nodes of one mesh: an instance, a mirrored, an unevenly scaled and a sheared one.
fn uneven() -> Scene {
    let mut scene = scene();
    scene.node(json!({ "name": "mirrored", "mesh": 0, "scale": [-1, 1, 1] }));
    scene.node(json!({ "name": "plain", "mesh": 0, "translation": [5, 0, 0] }));
    scene.node(json!({ "name": "long", "mesh": 0, "translation": [10, 0, 0], "scale": [1, 1, 2] }));
    let sheared = [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 15, 0, 0, 1];
    scene.node(json!({ "name": "sheared", "mesh": 0, "matrix": sheared }));
    scene.node(json!({ "name": "tall", "children": [5], "scale": [1, 3, 1], "translation": [20, 0, 0] }));
    scene.node(json!({ "name": "turned", "mesh": 0, "rotation": QUARTER }));
    scene.node(json!({ "name": "tilted", "mesh": 0, "translation": [30, 0, 0], "scale": [1e8, 1e8, 1e8] }));
    scene
}

#[test]
fn nodes_without_a_pose_are_baked_and_reported() {
    let mut scene = uneven();
    // A node that is too large for any world is refused, as without instances.
    let error = build_instances(read_glb_nodes(&scene.glb(), "test").unwrap(), &LoadOptions::default());
    let error = error.unwrap_err();
    assert!(matches!(error, LoadError::Units { .. }), "{error}");
    scene.json["nodes"][6]["scale"] = json!([1e-8, 1e-8, 1e-8]);
    let level = load(&scene);
    let baked = |reason| NodeContent::Baked(reason);
    let contents: Vec<(&str, NodeContent)> =
        level.nodes.iter().map(|n| (n.name.as_str(), n.content)).collect();
    let expected = [
        ("mirrored", baked(BakeReason::Mirrored)),
        ("plain", NodeContent::Instance(id(&level, "plain"))),
        ("long", baked(BakeReason::Uneven)),
        ("sheared", baked(BakeReason::Uneven)),
        ("tall", NodeContent::Empty),
        ("turned", baked(BakeReason::Uneven)),
        ("tilted", baked(BakeReason::OutOfRange)),
    ];
    assert_eq!(contents, expected);
    let expected = [
        (SkippedKind::MirroredNodes, 1, "mirrored"),
        (SkippedKind::UnevenNodes, 3, "long"),
        (SkippedKind::NodesOutOfRange, 1, "tilted"),
    ];
    assert_eq!(notes(&level), expected);
    assert!(level.report.skipped[0].to_string().contains("(first: mirrored)"));
    assert_eq!((level.report.build.polygons, level.world.polygon_count()), (10, 12));
    // Every triangle of the file is where a load without instances places it, to the bit if baked.
    let flat = scene.read();
    let whole = build_world(flat.clone(), &LoadOptions::default()).unwrap();
    for (i, t) in flat.triangles.iter().enumerate().filter(|(i, _)| *i < 10) {
        let [a, b, c] = t.map(|v| Vec3::from(flat.vertices[v as usize]));
        let (middle, normal) = ((a + b + c) / 3.0, (b - a).cross(c - a).normalize());
        let cast = |level: &LoadedWorld| {
            let hit = level.world.cast_ray(middle + normal * 0.25, normal * -0.5, &QueryFilter::ALL).unwrap();
            (level.triangle(&hit.surface), hit.surface.material, hit.point, hit.normal)
        };
        assert_eq!(cast(&level), cast(&whole), "{i}");
        assert_eq!(cast(&level).0, Some(i));
    }
}

#[test]
fn skinned_and_animated_nodes_are_kept_and_reported() {
    let mut scene = scene();
    scene.node(json!({ "name": "person", "mesh": 0, "skin": 0 }));
    scene.node(json!({ "name": "lift", "children": [2], "translation": [5, 0, 0] }));
    scene.node(json!({ "name": "plate", "mesh": 0 }));
    scene.node(json!({ "name": "wall", "mesh": 0, "translation": [10, 0, 0] }));
    scene.json["skins"] = json!([{ "joints": [1] }]);
    scene.json["animations"] = json!([{ "samplers": [{ "input": 0, "output": 0 }],
        "channels": [{ "sampler": 0, "target": { "node": 1, "path": "translation" } }] }]);
    let level = load(&scene);
    let flags: Vec<(bool, bool)> = level.nodes.iter().map(|n| (n.is_skinned, n.is_animated)).collect();
    assert_eq!(flags, [(true, false), (false, true), (false, true), (false, false)]);
    assert_eq!(notes(&level), [(SkippedKind::Skins, 1, "mesh 0"), (SkippedKind::Animations, 1, "plate")]);
    assert!(is_near(point(&level, "person", DVec3::ZERO), [0.0; 3]));
    assert!(is_near(point(&level, "plate", DVec3::ZERO), [5.0, 0.0, 0.0]));
    // A load without instances reports them too.
    let kinds: Vec<SkippedKind> = scene.read().skipped.iter().map(|skipped| skipped.kind).collect();
    assert_eq!(kinds, [SkippedKind::Skins, SkippedKind::Animations]);
}

#[test]
fn materials_keep_their_names_and_numbers() {
    let mut scene = uneven();
    scene.json["nodes"].as_array_mut().unwrap().pop();
    mesh(&mut scene, 2, 1);
    scene.node(json!({ "name": "last", "mesh": 1, "translation": [30, 0, 0] }));
    let asked = std::cell::RefCell::new(Vec::new());
    let material = |name: &str| {
        asked.borrow_mut().push(name.to_owned());
        sidle::Material { friction: if name == "ice" { 0.02 } else { 0.6 }, ..Default::default() }
    };
    let options = LoadOptions { material: &material, ..LoadOptions::default() };
    let level = load_with(&scene, &options);
    let whole = build_world(scene.read(), &options).unwrap();
    assert_eq!(*asked.borrow(), ["stone", "ice", "mud", "stone", "ice", "mud"]);
    assert_eq!(level.materials, whole.materials);
    assert_eq!(level.world.materials(), whole.world.materials());
    assert_eq!(level.material("mud"), Some(MaterialId(3)));
    let hit = level.world.cast_ray(Vec3::new(30.25, 0.25, -3.0), Vec3::Z * 9.0, &QueryFilter::ALL).unwrap();
    assert_eq!(level.material_name(hit.surface.material), Some("mud"));
    let bad =
        |name: &str| sidle::Material { layer: if name == "mud" { 32 } else { 0 }, ..Default::default() };
    let options = LoadOptions { material: &bad, ..LoadOptions::default() };
    let error = build_instances(read_glb_nodes(&scene.glb(), "test").unwrap(), &options).unwrap_err();
    assert!(matches!(&error, LoadError::Material { name, .. } if name == "mud"), "{error}");
}

#[test]
fn files_are_loaded_with_the_option() {
    let folder = Folder::new("instances");
    let mut scene = scene();
    scene.node(json!({ "name": "a", "mesh": 0 }));
    scene.json["buffers"] = Value::Null;
    folder.write("level.bin", &scene.bytes);
    let paths = [folder.write("level.gltf", &scene.gltf("level.bin")), {
        scene.json["buffers"] = json!([]);
        folder.write("level2.GLB", &scene.glb())
    }];
    for (path, name) in paths.iter().zip(["level", "level2"]) {
        let options = LoadOptions { instances: true, ..LoadOptions::default() };
        let level = load_world(path, &options).unwrap();
        assert_eq!((level.name.as_str(), level.nodes.len()), (name, 1));
        assert!(level.nodes[0].instance().is_some() && level.report.skipped.is_empty());
        let plain = load_world(path, &LoadOptions::default()).unwrap();
        assert!(plain.nodes.is_empty() && plain.node("a").is_none());
        assert_eq!(plain.world.instance_ids().collect::<Vec<_>>(), [InstanceId::MESH]);
    }
    assert!(
        read_gltf_nodes(&scene.gltf("level.bin"), "x").unwrap_err().to_string().starts_with("x: buffer 0")
    );
}

#[test]
fn an_obj_has_no_nodes_and_says_so() {
    let folder = Folder::new("instances-obj");
    let file = "o door\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let path = folder.write("castle.obj", file.as_bytes());
    let options = LoadOptions { instances: true, ..LoadOptions::default() };
    let level = load_world(&path, &options).unwrap();
    let expected = format!("levels without nodes, which make no instances: 1 (first: {})", path.display());
    assert_eq!(level.report.skipped.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    assert!(level.nodes.is_empty());
    assert_eq!((level.report.build.polygons, level.world.polygon_count()), (1, 1));
    // So does a level that was read without its nodes.
    let level = build_world(read_obj(file.as_bytes(), "memory").unwrap(), &options).unwrap();
    assert_eq!(notes(&level), [(SkippedKind::NoNodes, 1, "memory")]);
    assert!(format!("{options:?}").contains("instances: true"));
}

#[test]
fn broken_nodes_are_refused_as_without_instances() {
    let refused = |change: fn(&mut Scene)| {
        let mut scene = scene();
        scene.node(json!({ "mesh": 0 }));
        change(&mut scene);
        let said = read_glb_nodes(&scene.glb(), "test.glb").unwrap_err().to_string();
        assert_eq!(said, scene.error());
        said
    };
    assert!(refused(|s| s.json["nodes"][0]["mesh"] = json!(7)).contains("mesh 7: is not in the file"));
    assert!(refused(|s| s.json["nodes"][0]["children"] = json!([0])).contains("own descendant"));
    assert!(refused(|s| s.json["nodes"] = json!([])).contains("holds no triangles"));
    let mut scene = scene();
    let huge = [1e38, 1e38, 1e38];
    for child in 1..=10 {
        scene.node(json!({ "scale": huge, "children": [child] }));
    }
    scene.node(json!({ "mesh": 0 }));
    let said = read_glb_nodes(&scene.glb(), "x").unwrap_err().to_string();
    assert_eq!(said, "x: node 10: is placed by a transform that is not finite");
}
