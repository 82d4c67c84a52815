//! Calls the exported functions as a host does: arguments in the input, results in the output.

use sidle::{
    CharacterConfig, CharacterInput, CharacterState, DVec3, Motion, MoveConfig, Scratch, Shape, Vec3, World,
};

use super::*;

/// Puts words into the input, as a host does through the address.
pub(crate) fn give(words: &[u32]) -> u32 {
    let _ = sidle_input(words.len() as u32);
    STATE.with_borrow_mut(|state| state.input[..words.len()].copy_from_slice(words));
    words.len() as u32
}

pub(crate) fn output() -> Vec<u32> {
    STATE.with_borrow(|state| state.output.clone())
}

pub(crate) fn text() -> String {
    STATE.with_borrow(|state| state.text.clone())
}

pub(crate) fn floats(values: &[f32]) -> Vec<u32> {
    values.iter().map(|x| x.to_bits()).collect()
}

pub(crate) fn vector(words: &[u32]) -> Vec3 {
    Vec3::from_array([0, 1, 2].map(|i| f32::from_bits(words[i])))
}

pub(crate) fn doubles(values: &[f64]) -> Vec<u32> {
    values.iter().flat_map(|&x| writer::halves(x)).collect()
}

pub(crate) fn position(words: &[u32]) -> DVec3 {
    DVec3::from_array([0, 2, 4].map(|i| f64::from_bits(u64::from(words[i]) | u64::from(words[i + 1]) << 32)))
}

pub(crate) const CORNERS: [f32; 12] = [-9.0, 0.0, -9.0, -9.0, 0.0, 9.0, 9.0, 0.0, 9.0, 9.0, 0.0, -9.0];

/// A floor as geometry: no materials, one mesh, no height field.
pub(crate) fn floor() -> Vec<u32> {
    let mut words = vec![0, 0, 1, 4];
    words.extend(floats(&CORNERS));
    words.extend([2, 0, 1, 2, 0, 2, 3, 0, 0, 0]);
    words
}

pub(crate) fn native() -> World {
    let vertices: Vec<Vec3> = CORNERS.chunks(3).map(Vec3::from_slice).collect();
    World::from_triangles(&vertices, &[[0, 1, 2], [0, 2, 3]]).expect("a floor")
}

pub(crate) fn build() -> u32 {
    assert_eq!(sidle_world_build(give(&floor())), 0, "{}", text());
    output()[0]
}

/// The default settings of a move, in 17 words.
pub(crate) fn settings() -> Vec<u32> {
    let mut words = vec![0];
    words.extend(floats(&[0.001, 1.0]));
    words.push(0);
    words.extend(floats(&[1.0, 0.0]));
    words.extend([0; 7]);
    words.extend([256, u32::MAX, 0, 0]);
    words
}

pub(crate) fn capsule(radius: f32, height: f32) -> Vec<u32> {
    let mut words = vec![3];
    words.extend(floats(&[radius, height, 0.0, 0.0, 0.0, 0.0, 1.0]));
    words
}

#[test]
fn many_moves_have_the_bits_of_the_library() {
    let world = build();
    let (count, shape) = (50, Shape::capsule(0.3, 1.8));
    let start = |i: usize| DVec3::new(i as f64 * 0.17 - 4.0, 1.0 + i as f64 * 0.01, 0.3);
    let motion = |i: usize| Motion::velocity(Vec3::new(3.0, -20.0, i as f32 * 0.1), 0.1);
    let mut words = settings();
    words.extend([count as u32, 2]);
    words.extend(capsule(0.3, 1.8));
    (0..count).for_each(|i| words.extend(doubles(&start(i).to_array())));
    let get: [&dyn Fn(usize) -> Vec3; 2] = [&|i| motion(i).displacement, &|i| motion(i).velocity];
    for get in get {
        (0..count).for_each(|i| words.extend(floats(&get(i).to_array())));
    }
    assert_eq!(sidle_move(world, give(&words)), 0, "{}", text());
    let (found, native, mut scratch) = (output(), native(), Scratch::default());
    let mut at = 17 * count;
    for i in 0..count {
        let end = native.move_and_slide(&mut scratch, &shape, start(i), motion(i), &MoveConfig::default());
        assert_eq!(position(&found[6 * i..]), end.position);
        assert_eq!(vector(&found[6 * count + 3 * i..]), end.velocity);
        let facts = &found[9 * count + 8 * i..][..8];
        assert_eq!(facts[3..5], writer::halves(end.fraction));
        assert_eq!(facts[5..], [end.iterations, end.skin.to_bits(), end.clearance.to_bits()]);
        assert_eq!(found[at] as usize, scratch.hits().len());
        assert!(found[at] > 0, "every body reaches the floor");
        at += 1 + 17 * found[at] as usize;
        assert_eq!(found[at], 0, "no path was asked for");
        at += 1;
    }
    assert_eq!(at, found.len());
    assert_eq!(sidle_world_free(world), 0);
}

