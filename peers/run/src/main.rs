//! The one command: builds every engine that can be built here, gives each the same work in a process of its own, judges,
//! records, and prints the table.

mod options;
mod peers;
mod record;
mod table;
mod web;

use std::path::Path;
use std::process::ExitCode;

use options::Options;
use peers::Peer;
use peers_work::{Raw, Row, Work, judge};
use record::{Record, merged};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    match work_through(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether everything that could be built did what it should.
fn work_through(options: &Options) -> Result<bool, String> {
    let mut record = Record::read(&options.record)?;
    if options.table_only {
        print!("{}", table::print(&record));
        return Ok(true);
    }
    let ready = build(options);
    let folder = options.target().join("work");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut honest = true;
    for level in &options.levels {
        let file = folder.join(format!("{level}{}.work", if options.quick { "_quick" } else { "" }));
        let work = match Work::make(level, &options.folder, options.quick) {
            Ok(work) => work,
            Err(error) => {
                println!("{level}: SKIPPED, {error}");
                continue;
            }
        };
        work.write(&file)?;
        let mut rows: Vec<Vec<(Raw, Row)>> = vec![Vec::new(); ready.len()];
        // In turn, so that a slow minute of the machine is everyone's.
        for _ in 0..options.rounds {
            for (peer, rows) in ready.iter().zip(&mut rows) {
                match one_run(peer, &work, &file, options) {
                    Ok(row) => rows.push(row),
                    Err(error) => {
                        println!("{level}: {}: FAILED, {error}", peer.name());
                        honest = false;
                    }
                }
            }
        }
        for (peer, rows) in ready.iter().zip(rows) {
            if rows.is_empty() {
                continue;
            }
            let same = rows
                .iter()
                .all(|(_, row)| hashes(row) == hashes(&rows[0].1) && row.walks.iter().all(|w| w.repeats));
            if !same && peer.name() == "sidle" {
                println!("{level}: sidle: FAILED, not the same bits in every run");
                honest = false;
            }
            let raw = rows[0].0.clone();
            let row = merged(&rows.into_iter().map(|(_, row)| row).collect::<Vec<_>>(), same);
            println!("{}", table::line(peer.name(), &row));
            record.put(peer.name(), &raw, row, options);
        }
        record.write(&options.record)?;
    }
    print!("\n{}", table::print(&record));
    Ok(honest)
}

fn hashes(row: &Row) -> Vec<&str> {
    row.walks.iter().map(|walk| walk.hash.as_str()).collect()
}

fn build(options: &Options) -> Vec<Peer> {
    let mut ready = Vec::new();
    for peer in peers::all(&options.root) {
        if options.engines.as_ref().is_some_and(|names| !names.iter().any(|n| n == peer.name())) {
            continue;
        }
        match peer.build(&options.root) {
            Ok(()) => ready.push(peer),
            Err(error) => println!("{}: SKIPPED, {error}; its last recorded rows stay", peer.name()),
        }
    }
    ready
}

fn one_run(peer: &Peer, work: &Work, file: &Path, options: &Options) -> Result<(Raw, Row), String> {
    let out = file.with_extension("out");
    peer.run(&options.root, file, &out)?;
    let raw = Raw::read(&out)?;
    std::fs::remove_file(&out).map_err(|e| e.to_string())?;
    let row = judge(work, &raw)?;
    Ok((Raw { queries: Vec::new(), walks: Vec::new(), ..raw }, row))
}
