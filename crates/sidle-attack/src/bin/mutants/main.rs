//! Plants mutants in a copy of the library and prints who catches which: the judges, judged.
//!
//! `cargo run --release -p sidle-attack --bin mutants` takes all of them, or those whose names begin with an argument. Ends with
//! code 1 if one survives. `-- catch` runs the catchers on the library as it is and prints what they cost; `-- list` prints the
//! mutants.
//!
//! The catchers run from the cheapest to the dearest until one finds something; the first ones are in this very program,
//! which is built anew with each mutant. What they let pass goes to tests of the library.

mod catchers;
mod index;
mod matrix;
mod scenes;
mod walks;

#[path = "../../../../sidle/tests/common/mod.rs"]
mod common;

use std::path::Path;
use std::process::ExitCode;

use sidle_attack::mutants::load;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mutants");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some("catch") = arguments.first().map(String::as_str) {
        return catchers::run(arguments.get(1).map_or("", String::as_str));
    }
    let all = match load(&folder) {
        Ok(all) => all,
        Err(fault) => {
            eprintln!("{}: {fault}", folder.display());
            return ExitCode::FAILURE;
        }
    };
    if let Some("list") = arguments.first().map(String::as_str) {
        for mutant in &all {
            println!("{:<28} {}", mutant.name, mutant.models);
        }
        return ExitCode::SUCCESS;
    }
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|a| name.starts_with(a.as_str()));
    let chosen: Vec<_> = all.into_iter().filter(|m| wanted(&m.name)).collect();
    match matrix::run(&chosen) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(survivors) => {
            println!("{survivors} SURVIVED: a judge is missing");
            ExitCode::FAILURE
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
