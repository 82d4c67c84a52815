//! Worlds to walk in. One of them contains every kind of surface.

use sidle::{DVec3, HeightField, HeightGrid, Material, MaterialId, Sides, Vec3, World, WorldBuilder};
use sidle_scenes::{Level, SplitMix64, generate};

use super::world_of;

pub fn vector(rng: &mut SplitMix64, s: f64) -> Vec3 {
    Vec3::from([(); 3].map(|()| rng.range(-s, s) as f32))
}

/// Polygons of three to seven corners, some one-sided, on several layers, above a height field.
pub fn mixed() -> (World, Vec<DVec3>) {
    let mut rng = SplitMix64::new(3);
    let mut builder = WorldBuilder::new();
    let front = builder.add_material(Material { sides: Sides::Front, ..Material::default() });
    let other = builder.add_material(Material { layer: 3, friction: 0.3, ..Material::default() });
    for _ in 0..400 {
        let at = vector(&mut rng, 8.0) * Vec3::new(1.0, 0.25, 1.0);
        let corners = 3 + rng.below(5);
        let (u, w) = ([Vec3::X, Vec3::Y][rng.below(2)], Vec3::Z * rng.range(0.2, 1.5) as f32);
        let around = |k: usize| {
            let angle = k as f32 / corners as f32 * std::f32::consts::TAU;
            at + u * angle.cos() + w * angle.sin()
        };
        let list: Vec<Vec3> = (0..corners).map(around).collect();
        builder.add_polygon(&list, [MaterialId(0), front, other][rng.below(3)]);
    }
    let heights: Vec<f32> = (0..400).map(|_| rng.range(-2.5, -1.5) as f32).collect();
    let origin = Vec3::new(-9.5, 0.0, -9.5);
    let grid = HeightGrid { columns: 20, rows: 20, cell_x: 1.0, cell_z: 1.0, origin };
    let field = HeightField::new(grid, heights).expect("a field");
    builder.add_height_field(field, MaterialId(0));
    let starts = (0..40).map(|_| (vector(&mut rng, 7.0) * Vec3::new(1.0, 0.3, 1.0)).as_dvec3()).collect();
    (builder.build().expect("a world"), starts)
}

pub fn worlds() -> Vec<(World, Vec<DVec3>)> {
    let of =
        |level: Level| (world_of(&level), level.spawns.iter().map(|&s| Vec3::from(s).as_dvec3()).collect());
    vec![
        of(generate::hall(1, 5_000)),
        of(generate::soup(1, 5_000)),
        of(generate::terrain(1, 20_000)),
        mixed(),
    ]
}
