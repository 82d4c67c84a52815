//! A step on the ground.

use glam::DVec3;

use super::SlopeSpeed;
use super::body::{Body, project};
use super::ground::Support;
use super::options::contains;
use super::step::{Step, larger};
use super::velocity::{Course, approach, skid};
use super::walk::Walked;
use crate::geometry::Feature;
use crate::slide::Touch;
use crate::tolerance::character::{LEAST_SHARE, LEDGE_HALVINGS, WALL};

impl Step<'_, '_> {
    /// Walks for at most `time` seconds, as long as ground holds the body. Without `may_stop` it
    /// leaves the ground at once if that does not hold it all the way. Returns the time that is
    /// left.
    pub(super) fn on_ground(&mut self, support: &mut Support, time: f64, may_stop: bool) -> f64 {
        let before = self.body.across(self.state.velocity.as_dvec3());
        let carried = self.body.carried_by(*support);
        let leaving = self.body.leaving_velocity(*support, self.dt);
        let ridden = self.ridden_on(*support);
        let course = self.root_motion(time).unwrap_or_else(|| self.ground_course(before, *support, time));
        self.state.velocity = course.velocity.as_vec3();
        let body = &mut self.body;
        let mut wish = course.displacement + body.across(carried) * time;
        if self.has_landed {
            wish += body.across(body.velocity_of(support.platform(), self.dt)) * time;
        }
        if wish == DVec3::ZERO {
            return 0.0;
        }
        body.pace = course.velocity;
        // An edge is no slope.
        let is_face = support.surface.is_some_and(|s| s.feature == Feature::Face) && !support.is_edge;
        let slope = if is_face { support.normal } else { body.up };
        let stays = body.config.crouch_stays_on_ledges && self.state.is_crouching();
        let (share, walked) = if stays {
            (1.0, body.walk_on_ledge(wish, support))
        } else {
            body.walk_to_the_edge(wish, support, may_stop)
        };
        self.report.stepped += walked.stepped as f32;
        self.report.snapped += walked.lowered as f32;
        // Walls take the velocity into them.
        let mut kept = project(course.velocity, body.walls().filter(|_| !support.is_edge));
        let taken = body.walls().map(|wall| -wall.dot(before)).fold(0.0, larger);
        self.report.impact_speed = larger(self.report.impact_speed, taken as f32);
        if !support.is_ground() {
            // It leaves the ground with the velocity along the ground, and that of the ground.
            kept = body.launch(course.velocity, slope) + leaving;
            self.ridden = ridden;
            // It left the ground where this walk began.
            self.state.air_time += if stays { 0.0 } else { (time * share) as f32 };
        }
        self.state.velocity = kept.as_vec3();
        time * (1.0 - share)
    }

    /// Returns how the velocity changes on the ground in some seconds.
    pub(super) fn ground_course(&self, before: DVec3, support: Support, time: f64) -> Course {
        let body = &self.body;
        let config = body.config;
        let wish = body.across(self.input.wish_velocity.as_dvec3());
        let acceleration = config.ground_acceleration.map(f64::from);
        let is_slippery = support.surface.is_some_and(|s| contains(config.rules.slippery, s.layer));
        if !is_slippery {
            return approach(before, wish, acceleration, time);
        }
        let most = f64::from(config.slippery_acceleration);
        let most = acceleration.map_or(most, |a| a.min(most));
        // Gravity along the slope, seen from above.
        let n = support.normal;
        let downhill = body.across(n) * (n.dot(body.up) * f64::from(config.gravity));
        skid(before, wish, downhill, most, time)
    }
}

