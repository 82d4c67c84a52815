//! The first contact of a moving ball or ellipsoid with a triangle.

use crate::reference::distance::point_triangle;
use crate::vec3::{along, length};

/// Returns the distance in metres until a ball of radius `radius` around `centre`, moving by
/// `motion`, first has contact with a triangle. It is 0 for contact or overlap at the start, and
/// `None` without contact during the motion.
///
/// The distance to a convex set is convex along a line. Golden-section search finds its minimum,
/// and bisection the first place at or below the radius. The error is about 1e-13 of the motion. At
/// grazing contacts the problem itself is only determined to the square root of that.
#[must_use]
pub fn first_contact(
    triangle: [[f64; 3]; 3],
    centre: [f64; 3],
    radius: f64,
    motion: [f64; 3],
) -> Option<f64> {
    let gap = |t: f64| point_triangle(along(centre, motion, t), triangle) - radius;
    if gap(0.0) <= 0.0 {
        return Some(0.0);
    }
    let golden = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (0.0, 1.0);
    let mut touching = if gap(1.0) <= 0.0 { Some(1.0) } else { None };
    for _ in 0..200 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        let (gap_a, gap_b) = (gap(a), gap(b));
        if gap_a <= 0.0 || gap_b <= 0.0 {
            touching = Some(if gap_a <= 0.0 { a } else { b });
            break;
        }
        if gap_a < gap_b { high = b } else { low = a }
    }
    let (mut free, mut touching) = (0.0, touching?);
    for _ in 0..100 {
        let middle = 0.5 * (free + touching);
        if gap(middle) > 0.0 { free = middle } else { touching = middle }
    }
    Some(touching * length(motion))
}

/// Returns [`first_contact`] for an axis-aligned ellipsoid, by scaling the world until it is the
/// unit ball.
#[must_use]
pub fn first_contact_ellipsoid(
    triangle: [[f64; 3]; 3],
    centre: [f64; 3],
    radii: [f64; 3],
    motion: [f64; 3],
) -> Option<f64> {
    let unit = |p: [f64; 3]| [p[0] / radii[0], p[1] / radii[1], p[2] / radii[2]];
    let way = first_contact(triangle.map(unit), unit(centre), 1.0, unit(motion))?;
    Some(if way == 0.0 { 0.0 } else { way / length(unit(motion)) * length(motion) })
}

#[cfg(test)]
mod tests {
    use super::{first_contact, first_contact_ellipsoid};

    const FLOOR: [[f64; 3]; 3] = [[-100.0, 0.0, 100.0], [100.0, 0.0, 0.0], [-100.0, 0.0, -100.0]];

    #[test]
    fn faces_edges_and_misses() {
        let fall = first_contact(FLOOR, [0.0, 5.0, 0.0], 1.0, [0.0, -8.0, 0.0]);
        assert!((fall.unwrap() - 4.0).abs() < 1e-12);
        let side = first_contact(FLOOR, [-103.0, 0.5, 0.0], 1.0, [8.0, 0.0, 0.0]);
        assert!((side.unwrap() - (3.0 - 0.75_f64.sqrt())).abs() < 1e-12);
        assert_eq!(first_contact(FLOOR, [0.0, 5.0, 0.0], 1.0, [0.0, -3.9, 0.0]), None);
        assert_eq!(first_contact(FLOOR, [0.0, 5.0, 0.0], 1.0, [9.0, 1.0, 0.0]), None);
        assert_eq!(first_contact(FLOOR, [0.0, 0.9, 0.0], 1.0, [0.0, 1.0, 0.0]), Some(0.0));
    }

    #[test]
    fn ellipsoids_touch_with_their_own_half_length() {
        let way = first_contact_ellipsoid(FLOOR, [0.0, 5.0, 0.0], [0.4, 0.9, 0.4], [1.0, -8.0, 0.0]);
        assert!((way.unwrap() - 4.1 / 8.0 * 65.0_f64.sqrt()).abs() < 1e-12);
    }
}
