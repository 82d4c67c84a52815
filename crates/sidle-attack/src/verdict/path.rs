//! Judges a recorded path: free at its start, along all segments, and at its end.

use sidle::Vec3;
use sidle_judge::{Body, Judge, V};

use super::{Fault, judge_of, wide};

/// Largest relative error of a number that is stored as f32.
const HALF_UNIT: f64 = 1.0 / (1 << 24) as f64;

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
    /// Largest error of a stored corner of the path, in metres.
    storing: f64,
}

impl<'a> Way<'a> {
    /// Creates a path from `start` of at most `reach` metres.
    pub(crate) fn new(judge: &'a Judge, body: &'a Body, start: Vec3, skin: f32, reach: f32) -> Self {
        let size = size_seen(judge, start);
        // The rounding error also grows with the distance that the library gathers. For a long
        // path, one gather covers at most 1/32 of it.
        let doubt = start_doubt(body, size.max(f64::from(reach) / 32.0));
        let half_skin = 0.5 * f64::from(skin);
        let seen = judge.clearance(body, wide(start), half_skin + doubt);
        let begin = seen.gap;
        let doubt = doubt + seen.triangle.map_or(0.0, |t| needle_doubt(judge, t) * axis_ratio(body));
        // Corners of the path are stored as f32, with an error of half a unit on each axis. The
        // skin absorbs this error if it is large enough. Chords of arcs leave at least half of the
        // skin.
        let far = f64::from(start.abs().max_element() + reach);
        let storing = far * 1.04e-7;
        let storing = if begin < half_skin || storing > 0.5 * half_skin { storing } else { 0.0 };
        let begins_free = begin > doubt || (begin >= -doubt && judge.decide(body, wide(start)).free);
        let close = (1e-9 + 1e-12 * size) * axis_ratio(body);
        Self { judge, body, rounding: rounding(body, size), begin, doubt, begins_free, close, storing }
    }

    /// Returns the same path recorded in chords that deviate by up to `sagitta` metres; the skin
    /// absorbs this deviation too.
    pub(crate) fn in_chords(self, sagitta: f64) -> Self {
        let storing = if self.storing > 0.0 { self.storing + sagitta } else { 0.0 };
        Self { storing, ..self }
    }

    /// Returns a fault if the start had to be refused.
    pub(crate) fn start(&self) -> Option<Fault> {
        (self.begin < -self.doubt).then_some(Fault::BeganInside { depth_m: -self.begin })
    }

    /// Judges the end; near-contacts are decided exactly.
    pub(crate) fn end(&self, end: Vec3) -> Option<Fault> {
        let gap = self.judge.clearance(self.body, wide(end), self.close).gap;
        if gap >= self.close || self.judge.decide(self.body, wide(end)).free {
            return None;
        }
        self.deeper(gap, 0.0).map(|depth_m| Fault::Penetration { depth_m })
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
        let exact = Way { storing: 0.0, ..*self };
        let deepest = path.windows(2).map(|w| self.judge.path_clearance(self.body, w[0], w[1], 0.0).gap);
        let gap = deepest.fold(0.0, f64::min);
        if gap < -rounding {
            return Some(Fault::PenetrationOnTheWay { depth_m: -gap });
        }
        // A start on a polygon is on neither side of it. The side is only defined from the place to
        // which the move pushes the body off.
        let sided = &path[usize::from(self.begin <= self.doubt && path.len() > 1)..];
        exact.crosses(sided).then_some(Fault::Crossing)
    }

    /// Judges all segments of the path, start and end included.
    pub(crate) fn pieces(&self, path: &[Vec3]) -> Option<Fault> {
        let all: Vec<V> = path.iter().map(|&p| wide(p)).collect();
        if self.crosses(&all) {
            return Some(Fault::Crossing);
        }
        (1..all.len()).find_map(|i| {
            let piece = [all[i - 1], all[i]];
            let gap = self.judge.path_clearance(self.body, piece[0], piece[1], self.close).gap;
            let exactly = || self.judge.decide_path(self.body, piece[0], piece[1]).free;
            if gap >= self.close || (gap > -self.close && exactly()) {
                return None;
            }
            let deep = self.deeper(gap, self.storing).filter(|_| !self.is_stored_deep(&all, i - 1));
            deep.map(|depth_m| Fault::PenetrationOnTheWay { depth_m })
        })
    }

    /// Returns true if another path with the same stored corners is free in the segment from corner
    /// `i`. For a thin body, the depth can exceed the error of its position.
    fn is_stored_deep(&self, path: &[V], i: usize) -> bool {
        let gap = |a: V, b: V| self.judge.path_clearance(self.body, a, b, self.close).gap;
        let is_free = |a: V| stored_alike(path[i + 1]).any(|b| gap(a, b) >= -self.rounding);
        self.storing > 0.0 && self.begins_alike(path, i).into_iter().any(is_free)
    }

