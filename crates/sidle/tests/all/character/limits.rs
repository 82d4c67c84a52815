//! How far a step may lead, and that none leaves a character where it cannot go on.

use super::{Player, level, wish};
use crate::common;
use sidle::{
    CharacterConfig, CharacterInput, CharacterState, DVec3, Material, Scratch, Shape, Sides, SlopeSpeed, Vec3,
};
use sidle::{World, WorldBuilder};
use sidle_judge::Judge;
use sidle_scenes::{Level, SplitMix64, trials};

/// A floor, and a second one behind a ledge at x = 0.
fn ledge(height: f64) -> Level {
    level(|b| {
        b.floor(0.0, [-9.0, -9.0], [0.0, 9.0], [1, 1]).wall([0.0, -9.0], [0.0, 9.0], [0.0, height]);
        b.floor(height, [0.0, -9.0], [9.0, 9.0], [1, 1]);
    })
}

fn shapes() -> [Shape; 4] {
    let ellipsoid = |x| Shape::ellipsoid(Vec3::new(x, 0.9, x));
    [Shape::capsule(0.3, 1.8), Shape::sphere(0.4), ellipsoid(0.4), ellipsoid(0.25)]
}

/// Rolling over an edge took the rise of the contact and the factor of the polygon behind it: at
/// a ledge of 0.277 m, 3 m/s became 36.8 m/s.
#[test]
fn no_step_over_an_edge_is_longer_than_asked() {
    for (rate, angle) in
        [20, 60, 144, 1000].into_iter().flat_map(|r| [(r, 1.5_f32), (r, 1.2), (r, 0.872_664_6)])
    {
        for (height, shape) in
            [0.03, 0.078, 0.1, 0.2, 0.277].into_iter().flat_map(|h| shapes().map(|s| (h, s)))
        {
            for choice in [SlopeSpeed::AlongGround, SlopeSpeed::Horizontal, SlopeSpeed::Projected] {
                for (speed, start) in [(3.0, -0.6), (3.0, -0.613), (0.04, -0.4), (8.0, -0.7)] {
                    let mut player = Player::new(&ledge(height), [start, 0.0, 0.0], rate);
                    player.config.shape = shape.clone();
                    player.config.max_slope_angle = angle.min(85_f32.to_radians());
                    (player.config.step_height, player.config.slope_speed) = (0.0, choice);
                    for _ in 0..rate.min((1.5 / speed * rate as f32) as u32) {
                        let before = player.at();
                        let report = player.walk(Vec3::X * speed);
                        if !report.is_on_floor() {
                            break;
                        }
                        let (way, most) = (player.at() - before, f64::from(speed * player.dt + 2e-3));
                        let rises = way.y > 0.0 && way.length() > most;
                        assert!(way.x <= most && !rises, "{rate} {angle} {height} {shape:?} {speed}: {way}");
                    }
                }
            }
        }
    }
}

/// The default step height: over low steps the body keeps its speed, but over an edge it rises at
/// most 1.2 times as fast as asked.
#[test]
fn a_body_rolls_over_a_step_at_most_1_2_times_as_fast_as_asked() {
    for (height, shape) in [0.078, 0.2, 0.277, 0.35].into_iter().flat_map(|h| shapes().map(|s| (h, s))) {
        let mut player = Player::new(&ledge(height), [-0.7, 0.0, 0.0], 144);
        (player.config.shape, player.config.max_slope_angle) = (shape.clone(), 85_f32.to_radians());
        for _ in 0..100 {
            let before = player.at();
            let report = player.walk(Vec3::X * 3.0);
            let (way, asked) = (player.at() - before, 3.0 / 144.0);
            let rolled = way.y - f64::from(report.stepped);
            assert!(way.x <= asked + 2e-3 && rolled <= 1.2 * asked + 2e-3, "{height} {shape:?}: {way}");
        }
    }
}

#[test]
fn a_limit_above_85_degrees_is_an_error() {
    let with = |degrees: f32| CharacterConfig { max_slope_angle: degrees.to_radians(), ..Default::default() };
    assert!(with(85.0).validate().is_ok() && with(0.0).validate().is_ok());
    for degrees in [85.1, 89.0, 90.0, -1.0, f32::NAN] {
        assert_eq!(with(degrees).validate().unwrap_err().field, "max_slope_angle", "{degrees}");
    }
}

/// A platform of square cells of this size that leans towards +x, on layer 6.
fn platform(cells: usize, slope: f64, sides: Sides) -> World {
    let sheet = level(|b| _ = b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [cells, cells]));
    let mut builder = WorldBuilder::new();
    let material = builder.add_material(Material { layer: 6, sides, ..Material::default() });
    let lean = |v: [f32; 3]| Vec3::new(v[0], v[1] + v[0] * slope as f32, v[2]);
    let vertices: Vec<Vec3> = sheet.vertices.iter().map(|&v| lean(v)).collect();
    builder.add_mesh(&vertices, &sheet.triangles, &vec![material; sheet.triangles.len()]);
    builder.build().expect("a sheet")
}

