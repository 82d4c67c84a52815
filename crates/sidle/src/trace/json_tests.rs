//! The JSON of every public type that serde can write, compared with `json_snapshots.txt`. Files
//! that users store must stay readable: a changed line is a breaking change of the format.

mod instances;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use glam::{DVec3, Quat};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::*;
use crate::ball::{Ball, BallConfig, BallState, BallStep};
use crate::character::{
    AirControl, CharacterConfig, CharacterInput, CharacterMode, CharacterReport, CharacterState, Crush,
    GroundState, LeaveVelocity, Ledge, Push, QuantizedState, SlopeSpeed, SteepGround, SurfaceRules,
};
use crate::geometry::{Feature, Sides};
use crate::heightfield::Diagonal;
use crate::mesh::{SectorId, SectorSet};
use crate::shape::{ShapeDistance, ShapeHit};
use crate::slide::{
    CarryEnd, DebugLine, Depenetration, FrictionLaw, LineKind, OnOverlap, Outcome, Resize, Response, Scratch,
    StartAdjustment, StopReason,
};
use crate::world::{ClosestPoint, Contact, Hit, InstanceId, MoveHit, PolygonId, Pose, QueryFilter, Surface};

/// The lines of the snapshot so far: a label and its JSON each.
#[derive(Default)]
struct Snapshot(String);

impl Snapshot {
    /// Adds a value of a type. Its JSON must read back as the same value.
    fn add<T: Serialize + DeserializeOwned>(&mut self, label: &str, value: T) {
        let json = serde_json::to_string(&value).expect("JSON");
        let read: T = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{label}: {error}: {json}"));
        assert_eq!(serde_json::to_string(&read).expect("JSON"), json, "{label}");
        let _ = writeln!(self.0, "{label} {json}");
    }

    /// Adds variants of an enum under the names that `Debug` gives them.
    fn add_variants<T: Serialize + DeserializeOwned + std::fmt::Debug>(
        &mut self,
        name: &str,
        variants: impl IntoIterator<Item = T>,
    ) {
        for variant in variants {
            let debug = format!("{variant:?}");
            let end = debug.find(|c: char| !c.is_alphanumeric()).unwrap_or(debug.len());
            self.add(&format!("{name}::{}", &debug[..end]), variant);
        }
    }
}

const POINT: Vec3 = Vec3::new(0.1, -2.0, 3.5);
const PLACE: DVec3 = DVec3::new(0.1, -2.0, 3.5);
const NORMAL: Vec3 = Vec3::Y;
const SURFACE: Surface = Surface {
    instance: InstanceId::MESH,
    polygon: PolygonId::from_index(7),
    material: MaterialId(2),
    layer: 3,
    feature: Feature::Face,
};
const MOTION: Motion = Motion { displacement: POINT, velocity: Vec3::new(6.0, -120.0, 210.0) };
const OUTCOME: Outcome = Outcome {
    position: PLACE,
    velocity: Vec3::X,
    reason: StopReason::Blocked,
    start_adjustment: StartAdjustment::None,
    distance: 0.25,
    fraction: 0.5,
    iterations: 2,
    skin: 0.001,
    clearance: 0.0005,
};
const MOVE_HIT: MoveHit =
    MoveHit { fraction: 0.5, point: PLACE, normal: NORMAL, speed_removed: 4.5, surface: SURFACE };
const DEPENETRATION: Depenetration = Depenetration { position: PLACE, depth: 0.02, iterations: 1 };

fn filter() -> QueryFilter {
    QueryFilter { layers: 5, ..QueryFilter::ALL }
}

fn config() -> MoveConfig {
    MoveConfig { filter: filter(), ..MoveConfig::default() }
}

