//! Walks one chunk and judges every move.

use sidle::trace::{self, Replay};
use sidle::{DVec3, Motion, Outcome, Scratch, Shape};
use sidle_scenes::SplitMix64;

use super::Step;
use super::arena::Arena;
use super::checker::{Checker, Path};
use super::figures::Figures;
use super::mover::Mover;
use super::plan::{Chunk, Kind};
use super::retry::capture_stuck;
use super::stuck::{Stuck, Watch, probe};
use crate::verdict::{Fault, body_of, exact_path, wide};

/// One in this many moves is judged by its iterations in f64 instead of its reported corners. For
/// thin bodies and far from the origin, all moves are. There, rounding a corner can exceed what
/// remains of the body.
const EXACT_EVERY: u64 = 16;
/// Length in metres above which a motion may use up its iterations, for example in a soup of
/// thousands of triangles.
const LONG: f32 = 20.0;
/// Number of recent moves that are kept, so that a failing replay can begin before the fault.
const KEPT: usize = 8;
/// Number of faults of one chunk that are kept as findings; all faults are counted.
const MOST_FINDINGS: usize = 2;
/// Distance in metres from the box of an open level at which a walker has left it.
const LEFT: f64 = 10.0;
/// Number of places tried before a smaller shape is used.
const TRIES: usize = 40;

/// Results of a chunk.
#[derive(Clone, Debug, Default)]
pub struct Walked {
    /// All counts.
    pub figures: Figures,
    /// Hash of every stored position, in order.
    pub hash: u64,
    /// The first faults.
    pub findings: Vec<Finding>,
}

/// A fault, with the data to reproduce it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Number of the chunk.
    pub chunk: u64,
    /// Number of the move in the chunk, counted from 0.
    pub move_number: u64,
    /// Description of the fault.
    pub what: String,
    /// True if the finding violates a guarantee; reaching the iteration limit does not.
    pub is_fault: bool,
    /// The last moves up to the fault, with the polygons that they could reach.
    pub replay: Replay,
}

/// The last moves of a walker.
struct Ring {
    moves: [(DVec3, Motion); KEPT],
    count: usize,
}

impl Ring {
    fn push(&mut self, from: DVec3, motion: Motion) {
        self.moves[self.count % KEPT] = (from, motion);
        self.count += 1;
    }

    /// Captures the kept moves, with the polygons that they could reach.
    fn capture(&self, arena: &Arena, shape: &Shape, chunk: &Chunk) -> Replay {
        let first = self.count.saturating_sub(KEPT);
        let kept: Vec<(DVec3, Motion)> = (first..self.count).map(|i| self.moves[i % KEPT]).collect();
        let motions: Vec<Motion> = kept.iter().map(|(_, motion)| *motion).collect();
        trace::capture_moves(&arena.world, shape, kept[0].0, &motions, &chunk.config)
    }
}

