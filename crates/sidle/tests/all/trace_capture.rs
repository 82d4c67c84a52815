//! A captured move, written as text, read and run again, has the same bits of outcome, path and
//! hits.

use crate::common::{RESPONSES, by, world_of};
use sidle::trace::{self, ContactRole, Decision, Explanation, Iteration, Replay, SegmentEnd};
use sidle::{
    BuildError, DVec3, FrictionLaw, HeightField, HeightGrid, IndexKind, Material, MaterialId, Motion,
    MoveConfig, MoveReport, OnOverlap, Outcome, PolygonId, Quat, QueryFilter, Shape, Sides, StartAdjustment,
    StopReason, Surface, Vec3, World, WorldBuilder,
};
use sidle_scenes::{Level, SplitMix64, generate};

/// A world, and start positions in it.
struct Scene {
    name: &'static str,
    world: World,
    starts: Vec<DVec3>,
}

fn spawns(level: &Level) -> Vec<DVec3> {
    level.spawns.iter().map(|&s| Vec3::from(s).as_dvec3()).collect()
}

/// A level with layers, sides and friction that differ from triangle to triangle.
fn motley(level: &Level, kind: IndexKind) -> World {
    let mut builder = WorldBuilder::new();
    let front =
        Material { sides: Sides::Front, friction: 0.3, restitution: 0.5, layer: 2, ..Material::default() };
    let ids = [
        builder.add_material(Material { friction: 0.1, restitution: 0.25, ..Material::default() }),
        builder.add_material(front),
        builder.add_material(Material { layer: 5, ..front }),
    ];
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| Vec3::from(v)).collect();
    let materials: Vec<MaterialId> = (0..level.triangles.len()).map(|i| ids[i * 7 % 3]).collect();
    builder.add_mesh(&vertices, &level.triangles, &materials).set_index(kind);
    builder.build().expect("a level")
}

fn edited(level: &Level) -> World {
    let mut world = world_of(level);
    for number in (0..level.triangles.len() as u32).step_by(97) {
        assert!(world.remove_polygon(PolygonId::from_index(number)));
    }
    for &spawn in &level.spawns {
        let at = Vec3::from(spawn) + Vec3::new(0.9, -0.4, 0.3);
        let square = [at, at + Vec3::Z, at + Vec3::new(0.5, 1.0, 1.0), at + Vec3::new(0.5, 1.0, 0.0)];
        world.add_polygon(&square, MaterialId(0)).expect("a square");
    }
    world
}

fn field() -> Scene {
    let mut rng = SplitMix64::new(5);
    let grid =
        HeightGrid { columns: 33, rows: 33, cell_x: 0.5, cell_z: 0.7, origin: Vec3::new(-8.0, 0.0, -9.0) };
    let heights = (0..33 * 33).map(|_| rng.range(0.0, 0.6) as f32).collect();
    let mut builder = WorldBuilder::new();
    let earth = builder.add_material(Material { friction: 0.2, restitution: 0.3, ..Material::default() });
    builder.add_height_field(HeightField::new(grid, heights).expect("a field"), earth);
    let wall = [Vec3::new(2.0, -1.0, -9.0), Vec3::new(2.0, 3.0, 0.0), Vec3::new(2.5, -1.0, 9.0)];
    builder.add_triangles(&wall, &[[0, 1, 2]], MaterialId(0));
    let starts =
        (0..20).map(|i| Vec3::new(i as f32 * 0.5 - 5.0, 1.6, i as f32 * 0.37 - 4.0).as_dvec3()).collect();
    Scene { name: "field", world: builder.build().expect("a world"), starts }
}

fn scenes() -> Vec<Scene> {
    let (hall, terrain, soup) =
        (generate::hall(3, 3000), generate::terrain(4, 3000), generate::soup(5, 3000));
    let mut scenes = vec![
        Scene { name: "hall", world: world_of(&hall), starts: spawns(&hall) },
        Scene { name: "terrain", world: world_of(&terrain), starts: spawns(&terrain) },
        Scene { name: "soup", world: world_of(&soup), starts: spawns(&soup) },
        Scene { name: "motley hall", world: motley(&hall, IndexKind::Octree), starts: spawns(&hall) },
        Scene { name: "motley soup", world: motley(&soup, IndexKind::Bvh), starts: spawns(&soup) },
        Scene { name: "edited hall", world: edited(&hall), starts: spawns(&hall) },
        field(),
    ];
    for scene in crate::rooms::scenes([4, 4], 6) {
        let starts = scene.spawns().into_iter().map(|s| s.as_dvec3()).collect();
        scenes.push(Scene { name: "rooms", world: scene.world, starts });
    }
    scenes
}

fn unit(rng: &mut SplitMix64) -> Vec3 {
    let mut c = || rng.range(-1.0, 1.0) as f32;
    Vec3::new(c(), c(), c()).normalize_or(Vec3::X)
}

