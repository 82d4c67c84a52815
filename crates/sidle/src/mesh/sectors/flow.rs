//! What can be seen through the portals, from anywhere in a sector: the flow through chains of
//! portals, each clipped to what straight lines through those before it can reach.

use std::ops::ControlFlow;

use glam::DVec3;

use super::door::Door;
use super::set::{Bits, has_bit, set_bit};
use super::stabbing::Gate;
use super::{Portal, Sector, SectorId};
use crate::tolerance::PORTAL_SLACK;

/// Portals looked at for one sector before it is taken to see all that is joined to it: a tenth of
/// a second.
const MOST_STEPS: u32 = 1 << 15;

/// The longest chain of portals that is followed; a longer one counts as too much work too. It
/// bounds the call stack.
const LONGEST_CHAIN: usize = 250;

/// The portals of a table, made ready for following lines through them.
pub(super) struct Flow {
    doors: Vec<Door>,
    /// The portals of each sector.
    doors_of: Vec<Vec<usize>>,
    /// Metres: portals may be this much larger than they are said to be.
    slack: f64,
}

/// One sector's search.
struct Search<'a> {
    flow: &'a Flow,
    seen: Bits,
    /// Nothing more than this can be seen.
    joined: Bits,
    /// The portals passed, and the sector that each was passed from.
    chain: Vec<(usize, SectorId)>,
    steps: u32,
}

/// Why a search ended early.
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

    /// What can be seen from a sector, and whether all of the work was done: when it is too much,
    /// everything that is joined to it by portals counts as visible.
    pub(super) fn visible_from(&self, from: SectorId) -> (Bits, bool) {
        let joined = self.joined_to(from);
        let mut search = Search { flow: self, seen: Bits::default(), joined, chain: Vec::new(), steps: 0 };
        match search.begin(from) {
            ControlFlow::Break(End::TooMuchWork) => (joined, false),
            _ => (search.seen, true),
        }
    }

    /// Every sector that a chain of portals leads to.
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
    /// A line that leaves the sector does so through one of its portals.
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

    /// Leaves `room` through a door, with the lines that passed through the first and the last
    /// portal of the chain, if any of them gets there; each portal is clipped to what of it such
    /// lines can use.
    fn pass(
        &mut self,
        first: &[DVec3],
        last: Option<&[DVec3]>,
        door: usize,
        room: SectorId,
    ) -> ControlFlow<End> {
        if self.chain.iter().any(|&(passed, _)| passed == door) {
            // No line passes a portal twice, for portals are flat.
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

    /// The parts of the first portal and of a door that lines can use which pass through the first,
    /// the last and the door.
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
