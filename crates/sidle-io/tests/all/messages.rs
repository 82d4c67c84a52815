//! Messages stay short and on one line, whatever the file holds: fuzzing found a glTF whose error
//! repeated 550 of its bytes.

use sidle_io::{ReadError, parse_heightmap_scale, parse_spawns, read_gltf};

fn check(error: &ReadError, holds: &str) {
    let said = error.to_string();
    assert!(said.starts_with("x: ") && said.len() < 400 && !said.contains('\n'), "{said}");
    assert!(said.contains(holds), "{said}");
}

#[test]
fn an_error_repeats_little_of_a_long_file() {
    let long = "#\\n".repeat(20_000);
    // A text where a number belongs: what was expected, and where, is at the end of the message.
    let gltf = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":\"{long}\"}}");
    check(&read_gltf(gltf.as_bytes(), "x").unwrap_err(), "at line 1 column 60");
    let spawns = format!("[[0, 0, \"{long}\"]]");
    check(&parse_spawns(spawns.as_bytes(), "x").unwrap_err(), "at line 1 column 60");
    let scale = format!(
        "{{\"cell_x_m\": 1, \"cell_z_m\": 1, \"height_of_0_m\": 0, \"height_of_65535_m\": 1, \"diagonal\": \"{long}\"}}"
    );
    check(&parse_heightmap_scale(scale.as_bytes(), "x").unwrap_err(), "diagonal");
    let extension = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"extensionsRequired\":[\"{long}\"]}}");
    check(&read_gltf(extension.as_bytes(), "x").unwrap_err(), "which is not supported");
}

#[test]
fn a_short_error_is_whole() {
    let error = parse_spawns(b"[[0, 0]]", "x").unwrap_err();
    check(
        &error,
        "is not a JSON list of [x, y, z]: invalid length 2, expected an array of length 3 at line 1 column 7",
    );
}
