//! Height fields: their own queries, and the places where a test of the cell below the centre is
//! wrong.

use crate::common::by;
use sidle::{
    DVec3, Diagonal, HeightField, HeightFieldError, HeightGrid, Material, MaterialId, MoveConfig, PolygonId,
    QueryFilter, Response, Scratch, Shape, Sides, StopReason, Vec3, World, WorldBuilder,
};
use sidle_scenes::SplitMix64;

const ALL: &QueryFilter = &QueryFilter::ALL;

fn grid(columns: u32, rows: u32, cell: f32, origin: Vec3) -> HeightGrid {
    HeightGrid { columns, rows, cell_x: cell, cell_z: cell, origin }
}

fn world_with(field: HeightField, material: Material) -> World {
    let mut builder = WorldBuilder::new();
    let id = builder.add_material(material);
    builder.add_height_field(field, id);
    builder.build().expect("a world")
}

fn world_of(field: &HeightField) -> World {
    world_with(field.clone(), Material::default())
}

/// The same heights in every row: a profile along x that starts at `first`, 20 m wide.
fn profile(first: f32, cell: f32, heights: &[f32]) -> HeightField {
    let rows = (20.0 / cell) as u32 + 1;
    let all = (0..rows).flat_map(|_| heights.iter().copied()).collect();
    HeightField::new(grid(heights.len() as u32, rows, cell, Vec3::new(first, 0.0, -10.0)), all)
        .expect("sound")
}

fn rough(rng: &mut SplitMix64, size: u32, high: f64) -> HeightField {
    let heights = (0..size * size).map(|_| (rng.unit() * high) as f32).collect();
    let half = (size - 1) as f32 * 0.5;
    let field =
        HeightField::new(grid(size, size, 1.0, Vec3::new(-half, 0.0, -half)), heights).expect("sound");
    field.with_diagonals(|_, _| if rng.below(2) == 0 { Diagonal::Main } else { Diagonal::Anti })
}

/// The reference implementation tests for every triangle whether it is below the point, in f64.
fn height_by_looking_at_all(field: &HeightField, x: f32, z: f32) -> Option<f64> {
    let (x, z) = (f64::from(x), f64::from(z));
    let heights = field.triangle_numbers().filter_map(|n| {
        let [a, b, c] = field.triangle(n)?.map(|v| v.to_array().map(f64::from));
        let turn = |p: [f64; 3], q: [f64; 3]| (q[2] - p[2]) * (x - p[0]) - (q[0] - p[0]) * (z - p[2]);
        let (u, v, w) = (turn(b, c), turn(c, a), turn(a, b));
        (u >= -1e-9 && v >= -1e-9 && w >= -1e-9).then(|| (u * a[1] + v * b[1] + w * c[1]) / (u + v + w))
    });
    heights.reduce(f64::max)
}

#[test]
fn g01_the_cell_and_the_height_at_a_point_are_those_that_looking_at_all_triangles_finds() {
    let mut rng = SplitMix64::new(1);
    for case in 0..60 {
        let holes = [0, 20][case % 2];
        let field = rough(&mut rng, 9, 3.0).with_holes(|_, _| rng.below(100) < holes);
        for _ in 0..100 {
            let on_a_line = rng.below(3) == 0;
            let [x, z] = [0, 1].map(|_| {
                let x = rng.range(-4.5, 4.5) as f32;
                if on_a_line { x.round() } else { x }
            });
            let naive = height_by_looking_at_all(&field, x, z);
            let found = field.height_at(x, z);
            assert_eq!(found.is_some(), naive.is_some(), "at {x}, {z}");
            let (Some(found), Some(naive)) = (found, naive) else { continue };
            assert!((f64::from(found) - naive).abs() < 1e-6, "{found} is not {naive} at {x}, {z}");
            let normal = field.normal_at(x, z).expect("a surface");
            assert!(normal.y > 0.0 && (normal.length() - 1.0).abs() < 1e-6);
            // The returned triangle is the one below the point, and its plane has the returned
            // normal and height.
            let [a, b, c] = field.triangle(field.triangle_at(x, z).expect("a surface")).expect("no hole");
            assert!((b - a).cross(c - a).normalize().dot(normal) > 1.0 - 1e-6);
            assert!((Vec3::new(x, found, z) - a).dot(normal).abs() < 1e-5);
            let (column, row) = field.cell_at(x, z).expect("inside");
            let (left, near) = (column as f32 - 4.0, row as f32 - 4.0);
            assert!((left..=left + 1.0).contains(&x) && (near..=near + 1.0).contains(&z));
        }
        for (x, z) in [(-4.01, 0.0), (4.01, 0.0), (0.0, 9.0), (f32::NAN, 0.0), (0.0, f32::INFINITY)] {
            assert_eq!(
                (field.cell_at(x, z), field.height_at(x, z), field.normal_at(x, z)),
                (None, None, None)
            );
        }
    }
}

