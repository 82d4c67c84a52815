//! State of the reference mover: its contacts, and the free distance along a direction.

use super::cone::{Plane, nearest_allowed};
use crate::body::{Body, Frame, Touch};
use crate::judge::Judge;
use crate::obstacle::is_face_normal;
use crate::triangle::Triangle;
use crate::vector::{V, add, along, dot, length, scale, sub};

/// Width of the contact band, as a share of the skin. If it is wider, edges behind an internal edge
/// become contacts too early. If it is narrower, rounding far from the origin decides.
const BAND_PER_SKIN: f64 = 1e-3;
/// REST is the height above the level to which the mover is pushed out, in bands. PASS is how far a
/// step may end below the level (or below the nearest triangle), in bands. A correction at one wall
/// must not remove the contact with another, or the mover would oscillate between them: 2 REST +
/// PASS < 1.
const REST: f64 = 0.3;
const PASS: f64 = 0.1;
/// Substep on faces, as a share of the smallest radius. A straight step past the edge of a face
/// leaves the surface by step^2 / (2 radius).
const STEP_PER_RADIUS: f64 = 0.02;
/// Substep while rolling over an edge or corner, as a share of the substep on faces. Here the error
/// is proportional to the length of the substep.
const ROLLING_SHARE: f64 = 0.1;
const SHORTEST_STEP_M: f64 = 5e-4;
const LONGEST_STEP_M: f64 = 1e-2;
/// Distance in metres after which nearby triangles are gathered again.
const NEIGHBOURHOOD_M: f64 = 0.5;

/// Contact planes that restrict the motion.
pub(crate) struct Contacts {
    pub(crate) planes: Vec<Plane>,
    /// Longest straight step that follows the surface, in metres.
    pub(crate) step: f64,
}

struct Near {
    triangle: Triangle,
    /// Odometer value up to which this triangle is outside the band.
    clear_until: f64,
}

