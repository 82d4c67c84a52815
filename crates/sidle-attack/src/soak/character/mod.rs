//! Walks a chunk of character steps, and judges every step: no overlap, no crossing, ground as the
//! judge says, no distance, speed or height gained, and rest.

mod plan;
mod stuck;

use sidle::trace::{CharacterReplay, capture_character};
use sidle::{
    CharacterConfig, CharacterInput, CharacterMode, CharacterReport, CharacterState, DVec3, GroundState,
    Quat, Scratch, StopReason, World,
};
use sidle_scenes::SplitMix64;

use super::arena::Arena;
use super::chunk::{free_spawn, is_near, room};
use super::figures::Figures;
use super::plan::Chunk;
use super::stuck::Watch;
use crate::verdict::centre_of;
use crate::verdict::{CharacterJudge, CharacterStep as Step, Fault, rules_of, spacing, wide};
use crate::witness::Witness;

pub use plan::character_chunk;
pub(super) use plan::{WildPlayer, config};
pub use stuck::{CharacterStuck, probe_character};

/// Number of faults of one chunk that are kept as findings; all faults are counted.
const MOST_FINDINGS: usize = 2;
/// Number of recent steps that a finding begins with.
const KEPT: usize = 4;

/// The function that makes a step: [`library_step`], or in tests a step with a planted fault.
pub type CharacterStep<'a> = &'a (
        dyn Fn(
    &World,
    &mut Scratch,
    &CharacterConfig,
    &mut CharacterState,
    &CharacterInput,
    f32,
) -> CharacterReport
            + Sync
    );

/// The library's own step.
pub fn library_step(
    world: &World,
    scratch: &mut Scratch,
    config: &CharacterConfig,
    state: &mut CharacterState,
    input: &CharacterInput,
    dt: f32,
) -> CharacterReport {
    world.step_character(scratch, config, state, input, dt)
}

/// Results of a chunk.
#[derive(Clone, Debug, Default)]
pub struct CharacterWalked {
    /// All counts.
    pub figures: Figures,
    /// Hash of every stored position, in order.
    pub hash: u64,
    /// The first faults.
    pub findings: Vec<CharacterFinding>,
}

/// A fault, with the data to reproduce it.
#[derive(Clone, Debug)]
pub struct CharacterFinding {
    /// Number of the chunk.
    pub chunk: u64,
    /// Number of the step in the chunk, counted from 0.
    pub step_number: u64,
    /// Description of the fault.
    pub what: String,
    /// The last steps up to the fault, with the polygons that they could reach.
    pub replay: CharacterReplay,
}

/// The character of a chunk, and its judges.
struct Walk<'a> {
    arena: &'a Arena,
    chunk: &'a Chunk,
    config: CharacterConfig,
    /// The witnesses of the standing and of the crouching body.
    witnesses: [Witness<'a>; 2],
    judge: CharacterJudge,
    scratch: Scratch,
    /// The states before the last steps, with their inputs.
    recent: Vec<(CharacterState, CharacterInput)>,
    dt: f32,
    walked: CharacterWalked,
}

