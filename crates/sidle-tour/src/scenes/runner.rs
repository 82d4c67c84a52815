//! Runs the walks of a stage and judges them.

use sidle::{
    CharacterConfig, CharacterInput, CharacterReport, CharacterState, DVec3, GroundState, Motion, MoveConfig,
    MoveHit, Outcome, Response, Scratch, StopReason, Vec3, World,
};
use sidle_judge::Judge;
use sidle_scenes::catalogue::{
    Course, Findings, Frame, Ground, Input, Mover, Now, Settings, Stage, Variant, Walk,
};

use super::convert::{V, centre_of, config_of, narrow, shape_of, wide, world_of};
use super::fleet::Fleet;
use super::universal::{Witness, no_speed_gain};

/// The results of a number of walks.
#[derive(Default)]
pub(crate) struct Record {
    pub(crate) findings: Findings,
    pub(crate) walks: usize,
    pub(crate) steps: usize,
    /// The courses, if they are kept.
    pub(crate) courses: Option<Vec<(Settings, Course)>>,
}

/// Runs every walk of a stage. A thorough run at 60 steps per second also runs the walks that have
/// more rates at these.
pub(crate) fn run_stage(stage: &Stage, variant: &Variant, record: &mut Record) {
    let level = variant.level(&stage.level, stage.shift);
    let corners = variant.corner_rounding(&stage.level, stage.shift);
    let (mut world, judge) = (world_of(&level), Judge::new(&level.vertices, &level.triangles));
    let mut fleet = Fleet::new(&mut world, stage, variant);
    for walk in &stage.walks {
        let more = if variant.is_thorough && variant.rate == 60 { walk.more_rates } else { &[] };
        for rate in [variant.rate].into_iter().chain(more.iter().copied()) {
            let variant = Variant { rate, ..*variant };
            record.findings.place = if stage.shift == [0.0; 3] {
                format!("{}: {variant}", walk.name)
            } else {
                format!("{}: {variant}, at {:?}", walk.name, stage.shift)
            };
            let ran = Run::new(&judge, stage, (walk, corners), variant);
            let course = match walk.settings.mover {
                Mover::Character => ran.character(&mut world, &mut fleet, &mut record.findings),
                Mover::Slide(pull) => ran.mover(&world, (Response::Slide, pull), &mut record.findings),
                Mover::Momentum(pull) => ran.mover(&world, (Response::Momentum, pull), &mut record.findings),
            };
            record.walks += 1;
            record.steps += course.frames.len();
            if !course.frames.is_empty() {
                (walk.check)(&course, &mut record.findings);
            }
            if let Some(courses) = &mut record.courses {
                courses.push((walk.settings, course));
            }
        }
    }
}

/// A walk that runs.
struct Run<'a> {
    witness: Witness<'a>,
    walk: &'a Walk,
    shift: V,
    variant: Variant,
    course: Course,
}

impl<'a> Run<'a> {
    fn new(judge: &'a Judge, stage: &Stage, (walk, corners): (&'a Walk, f64), variant: Variant) -> Self {
        let steps = (walk.seconds * f64::from(variant.rate)).round() as usize;
        Self {
            witness: Witness::new(judge, &shape_of(&walk.settings.body)),
            walk,
            shift: stage.shift,
            variant,
            course: Course {
                start: walk.feet,
                frames: Vec::with_capacity(steps),
                rate: variant.rate,
                corners,
            },
        }
    }

    fn steps(&self) -> usize {
        (self.walk.seconds * f64::from(self.variant.rate)).round() as usize
    }

    /// Returns the input of the next step, with the desired velocity in the world.
    fn input(&self, step: usize) -> (Input, Vec3) {
        input_of(self.walk, &self.variant, step, self.course.frames.last())
    }

    fn end(self, last: DVec3, findings: &mut Findings) -> Course {
        if self.course.frames.last().is_none_or(|frame| !frame.is_refused) {
            self.witness.finish(last, findings);
        }
        self.course
    }

    fn character(mut self, world: &mut World, fleet: &mut Fleet<'_>, findings: &mut Findings) -> Course {
        let config = config_of(&self.walk.settings);
        findings.holds("invalid settings", config.validate().is_ok());
        let mut state = CharacterState::at(DVec3::from(self.variant.place(self.walk.feet, self.shift)));
        state.velocity = narrow(self.variant.turn(self.walk.velocity));
        let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
        let dt = 1.0 / self.variant.rate as f32;
        for step in 0..self.steps() {
            let (input, wish) = self.input(step);
            let time = |step: usize| step as f64 / f64::from(self.variant.rate);
            fleet.advance(world, [time(step), time(step + 1)]);
            let given = character_input(&input, wish);
            let before = state;
            let report = world.step_character(&mut scratch, &config, &mut state, &given, dt);
            let mut copy = before;
            let again = world.step_character(&mut other, &config, &mut copy, &given, dt);
            self.witness.repeated(copy == state && again == report && scratch.path() == other.path());
            self.witness
                .numbers(&[state.position, state.velocity.as_dvec3()], state.ground_normal().into_iter());
            let place = (&self.variant, self.shift);
            let frame = character_frame(place, &config, &input, (&before, &state), &report);
            if let Some(centre) = centre_of(&state, &config)
                && !frame.is_refused
            {
                let shape = config.posture(state.is_crouching());
                let keeps = before.is_crouching() == state.is_crouching() && !report.was_pushed_out;
                let (timed, path) = (scratch.timed_path(), scratch.path());
                let from = centre_of(&before, &config).filter(|_| keeps);
                // With a ride, the character's own motion begins where the ride ends.
                self.witness.path(&shape, from.filter(|_| timed.is_empty()), path, centre);
                let meshes = fleet.meshes();
                if let Some(from) = from.filter(|_| !meshes.is_empty()) {
                    let skin = self.walk.settings.skin;
                    let (ends, paths) = ((&state, &report), (timed, path));
                    self.witness.ride(&shape, &meshes, (from, skin), &config, ends, paths);
                }
            }
            self.course.frames.push(frame);
        }
        let last = centre_of(&state, &config).unwrap_or(state.position);
        let walk = self.walk;
        let course = self.end(last, findings);
        if !fleet.has_moved() {
            no_speed_gain(walk, &course, findings);
        }
        course
    }

    fn mover(mut self, world: &World, (response, pull): (Response, V), findings: &mut Findings) -> Course {
        let settings = self.walk.settings;
        let shape = shape_of(&settings.body);
        let mut position = DVec3::from(self.variant.place(centre_of_feet(self.walk), self.shift));
        let pull = narrow(self.variant.turn(pull));
        let config = mover_config(&settings, response);
        let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
        let dt = 1.0 / self.variant.rate as f32;
        for step in 0..self.steps() {
            let (input, velocity) = self.input(step);
            let motion = Motion::with_gravity(velocity, pull, dt);
            let end = world.move_and_slide(&mut scratch, &shape, position, motion, &config);
            let again = world.move_and_slide(&mut other, &shape, position, motion, &config);
            self.witness.repeated(end == again && scratch.path() == other.path());
            self.witness
                .numbers(&[end.position, end.velocity.as_dvec3()], scratch.hits().iter().map(|h| h.normal));
            let is_refused = matches!(end.reason, StopReason::StartedInside | StopReason::InvalidInput);
            if !is_refused {
                self.witness.path(&shape, Some(position), scratch.path(), end.position);
            }
            let place = (&self.variant, self.shift);
            self.course.frames.push(mover_frame(place, &settings, &input, (position, &end), scratch.hits()));
            position = end.position;
        }
        self.end(position, findings)
    }
}

