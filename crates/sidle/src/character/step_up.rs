//! Climbing a step: up, forward and down, each certified.

use glam::DVec3;

use super::body::{Body, Place, project};
use super::events::{CharacterEvent, StepRefusal};
use super::ground::{Footing, Support};
use super::options::contains;
use super::step::larger;
use super::walk::opposes;
use crate::geometry::Feature;
use crate::slide::WideMotion;
use crate::tolerance::character::{
    AHEAD, ASIDE, BESIDE, LEANING_STEP, LONGEST_WAY_BESIDE, MOST_WALLS, NO_PROGRESS, SAME_WALL, STEP_SKINS,
    UNEVEN, WALL, WIDTH_RAYS,
};
use crate::world::Surface;

/// The space behind a wall, above the step height.
enum Ahead {
    /// The wall goes on, or what is behind it is too high.
    Wall,
    /// There is room, but no tread.
    NoTread,
    Tread(Tread),
}

/// The top of a step.
#[derive(Clone, Copy)]
struct Tread {
    /// Its height above the feet.
    height: f64,
    /// The distance after which it was found.
    distance: f64,
}

/// A step that is tried.
#[derive(Clone, Copy)]
struct Attempt {
    /// The centre before.
    start: DVec3,
    /// The place above it to which the body was raised.
    above: Place,
    /// The remaining horizontal displacement.
    wish: DVec3,
    /// The product of the wish and the walk without the step.
    progress: f64,
    /// Normal of the wall in front of the step.
    wall: DVec3,
    /// The height by which the body was raised.
    raised: f64,
    /// The height above the feet up to which a tread may be.
    limit: f64,
    /// How far the body was inside its skin, in metres.
    inside: f64,
    /// True if something in front of the raised body held it.
    is_held: bool,
}

