use super::*;

fn flat(points: &[[f32; 2]]) -> Vec<[f32; 3]> {
    points.iter().map(|&[x, y]| [x, y, 0.0]).collect()
}

fn doubled_area(points: &[[f32; 3]], [a, b, c]: [u32; 3]) -> f64 {
    let p = |i: u32| [0, 1].map(|k| f64::from(points[i as usize][k]));
    area(p(a), p(b), p(c))
}

/// Checks that the triangles are a valid triangulation: all have the same orientation, their total
/// area is that of the polygon, and every edge of the polygon is in exactly one of them.
fn check_cut(points: &[[f32; 3]]) -> Vec<[u32; 3]> {
    let mut triangles = Vec::new();
    assert_eq!(triangulate(points, &mut triangles), Cut::Ears);
    assert_eq!(triangles.len(), points.len() - 2);
    let whole = newell_normal(points)[2];
    let areas: Vec<f64> = triangles.iter().map(|&t| doubled_area(points, t) * whole.signum()).collect();
    assert!(areas.iter().all(|&area| area >= 0.0), "{areas:?}");
    let sum: f64 = areas.iter().sum();
    assert!((sum - whole.abs()).abs() <= 1e-9 * whole.abs(), "{sum} of {whole}");
    for i in 0..points.len() as u32 {
        let edge = (i, (i + 1) % points.len() as u32);
        let has = |[a, b, c]: &[u32; 3]| [(*a, *b), (*b, *c), (*c, *a)].contains(&edge);
        assert_eq!(triangles.iter().filter(|t| has(t)).count(), 1, "edge {edge:?}");
    }
    triangles
}

#[test]
fn convex_is_the_fan_from_the_first_corner() {
    let square = flat(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    assert_eq!(check_cut(&square), [[0, 1, 2], [0, 2, 3]]);
    let hexagon: Vec<_> = (0..6).map(|i| (f64::from(i) * 1.047).sin_cos()).collect();
    let hexagon: Vec<_> = hexagon.iter().map(|&(y, x)| [x as f32, y as f32, 0.0]).collect();
    assert_eq!(check_cut(&hexagon), [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]);
}

#[test]
fn concave() {
    // An arrow head: a fan from the first corner would extend outside it.
    check_cut(&flat(&[[0.0, 0.0], [2.0, -1.0], [0.0, 2.0], [-2.0, -1.0]]));
    check_cut(&flat(&[[2.0, -1.0], [0.0, 2.0], [-2.0, -1.0], [0.0, 0.0]]));
    // A comb.
    let mut comb = vec![[20.0, 2.0], [0.0, 2.0]];
    comb.extend((0..20).map(|i| [i as f32, if i % 2 == 0 { -1.0 } else { 1.0 }]));
    comb.push([20.0, -1.0]);
    check_cut(&flat(&comb));
    comb.reverse();
    check_cut(&flat(&comb));
}

#[test]
fn corners_in_a_row_make_no_degenerate_triangle() {
    let square = flat(&[
        [0.0, 0.0],
        [1.0, 0.0],
        [2.0, 0.0],
        [2.0, 1.0],
        [2.0, 2.0],
        [1.0, 2.0],
        [0.0, 2.0],
        [0.0, 1.0],
    ]);
    let triangles = check_cut(&square);
    assert!(triangles.iter().all(|&t| doubled_area(&square, t) > 0.0));
}

#[test]
fn hole_with_a_bridge() {
    check_cut(&flat(&[
        [0.0, 0.0],
        [4.0, 0.0],
        [4.0, 4.0],
        [0.0, 4.0],
        [0.0, 0.0],
        [1.0, 1.0],
        [1.0, 3.0],
        [3.0, 3.0],
        [3.0, 1.0],
        [1.0, 1.0],
    ]));
}

#[test]
fn every_plane_and_both_ways_around() {
    let arrow: [[f32; 2]; 4] = [[0.0, 0.0], [2.0, -1.0], [0.0, 2.0], [-2.0, -1.0]];
    let places: [fn([f32; 2]) -> [f32; 3]; 6] = [
        |[x, y]| [x, y, 5.0],
        |[x, y]| [y, x, 5.0],
        |[x, y]| [x, 5.0, y],
        |[x, y]| [y, 5.0, x],
        |[x, y]| [5.0, x, y],
        |[x, y]| [1000.0 + x - y, x + y, x],
    ];
    for place in places {
        let points: Vec<_> = arrow.iter().map(|&p| place(p)).collect();
        let mut triangles = Vec::new();
        assert_eq!(triangulate(&points, &mut triangles), Cut::Ears);
        // The only diagonal inside goes from the reflex corner to the tip.
        assert_eq!(triangles, [[0, 1, 2], [0, 2, 3]]);
    }
}

#[test]
fn random_stars() {
    let mut state = 7_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1 << 24) as f64
    };
    for round in 0..500 {
        let count = 4 + round % 60;
        let points: Vec<_> = (0..count)
            .map(|i| {
                let radius = 1.0 + 9.0 * random();
                let (sin, cos) = (f64::from(i) / f64::from(count) * std::f64::consts::TAU).sin_cos();
                [(radius * cos) as f32, (radius * sin) as f32, 0.0]
            })
            .collect();
        check_cut(&points);
    }
}

#[test]
fn fan_where_there_are_no_ears() {
    let mut triangles = vec![[9, 9, 9]];
    let crossed = flat(&[[0.0, 0.0], [3.0, 3.0], [3.0, 0.0], [0.0, 2.0]]);
    assert_eq!(triangulate(&crossed, &mut triangles), Cut::Fan);
    assert_eq!(triangles, [[9, 9, 9], [0, 1, 2], [0, 2, 3]]);
    let line = flat(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]);
    assert_eq!(triangulate(&line, &mut Vec::new()), Cut::Fan);
    let point = [[1e30, -1e30, f32::MIN_POSITIVE]; 5];
    assert_eq!(triangulate(&point, &mut Vec::new()), Cut::Fan);
}

#[test]
fn any_polygon_gives_two_triangles_less_than_corners() {
    let mut state = 3_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 60) as f32 - 8.0) * if state & (1 << 40) == 0 { 1.0 } else { f32::MAX / 9.0 }
    };
    for round in 0..20_000 {
        let count = 3 + round % 12;
        let points: Vec<_> = (0..count).map(|_| [random(), random(), random()]).collect();
        let mut triangles = Vec::new();
        triangulate(&points, &mut triangles);
        assert_eq!(triangles.len(), count - 2);
        assert!(triangles.iter().flatten().all(|&i| (i as usize) < count));
    }
}

#[test]
fn large_polygons_take_linear_time() {
    // A convex polygon, and a saw whose corners are half reflex and whose ears are all empty.
    let round: Vec<_> = (0..100_000)
        .map(|i| (f64::from(i) * std::f64::consts::TAU / 1e5).sin_cos())
        .map(|(y, x)| [(1e6 * x) as f32, (1e6 * y) as f32, 0.0])
        .collect();
    let saw: Vec<_> =
        (0..100_000).map(|i| [i as f32, if i % 2 == 0 { -1e6 } else { i as f32 }, 0.0]).collect();
    for points in [round, saw] {
        let mut triangles = Vec::new();
        triangulate(&points, &mut triangles);
        assert_eq!(triangles.len(), points.len() - 2);
    }
}
