//! Runs every scene and compares the hashes with the table; see `Mode` for the options. Without
//! options, tests both indexes, with 1, 2 and 4 threads if the platform has threads.
//!
//! The exit code is 0 if all hashes agree. Otherwise it is the position (from 1, at most 250) of
//! the first scene that differs, or 255 for invalid options.

use std::process::ExitCode;

use sidle::IndexKind;
use sidle_bits::{
    FIRST, GOLDENS, all, differing, parse, parse_first, print, print_first, print_rows, run, tape_of, update,
};

/// Mode of operation, selected by the option.
enum Mode<'a> {
    /// No option: compare on both indexes.
    Everything,
    /// `--once`: compare only the BVH with two threads, for slow machines.
    Once,
    /// `--print`: print the table of this machine, to compare machines with each other.
    Print,
    /// `--write`: add the rows of new scenes. `--change NAME..`: also change these rows.
    Write { change: &'a [&'a str] },
    /// `--tapes DIR`: write the inputs of the scenes that other bindings can repeat, one file each.
    Tapes { folder: &'a str },
}

fn main() -> ExitCode {
    let options: Vec<String> = std::env::args().skip(1).collect();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let mode = match &options[..] {
        [] => Mode::Everything,
        ["--once"] => Mode::Once,
        ["--print"] => Mode::Print,
        ["--write"] => Mode::Write { change: &[] },
        ["--tapes", folder] => Mode::Tapes { folder },
        ["--change", names @ ..] if !names.is_empty() => Mode::Write { change: names },
        _ => {
            eprintln!("options: none, --once, --print, --write, --change NAME.. or --tapes DIR");
            return ExitCode::from(255);
        }
    };
    match mode {
        Mode::Everything if cfg!(target_family = "wasm") => {
            compare(&[(IndexKind::Bvh, 1), (IndexKind::Octree, 1)])
        }
        Mode::Everything => compare(&[(IndexKind::Bvh, 1), (IndexKind::Octree, 2), (IndexKind::Bvh, 4)]),
        Mode::Once => compare(&[(IndexKind::Bvh, 2)]),
        Mode::Print => {
            let scenes = all();
            print!("{}", print(&scenes, &run(&scenes, IndexKind::Bvh, 2)));
            ExitCode::SUCCESS
        }
        Mode::Tapes { folder } => match write_tapes(folder) {
            Ok(count) => {
                println!("{count} tapes");
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("{folder}: {error}");
                ExitCode::from(255)
            }
        },
        Mode::Write { change } => match write(change) {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("{message}");
                ExitCode::from(255)
            }
        },
    }
}

/// Writes the tape of each scene that has one, as `GROUP/NAME.tape`. Returns their number.
fn write_tapes(folder: &str) -> std::io::Result<usize> {
    let mut count = 0;
    for scene in all() {
        let tape = tape_of(|| {
            let _ = scene.run(IndexKind::Bvh);
        });
        if tape.is_empty() {
            continue;
        }
        let path = std::path::Path::new(folder).join(format!("{}.tape", scene.name()));
        std::fs::create_dir_all(path.parent().unwrap_or(&path))?;
        std::fs::write(&path, tape.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())?;
        count += 1;
    }
    Ok(count)
}

/// Adds the rows of new scenes to both tables, and changes the rows named in `change`.
fn write(change: &[&str]) -> Result<(), String> {
    let goldens = parse(GOLDENS).map_err(|line| format!("goldens.txt: line {line} is not valid"))?;
    let first = parse_first(FIRST).map_err(|line| format!("first.txt: line {line} is not valid"))?;
    let scenes = all();
    let records = run(&scenes, IndexKind::Bvh, 2);
    let rows = update(&goldens, &scenes, &records, change).map_err(|names| refusal(&names, change))?;
    let save = |name: &str, text: String| {
        let path = format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(&path, text).map_err(|error| format!("{path}: {error}"))
    };
    save("goldens.txt", print_rows(&rows))?;
    save("first.txt", print_first(&first, &rows))?;
    for row in rows.iter().filter(|row| change.contains(&row.scene)) {
        println!("Add to CHANGELOG.md: - Golden bits of `{}` are now {:016x}: REASON.", row.scene, row.hash);
    }
    for name in change.iter().filter(|&&name| rows.iter().all(|row| row.scene != name)) {
        println!("Add to CHANGELOG.md: - Golden bits of `{name}` removed: REASON.");
    }
    Ok(())
}

fn refusal(names: &[String], change: &[&str]) -> String {
    let mut text = "Nothing was written.".to_owned();
    for name in names {
        text += &if change.contains(&name.as_str()) {
            format!("\n{name}: there is no row of this name that differs from its scene")
        } else {
            format!("\n{name}: the row would change; if that is intended, use `--change {name}`")
        };
    }
    text
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
