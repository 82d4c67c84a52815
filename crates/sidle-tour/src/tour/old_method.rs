//! The sweep of a published method, to show where its movers end. It finds the point of the polygon
//! nearest to the place where the ball would meet its plane, and tests the ball against that point.

use sidle::Vec3;

/// Returns the fraction of the motion at which the method stops the ball. Returns `None` if it
/// finds no contact.
pub(super) fn sweep(triangle: [Vec3; 3], centre: Vec3, radius: f32, motion: Vec3) -> Option<f32> {
    let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalize_or_zero();
    let height = normal.dot(centre - triangle[0]);
    // The place where the ball meets the plane.
    let on_plane = if height.abs() <= radius {
        centre - normal * height
    } else {
        let speed = normal.dot(motion);
        if speed * height >= 0.0 {
            return None;
        }
        let lowest = centre - normal * radius.copysign(height);
        lowest - motion * (normal.dot(lowest - triangle[0]) / speed)
    };
    // Back from the nearest point of the polygon to the ball, against the motion.
    let back = nearest(triangle, normal, on_plane) - centre;
    let along = back.dot(motion) / motion.length_squared();
    let aside = (back - motion * along).length_squared();
    let root = (radius * radius - aside).max(0.0).sqrt() / motion.length();
    let fraction = along - root;
    (aside <= radius * radius && (0.0..=1.0).contains(&fraction)).then_some(fraction)
}

/// Returns the point of a triangle nearest to a point of its plane.
fn nearest(triangle: [Vec3; 3], normal: Vec3, place: Vec3) -> Vec3 {
    let edges = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| (triangle[i], triangle[j]));
    if edges.iter().all(|(a, b)| normal.dot((*b - *a).cross(place - *a)) >= 0.0) {
        return place;
    }
    let on_edge = |(a, b): (Vec3, Vec3)| {
        let way = b - a;
        a + way * ((place - a).dot(way) / way.length_squared()).clamp(0.0, 1.0)
    };
    let distance = |p: &Vec3| (*p - place).length_squared();
    edges.map(on_edge).into_iter().min_by(|p, q| distance(p).total_cmp(&distance(q))).unwrap_or(place)
}

#[cfg(test)]
mod tests {
    use super::sweep;
    use sidle::Vec3;
    use sidle_scenes::counterexamples;

    #[test]
    fn the_method_fails_as_the_counterexamples_say() {
        let mut tried = 0;
        for row in counterexamples::all().iter().filter(|row| row.id.starts_with("n1-")) {
            let motion = Vec3::from(row.motion);
            let found = sweep(row.triangle.map(Vec3::from), row.centre.into(), row.radii[0], motion);
            let right = row.distance.unwrap() as f32;
            match found {
                None => {
                    assert!(row.shows.starts_with("missed") || row.shows == "walked through", "{}", row.id)
                }
                Some(share) => {
                    assert!(row.shows.starts_with("stopped late"), "{}: {share}", row.id);
                    assert!(share * motion.length() > right + 0.01, "{}: {share}", row.id);
                }
            }
            tried += 1;
        }
        assert_eq!(tried, 5);
    }

    #[test]
    fn the_method_is_right_on_an_open_floor() {
        let floor = [Vec3::new(-9.0, 0.0, 9.0), Vec3::new(9.0, 0.0, 9.0), Vec3::new(0.0, 0.0, -9.0)];
        assert_eq!(sweep(floor, Vec3::Y * 3.0, 1.0, Vec3::NEG_Y * 4.0), Some(0.5));
        assert_eq!(sweep(floor, Vec3::Y * 3.0, 1.0, Vec3::Y), None);
    }
}
