//! Levels in other units and with another up axis: options, warnings, doubts, refused input.

use crate::common::{Folder, stderr};
use serde_json::Value;
use sidle_scenes::{Level, generate};
use std::path::{Path, PathBuf};
use std::process::Output;

/// A very short walk.
const SHORT: [&str; 6] = ["--walkers", "3", "--seconds", "0.5", "--no-pictures", "--json"];

/// The level as an OBJ file, with each vertex converted by `vertex`.
fn obj(level: &Level, vertex: impl Fn([f32; 3]) -> [f32; 3]) -> String {
    let vertices = level.vertices.iter().map(|&v| {
        let [x, y, z] = vertex(v);
        format!("v {x} {y} {z}\n")
    });
    let faces = level.triangles.iter().map(|t| format!("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1));
    vertices.chain(faces).collect()
}

fn spawns(level: &Level, place: impl Fn([f32; 3]) -> [f32; 3]) -> String {
    serde_json::to_string(&level.spawns.iter().map(|&p| place(p)).collect::<Vec<_>>()).unwrap()
}

/// From metres with y up to centimetres with z up.
fn centimetres_z_up([x, y, z]: [f32; 3]) -> [f32; 3] {
    [100.0 * x, -100.0 * z, 100.0 * y]
}

/// A folder with `hall.obj` and `hall.spawns.json` in metres with y up, and `hall-cm.obj` and
/// `hall-cm.spawns.json` in centimetres with z up.
fn halls(name: &str) -> Folder {
    let folder = Folder::new(name);
    let hall = generate::hall(2, 3000);
    folder.write("hall.obj", obj(&hall, |v| v));
    folder.write("hall.spawns.json", spawns(&hall, |v| v));
    folder.write("hall-cm.obj", obj(&hall, centimetres_z_up));
    folder.write("hall-cm.spawns.json", spawns(&hall, centimetres_z_up));
    folder
}

/// The one line on standard output, as JSON.
fn line(output: &Output) -> Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.ends_with('\n') && text.lines().count() == 1, "{text}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn walk(folder: &Folder, args: &[&str]) -> (Value, String) {
    let output = folder.sidle(&[&["walk"], args, &SHORT].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    (line(&output), stderr(&output))
}

#[test]
fn the_options_make_metres_with_y_up() {
    let folder = halls("units-inspect");
    let inspect = |args: &[&str]| {
        let output = folder.sidle(&[&["inspect"], args, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        (line(&output), stderr(&output))
    };
    let (metres, silent) = inspect(&["hall.obj"]);
    let (converted, also_silent) = inspect(&["hall-cm.obj", "--scale", "0.01", "--up", "z"]);
    assert_eq!((silent.as_str(), also_silent.as_str()), ("", ""));
    for same in ["size", "bounds_max", "triangles", "open_edges", "unit", "doubts", "median_edge"] {
        assert_eq!(metres[same], converted[same], "{same}");
    }
    assert_eq!(converted["metres_per_unit"], 0.01);
    assert_eq!((metres["up"].as_str(), converted["up"].as_str()), (Some("y"), Some("z")));
    let (wrong, said) = inspect(&["hall-cm.obj"]);
    let doubts = texts(&wrong["doubts"]);
    assert!(
        doubts.len() == 2 && doubts[0].contains("--scale 0.01") && doubts[1].contains("--up z"),
        "{doubts:?}"
    );
    let warnings: Vec<String> =
        doubts.iter().map(|doubt| format!("sidle: warning: hall-cm.obj: {doubt}\n")).collect();
    assert_eq!(said, warnings.concat());
}

#[test]
fn a_walk_tells_its_doubts_apart_from_its_verdict() {
    let folder = halls("units-walk");
    // No doubts: the units are right, and the start places were given.
    let right = ["hall-cm.obj", "--scale", "0.01", "--up", "z", "--spawns", "hall-cm.spawns.json"];
    let (report, said) = walk(&folder, &right);
    assert_eq!((texts(&report["doubts"]), said.as_str()), (vec![], ""));
    assert_eq!((report["passed"].as_bool(), report["escaped"].as_u64()), (Some(true), Some(0)));
    assert_eq!(report["enclosed_spawns"], report["spawns"]);
    // The start places are guessed.
    let (report, said) = walk(&folder, &["hall.obj"]);
    let doubts = texts(&report["doubts"]);
    assert!(
        doubts.len() == 1 && doubts[0].contains("guessed") && doubts[0].contains("--spawns"),
        "{doubts:?}"
    );
    assert_eq!((report["passed"].as_bool(), said.as_str()), (Some(true), ""));
    // Unit and axis are wrong, and still the judge finds no fault.
    let (report, said) = walk(&folder, &["hall-cm.obj"]);
    let doubts = texts(&report["doubts"]);
    assert!(doubts.iter().any(|doubt| doubt.contains("--scale 0.01")), "{doubts:?}");
    assert!(doubts.iter().any(|doubt| doubt.contains("--up z")), "{doubts:?}");
    assert_eq!(report["passed"].as_bool(), Some(true));
    assert!(said.contains("sidle: warning: hall-cm.obj: this level is "), "{said}");
}

#[test]
fn walkers_that_leave_and_places_that_are_skipped_are_doubts() {
    let folder = Folder::new("units-leave");
    folder.write("plate.obj", "v -2 0 2\nv 2 0 2\nv 2 0 -2\nv -2 0 -2\nf 1 2 3 4\n");
    let args =
        ["walk", "plate.obj", "--from", "0,1,0", "--from", "0,0.1,0", "--walkers", "4", "--seconds", "20"];
    let output = folder.sidle(&[&args[..], &["--no-pictures", "--json"]].concat());
    let report = line(&output);
    let doubts = texts(&report["doubts"]);
    assert!(report["left"].as_u64() > Some(0));
    assert!(doubts.iter().any(|doubt| doubt.starts_with("1 of the 2 places of --from")), "{doubts:?}");
    assert!(doubts.iter().any(|doubt| doubt.starts_with("walkers left the level ")), "{doubts:?}");
    let table = String::from_utf8(folder.sidle(&[&args[..], &["--no-pictures"]].concat()).stdout).unwrap();
    for doubt in &doubts {
        assert!(table.contains(&format!("  doubt: {doubt}\n")), "{table}");
    }
    let verdict = format!(
        "escapes could not be tested, since no place to start at is enclosed; {} doubts\n",
        doubts.len()
    );
    assert!(table.contains("verdict: passed: 4,800 moves") && table.contains(&verdict), "{table}");
    // The same plate with its front down: its back is found as a floor.
    folder.write("under.obj", "v -2 0 2\nv 2 0 2\nv 2 0 -2\nv -2 0 -2\nf 4 3 2 1\n");
    let (report, _) = walk(&folder, &["under.obj"]);
    let doubts = texts(&report["doubts"]);
    assert!(doubts.iter().any(|doubt| doubt.starts_with("no floor shows its front upwards")), "{doubts:?}");
}

#[test]
fn a_soak_and_a_bake_take_the_options() {
    let folder = halls("units-soak");
    let soak = |args: &[&str]| {
        let output = folder.sidle(&[&["soak"], args, &["--moves", "2000", "--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        (line(&output), stderr(&output))
    };
    let (_, silent) = soak(&["hall-cm.obj", "--scale", "0.01", "--up", "z"]);
    assert_eq!(silent, "");
    let (_, said) = soak(&["hall-cm.obj"]);
    assert!(said.contains("warning: hall-cm.obj: ") && said.contains("--scale 0.01"), "{said}");
    assert!(said.contains("--up z"), "{said}");
    let bake = |args: &[&str]| {
        let small = ["--light", "6,2,6", "--samples", "1", "--size", "16"];
        let output = folder.sidle(&[&["bake"], args, &small].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stderr(&output)
    };
    let said = bake(&["hall-cm.obj", "--texel", "2", "--scale", "0.01", "--up", "z"]);
    assert!(!said.contains("--scale"), "{said}");
    let said = bake(&["hall-cm.obj", "--texel", "100"]);
    assert!(said.contains("warning: hall-cm.obj: ") && said.contains("--scale 0.01"), "{said}");
}

#[test]
fn wrong_options_are_refused() {
    let folder = halls("units-refused");
    for scale in ["0", "-1", "nan", "inf", "1e999", "x"] {
        for command in [&["inspect", "hall.obj"][..], &["walk", "hall.obj"], &["soak", "hall.obj"]] {
            folder.is_refused(&[command, &["--scale", scale]].concat(), &["--scale", scale, "0.01"]);
        }
        folder.is_refused(&["bake", "hall.obj", "--light", "1,1,1", "--scale", scale], &["--scale", scale]);
    }
    folder.is_refused(&["inspect", "hall.obj", "--up", "x"], &["--up", "y, z"]);
    folder.is_refused(&["soak", "hall", "--up", "z"], &["--up", "none is given"]);
    folder.is_refused(&["soak", "hall", "map.png", "--scale", "0.01"], &["--scale", "none is given"]);
    folder.is_refused(&["walk", "hall.obj", "--scale", "1e9"], &["hall.obj: vertex ", "use a smaller scale"]);
    folder.write("far.json", "[[0, 1, 0], [0, 0, 99999]]");
    let args = ["walk", "hall.obj", "--scale", "1000", "--spawns", "far.json"];
    folder.is_refused(&args, &["far.json: point 1", "16777216 m"]);
}

/// Levels made by other people, beside the repository. Without them, prints a message and returns
/// `None`.
fn shared_levels(test: &str) -> Option<Vec<PathBuf>> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let Some(folder) = above.map(|above| above.join("shared/levels")).find(|folder| folder.is_dir()) else {
        println!("SKIPPED: sidle-cli test {test} (no folder shared/levels above the repository)");
        return None;
    };
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let levels: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|e| e == "obj")).collect();
    assert!(!levels.is_empty());
    Some(levels)
}

#[test]
fn real_levels_in_metres_get_no_warning_and_others_do() {
    let Some(levels) = shared_levels("real_levels_in_metres_get_no_warning_and_others_do") else { return };
    let folder = Folder::new("units-real");
    for path in levels {
        let name = path.display().to_string();
        let beside = path.with_extension("spawns.json");
        let inspected = folder.sidle(&["inspect", &name, "--json"]);
        assert_eq!(stderr(&inspected), "");
        let found = line(&inspected);
        assert_eq!((found["unit"].as_str(), texts(&found["doubts"])), (Some("metres"), vec![]), "{name}");
        let spawns = beside.display().to_string();
        let warnings = |args: &[&str]| {
            let ball = ["--shape", "sphere:0.25", "--spawns", &spawns];
            let output = folder.sidle(&[&["walk", &name], args, &ball, &SHORT].concat());
            let text = stderr(&output);
            let warnings = text.lines().filter_map(|line| line.strip_prefix("sidle: warning: "));
            (output.status.code(), warnings.map(str::to_owned).collect::<Vec<_>>())
        };
        assert_eq!(warnings(&[]), (Some(0), vec![]), "{name}");
        // With wrong options, the start places can also be unusable.
        let (_, large) = warnings(&["--scale", "100"]);
        assert!(matches!(&large[..], [one] if one.contains(": with --scale 100 ")), "{name}: {large:?}");
        let (_, turned) = warnings(&["--up", "z"]);
        assert!(matches!(&turned[..], [one] if one.ends_with("leave out --up z")), "{name}: {turned:?}");
    }
}
