//! Two clocks: thread CPU time for blocks of work, the fast clock for single moves.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// Runs `block` and adds its thread CPU time to `spent`. Other processes on the core do not count.
pub(crate) fn timed<T>(spent: &mut Duration, block: impl FnOnce() -> T) -> T {
    let start = ThreadTime::now();
    let made = block();
    *spent += start.elapsed();
    made
}

/// Measures the nanoseconds of one move. Thread CPU time needs a system call, which is too slow for
/// this. A move that another process interrupts appears beyond the 99th percentile.
pub(crate) struct Stopwatch {
    /// The cost of reading the clock twice.
    own: u64,
}

impl Stopwatch {
    pub(crate) fn new() -> Self {
        let mut looks: Vec<u64> = (0..10_001).map(|_| elapsed(Instant::now())).collect();
        looks.sort_unstable();
        Self { own: looks[looks.len() / 2] }
    }

    /// Runs `one` and returns its time.
    pub(crate) fn time<T>(&self, one: impl FnOnce() -> T) -> (T, u32) {
        let start = Instant::now();
        let made = one();
        (made, elapsed(start).saturating_sub(self.own).min(u64::from(u32::MAX)) as u32)
    }
}

fn elapsed(start: Instant) -> u64 {
    start.elapsed().as_nanos() as u64
}
