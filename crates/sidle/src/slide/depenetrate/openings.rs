//! Paths through openings that are narrower than the lattice spacing: past the edges of polygons.
//!
//! A shortest path among polygons bends at their edges. So the search tries places just beside some
//! edges. A place that connects to a reached node and to an unreached one leads there. A place may
//! also connect to another such place: through a hole into a gap without nodes, and out of it
//! again.

use glam::DVec3;

use super::crossing::Sheets;
use super::flood::Flood;
use super::lattice::{From, HALF, LEVELS, Node, Opening, ROWS, floor, row_and_bit};
use super::measure::{position_of, stored};
use crate::geometry::polygon::fraction_on_segment;
use crate::narrow_phase::{Candidates, Obstacle};
use crate::shape::space::Space;
use crate::tolerance::OPENING_MARGIN;

/// Budget of crossing tests for the search for openings.
const TESTS: usize = 200_000;

/// Number of rounds: a few places beside each edge, then as many on both sides of the polygon, then
/// places between them.
const ROUNDS: u32 = 5;

/// The round in which a place may also connect to another place.
const BOTH_SIDES: u32 = 1;

/// New nodes and new openings of one round.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Found {
    nodes: bool,
    openings: bool,
}

impl Flood {
    /// Reaches nodes through openings, and floods on from there.
    pub(super) fn pass_openings(&mut self, space: (&Candidates, &Space), sheets: &Sheets) {
        let (mut round, mut tests) = (0, 0);
        while round < ROUNDS && tests < TESTS {
            let found = self.pass_some(space, sheets, round, &mut tests);
            if found.nodes {
                self.spread_all();
                // Openings that are tried again may now lead further.
                round = 0;
            } else if !found.openings {
                round += 1;
            }
        }
    }

    /// Looks for openings in one round.
    fn pass_some(
        &mut self,
        (candidates, space): (&Candidates, &Space),
        sheets: &Sheets,
        round: u32,
        tests: &mut usize,
    ) -> Found {
        let mut found = Found::default();
        let mut near = std::mem::take(&mut self.near);
        let extent = self.spacing_of(0) * f64::from(HALF);
        // All nodes around a place are within this distance, in the mover's space too.
        let reach = 2.0 * self.spacing_of(0);
        let all = sheets.within(f64::INFINITY);
        'all: for sheet in sheets.within(extent) {
            let polygon = candidates.obstacle(sheet.candidate as usize);
            for place in beside(&polygon, OPENING_MARGIN * space.radius, round) {
                // As it will be stored: the gap may be narrower than rounding.
                let place = stored(space, position_of(space, place));
                if *tests > TESTS {
                    break 'all;
                }
                *tests += 1;
                // Not all polygons are known beyond that.
                if (place * self.metres()).length() > extent {
                    continue;
                }
                let nodes = self.nodes_around(place);
                let is_reached = |flood: &Self, &(row, bit): &(usize, usize)| flood.is_reached(row, bit);
                if nodes.iter().flatten().all(|node| is_reached(self, node)) {
                    continue;
                }
                near.clear();
                near.extend(all.iter().filter(|s| s.is_near(place, reach)).map(|s| s.candidate as usize));
                *tests += all.len();
                let mut is_clear = |from: DVec3| {
                    *tests += near.len();
                    sheets.is_clear_of(candidates, near.iter().copied(), (from, place))
                };
                let mut reached = nodes.iter().flatten().filter(|node| is_reached(self, node));
                let from = reached.find(|&&(row, bit)| is_clear(self.place_of(row, bit)));
                let mut from = from.map(|&(row, bit)| From::Node(row, bit));
                if from.is_none() && round == BOTH_SIDES {
                    let openings = self.openings.iter().enumerate();
                    let mut openings = openings.filter(|(_, o)| (o.place - place).length() <= reach);
                    from = openings
                        .find(|(_, o)| o.place != place && is_clear(o.place))
                        .map(|o| From::Opening(o.0));
                }
                if from.is_none() && sheets.is_clear(candidates, DVec3::ZERO, place) {
                    from = Some(From::Start);
                }
                let Some(from) = from else { continue };
                let number = self.openings.len();
                let mut leads_on = false;
                for &(row, bit) in nodes.iter().flatten() {
                    if !self.is_reached(row, bit) && is_clear(self.place_of(row, bit)) {
                        leads_on |= self.reach_through(number, row, bit);
                    }
                }
                found.nodes |= leads_on;
                let is_new = round == BOTH_SIDES && self.openings.iter().all(|o| o.place != place);
                found.openings |= is_new;
                if leads_on || is_new {
                    self.openings.push(Opening { place, from });
                }
            }
        }
        self.near = near;
        found
    }

    /// Returns the nodes of the cell around a place, for each lattice.
    fn nodes_around(&self, place: DVec3) -> [Option<(usize, usize)>; 8 * LEVELS] {
        std::array::from_fn(|i| {
            let (level, i) = (i / 8, (i % 8) as i32);
            let at = place * self.metres() / self.spacing_of(level);
            if at.abs().max_element() > f64::from(HALF) {
                return None;
            }
            let cell = at.to_array().map(floor);
            let node: Node = [cell[0] + (i & 1), cell[1] + (i >> 1 & 1), cell[2] + (i >> 2)];
            let is_there = node.iter().all(|x| x.abs() < HALF);
            is_there.then(|| {
                let (row, bit) = row_and_bit(node);
                (level * ROWS + row, bit.trailing_zeros() as usize)
            })
        })
    }
}

/// Returns places just outside a polygon, beside its edges: a few in round 0, the same on both
/// sides of it in the next round, then places in between.
fn beside<'a>(polygon: &Obstacle<'a>, distance: f64, round: u32) -> impl Iterator<Item = DVec3> + use<'a> {
    let Obstacle { corners, normal, .. } = *polygon;
    let few = round <= BOTH_SIDES;
    let sides = if round == BOTH_SIDES { 2 } else { 1 };
    let count = if few { 4 } else { 4 << (round - BOTH_SIDES - 1) };
    (0..corners.len()).flat_map(move |i| {
        let (a, b) = (corners[i], corners[if i + 1 == corners.len() { 0 } else { i + 1 }]);
        let outwards = (b - a).cross(normal).normalize_or_zero() * distance;
        let share = move |k: u32| match k {
            0 if few => fraction_on_segment(DVec3::ZERO, a, b),
            k if few => [0.5, 1.0 / 6.0, 5.0 / 6.0][k as usize - 1],
            k => f64::from(2 * k + 1) / f64::from(2 * count),
        };
        (0..count * sides).map(move |k| {
            let side = if sides == 1 {
                0.0
            } else if k < count {
                -distance
            } else {
                distance
            };
            a + (b - a) * share(k % count) + outwards + normal * side
        })
    })
}