/// One step with `drop` leads through a platform, wherever the body stands and however it walks. It
/// hung 3.8 cm deep in a one-sided sheet of two triangles.
#[test]
fn one_step_with_drop_leads_through_a_platform() {
    let mut rng = SplitMix64::new(6);
    let mut left: u32 = trials(4_000, 100_000);
    while left > 0 {
        let slope = [0.0, 0.0, 0.3, -0.8][(rng.unit() * 4.0) as usize];
        let sides = if rng.unit() < 0.8 { Sides::Front } else { Sides::Two };
        let world = platform([1, 3, 18, 60][(rng.unit() * 4.0) as usize], slope, sides);
        let mut config =
            CharacterConfig { shape: shapes()[(rng.unit() * 4.0) as usize].clone(), ..Default::default() };
        config.rules.platforms = 1 << 6;
        let (mut scratch, dt) =
            (Scratch::default(), [1.0 / 20.0, 1.0 / 30.0, 1.0 / 60.0][(rng.unit() * 3.0) as usize]);
        for i in 0..40.min(left) {
            let x = if i == 0 { 0.2 } else { (4.0 * rng.unit() - 2.0) as f32 };
            let z = if i == 0 { 0.0 } else { (4.0 * rng.unit() - 2.0) as f32 };
            let speed = [0.0, 0.0, 2.0, 4.0][(rng.unit() * 4.0) as usize];
            let wish = sidle::Quat::from_rotation_y((rng.unit() * 6.3) as f32) * Vec3::X * speed;
            let mut state = CharacterState::at(Vec3::new(x, x * slope as f32 + 0.15, z));
            let mut input = CharacterInput::default();
            for _ in 0..(0.3 / dt) as u32 {
                let _ = world.step_character(&mut scratch, &config, &mut state, &input, dt);
            }
            assert!(state.is_grounded(), "{state:?}");
            input = CharacterInput { wish_velocity: wish, drop: true, ..Default::default() };
            for _ in 0..(1.2 / dt) as u32 {
                let _ = world.step_character(&mut scratch, &config, &mut state, &input, dt);
                input.drop = false;
            }
            let depth = state.position.x * slope - state.position.y;
            assert!(depth > 1.9, "{slope} {sides:?} {x} {z} {wish} {dt}: {state:?}");
        }
        left -= 40.min(left);
    }
}

/// Two platforms, 2.5 m apart: one press leads through one of them.
#[test]
fn one_drop_leads_through_one_platform() {
    for (speed, sides) in [0.0, 2.0].into_iter().flat_map(|s| [(s, Sides::Front), (s, Sides::Two)]) {
        let floors = level(|b| {
            _ = b.floor(2.5, [-9.0, -9.0], [9.0, 9.0], [3, 3]).floor(0.0, [-9.0, -9.0], [9.0, 9.0], [3, 3])
        });
        let mut builder = WorldBuilder::new();
        let material = builder.add_material(Material { layer: 6, sides, ..Material::default() });
        let vertices: Vec<Vec3> = floors.vertices.iter().map(|&v| Vec3::from(v)).collect();
        builder.add_mesh(&vertices, &floors.triangles, &vec![material; floors.triangles.len()]);
        let mut player = Player::new(&floors, [0.2, 2.5, 0.0], 60);
        player.world = builder.build().expect("platforms");
        player.config.rules.platforms = 1 << 6;
        let input = wish(Vec3::X * speed);
        let Player { world, scratch, config, state, dt, .. } = &mut player;
        for step in 0..120 {
            let input = CharacterInput { drop: step == 5, ..input };
            let _ = world.step_character(scratch, config, state, &input, *dt);
        }
        assert!(state.is_grounded() && state.position.y.abs() < 2e-3, "{speed} {sides:?}: {state:?}");
    }
}

