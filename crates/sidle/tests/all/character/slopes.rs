//! Slopes: speeds along them, steep ground, their tops and their creases.

use super::{Player, RATES, level, wish};
use sidle::{CharacterInput, GroundState, Shape, SlopeSpeed, SteepGround, Vec3};
use sidle_scenes::Level;

/// An endless slope that rises towards +x by this angle in degrees.
fn slope(degrees: f64) -> Level {
    let rise = 40.0 * degrees.to_radians().tan();
    level(|b| {
        _ = b.quad([-40.0, -rise, -40.0], [-40.0, -rise, 40.0], [40.0, rise, 40.0], [40.0, rise, -40.0])
    })
}

/// The feet of a capsule of radius 0.3 that stands on the slope over x = 0.
fn on_slope(degrees: f64) -> [f64; 3] {
    [0.0, 0.301 / degrees.to_radians().cos() - 0.301, 0.0]
}

/// B1 and B7: a slope up to the limit is ground, on which an idle character stands still; it slides
/// down a steeper one with the acceleration of the slope.
#[test]
fn a_slope_holds_up_to_the_limit() {
    for rate in RATES {
        for degrees in [5.0, 15.0, 25.0, 35.0, 44.0, 49.0, 51.0, 55.0, 65.0, 75.0] {
            let mut player = Player::new(&slope(degrees), on_slope(degrees), rate);
            let first = player.walk(Vec3::ZERO);
            let start = player.at();
            player.walks(Vec3::ZERO, rate);
            if degrees < 50.0 {
                assert_eq!((first.ground, player.at()), (GroundState::Grounded, start), "{degrees}");
                continue;
            }
            assert_eq!(first.ground, GroundState::Steep, "{degrees}");
            let (sin, cos) = degrees.to_radians().sin_cos();
            let way = (player.at() - start).length();
            let t = 1.0 + 1.0 / f64::from(rate);
            let first_step = 0.5 / f64::from(rate).powi(2);
            let expected = 9.81 * sin * (0.5 * t * t - first_step);
            assert!((way - expected).abs() < 0.01 * expected, "{rate} {degrees}: {way} {expected} {cos}");
            player.config.steep_ground = SteepGround::Stand;
            let stands = player.at();
            let _ = player.walk(Vec3::ZERO);
            let _ = player.walk(Vec3::ZERO);
            assert!((player.at() - stands).length() < 1e-4);
        }
    }
}

#[test]
fn the_speed_on_a_slope_is_a_choice() {
    for rate in RATES {
        for degrees in [10.0, 30.0, 45.0] {
            for (choice, power) in
                [(SlopeSpeed::AlongGround, 1), (SlopeSpeed::Horizontal, 0), (SlopeSpeed::Projected, 2)]
            {
                for up in [1.0, -1.0] {
                    let mut player = Player::new(&slope(degrees), on_slope(degrees), rate);
                    player.config.slope_speed = choice;
                    for _ in 0..rate {
                        assert!(player.walk(Vec3::X * 4.0 * up).is_on_floor());
                    }
                    let expected = 4.0 * degrees.to_radians().cos().powi(power);
                    let x = player.at().x * f64::from(up);
                    assert!((x - expected).abs() < 1e-3, "{rate} {degrees} {choice:?} {up}: {x} {expected}");
                    let height = player.at().y - on_slope(degrees)[1];
                    assert!(
                        (height - x * f64::from(up) * degrees.to_radians().tan()).abs() < 2e-3,
                        "{rate} {degrees} {height}"
                    );
                }
            }
        }
    }
}

/// A floor up to x = 0, then a slope of this angle, 4 m long, and a floor at its end.
fn ramp(degrees: f64) -> (Level, f64) {
    let (length, height) = (4.0 * degrees.to_radians().cos(), 4.0 * degrees.to_radians().sin());
    let level = level(|b| {
        _ = b.extrude(&[[-20.0, 0.0], [0.0, 0.0], [length, height], [30.0, height]], [-20.0, 20.0])
    });
    (level, height)
}

