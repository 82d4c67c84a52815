//! The exact answer for one sweep, in f64. g(t) = distance(from + t motion, triangle) is convex in
//! t, so Newton's method from the left never passes the first root of g = r. Golden-section search
//! finds the minimum of g.

use sidle::{DVec3, Vec3};
use sidle_judge::{V, closest_on_triangle};

use super::Case;
use super::vector::{dot, length, scale, sub};

/// The ball's centre and the triangle, relative to the start. Differences of f32 are exact in f64.
#[derive(Clone, Copy, Debug)]
pub struct Oracle {
    triangle: [V; 3],
    motion: V,
    from: V,
    radius: f64,
}

impl Oracle {
    /// Creates the oracle for one case.
    #[must_use]
    pub fn new(case: &Case) -> Self {
        let wide = |v: Vec3| v.to_array().map(f64::from);
        let from = wide(case.from);
        Self {
            triangle: case.triangle.map(|c| sub(wide(c), from)),
            motion: wide(case.motion),
            from,
            radius: f64::from(case.radius),
        }
    }

    /// Returns the gap between the triangle and the ball at a fraction of the motion, in metres;
    /// negative inside.
    #[must_use]
    pub fn gap(&self, t: f64) -> f64 {
        self.gap_at(scale(self.motion, t))
    }

    /// Returns the gap at a position in world coordinates.
    #[must_use]
    pub fn gap_of(&self, place: DVec3) -> f64 {
        self.gap_at(sub(place.to_array(), self.from))
    }

    fn gap_at(&self, x: V) -> f64 {
        length(sub(x, closest_on_triangle(x, &self.triangle))) - self.radius
    }

    /// Returns the length of the whole motion in metres.
    #[must_use]
    pub fn way(&self) -> f64 {
        length(self.motion)
    }

    /// Returns the fraction of the first contact after which the ball moves inwards.
    #[must_use]
    pub fn hit(&self) -> Option<f64> {
        let mut t = 0.0;
        for _ in 0..200 {
            let x = scale(self.motion, t);
            let away = sub(x, closest_on_triangle(x, &self.triangle));
            let distance = length(away);
            let closing = -dot(away, self.motion) / distance;
            if closing <= 0.0 {
                return None;
            }
            let step = (distance - self.radius) / closing;
            if t + step > 1.0 {
                return None;
            }
            if step <= 1e-15 {
                // At a grazing contact Newton's method only halves the error. The deepest point of
                // the path then decides if it goes inwards.
                return (closing > 1e-3 * self.way() || self.least(t, 1.0) < 0.0).then_some(t);
            }
            t += step;
        }
        (self.least(t, 1.0) < 0.0).then_some(t)
    }

    /// Returns the smallest gap between two fractions, by golden-section search and both ends.
    #[must_use]
    pub fn least(&self, from: f64, to: f64) -> f64 {
        let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
        let (mut low, mut high) = (from, to);
        let mut inner = [high - golden * (high - low), low + golden * (high - low)];
        let mut gaps = inner.map(|t| self.gap(t));
        let mut best = self.gap(from).min(self.gap(to));
        for _ in 0..60 {
            best = best.min(gaps[0]).min(gaps[1]);
            if gaps[0] < gaps[1] {
                high = inner[1];
                inner = [high - golden * (high - low), inner[0]];
                gaps = [self.gap(inner[0]), gaps[0]];
            } else {
                low = inner[0];
                inner = [inner[1], low + golden * (high - low)];
                gaps = [gaps[1], self.gap(inner[1])];
            }
        }
        best
    }

    /// Returns the oracle for the same ball on a straight path to another end.
    #[must_use]
    pub fn towards(&self, end: DVec3) -> Self {
        Self { motion: sub(end.to_array(), self.from), ..*self }
    }
}