fn add_inputs(all: &mut Snapshot) {
    use BallState::{Flying, Resting, Rolling, Sliding};
    use StopReason as Reason;
    all.add("Shape point", Shape::point());
    all.add("Shape sphere", Shape::sphere(0.4));
    let turned = Quat::from_xyzw(0.0, 0.6, 0.0, 0.8);
    all.add("Shape ellipsoid", Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)).with_rotation(turned));
    all.add("Motion", MOTION);
    all.add("MoveConfig", config());
    all.add("QueryFilter", filter());
    all.add("SectorSet", SectorSet::ALL);
    all.add("SectorId", SectorId(4));
    all.add("Ball", Ball { position: PLACE, velocity: Vec3::X, spin: Vec3::Z, state: Rolling });
    all.add("BallConfig", BallConfig { filter: filter(), ..BallConfig::default() });
    let material = Material {
        friction: 0.3,
        restitution: 0.25,
        sides: Sides::Front,
        layer: 3,
        surface_velocity: Vec3::X,
    };
    all.add("Material", material);
    all.add("MaterialId", MaterialId(2));
    all.add("InstanceId", InstanceId::MESH);
    all.add("PolygonId", PolygonId::from_index(7));

    all.add_variants("BallState", [Flying, Sliding, Rolling, Resting]);
    all.add_variants("Feature", [Feature::Face, Feature::Edge(1), Feature::Corner(2)]);
    all.add_variants("Sides", [Sides::Two, Sides::Front]);
    all.add_variants("Diagonal", [Diagonal::Main, Diagonal::Anti]);
    all.add_variants("IndexKind", [IndexKind::Bvh, IndexKind::Octree]);
    let responses =
        [Response::Slide, Response::Momentum, Response::Stop, Response::PushBack, Response::Bounce];
    all.add_variants("Response", responses);
    all.add_variants("FrictionLaw", [FrictionLaw::Coulomb, FrictionLaw::Drag]);
    all.add_variants("OnOverlap", [OnOverlap::Refuse, OnOverlap::ReturnTo(PLACE), OnOverlap::PushOut]);
    all.add_variants("LineKind", [LineKind::Path, LineKind::Normal, LineKind::Velocity]);
    all.add_variants("StopReason", [Reason::Arrived, Reason::Blocked, Reason::NoFreedom]);
    all.add_variants("StopReason", [Reason::Reversed, Reason::IterationLimit, Reason::StartedInside]);
    all.add_variants("StopReason", [Reason::InvalidInput]);
    let adjustments = [StartAdjustment::None, StartAdjustment::Returned, StartAdjustment::PushedOut];
    all.add_variants("StartAdjustment", adjustments);
}

fn add_results(all: &mut Snapshot) {
    all.add("Surface", SURFACE);
    all.add("Hit", Hit { fraction: 0.5, point: PLACE, normal: NORMAL, surface: SURFACE });
    all.add("Contact", Contact { point: PLACE, normal: NORMAL, distance: 0.01, surface: SURFACE });
    all.add("ClosestPoint", ClosestPoint { point: PLACE, distance: 0.01, surface: SURFACE });
    all.add("MoveHit", MOVE_HIT);
    all.add("Outcome", OUTCOME);
    all.add("Depenetration", DEPENETRATION);
    all.add("Resize", Resize { fits: false, position: PLACE, blocked_by: Some(SURFACE) });
    all.add(
        "ShapeDistance",
        ShapeDistance { distance: 0.5, normal: NORMAL, point: PLACE, other_point: DVec3::ZERO },
    );
    all.add("ShapeHit", ShapeHit { fraction: 0.5, point: PLACE, normal: NORMAL });
    all.add("Shape capsule", Shape::capsule(0.3, 1.8));
    all.add("MoveReport", MoveReport { outcome: OUTCOME, hits: vec![MOVE_HIT], path: vec![PLACE] });
    all.add("DebugLine", DebugLine { from: PLACE, to: DVec3::ZERO, kind: LineKind::Path });
    all.add(
        "BallStep",
        BallStep {
            ball: Ball { position: PLACE, ..Ball::default() },
            reason: StopReason::Arrived,
            ground: Some(SURFACE),
            distance: 0.25,
            fraction: 1.0,
            iterations: 3,
            skin: 0.001,
        },
    );
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    let world = World::from_triangles(&floor, &[[0, 1, 2]]).expect("a world");
    all.add("BuildReport", *world.report());
}

