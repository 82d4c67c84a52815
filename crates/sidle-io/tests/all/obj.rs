//! OBJ: input that is read, noted and refused.

use crate::common::{Random, corners, notes};
use sidle_io::{LevelData, SkippedKind, read_obj};

fn read(text: &str) -> LevelData {
    read_obj(text.as_bytes(), "test.obj").unwrap()
}

fn error(text: &str) -> String {
    read_obj(text.as_bytes(), "test.obj").unwrap_err().to_string()
}

const CORNERS: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

#[test]
fn vertices_and_indices_as_in_the_file() {
    let level = read("v 9 9 9\nv 0 0 0\nv 1 0 0\nv -0.5 1e-3 +2.\nv 0 0 0\nv 7 7 7\nf 4 2 3\nf 5 3 4\n");
    assert_eq!(level.name, "test.obj");
    assert_eq!(level.vertices.len(), 6, "unused and equal vertices stay");
    assert_eq!(level.vertices[3], [-0.5, 1e-3, 2.0]);
    assert_eq!(level.triangles, [[3, 1, 2], [4, 2, 3]]);
    assert_eq!(level.materials, ["default"]);
    assert_eq!(level.triangle_materials, [0, 0]);
    assert_eq!(level.skipped, []);
}

#[test]
fn forms_of_corners() {
    for face in ["1 2 3", "1/1 2/2 3/3", "1//1 2//1 3//1", "1/1/1 2/2/1 3/9/9", "-4 -3 -2", "-4/-1/-1 2// 3/"]
    {
        let level = read(&format!("{CORNERS}vn 0 0 1\nvt 0 0\nf {face}\n"));
        assert_eq!(level.triangles, [[0, 1, 2]], "f {face}");
        assert_eq!(level.vertices.len(), 4, "f {face}");
    }
}

#[test]
fn normals_do_not_split_vertices() {
    let level = read(&format!("{CORNERS}vn 0 0 1\nvn 0 1 0\nf 1//1 2//1 3//1\nf 1//2 3//2 4//2\n"));
    assert_eq!(level.vertices.len(), 4);
    assert_eq!(level.triangles, [[0, 1, 2], [0, 2, 3]]);
}

#[test]
fn negative_indices_count_from_where_they_stand() {
    let level = read("v 0 0 0\nv 1 0 0\nv 1 1 0\nf -3 -2 -1\nv 0 1 0\nf -3 -2 -1\n");
    assert_eq!(level.triangles, [[0, 1, 2], [1, 2, 3]]);
}

#[test]
fn faces_may_come_before_their_vertices() {
    assert_eq!(read(&format!("f 1 2 3\nf 1 2 3 4\n{CORNERS}")).triangles, [[0, 1, 2], [0, 1, 2], [0, 2, 3]]);
}

#[test]
fn line_ends_comments_blanks_and_continuations() {
    let text = "\u{feff}# made \\\r\nv 0 0 0 # origin\r\n\r\n  v\t1  0 0\r\nv 1 \\\r\n 1 \\\r\n0\r\n#f 1 1 1\r\nf 1 2 \\\r\n3";
    assert_eq!(read(text).triangles, [[0, 1, 2]]);
    assert_eq!(read(text).vertices, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]);
    assert_eq!(read(&text.replace("\r\n", "\n")), read(text));
    assert_eq!(read(&text.replace("\r\n", "\r")), read(text));
    assert_eq!(read(&format!("{CORNERS}f 1 2 3 \\")).triangles.len(), 1);
}

#[test]
fn materials_in_order_of_use() {
    let level = read(&format!(
        "mtllib none.mtl\n{CORNERS}f 1 2 3\ng a b\nusemtl unused\nusemtl dark stone #2\nf 1 2 3 4\no c\n\
         f 1 2 3\nusemtl ice\nf 1 2 3\nusemtl dark stone #2\nf 1 2 3\nusemtl\nf 1 2 3\n"
    ));
    assert_eq!(level.materials, ["default", "dark stone #2", "ice"]);
    assert_eq!(level.triangle_materials, [0, 1, 1, 1, 2, 1, 0]);
    let level = read_obj(b"v 0 0 0\nusemtl gr\xfcn\nf 1 1 1\n", "x").unwrap();
    assert_eq!(level.materials, ["gr\u{fffd}n"]);
}

#[test]
fn degenerate_triangles_stay() {
    assert_eq!(read(&format!("{CORNERS}f 1 1 2\nf 1 2 3\nf 1 2 3\n")).triangles.len(), 3);
}

#[test]
fn polygons_are_cut_and_noted() {
    let level = read(&format!("{CORNERS}f 1 2 3 4\nf 4 3 2 1\nf 1 2 3\n"));
    assert_eq!(level.triangles, [[0, 1, 2], [0, 2, 3], [3, 2, 1], [3, 1, 0], [0, 1, 2]]);
    assert_eq!(notes(&level), ["polygons cut into triangles: 2 (first: line 5)"]);
    // An arrow head, whose fan from the first corner would stick out.
    let level = read("v 2 -1 0\nv 0 2 0\nv -2 -1 0\nv 0 0 0\nf 1 2 3 4\n");
    assert_eq!(level.triangles, [[1, 2, 3], [1, 3, 0]]);
    let level = read("v 0 0 0\nv 3 3 0\nv 3 0 0\nv 0 2 0\nf 1 2 3 4\n");
    assert_eq!(
        notes(&level),
        ["polygons cut into fans, as they cross themselves or have no area: 1 (first: line 5)"]
    );
}

