//! The commands of the `sidle` program: random walkers in your own level, level inspection, and
//! replays. Internal to sidle: only the commands, their JSON keys and their exit codes are stable.

pub mod files;
pub mod guess;
pub mod inspect;
pub mod interrupt;
pub mod level;
pub mod numbers;
pub mod output;
pub mod paint;
pub mod replay;
pub mod shape;
pub mod walk;

use std::process::ExitCode;

use clap::Subcommand;

/// Result of a command that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All checks passed: exit code 0.
    Passed,
    /// A check failed: exit code 1.
    Failed,
    /// The user interrupted the command: exit code 130.
    Interrupted,
}

/// A command of the program.
#[derive(Subcommand)]
pub enum Command {
    /// Send random walkers through your own level and check every move
    Walk(walk::WalkArgs),
    /// Print the contents of a level file and its mesh defects
    Inspect(inspect::InspectArgs),
    /// Replay recorded moves, compare their ends with the recorded ones, and explain them
    Replay(replay::ReplayArgs),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// If an input cannot be read or an output cannot be written.
    pub fn run(&self) -> anyhow::Result<Verdict> {
        match self {
            Self::Walk(args) => walk::run(args),
            Self::Inspect(args) => inspect::run(args),
            Self::Replay(args) => replay::run(args),
        }
    }
}

/// Returns the exit code of a command, and prints its error.
#[must_use]
pub fn exit_code(result: anyhow::Result<Verdict>) -> ExitCode {
    match result {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        Ok(Verdict::Interrupted) => ExitCode::from(130),
        Err(error) => {
            eprintln!("sidle: {error:#}");
            ExitCode::from(2)
        }
    }
}
