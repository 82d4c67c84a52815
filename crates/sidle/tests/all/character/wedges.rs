//! Grooves, pits and passages that are as narrow as the body.

use super::{Player, RATES, level};
use sidle::{CharacterInput, DVec3, Shape, Vec3};

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
            let start = player.state.position;
            let wish_velocity = (way - across).as_vec3() * 2.0;
            let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
            let report = player.run(&input, 1.0);
            let gained = (player.state.position - start).dot(way.as_vec3());
            assert!(report.is_on_floor() && gained > 1.8, "{turn} {narrower}: {gained} m from {start}");
        }
    }
}

/// A hollow of a height field. Below the lowest way out, two of its steep faces form an acute
/// corner, in which there is no way along both of them.
#[test]
fn a_step_leads_out_of_an_acute_corner_of_low_walls() {
    // Heights of the corners in rows of four, and the triangles between them.
    let heights =
        [0.0, 2.158, 1.787, 0.0, 2.272, 1.11, 0.94, 1.779, 0.0, 0.743, 0.0, 0.784, 0.0, 1.826, 0.773, 1.893];
    let triangles = [
        [1, 6, 2],
        [4, 9, 5],
        [5, 9, 6],
        [6, 9, 10],
        [6, 10, 7],
        [9, 13, 14],
        [9, 14, 10],
        [10, 14, 11],
        [11, 14, 15],
    ];
    let hollow = level(|b| {
        let origin = [-4.100_235_5, -4.095, -4.100_235_5];
        let at = |i: usize| (i as f64 - 2.0) * 0.512_529_5;
        let corner = |i: usize| [origin[0] + at(i % 4), origin[1] + heights[i], origin[2] + at(i / 4)];
        for [i, j, k] in triangles {
            b.triangle(corner(i), corner(j), corner(k));
        }
    });
    for rate in RATES {
        let mut player = Player::new(&hollow, [-4.105_165_5, -3.651_919_6, -4.074_777_6], rate);
        player.config.shape = Shape::capsule(0.3, 1.8);
        player.config.step_height = 0.4;
        player.config.min_step_width = 0.02;
        player.config.snap_distance = 0.6;
        player.config.ground_acceleration = None;
        let _ = player.run(&CharacterInput::default(), 1.0);
        let (start, wish_velocity) = (player.state.position, Vec3::new(-1.5, 0.0, -3.7));
        let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
        let mut gained = 0.0_f32;
        for _ in 0..rate {
            let report = player.step(&input);
            assert!(report.is_on_floor(), "{rate}: {}", player.state.position);
            gained = gained.max(player.state.position.with_y(start.y).distance(start));
        }
        assert!(gained > 0.4, "{rate}: {gained} m from {start}");
    }
}
