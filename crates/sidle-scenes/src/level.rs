//! A polygon world as plain data.

use std::collections::HashMap;

/// Material of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Coulomb's coefficient of friction, 0 (ice) or more.
    pub friction: f32,
    /// Fraction of the normal speed that a bounce returns, 0..=1.
    pub restitution: f32,
    /// True if the surface is solid from both sides; otherwise it is solid from the front only.
    pub two_sided: bool,
    /// The layer, 0..=31, that filters select by.
    pub layer: u8,
    /// The velocity in m/s with which the surface carries characters.
    pub velocity: [f32; 3],
}

impl Surface {
    /// Returns a two-sided surface on layer 0 without bounce.
    #[must_use]
    pub const fn rough(friction: f32) -> Self {
        Self { friction, restitution: 0.0, two_sided: true, layer: 0, velocity: [0.0; 3] }
    }
}

impl Default for Surface {
    /// Returns a two-sided surface on layer 0 without friction and bounce.
    fn default() -> Self {
        Self::rough(0.0)
    }
}

/// A static level of triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// Short name in kebab-case.
    pub name: String,
    /// Positions of the vertices, in metres.
    pub vertices: Vec<[f32; 3]>,
    /// Corners as indices into `vertices`, counter-clockwise seen from the front. Degenerate
    /// triangles are allowed.
    pub triangles: Vec<[u32; 3]>,
    /// Index into `materials` for every triangle; if empty, all are 0.
    pub triangle_materials: Vec<u16>,
    /// The materials, at least one.
    pub materials: Vec<Surface>,
    /// Free places for a mover's centre. In a generated level each is free for a ball of radius 0.4
    /// and for an upright ellipsoid of half lengths (0.4, 0.9, 0.4), with a margin of 2 cm.
    pub spawns: Vec<[f32; 3]>,
    /// True if a mover that starts at a spawn can never leave [`Level::bounds`].
    pub closed: bool,
}

impl Level {
    /// Returns the corners of a triangle, in metres.
    #[must_use]
    pub fn corners(&self, triangle: usize) -> [[f32; 3]; 3] {
        self.triangles[triangle].map(|i| self.vertices[i as usize])
    }

    /// Returns the material of a triangle; the default surface if the table lacks it.
    #[must_use]
    pub fn material(&self, triangle: usize) -> Surface {
        let place = self.triangle_materials.get(triangle).copied().unwrap_or(0);
        self.materials.get(usize::from(place)).copied().unwrap_or_default()
    }

    /// Returns the lower and upper corner of the bounding box of all vertices; both 0 for a level
    /// without vertices.
    #[must_use]
    pub fn bounds(&self) -> ([f32; 3], [f32; 3]) {
        let Some(&first) = self.vertices.first() else { return ([0.0; 3], [0.0; 3]) };
        let fold = |pick: fn(f32, f32) -> f32| {
            self.vertices.iter().fold(first, |a, b| [pick(a[0], b[0]), pick(a[1], b[1]), pick(a[2], b[2])])
        };
        (fold(f32::min), fold(f32::max))
    }

    /// Returns the number of directed edges without an opposite edge: 0 for watertight surfaces.
    /// Edges of triangles that use a vertex twice are not counted.
    #[must_use]
    pub fn boundary_edges(&self) -> usize {
        let mut balance: HashMap<(u32, u32), i64> = HashMap::new();
        for &[a, b, c] in self.triangles.iter().filter(|[a, b, c]| a != b && b != c && c != a) {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *balance.entry((from.min(to), from.max(to))).or_default() += if from < to { 1 } else { -1 };
            }
        }
        balance.values().map(|n| n.unsigned_abs() as usize).sum()
    }

    /// Returns a hash (FNV-1a) of every bit of the geometry, the materials and the spawns. It is
    /// equal on every platform.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut eat = |word: u32| {
            for byte in word.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        self.vertices.iter().chain(&self.spawns).flatten().for_each(|x| eat(x.to_bits()));
        self.triangles.iter().flatten().for_each(|&i| eat(i));
        self.triangle_materials.iter().for_each(|&m| eat(u32::from(m)));
        for m in &self.materials {
            eat(m.friction.to_bits());
            eat(m.restitution.to_bits());
            eat(u32::from(m.layer) * 2 + u32::from(m.two_sided));
        }
        hash
    }
}
