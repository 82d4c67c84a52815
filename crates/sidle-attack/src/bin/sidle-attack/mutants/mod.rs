//! Plants mutants in a copy of the library and prints who catches which: the judges, judged.
//!
//! The catchers run from the cheapest to the dearest until one finds something; most are in this very program, which is
//! built anew with each mutant. What they let pass goes to tests of the library.

mod catchers;
mod index;
mod matrix;
mod scenes;
mod walks;

#[path = "../../../../../sidle/tests/common/mod.rs"]
mod common;

use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;
use sidle_attack::mutants::load;

pub(crate) use catchers::catch;

/// Which mutants.
#[derive(Args)]
pub(crate) struct MutantsArgs {
    /// Only those whose names begin like this
    names: Vec<String>,
    /// Print their names and what they model, and plant none
    #[arg(long)]
    list: bool,
}

/// Whether every mutant was caught.
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
    matrix::run(&all)
}
