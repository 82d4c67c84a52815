//! The clock of fixed steps, and a player with presses that are heard once.

use sidle::{
    CharacterConfig, CharacterInput, CharacterState, DVec3, FixedSteps, Player, Scratch, Vec3, World,
};
use sidle_scenes::SplitMix64;

/// A floor of 40 m.
fn hall() -> World {
    let corners = [(-20.0, -20.0), (-20.0, 20.0), (20.0, 20.0), (20.0, -20.0)];
    let vertices = corners.map(|(x, z)| Vec3::new(x, 0.0, z));
    World::from_triangles(&vertices, &[[0, 1, 2], [0, 2, 3]]).expect("a floor")
}

fn walks(jump: bool) -> CharacterInput {
    CharacterInput { wish_velocity: Vec3::X * 3.0, jump, jump_held: jump, ..CharacterInput::default() }
}

#[test]
fn the_steps_the_rest_and_what_was_dropped_are_the_time_of_the_frames() {
    let mut rng = SplitMix64::new(51);
    for rate in [1.0, 20.0, 59.94, 60.0, 144.0, 1000.0, 10_000.0] {
        let mut clock = FixedSteps::new(rate).with_longest_frame(2.0);
        let dt = 1.0 / rate;
        let (mut time, mut dropped, mut steps) = (0.0, 0.0, 0);
        for _ in 0..1000 {
            let frame = if rng.below(20) == 0 { rng.range(0.0, 5.0) } else { rng.range(0.0, 0.03) };
            time += frame;
            for step in clock.advance(frame) {
                assert_eq!((step.number, step.dt), (steps, clock.dt()));
                steps += 1;
                assert_eq!(step.time, steps as f64 * dt);
            }
            dropped += clock.dropped();
            assert!((0.0..1.0).contains(&clock.alpha()), "{rate} Hz: alpha {}", clock.alpha());
            let sum = steps as f64 * dt + f64::from(clock.alpha()) * dt + dropped;
            assert!((sum - time).abs() < 1e-6 * time.max(1.0), "{rate} Hz: {sum} s of {time} s");
        }
        assert!(dropped > 1.0 && clock.number() == steps, "{rate} Hz: dropped {dropped} s");
    }
}

#[test]
fn no_frame_and_no_rate_makes_the_clock_fail() {
    for (rate, dt) in [(f64::NAN, 1.0 / 60.0), (0.0, 1.0), (-5.0, 1.0), (1e30, 1e-4), (f64::INFINITY, 1e-4)] {
        assert_eq!(FixedSteps::new(rate).dt(), dt, "{rate}");
    }
    let mut clock = FixedSteps::new(60.0);
    for frame in [f64::NAN, -1.0, f64::NEG_INFINITY, 0.0] {
        assert_eq!((clock.advance(frame).count(), clock.alpha(), clock.dropped()), (0, 0.0, 0.0));
    }
    assert_eq!(clock.advance(f64::INFINITY).len(), 15, "a quarter of a second");
    assert_eq!(clock.dropped(), f64::INFINITY);
    let mut patient = FixedSteps::new(1000.0).with_longest_frame(f64::INFINITY);
    assert_eq!(patient.advance(f64::INFINITY).len(), 3_600_000, "an hour");
    assert_eq!(FixedSteps::new(2.0).advance(0.5).len(), 1, "a frame of one step is not cut");
    let mut loaded = FixedSteps::new(60.0).starting_at(600);
    assert_eq!(loaded.advance(0.02).map(|step| step.number).collect::<Vec<_>>(), [600]);
    assert_eq!(FixedSteps::new(60.0).with_longest_frame(f64::NAN).advance(1.0_f32).len(), 1, "one step");
}

#[test]
fn a_frame_of_one_step_has_one_step() {
    for rate in [20.0, 30.0, 50.0, 60.0, 90.0, 120.0, 144.0, 240.0, 1000.0] {
        let (mut exact, mut rounded) = (FixedSteps::new(rate), FixedSteps::new(rate));
        for frame in 0..10_000 {
            assert_eq!(exact.advance(1.0 / rate).len(), 1, "{rate} Hz, frame {frame}");
            assert!(exact.alpha() < 1e-5);
        }
        // A frame time in f32 may be shorter than a step, by 3e-8 of it.
        let steps: usize = (0..10_000).map(|_| rounded.advance((1.0 / rate) as f32).len()).sum();
        assert!((9_999..=10_000).contains(&steps), "{rate} Hz: {steps}");
    }
}

