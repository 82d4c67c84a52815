//! Levels for a soak: a world, the same triangles for the judge, and places to start at.

use std::f64::consts::{FRAC_PI_2, PI};

use sidle::{
    DQuat, DVec3, HeightField, HeightGrid, IndexKind, Material, MaterialId, Sides, Vec3, World, WorldBuilder,
};
use sidle_judge::{Body, Judge};
use sidle_scenes::{Level, SplitMix64, generate};

use super::courses::courses;
use super::plan::rotation;
use crate::verdict::wide;

/// Names of the levels that are generated from a seed: closed ones first, then terrain. `field` and
/// `holes` are height fields.
pub const GENERATED: [&str; 7] = ["hall", "soup", "rooms", "terrain", "hills", "field", "holes"];

/// Names of the generated levels for characters.
pub const GENERATED_FOR_CHARACTERS: [&str; 11] = [
    "courses", "hall", "courses", "rooms", "courses", "terrain", "courses", "hills", "field", "holes", "soup",
];

/// Number of start places to search for in a level without spawns.
const SPAWNS: usize = 48;

/// One level of a soak. Every surface is solid from both sides, for the judge as well.
pub struct Arena {
    /// Name of the level.
    pub name: String,
    /// The level as the library sees it.
    pub world: World,
    /// The level as the judge sees it.
    pub judge: Judge,
    /// Lower and upper corner of the bounding box, in metres.
    pub bounds: (DVec3, DVec3),
    /// Places to start at, each free or nearly free for a ball of 0.4 m. The judge checks them
    /// again for every shape.
    pub spawns: Vec<DVec3>,
    /// True if a mover that starts at a spawn can never leave the bounds.
    pub closed: bool,
    /// True if the level is tens of kilometres from the origin.
    pub is_far: bool,
    /// The rotation that turns +y to the up vector of the level.
    pub turn: DQuat,
    /// The enclosed parts of a level that may be open.
    pub enclosure: Option<Enclosure>,
}

/// Tells which places are connected with the outside of a level.
pub struct Enclosure {
    /// Smallest half length in metres of the bodies that this holds for.
    pub least_radius: f32,
    /// Returns true if a place is connected with the outside. A mover that starts where this is
    /// false never reaches a place where it is true.
    pub leads_out: Box<dyn Fn(DVec3) -> bool + Send + Sync>,
}

impl Arena {
    /// Returns the unit vector that points up, against gravity.
    #[must_use]
    pub fn up(&self) -> Vec3 {
        (self.turn * DVec3::Y).normalize().as_vec3()
    }
}

/// Generates the level with this name. `variant` 0, 1, 2.. are different levels of one kind.
/// Returns `None` for an unknown name.
#[must_use]
pub fn generated(name: &str, seed: u64, variant: u64) -> Option<Arena> {
    generate_turned(name, seed, variant, DQuat::IDENTITY)
}

/// Generates the level with this name for characters: as [`generated`], but in two of five variants
/// +y is not up. Height fields are never turned.
#[must_use]
pub fn generated_for_characters(name: &str, seed: u64, variant: u64) -> Option<Arena> {
    let mut rng = SplitMix64::new(SplitMix64::new(seed ^ 0x7a11).next_u64() ^ variant);
    let turn = match variant % 5 {
        2 => DQuat::from_rotation_x(FRAC_PI_2),
        4 if rng.below(4) == 0 => DQuat::from_rotation_z(PI),
        4 => rotation(&mut rng).as_dquat().normalize(),
        _ => DQuat::IDENTITY,
    };
    generate_turned(name, seed, variant, turn)
}

