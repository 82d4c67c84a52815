//! Finds the positions that the centre can reach, by a flood fill over a lattice.

use super::RefugeSearch;
use crate::crossing::passes;
use crate::exact::is_on;
use crate::judge::Judge;
use crate::triangle::{Triangle, bounds};
use crate::vector::{V, cross, dot, length, sub};

/// Bit of a node that lies on a triangle. A path through such a node could change sides undetected.
const CLOSED: u8 = 8;
/// Bit of a node that is outside the ball.
const OUTSIDE: u8 = 16;
/// Bit of a node that the centre can reach.
const REACHED: u8 = 32;

/// The lattice; the start is one of its nodes.
pub(super) struct Flood {
    start: V,
    spacing: f64,
    /// Number of nodes from the start to the border of the lattice, along each axis.
    half: i64,
    /// Flags of each node. Bit k: the segment to its next neighbour along axis k crosses a
    /// triangle.
    nodes: Vec<u8>,
    /// For each reached node: the length of its path from the start in spacings, rounded up, and
    /// the previous node. A node that is visible from the start is its own previous node.
    ways: Vec<(u16, u32)>,
}

impl Flood {
    pub(super) fn new(triangles: &[Triangle], start: V, search: &RefugeSearch, judge: &Judge) -> Self {
        let half = (search.within / search.spacing).ceil() as i64;
        let side = (2 * half + 1) as usize;
        let count = side * side * side;
        let mut flood =
            Self { start, spacing: search.spacing, half, nodes: vec![0; count], ways: vec![(0, 0); count] };
        flood.leave_the_ball(search.within);
        for triangle in triangles {
            flood.cut(triangle);
        }
        let mut seen = flood.seen_from_start(judge);
        seen.push([0; 3]);
        let spacings = |node: &[i64; 3]| length(node.map(|x| x as f64)).ceil() as u16;
        seen.sort_by_key(spacings);
        let mut seen = seen.into_iter().peekable();
        let (mut front, mut next) = (Vec::new(), Vec::new());
        for way in 0.. {
            while let Some(node) = seen.next_if(|node| spacings(node) <= way) {
                flood.reach(node, (way, flood.index(node)), &mut front);
            }
            for &node in &front {
                flood.spread(node, way + 1, &mut next);
            }
            front.clear();
            std::mem::swap(&mut front, &mut next);
            if way == u16::MAX || front.is_empty() && seen.peek().is_none() {
                break;
            }
        }
        flood
    }

    /// Marks the neighbours of a node as reached, if they are connected to it.
    fn spread(&mut self, node: [i64; 3], way: u16, front: &mut Vec<[i64; 3]>) {
        let from = self.index(node);
        for axis in 0..3 {
            let (mut next, mut before) = (node, node);
            next[axis] += 1;
            before[axis] -= 1;
            // The lower end of a segment stores its flag.
            for (to, lower) in [(next, node), (before, before)] {
                if self.holds(to) && self.nodes[self.index(lower)] >> axis & 1 == 0 {
                    self.reach(to, (way, from), front);
                }
            }
        }
    }

    fn reach(&mut self, node: [i64; 3], (way, from): (u16, usize), front: &mut Vec<[i64; 3]>) {
        let i = self.index(node);
        if self.nodes[i] & (CLOSED | OUTSIDE | REACHED) == 0 {
            self.nodes[i] |= REACHED;
            self.ways[i] = (way, from as u32);
            front.push(node);
        }
    }

    /// Returns the reached nodes among the eight around a position and their neighbours.
    pub(super) fn nodes_around(&self, at: V) -> impl Iterator<Item = usize> {
        let cell = [0, 1, 2].map(|k| ((at[k] - self.start[k]) / self.spacing).floor() as i64);
        (0..64)
            .map(move |i| [cell[0] + i % 4 - 1, cell[1] + i / 4 % 4 - 1, cell[2] + i / 16 - 1])
            .filter(|&node| self.holds(node))
            .map(|node| self.index(node))
            .filter(|&node| self.nodes[node] & REACHED != 0)
    }

