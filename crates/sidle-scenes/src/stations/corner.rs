//! Contacts with three surfaces at once.

use crate::build::Builder;
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Run, Shape, Station};
use crate::stations::RATES;
use crate::vec3::{V3, add, cross, dot, normalize, scale};

/// Returns the normals of the three faces between these rays from the origin; they point inside.
fn faces(rays: [V3; 3]) -> [V3; 3] {
    [(0, 1), (1, 2), (2, 0)].map(|(i, j)| normalize(cross(rays[i], rays[j])))
}

/// Returns the place at `distance` from three planes through the origin, by Cramer's rule.
pub(super) fn place(n: [V3; 3], distance: f64) -> V3 {
    let [a, b, c] = [cross(n[1], n[2]), cross(n[2], n[0]), cross(n[0], n[1])];
    scale(add(a, add(b, c)), distance / dot(n[0], a))
}

/// Returns true if a push cannot leave a corner: it is a sum of pushes into the three faces.
#[cfg(test)]
fn is_held(n: [V3; 3], push: V3) -> bool {
    let edges = [cross(n[1], n[2]), cross(n[2], n[0]), cross(n[0], n[1])];
    edges.iter().all(|&e| dot(e, push) / dot(n[0], edges[0]) < 0.0)
}

const SQUARE: [V3; 3] = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
const ODD: [V3; 3] = [[0.3, 0.1, 1.0], [1.0, 0.2, 0.0], [0.1, 1.0, 0.25]];
const PUSH: V3 = [-1.6, -1.4, -1.2];

pub(super) fn station() -> Station {
    let level = |name: &str, rays: [V3; 3]| {
        let mut b = Builder::new();
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            b.triangle([0.0; 3], scale(rays[i], 12.0), scale(rays[j], 12.0));
        }
        b.finish(name, &[])
    };
    let run = |label: &str, rays: [V3; 3], on: usize| {
        let radius = 0.5;
        let start = [2.2, 2.0, 2.4];
        Run::new(label, Shape::Sphere(radius), start)
            .on(on)
            .rates(&RATES)
            .then(5.0, Drive::Velocity(PUSH))
            .expect_end(place(faces(rays), radius + DEFAULT_SKIN), 2e-4)
            .expect(
                "moves of the last second that moved it",
                Measure::MovesThatChanged { seconds: 1.0 },
                0.0,
                0.0,
            )
            .expect_same_at_every_rate()
    };
    Station {
        id: "corner-of-three",
        title: "Into a corner, and no further",
        about: "A ball is pushed into a corner of three walls and held there. It ends at the only \
                place that is a radius and a skin away from all three walls. Then it stays there, \
                with exactly the same bits after every move. Anything else is visible to players \
                as jitter.",
        levels: vec![level("corner-square", SQUARE), level("corner-odd", ODD)],
        runs: vec![run("square corner", SQUARE, 0), run("odd corner", ODD, 1)],
    }
}

#[cfg(test)]
mod tests {
    use super::{ODD, PUSH, SQUARE, faces, is_held, place};
    use crate::vec3::dot;

    #[test]
    fn the_push_is_held_and_the_place_is_right() {
        for rays in [SQUARE, ODD] {
            let n = faces(rays);
            assert!(is_held(n, PUSH));
            let p = place(n, 0.5);
            assert!(n.iter().all(|&n| (dot(n, p) - 0.5).abs() < 1e-12), "{p:?}");
        }
    }
}
