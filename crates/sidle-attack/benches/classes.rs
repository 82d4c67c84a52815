//! Prints the eight classes of sweeps as a table: sidle and two published methods, judged in f64.
//!
//! `cargo bench -p sidle-attack --bench classes`, with `-- 1000000` for a million sweeps per class
//! (default 400,000: about a minute).

use std::time::Instant;

use sidle_attack::classes;

fn main() {
    let sweeps = std::env::args().find_map(|a| a.parse().ok()).unwrap_or(400_000);
    let start = Instant::now();
    let rows = classes::run(sweeps, 1);
    println!("\n{} sweeps in {:.0} s", rows[0].sweeps, start.elapsed().as_secs_f64());
}
