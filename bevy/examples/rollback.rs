//! Two players over a slow network. The client predicts the other player, goes back when a late
//! input was predicted wrongly, and makes the steps again. The server waits for all inputs. After
//! 600 steps, both have the same states, bit for bit.
//!
//! `cargo run --example rollback`

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::{prelude::*, schedule::ScheduleLabel};
use bevy_math::{Quat, Vec3};
use bevy_sidle::{
    Character, CharacterInput, CharacterState, CharacterTriggers, Platform, PlatformPose, SidleLevel,
    SidleMesh, SidlePlugin, SidleSystems, sidle,
};
use bevy_time::{Time, TimePlugin};
use bevy_transform::{TransformPlugin, components::Transform};
use std::time::Duration;

/// The length of a step in seconds.
const STEP: f32 = 1.0 / 60.0;
/// Steps until an input of the other player arrives.
const DELAY: usize = 8;

/// The schedule of one step. A networking crate would run its own schedule here.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Tick;

/// The number of the step that is made.
#[derive(Resource, Default)]
struct Step(usize);

/// The number of a player.
#[derive(Component)]
struct Player(usize);

/// Everything that a step changes, and that later steps depend on.
#[derive(Clone)]
struct Saved {
    characters: Vec<(Entity, CharacterState, CharacterTriggers)>,
    platforms: Vec<(Entity, Transform, PlatformPose)>,
}

struct Game {
    app: App,
    /// The state before each step.
    saved: Vec<Saved>,
}

impl Game {
    fn new() -> Self {
        let mut app = App::new();
        app.init_schedule(Tick)
            .add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
            .add_plugins(SidlePlugin::new(Tick).with_levels_at_once())
            .init_resource::<Step>()
            .add_systems(Tick, drive.before(SidleSystems::Platforms));
        let world = app.world_mut();
        world.spawn((SidleLevel, SidleMesh::cuboid(Vec3::new(30.0, 0.5, 30.0)), at(0.0, -0.5, 0.0)));
        world.spawn((SidleLevel, SidleMesh::cuboid(Vec3::new(1.0, 0.3, 4.0)), at(4.0, 0.0, 0.0)));
        world.spawn((Platform::default(), SidleMesh::cuboid(Vec3::new(2.0, 0.1, 2.0)), at(0.0, 0.1, 0.0)));
        for player in 0..2 {
            world.spawn((Player(player), Character::default(), at(player as f32 * 2.0 - 1.0, 0.3, 0.0)));
        }
        // The first frame builds the level. The steps are made by hand.
        app.update();
        Self { app, saved: Vec::new() }
    }

    /// Performs step number `step` with the inputs of both players.
    fn step(&mut self, step: usize, inputs: [sidle::CharacterInput; 2]) {
        self.saved.truncate(step);
        let saved = self.save();
        self.saved.push(saved);
        let world = self.app.world_mut();
        world.resource_mut::<Step>().0 = step;
        for (player, mut input) in world.query::<(&Player, &mut CharacterInput)>().iter_mut(world) {
            input.0 = inputs[player.0];
        }
        world.resource_mut::<Time>().advance_by(Duration::from_secs_f32(STEP));
        world.run_schedule(Tick);
    }

    fn save(&mut self) -> Saved {
        let world = self.app.world_mut();
        let mut characters = world.query::<(Entity, &CharacterState, &CharacterTriggers)>();
        let mut platforms = world.query::<(Entity, &Transform, &PlatformPose)>();
        let characters =
            characters.iter(world).map(|(entity, state, inside)| (entity, *state, inside.clone()));
        let characters = characters.collect();
        let platforms = platforms.iter(world).map(|(entity, transform, pose)| (entity, *transform, *pose));
        Saved { characters, platforms: platforms.collect() }
    }

    fn restore(&mut self, saved: Saved) {
        for (entity, state, triggers) in saved.characters {
            self.app.world_mut().entity_mut(entity).insert((state, triggers));
        }
        for (entity, transform, pose) in saved.platforms {
            self.app.world_mut().entity_mut(entity).insert((transform, pose));
        }
    }

    /// Every bit of both characters before a step.
    fn bits(&self, step: usize) -> Vec<Vec<u8>> {
        self.saved[step].characters.iter().map(|character| character.1.to_bytes().to_vec()).collect()
    }
}

fn at(x: f32, y: f32, z: f32) -> Transform {
    Transform::from_xyz(x, y, z)
}

/// Moves the platform: a function of the number of the step only.
fn drive(step: Res<Step>, mut platforms: Query<&mut Transform, With<Platform>>) {
    let seconds = (step.0 + 1) as f32 * STEP;
    for mut transform in &mut platforms {
        transform.translation.y = 0.1 + 1.5 * (1.0 - seconds.cos());
        transform.rotation = Quat::from_rotation_y(seconds * 0.5);
    }
}

/// Returns what a player presses in a step: they run in circles, turn back and jump.
fn pressed(player: usize, step: usize) -> sidle::CharacterInput {
    let angle = (step / 25) as f32 * if player == 0 { 0.9 } else { -1.3 };
    let jump = step % (70 + 20 * player) == 50;
    let wish_velocity = Vec3::new(angle.cos(), 0.0, angle.sin()) * 3.0;
    sidle::CharacterInput { wish_velocity, jump, jump_held: jump, ..Default::default() }
}

/// Predicts an input from the last known one.
fn predicted(known: sidle::CharacterInput) -> sidle::CharacterInput {
    sidle::CharacterInput { jump: false, ..known }
}

fn main() {
    let steps = 600;
    let (mut server, mut client) = (Game::new(), Game::new());
    // The inputs of player 1 with which the client made its steps.
    let mut used = Vec::new();
    let (mut rollbacks, mut repeated) = (0, 0);
    for step in 0..steps {
        server.step(step, [pressed(0, step), pressed(1, step)]);
        if let Some(late) = step.checked_sub(DELAY)
            && used[late] != pressed(1, late)
        {
            client.restore(client.saved[late].clone());
            for again in late..step {
                used[again] = if again == late { pressed(1, late) } else { predicted(used[again - 1]) };
                client.step(again, [pressed(0, again), used[again]]);
                repeated += 1;
            }
            rollbacks += 1;
        }
        used.push(used.last().copied().map_or_else(|| pressed(1, 0), predicted));
        client.step(step, [pressed(0, step), used[step]]);
    }
    let checked = steps - DELAY - 1;
    for step in 0..checked {
        assert_eq!(client.bits(step), server.bits(step), "before step {step}");
    }
    assert!(rollbacks > 10 && client.bits(steps - 1) != client.bits(0));
    println!("{rollbacks} rollbacks, {repeated} steps made again: {checked} states are equal, bit for bit");
}