fn add_characters(all: &mut Snapshot) {
    use GroundState::{Airborne, Grounded, Steep, Unsupported};
    all.add("CharacterConfig", CharacterConfig { filter: filter(), ..CharacterConfig::default() });
    all.add("CharacterState", CharacterState::at(PLACE));
    let input = CharacterInput { wish_velocity: Vec3::X, root_motion: Some(POINT), ..Default::default() };
    all.add("CharacterInput", input);
    let (world, mut scratch) = (World::from_triangles(&[], &[]).expect("a world"), Scratch::default());
    let (config, mut state) = (CharacterConfig::default(), CharacterState::at(PLACE));
    let refused = world.step_character(&mut scratch, &config, &mut state, &input, -1.0);
    let report = CharacterReport { wall: Some(SURFACE), landed_speed: Some(4.5), ..refused };
    all.add("CharacterReport", report);
    all.add("SurfaceRules", SurfaceRules { slippery: 4, ..Default::default() });
    let swim = CharacterMode::Swim { acceleration: 4.0, sink_speed: 0.5 };
    all.add_variants("CharacterMode", [CharacterMode::Walk, swim, CharacterMode::Climb]);
    all.add("Ledge", Ledge { distance: 0.5, drop: Some(2.0) });
    all.add("Triggers", report.triggers);
    all.add("Ground", world.probe_ground(&mut scratch, &config, &state).expect("valid"));
    all.add_variants("GroundState", [Grounded, Steep, Unsupported, Airborne]);
    all.add_variants("AirControl", [AirControl::Approach, AirControl::Strafe { max_speed: 0.75 }]);
    let speeds = [SlopeSpeed::AlongGround, SlopeSpeed::Horizontal, SlopeSpeed::Projected];
    all.add_variants("SlopeSpeed", speeds);
    let leave = [LeaveVelocity::Add, LeaveVelocity::AddUpwards, LeaveVelocity::Ignore];
    all.add_variants("LeaveVelocity", leave);
    all.add("QuantizedState", QuantizedState::of(&CharacterState::at(PLACE)));
    all.add("Crush", Crush { fraction: 0.25 });
    all.add("Push", Push { instance: InstanceId::MESH, point: PLACE, impulse: Vec3::X });
    all.add_variants("SteepGround", [SteepGround::Slide, SteepGround::Stand]);
}

fn add_trace(all: &mut Snapshot) {
    let moved = ReplayMove { motion: MOTION, end: Some(PLACE), end_error: 0.5 };
    let polygon =
        ReplayPolygon { corners: vec![POINT, Vec3::ZERO, Vec3::X], material: 1, from: Some((0, 7)) };
    all.add("ReplayMove", moved);
    all.add("ReplayPolygon", polygon.clone());
    let instance = ReplayInstance {
        polygons: vec![polygon.clone()],
        pose: Pose::at(POINT),
        material: Some(1),
        mass: Some(80.0),
        solid: true,
        trigger: true,
        user_data: 7,
    };
    all.add("ReplayInstance", instance);
    let (polygons, moves) = (vec![polygon], vec![moved]);
    all.add("Replay", Replay { polygons, moves, config: config(), start: PLACE, ..Replay::default() });

    let roles = [ContactRole::InternalEdge, ContactRole::Duplicate, ContactRole::Inactive];
    all.add_variants("ContactRole", roles);
    all.add_variants("ContactRole", [ContactRole::Active { takes: Some(0.5) }]);
    let reason = StopReason::Blocked;
    all.add_variants("Decision", [Decision::Free, Decision::Slide { planes: 2 }]);
    all.add_variants("Decision", [Decision::Roll { over: Feature::Edge(1) }, Decision::Stop(reason)]);
    all.add_variants("SegmentEnd", [SegmentEnd::Complete, SegmentEnd::BoundaryEdge]);
    all.add_variants("SegmentEnd", [SegmentEnd::Contact(SURFACE), SegmentEnd::Regathered]);
    let contact = IterationContact {
        surface: SURFACE,
        point: PLACE,
        normal: DVec3::Y,
        skins: 1.0,
        was_hit: true,
        role: ContactRole::Active { takes: None },
    };
    all.add("IterationContact", contact);
    let clearance = StartClearance { skins: 0.5, push: DVec3::Y };
    all.add("StartClearance", clearance);
    let attempt = EndAttempt { place: PLACE, position: PLACE, skins: 1.0 };
    all.add("EndAttempt", attempt);
    let iteration = Iteration {
        from: DVec3::ZERO,
        to: DVec3::X,
        time: 0.25,
        time_left: 0.75,
        desired: DVec3::X,
        motion: DVec3::X,
        contacts: vec![contact],
        reflected_by: vec![0],
        decision: Decision::Slide { planes: 1 },
        asked: 1.0,
        end: SegmentEnd::Complete,
    };
    all.add("Iteration", iteration.clone());
    all.add(
        "Explanation",
        Explanation {
            from: PLACE,
            motion: MOTION,
            report: MoveReport { outcome: OUTCOME, hits: vec![], path: vec![] },
            polygons: 1,
            overlap: Some(SURFACE),
            on_overlap: OnOverlap::Refuse,
            pushed_out: Some(DEPENETRATION),
            start_clearance: Some(clearance),
            iterations: vec![iteration],
            end_attempts: vec![attempt],
        },
    );
}

