//! Many any-hit segments in one call equal as many single calls, and single calls agree with f64.

use crate::reference::{Crossing, Scene, crossing, scenes};
use allocation_counter::measure;
use sidle::{
    DVec3, HeightField, HeightGrid, IndexKind, Material, MaterialId, QueryFilter, Sides, Vec3, World,
    WorldBuilder,
};
use sidle_scenes::SplitMix64;

const ALL: QueryFilter = QueryFilter::ALL;

/// Rays of rows of neighbouring places to one light, and random ones between them.
fn segments(scene: &Scene, rng: &mut SplitMix64, count: usize) -> Vec<(DVec3, DVec3)> {
    let mut list = Vec::new();
    while list.len() < count {
        let (light, from, to) = (scene.place(rng), scene.place(rng), scene.place(rng));
        list.extend((0..40).map(|i| (from.lerp(to, i as f32 / 39.0), light)));
        // Ends on corners and edges, and one that is a point.
        list.extend((0..6).map(|kind| (light, scene.target(rng, kind))));
        list.push((light, light));
    }
    widened(&list)
}

fn widened(list: &[(Vec3, Vec3)]) -> Vec<(DVec3, DVec3)> {
    list.iter().map(|(from, to)| (from.as_dvec3(), to.as_dvec3())).collect()
}

fn singles(world: &World, segments: &[(DVec3, DVec3)], filter: &QueryFilter) -> Vec<bool> {
    segments.iter().map(|&(from, to)| world.is_blocked(from, to, filter)).collect()
}

#[test]
fn m14_bulk_answers_are_those_of_single_calls() {
    let mut rng = SplitMix64::new(14);
    for scene in scenes() {
        let list = segments(&scene, &mut rng, 20_000);
        let mut blocked = vec![true; 7];
        for filter in [
            ALL,
            QueryFilter::layer(1),
            QueryFilter::layer(0).with_layer(2),
            QueryFilter { layers: 0, ..ALL },
        ] {
            scene.world.are_blocked(&list, &filter, &mut blocked);
            assert_eq!(blocked, singles(&scene.world, &list, &filter), "{} {filter:?}", scene.level.name);
        }
        let mut shuffled = list;
        for i in 0..shuffled.len() {
            let other = rng.below(shuffled.len());
            shuffled.swap(i, other);
        }
        scene.world.are_blocked(&shuffled, &ALL, &mut blocked);
        let count = blocked.iter().filter(|&&b| b).count();
        assert!(count > 1_000 && count < blocked.len() - 1_000, "{}: {count} is no test", scene.level.name);
        assert_eq!(blocked, singles(&scene.world, &shuffled, &ALL), "{}", scene.level.name);
    }
}

#[test]
fn m14_bulk_answers_are_true() {
    let mut rng = SplitMix64::new(15);
    for scene in scenes() {
        let list = segments(&scene, &mut rng, 4_000);
        let mut blocked = Vec::new();
        scene.world.are_blocked(&list, &ALL, &mut blocked);
        let mut sure = 0;
        for (&(from, to), &blocked) in list.iter().zip(&blocked) {
            let motion = to - from;
            let all = scene.triangles.iter().map(|t| crossing(t, from, motion));
            let (mut certain, mut possible) = (false, false);
            for crossing in all {
                certain |= matches!(crossing, Crossing::At(_));
                possible |= !matches!(crossing, Crossing::No);
            }
            assert!(blocked || !certain, "{from} {to}: something is in the way");
            assert!(!blocked || possible, "{from} {to}: nothing is in the way");
            sure += usize::from(certain == possible);
        }
        assert!(sure * 5 > list.len(), "{}: {sure} certain answers are no test", scene.level.name);
    }
}

/// Rounding decides for segments that run almost along the plane of a cell. Both kinds of calls
/// must agree.
#[test]
fn m14_terrain_and_octrees_answer_in_bulk_as_in_single_calls() {
    let mut rng = SplitMix64::new(18);
    let grid = HeightGrid { columns: 33, rows: 33, cell_x: 0.5, cell_z: 0.5, origin: Vec3::ZERO };
    let heights = (0..33 * 33).map(|_| (rng.range(0.0, 2.0) * 4.0).round() as f32 / 4.0).collect();
    let field = HeightField::new(grid, heights).unwrap();
    let (vertices, triangles) = field.to_triangles();
    let mut terrain = WorldBuilder::new();
    terrain.add_height_field(field, MaterialId(0));
    let mut octree = WorldBuilder::new();
    octree.set_index(IndexKind::Octree).add_triangles(&vertices, &triangles, MaterialId(0));
    let mut place = |height: f64| {
        let [x, z] = [rng.range(-1.0, 17.0), rng.range(-1.0, 17.0)].map(|k| (k * 2.0).round() as f32 / 2.0);
        Vec3::new(x, (rng.range(0.0, height) * 4.0).round() as f32 / 4.0, z)
    };
    let mut list = Vec::new();
    for _ in 0..400 {
        let (light, from, to) = (place(4.0), place(2.0), place(2.0));
        list.extend((0..40).map(|i| (from.lerp(to, i as f32 / 39.0), light)));
        list.extend((0..10).map(|i| (from, to + Vec3::Y * (i as f32 * 1e-7))));
    }
    let list = widened(&list);
    for world in [terrain.build().unwrap(), octree.build().unwrap()] {
        let mut blocked = Vec::new();
        world.are_blocked(&list, &ALL, &mut blocked);
        let count = blocked.iter().filter(|&&b| b).count();
        assert!(count > 2_000 && count < list.len() - 2_000, "{count} of {} is no test", list.len());
        assert_eq!(blocked, singles(&world, &list, &ALL));
    }
}