fn random_config(rng: &mut SplitMix64, scene: &Scene, home: DVec3) -> MoveConfig {
    let layers = [QueryFilter::ALL, QueryFilter::ALL.without_layer(2)][rng.below(2)];
    let sectors = scene.world.sectors().at(home);
    MoveConfig {
        response: RESPONSES[rng.below(5)],
        skin_width: [0.001, 0.001, 0.02, 0.0][rng.below(4)],
        friction_scale: [1.0, 0.0][rng.below(2)],
        friction_law: [FrictionLaw::Coulomb, FrictionLaw::Drag][rng.below(2)],
        bounce_threshold: [0.0, 0.1][rng.below(2)],
        on_overlap: [OnOverlap::Refuse, OnOverlap::PushOut, OnOverlap::ReturnTo(home)][rng.below(3)],
        max_iterations: [256, 256, 3][rng.below(3)],
        filter: if rng.below(3) == 0 { layers.within(sectors) } else { layers },
        ..MoveConfig::default()
    }
}

fn random_shape(rng: &mut SplitMix64) -> Shape {
    let turn = Quat::from_xyzw(0.3, -0.2, 0.9, 0.4);
    [
        Shape::point(),
        Shape::sphere(0.4),
        Shape::sphere(0.05),
        Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
        Shape::ellipsoid(Vec3::new(0.4, 0.1, 0.2)).with_rotation(turn),
    ][rng.below(5)]
    .clone()
}

/// Compares everything except the numbers of instances and triangles. Those are compared through
/// the replay's list.
fn same(replay: &Replay, original: &MoveReport, again: &MoveReport) -> bool {
    let bits = |v: DVec3| v.to_array().map(f64::to_bits);
    let (a, b) = (&original.outcome, &again.outcome);
    let hits = original.hits.len() == again.hits.len()
        && original.hits.iter().zip(&again.hits).all(|(x, y)| {
            let number = replay.polygons[y.surface.polygon.index()].from.expect("captured");
            let surface = |s: Surface| (s.material, s.layer, s.feature);
            let id = (x.surface.instance.index() as u32, x.surface.polygon.index() as u32);
            bits(x.point) == bits(y.point)
                && bits(x.normal.as_dvec3()) == bits(y.normal.as_dvec3())
                && (surface(x.surface), id) == (surface(y.surface), number)
                && x.fraction.to_bits() == y.fraction.to_bits()
                && x.speed_removed.to_bits() == y.speed_removed.to_bits()
        });
    // As text a number has all of its bits.
    hits && format!("{a:?}") == format!("{b:?}")
        && format!("{:?}", original.path) == format!("{:?}", again.path)
}

#[derive(Debug, Default)]
struct Tally {
    moves: usize,
    limit: usize,
    inside: usize,
    pushed: usize,
    returned: usize,
    hits: usize,
    iterations: usize,
    rolls: usize,
    creases: usize,
    seams: usize,
    rims: usize,
    looked: usize,
    thrown: usize,
}

/// Checks that the explanation describes the move, and that its iterations follow from each other.
fn told_truly(told: &Explanation, original: &MoveReport) {
    let Outcome { position, reason, iterations, fraction, distance, .. } = original.outcome;
    assert_eq!(format!("{:?}", told.report), format!("{original:?}"));
    let words = told.to_string();
    assert_eq!(
        told.overlap.is_some(),
        words.contains("overlaps polygon") || words.contains("overlaps triangle")
    );
    if matches!(reason, StopReason::InvalidInput | StopReason::StartedInside) {
        assert_eq!((told.iterations.len(), told.end_attempts.len()), (0, 0), "{words}");
        return;
    }
    // A move that could not be stored was not made, but it is explained.
    let landed = told.end_attempts.iter().any(|t| t.skins >= 0.0);
    assert_eq!(landed, told.end_attempts.iter().any(|t| t.position == position && t.skins >= 0.0), "{words}");
    assert_eq!(told.iterations.len(), iterations as usize, "{words}");
    // From iteration to iteration.
    let joined = |s: &[Iteration]| s[0].to == s[1].from;
    assert!(told.iterations.windows(2).all(|s| joined(s) && s[0].time_left == s[1].time), "{words}");
    for (i, iteration) in told.iterations.iter().enumerate() {
        let is_last = i + 1 == told.iterations.len();
        assert!(
            iteration.time_left <= iteration.time
                && iteration.length() <= iteration.asked * (1.0 + 1e-9) + 1e-9,
            "{words}"
        );
        assert!(iteration.contacts.iter().all(|c| c.skins <= 1.13 && (c.normal.length() - 1.0).abs() < 1e-9));
        match iteration.decision {
            Decision::Stop(why) => {
                assert!(is_last && (why == reason || reason == StopReason::Reversed), "{words}")
            }
            Decision::Free => assert_eq!(iteration.planes().count(), 0, "{words}"),
            Decision::Slide { planes } => assert_eq!(iteration.planes().count(), planes, "{words}"),
            Decision::Roll { .. } => assert!((1..=2).contains(&iteration.planes().count()), "{words}"),
            other => panic!("{other:?}: {words}"),
        }
        assert!(
            // A chord over a skin of nanometres is shorter than the rounding of its places.
            is_last
                || iteration.length() > 0.0
                || iteration.end != SegmentEnd::Complete
                || original.outcome.skin < 1e-8,
            "nothing happened: {words}"
        );
        if matches!(iteration.decision, Decision::Slide { .. }) {
            let into = iteration.planes().map(|c| c.normal.dot(iteration.motion)).fold(0.0, f64::min);
            assert!(into >= -1e-6 * iteration.motion.length(), "{into} {words}");
        }
    }
    if landed {
        let length: f64 = told.iterations.iter().map(Iteration::length).sum();
        assert!((length - f64::from(distance)).abs() <= 1e-5 * (1.0 + length), "{length} {words}");
        let left = told.iterations.last().map_or(1.0, |s| s.time_left);
        assert!((1.0 - left - fraction).abs() < 1e-6 || told.iterations.is_empty(), "{words}");
    }
}

