//! A door that opens: polygons are removed from a world and added again while the game runs, with
//! either index.
//!
//! `cargo run -p sidle --example editing`

use sidle::{
    BuildError, IndexKind, MaterialId, Motion, MoveConfig, Outcome, QueryFilter, Shape, Vec3, World,
    WorldBuilder,
};

/// Returns a wall across x = 0 with a gap of a metre, and a door of one polygon in the gap.
fn level(index: IndexKind) -> Result<(World, [Vec3; 4]), BuildError> {
    let pane = |from: f32, to: f32| {
        [[from, 0.0], [to, 0.0], [to, 2.0], [from, 2.0]].map(|[z, y]| Vec3::new(0.0, y, z))
    };
    let mut builder = WorldBuilder::new();
    builder.set_index(index);
    builder.add_polygon(&pane(-9.0, -0.5), MaterialId(0)).add_polygon(&pane(0.5, 9.0), MaterialId(0));
    Ok((builder.build()?, pane(-0.5, 0.5)))
}

fn main() -> Result<(), BuildError> {
    for index in [IndexKind::Bvh, IndexKind::Octree] {
        let (mut world, pane) = level(index)?;
        let walk = |world: &World| -> Outcome {
            let (body, from) = (Shape::ellipsoid(Vec3::new(0.3, 0.9, 0.3)), Vec3::new(-2.0, 1.0, 0.0));
            world
                .move_once(&body, from, Motion::displacement(Vec3::X * 4.0, 1.0), &MoveConfig::default())
                .outcome
        };
        let door = world.add_polygon(&pane, MaterialId(0))?;
        assert!((walk(&world).position.x + 0.301).abs() < 1e-4, "shut");

        assert!(world.remove_polygon(door));
        assert_eq!(walk(&world).position.x, 2.0, "open");

        // Closes the door with a new polygon. Ids are never used twice.
        let again = world.add_polygon(&pane, MaterialId(0))?;
        assert_ne!(again, door);
        let hit = world.cast_ray(Vec3::new(-1.0, 1.0, 0.0), Vec3::X * 2.0, &QueryFilter::ALL);
        assert_eq!(hit.map(|h| h.surface.polygon), Some(again));
        println!(
            "{index:?}: the door is polygon {} of {}, version {} of the world, {} bytes",
            again.index(),
            world.polygon_count(),
            world.version(),
            world.memory_bytes()
        );
    }
    Ok(())
}
