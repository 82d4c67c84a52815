//! Certifies the clearance of a body from another body.
//!
//! The distance of two bodies b and o is defined as D = 2 min over all points p of max(b(p), o(p)).
//! D is below 0 exactly if the two share inner points, and 0 if they touch. If one body moves by s,
//! the best p moves by s / 2, so D is 1-Lipschitz. The midpoint of the nearest points shows that D
//! is at most the true distance.
//!
//! D is at least a level if b or o is at least half the level at every point. To prove this, space
//! is cut into tetrahedra until each lies in an empty ball of one of the bodies. The cuts follow
//! the gap between the bodies if there is one.

use glam::DVec3;

use super::Sdf;
use super::ball::Emptiness;
use super::descend::{Spot, descend};
use super::search::{Answer, Question, off_centre};
use crate::tolerance::{BODY_SLACK, CERTIFICATE_ROUNDING};

/// Largest number of tetrahedra before the search gives up. Two convex bodies take 7. A ring around
/// a pole takes a few thousand, and twice as many each time the gap shrinks to a tenth.
const CELLS: u32 = 12_000;

/// Newton steps that move a point onto the surface of a body.
const FOOT_STEPS: u32 = 4;

/// A tetrahedron, in the frame of the mover.
pub(super) type Cell = [DVec3; 4];

impl Question<'_> {
    /// Returns the point of `other` found nearest to the body, in the frame of the mover. The frame
    /// of `other` is at `place`.
    pub(super) fn near_body(&self, other: &dyn Sdf, place: DVec3) -> Spot {
        let offset = place - self.x;
        descend(self.body, off_centre(self.body), |p| offset + foot(other, p - offset))
    }

    /// Answers the question for another body. Contact points lie on that body.
    pub(super) fn ask_body(&self, other: &dyn Sdf, place: DVec3, pool: &mut Vec<Cell>) -> Answer {
        let offset = place - self.x;
        let (mine, others) = (self.body.bounding_radius(), other.bounding_radius());
        let error = CERTIFICATE_ROUNDING * (self.x.length() + place.length() + self.displacement.length());
        if offset.length() - mine - others - self.displacement.length() > self.level + error {
            return Answer::Clear(1.0);
        }
        let spot = self.near_body(other, place);
        if spot.value <= self.level + self.band && other.distance(spot.point - offset) <= self.band + error {
            return Answer::MoverContact(spot);
        }
        let half = 0.5 * self.level;
        let reach = (others + half.max(0.0) + error) * (1.0 + BODY_SLACK);
        let error = error + CERTIFICATE_ROUNDING * 4.0 * (mine + reach);
        let search = Search {
            question: self,
            mine: Emptiness { body: self.body, level: half, error },
            other,
            others: Emptiness { body: other, level: half, error },
            offset,
        };
        // This tetrahedron contains the other body and a margin of half the level around it.
        // Outside of it, o is above half the level.
        let side = reach * 1.8;
        let corner = |x: f64, y: f64, z: f64| offset + DVec3::new(x, y, z) * side;
        pool.clear();
        pool.push([
            corner(1.0, 1.0, 1.0),
            corner(1.0, -1.0, -1.0),
            corner(-1.0, 1.0, -1.0),
            corner(-1.0, -1.0, 1.0),
        ]);
        search.run(pool, spot.point - spot.outwards * (0.5 * spot.value))
    }
}

struct Search<'a> {
    question: &'a Question<'a>,
    mine: Emptiness<'a>,
    other: &'a dyn Sdf,
    others: Emptiness<'a>,
    offset: DVec3,
}

/// The values of both functions at a point in the frame of the mover.
#[derive(Clone, Copy)]
struct Both {
    mine: Spot,
    other: Spot,
}

