//! Tests of convex hulls: closed, convex and around every point, by the exact arithmetic of the
//! judge.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::time::Instant;

use glam::{Quat, Vec3};
use proptest::prelude::*;
use sidle_judge::exact;
use sidle_scenes::SplitMix64;

use super::{BuildError, Clean, MaterialId, WorldBuilder};

fn build(points: &[Vec3]) -> Result<Clean, BuildError> {
    let mut builder = WorldBuilder::new();
    builder.add_convex_hull(points, MaterialId(0));
    builder.finish()
}

/// The corners of each polygon of a hull.
fn faces(points: &[Vec3]) -> Vec<Vec<Vec3>> {
    let mesh = build(points).expect("a hull").mesh;
    (0..mesh.polygons() as u32).map(|p| mesh.corners(p).collect()).collect()
}

/// Returns the side of the plane of three points on which another one lies.
fn side(triangle: [Vec3; 3], p: Vec3) -> Ordering {
    let exact = |v: Vec3| v.as_dvec3().to_array();
    exact::side(&triangle.map(exact), exact(p)).expect("finite points")
}

/// Returns true if all points lie in one plane: tries every plane through the first point, another
/// one and a third one off their line.
fn is_flat(points: &[Vec3]) -> bool {
    let Some(&a) = points.first() else { return true };
    let Some(&b) = points.iter().find(|&&v| v != a) else { return true };
    let probes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| a + axis * (1.0 + (b - a).length()));
    let is_off_line = |v: Vec3| probes.iter().any(|&probe| side([a, b, v], probe) != Ordering::Equal);
    let Some(&c) = points.iter().find(|&&v| is_off_line(v)) else { return true };
    points.iter().all(|&v| side([a, b, c], v) == Ordering::Equal)
}

/// Checks a hull against the exact sides of every point and every face. Returns its faces.
fn check(points: &[Vec3]) -> Vec<Vec<Vec3>> {
    let clean = build(points).expect("a hull");
    let report = clean.report;
    assert_eq!((report.open_edges, report.non_manifold_edges), (0, 0), "not closed");
    let faces = faces(points);
    let (mut edges, mut corners) = (HashSet::new(), HashSet::new());
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    for face in &faces {
        assert!((3..=255).contains(&face.len()));
        for (i, &a) in face.iter().enumerate() {
            let b = face[(i + 1) % face.len()];
            assert!(edges.insert((bits(a), bits(b))), "an edge twice in one direction");
            corners.insert(bits(a));
        }
        // Three corners of the face: none is collinear, so any three will do.
        let triangle = [face[0], face[1], face[2]];
        for &p in points {
            assert_ne!(side(triangle, p), Ordering::Greater, "{p} is outside of {triangle:?}");
        }
        assert!(face.iter().all(|&p| side(triangle, p) == Ordering::Equal), "a face is not flat");
        assert!(points.iter().any(|&p| side(triangle, p) == Ordering::Less), "a face without a side");
        // Convex: every corner is on the inner side of every edge.
        let apex = points.iter().copied().find(|&p| side(triangle, p) == Ordering::Less).expect("inside");
        for (i, &a) in face.iter().enumerate() {
            let b = face[(i + 1) % face.len()];
            for &p in face.iter().filter(|&&p| p != a && p != b) {
                assert_eq!(side([a, b, apex], p), Ordering::Greater, "a face is not convex");
            }
        }
    }
    assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))), "an edge without its other half");
    let (v, e, f) = (corners.len(), edges.len() / 2, faces.len());
    assert_eq!(v + f, e + 2, "Euler's formula");
    assert!(points.iter().filter(|p| corners.contains(&bits(**p + Vec3::ZERO))).count() >= v);
    faces
}

fn cube() -> Vec<Vec3> {
    let at = |i: u32| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32);
    (0..8).map(at).collect()
}