fn add_trace_of_characters(all: &mut Snapshot) {
    use CharacterEvent as Event;
    let input = CharacterInput { wish_velocity: Vec3::X, ..Default::default() };
    let (world, config) = (World::from_triangles(&[], &[]).expect("a world"), CharacterConfig::default());
    let state = CharacterState::at(PLACE);
    let motion = ReplayInstanceMotion { instance: 0, from: Pose::IDENTITY, to: Pose::at(POINT) };
    all.add("ReplayInstanceMotion", motion);
    let step =
        CharacterReplayStep { input, dt: 0.1, motions: vec![motion], end: Some(PLACE), end_error: 0.0 };
    all.add("CharacterReplayStep", step.clone());
    all.add("CharacterReplay", CharacterReplay { steps: vec![step], ..CharacterReplay::default() });
    all.add("CharacterExplanation", explain_character(&world, &config, &state, &input, 0.1));
    let ground = Event::Ground {
        state: GroundState::Steep,
        normal: NORMAL,
        height: 0.25,
        is_edge: false,
        surface: Some(SURFACE),
    };
    all.add_variants(
        "CharacterEvent",
        [
            Event::PushedOut { to: PLACE },
            Event::Carried { by: Some(InstanceId::MESH), displacement: POINT, end: CarryEnd::Free },
            Event::Turned { up: Vec3::Y },
            Event::Posture { crouches: true, fits: false },
            ground,
            Event::Jumped { speed: 5.0 },
            Event::Moved { displacement: Vec3::X, fraction: 0.5, blocked_by: Some(SURFACE) },
            Event::Slid { displacement: Vec3::X, distance: 0.5 },
            Event::Step { wall: Vec3::X, result: Err(StepRefusal::TooHigh) },
            Event::Snapped { by: Some(0.25) },
        ],
    );
    let refusals = [StepRefusal::TooHigh, StepRefusal::NoRoomAbove, StepRefusal::NoTread];
    all.add_variants("StepRefusal", refusals);
    all.add_variants("StepRefusal", [StepRefusal::NoProgress, StepRefusal::NoSupport]);
}

fn snapshot() -> String {
    let mut all = Snapshot::default();
    add_inputs(&mut all);
    add_results(&mut all);
    add_characters(&mut all);
    instances::add_instances(&mut all);
    add_trace(&mut all);
    add_trace_of_characters(&mut all);
    all.0
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// With the variable `UPDATE_SNAPSHOTS`, writes the file instead.
#[test]
fn the_json_of_every_type_is_the_recorded_one() {
    let (path, now) = (source().join("trace/json_snapshots.txt"), snapshot());
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &now).expect("json_snapshots.txt");
    }
    let recorded = fs::read_to_string(&path).expect("json_snapshots.txt");
    for (now, recorded) in now.lines().zip(recorded.lines()) {
        assert_eq!(now, recorded, "set UPDATE_SNAPSHOTS to record an intended change");
    }
    assert_eq!(now.lines().count(), recorded.lines().count());
}

/// Finds the types by their derives in the source, so that no new type and no new variant is
/// forgotten.
#[test]
fn every_type_and_every_variant_is_in_the_snapshot() {
    let snapshot = snapshot();
    let labels: BTreeSet<&str> = snapshot.lines().filter_map(|line| line.split(' ').next()).collect();
    let (mut folders, mut types) = (vec![source()], 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                for label in serde_labels(&fs::read_to_string(&path).expect("a source file")) {
                    types += 1;
                    assert!(labels.contains(label.as_str()), "{}: {label} has no snapshot", path.display());
                }
            }
        }
    }
    assert!(types > 60, "only {types} types and variants were found");
}

/// Returns the public types in a source file that derive `Serialize`: the names of structs, and
/// `Type::Variant` for enums.
fn serde_labels(text: &str) -> Vec<String> {
    let name = |line: &str| line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
    let mut labels = Vec::new();
    for item in text.split("derive(serde::Serialize").skip(1) {
        let mut lines = item.lines().skip_while(|line| !line.starts_with("pub"));
        let head = lines.next().unwrap_or_default();
        if let Some(rest) = head.strip_prefix("pub struct ") {
            labels.push(name(rest));
        } else if let Some(rest) = head.strip_prefix("pub enum ") {
            let variants = lines.take_while(|line| *line != "}").filter_map(|line| line.strip_prefix("    "));
            let variants = variants.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
            labels.extend(variants.map(|line| format!("{}::{}", name(rest), name(line))));
        }
    }
    labels
}
