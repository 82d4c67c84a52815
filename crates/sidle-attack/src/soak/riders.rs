//! Walks a chunk among moving platforms, and judges every ride and every move.

use std::fmt::Write;

use sidle::{
    CarryConfig, CarryEnd, CharacterConfig, DVec3, Motion, Outcome, Scratch, Shape, StopReason, Vec3,
};
use sidle_judge::moving::{MovingMesh, rounding_at, watch};
use sidle_judge::{Body, V};
use sidle_scenes::SplitMix64;

use super::arena::Arena;
use super::character::{WildPlayer, config as character_config};
use super::chunk::{is_near, room};
use super::figures::Figures;
use super::fleet::Fleet;
use super::mover::Mover;
use super::plan::Chunk;
use crate::adversarial::body::{least_of, size_of};
use crate::platforms::{CharacterRide, Ride, RideFault, judge_end, judge_ride, refute};
use crate::verdict::centre_of;
use crate::verdict::{axis_ratio, body_of, wide};

/// Number of faults of one chunk that are kept; all faults are counted.
const MOST_FINDINGS: usize = 2;
/// Time in seconds without a platform after which a walker begins at another one.
const PATIENCE: f64 = 0.6;
/// Number of places tried for a start, and of steps that a walker waits for one.
const TRIES: usize = 20;
const MOST_WAITS: usize = 500;

/// Results of a chunk among platforms.
#[derive(Clone, Debug, Default)]
pub struct Ridden {
    /// All counts.
    pub figures: Figures,
    /// Hash of every stored position, in order.
    pub hash: u64,
    /// The first faults.
    pub findings: Vec<RideFinding>,
}

/// A fault among platforms.
#[derive(Clone, Debug)]
pub struct RideFinding {
    /// Number of the step in the chunk, counted from 0.
    pub step_number: u64,
    /// Description of the fault.
    pub what: String,
    /// True if it violates a guarantee. A refuted crush does not.
    pub is_fault: bool,
    /// The numbers of the step.
    pub details: String,
}

/// A walker among platforms.
struct Rider<'a> {
    arena: &'a Arena,
    chunk: &'a Chunk,
    fleet: Fleet,
    shape: Shape,
    body: Body,
    skin: f64,
    dt: f32,
    scratch: Scratch,
    rng: SplitMix64,
    ridden: Ridden,
    /// Steps since the last contact with a platform.
    alone: u64,
}

/// Walks a chunk of moves, or of steps of a character, among `count` platforms.
#[must_use]
pub fn ride_chunk(arena: &Arena, chunk: &Chunk, count: u32, characters: bool) -> Ridden {
    let mut rng = SplitMix64::new(chunk.seed ^ 0x71de);
    let skin = f64::from(chunk.config.skin_width);
    let Some((shape, spawn)) = room(arena, chunk.shape.clone(), skin, &mut rng) else {
        return Ridden::default();
    };
    let far = arena.bounds.0.abs().max(arena.bounds.1.abs()).max_element();
    let mut rider = Rider {
        arena,
        chunk,
        fleet: Fleet::new(arena, count, 1.0 / chunk.rate, &mut rng),
        body: body_of(&shape),
        shape,
        skin: skin.max(4e-7 * far),
        dt: (1.0 / chunk.rate) as f32,
        scratch: Scratch::default(),
        rng,
        ridden: Ridden { hash: chunk.number, ..Ridden::default() },
        alone: 0,
    };
    rider.fleet.advance();
    let moves = if characters { rider.walk_character(spawn) } else { rider.walk(spawn) };
    let mut ridden = rider.ridden;
    ridden.figures.moves = moves;
    ridden.figures.simulated_us = (moves as f64 * 1e6 / chunk.rate) as u64;
    ridden
}