impl Search<'_> {
    fn both(&self, at: DVec3) -> Both {
        let other = Spot::at(self.other, at - self.offset);
        Both { mine: Spot::at(self.question.body, at), other: Spot { point: at, ..other } }
    }

    /// Runs the search. `between` is a point in the gap to begin with.
    fn run(&self, pool: &mut Vec<Cell>, between: DVec3) -> Answer {
        let Question { level, band, .. } = *self.question;
        let mut least = 1.0;
        let contact = self.both(between);
        for number in 0..CELLS {
            let Some(cell) = pool.pop() else { return Answer::Clear(least) };
            let middle = self.both((cell[0] + cell[1] + cell[2] + cell[3]) * 0.25);
            let gap = if number == 0 { Some(contact) } else { self.towards_the_gap(&middle, &cell) };
            for at in gap.iter().chain([&middle]) {
                let apart = 2.0 * if at.mine.value > at.other.value { at.mine.value } else { at.other.value };
                if apart.is_nan() {
                    return Answer::Unknown;
                }
                if apart <= level + band {
                    return Answer::MoverContact(at.mine);
                }
            }
            match [&contact].into_iter().chain(&gap).chain([&middle]).find_map(|at| self.clear(&cell, at)) {
                Some(held) => least = if held < least { held } else { least },
                None => cut(&cell, gap.map(|g| (g.mine.point, g.mine.outwards - g.other.outwards)), pool),
            }
        }
        Answer::Unknown
    }

    /// Takes one Newton step from the centre of a cell to where both bodies are equally near.
    /// Returns None if that is further away than the corners of the cell.
    fn towards_the_gap(&self, from: &Both, cell: &Cell) -> Option<Both> {
        let across = from.mine.outwards - from.other.outwards;
        let step = across * ((from.other.value - from.mine.value) / across.length_squared());
        let size = cell.iter().fold(0.0, |far, c| (*c - from.mine.point).length().max(far));
        (step.length() <= size).then(|| self.both(from.mine.point + step))
    }

    /// Returns the fraction of the path for which a cell stays in an empty ball of either body, or
    /// None if no ball gives a useful fraction.
    fn clear(&self, cell: &Cell, at: &Both) -> Option<f64> {
        let half = 0.5 * self.question.level;
        // The other body does not move, so a cell in its empty ball stays there.
        if at.other.value > half {
            let there = cell.map(|c| c - self.offset);
            let from = at.other.point - self.offset;
            if self.others.clear_for(&there, from, at.other.outwards, DVec3::ZERO, 1.0) >= 1.0 {
                return Some(1.0);
            }
        }
        if at.mine.value <= half {
            return None;
        }
        let enough = 0.5 * self.question.enough(at.mine.value - half);
        let held =
            self.mine.clear_for(cell, at.mine.point, at.mine.outwards, -self.question.displacement, enough);
        (held >= enough).then_some(held)
    }
}

/// Cuts a cell along the gap, given by a point in it and its normal. If that would cut off only a
/// thin part, the cell is cut at its longest edge instead.
fn cut(cell: &Cell, gap: Option<(DVec3, DVec3)>, pool: &mut Vec<Cell>) {
    if let Some((point, normal)) = gap {
        let heights = cell.map(|c| (c - point).dot(normal));
        let (mut low, mut high) = (0.0, 0.0);
        for h in heights {
            low = if h < low { h } else { low };
            high = if h > high { h } else { high };
        }
        let shaves = -low < 0.3 * high || high < -0.3 * low;
        if low < 0.0 && high > 0.0 && !shaves {
            cut_along(cell, heights, pool);
            return;
        }
    }
    let mut longest = (0, 1);
    for i in 0..4 {
        for j in i + 1..4 {
            let length = |(i, j): (usize, usize)| (cell[i] - cell[j]).length_squared();
            if length((i, j)) > length(longest) {
                longest = (i, j);
            }
        }
    }
    let (i, j) = longest;
    let middle = (cell[i] + cell[j]) * 0.5;
    for k in [i, j] {
        let mut half = *cell;
        half[k] = middle;
        pool.push(half);
    }
}

/// Cuts a cell by a plane. `heights` are the signed heights of its corners above the plane.
fn cut_along(cell: &Cell, heights: [f64; 4], pool: &mut Vec<Cell>) {
    let mut order = [0, 1, 2, 3];
    // The index breaks ties, so that the unstable sort is deterministic.
    order.sort_unstable_by(|&i, &j| heights[j].total_cmp(&heights[i]).then(i.cmp(&j)));
    let above = heights.iter().filter(|&&h| h > 0.0).count();
    if above == 3 {
        order.reverse();
    }
    let [a, b, c, d] = order.map(|i| cell[i]);
    let on = |i: usize, j: usize| {
        let (i, j) = (order[i], order[j]);
        cell[i] + (cell[j] - cell[i]) * (heights[i] / (heights[i] - heights[j]))
    };
    let mut wedge = |p: [DVec3; 3], q: [DVec3; 3]| {
        pool.extend([[p[0], p[1], p[2], q[0]], [p[1], p[2], q[0], q[1]], [p[2], q[0], q[1], q[2]]]);
    };
    if above == 2 {
        let [ac, ad, bc, bd] = [on(0, 2), on(0, 3), on(1, 2), on(1, 3)];
        wedge([a, ac, ad], [b, bc, bd]);
        wedge([c, ac, bc], [d, ad, bd]);
    } else {
        let cuts = [on(0, 1), on(0, 2), on(0, 3)];
        wedge(cuts, [b, c, d]);
        pool.push([a, cuts[0], cuts[1], cuts[2]]);
    }
}

/// Returns a point of the body near `p`: `p` itself if it is inside, or else one near the surface.
fn foot(body: &dyn Sdf, mut p: DVec3) -> DVec3 {
    for _ in 0..FOOT_STEPS {
        let spot = Spot::at(body, p);
        if spot.value <= 0.0 || spot.value.is_nan() {
            break;
        }
        p -= spot.outwards * spot.value;
    }
    p
}
