//! The program of this crate: as many trials, and as much fuzzing, as there is time for.

mod fuzz;
mod moves;
mod mutants;
mod overlaps;
mod record;

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

/// Tries to break sidle's promise.
#[derive(Parser)]
#[command(version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Moves and balls in worlds of trouble, each judged; exit code 1 and a shrunk failure if the
    /// promise breaks
    Moves(moves::MovesArgs),
    /// Ways out of overlaps, judged by brute force; exit code 1 if an answer is at fault
    Overlaps(overlaps::OverlapsArgs),
    /// Every fuzz target with damaged copies of a corpus, for a time in all
    Fuzz(fuzz::FuzzArgs),
    /// Plant mutants in a copy of the library and print which catcher finds each; exit code 1 if
    /// one survives
    Mutants(mutants::MutantsArgs),
    /// Run the catchers of mutants on the library as it is and print what they cost; exit code 1 if
    /// one finds something
    Catch,
    /// Write the corpora that the fuzzer begins with
    Corpus(fuzz::CorpusArgs),
    /// Add a run of .ci/bits to a list of runs; the script calls this and gives the outcomes on
    /// stdin
    Bits(record::BitsArgs),
    /// Update the tables of docs/book/src/guarantee.md from docs/soak.json and docs/attacks.json
    Quote,
}

fn main() -> ExitCode {
    let held = match Cli::parse().command {
        Command::Moves(args) => moves::run(&args),
        Command::Overlaps(args) => overlaps::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Mutants(args) => mutants::run(&args),
        Command::Catch => Ok(mutants::catch()),
        Command::Corpus(args) => fuzz::write_corpora(&args),
        Command::Bits(args) => record::bits(&args),
        Command::Quote => record::quote(),
    };
    match held {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("sidle-attack: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Lets rayon work with this many threads, or with one for each core.
fn set_threads(threads: Option<usize>) -> Result<()> {
    let Some(threads) = threads else { return Ok(()) };
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().context("cannot start threads")
}

/// A number of cases, as people write it.
fn count(text: &str) -> std::result::Result<u64, String> {
    match text.parse::<f64>() {
        Ok(x) if (1.0..=1e15).contains(&x) => Ok(x as u64),
        _ => Err("must be a number from 1 to 1e15".into()),
    }
}
