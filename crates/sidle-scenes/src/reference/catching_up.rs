//! A brute-force integrator: many tiny steps, each pushed out of every surface that it enters. It
//! is slow and only of first order in the step. It uses no contacts, cones or arcs, so it can check
//! code that does.

use crate::level::Level;
use crate::reference::distance::closest_on_triangle;
use crate::vec3::{V3, add, along, dot, length, scale, sub, wide};

/// Moves a body by x <- the free place next to x + h v. As h falls this becomes x' = P(x) v.
#[derive(Clone, Debug)]
pub struct CatchingUp {
    triangles: Vec<[V3; 3]>,
    radii: V3,
}

impl CatchingUp {
    /// Creates a body with these half lengths (its skin added) among the triangles of a level.
    #[must_use]
    pub fn new(level: &Level, radii: [f64; 3]) -> Self {
        let triangles = (0..level.triangles.len()).map(|i| level.corners(i).map(wide)).collect();
        Self { triangles, radii }
    }

    /// Returns the deepest overlap at `x`: metres along the world normal (to first order) and that
    /// normal.
    fn deepest(&self, x: V3) -> Option<(f64, V3)> {
        let mut deepest = None;
        for t in &self.triangles {
            let far = (0..3).any(|k| {
                let (low, high) = (t[0][k].min(t[1][k]).min(t[2][k]), t[0][k].max(t[1][k]).max(t[2][k]));
                x[k] + self.radii[k] < low || x[k] - self.radii[k] > high
            });
            if far {
                continue;
            }
            let unit = t.map(|v| self.unit(sub(v, x)));
            let nearest = closest_on_triangle([0.0; 3], unit);
            let near = length(nearest);
            if near < 1.0 && near > 0.0 {
                // R^-1 n is the gradient of the distance in units of the body.
                let gradient = self.unit(scale(nearest, -1.0 / near));
                let depth = (1.0 - near) / length(gradient);
                if deepest.is_none_or(|(d, _)| depth > d) {
                    deepest = Some((depth, scale(gradient, 1.0 / length(gradient))));
                }
            }
        }
        deepest
    }

    fn unit(&self, p: V3) -> V3 {
        [p[0] / self.radii[0], p[1] / self.radii[1], p[2] / self.radii[2]]
    }

    /// Returns the position after `time` seconds under the constant desired velocity `velocity`, in
    /// `steps` steps.
    #[must_use]
    pub fn after(&self, start: [f64; 3], velocity: [f64; 3], time: f64, steps: u32) -> [f64; 3] {
        let step = scale(velocity, time / f64::from(steps));
        let mut x = start;
        for _ in 0..steps {
            x = add(x, step);
            // Resolving the deepest overlap first, in turn, converges to the corner of several
            // surfaces.
            for _ in 0..2000 {
                let Some((depth, normal)) = self.deepest(x) else { break };
                x = add(x, scale(normal, depth));
                if depth < 1e-12 {
                    break;
                }
            }
        }
        x
    }

    /// Returns the position and the velocity of a free body after `time` seconds. After each small
    /// step every surface that pushes the body out removes the velocity into it. It also removes
    /// `friction` times as much from the remaining velocity.
    #[must_use]
    pub fn thrown(
        &self,
        start: [f64; 3],
        velocity: [f64; 3],
        fall: Fall,
        steps: u32,
    ) -> ([f64; 3], [f64; 3]) {
        let h = fall.time / f64::from(steps);
        let (mut x, mut v) = (start, velocity);
        for _ in 0..steps {
            x = along(along(x, v, h), fall.gravity, h * h / 2.0);
            v = along(v, fall.gravity, h);
            for _ in 0..2000 {
                let Some((depth, normal)) = self.deepest(x) else { break };
                x = along(x, normal, depth);
                let into = -dot(v, normal);
                if into > 0.0 {
                    v = along(v, normal, into);
                    let speed = length(v);
                    if speed > 0.0 {
                        v = scale(v, (speed - fall.friction * into).max(0.0) / speed);
                    }
                }
                if depth < 1e-12 {
                    break;
                }
            }
        }
        (x, v)
    }
}

/// Forces on a body that [`CatchingUp::thrown`] moves.
#[derive(Clone, Copy, Debug)]
pub struct Fall {
    /// Gravity, in metres per second squared.
    pub gravity: [f64; 3],
    /// Coulomb's coefficient of every surface.
    pub friction: f64,
    /// Duration in seconds.
    pub time: f64,
}
