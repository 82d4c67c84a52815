//! `sidle-attack platforms`: judges bodies and characters among moving instances.

use std::time::Duration;

use anyhow::Result;
use clap::Args;
use sidle_attack::platforms::{Counts, PlatformFailure, REFUTED_SHARE, RideFault, run_case};
use sidle_attack::record::{Attack, Run};

use crate::cases::{CaseArgs, kinds};

/// Checks bodies and characters that moving instances carry, push, squeeze and crush. The same seed
/// gives the same cases on every machine and with any number of threads. Crushes with a way out are
/// listed, but count as faults only if they are more than one in a thousand.
#[derive(Args)]
pub(crate) struct PlatformsArgs {
    /// Number of cases; accepts exponents such as 1e5
    #[arg(long, default_value = "1e4", value_parser = crate::count)]
    cases: u64,
    #[command(flatten)]
    which: CaseArgs,
}

/// Runs the cases. Returns true if no guarantee is violated.
pub(crate) fn run(args: &PlatformsArgs) -> Result<bool> {
    let recorder = args.which.record.begin()?;
    let hook = args.which.only.is_none().then(std::panic::take_hook);
    if hook.is_some() {
        std::panic::set_hook(Box::new(|_| {}));
    }
    let (counts, failures, took) = args.which.run(args.cases, run_case, Counts::merged)?;
    if let Some(hook) = hook {
        std::panic::set_hook(hook);
    }
    print(args, &counts, &failures);
    println!("{:.1} s", took.as_secs_f64());
    let run = run_of(args, &counts, faults_of(&counts, &failures), took);
    recorder.append(&run)?;
    Ok(run.passed)
}

/// Returns the number of violated guarantees. Refuted crushes count only if there are too many.
fn faults_of(counts: &Counts, failures: &[(u64, PlatformFailure)]) -> u64 {
    let allowed = counts.refuted as f64 <= REFUTED_SHARE * counts.crushed as f64;
    let is_refuted =
        |failure: &PlatformFailure| matches!(failure.fault, Some(RideFault::RefutedCrush { .. }));
    failures.iter().filter(|(_, failure)| !(allowed && is_refuted(failure))).count() as u64
}

/// Returns the entry for the list of runs.
fn run_of(args: &PlatformsArgs, counts: &Counts, faults: u64, took: Duration) -> Run {
    let &Counts { cases, steps, characters: character_steps, crushed, refuted, .. } = counts;
    let seed = args.which.seed;
    let attack = Attack::Platforms { seed, cases, steps, character_steps, crushed, refuted };
    Run::new(args.which.command("platforms", args.cases), took, faults, attack)
}

fn print(args: &PlatformsArgs, counts: &Counts, failures: &[(u64, PlatformFailure)]) {
    println!("{counts:#?}");
    // The numbers of a fault differ from case to case.
    let words = |failure: &PlatformFailure| {
        failure.what.chars().filter(|c| c.is_alphabetic() || " ():".contains(*c)).collect()
    };
    for (kind, (count, first)) in kinds(failures, words) {
        println!("{count:>8} x {kind} (case {first})");
    }
    for (case, failure) in failures {
        if args.which.prints_faults() {
            println!("case {case}: {}", failure.what);
        }
        if args.which.only.is_some() {
            println!("{}", failure.details);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_crush_in_a_thousand_may_have_a_way_out() {
        let refuted = |refuted| {
            let fault = Some(RideFault::RefutedCrush { length_m: 0.3, gap_m: 2e-4 });
            let failure = PlatformFailure { what: "carry".into(), fault, details: String::new() };
            let counts = Counts { crushed: 2000, refuted, ..Counts::default() };
            (counts, (0..refuted).map(|case| (case, failure.clone())).collect::<Vec<_>>())
        };
        let (few, mut failures) = refuted(2);
        assert_eq!(faults_of(&few, &failures), 0);
        failures.push((7, PlatformFailure { what: "panics".into(), fault: None, details: String::new() }));
        assert_eq!(faults_of(&few, &failures), 1);
        let (many, failures) = refuted(3);
        assert_eq!(faults_of(&many, &failures), 3);
    }
}
