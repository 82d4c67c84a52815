//! Runs the steps of a crowd.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sidle::{
    CharacterConfig, CharacterState, Crowd, CrowdMember, DVec3, InstanceId, InstanceOptions, MaterialId,
    Pose, PoseSet, Vec3, World,
};
use sidle_judge::{Judge, are_apart, distance_between};

use super::scene::{Scene, posed};
use crate::random::Rng;

/// Number of steps of a case.
const STEPS: usize = 60;
/// Number of steps between two comparisons with the members in another order.
const SHUFFLED: usize = 4;
/// Distance in metres by which rounding may let the f64 judge see a body in the level.
const ROUNDING: f64 = 1e-9;

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cases with at least two members.
    pub cases: u64,
    /// Steps of crowds.
    pub steps: u64,
    /// Steps of members.
    pub member_steps: u64,
    /// Steps of members that reported another member as a surface.
    pub contacts: u64,
    /// Steps of members that wanted to stand up and had no room.
    pub held_down: u64,
}

impl Counts {
    /// Returns the sums.
    #[must_use]
    pub const fn merged(&self, other: &Self) -> Self {
        let mut sum = *self;
        add_fields!(other => sum: cases, steps, member_steps, contacts, held_down);
        sum
    }
}

/// A step of a crowd that breaks a promise.
#[derive(Clone, Debug, PartialEq)]
pub enum CrowdFault {
    /// Two members that were apart before the step overlap after it.
    Overlap {
        /// Number of the step.
        step: usize,
        /// The two members.
        members: [usize; 2],
        /// How deep in metres.
        depth_m: f64,
    },
    /// A member overlaps the level.
    InLevel {
        /// Number of the step.
        step: usize,
        /// The member.
        member: usize,
        /// How deep in metres.
        depth_m: f64,
    },
    /// The result depends on the order of the members.
    DependsOnOrder {
        /// Number of the step.
        step: usize,
    },
    /// The result depends on an instance that moves far away.
    DependsOnFarInstance {
        /// Number of the step.
        step: usize,
    },
    /// A step was refused, or its result is not finite.
    NotFinite {
        /// Number of the step.
        step: usize,
    },
    /// The library panicked.
    Panic,
}

/// A seed whose crowd is not free of overlaps after the rounds of a step: some members have to go
/// back to where they were. It is the only one of 24,000 cases that were tried.
pub const LAST_RESORT: u64 = 0x9e37_79b9_7f4a_6b42;

/// Runs the case of a seed.
///
/// # Errors
/// The first fault.
pub fn run_case(seed: u64, counts: &mut Counts) -> Result<(), CrowdFault> {
    let mut rng = Rng::seeded(seed);
    let run = || {
        let Some(scene) = Scene::new(&mut rng) else { return Ok(()) };
        counts.cases += 1;
        Case::new(&scene, rng.chance(64)).run(&scene, &mut rng, counts)
    };
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(Err(CrowdFault::Panic))
}

/// The world of a case, and the same with an instance that moves 500 m away.
struct Case {
    world: World,
    other: Option<(World, InstanceId)>,
    judge: Judge,
}

impl Case {
    fn new(scene: &Scene, with_other: bool) -> Self {
        let world = world_of(&scene.triangles);
        let other = with_other.then(|| {
            let mut world = world_of(&scene.triangles);
            let mut builder = world.geometry_builder();
            builder.add_box(Vec3::ONE, MaterialId(0));
            let geometry = world.add_geometry(builder).expect("a box");
            let id = world.add_instance(geometry, &far(0), InstanceOptions::default()).expect("a pose");
            (world, id)
        });
        Self { world, other, judge: scene.judge() }
    }

