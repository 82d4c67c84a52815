//! The pairs of characters that may meet in a step, and the plane between the two of each.

use glam::{DVec3, Vec3};

use super::member::CrowdMember;
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::tolerance::MAX_COORDINATE;
use crate::tolerance::character::{CROWD_MARGIN, CROWD_SLACK};
use crate::world::NeighborPlane;

/// Largest number of neighbours whose planes limit a character: the nearest ones.
const MOST_NEIGHBORS: usize = 12;

/// Largest number of characters on top of each other that a platform carries.
const MOST_RIDERS: usize = 16;

/// Where a character is, and how far it can get.
#[derive(Clone, Debug)]
struct Place {
    shape: Shape,
    centre: Vec3,
    velocity: DVec3,
    space: Option<Space>,
    /// Half the size of a box around the body in this step, and its longest half length.
    half: Vec3,
    reach: f32,
    yielding: f64,
    skin: f64,
    is_valid: bool,
}

/// Two characters that may meet.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// The first has the smaller number. The normal points from the second to the first.
    members: [u32; 2],
    normal: DVec3,
    /// Offset of the plane along the normal at the start and at the end of the step.
    start: f64,
    end: f64,
    /// The gap at the start.
    gap: f64,
    /// True if the plane stands still.
    stands: bool,
    /// True if the pair was free at the start.
    was_free: bool,
}

/// A half-space in which a character has to stay, and how far its centre must be from its border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

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
    cells: Vec<([i32; 3], u32)>,
}

