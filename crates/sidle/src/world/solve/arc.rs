//! Rolling over an edge: the exact arc.
//!
//! Seen along the edge, the inflated shape is an ellipse with half lengths a and b, and its centre runs on that ellipse
//! round the edge: p = (a cos th, b sin th). With x' = P(x) v and v = (vx, vy) in the plane of the ellipse,
//!     th' = (b vy cos th - a vx sin th) / (a^2 sin^2 th + b^2 cos^2 th).
//! With (a vx, b vy) = w (cos be, sin be) and psi = th - be this is psi' = -w sin psi / (A + B cos 2psi + C sin 2psi), so
//!     w t = G(psi0) - G(psi),  G = A ln tan(psi / 2) + B ln tan(psi / 2) + 2 B cos psi + 2 C sin psi,
//! where A = (a^2 + b^2) / 2, B = (b^2 - a^2) / 2 cos 2be, C = -(b^2 - a^2) / 2 sin 2be. G grows with psi in (0, pi); psi falls
//! towards 0, where the motion is along v. For a ball a = b, and this is tan(psi / 2) = tan(psi0 / 2) exp(-m t / R).
//! The shape leaves the edge where v no longer points into it. The part of v along the edge is kept as it is.

use glam::{DMat3, DVec3};

use crate::geometry::elementary::{exp, ln};
use crate::tolerance::{CIRCLE, FACE_BEHIND};

/// A piece of an arc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chord {
    /// From its start to its end, in the world.
    pub(crate) delta: DVec3,
    /// How long it takes.
    pub(crate) time: f64,
    /// The normal at its end.
    pub(crate) normal: DVec3,
}

/// The end of the longest chord: tan(psi / 2) there, how long it takes, and the logarithms of that tangent and of the one at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Furthest {
    end: f64,
    time: f64,
    logarithms: [f64; 2],
}

/// The rolling of a shape over an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    /// The axes of the ellipse in the world; the second one turned so that sin psi is positive.
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
    /// G at the start.
    g_start: f64,
}

impl Arc {
    /// `support`: the matrix S of the shape with h(m)^2 = m . S m; `n`: the unit normal at the start, across the edge;
    /// `edge`: its unit direction; `v`: the wished velocity. None where v does not press against the edge, or presses it
    /// head-on: there the arc stands still.
    pub(crate) fn new(support: &DMat3, n: DVec3, edge: DVec3, v: DVec3) -> Option<Self> {
        let t1 = (n - edge * n.dot(edge)).normalize_or_zero();
        let t2 = edge.cross(t1);
        let (f1, mut f2, a, b) = principal_axes(support, t1, t2)?;
        let (cos_start, mut sin_start) = unit(a * n.dot(f1), b * n.dot(f2))?;
        let (wx, mut wy) = (a * v.dot(f1), b * v.dot(f2));
        if sin_start * wx - cos_start * wy < 0.0 {
            (f2, sin_start, wy) = (-f2, -sin_start, -wy);
        }
        let (cos_be, sin_be) = unit(wx, wy)?;
        let w = (wx * wx + wy * wy).sqrt();
        let start =
            half_tangent(cos_start * cos_be + sin_start * sin_be, sin_start * cos_be - cos_start * sin_be)?;
        // v . n = 0 where (cos th, sin th) is across (cos be / a^2, sin be / b^2).
        let (mut cos_leave, mut sin_leave) = unit(-sin_be / (b * b), cos_be / (a * a))?;
        if sin_leave * cos_be - cos_leave * sin_be < 0.0 {
            (cos_leave, sin_leave) = (-cos_leave, -sin_leave);
        }
        let leave =
            half_tangent(cos_leave * cos_be + sin_leave * sin_be, sin_leave * cos_be - cos_leave * sin_be)?;
        let along = edge * v.dot(edge);
        let arc = Self {
            axes: [f1, f2],
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
            g_start: 0.0,
        };
        (start > leave).then(|| Self { g_start: arc.g(start), ..arc })
    }

