//! Worlds that are edited in place answer like worlds built from the same polygons, bit for bit,
//! with either index.

use crate::common::{by, triangles};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use sidle::{
    BuildError, ClosestPoint, Hit, IndexKind, Material, MaterialId, MoveConfig, MoveReport, PolygonId,
    QueryFilter, Shape, Sides, Vec3, World, WorldBuilder,
};
use sidle_scenes::{generate, trials};

const KINDS: [IndexKind; 2] = [IndexKind::Bvh, IndexKind::Octree];

#[derive(Clone, Debug)]
enum Edit {
    Add(Vec<Vec3>, MaterialId),
    /// Removes one of the present polygons; the number wraps around.
    Remove(u32),
    Rebuild,
}

fn place() -> impl Strategy<Value = Vec3> {
    let c = || prop_oneof![3 => (-4_i8..=4).prop_map(f32::from), 1 => -4.0_f32..4.0, 1 => Just(300.0)];
    (c(), c(), c()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

/// A triangle, or a square that is kept as one polygon.
fn polygon() -> impl Strategy<Value = Vec<Vec3>> {
    let triangle = [place(), place(), place()].prop_map(|c| c.to_vec());
    let square = (place(), 0.5_f32..2.0)
        .prop_map(|(p, s)| vec![p, p + Vec3::X * s, p + (Vec3::X + Vec3::Z) * s, p + Vec3::Z * s]);
    prop_oneof![3 => triangle, 1 => square]
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        20 => (polygon(), 0_u16..3).prop_map(|(corners, m)| Edit::Add(corners, MaterialId(m))),
        12 => any::<u32>().prop_map(Edit::Remove),
        1 => Just(Edit::Rebuild),
    ]
}

/// The polygons of the world in order, with their ids.
type Kept = Vec<(PolygonId, Vec<Vec3>, MaterialId)>;

fn run(world: &mut World, kept: &mut Kept, edits: &[Edit]) {
    for edit in edits {
        let version = world.version();
        match edit {
            Edit::Add(corners, material) => {
                let number = match corners.len() {
                    3 => world.add_triangles(corners, &[[0, 1, 2]], *material).expect("valid")[0],
                    _ => world.add_polygon(corners, *material).expect("valid"),
                };
                assert!(kept.last().is_none_or(|k| k.0 < number));
                kept.push((number, corners.clone(), *material));
            }
            Edit::Remove(i) if !kept.is_empty() => {
                let (number, corners, _) = kept.remove(*i as usize % kept.len());
                assert_eq!(world.polygon(number), Some(corners));
                assert!(world.remove_polygon(number));
                assert!(!world.remove_polygon(number));
                assert_eq!(world.polygon(number), None);
            }
            Edit::Remove(_) => continue,
            Edit::Rebuild => {
                world.rebuild();
                continue;
            }
        }
        assert_eq!(world.version(), version + 1);
    }
    assert_eq!(world.polygon_count(), kept.len());
}

fn built(kept: &Kept, kind: IndexKind) -> World {
    let mut builder = WorldBuilder::new();
    builder.set_index(kind);
    builder.add_material(Material { friction: 0.4, layer: 7, ..Material::default() });
    builder.add_material(Material { friction: 0.1, sides: Sides::Front, ..Material::default() });
    for (_, corners, material) in kept {
        match corners.len() {
            3 => builder.add_triangles(corners, &[[0, 1, 2]], *material),
            _ => builder.add_polygon(corners, *material),
        };
    }
    builder.build().expect("valid")
}

/// The answers of a world to a few queries. Polygons are named by their position in `kept`.
fn answers(
    world: &World,
    ways: &[(Vec3, Vec3)],
    name: impl Fn(PolygonId) -> PolygonId,
) -> (Vec<MoveReport>, Vec<Hit>, Vec<ClosestPoint>) {
    let (mut reports, mut hits, mut nearest) = (Vec::new(), Vec::new(), Vec::new());
    for &(from, motion) in ways {
        let mut report = world.move_once(&Shape::sphere(0.4), from, by(motion), &MoveConfig::default());
        report.hits.iter_mut().for_each(|h| h.surface.polygon = name(h.surface.polygon));
        reports.push(report);
        let mut all = Vec::new();
        let body = Shape::ellipsoid(Vec3::new(0.3, 0.7, 0.2));
        world.cast_shape_all(&body, from, motion, &QueryFilter::ALL, &mut all);
        hits.extend(all);
        hits.extend(world.cast_ray(from, motion * 3.0, &QueryFilter::ALL));
        nearest.extend(world.closest_point(from, 9.0, &QueryFilter::ALL));
    }
    hits.iter_mut().for_each(|h| h.surface.polygon = name(h.surface.polygon));
    nearest.iter_mut().for_each(|c| c.surface.polygon = name(c.surface.polygon));
    (reports, hits, nearest)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: trials(600, 3_000), failure_persistence: None, rng_seed: RngSeed::Fixed(3), ..ProptestConfig::default() })]

    #[test]
    fn m11_an_edited_world_answers_as_one_built_anew(
        before in prop::collection::vec(polygon(), 0..30),
        edits in prop::collection::vec(edit(), 1..150),
        ways in prop::collection::vec((place(), place()), 4),
    ) {
        let start: Kept = (0..).map(PolygonId::from_index).zip(before).map(|(id, corners)| (id, corners, MaterialId(0))).collect();
        let mut all = Vec::new();
        for kind in KINDS {
            let mut kept = start.clone();
            let mut world = built(&kept, kind);
            run(&mut world, &mut kept, &edits);
            prop_assert_eq!(world.index_kind(), kind);
            all.push(answers(&world, &ways, |id| id));
            let rebuilt = built(&kept, kind);
            all.push(answers(&rebuilt, &ways, |id| kept[id.index()].0));
            prop_assert_eq!(world.bounds(), rebuilt.bounds());
        }
        for other in &all[1..] {
            prop_assert_eq!(&all[0], other);
        }
    }
}

