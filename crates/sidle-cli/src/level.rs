//! A level file as the three things the commands need: plain data, a world, and how long the world
//! took.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use sidle::{Vec3, World};
use sidle_io::LevelData;

/// A level, read and built.
pub(crate) struct Level {
    /// As read from the file.
    pub(crate) data: LevelData,
    /// Built of it: every triangle two-sided and without friction.
    pub(crate) world: World,
    /// How long building took, in milliseconds; reading is not counted.
    pub(crate) build_ms: f64,
    /// The least and the greatest corner of everything.
    pub(crate) bounds: (Vec3, Vec3),
}

impl Level {
    /// Reads and builds the level of a file.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let data = sidle_io::read_level(path)?;
        let vertices: Vec<Vec3> = data.vertices.iter().map(|&v| Vec3::from(v)).collect();
        let start = Instant::now();
        let world =
            World::from_triangles(&vertices, &data.triangles).with_context(|| path.display().to_string())?;
        let build_ms = start.elapsed().as_secs_f64() * 1e3;
        let bounds = world.bounds().with_context(|| format!("{}: holds no triangles", path.display()))?;
        Ok(Self { data, world, build_ms, bounds })
    }

    /// The corners of a triangle.
    pub(crate) fn corners(&self, triangle: u32) -> [Vec3; 3] {
        self.data.triangles[triangle as usize].map(|i| Vec3::from(self.data.vertices[i as usize]))
    }

    /// The unit vector out of the front of a triangle, by the order of its corners; zero without
    /// area.
    pub(crate) fn front(&self, triangle: u32) -> Vec3 {
        let [a, b, c] = self.corners(triangle);
        (b - a).as_dvec3().cross((c - a).as_dvec3()).normalize_or_zero().as_vec3()
    }
}

#[cfg(test)]
impl Level {
    /// Of a scene, for tests.
    pub(crate) fn of_scene(scene: &sidle_scenes::Level) -> Self {
        let vertices: Vec<Vec3> = scene.vertices.iter().map(|&v| Vec3::from(v)).collect();
        let world = World::from_triangles(&vertices, &scene.triangles).unwrap();
        let bounds = world.bounds().unwrap();
        let data = LevelData {
            name: scene.name.clone(),
            vertices: scene.vertices.clone(),
            triangles: scene.triangles.clone(),
            materials: vec!["default".into()],
            triangle_materials: vec![0; scene.triangles.len()],
            skipped: Vec::new(),
        };
        Self { data, world, build_ms: 0.0, bounds }
    }
}
