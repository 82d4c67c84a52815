//! The explanation of moves whose course is known.

use crate::common::by;
use sidle::trace::{SegmentEnd, explain};
use sidle::{BuildError, MaterialId, MoveConfig, OnOverlap, Shape, Vec3, World, WorldBuilder};

/// Two blocks: a floor that ends at x = 3, and a wall across z = 3.
fn floor_and_wall() -> Result<World, BuildError> {
    let v = Vec3::new;
    let mut builder = WorldBuilder::new();
    for corners in [
        [v(-9.0, 0.0, -9.0), v(-9.0, 0.0, 9.0), v(3.0, 0.0, 9.0), v(3.0, 0.0, -9.0)],
        [v(3.0, 0.0, -9.0), v(3.0, 0.0, 9.0), v(3.0, -9.0, 9.0), v(3.0, -9.0, -9.0)],
        [v(-9.0, 0.0, 3.0), v(-9.0, 9.0, 3.0), v(9.0, 9.0, 3.0), v(9.0, 0.0, 3.0)],
    ] {
        builder.add_polygon(&corners, MaterialId(0));
    }
    builder.build()
}

#[test]
fn a_stage_tells_why_it_ended() -> Result<(), BuildError> {
    let (world, ball, config) = (floor_and_wall()?, Shape::sphere(0.5), MoveConfig::default());
    let ends = |motion: Vec3| -> Vec<SegmentEnd> {
        let told = explain(&world, &ball, Vec3::new(0.0, 0.501, 0.0), by(motion), &config);
        told.iterations.iter().map(|iteration| iteration.end).collect()
    };
    let into_the_wall = ends(Vec3::new(0.5, -0.1, 4.0));
    assert!(
        matches!(into_the_wall[..], [SegmentEnd::Contact(_), SegmentEnd::Complete, ..]),
        "{into_the_wall:?}"
    );
    let over_the_rim = ends(Vec3::new(4.0, -1.0, 0.0));
    assert!(matches!(over_the_rim[..], [SegmentEnd::BoundaryEdge, ..]), "{over_the_rim:?}");
    let on_the_floor = ends(Vec3::new(1.0, -1.0, 0.0));
    assert_eq!(on_the_floor[0], SegmentEnd::Complete, "{on_the_floor:?}");
    Ok(())
}

/// Positions that were tried by depenetration are not part of the move.
#[test]
fn after_a_push_out_the_move_alone_is_explained() -> Result<(), BuildError> {
    let (world, ball) = (floor_and_wall()?, Shape::sphere(0.5));
    let (from, motion) = (Vec3::new(0.0, 0.3, 0.0), Vec3::new(0.5, -0.1, 4.0));
    let config = MoveConfig { on_overlap: OnOverlap::PushOut, ..MoveConfig::default() };
    let pushed = explain(&world, &ball, from, by(motion), &config);
    let place = pushed.pushed_out.expect("it overlaps the floor").position;
    let free = explain(&world, &ball, place, by(motion), &config);
    assert_eq!((pushed.iterations, pushed.end_attempts), (free.iterations, free.end_attempts));
    assert_eq!(pushed.start_clearance, free.start_clearance);
    Ok(())
}
