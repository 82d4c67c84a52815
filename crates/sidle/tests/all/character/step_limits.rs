//! Edges, kerbs and stairs near the limits of a step.

use super::{Player, RATES, level};
use sidle::trace::CharacterReplay;
use sidle::{Scratch, Shape, Vec3};
use sidle_scenes::catalogue::{self, Form, Variant};

#[test]
fn a_kerb_at_the_edge_of_a_roof_is_no_ramp() {
    let roof = level(|b| {
        b.floor(3.0, [-9.0, -9.0], [0.0, 9.0], [1, 1]).wall([0.0, -9.0], [0.0, 9.0], [3.0, 3.1]);
        b.floor(3.1, [0.0, -9.0], [0.1, 9.0], [1, 1]).wall([0.1, -9.0], [0.1, 9.0], [0.0, 3.1]);
    });
    for (rate, snap) in RATES.into_iter().flat_map(|rate| [(rate, 0.0), (rate, 0.4)]) {
        for speed in [2.0, 5.0, 9.0] {
            let mut player = Player::new(&roof, [-1.0, 3.0, 0.0], rate);
            player.config.snap_distance = snap;
            for _ in 0..(1.6 / speed * rate as f32) as u32 {
                let _ = player.walk(Vec3::X * speed);
                let v = player.state.velocity;
                assert!(v.y < 0.05 && v.length() < speed + 0.05 || v.y < 0.0, "{rate} {snap} {speed}: {v}");
            }
            assert!(player.at().x > 0.3 && !player.state.is_grounded());
        }
    }
}

/// The body lands beside a wall, whose upper edge touches its side.
#[test]
fn an_edge_beside_the_body_does_not_raise_the_limit_of_a_step() {
    let wall = level(|b| {
        b.triangle([120.0, 0.0, 600.0], [0.0, 0.0, 600.0], [120.0, 0.0, 0.0]);
        b.triangle([0.0, 0.0, 600.0], [0.0, 0.0, 0.0], [120.0, 0.0, 0.0]);
        b.triangle([0.0, 0.0, 600.0], [-120.0, 0.0, 600.0], [0.0, 0.0, 0.0]);
        b.triangle([-120.0, 0.0, 600.0], [-120.0, 0.0, 0.0], [0.0, 0.0, 0.0]);
        b.triangle([120.0, 0.0, 0.0], [0.0, 0.0, 0.0], [120.0, 12.0012, 0.60006]);
        b.triangle([0.0, 0.0, 0.0], [0.0, 12.0012, 0.60006], [120.0, 12.0012, 0.60006]);
        b.triangle([0.0, 0.0, 0.0], [-120.0, 0.0, 0.0], [-120.0, 12.0012, 0.60006]);
        b.triangle([0.0, 0.0, 0.0], [-120.0, 12.0012, 0.60006], [0.0, 12.0012, 0.60006]);
        b.triangle([120.0, 12.0012, 0.60006], [-120.0, 12.0012, 0.60006], [120.0, 12.0012, -599.39996]);
        b.triangle([-120.0, 12.0012, 0.60006], [-120.0, 12.0012, -599.39996], [120.0, 12.0012, -599.39996]);
    });
    for start in [0.044, 0.5, 2.0, 5.0] {
        let mut player = Player::new(&wall, [0.0, start, 7.95], 30);
        player.config.shape = Shape::ellipsoid(Vec3::new(6.0, 15.0, 7.5));
        player.config.step_height = 6.0;
        player.config.snap_distance = 0.0;
        player.config.skin_width = 1e-4;
        player.config.min_step_width = 0.0;
        for _ in 0..90 {
            let report = player.walk(Vec3::NEG_Z * 150.0);
            assert!(report.stepped <= 6.1, "{start} {}", report.stepped);
        }
        assert!(player.at().y < 6.1, "{start} {}", player.at());
    }
}

/// It stands on the edge of a face and touches another edge, 5 cm higher, which is above the step
/// height of 0. After a step that lifted it by 0.4 mm, both edges together still hold it.
#[test]
fn a_body_between_an_edge_and_a_higher_one_keeps_the_ground() {
    let replay: CharacterReplay = include_str!("between_edges.replay").parse().expect("a replay");
    let world = replay.world().expect("a world");
    let (mut scratch, mut state) = (Scratch::default(), replay.state);
    for step in &replay.steps {
        let report = world.step_character(&mut scratch, &replay.config, &mut state, &step.input, step.dt);
        assert!(report.is_on_floor(), "{}", state.position);
    }
    assert!(state.position.distance(replay.state.position) > 0.24, "{}", state.position);
}

/// It climbs stairs beside a wall that ends at its height. Lowered onto a tread, it met the upper
/// edge of the wall, and moved away from it by a whole skin of 20 mm.
#[test]
fn a_step_beside_a_wall_is_not_longer_than_the_wish() {
    let scene = catalogue::all().into_iter().find(|scene| scene.id == "A3").expect("the stairs");
    for (yaw, rate) in [(17.0, 360), (17.0, 1000), (45.0, 360)] {
        let variant = Variant { form: Form::Ellipsoid, yaw, rate, ..Variant::default() };
        let stairs = variant.level(&(scene.build)(&variant)[0].level, [0.0; 3]);
        let mut player = Player::new(&stairs, variant.place([-16.2, 0.0, 2.0], [0.0; 3]), rate);
        player.config.shape = Shape::ellipsoid(Vec3::new(0.3, 0.975, 0.3));
        player.config.skin_width = 0.02;
        let wish = crate::common::narrow(variant.turn([-1.035_276_2, 0.0, 3.863_703_3]));
        while player.at().y < 2.9 {
            let before = player.at();
            let report = player.walk(wish);
            let way = (player.at() - before).with_y(0.0).length();
            let most = f64::from(wish.length() * player.dt + 1e-3);
            assert!(report.is_on_floor() && way < most, "{yaw} {rate}: {way} at {before}");
        }
    }
}
