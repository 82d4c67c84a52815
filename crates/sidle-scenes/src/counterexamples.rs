//! Single sweeps that published methods get wrong, with the correct answers.
//!
//! The original documents use z up. Here (x, y, z) is their (x, z, -y), so y is up and nothing is
//! mirrored. All numbers are f32. The answers are correct for exactly these numbers;
//! [`sweep`](crate::reference::sweep) computes them.

use crate::reference::sweep::first_contact_ellipsoid;
use crate::vec3::wide;

/// One sweep against one triangle.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    /// Unique name in kebab-case; begins with the number of the error it belongs to.
    pub id: &'static str,
    /// Short description of the error.
    pub shows: &'static str,
    /// Corners of the triangle, in metres.
    pub triangle: [[f32; 3]; 3],
    /// Centre of the mover at the start, in metres.
    pub centre: [f32; 3],
    /// Half lengths of an ellipsoid along the axes, in metres; three equal ones are a ball.
    pub radii: [f32; 3],
    /// Desired displacement, in metres.
    pub motion: [f32; 3],
    /// Distance in metres until the first contact, without any skin; 0 for contact or overlap at
    /// the start. `None` if the whole motion is free.
    pub distance: Option<f64>,
}

/// A large floor at y = 0 that extends to one side, from x = 0.
const TREAD: [[f32; 3]; 3] = [[0.0, 0.0, 100.0], [100.0, 0.0, 0.0], [0.0, 0.0, -100.0]];
const NEEDLE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [10.0, 0.0, -1.0], [10.0, 0.0, 1.0]];
/// A floor around the origin.
const FLOOR: [[f32; 3]; 3] = [[-100.0, 0.0, 100.0], [100.0, 0.0, 100.0], [0.0, 0.0, -100.0]];

type Row = (&'static str, &'static str, [[f32; 3]; 3], [f32; 3], [f32; 3], [f32; 3]);

/// The largest f32 below 1.
const BELOW_ONE: f32 = 1.0 - f32::EPSILON / 2.0;

/// Columns: id, description, triangle, centre, radii, motion.
const ROWS: [Row; 18] = [
    ("n1-step-45", "walked through", TREAD, [-3.0, 0.5, 0.0], [1.0; 3], [4.0, 0.0, -4.0]),
    ("n1-step-14", "stopped late, 0.19 m deep", TREAD, [-3.0, 0.5, 0.0], [1.0; 3], [4.0, 0.0, -1.0]),
    (
        "n1-b-from-above",
        "missed, plane not cut at the start",
        TREAD,
        [-3.0, 1.2, 0.0],
        [1.0; 3],
        [3.0, -0.6, -8.0],
    ),
    (
        "n1-c-corner-for-edge",
        "missed, a corner taken for the edge",
        NEEDLE,
        [-2.0, 0.5, 4.0],
        [1.0; 3],
        [6.0, 0.0, -4.0],
    ),
    ("n1-c-late", "stopped late, 0.05 m deep", NEEDLE, [4.0, 0.5, 4.0], [1.0; 3], [0.0, 0.0, -4.0]),
    (
        "n2-inside-a-millimetre",
        "falls through: overlap at the start ignored",
        FLOOR,
        [0.0, 0.999, 0.0],
        [1.0; 3],
        [0.0, -3.0, 0.0],
    ),
    (
        "n2-inside-one-bit",
        "falls through: one bit of overlap",
        FLOOR,
        [0.0, BELOW_ONE, 0.0],
        [1.0; 3],
        [0.0, -3.0, 0.0],
    ),
    (
        "n3-slide-order",
        "contact at once; the slide went deeper",
        FLOOR,
        [0.0, 1.0, 0.0],
        [1.0; 3],
        [2.0, -2.0, 0.0],
    ),
    (
        "n4-fraction-for-length",
        "a fraction used as a length: stops 3.5 m high",
        FLOOR,
        [0.0, 5.0, 0.0],
        [1.0; 3],
        [0.0, -8.0, 0.0],
    ),
    (
        "n6-grazing",
        "pulled back along the way: almost no gap left",
        FLOOR,
        [-9.0, 1.05, 0.0],
        [1.0; 3],
        [18.0, -0.1, 0.0],
    ),
    (
        "n7-ellipsoid-support",
        "the wrong point of the ellipsoid",
        FLOOR,
        [0.0, 8.0, 0.0],
        [3.0, 6.0, 3.0],
        [0.0, -4.0, 0.0],
    ),
    (
        "n8-ellipsoid-on-slope",
        "the wrong normal of the ellipsoid",
        [[-100.0, 75.0, 100.0], [100.0, -75.0, 100.0], [0.0, 0.0, -100.0]],
        [0.0, 9.0, 0.0],
        [3.0, 6.0, 3.0],
        [0.0, -4.0, 0.0],
    ),
    ("n9-parallel", "0/0: parallel above the plane", FLOOR, [0.0, 1.5, 0.0], [1.0; 3], [5.0, 0.0, 0.0]),
    ("n9-in-the-plane", "the rim of a thin sheet missed", TREAD, [-3.0, 0.0, 0.0], [1.0; 3], [4.0, 0.0, 0.0]),
    (
        "n9-nearly-parallel",
        "the plane point is 1e7 radii away",
        TREAD,
        [-3.0, 0.5, 0.0],
        [1.0; 3],
        [4.0, -1e-7, 0.0],
    ),
    (
        "n10-small-step",
        "a step below a fixed smallest length never moves",
        FLOOR,
        [0.0, 1.002, 0.0],
        [1.0; 3],
        [0.0, -0.005, 0.0],
    ),
    (
        "n13-from-behind",
        "a wall seen from its back is no wall",
        FLOOR,
        [0.0, -3.0, 0.0],
        [1.0; 3],
        [0.0, 4.0, 0.0],
    ),
    (
        "predicate-gap-small-step",
        "missed: two predicates for one fact",
        [[28.0, 0.0, 0.0], [32.0, 0.0, 4.0], [32.0, 0.0, 0.0]],
        [29.865_52, 0.402_547_72, 0.478_645_38],
        [0.4; 3],
        [0.083_273_84, -0.08, 0.003_148_386_7],
    ),
];

