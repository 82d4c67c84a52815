//! The body of a character during a step: its position, its contacts, and its moves.

use std::cell::RefCell;

use glam::DVec3;

use super::CharacterConfig;
use super::events::{CharacterEvent, CharacterTrace};
use super::options::contains;
use super::state::{CROUCHES, CharacterState, DROPS, offset_of_centre};
use crate::geometry::{Feature, elementary};
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::slide::{
    FeetOffset, MoveConfig, Outcome, Response, Scratch, Seen, StopReason, Touch, WideMotion, Work,
};
use crate::solve::cone::{self, MAX_PLANES};
use crate::tolerance::character::{CHORD, WALL};
use crate::world::{QueryFilter, World};

/// A place of a body to which it may return.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) centre: DVec3,
    /// Number of corners of the path up to here.
    corners: usize,
}

/// The body of a character.
pub(super) struct Body<'a> {
    pub(super) world: &'a World,
    pub(super) scratch: &'a mut Scratch,
    pub(super) config: &'a CharacterConfig,
    pub(super) shape: Shape,
    pub(super) up: DVec3,
    /// Cosine of the steepest slope to stand on.
    pub(super) flattest: f64,
    pub(super) centre: DVec3,
    /// The velocity with which the body moves over the ground.
    pub(super) pace: DVec3,
    /// The contacts of the body at `seen_from`, up to `REACH` skins away.
    pub(super) touches: Vec<Touch>,
    /// The place of the contacts. They are listed once for each place.
    pub(super) seen_from: Option<DVec3>,
    /// The surfaces that ended the last move at `centre`: the normal of the contact, the normal
    /// that decides the slope, the layer, and the point of the contact.
    pub(super) met: Vec<(DVec3, DVec3, u8, DVec3)>,
    /// The path of the step so far, if it is recorded.
    pub(super) trail: Vec<DVec3>,
    /// The part of the path that belongs to the best of several tries, if it is recorded.
    pub(super) kept_trail: Vec<DVec3>,
    /// The path on which moving instances brought the body before, if it is recorded.
    pub(super) carried_path: Vec<(f64, DVec3)>,
    /// The skin, and the distance of the nearest polygon.
    pub(super) seen: Seen,
    /// Half of the extent along `up`, without the skin.
    pub(super) half_height: f64,
    /// Half of the largest extent across `up`.
    pub(super) half_width: f64,
    pub(super) move_config: MoveConfig,
    /// The trace of the step, if it is traced.
    pub(super) trace: Option<&'a RefCell<CharacterTrace>>,
}

/// Returns the direction nearest to `v` that enters none of the first [`MAX_PLANES`] planes.
pub(super) fn project(v: DVec3, planes: impl Iterator<Item = DVec3>) -> DVec3 {
    let mut normals = [DVec3::ZERO; MAX_PLANES];
    let mut count = 0;
    for (slot, n) in normals.iter_mut().zip(planes) {
        (*slot, count) = (n, count + 1);
    }
    cone::project(v, &normals[..count]).d
}

/// Returns the filter for the surfaces that block a character.
pub(super) fn blocking(config: &CharacterConfig, drops: bool) -> QueryFilter {
    let passes = config.rules.triggers | if drops { config.rules.platforms } else { 0 };
    QueryFilter { layers: config.filter.layers & !passes, ..config.filter }
}

