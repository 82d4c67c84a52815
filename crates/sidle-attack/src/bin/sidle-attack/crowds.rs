//! `sidle-attack crowds`: judges crowds that are packed closely.

use anyhow::Result;
use clap::Args;
use sidle_attack::crowds::{Counts, CrowdFault, run_case};
use sidle_attack::record::{Attack, Run};

use crate::cases::{CaseArgs, kinds};

/// Checks crowds of 2 to 15 characters that push, crouch, stand up, jump and follow animations:
/// those that were apart before a step are apart after it, and the result depends neither on their
/// order nor on instances far away. The same seed gives the same cases on every machine and with
/// any number of threads.
#[derive(Args)]
pub(crate) struct CrowdsArgs {
    /// Number of cases of 60 steps; accepts exponents such as 1e5
    #[arg(long, default_value = "1e3", value_parser = crate::count)]
    cases: u64,
    #[command(flatten)]
    which: CaseArgs,
}

/// Runs the cases. Returns true if there is no fault.
pub(crate) fn run(args: &CrowdsArgs) -> Result<bool> {
    let recorder = args.which.record.begin()?;
    let (counts, faults, took) = args.which.run(args.cases, run_case, Counts::merged)?;
    println!("{counts:#?}");
    let name = |fault: &CrowdFault| format!("{fault:?}").chars().take_while(|c| c.is_alphabetic()).collect();
    for (kind, (count, first)) in kinds(&faults, name) {
        println!("{count:>8} x {kind} (first: case {first})");
    }
    for (case, fault) in faults.iter().filter(|_| args.which.prints_faults()) {
        println!("case {case}: {fault:?}");
    }
    println!("{:.1} s", took.as_secs_f64());
    let Counts { cases, steps, member_steps, .. } = counts;
    let attack = Attack::Crowds { seed: args.which.seed, cases, steps, member_steps };
    let run = Run::new(args.which.command("crowds", args.cases), took, faults.len() as u64, attack);
    recorder.append(&run)?;
    Ok(run.passed)
}
