use super::*;
use crate::{Body, Judge, V};

mod reference;

const LENGTH: f64 = 1e-9;

/// A square of half side 1 in the plane y = 0.
fn sheet() -> Judge {
    let corners = [[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]];
    Judge::new(&corners, &[[0, 1, 2], [0, 2, 3]])
}

fn at(translation: V) -> MeshPose {
    MeshPose { translation, ..MeshPose::IDENTITY }
}

fn turned(axis: V, angle: f64) -> MeshPose {
    let (sine, cosine) = (0.5 * angle).sin_cos();
    MeshPose { rotation: [axis[0] * sine, axis[1] * sine, axis[2] * sine, cosine], ..MeshPose::IDENTITY }
}

fn ball(radius: f64) -> Body {
    Body::Sphere { radius }
}

#[track_caller]
fn assert_gap(seen: &Watched, gap: f64) {
    assert!((seen.gap - gap).abs() < LENGTH, "{seen:?}, not {gap}");
}

/// A body that rides on a lift keeps its distance.
#[test]
fn a_body_on_a_lift() {
    let mesh = sheet();
    let lift = [MovingMesh::new(&mesh, &at([0.0; 3]), &at([3.0, 7.0, 0.0]))];
    let path = [(0.0, [0.2, 0.51, 0.0]), (1.0, [3.2, 7.51, 0.0])];
    assert_gap(&watch(&ball(0.5), &lift, &path, 1e-4, 1.0), 0.01);
    // A centimetre behind at the end.
    let path = [(0.0, [0.2, 0.51, 0.0]), (1.0, [3.2, 7.49, 0.0])];
    assert_gap(&watch(&ball(0.5), &lift, &path, 1e-4, 1.0), -0.01);
}

/// The body leaves the lift for a hundredth of the step, and comes back: the ends are free.
#[test]
fn a_short_overlap_in_the_middle_is_found() {
    let mesh = sheet();
    let lift = [MovingMesh::new(&mesh, &at([0.0; 3]), &at([0.0, 1.0, 0.0]))];
    for depth in [0.002, 0.02, 0.2] {
        let dip = |time: f64, by: f64| (time, [0.0, time + 0.501 - by, 0.0]);
        let path = [dip(0.0, 0.0), dip(0.62, 0.0), dip(0.625, 0.001 + depth), dip(0.63, 0.0), dip(1.0, 0.0)];
        let seen = watch(&ball(0.5), &lift, &path, 1e-3, 1.0);
        assert!(seen.gap <= -depth + LENGTH && (0.62..0.63).contains(&seen.worst.expect("a place").time));
        assert_eq!(watch(&ball(0.5), &lift, &path[..2], 1e-3, 1.0).worst.map(|w| w.mesh), Some(0));
    }
}

/// A sheet that is much faster than the body is large: no sampling by the size of the body finds
/// it.
#[test]
fn a_fast_thin_sheet_through_a_point() {
    let mesh = sheet();
    let sheet = [MovingMesh::new(&mesh, &at([0.0, -900.0, 0.0]), &at([0.3, 1000.0, 0.0]))];
    let stays = [(0.0, [0.1, 0.0, 0.2]), (1.0, [0.1, 0.0, 0.2])];
    let seen = watch(&Body::Point, &sheet, &stays, 1e-4, 1.0);
    let crossing = seen.crossing.expect("a crossing");
    assert!((crossing.time - 900.0 / 1900.0).abs() < 1e-3, "{seen:?}");
    let seen = watch(&ball(0.01), &sheet, &stays, 1e-4, 1.0);
    assert!(seen.gap < -0.0095 && seen.crossing.is_some(), "{seen:?}");
    // It passes beside the sheet.
    let stays = [(0.0, [1.4, 0.0, 0.2]), (1.0, [1.4, 0.0, 0.2])];
    let seen = watch(&Body::Point, &sheet, &stays, 1e-4, 1.0);
    assert_eq!(seen.crossing, None);
    // It runs away from the sheet, faster.
    let flees = [(0.0, [0.1, 0.0, 0.2]), (1.0, [0.1, 2000.0, 0.2])];
    assert_eq!(watch(&Body::Point, &sheet, &flees, 1e-4, 1.0).crossing, None);
}

