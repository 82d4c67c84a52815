//! Levels made by other people, which are not part of the repository. The tests are skipped with a
//! message if the levels are absent.

use crate::common::{corners, shared_levels};
use sidle_io::{read_level, read_spawns};
use std::path::Path;
use std::process::Command;

#[test]
fn triangle_counts() {
    let Some(folder) = shared_levels("triangle_counts") else { return };
    for (file, triangles, vertices) in [
        ("lq_e1m2.obj", 18_848, 8_571),
        ("c2_zdm2.obj", 70_754, 39_488),
        ("c2_zdm2.glb", 70_754, 39_488),
        ("oa_kaos2.obj", 17_907, 9_894),
        ("godot_truck_town.obj", 30_477, 16_330),
        ("bevy_terrain.obj", 31_422, 15_885),
        ("nb_hump.obj", 1_596, 800),
        ("nb_loop1.obj", 12_730, 6_140),
        ("etr_bunny_hill.obj", 46_102, 23_400),
    ] {
        let level = read_level(&folder.join(file)).unwrap();
        assert_eq!((level.triangles.len(), level.vertices.len()), (triangles, vertices), "{file}");
        assert_eq!(level.skipped, [], "{file}");
        assert_eq!(level.materials, ["default"], "{file}");
    }
}

/// Triangles as sets of bits, each rotated so that its smallest corner comes first.
fn sorted(path: &Path) -> Vec<[[u32; 3]; 3]> {
    let level = read_level(path).unwrap();
    let mut triangles: Vec<_> = corners(&level)
        .into_iter()
        .map(|corners| {
            // Adding zero turns -0 into 0.
            let mut triangle = corners.map(|corner| corner.map(|x| (x + 0.0).to_bits()));
            let first = (0..3).min_by_key(|&i| triangle[i]).unwrap_or(0);
            triangle.rotate_left(first);
            triangle
        })
        .collect();
    triangles.sort_unstable();
    triangles
}

#[test]
fn obj_and_glb_are_the_same_level() {
    let Some(folder) = shared_levels("obj_and_glb_are_the_same_level") else { return };
    assert!(sorted(&folder.join("c2_zdm2.obj")) == sorted(&folder.join("c2_zdm2.glb")));
}

#[test]
fn spawns() {
    let Some(folder) = shared_levels("spawns") else { return };
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().ends_with(".spawns.json") {
            assert!(!read_spawns(&path).unwrap().is_empty(), "{}", path.display());
            files += 1;
        }
    }
    assert!(files >= 8, "{files}");
}

/// Runs the tests of this file again without the levels.
#[test]
fn a_skipped_test_says_so() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["levels::", "--show-output", "--skip", "a_skipped_test_says_so"])
        .env("SIDLE_LEVELS", "no/such/folder")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let mut skipped: Vec<&str> = text.lines().filter(|line| line.starts_with("SKIPPED: ")).collect();
    skipped.sort_unstable();
    let expected = ["obj_and_glb_are_the_same_level", "spawns", "triangle_counts"]
        .map(|test| format!("SKIPPED: sidle-io test {test} (no folder shared/levels above the repository)"));
    assert_eq!(skipped, expected);
}
