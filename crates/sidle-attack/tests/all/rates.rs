//! Scripts at several rates: what the judges find today, and planted faults that they find.

use sidle::{
    CharacterConfig, CharacterInput, CharacterReport, CharacterState, DVec3, GroundState, Scratch, Vec3,
    World,
};
use sidle_attack::random::Rng;
use sidle_attack::rates::{Counts, Gain, GainJudge, Scene, Step, play, run_case};
use sidle_scenes::Rate;

/// Counts the differences in the first scripts. A change of the character changes these numbers:
/// they must become smaller, or the change must be explained.
#[test]
fn the_known_differences_between_rates_are_as_counted() {
    let mut counts = Counts::default();
    for seed in 0..12 {
        // Each failure is in the counts.
        let _ = run_case(seed, &mut counts);
    }
    let known = Counts {
        scripts: 12,
        pairs: 48,
        agree: 39,
        parted: 3,
        differ: 6,
        flights: 304,
        height_gains: 1,
        speed_gains: 0,
        ground_gains: 0,
    };
    assert_eq!(counts, known);
}

/// On a level floor without instances, walks agree at 20 and 1000 Hz and gain nothing.
#[test]
fn a_level_floor_has_no_differences() {
    let mut scene = Scene::new(&mut Rng::seeded(3));
    scene.triangles.truncate(2);
    scene.actors.clear();
    scene.config = CharacterConfig::default();
    scene.start = DVec3::ZERO;
    for segment in &mut scene.script {
        segment.wish *= 0.3;
        segment.jumps = false;
    }
    let course = |rate: Rate| {
        let mut judge = GainJudge::new(&scene.config);
        let course = play(&scene, rate, DVec3::ZERO, |step| judge.step(step));
        assert_eq!(judge.gains, []);
        course
    };
    let (low, high) = (course(Rate::Hz(20)), course(Rate::Hz(1000)));
    assert_eq!(low.len(), high.len());
    for (a, b) in low.iter().zip(&high) {
        assert!((a.position - b.position).length() < 1e-3, "{a:?} {b:?}");
    }
    assert!(high.iter().any(|mark| mark.way > 1.0));
}

/// The judge of gains accepts a jump, and finds a planted gain of height and of speed in it.
#[test]
fn planted_gains_are_found() {
    let floor = [Vec3::new(-99.0, 0.0, -99.0), Vec3::new(0.0, 0.0, 99.0), Vec3::new(99.0, 0.0, -99.0)];
    let world = World::from_triangles(&floor, &[[0, 1, 2]]).expect("a floor");
    let config = CharacterConfig::default();
    let gains = |lift: f64, push: f32, walks: bool| {
        let (mut scratch, mut judge) = (Scratch::default(), GainJudge::new(&config));
        let mut state = CharacterState::at(Vec3::ZERO);
        for i in 0..100 {
            let jump = i == 10 && !walks;
            let wish_velocity = Vec3::X * 4.0;
            let input = CharacterInput { wish_velocity, jump, jump_held: true, ..CharacterInput::default() };
            let before = state;
            let report: CharacterReport =
                world.step_character(&mut scratch, &config, &mut state, &input, 1.0 / 60.0);
            if i == 20 {
                state.position.y += lift;
                state.velocity.z += push;
            }
            judge.step(&Step { before: &before, after: &state, report: &report, wish: 4.0, segment: i });
        }
        judge.gains
    };
    assert_eq!(gains(0.0, 0.0, false), []);
    assert!(matches!(gains(0.01, 0.0, false)[..], [(20.., Gain::Height(h)), ..] if (h - 0.01).abs() < 1e-3));
    assert!(matches!(gains(0.0, 1.0, false)[..], [(20, Gain::Speed(_)), ..]));
    assert!(matches!(gains(0.0, 1.0, true)[..], [(20, Gain::OnGround(_)), ..]));
}

/// On steep ground, gravity gives speed and a wish along the ground gives none beyond its own: the
/// judge of gains finds only a planted gain. A wish into the ground once added to the fall.
#[test]
fn a_planted_gain_on_steep_ground_is_found() {
    let corner = |x: f32, z: f32| Vec3::new(x, 1.7 * x, z);
    let slope = [corner(-99.0, -99.0), corner(0.0, 99.0), corner(99.0, -99.0)];
    let world = World::from_triangles(&slope, &[[0, 1, 2]]).expect("a slope");
    let config = CharacterConfig { air_acceleration: 4.0, ..CharacterConfig::default() };
    let gains = |push: f32, wish_velocity: Vec3| {
        let (mut scratch, mut judge) = (Scratch::default(), GainJudge::new(&config));
        let mut state = CharacterState::at(Vec3::Y);
        let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
        for i in 0..80 {
            let before = state;
            let report = world.step_character(&mut scratch, &config, &mut state, &input, 1.0 / 60.0);
            if i == 60 {
                assert_eq!(state.ground(), GroundState::Steep);
                state.velocity *= push;
            }
            let wish = f64::from(wish_velocity.length());
            judge.step(&Step { before: &before, after: &state, report: &report, wish, segment: i });
        }
        judge.gains
    };
    for wish_velocity in [Vec3::ZERO, Vec3::new(2.0, 0.0, 5.6)] {
        assert_eq!(gains(1.0, wish_velocity), []);
    }
    assert!(matches!(gains(1.1, Vec3::ZERO)[..], [(60, Gain::Speed(_)), ..]));
}
