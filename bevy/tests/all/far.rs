//! Large worlds: positions in double precision, and transforms relative to an origin.

use crate::common::{Game, Soup, bits, cuboid, floor};
use bevy_app::FixedUpdate;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::{DVec3, Quat, Vec3};
use bevy_sidle::{
    Character, CharacterInput, CharacterState, Platform, Sidle, SidleChunk, SidleMesh, Surface, WorldOrigin,
    sidle,
};
use bevy_time::TimeUpdateStrategy;
use bevy_transform::components::Transform;
use std::time::Duration;

/// A place that single precision rounds by metres.
const FAR: DVec3 = DVec3::new(1.000_000_1e7 + 1.0 / 3.0, 0.0, -7.3e8 + 0.1);

/// A floor with a step of 0.3 m and a wall.
fn course() -> Soup {
    let (mut vertices, mut triangles) = floor(30.0, 0.0);
    for (half, at) in [
        (Vec3::new(2.0, 0.3, 2.0), Vec3::new(0.3, 0.0, -4.0)),
        (Vec3::new(0.2, 2.0, 9.0), Vec3::new(3.0, 0.0, 0.0)),
    ] {
        let first = vertices.len() as u32;
        let (corners, sides) = cuboid(half);
        vertices.extend(corners.iter().map(|&corner| Quat::from_rotation_y(0.3) * corner + at));
        triangles.extend(sides.iter().map(|side| side.map(|i| first + i)));
    }
    (vertices, triangles)
}

/// A game with a chunk and a character at an origin.
fn game(origin: DVec3) -> (Game, Entity) {
    let mut game = Game::new();
    game.world().insert_resource(WorldOrigin(origin));
    let (vertices, triangles) = course();
    game.world().spawn((SidleChunk, SidleMesh::new(vertices, triangles)));
    let hero = game.hero(Character::default(), Vec3::Y * 0.1);
    game.frames(1);
    (game, hero)
}

/// Walks over the step, along the wall and back, with jumps.
fn steer(game: &mut Game, hero: Entity, step: u16) {
    let angle = f32::from(step) * 0.011;
    let mut input = game.world().get_mut::<CharacterInput>(hero).expect("a character");
    input.wish_velocity = Vec3::new(angle.sin(), 0.0, -angle.cos()) * 3.0;
    input.press_jump(step % 150 == 100, step % 150 > 100);
}

fn origin(game: &mut Game, origin: DVec3) {
    game.world().insert_resource(WorldOrigin(origin));
}

/// Lets frames pass without a step.
fn stop_time(game: &mut Game) {
    game.world().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
}

#[test]
fn a_walk_far_away_is_the_walk_at_the_origin() {
    let ((mut near, hero), (mut far, other)) = (game(DVec3::ZERO), game(FAR));
    let mut largest = 0.0_f64;
    for step in 0..1280 {
        steer(&mut near, hero, step);
        steer(&mut far, other, step);
        near.frames(1);
        far.frames(1);
        let away = (far.feet(other) - FAR).distance(near.feet(hero));
        let allowed = 1e-6 * (1.0 + f64::from(step) / 64.0);
        assert!(away < allowed, "step {step}: {away}");
        let drawn = far.drawn(other).translation.distance(near.drawn(hero).translation);
        assert!(f64::from(drawn) < allowed + 4e-6, "step {step}: {drawn}");
        largest = largest.max(near.feet(hero).length());
    }
    assert!(largest > 5.0, "it walks: {largest}");
    let events = near.events();
    assert!(events.iter().any(|event| event.starts_with("stepped")), "{events:?}");
    assert_eq!(far.events(), events);
    assert!(far.warnings().is_empty(), "{:?}", far.warnings());
}

#[test]
fn an_untouched_transform_never_changes_the_state() {
    // The drawn translation is rounded to 64 m, or to less than a micrometre.
    for at in [DVec3::ZERO, FAR - DVec3::new(10.1, 0.2, 1.7)] {
        let (mut game, hero) = game(FAR);
        game.frames(64);
        origin(&mut game, at);
        game.frames(1);
        let before = bits(&game.state(hero));
        for frame in 0..1000 {
            if frame == 500 {
                let quarter = Duration::from_secs(1) / 64 / 4;
                game.world().insert_resource(TimeUpdateStrategy::ManualDuration(quarter));
            }
            game.frames(1);
            assert_eq!(bits(&game.state(hero)), before, "frame {frame}");
        }
        let drawn = game.drawn(hero).translation.distance((game.feet(hero) - at).as_vec3());
        assert!(drawn < 2e-6, "{drawn}");
    }
}

