//! Material files that an OBJ names: a missing one is noted. None is read, and none is searched
//! outside of the folder of the level.

use crate::common::{Folder, notes};
use sidle_io::{SkippedKind, read_level, read_obj};

const NOTE: &str =
    "material files (mtllib) that are not beside the level, whose materials keep their names: ";

/// The notes of a level with these lines and one triangle, in `folder/level`.
fn noted(folder: &Folder, lines: &str) -> Vec<String> {
    let text = format!("{lines}\nusemtl ice\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let level = read_level(&folder.write("level/level.obj", text.as_bytes())).unwrap();
    assert_eq!(level.materials, ["ice"]);
    notes(&level)
}

#[test]
fn a_missing_material_file_is_noted_and_a_present_one_is_not() {
    let folder = Folder::new("mtllib");
    folder.write("level/here.mtl", b"not read: \xFF");
    folder.write("level/two words.mtl", b"");
    folder.write("level/also.mtl", b"");
    for present in
        ["mtllib here.mtl", "mtllib two words.mtl", "mtllib here.mtl also.mtl", "mtllib", "mtllib # x"]
    {
        assert_eq!(noted(&folder, present), [""; 0], "{present}");
    }
    assert_eq!(noted(&folder, "mtllib gone.mtl"), [format!("{NOTE}1 (first: line 1, gone.mtl)")]);
    // Each file of a line counts, and each different line once.
    let lines = "o x\nmtllib gone.mtl here.mtl lost.mtl\nmtllib lost.mtl\nmtllib lost.mtl";
    assert_eq!(noted(&folder, lines), [format!("{NOTE}3 (first: line 2, gone.mtl)")]);
}

#[test]
fn a_name_that_leads_out_of_the_folder_is_not_looked_up() {
    let folder = Folder::new("mtllib-outside");
    let outside = folder.write("outside.mtl", b"");
    folder.write("level/sub/below.mtl", b"");
    std::fs::create_dir_all(folder.0.join("level/folder.mtl")).unwrap();
    let absolute = outside.display().to_string();
    assert!(!absolute.contains(' '));
    let long = "x".repeat(5000);
    for name in
        ["../outside.mtl", &absolute, "./here.mtl", "sub/below.mtl", "folder.mtl", "..", ".", "C:x", "a\\b"]
    {
        let expected = [format!("{NOTE}1 (first: line 1, {name})")];
        assert_eq!(noted(&folder, &format!("mtllib {name}")), expected, "{name}");
    }
    for name in ["zero\0.mtl", &long] {
        assert_eq!(noted(&folder, &format!("mtllib {name}")).len(), 1);
    }
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_is_not_followed_out_of_the_folder() {
    let folder = Folder::new("mtllib-links");
    let outside = folder.write("outside.mtl", b"");
    let inside = folder.write("level/inside.mtl", b"");
    for (target, name) in [(&outside, "out.mtl"), (&inside, "in.mtl"), (&folder.0.join("none"), "broken.mtl")]
    {
        std::os::unix::fs::symlink(target, folder.0.join("level").join(name)).unwrap();
    }
    assert_eq!(noted(&folder, "mtllib in.mtl"), [""; 0]);
    for name in ["out.mtl", "broken.mtl"] {
        assert_eq!(noted(&folder, &format!("mtllib {name}")), [format!("{NOTE}1 (first: line 1, {name})")]);
    }
}

#[test]
fn many_lines_are_bounded_and_a_reader_from_memory_looks_for_nothing() {
    let folder = Folder::new("mtllib-many");
    let lines: String = (0..2000).map(|i| format!("mtllib gone{i}.mtl\n")).collect();
    assert_eq!(noted(&folder, &lines), [format!("{NOTE}256 (first: line 1, gone0.mtl)")]);
    let level = read_obj(b"mtllib gone.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "memory").unwrap();
    assert!(level.skipped.iter().all(|skipped| skipped.kind != SkippedKind::MaterialFiles));
}