#[test]
fn g01_a_point_on_the_line_between_a_hole_and_ground_is_on_ground() {
    for hole in 0..2 {
        let field = HeightField::new(grid(3, 2, 1.0, Vec3::ZERO), vec![2.0; 6]).expect("sound");
        let field = field.with_holes(|column, _| column == hole);
        assert_eq!((field.height_at(1.0, 0.5), field.is_hole(hole, 0)), (Some(2.0), true));
        assert_eq!(field.height_at(hole as f32 + 0.5, 0.5), None);
        assert_eq!((field.triangle_count(), field.triangle(2 * hole)), (2, None));
    }
}

/// Samples of 16 bits decode exactly as documented: (origin + base) + step * sample in f64, rounded
/// once.
#[test]
fn g01_samples_decode_exactly() {
    let (base, step) = (-244.072_860_717_773_44, 246.268_939_256_668_1 / 65_535.0);
    let samples: Vec<u16> = (0..=u16::MAX).collect();
    let at = grid(256, 256, 1.0, Vec3::new(0.0, 0.1, 0.0));
    let field = HeightField::quantized(at, samples.clone(), base, step).expect("sound");
    for (i, &s) in (0..).zip(&samples) {
        let expected = ((f64::from(0.1_f32) + base) + step * f64::from(s)) as f32;
        assert_eq!(field.height(i % 256, i / 256), expected);
    }
    assert!(field.height(256, 0).is_nan());
}

/// Rays along the lines between cells, from issue 165 of rapier, and many more.
#[test]
fn g01_f04_vertical_rays_on_the_lines_between_cells_hit() {
    let height = |i: u32, j: u32| {
        let (x, z) = (f64::from(i) * 5.0 - 50.0, f64::from(j) * 5.0 - 50.0);
        let rim = i == 0 || j == 0 || i == 20 || j == 20;
        if rim { 10.0 } else { (x.sin() + z.cos()) as f32 }
    };
    let heights = (0..21 * 21).map(|n| height(n % 21, n / 21)).collect();
    let field = HeightField::new(grid(21, 21, 5.0, Vec3::new(-50.0, 0.0, -50.0)), heights).expect("sound");
    let world = world_of(&field);
    let down = |x: f32, z: f32| {
        let from = Vec3::new(x, 10.0, z);
        let ray = world.cast_ray(from, Vec3::Y * -20.0, ALL).unwrap_or_else(|| panic!("no hit at {x}, {z}"));
        let height = field.height_at(x, z).expect("inside");
        assert!(
            (ray.point.y - f64::from(height)).abs() < 1e-4,
            "{} is not {height} at {x}, {z}",
            ray.point.y
        );
        assert!(world.is_blocked(from, from + Vec3::Y * -20.0, ALL));
    };
    let published = [
        (5.0, 2.631_13),
        (9.501_62, 5.0),
        (10.0, 5.262_26),
        (19.003_24, 10.0),
        (30.0, 15.786_78),
        (35.0, 18.417_91),
        (40.0, 21.049_04),
    ];
    for (x, z) in published {
        down(x, z);
        let ball = world.cast_shape(&Shape::sphere(0.5), Vec3::new(x, 12.0, z), Vec3::Y * -20.0, ALL);
        assert!(ball.is_some_and(|b| b.point.y >= -2.0), "no ball lands at {x}, {z}");
    }
    let mut rng = SplitMix64::new(1);
    for _ in 0..100_000 {
        let line = rng.below(19) as f32 * 5.0 - 45.0;
        let along =
            if rng.below(8) == 0 { rng.below(19) as f32 * 5.0 - 45.0 } else { rng.range(-45.0, 45.0) as f32 };
        let (x, z) = if rng.below(2) == 0 { (line, along) } else { (along, line) };
        down(x, z);
    }
}

