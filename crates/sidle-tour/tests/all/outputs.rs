//! The files that the program writes: existing results, and inputs that are checked first.

use crate::common::Folder;
use std::fs;
use std::path::PathBuf;

/// Commands that write into the folder `out`, quickly.
const WRITES: [&[&str]; 5] = [
    &["walk", "hall.obj", "--walkers", "1", "--seconds", "0.1", "--out", "out"],
    &[
        "bake",
        "hall.obj",
        "--light",
        "2,2,2",
        "--texel",
        "1",
        "--samples",
        "1",
        "--size",
        "16",
        "--out",
        "out",
    ],
    &["figures", "--only", "golf-01", "--out", "out"],
    &["golf", "--script", "none.txt", "--out", "out"],
    &["tour", "--out", "out"],
];

#[test]
fn a_folder_that_is_not_empty_is_refused_without_force() {
    let folder = Folder::with_hall("full");
    folder.write("none.txt", "");
    let no_pictures = [WRITES[0], &["--no-pictures"]].concat();
    let soak = ["soak", "soup", "--moves", "1", "--faults", "out"];
    for args in WRITES.into_iter().chain([&no_pictures[..], &soak]) {
        folder.write("out/mine.txt", "mine");
        folder.is_refused(args, &["out: this folder is not empty, it holds mine.txt", "--force"]);
        assert_eq!(fs::read_dir(folder.0.join("out")).unwrap().count(), 1, "{args:?}");
        // The tour and the pictures of a walk take long; the others are run.
        if args[0] == "tour" || args == WRITES[0] {
            continue;
        }
        folder.passes(&[args, &["--force"]].concat());
        assert_eq!(fs::read_to_string(folder.0.join("out/mine.txt")).unwrap(), "mine");
        fs::remove_dir_all(folder.0.join("out")).unwrap();
        // Without it, an empty folder and a missing one are accepted.
        fs::create_dir(folder.0.join("out")).unwrap();
        folder.passes(args);
        fs::remove_dir_all(folder.0.join("out")).unwrap();
        folder.passes(args);
        _ = fs::remove_dir_all(folder.0.join("out"));
    }
}

#[test]
fn default_folders_are_replaced() {
    let folder = Folder::with_hall("default");
    for (args, out) in [(WRITES[1], "target/bake/hall"), (WRITES[2], "target/figures")] {
        let args: Vec<&str> = args.iter().copied().filter(|word| !["--out", "out"].contains(word)).collect();
        folder.passes(&args);
        let written: Vec<PathBuf> =
            fs::read_dir(folder.0.join(out)).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!written.is_empty());
        written.iter().for_each(|file| fs::write(file, "old").unwrap());
        folder.passes(&args);
        assert!(written.iter().all(|file| fs::read(file).unwrap() != b"old"), "{written:?}");
    }
    // A level whose name looks like a path upwards.
    fs::rename(folder.0.join("hall.obj"), folder.0.join("...obj")).unwrap();
    folder.passes(&["bake", "...obj", "--light", "2,2,2", "--texel", "1", "--samples", "1", "--size", "16"]);
    assert!(folder.exists("target/bake/level/preview.png") && !folder.exists("target/preview.png"));
}

#[test]
fn an_output_that_is_no_folder_is_refused() {
    let folder = Folder::with_hall("no-folder");
    folder.write("none.txt", "");
    folder.write("out", "a file");
    for args in WRITES {
        folder.is_refused(args, &["out: is not a folder"]);
        folder.is_refused(&[args, &["--force"]].concat(), &["out: is not a folder"]);
        let below: Vec<&str> =
            args.iter().map(|word| if *word == "out" { "out/deep" } else { word }).collect();
        folder.is_refused(&below, &["out/deep: "]);
        let empty: Vec<&str> = args.iter().map(|word| if *word == "out" { "" } else { word }).collect();
        folder.is_refused(&empty, &["--out"]);
    }
    assert_eq!(fs::read_to_string(folder.0.join("out")).unwrap(), "a file");
}

/// The inputs are checked before anything is created.
#[test]
fn a_bad_input_leaves_no_output() {
    let folder = Folder::with_hall("inputs");
    folder.write("spawns.json", "[[1, 2]]");
    folder.write("inside.json", "[[-100, -100, -100]]");
    folder.write("script.txt", "0 500 iron\n");
    folder.write("bad.obj", "v 0 0 zero\n");
    for (args, word) in [
        (&["walk", "hall.obj", "--spawns", "spawns.json", "--out", "out"][..], "spawns.json"),
        (&["walk", "hall.obj", "--spawns", "spawns.json"], "spawns.json"),
        (&["walk", "hall.obj", "--spawns", "inside.json", "--out", "out"], "inside.json"),
        (&["walk", "hall.obj", "--from", "-100,0,0", "--out", "out"], "--from"),
        (&["walk", "bad.obj", "--out", "out"], "bad.obj"),
        (&["bake", "bad.obj", "--light", "1,1,1", "--out", "out"], "bad.obj"),
        (&["bake", "hall.obj", "--light", "1,1,1", "--texel", "0.001", "--out", "out"], "--texel"),
        (&["golf", "--script", "script.txt", "--out", "out"], "script.txt"),
        (&["golf", "bad.png", "--out", "out"], "bad.json"),
        (&["figures", "--only", "nothing", "--out", "out"], "nothing"),
        (&["soak", "bad.obj", "--checkpoint", "out", "--record", "out.json"], "bad.obj"),
        (&["soak", "--record", "out.json", "--checkpoint", "no/such/out"], "no/such/out: cannot be written"),
        (&["soak", "--checkpoint", "out", "--record", "no/such/out"], "no/such/out: cannot be written"),
        (&["soak", "--checkpoint", "out", "--record", "spawns.json"], "spawns.json: is not a list of runs"),
        (&["soak", "--checkpoint", "out", "--faults", "script.txt"], "script.txt: is not a folder"),
        (&["soak", "--checkpoint", "script.txt", "--record", "out.json"], "script.txt: is there already"),
    ] {
        folder.is_refused(args, &[word]);
        assert!(!folder.exists("out") && !folder.exists("out.json") && !folder.exists("target"), "{args:?}");
    }
}