impl Body<'_> {
    /// Finds the ground after a walk from a place on this ground, and follows it down, where it
    /// drops by at most the snap distance. Returns the height by which the body was lowered.
    fn follow_ground(
        &mut self,
        (start, ground): (DVec3, Support),
        walked: &Walked,
        support: &mut Support,
    ) -> f64 {
        let is_known = self.look();
        let here = self.support(support.footing());
        // A straight piece along an edge leads away from it.
        let rolled = 0.5 * walked.rolled * walked.rolled / self.end_radius().max(self.seen.skin);
        let snap = larger(f64::from(self.config.snap_distance), rolled.min(self.end_radius()));
        let is_face = ground.surface.is_some_and(|s| s.feature == Feature::Face);
        // Rolling down over an edge is a part of the drop; walking down a slope is not. Beyond the
        // top of a slope the ground drops from where the walk began.
        let begun = ground.height + (start - self.centre).dot(self.up);
        let is_slope = is_face && !ground.is_edge;
        let height = if is_slope { support.height.min(begun) } else { begun };
        // On its way up a slope or a step, it came to higher ground.
        let came_up = is_slope || walked.stepped > 0.0;
        let tread = if came_up { larger(height, support.height) } else { height };
        *support = here;
        if (is_known && here.is_ground()) || snap <= 0.0 {
            return 0.0;
        }
        let before = self.centre;
        if let Some(found) = self.snap(snap, height, tread) {
            *support = found;
        }
        (before - self.centre).dot(self.up)
    }

    /// Returns the velocity with which the body leaves the ground at the present place: along the
    /// ground, and along an edge behind it. Rolling up an edge ahead gives no speed upwards.
    fn launch(&self, asked: DVec3, ground: DVec3) -> DVec3 {
        let (along, slope) = self.direction(asked, ground);
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
    fn walk_on_ledge(&mut self, wish: DVec3, support: &mut Support) -> Walked {
        let (share, mut walked) = self.walk_while_held(wish, support, LEDGE_HALVINGS);
        let outwards = self.across(support.normal).normalize_or_zero();
        if share < 1.0 && outwards != DVec3::ZERO {
            let rest = wish * (1.0 - share);
            let beside = rest - outwards * rest.dot(outwards).max(0.0);
            let more = self.walk_while_held(beside, support, LEDGE_HALVINGS).1;
            walked.stepped += more.stepped;
            walked.lowered += more.lowered;
        }
        walked
    }

    /// Walks as far as there is ground to stand on. If that is nowhere, it walks just beyond the
    /// edge of the ground. Returns the fraction.
    fn walk_to_the_edge(&mut self, wish: DVec3, support: &mut Support, may_stop: bool) -> (f64, Walked) {
        let (start, before) = (self.place(), *support);
        let tries = if may_stop { LEDGE_HALVINGS } else { 0 };
        let (share, walked) = self.walk_while_held(wish, support, tries);
        if share == 1.0 || (may_stop && share >= LEAST_SHARE) {
            return (share, walked);
        }
        self.return_to(start);
        *support = before;
        let walked = self.walk(wish * LEAST_SHARE, support);
        let _ = self.look();
        *support = Support::NONE;
        (LEAST_SHARE, walked)
    }

    /// Walks by `wish`, or by the largest fraction of it after which there is ground to stand on,
    /// found by `halvings` of it, and follows the ground down. Returns the fraction.
    fn walk_while_held(&mut self, wish: DVec3, support: &mut Support, halvings: usize) -> (f64, Walked) {
        let (start, before) = (self.place(), *support);
        let stood = self.at_contact(before);
        let mut best = (0.0, start, before, Walked::default());
        self.kept_trail.clear();
        let (mut fraction, mut most) = (1.0, 1.0);
        for _ in 0..=halvings {
            let mut walked = self.walk(wish * fraction, support);
            walked.lowered = self.follow_ground((start.centre, stood), &walked, support);
            if !support.is_ground() {
                most = fraction;
            } else if fraction == 1.0 {
                return (fraction, walked);
            } else {
                best = (fraction, self.place(), *support, walked);
                self.keep_trail(start, best.1);
            }
            fraction = 0.5 * (best.0 + most);
            self.return_to(start);
            *support = before;
        }
        self.trail.append(&mut self.kept_trail);
        self.return_to(best.1);
        *support = best.2;
        (best.0, best.3)
    }
}
