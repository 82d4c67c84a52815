//! A hall and a cellar, connected by a hatch: visible sectors, and a move that sees both sides of
//! the hatch.
//!
//! `cargo run -p sidle --example sectors`

use sidle::{DVec3, MaterialId, Motion, MoveConfig, QueryFilter, Scratch, Shape, Vec3, WorldBuilder};

/// Returns a horizontal rectangle at height `y` that faces up.
fn slab(y: f32, [x0, x1]: [f32; 2], [z0, z1]: [f32; 2]) -> [Vec3; 4] {
    [Vec3::new(x0, y, z1), Vec3::new(x1, y, z1), Vec3::new(x1, y, z0), Vec3::new(x0, y, z0)]
}

fn main() -> Result<(), sidle::BuildError> {
    let mut builder = WorldBuilder::new();
    let hall = builder.add_sector("hall", Vec3::new(-5.0, 0.0, -5.0), Vec3::new(5.0, 4.0, 5.0));
    let cellar = builder.add_sector("cellar", Vec3::new(-5.0, -3.0, -5.0), Vec3::new(5.0, 0.0, 5.0));
    let tower = builder.add_sector("tower", Vec3::new(20.0, 0.0, -5.0), Vec3::new(30.0, 40.0, 5.0));

    // The floor of the hall, with a hatch of 2 m. A body can reach each sheet from above and below,
    // so the sheets belong to no sector.
    for (xs, zs) in [
        ([-5.0, -1.0], [-5.0, 5.0]),
        ([1.0, 5.0], [-5.0, 5.0]),
        ([-1.0, 1.0], [-5.0, -1.0]),
        ([-1.0, 1.0], [1.0, 5.0]),
    ] {
        builder.add_polygon(&slab(0.0, xs, zs), MaterialId(0));
    }
    builder.add_portal(hall, cellar, &slab(0.0, [-1.0, 1.0], [-1.0, 1.0]));
    builder.set_sector(Some(cellar)).add_polygon(&slab(-3.0, [-5.0, 5.0], [-5.0, 5.0]), MaterialId(0));
    builder.set_sector(Some(tower)).add_polygon(&slab(0.0, [20.0, 30.0], [-5.0, 5.0]), MaterialId(0));
    let world = builder.build()?;
    let sectors = world.sectors();

    // The cellar is visible from the hall; the tower is not.
    assert_eq!(sectors.visible(hall), sectors.set([hall, cellar]));
    let limited = QueryFilter::ALL.within(sectors.visible(hall));
    assert!(world.cast_ray(Vec3::Y, Vec3::NEG_Y * 9.0, &limited).is_some_and(|h| h.point.y == -3.0));

    // A ball falls through the hatch. Each step is limited to the sectors that it can reach.
    let (ball, mut scratch, mut position) = (Shape::sphere(0.5), Scratch::default(), DVec3::Y * 3.0);
    let mut saw_both = 0;
    for _ in 0..40 {
        let (motion, config) = (Vec3::NEG_Y * 0.2, MoveConfig::default());
        let reached = world.sectors_of_move(&ball, position, Motion::displacement(motion, 1.0), &config);
        saw_both += u32::from(reached.len() == 2);
        let config = MoveConfig { filter: QueryFilter::ALL.within(reached), ..config };
        position = world
            .move_and_slide(&mut scratch, &ball, position, Motion::displacement(motion, 1.0), &config)
            .position;
    }
    println!("the ball lies at {position}; {saw_both} steps saw hall and cellar");
    assert!((position.y - -2.499).abs() < 1e-4 && saw_both >= 6);
    assert_eq!(sectors.at(position), sectors.set([cellar]));
    Ok(())
}
