//! Levels and worlds of the scenes.

use std::sync::OnceLock;

use sidle::{DVec3, IndexKind, Material, MaterialId, Sides, Vec3, World, WorldBuilder};
use sidle_scenes::Level;

/// Function that generates a level.
pub(crate) type Make = fn() -> Level;

/// A generated level. It is created on first use and shared by all scenes that use it, on all
/// threads.
pub(crate) struct Ground {
    make: Make,
    level: OnceLock<Level>,
    worlds: [OnceLock<World>; 2],
}

impl Ground {
    pub(crate) fn new(make: Make) -> Self {
        Self { make, level: OnceLock::new(), worlds: [const { OnceLock::new() }; 2] }
    }

    pub(crate) fn level(&self) -> &Level {
        self.level.get_or_init(self.make)
    }

    pub(crate) fn world(&self, index: IndexKind) -> &World {
        self.worlds[usize::from(index == IndexKind::Octree)].get_or_init(|| world_of(self.level(), index))
    }

    /// Returns the free position number `i` (modulo their number). Terrain without spawn points has
    /// a grid of positions in the air.
    pub(crate) fn spawn(&self, i: usize) -> DVec3 {
        let level = self.level();
        if level.spawns.is_empty() {
            return DVec3::new((i % 7) as f64 * 3.0 - 9.0, 6.0, (i / 7 % 7) as f64 * 3.0 - 9.0);
        }
        Vec3::from(level.spawns[i % level.spawns.len()]).as_dvec3()
    }
}

pub(crate) fn materials_of(level: &Level, builder: &mut WorldBuilder) -> Vec<MaterialId> {
    let add = |m: &sidle_scenes::Surface| {
        let sides = if m.two_sided { Sides::Two } else { Sides::Front };
        builder.add_material(Material {
            friction: m.friction,
            restitution: m.restitution,
            sides,
            layer: m.layer,
            surface_velocity: m.velocity.into(),
        })
    };
    level.materials.iter().map(add).collect()
}

/// Returns the index of a triangle's material in the level's table of materials.
pub(crate) fn material_place(level: &Level, triangle: usize) -> usize {
    usize::from(level.triangle_materials.get(triangle).copied().unwrap_or(0))
}

/// Builds the world of a level.
///
/// # Panics
/// Panics if the level is not valid.
#[must_use]
pub fn world_of(level: &Level, index: IndexKind) -> World {
    let mut builder = WorldBuilder::new();
    let ids = materials_of(level, &mut builder);
    let materials: Vec<MaterialId> =
        (0..level.triangles.len()).map(|i| ids[material_place(level, i)]).collect();
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| Vec3::from(v)).collect();
    builder.add_mesh(&vertices, &level.triangles, &materials).set_index(index);
    builder.build().expect("scenes are valid")
}
