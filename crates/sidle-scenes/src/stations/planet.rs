//! Walking around a small planet.

use crate::build::Builder;
use crate::level::Level;
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Run, Shape, Station};
use crate::vec3::{V3, add, cross, dot, length, normalize, scale, sub, wide};

/// Radius of the planet, in metres.
const RADIUS: f64 = 5.0;
/// Speeds, in metres per second.
const WALK: f64 = 2.0;
const PULL: f64 = 1.0;

/// Builds an icosahedron with every face split in four three times (1280 faces), and its corners
/// moved onto the sphere.
fn planet() -> Level {
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let mut corners: Vec<V3> = Vec::new();
    for (a, b) in [(1.0, golden), (1.0, -golden), (-1.0, golden), (-1.0, -golden)] {
        corners.extend([[0.0, a, b], [a, b, 0.0], [b, 0.0, a]].map(normalize));
    }
    // The nearest pairs of the twelve corners are neighbours.
    let near = |p: V3, q: V3| length(sub(p, q)) < 1.1;
    let mut faces: Vec<[V3; 3]> = Vec::new();
    for (i, &p) in corners.iter().enumerate() {
        for (j, &q) in corners.iter().enumerate().skip(i + 1) {
            for &r in corners.iter().skip(j + 1).filter(|&&r| near(p, q) && near(q, r) && near(r, p)) {
                faces.push(if dot(cross(p, q), r) > 0.0 { [p, q, r] } else { [p, r, q] });
            }
        }
    }
    for _ in 0..3 {
        let half = |p: V3, q: V3| normalize(add(p, q));
        let cut = |[p, q, r]: [V3; 3]| {
            let (a, b, c) = (half(p, q), half(q, r), half(r, p));
            [[p, a, c], [a, q, b], [c, b, r], [a, b, c]]
        };
        faces = faces.into_iter().flat_map(cut).collect();
    }
    let mut b = Builder::new();
    for face in faces {
        let [p, q, r] = face.map(|p| scale(p, RADIUS));
        b.triangle(p, q, r);
    }
    b.finish("planet", &[])
}

/// Returns the radii of the largest ball about the origin inside the level, and of the smallest
/// around it.
fn inner_and_outer(level: &Level) -> [f64; 2] {
    let inner = (0..level.triangles.len()).map(|i| {
        let [a, b, c] = level.corners(i).map(wide);
        dot(normalize(cross(sub(b, a), sub(c, a))), a)
    });
    let outer = level.vertices.iter().map(|&v| length(wide(v)));
    [inner.fold(f64::MAX, f64::min), outer.fold(0.0, f64::max)]
}

pub(super) fn station() -> Station {
    let level = planet();
    let [inner, outer] = inner_and_outer(&level);
    let (radius, seconds) = (0.4, 20.0);
    let reach = radius + DEFAULT_SKIN;
    let [low, high] = [inner + reach, outer + reach];
    // A contact normal deviates from straight up by at most acos(inner / outer). Its support is at
    // least `inner`, and its contact point is at most `outer` away. The ground changes the walking
    // speed by the component of the normal's push across the up direction.
    let sin = (1.0 - (inner / outer) * (inner / outer)).sqrt();
    let off = (WALK * sin + PULL) * sin;
    let [slow, fast] = [(WALK - off) * seconds / high, (WALK + off) * seconds / low];
    let middle = |a: f64, b: f64| ((a + b) / 2.0, (b - a) / 2.0);
    let ((height, half_height), (angle, half_angle)) = (middle(low, high), middle(slow, fast));
    let centre = [0.0; 3];
    let run = Run::new("round the planet", Shape::Sphere(radius), [0.0, high, 0.0])
        .rates(&[30, 60, 240])
        .then(seconds, Drive::Planet { centre, walk: WALK, pull: PULL, axis: [0.0, 0.0, 1.0] })
        .expect("lowest over the centre", Measure::Nearest(centre), height, half_height + 1e-4)
        .expect("highest over the centre", Measure::Farthest(centre), height, half_height + 1e-3)
        .expect("angle walked", Measure::AngleSeenFrom(centre), angle, half_angle);
    Station {
        id: "planet",
        title: "Once round a small planet",
        about: "A ball walks around a planet of 1280 flat facets, ten metres across. Gravity \
                always points to the centre, so down changes with every step. The ball must stay \
                on the ground, between the heights that the facets and their corners allow, and go \
                as far around as its speed allows.",
        levels: vec![level],
        runs: vec![run],
    }
}

#[cfg(test)]
mod tests {
    use super::{inner_and_outer, planet};

    #[test]
    fn the_planet_is_closed_and_nearly_round() {
        let level = planet();
        assert_eq!((level.triangles.len(), level.boundary_edges()), (1280, 0));
        let [inner, outer] = inner_and_outer(&level);
        assert!(inner > 4.97 && outer < 5.000_001 && inner < outer, "{inner} {outer}");
    }
}
