//! A builder of closed solids with their fronts outwards.

use crate::build::Builder;
use crate::trig::sin_cos;
use crate::vec3::{V3, add, dot};

/// Rotates and moves the points of a solid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) at: V3,
    pub(crate) rows: [V3; 3],
}

impl Place {
    pub(crate) fn at(at: V3) -> Self {
        Self { at, rows: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] }
    }

    pub(crate) fn turn(&self, p: V3) -> V3 {
        add(self.at, self.rows.map(|row| dot(row, p)))
    }
}

impl Builder {
    /// Adds a box with its front outwards, from its centre, half lengths, and the rows of its
    /// rotation.
    pub fn solid_box(&mut self, centre: [f64; 3], half: [f64; 3], rows: [[f64; 3]; 3]) -> &mut Self {
        let base = [[-half[0], -half[2]], [-half[0], half[2]], [half[0], half[2]], [half[0], -half[2]]];
        self.prism(&base, -half[1], half[1], Place { at: centre, rows })
    }

    /// Adds an axis-aligned box between two corners, with its front outwards.
    pub fn block(&mut self, low: [f64; 3], high: [f64; 3]) -> &mut Self {
        let base = [[low[0], low[2]], [low[0], high[2]], [high[0], high[2]], [high[0], low[2]]];
        self.prism(&base, low[1], high[1], Place::at([0.0; 3]))
    }

    /// Adds a prism: a convex outline in x and z (counter-clockwise seen from above), extruded from
    /// `bottom` to `top`.
    pub(crate) fn prism(&mut self, outline: &[[f64; 2]], bottom: f64, top: f64, place: Place) -> &mut Self {
        let at = |i: usize, y: f64| {
            let p = outline[i % outline.len()];
            place.turn([p[0], y, p[1]])
        };
        for i in 0..outline.len() {
            self.quad(at(i, bottom), at(i + 1, bottom), at(i + 1, top), at(i, top));
        }
        for i in 1..outline.len() - 1 {
            self.triangle(at(0, top), at(i, top), at(i + 1, top));
            self.triangle(at(0, bottom), at(i + 1, bottom), at(i, bottom));
        }
        self
    }

    /// Adds a regular pillar with `sides` sides that stands on `foot`, rotated by `yaw` radians.
    pub fn pillar(&mut self, foot: [f64; 3], radius: f64, height: f64, sides: usize, yaw: f64) -> &mut Self {
        self.prism(&ring(radius, sides, yaw), 0.0, height, Place::at(foot))
    }

    /// Adds a wedge: a ramp `length` long (x) and `width` wide (z) that rises to `height` at its
    /// far end.
    pub(crate) fn wedge(&mut self, length: f64, height: f64, width: f64, place: Place) -> &mut Self {
        let w = width / 2.0;
        let p = [[0.0, 0.0, w], [length, 0.0, w], [length, height, w]].map(|p| place.turn(p));
        let q = [[0.0, 0.0, -w], [length, 0.0, -w], [length, height, -w]].map(|p| place.turn(p));
        self.triangle(p[0], p[1], p[2]).triangle(q[0], q[2], q[1]);
        self.quad(p[0], p[2], q[2], q[0]).quad(p[1], q[1], q[2], p[2]).quad(p[0], q[0], q[1], p[1])
    }

    /// Adds a low round bump: a cap of a paraboloid in `rings` rings of `sides` sides, closed by
    /// its base.
    pub fn bump(
        &mut self,
        foot: [f64; 3],
        radius: f64,
        height: f64,
        sides: usize,
        rings: usize,
    ) -> &mut Self {
        let at = |ring_number: usize, i: usize| {
            let part = ring_number as f64 / rings as f64;
            let p = ring(radius * part, sides, 0.1)[i % sides];
            [foot[0] + p[0], foot[1] + height * (1.0 - part * part), foot[2] + p[1]]
        };
        for i in 0..sides {
            self.triangle(at(0, 0), at(1, i), at(1, i + 1));
            for k in 1..rings {
                self.quad(at(k, i), at(k + 1, i), at(k + 1, i + 1), at(k, i + 1));
            }
        }
        for i in 1..sides - 1 {
            self.triangle(at(rings, 0), at(rings, i + 1), at(rings, i));
        }
        self
    }

    /// Adds the inside of a box with its front inwards; every face is split into cells of `cell`
    /// metres. The sides must be multiples of `cell`, and exact in binary, so that the faces share
    /// their vertices.
    pub fn room(&mut self, low: [f64; 3], high: [f64; 3], cell: f64) -> &mut Self {
        let size = [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
        let n = size.map(|s| (s / cell).round().max(1.0) as usize);
        let (x, y, z) = ([size[0], 0.0, 0.0], [0.0, size[1], 0.0], [0.0, 0.0, size[2]]);
        self.grid(low, z, x, [n[2], n[0]]).grid([low[0], high[1], low[2]], x, z, [n[0], n[2]]);
        self.grid(low, y, z, [n[1], n[2]]).grid([high[0], low[1], low[2]], z, y, [n[2], n[1]]);
        self.grid(low, x, y, [n[0], n[1]]).grid([low[0], low[1], high[2]], y, x, [n[1], n[0]])
    }
}

/// Returns the corners of a regular polygon in x and z, counter-clockwise seen from above (x right,
/// z down the page).
pub(crate) fn ring(radius: f64, sides: usize, yaw: f64) -> Vec<[f64; 2]> {
    let step = std::f64::consts::TAU / sides as f64;
    (0..sides)
        .map(|i| {
            let (sin, cos) = sin_cos(yaw + step * i as f64);
            [radius * cos, -radius * sin]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Builder, Place};
    use crate::trig::rotation;
    use crate::vec3::{cross, dot, wide};

    /// Returns six times the enclosed volume, positive if the fronts are outside.
    fn volume(builder: Builder) -> f64 {
        let level = builder.finish("solid", &[]);
        assert_eq!(level.boundary_edges(), 0);
        (0..level.triangles.len())
            .map(|i| {
                let [a, b, c] = level.corners(i).map(wide);
                dot(a, cross(b, c)) / 6.0
            })
            .sum()
    }

    #[test]
    fn solids_are_watertight_and_face_outwards() {
        let mut b = Builder::new();
        b.solid_box([1.0, 2.0, 3.0], [0.5, 1.0, 1.5], rotation(0.3, 0.7, 0.2));
        assert!((volume(b) - 6.0).abs() < 1e-5);
        let mut b = Builder::new();
        b.block([0.0, 0.0, 0.0], [1.0, 2.0, 3.0]);
        assert!((volume(b) - 6.0).abs() < 1e-6);
        let mut b = Builder::new();
        b.wedge(2.0, 1.0, 3.0, Place::at([5.0, 0.0, 1.0]));
        assert!((volume(b) - 3.0).abs() < 1e-5);
        let mut b = Builder::new();
        b.pillar([1.0, 0.0, 0.0], 1.0, 2.0, 6, 0.2);
        assert!((volume(b) - 2.0 * 2.598_076_2).abs() < 1e-5);
        let mut b = Builder::new();
        b.bump([0.0; 3], 2.0, 0.3, 12, 3);
        assert!(volume(b) > 1.0);
        let mut b = Builder::new();
        b.room([0.0; 3], [4.0, 2.0, 3.0], 0.5);
        assert!((volume(b) + 24.0).abs() < 1e-6);
    }
}