/// The point stands on the path exactly where the sheet is at the corner of the path.
#[test]
fn a_crossing_at_a_corner_of_the_path() {
    let mesh = sheet();
    let sheet = [MovingMesh::new(&mesh, &at([0.0, -1.0, 0.0]), &at([0.0, 1.0, 0.0]))];
    let stays = [(0.0, [0.1, 0.0, 0.2]), (0.5, [0.1, 0.0, 0.2]), (1.0, [0.1, 0.0, 0.2])];
    assert!(watch(&Body::Point, &sheet, &stays, 1e-4, 1.0).crossing.is_some());
    let turns_back = [stays[0], stays[1], (1.0, [0.1, 1.5, 0.2])];
    assert_eq!(watch(&Body::Point, &sheet, &turns_back, 1e-4, 1.0).crossing, None);
}

/// A blade turns by 170 degrees. The chord of its tip passes the body far away, the arc hits it.
#[test]
fn the_true_arc_of_a_rotation_counts() {
    let mesh = sheet();
    let half_turn = 170_f64.to_radians();
    let blade = [MovingMesh::new(&mesh, &MeshPose::IDENTITY, &turned([0.0, 0.0, 1.0], half_turn))];
    let stays = |y: f64| [(0.0, [0.0, y, 0.0]), (1.0, [0.0, y, 0.0])];
    let seen = watch(&ball(0.05), &blade, &stays(0.9), 1e-4, 1.0);
    assert!(seen.gap < -0.0499, "{seen:?}");
    assert!((seen.worst.expect("a place").time - 90.0 / 170.0).abs() < 0.01, "{seen:?}");
    let seen = watch(&Body::Point, &blade, &stays(0.9), 1e-4, 1.0);
    assert!((seen.crossing.expect("a crossing").time - 90.0 / 170.0).abs() < 0.01, "{seen:?}");
    let seen = watch(&ball(0.05), &blade, &stays(1.1), 1e-5, 1.0);
    assert!((0.05..0.1).contains(&seen.gap) && seen.crossing.is_none(), "{seen:?}");
}

/// A body rides on a turntable: along the true arc it keeps its distance from a rim, along the
/// chord it does not.
#[test]
fn a_chord_is_not_an_arc() {
    let corners = [[2.0, -1.0, -1.0], [2.0, 1.0, -1.0], [2.0, 1.0, 1.0], [2.0, -1.0, 1.0]];
    let rim = Judge::new(&corners, &[[0, 1, 2], [0, 2, 3]]);
    let angle: f64 = 0.4;
    let table = [MovingMesh::new(&rim, &MeshPose::IDENTITY, &turned([0.0, 1.0, 0.0], angle))];
    let place = |time: f64| {
        let (sine, cosine) = (time * angle).sin_cos();
        (time, [2.3 * cosine, 0.0, -2.3 * sine])
    };
    let arc: Vec<(f64, V)> = (0..=64).map(|k| place(f64::from(k) / 64.0)).collect();
    let seen = watch(&ball(0.29), &table, &arc, 1e-5, 1.0);
    assert!((seen.gap - 0.01).abs() < 1e-4, "{seen:?}");
    let seen = watch(&ball(0.29), &table, &[place(0.0), place(1.0)], 1e-5, 1.0);
    let sagitta = 2.3 * (1.0 - (0.5 * angle).cos());
    assert!((seen.gap - (0.01 - sagitta)).abs() < 1e-3 && seen.gap < -0.02, "{seen:?}");
}

