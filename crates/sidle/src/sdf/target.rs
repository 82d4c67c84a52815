//! The targets of a body: polygons of the world and other bodies, gathered once per move.

use glam::DVec3;

use super::Sdf;
use super::descend::{Spot, descend};
use super::root::{Root, Step, march};
use super::scene::{HitTarget, Scene};
use super::search::{Answer, Question, off_centre};
use super::separation::Cell;
use crate::geometry::{WideBox, polygon};
use crate::mesh::Sides;
use crate::tolerance::{ASK_CLOSER, CERTIFICATE_ROUNDING, MOST_SDF_WORK, ON_POLYGON};
use crate::world::QueryFilter;

/// Largest number of advances towards one target before the search gives up.
const ADVANCES: u32 = 64;

/// A polygon or obstacle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) touched: HitTarget,
    pub(super) friction: f64,
    one_sided: bool,
    /// True if it is one-sided and does not obstruct the body at its current position.
    passes: bool,
    /// Range of its corners in `Targets::corners`; empty for another body.
    first: u32,
    count: u32,
    normal: DVec3,
}

/// The list of targets, and working memory.
#[derive(Debug, Default)]
pub(super) struct Targets {
    pub(super) list: Vec<Target>,
    corners: Vec<DVec3>,
    pool: Vec<DVec3>,
    boxes: Vec<Cell>,
    /// Number of cells of polygons and descents that the call may still make.
    pub(super) work: u32,
}

/// The end of a sweep, and the target there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) fraction: f64,
    pub(super) target: Option<usize>,
    /// Contact point in world metres; None if the search gave up.
    pub(super) point: Option<DVec3>,
}

impl Targets {
    /// Collects every target within `reach` of `center`, in a fixed order.
    pub(super) fn gather(&mut self, scene: &Scene<'_>, center: DVec3, reach: f64, filter: &QueryFilter) {
        self.list.clear();
        self.corners.clear();
        self.work = MOST_SDF_WORK;
        let Self { list, corners, .. } = self;
        let query = WideBox::around(center, DVec3::splat(reach));
        scene.world.polygons_in(query, filter, |surface, material, polygon| {
            let first = corners.len() as u32;
            corners.extend(polygon);
            let normal = polygon::unit_normal(&corners[first as usize..]);
            list.push(Target {
                touched: HitTarget::World(surface),
                friction: f64::from(material.friction),
                one_sided: material.sides == Sides::Front,
                passes: false,
                first,
                count: corners.len() as u32 - first,
                normal,
            });
        });
        for (i, obstacle) in scene.obstacles.iter().enumerate() {
            let far = (obstacle.at - center).length();
            let rest = Target {
                touched: HitTarget::Obstacle(i),
                friction: 0.0,
                one_sided: false,
                passes: false,
                first: 0,
                count: 0,
                normal: DVec3::ZERO,
            };
            // The query region is a box, whose corners may be this far away.
            if far - obstacle.body.bounding_radius() <= 2.0 * reach {
                list.push(rest);
            }
        }
        // Parts of one polygon of the caller share a surface. Their positions make the order
        // unique.
        let place = |t: &Target| {
            let corners = corners[t.first as usize..(t.first + t.count) as usize].iter();
            corners.flat_map(|c| c.to_array()).map(f64::to_bits)
        };
        list.sort_unstable_by(|a, b| {
            a.touched.order().cmp(&b.touched.order()).then_with(|| place(a).cmp(place(b)))
        });
    }

    /// Lets the body pass one-sided surfaces that it overlaps or is behind at `x`. They obstruct it
    /// again once it is in front of them.
    pub(super) fn let_pass(&mut self, scene: &Scene<'_>, body: &dyn Sdf, x: DVec3) {
        let still = Question { body, x, displacement: DVec3::ZERO, level: 0.0, band: 0.0 };
        for i in 0..self.list.len() {
            let t = self.list[i];
            if t.one_sided {
                let behind = t.normal.dot(x - self.corners(&t)[0]) <= 0.0;
                self.list[i].passes = false;
                self.list[i].passes = behind || !matches!(self.ask(scene, i, &still), Answer::Clear(_));
            }
        }
    }

    fn corners(&self, t: &Target) -> &[DVec3] {
        &self.corners[t.first as usize..(t.first + t.count) as usize]
    }

    /// Returns true if a point of the world lies on polygon `i`, within rounding.
    pub(super) fn contains(&self, i: usize, point: DVec3) -> bool {
        let t = &self.list[i];
        let (corners, slack) = (self.corners(t), ON_POLYGON * (1.0 + point.length()));
        // Most polygons are further away along one axis already.
        let is_within = |axis: usize| {
            let (over, under) = (point[axis] + 2.0 * slack, point[axis] - 2.0 * slack);
            corners.iter().any(|c| c[axis] <= over) && corners.iter().any(|c| c[axis] >= under)
        };
        (0..3).all(is_within) && (polygon::nearest(point, corners, t.normal).point - point).length() <= slack
    }

