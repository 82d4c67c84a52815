//! Is a body clear of another one?
//!
//! The distance of two bodies b and o is taken to be D = 2 min over all points p of max(b(p), o(p)). It is below 0 exactly where
//! the two share inner points and 0 where they touch; moving one body by s moves the best p by s / 2, so D is 1-Lipschitz;
//! and the middle between the nearest points shows that it is not above the true distance. D is at least a level if every
//! point has b or o at least half the level: space is cut into boxes until each lies in an empty ball of one of the two.

use glam::DVec3;

use super::PseudoDistance;
use super::ball::Emptiness;
use super::descend::{Spot, descend};
use super::search::{Answer, Question, off_centre};
use crate::tolerance::CERTIFICATE_ROUNDING;

/// Boxes looked at before the search gives up.
const BOXES: u32 = 20_000;

/// Newton's steps that bring a point onto the surface of a body.
const FOOT_STEPS: u32 = 4;

/// A box: its middle, and three half axes square to each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    middle: DVec3,
    axes: [DVec3; 3],
}

impl Question<'_> {
    /// The nearest that `other`, whose frame is at `place`, is found to come: a place on it. In the frame of the mover.
    pub(super) fn near_body(&self, other: &dyn PseudoDistance, place: DVec3) -> Spot {
        let offset = place - self.x;
        descend(self.body, off_centre(self.body), |p| offset + foot(other, p - offset))
    }

    /// Another body's answer. Touching spots lie on it.
    pub(super) fn ask_body(&self, other: &dyn PseudoDistance, place: DVec3, pool: &mut Vec<Cell>) -> Answer {
        let offset = place - self.x;
        let (mine, others) = (self.body.bounding_radius(), other.bounding_radius());
        let error = CERTIFICATE_ROUNDING * (self.x.length() + place.length() + self.way.length());
        if offset.length() - mine - others - self.way.length() > self.level + error {
            return Answer::Clear(1.0);
        }
        let spot = self.near_body(other, place);
        if spot.value <= self.level + self.band && other.distance(spot.point - offset) <= self.band + error {
            return Answer::Touch(spot);
        }
        let between = spot.point - spot.outwards * (0.5 * spot.value);
        let half = 0.5 * self.level;
        let search = Search {
            question: self,
            mine: Emptiness { body: self.body, level: half, error },
            other,
            others: Emptiness { body: other, level: half, error },
            offset,
            between,
        };
        // The other body with half the level round it is all in this box; outside, o is above half the level.
        let reach = (others + half.max(0.0) + error) * (1.0 + 1e-9);
        pool.clear();
        pool.push(Cell { middle: offset, axes: frame(spot.outwards).map(|a| a * reach) });
        search.run(pool)
    }
}

struct Search<'a> {
    question: &'a Question<'a>,
    mine: Emptiness<'a>,
    other: &'a dyn PseudoDistance,
    others: Emptiness<'a>,
    offset: DVec3,
    /// A place in the gap, if there is one.
    between: DVec3,
}

impl Search<'_> {
    fn run(&self, pool: &mut Vec<Cell>) -> Answer {
        let Question { level, band, .. } = *self.question;
        let mut least = 1.0;
        for number in 0..BOXES {
            let Some(cell) = pool.pop() else { return Answer::Clear(least) };
            for at in [cell.nearest(self.between), cell.middle] {
                let (b, o) = (self.question.body.distance(at), self.other.distance(at - self.offset));
                let apart = 2.0 * if b > o { b } else { o };
                if !(apart > level + band) {
                    return if apart.is_nan() {
                        Answer::Unknown
                    } else {
                        Answer::Touch(Spot::at(self.question.body, at))
                    };
                }
            }
            match self.clear(&cell) {
                Some(held) => least = if held < least { held } else { least },
                None => cell.cut(number == 0, self.between, pool),
            }
        }
        Answer::Unknown
    }

    /// For how much of the way a cell is in an empty ball of either body; None when none was found that is worth having.
    fn clear(&self, cell: &Cell) -> Option<f64> {
        let corners = cell.corners();
        for at in [cell.nearest(self.between), cell.middle] {
            // The other body stays where it is: what its ball holds, it holds for ever.
            let there = corners.map(|c| c - self.offset);
            let from = Spot::at(self.other, at - self.offset);
            let outwards = from.outwards;
            if from.value > 0.5 * self.question.level
                && self.others.clear_for(&there, from.point, outwards, DVec3::ZERO, 1.0) >= 1.0
            {
                return Some(1.0);
            }
            let from = Spot::at(self.question.body, at);
            let above = from.value - 0.5 * self.question.level;
            if above > 0.0 {
                let enough = 0.5 * self.question.enough(above);
                let way = -self.question.way;
                let held = self.mine.clear_for(&corners, at, from.outwards, way, enough);
                if held >= enough {
                    return Some(held);
                }
            }
        }
        None
    }
}

impl Cell {
    fn corners(&self) -> [DVec3; 8] {
        let [a, b, c] = self.axes;
        let signs = [-1.0, 1.0];
        std::array::from_fn(|i| {
            self.middle + a * signs[i & 1] + b * signs[(i >> 1) & 1] + c * signs[(i >> 2) & 1]
        })
    }

    fn nearest(&self, p: DVec3) -> DVec3 {
        let offset = p - self.middle;
        self.axes.iter().fold(self.middle, |at, &axis| {
            let s = offset.dot(axis) / axis.length_squared();
            at + axis * if s > 1.0 { 1.0 } else if s > -1.0 { s } else { -1.0 }
        })
    }

    /// In two: the first one along the gap, the others across their longest axis.
    fn cut(&self, first: bool, between: DVec3, pool: &mut Vec<Self>) {
        let mut longest = 0;
        for i in 1..3 {
            if self.axes[i].length_squared() > self.axes[longest].length_squared() {
                longest = i;
            }
        }
        let axis = if first { 0 } else { longest };
        let along = self.axes[axis];
        let s = (between - self.middle).dot(along) / along.length_squared();
        let s = if first && s > -1.0 && s < 1.0 { s } else { 0.0 };
        for (low, high) in [(-1.0, s), (s, 1.0)] {
            let mut half = *self;
            half.middle += along * (0.5 * (low + high));
            half.axes[axis] = along * (0.5 * (high - low));
            pool.push(half);
        }
    }
}

/// A point of the body near `p`: itself, or one on the surface.
fn foot(body: &dyn PseudoDistance, mut p: DVec3) -> DVec3 {
    for _ in 0..FOOT_STEPS {
        let spot = Spot::at(body, p);
        if !(spot.value > 0.0) {
            break;
        }
        p -= spot.outwards * spot.value;
    }
    p
}

/// Three unit axes, the first along `n`.
fn frame(n: DVec3) -> [DVec3; 3] {
    let n = if n == DVec3::ZERO { DVec3::Y } else { n };
    let least = n.abs();
    let other = if least.x <= least.y && least.x <= least.z {
        DVec3::X
    } else if least.y <= least.z {
        DVec3::Y
    } else {
        DVec3::Z
    };
    let across = n.cross(other).normalize_or_zero();
    [n, across, n.cross(across)]
}