impl Body<'_> {
    /// Climbs the step behind a wall in contact. `wish` is the remaining horizontal displacement,
    /// and `along` the displacement of a walk without the step. Returns the fraction of `wish` that
    /// was used, or `None` if there is no step that the character may climb; then the body stays
    /// where it is.
    ///
    /// The end must be walkable a whole body further on, so that the body is never left on an edge
    /// that it cannot climb.
    pub(super) fn step_up(&mut self, wish: DVec3, along: DVec3, support: &mut Support) -> Option<f64> {
        if self.config.step_height <= 0.0 || !support.is_ground() {
            return None;
        }
        let step = f64::from(self.config.step_height);
        // An edge that a longer snap holds does not raise the limit by more than a step.
        let ground = if support.is_edge { support.height.min(step) } else { support.height };
        let mut walls = [DVec3::ZERO; MOST_WALLS];
        let count = self.list_walls(wish, &mut walls);
        let start = self.place();
        for &wall in &walls[..count] {
            let foot = self.foot_of(wall, support).unwrap_or(larger(0.0, ground));
            let limit = foot + step + STEP_SKINS * self.seen.skin;
            let result = self.try_step(wish, along, wall, limit);
            self.note(|| CharacterEvent::Step {
                wall: wall.as_vec3(),
                result: result.map(|_| (self.centre - start.centre).dot(self.up) as f32),
            });
            if let Ok((fraction, new)) = result {
                *support = new;
                return Some(fraction);
            }
            self.return_to(start);
        }
        None
    }

    /// Lists the walls in contact that a wish pushes against, each direction once. Returns their
    /// number.
    pub(super) fn list_walls(&self, wish: DVec3, walls: &mut [DVec3; MOST_WALLS]) -> usize {
        let mut count = 0;
        for wall in self.walls().filter(|&wall| opposes(wall, wish)) {
            if count < MOST_WALLS && walls[..count].iter().all(|w| w.dot(wall) < SAME_WALL) {
                walls[count] = wall;
                count += 1;
            }
        }
        count
    }

    fn try_step(
        &mut self,
        wish: DVec3,
        along: DVec3,
        wall: DVec3,
        limit: f64,
    ) -> Result<(f64, Support), StepRefusal> {
        let start = self.centre;
        let least = STEP_SKINS * self.seen.skin;
        let inside = (1.0 - self.seen.nearest).clamp(0.0, 1.0) * self.seen.skin;
        // The raised body must not move above a wall beside the step, which would hold it there.
        let wish_beside = project(wish, self.walls().filter(|other| other.dot(wall) < SAME_WALL));
        // Rays from the middle and the feet of the raised body are cheaper than moves, and most
        // walls are high.
        let ahead = -wall * (self.extent_along(wall) + least);
        let feet = self.up * (limit - self.half_height);
        for from in [start + self.up * limit, start + feet] {
            if self.cast_ray(from, ahead, &self.move_config.filter).is_some() {
                return Err(StepRefusal::TooHigh);
            }
        }
        let from = self.place();
        let progress = along.dot(wish).max(0.0);
        let mut attempt =
            Attempt { start, above: from, wish, progress, wall, raised: 0.0, limit, inside, is_held: false };
        let result = self.climb(&mut attempt, wish_beside, limit);
        let is_held = matches!(result, Err(StepRefusal::NoProgress)) && attempt.raised + least < limit;
        if result.is_ok() || !(attempt.is_held || is_held) {
            return result;
        }
        // Raised by less, it may pass below what obstructs it.
        self.return_to(from);
        let hit = self.cast_ray(start + feet + ahead, -self.up * limit, &self.move_config.filter);
        let height = hit.map_or(limit, |hit| self.height_of(hit.point) + 2.0 * least);
        if height + least >= attempt.raised {
            return result;
        }
        self.climb(&mut attempt, wish_beside, height)
    }

    /// Climbs a step from a place at most `height` above the present one.
    fn climb(
        &mut self,
        attempt: &mut Attempt,
        wish_beside: DVec3,
        height: f64,
    ) -> Result<(f64, Support), StepRefusal> {
        let _ = self.push(self.up * height);
        (attempt.above, attempt.raised) = (self.place(), (self.centre - attempt.start).dot(self.up));
        if attempt.raised <= STEP_SKINS * self.seen.skin {
            return Err(StepRefusal::NoRoomAbove);
        }
        let tread = self.find_tread(attempt)?;
        let beside = self.step_along(attempt, wish_beside, tread);
        if !matches!(beside, Err(StepRefusal::NoProgress)) {
            return beside;
        }
        // In an acute corner of low walls there is no way beside them, but one over them.
        let straight = attempt.wall * attempt.wall.dot(attempt.wish);
        self.step_along(attempt, straight, tread)
    }

    /// Returns the height above the feet of sloping ground at the foot of a wall, if the plane of
    /// the ground below the body reaches it.
    fn foot_of(&self, wall: DVec3, support: &Support) -> Option<f64> {
        let touch = self.flattest_contact().filter(|t| t.surface.feature == Feature::Face)?;
        let rise = touch.normal.dot(self.up);
        if support.is_edge || rise > 1.0 - WALL || !self.holds(touch.normal, touch.surface.layer) {
            return None;
        }
        let (skin, extent) = (self.seen.skin, self.extent_along(wall));
        let least = STEP_SKINS * skin;
        let below = |distance: f64| {
            let at = self.centre - wall * distance;
            at - self.up * ((at - touch.point).dot(touch.normal) / rise)
        };
        let (seen, far) = (below(extent - least), self.up * f64::from(self.config.step_height));
        let hit = self.cast_ray(seen + far, -far - self.up * least, &self.move_config.filter)?;
        let is_reached =
            (hit.point - seen).dot(self.up) <= least && self.holds(hit.normal.as_dvec3(), hit.surface.layer);
        is_reached.then(|| self.height_of(below(extent + skin)))
    }

    /// Returns true if the tread below the body is as wide as the settings require, where it
    /// touches it. Another height is another tread.
    fn is_wide(&self, wall: DVec3) -> bool {
        let width = f64::from(self.config.min_step_width);
        let Some(touch) = self.flattest_contact().filter(|_| width > 0.0) else { return true };
        let normal = if touch.surface.feature == Feature::Face { touch.normal } else { self.up };
        let slope = normal.dot(wall) / normal.dot(self.up);
        let is_tread = |distance: f64| {
            let at = touch.point - wall * distance + self.up * (slope * distance);
            let off = self.up * (UNEVEN * distance.abs() + STEP_SKINS * self.seen.skin);
            let hit = self.cast_ray(at + off, off * -2.0, &self.move_config.filter);
            hit.is_some_and(|hit| self.holds(hit.normal.as_dvec3(), hit.surface.layer))
        };
        let spacing = width / WIDTH_RAYS as f64;
        let run = |way: f64| (1..=WIDTH_RAYS).take_while(|&i| is_tread(way * i as f64)).count();
        let ahead = run(spacing);
        ahead == WIDTH_RAYS || ahead + run(-spacing) + 1 >= WIDTH_RAYS
    }

    /// Moves the raised body along `way` and lowers it. Returns the fraction that was used and the
    /// support, if the end is further along the wish than a walk without the step.
    fn step_along(
        &mut self,
        attempt: &Attempt,
        way: DVec3,
        tread: Tread,
    ) -> Result<(f64, Support), StepRefusal> {
        let Attempt { start, above, .. } = *attempt;
        self.return_to(above);
        let across = self.across(self.direction(way, DVec3::ZERO).0);
        let length = across.length();
        let mut refusal = StepRefusal::NoProgress;
        if length <= f64::MIN_POSITIVE {
            return Err(refusal);
        }
        // A fast character may reach the next edge, which is too high from here. Then it goes only
        // as far as the tread was found, and the rest is another step.
        for share in [1.0, tread.distance / length].into_iter().filter(|&share| share <= 1.0) {
            self.put_back(above);
            let fraction = self.advance(across * share, way * share) * share;
            let progress = (self.centre - above.centre).dot(attempt.wish);
            if progress <= attempt.progress * share {
                refusal = StepRefusal::NoProgress;
                continue;
            }
            let lowered = self.lower(attempt);
            let is_low = |s: &Support| self.height_above(start, *s) <= attempt.limit;
            let Some(mut support) = lowered.filter(is_low) else {
                refusal = StepRefusal::NoSupport;
                continue;
            };
            if support.is_edge {
                // The tread, seen from here.
                support.height = tread.height - (self.centre - start).dot(self.up);
            }
            return Ok((fraction, support));
        }
        Err(refusal)
    }

    /// Looks for a tread behind the wall at several distances from the raised body.
    fn find_tread(&mut self, attempt: &mut Attempt) -> Result<Tread, StepRefusal> {
        for share in AHEAD {
            self.put_back(attempt.above);
            match self.tread_ahead(attempt, share) {
                Ahead::Wall => return Err(StepRefusal::TooHigh),
                Ahead::NoTread => {}
                Ahead::Tread(tread) => return Ok(tread),
            }
        }
        self.put_back(attempt.above);
        match self.tread_beside(attempt) {
            Ahead::Tread(tread) => Ok(tread),
            Ahead::Wall | Ahead::NoTread => Err(StepRefusal::NoTread),
        }
    }

    /// Looks for a tread in an obtuse corner with another wall, which turns the way ahead aside: as
    /// far along that wall as leads beyond the step.
    fn tread_beside(&mut self, attempt: &Attempt) -> Ahead {
        let Attempt { wall, above, .. } = *attempt;
        let way = -wall * self.way_ahead(attempt, 1.0);
        let motion = WideMotion::by;
        let distance = f64::from(self.slide(motion(way)).distance);
        let ahead = (above.centre - self.centre).dot(wall);
        let (wanted, least) = (way.length(), STEP_SKINS * self.seen.skin);
        let longer = (wanted - ahead) / ahead.max(f64::MIN_POSITIVE);
        if ahead <= least || distance <= least || longer > LONGEST_WAY_BESIDE {
            return Ahead::NoTread;
        }
        let distance = distance + f64::from(self.slide(motion(way * longer)).distance);
        self.tread_below(attempt, distance)
    }

    /// Moves the raised body by `across`, and the rest of `wish` along the first wall that it
    /// meets. Returns the fraction that was used.
    fn advance(&mut self, across: DVec3, wish: DVec3) -> f64 {
        let first = self.push(across).fraction;
        if self.met.is_empty() || !self.look() {
            return first;
        }
        let rest = self.across(self.direction(wish * (1.0 - first), DVec3::ZERO).0);
        if rest.dot(wish) <= NO_PROGRESS * wish.length_squared() {
            return first;
        }
        first + (1.0 - first) * self.push(rest).fraction
    }

    /// Looks for a tread behind the wall: walkable ground not higher than the limit.
    fn tread_ahead(&mut self, attempt: &mut Attempt, share: f64) -> Ahead {
        let least = STEP_SKINS * self.seen.skin;
        let way = -attempt.wall * self.way_ahead(attempt, share);
        // Along walls beside the step.
        let end = self.slide(WideMotion::by(way));
        let distance = f64::from(end.distance);
        if distance <= least {
            attempt.is_held = true;
            return Ahead::Wall;
        }
        self.tread_below(attempt, distance)
    }

    /// Returns the distance at which to look for a tread, for a share of [`AHEAD`].
    fn way_ahead(&self, attempt: &Attempt, share: f64) -> f64 {
        let width = f64::from(self.config.min_step_width);
        // The wall of a high step may lean, and a thin body must look as far as a wide one.
        let leans = LEANING_STEP * f64::from(self.config.step_height);
        let half = self.extent_along(attempt.wall).max(leans);
        (half + width) * share + STEP_SKINS * self.seen.skin
    }

    /// Lowers the body onto a tread, after a way of this length from the raised place.
    fn tread_below(&mut self, attempt: &Attempt, distance: f64) -> Ahead {
        let Attempt { start, limit, .. } = *attempt;
        let Some(tread) = self.lower(attempt) else { return Ahead::NoTread };
        // An edge or a steep face beside the body says nothing about the ground further on.
        if tread.is_edge {
            return Ahead::NoTread;
        }
        let height = self.height_above(start, tread);
        if height > limit {
            return Ahead::Wall;
        }
        if self.is_wide(attempt.wall) { Ahead::Tread(Tread { height, distance }) } else { Ahead::NoTread }
    }

    /// Returns the height of a support above the feet of the body at `start`.
    fn height_above(&self, start: DVec3, support: Support) -> f64 {
        support.height + (self.centre - start).dot(self.up)
    }

    /// Lowers the body onto the ground, by at most the height by which it was raised and the snap
    /// distance. Returns the support there. On an edge too steep to stand on, it stands as on a
    /// step.
    fn lower(&mut self, attempt: &Attempt) -> Option<Support> {
        let down = self.up * -(attempt.raised + f64::from(self.config.snap_distance));
        let end = self.push(down);
        // Inside the skin of a wall beside it, the upper edge of the wall would hold it.
        let wall = self.met.first().map(|met| met.0);
        if let Some(wall) = wall.filter(|wall| wall.dot(self.up).abs() <= BESIDE) {
            let away = self.across(wall);
            let away = away - attempt.wall * away.dot(attempt.wall).max(0.0);
            let _ = self.push(away * (attempt.inside + ASIDE * self.seen.skin));
            let _ = self.push(down * (1.0 - end.fraction));
        }
        if self.met.is_empty() || !self.look() {
            return None;
        }
        // Not the highest contact: that may be the upper edge of a wall beside the body.
        let height = self.height_of(self.flattest_contact()?.point);
        let support = self.support(Footing::Edge(height));
        let may_step = |s: Surface| !contains(self.config.rules.no_step, s.layer);
        (support.is_ground() && support.surface.is_none_or(may_step)).then_some(support)
    }
}