/// Captures a move, sends it through the text and compares.
fn check(
    scene: &Scene,
    shape: &Shape,
    from: DVec3,
    motion: Vec3,
    config: &MoveConfig,
    tally: &mut Tally,
) -> DVec3 {
    let original = scene.world.move_once(shape, from, by(motion), config);
    let text = trace::capture(&scene.world, shape, from, by(motion), config).to_string();
    let replay: Replay = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(replay.to_string(), text);
    let reports = replay.run().unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert!(
        same(&replay, &original, &reports[0]) && replay.moves[0].agrees_with(&reports[0]) == Some(true),
        "{}: {original:?}\nbecame {:?}\n{text}",
        scene.name,
        reports[0]
    );
    let told = trace::explain(&scene.world, shape, from, by(motion), config);
    told_truly(&told, &original);
    tally.iterations += told.iterations.len();
    for iteration in &told.iterations {
        tally.rolls += usize::from(matches!(iteration.decision, Decision::Roll { .. }));
        tally.creases += usize::from(iteration.decision == Decision::Slide { planes: 2 });
        tally.seams += iteration.contacts.iter().filter(|c| c.role == ContactRole::InternalEdge).count();
        tally.rims += usize::from(iteration.end == SegmentEnd::BoundaryEdge);
        tally.looked += usize::from(iteration.end == SegmentEnd::Regathered);
        tally.thrown += iteration.reflected_by.len();
    }
    tally.moves += 1;
    tally.limit += usize::from(original.outcome.reason == StopReason::IterationLimit);
    tally.inside += usize::from(original.outcome.reason == StopReason::StartedInside);
    tally.pushed += usize::from(original.outcome.start_adjustment == StartAdjustment::PushedOut);
    tally.returned += usize::from(original.outcome.start_adjustment == StartAdjustment::Returned);
    tally.hits += original.hits.len();
    original.outcome.position
}

#[test]
fn a_captured_move_has_the_bits_of_the_move() {
    let mut rng = SplitMix64::new(44);
    let mut tallies = Vec::new();
    for scene in scenes() {
        let mut tally = Tally::default();
        for &home in &scene.starts {
            let (shape, mut from) = (random_shape(&mut rng), home);
            let mut config = random_config(&mut rng, &scene, home);
            for step in 0..25 {
                if step % 8 == 7 {
                    // Another place, often in the middle of an obstacle.
                    from = home + (unit(&mut rng) * 2.0).as_dvec3();
                    config = random_config(&mut rng, &scene, home);
                }
                let length = rng.magnitude(1e-3, 15) as f32;
                let motion = (unit(&mut rng) - Vec3::Y * 0.4) * length;
                from = check(&scene, &shape, from, motion, &config, &mut tally);
            }
        }
        println!("{}: {} polygons in all, {tally:?}", scene.name, scene.world.polygon_count());
        tallies.push(tally);
    }
    let sum = |count: fn(&Tally) -> usize| tallies.iter().map(count).sum::<usize>();
    assert!(sum(|t| t.moves) > 5_000 && sum(|t| t.hits) > 1_000 && sum(|t| t.iterations) > 10_000);
    let told: [fn(&Tally) -> usize; 6] =
        [|t| t.rolls, |t| t.creases, |t| t.seams, |t| t.rims, |t| t.looked, |t| t.thrown];
    let told = told.map(sum);
    assert!(told.iter().all(|&count| count > 100), "{told:?}");
    let ends: [fn(&Tally) -> usize; 4] = [|t| t.limit, |t| t.inside, |t| t.pushed, |t| t.returned];
    let ends = ends.map(sum);
    assert!(ends.iter().all(|&count| count > 20), "{ends:?}");
}

