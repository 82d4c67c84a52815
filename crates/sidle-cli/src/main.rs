//! The `sidle` program: random walkers in your own level, level inspection, and replays.

use std::process::ExitCode;

use clap::Parser;
use sidle_cli::{Command, exit_code};

/// Moves characters and other bodies through game levels and checks every move.
#[derive(Parser)]
#[command(version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    exit_code(Cli::parse().command.run())
}
