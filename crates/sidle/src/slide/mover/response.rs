//! Response to the contacts: the motion that they allow, and the speed that they take.

use glam::DVec3;

use super::Mover;
use super::contacts::{MoverContact, Planes};
use crate::geometry::finite;
use crate::narrow_phase::SeparatingAxis;
use crate::slide::{Response, StopReason};
use crate::solve::cone::{self, Direction};
use crate::tolerance::{CONTACT_BAND, GRAZE_BAND, NO_FREEDOM};
use crate::world::{MoveHit, Surface};

impl Mover<'_> {
    /// Returns the direction that the contacts allow, and sets its drag. Returns the stop reason if
    /// the move ends here.
    pub(super) fn respond(&mut self) -> Result<Direction, StopReason> {
        let mut planes = self.scratch.take_planes();
        let direction = self.respond_to(&mut planes);
        self.scratch.facing = planes;
        let direction = direction?;
        self.drag = self.drag_along(direction.d);
        Ok(direction)
    }

    fn respond_to(&mut self, planes: &mut Planes) -> Result<Direction, StopReason> {
        let Planes { normals, places, .. } = &*planes;
        match self.config.response {
            Response::PushBack => self.push_back(normals, places)?,
            Response::Bounce => self.bounce(normals, places),
            Response::Slide | Response::Momentum | Response::Stop => {}
        }
        self.slide_along(planes)
    }

    /// Projects the motion onto the directions that the planes allow.
    fn slide_along(&mut self, planes: &mut Planes) -> Result<Direction, StopReason> {
        let Planes { normals, places, supporting } = planes;
        let mut direction = cone::project_within(self.v, normals, self.graze);
        if direction.is_free() || self.only_grazes(normals) {
            self.scratch.held_by.clear();
            return Ok(Direction::free(self.v));
        }
        self.note_planes(&direction, normals, places);
        let taken = cone::project(self.velocity, normals);
        supporting.clear();
        for (i, &place) in places.iter().enumerate() {
            if direction.is_held_by(i) && normals[i].dot(self.v) < 0.0 {
                self.record(place, taken.taken_by(i));
                supporting.push((normals[i], self.scratch.contacts[place].friction));
            }
        }
        if self.config.response == Response::Stop {
            self.velocity = DVec3::ZERO;
            return Err(StopReason::Blocked);
        }
        let kept_going = leaves_freedom(direction.d, self.v);
        let friction = |push: &Direction| push.pushes(|i| self.scratch.contacts[places[i]].friction);
        direction.d = slowed(direction.d, friction(&direction));
        if self.config.response.carries_momentum() {
            direction.d = self.take_over(&direction, places, supporting);
        }
        self.scratch.held_by.clear();
        for &(i, _) in direction.active() {
            let id = self.scratch.contacts[places[i]].id;
            self.scratch.held_by.push(id);
        }
        if !kept_going || direction.d == DVec3::ZERO {
            return Err(StopReason::NoFreedom);
        }
        Ok(direction.with_places(places))
    }

    /// Returns the depth in metres by which a motion along a contact may enter its skin. That is no
    /// deeper than the sweep allows, which ends up to a contact band early.
    pub(super) fn deepest_graze(&self) -> f64 {
        (GRAZE_BAND - CONTACT_BAND) * self.space.thinnest(self.skin)
    }

    /// Returns true if a motion may be held by a contact to which it counts as parallel: it enters
    /// the contact by little of its length, but by much of a thin skin. The next iteration must
    /// then enter no contact.
    pub(super) fn is_held_by_graze(&self, d: DVec3) -> bool {
        let deepest = self.deepest_graze();
        let enters = |t: &MoverContact| t.counts && -t.normal.dot(d) * self.time > deepest;
        self.graze > deepest && self.scratch.contacts.iter().any(enters)
    }

    /// Returns true if a mover with [`Response::Stop`] may continue. Its motion must be parallel to
    /// the contacts up to rounding, and must dip no deeper than the sweep allows.
    fn only_grazes(&self, normals: &[DVec3]) -> bool {
        let deepest = self.deepest_graze();
        self.config.response == Response::Stop
            && normals.iter().all(|n| -n.dot(self.v) * self.time <= deepest)
    }

    /// Projects the motion and the velocity onto the planes and keeps them (momentum). If all
    /// active planes supported the mover before, they turn it at constant speed; a new plane takes
    /// speed. Returns the motion.
    fn take_over(&mut self, direction: &Direction, places: &[usize], planes: &[(DVec3, f64)]) -> DVec3 {
        let held = |i: usize| self.scratch.held_by.contains(&self.scratch.contacts[places[i]].id);
        let carried = direction.active().iter().all(|&(i, _)| held(i));
        let mut normals = [DVec3::ZERO; cone::MAX_PLANES];
        for (n, plane) in normals.iter_mut().zip(planes) {
            *n = plane.0;
        }
        let through = cone::project(self.velocity, &normals[..planes.len()]);
        (self.v, self.velocity) = if carried {
            let turned = |d: DVec3, v: DVec3| d.normalize_or_zero() * v.length();
            (turned(direction.d, self.v), turned(through.d, self.velocity))
        } else {
            (direction.d, slowed(through.d, through.pushes(|i| planes[i].1)))
        };
        self.v
    }

    /// Returns the fraction of the speed lost per metre: the largest drag of the contacts that `d`
    /// slides along.
    fn drag_along(&self, d: DVec3) -> f64 {
        let slides_along = |n: DVec3| n.dot(d) <= NO_FREEDOM * d.length();
        let along = self.scratch.contacts.iter().filter(|t| t.counts && slides_along(t.normal));
        along.fold(0.0, |most, t| if t.drag > most { t.drag } else { most })
    }

    /// Records the hit of a contact, once per polygon and move. `taken` is the speed that the
    /// contact takes along its normal, if one or two planes hold the mover. If the planes leave no
    /// motion at all, no share is unique: then it is `None`, and the speed into the contact counts.
    pub(super) fn record(&mut self, place: usize, taken: Option<f64>) {
        let MoverContact { candidate, axis, normal, .. } = self.scratch.contacts[place];
        let surface = self.surface_at(candidate, &axis);
        let known =
            |h: &MoveHit| (h.surface.instance, h.surface.polygon) == (surface.instance, surface.polygon);
        if !self.scratch.hits.iter().any(known) {
            let point = self.contact_point_in_world(candidate, &axis);
            self.note_hit(surface, point, normal, taken);
        }
    }

    /// Returns the surface of a candidate at its contact.
    pub(in crate::slide) fn surface_at(&self, candidate: usize, axis: &SeparatingAxis) -> Surface {
        self.world.surface_of(self.scratch.candidates.get(candidate), axis.feature)
    }

    /// Returns the point of a candidate that is closest to the core of the shape, in world space.
    #[inline(always)]
    pub(crate) fn contact_point_in_world(&self, candidate: usize, axis: &SeparatingAxis) -> DVec3 {
        let point = if self.space.core().is_none() {
            axis.point
        } else {
            self.scratch.candidates.obstacle(candidate).point_on_polygon(axis)
        };
        self.space.position_of(point)
    }

    /// Records the hit of a polygon that has no hit yet.
    // Inlined, so that the normal can stay in registers.
    #[inline(always)]
    pub(in crate::slide) fn note_hit(
        &mut self,
        surface: Surface,
        point: DVec3,
        normal: DVec3,
        taken: Option<f64>,
    ) {
        let into = taken.unwrap_or(-normal.dot(self.velocity));
        let hit = MoveHit {
            fraction: 1.0 - self.time,
            point,
            normal: normal.as_vec3(),
            speed_removed: if into > 0.0 { finite(into) } else { 0.0 },
            surface,
        };
        self.scratch.hits.push(hit);
    }
}

/// Returns true if the planes leave enough of a motion to continue.
pub(crate) fn leaves_freedom(d: DVec3, v: DVec3) -> bool {
    d.length_squared() > NO_FREEDOM * NO_FREEDOM * v.length_squared()
}

/// Returns `d` slowed by Coulomb friction, at most to a stop. `loss` is the sum over the planes of
/// the friction coefficient times the speed that the plane takes.
pub(crate) fn slowed(d: DVec3, loss: f64) -> DVec3 {
    if loss == 0.0 && d.length_squared() > 0.0 {
        // The common case, without root and division. The result is bit-identical.
        return d;
    }
    let length = d.length();
    if loss < length { d * (1.0 - loss / length) } else { DVec3::ZERO }
}
