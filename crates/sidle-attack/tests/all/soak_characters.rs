//! Tests of the soak of characters: it catches planted faults, and does not blame correct steps.

use sidle::trace::CharacterReplay;
use sidle::{
    CharacterConfig, CharacterInput, CharacterReport, CharacterState, DVec3, Scratch, Shape, Vec3, World,
};
use sidle_attack::soak::{
    Arena, CharacterStep, CharacterStuck, Chunk, Figures, Kind, character_chunk, generated,
    generated_for_characters, library_step, of_mesh, probe_character, walk_characters,
};

const STEPS: u64 = 2048;
const CHUNKS: u64 = 8;

/// A person that runs at 60 Hz.
fn chunk(number: u64) -> Chunk {
    let chunk = character_chunk(5, number, 1 << 20, 1);
    Chunk { kind: Kind::Capsule, shape: Shape::capsule(0.3, 1.8), rate: 60.0, moves: STEPS, ..chunk }
}

/// The figures of a few chunks with `step`.
fn figures(step: CharacterStep<'_>) -> Figures {
    figures_in(&generated("courses", 7, 0).unwrap(), step)
}

fn figures_in(arena: &Arena, step: CharacterStep<'_>) -> Figures {
    let mut all = Figures::default();
    (0..CHUNKS).for_each(|number| all.merge(&walk_characters(arena, &chunk(number), step).figures));
    all
}

/// Performs a step with settings and an input that are changed behind the back of the judge.
fn changed(
    (world, scratch, state, dt): (&World, &mut Scratch, &mut CharacterState, f32),
    config: CharacterConfig,
    input: CharacterInput,
) -> CharacterReport {
    world.step_character(scratch, &config, state, &input, dt)
}

#[test]
fn correct_steps_are_not_blamed() {
    let honest = figures(&library_step);
    assert_eq!((honest.faults(), honest.moves), (0, CHUNKS * STEPS), "{honest:?}");
    assert!(honest.climbed > 5 && honest.idle > 100 && honest.off_the_ground > 500, "{honest:?}");
    assert!(honest.modes * 20 > honest.moves, "{honest:?}");
    assert!(honest.either_ground * 20 < honest.moves, "{honest:?}");
}

#[test]
fn planted_faults_are_caught() {
    let thinner = figures(&|w, s, c, state, input, dt| {
        let config = CharacterConfig { shape: Shape::capsule(0.29, 1.8), ..c.clone() };
        changed((w, s, state, dt), config, *input)
    });
    assert!(thinner.penetrations > 20, "{thinner:?}");
    let faster = figures(&|w, s, c, state, input, dt| {
        let input = CharacterInput { wish_velocity: input.wish_velocity * 1.1, ..*input };
        changed((w, s, state, dt), c.clone(), input)
    });
    assert!(faster.too_fast > 20, "{faster:?}");
    // Few slopes of the courses are as steep.
    let steeper = figures_in(&generated("soup", 7, 0).unwrap(), &|w, s, c, state, input, dt| {
        changed((w, s, state, dt), CharacterConfig { max_slope_angle: 1.4, ..c.clone() }, *input)
    });
    assert!(steeper.wrong_ground > 2, "{steeper:?}");
    let higher = figures(&|w, s, c, state, input, dt| {
        changed((w, s, state, dt), CharacterConfig { step_height: 1.2, ..c.clone() }, *input)
    });
    assert!(higher.too_high > 0, "{higher:?}");
    let no_snap = figures(&|w, s, c, state, input, dt| {
        changed((w, s, state, dt), CharacterConfig { snap_distance: 0.0, ..c.clone() }, *input)
    });
    assert!(no_snap.wrong_ground > 0, "{no_snap:?}");
    let restless = figures(&|w, s, c, state, input, dt| {
        let wish = if input.wish_velocity == Vec3::ZERO { Vec3::X * 1e-3 } else { input.wish_velocity };
        let report = changed((w, s, state, dt), c.clone(), CharacterInput { wish_velocity: wish, ..*input });
        if input.wish_velocity == Vec3::ZERO && state.is_grounded() {
            state.velocity = Vec3::ZERO;
        }
        report
    });
    assert!(restless.restless > 20, "{restless:?}");
}

/// A step that goes nowhere.
const LAZY: CharacterStep<'static> = &|w, s, c, state, input, dt| {
    let input = CharacterInput { crouch: input.crouch, ..CharacterInput::default() };
    state.velocity = Vec3::ZERO;
    changed((w, s, state, dt), c.clone(), input)
};

