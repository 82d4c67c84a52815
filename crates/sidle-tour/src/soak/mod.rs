//! `sidle-tour soak`: judges hundreds of millions of moves.

mod checkpoint;
mod levels;
mod options;
mod report;
mod totals;
mod workers;

use std::fs;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use sidle::trace::Replay;
use sidle_attack::soak::{chunk_count, library, shrink_finding};

use checkpoint::Job;
use levels::Levels;
pub(crate) use options::SoakArgs;
use report::Report;
use sidle_cli::Verdict;
use sidle_cli::files::{check_writable, say};
use sidle_cli::interrupt::stop_on_interrupt;
use sidle_cli::output::{OutputPlan, Overwrite, check_file};
use totals::Totals;
use workers::Workers;

/// Time between two checkpoints.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(30);
/// Time between two updates of the progress bar.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs the command.
pub(crate) fn run(args: &SoakArgs) -> Result<Verdict> {
    let faults = plan_outputs(args)?;
    let recorder = args.record.begin()?;
    let levels = Levels::open(&args.levels, args.units.units(), args.seed, args.characters)?;
    let shape = args.shape.as_ref().map(|shape| shape.text.clone());
    let shape = if args.characters { Some("characters".to_owned()) } else { shape };
    let among = args.platforms.map(|count| format!("among {count} platforms"));
    let shape = match (shape, among) {
        (Some(shape), Some(among)) => Some(format!("{shape} {among}")),
        (shape, among) => shape.or(among),
    };
    let job = Job { seed: args.seed, moves: args.moves, shape, levels: levels.prints() };
    let names = levels.names();
    let mut totals = match &args.checkpoint {
        Some(path) if args.resume => job.load(path)?,
        _ => Totals::new(names.len()),
    };
    totals.continue_on(recorder.commit(), chunk_count(args.moves));
    if let Some(path) = &args.checkpoint {
        // Save now, so that a run that is killed early can resume too.
        job.save(path, &totals)?;
    }
    let threads = args
        .threads
        .map_or_else(|| thread::available_parallelism().map_or(1, usize::from), |threads| threads as usize);
    let stop = stop_on_interrupt("ending after the chunks under way")?;
    let totals = walk(args, &job, &levels, &stop, totals, threads, &faults)?;
    let interrupted = totals.count() < chunk_count(args.moves);
    let written = write_replays(args, &totals, &faults, true);
    let report = Report::new(args, &names, &totals, threads, interrupted, faults.path());
    if args.json {
        say(&format!("{}\n", report.json()?));
    } else {
        say(&report.table());
    }
    // Print the report before any error of writing: it is the main result of a long run.
    written?;
    if interrupted {
        let clean = totals.all().faults() == 0;
        return Ok(if clean { Verdict::Interrupted } else { Verdict::Failed });
    }
    let verdict = report.verdict();
    recorder.append(&report.run())?;
    Ok(verdict)
}

/// Checks that every output file and folder can be written, and plans the folder for replays of
/// faults. A long run then does not fail at its end. Creates nothing.
fn plan_outputs(args: &SoakArgs) -> Result<OutputPlan> {
    if let (Some(record), Some(checkpoint)) = (&args.record.record, &args.checkpoint) {
        let same = is_same_file(checkpoint, record);
        ensure!(!same, "{}: --checkpoint and --record need different files", record.display());
    }
    if let Some(path) = args.checkpoint.as_ref().filter(|_| !args.resume) {
        let advice = "go on from it with --resume, or replace it with --force";
        check_file(path, args.overwrite, advice)?;
        check_writable(path)?;
    }
    // A resumed soak adds to its earlier faults.
    let overwrite = Overwrite { force: args.overwrite.force || args.resume };
    let faults = OutputPlan::choose(args.faults.as_deref(), overwrite, || "target/soak".into())?;
    if args.faults.is_some() {
        faults.rehearse()?;
    }
    Ok(faults)
}

/// Returns true if two paths name one file, as far as that is known before it exists.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(parent.unwrap_or(Path::new("."))).ok();
        fs::canonicalize(path).ok().or_else(|| Some(folder?.join(path.file_name()?)))
    };
    a == b || place(a).is_some_and(|a| Some(a) == place(b))
}

fn walk(
    args: &SoakArgs,
    job: &Job,
    levels: &Levels,
    stop: &AtomicBool,
    totals: Totals,
    threads: usize,
    faults: &OutputPlan,
) -> Result<Totals> {
    let before = totals.seconds;
    let bar = progress_bar(args, totals.all().moves);
    let workers = Workers::new(args, levels, stop, totals, threads);
    let begin = Instant::now();
    let result: Result<()> = thread::scope(|scope| {
        for _ in 0..threads {
            thread::Builder::new()
                .name("soak".into())
                .spawn_scoped(scope, || workers.work())
                .context("the threads cannot be started")?;
        }
        let mut saved = Instant::now();
        let (mut shown, mut written) = (0, 0);
        while !workers.is_over() {
            thread::sleep(LOOK_EVERY);
            let walked = workers.walked();
            bar.inc(walked - shown);
            shown = walked;
            if let Some(path) = &args.checkpoint
                && saved.elapsed() >= CHECKPOINT_EVERY
            {
                saved = Instant::now();
                let so_far = {
                    let mut totals = workers.totals();
                    totals.seconds = before + begin.elapsed().as_secs_f64();
                    totals.clone()
                };
                bar.set_message(format!("{} faults", so_far.all().faults()));
                let mut result = job.save(path, &so_far);
                if result.is_ok() && so_far.findings.len() > written {
                    written = so_far.findings.len();
                    result = write_replays(args, &so_far, faults, false);
                }
                if let Err(error) = result {
                    // Continue: a disk that is full now may have space at the next checkpoint.
                    bar.suspend(|| eprintln!("sidle: {error:#}"));
                }
            }
        }
        Ok(())
    });
    result?;
    bar.finish_and_clear();
    let mut totals = workers.into_totals();
    totals.seconds = before + begin.elapsed().as_secs_f64();
    if let Some(path) = &args.checkpoint {
        job.save(path, &totals)?;
    }
    Ok(totals)
}

/// Writes one file per finding. Shrinking it first can take minutes, so that is done at the end
/// only.
fn write_replays(args: &SoakArgs, totals: &Totals, faults: &OutputPlan, shrink: bool) -> Result<()> {
    if totals.findings.is_empty() {
        return Ok(());
    }
    let folder = faults.create()?;
    totals.findings.par_iter().try_for_each(|found| {
        let shrunk = |replay: Replay| format!("# {}\n{}", found.what, shrink_finding(replay, &library));
        // Write an unreadable replay unchanged.
        let replay = found.replay.parse::<Replay>().ok().filter(|_| shrink);
        let text = replay.map_or_else(|| found.replay.clone(), shrunk);
        folder.write(&found.file(args.seed), text.as_bytes()).map(drop)
    })
}

fn progress_bar(args: &SoakArgs, done: u64) -> ProgressBar {
    if args.json || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(
        "soaking {wide_bar} {human_pos} of {human_len} moves, {per_sec}, {eta} left, {msg}",
    );
    let bar = ProgressBar::new(args.moves)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_message("0 faults");
    bar.set_position(done);
    bar.reset_eta();
    bar
}
