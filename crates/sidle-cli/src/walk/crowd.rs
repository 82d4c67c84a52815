//! Runs all walkers together. All of them walk for one second in parallel, then their moves are
//! judged, then the next second begins.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use sidle::{DVec3, Scratch, Vec3};
use sidle_judge::Judge;
use sidle_walkers::body_of;
use sidle_walkers::character::Player;
use sidle_walkers::walker::Walker;

use super::findings::Findings;
use super::judge::{Checker, Watch};
use super::options::WalkArgs;
use super::pictures::{MOST_TRAILS, Trail};
use super::report::Run;
use super::simulate::{self, Actor, Counts, Rules, Slice};
use super::visits::Visits;
use super::voxels::Outside;
use super::{spawns, timing};
use crate::guess::{Evidence, warn};
use crate::level::Level;

/// Approximate number of moves per run that the reference implementation repeats.
const TWIN_MOVES: u64 = 1000;

/// The walkers after the run.
pub(crate) struct Crowd {
    /// Counts and findings of the run.
    pub(crate) run: Run,
    /// Paths of some of the walkers.
    pub(crate) trails: Vec<Trail>,
    /// Visits and stops of all walkers.
    pub(crate) visits: Visits,
}

/// A walker and its own data. No data is shared between threads.
struct Member<'a> {
    actor: Actor,
    scratch: Scratch,
    slice: Slice,
    watch: Watch<'a>,
    counts: Counts,
    findings: Findings,
    visits: Visits,
    /// The path, for walkers that appear on the pictures.
    trail: Option<Trail>,
}

/// A level prepared for walkers.
pub(crate) struct Ground {
    judge: Judge,
    /// The region connected with the outside, if it is known.
    outside: Option<Outside>,
    /// Spawns, at least one.
    spawns: Vec<Vec3>,
    /// One sentence per problem of the level or the spawns.
    pub(crate) doubts: Vec<String>,
}

impl Ground {
    /// Prepares the judge and finds the spawns.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no spawn or the spawn file cannot be used.
    pub(crate) fn new(args: &WalkArgs, level: &Level) -> Result<Self> {
        let asked = spawns::asked_for(args)?;
        let given = asked.as_ref().map_or(&[][..], |asked| asked.places());
        let mut doubts = Evidence::of(level, given).doubts(level.units);
        doubts.extend(level.doubt_about_instances());
        // Print the warnings before the long walk.
        warn(&args.level, &doubts);
        let judge = Judge::new(&level.data.vertices, &level.data.triangles);
        let outside = Outside::of(level, args.shape.half.min_element());
        let chosen = spawns::choose(args, asked, level, &judge, outside.as_ref())?;
        doubts.extend(chosen.doubts);
        Ok(Self { judge, outside, spawns: chosen.places, doubts })
    }
}

