//! `sidle replay` as a program.

use sidle::trace::{self, Replay};
use sidle::{DVec3, Motion, MoveConfig, Shape, Vec3, World};

use crate::common::{Folder, json, sidle, stderr, stdout};

/// A ball that lands on a floor and slides to a wall, in two moves.
fn replay() -> Replay {
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    let wall = [Vec3::new(2.0, -1.0, -9.0), Vec3::new(2.0, 9.0, 0.0), Vec3::new(2.0, -1.0, 9.0)];
    let world = World::from_triangles(&[floor, wall].concat(), &[[0, 1, 2], [3, 4, 5]]).unwrap();
    let (ball, config) = (Shape::sphere(0.5), MoveConfig::default());
    let mut all =
        trace::capture(&world, &ball, Vec3::Y, Motion::displacement(Vec3::new(1.0, -2.0, 0.5), 1.0), &config);
    let next = trace::capture(
        &world,
        &ball,
        all.moves[0].end.unwrap(),
        Motion::displacement(Vec3::new(3.0, -0.1, 0.0), 1.0),
        &config,
    );
    all.polygons = next.polygons;
    all.moves.extend(next.moves);
    all
}

#[test]
fn a_replay_comes_out_again_and_is_told() {
    let folder = Folder::new("same");
    let file = folder.file("two.replay", replay().to_string());
    let output = sidle(&["replay", &file]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("two.replay: 2 moves of a ball of radius 0.5 among 2 polygons"), "{text}");
    assert_eq!(text.matches("same bits").count(), 2, "{text}");
    assert!(text.contains("all 2 recorded ends came out again, bit for bit"), "{text}");
    assert!(!text.contains("iteration 1"), "{text}");

    let told = stdout(&sidle(&["replay", &file, "--explain"]));
    assert!(told.starts_with(&text), "{told}");
    for words in [
        "move 2\nfrom",
        "nothing is in the way: straight on",
        "slides along a face",
        "polygon 1 is in the way",
        "touches face of polygon 1",
        "holds, and takes",
        "of the time left",
        "tried ",
        "polygon 1 (number 1 of its world): 2 -1 -9, 2 9 0, 2 -1 9",
    ] {
        assert!(told.contains(words), "no '{words}' in: {told}");
    }
}

#[test]
fn an_end_that_differs_is_a_failure() {
    let folder = Folder::new("other");
    let mut other = replay();
    let end = other.moves[1].end.unwrap();
    other.moves[1].end = Some(DVec3::new(end.x.next_up(), end.y, end.z));
    let file = folder.file("other.replay", other.to_string());
    let output = sidle(&["replay", &file]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("FAILED: 1 of 2 recorded ends came out otherwise"), "{text}");
    assert!(text.contains("m away"), "{text}");
    // Without an end there is nothing to compare with.
    other.moves.iter_mut().for_each(|m| m.end = None);
    let file = folder.file("none.replay", other.to_string());
    let output = sidle(&["replay", &file]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("no ends were recorded"));
}

#[test]
fn programs_read_the_same() {
    let folder = Folder::new("json");
    let file = folder.file("two.replay", replay().to_string());
    let plain = json(&sidle(&["replay", &file, "--json"]));
    assert_eq!((plain["passed"].as_bool(), plain["recorded"].as_u64()), (Some(true), Some(2)));
    assert_eq!(plain["moves"][0]["same_bits"].as_bool(), Some(true));
    assert_eq!(plain["moves"][1]["reason"], "NoFreedom");
    assert!(plain["moves"][0]["explanation"].is_null());
    let told = json(&sidle(&["replay", &file, "--json", "--explain"]));
    let iterations = told["moves"][1]["explanation"].as_array().unwrap();
    assert_eq!(iterations[0]["decision"], "slide along a face");
    assert_eq!(
        (iterations[0]["ended_by"].as_str(), iterations[0]["met_polygon"].as_u64()),
        (Some("met"), Some(1))
    );
    assert_eq!(iterations[1]["decision"], "stop: NoFreedom");
    assert_eq!(iterations[1]["contacts"].as_array().map(Vec::len), Some(2));
}