#[test]
fn a_press_is_heard_once_whatever_the_frames_are() {
    let world = hall();
    // Frames of 1/20 to 1/1000 s: a frame has three steps, or none.
    for frames_per_second in [20_u32, 60, 144, 1000] {
        let mut player = Player::new(CharacterConfig::default(), Vec3::new(-15.0, 0.0, 0.0));
        let mut clock = FixedSteps::new(60.0);
        let (mut heard, mut presses) = (Vec::new(), 0);
        for frame in 0..frames_per_second * 3 {
            // In the middle of the first second, and again in the air: that is too early to count.
            let is_press = frame == frames_per_second / 2 || frame == frames_per_second * 7 / 10;
            player.set_input(&walks(is_press));
            for step in clock.advance(1.0 / f64::from(frames_per_second)) {
                let input = player.take_input();
                presses += u32::from(input.jump);
                if player.step_with(&world, &input, step.dt).jumped {
                    heard.push(step.number);
                }
            }
        }
        assert_eq!(presses, 2, "{frames_per_second} frames per second");
        assert_eq!(heard.len(), 1, "{frames_per_second} frames per second: jumps in steps {heard:?}");
        assert!((28..=33).contains(&heard[0]), "{frames_per_second} frames per second: {heard:?}");
    }
}

#[test]
fn a_player_makes_the_steps_of_step_character() {
    let world = hall();
    let config = CharacterConfig::default();
    let mut rng = SplitMix64::new(52);
    let (mut player, mut state) = (Player::new(config.clone(), DVec3::ZERO), CharacterState::at(DVec3::ZERO));
    let mut scratch = Scratch::default();
    for _ in 0..600 {
        let wish_velocity = Vec3::new(rng.range(-4.0, 4.0) as f32, 0.0, rng.range(-4.0, 4.0) as f32);
        let (jump, crouch) = (rng.below(30) == 0, rng.below(3) == 0);
        let input =
            CharacterInput { wish_velocity, jump, jump_held: jump, crouch, ..CharacterInput::default() };
        player.set_input(&input);
        let own = player.step(&world, 1.0 / 60.0);
        let other = world.step_character(&mut scratch, &config, &mut state, &input, 1.0 / 60.0);
        assert_eq!((own, player.state()), (other, &state));
    }
    assert!(state.position.length() > 1.0);
}

#[test]
fn the_input_of_a_frame_without_a_step_counts_for_the_next_step() {
    let world = hall();
    let mut player = Player::new(CharacterConfig::default(), Vec3::ZERO);
    let animated = |x: f32| CharacterInput { root_motion: Some(Vec3::X * x), ..CharacterInput::default() };
    // Three frames of an animation, then two steps: they make all of it, and no more.
    for x in [0.01, 0.02, 0.03] {
        player.set_input(&animated(x));
    }
    let _ = (player.step(&world, 1.0 / 60.0), player.step(&world, 1.0 / 60.0));
    assert!((player.position().x - 0.06).abs() < 1e-6, "{}", player.position());
    // The last frame of an animation has no step.
    player.set_input(&animated(0.02));
    player.set_input(&CharacterInput::default());
    assert_eq!(player.take_input().root_motion, Some(Vec3::X * 0.02));
    player.set_input(&animated(0.04));
    let taken = player.take_input();
    assert_eq!(taken.root_motion, Some(Vec3::X * 0.04));
    assert_eq!(player.take_input().root_motion, Some(Vec3::ZERO));
    // The presses of several frames; a button that was released again is not held.
    player.set_input(&CharacterInput { drop: true, ..walks(true) });
    player.set_input(&walks(false));
    let taken = player.take_input();
    assert!(taken.jump && taken.drop && !taken.jump_held && taken.root_motion.is_none());
    let after = player.take_input();
    assert!(!after.jump && !after.drop && after.wish_velocity == Vec3::X * 3.0);
}

#[test]
fn a_rollback_repeats_the_steps_bit_for_bit() {
    let world = hall();
    let mut player = Player::new(CharacterConfig::default(), Vec3::ZERO);
    let inputs: Vec<CharacterInput> = (0..90).map(|i| walks(i % 40 == 7)).collect();
    let mut states = Vec::new();
    for input in &inputs {
        states.push(*player.state());
        player.set_input(input);
        let _ = player.step(&world, 1.0 / 60.0);
    }
    let end = *player.state();
    // A press that waits for its step does not get into the steps of the past.
    player.set_input(&walks(true));
    player.set_state(states[30]);
    assert_eq!(player.drawn(0.0), player.drawn(0.75), "not interpolated");
    for input in &inputs[30..] {
        let _ = player.step_with(&world, input, 1.0 / 60.0);
    }
    assert_eq!(*player.state(), end);
    assert!(player.take_input().jump);
}

#[test]
fn a_player_is_drawn_between_its_last_two_steps() {
    let world = hall();
    let mut player = Player::new(CharacterConfig::default(), Vec3::ZERO);
    player.set_input(&walks(false));
    let _ = player.step(&world, 0.1);
    assert!((player.position().x - 0.3).abs() < 1e-6);
    for (alpha, x) in [(0.0, 0.0), (0.25, 0.075), (1.0, 0.3)] {
        assert!((player.drawn(alpha).x - x).abs() < 1e-6, "{alpha}: {}", player.drawn(alpha));
    }
    let far = DVec3::new(5.0, 0.0, -3.0);
    assert!(player.teleport(&world, far));
    assert_eq!((player.drawn(0.0), player.position()), (far, far));
    assert!(!player.teleport(&world, DVec3::NAN) && player.position() == far);
    // A refused step changes nothing.
    assert!(player.step(&world, f32::NAN).refused.is_some() && player.position() == far);
}