/// The same at every scale, and in a capsule and an ellipsoid as in a ball.
#[test]
fn scales_and_shapes() {
    let mesh = sheet();
    for scale in [1e-3, 1.0, 1e3] {
        let from = MeshPose { scale, ..turned([1.0, 0.0, 0.0], 0.3) };
        let to = MeshPose { scale, translation: [0.0, 0.2 * scale, 0.0], ..turned([1.0, 0.0, 0.0], 0.3) };
        let lift = [MovingMesh::new(&mesh, &from, &to)];
        let normal = [0.0, 0.3_f64.cos(), 0.3_f64.sin()];
        let path = [(0.0, normal.map(|x| 0.5 * scale * x)), (1.0, normal.map(|x| 0.5 * scale * x))];
        let rises = 0.2 * 0.3_f64.cos();
        for body in [
            ball(0.2 * scale),
            Body::Ellipsoid { radii: [0.2 * scale; 3], rotation: [0.1, 0.2, 0.3, 0.4] },
            Body::capsule(0.2 * scale, 0.4 * scale, [0.0, 0.0, 0.0, 1.0]),
        ] {
            let seen = watch(&body, &lift, &path, 1e-3 * scale, scale);
            assert!((seen.gap / scale - (0.3 - rises)).abs() < 1e-9, "{body:?} {seen:?}");
        }
    }
}

/// Random motions against many small time steps.
#[test]
fn agrees_with_small_steps() {
    let mesh = sheet();
    let mut random = sidle_scenes::SplitMix64::new(5);
    let mut overlaps = 0;
    for case in 0..600 {
        let mut v = |s: f64| [(); 3].map(|()| random.range(-s, s));
        let (axis, a, b, from, to) = (v(1.0), v(1.0), v(1.0), v(1.5), v(1.5));
        let norm = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        let axis = axis.map(|x| x / norm);
        let angles = [random.range(-1.0, 1.0), random.range(-1.0, 1.0)];
        let pose = |o: V, angle: f64| MeshPose { translation: o, ..turned(axis, angle) };
        let mover = [MovingMesh::new(&mesh, &pose(a, angles[0]), &pose(b, angles[1]))];
        let body = match case % 3 {
            0 => Body::Ellipsoid { radii: [0.1, 0.3, 0.2], rotation: [0.3, 0.1, 0.7, 0.9] },
            1 => Body::Capsule { radius: 0.1, half_core: [0.2, 0.0], rotation: [0.3, 0.1, 0.7, 0.9] },
            _ => ball(0.2),
        };
        let seen = watch(&body, &mover, &[(0.0, from), (1.0, to)], 1e-3, 9.0);
        let mut least = f64::INFINITY;
        for k in 0..=2000 {
            let time = f64::from(k) / 2000.0;
            let place = [0, 1, 2].map(|i| from[i] + (to[i] - from[i]) * time);
            let here = [(0.0, place), (0.0, place)];
            least = least.min(watch(&body, &[mover[0].at(time)], &here, 1e-3, 9.0).gap);
        }
        // Between two small steps the body moves by up to 4 mm.
        if least < 0.0 {
            assert!(seen.gap < least + 4e-3, "{case}: {seen:?} {least}");
        } else {
            assert!(seen.gap > least - 4e-3 && seen.gap < 2.0 * least + 4e-3, "{case}: {seen:?} {least}");
        }
        overlaps += u32::from(least < 0.0);
    }
    assert!((100..500).contains(&overlaps), "{overlaps}");
}

/// A press closes on a ball. Beside it is room, if the ball may go so far.
#[test]
fn a_way_out_of_a_press() {
    let mesh = sheet();
    let press = [
        MovingMesh::resting(&mesh, &at([0.0; 3])),
        MovingMesh::new(&mesh, &at([0.0, 1.0, 0.0]), &at([0.0, 0.4, 0.0])),
    ];
    let search = |most: f64, place: V| {
        find_escape(&ball(0.3), &press, (0.4, place), most, 0.003, (10_000, 7)).map(|found| found.path)
    };
    let found = search(0.9, [0.7, 0.32, 0.0]).expect("a way out");
    assert!(found.len() <= 4 && found[found.len() - 1][0] > 1.25, "{found:?}");
    assert_eq!(search(0.4, [0.7, 0.32, 0.0]), None);
    // The upper plate passes this place: the body cannot wait for the end.
    assert_eq!(search(0.9, [0.7, 0.5, 0.0]), None);
    assert_eq!(search(0.9, [0.7, 0.32, 0.0]), Some(found));
}