#[test]
fn freed_handles_are_stale_in_every_function() {
    let world = build();
    assert_eq!(sidle_world_free(world), 0);
    let functions: [extern "C" fn(u32, u32) -> i32; 15] = [
        sidle_move,
        sidle_depenetrate,
        sidle_cast_rays,
        sidle_cast_shapes,
        sidle_cast_shape_all,
        sidle_overlaps,
        sidle_closest_points,
        sidle_contacts,
        sidle_polygons_in_box,
        sidle_geometry_add,
        sidle_geometry_remove,
        sidle_instance_add,
        sidle_instance_remove,
        sidle_instances_place,
        sidle_instances_move,
    ];
    for (i, function) in functions.into_iter().enumerate() {
        assert_eq!(function(world, 0), Code::Stale as i32, "function {i}");
        assert_eq!(text(), "this object was freed");
    }
    assert_eq!(sidle_world_free(world), Code::Stale as i32);
    assert_eq!(sidle_world_info(world), Code::Stale as i32);
    assert_eq!(sidle_group_states(world), Code::Stale as i32);
    assert_eq!(sidle_group_step(world, 7, 0), Code::Stale as i32);
}

#[test]
fn numbers_that_are_not_finite_are_named() {
    let world = build();
    let mut words = vec![u32::MAX, 0, 1];
    words.extend(doubles(&[0.0, f64::NAN, 0.0, 0.0, -1.0, 0.0]));
    assert_eq!(sidle_cast_rays(world, give(&words)), Code::Input as i32);
    assert_eq!(text(), "origin[1] is NaN; numbers must be finite");
    assert!(output().is_empty());
    assert_eq!(sidle_world_free(world), 0);
}

#[test]
fn counts_beyond_the_input_are_errors() {
    let world = build();
    for count in [2, 1 << 20, u32::MAX / 3 + 1, u32::MAX / 2, u32::MAX] {
        let mut words = vec![u32::MAX, 0, count];
        words.extend(doubles(&[0.0, 1.0, 0.0, 0.0, -1.0, 0.0]));
        assert_eq!(sidle_cast_rays(world, give(&words)), Code::Input as i32, "{count}");
    }
    assert_eq!(sidle_cast_rays(world, u32::MAX), Code::Input as i32);
    assert_eq!(sidle_world_free(world), 0);
}

/// Every function refuses random words without a panic, or does something with them.
#[test]
fn random_words_never_panic() {
    let mut state = 1_u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let world = build();
    let mut accepted = 0;
    for case in 0..20_000 {
        // Most words are small numbers or 1.0, so that records get past their first words.
        let words: Vec<u32> = (0..random() % 60)
            .map(|_| match random() % 5 {
                0 => random() % 4,
                1 => (random() as f32 / 1e9).to_bits(),
                2 => 1.0_f32.to_bits(),
                3 => 0,
                _ if case % 4 == 0 => random(),
                _ => 1,
            })
            .collect();
        let count = give(&words);
        accepted += usize::from(match random() % 12 {
            0 => sidle_cast_rays(world, count) == 0,
            1 => sidle_cast_shapes(world, count) == 0,
            2 => sidle_overlaps(world, count) == 0,
            3 => sidle_closest_points(world, count) == 0,
            4 => sidle_contacts(world, count) == 0,
            5 => sidle_move(world, count) == 0,
            6 => sidle_depenetrate(world, count) == 0,
            7 => sidle_geometry_add(world, count) == 0,
            8 => sidle_instance_add(world, count) == 0,
            9 => sidle_world_build(count) == 0 && sidle_world_free(output()[0]) == 0,
            10 => sidle_group_new(count) == 0 && sidle_group_free(output()[0]) == 0,
            _ => sidle_replay_run(count) == 0,
        });
    }
    assert!(accepted > 20, "only {accepted} were accepted");
    assert_eq!(sidle_world_free(world), 0);
}

