//! The exact motion of a ball or an upright ellipsoid pushed along a polyline under the Slide law,
//! x' = P(x) v.
//!
//! The centre of a body that is pressed on a profile moves on the upper envelope y = H(x) of the
//! profile widened by the body. There P(x) v is the component of v along the tangent (1, H'). So
//! x' = (vx + vy H') / (1 + H'^2), and the time is an integral over x. Where the push no longer
//! presses (vy >= vx H') the body flies straight until it reaches the envelope again. Where x'
//! would not be above 0 it stays. Requires vx > 0 and a profile that never runs back in x.

use crate::reference::quadrature::Pieces;

/// A polyline in x and y, and the half lengths of the body along x and y, its skin added.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Corners in metres; x never decreases.
    pub points: Vec<[f64; 2]>,
    /// Radius + skin for a ball; each half length + skin for an ellipsoid; in metres.
    pub half: [f64; 2],
}

/// The envelope at one x.
#[derive(Clone, Copy, Debug)]
pub struct Envelope {
    /// The lowest free height of the centre, H.
    pub height: f64,
    /// The slope of the envelope, H'.
    pub slope: f64,
    /// Index of the corner or segment that supports the body.
    pub feature: usize,
}

impl Profile {
    /// Returns the envelope at `x`. Its height is -infinity where no part of the profile supports
    /// the body.
    #[must_use]
    pub fn envelope(&self, x: f64) -> Envelope {
        let [a, b] = self.half;
        let mut best = Envelope { height: f64::NEG_INFINITY, slope: 0.0, feature: usize::MAX };
        let mut offer = |height: f64, slope: f64, feature: usize| {
            if height * b > best.height {
                best = Envelope { height: height * b, slope: slope * b / a, feature };
            }
        };
        // In units of the body, which is then the unit disc.
        let unit = |p: [f64; 2]| [p[0] / a, p[1] / b];
        let x = x / a;
        for (i, pair) in self.points.windows(2).enumerate() {
            let (p, q) = (unit(pair[0]), unit(pair[1]));
            let (dx, dy) = (q[0] - p[0], q[1] - p[1]);
            let norm = dx.hypot(dy);
            let foot = x + dy / norm;
            if dx > 0.0 && foot >= p[0] && foot <= q[0] {
                offer(p[1] + dy / dx * (foot - p[0]) + dx / norm, dy / dx, 2 * i + 1);
            }
        }
        for (i, p) in self.points.iter().enumerate() {
            let p = unit(*p);
            let off = x - p[0];
            if off.abs() < 1.0 {
                let rise = (1.0 - off * off).sqrt();
                offer(p[1] + rise, -off / rise, 2 * i);
            }
        }
        best
    }

    /// Returns the position after `time` seconds of a body that starts on the envelope at `x`. The
    /// desired velocity is `(vx, vy)`, vx > 0.
    #[must_use]
    pub fn after(&self, x: f64, velocity: [f64; 2], time: f64) -> [f64; 2] {
        let step = 0.01;
        let (mut x, mut left) = (x, time);
        loop {
            let here = self.envelope(x + 1e-10);
            if velocity[1] >= velocity[0] * here.slope + 1e-9 {
                match self.flight(x, velocity, left) {
                    Ok((landed, rest)) => (x, left) = (landed, rest),
                    Err(end) => return end,
                }
                continue;
            }
            let stop = self.stop_between(x, x + step, velocity);
            let next = stop.unwrap_or(x + step);
            let taken = self.time(x, next, velocity);
            if taken >= left {
                let end = self.reached(x, next, velocity, left);
                return [end, self.envelope(end).height];
            }
            if stop.is_some() && next - x < 1e-9 {
                return [x, self.envelope(x).height];
            }
            (x, left) = (next, left - taken);
        }
    }

    /// Returns the time in seconds from `a` to `b` along the envelope.
    fn time(&self, a: f64, b: f64, velocity: [f64; 2]) -> f64 {
        let value = |x: f64| {
            let slope = self.envelope(x).slope;
            (1.0 + slope * slope) / (velocity[0] + velocity[1] * slope)
        };
        Pieces { value: &value, piece: &|x| self.envelope(x).feature }.integrate(a, b)
    }