#[test]
fn a_transform_that_the_game_moves_is_a_teleport_by_the_difference() {
    let (mut game, hero) = game(FAR);
    game.frames(64);
    stop_time(&mut game);
    game.frames(1);
    for way in [Vec3::X, Vec3::new(-0.25, 2.0, 0.5)] {
        let (before, drawn) = (game.state(hero), game.drawn(hero).translation);
        game.world().get_mut::<Transform>(hero).expect("a character").translation += way;
        let moved = game.drawn(hero).translation.as_dvec3() - drawn.as_dvec3();
        for _ in 0..3 {
            game.frames(1);
            assert_eq!(game.feet(hero), before.position + moved);
            assert_eq!(game.drawn(hero).translation, (game.feet(hero) - FAR).as_vec3());
        }
        assert_eq!(game.state(hero).velocity, before.velocity);
        assert!(way != Vec3::X || moved == DVec3::X, "{moved}");
    }
    // It goes on from there, and is drawn there at once.
    let before = game.feet(hero);
    game.world().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 64 / 4));
    game.world().get_mut::<Transform>(hero).expect("a character").translation.x -= 2.0;
    for _ in 0..16 {
        game.frames(1);
        assert!((game.feet(hero).x - before.x + 2.0).abs() < 1e-6, "{}", game.feet(hero));
        assert!((f64::from(game.drawn(hero).translation.x) - before.x + 2.0 + FAR.x).abs() < 1e-6);
    }
}

#[test]
fn a_transform_is_moved_from_where_it_was_drawn() {
    // In a turned parent of another scale, while the character walks and is drawn between steps.
    let mut game = Game::new();
    game.ready_level(&floor(50.0, 0.0));
    let turned = Transform::from_xyz(1.0, 2.0, 3.0).with_rotation(Quat::from_rotation_y(0.7));
    let parent = game.world().spawn(turned.with_scale(Vec3::splat(2.0))).id();
    let hero = game.hero(Character::default(), Vec3::Y * -0.9);
    game.world().entity_mut(hero).insert(ChildOf(parent));
    game.frames(16);
    game.wish(hero, Vec3::X * 3.0);
    game.frames(5);
    stop_time(&mut game);
    let before = game.feet(hero);
    game.world().get_mut::<Transform>(hero).expect("a character").translation += Vec3::X;
    game.frames(1);
    let way = (turned.rotation * Vec3::X * 2.0).as_dvec3();
    assert!((game.feet(hero) - before - way).length() < 1e-5, "{}", game.feet(hero) - before);
    // Another parent is not another place.
    let before = game.state(hero);
    let drawn = turned.with_scale(Vec3::splat(2.0)).transform_point(game.drawn(hero).translation);
    game.world().entity_mut(hero).remove::<ChildOf>();
    game.world().get_mut::<Transform>(hero).expect("a character").translation = drawn + Vec3::Z;
    game.frames(1);
    assert_eq!(bits(&game.state(hero)), bits(&before));
    assert!(game.drawn(hero).translation.distance(drawn) < 1e-5);
    // Nor is a transform without a place.
    game.world().get_mut::<Transform>(hero).expect("a character").translation = Vec3::NAN;
    game.frames(1);
    assert_eq!(bits(&game.state(hero)), bits(&before));
    assert!(game.drawn(hero).translation.is_finite());
    game.assert_warns(&["Hero", "transform is not finite"]);
}

#[test]
fn a_state_that_the_game_writes_counts_more_than_the_transform() {
    let (mut game, hero) = game(FAR);
    game.frames(64);
    stop_time(&mut game);
    let state = sidle::CharacterState::at(FAR + DVec3::new(1.0, 0.5, 1.0));
    game.world().get_mut::<CharacterState>(hero).expect("a character").0 = state;
    game.world().get_mut::<Transform>(hero).expect("a character").translation = Vec3::splat(9.0);
    game.frames(3);
    assert_eq!(bits(&game.state(hero)), bits(&state));
    assert_eq!(game.drawn(hero).translation, Vec3::new(1.0, 0.5, 1.0));
}

/// A game with a level, a chunk, a platform and a trigger, whose transforms no origin rounds alike.
fn varied() -> (Game, Entity, Entity) {
    let mut game = Game::new();
    game.ready_level(&floor(2.0, 0.0));
    let (vertices, triangles) = course();
    let low = Transform::from_xyz(0.1, -0.2, 0.3);
    game.world().spawn((SidleChunk, SidleMesh::new(vertices, triangles), low));
    let lift = game.platform(&cuboid(Vec3::new(1.0, 0.1, 1.0)), Transform::from_xyz(-2.3, 0.15, 0.7));
    let surface = Surface { trigger: true, ..Default::default() };
    game.world().spawn((surface, SidleMesh::cuboid(Vec3::ONE), Transform::from_xyz(0.7, 1.0, -1.9)));
    let hero = game.hero(Character::default(), Vec3::Y * 0.1);
    game.frames(1);
    (game, hero, lift)
}

