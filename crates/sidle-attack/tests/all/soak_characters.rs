//! Tests of the soak of characters: it catches planted faults, and does not blame correct steps.

use sidle::trace::CharacterReplay;
use sidle::{CharacterConfig, CharacterInput, CharacterReport, CharacterState, Scratch, Shape, Vec3, World};
use sidle_attack::soak::{
    Arena, CharacterStep, CharacterStuck, Chunk, Figures, Kind, character_chunk, generated,
    generated_for_characters, library_step, probe_character, walk_characters,
};
use sidle_attack::verdict::body_of;
use sidle_attack::witness::Witness;
use sidle_judge::Judge;

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
    let steeper = figures(&|w, s, c, state, input, dt| {
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
    for (seed, number, level) in [(82, 3002, "soup"), (84, 3499, "hall")] {
        let chunk = character_chunk(seed, number, 100_000_000, 11);
        let arena = generated_for_characters(level, seed, chunk.variant).unwrap();
        let found = walk_characters(&arena, &chunk, &library_step);
        assert_eq!((found.figures.faults(), found.figures.moves), (0, 8192), "{:?}", found.findings);
        assert!(found.figures.climbed > 0, "{:?}", found.figures);
    }
}

/// A step of a chunk of the test above: its way is 38 um deep in a corner, and its ends are free.
/// Where the corner reaches 0.1 m further in, no way between places nearby is free.
#[test]
fn a_way_through_a_corner_is_not_rounded() {
    let wedge = |tip: f32| {
        let corners = [
            [-262_149.94, 65_536.0, 131_080.7],
            [-262_148.13, 65_536.0, 131_079.8],
            [-262_148.13, 65_535.027, 131_079.8],
            [-262_150.63, 65_536.0, 131_080.38],
            [-262_150.13, 65_535.82, 131_080.45],
            [-262_150.22, 65_535.496, 131_080.11],
            [-262_149.72, 65_534.03 + tip, 131_079.88],
            [-262_148.56, 65_534.688, 131_080.8],
            [-262_148.7, 65_534.938, 131_080.69],
        ];
        Judge::new(&corners, &[[0, 1, 2], [3, 4, 5], [6, 7, 8]])
    };
    let body = body_of(&Shape::capsule(0.3, 1.8));
    let [from, to] = [[-262_149.75, 65_534.965, 131_080.14], [-262_149.75, 65_534.953, 131_080.16]];
    for (tip, is_rounded) in [(0.0, true), (0.1, false)] {
        let judge = wedge(tip);
        let mut witness = Witness::new(&judge, &body, 0.125);
        assert!(witness.see(Vec3::from(from), &[], Vec3::from(to)));
        assert!(witness.deepest().gap < -3e-5, "{:?}", witness.deepest());
        assert_eq!(witness.may_be_rounded(1e-10), is_rounded, "{:?}", witness.deepest());
    }
}

/// The slopes around a hollow are 0.3 degrees above the limit of a character that stands still. A
/// judge that accepted 1 % more gained 0.1 m there.
#[test]
fn a_slope_above_the_limit_is_no_way_out() {
    let chunk = character_chunk(91, 11811, 100_000_000, 11);
    let arena = generated_for_characters("field", 91, chunk.variant).unwrap();
    let config = |max_slope_angle: f32| CharacterConfig {
        shape: Shape::capsule(0.3, 1.8),
        max_slope_angle,
        step_height: 0.25,
        min_step_width: 0.02,
        snap_distance: 0.4,
        air_acceleration: 0.0,
        ..CharacterConfig::default()
    };
    let mut scratch = Scratch::default();
    let mut state = CharacterState::at(Vec3::new(-262_130.78, 65_532.25, 131_083.31));
    let idle = CharacterInput::default();
    let report = library_step(&arena.world, &mut scratch, &config(0.6), &mut state, &idle, 1.0 / 60.0);
    assert!(report.is_on_floor(), "{report:?}");
    let mut found = |max_slope_angle: f32, step: CharacterStep<'_>| {
        let config = config(max_slope_angle);
        probe_character(&arena, &mut scratch, &config, &state, 1.0 / 60.0, step)
    };
    assert_eq!(found(0.6, LAZY), CharacterStuck::Wedged);
    let CharacterStuck::False { gained, .. } = found(0.606, LAZY) else {
        panic!("0.606 is above the slopes, so there is a way out")
    };
    assert!((0.1..0.15).contains(&gained), "{gained}");
    // The library's character leaves along the creases between the slopes.
    assert_eq!(found(0.6, &library_step), CharacterStuck::No);
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
