//! `sidle-attack platforms`: judges bodies and characters among moving instances.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use sidle_attack::platforms::{Counts, PlatformFailure, run_case};

/// Checks bodies and characters that moving instances carry, push, squeeze and crush. The same seed
/// gives the same cases on every machine and with any number of threads.
#[derive(Args)]
pub(crate) struct PlatformsArgs {
    /// Number of cases; accepts exponents such as 1e5
    #[arg(long, default_value = "1e4", value_parser = crate::count)]
    cases: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run only this case, and print it
    #[arg(long)]
    only: Option<u64>,
    /// Number of threads [default: one per core]
    #[arg(long)]
    threads: Option<usize>,
    /// Print every failure
    #[arg(long)]
    faults: bool,
}

/// Runs the cases. Returns true if there is no failure.
pub(crate) fn run(args: &PlatformsArgs) -> Result<bool> {
    crate::set_threads(args.threads)?;
    let bar = ProgressBar::new(args.cases);
    bar.set_style(ProgressStyle::with_template(
        "{elapsed_precise} [{wide_bar}] {pos}/{len} cases, {per_sec}, {eta} left",
    )?);
    let begun = Instant::now();
    let cases = args.only.map_or(0..args.cases, |case| case..case + 1);
    let hook = args.only.is_none().then(std::panic::take_hook);
    if hook.is_some() {
        std::panic::set_hook(Box::new(|_| {}));
    }
    let (counts, failures) = cases
        .into_par_iter()
        .fold(Default::default, |(mut counts, mut failures): (Counts, Vec<_>), case| {
            let seed = args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ case;
            if let Err(failure) = run_case(seed, &mut counts) {
                failures.push((case, failure));
            }
            bar.inc(1);
            (counts, failures)
        })
        .reduce(Default::default, |(a, mut all), (b, more)| {
            all.extend(more);
            (a.merged(&b), all)
        });
    if let Some(hook) = hook {
        std::panic::set_hook(hook);
    }
    bar.finish_and_clear();
    print(args, &counts, &failures);
    println!("{:.1} s", begun.elapsed().as_secs_f64());
    Ok(failures.is_empty())
}

fn print(args: &PlatformsArgs, counts: &Counts, failures: &[(u64, PlatformFailure)]) {
    println!("{counts:#?}");
    let mut kinds: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for (case, failure) in failures {
        // The numbers of a fault differ from case to case.
        let kind: String =
            failure.what.chars().filter(|c| c.is_alphabetic() || " ():".contains(*c)).collect();
        kinds.entry(kind).or_insert((0, *case)).0 += 1;
    }
    for (kind, (count, first)) in &kinds {
        println!("{count:>8} x {kind} (case {first})");
    }
    for (case, failure) in failures {
        if args.faults || args.only.is_some() {
            println!("case {case}: {}", failure.what);
        }
        if args.only.is_some() {
            println!("{}", failure.details);
        }
    }
}
