//! Many characters that do not enter each other.
//!
//! ```text
//! for each of two stages: moving instances carry and push, then every character moves itself
//!     place.rs   where each character is, and a box that should contain its motion
//!     cells.rs   the characters whose boxes overlap, from grids
//!     pairs.rs   a plane between the two of each pair, which moves at the mean of both velocities
//!                (pair.rs)
//!     every character makes the stage, beside the planes of its neighbours
//!     settle.rs  those that are nearer than a skin to a plane afterwards are pushed out of it
//!                those that left their boxes get new pairs
//!                pairs that overlap make the stage again, with planes that stand still
//!     those that still overlap another one go back to their starts
//! ```
//!
//! All starts are free of each other, so the last resort always ends. The characters have ranks
//! that depend on their places and contents, and every decision follows the ranks. So the order of
//! the characters does not matter, and the steps can run on any number of threads.

mod cells;
mod member;
mod pair;
mod pairs;
mod place;
mod settle;

use std::sync::{Mutex, PoisonError};

use glam::DVec3;

use crate::character::{CharacterMode, CharacterReport, CharacterState, Stage};
use crate::slide::Scratch;
use crate::world::World;
pub use member::CrowdMember;
use pairs::Pairs;

/// Largest number of times that overlapping characters are separated in a step.
const SEPARATIONS: usize = 8;

/// Largest number of times that steps are made again.
const ROUNDS: usize = 6;

/// The reports of many characters, and the reusable memory for their steps.
#[derive(Debug, Default)]
pub struct Crowd {
    reports: Vec<CharacterReport>,
    pairs: Pairs,
    /// The states and reports before a stage.
    before: Vec<CharacterState>,
    before_reports: Vec<CharacterReport>,
    /// The characters that went back to the start of a stage.
    is_back: Vec<bool>,
    /// One per thread.
    scratches: Vec<Mutex<Scratch>>,
}

impl Crowd {
    /// Returns the report of each character's last step, in the order of the characters.
    pub fn reports(&self) -> &[CharacterReport] {
        &self.reports
    }
}

/// How the characters of a stage are distributed.
#[derive(Clone, Copy)]
struct Threads {
    /// True for all threads of the rayon pool.
    all: bool,
}