fn generate_turned(name: &str, seed: u64, variant: u64, turn: DQuat) -> Option<Arena> {
    let mut rng = SplitMix64::new(SplitMix64::new(seed ^ 0x50a6).next_u64() ^ variant);
    let level_seed = rng.next_u64();
    let triangles = [4_000, 9_000, generate::DEFAULT_TRIANGLES][rng.below(3)];
    let index = if variant % 4 == 3 { IndexKind::Octree } else { IndexKind::Bvh };
    let is_far = variant % 3 == 1;
    let place = Placement { is_far, turn };
    match name {
        "hall" => Some(of_level(name, &generate::hall(level_seed, triangles), index, place, &mut rng)),
        "soup" => Some(of_level(name, &generate::soup(level_seed, triangles), index, place, &mut rng)),
        "rooms" => {
            Some(of_level(name, &generate::rooms(level_seed, [3, 3], 6).level, index, place, &mut rng))
        }
        "courses" => Some(of_level(name, &courses(level_seed), index, place, &mut rng)),
        "terrain" => Some(of_level(name, &generate::terrain(level_seed, triangles), index, place, &mut rng)),
        "hills" => {
            // One in four is a putting green with twice the resolution.
            let green = variant % 4 == 1;
            let level = if green {
                generate::green(level_seed, 20.0, 0.5)
            } else {
                generate::hills(level_seed, 48.0, 4.0)
            };
            Some(of_level(name, &level, index, place, &mut rng))
        }
        "field" => Some(of_height_field(name, field(is_far, &mut rng), rng.next_u64())),
        "holes" => {
            let mut lots = SplitMix64::new(level_seed);
            let field = field(is_far, &mut rng).with_holes(|_, _| lots.below(9) == 0);
            Some(of_height_field(name, field, rng.next_u64()))
        }
        _ => None,
    }
}

/// Creates an arena from a triangle mesh of one material, for levels from files. `spawns` must be
/// free.
///
/// # Errors
/// The errors of [`World::from_triangles`].
pub fn of_mesh(
    name: &str,
    vertices: &[[f32; 3]],
    triangles: &[[u32; 3]],
    spawns: Vec<DVec3>,
) -> Result<Arena, sidle::BuildError> {
    let corners: Vec<Vec3> = vertices.iter().map(|&v| Vec3::from(v)).collect();
    let mut builder = WorldBuilder::new();
    let material = builder.add_material(Material { restitution: 0.5, ..Material::default() });
    builder.add_triangles(&corners, triangles, material);
    let world = builder.build()?;
    let bounds = world.bounds().unwrap_or_default();
    let judge = Judge::new(vertices, triangles);
    let name = name.to_owned();
    Ok(Arena {
        name,
        world,
        judge,
        bounds,
        spawns,
        closed: false,
        is_far: false,
        turn: DQuat::IDENTITY,
        enclosure: None,
    })
}

/// Where a level is.
#[derive(Clone, Copy)]
struct Placement {
    is_far: bool,
    turn: DQuat,
}

/// Far from the origin, the corners of a level are rounded by up to 2 cm.
fn of_level(name: &str, level: &Level, index: IndexKind, place: Placement, rng: &mut SplitMix64) -> Arena {
    let Placement { is_far, turn } = place;
    let shift = if is_far { far_place(rng) } else { Vec3::ZERO };
    let moved = |v: &[f32; 3]| (turn * Vec3::from(*v).as_dvec3()).as_vec3() + shift;
    let mut spawns: Vec<DVec3> = level.spawns.iter().map(|spawn| moved(spawn).as_dvec3()).collect();
    if spawns.is_empty() {
        let found = over_ground(&Judge::new(&level.vertices, &level.triangles), rng);
        spawns = found.iter().map(|place| moved(&place.to_array()).as_dvec3()).collect();
    }
    let vertices: Vec<Vec3> = level.vertices.iter().map(moved).collect();
    let mut builder = WorldBuilder::new();
    builder.set_index(index);
    let ids: Vec<MaterialId> = level
        .materials
        .iter()
        .map(|m| {
            // Every level has a surface that bounces.
            let restitution = if m.restitution > 0.0 { m.restitution } else { 0.5 };
            builder.add_material(Material {
                friction: m.friction,
                restitution,
                sides: Sides::Two,
                layer: m.layer,
                surface_velocity: m.velocity.into(),
            })
        })
        .collect();
    let material = |i: usize| ids[usize::from(level.triangle_materials.get(i).copied().unwrap_or(0))];
    let materials: Vec<MaterialId> = (0..level.triangles.len()).map(material).collect();
    builder.add_mesh(&vertices, &level.triangles, &materials);
    let world = builder.build().expect("generated levels are sound");
    let corners: Vec<[f32; 3]> = vertices.iter().map(|v| v.to_array()).collect();
    let judge = Judge::new(&corners, &level.triangles);
    let bounds = world.bounds().unwrap_or_default();
    Arena {
        name: name.to_owned(),
        world,
        judge,
        bounds,
        spawns,
        closed: level.closed,
        is_far,
        turn,
        enclosure: None,
    }
}