/// Walks a chunk. Performs no step if there is no free place for any shape.
#[must_use]
pub fn walk_characters(arena: &Arena, chunk: &Chunk, step: CharacterStep<'_>) -> CharacterWalked {
    let mut rng = SplitMix64::new(chunk.seed ^ 0x9a1c);
    // The feet and the centre are rounded apart from each other.
    let far = arena.bounds.0.abs().max(arena.bounds.1.abs()).max_element();
    let skin = f64::from(chunk.config.skin_width) + spacing(far);
    let turned = chunk.shape.clone().with_rotation(arena.turn.as_quat());
    let Some((turned, spawn)) = room(arena, turned, skin, &mut rng) else {
        return CharacterWalked::default();
    };
    let up = arena.up();
    let config = config(chunk, &turned.clone().with_rotation(Quat::IDENTITY), up);
    let judge = CharacterJudge::new(&config);
    let half_height = judge.half_height(false);
    // The feet are a skin below the body, and far from the origin the skin is thicker.
    let skin_at = |centre| rules_of(&config, false, centre, 0.0).skin;
    let feet = |centre: DVec3| {
        let height = half_height + skin_at(centre);
        centre - up.as_dvec3() * height
    };
    let mut player = WildPlayer::new(chunk, arena.turn, [spawn, feet(spawn)]);
    let mut watch = Watch::new(chunk.rate, spawn);
    let witness = |crouches| Witness::new(&arena.judge, judge.body(crouches), config.skin_width.into());
    let mut walk = Walk {
        arena,
        chunk,
        witnesses: [witness(false), witness(true)],
        judge,
        scratch: Scratch::default(),
        recent: Vec::new(),
        dt: (1.0 / chunk.rate) as f32,
        walked: CharacterWalked { hash: chunk.number, ..CharacterWalked::default() },
        config: config.clone(),
    };
    for number in 0..chunk.moves {
        let input = player.ask();
        let is_sound = walk.step(number, &mut player.player.state, &input, step);
        let centre = centre_of(&player.player.state, &config).unwrap_or(spawn);
        let left = !is_near(arena.bounds, centre);
        walk.walked.figures.left += u64::from(left);
        let is_stuck = watch.note(centre) && walk.is_stuck(number, &player.player.state, step);
        if left || !is_sound || is_stuck {
            let place = free_spawn(arena, &turned, skin, &mut rng).unwrap_or(spawn);
            player.restart(feet(place));
            watch.restart(place);
            walk.restart();
        }
    }
    let mut walked = walk.walked;
    walked.figures.either_ground = walk.judge.either();
    walked.figures.moves = chunk.moves;
    walked.figures.simulated_us = (chunk.moves as f64 * 1e6 / chunk.rate) as u64;
    walked
}

