//! The program of this crate: as many trials, and as much fuzzing, as there is time for.

mod fuzz;
mod moves;

use std::process::ExitCode;

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
    /// Moves and balls in worlds of trouble, each judged; exit code 1 and a shrunk failure if the promise breaks
    Moves(moves::MovesArgs),
    /// Every fuzz target with damaged copies of a corpus, for a time in all
    Fuzz(fuzz::FuzzArgs),
    /// Write the corpora that the fuzzer begins with
    Corpus(fuzz::CorpusArgs),
}

fn main() -> ExitCode {
    let held = match Cli::parse().command {
        Command::Moves(args) => moves::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Corpus(args) => fuzz::write_corpora(&args),
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