/// B2 and the crest: with snapping, the character stays on the ground over crests and downhill.
#[test]
fn it_follows_crests_and_slopes_down() {
    for rate in RATES {
        for degrees in [10.0, 30.0, 45.0] {
            for shape in
                [Shape::capsule(0.3, 1.8), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)), Shape::sphere(0.4)]
            {
                let (level, height) = ramp(degrees);
                let mut player = Player::new(&level, [-2.0, 0.0, 0.0], rate);
                player.config.shape = shape;
                let steps = 2 * rate;
                for _ in 0..steps {
                    assert!(player.walk(Vec3::X * 5.0).is_on_floor(), "{rate} {degrees} {}", player.at());
                }
                assert!((player.at().y - height).abs() < 1e-3, "{}", player.at());
                for _ in 0..steps {
                    assert!(player.walk(Vec3::NEG_X * 5.0).is_on_floor(), "{rate} {degrees} {}", player.at());
                }
                assert!(player.at().y.abs() < 1e-3, "{}", player.at());
            }
        }
    }
}

/// B12: pushing into steep walls does not lift.
#[test]
fn a_steep_slope_is_a_wall() {
    for rate in RATES {
        for degrees in [51.0, 60.0, 70.0, 80.0, 89.0, 90.0, 100.0, 120.0_f64] {
            let (cos, sin) = (8.0 * degrees.to_radians().cos(), 8.0 * degrees.to_radians().sin());
            let level = level(|b| {
                b.floor(0.0, [-20.0, -20.0], [20.0, 20.0], [1, 1]);
                b.quad([2.0, 0.0, -20.0], [2.0, 0.0, 20.0], [2.0 + cos, sin, 20.0], [2.0 + cos, sin, -20.0]);
            });
            for wish in [Vec3::X * 5.0, Vec3::new(3.0, 0.0, 4.0)] {
                let mut player = Player::new(&level, [0.5, 0.0, 0.0], rate);
                for _ in 0..2 * rate {
                    let report = player.walk(wish);
                    assert!(
                        report.is_on_floor() && player.at().y < 0.0011,
                        "{rate} {degrees} {}",
                        player.at()
                    );
                }
                let along = player.at().z / 2.0;
                assert!(
                    (along - f64::from(wish.z)).abs() < f64::from(0.01 * wish.z + 1e-4),
                    "{rate} {degrees} {along}"
                );
                assert!(player.walk(wish).is_on_wall());
            }
        }
    }
}

/// The bottom of a steep groove holds a character that cannot leave it.
#[test]
fn a_groove_of_two_steep_slopes_is_ground() {
    let level = level(|b| {
        b.quad([-9.0, 0.0, 0.0], [-9.0, 12.0, 6.0], [9.0, 12.0, 6.0], [9.0, 0.0, 0.0]);
        b.quad([-9.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 12.0, -6.0], [-9.0, 12.0, -6.0]);
    });
    let mut player = Player::new(&level, [0.0, 2.0, 0.1], 60);
    player.walks(Vec3::ZERO, 180);
    assert!(player.state.is_grounded(), "{:?}", player.state);
    let before = player.at();
    for _ in 0..60 {
        assert!(player.walk(Vec3::X * 2.0).is_on_floor());
    }
    assert!((player.at().x - before.x - 2.0).abs() < 0.02, "{}", player.at());
    let report = player.step(&CharacterInput { jump: true, jump_held: true, ..Default::default() });
    assert!(report.jumped && player.state.velocity.y > 4.0);
}

/// A wish into steep ground neither climbs it nor brakes the slide.
#[test]
fn pushing_uphill_on_steep_ground_changes_nothing() {
    for rate in RATES {
        for degrees in [51.0, 52.0, 55.0, 57.0, 60.0, 65.0, 75.0] {
            let slide = |wish: Vec3| {
                let mut player = Player::new(&slope(degrees), on_slope(degrees), rate);
                player.walks(wish, rate);
                player.at()
            };
            let (idle, uphill, oblique) =
                (slide(Vec3::ZERO), slide(Vec3::X * 4.0), slide(Vec3::new(4.0, 0.0, 4.0)));
            assert!((idle - uphill).length() < 1e-3, "{rate} {degrees}: {idle} {uphill}");
            assert!(
                (idle - oblique).with_z(0.0).length() < 1e-2 && oblique.z > 3.0,
                "{rate} {degrees}: {oblique}"
            );
        }
    }
}