#[test]
fn another_origin_changes_no_bit_of_a_walk() {
    let ((mut still, hero, _), (mut moved, other, lift)) = (varied(), varied());
    let (levels, place) = (moved.ready().len(), moved.drawn(lift).translation);
    for step in 0..1000 {
        if step % 7 == 3 {
            let turn = f64::from(step);
            origin(&mut moved, DVec3::new(turn.sin(), turn.cos(), turn.sqrt()) * 1e3 * turn);
        }
        steer(&mut still, hero, step);
        steer(&mut moved, other, step);
        still.frames(1);
        moved.frames(1);
        assert_eq!(bits(&still.state(hero)), bits(&moved.state(other)), "step {step}");
        assert_eq!(still.report(hero), moved.report(other), "step {step}");
        let at = moved.world().resource::<WorldOrigin>().0;
        let drawn = moved.drawn(other).translation.as_dvec3() + at;
        let expected = still.drawn(hero).translation.as_dvec3();
        assert!(drawn.distance(expected) < 1e-7 * at.length() + 1e-6, "step {step}: {drawn}");
    }
    assert!(levels > 0 && moved.ready().is_empty(), "nothing was built again");
    let (events, others) = (still.events(), moved.events());
    assert_eq!(events, others);
    assert!(events.iter().any(|event| event.starts_with("entered")), "{events:?}");
    // Back at zero, the transforms are what they were.
    origin(&mut moved, DVec3::ZERO);
    moved.frames(1);
    assert_eq!(moved.drawn(lift).translation, place);
    assert!(moved.warnings().is_empty(), "{:?}", moved.warnings());
}

#[test]
fn another_origin_is_drawn_in_its_frame_also_between_steps() {
    let (mut game, hero, lift) = varied();
    game.app.add_systems(FixedUpdate, |mut lifts: Query<&mut Transform, With<Platform>>| {
        lifts.iter_mut().for_each(|mut transform| transform.translation.x += 0.01);
    });
    game.world().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 64 / 4));
    game.wish(hero, Vec3::X * 1.28);
    game.frames(41);
    let mut before = [hero, lift].map(|entity| game.drawn(entity).translation.as_dvec3().x);
    for frame in 0..40 {
        // Single precision rounds by 15 micrometres there.
        let at = DVec3::X * f64::from(frame / 3 * 10);
        origin(&mut game, at);
        game.frames(1);
        let now = [hero, lift].map(|entity| game.drawn(entity).translation.as_dvec3().x + at.x);
        assert!((now[1] - before[1] - 0.0025).abs() < 1e-4, "frame {frame}: {now:?} {before:?}");
        assert!((now[0] - before[0] - 0.005).abs() < 1e-4, "frame {frame}: {now:?} {before:?}");
        before = now;
    }
}

#[test]
fn a_chunk_is_ready_named_and_moved() {
    let mut game = Game::new();
    origin(&mut game, FAR);
    let mesh = SidleMesh::cuboid(Vec3::new(4.0, 0.5, 4.0));
    let chunk = game.world().spawn((SidleChunk, mesh, Transform::from_xyz(0.0, -0.5, 0.0))).id();
    let hero = game.hero(Character::default(), Vec3::Y * 0.01);
    game.frames(64);
    let ready = game.ready();
    assert_eq!((ready.len(), ready[0].entity, ready[0].triangles), (1, chunk, 12));
    assert!((game.feet(hero) - FAR).length() < 1e-2, "{}", game.feet(hero) - FAR);
    let below = move |sidle: Sidle, origin: Res<WorldOrigin>| {
        let hit = sidle.cast_ray(origin.place(Vec3::ONE), Vec3::NEG_Y * 100.0, &Default::default());
        hit.map(|hit| (sidle.entity(&hit.surface), origin.translation(hit.point)))
    };
    let found = game.world().run_system_once(below).expect("the parameters are valid");
    assert_eq!(found.map(|found| found.0), Some(Some(chunk)));
    // It jumps, and carries nothing.
    game.world().get_mut::<Transform>(chunk).expect("it exists").translation.x = 3.0;
    game.frames(10);
    assert!((game.feet(hero) - FAR).length() < 1e-2, "{}", game.feet(hero) - FAR);
    game.world().despawn(chunk);
    game.frames(64);
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
}

#[test]
fn a_level_that_is_rounded_and_a_wrong_origin_are_reported() {
    let mut game = Game::new();
    game.level(&floor(10.0, 0.0), Transform::from_xyz(1e6, 0.0, 0.0));
    game.frames(2);
    game.assert_warns(&["Level", "SidleChunk"]);
    let (mut game, hero, _) = varied();
    game.frames(64);
    let before = game.state(hero);
    origin(&mut game, DVec3::NAN);
    game.frames(10);
    game.assert_warns(&["WorldOrigin", "not finite"]);
    assert_eq!(bits(&game.state(hero)), bits(&before));
    assert!(game.drawn(hero).translation.is_finite());
}
