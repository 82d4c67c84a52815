//! Row M12: the polygons that a limited query sees, the sets that limit it, and tables that the
//! builder refuses.

use crate::common::by;
use crate::reference::random_shape;
use crate::rooms::{Scene, Split};
use sidle::geometry::Aabb;
use sidle::sdf::{self, SdfScratch, Sphere};
use sidle::{
    BuildError, IndexKind, MaterialId, MoveConfig, PolygonId, QueryFilter, SectorError, SectorId, SectorSet,
    Vec3, World, WorldBuilder,
};
use sidle_scenes::SplitMix64;

const ALL: QueryFilter = QueryFilter::ALL;
const DOOR: [Vec3; 4] =
    [Vec3::new(4.0, 0.0, 1.0), Vec3::new(4.0, 0.0, 2.0), Vec3::new(4.0, 2.0, 2.0), Vec3::new(4.0, 2.0, 1.0)];

/// Two rooms of 4 m with a door, and a pane across the middle of each and in the door.
fn two_rooms() -> (WorldBuilder, [SectorId; 2]) {
    let mut builder = WorldBuilder::new();
    let west = builder.add_sector("west", Vec3::ZERO, Vec3::new(4.0, 3.0, 4.0));
    let east = builder.add_sector("east", Vec3::X * 4.0, Vec3::new(8.0, 3.0, 4.0));
    builder.add_portal(west, east, &DOOR);
    for (sector, x) in [(Some(west), -2.0), (None, 0.0), (Some(east), 2.0)] {
        builder.set_sector(sector).add_polygon(&DOOR.map(|c| c + Vec3::X * x), MaterialId(0));
    }
    (builder, [west, east])
}

/// Returns the polygons that a ray along x finds, in order.
fn seen(world: &World, filter: &QueryFilter) -> Vec<u32> {
    let mut hits = Vec::new();
    world.cast_shape_all(&sidle::Shape::point(), Vec3::new(0.0, 1.0, 1.5), Vec3::X * 9.0, filter, &mut hits);
    hits.iter().map(|h| h.surface.polygon.index() as u32).collect()
}

#[test]
fn m12_a_query_sees_its_sectors_and_what_is_in_none() {
    let (builder, [west, east]) = two_rooms();
    let world = builder.build().expect("two rooms");
    let sectors = world.sectors();
    assert_eq!(seen(&world, &ALL), [0, 1, 2]);
    assert_eq!(seen(&world, &ALL.within(sectors.set([west]))), [0, 1]);
    assert_eq!(seen(&world, &ALL.within(sectors.set([east]))), [1, 2]);
    assert_eq!(seen(&world, &ALL.within(sectors.set([]))), [1]);
    assert_eq!(seen(&world, &ALL.within(sectors.set([west, east]))), [0, 1, 2]);
    assert_eq!(seen(&world, &ALL.without_layer(0).within(sectors.set([west]))), [] as [u32; 0]);
}

/// Earlier, queries without a shape's space searched all sectors.
#[test]
fn m12_boxes_and_pseudo_distances_are_limited_too() {
    let (builder, [west, east]) = two_rooms();
    let world = builder.build().expect("two rooms");
    let all = Aabb { min: Vec3::splat(-9.0), max: Vec3::splat(9.0) };
    let (scene, mut scratch, ball) = (sdf::Scene::new(&world), SdfScratch::default(), Sphere { radius: 0.1 });
    // A ball in the pane of the west room; the one in the door is 2 m away, that in the east 4 m.
    let at = Vec3::new(2.0, 1.0, 1.5);
    for (set, count, overlaps) in [([west, east], 3, true), ([west, west], 2, true), ([east, east], 2, false)]
    {
        let filter = ALL.within(world.sectors().set(set));
        let mut found = Vec::new();
        world.polygons_in_box(all.min, all.max, &filter, &mut found);
        assert_eq!(found.len(), count);
        let clearance = scene.clearance(&mut scratch, &ball, at, 9.0, &filter);
        // A lower bound, good to a twentieth of the 1.9 m to the door.
        let right = if overlaps { -0.1..0.0 } else { 1.9 * 0.95..1.9 + 1e-9 };
        assert!(right.contains(&clearance), "{clearance}");
    }
}

