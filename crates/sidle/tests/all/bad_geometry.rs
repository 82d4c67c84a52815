//! Levels that the builder refuses, with the message; and defective levels that it accepts.

use crate::common::by;
use sidle::{BuildError, Material, MaterialId, MoveConfig, QueryFilter, Shape, Vec3, World, WorldBuilder};

const ALL: QueryFilter = QueryFilter::ALL;
const PLAIN: MaterialId = MaterialId(0);

fn refused(give: impl FnOnce(&mut WorldBuilder)) -> BuildError {
    let mut builder = WorldBuilder::new();
    give(&mut builder);
    builder.build().expect_err("this is no world")
}

fn corners() -> [Vec3; 3] {
    [Vec3::ZERO, Vec3::X, Vec3::Z]
}

fn ring(count: usize) -> Vec<Vec3> {
    let at = |i: usize| (i as f32 / count as f32 * std::f32::consts::TAU).sin_cos();
    (0..count).map(at).map(|(s, c)| Vec3::new(s, 0.0, c) * 100.0).collect()
}

#[test]
fn a_vertex_that_is_nowhere_is_named() {
    for (x, text) in [
        (f32::NAN, "vertex 4 at (NaN, 0, 1) is not finite or beyond 16,777,216 m"),
        (f32::INFINITY, "vertex 4 at (inf, 0, 1) is not finite or beyond 16,777,216 m"),
        (-16_777_218.0, "vertex 4 at (-16777218, 0, 1) is not finite or beyond 16,777,216 m"),
        (1e30, "vertex 4 at (1000000000000000000000000000000, 0, 1) is not finite or beyond 16,777,216 m"),
    ] {
        let error = refused(|b| {
            b.add_triangles(&corners(), &[[0, 1, 2]], PLAIN);
            b.add_triangles(&[Vec3::Y, Vec3::new(x, 0.0, 1.0)], &[], PLAIN);
        });
        assert!(matches!(error, BuildError::BadVertex { vertex: 4, .. }), "{error:?}");
        assert_eq!(error.to_string(), text);
    }
    let polygon = refused(|b| _ = b.add_polygon(&[Vec3::ZERO, Vec3::X * f32::NAN, Vec3::Z], PLAIN));
    assert!(matches!(polygon, BuildError::BadVertex { vertex: 1, .. }), "{polygon:?}");
    let edge = Vec3::splat(16_777_216.0);
    assert!(World::from_triangles(&[edge, -edge, Vec3::ZERO], &[[0, 1, 2]]).is_ok());
}

#[test]
fn an_index_without_a_vertex_is_named() {
    for index in [3, 7, u32::MAX] {
        let error = refused(|b| _ = b.add_triangles(&corners(), &[[0, 1, 2], [0, 1, index]], PLAIN));
        assert_eq!(error, BuildError::IndexOutOfRange { polygon: 1, index, vertices: 3 });
        assert_eq!(error.to_string(), format!("polygon 1 names vertex {index}, but there are 3"));
    }
    // The vertices of an earlier mesh are not those of a later one.
    let error = refused(|b| {
        _ = b.add_triangles(&corners(), &[[0, 1, 2]], PLAIN).add_triangles(&[Vec3::Y], &[[0, 0, 1]], PLAIN)
    });
    assert_eq!(error, BuildError::IndexOutOfRange { polygon: 1, index: 1, vertices: 1 });
    let error = World::from_triangles(&[], &[[0, 0, 0]]).expect_err("no vertices");
    assert_eq!(error.to_string(), "polygon 0 names vertex 0, but there are 0");
}

