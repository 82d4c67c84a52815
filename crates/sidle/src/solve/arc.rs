//! Rolling over an edge: exact arcs.
//!
//! Seen along the edge, the inflated shape is an ellipse with half lengths a and b. Its centre
//! moves on that ellipse around the edge: p = (a cos th, b sin th). With x' = P(x) v and v = (vx,
//! vy) in the plane of the ellipse,
//!     th' = (b vy cos th - a vx sin th) / (a^2 sin^2 th + b^2 cos^2 th).
//! With (a vx, b vy) = w (cos be, sin be) and psi = th - be, this is
//!     psi' = -w sin psi / (A + B cos 2psi + C sin 2psi),
//! so
//!     w t = G(psi0) - G(psi),
//!     G = A ln tan(psi / 2) + B ln tan(psi / 2) + 2 B cos psi + 2 C sin psi,
//! where A = (a^2 + b^2) / 2, B = (b^2 - a^2) / 2 cos 2be, C = -(b^2 - a^2) / 2 sin 2be. G
//! increases with psi in (0, pi). psi decreases towards 0, where the motion is along v. For a ball
//! a = b, and this is tan(psi / 2) = tan(psi0 / 2) exp(-m t / R). The shape leaves the edge where v
//! no longer points into it. The component of v along the edge is unchanged.
//!
//! If a face supports the shape too, its centre stays in a plane parallel to that face. While the
//! skin touches an edge or a corner, the centre lies on a quadric y . Q y = 1, with y measured from
//! there. The quadric is an elliptic tube around an edge, and the shape itself around a corner. The
//! plane intersects either in an ellipse. The result is the same kind of arc on a different
//! ellipse, without a component along an edge.

use glam::{DMat3, DVec3};

use crate::geometry::elementary::{exp, ln};
use crate::tolerance::{
    ARC_STEP_END, CIRCLE, CREASE_SLOPE, DIAGONAL, FACE_BEHIND, NO_TURN, PAST_THE_BOUNDARY,
};

/// Ratio of half lengths above which chords may be longer along the flat sides of an ellipse than
/// at its ends.
const FLAT: f64 = 4.0;

/// Number of times that the turn may be doubled on a flat side, starting from one that is valid
/// anywhere on the ellipse.
const TURNS_DOUBLED: usize = 6;

/// Chord of an arc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chord {
    /// Displacement from start to end, in world space.
    pub(crate) delta: DVec3,
    /// Duration.
    pub(crate) time: f64,
    /// Normal at the end. Beside a face, the normal of the ellipse in its plane.
    pub(crate) normal: DVec3,
}

/// End of the longest chord: tan(psi / 2) there, its duration, and the logarithms of the tangents
/// at the end and at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Furthest {
    end: f64,
    time: f64,
    logarithms: [f64; 2],
}

/// Motion of a shape that rolls over an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    /// Axes of the ellipse in world space. The second is oriented so that sin psi is positive.
    axes: [DVec3; 2],
    a: f64,
    b: f64,
    cos_start: f64,
    sin_start: f64,
    cos_be: f64,
    sin_be: f64,
    w: f64,
    /// tan(psi / 2) at the start, and where the shape leaves the edge.
    start: f64,
    leave: f64,
    along: DVec3,
    /// ln u and G at the start.
    ln_start: f64,
    g_start: f64,
}

impl Arc {
    /// Creates the arc over an edge. `support` is the matrix S of the shape with h(m)^2 = m . S m.
    /// `n` is the unit normal at the start, across the edge. `edge` is the unit direction of the
    /// edge. `v` is the desired velocity. Returns `None` if v does not press against the edge, or
    /// presses head-on: then the shape does not move along the arc.
    pub(crate) fn new(support: &DMat3, n: DVec3, edge: DVec3, v: DVec3) -> Option<Self> {
        let t1 = (n - edge * n.dot(edge)).normalize_or_zero();
        let (axes, [a, b]) = principal_axes(support, t1, edge.cross(t1))?;
        let start = unit(a * n.dot(axes[0]), b * n.dot(axes[1]))?;
        Self::on_ellipse(axes, [a, b], start, v, edge * v.dot(edge))
    }

