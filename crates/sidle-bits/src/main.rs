//! Runs every scene and compares the hashes with the table; see `Mode` for the options. Without
//! options, tests both indexes, with 1, 2 and 4 threads if the platform has threads.
//!
//! The exit code is 0 if all hashes agree. Otherwise it is the position (from 1, at most 250) of
//! the first scene that differs, or 255 for invalid options.

use std::process::ExitCode;

use sidle::IndexKind;
use sidle_bits::{GOLDENS, all, differing, parse, print, run};

/// Mode of operation, selected by the option.
enum Mode {
    /// No option: compare on both indexes.
    Everything,
    /// `--once`: compare only the BVH with two threads, for slow machines.
    Once,
    /// `--print`: print the table of this machine, to compare machines with each other.
    Print,
    /// `--write`: record the table again.
    Write,
}

fn main() -> ExitCode {
    let options: Vec<String> = std::env::args().skip(1).collect();
    let mode = match options.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Mode::Everything,
        ["--once"] => Mode::Once,
        ["--print"] => Mode::Print,
        ["--write"] => Mode::Write,
        _ => {
            eprintln!("options: none, --once, --print or --write");
            return ExitCode::from(255);
        }
    };
    let scenes = all();
    match mode {
        Mode::Everything if cfg!(target_family = "wasm") => {
            compare(&[(IndexKind::Bvh, 1), (IndexKind::Octree, 1)])
        }
        Mode::Everything => compare(&[(IndexKind::Bvh, 1), (IndexKind::Octree, 2), (IndexKind::Bvh, 4)]),
        Mode::Once => compare(&[(IndexKind::Bvh, 2)]),
        Mode::Print => {
            print!("{}", print(&scenes, &run(&scenes, IndexKind::Bvh, 2)));
            ExitCode::SUCCESS
        }
        Mode::Write => {
            let table = print(&scenes, &run(&scenes, IndexKind::Bvh, 2));
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/goldens.txt");
            match std::fs::write(path, table) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("{path}: {error}");
                    ExitCode::from(255)
                }
            }
        }
    }
}

fn compare(runs: &[(IndexKind, usize)]) -> ExitCode {
    let scenes = all();
    let goldens = match parse(GOLDENS) {
        Ok(goldens) => goldens,
        Err(line) => {
            eprintln!("goldens.txt: line {line} is none of the table");
            return ExitCode::from(255);
        }
    };
    let mut wrong: Vec<(String, Vec<String>)> = Vec::new();
    for &(index, threads) in runs {
        let run_name = format!("{index:?} {threads}");
        for name in differing(&goldens, &scenes, &run(&scenes, index, threads)) {
            match wrong.iter_mut().find(|w| w.0 == name) {
                Some((_, runs)) => runs.push(run_name.clone()),
                None => wrong.push((name, vec![run_name.clone()])),
            }
        }
    }
    for (name, runs) in &wrong {
        println!("DIFFERS {name} (index and threads: {})", runs.join(", "));
    }
    println!(
        "{} of {} scenes have the golden bits in all of {} runs",
        scenes.len().saturating_sub(wrong.len()),
        scenes.len(),
        runs.len()
    );
    let place =
        |(name, _): &(String, _)| scenes.iter().position(|s| s.name() == name).unwrap_or(scenes.len());
    let first = wrong.iter().map(place).min();
    first.map_or(ExitCode::SUCCESS, |place| ExitCode::from((place + 1).min(250) as u8))
}
