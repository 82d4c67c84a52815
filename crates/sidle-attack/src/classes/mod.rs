//! Eight classes of sweeps that break published methods, such as slivers, grazing motions, distant
//! origins, and huge and tiny triangles. Each sweep has one triangle, one ball and one motion.

mod fauerby;
mod nettle;
mod oracle;
mod table;
mod vector;

use sidle::Vec3;
use sidle_judge::V;
use sidle_scenes::SplitMix64;

pub use fauerby::fauerby;
pub use nettle::nettle;
pub use oracle::Oracle;
pub use table::{METHODS, Row, measure, print, run};

use vector::{add, cross, length, scale, sub, unit};

/// The names of the classes, indexed by class number.
pub const CLASSES: [&str; 8] = [
    "generic",
    "grazing",
    "sliver",
    "huge triangle, tiny ball",
    "far origin",
    "long sweep",
    "resting slide",
    "tiny triangle",
];

/// One sweep of a ball against a triangle. All lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// Corners of the triangle.
    pub triangle: [Vec3; 3],
    /// Radius of the ball.
    pub radius: f32,
    /// Start of the ball's centre; the ball may overlap the triangle there.
    pub from: Vec3,
    /// Desired displacement.
    pub motion: Vec3,
}

/// Generates cases; the same seed gives the same cases on every machine.
#[derive(Clone, Debug)]
pub struct Sweeps(pub SplitMix64);

impl Sweeps {
    /// Returns a vector that is uniform in a cube around the origin.
    pub fn in_cube(&mut self, half: f64) -> V {
        [(); 3].map(|()| self.0.range(-half, half))
    }

    /// Returns a unit vector.
    pub fn direction(&mut self) -> V {
        loop {
            let v = self.in_cube(1.0);
            let l = length(v);
            if l > 0.1 && l < 1.0 {
                return scale(v, 1.0 / l);
            }
        }
    }

    /// Returns a number whose logarithm is uniform between those of `low` and `high`.
    pub fn log(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.0.unit())
    }

    fn sign(&mut self) -> f64 {
        if self.0.unit() < 0.5 { 1.0 } else { -1.0 }
    }

    fn triangle(&mut self, half: f64) -> [V; 3] {
        [(); 3].map(|()| self.in_cube(half))
    }

    fn inside(&mut self, t: &[V; 3]) -> V {
        let (mut u, mut v) = (self.0.unit(), self.0.unit());
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        add(t[0], add(scale(sub(t[1], t[0]), u), scale(sub(t[2], t[0]), v)))
    }

    /// Returns a corner, a point on an edge or a point on the face, each with probability 1/3.
    fn on_a_feature(&mut self, t: &[V; 3]) -> V {
        let i = self.0.below(3);
        match self.0.below(3) {
            0 => t[i],
            1 => add(t[i], scale(sub(t[(i + 1) % 3], t[i]), self.0.unit())),
            _ => self.inside(t),
        }
    }

    /// Returns a start near the first corner and a motion towards `target`, off by up to `off`.
    fn aimed(&mut self, t: &[V; 3], target: V, off: f64) -> (V, V) {
        let from = add(t[0], self.in_cube(6.0));
        let target = add(target, scale(self.direction(), off * self.0.unit()));
        (from, scale(sub(target, from), self.0.range(0.2, 2.0)))
    }

    /// Returns the next case of a class, numbered 0..=7 as in [`CLASSES`].
    pub fn case(&mut self, class: usize) -> Case {
        let (triangle, radius, (from, motion)) = match class {
            1 => {
                let (t, r) = (self.triangle(3.0), self.log(0.2, 2.0));
                let way = self.grazing(&t, r);
                (t, r, way)
            }
            2 => {
                let (a, e) = (self.in_cube(3.0), scale(self.direction(), self.log(0.5, 20.0)));
                let third =
                    add(scale(e, self.0.range(-0.2, 1.2)), scale(self.direction(), self.log(1e-6, 1e-2)));
                let (t, r) = ([a, add(a, e), add(a, third)], self.log(0.2, 2.0));
                let target = add(a, scale(e, self.0.unit()));
                (t, r, self.aimed(&t, target, r))
            }
            3 => {
                let size = self.log(300.0, 1e4);
                let (t, r) = (self.triangle(size), self.log(0.02, 0.3));
                let target = self.on_a_feature(&t);
                let from = add(target, scale(self.direction(), self.log(0.3, 3.0)));
                (t, r, (from, scale(sub(target, from), self.0.range(0.2, 2.0))))
            }
            4 => {
                let far = scale(self.direction(), self.log(1e3, 1e5));
                let (t, r) = (self.triangle(3.0).map(|v| add(v, far)), self.log(0.2, 2.0));
                let target = self.inside(&t);
                (t, r, self.aimed(&t, target, 1.2 * r))
            }
            5 => {
                let (t, r) = (self.triangle(3.0), self.log(0.1, 1.0));
                let from = add(t[0], scale(self.direction(), self.log(100.0, 3000.0)));
                let target = add(self.inside(&t), scale(self.direction(), r * self.0.unit()));
                (t, r, (from, scale(sub(target, from), self.0.range(0.9, 1.5))))
            }
            6 => {
                let size = self.log(0.3, 30.0);
                let (t, r) = (self.triangle(size), self.log(0.2, 2.0));
                let n = unit(cross(sub(t[1], t[0]), sub(t[2], t[0])));
                let from = add(self.inside(&t), scale(n, r + self.log(1e-6, 1e-2)));
                let along = unit(cross(n, self.direction()));
                (t, r, (from, sub(scale(along, self.log(0.01, 3.0)), scale(n, self.log(1e-6, 1.0)))))
            }
            _ => {
                let (half, off) = if class == 7 { (self.log(1e-4, 1e-2), 1.0) } else { (3.0, 1.2) };
                let (t, r) = (self.triangle(half), self.log(0.2, 2.0));
                let target = self.inside(&t);
                (t, r, self.aimed(&t, target, off * r))
            }
        };
        let narrow = |v: V| Vec3::from(v.map(|c| c as f32));
        Case {
            triangle: triangle.map(narrow),
            radius: radius as f32,
            from: narrow(from),
            motion: narrow(motion),
        }
    }

    /// Returns a start and a motion that passes a corner, an edge point or a face point. The
    /// distance is slightly more or less than the radius. The motion is perpendicular to the edge
    /// or parallel to the plane.
    fn grazing(&mut self, t: &[V; 3], r: f64) -> (V, V) {
        let i = self.0.below(3);
        let e = sub(t[(i + 1) % 3], t[i]);
        let off = r * (1.0 + self.sign() * self.log(1e-8, 1e-2));
        let (point, away, along) = match self.0.below(3) {
            2 => {
                let n = unit(cross(e, sub(t[(i + 2) % 3], t[i])));
                (self.inside(t), n, unit(cross(n, self.direction())))
            }
            kind => {
                let point = add(t[i], scale(e, if kind == 0 { 0.0 } else { self.0.unit() }));
                let away = unit(cross(e, self.direction()));
                (point, away, unit(cross(e, away)))
            }
        };
        let motion = scale(along, self.0.range(1.0, 8.0));
        (sub(add(point, scale(away, off)), scale(motion, 0.5)), motion)
    }
}
