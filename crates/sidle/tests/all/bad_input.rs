//! Invalid and extreme numbers: every query has a defined answer, and no answer is NaN.

use crate::common::{RESPONSES, by, floor};
use sidle::{
    DVec3, Material, Motion, MoveConfig, MoveReport, Quat, QueryFilter, Response, Scratch, Shape, StopReason,
    Vec3, World, WorldBuilder,
};
use sidle_scenes::{cases, generate};

const ALL: QueryFilter = QueryFilter::ALL;

/// NaN, infinite, beyond 2^24, negative, zero, or tiny.
const NASTY: [f32; 14] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    1e30,
    -1e30,
    1e10,
    16_777_218.0,
    16_777_216.0,
    -1.0,
    0.0,
    -0.0,
    1e-45,
    f32::MIN_POSITIVE,
];

fn worlds() -> Vec<World> {
    let empty = World::from_triangles(&[], &[]).expect("nothing is a world");
    let point = World::from_triangles(&[Vec3::ONE], &[[0, 0, 0]]).expect("a point");
    let far = Vec3::splat(16_777_216.0);
    let huge =
        World::from_triangles(&[-far, far, Vec3::new(-far.x, far.y, 0.0)], &[[0, 1, 2]]).expect("huge");
    vec![empty, point, huge, floor(9.0), crate::common::world_of(&generate::soup(2, 500))]
}

/// Every vector with one invalid coordinate, and those with three.
fn nasty_vectors() -> Vec<Vec3> {
    let one =
        |x: f32| [Vec3::new(x, 0.7, 0.2), Vec3::new(0.3, x, 0.2), Vec3::new(0.3, 0.7, x), Vec3::splat(x)];
    NASTY.into_iter().flat_map(one).collect()
}

fn nasty_shapes() -> Vec<Shape> {
    let balls = NASTY.into_iter().map(Shape::sphere);
    let eggs = nasty_vectors().into_iter().map(Shape::ellipsoid);
    let turns = NASTY.into_iter().flat_map(|x| {
        let turn =
            |q: [f32; 4]| Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)).with_rotation(Quat::from_array(q));
        [turn([x, 0.0, 0.0, 0.0]), turn([x, 0.3, 0.1, 0.5]), turn([x; 4])]
    });
    balls.chain(eggs).chain(turns).chain([Shape::point()]).collect()
}

fn good_shapes() -> [Shape; 3] {
    [Shape::point(), Shape::sphere(0.4), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.3))]
}

/// Checks every float of a report.
fn check_report(r: &MoveReport, what: &str) {
    let o = &r.outcome;
    assert!(o.position.is_finite() && o.velocity.is_finite(), "{what}: {o:?}");
    assert!(
        o.distance.is_finite() && o.distance >= 0.0 && o.skin.is_finite() && o.skin >= 0.0,
        "{what}: {o:?}"
    );
    assert!((0.0..=1.0).contains(&o.fraction), "{what}: {o:?}");
    assert!(r.path.iter().all(|p| p.is_finite()), "{what}: {:?}", r.path);
    for h in &r.hits {
        assert!((0.0..=1.0).contains(&h.fraction) && h.speed_removed.is_finite(), "{what}: {h:?}");
        assert!(h.point.is_finite() && (h.normal.length() - 1.0).abs() < 1e-5, "{what}: {h:?}");
    }
}

fn check_move(world: &World, shape: &Shape, from: Vec3, motion: Motion, config: &MoveConfig) -> StopReason {
    let what = format!("{shape:?} {from} {motion:?} {config:?}");
    let report = world.move_once(shape, from, motion, config);
    check_report(&report, &what);
    assert!(report.outcome.iterations <= config.max_iterations.max(1), "{what}");
    if matches!(report.outcome.reason, StopReason::InvalidInput | StopReason::StartedInside) {
        let start = if from.is_finite() { from.as_dvec3() } else { DVec3::ZERO };
        assert_eq!(report.outcome.position, start, "{what}");
        assert!(report.hits.is_empty() && report.outcome.iterations == 0, "{what}");
    }
    report.outcome.reason
}

