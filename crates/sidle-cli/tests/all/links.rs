//! `sidle replay` with links of the playground.

use std::fs;
use std::process::{Command, Output};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sidle::{CharacterConfig, CharacterInput, CharacterState, Scratch, Shape, Vec3, World};

/// Runs of the page, which `npm run links` in `playground` writes.
const PAGE: &str = include_str!("../playground-links.txt");
/// A run that this file makes, for the tests of the page.
const TERMINAL: &str = include_str!("../terminal-link.txt");
/// Three triangles: a floor that is not level, and a wall.
const LEVEL: &str =
    "v -9 0 -9\nv -9 0 9\nv 9 0.3 9\nv 9 0.1 -9\nv 1 0 1\nv 1 2 1\nv 2 1 3\nf 1 2 3\nf 1 3 4\nf 5 6 7\n";

fn replay(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sidle")).arg("replay").args(args).output().unwrap()
}

fn told(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    text(&output.stdout) + &text(&output.stderr)
}

fn file(name: &str, content: &str) -> String {
    let path = std::env::temp_dir().join(format!("sidle-links-{}-{name}", std::process::id()));
    fs::write(&path, content).unwrap();
    path.display().to_string()
}

#[test]
fn runs_of_the_page_have_the_same_bits() {
    assert!(PAGE.lines().count() >= 6);
    for link in PAGE.lines() {
        let output = replay(&[link]);
        let told = told(&output);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{told}\n{link}\nAfter a change of bits, run `npm run links`."
        );
        assert!(told.contains("all states came out again"), "{told}");
    }
}

#[test]
fn captures_of_the_page_have_the_same_bits() {
    for (name, ends) in
        [("playground-hall", "all 15 recorded ends"), ("playground-platforms", "all 60 recorded ends")]
    {
        let path = format!("{}/tests/{name}.replay", env!("CARGO_MANIFEST_DIR"));
        let output = replay(&[&path]);
        let told = told(&output);
        assert_eq!(output.status.code(), Some(0), "{told}\nAfter a change of bits, run `npm run links`.");
        assert!(told.contains(&format!("{ends} came out again")), "{told}");
    }
}