/// Almost in the plane of a triangle, rounding decides. Both must agree.
#[test]
fn m14_grazing_segments_agree_with_single_calls() {
    let mut rng = SplitMix64::new(16);
    let vertices = [Vec3::new(-1.0, 0.3, -1.0), Vec3::new(2.0, 0.7, -1.0), Vec3::new(0.1, 0.4, 3.0)];
    let world = World::from_triangles(&vertices, &[[0, 1, 2]]).unwrap();
    let normal = (vertices[1] - vertices[0]).cross(vertices[2] - vertices[0]).normalize();
    let list: Vec<(DVec3, DVec3)> = (0..100_000)
        .map(|i| {
            let mut on_plane = || {
                let (a, b) = (rng.range(-2.0, 2.0) as f32, rng.range(-2.0, 2.0) as f32);
                let off = rng.range(-1.0, 1.0) as f32 * [0.0, 1e-7, 1e-6, 1e-3][i % 4];
                vertices[0].lerp(vertices[1], a) + (vertices[2] - vertices[0]) * b + normal * off
            };
            (on_plane().as_dvec3(), on_plane().as_dvec3())
        })
        .collect();
    let mut blocked = Vec::new();
    world.are_blocked(&list, &ALL, &mut blocked);
    assert!(blocked.iter().filter(|&&b| b).count() > 1_000);
    assert_eq!(blocked, singles(&world, &list, &ALL));
}

#[test]
fn m14_a_one_sided_blocker_lets_light_through_from_behind() {
    let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    let mut builder = WorldBuilder::new();
    let glass = builder.add_material(Material { sides: Sides::Front, ..Material::default() });
    builder.add_triangles(&wall, &[[0, 1, 2]], glass);
    let world = builder.build().unwrap();
    let (near, far) = (DVec3::ZERO, DVec3::X * 5.0);
    let mut blocked = Vec::new();
    world.are_blocked(&[(near, far), (far, near), (near, far), (far, near)], &ALL, &mut blocked);
    assert_eq!(blocked.iter().filter(|&&b| b).count(), 2);
    assert_eq!(blocked[0], blocked[2]);
    assert_ne!(blocked[0], blocked[1]);
}

#[test]
fn m14_nonsense_blocks_nothing_and_spoils_nothing() {
    let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    let world = World::from_triangles(&wall, &[[0, 1, 2]]).unwrap();
    let (near, far) = (DVec3::ZERO, DVec3::X * 5.0);
    let mut list = vec![(near, far)];
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 3e38, -3e38] {
        list.extend([
            (near, DVec3::X * wrong),
            (DVec3::X * wrong, far),
            (DVec3::splat(wrong), near),
            (near, far),
        ]);
    }
    let mut blocked = Vec::new();
    world.are_blocked(&list, &ALL, &mut blocked);
    assert_eq!(blocked, singles(&world, &list, &ALL));
    assert!(blocked.iter().step_by(4).all(|&b| b));
    world.are_blocked(&[], &ALL, &mut blocked);
    assert!(blocked.is_empty());
    World::from_triangles(&[], &[]).unwrap().are_blocked(&list, &ALL, &mut blocked);
    assert_eq!(blocked, vec![false; list.len()]);
}

#[test]
fn m14_bulk_allocates_nothing_into_a_list_that_has_room() {
    let scene = Scene::new(sidle_scenes::generate::hall(5, 1_500));
    let list = segments(&scene, &mut SplitMix64::new(17), 5_000);
    let mut blocked = Vec::new();
    assert!(measure(|| scene.world.are_blocked(&list, &ALL, &mut blocked)).count_total > 0);
    assert_eq!(measure(|| scene.world.are_blocked(&list, &ALL, &mut blocked)).count_total, 0);
}
