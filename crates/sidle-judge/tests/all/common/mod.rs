//! Shared by the tests: random numbers, random triangles that are often degenerate, small scenes.
#![allow(dead_code, unreachable_pub)] // each test file uses its own part

pub mod exact_checks;

use sidle_judge::{Body, Judge, V};

pub struct Random(pub u64);

impl Random {
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    /// Log-uniform.
    pub fn scale(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }
    pub fn point(&mut self, half: f64) -> V {
        [0; 3].map(|_| self.between(-half, half))
    }
    pub fn body(&mut self) -> Body {
        match self.below(7) {
            0 => Body::Point,
            1 | 2 => Body::Sphere { radius: self.scale(0.05, 2.0) },
            3 | 4 => self.capsule(),
            _ => Body::Ellipsoid {
                radii: [0; 3].map(|_| self.scale(0.1, 1.6)),
                rotation: [0; 4].map(|_| self.between(-2.0, 2.0)),
            },
        }
    }
    /// Plain, upright, or without a core.
    pub fn capsule(&mut self) -> Body {
        let radius = self.scale(0.05, 1.0);
        let rotation = [0; 4].map(|_| self.between(-2.0, 2.0));
        let height = 2.0 * radius + self.scale(0.02, 2.0);
        match self.below(6) {
            0 => Body::capsule(radius, 2.0 * radius, rotation),
            1 | 2 => Body::capsule(radius, height, [0.0, 0.0, 0.0, 1.0]),
            _ => Body::capsule(radius, height, rotation),
        }
    }
    /// A triangle near `middle`: plain, needle, zero area, two or three equal corners, tiny or
    /// huge.
    pub fn triangle(&mut self, middle: V, half: f64) -> [V; 3] {
        let a = add(middle, self.point(half));
        let b = add(a, self.point(half));
        let c = add(a, self.point(half));
        let on_ab = |s: f64| along(a, sub(b, a), s);
        match self.below(12) {
            0 => [a, b, add(on_ab(self.between(-0.2, 1.2)), self.point(1e-6))],
            1 => [a, b, add(on_ab(self.between(-0.2, 1.2)), self.point(1e-3))],
            2 => [a, b, on_ab(0.5)],
            3 => [a, b, b],
            4 => [a, a, a],
            5 => [a, add(a, self.point(1e-3)), add(a, self.point(1e-3))],
            6 => [add(a, self.point(2000.0)), add(a, self.point(2000.0)), add(a, self.point(2000.0))],
            7 => [a, add(a, [half, 0.0, 0.0]), add(a, [0.0, 0.0, half])],
            _ => [a, b, c],
        }
    }
    pub fn soup(&mut self, count: usize, size: f64, half: f64) -> Mesh {
        let mut mesh = Mesh::default();
        for _ in 0..count {
            let middle = self.point(size);
            let [a, b, c] = self.triangle(middle, half);
            mesh.triangle(a, b, c);
        }
        mesh
    }
}

pub fn add(a: V, b: V) -> V {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}
pub fn sub(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
pub fn along(a: V, b: V, s: f64) -> V {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}
pub fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
pub fn length(a: V) -> f64 {
    dot(a, a).sqrt()
}

#[derive(Default)]
pub struct Mesh {
    pub vertices: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    pub fn triangle(&mut self, a: V, b: V, c: V) {
        let first = self.vertices.len() as u32;
        self.vertices.extend([a, b, c].map(|v| v.map(|x| x as f32)));
        self.triangles.push([first, first + 1, first + 2]);
    }
    /// The corners in order around the quad.
    pub fn quad(&mut self, a: V, b: V, c: V, d: V) {
        self.triangle(a, b, c);
        self.triangle(a, c, d);
    }
    /// A parallelogram of `n` x `n` cells with two triangles each, alternately along both
    /// diagonals.
    pub fn sheet(&mut self, origin: V, u: V, v: V, n: usize) {
        let at = |i: usize, j: usize| along(along(origin, u, i as f64 / n as f64), v, j as f64 / n as f64);
        for i in 0..n {
            for j in 0..n {
                let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                if (i + j) % 2 == 0 { self.quad(a, b, c, d) } else { self.quad(b, c, d, a) }
            }
        }
    }
    pub fn judge(&self) -> Judge {
        Judge::new(&self.vertices, &self.triangles)
    }
}

/// A floor at z = 0 up to x = 4, then four steps of rise 1 and run 2, all times `size`. Z is up.
pub fn stairs(size: f64) -> Mesh {
    let mut mesh = Mesh::default();
    let mut quad = |corners: [V; 4]| {
        let [a, b, c, d] = corners.map(|corner| corner.map(|x| x * size));
        mesh.quad(a, b, c, d);
    };
    let mut tread = |x0: f64, x1: f64, z: f64| {
        quad([[x0, -20.0, z], [x1, -20.0, z], [x1, 20.0, z], [x0, 20.0, z]]);
        quad([[x1, -20.0, z], [x1, 20.0, z], [x1, 20.0, z + 1.0], [x1, -20.0, z + 1.0]]);
    };
    tread(-20.0, 4.0, 0.0);
    for step in 1..4 {
        tread(2.0 + 2.0 * f64::from(step), 4.0 + 2.0 * f64::from(step), f64::from(step));
    }
    quad([[10.0, -20.0, 4.0], [60.0, -20.0, 4.0], [60.0, 20.0, 4.0], [10.0, 20.0, 4.0]]);
    mesh
}

/// The step that Nettle's sweep walks through (N1): the tread x >= 0 at z = 0.
pub fn oblique_step() -> Mesh {
    let mut mesh = Mesh::default();
    mesh.triangle([0.0, -100.0, 0.0], [100.0, 0.0, 0.0], [0.0, 100.0, 0.0]);
    mesh
}

/// A closed room of 20 x 20 x 5 metres, a pillar and a tilted sheet in it. Z is up.
pub fn room() -> Mesh {
    let mut mesh = Mesh::default();
    let (x, y, z) = ([20.0, 0.0, 0.0], [0.0, 20.0, 0.0], [0.0, 0.0, 5.0]);
    let low = [-10.0, -10.0, 0.0];
    for (origin, u, v) in [(low, x, y), (low, x, z), (low, y, z)] {
        mesh.sheet(origin, u, v, 10);
    }
    for (origin, u, v) in [(add(low, z), x, y), (add(low, y), x, z), (add(low, x), y, z)] {
        mesh.sheet(origin, u, v, 10);
    }
    for (a, b) in [([2.0, 2.0, 0.0], [1.0, 0.0, 0.0]), ([3.0, 2.0, 0.0], [0.0, 1.0, 0.0])] {
        mesh.sheet(a, b, z, 3);
    }
    for (a, b) in [([3.0, 3.0, 0.0], [-1.0, 0.0, 0.0]), ([2.0, 3.0, 0.0], [0.0, -1.0, 0.0])] {
        mesh.sheet(a, b, z, 3);
    }
    mesh.sheet([-6.0, -4.0, -0.5], [5.0, 0.0, 1.5], [0.0, 5.0, 0.2], 4);
    mesh
}
