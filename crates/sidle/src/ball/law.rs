//! The motion of a ball on one plane, in closed form or by the midpoint rule. This module does not
//! depend on the world.
//!
//! A solid ball has the moment of inertia 2/5 m r^2. Its contact point slips with the velocity u =
//! v - r w x n. Forces are per kilogram. A friction f at the contact point accelerates the centre
//! by f and the spin by (5/2r) f x n, so u' = g_t + 7/2 f.
//!
//! Sliding: f = -mu N u / |u|. Rolling: u = 0 requires f = -2/7 g_t, so v' = 5/7 g_t. Rolling
//! resistance adds a deceleration c N along the path.

use glam::DVec3;

use crate::tolerance::{FRICTION_TURN, GRIP_TIME, NO_SLIP, STOPPED, STRAIGHT_BRAKE};

/// Fraction of a force along the plane that moves the centre of a rolling ball; the rest turns it.
pub(super) const ROLLING_SHARE: f64 = 5.0 / 7.0;

/// A plane that supports a ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    pub(super) normal: DVec3,
    /// Component of gravity along the plane, m/s^2.
    pub(super) drive: DVec3,
    /// Normal force on the ball, per kilogram.
    pub(super) press: f64,
    pub(super) friction: f64,
    /// Rolling resistance, as a fraction of `press`.
    pub(super) resistance: f64,
    pub(super) radius: f64,
    /// Stopping distance in metres below which a ball counts as at rest.
    pub(super) rest_distance: f64,
}

/// The motion of a ball for a period of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Iteration {
    /// Acceleration of the centre, constant over the iteration.
    pub(super) a: DVec3,
    /// Change of the spin per second.
    pub(super) turning: DVec3,
    pub(super) time: f64,
    pub(super) kind: Kind,
    /// True if the ball has stopped at the end of `time`.
    pub(super) stops: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Rolling,
    Sliding,
    Resting,
}

/// Returns the velocity at which the surface of a ball slips over a plane.
pub(super) fn slip(v: DVec3, spin: DVec3, normal: DVec3, radius: f64) -> DVec3 {
    let u = v - spin.cross(normal) * radius;
    u - normal * normal.dot(u)
}

impl Ground {
    /// Returns the velocity at which the surface of the ball slips over the plane.
    pub(super) fn slip(&self, v: DVec3, spin: DVec3) -> DVec3 {
        slip(v, spin, self.normal, self.radius)
    }

    /// Returns the spin without slip at velocity `v`, with the given spin about the normal.
    pub(super) fn rolling_spin(&self, v: DVec3, about_normal: f64) -> DVec3 {
        self.normal.cross(v) / self.radius + self.normal * about_normal
    }

    /// Returns the next iteration, of at most `time`. First removes from `v` and `spin` a slip that
    /// is only rounding, or that friction would end at once.
    pub(super) fn iteration(&self, v: &mut DVec3, spin: &mut DVec3, time: f64) -> Iteration {
        let u = self.slip(*v, *spin);
        // To prevent slip, friction must supply 2/7 of the drive.
        let spare = self.friction * self.press - self.drive.length() * (2.0 / 7.0);
        let rounding = NO_SLIP * (v.length() + self.radius * spin.length());
        let grips = spare >= 0.0 && u.length() <= 3.5 * spare * GRIP_TIME + rounding;
        if !grips || self.friction <= 0.0 {
            let u = if u.length() > rounding { u } else { DVec3::ZERO };
            return self.sliding(u, *v, *spin, time);
        }
        // Friction's impulse of 2/7 u.
        *v -= u * (2.0 / 7.0);
        *spin = self.rolling_spin(*v, self.normal.dot(*spin));
        self.rolling(v, self.normal.dot(*spin), time)
    }

    fn rolling(&self, v: &mut DVec3, about_normal: f64, time: f64) -> Iteration {
        let (drive, brake) = (self.drive * ROLLING_SHARE, self.brake());
        let spare = brake - drive.length();
        let is_over = |energy: f64| spare >= 0.0 && energy <= spare * self.rest_distance;
        // Resistance stops the spin about the normal as it stops the motion.
        let (left, rate) = (about_normal.abs(), 2.5 * brake / self.radius);
        if is_over(0.5 * v.length_squared()) {
            *v = DVec3::ZERO;
            if is_over(0.2 * (self.radius * left) * (self.radius * left)) {
                return Iteration::rest(time);
            }
            let time = if rate * time > left { left / rate } else { time };
            return self.rolling_iteration(DVec3::ZERO, about_normal, rate, time);
        }
        let (speed, straight) = (v.length(), |direction: DVec3| drive - direction * brake);
        let direction = if speed > 0.0 { *v / speed } else { drive.normalize_or_zero() };
        let first = straight(direction);
        let (time, stops) = turn_limit(first, direction, speed, time);
        let middle = (*v + first * (0.5 * time)).try_normalize().unwrap_or(direction);
        let pivot = if rate * time > left { left / time } else { rate };
        Iteration { stops, ..self.rolling_iteration(straight(middle), about_normal, pivot, time) }
    }

