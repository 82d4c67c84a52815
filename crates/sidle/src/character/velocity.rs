//! Laws of the velocity, in closed form: the same path at any rate.

use glam::DVec3;

/// The velocity after a step, and the displacement of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Course {
    pub(super) velocity: DVec3,
    pub(super) displacement: DVec3,
}

/// Approaches a velocity with a constant acceleration, or at once.
pub(super) fn approach(from: DVec3, to: DVec3, acceleration: Option<f64>, dt: f64) -> Course {
    let change = to - from;
    let needed = match acceleration {
        None => 0.0,
        Some(a) if a * dt < change.length() => {
            let velocity = from + change * (a * dt / change.length());
            return Course { velocity, displacement: (from + velocity) * (0.5 * dt) };
        }
        Some(a) if a > 0.0 => change.length() / a,
        Some(_) => 0.0,
    };
    Course { velocity: to, displacement: (from + to) * (0.5 * needed) + to * (dt - needed) }
}

/// Approaches a velocity on slippery ground: `push` is the acceleration of gravity along the slope,
/// and `most` that of the feet. They hold the body where the slope is gentle enough.
pub(super) fn skid(from: DVec3, to: DVec3, push: DVec3, most: f64, dt: f64) -> Course {
    let velocity = approach(from + push * dt, to, Some(most), dt).velocity;
    Course { velocity, displacement: (from + velocity) * (0.5 * dt) }
}

/// Adds the air strafe of the Source engine: the velocity along the wish grows up to `most`.
pub(super) fn strafe(from: DVec3, wish: DVec3, most: f64, acceleration: f64, dt: f64) -> Course {
    let along = wish.normalize_or_zero();
    let missing = wish.length().min(most) - from.dot(along);
    let gained = missing.min(acceleration * dt).max(0.0);
    let needed = if acceleration > 0.0 { gained / acceleration } else { 0.0 };
    let velocity = from + along * gained;
    Course { velocity, displacement: (from + velocity) * (0.5 * needed) + velocity * (dt - needed) }
}

/// Falls with a constant acceleration up to the terminal speed. Returns the upward speed after `dt`
/// seconds, and the height gained.
pub(super) fn fall(speed: f64, gravity: f64, terminal: f64, dt: f64) -> (f64, f64) {
    if speed - gravity * dt >= -terminal || gravity == 0.0 {
        return (speed - gravity * dt, speed * dt - 0.5 * gravity * dt * dt);
    }
    let until = ((speed + terminal) / gravity).max(0.0);
    let height = speed * until - 0.5 * gravity * until * until;
    (-terminal, height - terminal * (dt - until))
}

#[cfg(test)]
mod tests {
    use super::{approach, fall, strafe};
    use glam::DVec3;

    fn steps(rate: u32, mut step: impl FnMut(f64)) {
        (0..rate).for_each(|_| step(1.0 / f64::from(rate)));
    }

    #[test]
    fn every_law_gives_the_same_second_at_30_and_at_1000_steps() {
        let after = |rate: u32| {
            let (mut v, mut x) = (DVec3::new(1.0, 0.0, -4.0), DVec3::ZERO);
            steps(rate, |dt| {
                let course = approach(v, DVec3::new(0.0, 0.0, 3.0), Some(8.5), dt);
                (v, x) = (course.velocity, x + course.displacement);
            });
            let (mut u, mut y) = (DVec3::new(2.0, 0.0, 0.0), DVec3::ZERO);
            steps(rate, |dt| {
                let course = strafe(u, DVec3::Z * 5.0, 0.76, 2.0, dt);
                (u, y) = (course.velocity, y + course.displacement);
            });
            let (mut speed, mut height) = (5.0, 0.0);
            steps(rate, |dt| {
                let fallen = fall(speed, 20.0, 9.0, dt);
                (speed, height) = (fallen.0, height + fallen.1);
            });
            [v, x, u, y, DVec3::new(speed, height, 0.0)]
        };
        let (coarse, fine) = (after(30), after(1000));
        for (a, b) in coarse.into_iter().zip(fine) {
            assert!((a - b).length() < 1e-9, "{a} {b}");
        }
        assert_eq!(coarse[0], DVec3::new(0.0, 0.0, 3.0));
        assert_eq!((coarse[2], coarse[4].x), (DVec3::new(2.0, 0.0, 0.76), -9.0));
    }

    #[test]
    fn without_an_acceleration_the_wish_is_taken_at_once() {
        let course = approach(DVec3::X, DVec3::Z, None, 0.5);
        assert_eq!((course.velocity, course.displacement), (DVec3::Z, DVec3::Z * 0.5));
        let stays = approach(DVec3::X, DVec3::Z, Some(0.0), 0.5);
        assert_eq!((stays.velocity, stays.displacement), (DVec3::X, DVec3::X * 0.5));
    }
}
