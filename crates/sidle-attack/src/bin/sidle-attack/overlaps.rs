//! `sidle-attack overlaps`: checks the resolution of overlaps against brute force.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use rayon::prelude::*;
use sidle::Scratch;
use sidle_attack::overlaps::{
    EVENTS, Fault, Ground, KINDS, Kind, MISSES, Overlap, PLAY_MISSES, Played, ask, is_missed, judge,
    shared_levels,
};
use sidle_attack::record::{Attack, Run};

use crate::cases::CaseArgs;

/// Checks random overlaps. A case is a body that overlaps a pocket, a grid of boxes, a wedge,
/// plates, slots or a soup. The same seed gives the same cases on every machine and with any number
/// of threads.
#[derive(Args)]
pub(crate) struct OverlapsArgs {
    /// Number of cases; accepts exponents such as 1e5
    #[arg(long, default_value = "1e4", value_parser = crate::count)]
    cases: u64,
    /// Instead of these kinds, try overlaps as they arise in play: doors that close, spawns in
    /// shared levels, edited levels and crushed bodies
    #[arg(long)]
    play: bool,
    /// Run only cases of this kind: pocket, grid, wedge, plates, slots or soup; with `--play` door,
    /// spawn, edit or crush
    #[arg(long)]
    kind: Option<String>,
    /// Search for the nearest free position in every case, not only where the verdict needs it;
    /// slow
    #[arg(long)]
    ratios: bool,
    /// Accept also free positions that the centre reaches only by a path longer than two body
    /// lengths
    #[arg(long)]
    long_ways: bool,
    /// Calls per case; the shortest time counts
    #[arg(long, default_value_t = 1)]
    times: u32,
    #[command(flatten)]
    which: CaseArgs,
}

/// The verdict on one case.
struct Judged {
    case: u64,
    kind: Kind,
    is_free: bool,
    iterations: u32,
    time: Duration,
    /// Distance of the answer divided by the distance of the nearest free position.
    ratio: Option<f64>,
    distance: f64,
    fault: Option<Fault>,
}

/// Runs the cases. Returns true if no answer was faulty, and at most one way in a thousand, or with
/// `--play` in a hundred, was missed or too long.
pub(crate) fn run(args: &OverlapsArgs) -> Result<bool> {
    let recorder = args.which.record.begin()?;
    let bar = args.which.begin(args.cases)?;
    let begun = Instant::now();
    let levels = if args.play { shared_levels("sidle-attack overlaps of spawns") } else { Vec::new() };
    let is_asked = |case: &u64| {
        let name = format!("{:?}", args.kind_of(*case)).to_lowercase();
        args.kind.as_ref().is_none_or(|kind| kind.to_lowercase() == name)
    };
    let judged: Vec<Judged> = args
        .which
        .numbers(args.cases)
        .into_par_iter()
        .filter(is_asked)
        .map_init(Scratch::default, |scratch, case| {
            bar.inc(1);
            look(args, scratch, case, &levels)
        })
        .flatten()
        .collect();
    bar.finish_and_clear();
    let took = begun.elapsed();
    println!("{} cases of seed {} in {:.1} s", judged.len(), args.which.seed, took.as_secs_f64());
    for kind in KINDS.into_iter().chain(EVENTS) {
        let some: Vec<&Judged> = judged.iter().filter(|j| j.kind == kind).collect();
        print(&format!("{kind:?}"), &some);
    }
    print("all", &judged.iter().collect::<Vec<_>>());
    let faults: Vec<&Judged> = judged.iter().filter(|j| j.fault.is_some()).collect();
    if args.which.prints_faults() {
        let shown = if args.which.only.is_some() { judged.iter().collect() } else { faults.clone() };
        for j in shown {
            println!(
                "case {} ({:?}): {} m, free {}, {} iterations, {:?}, ratio {:?}, fault {:?}",
                j.case, j.kind, j.distance, j.is_free, j.iterations, j.time, j.ratio, j.fault
            );
        }
    } else if let Some(first) = faults.first() {
        println!("case {} ({:?}) is at fault: {:?}", first.case, first.kind, first.fault);
    }
    let run = run_of(args, &judged, took);
    recorder.append(&run)?;
    Ok(run.passed)
}