    /// Creates the path of the centre beside a face with the unit normal `n`. `quadric` is the
    /// matrix Q of the edge or corner; its scale does not matter, because the centre lies on it.
    /// `arm` is the vector from the edge or corner to the centre. Also returns `None` if an edge
    /// runs along the face, where there is no arc.
    pub(crate) fn beside_face(quadric: &DMat3, n: DVec3, arm: DVec3, v: DVec3) -> Option<Self> {
        let t1 = (arm - n * n.dot(arm)).normalize_or_zero();
        let (axes, slopes) = principal_axes(quadric, t1, n.cross(t1))?;
        let [low, high] = if slopes[0] < slopes[1] { slopes } else { [slopes[1], slopes[0]] };
        if low < CREASE_SLOPE * high {
            return None;
        }
        // From the centre of the ellipse, where Q y is along n, to the start.
        let steep = quadric.mul_vec3(arm);
        let scaled = [0, 1].map(|i| steep.dot(axes[i]) / slopes[i]);
        let size = (scaled[0] * scaled[0] + scaled[1] * scaled[1]).sqrt();
        let start = unit(scaled[0], scaled[1])?;
        Self::on_ellipse(axes, slopes.map(|slope| size / slope), start, v, DVec3::ZERO)
    }

    fn on_ellipse(
        [f1, mut f2]: [DVec3; 2],
        [a, b]: [f64; 2],
        (cos_start, mut sin_start): (f64, f64),
        v: DVec3,
        along: DVec3,
    ) -> Option<Self> {
        let (wx, mut wy) = (a * v.dot(f1), b * v.dot(f2));
        if sin_start * wx - cos_start * wy < 0.0 {
            (f2, sin_start, wy) = (-f2, -sin_start, -wy);
        }
        let (cos_be, sin_be) = unit(wx, wy)?;
        let w = (wx * wx + wy * wy).sqrt();
        let start =
            half_tangent(cos_start * cos_be + sin_start * sin_be, sin_start * cos_be - cos_start * sin_be)?;
        // v . n = 0 where (cos th, sin th) is perpendicular to (cos be / a^2, sin be / b^2).
        let (mut cos_leave, mut sin_leave) = unit(-sin_be / (b * b), cos_be / (a * a))?;
        if sin_leave * cos_be - cos_leave * sin_be < 0.0 {
            (cos_leave, sin_leave) = (-cos_leave, -sin_leave);
        }
        let leave =
            half_tangent(cos_leave * cos_be + sin_leave * sin_be, sin_leave * cos_be - cos_leave * sin_be)?;
        let axes = [f1, f2];
        let arc = Self {
            axes,
            a,
            b,
            cos_start,
            sin_start,
            cos_be,
            sin_be,
            w,
            start,
            leave,
            along,
            ln_start: ln(start),
            g_start: 0.0,
        };
        (start > leave).then(|| Self { g_start: arc.g(start, arc.ln_start), ..arc })
    }

    /// Ends the arc where the normal reaches that of `face`: there the shape lies flat on a face of
    /// the edge. `face` is perpendicular to the rotation axis of the shape, with either sign.
    pub(crate) fn end_on_face(&mut self, face: DVec3) {
        let [f1, f2] = self.axes;
        for sign in [1.0, -1.0] {
            let Some((cos, sin)) = unit(sign * self.a * face.dot(f1), sign * self.b * face.dot(f2)) else {
                continue;
            };
            let psi = (cos * self.cos_be + sin * self.sin_be, sin * self.cos_be - cos * self.sin_be);
            if let Some(u) = half_tangent(psi.0, psi.1)
                && u > self.leave
                && u < self.start * FACE_BEHIND
            {
                // Slightly beyond it, so that rounding cannot put the contact point on the edge
                // instead of the face.
                let past = u - 0.5 * PAST_THE_BOUNDARY * (1.0 + u * u);
                self.leave = if past > self.leave { past } else { self.leave };
            }
        }
    }

