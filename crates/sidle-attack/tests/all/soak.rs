//! Tests of the soak: it catches and shrinks planted faults, does not blame correct walks, and
//! distinguishes stuck walkers from wedged ones.

use sidle::trace::Replay;
use sidle::{DVec3, Motion, MoveConfig, Outcome, Quat, Response, Scratch, Shape, ShapeKind, Vec3, World};
use sidle_attack::soak::{
    Chunk, Figures, GENERATED, Gait, Kind, Step, Stuck, chunk, fault_of, generated, is_falsely_stuck,
    library, of_mesh, probe, shrink_finding, walk_chunk,
};
use sidle_attack::verdict::Fault;
use sidle_scenes::Builder;

const MOVES: u64 = 4096;

/// A person's ball that walks at 60 Hz.
fn walk_of(seed: u64) -> Chunk {
    let config = MoveConfig { record_path: true, ..MoveConfig::default() };
    Chunk {
        kind: Kind::Ball,
        shape: Shape::sphere(0.4),
        config,
        gaits: [Gait::Walk; 2],
        rate: 60.0,
        seed,
        ..chunk(seed, 0, MOVES, 1)
    }
}

fn smaller(
    w: &World,
    s: &mut Scratch,
    shape: &Shape,
    from: DVec3,
    motion: Motion,
    c: &MoveConfig,
) -> Outcome {
    let ShapeKind::Sphere { radius } = shape.kind() else { panic!("these walkers are balls") };
    w.move_and_slide(s, &Shape::sphere(radius - 0.005), from, motion, c)
}

fn teleport(
    w: &World,
    s: &mut Scratch,
    shape: &Shape,
    from: DVec3,
    motion: Motion,
    c: &MoveConfig,
) -> Outcome {
    let mut outcome = w.move_and_slide(s, shape, from, motion, c);
    if motion.displacement.x.to_bits().is_multiple_of(64) {
        outcome.position += DVec3::new(0.3, 0.0, 0.2);
    }
    outcome
}

fn lazy(w: &World, s: &mut Scratch, shape: &Shape, from: DVec3, motion: Motion, c: &MoveConfig) -> Outcome {
    let _ = motion;
    w.move_and_slide(s, shape, from, Motion::default(), c)
}

fn early(w: &World, s: &mut Scratch, shape: &Shape, from: DVec3, motion: Motion, c: &MoveConfig) -> Outcome {
    let ShapeKind::Sphere { radius } = shape.kind() else { panic!("these walkers are balls") };
    w.move_and_slide(s, &Shape::sphere(radius + 0.001), from, motion, c)
}

/// The figures of a few levels with `step`.
fn figures(step: Step<'_>) -> Figures {
    let mut all = Figures::default();
    for (i, name) in ["hall", "terrain", "field"].into_iter().enumerate() {
        let arena = generated(name, 7, 0).unwrap();
        all.merge(&walk_chunk(&arena, &walk_of(i as u64), step).figures);
    }
    all
}

#[test]
fn planted_faults_are_caught_and_honest_walks_are_not_blamed() {
    let honest = figures(&library);
    assert_eq!((honest.faults(), honest.moves), (0, 3 * MOVES), "{honest:?}");
    assert!(honest.touching > 2000 && honest.stops > 20, "{honest:?}");
    let smaller = figures(&smaller);
    assert!(
        smaller.penetrations > 20 && (0.003..0.006).contains(&smaller.worst_penetration_m),
        "{smaller:?}"
    );
    let teleport = figures(&teleport);
    assert!(teleport.too_long + teleport.crossings + teleport.penetrations > 20, "{teleport:?}");
    let lazy = figures(&lazy);
    assert!(lazy.false_stuck > 20, "{lazy:?}");
    let early = figures(&early);
    assert!(early.wide_stops > 20, "{early:?}");
}

