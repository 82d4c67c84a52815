//! Calls the exported functions as a host does.

use super::*;

const SPHERE: u32 = 0;
const CAPSULE: u32 = 1;
const ELLIPSOID: u32 = 2;

/// A square of 20 by 20 m in the plane y = 0.
const FLOOR: [Corners; 2] = [
    [-10.0, 0.0, -10.0, -10.0, 0.0, 10.0, 10.0, 0.0, 10.0],
    [-10.0, 0.0, -10.0, 10.0, 0.0, 10.0, 10.0, 0.0, -10.0],
];
/// A square of 20 by 20 m in the plane x = 2.
const WALL: [Corners; 2] = [
    [2.0, -10.0, -10.0, 2.0, 10.0, -10.0, 2.0, 10.0, 10.0],
    [2.0, -10.0, -10.0, 2.0, 10.0, 10.0, 2.0, -10.0, 10.0],
];

/// Puts triangles into the input, as a host does through the address, and asks for the depth.
fn depth_in(triangles: &[Corners], shape: u32, [radius, height]: [f64; 2], [x, y, z]: [f64; 3]) -> f64 {
    assert!(!sidle_judge_input(triangles.len() as u32).is_null());
    INPUT.with_borrow_mut(|input| input[..triangles.len()].copy_from_slice(triangles));
    sidle_judge_depth(shape, radius, height, x, y, z, triangles.len() as u32)
}

#[track_caller]
fn assert_depth(triangles: &[Corners], shape: u32, size: [f64; 2], feet: [f64; 3], expected: f64) {
    let found = depth_in(triangles, shape, size, feet);
    assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
}

#[test]
fn the_depth_in_a_floor_is_how_far_the_feet_are_below_it() {
    for (shape, size) in [(SPHERE, [0.5, 0.0]), (CAPSULE, [0.35, 1.6]), (ELLIPSOID, [0.4, 1.5])] {
        assert_depth(&FLOOR, shape, size, [1.0, 0.5, -2.0], 0.0);
        assert_depth(&FLOOR, shape, size, [1.0, -0.001, -2.0], 0.001);
        assert_depth(&FLOOR, shape, size, [1.0, -0.25, -2.0], 0.25);
    }
    // Through the core of the capsule too, while down is not shorter than up.
    assert_depth(&FLOOR, CAPSULE, [0.35, 1.6], [1.0, -0.7, -2.0], 0.7);
    assert_depth(&FLOOR, CAPSULE, [0.35, 1.6], [1.0, -1.0, -2.0], 0.6);
}

#[test]
fn the_depth_in_a_wall_is_in_metres_for_every_shape() {
    for (shape, size) in [(SPHERE, [0.5, 0.0]), (CAPSULE, [0.5, 1.6]), (ELLIPSOID, [0.5, 1.5])] {
        assert_depth(&WALL, shape, size, [1.25, 0.0, 0.0], 0.0);
        assert_depth(&WALL, shape, size, [1.625, 0.0, 0.0], 0.125);
        assert_depth(&WALL, shape, size, [2.25, 0.0, 0.0], 0.25);
    }
}

/// An ellipsoid of radii 0.5 and 1 on a slope of 45 degrees: its extent along the normal is the
/// root of (0.5 s)^2 + (1 s)^2, where s^2 = 1/2.
#[test]
fn an_ellipsoid_on_a_slope() {
    let slope = [[-10.0, -10.0, -10.0, 0.0, 0.0, 20.0, 10.0, 10.0, -10.0]];
    let extent = (0.125_f64 + 0.5).sqrt();
    let above = |distance: f64| {
        // The centre is that far from the plane x = y.
        let side = distance * 0.5_f64.sqrt();
        [-side, side - 1.0, 0.0]
    };
    assert_depth(&slope, ELLIPSOID, [0.5, 2.0], above(extent + 0.01), 0.0);
    assert_depth(&slope, ELLIPSOID, [0.5, 2.0], above(extent - 0.01), 0.01);
    assert_depth(&slope, ELLIPSOID, [0.5, 2.0], above(0.5), extent - 0.5);
}

