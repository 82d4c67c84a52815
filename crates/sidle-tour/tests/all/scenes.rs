//! `sidle-tour scenes` and `sidle-tour film`.

use std::fs;
use std::io::Cursor;

use serde_json::Value;

use crate::common::{Folder, stderr};

/// Runs scenes with `--json`. Returns the exit code and the parsed line.
fn json(folder: &Folder, args: &[&str]) -> (Option<i32>, Value) {
    let output = folder.sidle(&[&["scenes", "--json"], args].concat());
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text} {}", stderr(&output));
    (output.status.code(), serde_json::from_str(&text).unwrap())
}

#[test]
fn the_json_has_one_line_with_every_scene_and_each_has_a_picture() {
    let folder = Folder::new("scenes");
    let (code, found) = json(&folder, &["B5", "a6", "--out", "out"]);
    let ids: Vec<&str> =
        found["scenes"].as_array().unwrap().iter().map(|s| s["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["B5", "A6"]);
    assert_eq!((code, &found["passed"]), (Some(0), &Value::Bool(true)), "{found}");
    for scene in found["scenes"].as_array().unwrap() {
        assert_eq!((&scene["passed"], &scene["why"]), (&Value::Bool(true), &Value::from("")));
        assert_eq!(scene.as_object().unwrap().len(), 3);
    }
    for id in ids {
        let picture = fs::read(folder.0.join("out").join(format!("{id}.png"))).unwrap();
        let info = png::Decoder::new(Cursor::new(picture)).read_info().unwrap();
        assert!(info.info().width > 500);
    }
    // The same scenes have the same results.
    assert_eq!(json(&folder, &["B5", "A6", "--out", "again"]).1, found);
    // Pictures that the user named a folder for are kept.
    folder.is_refused(&["scenes", "B5", "--out", "out"], &["not empty", "--force"]);
    folder.passes(&["scenes", "B5", "--out", "out", "--force"]);
}

#[test]
fn the_table_lists_the_scene_with_its_worst_value() {
    let folder = Folder::new("scenes-table");
    let output = folder.sidle(&["scenes", "B5"]);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    for word in ["B5   passed  back and forth", "<=", "1 scenes, 0 failed", "pictures in target/scenes"] {
        assert!(text.contains(word), "no '{word}' in: {text}");
    }
    assert!(folder.exists("target/scenes/B5.png"));
}

#[test]
fn an_unknown_scene_is_an_error_that_lists_the_scenes() {
    let folder = Folder::new("scenes-unknown");
    for command in ["scenes", "film"] {
        folder.is_refused(&[command, "Z9"], &["no scene 'Z9'", "A1 A3 A4", "G3 H3"]);
    }
    folder.is_refused(&["scenes", "A1", "Z9", "--json"], &["no scene 'Z9'"]);
}

#[test]
fn a_film_is_an_animated_png() {
    let folder = Folder::new("film");
    for (id, seconds) in [("stairs", 5.0..6.0), ("D4", 3.0..6.1)] {
        let file = format!("{id}.png");
        folder.passes(&["film", id, "--out", &file]);
        let bytes = fs::read(folder.0.join(&file)).unwrap();
        assert!(bytes.len() < 600_000, "{id}: {} bytes", bytes.len());
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let frames = reader.info().animation_control.unwrap().num_frames;
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        let mut time = 0.0;
        for _ in 0..frames {
            reader.next_frame(&mut buffer).unwrap();
            let control = reader.info().frame_control.unwrap();
            time += f64::from(control.delay_num) / f64::from(control.delay_den);
        }
        assert!(seconds.contains(&time), "{id}: {frames} frames in {time} s");
        assert!(reader.next_frame(&mut buffer).is_err(), "more than {frames} frames");
        folder.is_refused(&["film", id, "--out", &file], &["is there already"]);
        folder.passes(&["film", id, "--out", &file, "--force"]);
    }
}
