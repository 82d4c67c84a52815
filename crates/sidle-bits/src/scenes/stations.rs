//! Scenes with the stations of the tour, the cases, and single sweeps that published methods get
//! wrong.

use sidle::{
    FrictionLaw, IndexKind, Motion, MoveConfig, Outcome, QueryFilter, Response, Scratch, Shape, Vec3, World,
};
use sidle_scenes::{Drive, Law, Run, Shape as SceneShape, Station, cases, counterexamples, stations};

use super::Scene;
use crate::level::world_of;
use crate::record::Record;
use crate::tape;

/// Approximate maximum number of moves of a station. They are divided between its runs and rates.
const MOVES: usize = 1_200;

pub(super) fn scenes() -> Vec<Scene> {
    let all = stations::all().into_iter().map(|s| ("station", s));
    let all = all.chain(cases::all().into_iter().map(|s| ("case", s)));
    let mut scenes: Vec<Scene> = all
        .map(|(group, station)| {
            Scene::new(format!("{group}/{}", station.id), move |index, record| walk(&station, index, record))
        })
        .collect();
    scenes.push(Scene::new("case/counterexamples", sweeps));
    scenes
}

fn walk(station: &Station, index: IndexKind, record: &mut Record) {
    let worlds: Vec<World> = station.levels.iter().map(|level| world_of(level, index)).collect();
    let count: usize = station.runs.iter().map(|run| run.rates.len()).sum();
    for run in &station.runs {
        for &rate in &run.rates {
            tape::level(&station.levels[run.level]);
            execute(&worlds[run.level], run, rate, MOVES.div_ceil(count), |outcome, scratch| {
                record_move(record, outcome, scratch);
            });
        }
    }
}

fn response_of(law: Law) -> Response {
    match law {
        Law::Slide => Response::Slide,
        Law::Momentum => Response::Momentum,
        Law::Stop => Response::Stop,
        Law::PushBack => Response::PushBack,
        Law::Bounce => Response::Bounce,
    }
}

pub(super) fn shape_of(shape: &SceneShape) -> Shape {
    match *shape {
        SceneShape::Point => Shape::point(),
        SceneShape::Sphere(r) => Shape::sphere(r as f32),
        SceneShape::Ellipsoid(r) => Shape::ellipsoid(narrow(r)),
    }
}

pub(super) fn narrow(v: [f64; 3]) -> Vec3 {
    Vec3::from(v.map(|c| c as f32))
}

pub(super) fn record_move(record: &mut Record, outcome: &Outcome, scratch: &Scratch) {
    record.outcome(outcome);
    record.move_hits(scratch.hits().iter().copied());
    record.path(scratch.path());
}

/// Executes a run of a station at one rate, and calls `each` after every move. If the run has more
/// than about `most` moves, each phase of the script is shortened to its share.
pub fn execute(world: &World, run: &Run, rate: u32, most: usize, mut each: impl FnMut(&Outcome, &Scratch)) {
    let shape = shape_of(&run.shape);
    let friction_law = if run.drag { FrictionLaw::Drag } else { FrictionLaw::Coulomb };
    let config = MoveConfig {
        response: response_of(run.law),
        friction_law,
        skin_width: run.skin as f32,
        record_path: true,
        ..MoveConfig::default()
    };
    tape::mover(&shape, &config);
    let (mut scratch, mut position, mut velocity) =
        (Scratch::default(), narrow(run.start).as_dvec3(), Vec3::ZERO);
    let (dt, share) = (1.0 / rate as f32, most.div_ceil(run.script.len().max(1)));
    for phase in &run.script {
        if let Drive::Body { velocity: Some(v), .. } = phase.drive {
            velocity = narrow(v);
        }
        for _ in 0..((phase.seconds * f64::from(rate)).round() as usize).min(share) {
            let motion = match phase.drive {
                Drive::Body { gravity, .. } => Motion::with_gravity(velocity, narrow(gravity), dt),
                _ => Motion::velocity(
                    Vec3::from(phase.drive.desired(position.to_array()).expect("a desired velocity")),
                    dt,
                ),
            };
            tape::step(position, &motion);
            let outcome = world.move_and_slide(&mut scratch, &shape, position, motion, &config);
            each(&outcome, &scratch);
            (position, velocity) = (outcome.position, outcome.velocity);
        }
    }
}

/// Tests every counterexample as casts and as a move of every response.
fn sweeps(index: IndexKind, record: &mut Record) {
    let (mut scratch, mut hits) = (Scratch::default(), Vec::new());
    for c in counterexamples::all() {
        let level = sidle_scenes::Level {
            vertices: c.triangle.to_vec(),
            triangles: vec![[0, 1, 2]],
            materials: vec![sidle_scenes::Surface::default()],
            ..Default::default()
        };
        let world = world_of(&level, index);
        let (from, motion) = (Vec3::from(c.centre), Vec3::from(c.motion));
        for shape in [Shape::ellipsoid(Vec3::from(c.radii)), Shape::sphere(c.radii[0]), Shape::point()] {
            record.perhaps(world.cast_shape(&shape, from, motion, &QueryFilter::ALL), Record::hit);
            world.cast_shape_all(&shape, from, motion, &QueryFilter::ALL, &mut hits);
            record.count(hits.len());
            for response in super::walks::RESPONSES {
                let config = MoveConfig { response, record_path: true, ..MoveConfig::default() };
                let motion = Motion::displacement(motion, 1.0);
                let outcome = world.move_and_slide(&mut scratch, &shape, from, motion, &config);
                record_move(record, &outcome, &scratch);
            }
        }
    }
}
