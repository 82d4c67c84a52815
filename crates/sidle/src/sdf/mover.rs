//! The move: finds the contact planes and the step nearest to the desired motion that enters none
//! of them, then sweeps along that step.

use glam::DVec3;

use super::Sdf;
use super::scene::{Scene, SdfHit, is_body};
use super::scratch::{Contact, SdfScratch};
use super::search::Question;
use super::target::Stop;
use crate::geometry::{finite, is_in_range, ulp};
use crate::slide::{
    FrictionLaw, MoveConfig, OnOverlap, Outcome, Response, StartAdjustment, StopReason, WideMotion,
    leaves_freedom, refused, slowed,
};
use crate::solve::cone::{self, MAX_PUSHED, keep_deepest, push_out};
use crate::tolerance::{
    CONTACT_BAND, FINALIZE_ROOM, GATHER_SLACK, GRAZE_BAND, LEAST_SKIN, MAX_COORDINATE, OFF_THE_SKIN,
    PSEUDO_LEVEL, RESTORE_REACH, ROUGHNESS, SAGITTA, SAME_CONTACT, SKIN_ULPS,
};

pub(super) struct Mover<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) scratch: &'a mut SdfScratch,
    pub(super) body: &'a dyn Sdf,
    pub(super) config: &'a MoveConfig,
    pub(super) skin: f64,
    pub(super) from: DVec3,
    pub(super) x: DVec3,
    pub(super) segment_start: DVec3,
    pub(super) v: DVec3,
    pub(super) velocity: DVec3,
    /// Fraction of the time that remains.
    pub(super) time: f64,
    /// Largest part of the desired motion that one iteration may take, in metres.
    pub(super) stride: f64,
    pub(super) distance: f64,
    /// Distance from the start, in metres, within which the list of targets is complete.
    pub(super) region: f64,
}

pub(super) fn run(
    scene: &Scene<'_>,
    scratch: &mut SdfScratch,
    body: &dyn Sdf,
    from: DVec3,
    motion: WideMotion,
    config: &MoveConfig,
) -> Outcome {
    scratch.hits.clear();
    scratch.path.clear();
    scratch.learnt.clear();
    let Some(skin) = skin_of(body, from, &motion, config) else {
        return refused(from, motion, StopReason::InvalidInput, 0.0);
    };
    let (x, v) = (from, motion.displacement);
    let region = v.length() * (1.0 + GATHER_SLACK) + FINALIZE_ROOM * skin;
    scratch.targets.gather(scene, x, region + body.bounding_radius() + 2.0 * skin, &config.filter);
    scratch.targets.let_pass(scene, body, x);
    if scratch.targets.clearance(scene, body, x, skin) < 0.0 {
        let OnOverlap::ReturnTo(place) = config.on_overlap else {
            return refused(from, motion, StopReason::StartedInside, skin);
        };
        let config = MoveConfig { on_overlap: OnOverlap::Refuse, ..*config };
        let end = run(scene, scratch, body, place, motion, &config);
        return match end.reason {
            StopReason::StartedInside | StopReason::InvalidInput => {
                refused(from, motion, StopReason::StartedInside, skin)
            }
            _ => Outcome { start_adjustment: StartAdjustment::Returned, ..end },
        };
    }
    if config.record_path {
        scratch.path.push(from);
    }
    let velocity = motion.velocity;
    let mut mover = Mover {
        scene,
        scratch,
        body,
        config,
        skin,
        from: x,
        x,
        segment_start: x,
        v,
        velocity,
        time: 1.0,
        stride: v.length(),
        distance: 0.0,
        region,
    };
    let (reason, iterations) = mover.slide();
    mover.finish(reason, iterations)
}