pub(crate) struct Walk<'a> {
    judge: &'a Judge,
    /// Frame of the body inflated by the skin: a gap of 0 is on the level.
    frame: Frame,
    pub(crate) at: V,
    near: Vec<Near>,
    odometer: f64,
    gathered_until: f64,
    band: f64,
    step: f64,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(judge: &'a Judge, body: &Body, at: V, skin: f64) -> Walk<'a> {
        // A point without a skin has no surface for contacts.
        let skin = skin.max(1e-6);
        let frame = body.inflated(skin).frame();
        let radius = frame.shortest * frame.level;
        let step = (STEP_PER_RADIUS * radius).clamp(SHORTEST_STEP_M, LONGEST_STEP_M);
        let band = BAND_PER_SKIN * skin;
        Walk { judge, frame, at, near: vec![], odometer: 0.0, gathered_until: -1.0, band, step }
    }

    /// Returns all contacts.
    pub(crate) fn contacts(&mut self) -> Contacts {
        let touches = self.touching(self.band);
        let mut contacts = Contacts { planes: vec![], step: 0.5 * NEIGHBOURHOOD_M };
        for (i, touch) in &touches {
            if !self.is_ghost(*i, touch, &touches) {
                contacts.planes.push(Plane { normal: touch.normal, floor: 0.0 });
                let share = if self.is_on_face(*i, touch) { 1.0 } else { ROLLING_SHARE };
                contacts.step = contacts.step.min(share * self.step);
            }
        }
        contacts
    }

    fn is_on_face(&self, i: usize, touch: &Touch) -> bool {
        let triangle = self.frame.triangle(&self.near[i].triangle, self.at);
        is_face_normal(&triangle, self.frame.core, touch.frame_normal)
    }

    /// Moves the body out to [`REST`] if it is below half of that, as far as there is room.
    pub(crate) fn stand_clear(&mut self) {
        let touches = self.touching(self.band);
        let least = touches.iter().fold(f64::INFINITY, |least, (_, touch)| least.min(touch.gap));
        if least >= 0.5 * REST * self.band {
            return;
        }
        // Include every triangle near enough to block the correction.
        let rest = REST * self.band;
        let touches = self.touching(4.0 * (rest - least));
        let planes: Vec<Plane> =
            touches.iter().map(|(_, t)| Plane { normal: t.normal, floor: rest - t.gap }).collect();
        let Some(out) = nearest_allowed([0.0; 3], &planes) else { return };
        // If two walls leave no room, the correction is long or leads into another wall. Stay in
        // place then.
        let stay = self.at;
        self.shift(out);
        let after = self.touching(self.band).iter().fold(f64::INFINITY, |least, (_, t)| least.min(t.gap));
        if length(out) > 20.0 * (rest - least) || after < least {
            self.shift(sub(stay, self.at));
            self.at = stay;
        }
    }

    /// Returns true if the body keeps its skin, within the width of ten bands.
    pub(crate) fn is_clear(&mut self) -> bool {
        let least = -10.0 * self.band;
        self.touching(0.0).iter().all(|(_, touch)| touch.gap >= least)
    }

    /// Moves along the unit vector `dir`, at most `wanted` metres and never below the level.
    /// Returns the travelled distance.
    pub(crate) fn advance(&mut self, dir: V, wanted: f64) -> f64 {
        let touches = self.touching(wanted + self.band);
        // The target is slightly below the level and all contacts. Edges at an internal edge are as
        // near as the face but never nearer, so they are passed; only real obstacles stop the
        // motion.
        let least = touches.iter().fold(0.0, |least: f64, (_, touch)| least.min(touch.gap));
        let target = least - PASS * self.band;
        let free = touches.iter().fold(wanted, |free, &(i, touch)| {
            free.min(self.free_way(&self.near[i].triangle, touch, dir, target, free))
        });
        self.shift(scale(dir, free));
        free
    }

    /// Returns the free distance by Newton's method from below. The gap is at least that of the
    /// supporting plane, so no step goes too far.
    fn free_way(&self, triangle: &Triangle, mut touch: Touch, dir: V, target: f64, wanted: f64) -> f64 {
        let mut way = 0.0;
        for _ in 0..60 {
            let approach = -dot(touch.normal, dir);
            if approach <= 1e-9 {
                return wanted;
            }
            let above = touch.gap - target;
            if above <= 0.5 * PASS * self.band {
                return way;
            }
            way += above / approach;
            if way >= wanted {
                return wanted;
            }
            touch = self.frame.touch(triangle, along(self.at, dir, way));
        }
        way
    }

    /// Puts the body elsewhere.
    pub(crate) fn put(&mut self, at: V) {
        self.shift(sub(at, self.at));
        self.at = at;
    }

    fn shift(&mut self, by: V) {
        self.at = add(self.at, by);
        self.odometer += length(by);
    }

    /// Returns all triangles with a gap below `within` metres, with their index in the gathered
    /// list.
    fn touching(&mut self, within: f64) -> Vec<(usize, Touch)> {
        if self.odometer + within > self.gathered_until {
            self.gather(within);
        }
        let mut found = Vec::new();
        for (i, near) in self.near.iter_mut().enumerate() {
            if self.odometer + within < near.clear_until {
                continue;
            }
            let touch = self.frame.touch(&near.triangle, self.at);
            // Moving s metres changes the distance by at most s.
            near.clear_until = self.odometer + touch.gap;
            if touch.gap <= within {
                found.push((i, touch));
            }
        }
        found
    }

    fn gather(&mut self, within: f64) {
        let reach = NEIGHBOURHOOD_M.max(2.0 * within);
        let ids = self.judge.around(&self.frame, self.at, self.at, reach);
        let near = |id: u32| Near { triangle: self.judge.triangles[id as usize], clear_until: self.odometer };
        self.near = ids.into_iter().map(near).collect();
        self.gathered_until = self.odometer + reach;
    }

    /// Returns true if a contact is a ghost: its point also lies on another triangle that has a
    /// nearer point, so it is not the nearest point of the surface. An example is the edge of the
    /// next triangle at an internal edge. Such a contact must not deflect the motion.
    fn is_ghost(&self, i: usize, touch: &Touch, touches: &[(usize, Touch)]) -> bool {
        touches.iter().any(|(j, other)| {
            *j != i && other.frame_distance < touch.frame_distance && {
                let nearer = self.frame.triangle(&self.near[*j].triangle, self.at);
                let off = self.frame.distance(&nearer.map(|corner| sub(corner, touch.frame_point)));
                off <= 1e-9 * (1.0 + self.frame.level)
            }
        })
    }
}
