//! Judges a recorded path: free at its start, along all segments, and at its end.

use sidle::DVec3;
use sidle_judge::{Body, Judge, V};

use super::{Fault, wide};

/// Rounding error that the library allows for, relative to the lengths in the computation. It is
/// twice that of its certificate, 64 half units of f64.
const ALLOWED: f64 = 1.5e-14;

/// A path whose start is free within rounding.
pub(crate) struct Way<'a> {
    judge: &'a Judge,
    body: &'a Body,
    /// Rounding error of the judge, in metres.
    rounding: f64,
    /// Gap at the start in metres, up to the largest value that matters.
    pub(crate) begin: f64,
    /// Smallest gap, or depth, at which the start is clearly free or clearly inside, in metres.
    /// Within it, rounding in the library and in the judge can give different answers.
    pub(crate) doubt: f64,
    /// True if the start is free; decided exactly if f64 cannot tell.
    begins_free: bool,
    /// Gap in metres below which f64 may not be able to tell if the body is free.
    close: f64,
}

impl<'a> Way<'a> {
    /// Creates a path from `start` of at most `reach` metres.
    pub(crate) fn new(judge: &'a Judge, body: &'a Body, start: DVec3, skin: f32, reach: f32) -> Self {
        let size = size_seen(judge, start);
        // The rounding error also grows with the distance that the library gathers. For a long
        // path, one gather covers at most 1/32 of it.
        let doubt = start_doubt(body, size.max(f64::from(reach) / 32.0));
        let half_skin = 0.5 * f64::from(skin);
        let seen = judge.clearance(body, wide(start), half_skin + doubt);
        let begin = seen.gap;
        let doubt = doubt + seen.triangle.map_or(0.0, |t| needle_doubt(judge, t) * axis_ratio(body));
        let begins_free = begin > doubt || (begin >= -doubt && judge.decide(body, wide(start)).free);
        let close = (1e-9 + 1e-12 * size) * axis_ratio(body);
        Self { judge, body, rounding: rounding(body, size), begin, doubt, begins_free, close }
    }

    /// Returns a fault if the start had to be refused.
    pub(crate) fn start(&self) -> Option<Fault> {
        (self.begin < -self.doubt).then_some(Fault::BeganInside { depth_m: -self.begin })
    }

    /// Judges the end; near-contacts are decided exactly.
    pub(crate) fn end(&self, end: DVec3) -> Option<Fault> {
        let gap = self.judge.clearance(self.body, wide(end), self.close).gap;
        if gap >= self.close || self.judge.decide(self.body, wide(end)).free {
            return None;
        }
        self.deeper(gap).map(|depth_m| Fault::Penetration { depth_m })
    }

    /// Judges all segments of a path of f64 corners that were not rounded for storage. The start
    /// must be free.
    pub(crate) fn exact_pieces(&self, path: &[V]) -> Option<Fault> {
        if !self.begins_free {
            return None;
        }
        // World coordinates of an iteration are rounded once, and the judge rounds positions along
        // a long segment.
        let far = path.iter().flatten().fold(0.0_f64, |far, x| far.max(x.abs()));
        let rounding = self.rounding + 4e-16 * far * axis_ratio(self.body);
        let rounding = if self.begin <= self.doubt { self.doubt } else { rounding };
        let deepest = path.windows(2).map(|w| self.judge.path_clearance(self.body, w[0], w[1], 0.0).gap);
        let gap = deepest.fold(0.0, f64::min);
        if gap < -rounding {
            return Some(Fault::PenetrationOnTheWay { depth_m: -gap });
        }
        self.crosses(self.sided(path)).then_some(Fault::Crossing)
    }

    /// Returns the part of a path in which the centre has a side of every polygon. A start on a
    /// polygon, within rounding, is on neither side of it. The side is only defined from the place
    /// to which the move pushes the body off.
    fn sided<'p>(&self, path: &'p [V]) -> &'p [V] {
        let is_on = || self.judge.clearance(&Body::Point, path[0], 2.0 * self.doubt).gap <= self.doubt;
        &path[usize::from(self.begin <= self.doubt && path.len() > 1 && is_on())..]
    }

    /// Judges all segments of the path, start and end included.
    pub(crate) fn pieces(&self, path: &[DVec3]) -> Option<Fault> {
        let all: Vec<V> = path.iter().map(|&p| wide(p)).collect();
        if self.crosses(self.sided(&all)) {
            return Some(Fault::Crossing);
        }
        (1..all.len()).find_map(|i| {
            let piece = [all[i - 1], all[i]];
            let gap = self.judge.path_clearance(self.body, piece[0], piece[1], self.close).gap;
            let exactly = || self.judge.decide_path(self.body, piece[0], piece[1]).free;
            if gap >= self.close || (gap > -self.close && exactly()) {
                return None;
            }
            self.deeper(gap).map(|depth_m| Fault::PenetrationOnTheWay { depth_m })
        })
    }

    /// Returns the depth of a gap that is not free, if it is a fault. From a free start, no depth
    /// is allowed. If f64 cannot tell that the start is free, and it is not free exactly, depths up
    /// to that of the start are allowed.
    fn deeper(&self, gap: f64) -> Option<f64> {
        let is_fault = self.begins_free || gap < self.begin.min(0.0) - self.rounding;
        is_fault.then_some(-gap)
    }

    /// Returns true if the path goes through a polygon.
    fn crosses(&self, path: &[V]) -> bool {
        if !self.judge.path_crosses(path) {
            return false;
        }
        let gap = |a: V, b: V| self.judge.path_clearance(&Body::Point, a, b, 1.0).gap;
        let last = path.len() - 1;
        (0..last).any(|i| {
            // A path that goes through a polygon is on it at some point. Otherwise, the path runs
            // along the line of a polygon without area, which defines no plane with two sides.
            gap(path[i], path[i + 1]) <= 1e-9 + 4.0 * self.rounding
        })
    }
}