/// Returns all counterexamples.
#[must_use]
pub fn all() -> Vec<Counterexample> {
    ROWS.into_iter()
        .map(|(id, shows, triangle, centre, radii, motion)| {
            let distance =
                first_contact_ellipsoid(triangle.map(wide), wide(centre), wide(radii), wide(motion));
            Counterexample { id, shows, triangle, centre, radii, motion, distance }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::all;
    use crate::reference::distance::point_triangle;
    use crate::vec3::{add, wide};

    #[test]
    fn the_answers_are_the_published_ones() {
        let support = 5.126_401_2_f64;
        let published = [
            ("n1-step-45", Some(3.017_895_8)),
            ("n1-step-14", Some(2.199_65)),
            ("n1-b-from-above", Some(6.630_71)),
            ("n1-c-corner-for-edge", Some(5.219_67)),
            ("n2-inside-a-millimetre", Some(0.0)),
            ("n2-inside-one-bit", Some(0.0)),
            ("n3-slide-order", Some(0.0)),
            ("n4-fraction-for-length", Some(4.0)),
            ("n6-grazing", Some(9.000_14)),
            ("n7-ellipsoid-support", Some(2.0)),
            // Straight down onto a slope with the normal (.6, .8): 9 minus the support divided by
            // the cosine of the slope.
            ("n8-ellipsoid-on-slope", Some(9.0 - support / 0.8)),
            ("n9-parallel", None),
            ("n9-in-the-plane", Some(2.0)),
            ("n9-nearly-parallel", Some(3.0 - 0.75_f64.sqrt())),
            ("n10-small-step", Some(0.002)),
            ("n13-from-behind", Some(2.0)),
        ];
        let rows = all();
        for (id, distance) in published {
            let row = rows.iter().find(|row| row.id == id).unwrap();
            match (row.distance, distance) {
                (Some(a), Some(b)) => assert!((a - b).abs() < 2e-5, "{id} {a} {b}"),
                (a, b) => assert_eq!(a, b, "{id}"),
            }
        }
    }

    #[test]
    fn the_predicate_gap_ends_deep_inside() {
        let row = all().pop().unwrap();
        let end = add(wide(row.centre), wide(row.motion));
        let depth = f64::from(row.radii[0]) - point_triangle(end, row.triangle.map(wide));
        assert!((depth - 0.077).abs() < 1e-3, "{depth}");
        assert!(row.distance.is_some_and(|d| d > 0.0));
    }
}
