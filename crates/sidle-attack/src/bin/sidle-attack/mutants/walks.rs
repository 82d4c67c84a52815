//! Moves in halls, terrains, soups and tangles, judged one by one.

use sidle::{
    DVec3, Motion, MoveConfig, Quat, QueryFilter, Response, Scratch, Shape, StopReason, Vec3, World, trace,
};
use sidle_attack::adversarial::body::from_touch_to_centre;
use sidle_attack::metamorphic::{Case, Change, Map, Walked, fine};
use sidle_attack::overlaps::{self, Overlap, ask};
use sidle_attack::verdict::{body_of, judge_move, wide};
use sidle_judge::{Judge, Law, reference_move};
use sidle_scenes::{Level, SplitMix64};

use super::catchers::Cases;

fn judge(level: &Level) -> Judge {
    Judge::new(&level.vertices, &level.triangles)
}

fn world(level: &Level) -> World {
    Change::Nothing.world(level, &Map::default(), sidle::IndexKind::Bvh).world
}

/// Runs the moves of a level one after the other. They are recomputed, because a mutant in the
/// library changes them.
fn each(
    walked: &Walked,
    cases: &mut Cases,
    mut look: impl FnMut(&Case, &sidle::Outcome, &Scratch) -> Result<(), String>,
) -> Result<(), String> {
    let (world, mut scratch) = (world(&walked.level), Scratch::default());
    for case in &walked.cases {
        cases.count();
        let end = world.move_and_slide(
            &mut scratch,
            &case.shape,
            case.from,
            Motion::displacement(case.motion, 1.0),
            &case.config,
        );
        look(case, &end, &scratch).map_err(|fault| format!("{}: {fault}: {case:?}", walked.level.name))?;
    }
    Ok(())
}

/// Checks every move in f64.
pub(crate) fn keep_out(cases: &mut Cases) -> Result<(), String> {
    for walked in fine(1, 1_500, 200) {
        let judge = judge(&walked.level);
        each(&walked, cases, |case, end, scratch| {
            let (body, motion) = (body_of(&case.shape), Motion::displacement(case.motion, 1.0));
            let fault = judge_move(&judge, &body, case.from, motion, end, scratch.path());
            fault.map_or(Ok(()), |fault| Err(fault.to_string()))
        })?;
    }
    Ok(())
}

/// Checks the ends of moves whose skin is only four units in the last place, in exact integer
/// arithmetic.
pub(crate) fn end_free_exactly(cases: &mut Cases) -> Result<(), String> {
    for mut walked in fine(5, 600, 150) {
        for case in &mut walked.cases {
            case.config.skin_width = 0.0;
        }
        let judge = judge(&walked.level);
        each(&walked, cases, |case, end, _| {
            let body = body_of(&case.shape);
            if end.reason == StopReason::StartedInside || judge.decide(&body, wide(end.position)).free {
                return Ok(());
            }
            let free = judge.decide(&body, wide(case.from)).free;
            if free { Err(format!("ends inside: {end:?}")) } else { Ok(()) }
        })?;
    }
    Ok(())
}

/// Checks that, in total, a mover travels as far as the reference implementation with the same
/// response.
pub(crate) fn travel(cases: &mut Cases) -> Result<(), String> {
    let (mut way, mut asked) = (0.0, 0.0);
    for mut walked in fine(6, 300, 60) {
        walked.cases.retain(|c| c.config.response != Response::Stop);
        for case in &mut walked.cases {
            case.config.friction_scale = 0.0;
        }
        let judge = judge(&walked.level);
        each(&walked, cases, |case, end, _| {
            let law = if case.config.response == Response::Slide { Law::Slide } else { Law::Momentum };
            let (body, skin) = (body_of(&case.shape), f64::from(end.skin));
            let reference = reference_move(&judge, &body, wide(case.from), wide(case.motion), law, skin);
            if reference.settled {
                way += f64::from(end.distance);
                asked += reference.distance;
            }
            Ok(())
        })?;
    }
    let share = way / asked;
    // A longer distance than the reference is a fault too: a contact must not add motion.
    if (0.99..1.01).contains(&share) { Ok(()) } else { Err(format!("{way} m of the twin's {asked} m")) }
}

/// Checks that a captured move has a bit-identical end among the captured polygons alone.
pub(crate) fn captured_alike(cases: &mut Cases) -> Result<(), String> {
    for walked in fine(7, 300, 60) {
        let world = world(&walked.level);
        each(&walked, cases, |case, end, _| {
            let replay = trace::capture(
                &world,
                &case.shape,
                case.from,
                Motion::displacement(case.motion, 1.0),
                &case.config,
            );
            let text: trace::Replay = replay.to_string().parse().map_err(|e| format!("{e}"))?;
            let again = text.run().map_err(|e| format!("{e}"))?;
            if again[0].outcome == *end { Ok(()) } else { Err(format!("{end:?}, replayed {again:?}")) }
        })?;
    }
    Ok(())
}

