//! A recorded way: free at its start, all along, and at its end.

use sidle::Vec3;
use sidle_judge::{Body, Judge, V};

use super::{Fault, judge_of, wide};

/// By how much of itself a number may be off that is stored as f32.
const HALF_UNIT: f64 = 1.0 / (1 << 24) as f64;

/// The rounding that the library allows for, of the lengths that enter: twice that of its
/// certificate, 64 half units of f64.
const ALLOWED: f64 = 1.5e-14;

/// A way that begins free, or as good as free.
pub(crate) struct Way<'a> {
    judge: &'a Judge,
    body: &'a Body,
    /// The judge's own, metres.
    rounding: f64,
    /// The gap at the start, metres, as far as it matters.
    pub(crate) begin: f64,
    /// Nearer than this to touching, a start is on neither side, metres: library and judge round
    /// each in its own way.
    pub(crate) doubt: f64,
    /// Whether the start is free; exactly, where f64 puts it on neither side.
    begins_free: bool,
    /// Below this, f64 is close to not knowing whether a gap is one, metres.
    close: f64,
    /// By how much the corners of its path may be off, metres.
    storing: f64,
}

impl<'a> Way<'a> {
    /// A way from `start` of at most `reach` metres.
    pub(crate) fn new(judge: &'a Judge, body: &'a Body, start: Vec3, skin: f32, reach: f32) -> Self {
        let size = size_seen(judge, start);
        // What rounding may be grows with how far the library looks too: of a long way no gather
        // covers more than a 32nd.
        let doubt = start_doubt(body, size.max(f64::from(reach) / 32.0));
        let half_skin = 0.5 * f64::from(skin);
        let seen = judge.clearance(body, wide(start), half_skin + doubt);
        let begin = seen.gap;
        let doubt = doubt + seen.triangle.map_or(0.0, |t| needle_doubt(judge, t) * axis_ratio(body));
        // Corners of the path are stored as f32, by half a unit on each axis; the skin takes that
        // up unless it is missing, or chords of arcs need it, which leave no more than half.
        let far = f64::from(start.abs().max_element() + reach);
        let storing = far * 1.04e-7;
        let storing = if begin < half_skin || storing > 0.5 * half_skin { storing } else { 0.0 };
        let begins_free = begin > doubt || (begin >= -doubt && judge.decide(body, wide(start)).free);
        let close = (1e-9 + 1e-12 * size) * axis_ratio(body);
        Self { judge, body, rounding: rounding(body, size), begin, doubt, begins_free, close, storing }
    }

    /// The same, its path recorded in chords that cut off up to this many metres; the skin takes
    /// that up too.
    pub(crate) fn in_chords(self, sagitta: f64) -> Self {
        let storing = if self.storing > 0.0 { self.storing + sagitta } else { 0.0 };
        Self { storing, ..self }
    }

    /// A start that had to be refused.
    pub(crate) fn start(&self) -> Option<Fault> {
        (self.begin < -self.doubt).then_some(Fault::BeganInside { depth_m: -self.begin })
    }

    /// Where f64 is close, it is decided exactly.
    pub(crate) fn end(&self, end: Vec3) -> Option<Fault> {
        let gap = self.judge.clearance(self.body, wide(end), self.close).gap;
        if gap >= self.close || self.judge.decide(self.body, wide(end)).free {
            return None;
        }
        self.deeper(gap, 0.0).map(|depth_m| Fault::Penetration { depth_m })
    }

    /// All along a path of f64 corners, which no storing has moved. Only for paths from a start
    /// that is free.
    pub(crate) fn exact_pieces(&self, path: &[V]) -> Option<Fault> {
        if !self.begins_free {
            return None;
        }
        // World coordinates of a stage are rounded once, and the judge rounds places along a long
        // piece.
        let far = path.iter().flatten().fold(0.0_f64, |far, x| far.max(x.abs()));
        let rounding = self.rounding + 4e-16 * far * axis_ratio(self.body);
        let rounding = if self.begin <= self.doubt { self.doubt } else { rounding };
        let exact = Way { storing: 0.0, ..*self };
        let deepest = path.windows(2).map(|w| self.judge.path_clearance(self.body, w[0], w[1], 0.0).gap);
        let gap = deepest.fold(0.0, f64::min);
        if gap < -rounding {
            return Some(Fault::PenetrationOnTheWay { depth_m: -gap });
        }
        // A start on a polygon is on neither side of it: the path has a side from where the move
        // pushes it off.
        let sided = &path[usize::from(self.begin <= self.doubt && path.len() > 1)..];
        exact.crosses(sided).then_some(Fault::Crossing)
    }

    /// All along the path, start and end included.
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

    /// Whether another path that is stored as this one is free in the piece from corner `i`. What a
    /// body is deep by is more than what its place is off by, where it is thin.
    fn is_stored_deep(&self, path: &[V], i: usize) -> bool {
        let gap = |a: V, b: V| self.judge.path_clearance(self.body, a, b, self.close).gap;
        let is_free = |a: V| stored_alike(path[i + 1]).any(|b| gap(a, b) >= -self.rounding);
        self.storing > 0.0 && self.begins_alike(path, i).into_iter().any(is_free)
    }

    /// The depth at a gap that is not free. From a free start none is allowed, but for the rounding
    /// of corners; from one that f64 put on neither side, and that is not free exactly, none is
    /// deeper than the start.
    fn deeper(&self, gap: f64, storing: f64) -> Option<f64> {
        if self.begins_free && storing == 0.0 {
            return Some(-gap);
        }
        let least = if self.begins_free { 0.0 } else { self.begin.min(0.0) };
        (gap < least - self.rounding - storing).then_some(-gap)
    }

