//! The program of this crate: runs trials and fuzz targets for as long as desired.

mod cases;
mod crowds;
mod fuzz;
mod moves;
mod mutants;
mod overlaps;
mod platforms;
mod rates;
mod record;

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

/// Searches for violations of the guarantees of sidle.
#[derive(Parser)]
#[command(version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check moves and balls in adversarial worlds; exit code 1 and a shrunk failure if a guarantee
    /// is violated
    Moves(moves::MovesArgs),
    /// Check the resolution of overlaps against brute force; exit code 1 if an answer is wrong
    Overlaps(overlaps::OverlapsArgs),
    /// Check bodies and characters among moving instances; exit code 1 if a guarantee is violated
    Platforms(platforms::PlatformsArgs),
    /// Check crowds of characters that are packed closely; exit code 1 if a promise is broken
    Crowds(crowds::CrowdsArgs),
    /// Check that characters follow scripts alike at several rates; exit code 1 if they do not
    Rates(rates::RatesArgs),
    /// Run every fuzz target on damaged copies of a corpus, for a total time
    Fuzz(fuzz::FuzzArgs),
    /// Plant mutants in a copy of the library and print which catcher finds each; exit code 1 if
    /// one survives
    Mutants(mutants::MutantsArgs),
    /// Run the catchers of mutants on the unchanged library and print their times; exit code 1 if
    /// one reports a fault
    Catch,
    /// Write the initial corpora of the fuzzer
    Corpus(fuzz::CorpusArgs),
    /// Append a run of .ci/bits to a list of runs; the script calls this and passes the outcomes on
    /// stdin
    Bits(record::BitsArgs),
    /// Update the tables of the guide from docs/soak.json and docs/attacks.json
    Quote,
}

fn main() -> ExitCode {
    let held = match Cli::parse().command {
        Command::Moves(args) => moves::run(&args),
        Command::Overlaps(args) => overlaps::run(&args),
        Command::Platforms(args) => platforms::run(&args),
        Command::Crowds(args) => crowds::run(&args),
        Command::Rates(args) => rates::run(&args),
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

/// Limits rayon to this number of threads. `None` leaves one per core.
fn set_threads(threads: Option<usize>) -> Result<()> {
    let Some(threads) = threads else { return Ok(()) };
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().context("cannot start threads")
}

/// Parses a whole number of cases, with or without an exponent.
fn count(text: &str) -> std::result::Result<u64, String> {
    match text.parse::<f64>() {
        Ok(x) if (1.0..=1e15).contains(&x) => Ok(x as u64),
        _ => Err("must be a number from 1 to 1e15".into()),
    }
}