#[test]
fn polygons_have_3_to_255_corners() {
    for count in [0, 1, 2, 256, 1000] {
        let error = refused(|b| _ = b.add_polygon(&ring(count), PLAIN));
        assert_eq!(error, BuildError::CornerCount { polygon: 0, corners: count });
        assert_eq!(error.to_string(), format!("polygon 0 has {count} corners; 3 to 255 are possible"));
    }
    for count in [3, 4, 17, 255] {
        let mut builder = WorldBuilder::new();
        builder.add_polygon(&ring(count), PLAIN);
        let world = builder.build().expect("a disc");
        assert_eq!(world.report().open_edges, count);
        let below = world.cast_ray(Vec3::new(1.0, 5.0, 2.0), Vec3::NEG_Y * 10.0, &ALL);
        assert!(below.is_some_and(|h| (h.fraction - 0.5).abs() < 1e-6), "{count}: {below:?}");
        let ball = world.cast_shape(&Shape::sphere(1.0), Vec3::new(1.0, 6.0, 2.0), Vec3::NEG_Y * 10.0, &ALL);
        assert!(ball.is_some_and(|h| (h.fraction - 0.5).abs() < 1e-6), "{count}: {ball:?}");
    }
}

#[test]
fn a_polygon_that_is_not_convex_is_named_with_its_corner() {
    let arrow = [(0.0, 0.0), (2.0, 2.0), (4.0, 0.0), (2.0, 6.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
    let error = refused(|b| _ = b.add_polygon(&arrow, PLAIN));
    assert!(matches!(error, BuildError::NotConvex { polygon: 0, .. }), "{error:?}");
    let BuildError::NotConvex { corner, .. } = error else { return };
    assert!(corner < 4);
    assert_eq!(
        error.to_string(),
        format!("polygon 0 is not convex at corner {corner}; split it into triangles")
    );
    // A star of five corners turns one way at every corner, but goes around twice; a bow tie turns
    // both ways.
    let star: Vec<Vec3> = (0..5).map(|i| ring(5)[i * 2 % 5]).collect();
    let bow = [Vec3::ZERO, Vec3::X + Vec3::Z, Vec3::X, Vec3::Z * 2.0];
    for corners in [&star[..], &bow[..]] {
        let error = refused(|b| _ = b.add_polygon(corners, PLAIN));
        assert!(matches!(error, BuildError::NotConvex { .. }), "{error:?}");
    }
}

#[test]
fn a_polygon_that_leaves_its_plane_is_named_with_the_distance() {
    let bent = [Vec3::ZERO, Vec3::X * 8.0, Vec3::new(8.0, 0.5, 8.0), Vec3::Z * 8.0];
    let error = refused(|b| _ = b.add_polygon(&ring(5), PLAIN).add_polygon(&bent, PLAIN));
    let BuildError::NotPlanar { polygon: 1, distance } = error else { panic!("{error:?}") };
    assert!(distance > 0.1 && distance < 0.6, "{distance}");
    assert_eq!(
        error.to_string(),
        format!("polygon 1 leaves its plane by {distance} m; split it into triangles")
    );
    // The rounding of a rotated polygon to f32 is not a fault.
    let turn = sidle::Quat::from_xyzw(0.3, -0.5, 0.1, 0.7).normalize();
    let mut builder = WorldBuilder::new();
    builder
        .add_polygon(&ring(40).into_iter().map(|c| turn * c + Vec3::splat(900.0)).collect::<Vec<_>>(), PLAIN);
    assert!(builder.build().is_ok());
}

#[test]
fn a_material_that_means_nothing_is_named() {
    let ok = Material::default();
    let bad = [
        Material { friction: -0.1, ..ok },
        Material { friction: f32::NAN, ..ok },
        Material { friction: f32::INFINITY, ..ok },
        Material { restitution: -0.1, ..ok },
        Material { restitution: 1.1, ..ok },
        Material { restitution: f32::NAN, ..ok },
        Material { layer: 32, ..ok },
        Material { layer: 255, ..ok },
        Material { surface_velocity: Vec3::X * 10_001.0, ..ok },
        Material { surface_velocity: Vec3::NAN, ..ok },
    ];
    for material in bad {
        let error = refused(|b| {
            b.add_material(ok);
            b.add_material(material);
        });
        assert_eq!(error, BuildError::BadMaterial { material: 2 }, "{material:?}");
        assert_eq!(
            error.to_string(),
            "material 2: friction must be finite and 0 or more, restitution 0 to 1, layer 0 to 31, and the surface \
             velocity at most 10,000 m/s"
        );
    }
}

#[test]
fn a_material_that_was_not_added_is_named() {
    let error = refused(|b| {
        _ = b.add_triangles(&corners(), &[[0, 1, 2]], PLAIN).add_triangles(
            &corners(),
            &[[0, 1, 2]],
            MaterialId(5),
        )
    });
    assert_eq!(error, BuildError::UnknownMaterial { polygon: 1, material: 5 });
    assert_eq!(error.to_string(), "polygon 1 names material 5, which was not added");
}

#[test]
fn lists_of_different_lengths_are_counted() {
    let error = refused(|b| _ = b.add_mesh(&corners(), &[[0, 1, 2]], &[PLAIN, PLAIN]));
    assert_eq!(error, BuildError::MaterialCount { triangles: 1, materials: 2 });
    assert_eq!(error.to_string(), "2 materials were given for 1 triangles");
}

#[test]
fn more_materials_than_numbers_are_too_many() {
    let add = |count: usize| {
        let mut builder = WorldBuilder::new();
        (0..count).for_each(|_| _ = builder.add_material(Material::default()));
        builder.build()
    };
    assert!(add(65_535).is_ok());
    let error = add(65_536).expect_err("one too many");
    assert_eq!(error, BuildError::TooMany);
    assert_eq!(error.to_string(), "more than 2^28 - 1 polygons, 2^32 - 1 corners or 65,535 materials");
}

#[test]
fn the_first_fault_is_the_one_that_is_told() {
    let error = refused(|b| {
        b.add_polygon(&[Vec3::ZERO], PLAIN).add_triangles(&corners(), &[[0, 1, 9]], MaterialId(7));
        b.add_mesh(&corners(), &[], &[PLAIN]);
    });
    assert_eq!(error, BuildError::CornerCount { polygon: 0, corners: 1 });
}

/// Lines and points are kept and counted, and are as solid as their edges.
#[test]
fn triangles_without_area_are_solid() {
    let line = [Vec3::new(-2.0, 0.0, 0.0), Vec3::ZERO, Vec3::new(2.0, 0.0, 0.0)];
    for triangle in [[0, 1, 2], [0, 2, 0], [2, 2, 0], [1, 1, 1]] {
        let world = World::from_triangles(&line, &[triangle]).expect("degenerate is not wrong");
        assert_eq!((world.report().polygons, world.report().degenerate), (1, 1));
        for shape in [Shape::sphere(0.5), Shape::ellipsoid(Vec3::new(0.3, 0.5, 0.8))] {
            let (from, motion) = (Vec3::Y * 2.0, Vec3::NEG_Y * 3.0);
            let hit = world.cast_shape(&shape, from, motion, &ALL).expect("it is in the way");
            assert!((hit.fraction - 0.5).abs() < 1e-6 && hit.normal == Vec3::Y, "{triangle:?}: {hit:?}");
            assert!(world.overlaps(&shape, Vec3::Y * 0.4, &ALL));
            let end = world.move_once(&shape, from, by(motion), &MoveConfig::default()).outcome;
            assert!((end.position.y - 0.501).abs() < 1e-5, "{triangle:?}: {end:?}");
        }
    }
}

/// The report counts the input; no part of it is changed silently.
#[test]
fn what_was_found_is_reported() {
    let vertices =
        [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::X + Vec3::Z, Vec3::new(0.0, -0.0, 1.0), Vec3::ONE * 5.0];
    let world = World::from_triangles(&vertices, &[[0, 2, 1], [1, 4, 3], [0, 1, 1]]).expect("a square");
    let r = world.report();
    assert_eq!((r.polygons, r.triangles, r.degenerate), (3, 3, 1));
    assert_eq!((r.vertices, r.welded, r.unused), (4, 1, 1));
    let mut builder = WorldBuilder::new();
    builder.add_polygon(&[Vec3::ZERO, Vec3::ZERO, Vec3::Z, Vec3::X + Vec3::Z, Vec3::X, Vec3::X], PLAIN);
    let world = builder.build().expect("a square with corners twice");
    assert_eq!((world.report().repeated_corners, world.report().open_edges), (2, 4));
}