/// Polygons outside the set are not seen: every query and move is that of a world built without
/// them.
#[test]
fn m12_a_sector_outside_the_set_is_not_there() {
    let scene = Scene::new(5, [3, 2], 5, Split::Rooms, true);
    let (world, sectors) = (&scene.world, scene.world.sectors());
    let mut rng = SplitMix64::new(31);
    for kept in [vec![], vec![SectorId(2)], vec![SectorId(0), SectorId(1), SectorId(5)]] {
        let set = sectors.set(kept.iter().copied());
        let mut builder = WorldBuilder::new();
        world.materials()[1..].iter().for_each(|&m| _ = builder.add_material(m));
        let mut numbers = Vec::new();
        for t in 0..scene.made.level.triangles.len() as u32 {
            if set.contains(scene.sector_of_triangle(t)) {
                let surface = u16::from(scene.made.level.triangle_materials[t as usize] != 0) + 1;
                builder.add_polygon(
                    &world.polygon(PolygonId::from_index(t)).expect("a triangle"),
                    MaterialId(surface),
                );
                numbers.push(t);
            }
        }
        let fewer = builder.build().expect("fewer rooms");
        let filter = ALL.within(set);
        let config = MoveConfig { filter, ..MoveConfig::default() };
        for spawn in scene.spawns() {
            let (shape, motion) = (random_shape(&mut rng), crate::rooms::direction(&mut rng) * 3.0);
            let expected = fewer.cast_shape(&shape, spawn, motion, &ALL).map(|mut h| {
                h.surface.polygon = PolygonId::from_index(numbers[h.surface.polygon.index()]);
                h
            });
            assert_eq!(world.cast_shape(&shape, spawn, motion, &filter), expected);
            assert_eq!(world.overlaps(&shape, spawn, &filter), fewer.overlaps(&shape, spawn, &ALL));
            let near = |w: &World, f: &QueryFilter| w.closest_point(spawn, 30.0, f).map(|c| c.point);
            assert_eq!(near(world, &filter), near(&fewer, &ALL));
            let (mut a, mut b) = (Vec::new(), Vec::new());
            world.contacts(&shape, spawn, 1.0, &filter, &mut a);
            fewer.contacts(&shape, spawn, 1.0, &ALL, &mut b);
            assert!(a.iter().map(|c| c.point).eq(b.iter().map(|c| c.point)));
            let expected = fewer.move_once(&shape, spawn, by(motion), &MoveConfig::default());
            let found = world.move_once(&shape, spawn, by(motion), &config);
            assert_eq!((found.outcome, found.path), (expected.outcome, expected.path));
        }
    }
}

#[test]
fn m12_a_set_of_another_world_limits_nothing() {
    let (builder, [west, east]) = two_rooms();
    let world = builder.clone().build().expect("two rooms");
    // The same table has the same sets, whatever the polygons are.
    let mut again = builder.clone();
    again.add_polygon(&DOOR.map(|c| c + Vec3::Y * 9.0), MaterialId(0));
    let again = again.build().expect("two rooms");
    let set = world.sectors().set([west]);
    assert!(world.sectors().knows(&set) && again.sectors().knows(&set));
    assert_eq!(seen(&again, &ALL.within(set)), [0, 1]);
    // One more sector, one more portal, another name or another place: these are other tables.
    let mut more = builder.clone();
    more.add_sector("attic", Vec3::Y * 3.0, Vec3::new(8.0, 4.0, 4.0));
    let mut portal = builder.clone();
    portal.add_portal(east, west, &DOOR);
    for other in [more, portal] {
        let other = other.build().expect("two rooms");
        assert!(!other.sectors().knows(&set));
        assert_eq!(seen(&other, &ALL.within(set)), [0, 1, 2]);
        assert_eq!(other.sectors().visible_from(&set), SectorSet::ALL);
        assert_eq!(set.union(other.sectors().set([east])), SectorSet::ALL);
    }
    let table = |name: &str, top: f32| {
        let mut b = WorldBuilder::new();
        let west = b.add_sector("west", Vec3::ZERO, Vec3::new(4.0, 3.0, 4.0));
        let east = b.add_sector(name, Vec3::X * 4.0, Vec3::new(8.0, top, 4.0));
        b.add_portal(west, east, &DOOR);
        b.build().expect("two rooms").sectors().knows(&set)
    };
    assert_eq!([table("east", 3.0), table("yeast", 3.0), table("east", 3.5)], [true, false, false]);
    let plain = World::from_triangles(&DOOR, &[[0, 1, 2]]).expect("a triangle");
    assert!(plain.sectors().is_empty() && !plain.sectors().knows(&SectorSet::ALL));
    let from = Vec3::new(0.0, 0.5, 1.5);
    for set in [set, SectorSet::ALL, plain.sectors().set([west])] {
        assert!(plain.cast_ray(from, Vec3::X * 9.0, &ALL.within(set)).is_some());
    }
    assert!(!world.sectors().knows(&SectorSet::ALL));
    assert_eq!(seen(&world, &ALL.within(SectorSet::default())), [0, 1, 2]);
}

