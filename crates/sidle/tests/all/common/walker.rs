//! Random walkers, judged move by move. The input is bit-identical on every machine, because it
//! uses no sines.
#![allow(dead_code, reason = "every test file uses a part of it")]

use sidle::{
    DVec3, Motion, MoveConfig, Outcome, QueryFilter, Response, Scratch, Shape, StopReason, Vec3, World,
};
use sidle_judge::{Body, Claim, Judge, Law, Tally, reference_move};
use sidle_scenes::{Level, SplitMix64};

use super::{body_of, wide};

pub struct JudgedLevel {
    pub world: World,
    pub judge: Judge,
    pub spawns: Vec<DVec3>,
    pub closed: bool,
}

impl From<&Level> for JudgedLevel {
    fn from(level: &Level) -> Self {
        Self {
            world: super::world_of(level),
            judge: Judge::new(&level.vertices, &level.triangles),
            spawns: level.spawns.iter().map(|&p| Vec3::from(p).as_dvec3()).collect(),
            closed: level.closed,
        }
    }
}

/// Counts and extremes over a crowd of walkers.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Crowd {
    pub tally: Tally,
    /// The widest gap at a reported stop, in skins.
    pub worst_stop_gap_skins: f64,
    pub iteration_limit: u64,
    /// Number of moves that were refused, although the move before ended there.
    pub started_inside: u64,
    /// Sum of the distances between start and end of all moves, in metres.
    pub walked: f64,
    pub distance: f64,
    pub twin_distance: f64,
}

/// The desired motions of one walker: a new heading now and then, mostly a walk, sometimes a dash.
pub struct DesiredMotion {
    rng: SplitMix64,
    left: u32,
    velocity: Vec3,
}

impl DesiredMotion {
    pub fn new(seed: u64) -> Self {
        Self { rng: SplitMix64::new(seed), left: 0, velocity: Vec3::ZERO }
    }

    /// Returns the desired velocity of the next move.
    pub fn next(&mut self, rate: u32) -> Vec3 {
        if self.left == 0 {
            let (x, z) = loop {
                let (x, z) = (self.rng.range(-1.0, 1.0), self.rng.range(-1.0, 1.0));
                let square: f64 = x * x + z * z;
                if square > 0.01 && square < 1.0 {
                    break (x / square.sqrt(), z / square.sqrt());
                }
            };
            let dash = self.rng.unit() < 0.2;
            let (speed, seconds) = if dash { (20.0, 0.3) } else { (5.0, self.rng.range(0.5, 2.0)) };
            self.velocity = Vec3::new(x as f32, 0.0, z as f32) * speed;
            self.left = (seconds * f64::from(rate)) as u32 + 1;
        }
        self.left -= 1;
        self.velocity
    }
}

/// Returns a horizontal walk and a fall, for one step.
pub fn fall_step(walk: Vec3, fall: f32, rate: u32) -> Motion {
    Motion::with_gravity(walk + Vec3::Y * fall, Vec3::NEG_Y * 9.81, 1.0 / rate as f32)
}

/// Moves one walker and judges every move.
pub fn walk(
    level: &JudgedLevel,
    shape: &Shape,
    config: &MoveConfig,
    seed: u64,
    seconds: f32,
    rate: u32,
) -> Crowd {
    let config = MoveConfig { record_path: true, ..*config };
    let body = body_of(shape);
    let spawn = level.spawns[seed as usize % level.spawns.len()];
    let mut crowd = Crowd::default();
    if level.world.overlaps(shape, spawn, &QueryFilter::ALL) {
        return crowd;
    }
    let mut desired = DesiredMotion::new(seed);
    let (mut scratch, mut position, mut fall) = (Scratch::default(), spawn, 0.0);
    for step in 0..(seconds * rate as f32) as u32 {
        let motion = fall_step(desired.next(rate), fall, rate);
        let end = level.world.move_and_slide(&mut scratch, shape, position, motion, &config);
        crowd.judge(level, &body, &scratch, &end, step % 97 == 0, motion, &config);
        fall = end.velocity.y.clamp(-60.0, 60.0);
        position = end.position;
        if position.y < -60.0 {
            (position, fall) = (spawn, 0.0);
        }
    }
    crowd
}

impl Crowd {
    #[allow(clippy::too_many_arguments, reason = "everything there is to know about one move")]
    fn judge(
        &mut self,
        level: &JudgedLevel,
        body: &Body,
        scratch: &Scratch,
        end: &Outcome,
        reference: bool,
        motion: Motion,
        config: &MoveConfig,
    ) {
        let path: Vec<[f64; 3]> = scratch.path().iter().map(|&p| wide(p)).collect();
        let stopped = matches!(end.reason, StopReason::NoFreedom | StopReason::Blocked);
        let claim = Claim { body, path: &path, stopped_by_hit: false, may_leave: !level.closed };
        self.tally.note_move(&level.judge, &claim);
        if stopped {
            let gap = level.judge.clearance(body, wide(end.position), 1.0).gap / f64::from(end.skin);
            self.worst_stop_gap_skins = self.worst_stop_gap_skins.max(gap);
        }
        self.started_inside += u64::from(end.reason == StopReason::StartedInside);
        self.walked += path
            .first()
            .zip(path.last())
            .map_or(0.0, |(a, b)| (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f64>().sqrt());
        self.iteration_limit += u64::from(end.reason == StopReason::IterationLimit);
        if reference {
            let law = if config.response == Response::Slide { Law::Slide } else { Law::Momentum };
            let other = reference_move(
                &level.judge,
                body,
                path[0],
                wide(motion.displacement),
                law,
                f64::from(end.skin),
            );
            if other.settled {
                self.distance += f64::from(end.distance);
                self.twin_distance += other.distance;
            }
        }
    }

    pub fn merge(&self, other: &Self) -> Self {
        Self {
            tally: self.tally.merge(&other.tally),
            worst_stop_gap_skins: self.worst_stop_gap_skins.max(other.worst_stop_gap_skins),
            iteration_limit: self.iteration_limit + other.iteration_limit,
            started_inside: self.started_inside + other.started_inside,
            walked: self.walked + other.walked,
            distance: self.distance + other.distance,
            twin_distance: self.twin_distance + other.twin_distance,
        }
    }
}

/// Moves walkers 0.. on this many threads, and merges the results in their order.
pub fn crowd(
    level: &JudgedLevel,
    shape: &Shape,
    config: &MoveConfig,
    walkers: u64,
    seconds: f32,
    threads: u64,
) -> Crowd {
    let all: Vec<Vec<Crowd>> = std::thread::scope(|scope| {
        let hand = |t: u64| {
            move || {
                (t..walkers)
                    .step_by(threads as usize)
                    .map(|w| walk(level, shape, config, w, seconds, 60))
                    .collect()
            }
        };
        let handles: Vec<_> = (0..threads).map(|t| scope.spawn(hand(t))).collect();
        handles.into_iter().map(|h| h.join().expect("walkers do not panic")).collect()
    });
    let of = |w: u64| &all[(w % threads) as usize][(w / threads) as usize];
    (0..walkers).map(of).fold(Crowd::default(), |sum, c| sum.merge(c))
}
