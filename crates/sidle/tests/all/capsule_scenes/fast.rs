//! F2, F3, F4 and F9: fast motions, and casts on the borders of a height field.

use sidle::{
    DVec3, HeightField, HeightGrid, MaterialId, Quat, QueryFilter, Response, Shape, Vec3, WorldBuilder,
};
use sidle_judge::Judge;

use super::{Motion, Walker, body_of, level, wide};

/// F2: forward into a wall for 30 s, also at 5 moves per second. The velocity does not grow.
#[test]
fn f2_pushing_into_a_wall_does_not_build_up_speed() {
    let room = level(|b| {
        b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [3, 3]);
        b.block([2.0, -1.0, -9.0], [2.1, 5.0, 9.0]);
    });
    for rate in [5, 30, 60, 120, 1000] {
        let mut walker =
            Walker::new(&room, Shape::capsule(0.35, 1.35), [0.0, 0.676, 0.0]).with(Response::Momentum, 0.001);
        let (dt, push) = (1.0 / rate as f32, 25.0);
        let pull = Vec3::new(push, -30.0, 0.0);
        for i in 0..30 * rate {
            walker.make(Motion::with_gravity(walker.velocity, pull, dt));
            if i > rate {
                let off = (walker.position - DVec3::new(2.0 - 0.351, 0.676, 0.0)).abs().max_element();
                assert!(off < 1e-4, "{rate} Hz, move {i}: {}", walker.position);
                assert!(walker.velocity.length() < 1e-3, "{rate} Hz, move {i}: {}", walker.velocity);
            }
        }
    }
}

/// F3: a lying capsule at 600 m/s, head-on and across, against a sheet and one triangle.
#[test]
fn f3_turned_capsules_stop_at_a_sheet_at_600_metres_per_second() {
    let sheet = level(|b| _ = b.block([1.5, -1.0, -1.0], [1.501, 1.0, 1.0]));
    let single = level(|b| _ = b.triangle([1.5, -9.0, -9.0], [1.5, 9.0, -9.0], [1.5, 0.0, 9.0]));
    let turns = [Quat::IDENTITY, Quat::from_xyzw(0.0, 0.0, 1.0, 1.0), Quat::from_xyzw(0.1, 0.2, -0.4, 1.0)];
    for (radius, height) in [(0.3_f32, 1.8_f32), (0.01, 1.0), (0.0, 1.0)] {
        for turn in turns {
            let along = (turn.normalize() * Vec3::Y).x.abs() * (0.5 * height - radius);
            let end = f64::from(1.5 - 0.001 - radius - along);
            for rate in [1, 20, 30, 60, 120, 1000] {
                for world in [&sheet, &single] {
                    let shape = Shape::capsule(radius, height).with_rotation(turn);
                    let mut walker = Walker::new(world, shape.clone(), [0.0; 3]).with(Response::Stop, 0.001);
                    for _ in 0..rate {
                        walker.make(Motion::velocity(Vec3::X * 600.0, 1.0 / rate as f32));
                    }
                    let off = walker.position.x - end;
                    assert!(off.abs() < 2e-5, "{shape:?}, {rate} Hz: {}, not {end}", walker.position);
                }
            }
        }
    }
}

/// F4: straight down on the borders of a height field's cells. The judge finds the capsule in
/// contact where the cast stops, and no contact before.
#[test]
fn f4_casts_on_cell_borders_hit() {
    let inside = |i: u32, j: u32| i > 0 && j > 0 && i < 20 && j < 20;
    let height = |i: u32, j: u32| if inside(i, j) { (i as f32).sin() + (j as f32).cos() } else { 10.0 };
    let heights = (0..21 * 21).map(|k| height(k % 21, k / 21)).collect();
    let grid = HeightGrid { columns: 21, rows: 21, cell_x: 5.0, cell_z: 5.0, origin: Vec3::ZERO };
    let field = HeightField::new(grid, heights).expect("a field");
    let (vertices, triangles) = field.to_triangles();
    let vertices: Vec<[f32; 3]> = vertices.iter().map(|v| v.to_array()).collect();
    let judge = Judge::new(&vertices, &triangles);
    let mut builder = WorldBuilder::new();
    builder.add_height_field(field, MaterialId(0));
    let world = builder.build().expect("a world");
    let mut places = vec![
        (5.0, 2.63113),
        (9.50162, 5.0),
        (10.0, 5.26226),
        (19.00324, 10.0),
        (30.0, 15.78678),
        (35.0, 18.41791),
        (40.0, 21.04904),
    ];
    let mut rng = sidle_scenes::SplitMix64::new(4);
    for _ in 0..2000 {
        let (border, free) = (5.0 * (1.0 + rng.below(19) as f32), rng.range(1.0, 99.0) as f32);
        places.push(if rng.below(2) == 0 { (border, free) } else { (free, border) });
    }
    let lying = Quat::from_xyzw(0.0, 0.0, 1.0, 1.0);
    let tilted = Quat::from_xyzw(0.3, 0.0, 0.2, 1.0);
    let shapes = [
        Shape::capsule(0.3, 1.8),
        Shape::capsule(0.25, 1.5).with_rotation(lying),
        Shape::capsule(0.1, 3.0).with_rotation(tilted),
        Shape::capsule(0.0, 1.0).with_rotation(tilted),
    ];
    for (i, &(x, z)) in places.iter().enumerate() {
        let (from, motion) = (Vec3::new(x, 20.0, z), Vec3::NEG_Y * 30.0);
        let shape = &shapes[i % 4];
        let hit = world.cast_shape(shape, from, motion, &QueryFilter::ALL);
        let hit = hit.unwrap_or_else(|| panic!("{shape:?} at {x} {z} hits nothing"));
        let stop = from.as_dvec3() + motion.as_dvec3() * hit.fraction;
        let gap = judge.path_clearance(&body_of(shape), wide(from), wide(stop), 1.0).gap;
        assert!((-1e-5..1e-4).contains(&gap), "{shape:?} at {x} {z}: gap {gap:e}");
    }
}

/// F9: a fall of 10 km at 500 m/s onto a single sheet.
#[test]
fn f9_a_fall_from_ten_kilometres_is_stopped() {
    let ground = level(|b| _ = b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [20, 20]));
    let lying = Quat::from_xyzw(0.0, 0.0, 1.0, 1.0);
    for (turn, height) in [(Quat::IDENTITY, 0.901), (lying, 0.301)] {
        for rate in [20, 30, 60, 120, 1000] {
            for response in [Response::Momentum, Response::Slide] {
                let shape = Shape::capsule(0.3, 1.8).with_rotation(turn);
                let mut walker = Walker::new(&ground, shape, [2.5, 1e4, 2.5]).with(response, 0.001);
                for _ in 0..21 * rate {
                    walker.make(Motion::velocity(Vec3::NEG_Y * 500.0, 1.0 / rate as f32));
                }
                let off = walker.position - DVec3::new(2.5, height, 2.5);
                assert!(off.abs().max_element() < 1e-5, "{rate} Hz, {response:?}: {}", walker.position);
            }
        }
    }
}
