//! The polygons in a box, compared with each polygon cut by the box.

use crate::common::{by, world_of};
use sidle::geometry::{Aabb, Ellipsoid};
use sidle::{MoveConfig, PolygonId, Quat, QueryFilter, Shape, Vec3, World};
use sidle_scenes::{SplitMix64, generate};

#[test]
fn n05_a_box_finds_exactly_the_polygons_that_reach_into_it() {
    let mut level = generate::soup(11, 2_000);
    // A huge polygon around everything, and one that barely misses every box.
    let first = level.vertices.len() as u32;
    level.vertices.extend([[-9e5, 0.3, -9e5], [9e5, 0.3, -9e5], [0.0, 0.3, 9e5]]);
    level.triangles.push([first, first + 1, first + 2]);
    let world = world_of(&level);
    let mut rng = SplitMix64::new(4);
    let mut in_all = 0;
    for _ in 0..300 {
        let mut v =
            |s: f64| Vec3::new(rng.range(-s, s) as f32, rng.range(-s, s) as f32, rng.range(-s, s) as f32);
        let (at, half) = (v(8.0), v(4.0).abs());
        let query = Aabb { min: at - half, max: at + half };
        let mut found = Vec::new();
        world.polygons_in_box(query.min, query.max, &QueryFilter::ALL, &mut found);
        in_all += found.len();
        for t in 0..level.triangles.len() {
            let corners = level.corners(t).map(Vec3::from);
            let cut = query.clip_polygon(&corners);
            let is_found = found.iter().any(|s| s.polygon == PolygonId::from_index(t as u32));
            // If rounding removes a cut, the box is at most in contact.
            let near = Aabb { min: query.min - 1e-4, max: query.max + 1e-4 };
            assert!(is_found || cut.is_empty(), "triangle {t} is in {query:?}");
            assert!(!is_found || !near.clip_polygon(&corners).is_empty(), "triangle {t} is not in {query:?}");
        }
    }
    assert!(in_all > 1_000, "{in_all}");
    let mut found = Vec::new();
    for bad in [Aabb { min: Vec3::ONE, max: Vec3::ZERO }, Aabb { min: Vec3::NAN, max: Vec3::ONE }] {
        world.polygons_in_box(bad.min, bad.max, &QueryFilter::ALL, &mut found);
        assert!(found.is_empty());
    }
}

/// The contacts of a move are among the polygons in its swept box.
#[test]
fn n05_the_swept_box_holds_what_a_move_meets() {
    let level = generate::hall(6, 3_000);
    let world: World = world_of(&level);
    let mut rng = SplitMix64::new(8);
    let radii = Vec3::new(0.3, 0.6, 0.2);
    let config = MoveConfig::default();
    let mut met = 0;
    for i in 0..2_000 {
        let from = Vec3::from(level.spawns[i % level.spawns.len()]);
        let motion =
            Vec3::new(rng.range(-3.0, 3.0) as f32, rng.range(-3.0, 1.0) as f32, rng.range(-3.0, 3.0) as f32);
        let report = world.move_once(&Shape::ellipsoid(radii), from, by(motion), &config);
        // The path stays in the ball that has the motion as its diameter.
        let reach = Vec3::splat(0.5 * motion.length() + 0.01) + radii;
        let query = Aabb { min: from + motion * 0.5 - reach, max: from + motion * 0.5 + reach };
        let mut found = Vec::new();
        world.polygons_in_box(query.min, query.max, &QueryFilter::ALL, &mut found);
        for hit in &report.hits {
            met += 1;
            assert!(found.iter().any(|s| s.polygon == hit.surface.polygon));
        }
        let straight = world.cast_shape(&Shape::ellipsoid(radii), from, motion, &QueryFilter::ALL);
        let body = Ellipsoid::new(from, radii, Quat::IDENTITY).expect("an ellipsoid");
        let swept = body.swept_bounds(motion);
        world.polygons_in_box(swept.min, swept.max, &QueryFilter::ALL, &mut found);
        if let Some(hit) = straight {
            assert!(found.iter().any(|s| s.polygon == hit.surface.polygon));
        }
    }
    assert!(met > 1_000, "{met}");
}
