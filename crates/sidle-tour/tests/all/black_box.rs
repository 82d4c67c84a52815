//! The program as its users see it: its output and its exit code.

use std::fs;
use std::path::Path;

use sidle_scenes::generate;

use crate::common::{Folder, is_refused, json, sidle, stderr, stdout};

#[test]
fn help_names_every_command_and_option() {
    let help = stdout(&sidle(&["--help"]));
    assert!(
        ["tour", "walk", "inspect", "replay", "figures", "bake", "golf"]
            .iter()
            .all(|word| help.contains(word)),
        "{help}"
    );
    let help = stdout(&sidle(&["walk", "--help"]));
    let options = [
        "--shape",
        "--from",
        "--spawns",
        "--walkers",
        "--seconds",
        "--rate",
        "--skin",
        "--seed",
        "--threads",
        "--out",
        "--force",
        "--json",
        "--response",
        "--instances",
    ];
    assert!(options.iter().all(|word| help.contains(word)), "{help}");
    assert_eq!(sidle(&["--version"]).status.code(), Some(0));
}

#[test]
fn bad_levels_are_refused_in_one_sentence() {
    let folder = Folder::new("levels");
    let text = folder.file("level.txt", "v 0 0 0");
    let line = folder.file("broken.obj", "v 0 0 0\nv 1 0 0\nv 0 0 one\nf 1 2 3\n");
    let empty = folder.file("empty.obj", "# nothing\n");
    let huge = folder.file("huge.obj", "v 0 0 0\nv 1e30 0 0\nv 0 0 1\nf 1 2 3\n");
    let truncated = folder.file("cut.glb", b"glTF\x02\x00\x00\x00\xff\xff\x00\x00\x40\x00");
    for command in ["walk", "inspect"] {
        is_refused(&[command, "no-such-level.obj"], &["no-such-level.obj"]);
        is_refused(&[command, &text], &["level.txt", ".obj"]);
        is_refused(&[command, &line], &["broken.obj", "line 3"]);
        is_refused(&[command, &empty], &["empty.obj", "no triangles"]);
        is_refused(&[command, &huge], &["huge.obj", "vertex 1"]);
        is_refused(&[command, &truncated], &["cut.glb"]);
        is_refused(&[command], &["LEVEL"]);
    }
}

#[test]
fn bad_options_are_refused() {
    let folder = Folder::new("options");
    let level = folder.level(&generate::terrain(1, 800));
    for (option, wrong) in [
        ("--shape", "cube:1"),
        ("--shape", "sphere:0"),
        ("--shape", "sphere:-1"),
        ("--shape", "sphere:NaN"),
        ("--shape", "ellipsoid:1,2"),
        ("--rate", "0"),
        ("--rate", "NaN"),
        ("--walkers", "0"),
        ("--walkers", "-3"),
        ("--seconds", "0"),
        ("--seconds", "inf"),
        ("--skin", "-0.001"),
        ("--skin", "nan"),
        ("--threads", "0"),
        ("--from", "1,2"),
        ("--from", "1,2,NaN"),
        ("--response", "bounce"),
    ] {
        is_refused(&["walk", &level, option, wrong], &[option, wrong]);
    }
    let spawns = folder.file("spawns.json", "[[1, 2]]");
    is_refused(&["walk", &level, "--spawns", &spawns], &["spawns.json"]);
    is_refused(&["walk", &level, "--spawns", "missing.json"], &["missing.json"]);
    let locked = folder.file("file-not-folder", "");
    let inside = format!("{locked}/out");
    is_refused(&["walk", &level, "--out", &inside], &["file-not-folder"]);
    is_refused(&["tour", "--out", &inside], &["file-not-folder"]);
}

