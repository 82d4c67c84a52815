use super::{Player, RATES, level, triangles, wish};
use crate::common;
use sidle::{CharacterInput, Quat, Shape, Vec3};
use sidle_scenes::catalogue::{self, Form, Variant};
use sidle_scenes::{Builder, Level};

/// Stairs of ten steps towards +z, behind a floor.
fn stairs(rise: f64, run: f64) -> Level {
    level(|b| add_stairs(b, rise, run))
}

fn add_stairs(b: &mut Builder, rise: f64, run: f64) {
    b.floor(0.0, [-20.0, -20.0], [20.0, 0.0], [1, 1]);
    for i in 0..10 {
        let (y, z) = (rise * f64::from(i), run * f64::from(i));
        b.quad([-9.0, y, z], [-9.0, y + rise, z], [9.0, y + rise, z], [9.0, y, z]);
        let end = if i == 9 { 20.0 } else { z + run };
        b.quad([-9.0, y + rise, z], [-9.0, y + rise, end], [9.0, y + rise, end], [9.0, y + rise, z]);
    }
}

const STAIRS: [(f64, f64); 6] = [(0.1, 0.2), (0.18, 0.3), (0.2, 0.2), (0.25, 0.3), (0.3, 0.3), (0.4, 0.4)];

fn shapes() -> [Shape; 3] {
    [Shape::capsule(0.3, 1.8), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)), Shape::sphere(0.4)]
}

#[test]
fn it_walks_up_and_down_stairs_at_full_speed_on_the_ground() {
    for (rate, shape) in RATES.into_iter().flat_map(|rate| shapes().map(|shape| (rate, shape))) {
        for (rise, run) in STAIRS {
            for (speed, turn) in [(1.0, 0.0), (4.0, 0.0), (10.0_f32, 0.0), (4.0, 1.047)] {
                let mut player = Player::new(&stairs(rise, run), [0.0, 0.0, -1.0], rate);
                player.config.shape = shape.clone();
                let wish = Quat::from_rotation_y(turn) * Vec3::Z * speed;
                let steps = (2.0 / speed * rate as f32) as u32;
                let is_hard = f64::from(wish.z) > run * f64::from(rate);
                let mut off = 0;
                for back in [false, true] {
                    let from = player.at();
                    let wish = if back { -wish } else { wish };
                    for _ in 0..steps {
                        off += u32::from(!player.walk(wish).is_on_floor());
                    }
                    let way = player.at() - from;
                    let kept = way.dot(wish.as_dvec3()) / f64::from(speed * speed) * f64::from(rate)
                        / f64::from(steps);
                    let label = format!(
                        "{rate} {rise}/{run} {speed} {turn} back {back} {shape:?}: off {off}, kept {kept} at {}",
                        player.at()
                    );
                    assert!(is_hard || (off == 0 && (0.95..1.0001).contains(&kept)), "{label}");
                }
            }
        }
    }
}

#[test]
fn a_jump_works_in_every_frame_on_stairs() {
    for rate in [30, 60, 1000] {
        for shape in shapes() {
            let mut player = Player::new(&stairs(0.25, 0.3), [0.0, 0.0, -1.0], rate);
            player.config.shape = shape;
            for _ in 0..rate / 2 {
                let _ = player.walk(Vec3::Z * 4.0);
                let saved = player.state;
                let input = CharacterInput {
                    wish_velocity: Vec3::Z * 4.0,
                    jump: true,
                    jump_held: true,
                    ..Default::default()
                };
                let report = player.step(&input);
                assert!(report.jumped && !report.is_on_floor());
                player.state = saved;
            }
        }
    }
}

