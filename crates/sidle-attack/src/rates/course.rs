//! A script played at one rate.

use sidle::{CharacterReport, CharacterState, DVec3, PoseSet, Scratch};
use sidle_scenes::Rate;

use super::scene::{SEGMENT, SEGMENTS, Scene};

/// Where the character is at the end of a part of the script.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// The feet.
    pub position: DVec3,
    /// The length of its way so far, in metres.
    pub way: f64,
}

/// A step of a course, for a judge.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The state before the step.
    pub before: &'a CharacterState,
    /// The state after it.
    pub after: &'a CharacterState,
    /// The report of the step.
    pub report: &'a CharacterReport,
    /// The speed of the wish in m/s.
    pub wish: f64,
    /// Number of the part of the script.
    pub segment: usize,
}

/// The marks of a script. The course ends early where a step is refused or crushes.
pub type Course = Vec<Mark>;

/// Plays a script at a rate, from a start beside that of the scene.
pub fn play(scene: &Scene, rate: Rate, aside: DVec3, mut judge: impl FnMut(&Step<'_>)) -> Course {
    let (mut world, ids) = scene.build();
    let mut scratch = Scratch::default();
    let mut state = CharacterState::at(scene.start + aside);
    let (mut course, mut way) = (Course::new(), 0.0);
    for segment in 0..SEGMENTS {
        let from = SEGMENT * segment as f64;
        let mut time = from;
        for (i, dt) in rate.steps(from, from + SEGMENT).into_iter().enumerate() {
            let mut poses = PoseSet::default();
            for (id, actor) in ids.iter().zip(&scene.actors) {
                poses.add(*id, actor.pose(time), actor.pose(time + dt));
            }
            world.set_poses(&poses).expect("poses in range");
            time += dt;
            let (before, input) = (state, scene.input(segment, i == 0));
            let report = world.step_character(&mut scratch, &scene.config, &mut state, &input, dt as f32);
            if report.refused.is_some() || report.crushed.is_some() {
                return course;
            }
            way += (state.position - before.position).length();
            let wish = f64::from(input.wish_velocity.length());
            judge(&Step { before: &before, after: &state, report: &report, wish, segment });
        }
        course.push(Mark { position: state.position, way });
    }
    course
}
