//! The guarantee, judged in f64 by code that shares nothing with the library: from a free start
//! every move ends free, crosses nothing on its path, and goes as far as it can.

use crate::common::walker::{Crowd, JudgedLevel, crowd};
use sidle::{MoveConfig, Quat, Response, Shape, Vec3};
use sidle_scenes::generate::{hall, soup, terrain};

const TRIANGLES: usize = 20_000;

fn assert_kept(crowd: &Crowd, what: &str) {
    let t = &crowd.tally;
    assert_eq!(t.moves, 32 * 600, "{what}: not everybody walked");
    assert_eq!(t.worst_penetration_m, 0.0, "{what}");
    assert_eq!((t.crossings, t.not_finite, t.escaped, crowd.started_inside), (0, 0, 0, 0), "{what}");
    assert!(crowd.worst_stop_gap_skins <= 1.2, "{what}: stopped {} skins away", crowd.worst_stop_gap_skins);
    assert!(crowd.iteration_limit * 1_000_000 <= t.moves, "{what}: {} limits", crowd.iteration_limit);
    let share = crowd.distance / crowd.twin_distance;
    assert!(share >= 0.99, "{what}: {} m of the twin's {} m", crowd.distance, crowd.twin_distance);
}

fn shapes() -> [Shape; 2] {
    [Shape::sphere(0.4), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4))]
}

fn walk_on(level: &JudgedLevel, name: &str) {
    for shape in shapes() {
        for skin_width in [0.001, 0.0001] {
            // The reference implementation has no friction.
            let config = MoveConfig { skin_width, friction_scale: 0.0, ..MoveConfig::default() };
            let crowd = crowd(level, &shape, &config, 32, 10.0, 2);
            assert_kept(&crowd, &format!("{name}, {shape:?}, skin {skin_width}"));
        }
    }
}

#[test]
fn kept_in_a_hall_of_clutter() {
    walk_on(&(&hall(1, TRIANGLES)).into(), "hall");
}

#[test]
fn kept_on_noisy_terrain() {
    walk_on(&(&terrain(2, TRIANGLES)).into(), "terrain");
}

#[test]
fn kept_in_a_soup_with_slivers() {
    walk_on(&(&soup(3, TRIANGLES)).into(), "soup");
}

#[test]
fn kept_by_points_and_by_turned_ellipsoids_to_one_in_twenty() {
    let level: JudgedLevel = (&soup(4, 6_000)).into();
    let turned = Quat::from_xyzw(0.3, -0.2, 0.5, 0.7);
    for shape in [
        Shape::point(),
        Shape::ellipsoid(Vec3::new(0.1, 0.35, 0.2)).with_rotation(turned),
        Shape::ellipsoid(Vec3::new(0.02, 0.4, 0.4)).with_rotation(turned),
        Shape::ellipsoid(Vec3::new(0.02, 0.02, 0.4)).with_rotation(turned),
    ] {
        for response in [Response::Slide, Response::Momentum] {
            let config = MoveConfig { response, ..MoveConfig::default() };
            let crowd = crowd(&level, &shape, &config, 12, 3.0, 2);
            let t = &crowd.tally;
            let what = format!("{shape:?} {response:?}");
            assert_eq!(t.moves, 12 * 180, "{what}: not everybody walked");
            assert!(crowd.walked > 12.0, "{what}: {} m in all", crowd.walked);
            assert_eq!(t.worst_penetration_m, 0.0, "{what}");
            assert_eq!((t.crossings, t.not_finite, t.escaped, crowd.iteration_limit), (0, 0, 0, 0), "{what}");
        }
    }
}
