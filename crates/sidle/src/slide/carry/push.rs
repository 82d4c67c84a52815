//! The loop over the parts of a step in which instances move.

use glam::{DVec3, Quat, Vec3};

use super::{Carried, Carrier, CarryConfig, CarryEnd};
use crate::geometry::{WorldVector, elementary};
use crate::shape::Shape;
use crate::slide::mover::Mover;
use crate::slide::mover::start::prepare;
use crate::slide::{MoveConfig, OnOverlap, Scratch, WideMotion};
use crate::solve::nearest::{HalfSpace, NearestPoint, nearest_point};
use crate::tolerance::{
    CARRIER_REACH, CARRY_ITERATIONS, CARRY_SPEED_SLACK, FEW_POLYGONS, FINALIZE_ROOM, LEAST_MOVING_PART,
    MAX_COORDINATE, MOST_CARRY_WORK, MOST_CROWDED_WORK, MOVING_WORK, ROUGHNESS, SAG_OF_SKIN,
};
use crate::world::{InstanceId, Motions, Place, Region, World};

/// A body that is carried and pushed.
pub(super) struct Ride<'a> {
    pub(super) mover: Mover<'a>,
    pub(super) config: &'a CarryConfig,
    pub(super) dt: f64,
    pub(super) motions: Motions,
    /// The current part, and the time in it, 0..=1.
    pub(super) part: u32,
    pub(super) time: f64,
    /// The number of the instance that carries the body.
    carrier: Option<u32>,
    /// The displacement that brings the body back to its skin above the carrier.
    lowering: DVec3,
    /// Distance around the body in which everything is gathered, and whether the body was about to
    /// go further.
    stride: f64,
    is_ejected: bool,
    iterations: u32,
    /// Amount of work at which the ride ends.
    most_work: usize,
    /// The work before the last iteration, and the work among many polygons so far.
    worked: usize,
    crowded: usize,
}

/// Why the body cannot go on.
pub(super) struct Stuck;

pub(super) fn run(
    world: &World,
    scratch: &mut Scratch,
    shape: &Shape,
    from: DVec3,
    dt: f32,
    config: &CarryConfig,
) -> Carried {
    scratch.clear();
    scratch.moving.clear();
    let worked = scratch.work.polygons;
    let most_work = worked + MOST_CARRY_WORK;
    let is_valid = dt > 0.0 && dt.is_finite() && config.max_push_speed >= 0.0 && config.up.is_finite();
    let start = prepare(shape, from, &WideMotion::default(), &config.movement).filter(|_| is_valid);
    let Some(start) = start else {
        return Carried::at(if from.is_finite() { from } else { DVec3::ZERO }, CarryEnd::InvalidInput);
    };
    let mover = Mover::new(world, scratch, &config.movement, &start, from);
    let skin = mover.skin;
    let place = Place { center: mover.space.origin, half: mover.space.half_extents + 2.0 * skin };
    let still = Carried { skin: skin as f32, ..Carried::at(from, CarryEnd::Still) };
    if !world.has_motion() {
        return still;
    }
    let thinnest = mover.space.thinnest(skin);
    let pushed = f64::from(config.max_push_speed) * f64::from(dt);
    let Some(motions) = world.motions_near(&place, SAG_OF_SKIN * thinnest, pushed) else {
        return still;
    };
    // Far from the origin, where the carried body may get, the skin must be thicker; and also where
    // something turns so fast that the number of parts is not enough for the skin.
    let furthest = WideMotion::by(DVec3::splat(motions.room));
    let needed = ((skin * motions.sag / (SAG_OF_SKIN * thinnest)) as f32).min(MAX_COORDINATE);
    let movement = MoveConfig { skin_width: config.movement.skin_width.max(needed), ..config.movement };
    let Some(start) = prepare(shape, from, &furthest, &movement) else {
        return Carried::at(from, CarryEnd::InvalidInput);
    };
    super::log_motions(world, scratch, &place, &motions);
    let mover = Mover::new(world, scratch, &movement, &start, from);
    let mut ride = Ride {
        mover,
        config,
        dt: f64::from(dt),
        motions,
        part: 0,
        time: 0.0,
        carrier: None,
        lowering: DVec3::ZERO,
        stride: 0.0,
        is_ejected: false,
        iterations: 0,
        most_work,
        worked,
        crowded: 0,
    };
    let carried = ride.run(shape);
    // The moves of a step of a character have work of their own.
    scratch.work.polygons = worked;
    carried
}

