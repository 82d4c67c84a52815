//! `sidle-attack moves`: randomised trials on any number of threads.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use sidle_attack::record::{Attack, RecordArgs, Run};
use sidle_attack::trial::{self, Failure, Tally};
use sidle_scenes::SplitMix64;

/// Number of cases that a thread takes at a time.
const CHUNK: u64 = 2_000;

/// Checks random cases. A case is an adversarial world and a few moves, or steps of a ball, through
/// it. The same seed gives the same cases on every machine and with any number of threads.
#[derive(Args)]
pub(crate) struct MovesArgs {
    /// Number of cases; accepts exponents such as 1e8
    #[arg(long, default_value = "1e6", value_parser = crate::count)]
    cases: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time limit in seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// Number of threads [default: one per core]
    #[arg(long)]
    threads: Option<usize>,
    /// Kind of trials
    #[arg(long, value_enum, default_value_t = Kind::Any)]
    kind: Kind,
    /// Fail also if a move stops more than 1.2 skins from every surface, or if a character breaks a
    /// rule of its own
    #[arg(long)]
    strict: bool,
    /// Folder for the failure
    #[arg(long, default_value = "target/attack")]
    out: PathBuf,
    #[command(flatten)]
    record: RecordArgs,
}

/// Kinds of trials.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// All other kinds.
    Any,
    /// Moves of shapes.
    Moves,
    /// Steps of balls.
    Balls,
    /// Steps of characters.
    Characters,
    /// World queries with either index.
    Queries,
}

impl Kind {
    fn trial(self) -> trial::Trial {
        match self {
            Self::Any => trial::any,
            Self::Moves => trial::moves,
            Self::Balls => trial::balls,
            Self::Characters => trial::characters,
            Self::Queries => trial::queries,
        }
    }
}

/// Runs the trials. Returns true if no guarantee was violated.
pub(crate) fn run(args: &MovesArgs) -> Result<bool> {
    let recorder = args.record.begin()?;
    crate::set_threads(args.threads)?;
    // The failure holds the message of a panic, so nothing is printed here.
    std::panic::set_hook(Box::new(|_| ()));
    let bar = crate::cases::bar(args.cases)?;
    let begun = Instant::now();
    let until = args.seconds.map(|s| begun + Duration::from_secs(s));
    let (ended, found) = (AtomicBool::new(false), Mutex::new(None));
    let tally = (0..args.cases.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let mut tally = fresh(args);
            let first = chunk * CHUNK;
            for case in first..(first + CHUNK).min(args.cases) {
                if ended.load(Ordering::Relaxed) {
                    return tally;
                }
                let seed = seed_of(args.seed, case);
                if let Err(failure) = trial::of_seed(args.kind.trial(), seed, &mut tally) {
                    ended.store(true, Ordering::Relaxed);
                    found.lock().unwrap_or_else(|e| e.into_inner()).get_or_insert((case, seed, failure));
                    return tally;
                }
            }
            bar.inc(CHUNK);
            if until.is_some_and(|until| Instant::now() > until) {
                ended.store(true, Ordering::Relaxed);
            }
            tally
        })
        .reduce(Tally::default, |a, b| a.merged(&b));
    bar.finish_and_clear();
    let took = begun.elapsed();
    print_tally(&tally, args.seed, took);
    let found = found.into_inner().unwrap_or_else(|e| e.into_inner());
    let run = run_of(args, &tally, took, found.is_some());
    if let Some((case, seed, failure)) = &found {
        println!("case {case} fails: {}", first_line(failure));
        report(args, *seed, failure)?;
    }
    recorder.append(&run)?;
    Ok(run.passed)
}

/// Returns the entry for the list of runs.
fn run_of(args: &MovesArgs, tally: &Tally, took: Duration, failed: bool) -> Run {
    let mut command = format!("sidle-attack moves --cases {} --seed {}", args.cases, args.seed);
    if let Some(kind) = args.kind.to_possible_value().filter(|_| !matches!(args.kind, Kind::Any)) {
        command += &format!(" --kind {}", kind.get_name());
    }
    command += if args.strict { " --strict" } else { "" };
    let attack = Attack::Moves {
        seed: args.seed,
        cases: tally.cases,
        moves: tally.moves,
        ball_steps: tally.ball_steps,
        character_steps: tally.character_steps,
        queries: tally.queries,
    };
    // The first fault ends the run.
    Run::new(command, took, u64::from(failed), attack)
}

fn fresh(args: &MovesArgs) -> Tally {
    let mut tally = Tally::default();
    tally.strict = args.strict;
    tally
}

/// Returns the seed of a case. The cases of neighbouring seeds are unrelated.
fn seed_of(seed: u64, case: u64) -> u64 {
    SplitMix64::new(SplitMix64::new(seed).next_u64() ^ case).next_u64()
}

fn print_tally(t: &Tally, seed: u64, took: Duration) {
    let seconds = took.as_secs_f64();
    println!("{} cases of seed {seed} in {seconds:.1} s: {:.0} cases/s", t.cases, t.cases as f64 / seconds);
    println!("{} moves, {} from a free start, {} met something", t.moves, t.free, t.hindered);
    println!("{} steps of balls, {} edits between moves", t.ball_steps, t.edits);
    println!(
        "{} steps of characters, {} up a step, {} in a mode; ground or not is within a threshold in {}",
        t.character_steps, t.steps_climbed, t.modes, t.either_ground
    );
    println!("{} trials broke a rule of characters, which is not a guarantee", t.rules_broken);
    println!("{} queries of both indexes", t.queries);
    println!(
        "{} moves gave up at the limit of iterations; the most that another needed: {}",
        t.gave_up, t.most_stages
    );
    println!(
        "{} stopped more than 1.2 skins from anything, the furthest {:.2}",
        t.stopped_early, t.worst_stop_skins
    );
    println!("nearest end: {:.3e} skins", t.least_end_skins);
}

fn first_line(failure: &Failure) -> String {
    let text = failure.what.lines().next().unwrap_or_default();
    text.chars().take(200).collect()
}

/// Shrinks the failure and writes it to a file.
fn report(args: &MovesArgs, seed: u64, failure: &Failure) -> Result<()> {
    let alike = |other: &Failure| match (&failure.fault, &other.fault) {
        (Some(a), Some(b)) => a.is_like(b),
        (a, b) => a.is_none() && b.is_none(),
    };
    let fails =
        |bytes: &[u8]| trial::of_bytes(args.kind.trial(), bytes, &mut fresh(args)).is_err_and(|f| alike(&f));
    let bytes = trial::pared(trial::bytes_of_seed(seed), fails);
    let small =
        trial::of_bytes(args.kind.trial(), &bytes, &mut fresh(args)).err().unwrap_or_else(|| failure.clone());
    std::fs::create_dir_all(&args.out)?;
    let name = args.out.join(format!("{seed:016x}"));
    std::fs::write(name.with_extension("bytes"), &bytes)?;
    std::fs::write(name.with_extension("txt"), format!("{small}\n"))?;
    if let Some(replay) = &small.replay {
        std::fs::write(name.with_extension("replay"), replay.to_string())?;
    }
    println!("{small}\nwritten to {}.*", name.display());
    Ok(())
}
