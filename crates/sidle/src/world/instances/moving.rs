//! The instances that move near a body during a part of a step.

use std::ops::ControlFlow;

use glam::DVec3;

use crate::geometry::WideBox;
use crate::world::World;
use crate::world::travel::{LinearMotion, Travel};

/// An instance that moves near a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingInstance {
    /// Its number.
    pub(crate) instance: u32,
    /// Its motion during a part of the step, and the number of this part.
    pub(crate) motion: LinearMotion,
    part: u32,
    /// Upper bound of the displacement of any of its points near the body during that part.
    pub(crate) furthest: f64,
    /// True if it moves near the body now.
    is_near: bool,
}

/// How the instances near a body move during a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Motions {
    /// Upper bound of the displacement of any point near the body during the step, in metres.
    pub(crate) furthest: f64,
    /// The step is divided into 2^`halvings` parts.
    pub(crate) halvings: u32,
    /// Upper bound of the distance in metres by which a point near the body leaves the chord of its
    /// path in a part.
    pub(crate) sag: f64,
    /// Distance from the start, in metres, up to which the body reaches no other motion.
    pub(crate) room: f64,
}

/// The body that moving instances may reach: the centre and half the size of its box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) center: DVec3,
    pub(crate) half: DVec3,
}

impl World {
    /// Returns true if an instance moves in this step.
    pub(crate) fn has_motion(&self) -> bool {
        !self.instances.moving.is_empty()
    }

    /// Returns the numbers and ways of the instances that pass through a box during this step.
    fn each_moving(&self, query: &WideBox, mut visit: impl FnMut(u32, &Travel)) {
        let first = self.base.len() as u32;
        self.instances.each_in(query, |slot| {
            if let Some(travel) = self.instances.get(slot).and_then(|placed| placed.travel()) {
                visit(first + slot, travel);
            }
            ControlFlow::Continue(())
        });
    }

    /// Returns how far points near a body move during this step, and into how many parts the step
    /// must be divided so that no point leaves the chord of its path by more than `sag`, as far as
    /// the number of parts is enough. Returns `None` if nothing moves near it. The body may be
    /// pushed by up to `pushed` metres.
    pub(crate) fn motions_near(&self, place: &Place, sag: f64, pushed: f64) -> Option<Motions> {
        let mut found = None;
        let mut room = 0.0;
        // The body may be carried and pushed to other instances. Their motion counts too.
        for _ in 0..MOST_LOOKS {
            let all = self.motions_within(place, sag, room);
            let Some(all) = all else { return found };
            found = Some(all);
            let ejected = PUSH_ROOM * all.furthest;
            let pushed = if pushed < ejected { pushed } else { ejected };
            let wanted = if pushed > all.furthest { pushed } else { all.furthest };
            if wanted <= room {
                break;
            }
            room = wanted;
        }
        found
    }

    /// Returns how the instances move that a body can reach within `room` of a place.
    fn motions_within(&self, place: &Place, sag: f64, room: f64) -> Option<Motions> {
        let mut all = Motions { room, ..Motions::default() };
        let (mut is_any, mut largest_arc) = (false, 0.0);
        // Instances and the body both move.
        self.each_moving(&WideBox::around(place.center, place.half + 2.0 * room), |_, travel| {
            is_any = true;
            let reach = reach_of(travel, place, 2.0 * room);
            let length = furthest(travel, reach);
            all.furthest = if length > all.furthest { length } else { all.furthest };
            let arc = reach * travel.angle_squared() / 8.0;
            largest_arc = if arc > largest_arc { arc } else { largest_arc };
            while arc > sag * f64::from(1_u32 << (2 * all.halvings)) && all.halvings < MOST_HALVINGS {
                all.halvings += 1;
            }
        });
        all.sag = largest_arc / f64::from(1_u32 << (2 * all.halvings));
        is_any.then_some(all)
    }

    /// Lists the instances that move within `room` of a body during a part of a step, in the order
    /// of their numbers. `out` is empty, or has the list of another call in the same step.
    pub(crate) fn list_moving_near(
        &self,
        place: &Place,
        room: f64,
        (motions, part): (&Motions, u32),
        out: &mut Vec<MovingInstance>,
    ) {
        let query = WideBox::around(place.center, place.half + room);
        let share = 1.0 / f64::from(1_u32 << motions.halvings);
        let listed = out.len();
        out.iter_mut().for_each(|moving| moving.is_near = false);
        self.each_moving(&query, |instance, travel| {
            let furthest = furthest(travel, reach_of(travel, place, room)) * share;
            let known = out[..listed].binary_search_by_key(&instance, |moving| moving.instance);
            let is_near = true;
            if let Ok(known) = known.map(|at| &mut out[at]) {
                if let Some(motion) = known.motion_in(travel, (part, motions.halvings)) {
                    *known = MovingInstance { instance, motion, part, furthest, is_near };
                }
            } else if let Some(motion) = travel.part(part, motions.halvings) {
                out.push(MovingInstance { instance, motion, part, furthest, is_near });
            }
        });
        out.retain(|moving| moving.is_near);
        if !out.is_sorted_by_key(|moving| moving.instance) {
            out.sort_unstable_by_key(|moving| moving.instance);
        }
    }
}

impl MovingInstance {
    /// Returns the motion during a part. A part begins where the one before ends.
    fn motion_in(&self, travel: &Travel, (part, halvings): (u32, u32)) -> Option<LinearMotion> {
        match part.checked_sub(self.part) {
            Some(0) => Some(self.motion),
            Some(1) => travel.part_from(self.motion.end, part, halvings),
            _ => travel.part(part, halvings),
        }
    }
}

/// Largest number of times that the region in which a body may be pushed grows.
const MOST_LOOKS: usize = 3;

/// How far a body may be pushed, relative to the fastest motion around it: a closing wedge ejects
/// it.
const PUSH_ROOM: f64 = 8.0;

/// Largest number of halvings of a step: 4,096 parts.
const MOST_HALVINGS: u32 = 12;

/// Returns the largest distance from the origin of a moving instance to a point within `room` of a
/// body.
fn reach_of(travel: &Travel, place: &Place, room: f64) -> f64 {
    if !travel.turns() {
        return 0.0;
    }
    let from = (place.center - travel.from.translation).length();
    let to = (place.center - travel.to.translation).length();
    (if from > to { from } else { to }) + place.half.length() + room
}

/// Returns an upper bound of the displacement of a point at most `reach` from the origin.
fn furthest(travel: &Travel, reach: f64) -> f64 {
    (travel.to.translation - travel.from.translation).length() + reach * travel.angle_squared().sqrt()
}