    /// Returns the end of the longest chord that is at most `sagitta` metres from the arc. The
    /// chord never extends beyond the point where the shape leaves the edge.
    pub(crate) fn furthest(&self, sagitta: f64) -> Furthest {
        let widest = if self.a > self.b { self.a } else { self.b };
        let q = if sagitta < 0.5 * widest { sagitta / widest } else { 0.5 };
        let mut turn = (q * (2.0 - q)).sqrt() / (1.0 - q);
        for _ in 0..TURNS_DOUBLED {
            let twice = 2.0 * turn / (1.0 - turn * turn);
            if turn >= 0.5 || self.cut_off(twice) > sagitta {
                break;
            }
            turn = twice;
        }
        let turned = self.turned(turn);
        let end = if turned > self.leave { turned } else { self.leave };
        let logarithms = [ln(end), self.ln_start];
        let time = (self.g_start - self.g(end, logarithms[0])) / self.w;
        Furthest { end, time, logarithms }
    }

    /// Returns tan(psi / 2) after half of psi has turned by the angle with this tangent.
    fn turned(&self, turn: f64) -> f64 {
        (self.start - turn) / (1.0 + self.start * turn)
    }

    /// Returns an upper bound, in metres, of the distance between the arc and its chord after that
    /// turn h: (1 - cos h) a b / |(a sin th, b cos th)|, with th in the middle. Only for flat
    /// ellipses; infinite for others.
    fn cut_off(&self, turn: f64) -> f64 {
        let [low, high] = if self.a < self.b { [self.a, self.b] } else { [self.b, self.a] };
        if high <= FLAT * low {
            return f64::INFINITY;
        }
        let (cos, sin) = self.angle(self.turned(turn));
        let slope2 = |cos: f64, sin: f64| {
            let (x, y) = (self.a * sin, self.b * cos);
            x * x + y * y
        };
        let (first, last) = (slope2(self.cos_start, self.sin_start), slope2(cos, sin));
        let least = if first < last { first } else { last };
        // The denominator is smallest at the ends of the longer axis.
        let (here, there) = if self.a > self.b { (self.sin_start, sin) } else { (self.cos_start, cos) };
        let least = if here * there <= 0.0 { low * low } else { least };
        (1.0 - 1.0 / (1.0 + turn * turn).sqrt()) * self.a * self.b / least.sqrt()
    }

    /// Returns the chord from the start that takes at most `time`.
    pub(crate) fn chord(&self, time: f64, furthest: &Furthest) -> Chord {
        if furthest.time <= time {
            self.piece(furthest.end, furthest.time)
        } else {
            self.piece(self.after(time, furthest), time)
        }
    }

    /// Returns tan(psi / 2) after `time`, which must lie between the start and the furthest end. A
    /// circle has a closed form. Other ellipses use Newton's method in the logarithm, bracketed by
    /// both ends.
    fn after(&self, time: f64, furthest: &Furthest) -> f64 {
        let [mut low, mut high] = furthest.logarithms;
        if (self.a - self.b).abs() <= CIRCLE * self.a {
            return exp(high - self.w * time / (self.a * self.b));
        }
        let goal = self.g_start - self.w * time;
        let mut l = high;
        for _ in 0..60 {
            let u = exp(l);
            let rest = self.g(u, ln(u)) - goal;
            if rest > 0.0 {
                high = l;
            } else {
                low = l;
            }
            let (cos, sin) = self.angle(u);
            let slope = self.a * self.a * sin * sin + self.b * self.b * cos * cos;
            let next = l - rest / slope;
            if (next - l).abs() <= ARC_STEP_END * (1.0 + l.abs()) {
                // Checked before the brackets: the last step is as small as rounding, and may start
                // on a bracket.
                break;
            }
            let next = if next > low && next < high { next } else { 0.5 * (low + high) };
            l = next;
        }
        exp(l)
    }

