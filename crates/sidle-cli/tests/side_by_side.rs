//! README and guide quote peers/record.json as it is: what stands between the markers is made anew and compared.

use std::fs;
use std::path::Path;

// The code that writes the quotes. It needs serde only; the workspace of the peers is not built for it.
#[path = "../../../peers/run/src/quote/mod.rs"]
mod quote;

#[test]
fn what_is_quoted_is_what_was_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let record = quote::Record::parse(&read("peers/record.json")).unwrap();
    for (path, least) in [("README.md", 1), ("docs/book/src/side-by-side.md", 7)] {
        let text = read(path);
        let blocks = text.matches("<!-- peers: ").count();
        assert!(blocks >= least, "{path} quotes {blocks} blocks");
        // Not assert_eq: two whole files say less than the command that mends it.
        assert!(
            record.fill(&text).unwrap() == text,
            "{path} is stale; in peers/: cargo run --release -p peers-run -- --table --write"
        );
    }
}

#[test]
fn a_stale_quote_is_seen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let json = fs::read_to_string(root.join("peers/record.json")).unwrap();
    let record = quote::Record::parse(&json).unwrap();
    let stale = "<!-- peers: short -->\n\n| sidle | 1 |\n\n<!-- peers end -->\n";
    let filled = record.fill(stale).unwrap();
    assert!(filled.contains("| sidle | ") && filled != stale, "{filled}");
    assert!(
        record.fill("<!-- peers: short -->").is_err()
            && record.fill("<!-- peers: x --><!-- peers end -->").is_err()
    );
}
