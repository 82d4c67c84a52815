//! Runs the steps of a case.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sidle::{
    Carried, CarryEnd, CharacterConfig, CharacterInput, CharacterReport, CharacterState, DVec3, InstanceId,
    Motion, MoveConfig, Pose, PoseSet, Response, Scratch, StopReason, World,
};
use sidle_judge::moving::{MovingMesh, rounding_at, watch};
use sidle_judge::{Body, Judge, V};

use super::character::CharacterRide;
use super::counts::{Counts, Outcomes};
use super::mesh_pose;
use super::ride::{Ride, RideFault, judge_end, judge_ride, refute};
use super::scene::Scene;
use crate::adversarial::body::least_of;
use crate::adversarial::number::direction;
use crate::random::Rng;
use crate::verdict::{axis_ratio, body_of, centre_of, exact_path, judge_push};

/// Number of places tried for the start.
const TRIES: usize = 30;
/// Number of corners of timed paths after which a case ends. A large turn of a body with a thin
/// skin has tens of thousands in one step.
const MOST_CORNERS: usize = 4_000;
/// Steps whose timed paths have more corners are repeated in one of eight cases only.
const SHORT_PATH: usize = 100;

/// A step that violates a guarantee.
#[derive(Clone, Debug)]
pub struct PlatformFailure {
    /// The stage of the step, and what is wrong.
    pub what: String,
    /// The fault, if the judge of rides found it.
    pub fault: Option<RideFault>,
    /// The scene, the poses and the step.
    pub details: String,
}

/// Runs the case of a seed. A panic is a failure. The case ends early if its steps are very long.
///
/// # Errors
/// The first failure.
pub fn run_case(seed: u64, counts: &mut Counts) -> Result<(), PlatformFailure> {
    run_within(seed, MOST_CORNERS, counts)
}

/// Runs all steps of the case of a seed, as [`run_case`], however long they are.
///
/// # Errors
/// The first failure.
pub fn run_whole_case(seed: u64, counts: &mut Counts) -> Result<(), PlatformFailure> {
    run_within(seed, usize::MAX, counts)
}

fn run_within(seed: u64, most_corners: usize, counts: &mut Counts) -> Result<(), PlatformFailure> {
    let mut run = || {
        let mut rng = Rng::seeded(seed);
        let Some(mut case) = Case::new(&mut rng) else { return Ok(()) };
        case.outcomes = Outcomes::new(seed);
        case.run(&mut rng, most_corners, counts)?;
        counts.outcomes = counts.outcomes.wrapping_add(case.outcomes.hash());
        Ok(())
    };
    catch_unwind(AssertUnwindSafe(&mut run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
        Err(PlatformFailure { what: format!("panics: {text}"), fault: None, details: String::new() })
    })
}

/// A case in progress.
struct Case {
    scene: Scene,
    world: World,
    ids: Vec<InstanceId>,
    judges: Vec<Judge>,
    body: Body,
    poses: [Vec<Pose>; 2],
    place: DVec3,
    scratch: Scratch,
    outcomes: Outcomes,
    /// Number of corners of the timed paths so far.
    corners: usize,
}

impl Case {
    /// Returns a case with a free start, or `None` if none was found.
    fn new(rng: &mut Rng) -> Option<Self> {
        let scene = Scene::of_any_body(rng);
        let (world, ids) = scene.build().unwrap_or_else(|e| panic!("{e}: {scene:?}"));
        let judges = scene.judges();
        let first: Vec<Pose> = scene.actors.iter().map(|actor| actor.pose).collect();
        let mut case = Self {
            body: body_of(&scene.shape),
            poses: [first.clone(), first],
            place: DVec3::ZERO,
            scratch: Scratch::default(),
            outcomes: Outcomes::new(0),
            corners: 0,
            scene,
            world,
            ids,
            judges,
        };
        case.place = case.start(rng)?;
        Some(case)
    }