/// The plane of the cell below the centre is further away than the radius; the wall of the next
/// cell is not.
#[test]
fn g01_a_steep_neighbour_is_met() {
    let world = world_of(&profile(0.0, 1.0, &[0.0, 0.0, 10.0]));
    let (ball, at) = (Shape::sphere(0.5), Vec3::new(0.8, 0.6, 0.0));
    assert!(world.overlaps(&ball, at, ALL));
    let mut contacts = Vec::new();
    world.contacts(&ball, at, 0.0, ALL, &mut contacts);
    let depth = 0.5 - 2.6 / 101.0_f64.sqrt();
    assert!((f64::from(contacts[0].distance) + depth).abs() < 1e-6, "{contacts:?} is not {depth} deep");
    let out = world.depenetrate(&mut Scratch::default(), &ball, at, &MoveConfig::default());
    assert!(out.is_free() && !world.overlaps(&ball, out.position, ALL));
}

/// Beyond a ridge, the plane of a slope is near, but there is no surface.
#[test]
fn g01_beside_a_ridge_a_ball_is_free() {
    let world = world_of(&profile(-2.0, 2.0, &[-2.0, 0.0, -200.0]));
    let (ball, at) = (Shape::sphere(0.5), Vec3::new(-0.05, 0.60, 0.0));
    assert!(!world.overlaps(&ball, at, ALL));
    let near = world.closest_point(at, 1.0, ALL).expect("the ridge");
    assert!((f64::from(near.distance) - 0.3625_f64.sqrt()).abs() < 1e-6, "{near:?}");
    let end = world.move_once(&ball, at, by(Vec3::Y * 0.05), &MoveConfig::default()).outcome;
    assert!((end.position - (at + Vec3::Y * 0.05).as_dvec3()).length() < 1e-6, "pushed: {end:?}");
}

/// Both ends of the path are free, with a spike in between.
#[test]
fn g01_a_fast_ball_does_not_pass_through_a_spike() {
    let mut heights = vec![0.0; 11];
    heights[5] = 5.0;
    let world = world_of(&profile(0.0, 0.5, &heights));
    let (ball, from, way) = (Shape::sphere(0.5), Vec3::new(0.5, 1.0, 0.0), Vec3::X * 4.0);
    // The spike's face runs from (2, 0) to (2.5, 5).
    let reach = 2.0 + 1.0 / 10.0 - 0.5 * 101.0_f64.sqrt() / 10.0;
    let hit = world.cast_shape(&ball, from, way, ALL).expect("a hit");
    assert!((hit.fraction * 4.0 + 0.5 - reach).abs() < 1e-6, "{hit:?}");
    for response in [Response::Stop, Response::Slide, Response::Momentum] {
        let config = MoveConfig { response, ..MoveConfig::default() };
        let end = world.move_once(&ball, from, by(way), &config).outcome;
        assert!(end.position.x < 2.5 || end.position.y > 5.4, "{response:?}: {end:?}");
    }
}

/// A place fifty metres below the ground is not on the ground.
#[test]
fn g01_far_below_nothing_is_hit_and_nothing_is_lifted() {
    let world = world_of(&profile(0.0, 1.0, &[0.0, 0.0, 0.0, 1.0, 0.0]));
    let (ball, at) = (Shape::sphere(0.5), Vec3::new(1.3, -50.0, 0.2));
    assert!(!world.overlaps(&ball, at, ALL));
    let config = MoveConfig::default();
    assert_eq!(world.depenetrate(&mut Scratch::default(), &ball, at, &config).position, at.as_dvec3());
    let end = world.move_once(&ball, at, by(Vec3::new(1.0, -1.0, 0.0)), &config);
    assert_eq!((end.outcome.reason, end.hits.len()), (StopReason::Arrived, 0));
}

/// From below, two-sided ground is a ceiling. One-sided ground lets a body below it come up, and
/// never down again. In both cases, a cast from above places a shape on the ground.
#[test]
fn g01_a_start_below_the_surface() {
    let field = rough(&mut SplitMix64::new(5), 17, 1.0);
    let (ball, config) = (Shape::sphere(0.4), MoveConfig::default());
    let ground = |at: DVec3| f64::from(field.height_at(at.x as f32, at.z as f32).expect("ground"));
    let below = Vec3::new(0.3, -2.0, 0.2);
    let two = world_of(&field).move_once(&ball, below, by(Vec3::Y * 6.0), &config).outcome.position;
    assert!(two.y < ground(two), "{two} got through");
    let one = world_with(field.clone(), Material { sides: Sides::Front, ..Material::default() });
    let up = one.move_once(&ball, below, by(Vec3::Y * 6.0), &config).outcome.position;
    assert_eq!(up, (below + Vec3::Y * 6.0).as_dvec3());
    let down = one.move_once(&ball, up, by(Vec3::Y * -20.0), &config).outcome.position;
    assert!(down.y > ground(down), "{down} fell through");
    for world in [world_of(&field), one] {
        let high = Vec3::new(below.x, 10.0, below.z);
        let way = Vec3::Y * (below.y - high.y);
        let fraction = world.cast_shape(&ball, high, way, ALL).expect("ground").fraction;
        let put = high.as_dvec3() + way.as_dvec3() * fraction;
        assert!(
            !world.overlaps(&ball, put, ALL)
                && world.overlaps(&ball, put + DVec3::Y * -1e-3, ALL)
                    == (world.materials()[1].sides == Sides::Two)
        );
    }
}