/// Walks a chunk. Performs no move if there is no free place for any shape.
#[must_use]
pub fn walk_chunk(arena: &Arena, chunk: &Chunk, step: Step<'_>) -> Walked {
    let mut rng = SplitMix64::new(chunk.seed ^ 0x9a1c);
    let skin = f64::from(chunk.config.skin_width);
    let Some((shape, spawn)) = room(arena, chunk.shape.clone(), skin, &mut rng) else {
        return Walked::default();
    };
    let body = body_of(&shape);
    let gait = chunk.gaits[usize::from(!arena.closed)];
    let mut checker = Checker::new(arena, &body, skin);
    let mut mover = Mover::new(gait, chunk.seed, chunk.rate, spawn);
    let mut watch = Watch::new(chunk.rate, spawn);
    let mut ring = Ring { moves: [(spawn, Motion::default()); KEPT], count: 0 };
    let mut scratch = Scratch::default();
    let mut walked = Walked { hash: chunk.number, ..Walked::default() };
    for number in 0..chunk.moves {
        let (from, motion) = (mover.position(), mover.ask());
        let outcome = step(&arena.world, &mut scratch, &shape, from, motion, &chunk.config);
        ring.push(from, motion);
        walked.eat(&outcome);
        walked.figures.touching += u64::from(!scratch.hits().is_empty());
        let is_exact = chunk.kind == Kind::Thin || arena.is_far || number % EXACT_EVERY == 0;
        let in_f64 = || exact_path(&arena.world, &shape, (from, motion), &chunk.config, &outcome);
        let exact = is_exact.then(in_f64).flatten();
        walked.figures.exact_paths += u64::from(exact.is_some());
        let path = exact.as_deref().map_or(Path::Recorded(scratch.path()), Path::Exact);
        let fault = checker.judge(from, &motion, &outcome, &path, &mut walked.figures);
        let is_long = motion.displacement.length() > LONG;
        let fault = fault.filter(|fault| !is_long || *fault != Fault::IterationLimit);
        mover.take(&outcome, scratch.hits());
        let mut again = !is_near(arena.bounds, outcome.position);
        walked.figures.left += u64::from(again);
        if let Some(fault) = fault {
            walked.figures.blame(&fault);
            again |= fault != Fault::IterationLimit;
            let replay = || ring.capture(arena, &shape, chunk);
            walked.find(chunk, number, fault.breaks_the_promise(), fault.to_string(), replay);
        }
        if !again && watch.note(outcome.position) {
            walked.figures.still += 1;
            match probe(arena, &mut scratch, &shape, &chunk.config, outcome.position, step) {
                Stuck::No => {}
                Stuck::Wedged => {
                    walked.figures.wedged += 1;
                    again = true;
                }
                Stuck::False { heading, direction } => {
                    walked.figures.false_stuck += 1;
                    again = true;
                    let what = format!("false stuck: heading {heading}, free towards {direction:?}");
                    let replay = || {
                        capture_stuck(arena, &shape, outcome.position, &chunk.config, heading, outcome.skin)
                    };
                    walked.find(chunk, number, true, what, replay);
                }
            }
        }
        if again {
            let place = free_spawn(arena, &shape, skin, &mut rng).unwrap_or(spawn);
            mover.restart(place);
            watch.restart(place);
            ring.count = 0;
        }
    }
    walked.figures.moves = chunk.moves;
    walked.figures.simulated_us = (chunk.moves as f64 * 1e6 / chunk.rate) as u64;
    walked
}

impl Walked {
    fn eat(&mut self, outcome: &Outcome) {
        let [x, y, z] = outcome.position.to_array().map(|v| v.to_bits());
        for word in [x << 32 | y, z << 32 | u64::from(outcome.iterations)] {
            self.hash = (self.hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        self.figures.most_stages = self.figures.most_stages.max(outcome.iterations);
    }

    fn find(
        &mut self,
        chunk: &Chunk,
        move_number: u64,
        is_fault: bool,
        what: String,
        replay: impl Fn() -> Replay,
    ) {
        // A fault replaces a finding that violates no guarantee.
        let spare = self.findings.iter().position(|kept| is_fault && !kept.is_fault);
        if self.findings.len() == MOST_FINDINGS
            && let Some(spare) = spare
        {
            self.findings.remove(spare);
        }
        if self.findings.len() < MOST_FINDINGS {
            let replay = replay();
            self.findings.push(Finding { chunk: chunk.number, move_number, what, is_fault, replay });
        }
    }
}

/// Returns a shape that fits at some place, and the place. The shape is halved until it fits.
pub(super) fn room(
    arena: &Arena,
    mut shape: Shape,
    skin: f64,
    rng: &mut SplitMix64,
) -> Option<(Shape, DVec3)> {
    for _ in 0..8 {
        if let Some(place) = free_spawn(arena, &shape, skin, rng) {
            return Some((shape, place));
        }
        shape = shape.scaled(0.5);
    }
    None
}

/// Returns a spawn, or a place above one, where the shape with its skin is free.
pub(super) fn free_spawn(arena: &Arena, shape: &Shape, skin: f64, rng: &mut SplitMix64) -> Option<DVec3> {
    let grown = body_of(shape).inflated(skin);
    for attempt in 0..TRIES {
        let spawn = *arena.spawns.get(rng.below(arena.spawns.len()))?;
        let up = if attempt < TRIES / 2 { 0.0 } else { rng.range(0.0, 4.0) as f32 };
        let place = spawn + (arena.up() * up).as_dvec3();
        let straight_up = up == 0.0 || !arena.judge.crosses(wide(spawn), wide(place));
        if straight_up && arena.judge.clearance(&grown, wide(place), 0.0).gap >= 0.0 {
            return Some(place);
        }
    }
    None
}

/// Returns false outside the level, and for anything that is not finite.
pub(super) fn is_near((low, high): (DVec3, DVec3), p: DVec3) -> bool {
    (low - LEFT).cmple(p).all() && p.cmple(high + LEFT).all()
}
