//! Tests of the verdict: it accepts correct moves, and finds the right fault in each manipulated
//! one.

use sidle::{DVec3, Motion, MoveConfig, MoveReport, Outcome, Response, Shape, StopReason, Vec3, World};
use sidle_attack::verdict::{Fault, body_of, judge_inside, judge_move, judge_of};
use sidle_judge::Judge;

const BALL: Shape = Shape::sphere(0.5);

/// A floor at y = 0 and a wall at x = 4.
fn corner() -> (World, Judge) {
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    let wall = [Vec3::new(4.0, -1.0, -9.0), Vec3::new(4.0, 9.0, 0.0), Vec3::new(4.0, -1.0, 9.0)];
    let world = World::from_triangles(&[floor, wall].concat(), &[[0, 1, 2], [3, 4, 5]]).expect("a corner");
    (world, judge_of([&floor[..], &wall[..]]))
}

fn moved(from: DVec3, motion: Vec3, response: Response) -> (Judge, MoveReport) {
    let (world, judge) = corner();
    let report = world.move_once(
        &BALL,
        from,
        Motion::displacement(motion, 1.0),
        &MoveConfig { response, ..MoveConfig::default() },
    );
    (judge, report)
}

fn verdict(judge: &Judge, from: DVec3, motion: Vec3, end: &Outcome, path: &[DVec3]) -> Option<Fault> {
    judge_move(judge, &body_of(&BALL), from, Motion::displacement(motion, 1.0), end, path)
}

/// Returns an outcome with a change.
fn with(mut outcome: Outcome, change: impl FnOnce(&mut Outcome)) -> Outcome {
    change(&mut outcome);
    outcome
}

#[test]
fn honest_moves_are_acquitted() {
    for response in
        [Response::Slide, Response::Momentum, Response::Stop, Response::PushBack, Response::Bounce]
    {
        for from in [DVec3::new(0.0, 2.0, 0.0), DVec3::new(2.0, 0.6, 1.0), DVec3::new(3.4, 0.5, -1.0)] {
            for motion in [Vec3::new(5.0, -3.0, 0.3), Vec3::NEG_Y, Vec3::X * 30.0, Vec3::ZERO] {
                let (judge, r) = moved(from, motion, response);
                assert_eq!(verdict(&judge, from, motion, &r.outcome, &r.path), None, "{from} {motion} {r:?}");
            }
        }
    }
}

#[test]
fn an_end_or_a_way_too_deep_is_seen() {
    let (from, motion) = (DVec3::new(0.0, 2.0, 0.0), Vec3::new(1.0, -3.0, 0.3));
    let (judge, r) = moved(from, motion, Response::Slide);
    let sunk = with(r.outcome, |o| o.position = r.outcome.position - DVec3::Y * 0.0015);
    assert!(matches!(verdict(&judge, from, motion, &sunk, &r.path),
        Some(Fault::Penetration { depth_m }) if (depth_m - 0.0005).abs() < 1e-5));
    let mut path = r.path.clone();
    path[1].y -= 0.002;
    let seen = verdict(&judge, from, motion, &r.outcome, &path);
    assert!(matches!(seen, Some(Fault::PenetrationOnTheWay { .. })), "{seen:?}");
    let below = DVec3::new(0.5, -2.0, 0.1);
    let teleport = with(r.outcome, |o| o.position = below);
    assert_eq!(verdict(&judge, from, motion * 2.0, &teleport, &[from, below]), Some(Fault::Crossing));
    let nowhere = with(r.outcome, |o| o.position = DVec3::Y * f64::NAN);
    assert_eq!(verdict(&judge, from, motion, &nowhere, &r.path), Some(Fault::NotFinite));
}