/// Paths of several pieces among three meshes, with jumps, rests and rides, against the reference
/// implementation. Rides are pieces on which the body turns with a mesh, as on a turntable.
#[test]
fn agrees_with_the_reference() {
    let mesh = sheet();
    let mut random = sidle_scenes::SplitMix64::new(26);
    let (mut deep, mut free) = (0, 0);
    for case in 0..1_500 {
        let mut v = |s: f64| [(); 3].map(|()| random.range(-s, s));
        let poses = [(); 3].map(|()| (v(1.0), v(1.0), v(0.8)));
        let meshes = poses.map(|(axis, from, way)| {
            let norm = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
            let axis = if case % 2 == 0 { [0.0, 1.0, 0.0] } else { axis.map(|x| x / norm) };
            let to = [0, 1, 2].map(|k| from[k] + if case % 5 == 0 { 0.0 } else { way[k] });
            let last = MeshPose { translation: to, ..turned(axis, 3.0 * way[0]) };
            MovingMesh::new(&mesh, &at(from), &last)
        });
        let body = match case % 4 {
            0 => Body::Ellipsoid { radii: [0.1, 0.3, 0.2], rotation: [0.3, 0.1, 0.7, 0.9] },
            1 => Body::Capsule { radius: 0.1, half_core: [0.2, 0.0], rotation: [0.3, 0.1, 0.7, 0.9] },
            2 => Body::capsule(0.1, 0.6, [0.0, 0.0, 0.0, 1.0]),
            _ => ball(0.2),
        };
        let pieces = 1 + random.below(9);
        let mut place = [(); 3].map(|()| random.range(-1.5, 1.5));
        let mut path = vec![(0.0, place)];
        let ridden = &meshes[0];
        for piece in 0..pieces {
            let before = path[piece].0;
            let time = (piece + 1) as f64 / pieces as f64;
            match random.below(4) {
                0 => {}
                1 => place = place.map(|x| x + random.range(-0.3, 0.3)),
                2 => {
                    // A jump: the meshes stand.
                    place = place.map(|x| x + random.range(-0.1, 0.1));
                    path.push((before, place));
                    place = place.map(|x| x + random.range(-0.1, 0.1));
                }
                _ => {
                    let local = ridden.local(place, before);
                    let (axes, origin) = (ridden.axes(time), ridden.origin(time));
                    place = [0, 1, 2].map(|k| origin[k] + (0..3).map(|i| axes[i][k] * local[i]).sum::<f64>());
                }
            }
            path.push((time, place));
        }
        let (resolution, up_to) = (1e-3, 0.05);
        let seen = watch(&body, &meshes, &path, resolution, up_to).gap;
        let expected = reference::least_gap(&body, &meshes, &path, resolution, up_to);
        let (low, high) = (seen.min(expected), seen.max(expected));
        // The depth of an ellipsoid depends on the normal, which jumps where the overlap is deep.
        let is_ellipsoid = matches!(body, Body::Ellipsoid { .. });
        if low < -2.0 * resolution {
            let highest = if is_ellipsoid { 0.0 } else { low + 2.0 * resolution };
            assert!(high < highest, "{case}: {seen} {expected}");
            deep += 1;
        } else if high > 0.0 {
            assert!(high <= 2.0 * low.max(0.0) + 2.0 * resolution, "{case}: {seen} {expected}");
            free += 1;
        }
    }
    assert!(deep > 300 && free > 300, "{deep} {free}");
}

/// A body that no path of the allowed length can free is crushed without a search. With a little
/// more length, the search finds the way.
#[test]
fn a_deep_overlap_needs_no_search() {
    let mesh = sheet();
    let floor = [MovingMesh::resting(&mesh, &at([0.0; 3]))];
    for body in [
        ball(0.3),
        Body::Ellipsoid { radii: [0.4, 0.3, 0.6], rotation: [0.0, 0.0, 0.0, 1.0] },
        Body::capsule(0.1, 0.6, [0.0, 0.0, 0.0, 1.0]),
    ] {
        let search = |most: f64| find_escape(&body, &floor, (1.0, [0.0, 0.2, 0.0]), most, 1e-4, (10_000, 3));
        assert_eq!(search(0.099), None, "{body:?}");
        let found = search(0.25).expect("a way out");
        assert!(found.gap >= 1e-4 && found.path[found.path.len() - 1][1] > 0.3, "{body:?} {found:?}");
    }
}
