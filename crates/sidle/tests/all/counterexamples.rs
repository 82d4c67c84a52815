//! Sweeps that published methods get wrong: the errors N1 to N13, and sweeps that other engines
//! miss, with their numbers.

use crate::common::by;
use sidle::{MoveConfig, QueryFilter, Response, Shape, StopReason, Vec3, World};
use sidle_scenes::counterexamples::{self, Counterexample};

fn world_of(c: &Counterexample) -> World {
    World::from_triangles(&c.triangle.map(Vec3::from), &[[0, 1, 2]]).expect("valid")
}

fn shape_of(c: &Counterexample) -> Shape {
    let [x, y, z] = c.radii;
    if x == y && y == z { Shape::sphere(x) } else { Shape::ellipsoid(Vec3::from(c.radii)) }
}

#[test]
fn casts_stop_where_the_truth_says() {
    for c in counterexamples::all() {
        let motion = Vec3::from(c.motion);
        let hit = world_of(&c).cast_shape(&shape_of(&c), Vec3::from(c.centre), motion, &QueryFilter::ALL);
        let distance = hit.map(|h| h.fraction * motion.as_dvec3().length());
        match (c.distance, distance) {
            (None, None) => {}
            (Some(expected), Some(found)) => {
                assert!(found <= expected + 1e-9, "{}: late, {found} not {expected}", c.id);
                assert!(
                    found >= expected - 1e-5 * (1.0 + expected),
                    "{}: early, {found} not {expected}",
                    c.id
                );
            }
            _ => panic!("{}: {distance:?}, not {:?}", c.id, c.distance),
        }
    }
}

#[test]
fn moves_end_free_and_before_the_contact() {
    for c in counterexamples::all() {
        let (world, shape, from) = (world_of(&c), shape_of(&c), Vec3::from(c.centre));
        let config = MoveConfig { response: Response::Stop, ..MoveConfig::default() };
        let end = world.move_once(&shape, from, by(Vec3::from(c.motion)), &config).outcome;
        if world.overlaps(&shape, from, &QueryFilter::ALL) {
            assert_eq!((end.reason, end.position), (StopReason::StartedInside, from.as_dvec3()), "{}", c.id);
            continue;
        }
        assert!(!world.overlaps(&shape, end.position, &QueryFilter::ALL), "{}", c.id);
        if let Some(contact) = c.distance {
            assert!(f64::from(end.distance) <= contact + 1e-6, "{}: {} of {contact}", c.id, end.distance);
        }
    }
}
