//! Single moves of a body and of a ball along an internal edge and down a slope.

use sidle::{Ball, BallConfig, BallState, IndexKind, Motion, MoveConfig, Response, Scratch, Shape, Vec3};
use sidle_scenes::narrow_ground;

use super::Scene;
use super::stations::record_move;
use crate::level::world_of;
use crate::record::Record;

pub(super) fn scenes() -> Vec<Scene> {
    vec![Scene::new("found/seams", seams), Scene::new("found/ball-in-its-skin", ball_in_its_skin)]
}

/// Along walls whose second halves lean out by up to 0.2 mm a metre.
fn seams(index: IndexKind, record: &mut Record) {
    let mut scratch = Scratch::default();
    let shape = Shape::sphere(0.5);
    let config = MoveConfig { response: Response::Stop, record_path: true, ..MoveConfig::default() };
    for k in 1..200 {
        let world = world_of(&narrow_ground::leaning_walls(k), index);
        for start in [-0.1, -1e-4] {
            let motion = Motion::displacement(Vec3::Z * 0.2, 1.0);
            let outcome = world.move_and_slide(&mut scratch, &shape, Vec3::Z * start, motion, &config);
            record_move(record, &outcome, &scratch);
        }
    }
}

/// Down a slope a kilometre from the origin.
fn ball_in_its_skin(index: IndexKind, record: &mut Record) {
    let world = world_of(&narrow_ground::slope(), index);
    let config = BallConfig { rolling_resistance: 0.1, ..BallConfig::default() };
    let mut ball = Ball {
        velocity: Vec3::new(0.014_379_66, -0.008_188_513, 0.055_647_29),
        spin: Vec3::new(2.632_75, 3.381_687_5e-8, -0.680_321_5),
        state: BallState::Rolling,
        ..Ball::at(Vec3::new(1_000.085_75, 1_001.177_06, 978.981_7))
    };
    let mut scratch = Scratch::default();
    for _ in 0..40 {
        let step = world.step_ball(&mut scratch, &ball, 1.0 / 240.0, &config);
        record.ball_step(&step);
        record.perhaps(step.ground, Record::surface);
        ball = step.ball;
    }
}
