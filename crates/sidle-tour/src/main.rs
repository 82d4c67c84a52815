//! The commands of the `sidle` program, and those that show and test the library: a guided tour,
//! the scenes of the catalogue, long walks, golf, the figures of the guide, and light maps.

mod bake;
mod figures;
mod film;
mod golf;
mod level;
mod scenes;
mod soak;
mod tour;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    #[command(flatten)]
    Program(sidle_cli::Command),
    /// Check millions of moves of walkers of all shapes, in generated levels or your own
    Soak(soak::SoakArgs),
    /// Run the scenes of the catalogue with characters, check every step and draw them
    Scenes(scenes::ScenesArgs),
    /// Draw a short animation of a scene
    Film(film::FilmArgs),
    /// Play a hole of golf in the terminal
    Golf(golf::GolfArgs),
    /// Draw the figures of the guide from results of the library
    Figures(figures::FiguresArgs),
    /// Bake light and soft shadows into light maps for your own level
    Bake(bake::BakeArgs),
}

fn main() -> ExitCode {
    sidle_cli::exit_code(match Cli::parse().command {
        Some(Command::Tour(args)) => tour::run(&args),
        Some(Command::Program(command)) => command.run(),
        Some(Command::Soak(args)) => soak::run(&args),
        Some(Command::Scenes(args)) => scenes::run(&args),
        Some(Command::Film(args)) => film::run(&args),
        Some(Command::Golf(args)) => golf::run(&args),
        Some(Command::Figures(args)) => figures::run(&args),
        Some(Command::Bake(args)) => bake::run(&args),
        None => tour::run(&tour::TourArgs::default()),
    })
}
