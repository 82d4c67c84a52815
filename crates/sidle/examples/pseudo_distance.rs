//! A body of your own: a dumbbell, given only by its distance function.
//!
//! `cargo run -p sidle --example pseudo_distance`

use sidle::sdf::{Scene, Sdf, SdfScratch};
use sidle::{DVec3, Motion, MoveConfig, QueryFilter, StopReason, Vec3, World};

/// Two balls at the ends of a bar along x.
struct Dumbbell;

impl Sdf for Dumbbell {
    fn distance(&self, p: DVec3) -> f64 {
        let ball = |x: f64| (p - DVec3::new(x, 0.0, 0.0)).length() - 0.3;
        let beyond = (p.x.abs() - 0.6).max(0.0);
        let bar = DVec3::new(beyond, p.y, p.z).length() - 0.1;
        // The minimum is the distance function of a union. It is at most the true distance, and
        // 1-Lipschitz.
        bar.min(ball(-0.6)).min(ball(0.6))
    }

    fn bounding_radius(&self) -> f64 {
        0.9
    }
}

fn main() -> Result<(), sidle::BuildError> {
    // A floor, and across it a kerb 0.15 m high and 0.4 m wide. The bar passes over the kerb; a
    // ball would not.
    let ring = |y: f32, x: f32| [(-x, -9.0), (-x, 9.0), (x, 9.0), (x, -9.0)].map(|(x, z)| Vec3::new(x, y, z));
    let vertices = [ring(0.0, 9.0), ring(0.0, 0.2), ring(0.15, 0.2)].concat();
    let quads: [[u32; 4]; 4] = [[0, 1, 2, 3], [8, 9, 10, 11], [4, 5, 9, 8], [6, 7, 11, 10]];
    let triangles: Vec<[u32; 3]> = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let world = World::from_triangles(&vertices, &triangles)?;

    let (scene, mut scratch, config) = (Scene::new(&world), SdfScratch::default(), MoveConfig::default());
    let (mut at, dt) = (DVec3::new(0.0, 0.31, 0.0), 1.0 / 60.0);
    for step in 0..120 {
        let motion = Motion::velocity(Vec3::new(1.0, -2.0, 0.5), dt);
        let end = scene.move_and_slide(&mut scratch, &Dumbbell, at, motion, &config);
        assert!(end.reason != StopReason::StartedInside);
        at = end.position;
        let free = scene.clearance(&mut scratch, &Dumbbell, at, 0.01, &QueryFilter::ALL);
        assert!(free >= 0.0, "the function that moves it says that it is free");
        if step % 20 == 0 {
            println!("{at}: {:?}, {} hits, {:.4} m clear", end.reason, scratch.hits().len(), free);
        }
    }
    // It straddles the kerb: both balls stand on the floor, and the side of the kerb stops the left
    // ball.
    assert!((at.y - 0.301).abs() < 1e-3, "{at}");
    let reach = (0.301_f64.powi(2) - 0.151_f64.powi(2)).sqrt();
    assert!((at.x - (0.6 - 0.2 - reach)).abs() < 2e-3, "{at}");
    println!("it straddles the kerb at {at}");
    Ok(())
}
