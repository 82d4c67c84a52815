//! Moving platforms for a level: lifts, trains, turntables, doors and presses, where walkers start.

use sidle::{DQuat, DVec3, GeometryId, InstanceId, InstanceOptions, MaterialId, Pose, PoseSet, Vec3, World};
use sidle_judge::Judge;
use sidle_judge::moving::MovingMesh;
use sidle_scenes::SplitMix64;

use super::arena::Arena;
use crate::platforms::mesh_pose;

/// Half the size of the box of each kind of platform, in metres.
const HALVES: [[f64; 3]; 5] =
    [[1.5, 0.1, 1.5], [3.0, 0.3, 1.2], [2.0, 0.1, 2.0], [0.8, 1.2, 0.05], [1.0, 0.4, 1.0]];

/// The kind of a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Lift,
    Train,
    Turntable,
    Door,
    Press,
}

const KINDS: [Kind; 5] = [Kind::Lift, Kind::Train, Kind::Turntable, Kind::Door, Kind::Press];

/// One platform.
#[derive(Clone, Debug)]
struct Platform {
    kind: Kind,
    id: InstanceId,
    /// Its box and its judge.
    geometry: usize,
    /// One end of its way.
    home: Pose,
    /// The way to the other end.
    way: DVec3,
    /// Duration of a way there and back in seconds, and the part of it that is over at the start.
    period: f64,
    phase: f64,
    /// Tangent of half the angle that it turns in a second.
    turn: f64,
}

/// The platforms of a level, and a world of its own with them.
pub(crate) struct Fleet {
    pub(crate) world: World,
    platforms: Vec<Platform>,
    judges: Vec<Judge>,
    /// The poses at the start and at the end of the present step.
    poses: [Vec<Pose>; 2],
    dt: f64,
    step: u64,
}

impl Fleet {
    /// Puts `count` platforms at spawns of a level. They move in steps of `dt` seconds.
    pub(crate) fn new(arena: &Arena, count: u32, dt: f64, rng: &mut SplitMix64) -> Self {
        let mut world = arena.world.clone();
        let geometries = HALVES.map(|half| box_of(&mut world, half));
        let mut fleet = Self {
            world,
            platforms: Vec::new(),
            judges: HALVES.iter().map(|&half| judge_of_box(half)).collect(),
            poses: [Vec::new(), Vec::new()],
            dt,
            step: 0,
        };
        for i in 0..count as usize {
            let kind = KINDS[i % KINDS.len()];
            let spawn = arena.spawns[rng.below(arena.spawns.len())];
            fleet.add(kind, geometries[i % KINDS.len()], spawn, rng);
        }
        fleet
    }

    fn add(&mut self, kind: Kind, geometry: GeometryId, spawn: DVec3, rng: &mut SplitMix64) {
        let mut v = |s: f64| DVec3::new(rng.range(-s, s), rng.range(-s, s), rng.range(-s, s));
        let beside = v(3.0);
        let flat = DVec3::new(beside.x, 0.0, beside.z);
        let (at, way, period) = match kind {
            Kind::Lift => (flat - DVec3::Y, DVec3::Y * rng.range(0.5, 4.0), rng.range(2.0, 8.0)),
            Kind::Train => (flat - DVec3::Y * 0.5, v_flat(rng) * rng.range(3.0, 15.0), rng.range(2.0, 6.0)),
            Kind::Turntable => (flat - DVec3::Y, DVec3::ZERO, 1.0),
            Kind::Door => (beside, DVec3::ZERO, rng.range(1.0, 4.0)),
            Kind::Press => (flat + DVec3::Y * 2.0, DVec3::Y * -rng.range(0.5, 2.5), rng.range(1.0, 4.0)),
        };
        let turn = match kind {
            Kind::Turntable => rng.range(0.2, 2.5),
            Kind::Door => rng.range(0.5, 2.0),
            _ => 0.0,
        };
        let rotation = if kind == Kind::Turntable { DQuat::IDENTITY } else { about_y(rng.range(-1.0, 1.0)) };
        let scale = [1.0, 1.0, 0.5, 1.5][rng.below(4)];
        let home = Pose { translation: spawn + at, rotation, scale };
        let Ok(id) = self.world.add_instance(geometry, &home, InstanceOptions::default()) else { return };
        let kind_number = KINDS.iter().position(|k| *k == kind).unwrap_or(0);
        let platform =
            Platform { kind, id, geometry: kind_number, home, way, period, phase: rng.unit(), turn };
        self.platforms.push(platform);
        for poses in &mut self.poses {
            poses.push(home);
        }
    }

