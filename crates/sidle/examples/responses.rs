//! One shot against one wall, under every response.
//!
//! `cargo run -p sidle --example responses`

use sidle::{
    BuildError, FrictionLaw, Material, Motion, MoveConfig, Response, Shape, StopReason, Vec3, World,
    WorldBuilder,
};

/// A wall across x = 2.
fn wall(material: Material) -> Result<World, BuildError> {
    let mut builder = WorldBuilder::new();
    let material = builder.add_material(material);
    let [a, b] = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, 9.0, -9.0)];
    builder.add_polygon(&[a, a + Vec3::Z * 18.0, b + Vec3::Z * 18.0, b], material);
    builder.build()
}

fn main() -> Result<(), BuildError> {
    let world = wall(Material { friction: 0.25, restitution: 0.5, ..Material::default() })?;
    let (ball, shot) = (Shape::sphere(0.5), Vec3::new(3.0, 0.0, 4.0));
    let fire = |config: &MoveConfig| {
        let report = world.move_once(&ball, Vec3::ZERO, Motion::displacement(shot, 1.0), config);
        let (end, hit) = (report.outcome, report.hits[0]);
        println!(
            "{:<22} ends at {:>5.2} {:>5.2}, velocity {:>5.2} {:>5.2}, {:?}",
            format!("{:?}, {:?}", config.response, config.friction_law),
            end.position.x,
            end.position.z,
            end.velocity.x,
            end.velocity.z,
            end.reason,
        );
        // The impact is the same under every response.
        assert!((hit.speed_removed - 3.0).abs() < 1e-5);
        end
    };
    let with = |response| fire(&MoveConfig { response, ..MoveConfig::default() });

    assert_eq!(with(Response::Stop).reason, StopReason::Blocked);
    // Coulomb friction removes 0.25 of the 3 m/s that the wall removes: 4 becomes 3.25.
    for response in [Response::Slide, Response::Momentum, Response::PushBack] {
        let end = with(response);
        assert!((end.velocity - Vec3::new(0.0, 0.0, 3.25)).length() < 1e-5);
    }
    // Half of the speed comes back. The impulse, and so the friction, is 1.5 times as large.
    let end = with(Response::Bounce);
    assert!((end.velocity - Vec3::new(-1.5, 0.0, 2.875)).length() < 1e-5);
    // Drag, the other law of friction, removes a share of the speed per metre of wall.
    let end = fire(&MoveConfig { friction_law: FrictionLaw::Drag, ..MoveConfig::default() });
    assert!((2.0..4.0).contains(&end.velocity.z));
    Ok(())
}
