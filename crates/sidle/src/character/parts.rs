//! The parts of a step as functions of their own, for games with a loop of their own.

use glam::{DVec3, Vec3};

use super::body::Body;
use super::ground::Support;
use super::step::Step;
use super::{CharacterConfig, CharacterInput, CharacterReport, CharacterState, GroundState};
use crate::geometry::WorldVector;
use crate::slide::{Scratch, WideMotion};
use crate::world::{Surface, World};

/// The ground below a character, see [`World::probe_ground`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Ground {
    /// How the ground holds the character.
    pub state: GroundState,
    /// Unit normal of the ground, if the character touches any.
    pub normal: Option<Vec3>,
    /// The surface of the ground, if the character touches any.
    pub surface: Option<Surface>,
}

impl Ground {
    fn of(support: Support) -> Self {
        let touches = support.state != GroundState::Airborne;
        Self {
            state: support.state,
            normal: touches.then(|| support.normal.as_vec3()),
            surface: support.surface.filter(|_| touches),
        }
    }
}

impl World {
    /// Returns the ground that holds a character where it is.
    /// [`step_character`](Self::step_character) does this first. Returns `None` for invalid input,
    /// and for a character that overlaps the world where no free place is near.
    ///
    /// ```
    /// use sidle::{CharacterConfig, CharacterState, GroundState, Scratch, Vec3, World};
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// let (mut scratch, config) = (Scratch::default(), CharacterConfig::default());
    /// let ground = world.probe_ground(&mut scratch, &config, &CharacterState::at(Vec3::ZERO)).unwrap();
    /// assert_eq!((ground.state, ground.normal), (GroundState::Grounded, Some(Vec3::Y)));
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    #[must_use]
    pub fn probe_ground(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &CharacterState,
    ) -> Option<Ground> {
        self.with_character(scratch, config, &mut state.clone(), |step| Ground::of(step.held()))
    }

    /// Climbs the step in the way of a character that stands on the ground and touches the step,
    /// and moves on along `displacement` (horizontal, in metres). Returns the height in metres that
    /// it climbed. Returns `None` if there is no step that the character may climb; then it stays
    /// where it is. The velocity never changes.
    #[must_use]
    pub fn step_up_character(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &mut CharacterState,
        displacement: Vec3,
    ) -> Option<f32> {
        if !displacement.is_finite() {
            return None;
        }
        self.with_character(scratch, config, state, |step| {
            let (mut support, body) = (step.held(), &mut step.body);
            let wish = body.across(displacement.as_dvec3());
            let along = body.direction(wish, support.normal).0;
            let before = body.centre;
            let _ = body.step_up(wish, along, &mut support)?;
            let height = (body.centre - before).dot(body.up);
            step.store(support);
            Some(height as f32)
        })?
    }

    /// Lowers a character onto the ground, by at most `distance` metres: a step down. Returns the
    /// height in metres by which it was lowered, or 0 if it already stands on the ground. Returns
    /// `None` if there is no ground to stand on within that distance; then it stays where it is.
    /// The velocity never changes.
    ///
    /// [`step_character`](Self::step_character) does this with
    /// [`CharacterConfig::snap_distance`] after each walk.
    #[must_use]
    pub fn snap_character(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &mut CharacterState,
        distance: f32,
    ) -> Option<f32> {
        if !(distance.is_finite() && distance >= 0.0) {
            return None;
        }
        self.with_character(scratch, config, state, |step| {
            let mut support = step.held();
            let before = step.body.centre;
            if !support.is_ground() {
                support = step.body.snap(f64::from(distance), 0.0, 0.0)?;
            }
            let height = (before - step.body.centre).dot(step.body.up);
            step.store(support);
            Some(height as f32)
        })?
    }