#[test]
fn a_character_that_never_moves_is_falsely_stuck() {
    let lazy = figures(LAZY);
    assert!(lazy.false_stuck > 5, "{lazy:?}");
}

#[test]
fn a_level_may_have_any_up_vector() {
    for variant in [2, 4] {
        let arena = generated_for_characters("courses", 7, variant).unwrap();
        assert!(arena.up().dot(Vec3::Y) < 0.9, "{}", arena.up());
        let honest = figures_in(&arena, &library_step);
        assert_eq!((honest.faults(), honest.moves), (0, CHUNKS * STEPS), "{honest:?}");
        assert!(honest.climbed > 5 && honest.idle > 100 && honest.off_the_ground > 500, "{honest:?}");
        let lazy = figures_in(&arena, LAZY);
        assert!(lazy.false_stuck > 5, "{lazy:?}");
    }
    assert_eq!(generated_for_characters("courses", 7, 3).unwrap().up(), Vec3::Y);
}

/// 262 km from the origin, positions are 31 mm apart. A body that climbs a step is raised beside
/// the vertical, and the way between two stored positions can be in a corner beside the path.
#[test]
fn rounding_far_from_the_origin_is_no_fault() {
    let mut climbed = 0;
    for (seed, number, level) in [(82, 2914, "soup"), (84, 3499, "hall")] {
        let chunk = character_chunk(seed, number, 100_000_000, 11);
        let arena = generated_for_characters(level, seed, chunk.variant).unwrap();
        let found = walk_characters(&arena, &chunk, &library_step);
        assert_eq!((found.figures.faults(), found.figures.moves), (0, 8192), "{:?}", found.findings);
        climbed += found.figures.climbed;
    }
    assert!(climbed > 0);
}

/// A funnel whose slope is 0.3 degrees above the limit of the character in it. A judge that
/// accepted 1 % more would find a way out.
#[test]
fn a_slope_above_the_limit_is_no_way_out() {
    const SIDES: u32 = 64;
    let (slope, size) = (0.6052_f64, 3.0);
    let rim = |i: u32| {
        let (sin, cos) = (f64::from(i) / f64::from(SIDES) * std::f64::consts::TAU).sin_cos();
        [size * cos, size * slope.tan(), size * sin].map(|x| x as f32)
    };
    let corners: Vec<[f32; 3]> = (0..SIDES).map(rim).chain([[0.0; 3]]).collect();
    let indices: Vec<[u32; 3]> = (0..SIDES).map(|i| [SIDES, (i + 1) % SIDES, i]).collect();
    let start = DVec3::new(0.0, 0.31 / slope.cos() - 0.3, 0.0);
    let arena = of_mesh("funnel", &corners, &indices, vec![start]).unwrap();
    let mut scratch = Scratch::default();
    let mut found = |max_slope_angle: f32| {
        let config = CharacterConfig {
            shape: Shape::capsule(0.3, 1.8),
            max_slope_angle,
            air_acceleration: 0.0,
            ..CharacterConfig::default()
        };
        let mut state = CharacterState::at(start);
        for _ in 0..60 {
            let idle = CharacterInput::default();
            let report = library_step(&arena.world, &mut scratch, &config, &mut state, &idle, 1.0 / 60.0);
            assert!(report.refused.is_none(), "{report:?}");
        }
        probe_character(&arena, &mut scratch, &config, &state, 1.0 / 60.0, LAZY)
    };
    assert_eq!(found(0.6), CharacterStuck::Wedged);
    let CharacterStuck::False { gained, .. } = found(0.606) else {
        panic!("0.606 is above the slopes, so there is a way out")
    };
    assert!(gained > 0.05, "{gained}");
}

#[test]
fn a_finding_is_a_replay_that_can_be_read() {
    let arena = generated("courses", 7, 0).unwrap();
    let step: CharacterStep<'_> = &|w, s, c, state, input, dt| {
        let input = CharacterInput { wish_velocity: input.wish_velocity * 1.1, ..*input };
        changed((w, s, state, dt), c.clone(), input)
    };
    let findings = |number| walk_characters(&arena, &chunk(number), step).findings;
    let found: Vec<_> = (0..CHUNKS).flat_map(findings).collect();
    let finding = &found[0];
    let text = finding.replay.to_string();
    assert_eq!(text.parse::<CharacterReplay>().unwrap().steps.len(), finding.replay.steps.len());
    assert!((1..=4).contains(&finding.replay.steps.len()), "{text}");
}
