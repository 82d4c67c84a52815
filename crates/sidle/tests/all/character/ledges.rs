use super::{Player, RATES, level};
use sidle::{CharacterInput, GroundState, Quat, Shape, Vec3};
use sidle_scenes::Level;

/// A floor, and a ledge of this height behind z = 0.
fn ledge(height: f64) -> Level {
    level(|b| {
        b.floor(0.0, [-30.0, -30.0], [30.0, 0.0], [1, 1]);
        b.floor(height, [-30.0, 0.0], [30.0, 30.0], [1, 1]);
        b.quad([-30.0, 0.0, 0.0], [-30.0, height, 0.0], [30.0, height, 0.0], [30.0, 0.0, 0.0]);
    })
}

#[test]
fn a_ledge_is_climbed_exactly_up_to_the_step_height() {
    for rate in [30, 60, 1000] {
        for (shape, rolls) in [
            (Shape::capsule(0.3, 1.8), 0.107_f64),
            (Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)), 0.11),
            (Shape::sphere(0.4), 0.143),
        ] {
            for step in [0.0, 0.1_f32, 0.3, 0.45, 0.7] {
                for height in
                    [0.05, 0.13, 0.21, 0.29, 0.31, 0.37, 0.44, 0.46, 0.5, 0.58, 0.69, 0.71, 0.74, 0.8, 1.2]
                {
                    for (speed, turn) in [(1.0, 0.0), (4.0, 0.0), (4.0, 1.047), (10.0_f32, 0.5)] {
                        let mut player = Player::new(&ledge(height), [0.0, 0.0, -0.8], rate);
                        (player.config.shape, player.config.step_height) = (shape.clone(), step);
                        let wish = Quat::from_rotation_y(turn) * Vec3::Z * speed;
                        let mut highest = 0.0_f64;
                        for _ in 0..(2.5 / wish.z * rate as f32) as u32 {
                            let report = player.walk(wish);
                            assert!(
                                report.is_on_floor(),
                                "{rate} {shape:?} {step} {height} {speed} {turn} {}",
                                player.at()
                            );
                            highest = highest.max(player.at().y);
                        }
                        let climbs = height <= f64::from(step);
                        let up = player.at().z > 0.0;
                        if climbs {
                            assert!(
                                up && player.at().z > 1.5,
                                "{rate} {shape:?} {step} {height} {speed} {turn} {}",
                                player.at()
                            );
                        } else if height > rolls.max(f64::from(step)) + 0.001 {
                            assert!(
                                !up && highest < 0.003,
                                "{rate} {shape:?} {step} {height} {speed} {turn} {} {highest}",
                                player.at()
                            );
                        }
                    }
                }
            }
        }
    }
}

/// The character stands at the edge of a cliff, or falls off it: its ground does not change from
/// step to step.
#[test]
fn the_ground_does_not_flicker_at_a_kerb_or_cliff() {
    for (rate, height) in [(30, 0.7), (60, 0.7), (1000, 0.7), (60, 0.2), (60, 5.0)] {
        for speed in [0.3, 1.0, 4.0] {
            let mut player = Player::new(&ledge(height), [0.0, height, 1.0], rate);
            let (mut changes, mut before) = (0, None);
            for _ in 0..(2.0 / speed * rate as f32) as u32 {
                let ground = player.walk(Vec3::NEG_Z * speed).is_on_floor();
                changes += u32::from(before.is_some_and(|b| b != ground));
                before = Some(ground);
            }
            // Off the edge, and onto the floor below.
            assert!(changes <= 2, "{rate} {height} {speed}: {changes}");
            assert!(changes == 0 || height > 0.4);
        }
    }
}

#[test]
fn it_stands_still_on_an_edge() {
    for place in [0.05, 0.1, 0.2, 0.22, 0.27, 0.29] {
        for height in [0.25, 3.0] {
            let mut player = Player::new(&ledge(height), [0.0, height + 0.05, -place], 60);
            player.walks(Vec3::ZERO, 60);
            let before = player.state;
            player.walks(Vec3::ZERO, 600);
            assert!(before.is_grounded(), "{place} {height}");
            assert_eq!((before.position, before.velocity), (player.at(), player.state.velocity));
            // On the edge if that is flat enough or a step, otherwise on the floor.
            let stays = before.position.y > 0.01;
            assert_eq!(stays, place <= 0.22 || height < 1.0, "{place} {height} {}", before.position);
        }
    }
}