#[test]
fn places_inside_walls_are_skipped_and_none_left_is_an_error() {
    let folder = Folder::new("spawns");
    let mut builder = sidle_scenes::Builder::new();
    builder.room([0.0; 3], [8.0, 4.0, 8.0], 2.0);
    let level = folder.level(&builder.finish("room", &[]));
    let short = ["--walkers", "2", "--seconds", "0.1", "--no-pictures", "--json"];
    let with = |places: &[&str]| {
        let mut args = vec!["walk", level.as_str()];
        places.iter().for_each(|place| args.extend(["--from", place]));
        args.extend(short);
        sidle(&args)
    };
    let one = with(&["0.2,2,2", "4,2,4"]);
    assert_eq!(one.status.code(), Some(0), "{}", stderr(&one));
    assert!(stderr(&one).contains("place 0") && stderr(&one).contains("skipped"), "{}", stderr(&one));
    assert_eq!((json(&one)["spawns"].as_u64(), json(&one)["enclosed_spawns"].as_u64()), (Some(1), Some(1)));
    let none = with(&["0.2,2,2"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("room.obj"), "{}", stderr(&none));
}

/// The keys that other programs read, in the order in which they are printed.
const KEYS: [&str; 19] = [
    "triangles",
    "build_ms",
    "bytes_per_triangle",
    "walkers",
    "moves",
    "moves_per_second",
    "p50_ns",
    "p99_ns",
    "skin_m",
    "worst_penetration_m",
    "worst_stop_gap_m",
    "distance_m",
    "twin_distance_m",
    "crossings",
    "escaped",
    "left",
    "stuck",
    "iteration_limit",
    "not_finite",
];

#[test]
fn a_walk_is_judged_and_does_not_depend_on_the_threads() {
    let folder = Folder::new("walk");
    for level in [generate::hall(5, 4000), generate::terrain(5, 2000)] {
        let path = folder.level(&level);
        let run = |threads: &str| {
            let output = sidle(&[
                "walk",
                &path,
                "--walkers",
                "12",
                "--seconds",
                "3",
                "--threads",
                threads,
                "--no-pictures",
                "--json",
            ]);
            assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
            output
        };
        let (one, two) = (run("1"), run("2"));
        let places: Vec<usize> =
            KEYS.iter().map(|key| stdout(&one).find(&format!("\"{key}\":")).expect(key)).collect();
        assert!(places.is_sorted(), "{places:?}");
        let (one, two) = (json(&one), json(&two));
        assert!(one["positions_hash"].is_string());
        for same in
            ["positions_hash", "worst_stop_gap_m", "distance_m", "twin_distance_m", "left", "stuck", "stops"]
        {
            assert_eq!(one[same], two[same], "{same}");
        }
        assert_eq!(one["triangles"], level.triangles.len());
        assert_eq!(one["moves"], 12 * 180);
        for none in ["worst_penetration_m", "crossings", "escaped", "not_finite"] {
            assert_eq!(one[none].as_f64(), Some(0.0), "{none}");
        }
        assert!(one["distance_m"].as_f64().unwrap() > 0.0);
        assert_eq!(one["enclosed_spawns"] == one["spawns"], level.closed);
    }
}

#[test]
fn characters_walk_through_a_level_and_are_judged() {
    let folder = Folder::new("characters");
    let level = generate::rooms(3, [2, 2], 4).level;
    let path = folder.level(&level);
    let run = |threads: &str, more: &[&str]| {
        let common = ["walk", &path, "--character", "--walkers", "12", "--seconds", "5"];
        let rest = ["--threads", threads, "--no-pictures", "--json"];
        let output = sidle(&[&common[..], &rest, more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
        json(&output)
    };
    let (one, two) = (run("1", &[]), run("2", &[]));
    assert_eq!(one["positions_hash"], two["positions_hash"]);
    assert_eq!((&one["shape"], &one["passed"]), (&"capsule:0.3,1.8".into(), &true.into()));
    assert_eq!(one["moves"], 12 * 300);
    let share = |key: &str| one[key].as_f64().unwrap();
    assert!((0.01..0.5).contains(&share("air_share")), "{one}");
    assert!((0.9..1.001).contains(&share("speed_kept")), "{one}");
    assert!(one["steps_climbed"].is_u64());
    let egg = run("1", &["--shape", "ellipsoid:0.4,0.9,0.4"]);
    assert_ne!(egg["positions_hash"], one["positions_hash"]);
    // Plain walkers have no such keys.
    let plain = json(&sidle(&["walk", &path, "--walkers", "1", "--seconds", "1", "--no-pictures", "--json"]));
    assert!(plain.get("air_share").is_none() && plain["shape"] == "sphere:0.4", "{plain}");
}

#[test]
fn pictures_are_drawn_and_replaced_whole() {
    let folder = Folder::new("pictures");
    let level = folder.level(&generate::terrain(2, 600));
    let out = folder.path("out");
    for force in [None, Some("--force")] {
        let args = ["walk", &level, "--walkers", "3", "--seconds", "1", "--out", &out];
        let output = sidle(&args.into_iter().chain(force).collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).contains("verdict: passed"));
        let mut files: Vec<_> = fs::read_dir(&out)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        assert_eq!(files, ["above.png", "side.png"]);
        for file in files {
            assert!(fs::read(Path::new(&out).join(file)).unwrap().starts_with(b"\x89PNG"));
        }
    }
}

#[test]
fn a_level_is_inspected() {
    let folder = Folder::new("inspect");
    let hall = folder.level(&generate::hall(2, 3000));
    let output = sidle(&["inspect", &hall, "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let found = json(&output);
    assert_eq!((found["open_edges"].as_u64(), found["degenerate"].as_u64()), (Some(0), Some(0)));
    assert_eq!(found["unit"], "metres");
    let table = stdout(&sidle(&["inspect", &hall]));
    assert!(table.contains("non-manifold") && table.contains("duplicate"), "{table}");
}
