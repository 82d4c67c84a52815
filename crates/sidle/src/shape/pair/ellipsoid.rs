//! Planes that separate a point from an ellipsoid, in the axes of the ellipsoid.
//!
//! Let e be the half lengths and y the point. The closest point x of the surface satisfies x_i =
//! e_i^2 y_i / (t + e_i^2), where t is the largest root of sum (x_i / e_i)^2 = 1. This holds for
//! points inside too, with t < 0 (Eberly, "Distance from a point to an ellipse, an ellipsoid, or a
//! hyperellipsoid"). The inverse square root of the sum is concave in t, so Newton's method from
//! the left approaches the root from the left (Moré and Sorensen).

use glam::{DMat3, DVec3};

use crate::tolerance::{EIGEN_SWEEPS, NEWTON_STEPS, THINNEST_ELLIPSOID};

/// An ellipsoid around the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ellipsoid {
    /// Its columns are the unit axes, in world space.
    pub(super) axes: DMat3,
    /// Half lengths along the axes, in metres.
    pub(super) radii: DVec3,
}

impl Ellipsoid {
    /// Returns the ellipsoid with the support function sqrt(n . S n).
    fn of_support_matrix(s: DMat3) -> Self {
        let (axes, squares) = eigen(s);
        Self { axes, radii: DVec3::from(squares.to_array().map(|e| if e > 0.0 { e.sqrt() } else { 0.0 })) }
    }

    /// Returns the ellipsoid around the sum of two ellipsoids that touches the sum where the first
    /// support is `share` of the total (Kurzhanskiy). The arguments are support matrices.
    pub(super) fn around_sum(first: DMat3, second: DMat3, share: f64) -> Self {
        Self::of_support_matrix(first * share.recip() + second * (1.0 - share).recip())
    }

    /// Returns the shadow along the unit vector `u`, stretched along `u` to more than its width.
    pub(super) fn shadow(&self, u: DVec3) -> Self {
        let across = |v: DVec3| v - u * v.dot(u);
        let half = self.half_axes();
        let flat = DMat3::from_cols(across(half.x_axis), across(half.y_axis), across(half.z_axis));
        let long = u * (2.0 * self.radii.max_element());
        Self::of_support_matrix(
            flat.mul_mat3(&flat.transpose()) + DMat3::from_cols(long * long.x, long * long.y, long * long.z),
        )
    }

    fn half_axes(&self) -> DMat3 {
        let DMat3 { x_axis, y_axis, z_axis } = self.axes;
        DMat3::from_cols(x_axis * self.radii.x, y_axis * self.radii.y, z_axis * self.radii.z)
    }

    /// Returns the matrix S of the support function sqrt(n . S n).
    pub(super) fn support_matrix(&self) -> DMat3 {
        let half = self.half_axes();
        half.mul_mat3(&half.transpose())
    }

    /// Returns the largest n . x of the points x of the ellipsoid.
    pub(super) fn support(&self, n: DVec3) -> f64 {
        (self.local(n) * self.radii).length()
    }

    /// Returns the point with the largest n . x.
    pub(super) fn support_point(&self, n: DVec3) -> DVec3 {
        let stretched = self.local(n) * self.radii;
        self.axes.mul_vec3(stretched * self.radii) / stretched.length()
    }

    /// Returns the unit normal of the surface at the point of the surface closest to `q`. With
    /// several such points, it returns one of the normals.
    pub(super) fn normal_towards(&self, q: DVec3) -> DVec3 {
        let n = self.axes.mul_vec3(local_normal(self.radii, self.local(q)));
        n / n.length()
    }

    fn local(&self, v: DVec3) -> DVec3 {
        DVec3::new(self.axes.x_axis.dot(v), self.axes.y_axis.dot(v), self.axes.z_axis.dot(v))
    }
}

/// Returns a normal, of any length, at the point of the surface closest to `y`, in the axes of the
/// ellipsoid.
fn local_normal(radii: DVec3, y: DVec3) -> DVec3 {
    let radii = radii.max(DVec3::splat(radii.max_element() * THINNEST_ELLIPSOID));
    let least = radii.min_element();
    // In units of the smallest half length, with `t` counted from -1, the pole of the smallest
    // axis.
    let (ratio, z) = (radii / least, y.abs() / least);
    let pole = (ratio - 1.0) * (ratio + 1.0);
    let weight = ratio * z;
    let part = |w: f64, over: f64| if w > 0.0 { w / over } else { 0.0 };
    let parts =
        |w: DVec3, t: f64| DVec3::new(part(w.x, t + pole.x), part(w.y, t + pole.y), part(w.z, t + pole.z));
    // Each term alone is at least 1 up to this t, so the root is to the right.
    let mut t = (weight - pole).max_element().max(0.0);
    let mut p = parts(weight, t);
    if t == 0.0 && p.length_squared() < 1.0 {
        // The point lies inside, in the plane of the longer axes. The closest points are mirror
        // images in that plane.
        let rest = (1.0 - p.length_squared()).sqrt();
        let mut n = parts(z, 0.0);
        let shortest = (0..3).find(|&i| pole[i] == 0.0).unwrap_or(0);
        n[shortest] = rest;
        return signed(n, y);
    }
    for _ in 0..NEWTON_STEPS {
        let size = p.length();
        let slope = p.dot(parts(p, t));
        let next = t + (size - 1.0) * (size * size) / slope;
        if !(size > 1.0 && next > t) {
            break;
        }
        t = next;
        p = parts(weight, t);
    }
    signed(parts(z, t), y)
}