/// A face of 84.9 degrees is walkable here. A body is not lowered far along it to restore its skin
/// of 1 mm: in 1 ms a jump leads 4.85 mm.
#[test]
fn on_a_face_that_is_nearly_a_wall_it_is_not_lowered_far() {
    let face = level(|b| {
        let z = |y: f64| -0.09 * y;
        b.quad([-5.0, -5.0, z(-5.0)], [5.0, -5.0, z(-5.0)], [5.0, 5.0, z(5.0)], [-5.0, 5.0, z(5.0)]);
    });
    let mut jumps = 0;
    for i in 0..40 {
        let mut player = Player::new(&face, [0.0, 0.0, 0.0768 + 5e-5 * f64::from(i)], 1000);
        player.config.shape = Shape::capsule(0.083_333_336, 0.5);
        (player.config.max_slope_angle, player.config.step_height) = (1.483, 0.0);
        player.config.snap_distance = 0.0;
        for _ in 0..20 {
            let before = player.at();
            let report = player.step(&CharacterInput { jump: true, ..Default::default() });
            let way = player.at() - before;
            assert!(way.length() < 6e-3, "{i}: {way}");
            jumps += u32::from(report.jumped);
        }
    }
    assert!(jumps > 0);
}

/// A fast ball walks up a slope of 42 degrees and over its top. The ground does not drop there, so
/// it follows the ground, by up to the snap distance at once.
#[test]
fn beyond_the_top_of_a_slope_it_snaps_by_the_whole_distance() {
    let rise = 10.0 * 42.0_f64.to_radians().tan();
    let crest = level(|b| {
        b.quad([-10.0, -rise, -9.0], [-10.0, -rise, 9.0], [0.0, 0.0, 9.0], [0.0, 0.0, -9.0]);
        b.floor(0.0, [0.0, -9.0], [40.0, 9.0], [1, 1]);
    });
    let mut snapped = 0;
    for i in 0..100 {
        let x = -3.0 + 0.005 * f64::from(i);
        let mut player = Player::new(&crest, [x, 0.9005 * x + 0.04, 0.0], 30);
        player.config.shape = Shape::sphere(0.102_468_15);
        player.config.step_height = 0.0;
        while player.at().x < 0.6 {
            let report = player.walk(Vec3::X * 20.0);
            assert!(report.is_on_floor(), "{i}: {}", player.at());
            snapped += u32::from(report.snapped > 0.38);
        }
    }
    assert!(snapped > 0);
}

/// Two slopes of 55 degrees hold a body between them. Their crease rises by 8 degrees.
#[test]
fn it_walks_up_the_crease_of_two_steep_slopes() {
    let (steep, rise) = (55.0_f64.to_radians().tan(), 8.0_f64.to_radians().tan());
    let gully = level(|b| {
        for side in [-1.0, 1.0] {
            let (low, high) = ([-9.0, -9.0 * rise, 0.0], [9.0, 9.0 * rise, 0.0]);
            let up = |[x, y, _]: [f64; 3]| [x, y + 4.0 * steep, 4.0 * side];
            b.quad(low, high, up(high), up(low));
        }
    });
    for (rate, shape) in
        RATES.into_iter().flat_map(|rate| [(rate, Shape::capsule(0.3, 1.8)), (rate, Shape::sphere(0.3))])
    {
        let mut player = Player::new(&gully, [0.0, 0.3, 0.0], rate);
        player.config.shape = shape;
        let _ = player.run(&CharacterInput::default(), 1.0);
        assert!(player.state.is_grounded());
        for way in [Vec3::X, Vec3::NEG_X] {
            let start = player.at();
            let input = wish(way * 2.0);
            let report = player.run(&input, 1.0);
            let gained = (player.at() - start).dot(way.as_dvec3());
            assert!(gained > 1.8 && gained < 2.01 && report.is_on_floor(), "{rate} {way}: {gained}");
        }
    }
}
