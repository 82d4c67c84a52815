//! `sidle-attack rates`: judges characters that follow the same script at several rates.

use anyhow::Result;
use clap::Args;
use sidle_attack::rates::{Counts, RateFailure, run_case};
use sidle_attack::record::{Attack, Run};

use crate::cases::{CaseArgs, kinds};

/// Plays scripts of 10 s at 20 to 1000 steps per second, and compares where the characters are.
/// Where courses differ, starts 1 mm aside decide whether they part there at any rate. The same
/// seed gives the same cases on every machine and with any number of threads.
#[derive(Args)]
pub(crate) struct RatesArgs {
    /// Number of scripts; accepts exponents such as 1e5
    #[arg(long, default_value = "1e3", value_parser = crate::count)]
    cases: u64,
    #[command(flatten)]
    which: CaseArgs,
}

/// Runs the scripts. Returns true if all rates agree and nothing is gained.
pub(crate) fn run(args: &RatesArgs) -> Result<bool> {
    let recorder = args.which.record.begin()?;
    let (counts, failures, took) = args.which.run(args.cases, run_case, Counts::merged)?;
    println!("{counts:#?}");
    let words = |failure: &RateFailure| {
        failure.what.chars().filter(|c| c.is_alphabetic() || " ():".contains(*c)).collect()
    };
    for (kind, (count, first)) in kinds(&failures, words) {
        println!("{count:>8} x {kind} (first: case {first})");
    }
    for (case, failure) in failures.iter().filter(|_| args.which.prints_faults()) {
        println!("case {case}: {}", failure.what);
        if args.which.only.is_some() {
            println!("{:#?}", failure.scene);
        }
    }
    println!("{:.1} s", took.as_secs_f64());
    let Counts { scripts, pairs, parted, differ, .. } = counts;
    let attack = Attack::Rates { seed: args.which.seed, scripts, pairs, parted, differ };
    let run = Run::new(args.which.command("rates", args.cases), took, failures.len() as u64, attack);
    recorder.append(&run)?;
    Ok(run.passed)
}