impl<'a> Body<'a> {
    /// Creates a body, or returns `None` for invalid input.
    pub(super) fn new(
        world: &'a World,
        scratch: &'a mut Scratch,
        config: &'a CharacterConfig,
        state: &CharacterState,
        trace: Option<&'a RefCell<CharacterTrace>>,
    ) -> Option<Self> {
        let up = state.up_or(config.up);
        let shape = config.posture_along(up, state.has(CROUCHES));
        let touches = std::mem::take(&mut scratch.touches);
        let (mut met, mut trail) = (std::mem::take(&mut scratch.met), std::mem::take(&mut scratch.trail));
        let kept_trail = std::mem::take(&mut scratch.kept_trail);
        met.clear();
        trail.clear();
        scratch.looks.clear();
        let move_config = MoveConfig {
            response: Response::Stop,
            skin_width: config.skin_width,
            friction_scale: 0.0,
            filter: blocking(config, state.has(DROPS)),
            record_path: config.record_path,
            ..MoveConfig::default()
        };
        let mut body = Self {
            world,
            scratch,
            config,
            shape,
            up: up.as_dvec3().normalize_or_zero(),
            flattest: elementary::cos(f64::from(config.max_slope_angle)),
            centre: DVec3::ZERO,
            pace: DVec3::ZERO,
            touches,
            seen_from: None,
            met,
            trail,
            kept_trail,
            carried_path: Vec::new(),
            seen: Seen { skin: f64::from(config.skin_width), contact: 1.0, nearest: 1.0 },
            half_height: 0.0,
            half_width: 0.0,
            move_config,
            trace,
        };
        let has_size = body.measure();
        body.scratch.work = Work { polygons: 0, is_shared: has_size };
        if has_size {
            body.scratch.feet = FeetOffset(body.centre_above_feet());
        }
        has_size.then_some(body)
    }

    /// Computes the extents of the shape. Returns false if it has none.
    fn measure(&mut self) -> bool {
        let Some(space) = Space::new(&self.shape, DVec3::ZERO, 0.0) else { return false };
        self.half_height = space.bare_support(self.up);
        let across = self.up.any_orthonormal_pair();
        self.half_width = space.bare_support(across.0).max(space.bare_support(across.1));
        true
    }

    /// Returns half of the extent of the shape along a unit vector, without the skin.
    pub(super) fn extent_along(&self, direction: DVec3) -> f64 {
        Space::new(&self.shape, DVec3::ZERO, 0.0).map_or(0.0, |space| space.bare_support(direction))
    }

    /// Changes the shape.
    pub(super) fn take_shape(&mut self, shape: Shape, centre: DVec3) {
        (self.shape, self.centre, self.seen_from) = (shape, centre, None);
        self.scratch.looks.clear();
        self.met.clear();
        let _ = self.measure();
        self.scratch.feet = FeetOffset(self.centre_above_feet());
    }

    /// Returns the offset from the feet to the centre.
    pub(super) fn centre_above_feet(&self) -> DVec3 {
        offset_of_centre(self.config, &self.shape, self.up)
    }

    /// Returns the present place.
    pub(super) fn place(&self) -> Place {
        Place { centre: self.centre, corners: self.trail.len() }
    }

    /// Keeps the path between two places of this step, for when other tries have replaced it.
    pub(super) fn keep_trail(&mut self, from: Place, to: Place) {
        self.kept_trail.clear();
        self.kept_trail.extend_from_slice(&self.trail[from.corners..to.corners]);
    }

    /// Puts the body back to a place of this step, whose path must be a part of the present one:
    /// see [`keep_trail`](Self::keep_trail). The contacts are no longer those of its place.
    pub(super) fn put_back(&mut self, place: Place) {
        self.centre = place.centre;
        self.trail.truncate(place.corners);
        self.met.clear();
    }

    /// Puts the body back to a place of this step, and lists the contacts there.
    pub(super) fn return_to(&mut self, place: Place) {
        self.put_back(place);
        let _ = self.look();
    }

    /// Gives its working memory back to the scratch, and the path of the step.
    pub(super) fn end(self) {
        let Self { scratch, touches, met, mut trail, kept_trail, carried_path, centre, .. } = self;
        scratch.work.is_shared = false;
        scratch.feet = FeetOffset::default();
        if trail.last().is_some_and(|&last| last != centre) {
            trail.push(centre);
        }
        (scratch.touches, scratch.met, scratch.timed_path) = (touches, met, carried_path);
        std::mem::swap(&mut scratch.path, &mut trail);
        (scratch.trail, scratch.kept_trail) = (trail, kept_trail);
    }

