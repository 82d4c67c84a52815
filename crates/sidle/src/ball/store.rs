//! Storing of a ball without creating energy.
//!
//! The end of a path may be pushed back out to the skin, which changes the potential energy. The
//! motion pays for the difference or receives it:
//!
//! ```text
//! E(p, v, w) = v^2 / 2 + r^2 w^2 / 5 - g . p       never above that of the start
//! position:  the finalised one                if the kinetic energy can pay for it, else
//!            the end of the path              if it is free, else
//!            the start                        where a ball on the ground rests
//! velocity:  scaled to the kinetic energy that the position leaves, and rounded towards zero
//! ```

use glam::{DVec3, Vec3};

use super::roller::Roller;
use super::{Ball, BallState};
use crate::geometry::finite;
use crate::tolerance::PAID_BY_MOTION;

/// The energies per kilogram that limit the stored ball.
struct Account {
    from: DVec3,
    /// Kinetic energy at the start.
    had: f64,
    end: DVec3,
    /// Kinetic energy at the end of the path.
    kinetic: f64,
    g: DVec3,
}

impl Account {
    /// Returns the largest kinetic energy at `place` that does not increase the total energy.
    fn most(&self, place: DVec3) -> f64 {
        self.had + self.g.dot(place - self.from)
    }

    /// Returns the kinetic energy at `place`, or `None` if the motion cannot pay for that position.
    fn left(&self, place: DVec3) -> Option<f64> {
        let left = self.most(place).min(self.kinetic + self.g.dot(place - self.end));
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
    pub(super) fn store(&mut self, start: &Ball, finalized: DVec3) -> Ball {
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
        let (from, had) = (start.position, start.kinetic_energy(self.config));
        let end = self.mover.space.origin + self.mover.x;
        // Rounding along the path must not create energy either.
        let most = had + self.g.dot(end - from);
        let kinetic = self.kinetic_energy().min(most).max(0.0);
        Account { from, had, end, kinetic, g: self.g }
    }

    /// Returns the position at which to store the ball, and the kinetic energy that it keeps there.
    fn place(&mut self, account: &Account, start: &Ball, finalized: DVec3) -> (DVec3, f64) {
        if let Some(left) = account.left(finalized) {
            return (finalized, left);
        }
        let end = account.end;
        if (end == finalized || self.mover.is_free_at(end))
            && let Some(left) = account.left(end)
        {
            return (end, left);
        }
        let most = account.most(finalized);
        if most >= 0.0 {
            return (finalized, most.min(account.kinetic));
        }
        // The motion can pay for no position at the end: the ball returns along the free path to
        // its start. On the ground it rests there, or the next steps would repeat this one.
        if self.state != BallState::Flying {
            self.rest();
        }
        (start.position, self.kinetic_energy().min(account.kinetic).min(account.had))
    }
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