#[test]
fn starts_that_the_library_refuses_are_refused() {
    let folder = Folder::with_hall("far");
    let limit = "a coordinate must be from -16777216 to 16777216 metres";
    for from in ["1e30,0,0", "0,-1e9,0", "0,0,16777218"] {
        folder.is_refused(&["walk", "hall.obj", "--from", from], &["--from", from, limit]);
        folder
            .is_refused(&["bake", "hall.obj", "--light", "2,2,2", "--from", from], &["--from", from, limit]);
        let look = ["bake", "hall.obj", "--light", "2,2,2", "--from", "2,2,2", "--look", from];
        folder.is_refused(&look, &["--look", from, limit]);
    }
    folder.write("far.json", "[[2, 2, 2], [1e30, 0, 0]]");
    let point = "far.json: point 1 (counted from 0) has a coordinate beyond 16777216 m";
    folder.is_refused(&["walk", "hall.obj", "--spawns", "far.json"], &[point]);
    folder.write("hall.spawns.json", "[[1e30, 0, 0]]");
    let point = "hall.spawns.json: point 0 (counted from 0) has a coordinate beyond 16777216 m";
    folder.is_refused(&["soak", "hall.obj", "--moves", "1"], &[point]);
    // A long list of bad places is not repeated.
    folder.write("long.json", format!("[{}[1e6, 0, 0]]", "[1e6, 0, 0], ".repeat(2000)));
    folder.is_refused(
        &["walk", "hall.obj", "--spawns", "long.json"],
        &["place 9 ", "long.json: 1991 more places are skipped", "none of the 2001 places"],
    );
    // Within the limits of the library, but far from the level, where nothing would be tested.
    let outside = ["walk", "hall.obj", "--from", "1e6,0,0"];
    folder.is_refused(
        &outside,
        &["--from: place 0", "is more than 10 m outside of the level", "none of the 1"],
    );
}

#[cfg(unix)]
#[test]
fn a_record_behind_a_link_stays_behind_it() {
    let folder = Folder::new("record");
    fs::create_dir(folder.0.join("kept")).unwrap();
    folder.write("kept/runs.json", "[]");
    let link = folder.0.join("runs.json");
    std::os::unix::fs::symlink("kept/runs.json", &link).unwrap();
    folder.passes(&["soak", "soup", "--moves", "1", "--record", "runs.json"]);
    assert!(link.is_symlink());
    let runs: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.0.join("kept/runs.json")).unwrap()).unwrap();
    assert_eq!(runs.as_array().unwrap().len(), 1);
    assert_eq!(fs::read_dir(folder.0.join("kept")).unwrap().count(), 1);
}

#[test]
fn names_in_any_script_are_fine() {
    let folder = Folder::with_hall("names");
    let level = "h\u{f6}hle \u{6d1e}\u{7a9f} \u{1f987}.obj";
    fs::rename(folder.0.join("hall.obj"), folder.0.join(level)).unwrap();
    let bake = |more: &[&str]| {
        let args = ["bake", level, "--light", "2,2,2", "--texel", "1", "--samples", "1", "--size", "16"];
        folder.passes(&[&args, more].concat());
    };
    bake(&[]);
    assert!(folder.exists(&format!("target/bake/{}/preview.png", level.trim_end_matches(".obj"))));
    bake(&["--out", "\u{51fa}\u{529b} 1"]);
    assert!(folder.exists("\u{51fa}\u{529b} 1/preview.png"));
}

/// A shaft that is hardly wider than the body.
#[test]
fn a_character_that_is_stuck_is_drawn_and_can_be_repeated() {
    let folder = Folder::with_hall("stuck");
    let (low, high) = (-0.302, 0.302);
    let mut obj = String::new();
    for [x, y, z] in (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|bit| bit == 1)) {
        let side = |far| if far { high } else { low };
        obj += &format!("v {} {} {}\n", side(x), if y { 3.0 } else { 0.0 }, side(z));
    }
    obj += "f 1 2 6 5\nf 1 2 4 3\nf 5 6 8 7\nf 1 3 7 5\nf 2 4 8 6\n";
    folder.write("shaft.obj", &obj);
    folder.write("spawns.json", "[[0, 0.95, 0]]");
    let args =
        ["walk", "shaft.obj", "--character", "--walkers", "1", "--seconds", "30", "--spawns", "spawns.json"];
    let run = folder.sidle(&[&args[..], &["--out", "out", "--json"]].concat());
    let json: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((json["stuck"].as_u64(), json["stuck_places"].as_array().map(Vec::len)), (Some(1), Some(1)));
    for name in ["stuck-1-above.png", "stuck-1-side.png", "above.png"] {
        assert!(folder.0.join("out").join(name).exists(), "{name}");
    }
    let replay = folder.sidle(&["replay", "out/stuck.replay", "--explain"]);
    let text = String::from_utf8_lossy(&replay.stdout).into_owned();
    assert!(text.contains("1 step of a character") && text.contains("ground:"), "{text}");
}