fn check_queries(world: &World, shape: &Shape, at: Vec3, motion: Vec3) {
    let what = format!("{shape:?} {at} {motion}");
    let (mut hits, mut contacts) = (Vec::new(), Vec::new());
    world.cast_shape_all(shape, at, motion, &ALL, &mut hits);
    hits.extend(world.cast_ray(at, motion, &ALL));
    hits.extend(world.cast_shape(shape, at, motion, &ALL));
    for h in hits {
        assert!((0.0..=1.0).contains(&h.fraction) && h.point.is_finite(), "{what}: {h:?}");
        assert!((h.normal.length() - 1.0).abs() < 1e-5, "{what}: {h:?}");
    }
    let _ = (world.is_blocked(at, motion, &ALL), world.overlaps(shape, at, &ALL));
    for reach in [1.0, motion.x] {
        if let Some(c) = world.closest_point(at, reach, &ALL) {
            assert!(c.point.is_finite() && c.distance >= 0.0 && c.distance <= reach, "{what}: {c:?}");
        }
        world.contacts(shape, at, reach, &ALL, &mut contacts);
        for c in &contacts {
            assert!(c.point.is_finite() && c.distance <= reach, "{what}: {c:?}");
            assert!((c.normal.length() - 1.0).abs() < 1e-5, "{what}: {c:?}");
        }
    }
    let end = world.depenetrate(&mut Scratch::default(), shape, at, &MoveConfig::default());
    assert!(end.position.is_finite() && end.depth >= 0.0, "{what}: {end:?}");
}

#[test]
fn nasty_places_and_motions_have_defined_answers() {
    for world in worlds() {
        for shape in good_shapes() {
            for v in nasty_vectors() {
                for (at, motion) in [(v, Vec3::X), (Vec3::Y * 2.0, v), (v, v), (v, -v), (v, Vec3::ZERO)] {
                    check_move(&world, &shape, at, by(motion), &MoveConfig::default());
                    check_queries(&world, &shape, at, motion);
                }
            }
        }
    }
}

#[test]
fn nasty_shapes_have_defined_answers() {
    for world in worlds() {
        for shape in nasty_shapes() {
            for motion in [Vec3::ZERO, Vec3::NEG_Y * 3.0, Vec3::new(30.0, -4.0, 2.0)] {
                check_move(&world, &shape, Vec3::Y * 2.0, by(motion), &MoveConfig::default());
                check_queries(&world, &shape, Vec3::Y * 2.0, motion);
            }
        }
    }
}

#[test]
fn nasty_configs_have_defined_answers() {
    let worlds = worlds();
    for x in NASTY {
        for response in [Response::Slide, Response::Momentum, Response::Stop] {
            let d = MoveConfig { response, ..MoveConfig::default() };
            let configs = [
                MoveConfig { skin_width: x, ..d },
                MoveConfig { friction_scale: x, ..d },
                MoveConfig { skin_width: x, friction_scale: x, max_iterations: 3, ..d },
            ];
            for (config, shape) in configs.into_iter().flat_map(|c| good_shapes().map(|s| (c, s))) {
                for world in &worlds {
                    check_move(world, &shape, Vec3::Y * 2.0, by(Vec3::new(1.0, -3.0, 0.5)), &config);
                    let end = world.depenetrate(&mut Scratch::default(), &shape, Vec3::Y * 0.1, &config);
                    assert!(end.position.is_finite() && end.depth >= 0.0, "{shape:?} {config:?}: {end:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_no_number_is_invalid_input() {
    let (world, config) = (floor(9.0), MoveConfig::default());
    let invalid = |shape: Shape, from: Vec3, motion: Motion, config: MoveConfig| {
        assert_eq!(check_move(&world, &shape, from, motion, &config), StopReason::InvalidInput);
    };
    let (ball, up, side) = (Shape::sphere(0.5), Vec3::Y * 2.0, by(Vec3::X));
    for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e30, 1e10, 1_073_741_952.0] {
        invalid(ball.clone(), Vec3::new(x, 2.0, 0.0), side, config);
        invalid(ball.clone(), up, by(Vec3::new(0.0, x, 0.0)), config);
    }
    for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e30, 1e10, 16_777_218.0] {
        invalid(Shape::sphere(x), up, side, config);
        invalid(Shape::ellipsoid(Vec3::new(0.4, x, 0.4)), up, side, config);
        invalid(ball.clone(), up, side, MoveConfig { skin_width: x, ..config });
    }
    for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        invalid(ball.clone(), up, Motion { displacement: Vec3::X, velocity: Vec3::Z * x }, config);
        invalid(ball.clone(), up, side, MoveConfig { friction_scale: x, ..config });
        invalid(
            Shape::ellipsoid(Vec3::ONE).with_rotation(Quat::from_xyzw(x, 0.0, 0.0, 1.0)),
            up,
            side,
            config,
        );
    }
    for x in [-1.0, 0.0, -0.0, 1e-45] {
        invalid(Shape::sphere(x), up, side, config);
        invalid(Shape::ellipsoid(Vec3::new(0.4, 0.4, x)), up, side, config);
    }
    invalid(Shape::ellipsoid(Vec3::new(0.4, 3.9e-7, 0.4)), up, side, config);
    let flattest = Shape::ellipsoid(Vec3::new(0.4, 4.1e-7, 0.4));
    assert_eq!(check_move(&world, &flattest, up, side, &config), StopReason::Arrived);
    invalid(ball.clone(), up, side, MoveConfig { skin_width: -1e-9, ..config });
    invalid(ball, up, side, MoveConfig { friction_scale: -1e-9, ..config });
    invalid(Shape::ellipsoid(Vec3::ONE).with_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)), up, side, config);
}

