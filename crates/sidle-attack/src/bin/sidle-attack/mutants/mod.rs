//! Plants mutants in a copy of the library and prints which catcher finds each. This tests the
//! tests.
//!
//! The catchers run in order of cost until one reports a fault. Most are part of this program,
//! which is rebuilt with each mutant. Mutants that survive them are run against tests of the
//! library.

mod catchers;
mod index;
mod matrix;
mod scenes;
mod walks;

#[path = "../../../../../sidle/tests/all/common/mod.rs"]
mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use sidle_attack::mutants::load;
use sidle_attack::record::{Attack, RecordArgs, Run};

pub(crate) use catchers::catch;

/// Selection of mutants.
#[derive(Args)]
pub(crate) struct MutantsArgs {
    /// Run only mutants whose names begin with one of these
    names: Vec<String>,
    /// Print the names and descriptions of the mutants without planting them
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    record: RecordArgs,
}

/// Runs the mutants. Returns true if every mutant was caught.
pub(crate) fn run(args: &MutantsArgs) -> Result<bool> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mutants");
    let mut all = load(&folder).with_context(|| folder.display().to_string())?;
    all.retain(|m| args.names.is_empty() || args.names.iter().any(|n| m.name.starts_with(n.as_str())));
    if args.list {
        for mutant in &all {
            println!("{:<28} {}", mutant.name, mutant.models);
        }
        return Ok(true);
    }
    let recorder = args.record.begin()?;
    let begun = Instant::now();
    let verdicts = matrix::run(&all)?;
    let run = run_of(&args.names, begun.elapsed(), verdicts);
    recorder.append(&run)?;
    Ok(run.passed)
}

/// Returns the entry for the list of runs: each mutant with its catcher, and the survivors.
fn run_of(names: &[String], took: Duration, verdicts: Vec<(String, Option<String>)>) -> Run {
    let survivors: Vec<String> =
        verdicts.iter().filter(|(_, by)| by.is_none()).map(|(name, _)| name.clone()).collect();
    let command = [&["sidle-attack".to_owned(), "mutants".to_owned()], names].concat().join(" ");
    let faults = survivors.len() as u64;
    let caught = verdicts.into_iter().filter_map(|(name, by)| Some((name, by?))).collect();
    Run::new(command, took, faults, Attack::Mutants { caught, survivors })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_names_catchers_and_survivors() {
        let verdicts = vec![("a".to_owned(), Some("walks".to_owned())), ("b".to_owned(), None)];
        let run = run_of(&["a".into(), "b".into()], Duration::from_secs(2), verdicts);
        let json = serde_json::to_value(&run).unwrap();
        let expected = serde_json::json!({
            "attack": "mutants", "command": "sidle-attack mutants a b", "seconds": 2.0, "passed": false, "faults": 1,
            "caught": {"a": "walks"}, "survivors": ["b"]
        });
        assert_eq!(json, expected);
        let run = run_of(&[], Duration::ZERO, vec![("a".to_owned(), Some("walks".to_owned()))]);
        assert_eq!((run.passed, run.faults, &*run.command), (true, 0, "sidle-attack mutants"));
    }
}