    /// Whether the path goes through a polygon.
    fn crosses(&self, path: &[V]) -> bool {
        if !self.judge.path_crosses(path) {
            return false;
        }
        let gap = |a: V, b: V| self.judge.path_clearance(&Body::Point, a, b, 1.0).gap;
        let last = path.len() - 1;
        (0..last).any(|i| {
            let [a, b] = [path[i], path[i + 1]];
            // Whoever goes through a polygon is on it at some time. Without that, it is a path
            // along the line that a polygon without area is, of which no plane has two sides.
            let on_it = gap(a, b) <= 1e-9 + 4.0 * self.rounding;
            // A corner this near may be stored on the other side, or past the edge that the way
            // went round.
            let stored =
                |k: usize| self.storing > 0.0 && k > 0 && k < last && gap(path[k], path[k]) <= self.storing;
            on_it && !stored(i) && !stored(i + 1) && !self.is_stored_across(path, i)
        })
    }

    /// Whether for each polygon that is gone through in the piece from corner `i` another path that
    /// is stored as this one does not go through it there, nor in the two pieces beside it: near an
    /// edge, a little to one side is the other side of a polygon that both corners are far from. Of
    /// two polygons with less than that between them, each is asked alone: no path of those looked
    /// at might do for both.
    fn is_stored_across(&self, path: &[V], i: usize) -> bool {
        if self.storing == 0.0 {
            return false;
        }
        let before = &path[i.saturating_sub(1)..i];
        // The end is as told, but it is a step off where the way led, and that step is not told.
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

    /// Where a piece may have begun that is told to begin in corner `i`.
    fn begins_alike(&self, path: &[V], i: usize) -> Vec<V> {
        match i {
            // On neither side, as far as f64 can tell.
            0 if self.begin.abs() <= self.doubt => around(path[0], |_| 2.0 * self.doubt).collect(),
            0 => vec![path[0]],
            _ => stored_alike(path[i]).collect(),
        }
    }
}

/// A place, and 26 around it that are stored as it is.
fn stored_alike(place: V) -> impl Iterator<Item = V> {
    around(place, move |k| place[k].abs() * HALF_UNIT)
}

/// A place, and 26 around it, so many metres away along each axis.
fn around(place: V, off: impl Fn(usize) -> f64) -> impl Iterator<Item = V> {
    (0..27).map(move |m| {
        let step = [m % 3, m / 3 % 3, m / 9].map(|s| [0.0, 1.0, -1.0][s]);
        std::array::from_fn(|k| place[k] + step[k] * off(k))
    })
}

/// The longest distance that enters the judge's sums, metres.
fn size_seen(judge: &Judge, at: Vec3) -> f64 {
    let Some((low, high)) = judge.bounds() else { return 0.0 };
    let at = wide(at);
    (0..3).fold(0.0, |size: f64, k| size.max((low[k] - at[k]).abs()).max((high[k] - at[k]).abs()))
}

/// What f64 cannot tell about a gap, metres: a few units in the last place of the longest distance,
/// and an ellipsoid stretches them by its axis ratio.
fn rounding(body: &Body, size: f64) -> f64 {
    1e-15 * size * axis_ratio(body)
}

/// Nearer than this to touching, a start is on neither side, metres: library and judge round each
/// in its own way.
fn start_doubt(body: &Body, size: f64) -> f64 {
    let own = match *body {
        Body::Point => 0.0,
        Body::Sphere { radius } => radius,
        Body::Ellipsoid { radii, .. } => radii[0].max(radii[1]).max(radii[2]),
    };
    // The library takes twice the rounding of its certificate (7e-15 of the lengths) off in the
    // space where the body is a ball; the turn into that space stretches it once, the way back to
    // metres once more.
    let ratio = axis_ratio(body);
    (1e-11 + 2e-12 * own + ALLOWED * size * ratio) * ratio
}

/// What the library cannot tell about the face of a needle, metres: its normal is off by the
/// rounding of f64 over how thin it is, so a start that touches it far from a corner may be
/// refused.
fn needle_doubt(judge: &Judge, triangle: u32) -> f64 {
    let Some([a, b, c]) = judge.corners(triangle) else { return 0.0 };
    let sub = |p: V, q: V| -> V { std::array::from_fn(|k| p[k] - q[k]) };
    let length = |v: V| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let ([x, y, z], [u, v, w]) = (sub(b, a), sub(c, a));
    let area = length([y * w - z * v, z * u - x * w, x * v - y * u]);
    let longest = length(sub(b, a)).max(length(sub(c, b))).max(length(sub(a, c)));
    // A sliver thinner than this is taken for its edges, and those are sure.
    let thin = area / (longest * longest).max(f64::MIN_POSITIVE);
    4.0 * f64::EPSILON * longest / thin.max(1e-8)
}

/// By how much further than its skin from what stops it a body may stop, metres: the rounding that
/// the library allows for (64 units of the furthest corner, where the body is a ball) is taken for
/// a gap.
pub(crate) fn stop_doubt(judge: &Judge, body: &Body, at: Vec3) -> f64 {
    // Once for the way into the space where the body is a ball, once for the way back to metres.
    ALLOWED * size_seen(judge, at) * axis_ratio(body).powi(2)
}

/// The largest half length of a body by its smallest; 1 for a ball and a point.
pub(crate) fn axis_ratio(body: &Body) -> f64 {
    match *body {
        Body::Ellipsoid { radii: [x, y, z], .. } => x.max(y).max(z) / x.min(y).min(z),
        _ => 1.0,
    }
}
