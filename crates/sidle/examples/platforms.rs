//! A character that rides a lift, a train and a turntable.
//!
//! `cargo run -p sidle --example platforms`

use sidle::{
    BuildError, CharacterConfig, CharacterInput, CharacterState, DVec3, InstanceId, InstanceOptions,
    MaterialId, Pose, PoseSet, Quat, Scratch, Vec3, World,
};

const STEP: f32 = 1.0 / 60.0;

/// Adds a box of this half size.
fn add(world: &mut World, half: Vec3, pose: &Pose) -> Result<InstanceId, BuildError> {
    let mut builder = world.geometry_builder();
    builder.add_box(half, MaterialId(0));
    let geometry = world.add_geometry(builder)?;
    Ok(world.add_instance(geometry, pose, InstanceOptions::default()).expect("a valid pose"))
}

/// Lets a character stand on one box that follows `path` for two seconds. Returns where it ends.
fn ride(name: &str, half: Vec3, feet: Vec3, path: impl Fn(f32) -> Pose) -> Result<DVec3, BuildError> {
    let mut world = World::default();
    let id = add(&mut world, half, &path(0.0))?;
    let (config, mut scratch) = (CharacterConfig::default(), Scratch::default());
    let mut hero = CharacterState::at(feet);
    for step in 0..120_u8 {
        let time = f32::from(step) * STEP;
        let mut poses = PoseSet::default();
        poses.add(id, path(time), path(time + STEP));
        world.set_poses(&poses).expect("valid poses");
        let report = world.step_character(&mut scratch, &config, &mut hero, &CharacterInput::default(), STEP);
        if step % 30 == 29 {
            let (at, speed) = (hero.position, report.ground_velocity.length());
            println!(
                "{name:<10} {:5.2} s  at {:6.3} {:6.3} {:6.3}, carried at {speed:5.2} m/s",
                time + STEP,
                at.x,
                at.y,
                at.z
            );
        }
    }
    Ok(hero.position)
}

fn main() -> Result<(), BuildError> {
    let plate = Vec3::new(2.0, 0.1, 2.0);
    let stands = Vec3::Y * 0.1;
    let lift = ride("lift", plate, stands, |t| Pose::at(Vec3::Y * 2.0 * t))?;
    let train = ride("train", plate, stands, |t| Pose::at(Vec3::X * 20.0 * t))?;
    // One turn in two seconds, 1.5 m from the centre.
    let table = ride("turntable", plate, stands + Vec3::X * 1.5, |t| {
        Pose::IDENTITY.with_rotation(Quat::from_rotation_y(std::f32::consts::PI * t))
    })?;
    assert!((lift - DVec3::Y * 4.1).length() < 1e-3);
    assert!((train - DVec3::new(40.0, 0.1, 0.0)).length() < 1e-3);
    assert!((table - DVec3::new(1.5, 0.1, 0.0)).length() < 2e-3);
    Ok(())
}
