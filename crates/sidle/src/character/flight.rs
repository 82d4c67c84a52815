//! A flight: gravity, steering and surfaces, in pieces that end where something begins to obstruct
//! them.

use glam::DVec3;

use super::body::{Body, project};
use super::contacts::Near;
use super::ground::{Footing, Support};
use super::step::{Step, larger};
use super::velocity::fall;
use crate::slide::WideMotion;
use crate::tolerance::character::{CHORD, LIFTS_OFF, MOST_EVENTS, NO_PROGRESS, PRESSES, WALL};

/// The end of a flight.
pub(super) struct Flown {
    /// The time in seconds that it did not take.
    pub(super) left: f64,
    /// The velocity before the last contact.
    pub(super) arriving: DVec3,
    pub(super) velocity: DVec3,
    pub(super) support: Support,
}

impl Step<'_, '_> {
    /// Flies for at most `time` seconds, until ground holds the body.
    pub(super) fn fly(&mut self, velocity: DVec3, time: f64) -> Flown {
        let mut now = Flown { left: time, arriving: velocity, velocity, support: Support::NONE };
        let mut longest = f64::INFINITY;
        for _ in 0..MOST_EVENTS {
            if now.left <= 0.0 || now.support.is_ground() {
                return now;
            }
            let turned = self.body.turned_aside(now.velocity);
            self.note_impact(now.velocity, turned);
            now.velocity = turned;
            let start = self.body.place();
            let piece = now.left.min(longest).min(self.longest_piece(turned));
            let free = self.course(turned, piece).1;
            let way = self.body.turned_aside(free);
            let fraction = self.body.push(way).fraction;
            // The chord of a parabola is beside it.
            let bend = (way - turned * piece).length();
            let chord = CHORD * self.body.seen.skin;
            if fraction < 1.0 && bend * fraction * (1.0 - fraction) > chord {
                self.body.return_to(start);
                longest = piece * (4.0 * chord / bend).sqrt();
                continue;
            }
            self.body.look();
            // The surface along which it flies may end on the way.
            let held = (free - way).length();
            if held > chord && !self.body.is_in_contact() {
                self.body.return_to(start);
                longest = piece * (0.9 * chord / held).sqrt();
                continue;
            }
            self.note_surfaces(turned);
            now.left -= piece * fraction;
            now.arriving = self.course(turned, piece * fraction).0;
            now.velocity = self.body.turned_aside(now.arriving);
            now.support = self.landed(now.velocity);
            if fraction == 0.0 && self.body.turned_aside(now.velocity) == now.velocity {
                break;
            }
        }
        if now.left > 0.0 && !now.support.is_ground() {
            self.slide_on(&mut now);
        }
        now
    }

    /// Makes the rest of a flight in one move.
    fn slide_on(&mut self, now: &mut Flown) {
        let (end, way) = self.course(now.velocity, now.left);
        let slid = self.body.slide(WideMotion { displacement: way, velocity: end });
        let (velocity, up) = (slid.velocity.as_dvec3(), self.body.up);
        let velocity = velocity - up * larger(0.0, velocity.dot(up) - larger(0.0, end.dot(up)));
        self.body.look();
        self.note_surfaces(end);
        *now = Flown { left: 0.0, arriving: end, velocity, support: self.landed(velocity) };
    }

    /// Returns the velocity after a time of free flight, and the displacement.
    fn course(&self, velocity: DVec3, time: f64) -> (DVec3, DVec3) {
        let (body, config) = (&self.body, self.body.config);
        let across = self.air_course(body.across(velocity), time);
        let (gravity, terminal) = (f64::from(config.gravity), f64::from(config.terminal_speed));
        let (speed, height) = fall(velocity.dot(body.up), gravity, terminal, time);
        let up = body.up;
        (body.across(across.velocity) + up * speed, body.across(across.displacement) + up * height)
    }