#[test]
fn broken_files_are_refused_in_one_sentence() {
    let folder = Folder::new("broken");
    let text = replay().to_string();
    let line = text.lines().position(|l| l.starts_with("polygon")).unwrap() + 1;
    let twisted = "sidle replay 1\nshape point\nstart 0 0 0\npolygon corners 0 0 0, 1 0 0, 0 1 1, 1 1 0\n";
    for (name, content, words) in [
        ("empty.replay", b"".to_vec(), vec!["line 1", "sidle replay 3"]),
        ("level.obj", b"v 0 0 0\n".to_vec(), vec!["line 1", "`v 0 0 0`"]),
        ("bytes.replay", b"sidle replay 1\nshape \xff".to_vec(), vec!["line 2", "UTF-8"]),
        ("corner.replay", text.replacen("corners ", "corners one ", 1).into(), vec!["three numbers", "`one"]),
        ("twisted.replay", twisted.into(), vec!["polygon 0"]),
    ] {
        let file = folder.file(name, content);
        let output = sidle(&["replay", &file]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(output.stdout.is_empty() && message.contains(name), "{message}");
        assert!(words.iter().all(|w| message.contains(w)), "{message}");
        if name == "corner.replay" {
            assert!(message.contains(&format!("line {line}:")), "{message}");
        }
    }
    let first_move = text.find("\nmove").unwrap() + 1;
    let file = folder.file("cut.replay", &text.as_bytes()[..first_move]);
    assert_eq!(stderr(&sidle(&["replay", &file])).matches("the replay has no moves").count(), 1);
    let missing = sidle(&["replay", "no-such.replay"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("no-such.replay: cannot be read"));
}

#[test]
fn steps_of_a_character_come_out_again_and_are_told() {
    use sidle::{CharacterConfig, CharacterInput, CharacterState};
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    let wall = [Vec3::new(2.0, -1.0, -9.0), Vec3::new(2.0, 9.0, 0.0), Vec3::new(2.0, -1.0, 9.0)];
    let world = World::from_triangles(&[floor, wall].concat(), &[[0, 1, 2], [3, 4, 5]]).unwrap();
    let input = CharacterInput { wish_velocity: Vec3::X * 4.0, ..CharacterInput::default() };
    let start = CharacterState::at(Vec3::ZERO);
    let config = CharacterConfig::default();
    let mut replay = trace::capture_character(&world, &config, &start, &[(input, 0.4), (input, 0.4)]);
    let folder = Folder::new("character");
    let file = folder.file("hero.replay", replay.to_string());
    let told = sidle(&["replay", &file, "--explain"]);
    let text = stdout(&told);
    assert_eq!(told.status.code(), Some(0), "{text}");
    for words in [
        "hero.replay: 2 steps of a character among 2 polygons",
        "all 2 recorded ends came out again, bit for bit",
        "ground: stands on polygon 0",
        "not climbed, too high",
    ] {
        assert!(text.contains(words), "no '{words}' in: {text}");
    }
    let json = json(&sidle(&["replay", &file, "--json", "--explain"]));
    assert_eq!((json["passed"].as_bool(), json["recorded"].as_u64()), (Some(true), Some(2)));
    assert_eq!(json["steps"][1]["ground"], "Grounded");
    assert!(json["steps"][1]["explanation"].is_array());

    replay.steps[0].end = Some(DVec3::ONE);
    let file = folder.file("other.replay", replay.to_string());
    assert_eq!(sidle(&["replay", &file]).status.code(), Some(1));
    let file = folder.file("bad.replay", replay.to_string().replace("gravity 9.81", "gravity x"));
    let bad = sidle(&["replay", &file]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(stderr(&bad).contains("expected a number"));
}
