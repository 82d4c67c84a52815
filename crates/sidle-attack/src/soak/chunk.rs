//! One chunk: a walker walks and every move is judged.

use sidle::trace::{self, Replay};
use sidle::{Motion, Outcome, Scratch, Shape, Vec3};
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

/// Of so many moves, one is judged by its stages in f64 and not by the corners that it reports; of
/// thin bodies and far out, all are: there the rounding of a corner can be more than what is left
/// of the body.
const EXACT_EVERY: u64 = 16;
/// Metres beyond which a motion may use up its stages, in a soup of thousands of triangles for
/// example.
const LONG: f32 = 20.0;
/// Moves of a walker that are kept, so that a failing replay can begin before the fault.
const KEPT: usize = 8;
/// Faults of one chunk that are kept as findings; all are counted.
const MOST_FINDINGS: usize = 2;
/// Metres beyond the box of an open level at which a walker has left it.
const LEFT: f32 = 10.0;
/// Places tried before a smaller shape is taken.
const TRIES: usize = 40;

/// What a chunk came to.
#[derive(Clone, Debug, Default)]
pub struct Walked {
    /// Everything that was counted.
    pub figures: Figures,
    /// Over every stored position, in order.
    pub hash: u64,
    /// The first faults.
    pub findings: Vec<Finding>,
}

/// A fault, and what it takes to make it again.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The chunk, and the move in it.
    pub chunk: u64,
    /// Counted from 0.
    pub move_number: u64,
    /// What was found, in words.
    pub what: String,
    /// Whether it breaks a promise; the limit of stages does not.
    pub is_fault: bool,
    /// The last moves up to the fault, with the polygons that they could touch.
    pub replay: Replay,
}

/// The last moves of a walker.
struct Ring {
    moves: [(Vec3, Motion); KEPT],
    count: usize,
}

impl Ring {
    fn push(&mut self, from: Vec3, motion: Motion) {
        self.moves[self.count % KEPT] = (from, motion);
        self.count += 1;
    }

    /// The moves that are kept, with the polygons that they could touch.
    fn capture(&self, arena: &Arena, shape: &Shape, chunk: &Chunk) -> Replay {
        let first = self.count.saturating_sub(KEPT);
        let kept: Vec<(Vec3, Motion)> = (first..self.count).map(|i| self.moves[i % KEPT]).collect();
        let motions: Vec<Motion> = kept.iter().map(|(_, motion)| *motion).collect();
        trace::capture_moves(&arena.world, shape, kept[0].0, &motions, &chunk.config)
    }
}

/// Walks a chunk. Nothing is walked where there is no place for any shape.
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
        let exact = || exact_path(&arena.world, &shape, (from, motion), &chunk.config, &outcome);
        let exact = is_exact.then(exact).flatten();
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
                    let replay = || capture_stuck(arena, &shape, outcome.position, &chunk.config, heading);
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
        let [x, y, z] = outcome.position.to_array().map(|v| u64::from(v.to_bits()));
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
        // A fault takes the place of what breaks no promise.
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

/// The shape, or the largest half of half of it that has room at some place, and a place.
fn room(arena: &Arena, mut shape: Shape, skin: f64, rng: &mut SplitMix64) -> Option<(Shape, Vec3)> {
    for _ in 0..8 {
        if let Some(place) = free_spawn(arena, &shape, skin, rng) {
            return Some((shape, place));
        }
        shape = shape.scaled(0.5);
    }
    None
}

/// A spawn, or a place somewhat above one, where the shape with its skin is free.
fn free_spawn(arena: &Arena, shape: &Shape, skin: f64, rng: &mut SplitMix64) -> Option<Vec3> {
    let grown = body_of(shape).inflated(skin);
    for attempt in 0..TRIES {
        let spawn = *arena.spawns.get(rng.below(arena.spawns.len()))?;
        let up = if attempt < TRIES / 2 { 0.0 } else { rng.range(0.0, 4.0) as f32 };
        let place = spawn + Vec3::Y * up;
        let straight_up = up == 0.0 || !arena.judge.crosses(wide(spawn), wide(place));
        if straight_up && arena.judge.clearance(&grown, wide(place), 0.0).gap >= 0.0 {
            return Some(place);
        }
    }
    None
}

/// False outside, and for anything that is not finite.
fn is_near((low, high): (Vec3, Vec3), p: Vec3) -> bool {
    (low - LEFT).cmple(p).all() && p.cmple(high + LEFT).all()
}