fn signed(n: DVec3, like: DVec3) -> DVec3 {
    let one = |n: f64, y: f64| if y < 0.0 { -n } else { n };
    DVec3::new(one(n.x, like.x), one(n.y, like.y), one(n.z, like.z))
}

/// Returns the eigenvectors of a symmetric matrix, as columns, and its eigenvalues: Jacobi's
/// method.
fn eigen(mut m: DMat3) -> (DMat3, DVec3) {
    let mut axes = DMat3::IDENTITY;
    // The square of a much smaller entry could underflow.
    let negligible = (m.x_axis.x + m.y_axis.y + m.z_axis.z) * (f64::EPSILON * f64::EPSILON);
    for _ in 0..EIGEN_SWEEPS {
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let off = m.col(i)[j];
            if off.abs() <= negligible {
                continue;
            }
            // The tangent of the rotation that removes the entry; the smaller of two.
            let half = 0.5 * (m.col(j)[j] - m.col(i)[i]);
            let length = (half * half + off * off).sqrt();
            let tangent = if half < 0.0 { off / (half - length) } else { off / (half + length) };
            let cosine = (1.0 + tangent * tangent).sqrt().recip();
            let (c, s) = (cosine, cosine * tangent);
            let mut turn = DMat3::IDENTITY;
            (turn.col_mut(i)[i], turn.col_mut(j)[j]) = (c, c);
            (turn.col_mut(i)[j], turn.col_mut(j)[i]) = (-s, s);
            m = turn.transpose().mul_mat3(&m).mul_mat3(&turn);
            (m.col_mut(i)[j], m.col_mut(j)[i]) = (0.0, 0.0);
            axes = axes.mul_mat3(&turn);
        }
    }
    (axes, DVec3::new(m.x_axis.x, m.y_axis.y, m.z_axis.z))
}

#[cfg(test)]
mod tests {
    use sidle_scenes::SplitMix64;

    use super::*;

    #[test]
    fn eigenvectors_diagonalise() {
        let mut rng = SplitMix64::new(3);
        for _ in 0..10_000 {
            let mut v = || DVec3::from([0; 3].map(|_| rng.range(-1.0, 1.0)));
            let half = DMat3::from_cols(v(), v(), v() * 0.01);
            let m = half.mul_mat3(&half.transpose());
            let (axes, values) = eigen(m);
            for i in 0..3 {
                let miss = m.mul_vec3(axes.col(i)) - axes.col(i) * values[i];
                assert!(miss.length() < 1e-14, "{miss}");
                assert!((axes.col(i).length() - 1.0).abs() < 1e-14);
            }
        }
    }

    /// The normal leads from the closest point to the given one, outside and inside. No other
    /// sampled normal gives a larger separation.
    #[test]
    fn the_normal_is_that_of_the_closest_point() {
        let mut rng = SplitMix64::new(4);
        for case in 0..20_000 {
            let mut v = |s: f64| DVec3::from([0; 3].map(|_| rng.range(-s, s)));
            let radii = v(1.0).abs() + [0.5, 0.01, 1e-4][case % 3];
            let mut y = v([0.2, 1.0, 5.0][case / 3 % 3]);
            if case % 5 == 0 {
                y[case / 5 % 3] = 0.0;
            }
            let ellipsoid = Ellipsoid { axes: DMat3::IDENTITY, radii };
            let n = ellipsoid.normal_towards(y);
            let separation = y.dot(n) - ellipsoid.support(n);
            let miss = y - ellipsoid.support_point(n) - n * separation;
            assert!(miss.length() < 1e-9, "{case}: {miss} {radii} {y}");
            for _ in 0..50 {
                let m = v(1.0).normalize();
                assert!(y.dot(m) - ellipsoid.support(m) <= separation + 1e-14, "{case}: {radii} {y}");
            }
        }
    }

    #[test]
    fn a_centre_has_the_normal_of_the_shortest_axis() {
        let n = |radii: DVec3| local_normal(radii, DVec3::ZERO);
        assert_eq!(n(DVec3::new(3.0, 1.0, 2.0)), DVec3::Y);
        assert_eq!(n(DVec3::ONE), DVec3::X);
    }
}