    fn rolling_iteration(&self, a: DVec3, about_normal: f64, pivot: f64, time: f64) -> Iteration {
        let turning = self.normal * if about_normal > 0.0 { -pivot } else { pivot };
        Iteration { a, turning, time, kind: Kind::Rolling, stops: false }
    }

    fn brake(&self) -> f64 {
        carried(self.resistance, self.friction) * self.press
    }

    fn sliding(&self, u: DVec3, v: DVec3, spin: DVec3, time: f64) -> Iteration {
        let grip = self.friction * self.press;
        if grip <= 0.0 {
            let still = v == DVec3::ZERO && spin == DVec3::ZERO && self.drive == DVec3::ZERO;
            let free =
                Iteration { a: self.drive, turning: DVec3::ZERO, time, kind: Kind::Sliding, stops: false };
            return if still { Iteration::rest(time) } else { free };
        }
        let slip = u.length();
        // Slip from rest begins downhill.
        let direction = if slip > 0.0 { u / slip } else { self.drive.normalize_or_zero() };
        let first = self.drive - direction * (3.5 * grip);
        let (time, _) = turn_limit(first, direction, slip, time);
        let middle = (u + first * (0.5 * time)).try_normalize().unwrap_or(direction);
        let force = middle * -grip;
        let turning = force.cross(self.normal) * (2.5 / self.radius);
        Iteration { a: self.drive + force, turning, time, kind: Kind::Sliding, stops: false }
    }
}

/// Limits rolling resistance: its torque cannot be larger than the torque of friction.
pub(super) fn carried(resistance: f64, friction: f64) -> f64 {
    let most = friction * ROLLING_SHARE;
    if resistance < most { resistance } else { most }
}

impl Iteration {
    /// Returns the velocity and the spin after a part of the iteration.
    pub(super) fn after(&self, ground: &Ground, v: DVec3, spin: DVec3, time: f64) -> (DVec3, DVec3) {
        let mut end = v + self.a * time;
        if self.stops && time >= self.time && end.length() <= STOPPED * v.length() {
            end = DVec3::ZERO;
        }
        let spin = spin + self.turning * time;
        match self.kind {
            Kind::Rolling => (end, ground.rolling_spin(end, ground.normal.dot(spin))),
            Kind::Sliding => (end, spin),
            Kind::Resting => (DVec3::ZERO, DVec3::ZERO),
        }
    }

    fn rest(time: f64) -> Self {
        Self { a: DVec3::ZERO, turning: DVec3::ZERO, time, kind: Kind::Resting, stops: true }
    }
}

/// Returns how long a velocity along `direction` may change by `rate` before its direction turns
/// too much or its speed is used up. Also returns true if the speed is used up then.
fn turn_limit(rate: DVec3, direction: DVec3, speed: f64, time: f64) -> (f64, bool) {
    let along = rate.dot(direction);
    let across = (rate - direction * along).length();
    let turn = FRICTION_TURN * speed;
    let limit = if across * time > turn { turn / across } else { time };
    // A change across the path that is only rounding does not prevent a stop.
    let limit = if across <= STRAIGHT_BRAKE * along.abs() { time } else { limit };
    if along < 0.0 && speed <= -along * limit { (speed / -along, true) } else { (limit, false) }
}