impl Rider<'_> {
    /// Returns the number of moves: fewer than asked for if the body finds no place any more.
    fn walk(&mut self, spawn: DVec3) -> u64 {
        let gait = self.chunk.gaits[usize::from(!self.arena.closed)];
        let mut mover = Mover::new(gait, self.chunk.seed, self.chunk.rate, spawn);
        let Some(start) = self.start(spawn) else { return 0 };
        mover.restart(start);
        for number in 0..self.chunk.moves {
            self.fleet.advance();
            let from = mover.position();
            let goes_on = match self.carry(number, from) {
                Some(place) => {
                    let motion = mover.ask();
                    let outcome = self.own_move(number, place, motion);
                    outcome.is_some_and(|outcome| {
                        mover.take(&outcome, self.scratch.hits());
                        is_near(self.arena.bounds, outcome.position)
                    })
                }
                None => false,
            };
            self.eat(mover.position());
            if !goes_on || self.is_lonely() {
                let Some(place) = self.start(spawn) else { return number + 1 };
                mover.restart(place);
            }
        }
        self.chunk.moves
    }

    /// Lets the platforms move the body. Returns where it is, or `None` if it has to begin again.
    fn carry(&mut self, number: u64, from: DVec3) -> Option<DVec3> {
        let config = CarryConfig { movement: self.chunk.config, ..CarryConfig::default() };
        let carried = self.fleet.world.carry(&mut self.scratch, &self.shape, from, self.dt, &config);
        let figures = &mut self.ridden.figures;
        let is_met = carried.position != from || !self.scratch.hits().is_empty() || carried.carrier.is_some();
        self.alone = if is_met { 0 } else { self.alone + 1 };
        figures.platform_contacts += u64::from(is_met);
        figures.carried += u64::from(carried.carrier.is_some());
        figures.squeezed += u64::from(carried.end == CarryEnd::Squeezed);
        let is_crushed = carried.end == CarryEnd::Crushed;
        figures.crushed += u64::from(is_crushed);
        if carried.end == CarryEnd::Still {
            return Some(from);
        }
        let meshes = self.fleet.meshes(&self.arena.judge, from, self.reach());
        let ride = Ride {
            from,
            position: carried.position,
            end: carried.end,
            timed: self.scratch.timed_path(),
            way_out: self.scratch.path(),
            ..self.ride(&meshes)
        };
        let mut fault = judge_ride(&ride);
        if is_crushed && fault.is_none() {
            let rest = f64::from(self.dt) * (1.0 - carried.fraction);
            fault = refute(&ride, f64::from(config.max_push_speed) * rest, self.chunk.seed ^ number);
        }
        if let Some(fault) = fault {
            let details = format!("{carried:?}\n{:?}", self.scratch.timed_path());
            let poses = described(&meshes);
            drop(meshes);
            self.find(number, &fault, format!("{details}\n{poses}"));
            return None;
        }
        (!is_crushed).then_some(carried.position)
    }

    /// Performs the body's own move. Returns `None` if it has to begin again.
    fn own_move(&mut self, number: u64, from: DVec3, motion: Motion) -> Option<Outcome> {
        let (world, config) = (&self.fleet.world, &self.chunk.config);
        let outcome = world.move_and_slide(&mut self.scratch, &self.shape, from, motion, config);
        let hits = self.scratch.hits();
        if self.alone > 0 && hits.iter().any(|hit| self.fleet.has(hit.surface.instance)) {
            self.ridden.figures.platform_contacts += 1;
            self.alone = 0;
        }
        self.ridden.figures.touching += u64::from(!self.scratch.hits().is_empty());
        let mut fault = None;
        if matches!(outcome.reason, StopReason::StartedInside | StopReason::InvalidInput) {
            fault = Some(RideFault::Refused);
        }
        let meshes = self.fleet.meshes(&self.arena.judge, from, self.reach() + self.way());
        let recorded = self.scratch.path().iter().map(|&p| wide(p));
        let recorded: Vec<V> =
            [wide(from)].into_iter().chain(recorded).chain([wide(outcome.position)]).collect();
        let fault = fault.or_else(|| self.fault_of(&meshes, &recorded));
        let fault = fault.or_else(|| judge_end(&self.ride(&meshes), outcome.position));
        if let Some(fault) = fault {
            let details = format!("{motion:?} from {from:?}\n{outcome:?}\n{}", described(&meshes));
            drop(meshes);
            self.find(number, &fault, details);
            return None;
        }
        Some(outcome)
    }

    fn fault_of(&self, meshes: &[MovingMesh<'_>], path: &[V]) -> Option<RideFault> {
        let path: Vec<(f64, V)> = path.iter().map(|&p| (1.0, p)).collect();
        let seen = watch(&self.body, meshes, &path, self.skin / 64.0, self.skin);
        let rounding = rounding_at(meshes, &path) * axis_ratio(&self.body);
        let inside = seen.worst.filter(|_| seen.gap < -rounding);
        let inside = inside.map(|at| RideFault::Inside { depth_m: -seen.gap, time: at.time, mesh: at.mesh });
        inside.or_else(|| seen.crossing.map(|at| RideFault::Crossing { time: at.time, mesh: at.mesh }))
    }

    /// Returns the number of steps.
    fn walk_character(&mut self, spawn: DVec3) -> u64 {
        let config = character_config(self.chunk, &self.shape, self.arena.up());
        let below = (Vec3::Y * (size_of(&self.shape) + config.skin_width)).as_dvec3();
        let Some(start) = self.start(spawn) else { return 0 };
        let mut player = WildPlayer::new(self.chunk, self.arena.turn, [start, start - below]);
        let mut is_placed = false;
        for number in 0..self.chunk.moves {
            self.fleet.advance();
            let input = player.ask();
            let before = player.player.state;
            let mut state = before;
            let report =
                self.fleet.world.step_character(&mut self.scratch, &config, &mut state, &input, self.dt);
            player.player.state = state;
            let centre = centre_of(&state, &config).unwrap_or(spawn);
            self.eat(centre);
            let is_same = before.is_crouching() == state.is_crouching();
            let mut goes_on = report.refused.is_none() && report.crushed.is_none();
            if let Some(from) = centre_of(&before, &config).filter(|_| is_placed) {
                self.count(&report, from, centre);
                if is_same {
                    goes_on &= self.judge_step(number, (from, centre), &state, &report, &config);
                }
            }
            is_placed = goes_on;
            if !goes_on || self.is_lonely() || !is_near(self.arena.bounds, centre) {
                let Some(place) = self.start(spawn) else { return number + 1 };
                player.restart(place - below);
                is_placed = false;
            }
        }
        self.chunk.moves
    }

    fn count(&mut self, report: &sidle::CharacterReport, from: DVec3, _: DVec3) {
        let timed = self.scratch.timed_path();
        let is_moved = timed.last().is_some_and(|last| last.1 != from);
        let touched = [report.ground_surface, report.wall, report.ceiling].into_iter().flatten();
        let is_met = is_moved || touched.into_iter().any(|surface| self.fleet.has(surface.instance));
        let figures = &mut self.ridden.figures;
        figures.platform_contacts += u64::from(is_met);
        figures.carried += u64::from(report.platform.is_some_and(|id| self.fleet.has(id)));
        figures.squeezed += u64::from(report.was_squeezed);
        figures.crushed += u64::from(report.crushed.is_some());
        self.alone = if is_met { 0 } else { self.alone + 1 };
    }

    fn judge_step(
        &mut self,
        number: u64,
        (from, _): (DVec3, DVec3),
        state: &sidle::CharacterState,
        report: &sidle::CharacterReport,
        config: &CharacterConfig,
    ) -> bool {
        let meshes = self.fleet.meshes(&self.arena.judge, from, self.reach() + self.way());
        let body = body_of(&state.shape(config));
        let ride = Ride { from, body: &body, ..self.ride(&meshes) };
        let step = CharacterRide {
            ride,
            config,
            after: state,
            report,
            timed: self.scratch.timed_path(),
            path: self.scratch.path(),
        };
        let mut fault = step.judge();
        if fault.is_none()
            && let Some(crush) = report.crushed
        {
            let rest = f64::from(self.dt) * (1.0 - crush.fraction);
            let ride = Ride { timed: self.scratch.timed_path(), ..ride };
            fault = refute(&ride, f64::from(config.max_push_speed) * rest, self.chunk.seed ^ number);
        }
        let Some(fault) = fault else { return true };
        let details = format!(
            "{report:?}\n{state:?}\n{:?}\n{:?}\n{}",
            self.scratch.timed_path(),
            self.scratch.path(),
            described(&meshes)
        );
        drop(meshes);
        self.find(number, &fault, details);
        false
    }

    fn ride<'a>(&'a self, meshes: &'a [MovingMesh<'a>]) -> Ride<'a> {
        Ride {
            body: &self.body,
            least: least_of(&self.shape).into(),
            meshes,
            from: DVec3::ZERO,
            position: DVec3::ZERO,
            end: CarryEnd::Free,
            timed: &[],
            way_out: &[],
            skin: self.skin,
        }
    }

    /// Distance in metres around the centre that a ride can reach.
    fn reach(&self) -> f64 {
        f64::from(size_of(&self.shape)) + 30.0 * f64::from(self.dt) + 1.0
    }

    /// Length in metres of the moves of a walker, usually.
    fn way(&self) -> f64 {
        60.0 * f64::from(self.dt)
    }

    fn is_lonely(&mut self) -> bool {
        let is_lonely = self.alone as f64 > PATIENCE * self.chunk.rate + 4.0;
        if is_lonely {
            self.alone = 0;
        }
        is_lonely
    }

    /// Returns a free place at a platform, or else a free spawn. Waits until there is one.
    fn start(&mut self, spawn: DVec3) -> Option<DVec3> {
        for _ in 0..MOST_WAITS {
            let other = self.arena.spawns[self.rng.below(self.arena.spawns.len())];
            let place = self.free_place();
            let place = place.or_else(|| [spawn, other].into_iter().find(|&place| self.is_free(place)));
            if place.is_some() {
                return place;
            }
            self.fleet.advance();
        }
        None
    }

    fn free_place(&mut self) -> Option<DVec3> {
        for _ in 0..TRIES {
            let Some(place) = self.fleet.place(size_of(&self.shape).into(), &mut self.rng) else { break };
            if is_near(self.arena.bounds, place) && self.is_free(place) {
                return Some(place);
            }
        }
        None
    }

    fn is_free(&self, place: DVec3) -> bool {
        let meshes = self.fleet.meshes(&self.arena.judge, place, self.reach());
        let here = [(1.0, wide(place)), (1.0, wide(place))];
        watch(&self.body, &meshes, &here, self.skin, 2.0 * self.skin).gap >= self.skin
    }

    fn eat(&mut self, place: DVec3) {
        for word in place.to_array().map(f64::to_bits) {
            self.ridden.hash = (self.ridden.hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
    }

    fn find(&mut self, step_number: u64, fault: &RideFault, details: String) {
        self.ridden.figures.blame_ride(fault);
        if self.ridden.findings.len() < MOST_FINDINGS {
            let is_fault = !matches!(fault, RideFault::RefutedCrush { .. });
            let details = format!("{:?}\n{:?} dt {}\n{details}", self.shape, self.chunk.config, self.dt);
            let finding = RideFinding { step_number, what: fault.to_string(), is_fault, details };
            self.ridden.findings.push(finding);
        }
    }
}

fn described(meshes: &[MovingMesh<'_>]) -> String {
    meshes.iter().enumerate().skip(1).fold(String::new(), |mut text, (i, mesh)| {
        let _ = writeln!(text, "mesh {i}: {:?} to {:?}", mesh.pose(0.0), mesh.pose(1.0));
        text
    })
}
