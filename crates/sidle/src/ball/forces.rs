//! The forces that support a ball: the smallest forces along the normals of the supporting planes
//! with which an acceleration leads into none of the planes.

use glam::DVec3;

use crate::solve::cone::{self, MAX_PLANES};
use crate::tolerance::{FEASIBLE, NO_IMPACT};

/// Passes that distribute forces among three or more planes.
const ROUNDS: usize = 64;

/// The remaining acceleration, and the force of each plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forces {
    pub(super) left: DVec3,
    pub(super) press: [f64; MAX_PLANES],
}

impl Forces {
    /// Returns the indices of the planes that press, in order.
    pub(super) fn active(&self) -> impl Iterator<Item = usize> + '_ {
        self.press.iter().enumerate().filter(|p| *p.1 > 0.0).map(|p| p.0)
    }
}

/// Returns the forces of `normals` (at most [`MAX_PLANES`]) against an acceleration `g`.
pub(super) fn forces(g: DVec3, normals: &[DVec3]) -> Forces {
    let mut press = [0.0; MAX_PLANES];
    let enters = |d: DVec3, n: DVec3| n.dot(d) < -FEASIBLE * g.length();
    if !normals.iter().any(|&n| enters(g, n)) {
        return Forces { left: g, press };
    }
    for (i, &n) in normals.iter().enumerate() {
        let left = g - n * n.dot(g);
        let clear = |(j, &m): (usize, &DVec3)| j == i || !enters(left, m);
        if enters(g, n) && normals.iter().enumerate().all(clear) {
            press[i] = -n.dot(g);
            return Forces { left, press };
        }
    }
    let direction = cone::project(g, normals);
    for &(i, push) in direction.active() {
        press[i] = push;
    }
    if direction.active().is_empty() {
        share(g, normals, &mut press);
    }
    Forces { left: direction.d, press }
}

/// Gauss-Seidel iteration: each plane in turn removes the acceleration that enters it.
fn share(g: DVec3, normals: &[DVec3], press: &mut [f64; MAX_PLANES]) {
    let mut left = g;
    for _ in 0..ROUNDS {
        for (&n, p) in normals.iter().zip(press.iter_mut()) {
            let wanted = *p - n.dot(left);
            let new = if wanted > 0.0 { wanted } else { 0.0 };
            left += n * (new - *p);
            *p = new;
        }
    }
    for p in press.iter_mut().filter(|p| **p <= NO_IMPACT * g.length()) {
        *p = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_floor_takes_all_of_gravity() {
        let f = forces(DVec3::Y * -9.81, &[DVec3::X, DVec3::Y]);
        assert_eq!((f.left, f.press[0], f.press[1]), (DVec3::ZERO, 0.0, 9.81));
    }

    #[test]
    fn a_groove_leaves_what_runs_along_it() {
        let (a, b) = (DVec3::new(-1.0, 1.0, 0.0).normalize(), DVec3::new(1.0, 1.0, 0.0).normalize());
        let f = forces(DVec3::new(0.0, -9.0, 2.0), &[a, b]);
        assert!((f.left - DVec3::Z * 2.0).length() < 1e-12);
        assert!((f.press[0] - 9.0 / 2.0_f64.sqrt()).abs() < 1e-9 && f.active().count() == 2);
    }

    #[test]
    fn a_pit_of_three_carries_the_whole_weight() {
        let normals = [0.0, 2.1, 4.2].map(|t: f64| DVec3::new(t.cos(), 1.0, t.sin()).normalize());
        let f = forces(DVec3::Y * -9.81, &normals);
        let sum = normals.iter().zip(f.press).fold(DVec3::ZERO, |sum, (n, p)| sum + *n * p);
        assert!(f.left == DVec3::ZERO && (sum - DVec3::Y * 9.81).length() < 1e-6, "{sum}");
    }
}
