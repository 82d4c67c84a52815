//! The twin's place in the level: what touches, and how far the way is free.

use super::cone::{Plane, nearest_allowed};
use crate::body::{Body, Frame, Touch};
use crate::judge::Judge;
use crate::triangle::{Triangle, closest_to_origin, unit_normal};
use crate::vector::{V, add, along, dot, length, scale, sub};

/// What counts as touching, as a share of the skin. Wider, and edges beyond a seam count too soon;
/// thinner, and rounding far from the origin decides.
const BAND_PER_SKIN: f64 = 1e-3;
/// Where it rests above the level, and how far below the level (or what is nearest already) a step
/// may end, in bands. Being moved out from one wall must not take another out of touch, or the twin
/// would go to and fro between them for ever: 2 REST + PASS < 1.
const REST: f64 = 0.3;
const PASS: f64 = 0.1;
/// Substep on faces as a share of the smallest radius: a straight step off their edge leaves it by
/// step^2 / 2 radius.
const STEP_PER_RADIUS: f64 = 0.02;
/// Substep while rolling over an edge or corner, as a share of that on faces: each is as late as it
/// is long.
const ROLLING_SHARE: f64 = 0.1;
const SHORTEST_STEP_M: f64 = 5e-4;
const LONGEST_STEP_M: f64 = 1e-2;
/// The neighbourhood is gathered again after this way.
const NEIGHBOURHOOD_M: f64 = 0.5;

/// What stands in the way of a direction.
pub(crate) struct Contacts {
    pub(crate) planes: Vec<Plane>,
    /// The longest straight step that follows the surface, metres.
    pub(crate) step: f64,
}

struct Near {
    triangle: Triangle,
    /// The odometer up to which this triangle is farther than the band.
    clear_until: f64,
}

pub(crate) struct Walk<'a> {
    judge: &'a Judge,
    /// The body inflated by the skin: gap 0 is the level.
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
        // A point without a skin has no side on which to touch anything.
        let skin = skin.max(1e-6);
        let frame = body.inflated(skin).frame();
        let radius = frame.shortest * frame.level;
        let step = (STEP_PER_RADIUS * radius).clamp(SHORTEST_STEP_M, LONGEST_STEP_M);
        let band = BAND_PER_SKIN * skin;
        Walk { judge, frame, at, near: vec![], odometer: 0.0, gathered_until: -1.0, band, step }
    }

    /// All that touches.
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
        let face = unit_normal(&self.frame.triangle(&self.near[i].triangle, self.at));
        dot(face, touch.frame_normal).abs() > 1.0 - 1e-9
    }

    /// Goes out to [`REST`] if it is below half of that, as far as there is room.
    pub(crate) fn stand_clear(&mut self) {
        let touches = self.touching(self.band);
        let least = touches.iter().fold(f64::INFINITY, |least, (_, touch)| least.min(touch.gap));
        if least >= 0.5 * REST * self.band {
            return;
        }
        // What is nearer than the way out could be in the way of it.
        let rest = REST * self.band;
        let touches = self.touching(4.0 * (rest - least));
        let planes: Vec<Plane> =
            touches.iter().map(|(_, t)| Plane { normal: t.normal, floor: rest - t.gap }).collect();
        let Some(out) = nearest_allowed([0.0; 3], &planes) else { return };
        // Where two walls leave no room, the way out is long or leads into something else: stay.
        let stay = self.at;
        self.shift(out);
        let after = self.touching(self.band).iter().fold(f64::INFINITY, |least, (_, t)| least.min(t.gap));
        if length(out) > 20.0 * (rest - least) || after < least {
            self.shift(sub(stay, self.at));
            self.at = stay;
        }
    }

    /// Goes along the unit vector `dir`, at most `wanted` metres and never below the level. Returns
    /// the way.
    pub(crate) fn advance(&mut self, dir: V, wanted: f64) -> f64 {
        let touches = self.touching(wanted + self.band);
        // A hair below the level and below all that touches: the edges of a seam, which are as near
        // as the face but never nearer, are passed and only real obstacles are met.
        let least = touches.iter().fold(0.0, |least: f64, (_, touch)| least.min(touch.gap));
        let target = least - PASS * self.band;
        let free = touches.iter().fold(wanted, |free, &(i, touch)| {
            free.min(self.free_way(&self.near[i].triangle, touch, dir, target, free))
        });
        self.shift(scale(dir, free));
        free
    }

    /// Newton from the left: the gap is at least that of the supporting plane, so no step goes too
    /// far.
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

    fn shift(&mut self, by: V) {
        self.at = add(self.at, by);
        self.odometer += length(by);
    }

    /// All triangles with a gap below `within` metres, by their index in the neighbourhood.
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
            // Going s metres changes the distance by no more than s.
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

    /// A touched point that also lies on another triangle which has a nearer point is no nearest
    /// point of the surface: on a seam, the edge of the next triangle. It must not turn the
    /// direction.
    fn is_ghost(&self, i: usize, touch: &Touch, touches: &[(usize, Touch)]) -> bool {
        touches.iter().any(|(j, other)| {
            *j != i && other.frame_distance < touch.frame_distance && {
                let nearer = self.frame.triangle(&self.near[*j].triangle, self.at);
                let off = closest_to_origin(&nearer.map(|corner| sub(corner, touch.frame_point)));
                length(off) <= 1e-9 * (1.0 + self.frame.level)
            }
        })
    }
}
