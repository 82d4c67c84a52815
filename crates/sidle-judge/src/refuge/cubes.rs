//! Searches free positions with an octree over the ball around the start.

use super::{Refuge, Refuges};
use crate::body::Frame;
use crate::triangle::Triangle;
use crate::vector::{V, add, length, sub};

/// Ratio of the side of the first cubes to that of the smallest cubes.
const FIRST: f64 = 32.0;

/// A new position must be nearer than this share of the best distance.
const GAIN: f64 = 0.99;

/// A cube, given by its middle and half its side.
#[derive(Clone, Copy)]
struct Cube {
    middle: V,
    half: f64,
}

impl Cube {
    /// Returns the distance from `p` to the nearest point of the cube.
    fn distance(&self, p: V) -> f64 {
        length([0, 1, 2].map(|k| ((self.middle[k] - p[k]).abs() - self.half).max(0.0)))
    }

    /// Returns the distance in the frame from the middle to the farthest corner.
    fn reach(&self, frame: &Frame) -> f64 {
        let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 0 { self.half } else { -self.half });
        (0..4).map(|i| length(frame.vector(corner(i)))).fold(0.0, f64::max)
    }

    fn parts(&self) -> [Cube; 8] {
        let half = 0.5 * self.half;
        std::array::from_fn(|i| {
            let off = [0, 1, 2].map(|k| if i >> k & 1 == 0 { half } else { -half });
            Cube { middle: add(self.middle, off), half }
        })
    }
}

impl Refuges<'_> {
    pub(super) fn nearest_of(&self, limit: f64, counts: impl Fn(V) -> bool) -> Option<Refuge> {
        let limit = limit.min(self.search.within);
        let half = 0.5 * FIRST * self.search.finest;
        let count = (limit / (2.0 * half)).ceil() as i32;
        let mut cubes = Vec::new();
        for i in -count..=count {
            for j in -count..=count {
                for k in -count..=count {
                    let off = [i, j, k].map(|x| f64::from(x) * 2.0 * half);
                    cubes.push(Cube { middle: add(self.start, off), half });
                }
            }
        }
        self.sort(&mut cubes);
        let mut best = None;
        for cube in cubes {
            self.look(cube, &self.triangles, (limit, false), &mut best, &counts);
        }
        best
    }

    /// Searches a cube for a position nearer than the best one; only these triangles matter in it.
    /// `does_count` is true if the centre is known to be able to reach all of the cube.
    fn look(
        &self,
        cube: Cube,
        triangles: &[Triangle],
        (limit, mut does_count): (f64, bool),
        best: &mut Option<Refuge>,
        counts: &impl Fn(V) -> bool,
    ) {
        let most = best.map_or(limit, |b| GAIN * b.distance);
        if cube.distance(self.start) > most {
            return;
        }
        let (level, reach) = (self.frame.level, cube.reach(&self.frame));
        let mut near = Vec::new();
        let mut nearest = f64::INFINITY;
        for triangle in triangles {
            let distance = self.frame.touch(triangle, cube.middle).frame_distance;
            if distance + reach < level {
                return;
            }
            if distance - reach < level {
                near.push(*triangle);
            }
            nearest = nearest.min(distance);
        }
        // No triangle passes through such a cube, so the centre can reach all of it or none of it.
        // Paths of limited length may reach only a part of it, so each position is checked again
        // below.
        if nearest > reach && !does_count {
            does_count = counts(cube.middle);
            if !does_count {
                return;
            }
        }
        let distance = length(sub(cube.middle, self.start));
        if nearest >= level && distance <= most && counts(cube.middle) {
            *best = Some(Refuge { at: cube.middle, distance });
        }
        if cube.half > 0.5 * self.search.finest {
            let mut parts = cube.parts();
            self.sort(&mut parts);
            for part in parts {
                self.look(part, &near, (limit, does_count), best, counts);
            }
        }
    }

    fn sort(&self, cubes: &mut [Cube]) {
        let distance = |c: &Cube| c.distance(self.start);
        cubes.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    }
}
