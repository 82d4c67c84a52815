//! Runs the walks of a stage and judges them.

use sidle::{
    CharacterInput, CharacterState, GroundState, Motion, MoveConfig, Response, Scratch, StopReason, Vec3,
    World,
};
use sidle_judge::Judge;
use sidle_scenes::catalogue::{
    Course, Findings, Frame, Ground, Input, Mover, Now, Settings, Stage, Variant, Walk,
};

use super::convert::{V, config_of, narrow, shape_of, wide, world_of};
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
            let ran = Run::new(&judge, stage, walk, variant);
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
    /// Largest coordinate so far.
    largest: f32,
    course: Course,
}

impl<'a> Run<'a> {
    fn new(judge: &'a Judge, stage: &Stage, walk: &'a Walk, variant: Variant) -> Self {
        let steps = (walk.seconds * f64::from(variant.rate)).round() as usize;
        Self {
            witness: Witness::new(judge, &shape_of(&walk.settings.body)),
            walk,
            shift: stage.shift,
            variant,
            largest: 0.0,
            course: Course {
                start: walk.feet,
                frames: Vec::with_capacity(steps),
                rate: variant.rate,
                ulp: 0.0,
            },
        }
    }

    fn steps(&self) -> usize {
        (self.walk.seconds * f64::from(self.variant.rate)).round() as usize
    }

    /// Returns the input of the next step, with the desired velocity in the world.
    fn input(&self, step: usize) -> (Input, Vec3) {
        let start = Frame { feet: self.walk.feet, velocity: self.walk.velocity, ..Frame::default() };
        let last = self.course.frames.last().unwrap_or(&start);
        let rate = self.variant.rate;
        let now = Now { step, time: step as f64 / f64::from(rate), rate, last };
        let input = (self.walk.script)(&now);
        (input, narrow(self.variant.turn(input.wish)))
    }

    fn note(&mut self, centre: Vec3) {
        self.largest = self.largest.max(centre.abs().max_element());
    }

    fn end(mut self, last: Vec3, findings: &mut Findings) -> Course {
        self.course.ulp = f64::from(self.largest.next_up() - self.largest);
        if self.course.frames.last().is_none_or(|frame| !frame.is_refused) {
            self.witness.finish(last, findings);
        }
        self.course
    }

    fn character(mut self, world: &mut World, fleet: &mut Fleet<'_>, findings: &mut Findings) -> Course {
        let config = config_of(&self.walk.settings);
        findings.holds("invalid settings", config.validate().is_ok());
        let mut state = CharacterState::at(narrow(self.variant.place(self.walk.feet, self.shift)));
        state.velocity = narrow(self.variant.turn(self.walk.velocity));
        let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
        let dt = 1.0 / self.variant.rate as f32;
        for step in 0..self.steps() {
            let (input, wish) = self.input(step);
            let time = |step: usize| step as f64 / f64::from(self.variant.rate);
            fleet.advance(world, [time(step), time(step + 1)]);
            let given = CharacterInput {
                wish_velocity: wish,
                jump: input.jump,
                jump_held: true,
                crouch: input.crouch,
                ..Default::default()
            };
            let before = state;
            let report = world.step_character(&mut scratch, &config, &mut state, &given, dt);
            let mut copy = before;
            let again = world.step_character(&mut other, &config, &mut copy, &given, dt);
            self.witness.repeated(copy == state && again == report && scratch.path() == other.path());
            self.witness.numbers(&[state.position, state.velocity], state.ground_normal().into_iter());
            let frame = self.frame(&input, &state, &before, &report);
            if let Some(centre) = state.centre()
                && !frame.is_refused
            {
                let shape = config.posture(state.is_crouching());
                let keeps = before.is_crouching() == state.is_crouching() && !report.was_pushed_out;
                let (timed, path) = (scratch.timed_path(), scratch.path());
                let from = before.centre().filter(|_| keeps);
                // With a ride, the character's own motion begins where the ride ends.
                self.witness.path(&shape, from.filter(|_| timed.is_empty()), path, centre);
                let meshes = fleet.meshes();
                if let Some(from) = from.filter(|_| !meshes.is_empty()) {
                    let skin = self.walk.settings.skin.max(4e-7 * f64::from(centre.abs().max_element()));
                    self.witness.ride(&shape, &meshes, (from, skin), (&state, &report), (timed, path));
                }
                self.note(centre);
            }
            self.course.frames.push(frame);
        }
        let last = state.centre().unwrap_or(state.position);
        let walk = self.walk;
        let course = self.end(last, findings);
        if !fleet.has_moved() {
            no_speed_gain(walk, &course, findings);
        }
        course
    }

