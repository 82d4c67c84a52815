//! A late input: the last steps are made again from a saved state, with their pose sets.
//!
//! `cargo run -p sidle --example rollback`

use sidle::{
    BuildError, CharacterConfig, CharacterInput, CharacterState, InstanceId, InstanceOptions, MaterialId,
    Pose, PoseSet, Scratch, Vec3, World,
};

/// Performs a step: a function of the world, the pose set, the state and the input.
fn make(
    world: &mut World,
    id: InstanceId,
    step: u16,
    mut hero: CharacterState,
    jump: bool,
) -> CharacterState {
    // A lift that rises by 2 cm in each step.
    let pose = |step: u16| Pose::at(Vec3::Y * (f32::from(step) * 0.02));
    let mut poses = PoseSet::default();
    poses.add(id, pose(step), pose(step + 1));
    world.set_poses(&poses).expect("valid poses");
    let input = CharacterInput { wish_velocity: Vec3::X, jump, jump_held: true, ..Default::default() };
    let (config, mut scratch) = (CharacterConfig::default(), Scratch::default());
    let _ = world.step_character(&mut scratch, &config, &mut hero, &input, 1.0 / 60.0);
    hero
}

fn main() -> Result<(), BuildError> {
    let mut world = World::default();
    let mut builder = world.geometry_builder();
    builder.add_box(Vec3::new(9.0, 0.1, 9.0), MaterialId(0));
    let plate = world.add_geometry(builder)?;
    let id = world.add_instance(plate, &Pose::IDENTITY, InstanceOptions::default()).expect("a pose");

    let (pressed, arrives) = (50, 56); // a jump arrives six steps late
    let mut known = CharacterState::at(Vec3::Y * 0.1);
    let mut hero = known;
    let mut saved = Vec::new(); // the state before each step
    for step in 0..120 {
        known = make(&mut world, id, step, known, step == pressed);
        saved.push(hero);
        hero = make(&mut world, id, step, hero, false);
        if step == arrives {
            // Back to the state before the jump, and again with what is known now.
            hero = saved[usize::from(pressed)];
            for again in pressed..=step {
                saved[usize::from(again)] = hero;
                hero = make(&mut world, id, again, hero, again == pressed);
            }
            println!("step {step}: a jump in step {pressed} arrived, and the steps since were made again");
        }
    }
    assert_eq!(hero, known, "the same bits as if the input had been known");
    println!("after 120 steps it is at {}, as if nothing had been late", hero.position);
    Ok(())
}
