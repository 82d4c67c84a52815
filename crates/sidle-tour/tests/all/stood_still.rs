//! Walkers that stood still in every heading, 65 to 262 km from the origin, although the judge
//! found a free path: positions were in single precision.

use std::fs;
use std::path::Path;

use sidle::trace::Replay;
use sidle_attack::soak::{is_falsely_stuck, library};

#[test]
fn walkers_that_stood_still_go_on() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stood_still");
    let mut files = 0;
    for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
        let (name, text) = (path.display(), fs::read_to_string(&path).unwrap());
        let replay: Replay = text.parse().unwrap();
        assert!(!is_falsely_stuck(&replay, &library), "{name}");
        files += 1;
    }
    assert_eq!(files, 9);
}