#[test]
fn what_is_no_polygon_is_noted() {
    let level = read(&format!(
        "{CORNERS}f 1\nf 1 2\nf 99\np 1\nl 1 2 3\ncurv 0 1 1 2\ndeg 3\nend\nnonsense 1\n\x01\x02\nf 1 2 3\ns off\n"
    ));
    let kinds: Vec<_> = level.skipped.iter().map(|s| (s.kind, s.count, s.first.as_str())).collect();
    assert_eq!(
        kinds,
        [
            (SkippedKind::Points, 3, "line 5"),
            (SkippedKind::Lines, 2, "line 6"),
            (SkippedKind::Curves, 1, "line 10"),
            (SkippedKind::UnknownLines, 2, "line 13"),
        ]
    );
}

#[test]
fn weights_and_colours() {
    let level = read("v 2 4 6 2\nv 1 2 3 1\nv 1 2 3 0.1 0.2 0.3\nv 1 2 3 x y z 1\nf 1 2 3\n");
    assert_eq!(level.vertices, [[1.0, 2.0, 3.0]; 4]);
}

#[test]
fn errors_name_the_line() {
    for (line, what) in [
        ("v 1 2", "a vertex needs three coordinates"),
        ("v 1 2 x", "\"x\" is not a number"),
        ("v 1 2 3,5", "\"3,5\" is not a number"),
        ("v 1 nan 3", "the coordinate \"nan\" is not finite"),
        ("v 1 -inf 3", "the coordinate \"-inf\" is not finite"),
        ("v 1 1e39 3", "the coordinate \"1e39\" is not finite"),
        ("v 1 2 3 0", "the vertex divided by its weight \"0\" is not finite"),
        ("f", "a face without corners"),
        ("f 1 2 0", "a face uses vertex 0, but OBJ counts from 1"),
        ("f 1 2 5", "a face uses vertex 5, but the file has 4"),
        ("f 1 2 3 5", "a face uses vertex 5, but the file has 4"),
        ("f 1 2 4294967296", "a face uses vertex 4294967296, but the file has 4"),
        ("f 1 2 4294967297", "a face uses vertex 4294967297, which no file here can have"),
        ("f 1 2 -5", "a face counts 5 vertices back, but there are only 4 before it"),
        (
            "f 1 2 -9223372036854775808",
            "a face counts 9223372036854775808 vertices back, but there are only 4 before it",
        ),
        ("f 1 2 9223372036854775808", "\"9223372036854775808\" is not a corner of a face"),
        ("f 1 2 x", "\"x\" is not a corner of a face"),
        ("f 1 2 3.0", "\"3.0\" is not a corner of a face"),
        ("f 1 2 /3", "\"/3\" is not a corner of a face"),
        ("f 1 2 3/x", "\"3/x\" is not a corner of a face"),
        ("f 1 2 3/1/1/1", "\"3/1/1/1\" is not a corner of a face"),
        ("f 1 \\\n 2 \\\n x", "\"x\" is not a corner of a face"),
        (
            "f 1 2 abcdefghijklmnopqrstuvwxyz0123456789",
            "\"abcdefghijklmnopqrstuvwxyz012345...\" is not a corner of a face",
        ),
    ] {
        assert_eq!(error(&format!("{CORNERS}{line}\nf 1 2 3\n")), format!("test.obj: line 5: {what}"));
    }
    let bytes = b"v 1 2 \xff\x1b[0m\nf 1 1 1";
    let message = read_obj(bytes, "test.obj").unwrap_err().to_string();
    assert_eq!(message, "test.obj: line 1: \"\u{fffd}\\u{1b}[0m\" is not a number");
}

#[test]
fn no_triangles() {
    for text in ["", "\n\n", CORNERS, "v 0 0 0\nf 1\nl 1 1\n", "\\", "\0\0\0"] {
        assert_eq!(error(text), "test.obj: holds no triangles");
    }
}

#[test]
fn too_many_materials() {
    let mut text = String::from(CORNERS);
    for i in 0..65_536 {
        text += &format!("usemtl {i}\nf 1 2 3\n");
    }
    assert_eq!(read(&text).materials.len(), 65_536);
    text += "usemtl more\nf 1 2 3\n";
    assert_eq!(error(&text), "test.obj: line 131078: the level has more than 65536 materials");
}

/// `tobj` reads the same triangles, possibly with other indices.
#[test]
fn agrees_with_tobj() {
    let mut random = Random(11);
    for round in 0..300 {
        let mut text = String::new();
        let mut vertices = 0;
        for _ in 0..5 {
            for _ in 0..3 + random.below(5) {
                let mut x = || random.below(2_000_001) as f32 / 1000.0 - 1000.0;
                text += &format!("v {} {:e} {:.3}\nvn 0 1 0\n", x(), x(), x());
                vertices += 1;
            }
            for _ in 0..random.below(10) {
                let mut corner = || match (1 + random.below(vertices), random.below(3)) {
                    (i, 0) => format!("{i}"),
                    (i, 1) => format!("-{i}"),
                    (i, _) => format!("{i}//1"),
                };
                text += &format!("f {} {} {}\n", corner(), corner(), corner());
            }
            text += ["g part\n", "usemtl stone\n", "# comment\n"][round % 3];
        }
        text += "f 1 2 3\n";
        let options = tobj::LoadOptions { single_index: round % 2 == 0, ..Default::default() };
        let (models, _) =
            tobj::load_obj_buf(&mut text.as_bytes(), &options, |_| Err(tobj::LoadError::OpenFileFailed))
                .unwrap();
        let mut theirs = Vec::new();
        for mesh in models.iter().map(|model| &model.mesh) {
            for triangle in mesh.indices.chunks(3) {
                let at = |i: u32| [0, 1, 2].map(|k| mesh.positions[3 * i as usize + k]);
                theirs.push([at(triangle[0]), at(triangle[1]), at(triangle[2])]);
            }
        }
        assert_eq!(corners(&read(&text)), theirs, "{text}");
    }
}
