//! A step on the ground.

use glam::DVec3;

use super::SlopeSpeed;
use super::body::{Body, project};
use super::ground::Support;
use super::options::contains;
use super::step::{Step, larger};
use super::velocity::{Course, approach, skid};
use super::walk::{AtEdge, Walked, Wish};
use crate::geometry::Feature;
use crate::slide::Touch;
use crate::tolerance::character::{LEAST_SHARE, LEAST_TIME, TIME_HALVINGS, WALL};

impl Step<'_, '_> {
    /// Walks for at most `time` seconds, as long as ground holds the body. Without `may_stop` it
    /// leaves the ground at once if that does not hold it all the way. With `may_turn`, the walk of
    /// an accelerated character ends at a wall. Returns the time that is left, and whether the walk
    /// ended at a wall.
    pub(super) fn on_ground(
        &mut self,
        support: &mut Support,
        time: f64,
        (may_stop, may_turn): (bool, bool),
    ) -> (f64, bool) {
        let before = self.body.across(self.state.velocity.as_dvec3());
        let (ground, animated) = (*support, self.root_motion(time));
        let asked = self.body.across(self.input.wish_velocity.as_dvec3());
        let mut carried = self.body.across(self.body.carried_by(ground)) * time;
        if self.has_landed {
            carried += self.body.across(self.body.velocity_of(ground.platform(), self.dt)) * time;
        }
        // Walls in contact take the wish into them, unless the character climbs them.
        let along = project(asked, self.body.walls());
        let course_in = |step: &Self, wish: DVec3, part: f64| match animated {
            Some(course) => Course { displacement: course.displacement * (part / time), ..course },
            None => step.ground_course(before, wish, ground, part),
        };
        let mut course = course_in(self, asked, time);
        let is_slow = self.body.config.ground_acceleration.is_some() || self.is_slippery(ground);
        let turns = may_turn && animated.is_none() && is_slow;
        let beside = turns.then(|| course_in(self, along, time).displacement + carried);
        self.state.velocity = course.velocity.as_vec3();
        let wish = Wish { free: course.displacement + carried, beside };
        if wish.free == DVec3::ZERO {
            return (0.0, false);
        }
        self.body.pace = course.velocity;
        let stays = self.body.config.crouch_stays_on_ledges && self.state.is_crouching();
        let at_edge = if may_stop { AtEdge::Leave } else { AtEdge::LeaveAtOnce };
        let walked = if stays {
            self.body.walk_on_ledge(wish, support)
        } else {
            self.body.walk(wish, support, (at_edge, (LEAST_TIME / time).min(1.0)))
        };
        let target = if walked.is_beside { along } else { asked };
        let way = |time_of: f64| course_in(self, target, time_of).displacement + carried * (time_of / time);
        let share = share_of_time(walked.share, |share| way(time * share));
        course = course_in(self, target, time * share);
        self.report.stepped += walked.stepped as f32;
        self.report.snapped += walked.lowered as f32;
        // Walls take the velocity into them.
        let body = &mut self.body;
        let mut kept = project(course.velocity, body.walls().filter(|_| !support.is_edge));
        let taken = body.walls().map(|wall| -wall.dot(before)).fold(0.0, larger);
        self.report.impact_speed = larger(self.report.impact_speed, taken as f32);
        if !support.is_ground() {
            // It leaves the ground with the velocity along the ground, and that of the ground.
            kept = body.launch(course.velocity, &walked.last) + body.leaving_velocity(walked.last, self.dt);
            self.ridden = self.ridden_on(ground);
            self.state.air_time += (time * walked.in_air) as f32;
        }
        self.state.velocity = kept.as_vec3();
        (time * (1.0 - share), walked.is_at_wall)
    }

    /// Returns how the velocity changes on the ground in some seconds, with a horizontal wish.
    pub(super) fn ground_course(&self, before: DVec3, wish: DVec3, support: Support, time: f64) -> Course {
        let body = &self.body;
        let config = body.config;
        let acceleration = config.ground_acceleration.map(f64::from);
        if !self.is_slippery(support) {
            return approach(before, wish, acceleration, time);
        }
        let most = f64::from(config.slippery_acceleration);
        let most = acceleration.map_or(most, |a| a.min(most));
        // Gravity along the slope, seen from above.
        let n = support.normal;
        let downhill = body.across(n) * (n.dot(body.up) * f64::from(config.gravity));
        skid(before, wish, downhill, most, time)
    }

    fn is_slippery(&self, support: Support) -> bool {
        support.surface.is_some_and(|s| contains(self.body.config.rules.slippery, s.layer))
    }
}

impl Body<'_> {
    /// Returns the velocity with which the body leaves the ground at the present place: along the
    /// ground, and along an edge behind it. Rolling up an edge ahead gives no speed upwards.
    fn launch(&self, asked: DVec3, ground: &Support) -> DVec3 {
        // An edge is no slope.
        let is_face = ground.surface.is_some_and(|s| s.feature == Feature::Face) && !ground.is_edge;
        let (along, slope) = self.direction(asked, if is_face { ground.normal } else { self.up });
        let least = WALL * self.half_width * asked.length();
        let is_ahead = |t: &Touch| (t.point - self.centre).dot(asked) > least;
        let rise = if self.rising_contacts().any(is_ahead) { slope } else { along.dot(self.up) };
        let across = self.across(along);
        let most = match self.config.slope_speed {
            SlopeSpeed::Horizontal => across.length() * self.steepest_rise().hypot(1.0),
            _ => asked.length(),
        };
        (across + self.up * larger(0.0, rise)).clamp_length_max(most)
    }

    /// Walks, but not further than there is ground to stand on. The rest of the way is along the
    /// edge of the ground.
    fn walk_on_ledge(&mut self, Wish { free: wish, .. }: Wish, support: &mut Support) -> Walked {
        let only = |free: DVec3| Wish { free, beside: None };
        let mut walked = self.walk(only(wish), support, (AtEdge::Stay, LEAST_SHARE));
        let outwards = self.across(support.normal).normalize_or_zero();
        if walked.share < 1.0 && outwards != DVec3::ZERO {
            let rest = wish * (1.0 - walked.share);
            let beside = rest - outwards * rest.dot(outwards).max(0.0);
            let more = self.walk(only(beside), support, (AtEdge::Stay, LEAST_SHARE));
            walked.stepped += more.stepped;
            walked.lowered += more.lowered;
        }
        Walked { share: 1.0, in_air: 0.0, ..walked }
    }
}

/// Returns the share of the time after which a share of a way is made. `way` returns the
/// displacement after a share of the time.
fn share_of_time(share: f64, way: impl Fn(f64) -> DVec3) -> f64 {
    if share <= 0.0 || share >= 1.0 {
        return share;
    }
    let whole = way(1.0);
    let wanted = share * whole.length_squared();
    let (mut early, mut late) = (0.0, 1.0);
    for _ in 0..TIME_HALVINGS {
        let middle = 0.5 * (early + late);
        *(if way(middle).dot(whole) < wanted { &mut early } else { &mut late }) = middle;
    }
    late
}