    fn meshes(&self) -> Vec<MovingMesh<'_>> {
        let [from, to] = &self.poses;
        let (level, actors) = self.judges.split_last().expect("the level is the last judge");
        let moving = actors.iter().zip(from.iter().zip(to));
        let moving = moving.map(|(judge, (a, b))| MovingMesh::new(judge, &mesh_pose(a), &mesh_pose(b)));
        moving.chain([MovingMesh::resting(level, &mesh_pose(&Pose::IDENTITY))]).collect()
    }

    fn skin(&self) -> f64 {
        let far = self.scene.home.abs().max_element() + 4.0 * self.scene.size;
        f64::from(self.scene.config.movement.skin_width).max(4e-7 * far).max(1e-9)
    }

    fn gap(&self, meshes: &[MovingMesh<'_>], place: V) -> f64 {
        let here = [(0.0, place), (0.0, place)];
        watch(&self.body, meshes, &here, self.skin(), 4.0 * self.scene.size).gap
    }

    /// Finds a free place near the home. Half of them are a skin above something.
    fn start(&self, rng: &mut Rng) -> Option<DVec3> {
        let (meshes, skin) = (self.meshes(), self.skin());
        for _ in 0..TRIES {
            let away = direction(rng) * f64::from(rng.range(0.0, 2.0)) * self.scene.size;
            let mut place = self.scene.home + away;
            let mut gap = self.gap(&meshes, place.to_array());
            if gap < 2.0 * skin {
                continue;
            }
            if rng.chance(160) {
                let down = if rng.chance(160) { DVec3::NEG_Y } else { direction(rng) };
                for _ in 0..60 {
                    if gap <= 1.1 * skin {
                        break;
                    }
                    place += down * (gap - skin).min(4.0 * self.scene.size);
                    gap = self.gap(&meshes, place.to_array());
                }
            }
            if self.gap(&meshes, place.to_array()) > 0.5 * skin {
                return Some(place);
            }
        }
        None
    }

    fn run(
        &mut self,
        rng: &mut Rng,
        most_corners: usize,
        counts: &mut Counts,
    ) -> Result<(), PlatformFailure> {
        counts.cases += 1;
        let steps = 2 + rng.below(7) as u32;
        let is_character = rng.chance(80) && self.scene.size < 1e4;
        let mut state = None;
        for step in 0..steps {
            self.set_poses(step)?;
            let goes_on = if is_character {
                self.character_step(rng, &mut state, counts)?
            } else {
                self.body_step(rng, counts)?
            };
            if !goes_on || self.corners > most_corners {
                break;
            }
        }
        Ok(())
    }

    fn set_poses(&mut self, step: u32) -> Result<(), PlatformFailure> {
        let [from, to] = &mut self.poses;
        *from = to.clone();
        let mut poses = PoseSet::default();
        for (i, actor) in self.scene.actors.iter().enumerate() {
            to[i] = actor.next(step, &from[i]);
            if to[i] != from[i] {
                poses.add(self.ids[i], from[i], to[i]);
            }
        }
        let set = self.world.set_poses(&poses);
        set.map_err(|e| self.failure(format!("the poses are refused: {e}"), None, String::new()))
    }

    fn failure(&self, what: String, fault: Option<RideFault>, step: String) -> PlatformFailure {
        let [from, to] = &self.poses;
        let details = format!(
            "{step}\nfrom {from:?}\nto {to:?}\nplace {:?}\nbody {:?}\n{:?}",
            self.place, self.body, self.scene
        );
        PlatformFailure { what, fault, details }
    }

    fn ride<'a>(&'a self, meshes: &'a [MovingMesh<'a>], end: (CarryEnd, DVec3)) -> Ride<'a> {
        Ride {
            body: &self.body,
            least: least_of(&self.scene.shape).into(),
            meshes,
            from: self.place,
            position: end.1,
            end: end.0,
            timed: &[],
            way_out: &[],
            skin: self.skin(),
        }
    }

    /// Carries the body, then moves it. Returns false if it cannot go on.
    fn body_step(&mut self, rng: &mut Rng, counts: &mut Counts) -> Result<bool, PlatformFailure> {
        let Scene { shape, config, dt, .. } = self.scene.clone();
        let carry = |scratch: &mut Scratch| self.world.carry(scratch, &shape, self.place, dt, &config);
        let carried = carry(&mut self.scratch);
        let mut fresh = Scratch::default();
        let is_same = !self.is_repeated()
            || carry(&mut fresh) == carried
                && fresh.timed_path() == self.scratch.timed_path()
                && fresh.hits() == self.scratch.hits();
        counts.note(carried.end);
        self.note_path();
        self.outcomes.note(&(&carried, self.scratch.hits(), self.scratch.path()));
        let told = || format!("{carried:?}\ntimed {:?}", self.scratch.timed_path());
        if !is_same {
            let fault = RideFault::Unrepeatable;
            return Err(self.failure(format!("carry {fault}"), Some(fault), told()));
        }
        let meshes = self.meshes();
        let ride = Ride {
            timed: self.scratch.timed_path(),
            way_out: self.scratch.path(),
            ..self.ride(&meshes, (carried.end, carried.position))
        };
        if let Some(fault) = judge_ride(&ride) {
            return Err(self.failure(format!("carry ({:?}) {fault}", carried.end), Some(fault), told()));
        }
        if carried.end == CarryEnd::Crushed {
            let most = self.budget(&carried, config.max_push_speed);
            if let Some(fault) = refute(&ride, most, counts.steps) {
                counts.refuted += 1;
                return Err(self.failure(format!("carry {fault}"), Some(fault), told()));
            }
            return Ok(false);
        }
        drop(meshes);
        self.place = carried.position;
        self.own_motion(rng)?;
        Ok(true)
    }

    fn note_path(&mut self) {
        self.outcomes.note_path(self.scratch.timed_path());
        self.corners += self.scratch.timed_path().len();
    }

    /// Returns true if the last step is repeated and compared.
    fn is_repeated(&self) -> bool {
        self.scratch.timed_path().len() <= SHORT_PATH || self.outcomes.hash().is_multiple_of(8)
    }

    fn budget(&self, carried: &Carried, max_push_speed: f32) -> f64 {
        f64::from(max_push_speed) * f64::from(self.scene.dt) * (1.0 - carried.fraction)
    }

    /// Moves the body in the world at the end of the step.
    fn own_motion(&mut self, rng: &mut Rng) -> Result<(), PlatformFailure> {
        let response = rng.pick(&[Response::Slide, Response::Slide, Response::Stop]);
        let config = MoveConfig { response, ..self.scene.config.movement };
        let length = self.scene.size * f64::from(rng.magnitude(1e-3, 8.0));
        let way = if rng.chance(100) { DVec3::ZERO } else { direction(rng) * length };
        let motion = Motion::displacement(way.as_vec3(), self.scene.dt);
        let (shape, from) = (self.scene.shape.clone(), self.place);
        let outcome = self.world.move_and_slide(&mut self.scratch, &shape, from, motion, &config);
        self.outcomes.note(&outcome);
        let told = || format!("move of {motion:?} with {config:?}: {outcome:?}");
        if matches!(outcome.reason, StopReason::StartedInside | StopReason::InvalidInput) {
            return Err(self.failure(format!("move: refused, {:?}", outcome.reason), None, told()));
        }
        let exact = exact_path(&self.world, &shape, (from, motion), &config, &outcome);
        let Some(exact) = exact else {
            return Err(self.failure("move: another outcome when traced".into(), None, told()));
        };
        let meshes = self.meshes();
        let path: Vec<(f64, V)> = exact.iter().map(|&p| (1.0, p)).collect();
        let seen = watch(&self.body, &meshes, &path, self.skin() / 64.0, self.skin());
        let rounding = rounding_at(&meshes, &path) * axis_ratio(&self.body);
        if seen.gap < -rounding || seen.crossing.is_some() {
            return Err(self.failure(format!("move: {seen:?}"), None, told()));
        }
        let ride = self.ride(&meshes, (CarryEnd::Free, outcome.position));
        if let Some(fault) = judge_end(&ride, outcome.position) {
            return Err(self.failure(format!("move: {fault}"), Some(fault), told()));
        }
        drop(meshes);
        self.place = outcome.position;
        Ok(())
    }

    /// Performs a step of a character.
    fn character_step(
        &mut self,
        rng: &mut Rng,
        state: &mut Option<CharacterState>,
        counts: &mut Counts,
    ) -> Result<bool, PlatformFailure> {
        let config = self.character();
        let size = self.scene.size as f32;
        let mut now = state.unwrap_or_else(|| CharacterState::at(self.place - (config.up * size).as_dvec3()));
        let before = now;
        let input = CharacterInput {
            wish_velocity: direction(rng).as_vec3() * size * rng.pick(&[0.0, 0.0, 2.0, 20.0]),
            jump: rng.chance(40),
            ..CharacterInput::default()
        };
        let dt = self.scene.dt;
        let report = self.world.step_character(&mut self.scratch, &config, &mut now, &input, dt);
        let (mut again, mut fresh) = (before, Scratch::default());
        let is_same = !self.is_repeated()
            || self.world.step_character(&mut fresh, &config, &mut again, &input, dt) == report
                && again == now
                && fresh.timed_path() == self.scratch.timed_path();
        let is_first = state.is_none();
        *state = Some(now);
        self.note_path();
        self.outcomes.note(&(&now, &report));
        let told = || {
            format!(
                "{before:?}\n{now:?}\n{report:?}\n{input:?}\ntimed {:?}\npath {:?}",
                self.scratch.timed_path(),
                self.scratch.path()
            )
        };
        if !is_same {
            return Err(self.failure("character: another result when repeated".into(), None, told()));
        }
        if !(now.position.is_finite() && now.velocity.is_finite()) {
            return Err(self.failure("character: not finite".into(), None, told()));
        }
        if is_first {
            // The first step places the body, and may push it out of an overlap.
            let is_placed = now.up().is_some() && report.refused.is_none() && report.crushed.is_none();
            self.place = centre_of(&now, &config).unwrap_or(self.place);
            let meshes = self.meshes();
            let fault = judge_end(&self.ride(&meshes, (CarryEnd::Free, self.place)), self.place);
            if let Some(fault) = fault.filter(|_| is_placed) {
                return Err(self.failure(format!("character: first, {fault}"), Some(fault), told()));
            }
            return Ok(is_placed);
        }
        counts.characters += 1;
        self.judge_character(&now, &report, counts)
            .map_err(|(what, fault)| self.failure(what, fault, told()))?;
        self.place = centre_of(&now, &config).unwrap_or(self.place);
        Ok(report.crushed.is_none() && report.refused.is_none())
    }

    fn character(&self) -> CharacterConfig {
        let (size, carry) = (self.scene.size as f32, &self.scene.config);
        CharacterConfig {
            shape: self.scene.shape.clone(),
            crouch_height: 0.0,
            step_height: 0.4 * size,
            snap_distance: 0.4 * size,
            jump_height: 1.4 * size,
            skin_width: carry.movement.skin_width,
            max_push_speed: carry.max_push_speed,
            record_path: true,
            ..CharacterConfig::default()
        }
    }

    fn judge_character(
        &self,
        after: &CharacterState,
        report: &CharacterReport,
        counts: &mut Counts,
    ) -> Result<(), (String, Option<RideFault>)> {
        let meshes = self.meshes();
        let config = self.character();
        let step = CharacterRide {
            config: &config,
            ride: self.ride(&meshes, (CarryEnd::Free, self.place)),
            after,
            report,
            timed: self.scratch.timed_path(),
            path: self.scratch.path(),
        };
        counts.note(step.end());
        let named = |fault: RideFault| (format!("character ({:?}): {fault}", step.end()), Some(fault));
        let push = judge_push(&self.character(), report, self.scene.dt).map(|f| (f.to_string(), None));
        push.or_else(|| step.judge().map(named)).map_or(Ok(()), Err)
    }
}
