//! Worlds of generated levels.

use sidle::{BuildError, Material, MaterialId, Sides, Vec3, World, WorldBuilder};

/// Builds the world of a generated level, with its materials.
pub(crate) fn world_of_scene(level: &sidle_scenes::Level) -> Result<World, BuildError> {
    let mut builder = WorldBuilder::new();
    let add = |m: &sidle_scenes::Surface| {
        builder.add_material(Material {
            friction: m.friction,
            restitution: m.restitution,
            sides: if m.two_sided { Sides::Two } else { Sides::Front },
            layer: m.layer,
            surface_velocity: m.velocity.into(),
        })
    };
    let ids: Vec<MaterialId> = level.materials.iter().map(add).collect();
    let of_triangle = |i: usize| {
        let material = level.triangle_materials.get(i).copied().unwrap_or(0);
        ids.get(usize::from(material)).copied().unwrap_or_default()
    };
    let materials: Vec<MaterialId> = (0..level.triangles.len()).map(of_triangle).collect();
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| Vec3::from(v)).collect();
    builder.add_mesh(&vertices, &level.triangles, &materials);
    builder.build()
}

/// Builds the level of a scene, for tests of code that takes level files.
#[cfg(test)]
pub(crate) fn level_of_scene(scene: &sidle_scenes::Level) -> sidle_cli::level::Level {
    let data = sidle_io::LevelData {
        name: scene.name.clone(),
        vertices: scene.vertices.clone(),
        triangles: scene.triangles.clone(),
        materials: vec!["default".into()],
        triangle_materials: vec![0; scene.triangles.len()],
        skipped: Vec::new(),
    };
    sidle_cli::level::Level::of_data(data, sidle_io::Units::default()).unwrap()
}
