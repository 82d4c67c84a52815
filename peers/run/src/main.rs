//! Builds every engine that can be built on this machine, gives each the same work in its own
//! process, judges and records the results, and prints the tables.

mod options;
mod peers;
mod quote;
mod record;
mod told;
mod web;

use std::path::Path;
use std::process::ExitCode;

use options::Options;
use peers::Peer;
use peers_work::{Raw, Row, Tall, Work, judge};
use record::{Place, Record, merged};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let done = if options.table_only { tables(&options) } else { work_through(&options) };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the recorded tables, or writes them into the files that quote them.
fn tables(options: &Options) -> Result<bool, String> {
    let failed = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    let json = std::fs::read_to_string(&options.record).map_err(|e| failed(&options.record, e))?;
    let record = quote::Record::parse(&json)?;
    if !options.write {
        for name in [
            "facts",
            "means",
            "verdicts",
            "levels",
            "made",
            "goals",
            "settings",
            "web",
            "web-made",
            "web-goals",
            "web-settings",
            "characters",
            "character-goals",
            "character-settings",
        ] {
            println!("{}", record.block(name)?);
        }
        return Ok(true);
    }
    for path in ["README.md", "docs/book/src/side-by-side.md"].map(|path| options.root.join("..").join(path))
    {
        let text = std::fs::read_to_string(&path).map_err(|e| failed(&path, e))?;
        let filled = record.fill(&text)?;
        println!("{}: {}", path.display(), if filled == text { "is up to date" } else { "written" });
        std::fs::write(&path, filled).map_err(|e| failed(&path, e))?;
    }
    Ok(true)
}

/// Returns true if every engine that could be built finished its work.
fn work_through(options: &Options) -> Result<bool, String> {
    let ready = build(options);
    let folder = options.work();
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let place = Place::here(options);
    let mut honest = true;
    for level in &options.levels {
        let file = folder.join(format!("{level}_{}.work", options.share));
        let make = if options.characters { Work::of_characters } else { Work::make };
        let work = match make(level, &options.folder, options.share) {
            Ok(work) => work,
            Err(error) => {
                println!("{level}: SKIPPED, {error}");
                continue;
            }
        };
        work.write(&file)?;
        let tasks = tasks(&ready, &work, options)?;
        let mut runs: Vec<Runs> = tasks.iter().map(|_| Runs::default()).collect();
        // The engines run alternately, so that a slow minute of the machine affects all of them.
        for _ in 0..options.rounds {
            for (&(peer, tall), runs) in tasks.iter().zip(&mut runs) {
                if let Err(error) = runs.one_more(peer, tall, &work, &file, options) {
                    println!("{level}: {}: FAILED, {error}", peer.name());
                    honest = false;
                }
            }
        }
        // The record is read here and written at once. A later failure cannot lose it, and another
        // run of the command adds to it.
        let mut record = Record::read(&options.record)?;
        for ((peer, _), runs) in tasks.iter().zip(&runs) {
            let Some(first) = &runs.first else { continue };
            let same = runs.same && runs.rows.iter().all(|row| row.walks.iter().all(|w| w.repeats));
            if !same && peer.name() == "sidle" {
                println!("{level}: sidle: FAILED, not the same bits in every run");
                honest = false;
            }
            let row = merged(&runs.rows, same);
            println!("{}", told::line(peer.name(), first.tall, &row));
            record.put(peer.name(), first, &place, &runs.rows, row, work.characters);
        }
        record.write(&options.record)?;
        std::fs::remove_file(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    std::fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(honest)
}

/// Returns what runs on a level: every engine once, and with tall movers once for each tall shape
/// that it has.
fn tasks<'a>(
    ready: &'a [Peer],
    work: &Work,
    options: &Options,
) -> Result<Vec<(&'a Peer, Option<Tall>)>, String> {
    let mut tasks = Vec::new();
    for peer in ready {
        if work.characters {
            tasks.push((peer, Some(Tall::Capsule)));
        } else if work.has_tall_movers() {
            tasks.extend(peer.tall_shapes(options)?.into_iter().map(|tall| (peer, Some(tall))));
        } else {
            tasks.push((peer, None));
        }
    }
    Ok(tasks)
}

fn build(options: &Options) -> Vec<Peer> {
    let mut ready = Vec::new();
    for peer in peers::all(&options.root) {
        if options.engines.as_ref().is_some_and(|names| !names.iter().any(|n| n == peer.name())) {
            continue;
        }
        if options.characters && !peer.has_characters() {
            continue;
        }
        let built = if options.no_build { Ok(()) } else { peer.build(&options.root) };
        match built {
            Ok(()) => ready.push(peer),
            Err(error) => println!("{}: SKIPPED, {error}; its last recorded rows stay", peer.name()),
        }
    }
    ready
}

/// All runs of one engine on one level.
struct Runs {
    first: Option<Raw>,
    rows: Vec<Row>,
    /// True if all runs had the bits of the first.
    same: bool,
}

impl Default for Runs {
    fn default() -> Self {
        Self { first: None, rows: Vec::new(), same: true }
    }
}

impl Runs {
    /// Adds one run. Judges it only if its bits differ from those of the first run.
    fn one_more(
        &mut self,
        peer: &Peer,
        tall: Option<Tall>,
        work: &Work,
        file: &Path,
        options: &Options,
    ) -> Result<(), String> {
        let out = file.with_extension("out");
        peer.run(options, tall, file, &out)?;
        let raw = Raw::read(&out)?;
        std::fs::remove_file(&out).map_err(|e| e.to_string())?;
        match &self.first {
            Some(first) if first.has_bits_of(&raw) => self.rows.push(self.rows[0].with_times_of(&raw)),
            _ => {
                self.rows.push(judge(work, &raw)?);
                self.same = self.first.is_none();
                self.first.get_or_insert(raw);
            }
        }
        Ok(())
    }
}
