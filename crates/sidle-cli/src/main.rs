//! The `sidle` program: a guided tour, random walkers in your own level, level inspection, replays,
//! golf, the figures of the guide, and light maps.

mod bake;
mod figures;
mod files;
mod film;
mod golf;
mod guess;
mod inspect;
mod interrupt;
mod level;
mod numbers;
mod output;
mod paint;
mod replay;
mod scenes;
mod shape;
mod soak;
mod tour;
mod walk;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Result of a command that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All checks passed: exit code 0.
    Passed,
    /// A check failed: exit code 1.
    Failed,
    /// The user interrupted the command: exit code 130.
    Interrupted,
}

/// Moves characters and other bodies through game levels and checks every move.
#[derive(Parser)]
#[command(version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the built-in scenes, check them and draw them (the default command)
    Tour(tour::TourArgs),
    /// Send random walkers through your own level and check every move
    Walk(walk::WalkArgs),
    /// Check millions of moves of walkers of all shapes, in generated levels or your own
    Soak(soak::SoakArgs),
    /// Run the scenes of the catalogue with characters, check every step and draw them
    Scenes(scenes::ScenesArgs),
    /// Draw a short animation of a scene
    Film(film::FilmArgs),
    /// Print the contents of a level file and its mesh defects
    Inspect(inspect::InspectArgs),
    /// Replay recorded moves, compare their ends with the recorded ones, and explain them
    Replay(replay::ReplayArgs),
    /// Play a hole of golf in the terminal
    Golf(golf::GolfArgs),
    /// Draw the figures of the guide from results of the library
    Figures(figures::FiguresArgs),
    /// Bake light and soft shadows into light maps for your own level
    Bake(bake::BakeArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let came_to = match cli.command {
        Some(Command::Walk(args)) => walk::run(&args),
        Some(Command::Soak(args)) => soak::run(&args),
        Some(Command::Scenes(args)) => scenes::run(&args),
        Some(Command::Film(args)) => film::run(&args),
        Some(Command::Inspect(args)) => inspect::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Golf(args)) => golf::run(&args),
        Some(Command::Figures(args)) => figures::run(&args),
        Some(Command::Bake(args)) => bake::run(&args),
        Some(Command::Tour(args)) => tour::run(&args),
        None => tour::run(&tour::TourArgs::default()),
    };
    match came_to {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        Ok(Verdict::Interrupted) => ExitCode::from(130),
        Err(error) => {
            eprintln!("sidle: {error:#}");
            ExitCode::from(2)
        }
    }
}