    /// Ends the arc where the shape lies flat on a face of the edge, if it comes to that. `face` is normal to the edge, of
    /// either sign.
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
                self.leave = u;
            }
        }
    }

    /// How far one chord goes that leaves no more than `sagitta` metres between arc and chord, and ends where the edge is left at
    /// the latest.
    pub(crate) fn furthest(&self, sagitta: f64) -> Furthest {
        let widest = if self.a > self.b { self.a } else { self.b };
        let q = if sagitta < 0.5 * widest { sagitta / widest } else { 0.5 };
        let turn = (q * (2.0 - q)).sqrt() / (1.0 - q);
        let turned = (self.start - turn) / (1.0 + self.start * turn);
        let end = if turned > self.leave { turned } else { self.leave };
        let time = (self.g_start - self.g(end)) / self.w;
        Furthest { end, time, logarithms: [ln(end), ln(self.start)] }
    }

    /// The piece from the start that takes at most `time`.
    pub(crate) fn chord(&self, time: f64, furthest: &Furthest) -> Chord {
        if furthest.time <= time {
            self.piece(furthest.end, furthest.time)
        } else {
            self.piece(self.after(time, furthest), time)
        }
    }

    /// tan(psi / 2) after `time`, known to lie between the furthest end and the start: in closed form on a circle; elsewhere by Newton in its
    /// logarithm, kept between the two.
    fn after(&self, time: f64, furthest: &Furthest) -> f64 {
        let [mut low, mut high] = furthest.logarithms;
        if (self.a - self.b).abs() <= CIRCLE * self.a {
            return exp(high - self.w * time / (self.a * self.b));
        }
        let goal = self.g_start - self.w * time;
        let mut l = high;
        for _ in 0..60 {
            let u = exp(l);
            let rest = self.g(u) - goal;
            if rest > 0.0 {
                high = l;
            } else {
                low = l;
            }
            let (cos, sin) = self.angle(u);
            let slope = self.a * self.a * sin * sin + self.b * self.b * cos * cos;
            let next = l - rest / slope;
            if (next - l).abs() <= 4e-16 * (1.0 + l.abs()) {
                // Before the bounds are asked: the last step is as long as rounding, and a bound is where it starts.
                break;
            }
            let next = if next > low && next < high { next } else { 0.5 * (low + high) };
            l = next;
        }
        exp(l)
    }

    fn g(&self, u: f64) -> f64 {
        let (a2, b2) = (self.a * self.a, self.b * self.b);
        let half = 0.5 * (b2 - a2);
        let b = half * (self.cos_be * self.cos_be - self.sin_be * self.sin_be);
        let c = -half * 2.0 * self.sin_be * self.cos_be;
        let (cos, sin) = from_half_tangent(u);
        (0.5 * (a2 + b2) + b) * ln(u) + 2.0 * (b * cos + c * sin)
    }

    /// cos and sin of theta where tan(psi / 2) is `u`.
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

/// The axes and half lengths of the ellipse with the support matrix S in the plane of `t1` and `t2`: one Jacobi rotation.
fn principal_axes(s: &DMat3, t1: DVec3, t2: DVec3) -> Option<(DVec3, DVec3, f64, f64)> {
    let (s1, s2) = (s.mul_vec3(t1), s.mul_vec3(t2));
    let (s11, s12, s22) = (t1.dot(s1), t1.dot(s2), t2.dot(s2));
    let t = if s12.abs() <= 1e-16 * (s11 + s22) {
        0.0
    } else {
        let ratio = (s22 - s11) / (2.0 * s12);
        let sign = if ratio < 0.0 { -1.0 } else { 1.0 };
        sign / (ratio.abs() + (1.0 + ratio * ratio).sqrt())
    };
    let c = 1.0 / (1.0 + t * t).sqrt();
    let (a2, b2) = (s11 - t * s12, s22 + t * s12);
    (a2 > 0.0 && b2 > 0.0).then(|| (t1 * c - t2 * (t * c), t1 * (t * c) + t2 * c, a2.sqrt(), b2.sqrt()))
}

fn unit(x: f64, y: f64) -> Option<(f64, f64)> {
    let length = (x * x + y * y).sqrt();
    (length > 0.0 && length.is_finite()).then(|| (x / length, y / length))
}

/// tan(psi / 2) for psi in (0, pi); None too near the ends to tell from them.
fn half_tangent(cos: f64, sin: f64) -> Option<f64> {
    if sin < 1e-12 {
        return None;
    }
    Some(if cos > 0.0 { sin / (1.0 + cos) } else { (1.0 - cos) / sin })
}

