//! Reachability: finds where the centre can go without crossing a polygon.

use glam::DVec3;

use super::crossing::Sheets;
use super::flood::Flood;
use super::lattice::Node;
use super::measure::{position_of, stored};
use crate::narrow_phase::Candidates;
use crate::shape::space::Space;

/// Paths of the centre from the start.
#[derive(Debug, Default)]
pub(in crate::slide) struct Reach {
    pub(super) sheets: Sheets,
    flood: Flood,
    /// The last path found, in the mover's space, without start and end.
    path: Vec<DVec3>,
    /// Corners of a path in reverse order.
    back: Vec<DVec3>,
    /// The kept path as stored positions, without start and end.
    kept: Vec<DVec3>,
    /// Metres per unit along the axes of the mover's space.
    metres: DVec3,
    /// Radius around the start that a path may use, in metres.
    limit: f64,
    /// Number of crossing tests so far, one per polygon.
    pub(in crate::slide) tests: usize,
}

impl Reach {
    /// Prepares for a new start. `lists` are the functions of [`Sheets::list`].
    pub(in crate::slide) fn begin(
        &mut self,
        (candidates, space): (&mut Candidates, &Space),
        metres: DVec3,
        limit: f64,
        lists: (impl Fn(&Candidates, usize) -> f64, impl Fn(&Candidates, usize) -> bool),
    ) {
        self.sheets.list(candidates, space.radius, lists);
        self.flood.forget();
        self.kept.clear();
        (self.metres, self.limit, self.tests) = (metres, limit, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        (self.path.capacity() + self.back.capacity()) * size_of::<DVec3>()
            + self.kept.capacity() * size_of::<DVec3>()
            + self.sheets.bytes()
            + self.flood.bytes()
    }

    /// Returns the corners of the kept path.
    pub(in crate::slide) fn kept(&self) -> &[DVec3] {
        &self.kept
    }

    /// Returns true if the centre can reach a place, straight or by a detour. `near` lists the
    /// candidates within `reach` of the place.
    pub(in crate::slide) fn can_come(
        &mut self,
        candidates: &Candidates,
        place: DVec3,
        (near, reach): (&[(usize, f64)], f64),
    ) -> bool {
        if self.is_clear(candidates, DVec3::ZERO, place) {
            return true;
        }
        self.flood_once(candidates);
        let Self { flood, sheets, tests, .. } = self;
        let node = flood.node_near(place, |node| {
            let few = near.iter().map(|&(i, _)| i);
            if (place - node).length() <= reach && node != DVec3::ZERO {
                *tests += near.len();
                sheets.is_clear_of(candidates, few, (node, place))
            } else {
                *tests += sheets.within(node.length().max(place.length())).len();
                sheets.is_clear(candidates, node, place)
            }
        });
        node.is_some()
    }

    /// Finds a path of the centre from the start to `end`: straight, by a detour, or through `via`.
    /// Returns true and keeps the path if there is one.
    pub(in crate::slide) fn finds_way(
        &mut self,
        candidates: &Candidates,
        space: &Space,
        end: DVec3,
        via: Option<DVec3>,
    ) -> bool {
        self.path.clear();
        let is_found = self.is_clear(candidates, DVec3::ZERO, end)
            || [Some(end), via].into_iter().flatten().any(|corner| {
                let Some(node) = self.node_near(candidates, corner) else { return false };
                self.flood.walk_back(node, &mut self.back);
                self.tests += 10 * self.back.len();
                if corner != end {
                    self.back.insert(0, corner);
                }
                self.shortens(candidates, space, end)
            })
            || via.is_some_and(|via| {
                self.back.clear();
                self.back.push(via);
                self.shortens(candidates, space, end)
            });
        if is_found {
            self.kept.clear();
            self.kept.extend(self.path.iter().map(|&corner| position_of(space, corner)));
        }
        is_found
    }

    fn node_near(&mut self, candidates: &Candidates, place: DVec3) -> Option<(usize, Node)> {
        self.flood_once(candidates);
        let Self { flood, sheets, tests, .. } = self;
        flood.node_near(place, |node| {
            *tests += sheets.within(node.length().max(place.length())).len();
            sheets.is_clear(candidates, node, place)
        })
    }

    fn flood_once(&mut self, candidates: &Candidates) {
        if !self.flood.is_done() {
            self.tests += 2000 + 10 * self.sheets.within(self.limit).len();
            self.flood.run(candidates, &self.sheets, self.metres, self.limit);
        }
    }

    /// Builds a path from the reversed corners, with fewer of them where straight lines are clear.
    /// Returns false if a line crosses a polygon after all.
    fn shortens(&mut self, candidates: &Candidates, space: &Space, end: DVec3) -> bool {
        // Uses the corners as they are stored.
        self.back.iter_mut().for_each(|corner| *corner = stored(space, position_of(space, *corner)));
        self.back.reverse();
        self.back.push(end);
        self.path.clear();
        let (mut from, mut next) = (DVec3::ZERO, 0);
        while next < self.back.len() {
            let mut to = self.back.len() - 1;
            // Tries to skip all corners in between, then half of them, and so on.
            while !self.is_clear(candidates, from, self.back[to]) {
                if to == next {
                    return false;
                }
                to = next + (to - next) / 2;
            }
            from = self.back[to];
            self.path.push(from);
            next = to + 1;
        }
        self.path.pop();
        true
    }

    fn is_clear(&mut self, candidates: &Candidates, a: DVec3, b: DVec3) -> bool {
        self.tests += 1 + self.sheets.within(a.length().max(b.length())).len();
        self.sheets.is_clear(candidates, a, b)
    }
}
