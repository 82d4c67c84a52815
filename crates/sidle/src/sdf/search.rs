//! Certifies the clearance of a body from a polygon along a path. The polygon is divided into
//! cells. Each cell gets an empty ball or is cut in two.

use glam::DVec3;

use super::Sdf;
use super::ball::Emptiness;
use super::descend::{Spot, descend};
use crate::geometry::polygon;
use crate::tolerance::{CERTIFICATE_ROUNDING, CLIP_SLACK};

/// Largest number of cells before the search gives up.
const CELLS: u32 = 4000;

/// A body, its position and displacement, and the required clearance.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) body: &'a dyn Sdf,
    pub(super) x: DVec3,
    pub(super) displacement: DVec3,
    /// Clearance to certify, in metres.
    pub(super) level: f64,
    /// Tolerance above `level` within which a point counts as a contact, in metres.
    pub(super) band: f64,
}

/// The result of a question.
#[derive(Clone, Copy, Debug)]
pub(super) enum Answer {
    /// The clearance is certified for this fraction of the path, 0..=1. For a body at rest it is 1.
    Clear(f64),
    /// The distance at this point is at most `level` plus the band.
    MoverContact(Spot),
    /// The search could prove neither.
    Unknown,
}

impl Question<'_> {
    /// Returns the smallest useful advance from a distance `above` the level: half of the advance
    /// that the Lipschitz bound allows.
    pub(super) fn enough(&self, above: f64) -> f64 {
        let length = self.displacement.length();
        if 0.5 * above < length { 0.5 * above / length } else { 1.0 }
    }

    /// Answers the question for a polygon. `pool` is working memory, `work` the number of cells
    /// that the call may still search.
    pub(super) fn ask_polygon(&self, corners: &[DVec3], pool: &mut Vec<DVec3>, work: &mut u32) -> Answer {
        let furthest = corners.iter().fold(self.x.length(), |far, c| far.max(c.length()));
        let error = CERTIFICATE_ROUNDING * (furthest + self.displacement.length());
        let reach = self.body.bounding_radius() + self.level.max(0.0) + self.displacement.length() + error;
        pool.clear();
        pool.extend(corners.iter().map(|&c| c - self.x));
        clip(pool, reach * (1.0 + CLIP_SLACK));
        if pool.len() < 3 {
            if pool.is_empty() {
                return Answer::Clear(1.0);
            }
            // A point or a line becomes a triangle with repeated corners.
            while pool.len() < 3 {
                pool.push(pool[pool.len() - 1]);
            }
        }
        let emptiness = Emptiness { body: self.body, level: self.level, error };
        if self.is_behind_a_plane(&emptiness, pool) {
            return Answer::Clear(1.0);
        }
        self.search(emptiness, pool, work)
    }

    /// Returns true if the plane test suffices: the body stays on one side of the polygon's plane
    /// along the whole path. This test decides most polygons.
    fn is_behind_a_plane(&self, emptiness: &Emptiness<'_>, corners: &[DVec3]) -> bool {
        let normal = polygon::unit_normal(corners);
        let outwards = if normal.dot(corners[0]) < 0.0 { -normal } else { normal };
        let foot = outwards * outwards.dot(corners[0]);
        normal != DVec3::ZERO && emptiness.is_clear_of_a_plane(corners, foot, outwards, -self.displacement)
    }

    /// Returns true if the plane test alone certifies the polygon beyond the level, for a body at
    /// rest. `corners` are relative to the body.
    pub(super) fn is_plainly_clear(&self, corners: &mut Vec<DVec3>) -> bool {
        let furthest = corners.iter().fold(self.x.length(), |far, c| far.max(c.length()));
        let error = 4.0 * CERTIFICATE_ROUNDING * (furthest + self.x.length());
        clip(corners, (self.body.bounding_radius() + self.level + error) * (1.0 + CLIP_SLACK));
        let emptiness = Emptiness { body: self.body, level: self.level, error };
        corners.is_empty() || (corners.len() > 2 && self.is_behind_a_plane(&emptiness, corners))
    }

    /// Searches the cells, which are stored consecutively in `pool`: the whole polygon first,
    /// triangles on top of it.
    fn search(&self, emptiness: Emptiness<'_>, pool: &mut Vec<DVec3>, work: &mut u32) -> Answer {
        let whole = pool.len();
        let mut least = 1.0;
        let mut near = off_centre(self.body);
        let mut uncut = true;
        for _ in 0..CELLS.min(*work) {
            *work -= 1;
            let count = if uncut { whole } else { 3 };
            if pool.len() < count || (!uncut && pool.len() < whole + 3) {
                return Answer::Clear(least);
            }
            let first = pool.len() - count;
            let cell = &pool[first..];
            let normal = polygon::unit_normal(cell);
            let spot = descend(self.body, near, |p| polygon::nearest(p, cell, normal).point);
            near = spot.point;
            if spot.value <= self.level + self.band {
                return Answer::MoverContact(spot);
            }
            if spot.value.is_nan() {
                return Answer::Unknown;
            }
            let enough = self.enough(spot.value - self.level);
            let held = emptiness.clear_for(cell, spot.point, spot.outwards, -self.displacement, enough);
            if held >= enough {
                least = if held < least { held } else { least };
                if uncut {
                    return Answer::Clear(least);
                }
                pool.truncate(first);
            } else if uncut {
                // Pushes a triangle fan; the polygon itself stays at the bottom.
                uncut = false;
                for i in 1..whole - 1 {
                    let fan = [pool[0], pool[i], pool[i + 1]];
                    pool.extend(fan);
                }
            } else {
                halve(pool, first);
            }
        }
        Answer::Unknown
    }
}

/// Returns the start of descents, slightly off the centre. At the centre of a torus, the distance
/// is the same on all sides and gives no direction.
pub(super) fn off_centre(body: &dyn Sdf) -> DVec3 {
    DVec3::new(0.11, -0.07, 0.05) * body.bounding_radius()
}

/// Splits the top triangle in two, at its longest edge.
fn halve(pool: &mut Vec<DVec3>, first: usize) {
    let t = [pool[first], pool[first + 1], pool[first + 2]];
    let length = |i: usize| (t[(i + 1) % 3] - t[i]).length_squared();
    let mut longest = 0;
    for i in 1..3 {
        if length(i) > length(longest) {
            longest = i;
        }
    }
    let [a, b, c] = [t[longest], t[(longest + 1) % 3], t[(longest + 2) % 3]];
    let middle = (a + b) * 0.5;
    pool.truncate(first);
    pool.extend([a, middle, c, middle, b, c]);
}

/// Clips a convex polygon to the cube of half size `reach` around the origin. The removed part is
/// further away than `reach`.
fn clip(corners: &mut Vec<DVec3>, reach: f64) {
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            if corners.iter().all(|c| c[axis] * sign <= reach) {
                continue;
            }
            let count = corners.len();
            for i in 0..count {
                let (a, b) = (corners[i], corners[(i + 1) % count]);
                let (over_a, over_b) = (a[axis] * sign - reach, b[axis] * sign - reach);
                if over_a <= 0.0 {
                    corners.push(a);
                }
                if (over_a <= 0.0) != (over_b <= 0.0) {
                    corners.push(a + (b - a) * (over_a / (over_a - over_b)));
                }
            }
            corners.drain(..count);
        }
    }
}
