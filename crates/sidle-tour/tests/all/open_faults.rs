//! Faults that long walks found and that are still open: places in which a walker stands still in
//! every heading, although the judge finds a free path. `attacks.md` of the guide describes them.

use std::fs;
use std::path::Path;

use sidle::trace::Replay;
use sidle_attack::soak::{is_falsely_stuck, library};

#[test]
fn open_faults_are_still_open() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/open");
    let mut files = 0;
    for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
        let (name, text) = (path.display(), fs::read_to_string(&path).unwrap());
        assert!(text.len() <= 20_000, "{name} has {} bytes", text.len());
        let replay: Replay = text.parse().unwrap();
        assert!(
            is_falsely_stuck(&replay, &library),
            "{name} is mended: move it to crates/sidle/tests/replays, and mention it in attacks.md"
        );
        files += 1;
    }
    let guide = include_str!("../../../../docs/book/src/attacks.md");
    assert!(guide.contains(&format!("{files} replays")), "attacks.md has another number of open faults");
}
