//! Simulates the walkers: a slice of time for each of them, with every move timed. The moves are
//! judged afterwards, in `judge`.

use std::time::Instant;

use sidle::{
    CharacterConfig, CharacterInput, CharacterState, DVec3, Motion, MoveConfig, Outcome, Scratch, Shape,
    StopReason, Vec3, World,
};

use super::timing::Histogram;
use sidle_walkers::character::Player;
use sidle_walkers::walker::Walker;

/// A walker this many metres outside the bounding box of an open level has left the level.
pub(crate) const LEFT: f32 = 10.0;

/// The data that is the same for every move of the run.
pub(crate) struct Rules<'a> {
    /// The world that they walk in.
    pub(crate) world: &'a World,
    /// Minimum and maximum corner of the world.
    pub(crate) bounds: (Vec3, Vec3),
    /// Shape of the walkers.
    pub(crate) shape: Shape,
    /// Configuration of the moves. It records the path.
    pub(crate) config: MoveConfig,
    /// Settings of the characters, if the walkers are characters.
    pub(crate) character: Option<CharacterConfig>,
    /// Duration of one move in seconds.
    pub(crate) dt: f32,
    /// Overhead of the clock in each measured time, in nanoseconds.
    pub(crate) clock_ns: u64,
}

/// A walker: a plain mover, or a character.
pub(crate) enum Actor {
    Mover(Walker),
    Character(Box<Player>),
}

impl Actor {
    /// Returns the position of the centre.
    pub(crate) fn position(&self, rules: &Rules<'_>) -> DVec3 {
        match self {
            Self::Mover(walker) => walker.position,
            Self::Character(player) => {
                let config = rules.character.as_ref();
                config.and_then(|config| centre_of(&player.state, config)).unwrap_or(player.spawn)
            }
        }
    }
}

/// Returns the centre of a character, if a step has placed it.
fn centre_of(state: &CharacterState, config: &CharacterConfig) -> Option<DVec3> {
    state.up().map(|_| state.centre(config))
}

/// The reported end of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) position: DVec3,
    pub(crate) velocity: Vec3,
    pub(crate) reason: StopReason,
    pub(crate) skin: f32,
    pub(crate) iterations: u32,
}

impl From<&Outcome> for End {
    fn from(outcome: &Outcome) -> Self {
        let Outcome { position, velocity, reason, skin, iterations, .. } = *outcome;
        Self { position, velocity, reason, skin, iterations }
    }
}

/// A move: its input and its reported result. The judge decides if the result is correct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// Start position.
    pub(crate) from: DVec3,
    /// Requested motion.
    pub(crate) motion: Motion,
    /// Reported outcome.
    pub(crate) outcome: End,
    /// True if the body crouches at the end.
    pub(crate) crouches: bool,
    /// True if the body began to crouch or stood up.
    pub(crate) changed: bool,
    /// End of its path in [`Slice::path`]. The path begins at the end of the previous one.
    pub(crate) path_end: u32,
    /// True if the move hit something.
    pub(crate) has_hits: bool,
    /// Duration in nanoseconds, without the overhead of the clock.
    pub(crate) nanos: u64,
    /// True if the walker had just turned.
    pub(crate) turned: bool,
    /// True if the walker was put back to its spawn after this move.
    pub(crate) restarted: bool,
    /// The state before the step and its input, if the walker is a character.
    pub(crate) step: Option<StepInput>,
}

/// The input of a step of a character. The same call gives the same result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepInput {
    pub(crate) state: CharacterState,
    pub(crate) input: CharacterInput,
}

/// The moves of one walker in one slice of time.
#[derive(Debug, Default)]
pub(crate) struct Slice {
    /// The moves, in order.
    pub(crate) records: Vec<Record>,
    /// The paths of all moves, one after the other.
    pub(crate) path: Vec<DVec3>,
}

/// Counts of the simulation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    /// Number of moves.
    pub(crate) moves: u64,
    /// Total duration of the moves in nanoseconds.
    pub(crate) nanos: u64,
    /// Durations of the moves that had something near.
    pub(crate) times: Histogram,
    /// Number of times that a walker left the level and started again.
    pub(crate) left: u64,
    /// Counts of characters.
    pub(crate) character: CharacterCounts,
}

/// Counts of characters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CharacterCounts {
    /// Number of steps of the simulation, and of those that end in the air.
    pub(crate) steps: u64,
    pub(crate) in_air: u64,
    /// Number of steps of the ground that were climbed.
    pub(crate) climbed: u64,
    /// Metres asked for and walked, on the ground and without a wall ahead.
    pub(crate) asked_m: f64,
    pub(crate) walked_m: f64,
}

