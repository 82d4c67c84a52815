//! A stage on one plane, or round one edge: along its tangent plane, in steps so short that the
//! ball leaves it by no more than the zone in which it holds; the next stage brings the ball back
//! to it and turns it.

use super::BallState;
use glam::DVec3;

use super::flight::time_for;
use super::law::{Ground, Kind};
use super::roller::Roller;
use super::support::Hold;
use crate::geometry::Feature;
use crate::slide::Touch;
use crate::tolerance::{FEASIBLE, REST_WAY};

impl Roller<'_> {
    pub(super) fn advance_on_plane(&mut self, hold: &Hold) {
        let Some((place, press)) = hold.each().next() else { return };
        let touch = self.mover.scratch.touches[place];
        if !self.has_room() || self.draw_in(&touch) {
            // The touches are old: the next stage finds new ones.
            return;
        }
        self.turn_along(touch.normal);
        self.stand_on(&touch);
        let ground = Ground {
            normal: touch.normal,
            drive: self.g - touch.normal * touch.normal.dot(self.g),
            press: press - self.centrifugal(&touch),
            friction: touch.friction,
            resistance: f64::from(self.config.rolling_resistance),
            radius: self.radius,
            rest_way: REST_WAY * self.mover.skin,
        };
        let stage = ground.stage(&mut self.v, &mut self.spin, self.left);
        if stage.kind == Kind::Resting {
            return self.rest();
        }
        if self.is_pressed(touch.candidate, stage.a) {
            // Friction presses the ball on something else.
            let both = self.hold(self.g + stage.a - ground.drive);
            if both.places().len() > 1 {
                return self.advance_in_groove(&both);
            }
        }
        self.state = if stage.kind == Kind::Rolling { BallState::Rolling } else { BallState::Sliding };
        let time = self.time_on(&touch, stage.a, stage.time);
        let gone = self.fly(self.v, stage.a, time);
        (self.v, self.spin) = stage.after(&ground, self.v, self.spin, gone);
        self.spend(gone);
    }

    /// Whether an acceleration leads into something that is touched, other than one candidate.
    fn is_pressed(&self, candidate: usize, a: DVec3) -> bool {
        let least = 4.0 * FEASIBLE * a.length();
        self.mover.scratch.touches.iter().any(|t| {
            let others = t.candidate != candidate && self.is_near(t);
            others && t.normal.dot(a) < -least && t.normal.dot(self.v) <= self.slow()
        })
    }

    pub(super) fn stand_on(&mut self, touch: &Touch) {
        let c = self.mover.scratch.candidates.get(touch.candidate);
        self.ground = Some(self.mover.world.surface_of(c, touch.bound.feature));
    }

    /// How much of a time the ball stays over a touch, and within what is known.
    pub(super) fn time_on(&self, touch: &Touch, a: DVec3, time: f64) -> f64 {
        let (speed, rate) = (self.v.length(), a.length());
        let longest = match touch.bound.feature {
            Feature::Face => self.room(),
            // A tangent of this length leaves the edge by half the zone.
            _ => (self.mover.space.radius * self.zone()).sqrt().min(self.room()),
        };
        let most = time_for(longest, speed, rate);
        let time = if most < time { most } else { time };
        if touch.bound.feature == Feature::Face { self.time_to_rim(touch, a, time) } else { time }
    }
}