/// Motions of kilometres can be captured and explained as well.
#[test]
fn long_motions_are_captured() {
    let mut rng = SplitMix64::new(12);
    let mut builder = WorldBuilder::new();
    let size = 1.0e5;
    for i in 0..40_u8 {
        // Plates that lean against one another, each a hundred kilometres wide.
        let at = unit(&mut rng) * Vec3::new(size, 300.0, size);
        let [u, v] = [(); 2].map(|()| unit(&mut rng) * Vec3::new(size, f32::from(i) * 40.0, size));
        builder.add_triangles(&[at, at + u, at + v], &[[0, 1, 2]], MaterialId(0));
    }
    let starts = (0..40).map(|_| (unit(&mut rng) * Vec3::new(size, 2000.0, size)).as_dvec3()).collect();
    let scene = Scene { name: "plates", world: builder.build().expect("a world"), starts };
    let mut tally = Tally::default();
    for &home in &scene.starts {
        let shape = random_shape(&mut rng);
        let config = random_config(&mut rng, &scene, home);
        let mut from = home;
        for _ in 0..10 {
            let motion =
                (unit(&mut rng) * Vec3::new(1.0, 0.1, 1.0) - Vec3::Y * 0.02) * rng.magnitude(4e3, 6) as f32;
            from = check(&scene, &shape, from, motion, &config, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.hits > 50, "{tally:?}");
}

/// A step of a person on a floor of 20,000 triangles needs a handful of them.
#[test]
fn a_captured_step_is_small() {
    let level = generate::hall(1, 20_000);
    let world = world_of(&level);
    let body = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
    let step = Vec3::new(0.08, -0.003, 0.02);
    let counts = spawns(&level)
        .into_iter()
        .map(|from| trace::capture(&world, &body, from, by(step), &MoveConfig::default()).polygons.len());
    let most = counts.max().unwrap_or(0);
    println!("at most {most} of {} polygons", world.polygon_count());
    assert!((1..200).contains(&most), "{most}");
}

#[test]
fn input_that_means_nothing_is_captured_too() -> Result<(), BuildError> {
    let level = generate::hall(1, 500);
    let world = world_of(&level);
    for from in [Vec3::NAN, Vec3::splat(f32::INFINITY), Vec3::splat(-1e30)] {
        let config = MoveConfig { skin_width: f32::NAN, ..MoveConfig::default() };
        let replay = trace::capture(&world, &Shape::sphere(f32::NAN), from, by(Vec3::NAN), &config);
        let read: Replay = replay.to_string().parse().expect("numbers that are none are written too");
        let report = &read.run()?[0];
        assert_eq!(report.outcome.reason, StopReason::InvalidInput);
        assert_eq!(read.moves[0].agrees_with(report), Some(true));
    }
    Ok(())
}

#[test]
fn several_moves_follow_one_another() -> Result<(), BuildError> {
    let mut rng = SplitMix64::new(8);
    for scene in scenes() {
        for &from in scene.starts.iter().take(8) {
            let shape = random_shape(&mut rng);
            let config = random_config(&mut rng, &scene, from);
            let motions: Vec<Motion> = (0..12).map(|_| by((unit(&mut rng) - Vec3::Y * 0.4) * 0.7)).collect();
            let replay = trace::capture_moves(&scene.world, &shape, from, &motions, &config);
            let reports = replay.run()?;
            let mut position = from;
            for ((&motion, m), report) in motions.iter().zip(&replay.moves).zip(&reports) {
                let original = scene.world.move_once(&shape, position, motion, &config);
                assert!(same(&replay, &original, report), "{}: {original:?}\n{report:?}", scene.name);
                assert_eq!(m.agrees_with(report), Some(true));
                position = original.outcome.position;
            }
        }
    }
    Ok(())
}

#[test]
fn ends_are_compared_bit_by_bit() -> Result<(), BuildError> {
    let level = generate::hall(1, 500);
    let from = Vec3::from(level.spawns[0]).as_dvec3();
    let still =
        trace::capture(&world_of(&level), &Shape::sphere(0.3), from, by(Vec3::ZERO), &MoveConfig::default());
    let report = &still.run()?[0];
    let with = |end: Option<DVec3>| trace::ReplayMove { end, ..still.moves[0] }.agrees_with(report);
    assert_eq!(with(still.moves[0].end), Some(true));
    assert_eq!(with(Some(from + DVec3::X)), Some(false));
    assert_eq!(with(Some(DVec3::new(from.x, from.y.next_up(), from.z))), Some(false));
    assert_eq!(with(None), None);
    Ok(())
}