/// Links whose states are of the version with positions in single precision.
#[test]
fn an_older_link_is_replayed_and_not_compared() {
    for link in include_str!("../old-links.txt").lines() {
        let output = replay(&[link]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        assert!(told(&output).contains("its states cannot be compared"), "{}", told(&output));
    }
}

#[test]
fn a_run_that_differs_fails() {
    let link = PAGE.lines().next().unwrap();
    let (start, _) = link.split_once("&end=").unwrap();
    let output = replay(&[&format!("{start}&end=0123456789abcdef")]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let slower = link.replace("&speed=6&", "&speed=5.9&");
    assert_ne!(slower, link);
    assert_eq!(replay(&[&slower]).status.code(), Some(1));
}

#[test]
fn a_link_can_be_in_a_file_and_be_explained_and_be_json() {
    let link = format!("https://example.org/play/{}\n", PAGE.lines().nth(4).unwrap());
    let path = file("run.link", &link);
    let explained = told(&replay(&[&path, "--explain"]));
    assert!(explained.contains("\nstep 150\n"), "{explained}");
    let json: serde_json::Value = serde_json::from_str(&told(&replay(&[&path, "--json"]))).unwrap();
    assert_eq!((&json["steps"], &json["rate"], &json["same_bits"]), (&150.into(), &15.into(), &true.into()));
    fs::remove_file(path).unwrap();
}

#[test]
fn wrong_links_are_refused_with_a_reason() {
    let good = PAGE.lines().next().unwrap();
    let field = |name: &str, value: &str| {
        let at = good.find(&format!("&{name}=")).unwrap() + name.len() + 2;
        let end = good[at..].find('&').map_or(good.len(), |length| at + length);
        format!("{}{value}{}", &good[..at], &good[end..])
    };
    let encoded = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
    // 65,535 equal bytes in one block that is stored, and a run of more steps than there may be.
    let bomb = stored(&[1; 65_535]);
    let wrong = [
        (field("engine", "9.9.9"), "made with sidle 9.9.9"),
        (good.replace("#v=2", "#v=1"), "format 1"),
        (field("rate", "1000"), "rate is 1000"),
        (field("speed", "NaN"), "speed is NaN"),
        (field("gravity", "1e400"), "gravity is inf"),
        (field("time", "-1"), "time is -1"),
        (field("hash", "0123456789abcdef"), "the level has the hash"),
        (field("level", "nowhere"), "give the file with --level"),
        (field("level", "a%2"), "'%' without two digits"),
        (field("state", "AAAA"), "its state is of another version"),
        (field("run", "AAAA"), "cannot be decompressed"),
        (field("run", "%3C"), "not base64url"),
        (field("run", &encoded(&bomb)), "more than 14400 bytes"),
        (field("run", &encoded(&stored(&[255, 127, 0, 0, 0]))), "cannot be read"),
        (field("run", &encoded(&stored(&[1, 101, 0, 0]))), "cannot be read"),
        (field("run", &encoded(&stored(&[1, 0]))), "cannot be read"),
        ("#v=2&engine=0.1.0".to_owned(), "settings only"),
    ];
    for (link, reason) in wrong {
        let output = replay(&[&link]);
        assert_eq!(output.status.code(), Some(2), "{reason}: {}", told(&output));
        assert!(told(&output).contains(reason), "{reason}: {}", told(&output));
    }
}

/// Compresses at most 65,535 bytes as one stored block of deflate.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let size = bytes.len() as u16;
    [&[1], &size.to_le_bytes()[..], &(!size).to_le_bytes(), bytes].concat()
}

/// The hash of a link, as LINK.md describes it.
fn hash(words: &[u32]) -> String {
    let (mut a, mut b) = (0x811c_9dc5_u32, 0x1b87_3593_u32);
    for word in words {
        a = (a ^ word).rotate_left(13).wrapping_mul(0x9e37_79b1);
        b = (b ^ word).rotate_left(17).wrapping_mul(0x85eb_ca6b);
    }
    format!("{:08x}{:08x}", a ^ (a >> 15), b ^ (b >> 13))
}

/// Reads a built-in level.
fn field_level() -> (World, String) {
    let words: Vec<u32> = include_bytes!("../../levels/open-field.tris")
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect();
    let corners: Vec<Vec3> = words[2..]
        .chunks_exact(3)
        .map(|v| Vec3::from_array([0, 1, 2].map(|i| f32::from_bits(v[i]))))
        .collect();
    let triangles: Vec<[u32; 3]> =
        (0..corners.len() as u32 / 3).map(|i| [0, 1, 2].map(|k| 3 * i + k)).collect();
    (World::from_triangles(&corners, &triangles).unwrap(), hash(&words))
}

/// Makes a link without the program: a run with jumps and turns over an open field.
fn terminal_link() -> String {
    let (world, level) = field_level();
    let config = CharacterConfig {
        shape: Shape::capsule(0.3, 1.2),
        crouch_height: (0.56 * 1.2) as f32,
        jump_height: 1.2,
        step_height: 0.4,
        air_acceleration: 40.0,
        skin_width: 0.001,
        gravity: 9.81,
        max_slope_angle: ((50.0 * std::f64::consts::PI) / 180.0) as f32,
        ..CharacterConfig::default()
    };
    let mut state = CharacterState::at(Vec3::new(0.25, 0.0, 1.5));
    let first = BASE64_URL_SAFE_NO_PAD.encode(state.to_bytes());
    let (mut scratch, mut runs, mut words) = (Scratch::default(), Vec::new(), Vec::new());
    for i in 0..100_u8 {
        let (x, z, flags) = (i as i8 - 50, 100 - i as i8, if i % 20 == 0 { 3 } else { 4 * (i / 60) });
        runs.extend([3, x as u8, z as u8, flags]);
        let part = |value: i8| ((f64::from(value) * 7.5) / 100.0) as f32;
        let input = CharacterInput {
            wish_velocity: Vec3::new(part(x), 0.0, part(z)),
            jump: flags & 1 != 0,
            jump_held: flags & 2 != 0,
            crouch: flags & 4 != 0,
            ..CharacterInput::default()
        };
        for _ in 0..3 {
            let _ = world.step_character(&mut scratch, &config, &mut state, &input, (1.0 / 60.0) as f32);
            let bytes = state.to_bytes();
            words.extend(bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())));
        }
    }
    format!(
        "#v=2&engine={}&level=open+field&hash={level}&shape=capsule&rate=60&speed=7.5&radius=0.3&height=1.2\
         &skin=0.001&step=0.4&slope=50&gravity=9.81&yaw=0.000&time=0&tick=0&state={first}&run={}&end={}",
        env!("CARGO_PKG_VERSION"),
        BASE64_URL_SAFE_NO_PAD.encode(stored(&runs)),
        hash(&words)
    )
}

/// The tests of the page replay this file.
#[test]
fn the_link_for_the_page_is_that_of_this_version() {
    let link = terminal_link();
    assert_eq!(TERMINAL.trim(), link, "write this line into crates/sidle-cli/tests/terminal-link.txt");
    let output = replay(&[&link]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
}

/// The hash of [`LEVEL`] is one of its bits, and another file is refused.
#[test]
fn a_level_can_be_supplied() {
    let link = PAGE.lines().next().unwrap();
    let path = file("level.obj", LEVEL);
    let output = replay(&[link, "--level", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(told(&output).contains("the level has the hash"), "{}", told(&output));
    // A built-in level as a file, with all bits.
    let words = include_bytes!("../../levels/thin-walls.tris");
    let floats: Vec<f32> =
        words[8..].chunks_exact(4).map(|word| f32::from_le_bytes(word.try_into().unwrap())).collect();
    let mut obj: String = floats.chunks_exact(3).map(|v| format!("v {} {} {}\n", v[0], v[1], v[2])).collect();
    (1..=floats.len() / 3).step_by(3).for_each(|i| obj += &format!("f {i} {} {}\n", i + 1, i + 2));
    let same = file("walls.obj", &obj);
    let output = replay(&[link, "--level", &same]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    [path, same].iter().for_each(|path| fs::remove_file(path).unwrap());
}
