//! Rays, sphere casts and capsule casts near surfaces, and the true answers to some of them.

use sidle_judge::{Body, Judge};
use sidle_scenes::SplitMix64;

use crate::{Capsule, Level, P};

/// In metres.
pub(crate) const RADIUS: f32 = 0.4;
/// The capsule of the casts, which is that of the crowds.
pub(crate) const CAPSULE: Capsule = Capsule { radius: 0.3, height: 1.95 };
/// Largest allowed error of an answer, in metres along the path.
pub(crate) const TOLERANCE: f64 = 1e-3;
/// Half the width of the band around a contact, in metres. A body that passes an edge within this
/// band may count as a hit or not.
const BAND: f64 = 1e-4;

/// The same starts with a short and a long motion each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Queries {
    pub from: Vec<P>,
    pub short: Vec<P>,
    pub long: Vec<P>,
}

/// The kind of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ray,
    Blocked,
    Cast,
    Capsule,
}

/// Every block of queries: name, kind, and true for the long motions.
pub const QUERY_KINDS: [(&str, Kind, bool); 8] = [
    ("ray_short", Kind::Ray, false),
    ("ray_long", Kind::Ray, true),
    ("blocked_short", Kind::Blocked, false),
    ("blocked_long", Kind::Blocked, true),
    ("cast_short", Kind::Cast, false),
    ("cast_long", Kind::Cast, true),
    ("capsule_short", Kind::Capsule, false),
    ("capsule_long", Kind::Capsule, true),
];

/// Metres along the path to the first hit: anything from `first` to `last` is right. Infinite if
/// nothing is hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    pub first: f64,
    pub last: f64,
}

impl Queries {
    pub fn motions(&self, long: bool) -> &[P] {
        if long { &self.long } else { &self.short }
    }
}

/// Returns the body that is cast, or a point for a ray.
fn body_of(kind: Kind, up: P) -> Body {
    match kind {
        Kind::Ray | Kind::Blocked => Body::Point,
        Kind::Cast => Body::Sphere { radius: f64::from(RADIUS) },
        Kind::Capsule => upright(CAPSULE, up),
    }
}

/// Returns the capsule along `up`.
pub(crate) fn upright(capsule: Capsule, up: P) -> Body {
    let [x, y, z] = up.map(f64::from);
    // The rotation from y to `up`, as a quaternion of any length. A capsule upside down is the
    // same.
    let rotation = if y < 0.0 { [-z, 0.0, x, 1.0 - y] } else { [z, 0.0, -x, 1.0 + y] };
    Body::capsule(f64::from(capsule.radius), f64::from(capsule.height), rotation)
}

/// Returns `count` starts that are free for the sphere (that of rays too) or the capsule, with a
/// centre within 1.2 m of a triangle. Half of the triangles are chosen uniformly, half by area.
pub(crate) fn queries(level: &Level, judge: &Judge, kind: Kind, count: usize) -> Queries {
    let is_capsule = kind == Kind::Capsule;
    let mut rng = SplitMix64::new(if is_capsule { 0x0ca9 } else { 0x0a11 });
    let areas = running_areas(level);
    let body = body_of(if is_capsule { kind } else { Kind::Cast }, level.up);
    let mut queries = Queries::default();
    for try_number in 0..count * 200 {
        if queries.from.len() == count {
            break;
        }
        let triangle = if try_number % 2 == 0 {
            rng.below(level.triangles.len())
        } else {
            let sought = rng.range(0.0, areas.last().copied().unwrap_or(0.0));
            areas.partition_point(|&a| a < sought).min(level.triangles.len() - 1)
        };
        let on = point_on(level, triangle, &mut rng);
        let away = direction(&mut rng);
        let far = rng.range(0.41, 1.2);
        let at = [0, 1, 2].map(|k| (on[k] + away[k] * far) as f32);
        if judge.clearance(&body, at.map(f64::from), 1e-3).gap < 1e-3 {
            continue;
        }
        let way = direction(&mut rng);
        let scaled = |length: f64| way.map(|x| (x * length) as f32);
        queries.from.push(at);
        queries.short.push(scaled(rng.range(0.02, 0.5)));
        queries.long.push(scaled(rng.range(2.0, 20.0)));
    }
    queries
}

fn running_areas(level: &Level) -> Vec<f64> {
    let mut sum = 0.0;
    let area = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|i| level.vertices[i as usize].map(f64::from));
        let (u, v) = ([0, 1, 2].map(|k| b[k] - a[k]), [0, 1, 2].map(|k| c[k] - a[k]));
        let n = [0, 1, 2].map(|k| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
        0.5 * n.iter().map(|x| x * x).sum::<f64>().sqrt()
    };
    level
        .triangles
        .iter()
        .map(|t| {
            sum += area(t);
            sum
        })
        .collect()
}

