//! Crouching, standing up, and turning with the upward direction.

use glam::{DQuat, DVec3};

use super::body::Body;
use super::events::CharacterEvent;
use super::state::{CROUCHES, offset_of_centre};
use super::step::Step;
use crate::shape::ShapeKind;
use crate::slide::FeetOffset;
use crate::tolerance::character::TURN_HALVINGS;

impl Step<'_, '_> {
    /// Crouches or stands up, where there is room. Returns true if the body has that posture.
    pub(super) fn change_posture(&mut self, crouches: bool) -> bool {
        if crouches == self.state.has(CROUCHES) {
            return true;
        }
        let up = self.body.up.as_vec3();
        if crouches && !self.body.config.can_crouch() {
            return false;
        }
        let new = self.body.config.posture_along(up, crouches);
        let body = &mut self.body;
        let feet = FeetOffset(offset_of_centre(body.config, &new, body.up));
        let mut resize = |anchor| {
            let Body { world, scratch, shape, centre, move_config, .. } = &mut *body;
            scratch.feet = feet;
            world.resize_shape(scratch, shape, &new, *centre, anchor, &move_config.filter)
        };
        // The lowest point of the body stays. On a slope another shape may not fit there, but where
        // it touches the slope.
        let mut resized = resize(-up);
        let normal = self.state.ground_normal().filter(|&normal| normal != up);
        if let Some(normal) = normal.filter(|_| !resized.fits) {
            resized = resize(-normal);
        }
        if resized.fits {
            self.body.take_shape(new, resized.position);
            self.state.set(CROUCHES, crouches);
            self.body.look();
        } else {
            body.scratch.feet = FeetOffset(body.centre_above_feet());
            self.report.is_held_down = !crouches;
        }
        self.body.note(|| CharacterEvent::Posture { crouches, fits: resized.fits });
        resized.fits
    }

    /// Turns the body towards the upward direction of its settings, as far as there is room. The
    /// centre of the round lower end stays in place.
    pub(super) fn turn(&mut self) {
        let target = self.body.config.up;
        let old = self.state.up_or(target);
        if old == target {
            return;
        }
        let (from, to) = (old.as_dvec3().normalize(), target.as_dvec3().normalize());
        let mut share = 1.0;
        for _ in 0..TURN_HALVINGS {
            let up = between(from, to, share);
            let stored = if share == 1.0 { target } else { up.as_vec3().normalize() };
            let body = &mut self.body;
            let new = body.config.posture_along(stored, self.state.is_crouching());
            let lever = body.half_height - body.end_radius();
            let moved = body.centre + (up - from) * lever;
            let filter = body.move_config.filter;
            let (before, after) = ((&body.shape, body.centre), (&new, moved));
            body.scratch.feet =
                FeetOffset(offset_of_centre(body.config, &new, stored.as_dvec3().normalize_or_zero()));
            let resized = body.world.replace_shape(body.scratch, before, after, &filter);
            if resized.fits {
                body.up = stored.as_dvec3().normalize_or_zero();
                // On the ground the velocity is across the upward direction.
                if self.state.is_grounded() {
                    let turn = DQuat::from_rotation_arc(from, body.up);
                    self.state.velocity = (turn * self.state.velocity.as_dvec3()).as_vec3();
                    body.pace = body.across(self.state.velocity.as_dvec3());
                }
                body.take_shape(new, resized.position);
                body.note(|| CharacterEvent::Turned { up: stored });
                self.state.up = stored;
                self.body.look();
                return;
            }
            share *= 0.5;
        }
        self.body.scratch.feet = FeetOffset(self.body.centre_above_feet());
    }
}

impl Body<'_> {
    /// Lifts a body that is in the ground, but whose head is above it, onto the ground: the
    /// shortest way out may lead below. Returns false if there is no room, or no ground below the
    /// head.
    pub(super) fn rise_out_of_ground(&mut self) -> bool {
        let head = self.centre + self.up * self.half_height;
        let height = 2.0 * self.half_height + self.seen.skin;
        let filter = self.move_config.filter;
        let Some(ground) = self.cast_ray(head, self.up * -height, &filter) else { return false };
        if !self.holds(ground.normal.as_dvec3(), ground.surface.layer) {
            return false;
        }
        // A round body touches a slope beside its lowest point.
        let room = self.half_width.min(self.half_height) + self.seen.skin;
        let lift = height * (1.0 - ground.fraction) + room;
        let above = self.centre + self.up * lift;
        let is_blocked = self.cast_ray(head, self.up * lift, &filter).is_some();
        self.note_read(above, self.reach());
        if is_blocked || self.world.overlaps(&self.shape, above, &filter) {
            return false;
        }
        self.centre = above;
        let _ = self.push(self.up * -room);
        self.note(|| CharacterEvent::PushedOut { to: self.centre });
        let _ = self.look();
        true
    }

    /// Returns the radius of curvature of the lower end.
    pub(super) fn end_radius(&self) -> f64 {
        match self.shape.kind() {
            ShapeKind::Capsule { radius, .. } | ShapeKind::Sphere { radius } => f64::from(radius),
            ShapeKind::Ellipsoid { .. } => {
                let (width, height) = (self.half_width, self.half_height);
                (width * width / height.max(f64::MIN_POSITIVE)).min(height)
            }
            _ => 0.0,
        }
    }
}

/// Returns a direction between two unit vectors. It uses exact operations only, and so has the same
/// bits on every machine.
fn between(from: DVec3, to: DVec3, share: f64) -> DVec3 {
    let middle = from.lerp(to, share).try_normalize();
    middle.unwrap_or_else(|| from.any_orthonormal_vector())
}

#[cfg(test)]
mod tests {
    use super::between;
    use glam::DVec3;

    #[test]
    fn opposite_directions_have_one_between_them() {
        let middle = between(DVec3::Y, -DVec3::Y, 0.5);
        assert!(middle.is_normalized() && middle.y.abs() < 1e-12);
        assert!((between(DVec3::Y, DVec3::X, 0.5) - DVec3::new(0.5, 0.5, 0.0).normalize()).length() < 1e-12);
    }
}
