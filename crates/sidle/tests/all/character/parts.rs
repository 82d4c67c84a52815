//! The parts of a step as functions.

use super::{Player, level};
use sidle::{CharacterState, GroundState, Vec3};

fn stairs() -> sidle_scenes::Level {
    level(|b| {
        b.floor(0.0, [-9.0, -9.0], [1.0, 9.0], [1, 1]);
        b.wall([1.0, -9.0], [1.0, 9.0], [0.0, 0.3]).floor(0.3, [1.0, -9.0], [9.0, 9.0], [1, 1]);
        b.floor(2.5, [-9.0, -9.0], [-2.0, 9.0], [1, 1]);
    })
}

#[test]
fn a_loop_of_parts_walks_over_a_step() {
    let mut p = Player::new(&stairs(), [0.699, 0.0, 0.0], 60);
    let ground = p.world.probe_ground(&mut p.scratch, &p.config, &p.state).unwrap();
    assert_eq!((ground.state, ground.normal), (GroundState::Grounded, Some(Vec3::Y)));
    assert_eq!(ground.surface.unwrap().layer, 0);
    let before = p.state;
    // There is no step behind it.
    let none = p.world.step_up_character(&mut p.scratch, &p.config, &mut p.state, Vec3::X * -0.1);
    assert_eq!((none, p.state), (None, before));
    let height = p.world.step_up_character(&mut p.scratch, &p.config, &mut p.state, Vec3::X * 0.1);
    assert!(p.state.is_grounded() && height.unwrap() > 0.0, "{height:?}");
    assert!(p.state.position.x > 0.75);
    // With a lower step height it stays.
    let mut low = Player::new(&stairs(), [0.699, 0.0, 0.0], 60);
    low.config.step_height = 0.2;
    assert_eq!(low.world.step_up_character(&mut low.scratch, &low.config, &mut low.state, Vec3::X), None);
}

#[test]
fn a_snap_lowers_it_onto_the_ground_within_the_distance_only() {
    let mut p = Player::new(&stairs(), [0.0, 0.5, 0.0], 60);
    let before = p.state;
    let far = p.world.snap_character(&mut p.scratch, &p.config, &mut p.state, 0.4);
    assert_eq!((far, p.state), (None, before));
    let near = p.world.snap_character(&mut p.scratch, &p.config, &mut p.state, 0.6).unwrap();
    assert!((near - 0.5).abs() < 2e-3 && p.state.position.y.abs() < 1e-5 && p.state.is_grounded());
    let again = p.world.snap_character(&mut p.scratch, &p.config, &mut p.state, 0.6);
    assert_eq!(again, Some(0.0));
    let invalid = p.world.snap_character(&mut p.scratch, &p.config, &mut p.state, f32::NAN);
    assert_eq!(invalid, None);
}

#[test]
fn it_stands_up_where_the_headroom_allows() {
    let low = level(|b| {
        _ = b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [1, 1]).floor(1.5, [-9.0, -9.0], [0.0, 9.0], [1, 1])
    });
    let mut p = Player::new(&low, [1.0, 0.0, 0.0], 60);
    assert!(p.world.crouch_character(&mut p.scratch, &p.config, &mut p.state, true));
    assert!(p.state.is_crouching() && p.state.is_grounded());
    assert!(p.world.teleport_character(&mut p.scratch, &p.config, &mut p.state, Vec3::X * -3.0));
    let room = p.world.headroom(&mut p.scratch, &p.config, &p.state, 3.0);
    assert!((room - 0.498).abs() < 1e-4, "{room}");
    assert!(!p.world.crouch_character(&mut p.scratch, &p.config, &mut p.state, false));
    assert!(p.state.is_crouching());
    assert!(p.world.teleport_character(&mut p.scratch, &p.config, &mut p.state, Vec3::X * 3.0));
    assert_eq!(p.world.headroom(&mut p.scratch, &p.config, &p.state, 3.0), 3.0);
    assert!(p.world.crouch_character(&mut p.scratch, &p.config, &mut p.state, false));
    assert!(!p.state.is_crouching());
}

#[test]
fn a_teleport_finds_the_nearest_free_place_and_is_not_interpolated() {
    let mut p = Player::new(&stairs(), [0.0; 3], 60);
    let _ = p.walk(Vec3::X * 2.0);
    let before = p.state;
    // Half a metre below the upper floor.
    assert!(p.world.teleport_character(&mut p.scratch, &p.config, &mut p.state, Vec3::new(4.0, -0.2, 0.0)));
    assert!(p.state.position.y > 0.299 && (p.state.position.x - 4.0).abs() < 0.01, "{}", p.state.position);
    assert_eq!(p.state.lerp(&before, 0.25, Vec3::Y), p.state.position);
    assert_eq!(p.state.velocity, before.velocity);
    let there = p.state;
    for bad in [Vec3::NAN, Vec3::splat(1e30)] {
        assert!(!p.world.teleport_character(&mut p.scratch, &p.config, &mut p.state, bad));
        assert_eq!(p.state, there);
    }
    // To the place where it is: still a teleport.
    assert!(p.world.teleport_character(&mut p.scratch, &p.config, &mut p.state, there.position));
    assert_eq!(p.state.position, there.position);
    // f64: three positions of 24 bytes make 152.
    assert!(size_of::<CharacterState>() <= 128);
}