/// Numbers of faces, by their number of corners.
fn counts(points: &[Vec3]) -> Vec<(usize, usize)> {
    let mut corners: Vec<usize> = check(points).iter().map(Vec::len).collect();
    corners.sort_unstable();
    corners.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect()
}

#[test]
fn known_solids_have_their_faces() {
    let tetrahedron = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    assert_eq!(counts(&tetrahedron), [(3, 4)]);
    assert_eq!(counts(&cube()), [(4, 6)]);
    let octahedron: Vec<Vec3> = [Vec3::X, Vec3::Y, Vec3::Z].into_iter().flat_map(|v| [v, -v]).collect();
    assert_eq!(counts(&octahedron), [(3, 8)]);
    let prism = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::X + Vec3::Z, Vec3::Y + Vec3::Z];
    assert_eq!(counts(&prism), [(3, 2), (4, 3)]);
    let pyramid = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::X + Vec3::Z, Vec3::new(0.5, 1.0, 0.5)];
    assert_eq!(counts(&pyramid), [(3, 4), (4, 1)]);
    // Points inside, on the faces, on the edges, and repeated ones change nothing.
    let grid = |n: u32| {
        (0..n * n * n).map(move |i| Vec3::new((i % n) as f32, (i / n % n) as f32, (i / n / n) as f32))
    };
    let many: Vec<Vec3> = grid(5).chain(grid(5)).map(|v| v * 0.25).collect();
    assert_eq!(counts(&many), [(4, 6)]);
    let zeros: Vec<Vec3> = cube().into_iter().chain(cube().into_iter().map(|v| v * -0.0)).collect();
    assert_eq!(counts(&zeros), [(4, 6)]);
}

/// A drum: two regular polygons of 600 corners would be faces with more than 255 corners.
#[test]
fn a_face_of_many_corners_is_cut() {
    let n = 600;
    let rim = |i: usize| {
        let angle = i as f32 / n as f32 * std::f32::consts::TAU;
        Vec3::new(angle.cos(), 0.0, angle.sin())
    };
    let points: Vec<Vec3> = (0..n).flat_map(|i| [rim(i), rim(i) + Vec3::Y]).collect();
    // 600 corners are a fan of 255, 255 and 94.
    assert_eq!(counts(&points), [(4, n), (94, 2), (255, 4)].map(|(k, c)| (k, c)));
}

#[test]
fn flat_sets_and_bad_numbers_are_errors() {
    let error = |points: &[Vec3]| build(points).err().expect("no hull");
    for points in [
        vec![],
        vec![Vec3::ONE; 9],
        vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        (0..9_u8).map(|i| Vec3::new(0.1, 0.7, -3.0) * f32::from(i)).collect(),
        cube().into_iter().map(|v| Vec3::new(v.x, 2.0, v.z)).collect(),
    ] {
        assert_eq!(error(&points), BuildError::FlatHull { polygon: 0, points: points.len() });
    }
    let mut bad = cube();
    bad[5].y = f32::NAN;
    assert!(matches!(error(&bad), BuildError::BadVertex { vertex: 5, .. }));
    bad[5].y = 1e8;
    assert!(matches!(error(&bad), BuildError::BadVertex { vertex: 5, .. }));
    let mut builder = WorldBuilder::new();
    builder.add_box(Vec3::ONE, MaterialId(0)).add_convex_hull(&[Vec3::X], MaterialId(0));
    let error = builder.finish().err().expect("no hull");
    assert_eq!(error, BuildError::FlatHull { polygon: 6, points: 1 });
    assert!(error.to_string().contains("polygon 6"), "{error}");
    let mut builder = WorldBuilder::new();
    builder.add_convex_hull(&cube(), MaterialId(3));
    assert!(matches!(builder.finish(), Err(BuildError::UnknownMaterial { material: 3, .. })));
}