    /// Begins the next step.
    pub(crate) fn advance(&mut self) {
        self.step += 1;
        let [from, to] = &mut self.poses;
        from.clone_from(to);
        let mut poses = PoseSet::default();
        for (i, platform) in self.platforms.iter().enumerate() {
            to[i] = platform.next(&from[i], self.step, self.dt);
            // The first step brings every platform to its phase.
            if self.step == 1 {
                from[i] = to[i];
            }
            poses.add(platform.id, from[i], to[i]);
        }
        self.world.set_poses(&poses).expect("platforms have valid poses");
    }

    /// Returns true if an instance is a platform.
    pub(crate) fn has(&self, id: InstanceId) -> bool {
        self.platforms.iter().any(|platform| platform.id == id)
    }

    /// Returns the level and the platforms that come within `reach` metres of a place.
    pub(crate) fn meshes<'a>(&'a self, level: &'a Judge, place: DVec3, reach: f64) -> Vec<MovingMesh<'a>> {
        let mut meshes = vec![MovingMesh::resting(level, &mesh_pose(&Pose::IDENTITY))];
        for (platform, (from, to)) in self.platforms.iter().zip(self.poses[0].iter().zip(&self.poses[1])) {
            let size = DVec3::from_array(HALVES[platform.geometry]).length() * 2.0 * from.scale;
            let way = (to.translation - from.translation).length();
            if (from.translation - place).length() < size + way + reach {
                let judge = &self.judges[platform.geometry];
                meshes.push(MovingMesh::new(judge, &mesh_pose(from), &mesh_pose(to)));
            }
        }
        meshes
    }

    /// Returns a place on, below or beside a platform for a body of this half size.
    pub(crate) fn place(&self, size: f64, rng: &mut SplitMix64) -> Option<DVec3> {
        let i = rng.below(self.platforms.len());
        let (platform, pose) = (self.platforms.get(i)?, self.poses[1].get(i)?);
        let half = DVec3::from_array(HALVES[platform.geometry]) * pose.scale;
        let beside = DVec3::new(rng.range(-half.x, half.x), 0.0, rng.range(-half.z, half.z));
        let up = half.y + size + rng.range(0.0, 0.3);
        let offset = match platform.kind {
            Kind::Press => beside - DVec3::Y * (up + 0.3),
            Kind::Door => DVec3::new(rng.range(-1.5, 1.5), 0.0, rng.range(-1.5, 1.5)),
            _ => beside + DVec3::Y * up,
        };
        Some(pose.translation + offset)
    }
}

impl Platform {
    fn next(&self, pose: &Pose, step: u64, dt: f64) -> Pose {
        let time = step as f64 * dt / self.period + self.phase;
        let part = time - time.floor();
        let there = if part < 0.5 { 2.0 * part } else { 2.0 - 2.0 * part };
        let turn = if self.kind == Kind::Door && part >= 0.5 { -self.turn } else { self.turn };
        let rotation = if turn == 0.0 { pose.rotation } else { unit(about_y(turn * dt) * pose.rotation) };
        Pose { translation: self.home.translation + self.way * there, rotation, ..*pose }
    }
}

fn v_flat(rng: &mut SplitMix64) -> DVec3 {
    let v = DVec3::new(rng.range(-1.0, 1.0), 0.0, rng.range(-1.0, 1.0));
    v.try_normalize().unwrap_or(DVec3::X)
}

/// Returns a rotation about y by 2 atan(`t`), without trigonometry.
fn about_y(t: f64) -> DQuat {
    unit(DQuat::from_xyzw(0.0, t, 0.0, 1.0))
}

fn unit(q: DQuat) -> DQuat {
    let length = (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).sqrt();
    DQuat::from_xyzw(q.x / length, q.y / length, q.z / length, q.w / length)
}

fn box_of(world: &mut World, half: [f64; 3]) -> GeometryId {
    let mut builder = world.geometry_builder();
    let (corners, triangles) = triangles_of(half);
    builder.add_triangles(&corners, &triangles, MaterialId(0));
    world.add_geometry(builder).expect("a box")
}

fn judge_of_box(half: [f64; 3]) -> Judge {
    let (corners, triangles) = triangles_of(half);
    let corners: Vec<[f32; 3]> = corners.iter().map(|c| c.to_array()).collect();
    Judge::new(&corners, &triangles)
}

/// Returns a box as triangles. That of a door begins at its edge.
fn triangles_of(half: [f64; 3]) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let shift = if half == HALVES[3] { half[0] } else { 0.0 };
    let corner = |i: u32| {
        let side = |k: u32| if i >> k & 1 == 1 { 1.0 } else { -1.0 };
        let [x, y, z] = half;
        DVec3::new(side(0) * x + shift, side(1) * y, side(2) * z).as_vec3()
    };
    let mut triangles = Vec::new();
    for [a, b, c, d] in [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]] {
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    ((0..8).map(corner).collect(), triangles)
}
