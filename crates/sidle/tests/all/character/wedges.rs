//! Grooves, pits and passages that are as narrow as the body.

use super::{Player, RATES, level, wish};
use sidle::{CharacterInput, DVec3, GroundState, Quat, Shape, SteepGround, Vec3};
use sidle_scenes::narrow_ground;

/// A steep face in front of a vertical wall. The corners of both are rounded to f32, so that their
/// horizontal normals are opposite only to 1e-7; or the groove between them is narrower at one end,
/// and the body rises on its way there.
#[test]
fn a_groove_between_a_steep_face_and_a_wall_is_a_way() {
    for (i, narrower) in (0..72).flat_map(|i| [0.0, 1e-5, 1e-3, 0.05].map(|n| (i, n))) {
        let turn = f64::from(5 * i + 1).to_radians();
        let across = DVec3::new(turn.cos(), 0.0, turn.sin());
        let along = across.cross(DVec3::Y);
        let groove = level(|b| {
            let face = |a: f64, h: f64, l: f64| (across * a + DVec3::Y * h + along * l).to_array();
            let wall = |h: f64, l: f64| face(narrower * l, h, l);
            for [from, to] in [[-9.0, -1.0], [-1.0, 0.7], [0.7, 9.0]] {
                b.quad(
                    face(-1.0, -1.5, from),
                    face(-1.0, -1.5, to),
                    face(2.0, 3.0, to),
                    face(2.0, 3.0, from),
                );
                b.quad(wall(-1.0, from), wall(3.0, from), wall(3.0, to), wall(-1.0, to));
            }
        });
        for way in [along, -along] {
            let mut player = Player::new(&groove, (across * 0.4 + DVec3::Y).to_array(), 60);
            player.config.shape = Shape::capsule(0.3, 1.8);
            let _ = player.run(&CharacterInput::default(), 1.0);
            let start = player.at();
            let input = wish((way - across).as_vec3() * 2.0);
            let report = player.run(&input, 1.0);
            let gained = (player.at() - start).dot(way);
            assert!(report.is_on_floor() && gained > 1.8, "{turn} {narrower}: {gained} m from {start}");
        }
    }
}

/// A hollow of a height field. Below the lowest way out, two of its steep faces form an acute
/// corner, in which there is no way along both of them.
#[test]
fn a_step_leads_out_of_an_acute_corner_of_low_walls() {
    let hollow = narrow_ground::acute_corner();
    for rate in RATES {
        let mut player = Player::new(&hollow.level, hollow.start.map(f64::from), rate);
        player.config.shape = Shape::capsule(0.3, 1.8);
        player.config.step_height = 0.4;
        player.config.min_step_width = 0.02;
        player.config.snap_distance = 0.6;
        player.config.ground_acceleration = None;
        let _ = player.run(&CharacterInput::default(), 1.0);
        let (start, wish_velocity) = (player.at(), Vec3::new(-1.5, 0.0, -3.7));
        let input = wish(wish_velocity);
        let mut gained = 0.0_f64;
        for _ in 0..rate {
            let report = player.step(&input);
            assert!(report.is_on_floor(), "{rate}: {}", player.at());
            gained = gained.max(player.at().with_y(start.y).distance(start));
        }
        assert!(gained > 0.4, "{rate}: {gained} m from {start}");
    }
}

#[test]
fn a_body_without_a_skin_keeps_the_ground() {
    let floor = level(|b| _ = b.floor(0.0, [-60.0, -60.0], [60.0, 60.0], [5, 5]));
    for rate in RATES {
        let mut player = Player::new(&floor, [0.2, 0.0, 0.2], rate);
        player.config.skin_width = 0.0;
        for step in 0..rate * 2 {
            let way = Quat::from_rotation_y(step as f32 * 0.1) * Vec3::X;
            let input = wish(way * 10.0);
            let report = player.unjudged_step(&input);
            assert!(report.is_on_floor() || step == 0, "{rate} step {step}");
        }
    }
}

#[test]
fn a_body_between_an_edge_and_a_wall_stands_and_jumps() {
    let gap = level(|b| {
        b.floor(3.0, [-9.0, -9.0], [0.0, 9.0], [1, 1]).wall([0.0, -9.0], [0.0, 9.0], [-9.0, 3.0]);
        b.wall([0.5, -9.0], [0.5, 9.0], [-9.0, 9.0]);
    });
    for rate in RATES {
        let mut player = Player::new(&gap, [0.19, 3.3, 0.0], rate);
        let _ = player.run(&CharacterInput::default(), 2.0);
        assert!(player.state.is_grounded() && player.at().y > 2.5, "{rate} {:?}", player.state);
        let report = player.step(&CharacterInput { jump: true, jump_held: true, ..Default::default() });
        assert!(report.jumped);
    }
}

/// A jump beside a wall that leans by 20 degrees touches it on the way up.
#[test]
fn a_jump_past_steep_ground_does_not_end_on_it() {
    let lean = 70.0_f64.to_radians().tan();
    let place = level(|b| {
        b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [3, 3]);
        b.quad([0.0, 0.0, -9.0], [0.0, 0.0, 9.0], [2.0, 2.0 * lean, 9.0], [2.0, 2.0 * lean, -9.0]);
    });
    for rate in RATES {
        let mut player = Player::new(&place, [-0.8, 0.0, 0.0], rate);
        player.config.steep_ground = SteepGround::Stand;
        player.config.shape = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
        let wish_velocity = Vec3::X * 1.5;
        let input = CharacterInput { wish_velocity, jump_held: true, ..CharacterInput::default() };
        let _ = player.run(&input, 0.2);
        let _ = player.step(&CharacterInput { jump: true, ..input });
        let (mut highest, mut touched) = (0.0_f64, false);
        for _ in 0..rate / 2 {
            touched |= player.step(&input).ground == GroundState::Steep;
            highest = highest.max(player.at().y);
        }
        assert!(touched && highest > 1.1, "{rate}: {highest}, {touched}");
    }
}

/// One wall leans by less than a degree and stops the body on its way down, and the other one does
/// not let it aside.
#[test]
fn it_is_lowered_between_two_walls() {
    let normals = [DVec3::new(0.8717, 0.0, -0.49), DVec3::new(-0.9986, 5.65e-4, -0.052)];
    let walls = level(|b| {
        b.floor(0.0, [-4.0, -4.0], [4.0, 4.0], [1, 1]);
        for normal in normals.map(DVec3::normalize) {
            // A plane 0.301 m from the axis at a height of 0.3 m above the feet.
            let middle = DVec3::Y * 0.5 - normal * 0.301;
            let (across, up) = (DVec3::Y.cross(normal).normalize(), normal.cross(DVec3::Y).cross(normal));
            let corner = |x: f64, y: f64| (middle + across * x + up.normalize() * y).to_array();
            b.triangle(corner(-3.0, -0.6), corner(3.0, -0.6), corner(0.0, 4.0));
        }
    });
    let mut player = Player::new(&walls, [0.0, 0.2, 0.0], 60);
    player.config.shape = Shape::capsule(0.3, 1.8);
    let Player { world, scratch, config, state, .. } = &mut player;
    let lowered = world.snap_character(scratch, config, state, 0.4);
    assert!(lowered.is_some_and(|by| (by - 0.2).abs() < 1e-3), "{lowered:?} {}", state.position);
}