    /// Takes the end of a move.
    fn arrive(&mut self, end: &Outcome) {
        self.centre = end.position;
        self.trail.extend_from_slice(&self.scratch.path);
    }

    /// Returns true if the body overlaps the world.
    pub(super) fn overlaps(&self) -> bool {
        self.note_read(self.centre, self.reach());
        let filter = &self.move_config.filter;
        self.note_solid(filter);
        self.world.is_in_solid(self.centre, filter)
            || self.seen.nearest < 0.0 && self.world.overlaps(&self.shape, self.centre, filter)
    }

    /// Moves in a straight line until a surface obstructs it. `met` has the normals of that
    /// surface afterwards; the touches are those of the place before.
    pub(super) fn push(&mut self, displacement: DVec3) -> Outcome {
        let motion = WideMotion::by(displacement);
        let end = self.world.move_wide(self.scratch, &self.shape, self.centre, motion, &self.move_config);
        self.met.clear();
        if end.reason != StopReason::Arrived {
            let up = self.up;
            self.met.extend(self.scratch.hits().iter().map(|hit| {
                let normal = hit.normal.as_dvec3();
                // An edge says nothing about the slope of its polygons.
                let face = if hit.surface.feature == Feature::Face { normal } else { up };
                (normal, face, hit.surface.layer, hit.point)
            }));
        }
        self.note(|| CharacterEvent::Moved {
            displacement: displacement.as_vec3(),
            fraction: end.fraction,
            blocked_by: self.scratch.hits().first().map(|hit| hit.surface).filter(|_| !self.met.is_empty()),
        });
        self.arrive(&end);
        end
    }

    /// Moves along surfaces, as [`Response::Slide`].
    pub(super) fn slide(&mut self, motion: WideMotion) -> Outcome {
        let config = MoveConfig { response: Response::Slide, ..self.move_config };
        let end = self.world.move_wide(self.scratch, &self.shape, self.centre, motion, &config);
        self.met.clear();
        self.note(|| CharacterEvent::Slid {
            displacement: motion.displacement.as_vec3(),
            distance: end.distance,
        });
        self.arrive(&end);
        end
    }

    /// Returns true if ground with this normal is flat enough to stand on.
    pub(super) fn is_walkable(&self, normal: DVec3) -> bool {
        normal.dot(self.up) >= self.flattest - WALL
    }

    /// Returns the component across `up`.
    pub(super) fn across(&self, v: DVec3) -> DVec3 {
        v - self.up * v.dot(self.up)
    }

    /// Returns the part of the rise of a displacement that no walkable slope explains: a step.
    pub(super) fn step_in(&self, moved: DVec3) -> f64 {
        let rise = moved.dot(self.up);
        let slope = self.across(moved).length() * self.steepest_rise();
        if rise > slope {
            rise - slope
        } else if rise < -slope {
            rise + slope
        } else {
            0.0
        }
    }

    /// Returns the rise of the steepest slope to stand on, over a run of 1: the tangent of its
    /// angle.
    pub(super) fn steepest_rise(&self) -> f64 {
        (1.0 - self.flattest * self.flattest).sqrt() / self.flattest.max(f64::MIN_POSITIVE)
    }

    /// Returns the length of a straight piece past an edge that deviates from the course by at most
    /// [`CHORD`].
    pub(super) fn chord_length(&self) -> f64 {
        (8.0 * CHORD * self.seen.skin * self.half_width).sqrt()
    }

    /// Returns the height of a point above the feet.
    pub(super) fn height_of(&self, point: DVec3) -> f64 {
        (point - self.centre).dot(self.up) + self.half_height + self.seen.skin
    }

    /// Returns true if a surface with this normal holds the character: it is flat enough, and its
    /// layer may be ground.
    pub(super) fn holds(&self, normal: DVec3, layer: u8) -> bool {
        self.is_walkable(normal) && !contains(self.config.rules.no_ground, layer)
    }
}