// f64: `height_at` takes f32, so the ground is that of a place up to 1e-6 m beside it.
/// A body above the ground stays above: 10,000 moves of up to 600 m/s at 60 Hz, on the roughest
/// ground.
#[test]
fn g01_nothing_ever_ends_below_the_surface() {
    let mut rng = SplitMix64::new(7);
    for high in [8.0, 0.5] {
        let field = rough(&mut rng, 65, high);
        let world = world_of(&field);
        let mut scratch = Scratch::default();
        let (mut at, mut met) = (DVec3::Y * 12.0, 0);
        for step in 0..5_000 {
            let shapes = [Shape::point(), Shape::sphere(0.4), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4))];
            if step % 40 == 0 {
                at = DVec3::new(at.x * 0.5, 12.0, at.z * 0.5);
            }
            let speed = [5.0, 20.0, 600.0][rng.below(3)] / 60.0;
            let desired = Vec3::new(
                rng.range(-1.0, 1.0) as f32 - (at.x * 0.02) as f32,
                rng.range(-1.0, 0.3) as f32,
                rng.range(-1.0, 1.0) as f32 - (at.z * 0.02) as f32,
            );
            let response = [Response::Slide, Response::Momentum][step % 2];
            let config = MoveConfig { response, ..MoveConfig::default() };
            let shape = &shapes[step / 40 % 3];
            let end = world.move_and_slide(&mut scratch, shape, at, by(desired * speed), &config);
            met += usize::from(!scratch.hits().is_empty());
            at = end.position;
            match field.height_at(at.x as f32, at.z as f32) {
                Some(ground) => {
                    assert!(at.y > f64::from(ground), "{high}, {step}: {end:?} is below {ground}")
                }
                None => at = DVec3::Y * 12.0,
            }
        }
        assert!(met > 1_500, "{met} moves met something");
    }
}

/// A ball on a slope, in a valley and on a peak ends where the closed forms say, not on a box, a
/// plane or the highest corner.
#[test]
fn g03_a_ball_rests_on_the_polygon() {
    let config = MoveConfig { response: Response::Stop, ..MoveConfig::default() };
    let drop = |heights: &[f32], x: f32| {
        let world = world_of(&profile(-4.0, 4.0, heights));
        let end = world.move_once(&Shape::sphere(0.5), Vec3::new(x, 9.0, 0.7), by(Vec3::Y * -12.0), &config);
        end.outcome.position.y
    };
    // A slope of 3 in 4: the centre is 5/4 of its distance above the plane.
    assert!((drop(&[-3.0, 0.0, 3.0], 1.0) - (0.75 + 0.501 * 1.25)).abs() < 1e-4);
    // A valley of two such slopes; the ball falls into the middle.
    assert!((drop(&[3.0, 0.0, 3.0], 0.0) - 0.501 * 1.25).abs() < 1e-4);
    // Beside the middle, the nearer slope stops it.
    assert!((drop(&[3.0, 0.0, 3.0], -0.1) - (0.075 + 0.501 * 1.25)).abs() < 1e-4);
    // A ridge: on its edge.
    assert!((drop(&[-3.0, 0.0, -3.0], 0.0) - 0.501).abs() < 1e-4);
    // Flat: on the plane.
    assert!((drop(&[0.0, 0.0, 0.0], 0.3) - 0.501).abs() < 1e-4);
}

