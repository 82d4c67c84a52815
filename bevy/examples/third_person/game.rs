//! The game itself: a player with a camera behind it, and three platforms. It needs no window:
//! `main.rs` plays it without one, and `examples-window` shows it in one.

use crate::prelude::*;
use bevy_sidle::sidle::{QueryFilter, Shape};
use bevy_sidle::{
    Character, CharacterInput, CharacterState, Platform, Sidle, SidleMesh, SidlePlugin, SidleSystems,
    WorldOrigin,
};

/// Where the player starts.
pub(crate) const START: Vec3 = Vec3::new(0.0, 0.5, 5.0);
/// Speed in m/s: running, and crouching.
const SPEEDS: [f32; 2] = [5.0, 2.0];

/// Adds the game. Add it after the plugins of Bevy.
pub(crate) struct GamePlugin;

/// The buttons and the direction of view. The window or a script writes them.
#[derive(Resource, Default)]
pub(crate) struct Controls {
    /// To the right and forwards, -1..=1.
    pub(crate) walk: Vec2,
    /// True from the press of the jump button until the next step.
    pub(crate) jump: bool,
    pub(crate) jump_held: bool,
    pub(crate) crouch: bool,
    /// Turn to the left, and upwards, in radians.
    pub(crate) yaw: f32,
    pub(crate) pitch: f32,
}

/// The character of the player.
#[derive(Component)]
pub(crate) struct Player;

/// The camera: the window adds a `Camera3d` to it.
#[derive(Component)]
pub(crate) struct Rig;

/// Half the size of a platform, and its colour.
#[derive(Component)]
pub(crate) struct Looks(pub(crate) Vec3, pub(crate) [f32; 3]);

/// The motion of a platform.
#[derive(Component)]
enum Motion {
    /// Goes to and fro between two places, and waits at both.
    Between(Vec3, Vec3),
    /// Turns around the vertical axis.
    Turn(f32),
}

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(SidlePlugin::new(FixedPostUpdate))
            .init_resource::<Controls>()
            .add_systems(Startup, spawn)
            .add_systems(FixedUpdate, (steer, drive))
            .add_systems(FixedPostUpdate, respawn.after(SidleSystems::Walk))
            .add_systems(PostUpdate, follow.before(TransformSystems::Propagate));
    }
}

fn spawn(mut commands: Commands) {
    commands.spawn((Name::new("Player"), Player, Character::default(), Transform::from_translation(START)));
    commands.spawn((Name::new("Camera"), Rig, Transform::default()));
    let orange = [0.8, 0.35, 0.05];
    let plate = |motion, half: Vec3, at: Vec3| {
        (
            Platform::default(),
            SidleMesh::cuboid(half),
            Looks(half, orange),
            motion,
            Transform::from_translation(at),
        )
    };
    let (low, high) = (Vec3::new(0.0, 1.15, -12.0), Vec3::new(0.0, 4.15, -12.0));
    commands.spawn((Name::new("Lift"), plate(Motion::Between(low, high), Vec3::new(1.0, 0.1, 0.98), low)));
    let (left, right) = (Vec3::new(-12.0, 0.2, 4.0), Vec3::new(-5.0, 0.2, 4.0));
    commands.spawn((Name::new("Ferry"), plate(Motion::Between(left, right), Vec3::new(1.5, 0.2, 1.5), left)));
    let centre = Vec3::new(7.0, 0.1, 3.0);
    commands.spawn((Name::new("Turntable"), plate(Motion::Turn(0.7), Vec3::new(2.5, 0.1, 2.5), centre)));
}

/// Moves the platforms: a function of the time of the fixed steps.
fn drive(time: Res<Time>, mut platforms: Query<(&Motion, &mut Transform)>) {
    let seconds = time.elapsed_secs();
    for (motion, mut transform) in &mut platforms {
        match motion {
            Motion::Between(from, to) => {
                let share = 0.5 - (seconds * 0.8).cos().clamp(-0.7, 0.7) / 1.4;
                transform.translation = from.lerp(*to, share);
            }
            Motion::Turn(speed) => transform.rotation = Quat::from_rotation_y(seconds * speed),
        }
    }
}

/// Turns the controls into the input of the character, in the direction of view.
fn steer(mut controls: ResMut<Controls>, mut player: Single<&mut CharacterInput, With<Player>>) {
    let speed = SPEEDS[usize::from(controls.crouch)];
    let walk = Vec3::new(controls.walk.x, 0.0, -controls.walk.y).clamp_length_max(1.0);
    player.wish_velocity = Quat::from_rotation_y(controls.yaw) * walk * speed;
    player.crouch = controls.crouch;
    player.press_jump(controls.jump, controls.jump_held);
    controls.jump = false;
}

/// Puts a player who fell off the level back to the start. The state is what counts.
fn respawn(mut player: Single<&mut CharacterState, With<Player>>) {
    if player.position.y < -20.0 {
        **player = CharacterState::at(START);
    }
}

/// Puts the camera behind the player, and in front of anything between the two.
fn follow(
    controls: Res<Controls>,
    (sidle, origin): (Sidle, Res<WorldOrigin>),
    player: Single<&Transform, (With<Player>, Without<Rig>)>,
    mut rig: Single<&mut Transform, With<Rig>>,
) {
    let rotation = Quat::from_rotation_y(controls.yaw) * Quat::from_rotation_x(controls.pitch);
    let (head, back) = (player.translation + Vec3::Y * 1.6, rotation * Vec3::Z * 4.5);
    let hit = sidle.cast_shape(&Shape::sphere(0.25), origin.place(head), back, &QueryFilter::ALL);
    rig.translation = head + back * hit.map_or(1.0, |hit| hit.fraction as f32);
    rig.rotation = rotation;
}
