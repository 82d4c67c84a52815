//! Depenetration that needs a search: the nearest planes lead to no free place, or through a
//! polygon.

use crate::common::{body_of, by, nearest_refuge, wide, world_of};
use sidle::{
    DVec3, Depenetration, Material, MaterialId, MoveConfig, OnOverlap, Quat, QueryFilter, Scratch, Shape,
    Sides, StartAdjustment, StopReason, Vec3, World, WorldBuilder,
};
use sidle_judge::Judge;
use sidle_scenes::{Builder, Level};

fn level(build: impl FnOnce(&mut Builder)) -> Level {
    let mut b = Builder::new();
    build(&mut b);
    b.finish("place", &[])
}

fn judge_of(level: &Level) -> Judge {
    Judge::new(&level.vertices, &level.triangles)
}

/// Requires that the result is free and that its path crosses nothing.
fn way_out(level: &Level, shape: &Shape, from: Vec3) -> (Depenetration, Vec<DVec3>) {
    let from = from.as_dvec3();
    let (world, judge, mut scratch) = (world_of(level), judge_of(level), Scratch::default());
    let config = MoveConfig { record_path: true, ..MoveConfig::default() };
    let out = world.depenetrate(&mut scratch, shape, from, &config);
    let path = scratch.path().to_vec();
    if out.is_free() {
        assert!(judge.decide(&body_of(shape), wide(out.position)).free, "{out:?}");
        // A free start has no path.
        let ends = (out.position != from).then_some((&from, &out.position));
        assert_eq!(path.first().zip(path.last()), ends, "{out:?}");
        let places: Vec<_> = path.iter().map(|&p| wide(p)).collect();
        assert!(!judge.path_crosses(&places), "{out:?}: {path:?}");
    }
    (out, path)
}

/// Earlier, a ball at the height of the crossing of two steep plates was refused at once, because
/// their planes push against each other.
#[test]
fn between_two_crossed_steep_plates_a_way_out_is_found() {
    let plates = level(|b| {
        b.quad([-0.3, -1.5, -2.0], [0.3, 1.5, -2.0], [0.3, 1.5, 2.0], [-0.3, -1.5, 2.0]);
        b.quad([0.3, -1.5, -2.0], [-0.3, 1.5, -2.0], [-0.3, 1.5, 2.0], [0.3, -1.5, 2.0]);
    });
    for (x, y) in [(0.0, 0.6), (0.02, 0.9), (0.05, -0.7), (0.0, 1.2)] {
        let from = Vec3::new(x, y, 0.1);
        for shape in [Shape::sphere(0.5), upright(), across(), segment()] {
            assert!(as_near_as_brute_force(&plates, &shape, from), "{shape:?}: no room above and below");
        }
    }
}

fn upright() -> Shape {
    Shape::capsule(0.3, 1.2)
}

/// Lies along x.
fn across() -> Shape {
    Shape::capsule(0.2, 1.2).with_rotation(Quat::from_xyzw(0.0, 0.0, 1.0, 1.0))
}

fn segment() -> Shape {
    Shape::capsule(0.0, 1.0).with_rotation(Quat::from_xyzw(0.3, -0.2, 0.5, 0.8))
}

/// Requires a free place if the brute-force search finds one, at most 1.5 times as far away.
/// Returns false if it finds none, or if the start is free.
fn as_near_as_brute_force(level: &Level, shape: &Shape, from: Vec3) -> bool {
    let (out, _) = way_out(level, shape, from);
    let best = nearest_refuge(&judge_of(level), shape, from)
        .filter(|_| out.position != from.as_dvec3() || !out.is_free());
    let Some(best) = best else { return false };
    assert!(out.is_free(), "{shape:?} from {from}: {out:?}, but there is {best:?}");
    let way = (out.position - from.as_dvec3()).length();
    assert!(way <= 1.5 * best.distance, "{shape:?} from {from}: {way} m, but there is {best:?}");
    true
}

/// Earlier, the rounds of pushing led from box to box, and gave up after 32.
#[test]
fn among_dozens_of_small_boxes_a_way_out_is_found() {
    let grid = level(|b| {
        for i in 0..64_i32 {
            let corner = [i % 4, i / 4 % 4, i / 16].map(|k| 0.45 * f64::from(k) - 0.8);
            b.block(corner, corner.map(|x| x + 0.25));
        }
    });
    // Brute force is slow, so the capsules have fewer starts.
    for (shape, each, least) in
        [(Shape::sphere(0.3), 1, 15), (upright(), 7, 3), (across(), 7, 3), (segment(), 7, 2)]
    {
        let from = |i: i32| Vec3::new((i % 3) as f32, (i / 3 % 3) as f32, (i / 9) as f32) * 0.37;
        let starts = (0..27).step_by(each).map(|i| from(i) - Vec3::splat(0.41));
        let found = starts.filter(|&from| as_near_as_brute_force(&grid, &shape, from)).count();
        assert!(found >= least, "{shape:?}: only {found} starts have a place");
    }
}

