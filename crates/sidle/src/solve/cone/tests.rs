//! Reference implementations of the cone solver: a different algorithm in plain f64.
//!
//! Projecting v onto a cone is the same as the shortest push out of it: d = v + sum p_i n_i with
//! p_i >= 0. The reference therefore searches pushes over all sets of up to three planes, and never
//! computes creases.

use super::*;
use crate::tolerance::NO_FREEDOM;

struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }
    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0), self.between(-1.0, 1.0))
    }
    /// Returns a power of ten down to 10^-`digits`.
    fn small(&mut self, digits: f64) -> f64 {
        10f64.powf(-self.between(0.0, digits))
    }

    /// Returns normals as they occur in levels, and worse: duplicates, near duplicates, opposites,
    /// fans around one edge, and creases of a plane and its near opposite. Normals are never closer
    /// to each other than the contact filter merges.
    fn normals(&mut self, most: usize) -> Vec<DVec3> {
        let count = 1 + self.below(most);
        let (axis, mut list) = (self.vector(), Vec::<DVec3>::new());
        for _ in 0..count {
            let old = list.get(self.below(list.len().max(1))).copied().unwrap_or(DVec3::Y);
            let n = match self.below(8) {
                0 => old + self.vector() * self.small(5.0),
                1 => -old + self.vector() * self.small(7.0),
                2 => -old,
                3 => axis.cross(self.vector()),
                4 => old,
                5 => [DVec3::X, DVec3::Y, DVec3::Z][self.below(3)] * [1.0, -1.0][self.below(2)],
                _ => self.vector(),
            };
            let n = n.normalize_or_zero();
            let near = |o: &DVec3| o.dot(n) != 1.0 && o.dot(n) > crate::tolerance::SAME_NORMAL;
            if n != DVec3::ZERO && !list.iter().any(near) {
                list.push(n);
            }
        }
        list
    }

    fn desired(&mut self, n: &[DVec3]) -> DVec3 {
        let one = n[self.below(n.len())];
        let other = n[self.below(n.len())];
        let v = match self.below(5) {
            0 => -one + self.vector() * self.small(9.0),
            1 => one.cross(other) + self.vector() * self.small(9.0),
            2 => self.vector() - one * self.between(0.0, 3.0),
            3 => one.cross(self.vector()) - other * self.small(9.0),
            _ => self.vector(),
        };
        v * self.small(3.0)
    }
}

/// Returns v without its components in the span of some normals. Uses Gram-Schmidt, with each
/// normal applied twice.
fn pushed(v: DVec3, set: &[DVec3]) -> DVec3 {
    let mut square: Vec<DVec3> = Vec::new();
    let off = |square: &[DVec3], v: DVec3| square.iter().fold(v, |v, s| v - *s * v.dot(*s));
    for &n in set {
        let rest = off(&square, off(&square, n));
        if rest.length() > 1e-9 {
            square.push(rest.normalize());
        }
    }
    off(&square, off(&square, v))
}

/// Returns the length of the longest feasible direction among v and v without its components along
/// any one or two planes. No such direction is longer than the projection, and the projection is
/// one of them.
fn longest(v: DVec3, n: &[DVec3]) -> f64 {
    let singles = (0..n.len()).map(|i| vec![n[i]]);
    let pairs = (0..n.len()).flat_map(|i| (0..i).map(move |j| vec![n[i], n[j]]));
    let left = singles.chain(pairs).chain([vec![]]).map(|set| pushed(v, &set));
    let enters_nothing = |d: &DVec3| n.iter().all(|n| n.dot(*d) >= -1e-15 * d.length());
    left.filter(enters_nothing).fold(0.0, |longest, d| d.length().max(longest))
}

#[test]
fn the_projection_is_what_is_left_of_the_shortest_push() {
    let mut random = Random(1);
    let (mut held, mut explained) = ([0; 4], 0);
    let (mut entry, mut short, mut square, mut unexplained) = (0.0f64, 0.0f64, 0.0f64, 0.0f64);
    for _ in 0..400_000 {
        let n = random.normals(12);
        let v = random.desired(&n);
        let (got, size) = (project(v, &n), v.length());
        // The result is feasible, perpendicular to the removed part, and no feasible direction is
        // longer.
        entry = n.iter().fold(entry, |most, n| most.max(-n.dot(got.d) / size));
        square = square.max((v - got.d).dot(got.d).abs() / (size * size));
        short = short.max((longest(v, &n) - got.d.length()) / size);
        // The pushes of the planes explain the removed part. In a slot too narrow for any
        // direction, the result may enter a plane within the tolerance, and there are no pushes.
        // Results near NO_FREEDOM are rounding.
        assert!(got.active().iter().all(|a| a.1 >= 0.0));
        let strictly = n.iter().all(|n| n.dot(got.d) >= -1e-14 * got.d.length());
        if got.d.length() > 10.0 * NO_FREEDOM * size && strictly {
            let sum = got.active().iter().fold(v, |d, &(i, push)| d + n[i] * push);
            let sin = if let &[(i, _), (j, _)] = got.active() { n[i].cross(n[j]).length() } else { 1.0 };
            unexplained = unexplained.max((sum - got.d).length() / size * sin * sin);
            explained += 1;
        }
        held[match got.held {
            Held::By(count) => count,
            Held::Everything => 3,
        }] += 1;
    }
    println!(
        "400000 cones: held by 0, 1, 2, all {held:?}; enters by {entry:e}, shorter than another by {short:e}, off square by \
         {square:e}, {explained} explained by pushes but for {unexplained:e}"
    );
    assert!(held.iter().all(|&h| h > 10_000) && explained > 150_000, "{held:?}");
    assert!(entry <= 1e-9 && short <= 1e-5 && square < 1e-12 && unexplained < 1e-12);
}