fn from_half_tangent(u: f64) -> (f64, f64) {
    let d = 1.0 + u * u;
    ((1.0 - u) * (1.0 + u) / d, 2.0 * u / d)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The naive twin: x' = v - (v . n) n on the ellipse, Runge-Kutta in theta with tiny steps, in the plane x, y.
    fn integrate(a: f64, b: f64, th0: f64, v: DVec3, time: f64) -> DVec3 {
        let rate = |th: f64| {
            (b * v.y * th.cos() - a * v.x * th.sin()) / (a * a * th.sin().powi(2) + b * b * th.cos().powi(2))
        };
        let steps = 20_000;
        let h = time / f64::from(steps);
        let mut th = th0;
        for _ in 0..steps {
            let k1 = rate(th);
            let k2 = rate(th + 0.5 * h * k1);
            let k3 = rate(th + 0.5 * h * k2);
            let k4 = rate(th + h * k3);
            th += h * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
        }
        DVec3::new(a * (th.cos() - th0.cos()), b * (th.sin() - th0.sin()), v.z * time)
    }

    #[test]
    fn arcs_follow_the_differential_equation() {
        for (a, b) in [(1.0, 1.0), (0.4, 0.9), (3.0, 0.2)] {
            for (th0, v) in [
                (2.5, DVec3::new(1.0, -0.1, 0.3)),
                (1.9, DVec3::new(2.0, -1.0, -1.0)),
                (0.6, DVec3::new(-1.0, -0.2, 0.0)),
                (-2.4, DVec3::new(0.5, 0.1, 0.0)),
            ] {
                let n = DVec3::new(f64::cos(th0) / a, f64::sin(th0) / b, 0.0).normalize();
                let support = DMat3::from_diagonal(DVec3::new(a * a, b * b, 7.0));
                let arc = Arc::new(&support, n, DVec3::Z, v).expect("v presses");
                let mut t = 0.0;
                for time in [1e-4, 0.01, 0.2] {
                    let chord = arc.chord(time, &arc.furthest(1e9));
                    let expected = integrate(a, b, th0, v, chord.time);
                    assert!(
                        (chord.delta - expected).length() < 1e-9,
                        "{a} {b} {th0} {time}: {chord:?} {expected}"
                    );
                    assert!(chord.time > t && chord.time <= time);
                    t = chord.time;
                }
            }
        }
    }

    #[test]
    fn a_ball_leaves_the_edge_where_the_closed_form_says() {
        // algorithms 3.2: t_leave = (R / m) ln tan(psi0 / 2).
        let (r, m, psi0) = (3.001_f64, 5.0, 2.2_f64);
        let n = DVec3::new(psi0.cos(), psi0.sin(), 0.0);
        let arc = Arc::new(&DMat3::from_diagonal(DVec3::splat(r * r)), n, DVec3::Z, DVec3::X * m).unwrap();
        let (mut t, mut x) = (0.0, DVec3::ZERO);
        let whole = arc.chord(1e9, &arc.furthest(1e9));
        let mut here = n;
        while let Some(arc) =
            Arc::new(&DMat3::from_diagonal(DVec3::splat(r * r)), here, DVec3::Z, DVec3::X * m)
        {
            let chord = arc.chord(1e9, &arc.furthest(1e-4));
            (t, x, here) = (t + chord.time, x + chord.delta, chord.normal);
        }
        let leave = r / m * (psi0 / 2.0).tan().ln();
        assert!((whole.time - leave).abs() < 1e-12 || whole.time < leave);
        assert!((t - leave).abs() < 1e-9, "{t} {leave}");
        assert!((x - (DVec3::Y - n) * r).length() < 1e-9, "{x}");
    }

    #[test]
    fn head_on_and_pulling_away_are_no_arcs() {
        let ball = DMat3::IDENTITY;
        assert!(Arc::new(&ball, DVec3::X, DVec3::Z, DVec3::NEG_X).is_none());
        assert!(Arc::new(&ball, DVec3::X, DVec3::Z, DVec3::new(0.5, 1.0, 0.0)).is_none());
        assert!(Arc::new(&ball, DVec3::X, DVec3::Z, DVec3::Z).is_none());
    }

    /// Where the centre is and how sharply its path bends, with the normal at angle `f` from `t1`, by the support of the
    /// section across the edge.
    fn section(s: &DMat3, [t1, t2]: [DVec3; 2], f: f64) -> (DVec3, DVec3, f64) {
        let (n, across) = (t1 * f.cos() + t2 * f.sin(), t2 * f.cos() - t1 * f.sin());
        let sn = s.mul_vec3(n);
        let reach = n.dot(sn).sqrt();
        let (s11, s12, s22) = (n.dot(sn), across.dot(sn), across.dot(s.mul_vec3(across)));
        ((t1 * t1.dot(sn) + t2 * t2.dot(sn)) / reach, n, (s11 * s22 - s12 * s12) / (reach * reach * reach))
    }

    /// Time is the integral of the radius of curvature over the speed along the path, by Gauss in 600 panels.
    fn time_between(s: &DMat3, axes: [DVec3; 2], v: DVec3, from: f64, to: f64) -> f64 {
        let nodes = [(0.0, 128.0 / 225.0), (0.538_469_310_105_683_1, 0.478_628_670_499_366_47)];
        let outer = (0.906_179_845_938_664, 0.236_926_885_056_189_1);
        let half = 0.5 * (to - from) / 600.0;
        let rate = |f: f64| {
            let (_, n, bend) = section(s, axes, f);
            bend / v.dot(axes[1] * n.dot(axes[0]) - axes[0] * n.dot(axes[1]))
        };
        let panel = |i: i32| {
            let middle = from + half * f64::from(2 * i + 1);
            let pair = |(x, w): (f64, f64)| w * (rate(middle - half * x) + rate(middle + half * x));
            half * (nodes[0].1 * rate(middle) + pair(nodes[1]) + pair(outer))
        };
        (0..600).map(panel).sum()
    }

    /// Turned ellipsoids to 1:100, any edge, any wish: the other way round, from the end of each chord back to its time.
    #[test]
    fn chords_of_turned_ellipsoids_take_the_time_that_the_integral_says() {
        let mut state = 5_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let (mut arcs, mut whole, mut worst_time, mut worst_place) = (0, 0, 0.0f64, 0.0f64);
        for _ in 0..20_000 {
            let mut vector = || DVec3::new(unit() - 0.5, unit() - 0.5, unit() - 0.5);
            let (x, y) = (vector().normalize(), vector());
            let y = (y - x * x.dot(y)).normalize();
            let (edge, v) = (vector().normalize(), vector());
            let n = (vector() * 2.0).cross(edge).normalize();
            let radii = DVec3::new(1.0, 10f64.powf(-2.0 * unit()), 10f64.powf(-2.0 * unit()));
            let axes = DMat3::from_cols(x, y, x.cross(y));
            let support = axes * DMat3::from_diagonal(radii * radii) * axes.transpose();
            let plane = [n, edge.cross(n)];
            let Some(arc) = Arc::new(&support, n, edge, v) else { continue };
            if v.dot(plane[1]).abs() < 0.01 {
                continue; // All but head-on: the time depends on the last bit of the start.
            }
            let sagitta = 10f64.powf(-4.0 * unit());
            let chord = arc.chord(3.0 * unit(), &arc.furthest(sagitta));
            let end = chord.normal.dot(plane[1]).atan2(chord.normal.dot(plane[0]));
            let (here, there) = (section(&support, plane, 0.0).0, section(&support, plane, end).0);
            let place = there - here + edge * (v.dot(edge) * chord.time);
            worst_place = worst_place.max((place - chord.delta).length());
            let time = time_between(&support, plane, v, 0.0, end);
            worst_time = worst_time.max((time - chord.time).abs() / (1.0 + chord.time));
            assert!(chord.normal.dot(v) <= 1e-9, "the edge is left at the latest where v is along it");
            // No place of the arc is further from the chord than was asked for.
            let along = (there - here).normalize_or_zero();
            for i in 1..40 {
                let p = section(&support, plane, end * f64::from(i) / 40.0).0 - here;
                assert!((p - along * p.dot(along)).length() <= sagitta * (1.0 + 1e-9) + 1e-12);
            }
            arcs += 1;
            whole += i32::from(chord.normal.dot(v).abs() < 1e-9);
        }
        println!("{arcs} chords, {whole} to the end: places off by {worst_place:e}, times by {worst_time:e}");
        assert!(arcs > 5_000 && whole > 100 && worst_place < 1e-9 && worst_time < 1e-8);
    }
}