/// Returns the time to travel `distance` metres from an initial `speed` with an acceleration of `a`
/// along the path.
pub(super) fn time_for(distance: f64, speed: f64, a: f64) -> f64 {
    2.0 * distance / (speed + (speed * speed + 2.0 * a * distance).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(friction: f64, resistance: f64) -> Ground {
        let normal = DVec3::Y;
        Ground {
            normal,
            drive: DVec3::ZERO,
            press: 9.81,
            friction,
            resistance,
            radius: 0.02,
            rest_distance: 1e-6,
        }
    }

    /// Runs the iterations for a time. Returns the displacement, velocity, spin and number of
    /// iterations.
    fn run(ground: &Ground, mut v: DVec3, mut spin: DVec3, mut time: f64) -> (DVec3, DVec3, DVec3, usize) {
        let (mut x, mut iterations) = (DVec3::ZERO, 0);
        while time > 0.0 {
            let iteration = ground.iteration(&mut v, &mut spin, time);
            x += v * iteration.time + iteration.a * (0.5 * iteration.time * iteration.time);
            (v, spin) = iteration.after(ground, v, spin, iteration.time);
            time -= iteration.time;
            iterations += 1;
            assert!(iterations < 5_000, "{ground:?} {v} {spin}");
        }
        (x, v, spin, iterations)
    }

    #[test]
    fn a_ball_that_slides_without_spin_rolls_at_five_sevenths() {
        let ground = level(0.4, 0.0);
        let until = 2.0 / 7.0 * 3.0 / (0.4 * 9.81);
        let (x, v, spin, iterations) = run(&ground, DVec3::X * 3.0, DVec3::ZERO, until * 2.0);
        let expected = 3.0 * until - 0.5 * 0.4 * 9.81 * until * until + 15.0 / 7.0 * until;
        assert!((v.x - 15.0 / 7.0).abs() < 1e-9 && (x.x - expected).abs() < 1e-9, "{v} {x} {expected}");
        assert!((spin - DVec3::new(0.0, 0.0, -15.0 / 7.0 / 0.02)).length() < 1e-6, "{spin}");
        assert!(iterations <= 3, "{iterations}");
    }

    #[test]
    fn a_ball_with_backspin_comes_back() {
        // The ball returns if the spin's part 2/7 r w outweighs 5/7 v.
        let (_, v, ..) = run(&level(0.3, 0.0), DVec3::X, DVec3::Z * (4.0 / 0.02), 5.0);
        assert!((v.x - (5.0 / 7.0 - 2.0 / 7.0 * 4.0)).abs() < 1e-9, "{v}");
    }

    #[test]
    fn resistance_stops_a_ball_where_the_formula_says() {
        let ground = level(0.4, 0.06);
        let rolling = ground.rolling_spin(DVec3::X * 2.0, 0.0);
        let (x, v, spin, _) = run(&ground, DVec3::X * 2.0, rolling, 10.0);
        assert!(
            (x.x - 4.0 / (2.0 * 0.06 * 9.81)).abs() < 2e-6 && v == DVec3::ZERO && spin == DVec3::ZERO,
            "{x}"
        );
    }

    #[test]
    fn curved_slides_do_not_depend_on_the_rate() {
        // Across a slope with sidespin and resistance, in one call or in steps of 1/240 s.
        let normal = DVec3::new(0.1, 1.0, 0.0).normalize();
        let g = DVec3::Y * -9.81;
        let press = -g.dot(normal);
        let drive = g + normal * press;
        let ground = Ground {
            normal,
            drive,
            press,
            friction: 0.25,
            resistance: 0.2,
            radius: 0.02,
            rest_distance: 1e-5,
        };
        let v = normal.cross(DVec3::X).normalize() * 2.0;
        let whole = run(&ground, v, DVec3::X * 30.0, 4.0);
        let (mut x, mut state) = (DVec3::ZERO, (v, DVec3::X * 30.0));
        for _ in 0..960 {
            let (dx, v, spin, _) = run(&ground, state.0, state.1, 1.0 / 240.0);
            x += dx;
            state = (v, spin);
        }
        assert!((whole.0 - x).length() < 2e-3 && state.0 == DVec3::ZERO, "{} {x} {:?}", whole.0, state);
        assert!(whole.3 < 400, "{} iterations", whole.3);
    }

    #[test]
    fn energy_never_grows() {
        let mut state = 5_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
        };
        for _ in 0..2_000 {
            let normal = DVec3::new(unit(), 1.2 + unit(), unit()).normalize();
            let g = DVec3::Y * -9.81;
            let press = -g.dot(normal);
            let ground = Ground {
                normal,
                drive: g + normal * press,
                press,
                friction: unit().abs(),
                resistance: 0.2 * unit().abs(),
                radius: 0.02,
                rest_distance: 1e-6,
            };
            let tangent = |p: DVec3| p - normal * normal.dot(p);
            let (mut v, mut spin) = (
                tangent(DVec3::new(unit(), unit(), unit())) * 3.0,
                DVec3::new(unit(), unit(), unit()) * 200.0,
            );
            let energy = |v: DVec3, spin: DVec3, x: DVec3| {
                0.5 * v.length_squared() + 0.2 * (0.02 * spin).length_squared() - g.dot(x)
            };
            let mut x = DVec3::ZERO;
            for _ in 0..60 {
                let before = energy(v, spin, x);
                let (dx, v2, spin2, _) = run(&ground, v, spin, 1.0 / 60.0);
                (x, v, spin) = (x + dx, v2, spin2);
                assert!(
                    energy(v, spin, x) <= before + 1e-9,
                    "{ground:?}: {before} to {}",
                    energy(v, spin, x)
                );
            }
        }
    }
}
