//! What can be seen through the portals, from anywhere in a sector: the flow through chains of portals, each clipped to
//! what straight lines through those before it can reach.

use std::ops::ControlFlow;

use glam::DVec3;

use super::set::{Bits, has_bit, set_bit};
use super::stabbing::Gate;
use super::{Portal, SectorId};
use crate::geometry::polygon;
use crate::tolerance::PORTAL_SLACK;

/// Portals looked at for one sector before it is taken to see all that is joined to it: a tenth of a second.
const MOST_STEPS: u32 = 1 << 15;

/// The longest chain of portals that is followed; a longer one counts as too much work too. It bounds the call stack.
const LONGEST_CHAIN: usize = 250;

/// The portals of a table, made ready for following lines through them.
pub(super) struct Flow {
    doors: Vec<Door>,
    /// The portals of each sector.
    doors_of: Vec<Vec<usize>>,
    /// Metres: portals may be this much larger than they are said to be.
    slack: f64,
}

struct Door {
    corners: Vec<DVec3>,
    sectors: [SectorId; 2],
}

/// One sector's search.
struct Search<'a> {
    flow: &'a Flow,
    seen: Bits,
    /// Nothing more than this can be seen.
    joined: Bits,
    chain: Vec<usize>,
    steps: u32,
}

/// Why a search ended early.
enum End {
    AllSeen,
    TooMuchWork,
}

impl Flow {
    pub(super) fn new(sectors: usize, portals: &[Portal]) -> Self {
        let corners = || portals.iter().flat_map(|p| &p.corners).map(|c| c.as_dvec3());
        let min = corners().fold(DVec3::INFINITY, DVec3::min);
        let max = corners().fold(DVec3::NEG_INFINITY, DVec3::max);
        let centre = (min + max) * 0.5;
        let place = |p: &Portal| Door {
            corners: p.corners.iter().map(|c| c.as_dvec3() - centre).collect(),
            sectors: p.sectors,
        };
        let doors: Vec<Door> = portals.iter().map(place).collect();
        let off = doors.iter().fold(0.0, |off: f64, d| off.max(d.off_its_plane()));
        let furthest = min.abs().max(max.abs()).max_element();
        let mut doors_of = vec![Vec::new(); sectors];
        for (i, d) in doors.iter().enumerate() {
            d.sectors.iter().for_each(|s| doors_of[usize::from(s.0)].push(i));
        }
        Self { doors, doors_of, slack: PORTAL_SLACK * furthest + 2.0 * off }
    }

    /// What can be seen from a sector, and whether all of the work was done: when it is too much, everything that is
    /// joined to it by portals counts as visible.
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

impl Door {
    fn other_side(&self, from: SectorId) -> SectorId {
        if self.sectors[0] == from { self.sectors[1] } else { self.sectors[0] }
    }

    /// By how much the corners leave the plane: of those that were turned into f32, by rounding.
    fn off_its_plane(&self) -> f64 {
        let n = polygon::unit_normal(&self.corners);
        self.corners.iter().fold(0.0, |off: f64, c| off.max(n.dot(*c - self.corners[0]).abs()))
    }
}

impl Search<'_> {
    /// A line that leaves the sector does so through one of its portals, and comes to any of the next ones.
    fn begin(&mut self, from: SectorId) -> ControlFlow<End> {
        let flow = self.flow;
        set_bit(&mut self.seen, from);
        for &first in &flow.doors_of[usize::from(from.0)] {
            let room = flow.doors[first].other_side(from);
            self.enter(room)?;
            self.chain.push(first);
            for &second in flow.doors_of[usize::from(room.0)].iter().filter(|&&d| d != first) {
                let beyond = flow.doors[second].other_side(room);
                self.enter(beyond)?;
                self.chain.push(second);
                self.follow(&flow.doors[first].corners, &flow.doors[second].corners, beyond)?;
                self.chain.pop();
            }
            self.chain.pop();
        }
        ControlFlow::Continue(())
    }

    /// Goes on into `room` with the lines that passed through the first and the last portal of the chain, each clipped
    /// to what of it such lines can use. No line passes a portal twice, for portals are flat.
    fn follow(&mut self, first: &[DVec3], last: &[DVec3], room: SectorId) -> ControlFlow<End> {
        let flow = self.flow;
        for &door in &flow.doors_of[usize::from(room.0)] {
            if self.chain.contains(&door) {
                continue;
            }
            self.steps += 1;
            if self.steps > MOST_STEPS || self.chain.len() > LONGEST_CHAIN {
                return ControlFlow::Break(End::TooMuchWork);
            }
            let next =
                Gate { first, second: last, slack: flow.slack }.reachable_part(&flow.doors[door].corners);
            if next.is_empty() {
                continue;
            }
            let first = Gate { first: &next, second: last, slack: flow.slack }.reachable_part(first);
            if first.is_empty() {
                continue;
            }
            let beyond = flow.doors[door].other_side(room);
            self.enter(beyond)?;
            self.chain.push(door);
            self.follow(&first, &next, beyond)?;
            self.chain.pop();
        }
        ControlFlow::Continue(())
    }

    fn enter(&mut self, room: SectorId) -> ControlFlow<End> {
        set_bit(&mut self.seen, room);
        if self.seen == self.joined { ControlFlow::Break(End::AllSeen) } else { ControlFlow::Continue(()) }
    }
}
