//! Computes the visibility through portals from anywhere in a sector. The search follows chains of
//! portals. It clips each portal to the part that straight lines through the previous ones can
//! reach.

use std::ops::ControlFlow;

use glam::DVec3;

use super::door::Door;
use super::set::{Bits, has_bit, set_bit};
use super::stabbing::Gate;
use super::{Portal, Sector, SectorId};
use crate::tolerance::PORTAL_SLACK;

/// Maximum number of portal tests for one sector, about 0.1 s of work. If a search exceeds it, all
/// connected sectors count as visible.
const MOST_STEPS: u32 = 1 << 15;

/// Maximum length of a chain of portals. A longer chain counts as too much work too. The limit
/// bounds the depth of the call stack.
const LONGEST_CHAIN: usize = 250;

/// The portals of a table, prepared for tracing straight lines through them.
pub(super) struct Flow {
    doors: Vec<Door>,
    /// Indices of the portals of each sector.
    doors_of: Vec<Vec<usize>>,
    /// Tolerance in metres: portals may be this much larger than their corners say.
    slack: f64,
}

/// The search from one sector.
struct Search<'a> {
    flow: &'a Flow,
    seen: Bits,
    /// The connected sectors: an upper bound of `seen`.
    joined: Bits,
    /// The portals passed so far, each with the sector on its near side.
    chain: Vec<(usize, SectorId)>,
    steps: u32,
}

/// The reason why a search ended early.
enum End {
    AllSeen,
    TooMuchWork,
}

impl Flow {
    pub(super) fn new(sectors: &[Sector], portals: &[Portal]) -> Self {
        let corners = || portals.iter().flat_map(|p| &p.corners).map(|c| c.as_dvec3());
        let min = corners().fold(DVec3::INFINITY, DVec3::min);
        let max = corners().fold(DVec3::NEG_INFINITY, DVec3::max);
        let center = (min + max) * 0.5;
        let mut doors: Vec<Door> = portals.iter().map(|p| Door::new(p, center)).collect();
        let off = doors.iter().fold(0.0, |off: f64, d| off.max(d.off_its_plane()));
        let slack = PORTAL_SLACK * min.abs().max(max.abs()).max_element() + 2.0 * off;
        let mut doors_of = vec![Vec::new(); sectors.len()];
        for (i, (door, portal)) in doors.iter_mut().zip(portals).enumerate() {
            door.orient(sectors, center, slack);
            portal.sectors.iter().for_each(|s| doors_of[usize::from(s.0)].push(i));
        }
        Self { doors, doors_of, slack }
    }

    /// Returns the sectors visible from a sector, and true if the search was complete. An
    /// incomplete search returns all sectors connected by portals.
    pub(super) fn visible_from(&self, from: SectorId) -> (Bits, bool) {
        let joined = self.joined_to(from);
        let mut search = Search { flow: self, seen: Bits::default(), joined, chain: Vec::new(), steps: 0 };
        match search.begin(from) {
            ControlFlow::Break(End::TooMuchWork) => (joined, false),
            _ => (search.seen, true),
        }
    }

    /// Returns all sectors that a chain of portals connects to `from`, itself included.
    fn joined_to(&self, from: SectorId) -> Bits {
        let mut joined = Bits::default();
        set_bit(&mut joined, from);
        let mut open = vec![from];
        while let Some(sector) = open.pop() {
            for &door in &self.doors_of[usize::from(sector.0)] {
                let other = self.doors[door].other_side(sector);
                if !has_bit(&joined, other) {
                    set_bit(&mut joined, other);
                    open.push(other);
                }
            }
        }
        joined
    }
}

impl Search<'_> {
    /// Searches from a sector: every line that leaves it passes through one of its portals.
    fn begin(&mut self, from: SectorId) -> ControlFlow<End> {
        let flow = self.flow;
        self.enter(from)?;
        for &first in &flow.doors_of[usize::from(from.0)] {
            let room = flow.doors[first].other_side(from);
            self.enter(room)?;
            self.chain.push((first, from));
            for &second in &flow.doors_of[usize::from(room.0)] {
                self.pass(&flow.doors[first].corners, None, second, room)?;
            }
            self.chain.pop();
        }
        ControlFlow::Continue(())
    }

    /// Continues the search from `room` through a door, with the lines through the first and the
    /// last portal of the chain. Stops if no such line reaches the door. Clips each portal to the
    /// part that such lines can pass.
    fn pass(
        &mut self,
        first: &[DVec3],
        last: Option<&[DVec3]>,
        door: usize,
        room: SectorId,
    ) -> ControlFlow<End> {
        if self.chain.iter().any(|&(passed, _)| passed == door) {
            // Portals are flat, so no line passes through one twice.
            return ControlFlow::Continue(());
        }
        self.steps += 1;
        if self.steps > MOST_STEPS || self.chain.len() > LONGEST_CHAIN {
            return ControlFlow::Break(End::TooMuchWork);
        }
        let Some((first, next)) = self.useful_parts(first, last, door, room) else {
            return ControlFlow::Continue(());
        };
        let Flow { doors, doors_of, .. } = self.flow;
        let beyond = doors[door].other_side(room);
        self.enter(beyond)?;
        self.chain.push((door, room));
        for &further in &doors_of[usize::from(beyond.0)] {
            self.pass(&first, Some(&next), further, beyond)?;
        }
        self.chain.pop();
        ControlFlow::Continue(())
    }

    /// Returns the useful parts of the first portal and of the door. These are the parts that lines
    /// pass on their path through the first portal, the last portal and the door. Returns `None` if
    /// there is no such line.
    fn useful_parts(
        &self,
        first: &[DVec3],
        last: Option<&[DVec3]>,
        door: usize,
        room: SectorId,
    ) -> Option<(Vec<DVec3>, Vec<DVec3>)> {
        let Flow { doors, slack, .. } = self.flow;
        let mut next = doors[door].corners.clone();
        for &(passed, from) in &self.chain {
            next = doors[passed].ahead(from, &next, *slack);
        }
        let mut first = doors[door].behind(room, first, *slack);
        if let Some(last) = last.filter(|_| !first.is_empty() && !next.is_empty()) {
            next = Gate { first: &first, second: last, slack: *slack }.reachable_part(&next);
            if !next.is_empty() {
                first = Gate { first: &next, second: last, slack: *slack }.reachable_part(&first);
            }
        }
        (!first.is_empty() && !next.is_empty()).then_some((first, next))
    }

    fn enter(&mut self, room: SectorId) -> ControlFlow<End> {
        set_bit(&mut self.seen, room);
        if self.seen == self.joined { ControlFlow::Break(End::AllSeen) } else { ControlFlow::Continue(()) }
    }
}