/// Checks that nothing overlaps after a resolved overlap.
pub(crate) fn depenetrate(cases: &mut Cases) -> Result<(), String> {
    let mut rng = SplitMix64::new(9);
    for walked in fine(8, 200, 60) {
        let (world, judge) = (world(&walked.level), judge(&walked.level));
        let mut scratch = Scratch::default();
        for case in &walked.cases {
            let hair = Vec3::from([(); 3].map(|()| rng.range(-0.3, 0.3) as f32));
            let from = case.from + hair.as_dvec3();
            if !world.overlaps(&case.shape, from, &QueryFilter::ALL) {
                continue;
            }
            cases.count();
            let out = world.depenetrate(&mut scratch, &case.shape, from, &MoveConfig::default());
            let gap = judge.clearance(&body_of(&case.shape), wide(out.position), 1.0).gap;
            if out.is_free() && gap < -1e-12 {
                return Err(format!("{} m deep after {out:?}: {case:?}", -gap));
            }
        }
    }
    Ok(())
}

/// Checks that overlaps are resolved if brute force finds a free position, and that the
/// displacement is not much longer.
pub(crate) fn ways_out(cases: &mut Cases) -> Result<(), String> {
    let mut scratch = Scratch::default();
    (0..600).try_for_each(|case| {
        cases.count();
        let overlap = Overlap::of_case(2, case);
        let world = overlap.world().ok_or("an overlap without a world")?;
        let answer = ask(&overlap, &world, &mut scratch, 1);
        let verdict = overlaps::judge(&overlap, &answer, false, false);
        verdict.map(|_| ()).map_err(|fault| format!("case {case}: {fault}: {answer:?}"))
    })
}

/// Checks balls, capsules and segments in slots hardly wider than they are, where only one in a few
/// f32 positions is free. Every end must be free, in exact integer arithmetic.
pub(crate) fn slots(cases: &mut Cases) -> Result<(), String> {
    let mut rng = SplitMix64::new(10);
    let mut scratch = Scratch::default();
    let mut moved = [0; 4];
    for i in 0..800 {
        let mut vector = |half: f64| DVec3::from_array([(); 3].map(|()| rng.range(-half, half)));
        let (middle, n) = (vector(2.0) + 6.0, vector(1.0).normalize());
        let u = n.cross(vector(1.0)).normalize();
        let v = n.cross(u);
        let (shape, slack) = (slot_shape(i, &mut rng), rng.range(2e-7, 2e-6));
        let half = from_touch_to_centre(&shape, n).dot(n) + slack;
        let wall = |side: f64| {
            let at = middle + n * (side * half);
            [at + u * 8.0 - v * 5.0, at - u * 8.0 - v * 5.0, at + v * 9.0].map(|c| c.as_vec3())
        };
        let corners: Vec<Vec3> = wall(1.0).into_iter().chain(wall(-1.0)).collect();
        let triangles = [[0, 1, 2], [3, 4, 5]];
        let world = World::from_triangles(&corners, &triangles).map_err(|e| e.to_string())?;
        let judge = Judge::new(&corners.iter().map(|c| c.to_array()).collect::<Vec<_>>(), &triangles);
        let is_free = |at: DVec3| judge.decide(&body_of(&shape), wide(at)).free;
        let starts = (0..12).map(|_| middle + u * rng.range(-1.0, 1.0));
        for from in starts.filter(|&p| is_free(p)).collect::<Vec<_>>() {
            for skin_width in [0.001, 0.0] {
                cases.count();
                let config = MoveConfig { skin_width, ..MoveConfig::default() };
                let way = (u * rng.range(-0.5, 0.5) + v * rng.range(-0.2, 0.2)).as_vec3();
                let end =
                    world.move_and_slide(&mut scratch, &shape, from, Motion::displacement(way, 1.0), &config);
                moved[i % 4] += u32::from(end.position != from);
                if !is_free(end.position) {
                    return Err(format!("a slot of {slack:e} m, from {from} by {way}: ends inside, {end:?}"));
                }
            }
        }
    }
    // A mover that never moves would be free too.
    let enough = moved.iter().all(|&m| m > 100);
    if enough { Ok(()) } else { Err(format!("only {moved:?} moved at all")) }
}

/// Draws the shape of slot number `i`: a ball, an upright or rotated capsule, or a rotated segment.
fn slot_shape(i: usize, rng: &mut SplitMix64) -> Shape {
    let (radius, core) = (rng.range(0.1, 1.0) as f32, rng.range(0.1, 2.0) as f32);
    let turn = Quat::from_array([(); 4].map(|()| rng.range(0.1, 1.0) as f32));
    match i % 4 {
        0 => Shape::sphere(radius),
        1 => Shape::capsule(radius, 2.0 * radius + core),
        2 => Shape::capsule(radius, 2.0 * radius + core).with_rotation(turn),
        _ => Shape::capsule(0.0, core).with_rotation(turn),
    }
}