/// Every piece of the recorded path of a crouched character that stays on ledges is free. The
/// corners belonged to another try of the search for the edge: a piece went 0.9 m deep.
#[test]
fn the_path_along_a_ledge_is_the_one_that_was_taken() {
    let mut rng = SplitMix64::new(7);
    let (mut left, mut turned): (i64, usize) = (trials(20_000, 200_000), 0);
    while left > 0 {
        let blocks = level(|b| {
            b.floor(-2.0, [-9.0, -9.0], [9.0, 9.0], [1, 1]);
            for _ in 0..6 {
                let [x, z] = [0; 2].map(|_| 4.0 * rng.unit() - 2.0);
                let [w, d] = [0; 2].map(|_| 0.2 + 1.5 * rng.unit());
                let top = [0.0, 0.1, 0.3, 0.35, 1.0, 0.0][(rng.unit() * 6.0) as usize];
                b.block([x - w, -2.0, z - d], [x + w, top, z + d]);
            }
        });
        let (world, judge) = (common::world_of(&blocks), Judge::new(&blocks.vertices, &blocks.triangles));
        let snap_distance = [0.0, 0.2, 0.4][(rng.unit() * 3.0) as usize];
        let config = CharacterConfig {
            crouch_stays_on_ledges: true,
            record_path: true,
            snap_distance,
            ..Default::default()
        };
        let body = common::body_of(&config.posture(true));
        let (mut scratch, dt) =
            (Scratch::default(), [1.0 / 60.0, 1.0 / 30.0, 0.1, 0.25][(rng.unit() * 4.0) as usize]);
        let start = [0; 2].map(|_| (3.0 * rng.unit() - 1.5) as f32);
        let mut state = CharacterState::at(Vec3::new(start[0], 1.1, start[1]));
        let speed = [1.0, 3.0, 6.0][(rng.unit() * 3.0) as usize];
        let mut input = CharacterInput { crouch: true, ..Default::default() };
        for step in 0..60 {
            if step % 12 == 0 {
                input.wish_velocity =
                    sidle::Quat::from_rotation_y((6.3 * rng.unit()) as f32) * Vec3::X * speed;
            }
            let before = state;
            let report = world.step_character(&mut scratch, &config, &mut state, &input, dt);
            left -= 1;
            if report.was_pushed_out || !before.is_crouching() {
                continue;
            }
            let path = scratch.path();
            let ends = (path.first().copied(), path.last().copied());
            let centres = (Some(before.centre(&config)), Some(state.centre(&config)));
            assert!(path.is_empty() || ends == centres, "{before:?}");
            for piece in path.windows(2) {
                let gap =
                    judge.path_clearance(&body, common::wide(piece[0]), common::wide(piece[1]), 0.0).gap;
                assert!(gap >= 0.0, "{gap}: {piece:?} of {path:?}, {before:?}");
            }
            turned += usize::from(path.len() > 3);
        }
    }
    assert!(turned > 100, "{turned}");
}

/// A wall that turns by `corner` degrees at the origin, towards a body that comes along -x, and a
/// step at x = `at` whose foot is turned by `lean` degrees.
fn corner(corner: f64, lean: f64, at: f64, height: f64) -> Level {
    level(|b| {
        let (sin, cos) = corner.to_radians().sin_cos();
        let [x, z] = [6.0 * cos, 6.0 * sin];
        b.quad([-6.0, -1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 3.0, 0.0], [-6.0, 3.0, 0.0]);
        b.quad([0.0, -1.0, 0.0], [x, -1.0, z], [x, 3.0, z], [0.0, 3.0, 0.0]);
        let (sin, cos) = lean.to_radians().sin_cos();
        let foot = |s: f64, y: f64, aside: f64| [at + s * sin + aside, y, s * cos];
        b.quad(foot(-2.0, 0.0, 0.0), foot(8.0, 0.0, 0.0), foot(8.0, height, 0.0), foot(-2.0, height, 0.0));
        b.quad(foot(-2.0, 0.0, 0.0), foot(8.0, 0.0, 0.0), foot(8.0, 0.0, -9.0), foot(-2.0, 0.0, -9.0));
        b.quad(
            foot(-2.0, height, 0.0),
            foot(8.0, height, 0.0),
            foot(8.0, height, 9.0),
            foot(-2.0, height, 9.0),
        );
    })
}

/// A wall and the foot of a step meet at an obtuse corner. The way beside the wall led to the tread
/// only further on than a character looked, and it stood still for ever.
#[test]
fn an_obtuse_corner_at_the_foot_of_a_step_holds_nobody() {
    let (mut runs, mut held) = (0, Vec::new());
    for (turn, lean) in [15.0, 20.0, 30.0, 45.0_f64]
        .into_iter()
        .flat_map(|turn| [-10.0, 0.0, 10.0, 15.0, 20.0, 30.0].map(|lean| (turn, lean)))
        .filter(|(turn, lean)| turn - lean >= 10.0)
    {
        for (at, height) in [0.0, 0.1, 0.3].into_iter().flat_map(|at| [(at, 0.2), (at, 0.3), (at, 0.38)]) {
            let level = corner(turn, lean, at, height);
            for (shape, rate) in shapes().into_iter().take(3).flat_map(|s| [(s.clone(), 30), (s, 60)]) {
                for degrees in [20.0, 40.0, 55.0_f64] {
                    let (sin, cos) = degrees.to_radians().sin_cos();
                    let wish = common::narrow([cos, 0.0, -sin]);
                    let along = common::narrow([turn.to_radians().cos(), 0.0, turn.to_radians().sin()]);
                    if wish.dot(along) < 0.15 {
                        continue;
                    }
                    let mut player = Player::new(&level, [-1.0, 0.0, 0.6], rate);
                    player.config.shape = shape.clone();
                    let mut before = DVec3::ZERO;
                    for step in 0..3 * rate {
                        if player.at().x > 1.5 {
                            break;
                        }
                        if step == 3 * rate - rate / 2 {
                            before = player.at();
                        }
                        let _ = player.walk(wish * 3.0);
                    }
                    runs += 1;
                    let is_still = player.at().distance(before) < 1e-3;
                    if player.at().x < 1.5 && is_still {
                        held.push((turn, lean, at, height, shape.clone(), rate, degrees));
                    }
                }
            }
        }
    }
    assert!(runs > 1_500 && held.is_empty(), "{} of {runs}, first {:?}", held.len(), held.first());
}