    fn frame(
        &self,
        input: &Input,
        state: &CharacterState,
        before: &CharacterState,
        report: &sidle::CharacterReport,
    ) -> Frame {
        Frame {
            feet: self.variant.place_back(wide(state.position), self.shift),
            velocity: self.variant.turn_back(wide(state.velocity)),
            wish: input.wish,
            drawn: f64::from(state.step_offset),
            ground: match report.ground {
                GroundState::Grounded => Ground::Grounded,
                GroundState::Airborne => Ground::Airborne,
                _ => Ground::Steep,
            },
            normal: self.variant.turn_back(wide(state.ground_normal().unwrap_or_default())),
            stepped: f64::from(report.stepped),
            landed: report.landed_speed.map(f64::from),
            jumped: report.jumped,
            has_ceiling: report.is_on_ceiling(),
            is_crouching: state.is_crouching(),
            was_pushed_out: report.was_pushed_out,
            is_refused: report.refused.is_some(),
            has_moved: before.centre() != state.centre(),
        }
    }

    fn mover(mut self, world: &World, (response, pull): (Response, V), findings: &mut Findings) -> Course {
        let settings = self.walk.settings;
        let shape = shape_of(&settings.body);
        let up = [0.0, settings.centre(), 0.0];
        let centre = [0, 1, 2].map(|i| self.walk.feet[i] + up[i]);
        let mut position = narrow(self.variant.place(centre, self.shift));
        let pull = narrow(self.variant.turn(pull));
        let config = MoveConfig {
            response,
            skin_width: settings.skin as f32,
            friction_scale: 0.0,
            record_path: true,
            ..Default::default()
        };
        let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
        let dt = 1.0 / self.variant.rate as f32;
        for step in 0..self.steps() {
            let (input, velocity) = self.input(step);
            let motion = Motion::with_gravity(velocity, pull, dt);
            let end = world.move_and_slide(&mut scratch, &shape, position, motion, &config);
            let again = world.move_and_slide(&mut other, &shape, position, motion, &config);
            self.witness.repeated(end == again && scratch.path() == other.path());
            self.witness.numbers(&[end.position, end.velocity], scratch.hits().iter().map(|h| h.normal));
            let is_refused = matches!(end.reason, StopReason::StartedInside | StopReason::InvalidInput);
            if !is_refused {
                self.witness.path(&shape, Some(position), scratch.path(), end.position);
            }
            self.note(end.position);
            let flattest = scratch.hits().iter().map(|h| h.normal).max_by(|a, b| a.y.total_cmp(&b.y));
            let walkable = settings.max_slope.to_radians().cos();
            let ground = match flattest {
                Some(n) if f64::from(n.y) >= walkable - 1e-4 => Ground::Grounded,
                Some(n) if n.y > 0.0 => Ground::Steep,
                _ => Ground::Airborne,
            };
            let placed = self.variant.place_back(wide(end.position), self.shift);
            self.course.frames.push(Frame {
                feet: [0, 1, 2].map(|i| placed[i] - up[i]),
                velocity: self.variant.turn_back(wide(end.velocity)),
                wish: input.wish,
                ground,
                normal: self.variant.turn_back(wide(flattest.unwrap_or_default())),
                is_refused,
                has_moved: end.position != position,
                ..Frame::default()
            });
            position = end.position;
        }
        self.end(position, findings)
    }
}
