//! The fuzz targets: their corpora are valid, damaged input does not make them panic, and the
//! fuzzer has a file for each.

use std::path::Path;

use sidle::{Quat, ShapeKind};
use sidle_attack::random::Rng;
use sidle_attack::targets::{self, corpus::corpus, mutated};
use sidle_io::{parse_heightmap, parse_heightmap_scale, parse_spawns, read_glb, read_gltf, read_obj};

/// A corpus that the first check refuses would test only that check.
#[test]
fn every_corpus_is_sound() {
    assert!(corpus("obj").iter().all(|b| read_obj(b, "x").is_ok()));
    assert!(corpus("gltf").iter().all(|b| read_gltf(b, "x").is_ok()));
    assert!(corpus("glb").iter().all(|b| read_glb(b, "x").is_ok()));
    assert!(corpus("spawns").iter().all(|b| parse_spawns(b, "x").is_ok()));
    for bytes in corpus("heightmap") {
        let end = bytes.iter().position(|&b| b == 0).expect("a zero after the scale");
        let scale = parse_heightmap_scale(&bytes[..end], "x").expect("a scale");
        assert!(parse_heightmap(&bytes[end + 1..], "x", scale).is_ok());
    }
    let mut capsules = [0; 3];
    for bytes in corpus("replay") {
        let text = String::from_utf8(bytes).expect("a text");
        let replay: sidle::trace::Replay = text.parse().expect("a replay");
        assert!(!replay.polygons.is_empty() && replay.moves.iter().all(|m| m.end.is_some()));
        if let ShapeKind::Capsule { radius, .. } = replay.shape.kind() {
            let upright = replay.shape.rotation() == Quat::IDENTITY;
            capsules[if radius == 0.0 { 2 } else { usize::from(upright) }] += 1;
        }
    }
    assert!(capsules.iter().all(|&count| count > 0), "rotated, upright, segments: {capsules:?}");
    assert!(targets::ALL.iter().all(|t| corpus(t.name).len() >= 3));
}

#[test]
fn every_target_takes_damage() {
    for target in targets::ALL {
        let sound = corpus(target.name);
        let mut rng = Rng::seeded(9);
        sound.iter().for_each(|bytes| (target.run)(bytes));
        (0..400).for_each(|_| (target.run)(&mutated(&mut rng, &sound)));
    }
}

#[test]
fn the_fuzzer_has_every_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("fuzz/Cargo.toml");
    for target in targets::ALL {
        let file = folder.join(format!("fuzz_targets/{}.rs", target.name));
        let text = std::fs::read_to_string(&file).expect("a file for each target");
        assert!(text.contains(&format!("run(\"{}\", bytes)", target.name)), "{}", file.display());
        assert!(manifest.contains(&format!("name = \"{}\"", target.name)), "{}", target.name);
    }
}
