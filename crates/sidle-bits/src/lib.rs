//! The same bits everywhere: one hash a scene over every bit of the library's answers, and the
//! table of what they must be.
//!
//! A scene is a thousand moves or questions, more or less: the stations and cases of the tour,
//! walkers of every shape and response in generated levels, balls, height fields, edits, queries,
//! overlaps, pseudo-distances, sectors, and the functions of `sidle::geometry`. Everything that
//! comes out goes into its hash: positions, velocities, reasons, fractions, paths, hits.
//! `goldens.txt` holds the hashes; they were recorded on x86-64 and hold for every build, both
//! indexes, any number of threads and every architecture. `cargo run --release -p sidle-bits --
//! --write` records them again, and a change that needs it says so in the changelog.
//!
//! The crate asks nothing of the system, so that it runs where there is nothing: as a bare
//! WebAssembly module, for one.

mod desired;
mod level;
mod record;
mod scenes;
mod table;

use std::thread;

use sidle::IndexKind;

pub use record::Record;
pub use scenes::{Scene, all};
pub use table::{GOLDENS, Golden, differing, parse, print};

/// Runs scenes, dealt out to so many threads; the records are in the order of the scenes.
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
