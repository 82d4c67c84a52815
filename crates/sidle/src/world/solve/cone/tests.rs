//! The naive twins of the cone: another way to the answer, in plain f64.
//!
//! Projecting v onto a cone is the same as pushing it out: d = v + sum p_i n_i with p_i >= 0 as short as it can be. So the
//! twin looks for the pushes, over all sets of up to three planes, and never for directions; any pushes at all bound the
//! length of the answer from above, so a twin that errs cannot excuse the solver.

use super::*;

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
    /// A power of ten down to 10^-`digits`.
    fn small(&mut self, digits: f64) -> f64 {
        10f64.powf(-self.between(0.0, digits))
    }

    /// Normals as levels have them and worse: duplicates, neighbours, opposites, fans round one edge, creases of a plane
    /// and all but its own opposite; never nearer to each other than what the contact filter takes for one.
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

    fn wish(&mut self, n: &[DVec3]) -> DVec3 {
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

/// The pushes along up to three normals that leave the least of v: Gram-Schmidt, then back; None where one would pull.
fn pushes(v: DVec3, set: &[DVec3]) -> Option<Vec<f64>> {
    let mut square: Vec<DVec3> = Vec::new();
    for &n in set {
        // Twice is enough.
        let once = square.iter().fold(n, |n, s| n - *s * n.dot(*s));
        let twice = square.iter().fold(once, |n, s| n - *s * n.dot(*s));
        if twice.length() < 1e-9 {
            return None;
        }
        square.push(twice.normalize());
    }
    let mut rest = vec![0.0; set.len()];
    for i in (0..set.len()).rev() {
        let wanted =
            -v.dot(square[i]) - (i + 1..set.len()).map(|j| rest[j] * set[j].dot(square[i])).sum::<f64>();
        rest[i] = wanted / set[i].dot(square[i]);
        if rest[i] < 0.0 {
            return None;
        }
    }
    Some(rest)
}

/// All sets of up to three places in a list.
fn sets(count: usize) -> impl Iterator<Item = Vec<usize>> {
    let none = count;
    (0..=none).flat_map(move |i| {
        (i..=none).flat_map(move |j| {
            (j..=none).filter_map(move |k| {
                let set: Vec<usize> = [i, j, k].into_iter().filter(|&x| x < none).collect();
                let mut once = set.clone();
                once.dedup();
                (once.len() == set.len()).then_some(set)
            })
        })
    })
}

/// The length of the projection, from above.
fn longest(v: DVec3, n: &[DVec3]) -> f64 {
    let left = |set: Vec<usize>| {
        let normals: Vec<DVec3> = set.iter().map(|&i| n[i]).collect();
        let p = pushes(v, &normals)?;
        Some(normals.iter().zip(p).fold(v, |d, (n, p)| d + *n * p).length())
    };
    sets(n.len()).filter_map(left).fold(v.length(), f64::min)
}

#[test]
fn the_projection_is_the_shortest_push() {
    let mut random = Random(1);
    let mut worst_push = 0.0f64;
    let (mut held, mut worst_entry, mut worst_short, mut worst_long) = ([0; 4], 0.0f64, 0.0f64, 0.0f64);
    for _ in 0..400_000 {
        let n = random.normals(12);
        let v = random.wish(&n);
        let got = project(v, &n);
        // It enters nothing,
        let entry = n.iter().fold(0.0, |most: f64, n| most.max(-n.dot(got.d)));
        if entry / v.length() > worst_entry { println!("entry {:e} {got:?} {n:?} {v:?}", entry/v.length()); }
        worst_entry = worst_entry.max(entry / v.length());
        // it is v and what its planes push,
        if got.held != Held::Everything {
            let sum = got.active().iter().fold(v, |d, &(i, push)| d + n[i] * push);
            assert!(got.active().iter().all(|a| a.1 >= 0.0));
            let sin = if let &[(i, _), (j, _)] = got.active() { n[i].cross(n[j]).length() } else { 1.0 };
            let w = (sum - got.d).length() / v.length() * sin * sin;
            if w > worst_push { println!("push {w:e} sin {sin:e}"); }
            worst_push = worst_push.max(w);
        }
        // and it is as long as it can be: what is lost by rounding counts in lengths of v.
        let twin = longest(v, &n);
        if (twin - got.d.length()) / v.length() > worst_short { println!("short {:e} {got:?} {n:?} {v:?}", (twin - got.d.length()) / v.length()); }
        worst_short = worst_short.max((twin - got.d.length()) / v.length());
        if (got.d.length()-twin) / v.length() > worst_long { println!("long {:e} {got:?} {n:?} {v:?}", (got.d.length()-twin) / v.length()); }
        worst_long = worst_long.max((got.d.length() - twin) / v.length());
        held[match got.held {
            Held::By(count) => count,
            Held::Everything => 3,
        }] += 1;
    }
    println!(
        "400000 cones: held by 0, 1, 2, all {held:?}; enters by {worst_entry:e}, shorter than the twin by {worst_short:e}, \
         longer by {worst_long:e}"
    );
    assert!(held.iter().all(|&h| h > 10_000), "{held:?}");
    assert!(worst_entry <= 1e-9 && worst_short <= 1e-6 && worst_long <= 1e-6);
}
