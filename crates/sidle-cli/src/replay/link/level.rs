//! The level of a link: a built-in one, or a file.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use sidle::{InstanceId, InstanceMotion, InstanceOptions, MaterialId, PoseSet, Vec3, World};

use super::fields::Link;
use super::hash::Hash;
use super::machines::{Machine, machines};

/// The built-in levels, which `npm run levels` in `playground` writes.
const LEVELS: [(&str, &[u8]); 6] = [
    ("staircase", include_bytes!("../../../levels/staircase.tris")),
    ("thin walls", include_bytes!("../../../levels/thin-walls.tris")),
    ("crooked hall", include_bytes!("../../../levels/crooked-hall.tris")),
    ("moving platforms", include_bytes!("../../../levels/moving-platforms.tris")),
    ("1,000 characters", include_bytes!("../../../levels/1000-characters.tris")),
    ("open field", include_bytes!("../../../levels/open-field.tris")),
];

/// A world with its moving platforms.
pub(super) struct LinkLevel {
    pub(super) world: World,
    pub(super) triangles: usize,
    machines: Vec<(InstanceId, Machine)>,
}

impl LinkLevel {
    /// Opens the level of a link and checks its hash.
    pub(super) fn open(link: &Link, file: Option<&Path>) -> Result<Self> {
        let words = match (file, LEVELS.iter().find(|(name, _)| *name == link.level)) {
            (Some(file), _) => words_of_file(file)?,
            (None, Some((_, bytes))) => bytes
                .chunks_exact(4)
                .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
                .collect(),
            (None, None) => bail!(
                "the link is of the level '{}', which is not built in: give the file with --level",
                link.level
            ),
        };
        let mut hash = Hash::default();
        words.iter().for_each(|&word| hash.word(word));
        let hash = hash.finish();
        ensure!(
            hash == link.hash,
            "the level has the hash {hash}, but the link needs {}: 'Save level' on the page writes an OBJ file \
             with the same bits, for --level",
            link.hash
        );
        Self::build(&parts(&words)?, &link.level)
    }

    /// Builds the world of the first part, with the others as platforms.
    fn build(parts: &[Vec<Vec3>], level: &str) -> Result<Self> {
        let (mesh, platforms) = parts.split_first().context("the level has no triangles")?;
        let mut world = World::from_triangles(mesh, &numbers(mesh))?;
        let mut moving = Vec::new();
        for (corners, machine) in platforms.iter().zip(machines(level)) {
            let mut builder = world.geometry_builder();
            let triangles = numbers(corners);
            builder.add_mesh(corners, &triangles, &vec![MaterialId::default(); triangles.len()]);
            let geometry = world.add_geometry(builder)?;
            let instance = world.add_instance(geometry, &machine.pose(0.0), InstanceOptions::default())?;
            moving.push((instance, machine));
        }
        Ok(Self { world, triangles: mesh.len() / 3, machines: moving })
    }

    /// Returns the motions of the platforms between two times.
    pub(super) fn poses(&self, from: f64, to: f64) -> PoseSet {
        let motion = |&(instance, machine): &(InstanceId, Machine)| InstanceMotion {
            instance,
            from: machine.pose(from),
            to: machine.pose(to),
        };
        let mut poses = PoseSet::default();
        poses.motions.extend(self.machines.iter().map(motion));
        poses
    }
}

/// Three corners for each triangle, in order.
fn numbers(corners: &[Vec3]) -> Vec<[u32; 3]> {
    (0..corners.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()
}

/// Reads the words of a level: the number of parts, and for each its number of triangles and the
/// bits of its corners.
fn parts(words: &[u32]) -> Result<Vec<Vec<Vec3>>> {
    let (&count, mut rest) = words.split_first().context("the level is empty")?;
    let mut parts = Vec::new();
    for _ in 0..count {
        let (&triangles, after) = rest.split_first().context("the level is cut off")?;
        let size = 9 * triangles as usize;
        ensure!(after.len() >= size, "the level is cut off");
        let (corners, after) = after.split_at(size);
        parts.push(
            corners
                .chunks_exact(3)
                .map(|v| Vec3::from_array([0, 1, 2].map(|i| f32::from_bits(v[i]))))
                .collect(),
        );
        rest = after;
    }
    Ok(parts)
}

/// Returns the words of a level file.
fn words_of_file(file: &Path) -> Result<Vec<u32>> {
    let data = sidle_io::read_level(file)?;
    let mut words = vec![1, data.triangles.len() as u32];
    for corner in data.triangles.iter().flatten() {
        words.extend(data.vertices[*corner as usize].map(f32::to_bits));
    }
    Ok(words)
}