#[test]
fn a_stop_far_from_anything_and_a_way_too_long_are_seen() {
    let (from, motion) = (DVec3::new(0.0, 2.0, 0.0), Vec3::new(1.0, -3.0, 0.3));
    let (judge, r) = moved(from, motion, Response::Stop);
    assert_eq!(r.outcome.reason, StopReason::Blocked);
    let early = with(r.outcome, |o| o.position = r.outcome.position + DVec3::Y * 0.001);
    let seen = verdict(&judge, from, motion, &early, &[from, early.position]);
    assert!(matches!(seen, Some(Fault::StopGap { skins }) if skins > 1.9 && skins < 2.1), "{seen:?}");
    let far = with(r.outcome, |o| o.distance = 3.3);
    let seen = verdict(&judge, from, motion, &far, &r.path);
    assert!(matches!(seen, Some(Fault::TooLong { over_m }) if over_m > 0.1), "{seen:?}");
    let gave_up = with(r.outcome, |o| o.reason = StopReason::IterationLimit);
    assert_eq!(verdict(&judge, from, motion, &gave_up, &r.path), Some(Fault::IterationLimit));
}

#[test]
fn refusals_are_held_against_the_start() {
    let (from, motion) = (DVec3::new(0.0, 2.0, 0.0), Vec3::X);
    let (judge, r) = moved(from, motion, Response::Slide);
    for reason in [StopReason::StartedInside, StopReason::InvalidInput] {
        let refused = with(r.outcome, |o| {
            o.reason = reason;
            o.position = from;
        });
        assert_eq!(verdict(&judge, from, motion, &refused, &[from]), Some(Fault::Refused(reason)));
        let moved = with(r.outcome, |o| o.reason = reason);
        assert_eq!(verdict(&judge, from, motion, &moved, &[from]), Some(Fault::MovedThoughRefused));
    }
    let inside = DVec3::Y * 0.3;
    let seen = verdict(&judge, inside, motion, &r.outcome, &[inside]);
    assert!(matches!(seen, Some(Fault::BeganInside { depth_m }) if (depth_m - 0.2).abs() < 1e-6), "{seen:?}");
    let (judge, r) = moved(inside, motion, Response::Slide);
    assert_eq!(verdict(&judge, inside, motion, &r.outcome, &r.path), None);
    let far = Vec3::X * 1e30;
    let seen = verdict(&judge, from, far, &with(r.outcome, |o| o.reason = StopReason::Arrived), &[]);
    assert_eq!(seen, Some(Fault::BeganWithNonsense));
    let (judge, r) = moved(from, far, Response::Slide);
    assert_eq!(verdict(&judge, from, far, &r.outcome, &r.path), None);
}

#[test]
fn leaving_the_level_is_seen() {
    let (_, judge) = corner();
    assert_eq!(judge_inside(&judge, DVec3::Y, DVec3::ONE), None);
    assert_eq!(judge_inside(&judge, DVec3::Y, DVec3::Y * 30.0), Some(Fault::Escaped));
    assert_eq!(judge_inside(&judge, DVec3::Y * 40.0, DVec3::Y * 30.0), None);
}

#[test]
fn a_place_beyond_the_end_of_its_path_is_seen() {
    let (from, motion) = (DVec3::new(2.0, 2.0, 0.0), Vec3::new(5.0, 0.0, 0.0));
    let (judge, r) = moved(from, motion, Response::Stop);
    let beyond = with(r.outcome, |o| o.position = DVec3::new(5.5, 2.0, 0.0));
    assert_eq!(verdict(&judge, from, motion, &beyond, &r.path), Some(Fault::BrokenPath));
    let elsewhere = [&[from + DVec3::Y], &r.path[..]].concat();
    assert_eq!(verdict(&judge, from, motion, &r.outcome, &elsewhere), Some(Fault::BrokenPath));
}

#[test]
fn a_point_through_a_corner_of_its_own_path_is_seen() {
    let (_, judge) = corner();
    let path = [DVec3::Y, DVec3::ZERO, DVec3::NEG_Y];
    let (world, _) = corner();
    let config = MoveConfig::default();
    let honest = world
        .move_once(&Shape::point(), Vec3::Y, Motion::displacement(Vec3::new(0.0, -2.0, 0.0), 1.0), &config)
        .outcome;
    let through = with(honest, |o| {
        o.position = DVec3::NEG_Y;
        o.distance = 2.0;
    });
    let seen = judge_move(
        &judge,
        &body_of(&Shape::point()),
        path[0],
        Motion::displacement(Vec3::new(0.0, -2.0, 0.0), 1.0),
        &through,
        &path,
    );
    assert_eq!(seen, Some(Fault::Crossing));
}
