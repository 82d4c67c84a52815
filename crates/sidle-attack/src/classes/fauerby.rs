//! Fauerby's sweep ("Improved Collision Detection and Response"), restated in f32. It works in the
//! space in which the ball has the radius 1. It tests the face over the interval in which the ball
//! intersects its plane, then the corners and edges by the quadratic formula.

use super::Case;
use super::nettle::is_inside;

/// Returns the fraction of the motion at which the method reports a hit.
#[must_use]
pub fn fauerby(case: &Case) -> Option<f32> {
    let triangle = case.triangle.map(|v| v / case.radius);
    let (base, velocity) = (case.from / case.radius, case.motion / case.radius);
    let [a, b, c] = triangle;
    let normal = (b - a).cross(c - a).normalize();
    let height = normal.dot(base - a);
    // Treats the triangle as solid from both sides.
    let (normal, height) = if height < 0.0 { (-normal, -height) } else { (normal, height) };
    let speed = normal.dot(velocity);
    let mut embedded = false;
    let mut first = 0.0;
    if speed == 0.0 {
        if height >= 1.0 {
            return None;
        }
        embedded = true;
    } else {
        let (t0, t1) = ((1.0 - height) / speed, (-1.0 - height) / speed);
        let (t0, t1) = if t0 > t1 { (t1, t0) } else { (t0, t1) };
        if t0 > 1.0 || t1 < 0.0 {
            return None;
        }
        first = t0.clamp(0.0, 1.0);
    }
    if !embedded && is_inside(base - normal + velocity * first, triangle, normal) {
        return Some(first);
    }
    let mut found: Option<f32> = None;
    let squared = velocity.length_squared();
    for p in triangle {
        let away = base - p;
        let root = lowest_root(squared, 2.0 * velocity.dot(away), away.length_squared() - 1.0, found);
        found = root.or(found);
    }
    for (s, e) in [(a, b), (b, c), (c, a)] {
        let (edge, to_base) = (e - s, s - base);
        let (edge2, along, beside) = (edge.length_squared(), edge.dot(velocity), edge.dot(to_base));
        let root = lowest_root(
            edge2 * -squared + along * along,
            edge2 * (2.0 * velocity.dot(to_base)) - 2.0 * along * beside,
            edge2 * (1.0 - to_base.length_squared()) + beside * beside,
            found,
        );
        if let Some(t) = root {
            let place = (along * t - beside) / edge2;
            if (0.0..=1.0).contains(&place) {
                found = Some(t);
            }
        }
    }
    found
}

/// Returns the smallest positive root of a t^2 + b t + c that is below 1 and below `found`.
fn lowest_root(a: f32, b: f32, c: f32, found: Option<f32>) -> Option<f32> {
    let most = found.unwrap_or(1.0);
    let determinant = b * b - 4.0 * a * c;
    if determinant < 0.0 {
        return None;
    }
    let root = determinant.sqrt();
    let (r1, r2) = ((-b - root) / (2.0 * a), (-b + root) / (2.0 * a));
    let (r1, r2) = if r1 > r2 { (r2, r1) } else { (r1, r2) };
    [r1, r2].into_iter().find(|&r| r > 0.0 && r < most)
}

#[cfg(test)]
mod tests {
    use sidle::Vec3;

    use super::*;

    #[test]
    fn a_ball_on_a_floor() {
        let triangle = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0)];
        let case = Case { triangle, radius: 0.5, from: Vec3::Y * 2.5, motion: Vec3::NEG_Y * 4.0 };
        assert_eq!(fauerby(&case), Some(0.5));
        assert_eq!(super::super::nettle(&case), Some(0.5));
        let edge = Case { from: Vec3::new(0.0, 0.0, -11.5), motion: Vec3::Z * 4.0, ..case };
        assert_eq!(fauerby(&edge), Some(0.5));
    }
}