impl Pairs {
    /// Finds the pairs that may meet, if the characters move at these velocities.
    pub(super) fn find(
        &mut self,
        members: &[CrowdMember<'_>],
        dt: f32,
        velocity: impl Fn(&CrowdMember<'_>) -> DVec3,
    ) {
        self.places.clear();
        self.places.extend(members.iter().map(|member| Place::of(member, velocity(member), dt)));
        self.find_pairs(f64::from(dt));
    }

    /// Finds the pairs that may meet while instances move, with the velocities of the instances. A
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
            for (i, member) in members.iter().enumerate() {
                if !member.state.stands_on_character() {
                    continue;
                }
                let up = member.config.up.as_dvec3();
                let below = self.pairs_of(i).map(|pair| (pair.side_of(i as u32).normal.dot(up), pair));
                let below = below.filter(|(rise, _)| *rise > 0.0).max_by(|a, b| a.0.total_cmp(&b.0));
                let Some(carrier) = below.map(|(_, pair)| pair.other(i as u32)) else { continue };
                let velocity = self.places[carrier as usize].velocity;
                changed |= velocity != self.places[i].velocity;
                self.places[i].velocity = velocity;
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

    fn find_pairs(&mut self, dt: f64) {
        self.pairs.clear();
        self.steps.clear();
        self.steps.resize(self.places.len(), true);
        self.fill_cells();
        let largest = self.largest_reach();
        for i in 0..self.places.len() as u32 {
            self.find_neighbors(i, largest, dt);
        }
        self.pairs.sort_unstable_by_key(|pair| pair.members);
        self.index();
    }

    fn largest_reach(&self) -> f32 {
        let valid = self.places.iter().filter(|place| place.is_valid);
        valid.fold(CROWD_MARGIN, |most: f32, place| if place.reach > most { place.reach } else { most })
    }

    /// Sorts the characters by cells as large as two of the largest of them.
    fn fill_cells(&mut self) {
        let size = 2.0 * self.largest_reach();
        self.cells.clear();
        for (i, place) in (0..).zip(&self.places) {
            if place.is_valid {
                self.cells.push((cell_of(place.centre, size), i));
            }
        }
        self.cells.sort_unstable();
    }

    /// Adds the pairs of a character with those of a higher number.
    fn find_neighbors(&mut self, i: u32, largest: f32, dt: f64) {
        let Self { places, pairs, cells, .. } = self;
        let place = &places[i as usize];
        if !place.is_valid {
            return;
        }
        let cell = cell_of(place.centre, 2.0 * largest);
        for x in -1..=1 {
            for y in -1..=1 {
                // Three cells along z are next to each other in the list.
                let [low, high] = [-1, 1].map(|z| [cell[0] + x, cell[1] + y, cell[2] + z]);
                let from = cells.partition_point(|c| c.0 < low);
                for &(_, j) in cells[from..].iter().take_while(|c| c.0 <= high) {
                    if j > i {
                        pairs.extend(Pair::new([i, j], [place, &places[j as usize]], dt));
                    }
                }
            }
        }
    }

    /// Lists the pairs of each character.
    fn index(&mut self) {
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
        for pair in self.pairs_of(i).take(MOST_NEIGHBORS) {
            let side = pair.side_of(i as u32);
            let beyond = side.offset + place.extent(side.normal) - side.normal.dot(place.centre.as_dvec3());
            let skin = if pair.was_free {
                // Another one pushes it.
                if beyond > 0.0 {
                    continue;
                }
                0.0
            } else {
                // It comes no deeper into the other one.
                beyond.max(0.0) + place.skin
            };
            let side = Side { offset: side.offset - skin, ..side };
            let foot = place.centre.as_dvec3();
            let foot = foot + side.normal * (side.offset - side.normal.dot(foot));
            let (a, b) = side.normal.any_orthonormal_pair();
            let half = 8.0 * f64::from(place.reach);
            let corners = [a + b, b - a, -a - b, a - b].map(|corner| foot + corner * half);
            planes.push(NeighborPlane { corners, character: pair.other(i as u32) });
        }
    }

    /// Returns the half-spaces in which the body of a character has to end, for its centre.
    pub(super) fn sides_of(&self, i: usize) -> impl Iterator<Item = Side> {
        let place = &self.places[i];
        self.pairs_of(i).take(MOST_NEIGHBORS).map(move |pair| {
            let side = pair.side_of(i as u32);
            Side { offset: side.offset + place.extent(side.normal), ..side }
        })
    }

    /// Selects the characters that overlap another one. Returns false if there are none.
    pub(super) fn select_overlapping(&mut self) -> bool {
        self.steps.fill(false);
        let mut any = false;
        for pair in self.pairs.iter().filter(|pair| pair.gap < 0.0) {
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
        self.pairs_of(i).take(MOST_NEIGHBORS).map(move |pair| {
            let side = pair.side_of(i as u32);
            let whole = if is_half || pair.gap >= 0.0 { 0.0 } else { -0.5 * pair.gap };
            Side { offset: side.offset + whole + place.extent(side.normal), ..side }
        })
    }

    /// Stops the planes of the pairs that are not free after the step although they were before.
    /// Their characters have to step again; with `all`, every character, beside planes that all
    /// stand still. Returns false if there are none.
    pub(super) fn stop_those_beyond(&mut self, members: &[CrowdMember<'_>], all: bool) -> bool {
        self.steps.fill(false);
        let mut any = false;
        for pair in &mut self.pairs {
            let [i, j] = pair.members.map(|i| i as usize);
            let is_beyond = [i, j].into_iter().any(|k| {
                let side = pair.side_of(k as u32);
                let centre = members[k].state.centre().unwrap_or(self.places[k].centre);
                let room = side.normal.dot(centre.as_dvec3()) - self.places[k].extent(side.normal);
                room < side.offset - CROWD_SLACK
            });
            if !is_beyond || !pair.was_free || pair.stands || pair.is_free(members) {
                continue;
            }
            (pair.end, pair.stands, any) = (pair.start, true, true);
            (self.steps[i], self.steps[j]) = (true, true);
        }
        if any && all {
            self.steps.fill(true);
            for pair in &mut self.pairs {
                (pair.end, pair.stands) = (pair.start, true);
            }
        }
        any
    }
}

impl Place {
    fn of(member: &CrowdMember<'_>, velocity: DVec3, dt: f32) -> Self {
        let state = &member.state;
        let shape = state.shape(member.config);
        let space = Space::new(&shape, Vec3::ZERO, 0.0);
        let centre = state.centre().filter(|_| state.is_placed()).unwrap_or_else(|| {
            let up = member.config.up.as_dvec3().normalize_or_zero();
            let half = space.as_ref().map_or(0.0, |space| space.bare_support(up));
            state.position + (up * half).as_vec3()
        });
        let way = state.velocity.length().max(velocity.length() as f32) * dt;
        let size = space.as_ref().map_or(Vec3::ZERO, |space| space.half_extents.as_vec3());
        let half = size + (way + 2.0 * member.config.skin_width + CROWD_MARGIN);
        let reach = half.max_element();
        let is_valid = space.is_some()
            && centre.is_finite()
            && centre.abs().max_element() <= MAX_COORDINATE
            && velocity.is_finite()
            && reach.is_finite();
        let yielding = f64::from(member.yielding);
        let yielding = if (0.0..=1000.0).contains(&yielding) { yielding } else { 1.0 };
        let skin = f64::from(member.config.skin_width);
        Self { shape, centre, velocity, space, half, reach, yielding, skin, is_valid }
    }

    /// Returns the extent of the bare shape along a unit vector.
    fn extent(&self, n: DVec3) -> f64 {
        self.space.as_ref().map_or(0.0, |space| space.bare_support(n))
    }
}

impl Pair {
    /// Returns the pair, if the two are so near that they may meet.
    fn new(members: [u32; 2], [a, b]: [&Place; 2], dt: f64) -> Option<Self> {
        if (a.centre - b.centre).abs().cmpgt(a.half + b.half).any() {
            return None;
        }
        let found = a.shape.distance(a.centre, &b.shape, b.centre)?;
        let mut normal = found.normal.as_dvec3().normalize_or_zero();
        if normal == DVec3::ZERO {
            normal = DVec3::X;
        }
        let low = normal.dot(b.centre.as_dvec3()) + b.extent(normal);
        let high = normal.dot(a.centre.as_dvec3()) - a.extent(normal);
        let gap = high - low;
        let start = 0.5 * (low + high);
        let total = a.yielding + b.yielding;
        // The one that gives way less decides more about the speed of the plane.
        let share = if total > 0.0 { b.yielding / total } else { 0.5 };
        let speed = normal.dot(a.velocity) * share + normal.dot(b.velocity) * (1.0 - share);
        let is_post = |place: &Place| place.yielding == 0.0;
        let speed = if is_post(a) && is_post(b) { 0.0 } else { speed };
        Some(Self {
            members,
            normal,
            start,
            end: start + speed * dt,
            gap,
            stands: false,
            was_free: gap >= 0.0,
        })
    }

    fn other(&self, i: u32) -> u32 {
        if self.members[0] == i { self.members[1] } else { self.members[0] }
    }

    /// Returns the half-space of one of the two at the end of the step.
    fn side_of(&self, i: u32) -> Side {
        if self.members[0] == i {
            Side { normal: self.normal + DVec3::ZERO, offset: self.end }
        } else {
            // Adding 0 turns -0 into 0, so that the order of the two leaves no trace.
            Side { normal: DVec3::ZERO - self.normal, offset: -self.end }
        }
    }

    /// Returns true if the two do not overlap after the step.
    fn is_free(&self, members: &[CrowdMember<'_>]) -> bool {
        let [a, b] = self.members.map(|i| &members[i as usize]);
        a.distance(b).is_none_or(|distance| distance >= 0.0)
    }
}

/// Returns the cell of a place in a grid of this size. Coordinates and sizes are so limited that a
/// number fits.
fn cell_of(place: Vec3, size: f32) -> [i32; 3] {
    (place / size).floor().to_array().map(|x| x as i32)
}