#[test]
fn a_jump_against_a_ledge_is_not_a_step() {
    for i in 0..=18 {
        let height = 0.3 + 0.05 * f64::from(i);
        let mut player = Player::new(&ledge(height), [0.0, 0.0, -0.5], 60);
        player.config.jump_height = 1.0;
        let mut before = f32::NAN;
        for frame in 0..40 {
            let input = CharacterInput {
                wish_velocity: Vec3::Z * 4.0,
                jump: frame == 0,
                jump_held: true,
                ..Default::default()
            };
            let report = player.step(&input);
            let speed = player.state.velocity.y;
            if report.ground == GroundState::Airborne && frame > 0 {
                assert!(speed <= before + 1e-4, "{height}: {before} to {speed}");
                assert_eq!(report.stepped, 0.0);
            }
            before = speed;
        }
        assert!(player.at().z > 0.5 || height > 0.9, "{height} {}", player.at());
    }
}

#[test]
fn it_follows_drops_up_to_the_snap_distance_and_no_further() {
    for (rate, speed) in RATES.into_iter().flat_map(|rate| [0.3_f32, 2.0, 8.0].map(|speed| (rate, speed))) {
        for (drop, follows) in
            [(0.1, true), (0.35, true), (0.395, true), (0.405, false), (0.5, false), (0.7, false)]
        {
            let ledge = level(|b| {
                b.floor(0.0, [-9.0, -9.0], [0.0, 9.0], [1, 1]).floor(-drop, [0.0, -9.0], [9.0, 9.0], [1, 1]);
                b.wall([0.0, -9.0], [0.0, 9.0], [-drop, 0.0]);
            });
            let mut player = Player::new(&ledge, [-0.2, 0.0, 0.0], rate);
            let frames = (1.2 / speed * rate as f32) as u32;
            let flies = (0..frames).filter(|_| !player.walk(Vec3::X * speed).is_on_floor()).count();
            assert_eq!(flies == 0, follows, "{rate} Hz, {speed} m/s, {drop} m: {flies} of {frames}");
        }
    }
}

/// Beside a ledge above the limit, the floor ends, 1 m above another one. The edge is nearer than
/// the snap distance, and was taken for ground, from which the body climbed the rest of the ledge.
#[test]
fn beyond_the_end_of_the_floor_a_ledge_above_the_limit_is_not_climbed() {
    for (shape, step, height) in [
        (Shape::ellipsoid(Vec3::new(0.36, 0.9, 0.45)), 0.36_f32, 0.369_66),
        (Shape::ellipsoid(Vec3::new(0.36, 0.9, 0.45)), 0.36, 0.402_6),
        (Shape::sphere(0.25), 0.1, 0.159),
        (Shape::sphere(0.25), 0.1, 0.2),
    ] {
        let corner = level(|b| {
            b.floor(0.0, [-5.0, -5.0], [2.0, 0.0], [1, 1]);
            b.floor(-1.0, [-5.0, -5.0], [9.0, 5.0], [1, 1]);
            b.floor(height, [-5.0, 0.0], [5.0, 5.0], [1, 1]);
            b.quad([-5.0, 0.0, 0.0], [-5.0, height, 0.0], [5.0, height, 0.0], [5.0, 0.0, 0.0]);
        });
        for (rate, snap) in RATES.into_iter().flat_map(|rate| [0.2_f32, 0.4, 3.6].map(|snap| (rate, snap))) {
            for speed in [1.0, 3.6, 6.0] {
                let mut player = Player::new(&corner, [0.0, 0.0, -0.6], rate);
                player.config.shape = shape.clone();
                (player.config.step_height, player.config.snap_distance) = (step, snap);
                for _ in 0..(3.0 / speed * rate as f32) as u32 {
                    let report = player.walk(Vec3::new(speed, 0.0, speed));
                    let at = player.at();
                    // In the air, its round bottom slides up a little.
                    let stands = report.is_on_floor() && at.y > 0.003;
                    assert!(!stands, "{shape:?} {height} {rate} {snap} {speed}: {at}");
                }
                assert!(player.at().x > 2.0);
            }
        }
    }
}

/// Fast characters cross a deep gap that is narrower than half of them without leaving the ground,
/// and fly over a wide one.
#[test]
fn a_narrow_gap_holds_a_fast_character() {
    for (gap, crosses) in [(1e-3, true), (0.02, true), (0.1, true), (1.5, false)] {
        let split = level(|b| {
            b.floor(0.0, [-9.0, -9.0], [0.0, 9.0], [1, 1]).floor(0.0, [gap, -9.0], [30.0, 9.0], [1, 1]);
        });
        for rate in [20, 60, 144, 1000] {
            let mut player = Player::new(&split, [-1.0, 0.0, 0.0], rate);
            let mut off = 0;
            for _ in 0..rate / 2 {
                off += u32::from(!player.walk(Vec3::X * 6.0).is_on_floor());
            }
            assert_eq!(off == 0, crosses, "{gap} {rate}: {off}");
            assert!(
                !crosses || player.at().y.abs() < 1e-3 && player.at().x > 1.9,
                "{gap} {rate}: {}",
                player.at()
            );
        }
    }
}