    /// Returns G where tan(psi / 2) is `u`, whose logarithm is `ln_u`.
    fn g(&self, u: f64, ln_u: f64) -> f64 {
        let (a2, b2) = (self.a * self.a, self.b * self.b);
        let half = 0.5 * (b2 - a2);
        let b = half * (self.cos_be * self.cos_be - self.sin_be * self.sin_be);
        let c = -half * 2.0 * self.sin_be * self.cos_be;
        let (cos, sin) = from_half_tangent(u);
        (0.5 * (a2 + b2) + b) * ln_u + 2.0 * (b * cos + c * sin)
    }

    /// Returns cos and sin of theta where tan(psi / 2) is `u`.
    fn angle(&self, u: f64) -> (f64, f64) {
        let (cos, sin) = from_half_tangent(u);
        (self.cos_be * cos - self.sin_be * sin, self.sin_be * cos + self.cos_be * sin)
    }

    fn piece(&self, end: f64, time: f64) -> Chord {
        let (cos, sin) = self.angle(end);
        let [f1, f2] = self.axes;
        let across = f1 * (self.a * (cos - self.cos_start)) + f2 * (self.b * (sin - self.sin_start));
        let normal = (f1 * (cos * self.b) + f2 * (sin * self.a)).normalize_or_zero();
        Chord { delta: across + self.along * time, time, normal }
    }
}

/// Returns the axes and half lengths of the ellipse with the support matrix S in the plane of `t1`
/// and `t2`, by one Jacobi rotation.
fn principal_axes(s: &DMat3, t1: DVec3, t2: DVec3) -> Option<([DVec3; 2], [f64; 2])> {
    let (s1, s2) = (s.mul_vec3(t1), s.mul_vec3(t2));
    let (s11, s12, s22) = (t1.dot(s1), t1.dot(s2), t2.dot(s2));
    let t = if s12.abs() <= DIAGONAL * (s11 + s22) {
        0.0
    } else {
        let ratio = (s22 - s11) / (2.0 * s12);
        let sign = if ratio < 0.0 { -1.0 } else { 1.0 };
        sign / (ratio.abs() + (1.0 + ratio * ratio).sqrt())
    };
    let c = 1.0 / (1.0 + t * t).sqrt();
    let (a2, b2) = (s11 - t * s12, s22 + t * s12);
    (a2 > 0.0 && b2 > 0.0).then(|| ([t1 * c - t2 * (t * c), t1 * (t * c) + t2 * c], [a2.sqrt(), b2.sqrt()]))
}

/// Returns the matrix Q of the tube around an edge with this unit direction. The centre of a shape
/// with the support matrix S lies on that tube if it touches the edge along `n`.
pub(crate) fn tube(s: &DMat3, edge: DVec3, n: DVec3) -> Option<DMat3> {
    let t1 = (n - edge * n.dot(edge)).normalize_or_zero();
    let ([f1, f2], [a, b]) = principal_axes(s, t1, edge.cross(t1))?;
    let square = |v: DVec3| DMat3::from_cols(v * v.x, v * v.y, v * v.z);
    Some(square(f1 / a) + square(f2 / b))
}

fn unit(x: f64, y: f64) -> Option<(f64, f64)> {
    let length = (x * x + y * y).sqrt();
    (length > 0.0 && length.is_finite()).then(|| (x / length, y / length))
}

/// Returns tan(psi / 2) for psi in (0, pi); `None` if psi is too close to an end.
fn half_tangent(cos: f64, sin: f64) -> Option<f64> {
    if sin < NO_TURN {
        return None;
    }
    Some(if cos > 0.0 { sin / (1.0 + cos) } else { (1.0 - cos) / sin })
}

fn from_half_tangent(u: f64) -> (f64, f64) {
    let d = 1.0 + u * u;
    ((1.0 - u) * (1.0 + u) / d, 2.0 * u / d)
}

#[cfg(test)]
mod tests;