/// The eye follows the body over steps without a jump: it never rises or falls faster than on the
/// steepest slope, except for the part of a step that it still catches up with.
#[test]
fn the_eye_moves_continuously_over_steps() {
    for rate in [30, 60, 120, 1000] {
        for (rise, run) in STAIRS {
            for speed in [1.0, 4.0_f32] {
                let mut player = Player::new(&stairs(rise, run), [0.0, 0.0, -1.0], rate);
                let steps = (3.0 / speed * rate as f32) as u32;
                for wish in [Vec3::Z, Vec3::NEG_Z, Vec3::ZERO].map(|wish| wish * speed) {
                    for _ in 0..steps {
                        let before = player.state;
                        let _ = player.walk(wish);
                        let state = player.state;
                        let eye = |s: &sidle::CharacterState| s.position.y + f64::from(s.step_offset);
                        let caught_up = before.step_offset.abs() * (1.0 - (-player.dt / 0.06).exp());
                        let slope = (state.position - before.position).with_y(0.0).length() * 1.1918;
                        let went = (eye(&state) - eye(&before)).abs();
                        assert!(
                            went <= slope + f64::from(caught_up) + 1e-3,
                            "{rate} {rise} {run}: {went} {slope} {caught_up}"
                        );
                        assert!(state.step_offset.abs() < 0.5);
                    }
                }
                assert!(player.state.step_offset.abs() < 1e-3, "{}", player.state.step_offset);
            }
        }
    }
}

#[test]
fn without_smoothing_the_eye_is_where_the_body_is() {
    let mut player = Player::new(&stairs(0.3, 0.3), [0.0, 0.0, -1.0], 60);
    player.config.step_smoothing = 0.0;
    for _ in 0..60 {
        let _ = player.walk(Vec3::Z * 4.0);
        assert_eq!(player.state.step_offset, 0.0);
    }
    assert!(player.at().y > 2.0);
}

/// The numbers of the guide for one step of 30 cm.
#[test]
fn the_drawn_position_rises_more_slowly_than_the_feet() {
    let level = level(|b| {
        b.floor(0.0, [-30.0, -30.0], [30.0, 0.0], [1, 1]);
        b.floor(0.3, [-30.0, 0.0], [30.0, 30.0], [1, 1]);
        b.quad([-30.0, 0.0, 0.0], [-30.0, 0.3, 0.0], [30.0, 0.3, 0.0], [30.0, 0.0, 0.0]);
    });
    let (mut feet, mut drawn) = (0.0_f64, 0.0_f64);
    for k in 0..40 {
        let mut player = Player::new(&level, [0.0, 0.0, -1.0 - 0.00167 * f64::from(k)], 60);
        for _ in 0..40 {
            let before = player.state;
            let _ = player.walk(Vec3::Z * 4.0);
            feet = feet.max(player.at().y - before.position.y);
            drawn =
                drawn.max(player.state.lerp(&before, 1.0, Vec3::Y).y - before.lerp(&before, 1.0, Vec3::Y).y);
        }
    }
    assert!((0.18..0.19).contains(&feet) && drawn < 0.1, "{feet} {drawn}");
}

/// A pit in rough ground: on its way to the tread, the body first meets a steep edge beside it.
#[test]
fn a_steep_edge_beside_a_step_does_not_hide_the_tread() {
    let pit = level(|b| {
        let corners = [
            [-9.537573, -3.2215796, 7.749278],
            [-10.133671, -2.8269186, 8.345376],
            [-9.537573, -3.4473445, 8.345376],
            [-9.537573, -3.6851032, 8.941475],
            [-8.941475, -3.339975, 8.345376],
            [-10.133671, -2.8643005, 8.941475],
            [-10.133671, -3.0587995, 9.537573],
        ];
        triangles(b, &corners, &[[0, 1, 2], [2, 3, 4], [5, 6, 3]]);
    });
    for rate in RATES {
        let mut player = Player::new(&pit, [-9.730424, -3.6195886, 8.646378], rate);
        (player.config.max_slope_angle, player.config.step_height) = (0.6, 0.25);
        player.walks(Vec3::X * 4.0, rate / 6);
        assert!(player.at().x > -9.6, "{rate}: {}", player.at());
    }
}

