//! A builder of levels from sheets.

use std::collections::HashMap;

use crate::level::{Level, Surface};
use crate::vec3::{V3, add, narrow, scale};

/// Collects triangles and builds a [`Level`]. Corners with bit-identical positions become one
/// vertex. All lengths are in metres; the solid shapes are in `solids.rs`.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    vertices: Vec<[f32; 3]>,
    places: HashMap<[u32; 3], u32>,
    triangles: Vec<[u32; 3]>,
    triangle_materials: Vec<u16>,
    material: u16,
}

impl Builder {
    /// Creates an empty builder with material 0.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the material of the following triangles.
    pub fn material(&mut self, material: u16) -> &mut Self {
        self.material = material;
        self
    }

    /// Returns the number of triangles.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    fn vertex(&mut self, p: V3) -> u32 {
        // Adding 0 turns -0 into 0, so that both are the same position.
        let p = narrow(p).map(|x| x + 0.0);
        let next = self.vertices.len() as u32;
        let place = *self.places.entry(p.map(f32::to_bits)).or_insert(next);
        if place == next {
            self.vertices.push(p);
        }
        place
    }

    /// Adds one triangle, counter-clockwise seen from its front.
    pub fn triangle(&mut self, a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> &mut Self {
        let corners = [self.vertex(a), self.vertex(b), self.vertex(c)];
        self.triangles.push(corners);
        self.triangle_materials.push(self.material);
        self
    }

    /// Adds two triangles, split from `a` to `c`.
    pub fn quad(&mut self, a: [f64; 3], b: [f64; 3], c: [f64; 3], d: [f64; 3]) -> &mut Self {
        self.triangle(a, b, c).triangle(a, c, d)
    }

    /// Adds the parallelogram from `origin` along `u` and `v`, with its front towards u x v. It has
    /// `counts[0]` by `counts[1]` cells with alternating diagonals.
    pub fn grid(&mut self, origin: [f64; 3], u: [f64; 3], v: [f64; 3], counts: [usize; 2]) -> &mut Self {
        let at = |i: usize, j: usize| {
            let step = add(scale(u, i as f64 / counts[0] as f64), scale(v, j as f64 / counts[1] as f64));
            add(origin, step)
        };
        for j in 0..counts[1] {
            for i in 0..counts[0] {
                let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                if (i + j) % 2 == 0 {
                    self.quad(a, b, c, d)
                } else {
                    self.quad(b, c, d, a)
                };
            }
        }
        self
    }

    /// Adds a horizontal floor from `low` to `high` (x and z) at height `y`, in `counts` cells,
    /// with its front up.
    pub fn floor(&mut self, y: f64, low: [f64; 2], high: [f64; 2], counts: [usize; 2]) -> &mut Self {
        self.grid([low[0], y, high[1]], [high[0] - low[0], 0.0, 0.0], [0.0, 0.0, low[1] - high[1]], counts)
    }

    /// Adds a vertical wall over the ground line from `from` to `to` (x and z), between the
    /// heights. Its front is to the left when going from `from` to `to`, seen from above with x to
    /// the right and z towards the viewer.
    pub fn wall(&mut self, from: [f64; 2], to: [f64; 2], heights: [f64; 2]) -> &mut Self {
        let at = |p: [f64; 2], y: f64| [p[0], y, p[1]];
        self.quad(at(to, heights[0]), at(from, heights[0]), at(from, heights[1]), at(to, heights[1]))
    }

    /// Adds the sheet over a polyline in the x-y plane (steps, ridges, ramps). It is extruded along
    /// z from `depth[0]` to `depth[1]`, with one quad per segment. Its front is up if the polyline
    /// runs towards +x.
    pub fn extrude(&mut self, profile: &[[f64; 2]], depth: [f64; 2]) -> &mut Self {
        for pair in profile.windows(2) {
            let at = |p: [f64; 2], z: f64| [p[0], p[1], z];
            let (p, q) = (pair[0], pair[1]);
            self.quad(at(p, depth[1]), at(q, depth[1]), at(q, depth[0]), at(p, depth[0]));
        }
        self
    }

    /// Adds a ramp that rises towards +x at `slope` radians and contains the z axis. It extends
    /// from -`length` to `length` metres along the slope, and from -`length` to `length` along z.
    pub fn ramp(&mut self, slope: f64, length: f64) -> &mut Self {
        let (sin, cos) = crate::trig::sin_cos(slope);
        let end = [length * cos, length * sin];
        self.extrude(&[[-end[0], -end[1]], end], [-length, length])
    }

    /// Returns the level: open, without spawns.
    #[must_use]
    pub fn finish(self, name: &str, materials: &[Surface]) -> Level {
        let materials = if materials.is_empty() { vec![Surface::default()] } else { materials.to_vec() };
        Level {
            name: name.to_owned(),
            vertices: self.vertices,
            triangles: self.triangles,
            triangle_materials: self.triangle_materials,
            materials,
            spawns: Vec::new(),
            closed: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Builder;
    use crate::vec3::{cross, dot, sub, wide};

    fn normals_face(level: &crate::Level, direction: [f64; 3]) {
        for i in 0..level.triangles.len() {
            let [a, b, c] = level.corners(i).map(wide);
            assert!(dot(cross(sub(b, a), sub(c, a)), direction) > 0.0, "triangle {i}");
        }
    }

    #[test]
    fn fronts_are_where_they_are_said_to_be() {
        let mut floor = Builder::new();
        floor.floor(0.0, [-1.0, -2.0], [3.0, 4.0], [3, 2]);
        normals_face(&floor.finish("floor", &[]), [0.0, 1.0, 0.0]);
        let mut wall = Builder::new();
        wall.wall([0.0, 0.0], [5.0, 0.0], [0.0, 2.0]);
        normals_face(&wall.finish("wall", &[]), [0.0, 0.0, -1.0]);
        let mut steps = Builder::new();
        steps.extrude(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 1.0]], [-1.0, 1.0]);
        normals_face(&steps.finish("steps", &[]), [-0.1, 1.0, 0.0]);
    }
}
