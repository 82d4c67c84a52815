//! The judge finds no fault with the kept moves in the library's folder `tests/replays`.

use std::fs;
use std::path::Path;

use sidle::trace::Replay;
use sidle_attack::verdict::judge_replay;

#[test]
fn the_verdict_on_every_kept_move_is_clean() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sidle/tests/replays");
    let mut files = 0;
    for file in fs::read_dir(&folder).expect("the folder of replays").flatten() {
        let path = file.path();
        let name = path.display();
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let replay: Replay = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
        // A body that starts a few nanometres from a wall may use up its iterations.
        let fault = judge_replay(&replay).filter(|(_, fault)| fault.breaks_the_promise());
        assert_eq!(fault, None, "{name}");
        files += 1;
    }
    assert!(files >= 3, "{files} files");
}