    /// Returns the depth of a gap that is not free, if it is a fault. From a free start, no depth
    /// is allowed except for the rounding of corners. If f64 cannot tell that the start is free,
    /// and it is not free exactly, depths up to that of the start are allowed.
    fn deeper(&self, gap: f64, storing: f64) -> Option<f64> {
        if self.begins_free && storing == 0.0 {
            return Some(-gap);
        }
        let least = if self.begins_free { 0.0 } else { self.begin.min(0.0) };
        (gap < least - self.rounding - storing).then_some(-gap)
    }

    /// Returns true if the path goes through a polygon.
    fn crosses(&self, path: &[V]) -> bool {
        if !self.judge.path_crosses(path) {
            return false;
        }
        let gap = |a: V, b: V| self.judge.path_clearance(&Body::Point, a, b, 1.0).gap;
        let last = path.len() - 1;
        (0..last).any(|i| {
            let [a, b] = [path[i], path[i + 1]];
            // A path that goes through a polygon is on it at some point. Otherwise, the path runs
            // along the line of a polygon without area, which defines no plane with two sides.
            let on_it = gap(a, b) <= 1e-9 + 4.0 * self.rounding;
            // A corner this near may be stored on the other side of the polygon, or beyond the edge
            // that the path went around.
            let stored =
                |k: usize| self.storing > 0.0 && k > 0 && k < last && gap(path[k], path[k]) <= self.storing;
            on_it && !stored(i) && !stored(i + 1) && !self.is_stored_across(path, i)
        })
    }

    /// Returns true if rounding of stored corners explains all crossings in the segment from corner
    /// `i`. For each crossed polygon, some path with the same stored corners must avoid it, in this
    /// segment and the two adjacent ones. Near an edge, a small offset can lead to the other side
    /// of a polygon that is far from both corners. Each polygon is tested separately: if two
    /// polygons are closer than the offset, one tested path may not avoid both.
    fn is_stored_across(&self, path: &[V], i: usize) -> bool {
        if self.storing == 0.0 {
            return false;
        }
        let before = &path[i.saturating_sub(1)..i];
        // The reported end is exact. Finalisation moved it there from the last point of the path,
        // which is not reported.
        let after = if i + 2 < path.len() { &path[i + 2..(i + 3).min(path.len())] } else { &path[i + 1..] };
        let passes = |polygon: &Judge, a: V, b: V| !polygon.path_crosses(&[before, &[a, b], after].concat());
        let mut polygons = (0..).map_while(|t| self.judge.corners(t));
        polygons.all(|corners| {
            let corners = corners.map(|c| Vec3::from(c.map(|x| x as f32)));
            let polygon = judge_of([&corners[..]]);
            passes(&polygon, path[i], path[i + 1])
                || self
                    .begins_alike(path, i)
                    .into_iter()
                    .any(|a| stored_alike(path[i + 1]).any(|b| passes(&polygon, a, b)))
        })
    }

    /// Returns the possible starts of a segment that is reported to begin in corner `i`.
    fn begins_alike(&self, path: &[V], i: usize) -> Vec<V> {
        match i {
            // f64 cannot tell on which side the start is.
            0 if self.begin.abs() <= self.doubt => around(path[0], |_| 2.0 * self.doubt).collect(),
            0 => vec![path[0]],
            _ => stored_alike(path[i]).collect(),
        }
    }
}

/// Returns a place and 26 around it that are stored as the same f32.
fn stored_alike(place: V) -> impl Iterator<Item = V> {
    around(place, move |k| place[k].abs() * HALF_UNIT)
}

/// Returns a place and 26 around it, `off(k)` metres away along axis `k`.
fn around(place: V, off: impl Fn(usize) -> f64) -> impl Iterator<Item = V> {
    (0..27).map(move |m| {
        let step = [m % 3, m / 3 % 3, m / 9].map(|s| [0.0, 1.0, -1.0][s]);
        std::array::from_fn(|k| place[k] + step[k] * off(k))
    })
}

/// Returns the largest distance in the judge's sums, in metres.
fn size_seen(judge: &Judge, at: Vec3) -> f64 {
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
    // A thinner sliver is handled by its edges, which are accurate.
    let thin = area / (longest * longest).max(f64::MIN_POSITIVE);
    4.0 * f64::EPSILON * longest / thin.max(1e-8)
}

/// Returns the distance in metres beyond its skin at which a body may stop. The library treats its
/// allowed rounding error as a gap: 64 units of the farthest corner, in the space in which the body
/// is a ball.
pub(crate) fn stop_doubt(judge: &Judge, body: &Body, at: Vec3) -> f64 {
    // One factor for the transformation into the space in which the body is a ball, one for the way
    // back.
    ALLOWED * size_seen(judge, at) * axis_ratio(body).powi(2)
}

/// Returns the ratio of the largest to the smallest half length of a body; 1 for a ball and a
/// point.
pub(crate) fn axis_ratio(body: &Body) -> f64 {
    match *body {
        Body::Ellipsoid { radii: [x, y, z], .. } => x.max(y).max(z) / x.min(y).min(z),
        _ => 1.0,
    }
}
