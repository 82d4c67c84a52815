//! Measures the gain of a limit to sectors, in a level of 64 rooms with 12 objects in each.
//!
//! `cargo bench -p sidle-bench --bench sectors`

use divan::{Bencher, black_box};
use sidle::{
    MaterialId, Motion, MoveConfig, QueryFilter, Scratch, SectorId, Shape, Vec3, World, WorldBuilder,
};
use sidle_scenes::{SplitMix64, generate};

fn main() {
    divan::main();
}

struct Scene {
    world: World,
    /// Places, paths of length 1, and three sets: of a move of 0.1 m, of a move of 6 m, and of the
    /// visible sectors.
    starts: Vec<(Vec3, Vec3, [QueryFilter; 3])>,
}

fn scene() -> Scene {
    let made = generate::rooms(1, [8, 8], 12);
    let mut builder = WorldBuilder::new();
    let ids: Vec<SectorId> =
        made.rooms.iter().map(|r| builder.add_sector(&r.name, r.low.into(), r.high.into())).collect();
    for (i, &room) in made.triangle_rooms.iter().enumerate() {
        builder.set_sector(Some(ids[room]));
        builder.add_triangles(&made.level.corners(i).map(Vec3::from), &[[0, 1, 2]], MaterialId(0));
    }
    for o in &made.openings {
        builder.add_portal(ids[o.rooms[0]], ids[o.rooms[1]], &o.corners.map(Vec3::from));
    }
    let world = builder.build().expect("rooms");
    let mut rng = SplitMix64::new(1);
    let sectors = world.sectors();
    let starts = (0..1000).map(|i| {
        let from = Vec3::from(made.level.spawns[i % made.level.spawns.len()]);
        let way = Vec3::new(rng.range(-1.0, 1.0) as f32, -0.1, rng.range(-1.0, 1.0) as f32).normalize();
        let reach = |length: f32| {
            world.sectors_of_move(
                &BODY,
                from,
                Motion::displacement(way * length, 1.0),
                &MoveConfig::default(),
            )
        };
        let sets = [reach(0.1), reach(6.0), sectors.visible_from(&sectors.at(from))];
        (from, way, sets.map(|s| QueryFilter::ALL.within(s)))
    });
    let starts = starts.collect();
    Scene { world, starts }
}

const BODY: Shape = Shape::sphere(0.4);

/// True if the queries are limited.
const LIMITED: [bool; 2] = [false, true];

fn moves(bencher: Bencher, length: f32, limited: bool, set: usize) {
    let Scene { world, starts } = scene();
    let mut scratch = Scratch::default();
    bencher.bench_local(|| {
        for (from, way, filters) in &starts {
            let filter = if limited { filters[set] } else { QueryFilter::ALL };
            let config = MoveConfig { filter, ..MoveConfig::default() };
            let _ = black_box(world.move_and_slide(
                &mut scratch,
                &BODY,
                *from,
                Motion::displacement(*way * length, 1.0),
                &config,
            ));
        }
    });
}

#[divan::bench(args = LIMITED)]
fn thousand_steps(bencher: Bencher, limited: bool) {
    moves(bencher, 0.1, limited, 0);
}

#[divan::bench(args = LIMITED)]
fn thousand_dashes(bencher: Bencher, limited: bool) {
    moves(bencher, 6.0, limited, 1);
}

/// Measures the search for the set of a move.
#[divan::bench]
fn thousand_sets_of_a_step(bencher: Bencher) {
    let Scene { world, starts } = scene();
    bencher.bench(|| {
        for (from, way, _) in &starts {
            black_box(world.sectors_of_move(
                &BODY,
                *from,
                Motion::displacement(*way * 0.1, 1.0),
                &MoveConfig::default(),
            ));
        }
    });
}

#[divan::bench(args = LIMITED)]
fn thousand_rays_of_60_metres(bencher: Bencher, limited: bool) {
    let Scene { world, starts } = scene();
    bencher.bench(|| {
        for (from, way, filters) in &starts {
            let filter = if limited { filters[2] } else { QueryFilter::ALL };
            black_box(world.cast_ray(*from, *way * 60.0, &filter));
        }
    });
}

/// Casts through everything. The index cannot stop at a first hit here.
#[divan::bench(args = LIMITED)]
fn thousand_casts_through_all(bencher: Bencher, limited: bool) {
    let Scene { world, starts } = scene();
    let mut hits = Vec::new();
    bencher.bench_local(|| {
        for (from, way, filters) in &starts {
            let filter = if limited { filters[2] } else { QueryFilter::ALL };
            world.cast_shape_all(&BODY, *from, *way * 60.0, &filter, &mut hits);
            black_box(&hits);
        }
    });
}

#[divan::bench]
fn build_with_visible_sets(bencher: Bencher) {
    let made = generate::rooms(1, [8, 8], 0);
    let mut builder = WorldBuilder::new();
    let ids: Vec<SectorId> =
        made.rooms.iter().map(|r| builder.add_sector(&r.name, r.low.into(), r.high.into())).collect();
    for o in &made.openings {
        builder.add_portal(ids[o.rooms[0]], ids[o.rooms[1]], &o.corners.map(Vec3::from));
    }
    bencher.bench(|| builder.clone().build());
}
