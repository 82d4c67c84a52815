//! `sidle walk`: random walkers on a level of the user's own, judged.

mod findings;
mod judge;
mod options;
mod photo;
mod pictures;
mod report;
mod simulate;
mod spawns;
mod timing;
mod view;
mod voxels;
mod walker;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use sidle::{MoveConfig, Scratch, Vec3};
use sidle_judge::Judge;

use crate::Verdict;
use crate::files::OutputFolder;
use crate::level::Level;
use findings::Findings;
use judge::{Court, Watch};
pub(crate) use options::WalkArgs;
use pictures::{MOST_TRAILS, Trail};
use report::{Report, Run};
use simulate::{Counts, Rules, Slice};
use voxels::Outside;
use walker::Walker;

/// Moves that the twin repeats in a whole run, about.
const TWIN_MOVES: u64 = 1000;

/// Runs the command.
pub(crate) fn run(args: &WalkArgs) -> Result<Verdict> {
    let level = Level::open(&args.level)?;
    let folder = (!args.no_pictures).then(|| OutputFolder::open(&out(args, &level))).transpose()?;
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = args.threads {
        pool = pool.num_threads(threads as usize);
    }
    let pool = pool.build().context("the threads cannot be started")?;
    let stop = stop_on_interrupt()?;
    let crowd = pool.install(|| walk(args, &level, &stop))?;
    let report = Report::new(args, &level, &crowd.run);
    if args.json {
        println!("{}", report.json()?);
    } else {
        print!("{}", report.table());
    }
    if let Some(folder) = folder {
        let files = pool.install(|| pictures::draw(&level, &crowd.trails, args.shape.half, &folder))?;
        if !args.json {
            files.iter().for_each(|file| println!("  picture: {}", file.display()));
        }
    }
    Ok(report.verdict())
}

fn out(args: &WalkArgs, level: &Level) -> PathBuf {
    args.out.clone().unwrap_or_else(|| Path::new("target/walk").join(&level.data.name))
}

/// A flag that the first Ctrl-C sets; the second one ends the program.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("\nsidle: ending after this second of walking; once more to end at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// The walkers after the run.
struct Crowd {
    run: Run,
    trails: Vec<Trail>,
}

/// A walker and everything that belongs to it: no two threads ever share any of it.
struct Member {
    walker: Walker,
    scratch: Scratch,
    slice: Slice,
    watch: Watch,
    counts: Counts,
    findings: Findings,
    /// Of the walkers that will be on the pictures.
    trail: Option<Trail>,
}

fn walk(args: &WalkArgs, level: &Level, stop: &AtomicBool) -> Result<Crowd> {
    let judge = Judge::new(&level.data.vertices, &level.data.triangles);
    let outside = Outside::of(level, args.shape.half.min_element());
    let spawns = spawns::choose(args, level, &judge, outside.as_ref())?;
    let enclosed = spawns.iter().filter(|&&p| outside.as_ref().is_some_and(|o| !o.holds(p))).count();
    let moves_each = args.moves_each();
    let total = moves_each * u64::from(args.walkers);
    let rules = Rules {
        world: &level.world,
        bounds: level.bounds,
        shape: args.shape.shape,
        config: MoveConfig {
            response: args.response.response(),
            skin_width: args.skin,
            record_path: true,
            ..MoveConfig::default()
        },
        dt: args.dt(),
        clock_ns: timing::clock_overhead(),
    };
    let court = Court {
        judge: &judge,
        world: &level.world,
        outside: outside.as_ref(),
        body: args.shape.body(),
        reach: args.shape.half.max_element(),
        law: args.response.law(),
        twin_one_in: (total / TWIN_MOVES).max(1),
        rate: args.rate,
    };
    let mut members: Vec<Member> = (0..u64::from(args.walkers))
        .map(|i| {
            let spawn = spawns[i as usize % spawns.len()];
            Member {
                walker: Walker::new(args.seed, i, args.rate, spawn),
                scratch: Scratch::default(),
                slice: Slice::default(),
                watch: Watch::new(i, spawn),
                counts: Counts::default(),
                findings: Findings::default(),
                trail: is_drawn(i, u64::from(args.walkers)).then(Trail::default),
            }
        })
        .collect();
    let bar = progress_bar(args, total);
    let mut done = 0;
    // A second at a time for all of them, so that an interrupted run is a shorter one.
    while done < moves_each && !stop.load(Ordering::Relaxed) {
        let moves = (args.rate.round() as u64).clamp(1, moves_each - done);
        members.par_iter_mut().for_each(|m| {
            simulate::walk(&rules, &mut m.walker, &mut m.scratch, moves, &mut m.counts, &mut m.slice);
            court.hear(&m.slice, &mut m.watch, &mut m.findings, &mut m.counts);
            if let Some(trail) = &mut m.trail {
                follow(&m.slice, trail);
            }
            bar.inc(moves);
        });
        done += moves;
    }
    bar.finish_and_clear();
    let (mut counts, mut findings) = (Counts::default(), Findings::default());
    for member in &members {
        counts.merge(&member.counts);
        findings.merge(&member.findings);
    }
    let run = Run {
        counts,
        findings,
        positions_hash: hash(members.iter().map(|m| m.walker.position)),
        seconds: done as f64 / args.rate,
        threads: rayon::current_num_threads(),
        spawns: [spawns.len(), enclosed],
        interrupted: done < moves_each,
    };
    Ok(Crowd { run, trails: members.into_iter().filter_map(|m| m.trail).collect() })
}

/// The walkers on the pictures are spread over all of them.
fn is_drawn(walker: u64, walkers: u64) -> bool {
    let most = (MOST_TRAILS as u64).min(walkers);
    (walker * most) / walkers != ((walker + 1) * most) / walkers
}

fn follow(slice: &Slice, trail: &mut Trail) {
    let mut path_start = 0;
    for record in &slice.records {
        let path_end = record.path_end as usize;
        slice.path[path_start..path_end].iter().for_each(|&place| trail.go_to(place));
        path_start = path_end;
        if record.restarted {
            trail.pieces.push(Vec::new());
        }
    }
}

fn progress_bar(args: &WalkArgs, moves: u64) -> ProgressBar {
    if args.json || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("walking {wide_bar} {human_pos} of {human_len} moves, {eta} left");
    ProgressBar::new(moves).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// FNV-1a over the bits of positions.
fn hash(positions: impl Iterator<Item = Vec3>) -> u64 {
    let bytes = positions.flat_map(|p| p.to_array()).flat_map(|x| x.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
