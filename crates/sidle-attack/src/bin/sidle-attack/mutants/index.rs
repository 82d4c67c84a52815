//! Compares the results of the indexes (tree, octree, height field) with brute force over all
//! triangles.

use sidle::{
    HeightField, HeightGrid, IndexKind, MaterialId, Motion, Quat, QueryFilter, Scratch, Shape, Vec3, World,
    WorldBuilder,
};
use sidle_attack::metamorphic::{Change, Map};
use sidle_attack::verdict::{body_of, wide};
use sidle_judge::Judge;
use sidle_scenes::{Level, SplitMix64, generate};

use super::catchers::Cases;

/// Checks nearest surfaces, overlaps, rays and casts in three levels with both indexes, and in a
/// height field.
pub(crate) fn finds_everything(cases: &mut Cases) -> Result<(), String> {
    let levels = [generate::soup(3, 700), generate::hall(5, 1_500), generate::terrain(5, 900)];
    for level in &levels {
        for index in [IndexKind::Bvh, IndexKind::Octree] {
            let world = Change::Nothing.world(level, &Map::default(), index).world;
            let box_of = level.bounds();
            look(&world, level, box_of, cases).map_err(|e| format!("{} in {index:?}: {e}", level.name))?;
        }
    }
    let (world, level) = field()?;
    let box_of = level.bounds();
    look(&world, &level, box_of, cases).map_err(|e| format!("height field: {e}"))
}

fn look(
    world: &World,
    level: &Level,
    (low, high): ([f32; 3], [f32; 3]),
    cases: &mut Cases,
) -> Result<(), String> {
    let judge = Judge::new(&level.vertices, &level.triangles);
    let mut rng = SplitMix64::new(4);
    let mut place = || Vec3::from([0, 1, 2].map(|k| rng.range(f64::from(low[k]), f64::from(high[k])) as f32));
    let mut scratch = Scratch::default();
    for i in 0..600 {
        cases.count();
        let (from, to) = (place(), place());
        let way = (to - from) * if i % 2 == 0 { 1.0 } else { 0.1 };
        let shape = shape(i);
        let body = body_of(&shape);
        let gap = judge.clearance(&body, wide(from), 1.0).gap;
        let overlaps = world.overlaps(&shape, from, &QueryFilter::ALL);
        if gap.abs() > 1e-6 && overlaps != (gap < 0.0) {
            return Err(format!("{from}: overlaps is {overlaps}, the gap is {gap}"));
        }
        // Within 10 nm of the boundary edge of a triangle, both answers are correct.
        let ray = world.cast_ray(from, way, &QueryFilter::ALL).map(|h| h.fraction);
        let far = judge.ray(wide(from), wide(way)).map(|m| m / f64::from(way.length())).filter(|t| *t <= 1.0);
        let off = (ray.unwrap_or(1.0) - far.unwrap_or(1.0)).abs();
        if off > 1e-5 {
            return Err(format!("a ray from {from} by {way}: {ray:?}, not {far:?}"));
        }
        if overlaps {
            continue;
        }
        let free = world.cast_shape(&shape, from, way, &QueryFilter::ALL).map_or(1.0, |h| h.fraction);
        let stop = wide(from.as_dvec3() + way.as_dvec3() * free);
        let deep = judge.path_clearance(&body, wide(from), stop, 1.0).gap;
        let end = world.move_and_slide(
            &mut scratch,
            &shape,
            from,
            Motion::displacement(way, 1.0),
            &sidle::MoveConfig::default(),
        );
        let end = judge.clearance(&body, wide(end.position), 1.0).gap;
        if deep < -1e-5 || end < 0.0 {
            return Err(format!("from {from} by {way}: {deep} on the way of a cast, {end} after a move"));
        }
    }
    Ok(())
}

/// Returns the shape of query number `i`: a ball, an upright or rotated capsule, or a segment.
fn shape(i: usize) -> Shape {
    let radius = 0.05 + 0.3 * (i % 7) as f32 / 7.0;
    let turn = Quat::from_xyzw(0.3, -0.2, 0.1 * (i % 11) as f32, 0.7);
    match i % 4 {
        0 => Shape::sphere(radius),
        1 => Shape::capsule(radius, 4.0 * radius),
        2 => Shape::capsule(radius, 5.0 * radius).with_rotation(turn),
        _ => Shape::capsule(0.0, 4.0 * radius).with_rotation(turn),
    }
}

/// Returns a bumpy field of 40 x 40 cells, and its triangles as a level.
fn field() -> Result<(World, Level), String> {
    let mut rng = SplitMix64::new(6);
    let heights: Vec<f32> = (0..41 * 41).map(|_| rng.range(0.0, 1.2) as f32).collect();
    let grid =
        HeightGrid { columns: 41, rows: 41, cell_x: 0.5, cell_z: 0.7, origin: Vec3::new(-9.0, 1.0, -11.0) };
    let field = HeightField::new(grid, heights).map_err(|e| e.to_string())?;
    let (vertices, triangles) = field.to_triangles();
    let vertices = vertices.iter().map(|v| v.to_array()).collect();
    let level = Level { name: "field".into(), vertices, triangles, ..Level::default() };
    let mut builder = WorldBuilder::new();
    builder.add_height_field(field, MaterialId(0));
    Ok((builder.build().map_err(|e| e.to_string())?, level))
}
