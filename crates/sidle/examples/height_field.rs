//! A terrain of 16-bit heights with a hole in it, and a walker that crosses it.
//!
//! `cargo run -p sidle --example height_field`

use sidle::{
    DVec3, Diagonal, HeightField, HeightGrid, Material, Motion, MoveConfig, QueryFilter, Scratch, Shape,
    Vec3, WorldBuilder,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // 129 x 129 samples, a metre apart: hills up to 4 m. One unit of a sample is a centimetre.
    let size = 129;
    let grid = HeightGrid {
        columns: size,
        rows: size,
        cell_x: 1.0,
        cell_z: 1.0,
        origin: Vec3::new(-64.0, 0.0, -64.0),
    };
    let wave = |i: u32| {
        let t = f64::from(i % 32) / 16.0 - 1.0;
        (1.0 - t * t) * (1.0 - t * t)
    };
    let samples = (0..size * size).map(|i| (200.0 * (wave(i % size) + wave(i / size + 9))) as u16).collect();
    let field = HeightField::quantized(grid, samples, 0.0, 0.01)?
        .with_holes(|column, row| (100..104).contains(&column) && (100..104).contains(&row))
        .with_diagonals(|column, row| if (column + row) % 2 == 0 { Diagonal::Main } else { Diagonal::Anti });
    let bytes = field.memory_bytes() as f64 / (128.0 * 128.0);
    assert!(bytes < 4.0 && field.height_at(38.0, 38.0).is_none());

    let mut builder = WorldBuilder::new();
    let grass = builder.add_material(Material { friction: 0.2, ..Material::default() });
    builder.add_height_field(field.clone(), grass);
    let world = builder.build()?;

    // Places the body on the ground with a cast from above.
    let body = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
    let (high, down) = (DVec3::new(-50.0, 20.0, -50.0), DVec3::Y * -30.0);
    let ground = world.cast_shape(&body, high, down, &QueryFilter::ALL).ok_or("no ground")?;
    let mut position = high + down * ground.fraction + DVec3::Y * 0.01;

    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    for _ in 0..20 * 60 {
        let motion = Motion::velocity(Vec3::new(4.0, -2.0, 3.0), 1.0 / 60.0);
        position = world.move_and_slide(&mut scratch, &body, position, motion, &config).position;
        let ground = field.height_at(position.x as f32, position.z as f32).ok_or("walked into the hole")?;
        assert!(position.y > f64::from(ground), "{position} is below {ground}");
    }
    assert!(position.x > -10.0, "it got nowhere: {position}");
    println!("{bytes:.2} bytes a cell; walked to {position}, {} touches at the end", scratch.hits().len());
    Ok(())
}
