//! The table of golden hashes in the build of the tests: partly optimised, with assertions and
//! overflow checks. `.ci/bits` has the other builds and architectures.

use sidle::IndexKind;
use sidle_bits::{GOLDENS, Golden, Record, Scene, all, differing, parse, print, run};

fn goldens() -> Vec<Golden<'static>> {
    parse(GOLDENS).unwrap_or_else(|line| panic!("goldens.txt: line {line}"))
}

fn assert_golden(index: IndexKind, threads: usize) {
    let scenes = all();
    let wrong = differing(&goldens(), &scenes, &run(&scenes, index, threads));
    assert!(
        wrong.is_empty(),
        "{} scenes differ from goldens.txt ({index:?}, {threads} threads):\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_scene_has_its_golden_bits() {
    assert_golden(IndexKind::Bvh, 1);
}

#[test]
fn an_octree_and_two_threads_give_the_same_bits() {
    assert_golden(IndexKind::Octree, 2);
}

#[test]
fn four_threads_give_the_same_bits() {
    assert_golden(IndexKind::Bvh, 4);
}

/// A field has the same hash as the mesh of its triangles.
#[test]
fn a_height_field_has_the_line_of_its_mesh() {
    let goldens = goldens();
    let of = |name: &str| goldens.iter().find(|g| g.scene == name).unwrap_or_else(|| panic!("no {name}"));
    let meshes: Vec<&Golden<'_>> = goldens.iter().filter(|g| g.scene.ends_with("-as-mesh")).collect();
    assert_eq!(meshes.len(), 6);
    for mesh in meshes {
        let field = of(mesh.scene.trim_end_matches("-as-mesh"));
        assert_eq!(
            (field.hash, field.answers, field.hits),
            (mesh.hash, mesh.answers, mesh.hits),
            "{}",
            mesh.scene
        );
    }
}

/// A scene with almost no queries or contacts would agree with anything.
#[test]
fn no_scene_is_empty_and_no_two_are_alike() {
    let goldens = goldens();
    for g in &goldens {
        assert!(g.answers >= 40 && g.hits >= 8, "{g:?}");
    }
    assert!(goldens.iter().map(|g| g.answers).sum::<u64>() > 80_000);
    let distinct = |mut all: Vec<String>| {
        all.sort_unstable();
        all.dedup();
        all.len()
    };
    assert_eq!(distinct(goldens.iter().map(|g| g.scene.to_owned()).collect()), goldens.len());
    // The three fields are there twice for each set of shapes, once as their mesh.
    assert_eq!(distinct(goldens.iter().map(|g| g.hash.to_string()).collect()), goldens.len() - 6);
}

/// The printed table can be read back. If one bit changes, the scene is named; a missing or new
/// scene is named too.
#[test]
fn a_scene_that_differs_is_named() {
    let scenes: Vec<Scene> = all().into_iter().filter(|s| s.name().starts_with("geometry/")).collect();
    let records: Vec<Record> = run(&scenes, IndexKind::Bvh, 1);
    let table = print(&scenes, &records);
    assert!(differing(&parse(&table).expect("a table"), &scenes, &records).is_empty());

    let hash = format!("{:016x}", records[1].hash());
    let other = table.replace(&hash, &format!("{:016x}", records[1].hash() ^ 1));
    let names = |table: &str| differing(&parse(table).expect("a table"), &scenes, &records);
    assert_eq!(names(&other), [scenes[1].name()]);
    assert_eq!(names(&table.replace(scenes[0].name(), "old")), [scenes[0].name(), "old"]);
}