#[test]
fn a_group_makes_the_steps_of_the_library_and_is_restored_bit_for_bit() {
    let world = build();
    assert_eq!(sidle_character_defaults(), 0);
    let mut words = output();
    words.push(2);
    words.extend(doubles(&[0.0, 0.0, 0.0, 3.0, 2.0, 0.0]));
    assert_eq!(sidle_group_new(give(&words)), 0, "{}", text());
    let group = output()[0];
    let step = |jump: bool| {
        let mut words = floats(&[1.0 / 60.0, 3.0, 0.0, 1.0, -2.0, 0.0, 0.0]);
        words.extend([u32::from(jump) * 3, 0, 0, 0]);
        assert_eq!(sidle_group_step(world, group, give(&words)), 0, "{}", text());
        output()
    };
    let native = native();
    let (mut scratch, config) = (Scratch::default(), CharacterConfig::default());
    let mut state = CharacterState::at(Vec3::ZERO);
    for frame in 0..30 {
        let found = step(frame == 5);
        assert_eq!(found.len(), 2 * (27 + 51));
        let (wish_velocity, jump) = (Vec3::new(3.0, 0.0, 1.0), frame == 5);
        let input = CharacterInput { wish_velocity, jump, jump_held: jump, ..Default::default() };
        let report = native.step_character(&mut scratch, &config, &mut state, &input, 1.0 / 60.0);
        assert_eq!(position(&found), state.position, "frame {frame}");
        assert_eq!(position(&found[15..]), state.centre(&config));
        assert_eq!(found[27] & 1 != 0, report.jumped);
    }
    assert_eq!(sidle_group_save(group), 0);
    let saved = output();
    let after: Vec<_> = (0..20).map(|_| step(false)).collect();
    assert_eq!(sidle_group_restore(group, give(&saved)), 0, "{}", text());
    assert!((0..20).all(|i| step(false) == after[i]), "a restored group makes the same steps");
    let mut damaged = saved.clone();
    *damaged.last_mut().expect("words") ^= 0xFF00_0000;
    assert_eq!(sidle_group_restore(group, give(&damaged)), Code::Input as i32);
    assert_eq!(text(), "state 1 is of another version, or damaged");
    assert_eq!(sidle_group_free(group), 0);
    assert_eq!(sidle_world_free(world), 0);
}

#[test]
fn settings_that_are_written_are_read_again() {
    assert_eq!(sidle_character_defaults(), 0);
    let words = output();
    let read = characters_records::config(&mut Reader::new(&words)).expect("valid settings");
    assert_eq!(read, CharacterConfig::default());
}

#[test]
fn instances_have_generations() {
    let world = build();
    assert_eq!(sidle_geometry_add(world, give(&floor())), 0, "{}", text());
    let double = |x: f64| [x.to_bits() as u32, (x.to_bits() >> 32) as u32];
    let pose: Vec<u32> = [0.0, 5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0].into_iter().flat_map(double).collect();
    let add = || {
        let words = [&[0][..], &pose, &[0, 0, 0, 0, 0]].concat();
        assert_eq!(sidle_instance_add(world, give(&words)), 0, "{}", text());
        output()
    };
    let first = add();
    assert_eq!(sidle_instance_remove(world, give(&first)), 0);
    assert_eq!(sidle_instance_remove(world, give(&first)), Code::Instance as i32);
    let second = add();
    assert_eq!((first[0], first[1] + 1), (second[0], second[1]));
    let up = [&[u32::MAX, 0, 1][..], &doubles(&[0.0, 1.0, 0.0, 0.0, 9.0, 0.0])].concat();
    assert_eq!(sidle_cast_rays(world, give(&up)), 0);
    let hit = output();
    assert_eq!((hit[0], position(&hit[3..]), hit[12..14].to_vec()), (1, DVec3::Y * 5.0, second));
    assert_eq!(sidle_geometry_remove(world, 0), Code::Instance as i32);
    assert_eq!(sidle_world_free(world), 0);
}

#[test]
fn a_captured_move_runs_to_the_same_bits() {
    let world = build();
    let mut words = [settings(), capsule(0.3, 1.8)].concat();
    words.extend(doubles(&[0.0, 2.0, 0.0]));
    words.extend(floats(&[1.0, -3.0, 0.5, 1.0, -3.0, 0.5]));
    assert_eq!(sidle_capture_move(world, give(&words)), 0, "{}", text());
    let run = |replay: &str| {
        let mut words = vec![replay.len() as u32];
        Writer(&mut words).bytes(replay.as_bytes());
        sidle_replay_run(give(&words))
    };
    let replay = text();
    assert_eq!(run(&replay), 0, "{}", text());
    let found = output();
    assert_eq!((found[0], found[7]), (1, 1));
    assert_eq!(run("something else"), Code::Replay as i32);
    assert!(text().starts_with("line 1: expected"), "{}", text());
    assert_eq!(sidle_world_free(world), 0);
}

