//! The worker threads of a soak. Each takes the next chunk, runs it, and adds its results.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use sidle::Shape;
use sidle_attack::soak::{
    CharacterWalked, Chunk, Figures, Ridden, Walked, character_chunk, chunk, chunk_count, library,
    library_step, ride_chunk, walk_characters, walk_chunk,
};

use super::SoakArgs;
use super::levels::Levels;
use super::totals::{Found, Totals};

/// Data shared by the threads.
pub(crate) struct Workers<'a> {
    seed: u64,
    moves: u64,
    characters: bool,
    platforms: Option<u32>,
    shape: Option<&'a Shape>,
    levels: &'a Levels,
    names: Vec<String>,
    stop: &'a AtomicBool,
    next: AtomicU64,
    totals: Mutex<Totals>,
    /// Moves judged in this session.
    walked: AtomicU64,
    /// Number of running threads.
    working: AtomicU64,
}

impl<'a> Workers<'a> {
    /// Continues from `totals` until all chunks are finished or `stop` is set.
    pub(crate) fn new(
        args: &'a SoakArgs,
        levels: &'a Levels,
        stop: &'a AtomicBool,
        totals: Totals,
        threads: usize,
    ) -> Self {
        Self {
            seed: args.seed,
            moves: args.moves,
            characters: args.characters,
            platforms: args.platforms,
            shape: args.shape.as_ref().map(|shape| &shape.shape),
            levels,
            names: levels.names(),
            stop,
            next: AtomicU64::new(0),
            totals: Mutex::new(totals),
            walked: AtomicU64::new(0),
            working: AtomicU64::new(threads as u64),
        }
    }

    /// Runs chunks on one thread.
    pub(crate) fn work(&self) {
        let count = chunk_count(self.moves);
        while !self.stop.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            if self.totals().is_done(number) {
                continue;
            }
            self.walk(number);
        }
        self.working.fetch_sub(1, Ordering::Release);
    }

    fn walk(&self, number: u64) {
        let levels = self.names.len();
        let chunk = match (self.characters, self.shape) {
            (true, _) => character_chunk(self.seed, number, self.moves, levels),
            (false, Some(shape)) => chunk(self.seed, number, self.moves, levels).with_shape(shape),
            (false, None) => chunk(self.seed, number, self.moves, levels),
        };
        let place = self.levels.of(&chunk);
        let Some(arena) = place.get() else { return };
        let level = || self.names[chunk.level].clone();
        let (walked, panicked) = guarded(|| {
            if let Some(count) = self.platforms {
                of_riders(&chunk, ride_chunk(arena, &chunk, count, self.characters), &level)
            } else if self.characters {
                of_characters(&chunk, walk_characters(arena, &chunk, &library_step), &level)
            } else {
                of_shapes(&chunk, walk_chunk(arena, &chunk, &library), &level)
            }
        });
        let panicked = panicked.map(|what| Found {
            level: level(),
            chunk: number,
            move_number: 0,
            replay: format!("# {what}\n# in chunk {number} of seed {}\n", self.seed),
            what,
            is_fault: true,
        });
        let Results { figures, hash, found } = walked;
        let found = found.into_iter().chain(panicked).collect();
        self.walked.fetch_add(figures.moves, Ordering::Relaxed);
        self.totals().add(&chunk, &figures, hash, found);
    }

    /// Returns the current totals.
    pub(crate) fn totals(&self) -> MutexGuard<'_, Totals> {
        self.totals.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Returns the number of moves judged in this session.
    pub(crate) fn walked(&self) -> u64 {
        self.walked.load(Ordering::Relaxed)
    }

    /// Returns true if no thread is running.
    pub(crate) fn is_over(&self) -> bool {
        self.working.load(Ordering::Acquire) == 0
    }

    /// Returns the final totals.
    pub(crate) fn into_totals(self) -> Totals {
        self.totals.into_inner().unwrap_or_else(|broken| broken.into_inner())
    }
}

/// Results of a chunk of either kind.
#[derive(Default)]
struct Results {
    figures: Figures,
    hash: u64,
    found: Vec<Found>,
}

fn of_shapes(chunk: &Chunk, walked: Walked, level: &dyn Fn() -> String) -> Results {
    let found = walked.findings.iter().map(|finding| Found {
        level: level(),
        chunk: chunk.number,
        move_number: finding.move_number,
        what: finding.what.clone(),
        is_fault: finding.is_fault,
        replay: finding.replay.to_string(),
    });
    Results { found: found.collect(), figures: walked.figures, hash: walked.hash }
}

fn of_riders(chunk: &Chunk, ridden: Ridden, level: &dyn Fn() -> String) -> Results {
    let found = ridden.findings.iter().map(|finding| Found {
        level: level(),
        chunk: chunk.number,
        move_number: finding.step_number,
        what: finding.what.clone(),
        is_fault: finding.is_fault,
        replay: finding.details.lines().map(|line| format!("# {line}\n")).collect(),
    });
    Results { found: found.collect(), figures: ridden.figures, hash: ridden.hash }
}

fn of_characters(chunk: &Chunk, walked: CharacterWalked, level: &dyn Fn() -> String) -> Results {
    let found = walked.findings.iter().map(|finding| Found {
        level: level(),
        chunk: chunk.number,
        move_number: finding.step_number,
        what: finding.what.clone(),
        is_fault: true,
        replay: format!("# {}\n{}", finding.what, finding.replay),
    });
    Results { found: found.collect(), figures: walked.figures, hash: walked.hash }
}

/// Runs a chunk. Returns the message of a panic, which counts as a fault, so that the thread
/// continues.
fn guarded(walk: impl FnOnce() -> Results) -> (Results, Option<String>) {
    match catch_unwind(AssertUnwindSafe(walk)) {
        Ok(walked) => (walked, None),
        Err(panic) => {
            let said = panic.downcast_ref::<String>().cloned();
            let said = said.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
            let figures = Figures { panics: 1, ..Figures::default() };
            (Results { figures, ..Results::default() }, Some(format!("panics: {}", said.unwrap_or_default())))
        }
    }
}

#[cfg(test)]
mod tests {
    use sidle_attack::soak::{chunk, generated};

    use super::{guarded, of_shapes, walk_chunk};

    #[test]
    fn a_panic_is_a_fault_and_not_the_end() {
        let chunk = chunk(1, 0, 100_000, 1);
        let arena = generated("hall", 1, 0).expect("a level");
        let planted = || walk_chunk(&arena, &chunk, &|_, _, _, _, _, _| panic!("planted"));
        let (walked, what) = guarded(|| of_shapes(&chunk, planted(), &String::new));
        assert_eq!((walked.figures.faults(), walked.figures.moves), (1, 0));
        assert_eq!(what.as_deref(), Some("panics: planted"));
    }
}
