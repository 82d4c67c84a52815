//! Changes of the triangles of a level.

use sidle::{IndexKind, Material, MaterialId, Sides, Vec3, World, WorldBuilder};
use sidle_scenes::{Level, SplitMix64};

use super::Map;

/// A change that does not move the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// No change.
    Nothing,
    /// The corners a, b, c are given as b, c, a.
    NextCorner,
    /// The corners a, b, c are given as a, c, b.
    Reverse,
    /// The triangles are in a random order.
    Shuffle(u64),
    /// Every triangle occurs twice.
    Double,
    /// Every second triangle is split in three at an inner point.
    SplitInside(u64),
    /// Every second triangle is split in two at the middle of an edge; the neighbour across it is
    /// not split.
    SplitEdges(u64),
}

/// A level after the change.
pub struct Changed {
    /// The world of the changed level.
    pub world: World,
    /// For each triangle, its number before the change.
    pub numbers: Vec<u32>,
}

impl Change {
    /// Builds the world of a level, which is first changed and then mapped.
    ///
    /// # Panics
    ///
    /// If the library refuses the level.
    #[must_use]
    pub fn world(self, level: &Level, map: &Map, index: IndexKind) -> Changed {
        let mut builder = WorldBuilder::new();
        builder.set_index(index);
        let materials: Vec<MaterialId> = level
            .materials
            .iter()
            .map(|m| {
                let sides = if m.two_sided { Sides::Two } else { Sides::Front };
                builder.add_material(Material { friction: m.friction, sides, ..Material::default() })
            })
            .collect();
        let mut numbers = Vec::new();
        for (number, corners) in self.triangles(level) {
            let place = level.triangle_materials.get(number as usize).copied().unwrap_or(0);
            let material = materials.get(usize::from(place)).copied().unwrap_or(MaterialId(0));
            builder.add_triangles(&corners.map(|c| map.corner(c)), &[[0, 1, 2]], material);
            numbers.push(number);
        }
        Changed { world: builder.build().expect("a level is a world"), numbers }
    }

    fn triangles(self, level: &Level) -> Vec<(u32, [Vec3; 3])> {
        let plain = (0..level.triangles.len()).map(|i| (i as u32, level.corners(i).map(Vec3::from)));
        match self {
            Self::Nothing => plain.collect(),
            Self::NextCorner => plain.map(|(i, [a, b, c])| (i, [b, c, a])).collect(),
            Self::Reverse => plain.map(|(i, [a, b, c])| (i, [a, c, b])).collect(),
            Self::Double => plain.flat_map(|t| [t, t]).collect(),
            Self::Shuffle(seed) => {
                let (mut all, mut rng): (Vec<_>, _) = (plain.collect(), SplitMix64::new(seed));
                for i in (1..all.len()).rev() {
                    all.swap(i, rng.below(i + 1));
                }
                all
            }
            Self::SplitInside(seed) | Self::SplitEdges(seed) => {
                let mut rng = SplitMix64::new(seed);
                plain.flat_map(|(i, t)| self.cut(t, &mut rng).into_iter().map(move |p| (i, p))).collect()
            }
        }
    }

    fn cut(self, t: [Vec3; 3], rng: &mut SplitMix64) -> Vec<[Vec3; 3]> {
        if rng.below(2) == 0 {
            return vec![t];
        }
        let first = rng.below(3);
        let [a, b, c] = [0, 1, 2].map(|k| t[(first + k) % 3]);
        if matches!(self, Self::SplitEdges(_)) {
            let m = (a + b) * 0.5;
            vec![[a, m, c], [m, b, c]]
        } else {
            // Weighted so that all sums are exact on the grid.
            let m = a * 0.25 + b * 0.25 + c * 0.5;
            vec![[a, b, m], [b, c, m], [c, a, m]]
        }
    }
}