impl Counts {
    /// Adds the counts of another walker.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.nanos += other.nanos;
        self.times.merge(&other.times);
        self.left += other.left;
        self.character.steps += other.character.steps;
        self.character.in_air += other.character.in_air;
        self.character.climbed += other.character.climbed;
        self.character.asked_m += other.character.asked_m;
        self.character.walked_m += other.character.walked_m;
    }
}

/// Simulates `moves` moves and stores them in `slice`.
pub(crate) fn walk(
    rules: &Rules<'_>,
    actor: &mut Actor,
    scratch: &mut Scratch,
    moves: u64,
    counts: &mut Counts,
    slice: &mut Slice,
) {
    slice.records.clear();
    slice.path.clear();
    for _ in 0..moves {
        let mut record = match actor {
            Actor::Mover(walker) => move_once(rules, walker, scratch),
            Actor::Character(player) => step_once(rules, player, scratch, &mut counts.character),
        };
        let left = !is_near(rules.bounds, record.outcome.position);
        record.restarted = left || record.outcome.reason == StopReason::StartedInside;
        if record.restarted {
            match actor {
                Actor::Mover(walker) => walker.restart(),
                Actor::Character(player) => player.restart(),
            }
        }
        slice.path.extend_from_slice(scratch.path());
        record.path_end = slice.path.len() as u32;
        counts.moves += 1;
        counts.nanos += record.nanos;
        counts.left += u64::from(left);
        slice.records.push(record);
    }
}

fn move_once(rules: &Rules<'_>, walker: &mut Walker, scratch: &mut Scratch) -> Record {
    let (motion, turned) = walker.ask(rules.dt);
    let from = walker.position;
    let start = Instant::now();
    let outcome = rules.world.move_and_slide(scratch, &rules.shape, from, motion, &rules.config);
    let nanos = (start.elapsed().as_nanos() as u64).saturating_sub(rules.clock_ns);
    walker.take(&outcome, scratch.hits());
    let has_hits = !scratch.hits().is_empty();
    let outcome = End::from(&outcome);
    Record { from, motion, outcome, has_hits, nanos, turned, ..Record::NONE }
}

fn step_once(
    rules: &Rules<'_>,
    player: &mut Player,
    scratch: &mut Scratch,
    counts: &mut CharacterCounts,
) -> Record {
    let Some(config) = &rules.character else { return Record::NONE };
    let (input, turned) = player.ask();
    let before = player.state;
    let start = Instant::now();
    let report = rules.world.step_character(scratch, config, &mut player.state, &input, rules.dt);
    let nanos = (start.elapsed().as_nanos() as u64).saturating_sub(rules.clock_ns);
    let after = &player.state;
    let position = centre_of(after, config).unwrap_or(player.spawn);
    let from = centre_of(&before, config).unwrap_or(position);
    counts.steps += 1;
    counts.in_air += u64::from(!report.is_on_floor());
    counts.climbed += u64::from(report.stepped > CLIMBED * config.step_height);
    if before.is_grounded() && report.is_on_floor() && !report.is_on_wall() {
        counts.asked_m += f64::from(input.wish_velocity.length() * rules.dt);
        counts.walked_m += (position - from).with_y(0.0).length();
    }
    // From a free place, nothing needs to be pushed out or refused.
    let is_inside = report.refused.is_some() || (report.was_pushed_out && before.up().is_some());
    let outcome = End {
        position,
        velocity: after.velocity,
        reason: if is_inside { StopReason::StartedInside } else { StopReason::Arrived },
        skin: config.skin_width,
        iterations: 0,
    };
    Record {
        from,
        motion: Motion::velocity(input.wish_velocity, rules.dt),
        outcome,
        crouches: after.is_crouching(),
        changed: after.is_crouching() != before.is_crouching(),
        has_hits: report.is_on_floor() || report.is_on_wall(),
        nanos,
        turned,
        step: Some(StepInput { state: before, input }),
        ..Record::NONE
    }
}

/// A lift by more than this share of the step height counts as a step that was climbed.
const CLIMBED: f32 = 0.1;

impl Record {
    const NONE: Self = Self {
        from: DVec3::ZERO,
        motion: Motion { displacement: Vec3::ZERO, velocity: Vec3::ZERO },
        outcome: End {
            position: DVec3::ZERO,
            velocity: Vec3::ZERO,
            reason: StopReason::Arrived,
            skin: 0.0,
            iterations: 0,
        },
        crouches: false,
        changed: false,
        path_end: 0,
        has_hits: false,
        nanos: 0,
        turned: false,
        restarted: false,
        step: None,
    };
}

/// Returns true if a walker at this position counts as in the level. False for positions that are
/// not finite.
pub(crate) fn is_near((low, high): (Vec3, Vec3), p: DVec3) -> bool {
    let p = p.as_vec3();
    (low - LEFT).cmple(p).all() && p.cmple(high + LEFT).all()
}
