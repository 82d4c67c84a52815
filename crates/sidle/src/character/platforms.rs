//! Moving instances: they carry and push a character before its own motion.

use glam::{DVec3, Vec3};

use super::body::Body;
use super::events::CharacterEvent;
use super::ground::Support;
use super::options::LeaveVelocity;
use super::report::{Crush, Push};
use super::step::Step;
use crate::geometry::is_in_range;
use crate::slide::{Carrier, CarryConfig, CarryEnd, MoveConfig, OnOverlap};
use crate::tolerance::character::PUSH_TIME;
use crate::world::{InstanceId, Surface};

impl Step<'_, '_> {
    /// Lets the moving instances carry and push the body. Returns false if they crush it.
    pub(super) fn ride(&mut self) -> bool {
        let world = self.body.world;
        if !world.has_motion() {
            return true;
        }
        let jumps_away = self.jumps_away();
        let state = &mut *self.state;
        let is_own = state.is_placed();
        let centre = state.position + self.body.centre_above_feet();
        if !is_in_range(centre) {
            return true;
        }
        let body = &mut self.body;
        // Where a game has put it, it rides on what it stands on.
        let carrier = match (is_own, state.platform()) {
            _ if jumps_away => Carrier::None,
            (false, _) => Carrier::Ground,
            (true, platform) => platform.map_or(Carrier::None, Carrier::Instance),
        };
        let config = CarryConfig {
            movement: MoveConfig { on_overlap: OnOverlap::PushOut, ..body.move_config },
            carrier,
            up: body.up.as_vec3(),
            max_slope_angle: body.config.max_slope_angle,
            max_push_speed: body.config.max_push_speed,
        };
        let carried = world.carry(body.scratch, &body.shape, centre, self.dt as f32, &config);
        body.carried_path = std::mem::take(&mut body.scratch.timed_path);
        self.report.platform_rotation = carried.rotation;
        match carried.end {
            CarryEnd::Still | CarryEnd::StartedInside | CarryEnd::InvalidInput => return true,
            CarryEnd::Free => {}
            CarryEnd::Squeezed => self.report.was_squeezed = true,
            CarryEnd::Crushed => self.report.crushed = Some(Crush { fraction: carried.fraction }),
        }
        body.note(|| CharacterEvent::Carried {
            by: carried.carrier,
            displacement: (carried.position - centre).as_vec3(),
            end: carried.end,
        });
        state.place(carried.position, body.centre_above_feet());
        carried.end != CarryEnd::Crushed
    }

    /// Returns true if the character jumps off its platform without keeping any of its velocity.
    fn jumps_away(&self) -> bool {
        let stays_behind = self.body.config.leave_velocity == LeaveVelocity::Ignore;
        stays_behind && self.state.is_grounded() && self.may_jump(0.0)
    }

    /// Returns the velocity with which a moving instance has already carried the character that
    /// leaves it, as far as the character keeps it.
    pub(super) fn ridden_on(&self, support: Support) -> DVec3 {
        if self.has_landed {
            return DVec3::ZERO;
        }
        self.body.leaving_velocity(support, self.dt) - self.body.carried_by(support)
    }

    /// Reports how the character pushes a body of the host's physics: the one that it goes into
    /// fastest. In a time of [`PUSH_TIME`] the push makes the speeds of both equal.
    pub(super) fn note_push(&mut self) {
        let body = &self.body;
        let config = body.config;
        let wish = self.input.wish_velocity.as_dvec3();
        let mut fastest = 0.0;
        for t in &body.touches {
            let id = t.surface.instance;
            let Some(mass) = body.world.mass_of(id).filter(|&mass| mass <= config.max_push_mass) else {
                continue;
            };
            let ground = body.holds(t.normal, t.surface.layer);
            let speed = (body.velocity_of(Some(id), self.dt) - wish).dot(t.normal);
            if ground || speed <= fastest {
                continue;
            }
            fastest = speed;
            let (own, other) = (f64::from(config.mass), f64::from(mass));
            let collision = speed * own * other / (own + other);
            // A force, so that the sum of the impulses does not depend on the rate.
            let force = (collision / PUSH_TIME).min(f64::from(config.max_push_force));
            let impulse = -t.normal * (force * self.dt).min(collision);
            self.report.push = Some(Push { instance: id, point: t.point, impulse: impulse.as_vec3() });
        }
    }

    /// Keeps the velocity in the world where the character comes from one instance to another: on
    /// the ground it is relative to it.
    pub(super) fn change_platform(&mut self, support: Support) {
        let (before, after) = (self.state.platform(), support.platform());
        if before == after || !self.state.is_grounded() || !support.is_ground() {
            return;
        }
        let change = self.body.velocity_of(before, self.dt) - self.body.velocity_of(after, self.dt);
        let velocity = self.state.velocity.as_dvec3() + self.body.across(change);
        self.state.velocity = velocity.as_vec3();
    }
}

impl Support {
    /// Returns the placed instance whose surface holds the character.
    pub(super) fn platform(&self) -> Option<InstanceId> {
        self.surface.filter(|_| self.is_ground()).map(|surface| surface.instance)
    }
}

impl Body<'_> {
    /// Returns the velocity of the surface of the ground: of a conveyor, and of a moving instance.
    pub(super) fn ground_velocity(&self, support: Support, dt: f64) -> DVec3 {
        self.carried_by(support) + self.velocity_of(support.platform(), dt)
    }

    /// Returns the velocity that a character keeps when it leaves the ground.
    pub(super) fn leaving_velocity(&self, support: Support, dt: f64) -> DVec3 {
        let platform = self.velocity_of(support.platform(), dt);
        let rises = platform.dot(self.up);
        let kept = match self.config.leave_velocity {
            LeaveVelocity::Add => platform,
            LeaveVelocity::AddUpwards if rises < 0.0 => self.across(platform),
            LeaveVelocity::AddUpwards => platform,
            LeaveVelocity::Ignore => DVec3::ZERO,
        };
        self.carried_by(support) + kept
    }

    /// Returns the velocity of a moving instance at the feet of the body.
    pub(super) fn velocity_of(&self, instance: Option<InstanceId>, dt: f64) -> DVec3 {
        let Some(instance) = instance else { return DVec3::ZERO };
        let feet = self.centre - self.up * self.half_height;
        self.world.velocity_at(instance, feet, dt as f32).as_dvec3()
    }

    /// Returns the velocity of the material of the ground: a conveyor turns with its instance.
    pub(super) fn carried_by(&self, support: Support) -> DVec3 {
        let conveyor = |surface: Surface| {
            let material = &self.world.materials()[usize::from(surface.material.0)];
            let velocity = material.surface_velocity;
            if velocity == Vec3::ZERO {
                return DVec3::ZERO;
            }
            self.world.turned_with(surface.instance, velocity.as_dvec3())
        };
        support.surface.map_or(DVec3::ZERO, conveyor)
    }
}
