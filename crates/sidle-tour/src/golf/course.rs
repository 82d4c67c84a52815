//! The hole: its ground, tee and cup.

use std::path::Path;

use anyhow::{Context, Result};
use sidle::{
    Diagonal, HeightField, HeightGrid, Material, MaterialId, QueryFilter, Vec3, World, WorldBuilder,
    WorldVector,
};
use sidle_scenes::generate;

/// Radius of the green around the cup, and distance at which the ground reaches the full height of
/// its hills, in metres.
pub(crate) const GREEN: f32 = 9.0;
const HILLS: f32 = 24.0;

/// Radius of the cup in metres.
pub(crate) const CUP: f32 = 0.054;

/// Maximum speed in m/s at which a ball drops into the cup. During a fall by its radius, sqrt(2 r /
/// g), a slower ball does not cross the cup less its own radius.
pub(crate) const DROPS_BELOW: f32 = 1.3;

/// Surface below the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lie {
    Green,
    Fairway,
}

impl Lie {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Fairway => "fairway",
        }
    }

    /// Returns the rolling resistance of the surface.
    pub(crate) fn resistance(self) -> f32 {
        match self {
            Self::Green => 0.06,
            Self::Fairway => 0.3,
        }
    }
}

/// A hole of golf, in metres with y up. The map shows x to the right and z down.
pub(crate) struct Course {
    pub(crate) name: String,
    pub(crate) world: World,
    /// Tee, and foot of the flag, on the ground.
    pub(crate) tee: Vec3,
    pub(crate) cup: Vec3,
    /// Minimum and maximum corner of the ground.
    pub(crate) bounds: (Vec3, Vec3),
}

/// A ground of triangles.
struct Terrain {
    name: String,
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Course {
    /// Returns the built-in hole with a number. It is the same on every machine.
    pub(crate) fn open(hole: u64) -> Result<Self> {
        Self::on(built_in(hole))
    }

    /// Opens a hole on a 16-bit height map, with its scale in the JSON file beside it.
    pub(crate) fn on_heightmap(path: &Path) -> Result<Self> {
        Self::on(heightmap(path)?).with_context(|| path.display().to_string())
    }

    fn on(mut terrain: Terrain) -> Result<Self> {
        let (low, high) = box_of(&terrain.vertices);
        let size = high - low;
        let at = |u: f32, v: f32| Vec3::new(low.x + u * size.x, 0.0, low.z + v * size.z);
        let (tee, cup) = (at(0.12, 0.7), at(0.85, 0.35));
        let flag = nearest(&terrain.vertices, cup);
        level_the_green(&mut terrain.vertices, flag);
        let mut builder = WorldBuilder::new();
        let grass = |friction, restitution| Material { friction, restitution, ..Material::default() };
        let green = builder.add_material(grass(0.5, 0.3));
        let fairway = builder.add_material(grass(0.6, 0.45));
        let lies: Vec<MaterialId> = terrain
            .triangles
            .iter()
            .map(
                |t| if flat_distance(terrain.vertices[t[0] as usize], cup) < GREEN { green } else { fairway },
            )
            .collect();
        builder.add_mesh(&terrain.vertices, &terrain.triangles, &lies);
        let world = builder.build().context("the ground of the hole")?;
        let bounds = box_of(&terrain.vertices);
        let mut course = Self { name: terrain.name, world, tee, cup, bounds };
        (course.tee.y, course.cup.y) = (
            course.ground_at(tee).context("no ground at the tee")?,
            course.ground_at(cup).context("no ground at the hole")?,
        );
        Ok(course)
    }

    /// Returns the height of the ground at a position.
    pub(crate) fn ground_at(&self, place: impl WorldVector) -> Option<f32> {
        let top = self.bounds.1.y + 1.0;
        let fall = top - self.bounds.0.y + 1.0;
        let above = place.to_dvec3().with_y(f64::from(top));
        let hit = self.world.cast_ray(above, Vec3::NEG_Y * fall, &QueryFilter::ALL);
        hit.map(|h| h.point.y as f32)
    }

    pub(crate) fn lie_at(&self, place: impl WorldVector) -> Lie {
        if self.to_the_hole(place) < GREEN { Lie::Green } else { Lie::Fairway }
    }

    /// Returns the horizontal distance to the hole in metres.
    pub(crate) fn to_the_hole(&self, place: impl WorldVector) -> f32 {
        let way = place.to_dvec3() - self.cup.as_dvec3();
        way.with_y(0.0).length() as f32
    }
}

/// Generates the ground of a built-in hole.
fn built_in(hole: u64) -> Terrain {
    let level = generate::hills(hole, 168.0, 3.0);
    let vertices = level.vertices.iter().map(|&v| v.into()).collect();
    Terrain { name: format!("hole {hole}"), vertices, triangles: level.triangles }
}

fn heightmap(path: &Path) -> Result<Terrain> {
    let map = sidle_io::read_heightmap_with_scale(path)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().replace(".heightmap", "");
    let (base, step, scale) = (map.base(), map.step(), map.scale);
    let grid = HeightGrid {
        columns: map.columns,
        rows: map.rows,
        cell_x: scale.cell_x,
        cell_z: scale.cell_z,
        origin: Vec3::ZERO,
    };
    let diagonal = if scale.anti_diagonal { Diagonal::Anti } else { Diagonal::Main };
    let field = HeightField::quantized(grid, map.samples, base, step)
        .with_context(|| path.display().to_string())?
        .with_diagonals(|_, _| diagonal);
    let (vertices, triangles) = field.to_triangles();
    Ok(Terrain { name, vertices, triangles })
}

fn box_of(vertices: &[Vec3]) -> (Vec3, Vec3) {
    vertices.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), &v| (low.min(v), high.max(v)))
}

pub(crate) fn flat_distance(a: Vec3, b: Vec3) -> f32 {
    Vec3::new(a.x - b.x, 0.0, a.z - b.z).length()
}

fn nearest(vertices: &[Vec3], place: Vec3) -> Vec3 {
    let by_distance = |a: &&Vec3, b: &&Vec3| flat_distance(**a, place).total_cmp(&flat_distance(**b, place));
    vertices.iter().min_by(by_distance).copied().unwrap_or(place)
}

/// Flattens the hills around the cup to a sixth of their height, so that putts stop.
fn level_the_green(vertices: &mut [Vec3], cup: Vec3) {
    for v in vertices {
        let t = ((flat_distance(*v, cup) - GREEN) / (HILLS - GREEN)).clamp(0.0, 1.0);
        let share = 1.0 / 6.0 + 5.0 / 6.0 * t * t * (3.0 - 2.0 * t);
        v.y = cup.y + (v.y - cup.y) * share;
    }
}
