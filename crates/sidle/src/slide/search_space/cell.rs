//! A box of places around the start.
//!
//! Boxes have metric coordinates: metres along the axes of the mover's space. That is a rotation of
//! the world, so lengths and distances are those of the world. Distances to polygons are measured
//! in the mover's space, where the shape is a ball.

use std::cmp::Ordering;

use glam::DVec3;

use crate::solve::nearest::HalfSpace;

/// Number of walls of a box.
pub(in crate::slide) const WALLS: usize = 6;

/// A box of the search.
#[derive(Clone, Copy, Debug)]
pub(in crate::slide) struct Cell {
    pub(in crate::slide) middle: DVec3,
    pub(in crate::slide) half: DVec3,
    /// Distance of its nearest point from the start.
    pub(in crate::slide) distance: f64,
    /// Priority: near boxes are examined first, but small ones count as further away.
    pub(in crate::slide) key: f64,
    /// Number of the box in the order of creation.
    pub(in crate::slide) number: u32,
    /// Relevant blocks of polygons: first index in the lists, and count.
    pub(in crate::slide) list: (usize, usize),
    /// A place that the centre reaches, in the mover's space. It lies in an enclosing box that no
    /// polygon passes through.
    pub(in crate::slide) via: Option<DVec3>,
    /// Proofs that the body fits nowhere in the box, to be tried first: the polygon that covers
    /// most of it, and weights that nearly proved it for the parent box.
    pub(in crate::slide) proofs: [Option<Proof>; 2],
}

/// Weighted polygons. If the weighted sum of the distances to them is too small at a place, one of
/// them is too near.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::slide) struct Proof {
    polygons: [(usize, f64); 4],
    count: usize,
    /// Nearest point that the polygons leave free, in metric coordinates. If set, the proof only
    /// covers places that are at most a limit away from the start.
    pub(in crate::slide) beyond: Option<DVec3>,
}

impl Proof {
    pub(in crate::slide) fn of_one(polygon: usize) -> Self {
        let mut proof = Self::default();
        proof.push(polygon, 1.0);
        proof
    }

    pub(in crate::slide) fn push(&mut self, polygon: usize, weight: f64) {
        self.polygons[self.count] = (polygon, weight);
        self.count += 1;
    }

    pub(in crate::slide) fn weights(&self) -> &[(usize, f64)] {
        &self.polygons[..self.count]
    }
}

impl Cell {
    /// Returns the point nearest to the start.
    fn nearest(middle: DVec3, half: DVec3) -> DVec3 {
        DVec3::ZERO.clamp(middle - half, middle + half)
    }

    pub(in crate::slide) fn around_start(half: f64, list: (usize, usize)) -> Self {
        let half = DVec3::splat(half);
        let middle = DVec3::ZERO;
        Self { middle, half, distance: 0.0, key: 0.0, number: 0, list, via: None, proofs: [None; 2] }
    }

    /// Returns the two halves, cut across an axis.
    pub(in crate::slide) fn halves(&self, axis: usize) -> [Self; 2] {
        let mut half = self.half;
        half[axis] *= 0.5;
        [-1.0, 1.0].map(|side| {
            let mut middle = self.middle;
            middle[axis] += side * half[axis];
            let distance = Self::nearest(middle, half).length();
            Self { middle, half, distance, ..*self }
        })
    }

    /// Returns the six half-spaces whose intersection is the box.
    pub(in crate::slide) fn walls(&self) -> [HalfSpace; WALLS] {
        let (low, high) = (self.middle - self.half, self.middle + self.half);
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        std::array::from_fn(|i| {
            let k = i % 3;
            if i < 3 {
                HalfSpace { normal: axes[k], offset: low[k] }
            } else {
                HalfSpace { normal: -axes[k], offset: -high[k] }
            }
        })
    }

    pub(in crate::slide) fn corner(&self, i: usize) -> DVec3 {
        let side = |k: usize| if i >> k & 1 == 0 { -self.half[k] } else { self.half[k] };
        self.middle + DVec3::new(side(0), side(1), side(2))
    }
}

/// Orders boxes so that the greatest is examined first.
impl Ord for Cell {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.total_cmp(&self.key).then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cell {}