/// Returns the skin to keep, or None if the input is invalid.
fn skin_of(body: &dyn Sdf, from: DVec3, motion: &WideMotion, config: &MoveConfig) -> Option<f64> {
    let numbers = is_in_range(from) && is_in_range(motion.displacement) && motion.velocity.is_finite();
    let skin = (0.0..=MAX_COORDINATE).contains(&config.skin_width);
    let friction = config.friction_scale >= 0.0 && config.friction_scale.is_finite();
    let known = config.friction_law == FrictionLaw::Coulomb
        && matches!(config.response, Response::Slide | Response::Momentum | Response::Stop);
    if !(numbers && skin && friction && known && is_body(body)) {
        return None;
    }
    let furthest = from.abs().max_element() + motion.displacement.length() + body.bounding_radius();
    let least = (SKIN_ULPS * ulp(furthest)).max(LEAST_SKIN);
    Some(f64::from(config.skin_width).max(least))
}

/// The step of one iteration.
struct Plan {
    /// Fraction of the time that the step takes.
    time: f64,
    step: DVec3,
    /// True if a contact that the desired motion presses against limits the step.
    pressing: bool,
}

impl Mover<'_> {
    fn slide(&mut self) -> (StopReason, u32) {
        if self.v == DVec3::ZERO {
            return (StopReason::Arrived, 0);
        }
        self.find_contacts(self.x);
        let limit = self.config.max_iterations.max(1);
        for iteration in 1..=limit {
            if self.scratch.targets.work == 0 {
                return (StopReason::IterationLimit, iteration);
            }
            let plan = match self.plan() {
                Ok(plan) => plan,
                Err(reason) => return (reason, iteration),
            };
            if let Err(reason) = self.take(&plan) {
                return (reason, iteration);
            }
            if self.time <= 0.0 {
                return (StopReason::Arrived, iteration);
            }
        }
        (StopReason::IterationLimit, limit)
    }

    pub(super) fn find_contacts(&mut self, x: DVec3) {
        let reach = self.skin * (1.0 + 2.0 * SAGITTA);
        let question = Question { body: self.body, x, displacement: DVec3::ZERO, level: reach, band: 0.0 };
        self.scratch.find_contacts(self.scene, &question);
    }

    fn nearest(&self) -> f64 {
        self.scratch.contacts.iter().fold(f64::INFINITY, |least, c| if c.gap < least { c.gap } else { least })
    }

    /// Plans the next step: the one nearest to the desired motion that leaves every contact at the
    /// skin, or at its present gap if that is smaller.
    fn plan(&mut self) -> Result<Plan, StopReason> {
        let speed = self.v.length();
        let time = if self.stride < speed * self.time { self.stride / speed } else { self.time };
        let desired = self.v * time;
        let into = |c: &Contact| -c.normal.dot(desired);
        if self.config.response == Response::Stop
            && self
                .scratch
                .contacts
                .iter()
                .any(|c| c.gap <= self.skin * (1.0 + CONTACT_BAND) && into(c) > GRAZE_BAND * self.skin)
        {
            self.record(|c| into(c) > 0.0);
            self.velocity = DVec3::ZERO;
            return Err(StopReason::Blocked);
        }
        let Some(step) = self.step(desired) else { return Err(StopReason::NoFreedom) };
        let pressing = |c: &Contact, skin: f64| into(c) > 0.0 && -c.normal.dot(step) > -SAGITTA * skin;
        let skin = self.skin;
        let is_pressed = self.scratch.contacts.iter().any(|c| pressing(c, skin));
        self.record(|c| pressing(c, skin));
        let step = self.slow(desired, step);
        if !leaves_freedom(step, desired) {
            return Err(StopReason::NoFreedom);
        }
        Ok(Plan { time, step, pressing: is_pressed })
    }

    /// Returns argmin |step - desired| with every contact at its skin. If restoring missing skin
    /// would lead too far, the step keeps the present gaps instead.
    fn step(&mut self, desired: DVec3) -> Option<DVec3> {
        for restoring in [true, false] {
            self.fill_planes(desired, restoring);
            let step = push_out(&self.scratch.planes).map(|p| desired + p);
            if let Some(step) = step.filter(|s| s.length() <= desired.length() + RESTORE_REACH * self.skin) {
                return Some(step);
            }
        }
        None
    }

    pub(super) fn fill_planes(&mut self, desired: DVec3, restoring: bool) {
        let SdfScratch { contacts, planes, .. } = &mut *self.scratch;
        planes.clear();
        for c in contacts.iter() {
            let missing = 1.0 - c.gap / self.skin;
            let back = if missing > ROUGHNESS && restoring {
                missing * self.skin
            } else if missing < -CONTACT_BAND {
                // The contact is beyond the skin, so the step may use that room.
                missing * self.skin
            } else {
                0.0
            };
            let depth = back - c.normal.dot(desired);
            match planes.iter_mut().find(|(n, _)| n.dot(c.normal) > 1.0 - SAME_CONTACT) {
                Some(plane) => plane.1 = if depth > plane.1 { depth } else { plane.1 },
                None => planes.push((c.normal, depth)),
            }
        }
        keep_deepest(planes);
    }

    /// Applies Coulomb friction: reduces the step by the motion that the planes remove, times their
    /// friction.
    fn slow(&mut self, desired: DVec3, step: DVec3) -> DVec3 {
        let scale = f64::from(self.config.friction_scale);
        // A contact that is only near may never be reached, so it must not change the velocity for
        // good.
        let band = if self.config.response == Response::Momentum { CONTACT_BAND } else { 2.0 * SAGITTA };
        let held = |c: &&Contact| c.gap <= self.skin * (1.0 + band) && c.normal.dot(desired) < 0.0;
        let mut normals = [DVec3::ZERO; cone::MAX_PLANES];
        let mut frictions = [0.0; cone::MAX_PLANES];
        let mut count = 0;
        for c in self.scratch.contacts.iter().filter(held).take(cone::MAX_PLANES) {
            (normals[count], frictions[count]) = (c.normal, c.friction * scale);
            count += 1;
        }
        let normals = &normals[..count];
        if self.config.response == Response::Momentum {
            let through = |v: DVec3| {
                let d = cone::project(v, normals);
                slowed(d.d, d.pushes(|i| frictions[i]))
            };
            (self.v, self.velocity) = (through(self.v), through(self.velocity));
        }
        slowed(step, cone::project(desired, normals).pushes(|i| frictions[i]))
    }

    /// Records the contacts in the way, once for each object.
    fn record(&mut self, in_the_way: impl Fn(&Contact) -> bool) {
        let SdfScratch { contacts, hits, .. } = &mut *self.scratch;
        for c in contacts.iter().filter(|c| in_the_way(c)) {
            if hits.iter().any(|h| h.touched == c.touched) {
                continue;
            }
            let into = -c.normal.dot(self.velocity);
            hits.push(SdfHit {
                fraction: 1.0 - self.time,
                point: c.point,
                normal: c.normal.as_vec3(),
                speed_into: if into > 0.0 { finite(into) } else { 0.0 },
                touched: c.touched,
            });
        }
    }

    /// Returns how far a step is clear. The required clearance is slightly below the clearance of
    /// the nearest contact.
    fn sweep(&mut self, displacement: DVec3) -> Stop {
        let nearest = self.nearest();
        let here = if nearest < self.skin { nearest } else { self.skin };
        let (level, band) = (PSEUDO_LEVEL * here, 0.25 * (1.0 - PSEUDO_LEVEL) * here);
        let question = Question { body: self.body, x: self.x, displacement, level, band };
        if !(level > 0.0 && (self.x + displacement - self.from).length() <= self.region) {
            // The targets there are not known.
            return Stop { fraction: 0.0, target: None, point: None };
        }
        self.scratch.targets.sweep(self.scene, &question)
    }

    /// Moves along the clear part of a plan, or records the obstruction.
    fn take(&mut self, plan: &Plan) -> Result<(), StopReason> {
        let step = if plan.pressing { self.along_the_chord(plan) } else { plan.step };
        let stop = self.sweep(step);
        let step = step * stop.fraction;
        let length = step.length();
        if length <= SAME_CONTACT * self.skin {
            let learnt = self.learn(&stop);
            self.find_contacts(self.x);
            if learnt {
                return Ok(());
            }
            // The obstruction was known already. A shorter step may still be clear.
            self.stride = 0.25 * plan.step.length();
            return if self.stride > GRAZE_BAND * self.skin { Ok(()) } else { Err(StopReason::NoFreedom) };
        }
        let before = self.x;
        self.find_contacts(before + step);
        let left = self.nearest() > self.skin * (1.0 + OFF_THE_SKIN);
        if plan.pressing && left && length > self.skin {
            // The step leaves the surface that the body is pressed against. The surface curves, and
            // a shorter step follows it better.
            self.stride = 0.5 * length;
            self.find_contacts(before);
            return Ok(());
        }
        (self.segment_start, self.x) = (before, before + step);
        self.scratch.targets.let_pass(self.scene, self.body, self.x);
        self.distance += length;
        let whole = stop.fraction >= 1.0 && plan.time >= self.time;
        self.time = if whole { 0.0 } else { self.time - plan.time * stop.fraction };
        self.stride *= 1.5;
        if self.config.record_path {
            self.scratch.path.push(self.x);
        }
        Ok(())
    }

    /// Returns a step along the chord of a curved surface. A step along the tangent leaves a round
    /// surface and lags behind. If the normals turn along the step, the normals halfway between
    /// give the chord, which ends on the surface again.
    fn along_the_chord(&mut self, plan: &Plan) -> DVec3 {
        let here = self.x;
        let mut start = std::mem::take(&mut self.scratch.contacts);
        self.find_contacts(here + plan.step);
        let turned = |c: &Contact| {
            let ends = self.scratch.contacts.iter().filter(|e| e.target == c.target);
            let nearest = ends.fold(None, |best: Option<&Contact>, e| {
                let closer = |b: &Contact| e.normal.dot(c.normal) > b.normal.dot(c.normal);
                if best.is_none_or(closer) { Some(e) } else { best }
            });
            nearest.map_or(c.normal, |e| (c.normal + e.normal).normalize_or_zero())
        };
        let middle: Vec<DVec3> = start.iter().map(turned).collect();
        std::mem::swap(&mut self.scratch.contacts, &mut start);
        let same = |(c, n): (&Contact, &DVec3)| n.dot(c.normal) > 1.0 - SAME_CONTACT * SAME_CONTACT;
        if self.scratch.contacts.iter().zip(&middle).all(same) {
            return plan.step;
        }
        let straight: Vec<DVec3> = self.scratch.contacts.iter().map(|c| c.normal).collect();
        let turn = |contacts: &mut Vec<Contact>, to: &[DVec3]| {
            contacts.iter_mut().zip(to).for_each(|(c, &n)| c.normal = n);
        };
        turn(&mut self.scratch.contacts, &middle);
        let desired = self.v * plan.time;
        let step = self.step(desired).map(|step| self.slow(desired, step));
        turn(&mut self.scratch.contacts, &straight);
        step.unwrap_or(plan.step)
    }

    /// Remembers an obstruction that a sweep found. Returns true if it is new.
    fn learn(&mut self, stop: &Stop) -> bool {
        let (Some(target), Some(point)) = (stop.target, stop.point) else { return false };
        let near = SAME_CONTACT.sqrt() * self.body.bounding_radius();
        let same = |l: &(usize, DVec3)| l.0 == target && (l.1 - point).length() <= near;
        let known = self.scratch.learnt.iter().any(same);
        if !known && self.scratch.learnt.len() < 4 * MAX_PUSHED {
            self.scratch.learnt.push((target, point));
        }
        !known
    }
}