    /// Returns the place between `a` and `b` that is reached after `time`.
    fn reached(&self, a: f64, b: f64, velocity: [f64; 2], time: f64) -> f64 {
        let (mut low, mut high) = (a, b);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if self.time(a, middle, velocity) < time { low = middle } else { high = middle }
        }
        low
    }

    /// Returns the first place in `a..b` where the body stops or lifts off.
    fn stop_between(&self, a: f64, b: f64, velocity: [f64; 2]) -> Option<f64> {
        let on = |x: f64| {
            let slope = self.envelope(x).slope;
            velocity[0] + velocity[1] * slope > 0.0 && velocity[1] < velocity[0] * slope + 1e-9
        };
        let samples = 64;
        let at = |i: i32| a + (b - a) * f64::from(i) / f64::from(samples);
        let bad = (1..=samples).find(|&i| !on(at(i)))?;
        let (mut low, mut high) = (at(bad - 1), at(bad));
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if on(middle) { low = middle } else { high = middle }
        }
        Some(low)
    }

    /// Flies straight from the envelope at `x`. Returns the place and the remaining time at which
    /// the body reaches the envelope again, or its position when the time ends.
    fn flight(&self, x: f64, velocity: [f64; 2], left: f64) -> Result<(f64, f64), [f64; 2]> {
        let start = [x, self.envelope(x).height];
        let at = |t: f64| [start[0] + velocity[0] * t, start[1] + velocity[1] * t];
        let free = |t: f64| at(t)[1] > self.envelope(at(t)[0]).height;
        let step = 1e-3 / velocity[0];
        // The first segment of the path is nearly along the envelope, and rounding may put it
        // below.
        let mut t = 1e-4 * step;
        while free(t + step) {
            t += step;
            if t >= left {
                return Err(at(left));
            }
        }
        let (mut low, mut high) = (t, t + step);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if free(middle) { low = middle } else { high = middle }
        }
        if low >= left { Err(at(left)) } else { Ok((at(low)[0], left - low)) }
    }
}

#[cfg(test)]
mod tests {
    use super::Profile;
    use crate::reference::arc;

    #[test]
    fn a_ramp_is_climbed_with_the_part_of_the_push_along_it() {
        let slope = 0.3_f64;
        let p = Profile { points: vec![[-50.0, -50.0 * slope], [50.0, 50.0 * slope]], half: [0.4, 0.9] };
        let end = p.after(0.0, [2.0, -1.0], 1.5);
        let x = 1.5 * (2.0 - slope) / (1.0 + slope * slope);
        assert!((end[0] - x).abs() < 1e-9, "{end:?}");
    }

    #[test]
    fn a_lone_step_takes_the_time_of_the_closed_law() {
        let (reach, height, speed) = (0.501, 0.3, 3.0);
        let p =
            Profile { points: vec![[-9.0, 0.0], [0.0, 0.0], [0.0, height], [9.0, height]], half: [reach; 2] };
        let touch = (reach * reach - (reach - height) * (reach - height)).sqrt();
        let time = 1.0;
        let end = p.after(-1.0, [speed, 0.0], time);
        let rolling = arc::time_over_step(height, speed, reach);
        let expected = speed * (time - (1.0 - touch) / speed - rolling);
        assert!((end[0] - expected).abs() < 1e-8 && (end[1] - height - reach).abs() < 1e-9, "{end:?}");
    }

    #[test]
    fn a_high_wall_stops() {
        let p = Profile { points: vec![[-9.0, 0.0], [0.0, 0.0], [0.0, 2.0], [9.0, 2.0]], half: [0.501; 2] };
        // The envelope is vertical there; its slope is only accurate up to 1e-9 m from it.
        let end = p.after(-1.0, [3.0, -1.0], 2.0);
        assert!((end[0] + 0.501).abs() < 1e-6, "{end:?}");
    }

    #[test]
    fn off_a_cliff_it_leaves_along_the_push_and_lands() {
        let p = Profile { points: vec![[-9.0, 1.0], [0.0, 1.0], [0.0, 0.0], [9.0, 0.0]], half: [0.5; 2] };
        let (s, c) = (0.5_f64).atan().sin_cos();
        // The normal turns from straight up until it is perpendicular to the push. Then the body
        // moves straight down to 0.5.
        let roll = arc::time_between(
            std::f64::consts::FRAC_PI_2 + s.atan2(c),
            std::f64::consts::FRAC_PI_2,
            5.0_f64.sqrt(),
            0.5,
        );
        let leave = [0.5 * s, 1.0 + 0.5 * c];
        let fall = (leave[1] - 0.5) / 1.0;
        let rest = 2.0 - 0.25 - roll - fall;
        let expected = leave[0] + 2.0 * fall + 2.0 * rest;
        let end = p.after(-0.5, [2.0, -1.0], 2.0);
        assert!((end[0] - expected).abs() < 1e-6 && (end[1] - 0.5).abs() < 1e-9, "{end:?} {expected}");
    }
}