#[test]
fn what_is_no_number_is_met_by_no_query() {
    let world = floor(9.0);
    let (ball, from, down) = (Shape::sphere(0.5), Vec3::Y * 2.0, Vec3::NEG_Y * 4.0);
    let (mut hits, mut contacts) = (Vec::new(), Vec::new());
    for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30] {
        let bad = Vec3::new(0.0, x, 0.0);
        for (at, motion, shape) in
            [(bad, down, ball.clone()), (from, bad, ball.clone()), (from, down, Shape::sphere(x))]
        {
            assert_eq!(world.cast_shape(&shape, at, motion, &ALL), None);
            world.cast_shape_all(&shape, at, motion, &ALL, &mut hits);
            assert!(hits.is_empty());
        }
        assert_eq!((world.cast_ray(bad, down, &ALL), world.cast_ray(from, bad, &ALL)), (None, None));
        assert!(!world.is_blocked(bad, from, &ALL) && !world.is_blocked(from, bad, &ALL));
        assert!(!world.overlaps(&ball, bad, &ALL) && !world.overlaps(&Shape::sphere(x), Vec3::ZERO, &ALL));
        assert_eq!(world.closest_point(bad, 9.0, &ALL), None);
        world.contacts(&ball, bad, 9.0, &ALL, &mut contacts);
        assert!(contacts.is_empty());
        let end = world.depenetrate(&mut Scratch::default(), &ball, bad, &MoveConfig::default());
        let start = if bad.is_finite() { bad.as_dvec3() } else { DVec3::ZERO };
        assert!(!end.is_free() && end.position == start, "{end:?}");
    }
    for reach in [f32::NAN, -1.0, f32::NEG_INFINITY] {
        assert_eq!(world.closest_point(from, reach, &ALL), None);
        world.contacts(&ball, from, reach, &ALL, &mut contacts);
        assert!(contacts.is_empty());
    }
}

#[test]
fn an_empty_world_stops_nothing() {
    let world = World::from_triangles(&[], &[]).expect("nothing is a world");
    assert_eq!((world.bounds(), world.report().polygons), (None, 0));
    let (mut hits, mut contacts) = (Vec::new(), Vec::new());
    for shape in good_shapes() {
        let from = Vec3::new(1.0, 2.0, 3.0);
        for motion in [Vec3::new(4.0, -1.0, 0.5), Vec3::X * 9_000.0, Vec3::ZERO] {
            let end = world.move_once(&shape, from, by(motion), &MoveConfig::default()).outcome;
            assert_eq!((end.position, end.reason), ((from + motion).as_dvec3(), StopReason::Arrived));
            assert_eq!(end.velocity, motion);
            assert_eq!(world.cast_shape(&shape, from, motion, &ALL), None);
            world.cast_shape_all(&shape, from, motion, &ALL, &mut hits);
            world.contacts(&shape, from, 9.0, &ALL, &mut contacts);
            assert!(hits.is_empty() && contacts.is_empty() && !world.overlaps(&shape, from, &ALL));
            assert!(world.cast_ray(from, motion, &ALL).is_none() && !world.is_blocked(from, motion, &ALL));
            assert_eq!(world.closest_point(from, f32::INFINITY, &ALL), None);
        }
        let end = world.depenetrate(&mut Scratch::default(), &shape, from, &MoveConfig::default());
        assert_eq!((end.position, end.depth), (from.as_dvec3(), 0.0));
    }
}

#[test]
fn no_iterations_count_as_one() {
    let world = floor(9.0);
    let config = MoveConfig { max_iterations: 0, ..MoveConfig::default() };
    let end = world.move_once(&Shape::sphere(0.5), Vec3::Y, by(Vec3::new(1.0, -2.0, 0.0)), &config).outcome;
    assert_eq!((end.reason, end.iterations), (StopReason::IterationLimit, 1));
    assert!(!world.overlaps(&Shape::sphere(0.5), end.position, &ALL));
}

