//! Moves that were worth keeping: every file in `replays/` ends where it says, bit for bit, and free.
//!
//! A fault that was found and mended leaves its file here, with the end that is right now.

mod common;

use std::fs;
use std::path::Path;

use common::{body_of, wide};
use sidle::StopReason;
use sidle::trace::Replay;
use sidle_judge::Judge;

fn judge_of(replay: &Replay) -> Judge {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for polygon in &replay.polygons {
        let first = vertices.len() as u32;
        vertices.extend(polygon.corners.iter().map(|c| c.to_array()));
        triangles.extend((2..polygon.corners.len() as u32).map(|i| [first, first + i - 1, first + i]));
    }
    Judge::new(&vertices, &triangles)
}

#[test]
fn every_kept_move_ends_where_it_ended() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays");
    let (mut files, mut ends) = (0, 0);
    for file in fs::read_dir(&folder).expect("the folder of replays").flatten() {
        let path = file.path();
        let name = path.display();
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let replay: Replay = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
        let reports = replay.run().unwrap_or_else(|e| panic!("{name}: {e}"));
        let judge = judge_of(&replay);
        for (i, (m, report)) in replay.moves.iter().zip(&reports).enumerate() {
            let outcome = &report.outcome;
            assert_eq!(m.agrees_with(report), Some(true), "{name}: move {}: {outcome:?}", i + 1);
            let is_free = judge.clearance(&body_of(&replay.shape), wide(outcome.position), 1.0).gap >= 0.0;
            assert!(is_free || outcome.reason == StopReason::StartedInside, "{name}: move {}", i + 1);
            ends += 1;
        }
        files += 1;
    }
    println!("{ends} moves in {files} files");
    assert!(files >= 3 && ends >= files, "{files} files, {ends} moves");
}
