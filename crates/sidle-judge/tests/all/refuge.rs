//! The brute-force search for free places, with levels whose nearest place is known.

use sidle_judge::{Body, Judge, RefugeSearch, Refuges, V};

fn search(longest_way: f64) -> RefugeSearch {
    RefugeSearch { clearance: 0.01, within: 2.0, longest_way, spacing: 1.0 / 24.0, finest: 1.0 / 128.0 }
}

fn judge(corners: &[[f32; 3]]) -> Judge {
    let triangles: Vec<[u32; 3]> =
        (0..corners.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Judge::new(corners, &triangles)
}

/// Two triangles.
fn quad([a, b, c, d]: [[f32; 3]; 4]) -> [[f32; 3]; 6] {
    [a, b, c, a, c, d]
}

/// A rectangle across an axis, `[low, high]` along the two axes after it.
fn wall(axis: usize, at: f32, [u0, u1]: [f32; 2], [v0, v1]: [f32; 2]) -> [[f32; 3]; 6] {
    quad([[u0, v0], [u1, v0], [u1, v1], [u0, v1]].map(|[u, v]| {
        let mut corner = [at; 3];
        (corner[(axis + 1) % 3], corner[(axis + 2) % 3]) = (u, v);
        corner
    }))
}

fn length(a: V, b: V) -> f64 {
    [0, 1, 2].map(|k| (a[k] - b[k]).powi(2)).iter().sum::<f64>().sqrt()
}

#[test]
fn beside_a_plane_the_place_is_straight_away_from_it() {
    let floor = judge(&wall(1, 0.0, [-9.0, 9.0], [-9.0, 9.0]));
    let ball = Body::Sphere { radius: 0.5 };
    for depth in [0.05, 0.3, 0.45] {
        let start = [0.1, 0.5 - depth, 0.2];
        let place = Refuges::new(&floor, &ball, start, search(2.0)).nearest(2.0).expect("all is free above");
        let known = depth + 0.01;
        assert!((known..known + 0.02).contains(&place.distance), "{depth} deep: {place:?}");
        assert!((length(place.at, start) - place.distance).abs() < 1e-12);
        assert!(floor.clearance(&ball, place.at, 1.0).gap >= 0.01, "{place:?}");
    }
}

#[test]
fn in_a_slot_that_is_too_narrow_there_is_none() {
    let walls = [wall(0, 0.0, [-9.0, 9.0], [-9.0, 9.0]), wall(0, 0.9, [-9.0, 9.0], [-9.0, 9.0])].concat();
    let slot = judge(&walls);
    let (ball, start) = (Body::Sphere { radius: 0.5 }, [0.4, 0.0, 0.0]);
    let refuges = Refuges::new(&slot, &ball, start, search(2.0));
    assert_eq!(refuges.nearest(2.0), None);
    // There is free space behind a wall, where the centre cannot go.
    let behind = refuges.nearest_of_all(2.0).expect("there is room behind the walls");
    assert!((0.9..1.0).contains(&behind.distance), "{behind:?}");
    assert!(!refuges.reaches(behind.at) && refuges.reaches([0.6, 0.1, 0.3]));
}

/// A small room with one side open: the distance to the place before the opening is shorter than
/// the path there.
#[test]
fn around_a_wall_the_way_counts_and_not_the_distance() {
    let side = [-0.4_f32, 0.4];
    let room = judge(
        &[
            wall(0, -0.4, side, side),
            wall(0, 0.4, side, side),
            wall(1, -0.4, side, side),
            wall(1, 0.4, side, side),
            wall(2, -0.4, side, side),
        ]
        .concat(),
    );
    let (ball, start) = (Body::Sphere { radius: 0.5 }, [0.3, 0.0, -0.2]);
    let behind_the_wall = [0.95, 0.0, -0.2];
    assert!(room.clearance(&ball, behind_the_wall, 1.0).gap > 0.01);
    // Out at z = 0.4, around the edge at x = 0.4 and back: 0.61 + 0.81 m.
    for (longest, is_reached) in [(1.2, false), (1.6, true)] {
        let refuges = Refuges::new(&room, &ball, start, search(longest));
        assert_eq!(refuges.reaches(behind_the_wall), is_reached, "{longest} m");
        let nearest = refuges.nearest(2.0).expect("there is room in front of the opening");
        // Straight behind the wall, 0.61 m away; with the shorter limit nearer to the opening, 0.68
        // m away.
        assert_eq!(nearest.distance < 0.65, is_reached, "{longest} m: {nearest:?}");
        assert!(refuges.reaches(nearest.at) && nearest.at[0] > 0.9, "{longest} m: {nearest:?}");
    }
}

#[test]
fn an_ellipsoid_fits_where_a_ball_of_its_length_does_not() {
    let walls = [wall(0, 0.0, [-9.0, 9.0], [-9.0, 9.0]), wall(0, 0.5, [-9.0, 9.0], [-9.0, 9.0])].concat();
    let slot = judge(&walls);
    let thin = Body::Ellipsoid { radii: [0.2, 0.5, 0.5], rotation: [0.0, 0.0, 0.0, 1.0] };
    let start = [0.1, 0.0, 0.0];
    let place = Refuges::new(&slot, &thin, start, search(2.0)).nearest(2.0).expect("it fits");
    assert!((0.11..0.13).contains(&place.distance), "{place:?}");
    let ball = Body::Sphere { radius: 0.5 };
    assert_eq!(Refuges::new(&slot, &ball, start, search(2.0)).nearest(2.0), None);
}

/// Upright capsules and a segment in a floor, and a slot that only an upright capsule fits.
#[test]
fn a_capsule_fits_where_it_stands_and_not_where_it_lies() {
    let floor = judge(&wall(1, 0.0, [-9.0, 9.0], [-9.0, 9.0]));
    let upright = [0.0, 0.0, 0.0, 1.0];
    for (radius, depth) in [(0.2, 0.05), (0.2, 0.3), (0.0, 0.3)] {
        let (body, start) = (Body::capsule(radius, 1.0, upright), [0.1, 0.5 - depth, 0.2]);
        let place = Refuges::new(&floor, &body, start, search(2.0)).nearest(2.0).expect("all is free above");
        let known = depth + 0.01;
        assert!((known..known + 0.02).contains(&place.distance), "{radius}, {depth} deep: {place:?}");
    }
    let walls = [wall(0, 0.0, [-9.0, 9.0], [-9.0, 9.0]), wall(0, 0.5, [-9.0, 9.0], [-9.0, 9.0])].concat();
    let (slot, start) = (judge(&walls), [0.1, 0.0, 0.0]);
    let place = Refuges::new(&slot, &Body::capsule(0.2, 1.0, upright), start, search(2.0)).nearest(2.0);
    let distance = place.expect("it fits").distance;
    assert!((0.11..0.13).contains(&distance), "{distance}");
    // Along x, its length of a metre does not fit between walls half a metre apart.
    let lying = Body::capsule(0.2, 1.0, [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(Refuges::new(&slot, &lying, start, search(2.0)).nearest(2.0), None);
}
