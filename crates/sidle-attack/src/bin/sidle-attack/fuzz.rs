//! `sidle-attack fuzz`: the fuzz targets in a seeded loop, on any toolchain.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use sidle_attack::random::Rng;
use sidle_attack::record::{Attack, RecordArgs, Run};
use sidle_attack::targets::{self, Target, corpus::corpus, mutated};
use sidle_attack::trial;

/// Runs the fuzz targets. The inputs are damaged copies of valid files and strings made from the
/// scenes. The same seed gives the same inputs; the time limit decides how many there are.
#[derive(Args)]
pub(crate) struct FuzzArgs {
    /// Total time in seconds, divided evenly among the targets
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// Target to run; may be repeated [default: all]
    #[arg(long)]
    target: Vec<String>,
    /// Random seed of the damage
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for failing inputs
    #[arg(long, default_value = "target/attack")]
    out: PathBuf,
    #[command(flatten)]
    record: RecordArgs,
}

/// Writes one file per input, in one folder per target: the initial corpus of `cargo fuzz run
/// TARGET`.
#[derive(Args)]
pub(crate) struct CorpusArgs {
    /// Folder for the corpora
    #[arg(long, default_value = "fuzz/corpus")]
    out: PathBuf,
}

/// Runs the targets. Returns true if no target failed.
pub(crate) fn run(args: &FuzzArgs) -> Result<bool> {
    let chosen: Vec<Target> = if args.target.is_empty() {
        targets::ALL.to_vec()
    } else {
        let find = |name: &String| targets::find(name).with_context(|| format!("no target is called {name}"));
        args.target.iter().map(find).collect::<Result<_>>()?
    };
    anyhow::ensure!(args.seconds > 0.0 && args.seconds <= 1e6, "--seconds must be above 0 and at most 1e6");
    let recorder = args.record.begin()?;
    std::panic::set_hook(Box::new(|_| ()));
    let begun = Instant::now();
    let each = Duration::from_secs_f64(args.seconds / chosen.len() as f64);
    let bar = ProgressBar::new(chosen.len() as u64);
    bar.set_style(ProgressStyle::with_template("{elapsed_precise} [{wide_bar}] {msg}")?);
    let (mut counts, mut failures) = (BTreeMap::new(), Vec::new());
    for target in chosen {
        bar.set_message(target.name);
        let (count, failed) = attack(target, args.seed, each);
        bar.suspend(|| println!("{:10} {count:>9} executions", target.name));
        bar.inc(1);
        *counts.entry(target.name.to_owned()).or_insert(0) += count;
        if let Some((bytes, said)) = failed {
            failures.push(target.name.to_owned());
            let path = args.out.join(format!("{}.bytes", target.name));
            std::fs::create_dir_all(&args.out)?;
            std::fs::write(&path, &bytes)?;
            bar.suspend(|| {
                println!("{} FAILS: {said}\n{} bytes in {}", target.name, bytes.len(), path.display())
            });
        }
    }
    bar.finish_and_clear();
    let executions: u64 = counts.values().sum();
    println!("{executions} executions in all");
    let mut command = format!("sidle-attack fuzz --seconds {} --seed {}", args.seconds, args.seed);
    args.target.iter().for_each(|target| command += &format!(" --target {target}"));
    let faults = failures.len() as u64;
    let attack = Attack::Fuzz { seed: args.seed, executions, targets: counts, failed: failures };
    let run = Run::new(command, begun.elapsed(), faults, attack);
    recorder.append(&run)?;
    Ok(run.passed)
}

/// Runs a target for a time. Returns the number of inputs, and the failing input with its message.
fn attack(target: Target, seed: u64, time: Duration) -> (u64, Option<(Vec<u8>, String)>) {
    let (sound, until) = (corpus(target.name), Instant::now() + time);
    let mut rng = Rng::seeded(seed);
    let mut count = 0;
    for bytes in sound.iter().cloned() {
        count += 1;
        if let Some(said) = complaint(target, &bytes) {
            return (count, Some((bytes, said)));
        }
    }
    while Instant::now() < until {
        let bytes = mutated(&mut rng, &sound);
        count += 1;
        if complaint(target, &bytes).is_some() {
            let bytes = trial::pared(bytes, |b| complaint(target, b).is_some());
            let said = complaint(target, &bytes).unwrap_or_default();
            return (count, Some((bytes, said)));
        }
    }
    (count, None)
}

/// Returns the panic message of a target, or `None` if it does not panic.
fn complaint(target: Target, bytes: &[u8]) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(|| (target.run)(bytes))).err()?;
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).or(Some("no words".into()))
}

/// Writes the corpora. Always returns true.
pub(crate) fn write_corpora(args: &CorpusArgs) -> Result<bool> {
    for target in targets::ALL {
        let folder = args.out.join(target.name);
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let inputs = corpus(target.name);
        for (i, bytes) in inputs.iter().enumerate() {
            std::fs::write(folder.join(format!("scene-{i:02}")), bytes)?;
        }
        println!("{:10} {} inputs", target.name, inputs.len());
    }
    Ok(true)
}
