//! The slow twin of the exact judge: rationals and a minimum sought over every combination of
//! corners. It shares the numbers and nothing else: another map into the space of the body, another
//! way to the least distance.
#![allow(dead_code)] // each test file uses its own part

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_rational::Ratio;
use sidle_judge::{Body, V};

type R = Ratio<BigInt>;
type VR = [R; 3];

pub(crate) fn rational(x: f64) -> R {
    Ratio::from_float(x).expect("finite")
}

fn zero() -> R {
    rational(0.0)
}

fn vector(v: V) -> VR {
    v.map(rational)
}

fn add(a: &VR, b: &VR) -> VR {
    [0, 1, 2].map(|i| &a[i] + &b[i])
}

fn sub(a: &VR, b: &VR) -> VR {
    [0, 1, 2].map(|i| &a[i] - &b[i])
}

fn dot(a: &VR, b: &VR) -> R {
    (0..3).fold(zero(), |sum, i| sum + &a[i] * &b[i])
}

fn cross(a: &VR, b: &VR) -> VR {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &a[i] * &b[j] - &a[j] * &b[i])
}

/// The point in the space of the unit ball; for spheres and points in metres.
fn in_space(body: &Body, v: &VR) -> VR {
    let Body::Ellipsoid { radii, rotation } = *body else { return v.clone() };
    let [x, y, z, w] = rotation.map(rational);
    let squared = &x * &x + &y * &y + &z * &z + &w * &w;
    // Rotated back by the conjugate quaternion: v + 2 u x (u x v + w v) / squared, u = -(x, y, z).
    let u = [-x, -y, -z];
    let inner = cross(&u, v);
    let inner = [0, 1, 2].map(|i| &inner[i] + &w * &v[i]);
    let outer = cross(&u, &inner);
    [0, 1, 2].map(|i| (&v[i] + (&outer[i] + &outer[i]) / &squared) / rational(radii[i]))
}

/// Compares the least squared distance between the path and the triangle with the squared radius.
pub(crate) fn order(body: &Body, from: V, to: V, triangle: &[V; 3]) -> Ordering {
    let from = vector(from);
    let place = |p: V| in_space(body, &sub(&vector(p), &from));
    let core = core_of(body);
    let around = |p: VR| [sub(&p, &core), add(&p, &core)];
    // Corners of the way; without a core only the first and the third count.
    let [p, q] = [[zero(), zero(), zero()], place(to)].map(around);
    let ([a, b], [c, d]) = (p, q);
    let way = if core.iter().all(|x| *x == zero()) { vec![a, c] } else { vec![a, b, c, d] };
    let corners = triangle.map(place);
    let level = match *body {
        Body::Point => zero(),
        Body::Sphere { radius } => rational(radius),
        Body::Capsule { radius, .. } => rational(radius),
        Body::Ellipsoid { .. } => rational(1.0),
    };
    if level == zero() && pierces(&corners, &core, &place(to)) {
        return Ordering::Less;
    }
    let mut least: Option<R> = None;
    for s in 1..1u32 << way.len() {
        for t in 1..8u32 {
            let on_way: Vec<&VR> = (0..way.len()).filter(|i| s >> i & 1 == 1).map(|i| &way[i]).collect();
            if on_way.len() > 3 {
                continue;
            }
            let on_triangle: Vec<&VR> = (0..3).filter(|i| t >> i & 1 == 1).map(|i| &corners[i]).collect();
            if let Some(squared) = between_hulls(&on_way, &on_triangle)
                && least.as_ref().is_none_or(|l| squared < *l)
            {
                least = Some(squared);
            }
        }
    }
    least.expect("corners alone always answer").cmp(&(&level * &level))
}

/// Half the core of a capsule: the y axis turned by v + 2 u x (u x v + w v) / squared.
fn core_of(body: &Body) -> VR {
    let Body::Capsule { half_core: [p, q], rotation, .. } = *body else {
        return [zero(), zero(), zero()];
    };
    let [x, y, z, w] = rotation.map(rational);
    let squared = &x * &x + &y * &y + &z * &z + &w * &w;
    let (u, v) = ([x, y, z], [zero(), rational(p) + rational(q), zero()]);
    let inner = cross(&u, &v);
    let inner = [0, 1, 2].map(|i| &inner[i] + &w * &v[i]);
    let outer = cross(&u, &inner);
    [0, 1, 2].map(|i| &v[i] + (&outer[i] + &outer[i]) / &squared)
}

