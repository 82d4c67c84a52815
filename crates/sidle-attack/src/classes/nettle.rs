//! Nettle's sweep ("General Collision Detection for Games Using Ellipsoids"), restated in f32 as
//! its text intends it. The arguments of `intersect` are in the right order, directions have unit
//! length, and the normal points from the contact to the centre.

use sidle::Vec3;

use super::Case;

/// Returns the fraction of the motion at which the method reports a hit.
///
/// The point of the ball nearest to the plane reaches the plane first. The nearest point of the
/// triangle to that plane point counts as the contact. A ray back from the contact gives the
/// distance that the ball can travel.
#[must_use]
pub fn nettle(case: &Case) -> Option<f32> {
    let [a, b, c] = case.triangle;
    let speed = case.motion.length();
    let (direction, normal) = (case.motion / speed, (b - a).cross(c - a).normalize());
    let height = normal.dot(case.from - a);
    // Treats the triangle as solid from both sides.
    let (normal, height) = if height < 0.0 { (-normal, -height) } else { (normal, height) };
    let plane_point = if height <= case.radius {
        case.from - normal * height
    } else {
        let closing = -normal.dot(direction);
        if closing <= 0.0 {
            return None;
        }
        case.from - normal * case.radius + direction * ((height - case.radius) / closing)
    };
    let contact = if is_inside(plane_point, case.triangle, normal) {
        plane_point
    } else {
        nearest_on_perimeter(plane_point, case.triangle)
    };
    // Cast a ray back from the contact to the ball, against the motion.
    let to_centre = case.from - contact;
    let along = -to_centre.dot(direction);
    let rest = case.radius * case.radius - (to_centre.length_squared() - along * along);
    if rest < 0.0 {
        return None;
    }
    let distance = along - rest.sqrt();
    (distance >= 0.0 && distance <= speed).then(|| distance / speed)
}

pub(super) fn is_inside(p: Vec3, [a, b, c]: [Vec3; 3], normal: Vec3) -> bool {
    let sides = [(a, b), (b, c), (c, a)].map(|(s, e)| (e - s).cross(p - s).dot(normal));
    sides.iter().all(|&s| s >= 0.0) || sides.iter().all(|&s| s <= 0.0)
}

fn nearest_on_perimeter(p: Vec3, [a, b, c]: [Vec3; 3]) -> Vec3 {
    let on = |s: Vec3, e: Vec3| {
        let edge = e - s;
        s + edge * ((p - s).dot(edge) / edge.length_squared()).clamp(0.0, 1.0)
    };
    let points = [on(a, b), on(b, c), on(c, a)];
    points.into_iter().min_by(|x, y| (*x - p).length().total_cmp(&(*y - p).length())).unwrap_or(a)
}
