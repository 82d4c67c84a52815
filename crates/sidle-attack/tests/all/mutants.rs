//! The list of mutants stays valid: every text to be replaced occurs exactly once in its file.

use std::fs;
use std::path::Path;

use sidle_attack::mutants::{load, parse};

#[test]
fn every_mutant_can_still_be_planted() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = load(&here.join("mutants")).expect("a folder of mutants");
    let mut faults = Vec::new();
    for mutant in &all {
        for edit in &mutant.edits {
            let text = fs::read_to_string(here.join("../..").join(&edit.file)).unwrap_or_default();
            match edit.plant(&text) {
                Ok(planted) if planted != text => {}
                Ok(_) => faults.push(format!("{}: changes nothing", mutant.name)),
                Err(fault) => faults.push(format!("{}: {fault}", mutant.name)),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(all.len() >= 25, "only {} mutants", all.len());
}

#[test]
fn what_is_no_mutant_is_told_by_its_line() {
    let sound = "models: a fault\nfile: a.rs\nfind:\n  x\nreplace:\n  y\n  z\nend\n";
    let mutant = parse("m", sound).expect("sound");
    assert_eq!(mutant.edits[0].plant("w\n  x\nv\n"), Ok("w\n  y\n  z\nv\n".into()));
    assert!(mutant.edits[0].plant("  x\n  x\n").is_err_and(|e| e.contains("2 times")));
    assert!(mutant.edits[0].plant("   x\n").is_err_and(|e| e.contains("0 times")));
    for (text, word) in [
        ("file: a.rs\nfind:\nx\nreplace:\ny\nend\n", "missing"),
        ("models: a\nfind:\nx\nreplace:\ny\nend\n", "line 6"),
        ("models: a\nfile: a.rs\nx\n", "line 3"),
        ("models: a\nfile: a.rs\nfind:\nx\nreplace:\ny\n", "missing"),
    ] {
        assert!(parse("m", text).is_err_and(|e| e.contains(word)), "{text}");
    }
}