fn point_on(level: &Level, triangle: usize, rng: &mut SplitMix64) -> [f64; 3] {
    let [a, b, c] = level.triangles[triangle].map(|i| level.vertices[i as usize].map(f64::from));
    let (mut u, mut v) = (rng.unit(), rng.unit());
    if u + v > 1.0 {
        (u, v) = (1.0 - u, 1.0 - v);
    }
    [0, 1, 2].map(|k| a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]))
}

fn direction(rng: &mut SplitMix64) -> [f64; 3] {
    loop {
        let d = [rng.range(-1.0, 1.0), rng.range(-1.0, 1.0), rng.range(-1.0, 1.0)];
        let square: f64 = d.iter().map(|x| x * x).sum();
        if square > 0.01 && square < 1.0 {
            return d.map(|x| x / square.sqrt());
        }
    }
}

/// Returns the true answer to one query.
pub(crate) fn truth(judge: &Judge, kind: Kind, up: P, from: P, motion: P) -> Truth {
    let (from, motion) = (from.map(f64::from), motion.map(f64::from));
    let way = length(motion);
    match kind {
        Kind::Ray | Kind::Blocked => {
            let hit = judge.ray(from, motion).filter(|&d| d <= way).unwrap_or(f64::INFINITY);
            Truth { first: hit, last: hit }
        }
        Kind::Cast | Kind::Capsule => Truth {
            first: first_touch(judge, &body_of(kind, up).inflated(BAND), from, motion),
            last: first_touch(judge, &body_of(kind, up).inflated(-BAND), from, motion),
        },
    }
}

/// Returns the metres to the first place where the body overlaps a surface, by bisection.
fn first_touch(judge: &Judge, body: &Body, from: [f64; 3], motion: [f64; 3]) -> f64 {
    let at = |share: f64| [0, 1, 2].map(|k| from[k] + motion[k] * share);
    let is_free = |a: f64, b: f64| judge.path_clearance(body, at(a), at(b), 0.0).gap >= 0.0;
    if is_free(0.0, 1.0) {
        return f64::INFINITY;
    }
    let (mut free, mut met) = (0.0, 1.0);
    // A long path is 20 m: 2^-22 of it is 5 micrometres.
    for _ in 0..22 {
        let middle = 0.5 * (free + met);
        if is_free(free, middle) { free = middle } else { met = middle }
    }
    met * length(motion)
}

pub(crate) fn length(a: [f64; 3]) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: P = [0.0, 1.0, 0.0];

    fn floor() -> Judge {
        Judge::new(&[[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [0.0, 0.0, 9.0]], &[[0, 1, 2]])
    }

    #[test]
    fn truths_of_a_floor() {
        let ray = truth(&floor(), Kind::Ray, UP, [0.0, 1.0, 0.0], [0.0, -4.0, 0.0]);
        assert!((ray.first - 1.0).abs() < 1e-9);
        let cast = truth(&floor(), Kind::Cast, UP, [0.0, 1.0, 0.0], [0.0, -4.0, 0.0]);
        assert!(cast.first < 0.6 && cast.last > 0.6 && cast.last - cast.first < 3e-4);
        let short = truth(&floor(), Kind::Cast, UP, [0.0, 1.0, 0.0], [0.0, -0.5, 0.0]);
        assert_eq!(short.last, f64::INFINITY);
    }

    #[test]
    fn truths_of_a_capsule_stand_along_up() {
        let near = |up: P, right: f64| {
            let cast = truth(&floor(), Kind::Capsule, up, [0.0, 2.0, 0.0], [0.0, -4.0, 0.0]);
            assert!(cast.first < right && cast.last > right && cast.last - cast.first < 3e-4, "{cast:?}");
        };
        near(UP, 2.0 - 0.975);
        near([0.0, -1.0, 0.0], 2.0 - 0.975);
        near([1.0, 0.0, 0.0], 2.0 - 0.3);
        near([0.0, 0.0, 1.0], 2.0 - 0.3);
    }

    #[test]
    fn starts_are_free_and_near() {
        let level = crate::read_level("hall", std::path::Path::new("")).unwrap();
        let judge = Judge::new(&level.vertices, &level.triangles);
        for (kind, farthest) in [(Kind::Cast, 0.81), (Kind::Capsule, 0.91)] {
            let queries = queries(&level, &judge, kind, 500);
            assert_eq!(queries.from.len(), 500);
            for at in &queries.from {
                let gap = judge.clearance(&body_of(kind, level.up), at.map(f64::from), 2.0).gap;
                assert!((0.0..farthest).contains(&gap), "{kind:?}: {gap}");
            }
        }
    }
}
