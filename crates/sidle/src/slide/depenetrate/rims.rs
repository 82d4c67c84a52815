//! Ways through openings that are narrower than a lattice: past the edges of polygons.
//!
//! A shortest way among polygons bends at their edges. So places just beside some edges are tried: where one of them is connected to
//! a reached node and to another node that is not reached, it leads there.

use glam::DVec3;

use super::crossing::Sheets;
use super::flood::{Flood, HALF, LEVELS, Node, ROWS, floor, row_and_bit};
use super::reach::{position_of, stored};
use crate::geometry::polygon::fraction_on_segment;
use crate::pair::{Candidates, Polygon};
use crate::shape::space::Space;

/// Tests for crossings that are worth looking for openings.
const TESTS: usize = 30_000;

/// Radii of the mover between an edge and a place beside it.
const BESIDE: f64 = 1.0 / 1024.0;

/// A place beside an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    pub(super) place: DVec3,
    /// The row and the bit of the node that it was reached from; None: the start sees it.
    pub(super) from: Option<(usize, usize)>,
}

impl Flood {
    /// Reaches nodes through openings. Whether there are any.
    pub(super) fn pass_rims(&mut self, (candidates, space): (&Candidates, &Space), sheets: &Sheets) -> bool {
        let (mut tests, mut passes) = (0, false);
        let extent = self.spacing_of(0) * f64::from(HALF);
        for sheet in sheets.within(extent) {
            let polygon = candidates.polygon(sheet.candidate as usize);
            for place in beside(&polygon, BESIDE * space.radius) {
                // As it will be stored: the gap may be narrower than rounding.
                let place = stored(space, position_of(space, place));
                if tests > TESTS {
                    return passes;
                }
                // Beyond that not all polygons are known.
                if (place * self.metres()).length() > extent {
                    continue;
                }
                let nodes = self.nodes_around(place);
                if nodes.iter().flatten().all(|&(row, bit)| self.is_reached(row, bit)) {
                    continue;
                }
                let all = sheets.within(f64::INFINITY);
                // All nodes around a place are that near, in the mover's space too.
                let reach = 2.0 * self.spacing_of(0);
                let near: Vec<usize> =
                    all.iter().filter(|s| s.is_near(place, reach)).map(|s| s.candidate as usize).collect();
                tests += all.len();
                let mut is_clear = |flood: &Self, (row, bit): (usize, usize)| {
                    tests += near.len();
                    let node = flood.place_of(row, bit);
                    sheets.is_clear_of(candidates, near.iter().copied(), (node, place))
                };
                let mut reached = nodes.iter().flatten().filter(|&&(row, bit)| self.is_reached(row, bit));
                let from = reached.find(|&&node| is_clear(self, node)).copied();
                if from.is_none() && !sheets.is_clear(candidates, DVec3::ZERO, place) {
                    continue;
                }
                for &(row, bit) in nodes.iter().flatten() {
                    if !self.is_reached(row, bit) && is_clear(self, (row, bit)) {
                        self.reach_through(Opening { place, from }, row, bit);
                        passes = true;
                    }
                }
            }
        }
        passes
    }

    /// The nodes of the cell of each lattice that a place is in.
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

/// Places just outside of a polygon, beside its edges.
fn beside<'a>(polygon: &Polygon<'a>, distance: f64) -> impl Iterator<Item = DVec3> + use<'a> {
    let Polygon { corners, normal, .. } = *polygon;
    (0..corners.len()).flat_map(move |i| {
        let (a, b) = (corners[i], corners[if i + 1 == corners.len() { 0 } else { i + 1 }]);
        let outwards = (b - a).cross(normal).normalize_or_zero() * distance;
        let nearest = fraction_on_segment(DVec3::ZERO, a, b);
        [nearest, 0.5, 1.0 / 6.0, 5.0 / 6.0].map(|share| a + (b - a) * share + outwards)
    })
}
