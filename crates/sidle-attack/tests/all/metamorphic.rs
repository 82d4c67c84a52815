//! The same moves in worlds that are translated, mirrored, scaled, cut and renumbered.
//! `sidle_attack::metamorphic` describes the requirement for each transformation, and its reason.

use sidle::{IndexKind, Motion, MoveConfig, Quat, Scratch, Shape, ShapeKind, Vec3, World};
use sidle_attack::metamorphic::{
    Change, Relation, Seen, Walked, coarse, compare, cuts, exact, fine, loses, near, rates,
};

/// One of this many moves may separate at an edge that it hits head-on. The same share of moves
/// with speed losses may lose a different amount.
const ONE_IN: u64 = 1_000;

fn hold(relations: &[Relation], levels: &[Walked]) {
    for relation in relations {
        let mut seen = Seen::default();
        for walked in levels {
            seen = seen.merge(&compare(relation, walked).unwrap_or_else(|fault| panic!("{fault}")));
        }
        println!("{:<44} {seen:?}", relation.name);
        assert!(seen.moves > 10_000, "{}: {seen:?}", relation.name);
        assert!(seen.parted * ONE_IN <= seen.moves, "{}: {seen:?}", relation.name);
        assert!(seen.lost * ONE_IN <= seen.moves, "{}: {seen:?}", relation.name);
        assert!(seen.same * 100 > seen.moves * 99, "{}: {seen:?}", relation.name);
    }
}

/// Bit for bit: translations that f32 stores exactly, mirrors, x and y exchanged, powers of two,
/// another index.
#[test]
fn what_commutes_with_the_arithmetic_changes_no_bit() {
    hold(&exact(), &fine(1, 3_000, 400));
}

/// Within the skin: other roundings and other ties.
#[test]
fn other_names_for_the_same_surface_end_within_the_skin() {
    hold(&near(), &fine(2, 3_000, 400));
}

/// Within the skin: cuts on a grid on which they move nothing.
#[test]
fn cuts_that_move_nothing_end_within_the_skin() {
    hold(&cuts(), &coarse(3, 3_000, 400));
}

/// Free flights would prove little.
#[test]
fn a_third_of_the_moves_meets_something() {
    let (mut moves, mut met, mut stateless, mut capsules) = (0, 0, 0, [0; 3]);
    for walked in fine(1, 3_000, 400) {
        let map = sidle_attack::metamorphic::Map::default();
        let world = Change::Nothing.world(&walked.level, &map, IndexKind::Bvh).world;
        for c in &walked.cases {
            moves += 1;
            met += u32::from(
                !world
                    .move_once(&c.shape, c.from, Motion::displacement(c.motion, 1.0), &c.config)
                    .hits
                    .is_empty(),
            );
            stateless += u32::from(!loses(c));
            if let ShapeKind::Capsule { radius, .. } = c.shape.kind() {
                let is_rotated = c.shape.rotation() != Quat::IDENTITY;
                capsules[if radius == 0.0 { 2 } else { usize::from(is_rotated) }] += 1;
            }
        }
    }
    assert!(
        met * 3 > moves && stateless * 4 > moves,
        "{met} met something, {stateless} lose nothing, of {moves}"
    );
    assert!(capsules.iter().all(|c| c * 20 > moves), "upright, rotated, segments: {capsules:?} of {moves}");
}

/// A second of one desired motion ends within a millimetre at 30, 60, 144 and 1000 Hz.
#[test]
fn the_rate_of_the_steps_does_not_matter() {
    for walked in fine(4, 100, 0) {
        let t = rates(&walked, 240, 5);
        println!("{}: {t:?}", walked.level.name);
        assert!(t.runs > 150 && t.hindered * 5 > t.runs, "{}: {t:?}", walked.level.name);
        assert!(t.differ == 0 && t.parted * 20 <= t.runs, "{}: {t:?}", walked.level.name);
    }
}

/// If every place on the path is an f32, no rate may change a bit: in the air and on a level floor.
#[test]
fn where_nothing_is_rounded_the_rate_changes_no_bit() {
    let corners =
        [[-32.0, -32.0], [32.0, -32.0], [32.0, 32.0], [-32.0, 32.0]].map(|[x, z]| Vec3::new(x, 0.0, z));
    let world = World::from_triangles(&corners, &[[0, 2, 1], [0, 3, 2]]).expect("a floor");
    let config = MoveConfig { skin_width: 1.0 / 1024.0, ..MoveConfig::default() };
    let on_the_floor = Vec3::new(-1.5, 0.5 + 1.0 / 1024.0, 0.25);
    for (from, desired, end) in [
        (Vec3::new(-1.5, 9.0, 0.25), Vec3::new(3.25, -1.5, -2.125), Vec3::new(1.75, 7.5, -1.875)),
        (on_the_floor, Vec3::new(3.25, -1.5, -2.125), on_the_floor + Vec3::new(3.25, 0.0, -2.125)),
        (on_the_floor, Vec3::new(0.0, -1.5, 0.0), on_the_floor),
    ] {
        for rate in [1_u16, 64, 256, 1024] {
            let (mut scratch, step) = (Scratch::default(), desired / f32::from(rate));
            let shape = Shape::sphere(0.5);
            let mut go = |at, _| {
                world
                    .move_and_slide(&mut scratch, &shape, at, Motion::displacement(step, 1.0), &config)
                    .position
            };
            let gone = (0..rate).fold(from.as_dvec3(), &mut go);
            assert!(gone.distance(end.as_dvec3()) < 1e-9, "{rate} Hz from {from}: {gone}");
        }
    }
}
