//! A ball on a height field moves as on the mesh of the same triangles, bit for bit.

use sidle::{
    Ball, BallConfig, BallState, HeightField, HeightGrid, Material, Scratch, Vec3, World, WorldBuilder,
};
use sidle_scenes::SplitMix64;

const TURF: Material = Material {
    friction: 0.4,
    restitution: 0.5,
    sides: sidle::Sides::Two,
    layer: 0,
    surface_velocity: Vec3::ZERO,
};

/// The same hills as a field and as a mesh.
fn hills(seed: u64) -> (World, World) {
    let mut rng = SplitMix64::new(seed);
    let grid =
        HeightGrid { columns: 33, rows: 29, cell_x: 0.5, cell_z: 0.6, origin: Vec3::new(-8.0, 0.0, -8.0) };
    let heights: Vec<f32> = (0..33 * 29).map(|_| rng.range(0.0, 0.25) as f32).collect();
    let field = HeightField::new(grid, heights).expect("hills");
    let (vertices, triangles) = field.to_triangles();
    let (mut on_field, mut on_mesh) = (WorldBuilder::new(), WorldBuilder::new());
    let (a, b) = (on_field.add_material(TURF), on_mesh.add_material(TURF));
    on_field.add_height_field(field, a);
    on_mesh.add_triangles(&vertices, &triangles, b);
    (on_field.build().expect("a field"), on_mesh.build().expect("a mesh"))
}

#[test]
fn g05_a_ball_on_a_height_field_has_the_bits_of_the_mesh() {
    let config = BallConfig::default();
    let (mut rested, mut hits) = (0, 0);
    for seed in 0..20 {
        let (field, mesh) = hills(seed);
        let mut rng = SplitMix64::new(100 + seed);
        let mut v = |s: f64| rng.range(-s, s) as f32;
        let mut balls = [Ball {
            velocity: Vec3::new(v(5.0), v(3.0), v(5.0)),
            ..Ball::at(Vec3::new(v(2.0), 2.0, v(2.0)))
        }; 2];
        let mut scratches = [Scratch::default(), Scratch::default()];
        for step in 0..600 {
            for ((ball, scratch), world) in balls.iter_mut().zip(&mut scratches).zip([&field, &mesh]) {
                *ball = world.step_ball(scratch, ball, 1.0 / 60.0, &config).ball;
            }
            assert_eq!(balls[0], balls[1], "seed {seed}, step {step}");
            let met = scratches
                .each_ref()
                .map(|s| s.hits().iter().map(|h| (h.surface.polygon, h.point)).collect::<Vec<_>>());
            assert_eq!(met[0], met[1], "seed {seed}, step {step}");
            hits += met[0].len();
        }
        rested += u32::from(balls[0].state == BallState::Resting);
    }
    assert!(rested >= 4 && hits > 100, "{rested} rested, {hits} hits");
}
