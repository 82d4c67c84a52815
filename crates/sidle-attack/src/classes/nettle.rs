//! Nettle's sweep ("General Collision Detection for Games Using Ellipsoids"), restated in f32 as
//! its text intends it: the arguments of `intersect` in the right order, directions of unit length,
//! the normal from the contact to the centre.

use sidle::Vec3;

use super::Case;

/// The fraction of the motion at which it reports a hit.
///
/// The plane is met first, by the point of the ball that is nearest to it; the nearest point of the
/// triangle to that plane point counts as the contact; and a ray back from there finds how far the
/// ball may go.
#[must_use]
pub fn nettle(case: &Case) -> Option<f32> {
    let [a, b, c] = case.triangle;
    let speed = case.motion.length();
    let (direction, normal) = (case.motion / speed, (b - a).cross(c - a).normalize());
    let height = normal.dot(case.from - a);
    // Solid from both sides.
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
    // The ray back: from the contact against the motion to the ball.
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
