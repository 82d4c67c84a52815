//! Kept moves: every move of every file in `tests/replays` ends where the file says, bit for bit.
//!
//! A fixed fault leaves a file there, with the correct end. The tests of `sidle-attack` judge the
//! same files.

use std::fs;
use std::path::Path;

use sidle::trace::Replay;

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
        for (i, (m, report)) in replay.moves.iter().zip(&reports).enumerate() {
            assert_eq!(m.agrees_with(report), Some(true), "{name}: move {}: {:?}", i + 1, report.outcome);
            ends += 1;
        }
        files += 1;
    }
    println!("{ends} moves in {files} files");
    assert!(files >= 3 && ends >= files, "{files} files, {ends} moves");
}
