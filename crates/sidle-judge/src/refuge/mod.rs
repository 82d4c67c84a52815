//! Brute-force search for the free place nearest to an overlapping start.
//!
//! A place counts if the inflated body overlaps no triangle there, and if the centre can go there
//! from the start without crossing a triangle. The search samples, so it can miss a place; it never
//! invents one.
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

/// How many ways to a place are measured.
const WAYS: usize = 4;

/// Where and how finely to search for a free place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefugeSearch {
    /// Metres by which the body is inflated: the least clearance of a place.
    pub clearance: f64,
    /// Metres from the start within which places lie. The way of the centre stays within them too.
    pub within: f64,
    /// Metres that the way of the centre may be long.
    pub longest_way: f64,
    /// Metres between the nodes of the lattice for the way of the centre.
    pub spacing: f64,
    /// Metres: the side of the smallest cubes whose middles are tried.
    pub finest: f64,
}

/// A place without overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refuge {
    /// The centre of the body.
    pub at: V,
    /// Metres from the start, in a straight line.
    pub distance: f64,
}

/// The surroundings of one start, to search for free places.
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
    /// Collects the triangles that matter. All lengths of `search` must be above zero and finite.
    pub fn new(judge: &'a Judge, body: &Body, start: V, search: RefugeSearch) -> Self {
        let frame = body.inflated(search.clearance).frame();
        let reach = search.within + frame.longest();
        let is_near = |triangle: &Triangle| length(sub(closest_on_triangle(start, triangle), start)) <= reach;
        let triangles = judge.triangles.iter().filter(|t| is_near(t)).copied().collect();
        Self { judge, frame, start, search, triangles, flood: OnceCell::new() }
    }

    /// The nearest place found within `limit` metres that the centre can reach.
    pub fn nearest(&self, limit: f64) -> Option<Refuge> {
        self.nearest_of(limit, |at| self.reaches(at))
    }

    /// The nearest place found within `limit` metres, whether or not the centre can reach it.
    pub fn nearest_of_all(&self, limit: f64) -> Option<Refuge> {
        self.nearest_of(limit, |_| true)
    }

    /// Whether a way of the centre from the start to `at` is found that crosses no triangle and is
    /// not too long.
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

    /// The length of a way after its corners have been cut off wherever the centre crosses nothing.
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
