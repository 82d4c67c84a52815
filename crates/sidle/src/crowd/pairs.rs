//! The pairs of characters that may touch in a step, and the plane between the two of each.

use glam::DVec3;

use super::cells::{Cells, level_of};
use super::member::CrowdMember;
use super::pair::{Pair, Side};
use super::place::Place;
use crate::world::NeighborPlane;

/// Largest number of neighbours whose planes limit a character: the nearest ones.
const MOST_NEIGHBORS: usize = 12;

/// Largest number of characters on top of each other that a platform carries.
const MOST_RIDERS: usize = 16;

/// All pairs of a step.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    places: Vec<Place>,
    pairs: Vec<Pair>,
    /// The pairs of each character: the numbers of its pairs, from `first[i]` to `first[i + 1]`.
    first: Vec<usize>,
    of: Vec<u32>,
    /// The characters that make the step (again).
    steps: Vec<bool>,
    cells: Cells,
    /// The rank of each character, in an order that does not depend on that of the list.
    ranks: Vec<u32>,
    /// The characters that left their boxes.
    escaped: Vec<u32>,
}

impl Pairs {
    /// Finds the pairs that may touch, if the characters move at these velocities.
    pub(super) fn find(
        &mut self,
        members: &[CrowdMember<'_>],
        dt: f32,
        velocity: impl Fn(&CrowdMember<'_>) -> DVec3,
    ) {
        self.places.clear();
        self.places.extend(members.iter().map(|member| Place::of(member, velocity(member), dt)));
        self.find_pairs(members, f64::from(dt));
    }

    /// Finds the pairs that may touch while instances move, with the velocities of the instances. A
    /// character on top of another one has the velocity of that one.
    pub(super) fn find_carried(
        &mut self,
        members: &[CrowdMember<'_>],
        dt: f32,
        velocity: impl Fn(&CrowdMember<'_>) -> DVec3,
    ) {
        self.find(members, dt, velocity);
        for _ in 0..MOST_RIDERS {
            let mut changed = false;
            for i in self.cells.by_rank() {
                let member = &members[i as usize];
                if !member.state.stands_on_character() {
                    continue;
                }
                let up = member.config.up.as_dvec3();
                let below = self.pairs_of(i as usize).map(|pair| (pair.side_of(i).normal.dot(up), pair));
                let below = below.filter(|(rise, _)| *rise > 0.0).max_by(|a, b| a.0.total_cmp(&b.0));
                let Some(carrier) = below.map(|(_, pair)| pair.other(i)) else { continue };
                let velocity = self.places[carrier as usize].velocity;
                changed |= velocity != self.places[i as usize].velocity;
                self.places[i as usize].velocity = velocity;
            }
            if !changed {
                break;
            }
        }
        let Self { places, pairs, .. } = self;
        for pair in pairs {
            let [a, b] = pair.members.map(|i| &places[i as usize]);
            // One that is carried pushes one that is not.
            let speed = match (a.velocity == DVec3::ZERO, b.velocity == DVec3::ZERO) {
                (false, true) => pair.normal.dot(a.velocity),
                (true, false) => pair.normal.dot(b.velocity),
                _ => 0.5 * pair.normal.dot(a.velocity + b.velocity),
            };
            pair.end = pair.start + speed * f64::from(dt);
        }
    }

    /// Returns the way up or down on which instances carry a character that stands on another one.
    /// Across `up`, only the planes of others move it.
    pub(super) fn way_of_rider(&self, i: usize, member: &CrowdMember<'_>, dt: f32) -> Option<DVec3> {
        let up = member.config.up.as_dvec3();
        let way = up * (self.places[i].velocity.dot(up) * f64::from(dt));
        (member.state.stands_on_character() && way != DVec3::ZERO).then_some(way)
    }

    fn find_pairs(&mut self, members: &[CrowdMember<'_>], dt: f64) {
        let Self { places, pairs, cells, ranks, steps, .. } = self;
        pairs.clear();
        steps.clear();
        steps.resize(places.len(), true);
        cells.fill(places);
        cells.rank(members, places, ranks);
        // By rank, so that one search begins where the last one ended.
        for i in cells.by_rank() {
            let place = &places[i as usize];
            let level = level_of(place);
            // Each pair is found once: by the smaller of the two.
            cells.each_near(place, level, Some(ranks[i as usize]), |j| {
                let other = &places[j as usize];
                if level_of(other) > level || ranks[i as usize] < ranks[j as usize] {
                    pairs.extend(Pair::new([i, j], places, ranks, dt));
                }
            });
        }
        self.index();
    }

    /// Adds the pairs of characters that got further than expected, with planes that stand still.
    pub(super) fn find_missed(&mut self, members: &[CrowdMember<'_>]) {
        let Self { places, pairs, cells, ranks, escaped, .. } = self;
        escaped.clear();
        let mut is_larger = false;
        for (i, (place, member)) in places.iter_mut().zip(members).enumerate() {
            let level = level_of(place);
            if place.follow(member) {
                escaped.push(i as u32);
                is_larger |= level_of(place) != level;
            }
        }
        if escaped.is_empty() {
            return;
        }
        if is_larger {
            cells.fill(places);
        }
        let found = pairs.len();
        for &i in &*escaped {
            let place = &places[i as usize];
            cells.each_near(place, i32::MIN, None, |j| {
                let other = &places[j as usize];
                // Of two that escaped, the first one finds the pair.
                let is_first = other.former == other.half || i < j;
                if j != i && is_first && !place.overlaps(other, |place| place.former) {
                    pairs.extend(Pair::new([i, j], places, ranks, 0.0));
                }
            });
        }
        for &i in &*escaped {
            places[i as usize].former = places[i as usize].half;
        }
        if self.pairs.len() > found {
            self.index();
        }
    }

    /// Lists the pairs of each character.
    fn index(&mut self) {
        let ranks = &self.ranks;
        self.pairs.sort_unstable_by_key(|pair| pair.members.map(|i| ranks[i as usize]));
        self.first.clear();
        self.first.resize(self.places.len() + 1, 0);
        for pair in &self.pairs {
            for member in pair.members {
                self.first[member as usize + 1] += 1;
            }
        }
        for i in 0..self.places.len() {
            self.first[i + 1] += self.first[i];
        }
        self.of.clear();
        self.of.resize(2 * self.pairs.len(), 0);
        let mut next = self.first.clone();
        for (number, pair) in (0..).zip(&self.pairs) {
            for member in pair.members {
                self.of[next[member as usize]] = number;
                next[member as usize] += 1;
            }
        }
        for i in 0..self.places.len() {
            let pairs = &self.pairs;
            self.of[self.first[i]..self.first[i + 1]]
                .sort_by(|&a, &b| pairs[a as usize].gap.total_cmp(&pairs[b as usize].gap));
        }
    }

    pub(super) fn has_to_step(&self, i: usize) -> bool {
        self.steps[i]
    }

    fn pairs_of(&self, i: usize) -> impl Iterator<Item = &Pair> {
        self.of[self.first[i]..self.first[i + 1]].iter().map(|&pair| &self.pairs[pair as usize])
    }

    /// Lists the planes that limit the motion of a character: those on whose side it is already.
    pub(super) fn planes_of(&self, i: usize, planes: &mut Vec<NeighborPlane>) {
        planes.clear();
        let place = &self.places[i];
        for pair in self.neighbors_of(i) {
            let side = pair.side_of(i as u32);
            let beyond = side.offset + place.extent(side.normal) - side.normal.dot(place.centre);
            let skin = if pair.stands && pair.was_free {
                // Rounding.
                beyond.max(0.0)
            } else if pair.was_free {
                // Another one pushes it, after its own motion.
                if beyond > 0.0 {
                    continue;
                }
                (beyond + place.skin).max(0.0)
            } else {
                // It comes no deeper into the other one.
                beyond.max(0.0) + place.skin
            };
            let side = Side { offset: side.offset - skin, ..side };
            let foot = place.centre;
            let foot = foot + side.normal * (side.offset - side.normal.dot(foot));
            let (a, b) = side.normal.any_orthonormal_pair();
            let half = 8.0 * f64::from(place.reach());
            let corners = [a + b, b - a, -a - b, a - b].map(|corner| foot + corner * half);
            planes.push(NeighborPlane { corners, character: pair.other(i as u32) });
        }
    }

    /// Returns the pairs of a character that limit it: those of its nearest neighbours, and those
    /// that have come too near.
    fn neighbors_of(&self, i: usize) -> impl Iterator<Item = &Pair> {
        let pairs = self.pairs_of(i).enumerate();
        pairs.filter(|(k, pair)| *k < MOST_NEIGHBORS || pair.stands).map(|(_, pair)| pair)
    }

    /// Returns the half-spaces in which the body of a character has to end, for its centre. Without
    /// `all`, those of two that overlapped at the start are left out if their plane stands still.
    pub(super) fn sides_of(&self, i: usize, all: bool) -> impl Iterator<Item = Side> {
        let place = &self.places[i];
        let pairs = self.neighbors_of(i).filter(move |pair| all || pair.was_free || pair.start != pair.end);
        pairs.map(move |pair| {
            let side = pair.side_of(i as u32);
            Side { offset: side.offset + place.extent(side.normal), ..side }
        })
    }

    /// Returns true if some characters overlap at the start.
    pub(super) fn has_overlaps(&self) -> bool {
        self.pairs.iter().any(|pair| !pair.was_free)
    }

    /// Selects the characters that overlap another one. Returns false if there are none.
    pub(super) fn select_overlapping(&mut self) -> bool {
        self.steps.fill(false);
        let mut any = false;
        for pair in self.pairs.iter().filter(|pair| !pair.was_free) {
            any = true;
            for member in pair.members {
                self.steps[member as usize] = true;
            }
        }
        any
    }

    /// Returns the half-spaces, for its centre, in which a character no longer overlaps others, if
    /// these give way as much or not at all.
    pub(super) fn overlaps_of(&self, i: usize, is_half: bool) -> impl Iterator<Item = Side> {
        let place = &self.places[i];
        self.neighbors_of(i).map(move |pair| {
            let side = pair.side_of(i as u32);
            let whole = if is_half || pair.gap >= 0.0 { 0.0 } else { -0.5 * pair.gap };
            Side { offset: side.offset + whole + place.extent(side.normal), ..side }
        })
    }

    /// Stops the planes of the pairs that are not free after the step although they were before.
    /// Their characters have to step again; with `all`, every character, beside planes that all
    /// stand still. Returns false if there are none.
    pub(super) fn stop_those_beyond(&mut self, members: &[CrowdMember<'_>], all: bool) -> bool {
        let Self { places, pairs, steps, .. } = self;
        steps.fill(false);
        let mut any = false;
        for pair in pairs.iter_mut() {
            let [i, j] = pair.members.map(|i| i as usize);
            let is_beyond = pair.is_beyond(places, members);
            if !is_beyond || !pair.was_free || pair.stands || pair.is_free(members) {
                continue;
            }
            (pair.end, pair.stands, any) = (pair.start, true, true);
            (steps[i], steps[j]) = (true, true);
        }
        if any && all {
            steps.fill(true);
            for pair in pairs {
                (pair.end, pair.stands) = (pair.start, true);
            }
        }
        any
    }

    /// Selects the characters that overlap another one after the step, although they did not
    /// before, and that are not back at their starts. Returns false if there are none.
    pub(super) fn select_failed(
        &mut self,
        members: &[CrowdMember<'_>],
        is_back: impl Fn(usize) -> bool,
    ) -> bool {
        let Self { places, pairs, steps, .. } = self;
        steps.fill(false);
        let mut any = false;
        for pair in pairs.iter().filter(|pair| pair.was_free) {
            if !pair.is_beyond(places, members) || pair.is_free(members) {
                continue;
            }
            for i in pair.members.map(|i| i as usize).into_iter().filter(|&i| !is_back(i)) {
                (steps[i], any) = (true, true);
            }
        }
        any
    }
}