fn far_place(rng: &mut SplitMix64) -> Vec3 {
    let far = [4_096.0, 65_536.0, 262_144.0][rng.below(3)];
    [Vec3::X, Vec3::new(-1.0, 0.25, 0.5), Vec3::new(0.0, 0.0, -1.0)][rng.below(3)] * far
}

/// Creates an arena with a height field as a separate instance; the judge sees its triangles.
/// `seed` determines where walkers start.
#[must_use]
pub fn of_height_field(name: &str, field: HeightField, seed: u64) -> Arena {
    let (vertices, triangles) = field.to_triangles();
    let vertices: Vec<[f32; 3]> = vertices.iter().map(|v| v.to_array()).collect();
    let judge = Judge::new(&vertices, &triangles);
    let mut builder = WorldBuilder::new();
    let turf = builder.add_material(Material { friction: 0.2, restitution: 0.5, ..Material::default() });
    builder.add_height_field(field, turf);
    let world = builder.build().expect("a height field that was made is sound");
    let bounds = world.bounds().unwrap_or_default();
    let spawns = over_ground(&judge, &mut SplitMix64::new(seed));
    let spawns = spawns.iter().map(|spawn| spawn.as_dvec3()).collect();
    let is_far = bounds.0.abs().max_element() > 4_000.0;
    let (name, turn) = (name.to_owned(), DQuat::IDENTITY);
    Arena { name, world, judge, bounds, spawns, closed: false, is_far, turn, enclosure: None }
}

/// Generates rough ground with hills, cells of 0.5 to 2 m and both diagonals. Heights are f32 or
/// quantised.
fn field(is_far: bool, rng: &mut SplitMix64) -> HeightField {
    let (size, every) = (96_usize, 8_usize);
    let cell = rng.range(0.5, 2.0) as f32;
    let rough = rng.range(0.02, 0.6);
    let hills: Vec<f64> = (0..400).map(|_| rng.range(-4.0, 4.0)).collect();
    let height = |column: usize, row: usize| {
        let (i, j) = (column / every, row / every);
        let (u, v) = ((column % every) as f64 / every as f64, (row % every) as f64 / every as f64);
        let at = |i: usize, j: usize| hills[j * 20 + i];
        let near = at(i, j) + (at(i + 1, j) - at(i, j)) * u;
        let far = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * u;
        near + (far - near) * v
    };
    let heights: Vec<f64> =
        (0..size * size).map(|k| height(k % size, k / size) + rng.range(-rough, rough)).collect();
    let half = -0.5 * cell * size as f32;
    let shift = if is_far { far_place(rng) } else { Vec3::ZERO };
    let grid = HeightGrid {
        columns: size as u32,
        rows: size as u32,
        cell_x: cell,
        cell_z: cell,
        origin: Vec3::new(half, 0.0, half) + shift,
    };
    let field = if rng.below(2) == 0 {
        HeightField::new(grid, heights.iter().map(|&y| y as f32).collect())
    } else {
        let steps = heights.iter().map(|&y| ((y + 6.0) * 1000.0) as u16).collect();
        HeightField::quantized(grid, steps, -6.0, 0.001)
    };
    let mut lots = SplitMix64::new(rng.next_u64());
    let diagonal = |_, _| if lots.below(2) == 0 { sidle::Diagonal::Main } else { sidle::Diagonal::Anti };
    field.expect("a sound grid").with_diagonals(diagonal)
}

/// Finds places one to two metres above the ground that the judge reports as free for a ball of
/// 0.42 m.
fn over_ground(judge: &Judge, rng: &mut SplitMix64) -> Vec<Vec3> {
    let Some((low, high)) = judge.bounds() else { return Vec::new() };
    let mut spawns = Vec::new();
    for _ in 0..SPAWNS * 50 {
        if spawns.len() == SPAWNS {
            break;
        }
        let [x, z] = [0, 2].map(|k| rng.range(low[k] + 2.0, high[k] - 2.0));
        let top = high[1] + 1.0;
        let Some(fall) = judge.ray([x, top, z], [0.0, -1.0, 0.0]) else { continue };
        let place = Vec3::new(x as f32, (top - fall + rng.range(1.0, 2.0)) as f32, z as f32);
        if judge.clearance(&Body::Sphere { radius: 0.42 }, wide(place), 0.0).gap >= 0.0 {
            spawns.push(place);
        }
    }
    spawns
}