/// Steps on a lift that rises: captured with the motions of each step, without a change of the
/// world.
#[test]
fn captured_steps_among_moving_instances_run_to_the_same_bits() {
    let world = build();
    assert_eq!(sidle_geometry_add(world, give(&floor())), 0, "{}", text());
    let pose = |y: f64| [0.0, y, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0].map(f64::to_bits);
    let pose = |y: f64| pose(y).into_iter().flat_map(|x| [x as u32, (x >> 32) as u32]);
    let words: Vec<u32> = [0].into_iter().chain(pose(1.0)).chain([0, 0, 0, 0, 0]).collect();
    assert_eq!(sidle_instance_add(world, give(&words)), 0, "{}", text());
    let lift = output();
    assert_eq!(sidle_character_defaults(), 0);
    let mut words = output();
    words.push(1);
    words.extend(doubles(&[0.0, 1.0, 0.0]));
    assert_eq!(sidle_group_new(give(&words)), 0, "{}", text());
    let group = output()[0];
    let motions = |i: usize| {
        let height = |i: usize| 1.0 + i as f64 * 0.01;
        [1].into_iter().chain(lift.clone()).chain(pose(height(i))).chain(pose(height(i + 1)))
    };
    let mut words = vec![0, 0.05_f32.to_bits(), 9];
    words.extend(floats(&[0.5, 0.0, 0.0].repeat(9)));
    words.extend([0; 9 + 2]);
    words.push(1);
    words.extend((0..9).flat_map(motions));
    assert_eq!(sidle_group_capture(world, group, give(&words)), 0, "{}", text());
    let replay = text();
    let mut run = vec![replay.len() as u32];
    Writer(&mut run).bytes(replay.as_bytes());
    assert_eq!(sidle_replay_run(give(&run)), 0, "{}", text());
    let found = output();
    assert_eq!(found[0], 9);
    assert!(found[1..].chunks(7).all(|step| step[6] == 1), "{found:?}");
    assert!((position(&found[57..]).y - 1.09).abs() < 1e-5, "the lift carries");
    // The lift has not moved.
    let down = [&[u32::MAX, 0, 1][..], &doubles(&[0.0, 3.0, 0.0, 0.0, -9.0, 0.0])].concat();
    assert_eq!(sidle_cast_rays(world, give(&down)), 0);
    assert_eq!(position(&output()[3..]), DVec3::Y);
    // Motions of a freed instance, or of one step less.
    assert_eq!(sidle_group_capture(world, group, give(&words[..words.len() - 1])), Code::Input as i32);
    assert_eq!(sidle_instance_remove(world, give(&lift)), 0);
    assert_eq!(sidle_group_capture(world, group, give(&words)), Code::Instance as i32);
    assert_eq!(sidle_group_free(group), 0);
    assert_eq!(sidle_world_free(world), 0);
}

#[test]
fn there_is_no_unsafe_block() {
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("a folder").flatten() {
        let text = std::fs::read_to_string(file.path()).expect("a text");
        let word = concat!("unsa", "fe ");
        assert!(!text.contains(&format!("{word}{{")), "{:?}", file.file_name());
        assert!(!text.contains(&format!("{word}fn")), "{:?}", file.file_name());
    }
}

/// States may come from a network: any bytes are refused, or make a step without a panic.
#[test]
fn steps_from_damaged_states_never_panic() {
    let world = build();
    assert_eq!(sidle_character_defaults(), 0);
    let mut words = output();
    words.push(1);
    words.extend(doubles(&[0.0, 0.5, 0.0]));
    assert_eq!(sidle_group_new(give(&words)), 0, "{}", text());
    let group = output()[0];
    let mut input = floats(&[1.0 / 60.0, 3.0, 0.0, 1.0]);
    input.extend([0, 0, 0]);
    let step = || {
        assert_eq!(sidle_group_step(world, group, give(&input)), 0, "{}", text());
        DVec3::is_finite(position(&output()))
    };
    assert!((0..30).all(|_| step()));
    assert_eq!(sidle_group_save(group), 0);
    let (saved, mut state, mut refused) = (output(), 9_u64, 0);
    for _ in 0..5_000 {
        let mut damaged = saved.clone();
        for _ in 0..3 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (at, bits) = ((state >> 40) as usize % damaged.len(), (state >> 8) as u32);
            damaged[at] = [bits, f32::NAN.to_bits(), f32::MAX.to_bits(), damaged[at] ^ 1 << (bits % 32)]
                [bits as usize >> 9 & 3];
        }
        if sidle_group_restore(group, give(&damaged)) == 0 {
            let _ = step();
            let _ = step();
        } else {
            refused += 1;
        }
    }
    assert!((100..4_900).contains(&refused), "{refused} were refused");
    assert_eq!(sidle_group_free(group), 0);
    assert_eq!(sidle_world_free(world), 0);
}