/// 10,000 points, all of them corners, and other large sets. The time is printed.
#[test]
fn large_sets_have_hulls() {
    let mut rng = SplitMix64::new(3);
    let mut unit = || rng.range(-1.0, 1.0) as f32;
    let mut sphere = || Vec3::new(unit(), unit(), unit()).normalize() * 3.0;
    let round: Vec<Vec3> = (0..10_000).map(|_| sphere()).collect();
    let curve: Vec<Vec3> =
        (0..10_000).map(|i| i as f32 / 1e4).map(|t| Vec3::new(t, t * t, t * t * t)).collect();
    let filled: Vec<Vec3> = (0..10_000).map(|_| Vec3::new(unit(), unit(), unit())).collect();
    for (name, points) in [("sphere", round), ("moment curve", curve), ("cube", filled)] {
        let start = Instant::now();
        let report = build(&points).expect("a hull").report;
        println!("{name}: {} corners, {} polygons, {:?}", report.vertices, report.polygons, start.elapsed());
        assert_eq!((report.open_edges, report.non_manifold_edges), (0, 0), "{name}");
        assert!(report.vertices > 50, "{name}");
    }
}

/// Sets of points that are hard for a hull: many on one plane, line or place, or almost.
fn nasty() -> impl Strategy<Value = Vec<Vec3>> {
    let whole = |n: i16| prop::array::uniform3(-n..=n).prop_map(|v| Vec3::from_array(v.map(f32::from)));
    let any = || prop::array::uniform3(-1.0_f32..1.0).prop_map(Vec3::from_array);
    let grid = prop::collection::vec(whole(2), 1..60);
    let sphere = prop::collection::vec(any().prop_map(|v| v.normalize_or(Vec3::X)), 4..60);
    let noisy_plane = prop::collection::vec((whole(3), any()), 4..40).prop_map(|all| {
        all.into_iter().map(|(p, noise)| p * Vec3::new(1.0, 0.0, 1.0) + noise * 1e-7).collect()
    });
    let noisy_cube = prop::collection::vec((0..8_usize, any()), 4..40)
        .prop_map(|all| all.into_iter().map(|(i, noise)| cube()[i] + noise * 1e-7).collect());
    let slab = prop::collection::vec((any(), prop::bool::ANY), 4..60).prop_map(|all| {
        all.into_iter().map(|(p, top)| Vec3::new(p.x, if top { 1.0 } else { 0.0 }, p.z)).collect()
    });
    let turned_grid = (prop::collection::vec(whole(1), 4..40), any()).prop_map(|(all, axis)| {
        let turn = Quat::from_scaled_axis(axis * 3.0);
        all.into_iter().map(|p| turn * p).collect()
    });
    let line_and_point = (any(), any(), prop::collection::vec(-9..9_i8, 2..20)).prop_map(|(a, b, all)| {
        let mut all: Vec<Vec3> = all.into_iter().map(|t| a + b * f32::from(t)).collect();
        all.extend([Vec3::splat(5.0), Vec3::X * 7.0]);
        all
    });
    let sets = prop_oneof![grid, sphere, noisy_plane, noisy_cube, slab, turned_grid, line_and_point];
    // Near the origin, far from it, large and tiny.
    let place = prop_oneof![
        Just((1.0_f32, 0.0_f32)),
        Just((1.0, 1e6)),
        Just((1e6, 0.0)),
        Just((1e-7, 0.0)),
        Just((1e-7, 1.0)),
    ];
    (sets, place).prop_map(|(set, (scale, offset)): (Vec<Vec3>, _)| {
        set.into_iter().map(|v| v * scale + Vec3::new(1.0, -0.5, 0.3) * offset).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_hull_is_closed_convex_and_around_its_points(points in nasty(), turn in 0_usize..60) {
        if is_flat(&points) {
            let flat = BuildError::FlatHull { polygon: 0, points: points.len() };
            prop_assert_eq!(build(&points).err(), Some(flat));
            return Ok(());
        }
        let found = check(&points);
        // In another order the hull is the same.
        let mut other = points.clone();
        other.rotate_left(turn % points.len());
        other.reverse();
        prop_assert_eq!(faces(&other), found);
    }
}
