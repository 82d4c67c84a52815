//! `sidle-tour golf` as a program.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::common::Folder;

const ROUND: &str = "# hole 1 in three\n0 60 driver\n0 45 wedge   # onto the green\n-8 32 putter\n0 50\n";

fn golf(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sidle-tour"))
        .arg("golf")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends early does not read all of its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn g05_a_scripted_round_ends_in_the_hole_and_is_drawn() {
    let folder = Folder::new("golf");
    let out = folder.path("out");
    let first = golf(&["--script", "-", "--out", &out], ROUND);
    let said = text(&first.stdout);
    assert!(first.status.success() && said.contains("hole 1: in the hole after 3 strokes"), "{said}");
    let png = fs::read(folder.0.join("out/golf.png")).unwrap();
    let svg = fs::read_to_string(folder.0.join("out/golf.svg")).unwrap();
    assert!(png.starts_with(b"\x89PNG") && svg.starts_with("<svg") && svg.contains("3 strokes, holed"));
    // The same strokes, the same bits.
    let again = golf(&["--script", "-", "--out", &out, "--force"], ROUND);
    assert_eq!(text(&again.stdout), said);
    assert!(fs::read(folder.0.join("out/golf.png")).unwrap() == png);
}

#[test]
fn g05_a_round_as_json() {
    let run = golf(&["--script", "-", "--json"], "0 60 driver\n");
    let round: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((round["strokes"].as_u64(), round["holed"].as_bool()), (Some(1), Some(false)));
    assert!(
        round["to_the_hole"].as_f64().unwrap() < 40.0 && round["played"][0]["bounces"].as_u64().unwrap() > 1
    );
}

#[test]
fn g05_by_hand_over_a_pipe_until_the_input_ends() {
    let run = golf(&[], "help\nnonsense\n0 60 driver\n180 100 driver\n\nmap\n");
    let said = text(&run.stdout);
    assert!(run.status.success(), "{said}");
    for expected in [
        "AIM POWER [CLUB]",
        "`nonsense` is no stroke",
        "driver 60 % at 0 degrees",
        "o ball   F hole",
        "from the side",
    ] {
        assert!(said.contains(expected), "{expected} is not in\n{said}");
    }
    assert!(said.trim_end().ends_with("m from the hole"), "{said}");
    // No input at all, and leaving.
    assert!(golf(&[], "").status.success());
    let left = golf(&[], "quit\n0 50\n");
    assert!(text(&left.stdout).contains("0 strokes"));
}

#[test]
fn g05_a_hole_on_a_height_map() {
    let folder = Folder::new("golf-map");
    // A slope of 65 by 41 samples, 2 m apart, as a grey PNG of 16 bits.
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 65, 41);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    let samples: Vec<u8> = (0..65 * 41_u16).flat_map(|i| ((i % 65) * 300).to_be_bytes()).collect();
    encoder.write_header().unwrap().write_image_data(&samples).unwrap();
    let name = folder.file("slope.png", png);
    let alone = golf(&[&name, "--script", "-"], "0 40\n");
    assert!(alone.status.code() == Some(2) && text(&alone.stderr).contains("slope.json"), "{alone:?}");
    let scale = r#"{"cell_x_m": 2, "cell_z_m": 2, "height_of_0_m": 1, "height_of_65535_m": 11}"#;
    folder.write("slope.json", scale);
    let run = golf(&[&name, "--script", "-"], "0 70 iron\n0 30 wedge\n");
    assert!(text(&run.stdout).contains("slope: 2 strokes"), "{run:?}");
    let both = golf(&[&name, "--hole", "2"], "");
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn g05_out_of_bounds_costs_a_stroke() {
    let run = golf(&["--script", "-"], "180 100 driver\n0 60 driver\n");
    let said = text(&run.stdout);
    assert!(said.contains("out of bounds") && said.contains("hole 1: 3 strokes"), "{said}");
}

#[test]
fn g05_a_bad_script_is_named_with_its_line() {
    for (script, words) in [
        ("0 50\n0 500 iron\n", "line 2: `500`: the power"),
        ("left hard\n", "line 1: `left`: the aim"),
        ("0 50 spoon\n", "line 1: `spoon` is no club"),
        ("1\n", "line 1: `1` is no stroke"),
    ] {
        let run = golf(&["--script", "-"], script);
        let said = text(&run.stderr);
        assert!(run.status.code() == Some(2) && said.contains(words) && run.stdout.is_empty(), "{said}");
    }
    let missing = golf(&["--script", "no/such/file"], "");
    assert!(missing.status.code() == Some(2) && text(&missing.stderr).contains("no/such/file"));
    let no_folder = golf(&["--script", "-", "--out", "/dev/null/x"], "0 50\n");
    assert!(no_folder.status.code() == Some(2) && no_folder.stdout.is_empty());
}