#[test]
fn g01_each_error_names_its_place() {
    let good = grid(3, 2, 1.0, Vec3::ZERO);
    let error = |grid, heights: Vec<f32>| HeightField::new(grid, heights).expect_err("an error").to_string();
    let six = || vec![0.0; 6];
    assert_eq!(
        error(HeightGrid { rows: 1, ..good }, vec![0.0; 3]),
        "a height field needs 2 columns and 2 rows or more, not 3 x 1"
    );
    assert_eq!(error(good, vec![0.0; 7]), "7 heights were given for 3 columns x 2 rows");
    assert_eq!(
        error(HeightGrid { columns: u32::MAX, rows: u32::MAX, ..good }, six()),
        "4294967295 columns x 4294967295 rows make more than 2^30 cells"
    );
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let text = error(HeightGrid { cell_z: bad, ..good }, six());
        assert!(
            text.starts_with("cells of 1 m x ") && text.ends_with("both sides must be finite and above 0")
        );
        assert!(error(HeightGrid { cell_x: bad, ..good }, six()).starts_with("cells of "));
    }
    let origin = Vec3::new(0.0, f32::NAN, 0.0);
    assert!(error(HeightGrid { origin, ..good }, six()).starts_with("the origin (0, NaN, 0) is not finite"));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut heights = six();
        heights[4] = bad;
        assert!(error(good, heights).starts_with(&format!("the height at column 1, row 1 is {bad};")));
    }
    let mut heights = six();
    heights[2] = 2e7;
    assert_eq!(
        error(good, heights),
        "the sample at column 2, row 0 is at (2, 20000000, 0), beyond 16,777,216 m"
    );
    assert!(
        error(HeightGrid { cell_x: 1e7, ..good }, six()).starts_with("the sample at column 2, row 0 is at")
    );
    assert!(
        error(HeightGrid { cell_x: 3e38, ..good }, six()).starts_with("the sample at column 1, row 0 is at")
    );
    let far = Vec3::new(1e7, 0.0, 0.0);
    let text = error(HeightGrid { origin: far, cell_x: 0.1, ..good }, six());
    assert!(text.starts_with("columns 0 and 1 are both at x = 10000000 in f32"), "{text}");
    let far = Vec3::new(0.0, 0.0, -1e7);
    let text = error(HeightGrid { origin: far, cell_z: 0.1, ..good }, six());
    assert!(text.starts_with("rows 0 and 1 are both at z = -10000000 in f32"), "{text}");
    for (base, step) in [(f64::NAN, 1.0), (0.0, f64::INFINITY), (0.0, -1.0)] {
        let found = HeightField::quantized(good, vec![0; 6], base, step);
        assert!(matches!(found, Err(HeightFieldError::BadScale { .. })));
    }
    let mut builder = WorldBuilder::new();
    builder.add_height_field(HeightField::new(good, six()).expect("sound"), MaterialId(3));
    let text = builder.build().expect_err("no such material").to_string();
    assert_eq!(text, "height field 0 names material 3, which was not added");
}

/// A field with only holes, a field beside a mesh, and two fields, all in one world.
#[test]
fn g01_fields_and_a_mesh_are_one_world() {
    let flat =
        |y: f32| HeightField::new(grid(3, 3, 4.0, Vec3::new(-4.0, y, -4.0)), vec![0.0; 9]).expect("sound");
    let empty = flat(0.0).with_holes(|_, _| true);
    assert_eq!((empty.bounds(), empty.triangle_count()), (None, 0));
    assert_eq!(world_of(&empty).bounds(), None);
    let mut builder = WorldBuilder::new();
    let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, 9.0, -9.0), Vec3::new(2.0, 0.0, 9.0)];
    builder.add_triangles(&wall, &[[0, 1, 2]], MaterialId(0));
    builder.add_height_field(flat(0.0), MaterialId(0)).add_height_field(flat(-3.0), MaterialId(0));
    builder.add_height_field(empty, MaterialId(0));
    let mut world = builder.build().expect("a world");
    assert_eq!((world.report().polygons, world.polygon_count()), (1, 17));
    let down =
        |world: &World| world.cast_ray(Vec3::ONE, Vec3::Y * -9.0, ALL).map(|h| h.surface.instance.index());
    assert_eq!(down(&world), Some(1));
    let report =
        world.move_once(&Shape::sphere(0.5), Vec3::Y, by(Vec3::new(4.0, -1.0, 0.0)), &MoveConfig::default());
    let mut met: Vec<usize> = report.hits.iter().map(|h| h.surface.instance.index()).collect();
    met.sort_unstable();
    met.dedup();
    assert_eq!(met, [0, 1]);
    // The mesh can be edited as usual.
    assert!(
        world.remove_polygon(PolygonId::from_index(0)) && world.polygon(PolygonId::from_index(0)).is_none()
    );
    world.rebuild();
    assert_eq!(down(&world), Some(1));
    assert_eq!(world.polygon_count(), 16);
}