    /// Makes a character crouch or stand up in place. Returns true if it has that posture
    /// afterwards; false if there is no room, or no shape to crouch in.
    ///
    /// [`step_character`](Self::step_character) does this with [`CharacterInput::crouch`].
    #[must_use]
    pub fn crouch_character(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &mut CharacterState,
        crouch: bool,
    ) -> bool {
        let changed = self.with_character(scratch, config, state, |step| {
            let has_posture = step.change_posture(crouch);
            let support = step.held();
            step.store(support);
            has_posture
        });
        changed == Some(true)
    }

    /// Returns the free distance in metres above the head of a character, at most `distance`.
    /// Returns 0 for invalid input.
    ///
    /// ```
    /// use sidle::{CharacterConfig, CharacterState, Scratch, Vec3, World};
    /// let ceiling = [Vec3::new(-9.0, 2.5, -9.0), Vec3::new(0.0, 2.5, 9.0), Vec3::new(9.0, 2.5, -9.0)];
    /// let world = World::from_triangles(&ceiling, &[[0, 1, 2]])?;
    /// let (mut scratch, config) = (Scratch::default(), CharacterConfig::default());
    /// let hero = CharacterState::at(Vec3::ZERO);
    /// // 2.5 m, less the height of 1.8 m and the skin at the feet and above the head.
    /// assert!((world.headroom(&mut scratch, &config, &hero, 5.0) - 0.698).abs() < 1e-5);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    #[must_use]
    pub fn headroom(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &CharacterState,
        distance: f32,
    ) -> f32 {
        if !(distance.is_finite() && distance >= 0.0) {
            return 0.0;
        }
        let room = self.with_character(scratch, config, &mut state.clone(), |step| {
            let before = step.body.centre;
            let _ = step.body.push(step.body.up * f64::from(distance));
            (step.body.centre - before).dot(step.body.up) as f32
        });
        room.unwrap_or(0.0)
    }

    /// Puts a character at another place at once, whatever lies between: its feet come to
    /// `position`, or to the nearest free place if it would overlap the world there. Returns false
    /// if no free place is near, or for invalid input; then nothing changes.
    ///
    /// The velocity and the posture do not change. [`CharacterState::lerp`] does not interpolate
    /// over the teleport.
    #[must_use]
    pub fn teleport_character(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &mut CharacterState,
        position: impl WorldVector,
    ) -> bool {
        self.teleport_character_inner(scratch, config, state, position.to_dvec3())
    }

    fn teleport_character_inner(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &mut CharacterState,
        position: DVec3,
    ) -> bool {
        let mut moved = *state;
        moved.teleport(position);
        let arrived = self.with_character(scratch, config, &mut moved, |step| {
            let support = step.held();
            step.store(support);
        });
        if arrived.is_some() {
            *state = moved;
        }
        arrived.is_some()
    }

    /// Moves a character by a displacement that others cause, along surfaces. Its velocity stays.
    pub(crate) fn push_character(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &mut CharacterState,
        displacement: DVec3,
    ) {
        let _ = self.with_character(scratch, config, state, |step| {
            let motion = WideMotion::by(displacement);
            let was_grounded = step.state.is_grounded();
            let _ = step.body.slide(motion);
            step.body.look();
            let mut support = step.held();
            if was_grounded && !support.is_ground() {
                let distance = f64::from(step.body.config.snap_distance);
                support = step.body.snap(distance, 0.0, 0.0).unwrap_or(support);
            }
            step.store(support);
        });
    }

    /// Runs a part of a step. Returns `None` for invalid input, and if the character overlaps the
    /// world and no free place is near; then the state stays.
    pub(super) fn with_character<R>(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &mut CharacterState,
        part: impl FnOnce(&mut Step<'_, '_>) -> R,
    ) -> Option<R> {
        let input = CharacterInput::default();
        if !super::is_valid(config, state, &input, 1.0) {
            return None;
        }
        let body = Body::new(self, scratch, config, state, None)?;
        let before = *state;
        let report = CharacterReport::of(state.ground());
        let mut step = Step::new(body, state, report, input, 1.0);
        let result = step.begin().map(|()| part(&mut step));
        let Step { body, state, .. } = step;
        body.end();
        if result.is_err() {
            *state = before;
        }
        result.ok()
    }
}
