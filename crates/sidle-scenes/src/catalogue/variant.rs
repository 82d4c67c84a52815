//! Variants of a scene: the same level turned, moved and triangulated in another way.

use std::collections::HashMap;

use super::Form;
use crate::level::Level;
use crate::trig::{degrees, sin_cos};
use crate::vec3::{V3, add, cross, dot, length, narrow, sub, wide};

/// A change of the triangles that does not change the surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Refinement {
    /// The triangles of the scene.
    #[default]
    AsIs,
    /// The other diagonal in every flat, convex pair of triangles.
    Flipped,
    /// Four triangles for each.
    Refined,
}

impl Refinement {
    /// All refinements.
    pub const ALL: [Self; 3] = [Self::AsIs, Self::Flipped, Self::Refined];
}

/// A variant of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Variant {
    /// Form of the body.
    pub form: Form,
    /// Turn of the whole scene about the vertical axis, in degrees.
    pub yaw: f64,
    /// Offset of the whole scene along each axis, in metres.
    pub offset: f64,
    /// Triangulation.
    pub refinement: Refinement,
    /// Steps per second.
    pub rate: u32,
    /// True to run every heading of scenes with many headings.
    pub is_thorough: bool,
}

impl std::fmt::Display for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} Hz, {}", self.rate, self.form.name())?;
        if self.yaw != 0.0 {
            write!(f, ", yaw {}", self.yaw)?;
        }
        if self.offset != 0.0 {
            write!(f, ", offset {}", self.offset)?;
        }
        match self.refinement {
            Refinement::AsIs => Ok(()),
            Refinement::Flipped => write!(f, ", flipped"),
            Refinement::Refined => write!(f, ", refined"),
        }
    }
}

impl Variant {
    /// Turns a direction of the scene into the world.
    #[must_use]
    pub fn turn(&self, [x, y, z]: V3) -> V3 {
        let (sin, cos) = sin_cos(degrees(self.yaw));
        [cos * x + sin * z, y, cos * z - sin * x]
    }

    /// Turns a direction of the world into the scene.
    #[must_use]
    pub fn turn_back(&self, [x, y, z]: V3) -> V3 {
        let (sin, cos) = sin_cos(degrees(self.yaw));
        [cos * x - sin * z, y, cos * z + sin * x]
    }

    /// Moves a point of the scene into the world. `shift` is the offset of the walk.
    #[must_use]
    pub fn place(&self, p: V3, shift: V3) -> V3 {
        add(self.turn(p), shift.map(|x| x + self.offset))
    }

    /// Moves a point of the world into the scene.
    #[must_use]
    pub fn place_back(&self, p: V3, shift: V3) -> V3 {
        self.turn_back(sub(p, shift.map(|x| x + self.offset)))
    }

    /// Returns the level of this variant. Corners are rounded to f32.
    #[must_use]
    pub fn level(&self, level: &Level, shift: V3) -> Level {
        let mut level = self.triangulated(level);
        for v in &mut level.vertices {
            *v = narrow(self.place(wide(*v), shift));
        }
        level
    }

    /// Returns the largest distance in metres by which [`level`](Self::level) rounds a corner.
    #[must_use]
    pub fn corner_rounding(&self, level: &Level, shift: V3) -> f64 {
        let rounding = |&v: &[f32; 3]| {
            let exact = self.place(wide(v), shift);
            length(sub(wide(narrow(exact)), exact))
        };
        self.triangulated(level).vertices.iter().map(rounding).fold(0.0, f64::max)
    }

    fn triangulated(&self, level: &Level) -> Level {
        match self.refinement {
            Refinement::AsIs => level.clone(),
            Refinement::Flipped => flip(level),
            Refinement::Refined => refine(level),
        }
    }
}