/// Returns the input of a step after the frame `last`, with the desired velocity in the world.
pub(super) fn input_of(walk: &Walk, variant: &Variant, step: usize, last: Option<&Frame>) -> (Input, Vec3) {
    let start = Frame { feet: walk.feet, velocity: walk.velocity, ..Frame::default() };
    let (rate, last) = (variant.rate, last.unwrap_or(&start));
    let input = (walk.script)(&Now { step, time: step as f64 / f64::from(rate), rate, last });
    (input, narrow(variant.turn(input.wish)))
}

/// Returns the input of a character. The jump button is held for the whole walk.
pub(super) fn character_input(input: &Input, wish: Vec3) -> CharacterInput {
    CharacterInput {
        wish_velocity: wish,
        jump: input.jump,
        jump_held: true,
        crouch: input.crouch,
        ..Default::default()
    }
}

/// Returns the centre of the body at the start of a walk, in the coordinates of the scene.
pub(super) fn centre_of_feet(walk: &Walk) -> V {
    let [x, y, z] = walk.feet;
    [x, y + walk.settings.centre(), z]
}

/// Returns the settings of single moves.
pub(super) fn mover_config(settings: &Settings, response: Response) -> MoveConfig {
    MoveConfig {
        response,
        skin_width: settings.skin as f32,
        friction_scale: 0.0,
        record_path: true,
        ..Default::default()
    }
}

/// A variant, and the offset of the stage.
type Place<'a> = (&'a Variant, V);

/// Returns the frame after a step of a character.
pub(super) fn character_frame(
    (variant, shift): Place<'_>,
    config: &CharacterConfig,
    input: &Input,
    (before, state): (&CharacterState, &CharacterState),
    report: &CharacterReport,
) -> Frame {
    Frame {
        feet: variant.place_back(wide(state.position), shift),
        velocity: variant.turn_back(wide(state.velocity)),
        wish: input.wish,
        drawn: f64::from(state.step_offset),
        ground: match report.ground {
            GroundState::Grounded => Ground::Grounded,
            GroundState::Airborne => Ground::Airborne,
            _ => Ground::Steep,
        },
        normal: variant.turn_back(wide(state.ground_normal().unwrap_or_default())),
        stepped: f64::from(report.stepped),
        landed: report.landed_speed.map(f64::from),
        jumped: report.jumped,
        has_ceiling: report.is_on_ceiling(),
        is_crouching: state.is_crouching(),
        was_pushed_out: report.was_pushed_out,
        is_refused: report.refused.is_some(),
        has_moved: centre_of(before, config) != centre_of(state, config),
    }
}

/// Returns the frame after a single move from a position.
pub(super) fn mover_frame(
    (variant, shift): Place<'_>,
    settings: &Settings,
    input: &Input,
    (from, end): (DVec3, &Outcome),
    hits: &[MoveHit],
) -> Frame {
    let flattest = hits.iter().map(|h| h.normal).max_by(|a, b| a.y.total_cmp(&b.y));
    let walkable = settings.max_slope.to_radians().cos();
    let [x, y, z] = variant.place_back(wide(end.position), shift);
    Frame {
        feet: [x, y - settings.centre(), z],
        velocity: variant.turn_back(wide(end.velocity)),
        wish: input.wish,
        ground: match flattest {
            Some(n) if f64::from(n.y) >= walkable - 1e-4 => Ground::Grounded,
            Some(n) if n.y > 0.0 => Ground::Steep,
            _ => Ground::Airborne,
        },
        normal: variant.turn_back(wide(flattest.unwrap_or_default())),
        is_refused: matches!(end.reason, StopReason::StartedInside | StopReason::InvalidInput),
        has_moved: end.position != from,
        ..Frame::default()
    }
}