impl Carried {
    fn at(position: DVec3, end: CarryEnd) -> Self {
        Self {
            position,
            end,
            fraction: 1.0,
            carrier: None,
            velocity: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            iterations: 0,
            skin: 0.0,
        }
    }
}

impl Ride<'_> {
    fn run(&mut self, shape: &Shape) -> Carried {
        self.note_path();
        self.gather();
        if self.mover.starts_inside() {
            return self.leave_overlap(shape);
        }
        self.carrier = self.find_carrier();
        let parts = 1_u32 << self.motions.halvings;
        while self.part < parts {
            if self.run_part().is_err() {
                return self.squeeze(shape);
            }
            (self.part, self.time) = (self.part + 1, 0.0);
        }
        // The instances are at the end of their motion, as every other query sees them.
        let radius = FINALIZE_ROOM * self.mover.skin;
        self.mover.gather_within(Region { center: self.mover.x, radius });
        match self.mover.finalize() {
            Some(position) => {
                self.note(1.0, position);
                self.carried(position, CarryEnd::Free)
            }
            None => self.squeeze(shape),
        }
    }

    /// Moves the body during the rest of a part.
    fn run_part(&mut self) -> Result<(), Stuck> {
        let mut pauses = 0;
        for _ in 0..CARRY_ITERATIONS {
            self.iterations += 1;
            if self.is_too_much() {
                return Err(Stuck);
            }
            self.gather();
            self.mover.find_contacts();
            if self.mover.scratch.level() < 0.0 {
                return Err(Stuck);
            }
            let displacement = self.displacement()?;
            let rest = 1.0 - self.time;
            // No further than what was gathered: a closing wedge ejects bodies fast.
            let length = displacement.length() * rest;
            let span = if length > self.stride { rest * (self.stride / length) } else { rest };
            let free = self.free_part(displacement * span, span);
            self.mover.go_free(displacement * (span * free));
            self.time = if free < 1.0 || span < rest { self.time + span * free } else { 1.0 };
            self.note_path();
            if self.mover.x.length() > self.motions.room + FINALIZE_ROOM * self.mover.skin {
                return Err(Stuck);
            }
            if self.time >= 1.0 {
                return Ok(());
            }
            pauses = if free * span < LEAST_MOVING_PART { pauses + 1 } else { 0 };
            if pauses > 3 {
                return Err(Stuck);
            }
            self.is_ejected = span < rest;
        }
        Err(Stuck)
    }

    /// Adds up the work of the last iteration. Returns true if the ride has to end.
    fn is_too_much(&mut self) -> bool {
        let worked = std::mem::replace(&mut self.worked, self.mover.scratch.work.polygons);
        self.crowded += (self.worked - worked).saturating_sub(FEW_POLYGONS);
        self.worked > self.most_work || self.crowded > MOST_CROWDED_WORK
    }

    /// Gathers every polygon that the body can touch in the rest of the part.
    fn gather(&mut self) {
        let half = self.mover.space.half_extents + 2.0 * self.mover.skin;
        let place = Place { center: self.mover.space.origin + self.mover.x, half };
        let mut moving = std::mem::take(&mut self.mover.scratch.moving);
        let (motions, world) = (&self.motions, self.mover.world);
        world.list_moving_near(&place, 2.0 * motions.furthest, (motions, self.part), &mut moving);
        self.mover.scratch.work.polygons += MOVING_WORK * moving.len();
        let share = 1.0 / f64::from(1_u32 << motions.halvings);
        let pushed = f64::from(self.config.max_push_speed) * self.dt;
        let furthest = 2.0 * motions.furthest;
        let length = (if furthest < pushed { furthest } else { pushed }).max(motions.furthest) * share;
        self.stride = if self.is_ejected { length } else { length * (1.0 - self.time) };
        self.stride += 0.5 * FINALIZE_ROOM * self.mover.skin;
        let radius = self.stride + 0.5 * FINALIZE_ROOM * self.mover.skin;
        let region = Region { center: self.mover.x, radius };
        self.mover.gather_among(region, (&moving, self.time));
        self.mover.scratch.moving = moving;
    }

    /// Returns the displacement for the whole part: the one nearest to that of the carrier that
    /// enters no contact.
    fn displacement(&mut self) -> Result<DVec3, Stuck> {
        let wish = self.carried_displacement();
        let rest = 1.0 - self.time;
        let mut planes = std::mem::take(&mut self.mover.scratch.half_spaces);
        let mut restore = true;
        let found = loop {
            planes.clear();
            for i in 0..self.mover.scratch.contacts.len() {
                let contact = self.mover.scratch.contacts[i];
                if !contact.counts {
                    continue;
                }
                let normal = contact.normal;
                let mut offset = normal.dot(self.velocity_of(contact.candidate, i));
                if restore && contact.skins < 1.0 - ROUGHNESS {
                    let missing = (1.0 - contact.skins) * self.mover.space.thinnest(self.mover.skin);
                    offset += missing / rest;
                }
                planes.push(HalfSpace { normal, offset: offset - normal.dot(wish) });
            }
            match nearest_point(&planes) {
                NearestPoint::At(push, _) => break Ok(wish + push),
                NearestPoint::Empty(_) if restore => restore = false,
                NearestPoint::Empty(_) => break Err(Stuck),
            }
        };
        self.mover.scratch.half_spaces = planes;
        let displacement = found?;
        let part = self.dt / f64::from(1_u32 << self.motions.halvings);
        let push = f64::from(self.config.max_push_speed) * part;
        let most = if wish.length() > push { wish.length() } else { push };
        if displacement.length() > most * (1.0 + CARRY_SPEED_SLACK) + self.mover.skin {
            return Err(Stuck);
        }
        Ok(displacement)
    }

    /// Returns the displacement of a contact's surface over the whole part.
    fn velocity_of(&self, candidate: usize, contact: usize) -> DVec3 {
        let scratch = &*self.mover.scratch;
        let instance = scratch.candidates.get(candidate).instance;
        let Ok(at) = scratch.moving.binary_search_by_key(&instance, |m| m.instance) else {
            return DVec3::ZERO;
        };
        let motion = &scratch.moving[at].motion;
        let axis = &scratch.contacts[contact].axis;
        let point = scratch.candidates.obstacle(candidate).point_on_polygon(axis);
        let point = self.mover.space.origin + self.mover.space.world_from_unit(point);
        motion.displacement(motion.local(point, self.time))
    }

    /// Returns the displacement of the carrier at the feet of the body, over the whole part.
    fn carried_displacement(&self) -> DVec3 {
        let moving = &self.mover.scratch.moving;
        let Some(carrier) = self.carrier else { return DVec3::ZERO };
        let Ok(at) = moving.binary_search_by_key(&carrier, |m| m.instance) else { return DVec3::ZERO };
        let motion = &moving[at].motion;
        let share = f64::from(1_u32 << self.motions.halvings);
        motion.displacement(motion.local(self.feet(), self.time)) + self.lowering / share
    }

    /// Returns the lowest point of the bare shape, in the world.
    fn feet(&self) -> DVec3 {
        let up = self.config.up.as_dvec3().normalize_or_zero();
        let space = &self.mover.space;
        space.origin + self.mover.x - up * space.bare_support(up)
    }

    /// Returns the instance that carries the body.
    fn find_carrier(&mut self) -> Option<u32> {
        let is_moving = |ride: &Self, instance: u32| {
            ride.mover.scratch.moving.binary_search_by_key(&instance, |m| m.instance).is_ok()
        };
        match self.config.carrier {
            Carrier::None => None,
            Carrier::Instance(id) => {
                let instance = id.index() as u32;
                let is_known = self.mover.world.instance_id(instance) == id;
                (is_known && is_moving(self, instance)).then_some(instance)
            }
            Carrier::Ground => {
                // A body that was stored a little above its skin still stands.
                let band = std::mem::replace(&mut self.mover.band, CARRIER_REACH - 1.0);
                self.mover.find_contacts();
                self.mover.band = band;
                let up = self.config.up.as_dvec3().normalize_or_zero();
                let flattest = elementary::cos(f64::from(self.config.max_slope_angle));
                let mut best: Option<(f64, usize)> = None;
                for (i, contact) in self.mover.scratch.contacts.iter().enumerate().filter(|c| c.1.counts) {
                    let slope = contact.normal.dot(up);
                    if slope >= flattest && best.is_none_or(|b| slope > b.0) {
                        best = Some((slope, i));
                    }
                }
                let contact = self.mover.scratch.contacts[best?.1];
                is_moving(self, contact.id.0).then(|| {
                    // Restored skins must not lift the body off its carrier, step by step.
                    let skin = self.mover.space.thinnest(self.mover.skin);
                    let above = if contact.skins > 1.0 { (contact.skins - 1.0) * skin } else { 0.0 };
                    self.lowering = contact.normal * -above;
                    contact.id.0
                })
            }
        }
    }

    /// Repeats the step from the start that `on_overlap` selects.
    fn leave_overlap(&mut self, shape: &Shape) -> Carried {
        let from = self.mover.from;
        match self.config.movement.on_overlap {
            OnOverlap::Refuse => self.carried(from, CarryEnd::StartedInside),
            OnOverlap::ReturnTo(place) => {
                let movement = MoveConfig { on_overlap: OnOverlap::Refuse, ..self.config.movement };
                let config = CarryConfig { movement, ..*self.config };
                run(self.mover.world, self.mover.scratch, shape, place, self.dt as f32, &config)
            }
            OnOverlap::PushOut => self.squeeze(shape),
        }
    }

    /// Returns the fraction of the whole step that is over.
    pub(super) fn fraction(&self) -> f64 {
        let parts = f64::from(1_u32 << self.motions.halvings);
        let fraction = (f64::from(self.part) + self.time) / parts;
        if fraction < 1.0 { fraction } else { 1.0 }
    }

    pub(super) fn carried(&self, position: DVec3, end: CarryEnd) -> Carried {
        let world = self.mover.world;
        let (mut velocity, mut rotation) = (Vec3::ZERO, Quat::IDENTITY);
        if let Some(travel) = self.carrier.and_then(|carrier| world.part(carrier).placed?.travel()) {
            let last = (1 << self.motions.halvings) - 1;
            if let Some(motion) = travel.part(last, self.motions.halvings) {
                let share = f64::from(1_u32 << self.motions.halvings) / self.dt;
                let moved = motion.displacement(motion.local(self.feet(), 1.0)) * share;
                velocity = finite(moved);
            }
            rotation = travel.rotation();
        }
        Carried {
            position,
            end,
            fraction: self.fraction(),
            carrier: self.carrier.map(|i| world.instance_id(i)),
            velocity,
            rotation,
            iterations: self.iterations,
            skin: self.mover.skin as f32,
        }
    }

    /// Records the position of the body and the time.
    fn note_path(&mut self) {
        self.note(self.fraction(), self.mover.space.origin + self.mover.x);
    }

    fn note(&mut self, fraction: f64, place: DVec3) {
        if self.config.movement.record_path {
            self.mover.scratch.timed_path.push((fraction, place));
        }
    }
}

impl World {
    /// Returns the velocity in m/s of a point of the world that moves with an instance, at the end
    /// of a step of `dt` seconds. It is zero for an instance that does not move, and if there is
    /// none with this id.
    #[must_use]
    pub fn velocity_at(&self, instance: InstanceId, point: impl WorldVector, dt: f32) -> Vec3 {
        self.velocity_at_inner(instance, point.to_dvec3(), dt)
    }

    fn velocity_at_inner(&self, instance: InstanceId, point: DVec3, dt: f32) -> Vec3 {
        let number = instance.index() as u32;
        let is_known = self.instance_id(number) == instance && dt > 0.0 && point.is_finite();
        let travel = is_known.then(|| self.part(number).placed?.travel()).flatten();
        let Some(motion) = travel.and_then(|travel| travel.part(0, 0)) else { return Vec3::ZERO };
        finite(motion.displacement(motion.local(point, 1.0)) / f64::from(dt))
    }
}

/// Returns a velocity whose components have finite values in f32, also after a very short step.
fn finite(velocity: DVec3) -> Vec3 {
    let most = DVec3::splat(f64::from(f32::MAX));
    velocity.clamp(-most, most).as_vec3()
}