/// Returns true if a core passes strictly through the triangle, on a way from the origin. Where the
/// line of the core meets the plane, as shares of the edges and of the core: each is linear in the
/// time.
fn pierces([a, b, c]: &[VR; 3], core: &VR, to: &VR) -> bool {
    let (e, f) = (sub(b, a), sub(c, a));
    // x + s core = a + u e + v f
    let shares = |x: VR| {
        let rows = (0..3).map(|k| vec![e[k].clone(), f[k].clone(), -core[k].clone()]).collect();
        solve(rows, sub(&x, a).to_vec())
    };
    let (Some(p), Some(q)) = (shares([zero(), zero(), zero()]), shares(to.clone())) else { return false };
    // All of these above zero, for a time that `first` and `last` enclose.
    let one = rational(1.0);
    let slacks = |w: &[R]| [w[0].clone(), w[1].clone(), &one - &w[0] - &w[1], &one - &w[2], &one + &w[2]];
    let (mut first, mut last, mut inside) = (vec![], vec![], true);
    for (p, q) in slacks(&p).iter().zip(&slacks(&q)) {
        inside &= *p > zero() || *q > zero();
        if *p <= zero() && *q > zero() {
            first.push(p / (p - q));
        } else if *q <= zero() && *p > zero() {
            last.push(p / (p - q));
        }
    }
    inside && first.iter().all(|t| last.iter().all(|u| t < u))
}

/// The squared distance between the affine hulls, if its points are unique and lie inside both.
fn between_hulls(p: &[&VR], q: &[&VR]) -> Option<R> {
    // p0 + sum a_i (p_i - p0) - q0 - sum b_j (q_j - q0)
    let offset = sub(p[0], q[0]);
    let mut ways: Vec<VR> = p[1..].iter().map(|p_i| sub(p_i, p[0])).collect();
    ways.extend(q[1..].iter().map(|q_j| sub(q[0], q_j)));
    let gram = ways.iter().map(|a| ways.iter().map(|b| dot(a, b)).collect()).collect();
    let shares = solve(gram, ways.iter().map(|a| -dot(a, &offset)).collect())?;
    for part in [&shares[..p.len() - 1], &shares[p.len() - 1..]] {
        let sum = part.iter().fold(zero(), |sum, share| sum + share);
        if part.iter().any(|share| *share < zero()) || sum > rational(1.0) {
            return None;
        }
    }
    let apart = [0, 1, 2]
        .map(|k| ways.iter().zip(&shares).fold(offset[k].clone(), |sum, (way, share)| sum + &way[k] * share));
    Some(dot(&apart, &apart))
}

/// Gaussian elimination; `None` if singular.
fn solve(mut rows: Vec<Vec<R>>, mut right: Vec<R>) -> Option<Vec<R>> {
    for k in 0..rows.len() {
        let pivot = (k..rows.len()).find(|&i| rows[i][k] != zero())?;
        rows.swap(k, pivot);
        right.swap(k, pivot);
        for i in 0..rows.len() {
            if i != k {
                let factor = &rows[i][k] / &rows[k][k];
                let (row, other) = (rows[k].clone(), &mut rows[i]);
                other.iter_mut().zip(&row).for_each(|(x, y)| *x -= &factor * y);
                let shift = &factor * &right[k];
                right[i] -= shift;
            }
        }
    }
    Some((0..rows.len()).map(|i| &right[i] / &rows[i][i]).collect())
}

/// The side of a point: the sign of the volume over the corners, in rational numbers.
pub(crate) fn side(triangle: &[V; 3], p: V) -> Ordering {
    let [a, b, c] = triangle.map(vector);
    let normal = cross(&sub(&b, &a), &sub(&c, &a));
    dot(&normal, &sub(&vector(p), &a)).cmp(&zero())
}

/// Returns true if the segment meets the plane inside the triangle, by barycentric coordinates.
pub(crate) fn crosses(from: V, to: V, triangle: &[V; 3]) -> bool {
    if side(triangle, from).is_eq() || side(triangle, to) != side(triangle, from).reverse() {
        return false;
    }
    let ([a, b, c], p, q) = (triangle.map(vector), vector(from), vector(to));
    let (way, e, f) = (sub(&q, &p), sub(&b, &a), sub(&c, &a));
    // p + t way = a + u e + v f
    let rows = (0..3).map(|k| vec![way[k].clone(), -e[k].clone(), -f[k].clone()]).collect();
    let shares = solve(rows, sub(&a, &p).to_vec()).expect("the plane is crossed");
    shares[1] >= zero() && shares[2] >= zero() && &shares[1] + &shares[2] <= rational(1.0)
}