#[test]
fn a_planted_fault_is_shrunk_to_a_replay_of_one_move_and_few_polygons() {
    let arena = generated("hall", 7, 0).unwrap();
    let walked = walk_chunk(&arena, &walk_of(0), &smaller);
    let finding = &walked.findings[0];
    let before = &finding.replay;
    let small = shrink_finding(before.clone(), &smaller);
    let fault = fault_of(&small, &smaller);
    assert!(
        matches!(fault, Some(Fault::Penetration { .. } | Fault::PenetrationOnTheWay { .. })),
        "{fault:?}"
    );
    assert!(small.moves.len() == 1 && small.polygons.len() <= 2, "{small}");
    assert!(before.moves.len() > 1 && before.polygons.len() > small.polygons.len(), "{before}");
    assert!(small.to_string().len() < before.to_string().len() / 2, "{small}");
    assert_eq!(small.to_string().parse::<Replay>().unwrap(), small);
    assert_eq!(fault_of(&small, &library), None, "the library is not at fault");
}

#[test]
fn a_mover_that_never_moves_is_shrunk_to_an_empty_place() {
    let arena = generated("terrain", 7, 0).unwrap();
    let walked = walk_chunk(&arena, &walk_of(1), &lazy);
    let small = shrink_finding(walked.findings[0].replay.clone(), &lazy);
    assert!(is_falsely_stuck(&small, &lazy) && !is_falsely_stuck(&small, &library));
    assert!(small.polygons.is_empty() && small.moves.len() == 1, "{small}");
}

/// A ball in a square shaft, half a millimetre wider than the ball and its skin. The fourth side
/// leans back by `lean`.
fn shaft(lean: f64) -> Builder {
    let (half, high) = (0.4015, 3.0);
    let mut b = Builder::new();
    b.floor(-0.4015, [-1.0, -1.0], [5.0, 1.0], [1, 1]);
    b.wall([-half, -1.0], [-half, 1.0], [-1.0, high]);
    b.wall([-1.0, -half], [5.0, -half], [-1.0, high]);
    b.wall([-1.0, half], [5.0, half], [-1.0, high]);
    // As near to the ball as the other sides.
    let x = |y: f64| half * (1.0 + lean * lean).sqrt() + lean * y;
    b.quad([x(-1.0), -1.0, 1.0], [x(-1.0), -1.0, -1.0], [x(high), high, -1.0], [x(high), high, 1.0]);
    b
}

#[test]
fn the_wedged_are_told_from_the_falsely_stuck() {
    let scene = |b: Builder| {
        let level = b.finish("scene", &[]);
        of_mesh("scene", &level.vertices, &level.triangles, vec![DVec3::ZERO]).unwrap()
    };
    let config = MoveConfig { response: Response::Bounce, ..MoveConfig::default() };
    let ball = Shape::sphere(0.4);
    let ask = |arena: &_, shape: &Shape, step: Step<'_>| {
        probe(arena, &mut Scratch::default(), shape, &config, DVec3::ZERO, step)
    };
    // The only free direction is straight up, which no heading has.
    let upright = scene(shaft(0.0));
    assert_eq!(ask(&upright, &ball, &library), Stuck::Wedged);
    assert_eq!(ask(&upright, &ball, &lazy), Stuck::Wedged);
    // A side that leans back can be climbed, so a mover that does not climb it is at fault.
    let leaning = scene(shaft(0.5));
    assert_eq!(ask(&leaning, &ball, &library), Stuck::No);
    let Stuck::False { heading, direction } = ask(&leaning, &ball, &lazy) else { panic!("a way is free") };
    assert!(heading.x > 0.5 && direction[0] > 0.1 && direction[1] > 0.1, "{heading} {direction:?}");
    // The same for an ellipsoid.
    let egg = Shape::ellipsoid(Vec3::new(0.3, 0.4, 0.35)).with_rotation(Quat::from_xyzw(0.0, 0.6, 0.0, 0.8));
    assert_eq!(ask(&leaning, &egg, &library), Stuck::No);
    assert!(matches!(ask(&leaning, &egg, &lazy), Stuck::False { .. }));
}