/// Distance in metres up to which a body is beside a needle. Stops further away have other reasons.
const BESIDE_NEEDLE: f64 = 1e-3;

/// Ratio of height to length below which the library uses the edges of a polygon, which are
/// accurate.
const THINNEST: f64 = 1e-8;

/// Returns the largest distance in the judge's sums, in metres.
fn size_seen(judge: &Judge, at: DVec3) -> f64 {
    let Some((low, high)) = judge.bounds() else { return 0.0 };
    let at = wide(at);
    (0..3).fold(0.0, |size: f64, k| size.max((low[k] - at[k]).abs()).max((high[k] - at[k]).abs()))
}

/// Returns the rounding error of a gap in metres: a few units in the last place of the largest
/// distance. An ellipsoid scales it by its axis ratio.
fn rounding(body: &Body, size: f64) -> f64 {
    1e-15 * size * axis_ratio(body)
}

/// Returns the gap or depth in metres within which rounding decides if a start is free. Library and
/// judge can then give different answers.
fn start_doubt(body: &Body, size: f64) -> f64 {
    let own = match *body {
        Body::Point => 0.0,
        Body::Sphere { radius } => radius,
        Body::Ellipsoid { radii, .. } => radii[0].max(radii[1]).max(radii[2]),
        Body::Capsule { radius, half_core: [a, b], .. } => radius + (a + b),
    };
    // The library subtracts twice the rounding of its certificate (7e-15 of the lengths) in the
    // space in which the body is a ball. The transformation into that space scales the error once,
    // the transformation back to metres once more.
    let ratio = axis_ratio(body);
    (1e-11 + 2e-12 * own + ALLOWED * size * ratio) * ratio
}

/// Returns the error in metres of the library's plane of a needle. The error of its normal is the
/// rounding of f64 divided by its thinness, so a start in contact far from a corner may be refused.
fn needle_doubt(judge: &Judge, triangle: u32) -> f64 {
    let Some([a, b, c]) = judge.corners(triangle) else { return 0.0 };
    let sub = |p: V, q: V| -> V { std::array::from_fn(|k| p[k] - q[k]) };
    let length = |v: V| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let ([x, y, z], [u, v, w]) = (sub(b, a), sub(c, a));
    let area = length([y * w - z * v, z * u - x * w, x * v - y * u]);
    let longest = length(sub(b, a)).max(length(sub(c, b))).max(length(sub(a, c)));
    let thin = area / (longest * longest).max(f64::MIN_POSITIVE);
    4.0 * f64::EPSILON * longest / thin.max(THINNEST)
}

/// Returns the distance in metres beyond its skin at which a body may stop. The library treats its
/// allowed rounding error as a gap: 64 units of the farthest corner, in the space in which the body
/// is a ball.
pub(crate) fn stop_doubt(judge: &Judge, body: &Body, at: DVec3, reach: f64) -> f64 {
    // One factor for the transformation into the space in which the body is a ball, one for the way
    // back.
    ALLOWED * (size_seen(judge, at) + reach) * axis_ratio(body).powi(2)
}

/// Returns true if a body is beside a needle whose plane is less exact than its skin, and its skin
/// is thinner than four units of f32 in the last place of the world. For a capsule, the
/// parallelogram of its core and an edge can be such a needle.
pub(crate) fn is_lost_beside_needle(judge: &Judge, body: &Body, at: DVec3, skin: f64) -> bool {
    let size = size_seen(judge, at);
    if skin >= 2.0 * f64::from(f32::EPSILON) * size {
        return false;
    }
    let nearest = judge.clearance(body, wide(at), BESIDE_NEEDLE).triangle;
    nearest.is_some_and(|triangle| {
        skin < needle_doubt(judge, triangle) * axis_ratio(body)
            || skin < ALLOWED * size / thinness_of_core(judge, body, triangle)
    })
}

/// Returns the least ratio of height to length of the parallelograms of the core of a capsule and
/// the edges of a triangle; 1 for other bodies.
fn thinness_of_core(judge: &Judge, body: &Body, triangle: u32) -> f64 {
    let &Body::Capsule { rotation: [x, y, z, w], half_core: [a, b], .. } = body else { return 1.0 };
    let Some(corners) = judge.corners(triangle) else { return 1.0 };
    let turned = DVec3::new(2.0 * (x * y - w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z + w * x));
    let core = turned.normalize_or_zero() * (2.0 * (a + b));
    let [a, b, c] = corners.map(DVec3::from_array);
    let ratios = [b - a, c - b, a - c]
        .map(|edge| edge.cross(core).length() / edge.length_squared().max(core.length_squared()));
    ratios.into_iter().filter(|&ratio| ratio > THINNEST).fold(1.0, f64::min)
}

/// Returns the ratio of the largest to the smallest half length of a body; 1 for a ball and a
/// point.
pub(crate) fn axis_ratio(body: &Body) -> f64 {
    match *body {
        Body::Ellipsoid { radii: [x, y, z], .. } => x.max(y).max(z) / x.min(y).min(z),
        _ => 1.0,
    }
}
