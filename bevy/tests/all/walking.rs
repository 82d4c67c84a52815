//! A character walks as the plain library does.

use crate::common::{Game, Plain, STEP, bits, climber, floor, stairs};
use bevy_math::{DVec3, Quat, Vec3};
use bevy_sidle::{Character, CharacterInput, sidle};
use bevy_transform::components::Transform;

#[test]
fn it_walks_up_the_stairs_of_a1_as_the_plain_library_does() {
    let (mut game, soup, start) = (Game::new(), stairs(), Vec3::new(0.0, 0.0, -0.32));
    game.ready_level(&soup);
    let hero = game.hero(climber(), start);
    let mut plain = Plain::new(&soup, &climber(), start);
    game.wish(hero, Vec3::Z * 4.0);
    let input = sidle::CharacterInput { wish_velocity: Vec3::Z * 4.0, ..Default::default() };
    let (mut stepped, mut steps) = (0.0, 0);
    for _ in 0..80 {
        game.frames(1);
        let report = plain.step(&input);
        assert_eq!(bits(&game.state(hero)), bits(&plain.state));
        assert_eq!(game.report(hero), report);
        stepped += report.stepped;
        steps += usize::from(report.stepped > 0.0);
        if plain.state.position.y >= 2.999 {
            break;
        }
    }
    // Ten steps of 0.3 m.
    assert!((game.feet(hero).y - 3.0).abs() < 1e-3, "{}", game.feet(hero));
    assert!(stepped > 2.0, "{stepped}");
    assert_eq!(game.events().iter().filter(|event| event.starts_with("stepped")).count(), steps);
}

#[test]
fn jumps_crouching_and_air_are_those_of_the_plain_library() {
    let (mut game, soup, start) = (Game::new(), stairs(), Vec3::new(0.0, 0.0, -3.0));
    game.ready_level(&soup);
    let hero = game.hero(climber(), start);
    let mut plain = Plain::new(&soup, &climber(), start);
    for i in 0..200_u16 {
        let input = sidle::CharacterInput {
            wish_velocity: Vec3::new(if i < 90 { 0.3 } else { -1.0 }, 0.0, 3.0),
            jump: i % 40 == 17,
            jump_held: (17..30).contains(&(i % 40)),
            crouch: (60..80).contains(&i),
            ..Default::default()
        };
        game.world().get_mut::<CharacterInput>(hero).expect("a character").0 = input;
        game.frames(1);
        let report = plain.step(&input);
        assert_eq!((bits(&game.state(hero)), game.report(hero)), (bits(&plain.state), report));
    }
    let events = game.events();
    assert!(events.iter().any(|event| event == "jumped"), "{events:?}");
    assert!(events.iter().any(|event| event.starts_with("landed")), "{events:?}");
}

#[test]
fn parents_of_a_level_turn_scale_and_mirror_it() {
    let mut game = Game::new();
    // The floor stands on edge, half as large and mirrored; the parents lay it down again.
    let mesh = game.asset(&floor(10.0, 0.0));
    let quarter = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    let world = game.world();
    let root = world.spawn((bevy_sidle::SidleLevel, Transform::from_rotation(quarter))).id();
    let middle = Transform::from_rotation(quarter.inverse()).with_scale(Vec3::new(-0.5, 2.0, 0.5));
    let middle = world.spawn((middle, bevy_ecs::hierarchy::ChildOf(root))).id();
    let leaf = Transform::from_translation(Vec3::Y * 0.75);
    let one_way = bevy_sidle::Surface { one_way: true, ..Default::default() };
    world.spawn((bevy_mesh::Mesh3d(mesh), leaf, one_way, bevy_ecs::hierarchy::ChildOf(middle)));
    game.frames(1);
    let hero = game.hero(Character::default(), Vec3::new(1.0, 3.0, 1.0));
    game.frames(64);
    // 2 x 0.75 m above the root. Mirrored, it is still solid from above only.
    assert!((game.feet(hero) - DVec3::new(1.0, 1.5, 1.0)).length() < 1e-3, "{}", game.feet(hero));
    let below = game.hero(Character::default(), Vec3::new(3.0, -2.0, 1.0));
    let mut state = sidle::CharacterState::at(Vec3::new(3.0, -2.0, 1.0));
    state.velocity = Vec3::Y * 10.0;
    game.world().get_mut::<bevy_sidle::CharacterState>(below).expect("a character").0 = state;
    game.frames(64);
    assert!(game.feet(below).y > 1.5 - 1e-3 || game.feet(below).y > 1.0, "{}", game.feet(below));
    // 5 m wide, not 10.
    let beside = game.hero(Character::default(), Vec3::new(6.0, 3.0, 1.0));
    game.frames(64);
    assert!(game.feet(beside).y < 0.0);
}

#[test]
fn a_character_below_turned_and_scaled_parents_is_drawn_at_its_state() {
    let mut game = Game::new();
    game.ready_level(&floor(20.0, 0.0));
    let parent = Transform::from_xyz(1.0, 2.0, 3.0).with_rotation(Quat::from_rotation_y(0.7));
    let parent = game.world().spawn(parent.with_scale(Vec3::splat(2.0))).id();
    let hero = game.hero(Character::default(), Vec3::new(0.5, -0.5, 0.0));
    game.world().entity_mut(hero).insert(bevy_ecs::hierarchy::ChildOf(parent));
    game.frames(40);
    game.wish(hero, Vec3::X * 2.0);
    game.frames(40);
    let parent = game.drawn(parent);
    let begin = parent.transform_point(Vec3::new(0.5, -0.5, 0.0));
    let feet = game.feet(hero);
    assert!((feet.as_vec3() - Vec3::new(begin.x + 80.0 * STEP, 0.0, begin.z)).length() < 1e-3, "{feet}");
    let drawn = parent.transform_point(game.drawn(hero).translation);
    // Drawn at the start of the last step, because no time is left over.
    assert!((drawn - (feet.as_vec3() - Vec3::X * 2.0 * STEP)).length() < 1e-4, "{drawn} {feet}");
}
