//! Runs every move of a station.

use std::time::Instant;

use anyhow::{Context, Result};
use sidle::{DVec3, FrictionLaw, Motion, MoveConfig, MoveHit, Response, Scratch, Shape, Vec3, World};
use sidle_scenes as scenes;
use sidle_scenes::{Drive, Run, Station, Trace};

use super::exhibit::{Check, Exhibit, Row};
use crate::level::world_of_scene;
use sidle_cli::paint::Figure;

/// Moves per second of the path that is drawn, if the run has this rate.
const DRAWN_RATE: u32 = 60;

/// The path of one run at one rate, for the picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Way {
    /// All corners of the path.
    pub(crate) path: Vec<DVec3>,
    /// Hits in order.
    pub(crate) hits: Vec<MoveHit>,
}

/// The result of one run.
#[derive(Clone, Debug)]
pub(crate) struct RunResult {
    /// Checks in the order of the expectations.
    pub(crate) checks: Vec<Check>,
    /// Nanoseconds per move, over all rates.
    pub(crate) ns_per_move: f64,
    /// The path for the picture.
    pub(crate) way: Way,
}

/// A station and its results.
pub(crate) struct StationResult {
    /// The station.
    pub(crate) station: Station,
    /// The worlds of its levels.
    pub(crate) worlds: Vec<World>,
    /// Results in the order of its runs.
    pub(crate) runs: Vec<RunResult>,
}

impl StationResult {
    /// Converts the results and a picture to an exhibit.
    pub(crate) fn exhibit(self, picture: Figure) -> Exhibit {
        let Station { id, title, about, runs, .. } = self.station;
        let row = |(run, came): (Run, RunResult)| Row {
            label: run.label,
            rates: run.rates.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
            checks: came.checks,
            ns: came.ns_per_move,
        };
        let rows = runs.into_iter().zip(self.runs).map(row).collect();
        Exhibit { id, title, about, rows, picture }
    }
}

/// Runs every move of a station. `done` receives the number of moves since its last call.
pub(crate) fn run(station: Station, mut done: impl FnMut(u64)) -> Result<StationResult> {
    let worlds: Vec<World> = station.levels.iter().map(world).collect::<Result<_>>()?;
    let mut runs = Vec::new();
    for run in &station.runs {
        let world =
            worlds.get(run.level).with_context(|| format!("{}: no level {}", station.id, run.level))?;
        let mut traces = Vec::new();
        let (mut nanos, mut moves) = (0.0, 0_usize);
        for &rate in &run.rates {
            let start = Instant::now();
            let trace = make_moves(world, run, rate, &mut Recorder::Trace);
            nanos += start.elapsed().as_nanos() as f64;
            moves += run.moves_at(rate);
            done(run.moves_at(rate) as u64);
            traces.push(trace);
        }
        // Run again for the picture, because recording the path would distort the times.
        let rate = run.rates.iter().copied().find(|&r| r == DRAWN_RATE).or(run.rates.first().copied());
        let mut way = Way::default();
        make_moves(world, run, rate.unwrap_or(DRAWN_RATE), &mut Recorder::Way(&mut way));
        let checks = run
            .expectations
            .iter()
            .map(|e| Check::new(e.what.clone(), e.value, e.worst(&traces), e.tolerance));
        runs.push(RunResult { checks: checks.collect(), ns_per_move: nanos / moves.max(1) as f64, way });
    }
    Ok(StationResult { station, worlds, runs })
}

/// The data recorded during a run besides its positions.
enum Recorder<'a> {
    /// Record the data for the expectations.
    Trace,
    /// Record the data for the picture.
    Way(&'a mut Way),
}

/// Runs the moves of a run as the documentation of [`Station`] defines.
fn make_moves(world: &World, run: &Run, rate: u32, recorder: &mut Recorder<'_>) -> Trace {
    let shape = shape(&run.shape);
    let config = MoveConfig {
        response: match run.law {
            scenes::Law::Slide => Response::Slide,
            scenes::Law::Momentum => Response::Momentum,
            scenes::Law::Stop => Response::Stop,
            scenes::Law::PushBack => Response::PushBack,
            scenes::Law::Bounce => Response::Bounce,
        },
        friction_law: if run.drag { FrictionLaw::Drag } else { FrictionLaw::Coulomb },
        skin_width: run.skin as f32,
        record_path: matches!(recorder, Recorder::Way(_)),
        ..MoveConfig::default()
    };
    let dt = (1.0 / f64::from(rate)) as f32;
    let mut scratch = Scratch::default();
    let mut position = DVec3::from(run.start);
    let mut velocity = Vec3::ZERO;
    let mut trace = Trace { rate, positions: vec![run.start], ..Trace::default() };
    trace.positions.reserve(run.moves_at(rate));
    for phase in &run.script {
        if let Drive::Body { velocity: Some(start), .. } = phase.drive {
            velocity = narrow(start);
        }
        for _ in 0..(phase.seconds * f64::from(rate)).round() as usize {
            let motion = match phase.drive {
                Drive::Body { gravity, .. } => Motion::with_gravity(velocity, narrow(gravity), dt),
                drive => {
                    let desired = drive.desired(position.to_array());
                    Motion::velocity(desired.map_or(Vec3::ZERO, Vec3::from), dt)
                }
            };
            let outcome = world.move_and_slide(&mut scratch, &shape, position, motion, &config);
            (position, velocity) = (outcome.position, outcome.velocity);
            trace.positions.push(position.to_array());
            match recorder {
                Recorder::Trace => {
                    trace.normals.extend(scratch.hits().iter().map(|hit| hit.normal.to_array()))
                }
                Recorder::Way(way) => {
                    way.path.extend_from_slice(scratch.path());
                    way.hits.extend_from_slice(scratch.hits());
                }
            }
        }
    }
    trace.velocity = velocity.to_array();
    trace
}

fn world(level: &scenes::Level) -> Result<World> {
    world_of_scene(level).with_context(|| format!("the level {}", level.name))
}

/// Converts the shape of a scene to a shape of the library.
pub(crate) fn shape(shape: &scenes::Shape) -> Shape {
    match *shape {
        scenes::Shape::Point => Shape::point(),
        scenes::Shape::Sphere(radius) => Shape::sphere(radius as f32),
        scenes::Shape::Ellipsoid(radii) => Shape::ellipsoid(narrow(radii)),
    }
}

fn narrow(v: [f64; 3]) -> Vec3 {
    Vec3::from(v.map(|x| x as f32))
}