    /// Returns the longest time for which the motion along the surfaces in contact is one straight
    /// piece: up to the apex, and along an edge a short way.
    fn longest_piece(&self, velocity: DVec3) -> f64 {
        let body = &self.body;
        let speed = velocity.length();
        let touching = body.contacts().filter(|c| c.is_in_contact);
        let mut pressed = touching.filter(|c| c.normal.dot(velocity) <= PRESSES * speed).peekable();
        if pressed.peek().is_none() {
            return f64::INFINITY;
        }
        let is_face = |c: &Near| c.normal.dot(c.face) >= 1.0 - WALL;
        let is_edge = pressed.any(|c| !is_face(&c));
        let rising = velocity.dot(body.up);
        let gravity = f64::from(body.config.gravity);
        let apex = if rising > 0.0 && gravity > 0.0 { rising / gravity } else { f64::INFINITY };
        let along = body.chord_length() / speed.max(f64::MIN_POSITIVE);
        if is_edge { apex.min(along) } else { apex }
    }

    /// Returns the ground that holds the body after a flight.
    fn landed(&mut self, velocity: DVec3) -> Support {
        self.body.pace = self.body.across(velocity);
        let support = self.body.support(Footing::Air);
        if support.is_ground() && velocity.dot(support.normal) > LIFTS_OFF {
            return Support { state: super::GroundState::Airborne, ..support };
        }
        support
    }

    /// Notes the speed that surfaces took.
    fn note_impact(&mut self, before: DVec3, after: DVec3) {
        let taken = (before - after).length() as f32;
        self.report.impact_speed = larger(self.report.impact_speed, taken);
    }
}

impl Body<'_> {
    fn is_in_contact(&self) -> bool {
        self.contacts().any(|c| c.is_in_contact)
    }

    /// Returns the part of a velocity, or of a displacement, that enters none of the surfaces in
    /// contact. Steep surfaces are walls: they take only its horizontal part while it rises, and
    /// never turn a horizontal motion upwards.
    pub(super) fn turned_aside(&self, v: DVec3) -> DVec3 {
        let touching = || self.contacts().filter(|c| c.is_in_contact).map(|c| c.normal);
        let enters = |v: DVec3| touching().any(|n| n.dot(v) < -NO_PROGRESS * v.length());
        if !enters(v) {
            return v;
        }
        let rising = v.dot(self.up);
        let level = self.up * rising;
        let walls = touching().filter(|n| n.dot(self.up).abs() < 1.0 - WALL);
        let beside = if rising > 0.0 {
            self.beside_walls(v, walls.filter(|n| n.dot(self.up) >= 0.0))
        } else {
            project(v - level, walls.map(|n| self.across(n).normalize_or_zero())) + level
        };
        let turned = if enters(beside) { project(beside, touching()) } else { beside };
        let gained = turned.dot(self.up) - rising.max(0.0);
        if gained > 0.0 { turned - self.up * gained } else { turned }
    }

    /// Returns the rising velocity nearest to `v` that enters none of the walls, with the same
    /// upward component; `v` if there is none.
    fn beside_walls(&self, v: DVec3, walls: impl Iterator<Item = DVec3> + Clone) -> DVec3 {
        let is_free = |v: DVec3| walls.clone().all(|n| n.dot(v) >= -NO_PROGRESS * v.length());
        if is_free(v) {
            return v;
        }
        let mut best: Option<DVec3> = None;
        let mut consider = |found: DVec3| {
            let is_nearer = best.is_none_or(|b| (found - v).length_squared() < (b - v).length_squared());
            if is_nearer && is_free(found) {
                best = Some(found);
            }
        };
        for (i, a) in walls.clone().enumerate() {
            let out = self.across(a);
            consider(v - out * (a.dot(v) / out.length_squared()));
            for b in walls.clone().skip(i + 1) {
                // The horizontal directions in which both planes stay.
                let along = self.across(b);
                let cross = out.cross(along).dot(self.up);
                if cross.abs() > WALL * WALL {
                    let rise = v.dot(self.up);
                    let (p, q) = (-rise * a.dot(self.up), -rise * b.dot(self.up));
                    let corner = (along * p - out * q).cross(self.up) / cross;
                    consider(corner + self.up * rise);
                }
            }
        }
        best.unwrap_or(v)
    }
}