/// Returns the entry for the list of runs.
fn run_of(args: &OverlapsArgs, judged: &[Judged], took: Duration) -> Run {
    let mut command = args.which.command("overlaps", args.cases);
    command += if args.play { " --play" } else { "" };
    args.kind.iter().for_each(|kind| command += &format!(" --kind {kind}"));
    command += if args.long_ways { " --long-ways" } else { "" };
    let free = judged.iter().filter(|j| j.is_free).count() as u64;
    let cases = judged.len() as u64;
    let count = |is_counted: fn(&Fault) -> bool| {
        judged.iter().filter(|j| j.fault.as_ref().is_some_and(is_counted)).count() as u64
    };
    let missed = count(is_missed);
    let misses = if args.play { PLAY_MISSES } else { MISSES };
    let faults = count(|fault| !is_missed(fault)) + if missed * misses > cases { missed } else { 0 };
    Run::new(command, took, faults, Attack::Overlaps { seed: args.which.seed, cases, free })
}

impl OverlapsArgs {
    fn kind_of(&self, case: u64) -> Kind {
        if self.play { Played::kind_of(case) } else { Kind::of_case(case) }
    }
}

/// Returns the verdict on a case, or `None` for a spawn if there are no levels.
fn look(args: &OverlapsArgs, scratch: &mut Scratch, case: u64, levels: &[Ground]) -> Option<Judged> {
    let kind = args.kind_of(case);
    let Played { overlap, world } = if args.play {
        Played::of_case(args.which.seed, case, levels)?
    } else {
        let overlap = Overlap::of_case(args.which.seed, case);
        let Some(world) = overlap.world() else { unreachable!("an overlap has a world") };
        Played { overlap, world: world.into() }
    };
    let answer = ask(&overlap, &world, scratch, args.times);
    let verdict = judge(&overlap, &answer, args.ratios, args.long_ways);
    let nearest = match verdict {
        Ok(nearest) => nearest,
        Err(Fault::TooFar { nearest } | Fault::GaveUp { nearest }) => Some(nearest),
        Err(_) => None,
    };
    let is_free = answer.out.is_free();
    Some(Judged {
        case,
        kind,
        is_free,
        iterations: answer.out.iterations,
        time: answer.time,
        ratio: nearest.filter(|_| is_free).map(|n| answer.distance / n),
        distance: answer.distance,
        fault: verdict.err(),
    })
}

fn print(name: &str, judged: &[&Judged]) {
    if judged.is_empty() {
        return;
    }
    let mut faults: BTreeMap<&str, usize> = BTreeMap::new();
    for fault in judged.iter().filter_map(|j| j.fault.as_ref()) {
        let name = match fault {
            Fault::NotFree { .. } => "not free",
            Fault::BrokenPath => "broken path",
            Fault::Crosses => "crosses",
            Fault::GaveUp { .. } => "gave up",
            Fault::TooFar { .. } => "too far",
        };
        *faults.entry(name).or_default() += 1;
    }
    let mut times: Vec<f64> = judged.iter().map(|j| j.time.as_secs_f64() * 1e6).collect();
    let mut ratios: Vec<f64> = judged.iter().filter_map(|j| j.ratio).collect();
    times.sort_by(f64::total_cmp);
    ratios.sort_by(f64::total_cmp);
    let free = judged.iter().filter(|j| j.is_free).count();
    println!("{name:<8} {} cases, {free} free, faults {faults:?}", judged.len());
    println!("         microseconds: {}", spread(&times));
    if !ratios.is_empty() {
        println!("         distance over the nearest: {} ({} cases)", spread(&ratios), ratios.len());
    }
}

fn spread(sorted: &[f64]) -> String {
    let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize];
    format!(
        "median {:.3}, 90 % {:.3}, 99 % {:.3}, 99.9 % {:.3}, most {:.3}",
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    )
}
