//! Captures steps of a character from a large world.

use std::cell::RefCell;

use super::{CharacterReplay, CharacterReplayStep};
use crate::character::{CharacterConfig, CharacterInput, CharacterState, CharacterTrace};
use crate::mesh::SectorSet;
use crate::slide::Scratch;
use crate::trace::capture::polygons_of;
use crate::trace::instances::{Captured, add_triggers};
use crate::world::{InstanceId, Pose, PoseSet, PoseSetError, QueryFilter, World};

/// One step of [`capture_moving_character`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MovingStep {
    /// The input of the step.
    pub input: CharacterInput,
    /// The time of the step in seconds.
    pub dt: f32,
    /// The motions of the instances during the step.
    pub poses: PoseSet,
}

/// Performs consecutive steps of a character, and returns them with all their inputs: the polygons
/// that the steps could touch or see, and nothing else of the world.
///
/// `steps` are inputs, each with the time of its step in seconds. [`CharacterReplay::run`]
/// reproduces the states bit-identically; the instance and polygon numbers of surfaces are those of
/// the replay. Instances that move when the capture begins make the same motion again in every
/// step. If each step has motions of its own, use [`capture_moving_character`].
///
/// The polygons are those that the moves of the character could touch, as for
/// [`capture`](crate::trace::capture), those that its rays hit, and those around the body where it
/// looks for overlaps and triggers. With any further polygon of the same world, the replayed steps
/// would be the same. Instances that are [triggers](crate::InstanceOptions::trigger) are contained
/// if the body touches them between the start and the end of a step, or if they move near it.
#[must_use]
pub fn capture_character(
    world: &World,
    config: &CharacterConfig,
    state: &CharacterState,
    steps: &[(CharacterInput, f32)],
) -> CharacterReplay {
    let mut capture = Capture::new(config, state);
    for &(input, dt) in steps {
        capture.step(world, input, dt);
    }
    capture.finish(world)
}

/// Captures consecutive steps as [`capture_character`] does, each with its own motions of
/// instances. Before its first motion, an instance stands where that begins. Afterwards the
/// instances of the world are where the last step put them.
///
/// # Errors
/// Returns the error of the first pose set that is not valid.
pub fn capture_moving_character(
    world: &mut World,
    config: &CharacterConfig,
    state: &CharacterState,
    steps: &[MovingStep],
) -> Result<CharacterReplay, PoseSetError> {
    // As in the replay, an instance stands where its first motion begins.
    let mut first = PoseSet::default();
    for motion in steps.iter().flat_map(|step| &step.poses.motions) {
        if first.motions.iter().all(|known| known.instance != motion.instance) {
            first.add(motion.instance, motion.from, motion.from);
        }
    }
    if !first.motions.is_empty() {
        world.set_poses(&first)?;
    }
    let mut capture = Capture::new(config, state);
    for step in steps {
        world.set_poses(&step.poses)?;
        capture.step(world, step.input, step.dt);
    }
    Ok(capture.finish(world))
}

/// A capture in progress.
struct Capture<'a> {
    config: &'a CharacterConfig,
    first: CharacterState,
    state: CharacterState,
    scratch: Scratch,
    trace: RefCell<CharacterTrace>,
    slots: Vec<(u32, u32)>,
    /// The instances that are captured with all of their polygons.
    whole: Vec<u32>,
    steps: Vec<CharacterReplayStep>,
    /// The motions of each step: the number of the instance, and both poses.
    motions: Vec<Vec<(u32, Pose, Pose)>>,
}

impl<'a> Capture<'a> {
    fn new(config: &'a CharacterConfig, state: &CharacterState) -> Self {
        Self {
            config,
            first: *state,
            state: *state,
            scratch: Scratch::traced(),
            trace: RefCell::default(),
            slots: Vec::new(),
            whole: Vec::new(),
            steps: Vec::new(),
            motions: Vec::new(),
        }
    }

    fn step(&mut self, world: &World, input: CharacterInput, dt: f32) {
        let Self { config, state, scratch, trace, slots, whole, .. } = self;
        let start = state.centre(config);
        let _ = world.run_step(scratch, config, state, (&input, dt), Some(trace));
        // What was read, while the instances are where they were.
        let mut trace = trace.borrow_mut();
        for read in trace.reads.drain(..) {
            if read.min.is_finite() && read.max.is_finite() {
                world.slots_in_box(read, &config.filter, slots);
            }
        }
        whole.append(&mut trace.solids);
        let end = state.centre(config);
        add_triggers(world, &state.shape(config), (start, end), &config.filter, whole);
        let end = Some(state.position);
        self.steps.push(CharacterReplayStep { input, dt, end, ..CharacterReplayStep::default() });
        self.motions.push(world.motions());
    }

    fn finish(self, world: &World) -> CharacterReplay {
        let Self { config, first, scratch, mut slots, mut whole, mut steps, motions, .. } = self;
        let log = scratch.into_log();
        slots.extend(log.gathered);
        whole.extend(log.solids);
        let mut captured = Captured::take(world, &mut slots, &log.moving, &whole);
        let (materials, polygons) = polygons_of(world, slots, &captured);
        for (step, motions) in steps.iter_mut().zip(&motions) {
            step.motions = captured.motions(motions);
        }
        // An instance stands where its first motion begins.
        for (i, instance) in (0..).zip(&mut captured.instances) {
            let first = steps.iter().flat_map(|step| &step.motions).find(|motion| motion.instance == i);
            instance.pose = first.map_or(instance.pose, |motion| motion.from);
        }
        let filter = QueryFilter { sectors: SectorSet::ALL, ..config.filter };
        let mut state = first;
        let platform = state.platform_field();
        let known = captured.numbers.binary_search(&(platform.index() as u32)).ok();
        *platform = known.map_or(InstanceId::MESH, |i| InstanceId::new(i as u32 + 1, 0));
        CharacterReplay {
            materials,
            polygons,
            instances: captured.instances,
            index: world.index_kind(),
            config: CharacterConfig { filter, ..config.clone() },
            state,
            steps,
        }
    }
}
