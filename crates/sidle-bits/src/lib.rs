//! Checks that results are bit-identical on all platforms. Each scene has one hash over all bits of
//! the library's answers. A table contains the expected hashes.
//!
//! A scene consists of about a thousand moves or queries. The scenes cover the stations and cases
//! of the tour, walkers of every shape and response in generated levels, balls, height fields,
//! edits, queries, overlaps, signed distance functions, sectors, and the functions of
//! `sidle::geometry`. All results enter the hash: positions, velocities, stop reasons, fractions,
//! paths and hits. `goldens.txt` contains the hashes. They were recorded on x86-64 and are valid
//! for every build, both indexes, any number of threads and every architecture. `cargo run
//! --release -p sidle-bits -- --write` adds the rows of new scenes. `--change NAME` changes a row,
//! and then the changelog needs a line with the name and the new hash.
//!
//! The crate uses no services of the operating system, so it also runs without one, for example as
//! a bare WebAssembly module.

mod desired;
mod history;
mod level;
mod record;
mod scenes;
mod table;
mod tape;

use std::thread;

use sidle::IndexKind;

pub use history::{FIRST, parse_first, print_first, undocumented};
pub use level::world_of;
pub use record::Record;
pub use scenes::{Scene, all, execute};
pub use table::{GOLDENS, Golden, differing, parse, print, print_rows, update};
pub use tape::record as tape_of;

/// Runs scenes on `threads` threads. The records are in the order of the scenes.
#[must_use]
pub fn run(scenes: &[Scene], index: IndexKind, threads: usize) -> Vec<Record> {
    if threads <= 1 {
        return scenes.iter().map(|s| s.run(index)).collect();
    }
    let hand = |first: usize| scenes.iter().skip(first).step_by(threads).map(|s| s.run(index)).collect();
    let hands: Vec<Vec<Record>> = thread::scope(|scope| {
        let hands: Vec<_> = (0..threads).map(|first| scope.spawn(move || hand(first))).collect();
        hands.into_iter().map(|h| h.join().expect("scenes do not panic")).collect()
    });
    (0..scenes.len()).map(|i| hands[i % threads][i / threads]).collect()
}
