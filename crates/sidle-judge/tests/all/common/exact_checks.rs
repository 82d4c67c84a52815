//! Checks of the exact judge that hold for every body.

use std::cmp::Ordering;

use super::{dot, length, sub};
use sidle_judge::{Body, Judge, V, exact};

pub fn f32_born(v: V) -> V {
    v.map(|x| f64::from(x as f32))
}

pub fn level_of(triangle: &[V; 3]) -> Judge {
    Judge::new(&triangle.map(|v| v.map(|x| x as f32)), &[[0, 1, 2]])
}

/// Returns the exact answer, which must be the same for every order of the corners and for the way
/// back.
pub fn order_in_all_orders(body: &Body, from: V, to: V, [a, b, c]: [V; 3]) -> Ordering {
    let answers = [[a, b, c], [b, c, a], [c, a, b], [c, b, a], [b, a, c], [a, c, b]]
        .map(|t| exact::path_order(body, from, to, &t).expect("finite"));
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{body:?} {from:?} {to:?} {a:?} {b:?} {c:?}");
    assert_eq!(exact::path_order(body, to, from, &[a, b, c]), Some(answers[0]));
    answers[0]
}

/// Rotates a vector of integers by a quaternion of integers, times the squared length of the
/// quaternion.
pub fn turn([x, y, z, w]: [f64; 4], v: V) -> V {
    let rows = [
        [w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ];
    rows.map(|row| dot(row, v))
}

/// Returns true if the plane with this normal separates the body from the triangle or touches both.
/// Then they must be free. Strictly separated along one normal is strictly separated; in contact
/// along one normal, they may still be separated along another.
pub fn is_parted(body: &Body, at: V, triangle: &[V; 3], normal: V) -> bool {
    let order = exact::order(body, at, triangle).expect("finite");
    match exact::plane_order(body, at, triangle, normal) {
        Some(Ordering::Greater) => assert!(order.is_gt(), "{body:?} {at:?} {triangle:?} {normal:?}"),
        Some(Ordering::Equal) => assert!(order.is_ge(), "{body:?} {at:?} {triangle:?} {normal:?}"),
        Some(Ordering::Less) => return false,
        None => assert_eq!(normal, [0.0; 3]),
    }
    true
}

/// Compares the judge in f64 with the exact one: they must agree where f64 is sure, and
/// [`Judge::decide_path`] everywhere.
#[derive(Default)]
pub struct Agreement {
    cases: u32,
    within: u32,
    wrong: u32,
    worst: f64,
    asked: u32,
}

impl Agreement {
    /// Compares a path. `core` is the length of the body's core.
    pub fn compare(&mut self, body: &Body, [from, to]: [V; 2], triangle: &[V; 3], core: f64) {
        let level = level_of(triangle);
        let gap = level.path_clearance(body, from, to, 1e9).gap;
        let overlaps = exact::overlaps_on_way(body, from, to, triangle);
        let far = triangle.iter().map(|v| length(sub(*v, from)));
        let size = far.fold(length(sub(to, from)).max(core), f64::max);
        self.cases += 1;
        self.within += u32::from(gap.abs() <= 1e-9 * size);
        if overlaps != (gap < 0.0) {
            self.wrong += 1;
            self.worst = self.worst.max(gap.abs() / size);
        }
        let decision = level.decide_path(body, from, to);
        assert_eq!(decision.free, !overlaps, "{gap:e} {body:?} {from:?} {to:?} {triangle:?}");
        self.asked += decision.exact_tests;
    }

    /// Checks that f64 alone was wrong only near a contact, and not always right.
    pub fn check(&self) {
        let Self { cases, within, wrong, worst, asked } = *self;
        println!(
            "{cases} cases: {within} within 1e-9 of touching, {asked} decided exactly, f64 alone wrong {wrong} \
             times, at gaps up to {worst:e} of the size"
        );
        assert!(worst < 1e-9 && within > cases / 4 && asked < cases, "{worst:e}");
        assert!(wrong > 0, "then there would be no need for the exact judge");
    }
}