/// At 65 km a ball of 1.2 m keeps a skin of 15.6 mm, and f32 positions are 3.9 mm apart. A walk of
/// 169 million moves mistook this place for one that a mover could leave by a step of a centimetre.
#[test]
fn a_step_shorter_than_the_spacing_of_positions_is_no_way_out() {
    let corners: Vec<[f32; 3]> = vec![
        [13.9, 3.4, -65519.1],
        [14.0, 4.0, -65520.0],
        [13.6, 3.15, -65519.73],
        [15.0, 3.0, -65519.0],
        [15.0, 3.0, -65519.0],
        [14.65, 2.6, -65519.05],
        [14.0, 4.0, -65519.0],
        [13.5, 3.336, -65518.7],
        [13.0, 4.0, -65519.0],
        [12.0, 1.0, -65519.0],
        [12.5, 1.56, -65518.88],
        [12.0, 1.0, -65519.0],
    ];
    let triangles: Vec<[u32; 3]> = (0..4).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    let place = DVec3::new(13.523, 2.164, -65519.0);
    let arena = of_mesh("four", &corners, &triangles, vec![place]).unwrap();
    let (ball, config) = (Shape::sphere(1.192_989_8), MoveConfig::default());
    let found = probe(&arena, &mut Scratch::default(), &ball, &config, place, &library);
    assert!(!matches!(found, Stuck::False { .. }), "{found:?}");
}

#[test]
fn chunks_are_the_same_every_time_and_cover_everything() {
    let chunks: Vec<Chunk> = (0..400).map(|n| chunk(3, n, u64::MAX, GENERATED.len())).collect();
    for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Chosen) {
        assert!(chunks.iter().filter(|c| c.kind == kind).count() > 10, "{kind:?}");
    }
    for level in 0..GENERATED.len() {
        let of_level = || chunks.iter().filter(|c| c.level == level);
        for response in
            [Response::Slide, Response::Momentum, Response::Stop, Response::PushBack, Response::Bounce]
        {
            assert!(of_level().any(|c| c.config.response == response), "{level} {response:?}");
        }
    }
    assert!(chunks.iter().all(|c| (20.0..=1000.0).contains(&c.rate)));
    let arena = generated("soup", 3, 0).unwrap();
    let (a, b) = (walk_chunk(&arena, &chunks[1], &library), walk_chunk(&arena, &chunks[1], &library));
    assert_eq!((a.hash, &a.figures), (b.hash, &b.figures));
    assert_ne!(a.hash, walk_chunk(&arena, &chunks[8], &library).hash);
}

#[test]
fn every_generated_level_has_places_to_start_at() {
    for name in GENERATED {
        for variant in 0..2 {
            let arena = generated(name, 5, variant).unwrap();
            assert!(arena.spawns.len() >= 24, "{name} {}", arena.spawns.len());
        }
    }
    assert!(generated("nowhere", 5, 0).is_none());
}
/// Bodies in boxes that leave half a skin on every side. They can give up skin on one side for skin
/// on another, but there is no way to go.
#[test]
fn a_body_between_polygons_closer_than_two_skins_is_wedged() {
    for (shape, half) in
        [(Shape::capsule(0.3, 1.8), [0.3, 0.9, 0.3]), (Shape::sphere(1.037), [1.037, 1.037, 1.037])]
    {
        for at in [0.0, 262_144.0] {
            let [x, y, z] = half.map(|half| half + 0.03125);
            let corner = |i: u32| {
                let side = |bit: u32, half: f64| if i >> bit & 1 == 0 { -half } else { half };
                [side(0, x) as f32, side(1, y) as f32, (at + side(2, z)) as f32]
            };
            let corners: Vec<[f32; 3]> = (0..8).map(corner).collect();
            let sides = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
            let indices: Vec<[u32; 3]> =
                sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
            let place = DVec3::Z * at;
            let arena = of_mesh("pocket", &corners, &indices, vec![place]).unwrap();
            let config = MoveConfig { skin_width: 0.0625, ..MoveConfig::default() };
            let found = probe(&arena, &mut Scratch::default(), &shape, &config, place, &library);
            assert_eq!(found, Stuck::Wedged, "{shape:?} {at}");
        }
    }
}