#[test]
fn a_huge_skin_keeps_its_distance() {
    let world = floor(9.0);
    let config = MoveConfig { skin_width: 3.0, ..MoveConfig::default() };
    let end = world.move_once(&Shape::sphere(0.5), Vec3::Y * 9.0, by(Vec3::NEG_Y * 20.0), &config).outcome;
    // A contact may be further away by 1/256 of the skin.
    let gap = end.position.y - 0.5;
    assert!((3.0..3.0 + 3.0 / 256.0).contains(&gap) && end.skin == 3.0, "{end:?}");
}

#[test]
fn a_start_that_touches_is_free_and_one_that_overlaps_is_returned() {
    let world = floor(9.0);
    let config = MoveConfig::default();
    for shape in [Shape::sphere(0.5), Shape::ellipsoid(Vec3::new(0.25, 0.5, 2.0))] {
        let touching = Vec3::Y * 0.5;
        assert!(!world.overlaps(&shape, touching, &ALL));
        let end = world.move_once(&shape, touching, by(Vec3::X), &config).outcome;
        assert!(
            end.reason == StopReason::Arrived && (end.position.x - 1.0).abs() < 2e-3,
            "{shape:?}: {end:?}"
        );
        let inside = Vec3::Y * 0.5_f32.next_down();
        assert!(world.overlaps(&shape, inside, &ALL));
        let end = world.move_once(&shape, inside, by(Vec3::X), &config).outcome;
        assert_eq!((end.reason, end.position), (StopReason::StartedInside, inside.as_dvec3()), "{shape:?}");
    }
    let end = world.move_once(&Shape::point(), Vec3::ZERO, by(Vec3::Y), &config).outcome;
    assert!(
        end.reason == StopReason::Arrived && end.position.distance(DVec3::Y) < 1.1 * f64::from(end.skin),
        "{end:?}"
    );
}

#[test]
fn a_centre_exactly_on_the_surface_is_no_trouble() {
    let overlaps = cases::coincident();
    let world = crate::common::world_of(&overlaps.level);
    for (label, shape, at) in &overlaps.starts {
        let (shape, at) = (crate::common::shape_of(shape), crate::common::narrow(*at));
        check_queries(&world, &shape, at, Vec3::new(0.3, -0.2, 0.1));
        let reason = check_move(&world, &shape, at, by(Vec3::new(0.3, -0.2, 0.1)), &MoveConfig::default());
        let inside = world.overlaps(&shape, at, &ALL);
        assert_eq!(reason == StopReason::StartedInside, inside, "{label}: {reason:?}");
    }
}

/// Unlimited friction is finite, so it is allowed. A body in contact then stands still.
#[test]
fn endless_friction_holds() {
    let mut builder = WorldBuilder::new();
    let glue = builder.add_material(Material { friction: f32::MAX, ..Material::default() });
    let corners = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    builder.add_triangles(&corners, &[[0, 1, 2]], glue);
    let world = builder.build().expect("glue");
    let config = MoveConfig { friction_scale: f32::MAX, ..MoveConfig::default() };
    let reason = check_move(&world, &Shape::sphere(0.5), Vec3::Y, by(Vec3::new(1.0, -2.0, 0.0)), &config);
    assert_eq!(reason, StopReason::NoFreedom);
}

/// Finite input gives finite output, although the length of a velocity with the largest coordinates
/// has no f32.
#[test]
fn velocities_beyond_what_f32_can_hold_stay_finite() {
    let wall = [Vec3::new(2.0, -9.0, 11.0), Vec3::new(2.0, 9.0, 11.0), Vec3::new(10.0, 0.0, -9.0)];
    let world = World::from_triangles(&wall, &[[0, 1, 2]]).expect("a wall");
    for response in RESPONSES {
        for velocity in [Vec3::new(3.4e38, 0.0, 3.4e38), Vec3::new(f32::MAX, 1e-6, -f32::MAX)] {
            let motion = Motion { displacement: Vec3::X * 2.0, velocity };
            let config = MoveConfig { response, ..MoveConfig::default() };
            let report = world.move_once(&Shape::sphere(0.4), Vec3::X * 4.0, motion, &config);
            assert!(report.outcome.velocity.is_finite(), "{response:?}: {:?}", report.outcome);
            assert!(
                report.hits.iter().all(|h| h.speed_removed.is_finite()),
                "{response:?}: {:?}",
                report.hits
            );
        }
    }
}
