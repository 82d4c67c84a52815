//! The certificate: a ball that contains no point of a body, and the time for which moving corners
//! stay in it.

use glam::DVec3;

use super::Sdf;
use crate::tolerance::{BALL_REACH, CERTIFICATE_ROUNDING, EXIT_SLACK};

/// A ball in the frame of a body. None of its points is nearer to the body than the clearance that
/// it was made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct EmptyBall {
    center: DVec3,
    radius: f64,
}

/// Parameters for empty balls: a body, the required clearance (`level`, metres), and the rounding
/// error of a corner.
#[derive(Clone, Copy)]
pub(super) struct Emptiness<'a> {
    pub(super) body: &'a dyn Sdf,
    pub(super) level: f64,
    pub(super) error: f64,
}

impl Emptiness<'_> {
    /// Returns the ball around `center` that keeps `level` from the body, reduced by all rounding
    /// errors.
    fn ball(&self, center: DVec3) -> EmptyBall {
        let far = center.length();
        let rounding = self.body.rounding(far) + CERTIFICATE_ROUNDING * far + self.error;
        EmptyBall { center, radius: self.body.distance(center) - rounding - self.level }
    }

    /// Returns the fraction of `displacement` for which all of `corners` (in the frame of the body)
    /// stay in one empty ball behind `from`. The result is below 0 if no ball contains them at the
    /// start. The search ends at the first ball that reaches `enough`. `outwards` points away from
    /// the body.
    pub(super) fn clear_for(
        &self,
        corners: &[DVec3],
        from: DVec3,
        outwards: DVec3,
        displacement: DVec3,
        enough: f64,
    ) -> f64 {
        let size = corners.iter().fold(displacement.length(), |far, c| {
            let d = (*c - from).length();
            if d > far { d } else { far }
        });
        let mut best = -1.0;
        for reach in BALL_REACH {
            let held = self.ball(from + outwards * (size * reach)).holds_for(corners, displacement);
            if held > best {
                best = held;
            }
            if best >= enough {
                break;
            }
        }
        best
    }
}

impl Emptiness<'_> {
    /// Returns true if the flattest of those balls contains all of `corners` along the whole
    /// `displacement`.
    pub(super) fn is_clear_of_a_plane(
        &self,
        corners: &[DVec3],
        from: DVec3,
        outwards: DVec3,
        displacement: DVec3,
    ) -> bool {
        let size = corners.iter().fold(displacement.length(), |far, c| far.max((*c - from).length()));
        self.ball(from + outwards * (size * BALL_REACH[0])).holds_for(corners, displacement) >= 1.0
    }
}

impl EmptyBall {
    /// Returns the fraction of `displacement`, at most 1, for which all corners stay inside; below
    /// 0 if a corner starts outside.
    fn holds_for(&self, corners: &[DVec3], displacement: DVec3) -> f64 {
        let mut least = 1.0;
        for &corner in corners {
            let held = self.contains_corner(corner - self.center, displacement);
            if held < least {
                least = held;
            }
            if least < 0.0 {
                return -1.0;
            }
        }
        least
    }

    /// Returns the time s at which `from + way s` leaves the ball around the origin. This is the
    /// larger root of a quadratic equation, computed without cancellation.
    fn contains_corner(&self, from: DVec3, displacement: DVec3) -> f64 {
        let inside = |s: f64| (from + displacement * s).length() <= self.radius;
        if !inside(0.0) {
            return -1.0;
        }
        if inside(1.0) {
            return 1.0;
        }
        let (along, square) = (from.dot(displacement), displacement.length_squared());
        let room = (self.radius - from.length()) * (self.radius + from.length());
        let root = (along * along + square * room).sqrt();
        let s = if along > 0.0 { room / (along + root) } else { (root - along) / square };
        // The ball is convex: if both ends are inside, the segment between them is too. If rounding
        // rejects the root, a smaller value is used.
        [s, s * (1.0 - EXIT_SLACK), 0.5 * s].into_iter().find(|&s| s < 1.0 && inside(s)).unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sdf::{RoundedBox, Sphere};

    #[test]
    fn a_face_on_a_floor_is_cleared_by_one_ball() {
        let body = RoundedBox { half: DVec3::splat(0.5), radius: 0.1 };
        let floor =
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, z)| DVec3::new(x, -0.501, z));
        let clear = |level, displacement| {
            Emptiness { body: &body, level, error: 0.0 }.clear_for(
                &floor,
                DVec3::new(0.0, -0.501, 0.0),
                DVec3::NEG_Y,
                displacement,
                1.0,
            )
        };
        assert_eq!(clear(0.9e-3, DVec3::X * 0.3), 1.0);
        assert!(clear(1.1e-3, DVec3::X) < 0.0);
        // The box falls one metre: in its frame, the floor rises by the same distance.
        assert!((clear(0.0, DVec3::Y) - 0.001).abs() < 1e-5);
    }

    #[test]
    fn what_leaves_the_ball_is_not_clear_and_the_exit_is_not_late() {
        let ball = EmptyBall { center: DVec3::ZERO, radius: 1.0 };
        assert!(ball.holds_for(&[DVec3::X * 1.1], DVec3::ZERO) < 0.0);
        assert!(ball.holds_for(&[DVec3::X * f64::NAN], DVec3::ZERO) < 0.0);
        let half = ball.holds_for(&[DVec3::ZERO, DVec3::Y * 0.1], DVec3::X * 2.0);
        assert!(half <= 0.5 && half > 0.49);
        let nan = EmptyBall { center: DVec3::ZERO, radius: f64::NAN };
        assert!(nan.holds_for(&[DVec3::ZERO], DVec3::X) < 0.0);
    }

    #[test]
    fn the_bound_of_a_ball_is_that_of_a_ball() {
        let body = Sphere { radius: 0.4 };
        let corner = [DVec3::X * 0.5];
        let at = |level| {
            let ask = Emptiness { body: &body, level, error: 0.0 };
            ask.clear_for(&corner, corner[0], DVec3::X, DVec3::ZERO, 1.0)
        };
        assert!(at(0.1 - 1e-9) >= 0.0 && at(0.1 + 1e-9) < 0.0);
    }
}