/// Splits every triangle at the middles of its edges.
fn refine(level: &Level) -> Level {
    let mut fine = Level { triangles: Vec::new(), triangle_materials: Vec::new(), ..level.clone() };
    let mut middles: HashMap<(u32, u32), u32> = HashMap::new();
    for (i, &[a, b, c]) in level.triangles.iter().enumerate() {
        let mut middle = |p: u32, q: u32| {
            *middles.entry((p.min(q), p.max(q))).or_insert_with(|| {
                let ends = [p, q].map(|k| wide(level.vertices[k as usize]));
                fine.vertices.push(narrow(add(ends[0], ends[1]).map(|x| 0.5 * x)));
                fine.vertices.len() as u32 - 1
            })
        };
        let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
        fine.triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        let material = level.triangle_materials.get(i).copied().unwrap_or(0);
        fine.triangle_materials.extend([material; 4]);
    }
    fine
}

/// Replaces the common edge of flat, convex pairs of triangles by the other diagonal. Each triangle
/// is in one pair at most.
fn flip(level: &Level) -> Level {
    let mut level = level.clone();
    let mut edges: HashMap<(u32, u32), usize> = HashMap::new();
    let mut is_done = vec![false; level.triangles.len()];
    for i in 0..level.triangles.len() {
        for k in 0..3 {
            let t = level.triangles[i];
            let (p, q, r) = (t[k], t[(k + 1) % 3], t[(k + 2) % 3]);
            let Some(&other) = edges.get(&(q, p)) else { continue };
            if is_done[i] || is_done[other] {
                continue;
            }
            let Some(s) = level.triangles[other].into_iter().find(|&v| v != p && v != q) else { continue };
            let corners = [r, p, s, q].map(|v| wide(level.vertices[v as usize]));
            if is_flat_and_convex(corners) {
                (level.triangles[i], level.triangles[other]) = ([r, p, s], [s, q, r]);
                (is_done[i], is_done[other]) = (true, true);
            }
        }
        let t = level.triangles[i];
        (0..3).for_each(|k| _ = edges.insert((t[k], t[(k + 1) % 3]), i));
    }
    level
}

fn is_flat_and_convex(c: [V3; 4]) -> bool {
    let turns: Vec<V3> = (0..4)
        .map(|i| {
            let (a, b, d) = (c[(i + 3) % 4], c[i], c[(i + 1) % 4]);
            cross(sub(b, a), sub(d, b))
        })
        .collect();
    let longest = turns.iter().map(|&t| length(t)).fold(0.0, f64::max);
    // The turns at the corners of a flat outline are parallel to its normal.
    turns.iter().all(|&t| {
        dot(t, turns[0]) > 1e-3 * longest * length(turns[0])
            && length(cross(t, turns[0])) <= 1e-6 * length(t) * length(turns[0])
    })
}

#[cfg(test)]
mod tests {
    use super::{Refinement, Variant};
    use crate::build::Builder;
    use crate::vec3::{cross, length, sub, wide};

    #[test]
    fn variants_keep_the_surface() {
        let mut b = Builder::new();
        b.floor(0.0, [-2.0, -2.0], [2.0, 2.0], [3, 2]).block([0.0, 0.0, 0.0], [1.0, 2.0, 3.0]);
        let level = b.finish("", &[]);
        let area = |level: &crate::Level| -> f64 {
            (0..level.triangles.len())
                .map(|i| {
                    let [a, b, c] = level.corners(i).map(wide);
                    0.5 * length(cross(sub(b, a), sub(c, a)))
                })
                .sum()
        };
        for refinement in Refinement::ALL {
            let variant = Variant { yaw: 17.0, offset: 3.0, refinement, ..Variant::default() };
            let changed = variant.level(&level, [0.0; 3]);
            assert!((area(&changed) - area(&level)).abs() < 1e-4);
            assert_eq!(changed.boundary_edges() > 0, level.boundary_edges() > 0);
            let back = variant.place_back(variant.place([1.0, 2.0, 3.0], [5.0; 3]), [5.0; 3]);
            assert!(length(sub(back, [1.0, 2.0, 3.0])) < 1e-12);
        }
        let flipped =
            Variant { refinement: Refinement::Flipped, ..Variant::default() }.level(&level, [0.0; 3]);
        assert!(flipped.triangles.iter().filter(|t| !level.triangles.contains(t)).count() >= 20);
    }
}