#[test]
fn the_deepest_triangle_counts() {
    let corner = [FLOOR, WALL].concat();
    assert_depth(&corner, CAPSULE, [0.5, 1.6], [1.75, -0.125, 0.0], 0.25);
    assert_depth(&corner, CAPSULE, [0.5, 1.6], [1.625, -0.25, 0.0], 0.25);
    assert_depth(&[], CAPSULE, [0.5, 1.6], [1.75, -0.125, 0.0], 0.0);
}

/// The input keeps its length, so the number of triangles decides.
#[test]
fn a_shorter_input_leaves_nothing_behind() {
    assert_depth(&[FLOOR, WALL].concat(), SPHERE, [0.5, 0.0], [1.875, 1.0, 0.0], 0.375);
    assert_depth(&FLOOR, SPHERE, [0.5, 0.0], [1.875, 1.0, 0.0], 0.0);
}

#[test]
fn wrong_input_is_not_a_number() {
    let (size, feet) = ([0.35, 1.6], [0.0, -0.1, 0.0]);
    assert_depth(&FLOOR, CAPSULE, size, feet, 0.1);
    assert!(depth_in(&FLOOR, 3, size, feet).is_nan(), "an unknown shape");
    assert!(depth_in(&FLOOR, u32::MAX, size, feet).is_nan(), "an unknown shape");
    let wrong = [0.0, -1.0, f64::NAN, f64::INFINITY];
    for (shape, x) in [SPHERE, CAPSULE, ELLIPSOID].into_iter().flat_map(|s| wrong.map(|x| (s, x))) {
        assert!(depth_in(&FLOOR, shape, [x, 1.6], feet).is_nan(), "shape {shape} of radius {x}");
        let ignores_height = shape == SPHERE;
        assert_eq!(depth_in(&FLOOR, shape, [0.35, x], feet).is_nan(), !ignores_height, "of height {x}");
    }
    assert!(depth_in(&FLOOR, CAPSULE, [0.8, 1.5], feet).is_nan(), "a capsule that is too low");
    for (x, k) in
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].into_iter().flat_map(|x| [0, 1, 2].map(|k| (x, k)))
    {
        let mut feet = feet;
        feet[k] = x;
        assert!(depth_in(&FLOOR, CAPSULE, size, feet).is_nan(), "at {feet:?}");
    }
    let mut floor = FLOOR;
    floor[1][4] = f32::NAN;
    assert!(depth_in(&floor, CAPSULE, size, feet).is_nan(), "a corner that is not finite");
    assert!(
        sidle_judge_depth(CAPSULE, 0.35, 1.6, 0.0, -0.1, 0.0, u32::MAX).is_nan(),
        "more than the input has"
    );
}

/// Every finite input has a depth of at least 0, which is not above the size of the body.
#[test]
fn random_numbers_have_a_depth() {
    let mut state = 1_u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1 << 24) - 0.5
    };
    let mut deep = 0;
    for case in 0..5_000 {
        let size = [[1e-3, 1.0, 1e6][case % 3], 1.0][usize::from(case % 5 == 0)];
        let mut corner = || (random() * size) as f32;
        let triangles: Vec<Corners> = (0..case % 7).map(|_| [(); 9].map(|()| corner())).collect();
        let radius = 0.01 + random().abs();
        let height = 2.0 * radius + random().abs();
        let feet = [random(), random() - 0.5 * height, random()];
        let found = depth_in(&triangles, case as u32 / 5 % 3, [radius, height], feet);
        assert!(found >= 0.0 && found <= height, "{case}: {found} of {radius}, {height}");
        deep += usize::from(found > 0.0);
    }
    assert!((1_000..4_500).contains(&deep), "{deep} are deep");
}

#[test]
fn there_is_no_unsafe_block() {
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("a folder").flatten() {
        let text = std::fs::read_to_string(file.path()).expect("a text");
        let word = concat!("unsa", "fe ");
        assert!(!text.contains(&format!("{word}{{")), "{:?}", file.file_name());
        assert!(!text.contains(&format!("{word}fn")), "{:?}", file.file_name());
    }
}
