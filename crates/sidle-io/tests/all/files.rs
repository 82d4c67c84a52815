//! Files on disk: extensions, names, buffers beside the level, spawn points.

use crate::common::{Folder, Scene};
use serde_json::json;
use sidle_io::{parse_spawns, read_level, read_spawns};
use std::path::Path;

const OBJ: &[u8] = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

#[test]
fn the_extension_names_the_format() {
    let folder = Folder::new("extensions");
    let scene = Scene::triangle();
    let gltf = scene.gltf("sub%20folder/level.bin");
    folder.write("sub folder/level.bin", &scene.bytes);
    for (file, bytes) in [
        ("a.obj", OBJ),
        ("b.OBJ", OBJ),
        ("c.glb", &scene.glb()),
        ("d.GlB", &scene.glb()),
        ("e.f.GLTF", &gltf),
    ] {
        let level = read_level(&folder.write(file, bytes)).unwrap();
        assert_eq!(level.name, file.rsplit_once('.').unwrap().0);
        assert_eq!(level.triangles, [[0, 1, 2]]);
        assert_eq!(level.vertices, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    }
}

#[test]
fn unknown_extensions() {
    let error = |path: &str| read_level(Path::new(path)).unwrap_err().to_string();
    let known = "known extensions are .obj, .gltf, .glb";
    assert_eq!(error("a/level.FBX"), format!("a/level.FBX: .fbx is not a level format; {known}"));
    assert_eq!(error("level"), format!("level: a name without extension is not a level format; {known}"));
    assert_eq!(error(".obj"), format!(".obj: a name without extension is not a level format; {known}"));
}

#[test]
fn errors_name_the_path() {
    let folder = Folder::new("errors");
    let path = folder.write("broken.obj", b"v 0 0 0\nf 1 2 3\n");
    let message = read_level(&path).unwrap_err().to_string();
    assert_eq!(message, format!("{}: line 2: a face uses vertex 2, but the file has 1", path.display()));
    let path = folder.0.join("missing.obj");
    let message = read_level(&path).unwrap_err().to_string();
    assert!(message.starts_with(&format!("{}: cannot be read: ", path.display())), "{message}");
    let path = folder.0.join("folder.obj");
    std::fs::create_dir(&path).unwrap();
    let message = read_level(&path).unwrap_err().to_string();
    assert_eq!(message, format!("{}: cannot be read: not a regular file", path.display()));
}

#[test]
fn buffers_beside_the_level() {
    let folder = Folder::new("buffers");
    let scene = Scene::triangle();
    folder.write("secret.bin", &scene.bytes);
    folder.write("level/short.bin", &scene.bytes[..30]);
    let error = |uri: &str| {
        let path = folder.write("level/level.gltf", &scene.gltf(uri));
        let message = read_level(&path).unwrap_err().to_string();
        message.strip_prefix(&format!("{}: buffer 0: ", path.display())).unwrap().to_string()
    };
    assert_eq!(error("short.bin"), "should have 36 bytes, but has 30");
    assert_eq!(error("../secret.bin"), "the URI \"../secret.bin\" leads out of the folder of the file");
    let absolute = folder.0.join("secret.bin").display().to_string();
    assert!(error(&absolute).starts_with("the URI "));
    assert!(error("missing.bin").starts_with("\"missing.bin\" cannot be read: "));
    // A buffer that is longer than stated is cut; an unused one may be missing.
    folder.write("level/long.bin", &[&scene.bytes[..], &[1; 100]].concat());
    let path = folder.write("level/level.gltf", &scene.gltf("long.bin"));
    let level = read_level(&path).unwrap();
    assert_eq!(level.triangles, [[0, 1, 2]]);
    let mut json: serde_json::Value = serde_json::from_slice(&scene.gltf("long.bin")).unwrap();
    json["buffers"].as_array_mut().unwrap().push(json!({ "byteLength": 9, "uri": "missing.bin" }));
    let path = folder.write("level/level.gltf", json.to_string().as_bytes());
    assert_eq!(read_level(&path).unwrap(), level);
}

#[test]
fn data_uri() {
    // The positions of the triangle.
    let uri = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    let scene = Scene::triangle();
    let level = sidle_io::read_gltf(&scene.gltf(uri), "test.glb").unwrap();
    assert_eq!(level, scene.read());
}

#[test]
fn spawns() {
    let folder = Folder::new("spawns");
    let path = folder.write("a.spawns.json", b"[[1, 2.5, -3e2],\n [0, 0, 0]]");
    assert_eq!(read_spawns(&path).unwrap(), [[1.0, 2.5, -300.0], [0.0, 0.0, 0.0]]);
    assert_eq!(parse_spawns(b"[]", "x").unwrap(), [[0.0; 3]; 0]);
    let error = |text: &str| parse_spawns(text.as_bytes(), "x").unwrap_err().to_string();
    for text in
        ["", "{}", "[1]", "[[1,2]]", "[[1,2,3,4]]", "[[1,2,\"3\"]]", "[[1,2,NaN]]", "[[1,2,1e999]]", "[] x"]
    {
        assert!(error(text).starts_with("x: is not a JSON list of [x, y, z]: "), "{text}: {}", error(text));
    }
    assert_eq!(error("[[1,2,3],[1,2,1e39]]"), "x: point 1 (counted from 0) is not finite");
    let path = folder.0.join("missing.json");
    let message = read_spawns(&path).unwrap_err().to_string();
    assert!(message.starts_with(&format!("{}: cannot be read: ", path.display())), "{message}");
}