#[test]
fn m12_places_and_reach() {
    let (builder, [west, east]) = two_rooms();
    let world = builder.build().expect("two rooms");
    let sectors = world.sectors();
    let (only_west, both) = (sectors.set([west]), sectors.set([west, east]));
    assert_eq!(sectors.at(Vec3::ONE), only_west);
    assert_eq!(sectors.at(Vec3::new(4.0, 1.0, 1.0)), both);
    assert!(sectors.at(Vec3::Y * 9.0).is_empty() && sectors.at(Vec3::NAN).is_empty());
    // The door is 1 m away.
    let from = Vec3::new(3.0, 1.0, 1.5);
    assert_eq!(sectors.reached(from, 0.99), only_west);
    assert_eq!(sectors.reached(from, 1.0), both);
    // From beside it the nearest corner counts.
    assert_eq!(sectors.reached(Vec3::new(3.0, 1.0, 3.0), 1.41), only_west);
    assert_eq!(sectors.reached(Vec3::new(3.0, 1.0, 3.0), 1.42), both);
    for (from, reach) in [(Vec3::Y * 9.0, 1.0), (Vec3::NAN, 1.0), (from, f32::NAN), (from, f32::INFINITY)] {
        assert_eq!(sectors.reached(from, reach), SectorSet::ALL);
    }
    assert_eq!(sectors.reached(from, -1.0), only_west);
    assert_eq!((sectors.find("east"), sectors.find("attic")), (Some(east), None));
    assert_eq!(sectors.get(west).map(|s| (s.name.as_str(), s.max)), Some(("west", Vec3::new(4.0, 3.0, 4.0))));
    assert_eq!((sectors.get(SectorId(2)), sectors.len(), sectors.portals().len()), (None, 2, 1));
    assert_eq!(sectors.set([west, SectorId(2), SectorId(255)]), only_west);
    assert_eq!(sectors.visible(SectorId(2)), SectorSet::ALL);
    let point = sidle::Shape::point();
    let nowhere = world.sectors_of_move(&point, from, by(Vec3::NAN), &MoveConfig::default());
    assert_eq!(nowhere, SectorSet::ALL);
}

#[test]
fn m12_what_is_given_as_visible_is_taken() {
    let (mut builder, [west, east]) = two_rooms();
    builder.set_visible(west, &[]);
    let world = builder.build().expect("two rooms");
    assert_eq!(world.sectors().visible(west), world.sectors().set([west]));
    assert_eq!(world.sectors().visible(east), world.sectors().set([west, east]));
}

/// Polygons keep their sector while others are added and removed, and new ones are in none.
#[test]
fn m12_edits_keep_the_sectors_of_polygons() {
    for kind in [IndexKind::Bvh, IndexKind::Octree] {
        let mut builder = WorldBuilder::new();
        builder.set_index(kind);
        let ids = ["even", "odd"].map(|name| builder.add_sector(name, Vec3::ZERO, Vec3::splat(900.0)));
        for i in 0..300_u16 {
            builder.set_sector(Some(ids[usize::from(i) % 2]));
            builder.add_polygon(&DOOR.map(|c| c + Vec3::X * f32::from(i)), MaterialId(0));
        }
        let mut world = builder.build().expect("panes");
        let mut there: Vec<(u32, Option<usize>)> = (0..300).map(|i| (i, Some(i as usize % 2))).collect();
        let mut rng = SplitMix64::new(6);
        for round in 0..200_u16 {
            let out = there.remove(rng.below(there.len()));
            assert!(world.remove_polygon(PolygonId::from_index(out.0)));
            if round % 3 == 0 {
                let at = DOOR.map(|c| c + Vec3::X * (400.0 + f32::from(round)));
                there.push((world.add_polygon(&at, MaterialId(0)).expect("a pane").index() as u32, None));
            }
            if round % 20 != 0 {
                continue;
            }
            for (i, id) in ids.into_iter().enumerate() {
                let mut hits = Vec::new();
                let filter = ALL.within(world.sectors().set([id]));
                let (from, way) = (Vec3::new(0.0, 1.0, 1.5), Vec3::X * 900.0);
                world.cast_shape_all(&sidle::Shape::point(), from, way, &filter, &mut hits);
                let mut found: Vec<u32> = hits.iter().map(|h| h.surface.polygon.index() as u32).collect();
                found.sort_unstable();
                let expected = there.iter().filter(|p| p.1.is_none_or(|s| s == i)).map(|p| p.0);
                assert!(found.iter().copied().eq(expected), "{kind:?}, round {round}");
            }
        }
    }
}