/// A room too small for the ball, whose centre can leave it only through a hole.
fn room(hole: bool) -> Level {
    level(|b| {
        b.quad([-0.4, -0.4, -0.4], [-0.4, 0.4, -0.4], [-0.4, 0.4, 0.4], [-0.4, -0.4, 0.4]);
        b.quad([-0.4, -0.4, -0.4], [0.4, -0.4, -0.4], [0.4, -0.4, 0.4], [-0.4, -0.4, 0.4]);
        b.quad([-0.4, 0.4, -0.4], [0.4, 0.4, -0.4], [0.4, 0.4, 0.4], [-0.4, 0.4, 0.4]);
        b.quad([-0.4, -0.4, -0.4], [0.4, -0.4, -0.4], [0.4, 0.4, -0.4], [-0.4, 0.4, -0.4]);
        b.quad([-0.4, -0.4, 0.4], [0.4, -0.4, 0.4], [0.4, 0.4, 0.4], [-0.4, 0.4, 0.4]);
        let top = if hole { 0.2 } else { 0.4 };
        b.quad([0.4, -0.4, -0.4], [0.4, top, -0.4], [0.4, top, 0.4], [0.4, -0.4, 0.4]);
    })
}

#[test]
fn the_centre_leaves_a_closed_room_never_and_an_open_one_through_its_hole() {
    let (ball, from) = (Shape::sphere(0.5), Vec3::new(-0.2, 0.05, 0.0));
    let (closed, path) = way_out(&room(false), &ball, from);
    assert!(!closed.is_free() && closed.position == from.as_dvec3() && path.is_empty(), "{closed:?}");
    let (open, path) = way_out(&room(true), &ball, from);
    assert!(open.is_free(), "{open:?}");
    assert!((open.position - from.as_dvec3()).length() <= 2.0, "{open:?}");
    // Around the edge of the hole, or straight through it.
    let before =
        path.windows(2).find(|leg| leg[0].x < 0.4 && leg[1].x >= 0.4).expect("it leaves through that wall");
    let share = (0.4 - before[0].x) / (before[1].x - before[0].x);
    let crossing = before[0].lerp(before[1], share);
    assert!(crossing.y > 0.2 && crossing.y < 0.4, "{path:?}");
}

/// The closed room, with a separate material for the wall at x = -0.4, which consists of the first
/// two triangles.
fn room_with_wall(material: Material, turns_outwards: bool) -> World {
    let room = room(false);
    let vertices: Vec<Vec3> = room.vertices.iter().map(|&v| v.into()).collect();
    let wall = [0, 1].map(|i| {
        let [a, b, c] = room.triangles[i];
        if turns_outwards { [a, c, b] } else { [a, b, c] }
    });
    let mut builder = WorldBuilder::new();
    let other = builder.add_material(material);
    builder.add_triangles(&vertices, &wall, other);
    builder.add_triangles(&vertices, &room.triangles[2..], MaterialId::default());
    builder.build().expect("a room is a world")
}

#[test]
fn walls_of_other_layers_and_the_backs_of_one_sided_ones_are_not_in_the_way() {
    let (ball, from) = (Shape::sphere(0.5), Vec3::new(0.2, 0.05, 0.0));
    let layer = Material { layer: 5, ..Material::default() };
    let one_sided = Material { sides: Sides::Front, ..Material::default() };
    let mut scratch = Scratch::default();
    let config = MoveConfig { record_path: true, ..MoveConfig::default() };
    let without = MoveConfig { filter: QueryFilter::ALL.without_layer(5), ..config };
    let cases = [
        (layer, false, &config, false),
        (layer, false, &without, true),
        (one_sided, false, &config, false),
        (one_sided, true, &config, true),
    ];
    for (i, (material, turns_outwards, config, is_open)) in cases.into_iter().enumerate() {
        let world = room_with_wall(material, turns_outwards);
        let out = world.depenetrate(&mut scratch, &ball, from, config);
        assert_eq!(out.is_free(), is_open, "case {i}: {out:?}");
        let path = scratch.path();
        // No other side is open, so the path of the centre leads through that wall, wherever it
        // ends.
        let leaves = path
            .windows(2)
            .any(|leg| leg[0].x > -0.4 && leg[1].x < -0.4 && leg[0].y.abs().max(leg[0].z.abs()) < 0.4);
        assert!(!is_open || leaves, "case {i}: {out:?}, {path:?}");
        assert!(!out.is_free() || !world.overlaps(&ball, out.position, &config.filter), "case {i}: {out:?}");
    }
}

#[test]
fn a_move_that_starts_in_an_overlap_begins_where_the_search_ends() {
    let room = room(true);
    let world = world_of(&room);
    let (ball, from) = (Shape::sphere(0.5), Vec3::new(-0.2, 0.05, 0.0));
    let config = MoveConfig { on_overlap: OnOverlap::PushOut, ..MoveConfig::default() };
    let mut scratch = Scratch::default();
    let out = world.depenetrate(&mut scratch, &ball, from, &config);
    let moved = world.move_and_slide(&mut scratch, &ball, from, by(Vec3::X * 0.5), &config);
    assert_eq!(moved.start_adjustment, StartAdjustment::PushedOut);
    assert_ne!(moved.reason, StopReason::StartedInside);
    let onwards = world.move_and_slide(&mut scratch, &ball, out.position, by(Vec3::X * 0.5), &config);
    assert_eq!(moved.position, onwards.position);
}
