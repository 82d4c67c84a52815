//! Two clocks: thread CPU time for blocks of work, the fast clock for single moves.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// Runs `block`; its thread CPU time is added to `spent`. Other processes on the core do not count.
pub(crate) fn timed<T>(spent: &mut Duration, block: impl FnOnce() -> T) -> T {
    let start = ThreadTime::now();
    let made = block();
    *spent += start.elapsed();
    made
}

/// Nanoseconds of one move. Thread CPU time is a system call, too slow for this; a move that
/// another process interrupts shows beyond the 99th percentile.
pub(crate) struct Stopwatch {
    /// What two looks at the clock cost.
    own: u64,
}

impl Stopwatch {
    pub(crate) fn new() -> Self {
        let mut looks: Vec<u64> = (0..10_001).map(|_| elapsed(Instant::now())).collect();
        looks.sort_unstable();
        Self { own: looks[looks.len() / 2] }
    }

    /// Runs `one` and says how long it took.
    pub(crate) fn time<T>(&self, one: impl FnOnce() -> T) -> (T, u32) {
        let start = Instant::now();
        let made = one();
        (made, elapsed(start).saturating_sub(self.own).min(u64::from(u32::MAX)) as u32)
    }
}

fn elapsed(start: Instant) -> u64 {
    start.elapsed().as_nanos() as u64
}