/// The motion pushes against a ceiling and a wall. The floor is parallel to the ceiling, so the
/// remaining motion would be the same with floor and wall. But the result must name the ceiling and
/// the wall: with the floor instead, the friction of the ceiling would be lost. The reference
/// implementation found this case.
#[test]
fn of_a_floor_a_ceiling_and_a_wall_the_two_that_push_are_named() {
    let n = [DVec3::Z, DVec3::NEG_Z, DVec3::NEG_X];
    let got = project(DVec3::new(1.0, 2.0, 3.0), &n);
    assert_eq!((got.d, got.active()), (DVec3::new(0.0, 2.0, 0.0), &[(1, 3.0), (2, 1.0)][..]));
}

/// Tests two walls that are opposite within rounding, one of them duplicated with a different last
/// bit. The crease is known to 1e-9, so entering the third wall by as much must not stop the
/// motion. The reference implementation found this case.
#[test]
fn a_slot_with_a_wall_that_is_there_twice_has_a_way() {
    let n = [
        DVec3::new(-0.8740360946575221, 0.15580161280238175, -0.4602029581434735),
        DVec3::new(-0.8740360946575223, 0.15580161280238178, -0.4602029581434736),
        DVec3::new(0.874036104940694, -0.15580161743071294, 0.46020293704633647),
    ];
    let v = DVec3::new(-0.0008007863870555714, -0.0014955671248691063, 0.0012824843010645329);
    let got = project(v, &n);
    assert!(got.d.dot(v) > 0.6 * v.length_squared(), "{got:?}");
}

/// Returns the shortest p with n_i . p = depth_i for all planes of a set, by orthogonalising the
/// normals one by one. Returns `None` for nearly dependent normals.
fn foot(set: &[(DVec3, f64)]) -> Option<DVec3> {
    let mut p = DVec3::ZERO;
    let mut square: Vec<DVec3> = Vec::new();
    for &(n, depth) in set {
        let rest = square.iter().fold(n, |n, s| n - *s * n.dot(*s));
        let rest = square.iter().fold(rest, |n, s| n - *s * n.dot(*s));
        if rest.length() < 1e-3 {
            return None;
        }
        let unit = rest.normalize();
        p += unit * ((depth - n.dot(p)) / n.dot(unit));
        square.push(unit);
    }
    Some(p)
}

#[test]
fn the_push_out_is_the_shortest_of_all_that_leave_every_plane() {
    let mut random = Random(2);
    let (mut found, mut none, mut entry, mut long) = (0, 0, 0.0f64, 0.0f64);
    for _ in 0..100_000 {
        let planes: Vec<(DVec3, f64)> =
            random.normals(8).into_iter().map(|n| (n, random.between(-0.5, 1.0))).collect();
        let (k, got) = (planes.len(), push_out(&planes));
        let feet = (0..=k)
            .flat_map(|a| (a..=k).flat_map(move |b| (b..=k).map(move |c| [a, b, c])))
            .filter_map(|places| {
                let mut places: Vec<usize> = places.into_iter().filter(|&i| i < k).collect();
                places.dedup();
                foot(&places.iter().map(|&i| planes[i]).collect::<Vec<_>>())
            });
        let leaves_all =
            |p: &DVec3| planes.iter().all(|(n, depth)| n.dot(*p) >= depth - 1e-13 * (1.0 + p.length()));
        let reference = feet.filter(leaves_all).map(DVec3::length).fold(f64::INFINITY, f64::min);
        match got {
            None => {
                none += 1;
                assert!(reference.is_infinite(), "{planes:?}");
            }
            Some(p) => {
                found += 1;
                entry = planes
                    .iter()
                    .fold(entry, |most, (n, depth)| most.max((depth - n.dot(p)) / (1.0 + p.length())));
                long = long.max((p.length() - reference) / (1.0 + p.length()));
            }
        }
    }
    println!("{found} ways out, {none} times none; enters by {entry:e}, longer than the twin by {long:e}");
    assert!(found > 30_000 && none > 10_000 && entry <= 1e-9 && long <= 1e-9);
}

/// Compares with the reference implementation, a stable sort. Depths repeat, like those of the
/// faces of a floor.
#[test]
fn of_equally_deep_planes_the_first_are_kept() {
    let mut random = 1_u64;
    let mut depth = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 40) as f64 % 5.0 - 1.0
    };
    for count in 0..200 {
        let mut planes: Vec<(DVec3, f64)> = (0..count).map(|i| (DVec3::X * f64::from(i), depth())).collect();
        let mut expected = planes.clone();
        expected.sort_by(|a, b| b.1.total_cmp(&a.1));
        expected.truncate(MAX_PUSHED);
        keep_deepest(&mut planes);
        assert_eq!(planes, expected, "{count} planes");
    }
}
