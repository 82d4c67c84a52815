//! Rasteriser: finds the segments of the lattices that polygons cut.
//!
//! Each polygon is drawn once for each axis, as a picture is drawn in pixels. A line of the lattice
//! along that axis is a pixel. The depth of the polygon there selects the segment of the line that
//! it cuts. Paths are checked exactly afterwards, so a rounding error costs at most one path.

use glam::DVec3;

use super::lattice::{HALF, LEVELS, Node, ROWS, floor, row_and_bit};
use crate::narrow_phase::Obstacle;
use crate::tolerance::{EDGE_ON, LATTICE_MARGIN};

/// The cut segments of all lattices.
#[derive(Debug, Default)]
pub(super) struct Raster {
    /// For each row and axis, one bit per node: the segment to the next node along that axis is
    /// cut.
    cuts: Vec<[u32; 3]>,
}

impl Raster {
    pub(super) fn clear(&mut self) {
        self.cuts.clear();
        self.cuts.resize(LEVELS * ROWS, [0; 3]);
    }

    pub(super) fn bytes(&self) -> usize {
        self.cuts.capacity() * size_of::<[u32; 3]>()
    }

    pub(super) fn cuts(&self, row: usize) -> [u32; 3] {
        self.cuts[row]
    }

    /// Cuts every segment of a lattice that the polygon crosses. `scale` is the number of nodes per
    /// unit of the mover's space.
    pub(super) fn draw(&mut self, level: usize, polygon: &Obstacle<'_>, scale: DVec3) {
        let first = polygon.corners[0] * scale;
        let (mut low, mut high) = (first, first);
        for &corner in &polygon.corners[1..] {
            (low, high) = (low.min(corner * scale), high.max(corner * scale));
        }
        // Ranges of lattice lines that its bounding box covers, along each axis.
        let spans = [0, 1, 2].map(|k| (-floor(pixel(-low[k])), floor(pixel(high[k]))));
        if spans.iter().filter(|(from, to)| from <= to).count() < 2 {
            return;
        }
        // An affine map keeps planes planes; the normal needs no unit length.
        let normal = polygon.normal / scale;
        let largest = normal.abs().max_element();
        for axis in 0..3 {
            // A polygon seen edge-on cuts no segment that it does not also cut along another axis.
            if normal[axis].abs() <= EDGE_ON * largest || largest == 0.0 {
                continue;
            }
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            let ((u0, u1), (v0, v1)) = (spans[u], spans[v]);
            for j in v0..=v1 {
                let Some((from, to)) = line(polygon.corners, scale, (u, v), f64::from(j)) else { continue };
                let (from, to) = (-floor(pixel(LATTICE_MARGIN - from)), floor(pixel(to + LATTICE_MARGIN)));
                for i in from.max(u0)..=to.min(u1) {
                    let slope = normal[u] * (f64::from(i) - first[u]) + normal[v] * (f64::from(j) - first[v]);
                    self.cut(level, (axis, [i, j]), first[axis] - slope / normal[axis]);
                }
            }
        }
    }

    /// Cuts the segment of a line along an axis that contains `depth`. If that is a node, cuts both
    /// of its segments.
    fn cut(&mut self, level: usize, (axis, [i, j]): (usize, [i32; 2]), depth: f64) {
        let border = f64::from(HALF);
        if depth.abs() >= border {
            return;
        }
        for k in floor(depth - LATTICE_MARGIN)..=floor(depth + LATTICE_MARGIN) {
            let mut at: Node = [0; 3];
            (at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3]) = (k, i, j);
            let (row, bit) = row_and_bit(at);
            self.cuts[level * ROWS + row][axis] |= bit;
        }
    }
}

/// Clamps a coordinate to the lattice and its border.
fn pixel(x: f64) -> f64 {
    let border = f64::from(HALF);
    x.clamp(-border, border)
}

/// Returns the part of the line v = `at` that a convex polygon covers, seen along the third axis.
fn line(corners: &[DVec3], scale: DVec3, (u, v): (usize, usize), at: f64) -> Option<(f64, f64)> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut from = corners[corners.len() - 1] * scale;
    for &corner in corners {
        let to = corner * scale;
        let (below, above) = (from[v] - at, to[v] - at);
        if below.abs() <= LATTICE_MARGIN {
            (low, high) = (low.min(from[u]), high.max(from[u]));
        }
        if below * above < 0.0 {
            let crossing = from[u] + (to[u] - from[u]) * (below / (below - above));
            (low, high) = (low.min(crossing), high.max(crossing));
        }
        from = to;
    }
    (low <= high).then_some((low, high))
}