impl Walk<'_> {
    /// Performs and judges a step. Returns false after a fault.
    fn step(
        &mut self,
        number: u64,
        state: &mut CharacterState,
        input: &CharacterInput,
        step: CharacterStep<'_>,
    ) -> bool {
        let before = *state;
        if self.recent.len() == KEPT {
            self.recent.remove(0);
        }
        self.recent.push((before, *input));
        let report = step(&self.arena.world, &mut self.scratch, &self.config, state, input, self.dt);
        self.count(&before, state, &report);
        self.walked.figures.modes += u64::from(input.mode != CharacterMode::Walk);
        let mut faults = Vec::new();
        let path = self.scratch.path();
        let witness = &mut self.witnesses[usize::from(state.is_crouching())];
        if let Some(fault) = fault_of_path(witness, &self.config, (&before, state), &report, path) {
            self.walked.figures.blame(&fault);
            faults.push(fault.to_string());
        } else if let Some(fault) = self.judge.judge(
            &self.arena.judge,
            &Step { before: &before, after: state, report: &report, path, input, dt: self.dt },
        ) {
            self.walked.figures.blame_character(&fault);
            faults.push(fault.to_string());
        } else if self.arena.closed && !is_inside(self.arena.bounds, state.centre(&self.config)) {
            self.walked.figures.escapes += 1;
            faults.push(Fault::Escaped.to_string());
        }
        let is_sound = faults.is_empty();
        faults.into_iter().for_each(|what| self.find(number, what));
        is_sound
    }

    /// Diagnoses a character that gained less than a centimetre in two seconds. Returns true if it
    /// has to begin elsewhere.
    fn is_stuck(&mut self, number: u64, state: &CharacterState, step: CharacterStep<'_>) -> bool {
        self.walked.figures.still += 1;
        let found = probe_character(self.arena, &mut self.scratch, &self.config, state, self.dt, step);
        match found {
            CharacterStuck::No => return false,
            CharacterStuck::Wedged => self.walked.figures.wedged += 1,
            CharacterStuck::False { heading, gained } => {
                self.walked.figures.false_stuck += 1;
                let what = format!("false stuck: the judge's character gains {gained} m towards {heading}");
                self.find(number, what);
            }
        }
        true
    }

    fn count(&mut self, before: &CharacterState, after: &CharacterState, report: &CharacterReport) {
        let figures = &mut self.walked.figures;
        figures.touching += u64::from(report.ground != GroundState::Airborne || report.wall.is_some());
        figures.climbed += u64::from(report.stepped > 0.0);
        figures.off_the_ground += u64::from(!report.is_on_floor());
        figures.idle += u64::from(report.is_on_floor() && before.position == after.position);
        let [x, y, z] = after.position.to_array().map(|v| v.to_bits());
        for word in [x << 32 | y, z << 32 | u64::from(report.ground as u8)] {
            self.walked.hash = (self.walked.hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
    }

    fn restart(&mut self) {
        self.recent.clear();
        self.judge.restart();
    }

    fn find(&mut self, step_number: u64, what: String) {
        if self.walked.findings.len() == MOST_FINDINGS {
            return;
        }
        let steps: Vec<(CharacterInput, f32)> =
            self.recent.iter().map(|&(_, input)| (input, self.dt)).collect();
        // A launch is not part of an input, so the replay begins after the last one.
        let replay = capture_character(&self.arena.world, &self.config, &self.recent[0].0, &steps);
        let ends_here = replay_ends(&replay, &self.recent);
        let replay = if ends_here {
            replay
        } else {
            let (state, input) = self.recent[self.recent.len() - 1];
            capture_character(&self.arena.world, &self.config, &state, &[(input, self.dt)])
        };
        self.walked.findings.push(CharacterFinding { chunk: self.chunk.number, step_number, what, replay });
    }
}

/// Returns true if the steps of a replay lead through the recorded states.
fn replay_ends(replay: &CharacterReplay, recent: &[(CharacterState, CharacterInput)]) -> bool {
    let ends = replay.run().unwrap_or_default();
    let place = |state: &CharacterState| (state.position, state.velocity);
    ends.iter().zip(recent.iter().skip(1)).all(|((end, _), (state, _))| place(end) == place(state))
}

/// Judges the path of a step: free of overlaps and of crossings.
fn fault_of_path(
    witness: &mut Witness<'_>,
    config: &CharacterConfig,
    (before, after): (&CharacterState, &CharacterState),
    report: &CharacterReport,
    path: &[DVec3],
) -> Option<Fault> {
    if let Some(reason) = report.refused {
        return Some(Fault::Refused(reason));
    }
    if report.was_pushed_out {
        return Some(Fault::Refused(StopReason::StartedInside));
    }
    let end = centre_of(after, config)?;
    let same = before.is_crouching() == after.is_crouching();
    let first = centre_of(before, config).filter(|_| same);
    let start = path.first().copied().or(first).unwrap_or(end);
    if !(witness.see(start, path, end) && after.position.is_finite() && after.velocity.is_finite()) {
        return Some(Fault::NotFinite);
    }
    if same && first.is_some_and(|first| first != start) {
        return Some(Fault::BrokenPath);
    }
    if witness.crosses() {
        return Some(Fault::Crossing);
    }
    let deepest = witness.deepest();
    let far = end.abs().max_element();
    let rounding = 4e-16 * (1.0 + far);
    let depth_m = -deepest.gap;
    if depth_m <= rounding {
        None
    } else if deepest.at == wide(end) {
        Some(Fault::Penetration { depth_m })
    } else {
        Some(Fault::PenetrationOnTheWay { depth_m })
    }
}

fn is_inside((low, high): (DVec3, DVec3), p: DVec3) -> bool {
    low.cmple(p).all() && p.cmple(high).all()
}