/// Scene A3 as an ellipsoid, turned by 17 degrees: a body that is a little inside the skin of the
/// wall is raised above it. Then the upper edge of the wall must not hold it on its way down.
#[test]
fn the_upper_edge_of_a_wall_does_not_hold_it_on_its_way_to_a_tread() {
    let scene = catalogue::all().into_iter().find(|scene| scene.id == "A3").unwrap();
    for rate in RATES {
        let variant = Variant { form: Form::Ellipsoid, yaw: 17.0, rate, ..Variant::default() };
        let level = variant.level(&(scene.build)(&variant)[0].level, [0.0; 3]);
        let mut player = Player::new(&level, variant.place([-16.2, 0.0, 2.0], [0.0; 3]), rate);
        player.config.shape = Shape::ellipsoid(Vec3::new(0.3, 0.975, 0.3));
        player.config.skin_width = 0.02;
        let wish_velocity = common::narrow(variant.turn([-2.828_427, 0.0, 2.828_427]));
        let _ = player.run(&wish(wish_velocity), 1.7);
        let end = variant.place_back(common::wide(player.at()), [0.0; 3]);
        assert!(end[2] > 5.0, "{rate}: {end:?}");
    }
}

/// The upper edge of a wall beside the stairs is within two skins of the body, or touches it, where
/// the body comes down to a tread. The next tread is nearer than half of a wide body.
#[test]
fn the_upper_edge_of_a_wall_beside_the_stairs_is_not_the_tread() {
    let (round, wide) = (Vec3::new(0.3, 0.975, 0.3), Vec3::new(0.5, 0.9, 0.3));
    for (radii, skin_width, height, side) in [
        (round, 0.02, 2.5, -2.8),
        (round, 0.02, 3.1, -1.0),
        (wide, 0.03, 2.963, -1.0),
        (wide, 0.03, 5.0, -2.8),
    ] {
        let walled = level(|b| {
            add_stairs(b, 0.3, 0.3);
            b.wall([-0.7, -1.0], [-0.7, 3.2], [0.0, height]);
        });
        for rate in RATES {
            let mut player = Player::new(&walled, [0.0, 0.0, -0.7], rate);
            player.config.shape = Shape::ellipsoid(radii);
            player.config.skin_width = skin_width;
            let wish_velocity = Vec3::new(side, 0.0, 2.8);
            let _ = player.run(&wish(wish_velocity), 1.6);
            let at = player.at();
            assert!(at.y > 2.7 && at.z > 2.7, "{radii} {height} {rate}: {at}");
        }
    }
}

/// Beside a wall and a plinth, a sphere runs down treads that are narrower than it. The edge of a
/// tread, the wall and the corner of the plinth hold it between them. It comes down by 0.35 m, but
/// the lowest of them is 0.54 m below the tread before, more than the snap distance.
#[test]
fn it_runs_down_between_treads_and_a_plinth() {
    let stairs = level(|b| {
        for (i, y) in [(0, 1.05), (1, 1.4), (2, 1.75)] {
            let x = 0.367 * f64::from(i);
            b.floor(y, [x - 0.367, -2.93], [x, -0.22], [1, 1]);
        }
        b.floor(0.859, [-0.052, 0.147], [0.857, 0.535], [1, 1]);
        b.wall([-1.7, 0.58], [1.05, 0.58], [0.0, 2.36]);
    });
    for i in 0..48 {
        let mut player = Player::new(&stairs, [0.635 + 2e-4 * f64::from(i), 1.3779, 0.172], 30);
        player.config.shape = Shape::sphere(0.4);
        player.config.crouch_shape = None;
        player.config.max_slope_angle = 0.872_664_6;
        player.config.step_height = 0.4;
        player.config.snap_distance = 0.4;
        player.config.ground_acceleration = None;
        let _ = player.run(&CharacterInput::default(), 0.2);
        for lowest in [1.03, 0.68] {
            let report = player.walk(Vec3::new(-15.26, 0.0, 12.9));
            let at = player.at();
            assert!(
                report.is_on_floor() && (0.0..0.02).contains(&(at.y - lowest)),
                "{i}: {at}, {:?}",
                report.ground
            );
        }
    }
}