    /// Answers a question for one target. The bounding ball is tested first.
    pub(super) fn ask(&mut self, scene: &Scene<'_>, i: usize, question: &Question<'_>) -> Answer {
        let t = self.list[i];
        if t.passes {
            return Answer::Clear(1.0);
        }
        let Self { corners, pool, boxes, work, .. } = self;
        if let HitTarget::Obstacle(o) = t.touched {
            let obstacle = &scene.obstacles[o];
            return question.ask_body(obstacle.body, obstacle.at, boxes);
        }
        let corners = &corners[t.first as usize..(t.first + t.count) as usize];
        let Question { body, x, displacement, level, .. } = *question;
        let near = polygon::nearest(x, corners, t.normal).point;
        let error = 4.0 * CERTIFICATE_ROUNDING * (x.length() + near.length());
        let room = (near - x).length() - body.bounding_radius() - level - error;
        let length = displacement.length();
        if room > length {
            return Answer::Clear(1.0);
        }
        if room > 0.25 * length && length > 0.0 {
            return Answer::Clear(room / length);
        }
        question.ask_polygon(corners, pool, work)
    }

    /// Returns the point on target `i` that a descent from `from` (in the frame of the body) finds.
    /// None if the bounding balls are further apart than the level.
    pub(super) fn spot(
        &mut self,
        scene: &Scene<'_>,
        i: usize,
        question: &Question<'_>,
        from: Option<DVec3>,
    ) -> Option<Spot> {
        let t = self.list[i];
        if t.passes {
            return None;
        }
        let Question { body, x, level: reach, .. } = *question;
        if let HitTarget::Obstacle(o) = t.touched {
            let obstacle = &scene.obstacles[o];
            let (place, other) = (obstacle.at, obstacle.body);
            let far = (place - x).length() - body.bounding_radius() - other.bounding_radius();
            return (far <= reach).then(|| question.near_body(other, place));
        }
        let near = polygon::nearest(x, self.corners(&t), t.normal).point;
        if (near - x).length() - body.bounding_radius() > reach {
            return None;
        }
        let Self { corners, pool, work, .. } = self;
        let corners = &corners[t.first as usize..(t.first + t.count) as usize];
        pool.clear();
        pool.extend(corners.iter().map(|&c| c - x));
        if question.is_plainly_clear(pool) {
            return None;
        }
        *work = work.saturating_sub(1);
        let start = from.unwrap_or_else(|| off_centre(body));
        Some(descend(body, start, |p| polygon::nearest(p + x, corners, t.normal).point - x))
    }

    /// Returns a certified lower bound of the distance from the body at `x` to all targets, at most
    /// `cap`. A value below 0 means not certified free.
    pub(super) fn clearance(&mut self, scene: &Scene<'_>, body: &dyn Sdf, x: DVec3, cap: f64) -> f64 {
        let mut least = cap;
        for i in 0..self.list.len() {
            let one = self.clearance_of(scene, i, body, x, least);
            least = if one < least { one } else { least };
            if least < 0.0 {
                break;
            }
        }
        least
    }

    fn clearance_of(&mut self, scene: &Scene<'_>, i: usize, body: &dyn Sdf, x: DVec3, cap: f64) -> f64 {
        // The band leaves room: certifying a gap of one skin to its last digit would take many
        // cells.
        let mut question = Question { body, x, displacement: DVec3::ZERO, level: cap, band: cap / 64.0 };
        let mut upper = cap;
        for _ in 0..8 {
            match self.ask(scene, i, &question) {
                Answer::Clear(_) => return question.level,
                // The distance is positive here, so a smaller clearance may still be certified.
                Answer::MoverContact(spot) if spot.value > 0.0 => {
                    upper = if spot.value < ASK_CLOSER * upper { spot.value } else { ASK_CLOSER * upper };
                }
                Answer::MoverContact(_) => break,
                Answer::Unknown => upper *= 0.25,
            }
            question.level = upper * (1.0 - 1.0 / 64.0);
            question.band = upper / 256.0;
        }
        (question.level, question.band) = (0.0, 0.0);
        match self.ask(scene, i, &question) {
            Answer::Clear(_) => 0.0,
            Answer::MoverContact(spot) if spot.value < 0.0 => spot.value,
            Answer::MoverContact(_) => -f64::MIN_POSITIVE,
            Answer::Unknown => f64::NEG_INFINITY,
        }
    }

    /// Returns the fraction of `displacement` along which every target stays above the level.
    pub(super) fn sweep(&mut self, scene: &Scene<'_>, whole: &Question<'_>) -> Stop {
        let mut stop = Stop { fraction: 1.0, target: None, point: None };
        for i in 0..self.list.len() {
            let mut point = None;
            let root = march(ADVANCES, |t| {
                if t >= stop.fraction {
                    // Another target is hit before.
                    return Step::ClearUntil(1.0);
                }
                let x = whole.x + whole.displacement * t;
                let question = Question { x, displacement: whole.displacement * (1.0 - t), ..*whole };
                match self.ask(scene, i, &question) {
                    Answer::Clear(held) if held >= 1.0 => Step::ClearUntil(1.0),
                    Answer::Clear(held) => Step::ClearUntil(t + held * (1.0 - t)),
                    Answer::MoverContact(spot) => {
                        point = Some(x + spot.point);
                        Step::MoverContact
                    }
                    Answer::Unknown => Step::Unknown,
                }
            });
            if root != Root::Free && root.fraction() <= stop.fraction {
                stop = Stop { fraction: root.fraction(), target: Some(i), point };
            }
        }
        stop
    }
}