/// Removes all polygons of a level and adds them in another order, in many thousands of edits.
#[test]
fn m11_a_level_is_taken_down_and_put_up_again() {
    let level = generate::soup(5, 3_000);
    let corners: Vec<[Vec3; 3]> =
        (0..level.triangles.len()).map(|t| level.corners(t).map(Vec3::from)).collect();
    for kind in KINDS {
        let mut builder = WorldBuilder::new();
        builder.set_index(kind);
        let mut world = builder.build().expect("empty");
        for round in 0..3_u32 {
            let numbers: Vec<PolygonId> =
                corners.iter().map(|c| world.add_polygon(c, MaterialId(0)).expect("valid")).collect();
            assert_eq!(world.polygon_count(), corners.len());
            let vertices: Vec<Vec3> = corners.iter().flatten().copied().collect();
            let rebuilt = triangles(&vertices);
            let ways: Vec<(Vec3, Vec3)> =
                level.spawns.iter().map(|&s| (Vec3::from(s), Vec3::new(0.7, -0.3, 0.4))).collect();
            let first = numbers[0];
            assert_eq!(
                answers(&world, &ways, |id| PolygonId::from_index((id.index() - first.index()) as u32)),
                answers(&rebuilt, &ways, |id| id)
            );
            assert_ne!(numbers.len() % 7, 0);
            for i in 0..numbers.len() {
                // All of them, in a scattered order.
                let number = numbers[(i * 7 + round as usize) % numbers.len()];
                assert!(world.remove_polygon(number));
            }
            assert_eq!((world.polygon_count(), world.bounds()), (0, None));
        }
    }
}

/// A thousand polygons in one place make neither tree too deep to traverse.
#[test]
fn m11_the_same_polygon_a_thousand_times() {
    let square = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Z, Vec3::Z];
    for kind in KINDS {
        let mut builder = WorldBuilder::new();
        builder.set_index(kind);
        let mut world = builder.build().expect("empty");
        for _ in 0..2_000 {
            world.add_polygon(&square, MaterialId(0)).expect("valid");
        }
        let mut hits = Vec::new();
        let from = Vec3::new(0.5, 1.0, 0.5);
        world.cast_shape_all(&Shape::point(), from, Vec3::NEG_Y * 2.0, &QueryFilter::ALL, &mut hits);
        assert_eq!(hits.len(), 2_000);
        assert_eq!(hits[7].surface.polygon.index(), 7);
    }
}

#[test]
fn what_cannot_be_added_changes_nothing() {
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    let mut world = World::from_triangles(&floor, &[[0, 1, 2]]).expect("valid");
    let bent = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Z + Vec3::Y, Vec3::Z];
    assert!(matches!(world.add_polygon(&bent, MaterialId(0)), Err(BuildError::NotPlanar { .. })));
    assert!(matches!(world.add_polygon(&floor[..2], MaterialId(0)), Err(BuildError::CornerCount { .. })));
    assert!(matches!(world.add_polygon(&floor, MaterialId(9)), Err(BuildError::UnknownMaterial { .. })));
    let far = [Vec3::ZERO, Vec3::X, Vec3::splat(f32::NAN)];
    assert!(matches!(world.add_polygon(&far, MaterialId(0)), Err(BuildError::BadVertex { .. })));
    let pair = world.add_triangles(&floor, &[[0, 1, 2], [0, 1, 3]], MaterialId(0));
    assert!(matches!(pair, Err(BuildError::IndexOutOfRange { .. })));
    assert!(world.add_material(Material { layer: 32, ..Material::default() }).is_err());
    assert!(
        !world.remove_polygon(PolygonId::from_index(1))
            && !world.remove_polygon(PolygonId::from_index(u32::MAX))
    );
    assert_eq!((world.version(), world.polygon_count(), world.materials().len()), (0, 1, 1));
    assert_eq!(world.add_triangles(&[], &[], MaterialId(0)), Ok(Vec::new()));
    assert_eq!(world.version(), 0);
    let ice = world.add_material(Material { friction: 0.1, ..Material::default() }).expect("valid");
    let number = world.add_polygon(&floor, ice).expect("valid");
    assert_eq!((number.index(), world.version()), (1, 2));
    assert!(world.remove_polygon(PolygonId::from_index(0)));
    let hit = world.cast_ray(Vec3::Y, Vec3::NEG_Y * 2.0, &QueryFilter::ALL).expect("the new floor");
    assert_eq!((hit.surface.polygon.index(), hit.surface.material), (1, ice));
}

/// Earlier, the material of the first polygon of an empty mesh was lost, because an empty table was
/// taken for a missing one.
#[test]
fn the_first_polygon_of_an_empty_mesh_keeps_its_material() {
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    for kind in KINDS {
        let mut builder = WorldBuilder::new();
        builder.set_index(kind);
        let mut world = builder.build().expect("empty");
        let rough = Material { friction: 0.5, layer: 7, ..Material::default() };
        let rough = world.add_material(rough).expect("valid");
        for _ in 0..2 {
            let number = world.add_polygon(&floor, rough).expect("valid");
            let hit = world.cast_ray(Vec3::Y, Vec3::NEG_Y * 2.0, &QueryFilter::layer(7)).expect("the floor");
            assert_eq!((hit.surface.material, hit.surface.layer), (rough, 7));
            // Emptied and filled again: the mesh is empty once more.
            assert!(world.remove_polygon(number));
            world.rebuild();
        }
    }
}
