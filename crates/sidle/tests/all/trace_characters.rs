//! Captured steps of a character, written as text, read and run again, have the same bits of every
//! state and report; an explanation changes nothing and says why.

use sidle::trace::{self, CharacterEvent, CharacterReplay, StepRefusal};
use sidle::*;
use sidle_scenes::{Builder, Level, SplitMix64, generate};

/// A level whose triangles belong to layers 0, 3 (triggers), 4 (ice) and 5 (platforms, a conveyor).
fn motley(level: &Level, kind: IndexKind) -> World {
    let mut builder = WorldBuilder::new();
    let layer = |layer| Material { layer, ..Material::default() };
    let belt = Material { sides: Sides::Front, surface_velocity: Vec3::new(1.0, 0.0, 0.5), ..layer(5) };
    let ids = [layer(0), layer(3), layer(4), belt, layer(0)].map(|m| builder.add_material(m));
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| Vec3::from(v)).collect();
    let materials: Vec<MaterialId> = (0..level.triangles.len()).map(|i| ids[i * 13 / 3 % 5]).collect();
    builder.add_mesh(&vertices, &level.triangles, &materials).set_index(kind);
    builder.build().expect("a level")
}

fn config(i: usize) -> CharacterConfig {
    let shapes = [Shape::capsule(0.3, 1.8), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)), Shape::sphere(0.4)];
    let rules = SurfaceRules { triggers: 1 << 3, slippery: 1 << 4, platforms: 1 << 5, ..Default::default() };
    CharacterConfig {
        shape: shapes[i % 3].clone(),
        up: [Vec3::Y, Vec3::new(0.6, 0.8, 0.0)][usize::from(i % 5 == 4)],
        ledge_distance: [0.0, 2.0][i % 2],
        perch_radius: [None, Some(0.1)][i / 2 % 2],
        crouch_stays_on_ledges: i.is_multiple_of(3),
        ground_acceleration: [None, Some(30.0)][i / 3 % 2],
        air_control: [AirControl::Approach, AirControl::Strafe { max_speed: 0.76 }][i / 4 % 2],
        rules: if i % 4 == 3 { SurfaceRules::default() } else { rules },
        record_path: i.is_multiple_of(2),
        ..CharacterConfig::default()
    }
}

fn input(rng: &mut SplitMix64) -> CharacterInput {
    let wish = |rng: &mut SplitMix64| {
        Vec3::new(rng.range(-6.0, 6.0) as f32, rng.range(-3.0, 3.0) as f32, rng.range(-6.0, 6.0) as f32)
    };
    let mode = match (rng.unit() * 10.0) as u32 {
        0 => CharacterMode::Swim { acceleration: 5.0, sink_speed: 0.5 },
        1 => CharacterMode::Climb,
        _ => CharacterMode::Walk,
    };
    CharacterInput {
        wish_velocity: wish(rng),
        jump: rng.unit() < 0.1,
        jump_held: rng.unit() < 0.5,
        crouch: rng.unit() < 0.3,
        drop: rng.unit() < 0.05,
        root_motion: (rng.unit() < 0.05).then(|| wish(rng) * 0.02),
        mode,
    }
}

fn levels() -> [Level; 4] {
    let mut stairs = Builder::new();
    stairs.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [6, 6]).floor(2.3, [-9.0, -9.0], [9.0, 0.0], [6, 6]);
    for i in 0..6 {
        let i = f64::from(i);
        stairs.block([-4.0 + i, 0.0, -3.0], [-3.0 + i, 0.2 * (i + 1.0), 3.0]);
    }
    let mut stairs = stairs.finish("stairs", &[]);
    stairs.spawns = vec![[-6.0, 1.0, 2.0], [0.2, 2.2, -2.0], [7.0, 1.0, 5.0]];
    [generate::hall(3, 3000), generate::terrain(4, 3000), generate::soup(5, 3000), stairs]
}