#[test]
fn m12_bad_tables_are_refused_by_name() {
    let refused = |give: &dyn Fn(&mut WorldBuilder, SectorId, SectorId)| {
        let (mut builder, [west, east]) = two_rooms();
        give(&mut builder, west, east);
        let error = builder.build().expect_err("this is no table");
        let BuildError::Sector(sector) = error else { panic!("{error:?}") };
        (sector, error.to_string())
    };
    let cube = (Vec3::ZERO, Vec3::ONE);
    let check = |give: &dyn Fn(&mut WorldBuilder, SectorId, SectorId), error: SectorError, text: &str| {
        assert_eq!(refused(give), (error, text.to_owned()));
    };
    check(
        &|b, _, _| _ = b.add_sector("west", cube.0, cube.1),
        SectorError::NameTwice { first: 0, second: 2 },
        "sector 2 has the name of sector 0",
    );
    for (min, max) in [
        (Vec3::ONE, Vec3::ZERO),
        (Vec3::ZERO, Vec3::new(1.0, 0.0, 1.0)),
        (Vec3::NAN, Vec3::ONE),
        (Vec3::ZERO, Vec3::splat(1e9)),
    ] {
        check(
            &|b, _, _| _ = b.add_sector("x", min, max),
            SectorError::BadBounds { sector: 2 },
            "sector 2: its bounds are not finite, beyond 16,777,216 m, or hold no volume",
        );
    }
    check(
        &|b, _, _| (0..254).for_each(|i| _ = b.add_sector(&i.to_string(), cube.0, cube.1)),
        SectorError::TooManySectors,
        "more than 255 sectors",
    );
    check(
        &|b, _, _| _ = b.set_sector(Some(SectorId(2))),
        SectorError::UnknownSector { sector: 2 },
        "sector 2 was named before it was added",
    );
    check(
        &|b, west, _| _ = b.set_visible(west, &[SectorId(255)]),
        SectorError::UnknownSector { sector: 255 },
        "sector 255 was named before it was added",
    );
    check(
        &|b, west, _| _ = b.add_portal(west, SectorId(7), &DOOR),
        SectorError::LeadsNowhere { portal: 1, sector: 7 },
        "portal 1 leads to sector 7, which was not added",
    );
    check(
        &|b, _, east| _ = b.add_portal(east, east, &DOOR),
        SectorError::LeadsBack { portal: 1, sector: 1 },
        "portal 1 leads from sector 1 into itself",
    );
    let mut nan = DOOR;
    nan[2].y = f32::NAN;
    for corners in [&DOOR[..2], &nan, &[Vec3::X * 4.0; 5], &[DOOR[0], DOOR[2], (DOOR[0] + DOOR[2]) / 2.0]] {
        check(
            &|b, west, east| _ = b.add_portal(west, east, corners),
            SectorError::BadPortal { portal: 1 },
            "portal 1 needs 3 to 255 corners within 16,777,216 m, and an area between them",
        );
    }
    let (mut bent, mut crossed) = (DOOR, DOOR);
    bent[0].x += 0.1;
    crossed[1] = Vec3::new(4.0, 1.5, 1.2);
    for corners in [bent, crossed] {
        check(
            &|b, west, east| _ = b.add_portal(west, east, &corners),
            SectorError::NotConvex { portal: 1 },
            "portal 1 is not flat and convex; split it into several",
        );
    }
    check(
        &|b, west, east| _ = b.add_portal(west, east, &DOOR.map(|c| c + Vec3::X)),
        SectorError::OutOfBounds { portal: 1, sector: 0 },
        "portal 1 does not touch the bounds of sector 0",
    );
}

/// 255 sectors are possible, and the last one works like the others.
#[test]
fn m12_there_are_up_to_255_sectors() {
    let mut builder = WorldBuilder::new();
    for i in 0..255_u8 {
        let at = Vec3::X * f32::from(i);
        let id = builder.add_sector(&i.to_string(), at, at + 1.0);
        builder.set_sector(Some(id)).add_polygon(&DOOR.map(|c| c + at), MaterialId(0));
    }
    let world = builder.build().expect("255 sectors");
    let last = world.sectors().find("254").expect("the last");
    let far = |filter: &QueryFilter| seen(&world, filter);
    assert_eq!(far(&ALL.within(world.sectors().set([last]))), [] as [u32; 0]);
    assert_eq!(far(&ALL).len(), 6);
    let all = world.sectors().set(world.sectors().iter().map(|s| s.0));
    assert_eq!((far(&ALL.within(all)).len(), all.len()), (6, 255));
}

#[cfg(feature = "serde")]
#[test]
fn m12_sets_and_filters_come_back_and_old_filters_load() {
    let (builder, [west, _]) = two_rooms();
    let world = builder.build().expect("two rooms");
    let filter = QueryFilter::layer(3).within(world.sectors().set([west]));
    let text = serde_json::to_string(&filter).expect("it can be written");
    assert_eq!(serde_json::from_str::<QueryFilter>(&text).expect(&text), filter);
    let old: QueryFilter = serde_json::from_str(r#"{ "layers": 8 }"#).expect("a filter without sectors");
    assert_eq!(old, QueryFilter::layer(3));
}
