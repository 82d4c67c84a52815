//! Brute-force search for the free position nearest to an overlapping start.
//!
//! A position counts if the inflated body overlaps no triangle there, and if the centre can move
//! there from the start without crossing a triangle. The search samples, so it can miss a position,
//! but every result is valid.
//!
//! ```text
//! flood   a lattice around the start; two neighbours are connected if their segment crosses no triangle (exactly)
//! cubes   the ball around the start as an octree; a cube is dropped only where one triangle alone covers all of it
//! ```

mod cubes;
mod flood;

use std::cell::OnceCell;

use crate::body::{Body, Frame};
use crate::judge::Judge;
use crate::triangle::{Triangle, closest_on_triangle};
use crate::vector::{V, length, sub};
use flood::Flood;

/// Number of paths to a position that are measured.
const WAYS: usize = 4;

/// Range and resolution of the search for a free position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefugeSearch {
    /// Required clearance of a position in metres; the body is inflated by it.
    pub clearance: f64,
    /// Search radius around the start in metres. The path of the centre stays within it too.
    pub within: f64,
    /// Maximum length of the path of the centre, in metres.
    pub longest_way: f64,
    /// Distance between the nodes of the lattice for the path of the centre, in metres.
    pub spacing: f64,
    /// Side of the smallest cubes in metres. The middles of the cubes are tested.
    pub finest: f64,
}

/// A position without overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refuge {
    /// Centre of the body, in metres.
    pub at: V,
    /// Straight distance from the start, in metres.
    pub distance: f64,
}

/// The surroundings of one start, prepared for searching free positions.
pub struct Refuges<'a> {
    judge: &'a Judge,
    /// The frame of the inflated body.
    frame: Frame,
    start: V,
    search: RefugeSearch,
    triangles: Vec<Triangle>,
    flood: OnceCell<Flood>,
}

impl<'a> Refuges<'a> {
    /// Collects the relevant triangles. All lengths of `search` must be above zero and finite.
    pub fn new(judge: &'a Judge, body: &Body, start: V, search: RefugeSearch) -> Self {
        let frame = body.inflated(search.clearance).frame();
        let reach = search.within + frame.longest();
        let is_near = |triangle: &Triangle| length(sub(closest_on_triangle(start, triangle), start)) <= reach;
        let triangles = judge.triangles.iter().filter(|t| is_near(t)).copied().collect();
        Self { judge, frame, start, search, triangles, flood: OnceCell::new() }
    }

    /// Returns the nearest position found within `limit` metres that the centre can reach.
    pub fn nearest(&self, limit: f64) -> Option<Refuge> {
        self.nearest_of(limit, |at| self.reaches(at))
    }

    /// Returns the nearest position found within `limit` metres, even if the centre cannot reach
    /// it.
    pub fn nearest_of_all(&self, limit: f64) -> Option<Refuge> {
        self.nearest_of(limit, |_| true)
    }

    /// Returns true if the search finds a path of the centre from the start to `at` that crosses no
    /// triangle and is not longer than [`RefugeSearch::longest_way`].
    pub fn reaches(&self, at: V) -> bool {
        let straight = length(sub(at, self.start));
        if straight > self.search.longest_way {
            return false;
        }
        if !self.judge.crosses(self.start, at) {
            return true;
        }
        let flood =
            self.flood.get_or_init(|| Flood::new(&self.triangles, self.start, &self.search, self.judge));
        flood.nodes_around(at).filter(|&node| !self.judge.crosses(flood.place_of(node), at)).take(WAYS).any(
            |node| {
                let mut way = flood.way_to(node);
                way.push(at);
                self.pulled_length(&way) <= self.search.longest_way
            },
        )
    }

    /// Returns the length of a path after cutting its corners wherever the shortcut crosses no
    /// triangle.
    fn pulled_length(&self, way: &[V]) -> f64 {
        let (mut sum, mut from) = (0.0, 0);
        while from + 1 < way.len() {
            let sees = |&to: &usize| to == from + 1 || !self.judge.crosses(way[from], way[to]);
            let to = (from + 1..way.len()).rev().find(sees).unwrap_or(from + 1);
            sum += length(sub(way[to], way[from]));
            from = to;
        }
        sum
    }
}