    /// Returns the positions of the nodes on the path from the start to a reached node.
    pub(super) fn way_to(&self, mut node: usize) -> Vec<V> {
        let mut way = vec![self.place_of(node)];
        while self.ways[node].1 as usize != node {
            node = self.ways[node].1 as usize;
            way.push(self.place_of(node));
        }
        way.push(self.start);
        way.reverse();
        way
    }

    pub(super) fn place_of(&self, index: usize) -> V {
        let (h, side) = (self.half, 2 * self.half + 1);
        let i = index as i64;
        self.place([i % side - h, i / side % side - h, i / (side * side) - h])
    }

    fn leave_the_ball(&mut self, radius: f64) {
        let most = (radius / self.spacing).powi(2);
        let (h, side) = (self.half, 2 * self.half + 1);
        for (i, node) in (0..).zip(&mut self.nodes) {
            let [x, y, z]: [i64; 3] = [i % side - h, i / side % side - h, i / (side * side) - h];
            if (x * x + y * y + z * z) as f64 > most {
                *node |= OUTSIDE;
            }
        }
    }

    /// Cuts every connection that crosses the triangle, and closes every node that lies on it.
    fn cut(&mut self, triangle: &Triangle) {
        let (low, high) = bounds(triangle);
        let first = [0, 1, 2].map(|k| self.clamped(((low[k] - self.start[k]) / self.spacing).floor() - 1.0));
        let last = [0, 1, 2].map(|k| self.clamped(((high[k] - self.start[k]) / self.spacing).ceil()));
        let (e, f) = (sub(triangle[1], triangle[0]), sub(triangle[2], triangle[0]));
        let normal = cross(e, f);
        let slack = 1e-9 * length(e) * length(f) * (length(e) + length(f) + 4.0 * self.spacing);
        for z in first[2]..=last[2] {
            for y in first[1]..=last[1] {
                for x in first[0]..=last[0] {
                    let place = self.place([x, y, z]);
                    let side = dot(normal, sub(place, triangle[0]));
                    let i = self.index([x, y, z]);
                    if side.abs() <= slack && is_on(triangle, place) {
                        self.nodes[i] |= CLOSED;
                    }
                    for axis in 0..3 {
                        let other = side + normal[axis] * self.spacing;
                        let is_beside = side.min(other) > slack || side.max(other) < -slack;
                        let mut next = [x, y, z];
                        next[axis] += 1;
                        if !is_beside && passes(triangle, &[place, self.place(next)], 1, &mut 0) {
                            self.nodes[i] |= 1 << axis;
                        }
                    }
                }
            }
        }
    }

    /// Returns nodes that are visible from the start: a start in a narrow gap may be connected to
    /// none of its neighbours.
    fn seen_from_start(&self, judge: &Judge) -> Vec<[i64; 3]> {
        let mut seen = Vec::new();
        let h = self.half;
        for step in [1, 2, 4, 8, 16, 32] {
            for i in 0..125 {
                let node = [i % 5 - 2, i / 5 % 5 - 2, i / 25 - 2].map(|x| x * step);
                let is_open = self.holds(node) && self.nodes[self.index(node)] & (CLOSED | OUTSIDE) == 0;
                if is_open
                    && node.iter().any(|x| x.abs() == 2 * step && x.abs() <= h)
                    && !judge.crosses(self.start, self.place(node))
                {
                    seen.push(node);
                }
            }
        }
        seen
    }

    fn clamped(&self, x: f64) -> i64 {
        (x as i64).clamp(-self.half, self.half)
    }

    fn holds(&self, node: [i64; 3]) -> bool {
        node.iter().all(|x| x.abs() <= self.half)
    }

    fn index(&self, [x, y, z]: [i64; 3]) -> usize {
        let (h, side) = (self.half, 2 * self.half + 1);
        (((z + h) * side + y + h) * side + x + h) as usize
    }

    fn place(&self, node: [i64; 3]) -> V {
        [0, 1, 2].map(|k| self.start[k] + self.spacing * node[k] as f64)
    }
}
