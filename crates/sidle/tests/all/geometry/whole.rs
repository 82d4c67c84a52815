//! Geometry in exact integers: reference implementations without rounding.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use sidle::Vec3;

pub(crate) type Whole = [i64; 3];

/// The seed is fixed, so a run is the same everywhere.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        max_global_rejects: 10_000_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

/// A place with small integer coordinates: many coincide, and many triples are collinear.
pub(crate) fn place() -> impl Strategy<Value = Whole> {
    [-6_i64..=6, -6_i64..=6, -6_i64..=6]
}

pub(crate) fn float(p: Whole) -> Vec3 {
    Vec3::from(p.map(|c| c as f32))
}

pub(crate) fn sub(a: Whole, b: Whole) -> Whole {
    std::array::from_fn(|i| a[i] - b[i])
}

pub(crate) fn dot(a: Whole, b: Whole) -> i64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

pub(crate) fn cross(a: Whole, b: Whole) -> Whole {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

/// Six times the volume of a tetrahedron: positive when `d` is in front of `a`, `b`, `c`.
pub(crate) fn volume(a: Whole, b: Whole, c: Whole, d: Whole) -> i64 {
    dot(cross(sub(b, a), sub(c, a)), sub(d, a))
}

/// The corners of the convex hull of places in a plane, counter-clockwise, without those on its
/// edges (Andrew's chains).
pub(crate) fn hull(mut places: Vec<[i64; 2]>) -> Vec<[i64; 2]> {
    places.sort_unstable();
    places.dedup();
    let chain = |places: &mut dyn Iterator<Item = [i64; 2]>| {
        let mut chain: Vec<[i64; 2]> = Vec::new();
        for p in places {
            while chain.len() > 1 && turn(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0 {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut places.iter().copied());
    hull.extend(chain(&mut places.iter().rev().copied()));
    hull
}

/// Twice the area of a triangle in a plane: positive when it runs counter-clockwise.
pub(crate) fn turn(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// A plane with integer slopes in space, and integer places on it. The vertical axis changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slope {
    pub(crate) up: usize,
    pub(crate) slopes: [i64; 2],
}

impl Slope {
    pub(crate) fn lift(&self, [x, y]: [i64; 2]) -> Whole {
        let mut place = [0; 3];
        place[(self.up + 1) % 3] = x;
        place[(self.up + 2) % 3] = y;
        place[self.up] = self.slopes[0] * x + self.slopes[1] * y + 1;
        place
    }
}

pub(crate) fn slope() -> impl Strategy<Value = Slope> {
    (0_usize..3, [-2_i64..=2, -2_i64..=2]).prop_map(|(up, slopes)| Slope { up, slopes })
}