impl World {
    /// Performs one step of many characters, which do not walk into each other.
    ///
    /// Two characters that are near each other are separated by a plane. The plane moves at the
    /// mean of their velocities, in which the one with less [`CrowdMember::yielding`] counts more.
    /// So two characters that walk towards each other stop, one that follows another keeps its
    /// distance, and one that walks into a standing one pushes it at half of its own speed, if
    /// there is room. Characters that overlap neither each other nor the world before the step do
    /// not overlap them after it, unless moving instances press them together and leave no room.
    /// The result does not depend on the order of the characters. A character can stand on another
    /// one, and one that crouches below another one stands up when there is room.
    ///
    /// A character that touches another one reports it as a surface: see
    /// [`InstanceId::character`](crate::InstanceId::character). No character steers around others:
    /// that is the task of the game. A character with invalid input does not move, and is an
    /// obstacle that stands still for the others.
    ///
    /// ```
    /// use sidle::{CharacterConfig, CharacterState, Crowd, CrowdMember, Vec3, World};
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// let config = CharacterConfig::default();
    /// // Two that walk towards each other.
    /// let mut members = [-1.0, 1.0].map(|x| CrowdMember::new(&config, CharacterState::at(Vec3::X * x)));
    /// members[0].input.wish_velocity = Vec3::X * 3.0;
    /// members[1].input.wish_velocity = Vec3::X * -3.0;
    /// let mut crowd = Crowd::default();
    /// for _frame in 0..60 {
    ///     world.step_characters(&mut crowd, &mut members, 1.0 / 60.0);
    /// }
    /// let apart = members[1].state.position - members[0].state.position;
    /// assert!(apart.x > 0.6 && apart.x < 0.62);
    /// assert_eq!(crowd.reports()[0].wall.and_then(|wall| wall.instance.character()), Some(1));
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn step_characters(&self, crowd: &mut Crowd, members: &mut [CrowdMember<'_>], dt: f32) {
        self.step_crowd(crowd, members, dt, Threads { all: false });
    }

    /// Performs the step of [`World::step_characters`] on all threads of the current rayon pool.
    /// The results are bit-identical for any number of threads.
    #[cfg(feature = "rayon")]
    pub fn par_step_characters(&self, crowd: &mut Crowd, members: &mut [CrowdMember<'_>], dt: f32) {
        self.step_crowd(crowd, members, dt, Threads { all: true });
    }

    fn step_crowd(&self, crowd: &mut Crowd, members: &mut [CrowdMember<'_>], dt: f32, threads: Threads) {
        crowd.make_room(members, threads);
        let mut is_pressed = false;
        if self.has_motion() {
            crowd.pairs.find_carried(members, dt, |member| self.velocity_of_ride(member, dt));
            self.make_stage(crowd, members, dt, (Stage::Ride, threads));
            let place = |state: &CharacterState| state.position;
            is_pressed = members.iter().zip(&crowd.before).any(|(m, old)| place(&m.state) != place(old));
        }
        crowd.pairs.find(members, dt, |member| own_velocity(member, dt));
        if crowd.pairs.has_overlaps() {
            self.separate(crowd, members, is_pressed, threads);
            crowd.pairs.find(members, dt, |member| own_velocity(member, dt));
        }
        self.make_stage(crowd, members, dt, (Stage::Move, threads));
    }

    /// Performs a stage of the step of every character, beside the planes of its neighbours. Those
    /// that are not free of each other afterwards make it again, with planes that stand still.
    fn make_stage(
        &self,
        crowd: &mut Crowd,
        members: &mut [CrowdMember<'_>],
        dt: f32,
        (stage, threads): (Stage, Threads),
    ) {
        crowd.keep(members);
        let Crowd { reports, pairs, before, before_reports, scratches, .. } = &mut *crowd;
        let (before, before_reports, scratches) = (&*before, &*before_reports, &*scratches);
        for round in 0..=ROUNDS {
            let planes = &*pairs;
            each(members, reports, threads, scratches, &|i, scratch, member, report| {
                if !planes.has_to_step(i) {
                    return;
                }
                (member.state, *report) = (before[i], before_reports[i]);
                if report.crushed.is_some() || report.refused.is_some() {
                    return;
                }
                let CrowdMember { config, state, input, .. } = member;
                planes.planes_of(i, &mut scratch.neighbors);
                *report = self.run_stage(scratch, config, state, (input, dt), (stage, *report), None);
                if stage == Stage::Ride && report.crushed.is_some() && !scratch.neighbors.is_empty() {
                    // Only the world crushes. Others give way, or overlap it until they can.
                    scratch.neighbors.clear();
                    (member.state, *report) = (before[i], before_reports[i]);
                    let CrowdMember { config, state, input, .. } = member;
                    *report = self.run_stage(scratch, config, state, (input, dt), (stage, *report), None);
                }
                let way = planes.way_of_rider(i, member, dt);
                if let Some(way) = way.filter(|_| stage == Stage::Ride && report.crushed.is_none()) {
                    self.push_character(scratch, member.config, &mut member.state, way);
                }
                if round < ROUNDS || stage == Stage::Ride {
                    // Those that overlap and do not ride wait for their own motion.
                    // However slowly a plane moves towards one, it pushes.
                    let (moves, least) = if stage == Stage::Move { (true, 1.0) } else { (false, 0.0) };
                    self.yield_to_neighbors(scratch, member, planes.sides_of(i, moves), least);
                }
                scratch.neighbors.clear();
            });
            pairs.find_missed(members);
            // In the last round every plane stands still, and no character gives way. An instance
            // that moves does not stop, so its riders give way until the end.
            let is_last = round + 1 == ROUNDS && stage == Stage::Move;
            if round == ROUNDS || !pairs.stop_those_beyond(members, is_last) {
                break;
            }
        }
        if stage == Stage::Move {
            crowd.go_back(members);
        }
    }

    /// Separates characters that overlap, as far as there is room: moving instances brought them
    /// together (`is_pressed`), or the game put them there. Those that instances press may enter
    /// others, which give way in the next round.
    fn separate(
        &self,
        crowd: &mut Crowd,
        members: &mut [CrowdMember<'_>],
        is_pressed: bool,
        threads: Threads,
    ) {
        for round in 0..SEPARATIONS {
            crowd.keep(members);
            let Crowd { reports, pairs, scratches, .. } = &mut *crowd;
            pairs.find(members, 0.0, |_| DVec3::ZERO);
            if !pairs.select_overlapping() {
                break;
            }
            let planes = &*pairs;
            each(members, reports, threads, scratches, &|i, scratch, member, report| {
                if planes.has_to_step(i) && report.crushed.is_none() {
                    // First each gives way by a half. One that cannot leaves all of it to the
                    // other.
                    let is_half = round < SEPARATIONS / 2;
                    if !is_pressed {
                        planes.planes_of(i, &mut scratch.neighbors);
                    }
                    self.yield_to_neighbors(scratch, member, planes.overlaps_of(i, is_half), 0.0);
                    scratch.neighbors.clear();
                }
            });
            if !is_pressed {
                pairs.find_missed(members);
                crowd.go_back(members);
            }
        }
    }

    /// Returns the velocity at which moving instances carry a character.
    fn velocity_of_ride(&self, member: &CrowdMember<'_>, dt: f32) -> DVec3 {
        let platform = member.state.platform();
        platform.map_or(DVec3::ZERO, |id| self.velocity_at(id, member.state.position, dt).as_dvec3())
    }
}

/// Returns the velocity of a character's own motion in a step of `dt` seconds.
fn own_velocity(member: &CrowdMember<'_>, dt: f32) -> DVec3 {
    let CrowdMember { state, input, config, .. } = member;
    let is_walking = input.mode == CharacterMode::Walk;
    let up = config.up.as_dvec3();
    let allowed = |v: DVec3| if is_walking { v - up * v.dot(up) } else { v };
    if let Some(displacement) = input.root_motion {
        return allowed(displacement.as_dvec3() / f64::from(dt));
    }
    // On the ground, others take the velocity towards them, but not the will to go there. A body
    // that the game has just placed may stand on the ground.
    let walks = is_walking && (state.is_grounded() || !state.is_placed());
    if walks { allowed(input.wish_velocity.as_dvec3()) } else { state.velocity.as_dvec3() }
}

impl Crowd {
    /// Keeps the states and reports, for a part of the step that may be made again.
    fn keep(&mut self, members: &[CrowdMember<'_>]) {
        self.before.clear();
        self.before.extend(members.iter().map(|member| member.state));
        self.before_reports.clone_from(&self.reports);
    }

    /// Puts those that overlap another one, although they did not before, back where they were. The
    /// last resort is that all are there, where they were free of each other.
    fn go_back(&mut self, members: &mut [CrowdMember<'_>]) {
        let Self { reports, pairs, before, before_reports, is_back, .. } = self;
        is_back.clear();
        is_back.resize(members.len(), false);
        while pairs.select_failed(members, |i| is_back[i]) {
            for (i, member) in members.iter_mut().enumerate() {
                if pairs.has_to_step(i) {
                    (member.state, reports[i], is_back[i]) = (before[i], before_reports[i], true);
                }
            }
        }
    }

    fn make_room(&mut self, members: &[CrowdMember<'_>], threads: Threads) {
        #[cfg(feature = "rayon")]
        let count = if threads.all { rayon::current_num_threads() } else { 1 };
        #[cfg(not(feature = "rayon"))]
        let count = usize::from(!threads.all);
        if self.scratches.len() < count {
            self.scratches.resize_with(count, Mutex::default);
        }
        self.reports.clear();
        self.reports.extend(members.iter().map(|member| CharacterReport::of(member.state.ground())));
    }
}

/// Calls `work` for every character, with a scratch that no other thread uses meanwhile.
fn each(
    members: &mut [CrowdMember<'_>],
    reports: &mut [CharacterReport],
    threads: Threads,
    scratches: &[Mutex<Scratch>],
    work: &(impl Fn(usize, &mut Scratch, &mut CrowdMember<'_>, &mut CharacterReport) + Sync),
) {
    #[cfg(feature = "rayon")]
    if threads.all {
        use rayon::prelude::*;
        let both = members.par_iter_mut().zip(reports.par_iter_mut()).enumerate();
        both.with_min_len(16).for_each(|(i, (member, report))| {
            let mine = &scratches[rayon::current_thread_index().unwrap_or_default()];
            let mut scratch = mine.lock().unwrap_or_else(PoisonError::into_inner);
            work(i, &mut scratch, member, report);
        });
        return;
    }
    let _ = threads;
    let Some(mine) = scratches.first() else { return };
    let mut scratch = mine.lock().unwrap_or_else(PoisonError::into_inner);
    for (i, (member, report)) in members.iter_mut().zip(reports).enumerate() {
        work(i, &mut scratch, member, report);
    }
}
