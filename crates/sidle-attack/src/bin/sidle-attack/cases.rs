//! Numbered cases: the options of the commands that try them, and their run.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use sidle_attack::record::RecordArgs;

/// The cases that failed, with their numbers.
type Failures<F> = Vec<(u64, F)>;

/// Which cases are run, and how.
#[derive(Args)]
pub(crate) struct CaseArgs {
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Run only this case, and print it
    #[arg(long)]
    pub(crate) only: Option<u64>,
    /// Number of threads [default: one per core]
    #[arg(long)]
    threads: Option<usize>,
    /// Print every faulty case
    #[arg(long)]
    faults: bool,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
}

impl CaseArgs {
    /// Returns true if faulty cases are printed.
    pub(crate) fn prints_faults(&self) -> bool {
        self.faults || self.only.is_some()
    }

    /// Returns the numbers of the cases.
    pub(crate) fn numbers(&self, cases: u64) -> std::ops::Range<u64> {
        self.only.map_or(0..cases, |case| case..case + 1)
    }

    /// Returns the command line with these options.
    pub(crate) fn command(&self, name: &str, cases: u64) -> String {
        let mut command = format!("sidle-attack {name} --cases {cases} --seed {}", self.seed);
        self.only.iter().for_each(|case| command += &format!(" --only {case}"));
        command
    }

    /// Starts the threads, and returns the progress bar.
    pub(crate) fn begin(&self, cases: u64) -> Result<ProgressBar> {
        crate::set_threads(self.threads)?;
        bar(cases)
    }

    /// Runs each case with its seed. Returns the counts, the cases that failed in their order, and
    /// the time.
    pub(crate) fn run<C: Default + Send, F: Send>(
        &self,
        cases: u64,
        case: impl Fn(u64, &mut C) -> Result<(), F> + Sync,
        merged: impl Fn(&C, &C) -> C + Sync,
    ) -> Result<(C, Failures<F>, Duration)> {
        let bar = self.begin(cases)?;
        let begun = Instant::now();
        let (counts, mut failures) = self
            .numbers(cases)
            .into_par_iter()
            .fold(Default::default, |(mut counts, mut failures): (C, Failures<F>), number| {
                let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
                failures.extend(case(seed, &mut counts).err().map(|failure| (number, failure)));
                bar.inc(1);
                (counts, failures)
            })
            .reduce(Default::default, |(a, mut all), (b, more)| {
                all.extend(more);
                (merged(&a, &b), all)
            });
        bar.finish_and_clear();
        failures.sort_by_key(|(number, _)| *number);
        Ok((counts, failures, begun.elapsed()))
    }
}

/// Returns a progress bar for this number of cases.
pub(crate) fn bar(cases: u64) -> Result<ProgressBar> {
    let style = "{elapsed_precise} [{wide_bar}] {pos}/{len} cases, {per_sec}, {eta} left";
    Ok(ProgressBar::new(cases).with_style(ProgressStyle::with_template(style)?))
}

/// Counts the failures of each kind, with the number of its first case.
pub(crate) fn kinds<F>(failures: &[(u64, F)], kind: impl Fn(&F) -> String) -> BTreeMap<String, (u64, u64)> {
    let mut kinds = BTreeMap::new();
    for (case, failure) in failures {
        kinds.entry(kind(failure)).or_insert((0, *case)).0 += 1;
    }
    kinds
}