/// Walks until the time is over or `stop` is set.
pub(crate) fn walk(args: &WalkArgs, level: &Level, ground: &Ground, stop: &AtomicBool) -> Crowd {
    let Ground { judge, outside, spawns, doubts } = ground;
    let enclosed = spawns.iter().filter(|&&p| outside.as_ref().is_some_and(|o| !o.holds(p))).count();
    let moves_each = args.moves_each();
    let total = moves_each * u64::from(args.walkers);
    let rules = Rules {
        world: &level.world,
        bounds: level.bounds,
        shape: args.shape.shape.clone(),
        config: args.config(),
        character: args.character(),
        dt: args.dt(),
        clock_ns: timing::clock_overhead(),
    };
    let crouching = rules.character.as_ref().map(|c| c.posture(true));
    let checker = Checker {
        judge,
        world: &level.world,
        outside: outside.as_ref(),
        bodies: [args.shape.body(), crouching.as_ref().map_or(args.shape.body(), body_of)],
        reach: args.shape.half.max_element(),
        law: args.response.law(),
        twin_one_in: rules.character.is_none().then(|| (total / TWIN_MOVES).max(1)),
        rate: args.rate,
    };
    let mut members: Vec<Member<'_>> = (0..u64::from(args.walkers))
        .map(|i| {
            let spawn = spawns[i as usize % spawns.len()];
            Member {
                actor: actor(args, &rules, i, spawn),
                scratch: Scratch::default(),
                slice: Slice::default(),
                watch: checker.watch(i, spawn, args.skin),
                counts: Counts::default(),
                findings: Findings::default(),
                visits: Visits::new(2.0 * args.shape.half.min_element()),
                trail: is_drawn(i, u64::from(args.walkers)).then(Trail::default),
            }
        })
        .collect();
    let bar = progress_bar(args, total);
    let mut done = 0;
    // All walkers advance one second at a time, so that an interrupted run is a shorter complete
    // run.
    while done < moves_each && !stop.load(Ordering::Relaxed) {
        let moves = (args.rate.round() as u64).clamp(1, moves_each - done);
        members.par_iter_mut().for_each(|m| {
            simulate::walk(&rules, &mut m.actor, &mut m.scratch, moves, &mut m.counts, &mut m.slice);
            checker.hear(&m.slice, &mut m.watch, &mut m.findings, &mut m.counts);
            m.visits.add(&m.slice);
            if let Some(trail) = &mut m.trail {
                follow(&m.slice, trail);
            }
            bar.inc(moves);
        });
        done += moves;
    }
    bar.finish_and_clear();
    let (mut counts, mut findings) = (Counts::default(), Findings::default());
    let mut visits = Visits::new(2.0 * args.shape.half.min_element());
    for member in &members {
        visits.merge(&member.visits);
        counts.merge(&member.counts);
        findings.merge(&member.findings);
    }
    let run = Run {
        counts,
        findings,
        positions_hash: hash(members.iter().map(|m| m.actor.position(&rules))),
        seconds: done as f64 / args.rate,
        threads: rayon::current_num_threads(),
        spawns: [spawns.len(), enclosed],
        doubts: doubts.clone(),
        interrupted: done < moves_each,
    };
    Crowd { run, visits, trails: members.into_iter().filter_map(|m| m.trail).collect() }
}

/// Creates walker number `i` at its spawn.
fn actor(args: &WalkArgs, rules: &Rules<'_>, i: u64, spawn: Vec3) -> Actor {
    match &rules.character {
        None => Actor::Mover(Walker::new(args.seed, i, args.rate, spawn.as_dvec3())),
        Some(config) => {
            let feet = spawn - Vec3::Y * (args.shape.half.y + config.skin_width);
            Actor::Character(Box::new(Player::new(
                args.seed,
                i,
                args.rate,
                [spawn, feet].map(|place| place.as_dvec3()),
            )))
        }
    }
}

/// Returns true if the walker appears on the pictures. These walkers are spread evenly over all.
fn is_drawn(walker: u64, walkers: u64) -> bool {
    let most = (MOST_TRAILS as u64).min(walkers);
    (walker * most) / walkers != ((walker + 1) * most) / walkers
}

fn follow(slice: &Slice, trail: &mut Trail) {
    let mut path_start = 0;
    for record in &slice.records {
        let path_end = record.path_end as usize;
        slice.path[path_start..path_end].iter().for_each(|&place| trail.go_to(place.as_vec3()));
        path_start = path_end;
        if record.restarted {
            trail.restart();
        }
    }
}

fn progress_bar(args: &WalkArgs, moves: u64) -> ProgressBar {
    if args.json || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("walking {wide_bar} {human_pos} of {human_len} moves, {eta} left");
    ProgressBar::new(moves).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Returns the FNV-1a hash of the bits of the positions.
fn hash(positions: impl Iterator<Item = DVec3>) -> u64 {
    let bytes = positions.flat_map(|p| p.to_array()).flat_map(|x| x.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