#[test]
fn a_captured_character_repeats_its_steps_bit_for_bit() {
    let mut seen = [0; 6];
    for (n, level) in levels().iter().enumerate() {
        for kind in [IndexKind::Bvh, IndexKind::Octree] {
            let world = motley(level, kind);
            for (i, &spawn) in level.spawns.iter().take(12).enumerate() {
                let (config, mut rng) = (config(i + n), SplitMix64::new(i as u64));
                let start = CharacterState::at(Vec3::from(spawn) - Vec3::Y * 0.8);
                let mut held = CharacterInput::default();
                let steps: Vec<(CharacterInput, f32)> = (0..60)
                    .map(|k| {
                        held = if k % 6 == 0 { input(&mut rng) } else { held };
                        (held, [1.0 / 60.0, 1.0 / 20.0][k / 30])
                    })
                    .collect();
                let (mut scratch, mut state) = (Scratch::default(), start);
                let expected: Vec<_> = steps
                    .iter()
                    .map(|(input, dt)| {
                        let report = world.step_character(&mut scratch, &config, &mut state, input, *dt);
                        (state, report)
                    })
                    .collect();
                let replay = trace::capture_character(&world, &config, &start, &steps);
                let read: CharacterReplay = replay.to_string().parse().expect("its own text");
                assert_eq!(read, replay);
                let found = read.run().unwrap();
                for (k, (a, b)) in expected.iter().zip(&found).enumerate() {
                    assert_eq!(a.0, b.0, "{} {kind:?} {i} step {k}", level.name);
                    assert_eq!(read.steps[k].agrees_with(&b.0), Some(true));
                    // Surfaces have other numbers in the replay.
                    let plain = |r: &CharacterReport| {
                        (r.ground, r.stepped, r.snapped, r.landed_speed, r.ledge, r.triggers, r.impact_speed)
                    };
                    assert_eq!(plain(&a.1), plain(&b.1));
                    let happened = [
                        a.1.ledge.is_some(),
                        a.1.triggers.entered != 0,
                        a.1.stepped > 0.0,
                        a.1.ground_velocity != Vec3::ZERO,
                        a.1.is_held_down,
                        a.1.was_pushed_out,
                    ];
                    for (count, happens) in seen.iter_mut().zip(happened) {
                        *count += u32::from(happens);
                    }
                }
                assert!(read.polygons.len() < 2000, "{}", read.polygons.len());
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}

#[test]
fn an_explained_step_is_the_same_and_says_why_a_step_is_not_climbed() {
    let mut b = Builder::new();
    b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [1, 1]).block([1.0, 0.0, -2.0], [4.0, 0.6, 2.0]);
    b.block([-4.0, 0.0, -2.0], [-1.0, 0.3, 2.0]);
    let level = b.finish("blocks", &[]);
    let world = crate::common::world_of(&level);
    let config = CharacterConfig::default();
    let events = |x: f32, text: &str| {
        let (mut scratch, mut state) = (Scratch::default(), CharacterState::at(Vec3::ZERO));
        let input = CharacterInput { wish_velocity: Vec3::X * x, ..CharacterInput::default() };
        let mut all = Vec::new();
        for _ in 0..30 {
            let told = trace::explain_character(&world, &config, &state, &input, 0.05);
            let report = world.step_character(&mut scratch, &config, &mut state, &input, 0.05);
            assert_eq!((told.after, told.report), (state, report));
            let words = told.to_string();
            all.extend(told.events.iter().map(|event| (*event, words.contains(text))));
        }
        all
    };
    let step = |wanted: Result<(), StepRefusal>| {
        move |(event, words): &(CharacterEvent, bool)| match event {
            CharacterEvent::Step { result, .. } => *words && result.map(|_| ()) == wanted,
            _ => false,
        }
    };
    assert!(events(3.0, "not climbed, too high").iter().any(step(Err(StepRefusal::TooHigh))));
    assert!(events(-3.0, "climbed, 0.").iter().any(step(Ok(()))));
    assert!(!events(-3.0, "climbed").iter().any(step(Err(StepRefusal::TooHigh))));
}

#[test]
fn text_that_is_no_replay_is_refused_with_its_line() {
    let good = trace::capture_character(
        &World::from_triangles(&[], &[]).unwrap(),
        &CharacterConfig::default(),
        &CharacterState::at(Vec3::ZERO),
        &[(CharacterInput::default(), 0.1)],
    )
    .to_string();
    for (from, to, line) in [
        ("sidle character-replay 2", "sidle replay 1", 1),
        ("index bvh", "index tree", 2),
        ("gravity 9.81", "gravity much", 11),
        ("gravity 9.81", "levity 9.81", 11),
        ("state flags", "state flag", 0),
        ("wish 0", "wash 0", 0),
    ] {
        let error = good.replace(from, to).parse::<CharacterReplay>().unwrap_err();
        assert!(line == 0 || error.line == line, "{error}");
    }
    assert!("".parse::<CharacterReplay>().is_err());
    assert!(good.parse::<CharacterReplay>().unwrap().run().is_ok());
}
