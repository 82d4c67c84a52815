//! Storing of a ball without creating energy.
//!
//! A path ends at an f64 position, but a ball stores f32. Rounding the position, or pushing it back
//! out to the skin, changes the potential energy. The motion pays for the difference or receives
//! it:
//!
//! ```text
//! E(p, v, w) = v^2 / 2 + r^2 w^2 / 5 - g . p       never above that of the start
//! position:  the finalised one                if the kinetic energy can pay for it, else
//!            in the air: the next one downhill so that slow balls fall, else
//!            the nearest one, without a push  a slow ball on the ground does not pay for it, else
//!            a free one around the nearest    if the kinetic energy can pay for it, else
//!            the start                        where a ball on the ground rests
//! velocity:  scaled to the kinetic energy that the position leaves
//! ```
//!
//! The motion also receives the energy that rounding takes, so the errors of many steps do not add
//! up. A ball is slow if rounding is a large part of its kinetic energy or of its path. If a slow
//! ball had to pay, it could never start to move.

use glam::{DVec3, Vec3};

use super::roller::Roller;
use super::{Ball, BallState};
use crate::geometry::finite;
use crate::tolerance::{PAID_BY_MOTION, SLOW_ROUNDINGS};

/// The energies per kilogram that limit the stored ball.
struct Account {
    from: DVec3,
    /// Kinetic energy at the start.
    had: f64,
    end: DVec3,
    /// Kinetic energy at the end of the path.
    kinetic: f64,
    g: DVec3,
    /// Largest energy that rounding a position can add.
    rounding: f64,
    is_slow: bool,
}

impl Account {
    /// Returns the largest kinetic energy at `place` that does not increase the total energy.
    fn most(&self, place: Vec3) -> f64 {
        self.had + self.g.dot(place.as_dvec3() - self.from)
    }

    /// Returns the kinetic energy at `place`, or `None` if the motion cannot pay for that position.
    fn left(&self, place: Vec3) -> Option<f64> {
        let most = self.most(place);
        if self.is_slow {
            return (most >= self.kinetic).then_some(self.kinetic);
        }
        let left = most.min(self.kinetic + self.g.dot(place.as_dvec3() - self.end));
        (left >= (1.0 - PAID_BY_MOTION) * self.kinetic).then_some(left)
    }
}

impl Roller<'_> {
    pub(super) fn kinetic_energy(&self) -> f64 {
        0.5 * self.v.length_squared() + 0.2 * (self.spin * self.radius).length_squared()
    }

    /// Pushes a start that almost touches something out to its skin, if the motion can pay for the
    /// lift. Returns true if the ball is then certified free.
    pub(super) fn clear_start(&mut self) -> bool {
        let (g, most, before) = (self.g, PAID_BY_MOTION * self.kinetic_energy(), self.mover.x);
        let is_free = self.mover.clear_start_if(|push| -g.dot(push) <= most);
        self.gain(g.dot(self.mover.x - before));
        is_free
    }

    /// Returns the ball at the end of the step. `finalized` is its certified position, pushed out
    /// to the skin where necessary.
    pub(super) fn store(&mut self, start: &Ball, finalized: Vec3) -> Ball {
        let account = self.account(start);
        let (position, left) = self.place(&account, start, finalized);
        let kinetic = self.kinetic_energy();
        let share = if left == kinetic { 1.0 } else { (left / kinetic).sqrt() };
        let nearest = |v: DVec3| Vec3::from((v * share).to_array().map(finite));
        let ball = Ball { position, velocity: nearest(self.v), spin: nearest(self.spin), state: self.state };
        let most = account.most(position);
        if ball.kinetic_energy(self.config) <= if most > left { most } else { left } {
            return ball;
        }
        Ball { velocity: towards_zero(self.v * share), spin: towards_zero(self.spin * share), ..ball }
    }

    fn account(&self, start: &Ball) -> Account {
        let (from, had) = (start.position.as_dvec3(), start.kinetic_energy(self.config));
        let end = self.mover.space.origin + self.mover.x;
        // Rounding along the path must not create energy either.
        let most = had + self.g.dot(end - from);
        let kinetic = self.kinetic_energy().min(most).max(0.0);
        let g = self.g.abs();
        let rounding = 0.5 * self.ulp * (g.x + g.y + g.z);
        let least_speed = self.ulp / self.substep;
        let is_slow = kinetic < SLOW_ROUNDINGS * rounding || kinetic < least_speed * least_speed;
        Account { from, had, end, kinetic, g: self.g, rounding, is_slow }
    }

    /// Returns the position at which to store the ball, and the kinetic energy that it keeps there.
    fn place(&mut self, account: &Account, start: &Ball, finalized: Vec3) -> (Vec3, f64) {
        if let Some(left) = account.left(finalized) {
            return (finalized, left);
        }
        let is_flying = self.state == BallState::Flying;
        if is_flying {
            let below = downhill(account.end, self.g);
            if let Some(left) = account.left(below).filter(|_| self.mover.is_free_at(below)) {
                return (below, left);
            }
        }
        let nearest = account.end.as_vec3();
        if nearest == finalized || self.mover.is_free_at(nearest) {
            if let Some(left) = account.left(nearest) {
                return (nearest, left);
            }
            if !is_flying && account.kinetic - account.most(nearest) <= account.rounding {
                return (nearest, account.kinetic);
            }
        }
        let most = account.most(finalized);
        if most >= 0.0 {
            return (finalized, most.min(account.kinetic));
        }
        // A ball inside the skin of a surface may find a place there, but not outside of the skin.
        let around = self.mover.certified_around(self.mover.x);
        if let Some(around) = around.filter(|&place| account.most(place) >= 0.0) {
            return (around, account.most(around).min(account.kinetic));
        }
        // The motion can pay for no position at the end: the ball returns along the free path to
        // its start. On the ground it rests there, or the next steps would repeat this one.
        if !is_flying {
            self.rest();
        }
        (start.position, self.kinetic_energy().min(account.kinetic).min(account.had))
    }
}

/// Returns the f32 position nearest to `x` that is not above it.
fn downhill(x: DVec3, g: DVec3) -> Vec3 {
    let lower = |x: f64, g: f64| {
        let f = x as f32;
        let above = f64::from(f) - x;
        match above * g {
            rise if rise >= 0.0 => f,
            _ if above > 0.0 => f.next_down(),
            _ => f.next_up(),
        }
    };
    Vec3::new(lower(x.x, g.x), lower(x.y, g.y), lower(x.z, g.z))
}

fn towards_zero(v: DVec3) -> Vec3 {
    let cut = |x: f64| {
        let f = x as f32;
        if f64::from(f).abs() <= x.abs() {
            f
        } else if f > 0.0 {
            f.next_down()
        } else {
            f.next_up()
        }
    };
    Vec3::new(cut(v.x), cut(v.y), cut(v.z))
}
