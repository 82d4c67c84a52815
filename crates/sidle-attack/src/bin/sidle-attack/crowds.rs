//! `sidle-attack crowds`: judges crowds that are packed closely.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use sidle_attack::crowds::{Counts, CrowdFault, run_case};
use sidle_attack::record::{Attack, RecordArgs, Run};

/// Checks crowds of 2 to 15 characters that push, crouch, stand up, jump and follow animations:
/// those that were apart before a step are apart after it, and the result depends neither on their
/// order nor on instances far away. The same seed gives the same cases on every machine and with
/// any number of threads.
#[derive(Args)]
pub(crate) struct CrowdsArgs {
    /// Number of cases of 60 steps; accepts exponents such as 1e5
    #[arg(long, default_value = "1e3", value_parser = crate::count)]
    cases: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run only this case
    #[arg(long)]
    only: Option<u64>,
    /// Number of threads [default: one per core]
    #[arg(long)]
    threads: Option<usize>,
    /// Print every fault
    #[arg(long)]
    faults: bool,
    #[command(flatten)]
    record: RecordArgs,
}

/// Runs the cases. Returns true if there is no fault.
pub(crate) fn run(args: &CrowdsArgs) -> Result<bool> {
    let recorder = args.record.begin()?;
    crate::set_threads(args.threads)?;
    let bar = ProgressBar::new(args.cases);
    bar.set_style(ProgressStyle::with_template(
        "{elapsed_precise} [{wide_bar}] {pos}/{len} cases, {per_sec}, {eta} left",
    )?);
    let begun = Instant::now();
    let cases = args.only.map_or(0..args.cases, |case| case..case + 1);
    let (counts, mut faults) = cases
        .into_par_iter()
        .fold(Default::default, |(mut counts, mut faults): (Counts, Vec<(u64, CrowdFault)>), case| {
            let seed = args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ case;
            faults.extend(run_case(seed, &mut counts).err().map(|fault| (case, fault)));
            bar.inc(1);
            (counts, faults)
        })
        .reduce(Default::default, |(a, mut all), (b, more)| {
            all.extend(more);
            (a.merged(&b), all)
        });
    bar.finish_and_clear();
    let took = begun.elapsed();
    faults.sort_by_key(|(case, _)| *case);
    println!("{counts:#?}");
    let mut kinds: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for (case, fault) in &faults {
        let name: String = format!("{fault:?}").chars().take_while(|c| c.is_alphabetic()).collect();
        kinds.entry(name).or_insert((0, *case)).0 += 1;
    }
    for (kind, (count, first)) in &kinds {
        println!("{count:>8} x {kind} (first: case {first})");
    }
    for (case, fault) in faults.iter().filter(|_| args.faults || args.only.is_some()) {
        println!("case {case}: {fault:?}");
    }
    println!("{:.1} s", took.as_secs_f64());
    let mut command = format!("sidle-attack crowds --cases {} --seed {}", args.cases, args.seed);
    args.only.iter().for_each(|case| command += &format!(" --only {case}"));
    let Counts { cases, steps, member_steps, .. } = counts;
    let attack = Attack::Crowds { seed: args.seed, cases, steps, member_steps };
    let run = Run::new(command, took, faults.len() as u64, attack);
    recorder.append(&run)?;
    Ok(run.passed)
}