    fn run(&mut self, scene: &Scene, rng: &mut Rng<'_>, counts: &mut Counts) -> Result<(), CrowdFault> {
        let member = |&(kind, state, yielding): &(usize, CharacterState, f32)| {
            let config: &CharacterConfig = &scene.configs[kind];
            CrowdMember { yielding, ..CrowdMember::new(config, state) }
        };
        let mut members: Vec<CrowdMember<'_>> = scene.members.iter().map(member).collect();
        let mut crowd = Crowd::default();
        for step in 0..STEPS {
            let places: Vec<DVec3> = members.iter().map(|member| member.state.position).collect();
            for (i, member) in members.iter_mut().enumerate() {
                if step == 0 || rng.chance(16) {
                    member.input = scene.input(rng, i, &places);
                    member.input.crouch |= step == 0 && scene.crouches;
                }
            }
            let before = members.clone();
            self.world.step_characters(&mut crowd, &mut members, scene.dt);
            counts.steps += 1;
            counts.member_steps += members.len() as u64;
            for report in crowd.reports() {
                let other = report.wall.or(report.ground_surface).or(report.ceiling);
                let touches = other.is_some_and(|surface| surface.instance.character().is_some());
                counts.contacts += u64::from(touches);
                counts.held_down += u64::from(report.is_held_down);
            }
            self.judge_step(step, &crowd, [&before, &members])?;
            if step % SHUFFLED == 0 {
                self.shuffle(rng, step, [&before, &members], scene.dt)?;
            }
            if let Some((world, id)) = &mut self.other {
                let mut poses = PoseSet::default();
                poses.add(*id, far(step), far(step + 1));
                world.set_poses(&poses).expect("poses");
                let mut same = before.clone();
                world.step_characters(&mut Crowd::default(), &mut same, scene.dt);
                if states(&same) != states(&members) {
                    return Err(CrowdFault::DependsOnFarInstance { step });
                }
            }
        }
        Ok(())
    }

    /// Judges the bodies after a step.
    fn judge_step(
        &self,
        step: usize,
        crowd: &Crowd,
        [before, after]: [&[CrowdMember<'_>]; 2],
    ) -> Result<(), CrowdFault> {
        let refused = crowd.reports().iter().any(|report| report.refused.is_some());
        if refused || after.iter().any(|m| !(m.state.position.is_finite() && m.state.velocity.is_finite())) {
            return Err(CrowdFault::NotFinite { step });
        }
        let [old, new] = [before, after].map(|members| members.iter().map(posed).collect::<Vec<_>>());
        for (member, ((was, from), (body, at))) in old.iter().zip(&new).enumerate() {
            let gap = self.judge.clearance(body, *at, 1.0).gap;
            if gap < -ROUNDING && self.judge.clearance(was, *from, 1.0).gap >= 0.0 {
                return Err(CrowdFault::InLevel { step, member, depth_m: -gap });
            }
        }
        for i in 0..new.len() {
            for j in i + 1..new.len() {
                let pairs = [&old, &new].map(|bodies| (&bodies[i], &bodies[j]));
                let [was_apart, is_apart] = pairs.map(|(a, b)| are_apart(&a.0, a.1, &b.0, b.1));
                if was_apart && !is_apart {
                    let (a, b) = pairs[1];
                    let depth_m = -distance_between(&a.0, a.1, &b.0, b.1);
                    return Err(CrowdFault::Overlap { step, members: [i, j], depth_m });
                }
            }
        }
        Ok(())
    }

    /// Performs the step again with the members in another order.
    fn shuffle(
        &self,
        rng: &mut Rng<'_>,
        step: usize,
        [before, after]: [&[CrowdMember<'_>]; 2],
        dt: f32,
    ) -> Result<(), CrowdFault> {
        let mut order: Vec<usize> = (0..before.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i + 1));
        }
        let mut shuffled: Vec<_> = order.iter().map(|&i| before[i]).collect();
        self.world.step_characters(&mut Crowd::default(), &mut shuffled, dt);
        let is_same = order.iter().zip(&shuffled).all(|(&i, member)| member.state == after[i].state);
        if is_same { Ok(()) } else { Err(CrowdFault::DependsOnOrder { step }) }
    }
}

fn world_of(triangles: &[[Vec3; 3]]) -> World {
    let corners: Vec<Vec3> = triangles.iter().flatten().copied().collect();
    let count = triangles.len() as u32;
    let triangles: Vec<_> = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    World::from_triangles(&corners, &triangles).expect("a level")
}

fn far(step: usize) -> Pose {
    Pose::at(Vec3::new(500.0, step as f32 * 0.1, 0.0))
}

fn states(members: &[CrowdMember<'_>]) -> Vec<CharacterState> {
    members.iter().map(|member| member.state).collect()
}
