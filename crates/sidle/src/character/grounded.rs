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
use crate::tolerance::character::LEDGE_HALVINGS;

impl Step<'_, '_> {
    pub(super) fn on_ground(&mut self, support: &mut Support) {
        let before = self.body.across(self.state.velocity.as_dvec3());
        let carried = self.body.carried_by(*support);
        let leaving = self.body.leaving_velocity(*support, self.dt);
        let course = self.root_motion().unwrap_or_else(|| self.ground_course(before, *support));
        self.state.velocity = course.velocity.as_vec3();
        let body = &mut self.body;
        let wish = course.displacement + body.across(carried) * self.dt;
        if wish == DVec3::ZERO {
            return;
        }
        let (start, before_walk) = (body.centre, body.at_contact(*support));
        let stays = body.config.crouch_stays_on_ledges && self.state.is_crouching();
        let walked = if stays { body.walk_on_ledge(wish, support) } else { body.walk(wish, support) };
        self.report.stepped = walked.stepped as f32;
        self.report.snapped = body.follow_ground((start, before_walk), &walked, support) as f32;
        // Walls take the velocity into them.
        let mut kept = project(course.velocity, body.walls().filter(|_| !support.is_edge));
        let taken = body.walls().map(|wall| -wall.dot(before)).fold(0.0, larger);
        self.report.impact_speed = taken as f32;
        if !support.is_ground() {
            // It leaves the ground with the velocity along the ground, and that of the ground.
            kept += body.up * body.launch(course.velocity, kept, walked.rise / self.dt) + leaving;
        }
        self.state.velocity = kept.as_vec3();
    }

    /// Returns how the velocity changes on the ground.
    fn ground_course(&self, before: DVec3, support: Support) -> Course {
        let body = &self.body;
        let config = body.config;
        let wish = body.across(self.input.wish_velocity.as_dvec3());
        let acceleration = config.ground_acceleration.map(f64::from);
        let is_slippery = support.surface.is_some_and(|s| contains(config.rules.slippery, s.layer));
        if !is_slippery {
            return approach(before, wish, acceleration, self.dt);
        }
        let most = f64::from(config.slippery_acceleration);
        let most = acceleration.map_or(most, |a| a.min(most));
        // Gravity along the slope, seen from above.
        let n = support.normal;
        let downhill = body.across(n) * (n.dot(body.up) * f64::from(config.gravity));
        skid(before, wish, downhill, most, self.dt)
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
        let snap = f64::from(self.config.snap_distance);
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

    /// Returns the upward speed with which the body leaves the ground: that of the slope, at most
    /// as steep as it can walk, and without a gain in speed where walls turned it.
    fn launch(&self, asked: DVec3, kept: DVec3, rise: f64) -> f64 {
        let across = kept.length();
        let spare = match self.config.slope_speed {
            SlopeSpeed::Horizontal => f64::INFINITY,
            _ => (asked.length_squared() - across * across).max(0.0).sqrt(),
        };
        larger(0.0, rise.min(across * self.steepest_rise()).min(spare))
    }

    /// Walks as [`walk`](Self::walk), but not further than there is ground to stand on. The rest of
    /// the way is along the edge of the ground.
    fn walk_on_ledge(&mut self, wish: DVec3, support: &mut Support) -> Walked {
        let (share, mut walked) = self.walk_while_held(wish, support);
        let outwards = self.across(support.normal).normalize_or_zero();
        if share < 1.0 && outwards != DVec3::ZERO {
            let rest = wish * (1.0 - share);
            let beside = rest - outwards * rest.dot(outwards).max(0.0);
            walked.stepped += self.walk_while_held(beside, support).1.stepped;
        }
        walked
    }

    /// Walks by the largest fraction of `wish` after which there is ground to stand on, found by
    /// bisection. Returns the fraction.
    fn walk_while_held(&mut self, wish: DVec3, support: &mut Support) -> (f64, Walked) {
        let (start, before) = (self.place(), *support);
        let mut best = (0.0, start, before, Walked::default());
        self.kept_trail.clear();
        let (mut fraction, mut most) = (1.0, 1.0);
        for _ in 0..=LEDGE_HALVINGS {
            self.return_to(start);
            *support = before;
            let walked = self.walk(wish * fraction, support);
            let end = (self.place(), *support);
            let _ = self.follow_ground((start.centre, before), &walked, support);
            if support.is_ground() {
                best = (fraction, end.0, end.1, walked);
                self.keep_trail(start, end.0);
            } else {
                most = fraction;
            }
            if best.0 >= most {
                break;
            }
            fraction = 0.5 * (best.0 + most);
        }
        self.put_back(start);
        self.trail.append(&mut self.kept_trail);
        self.return_to(best.1);
        *support = best.2;
        (best.0, best.3)
    }
}
