//! Platforms and triggers: meshes that are placed by poses and may move.

mod placed;

pub(crate) use placed::{Placements, move_platforms};

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_transform::components::Transform;

use crate::origin::Anchor;

/// A kinematic platform: a lift, a door, a train, a turntable or a crate. It carries and pushes
/// characters, and crushes those that it leaves no way.
///
/// The meshes of the entity and its descendants are its shape. The game moves it by its
/// [`Transform`], which is relative to the [`WorldOrigin`](crate::WorldOrigin), before
/// [`SidleSystems::Platforms`](crate::SidleSystems::Platforms) and best in `FixedUpdate`. In each
/// step it moves from its last pose to the present one, along a straight line, and turns the
/// shorter way. It need not be below a level.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[require(PlatformPose, Ease, Anchor, Transform)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct Platform {
    /// Mass in kilograms, above 0, of a body that a physics engine moves: see
    /// [`CharacterReport::push`](sidle::CharacterReport::push). `None`, the default, for everything
    /// else.
    pub mass: Option<f32>,
    /// Set to true to jump to the present pose in the next step, which resets it, instead of moving
    /// there. Default false.
    pub teleport: bool,
    /// True to draw it between its poses, as the characters are drawn: frames between two fixed
    /// steps show an interpolated [`Transform`], and the next step begins with the true one. A
    /// platform that the game moves outside the fixed steps is drawn where it is. Default true. Set
    /// it to false if another plugin interpolates the transform.
    pub interpolate: bool,
}

impl Default for Platform {
    fn default() -> Self {
        Self { mass: None, teleport: false, interpolate: true }
    }
}

/// The pose of a [`Platform`] at the end of the last step, in the world of sidle. Restore it
/// together with the [`Transform`] when steps are repeated.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(opaque)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct PlatformPose(
    /// `None` before the first step.
    pub Option<sidle::Pose>,
);

/// The transforms between which a platform is drawn.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Ease {
    /// The transforms before and after the last step.
    pub(crate) ends: Option<(Transform, Transform)>,
    /// The transform at the end of the last frame, and at the beginning of the present one.
    left: Option<Transform>,
    found: Option<Transform>,
    /// True if `left` is only for drawing.
    is_drawn: bool,
    /// True if the game moves the platform outside the fixed steps, so that it is drawn where it
    /// is.
    is_moved_by_frames: bool,
}

impl Ease {
    /// Returns the true translation of a platform that is drawn elsewhere.
    pub(crate) fn truth(&self) -> Option<Vec3> {
        self.ends.filter(|_| self.is_drawn).map(|ends| ends.1.translation)
    }

    /// Moves all translations to another origin.
    pub(crate) fn rebase(&mut self, moved: impl Fn(Vec3) -> Vec3) {
        let ends = self.ends.as_mut().into_iter().flat_map(|(before, after)| [before, after]);
        for transform in ends.chain(&mut self.left).chain(&mut self.found) {
            transform.translation = moved(transform.translation);
        }
    }

    /// Notes the transform of a step.
    pub(crate) fn step(&mut self, now: Transform, jumps: bool) {
        let before = self.ends.filter(|_| !jumps).map_or(now, |ends| ends.1);
        self.ends = Some((before, now));
        if self.found.is_some_and(|found| found != now) {
            self.is_moved_by_frames = false;
        }
    }
}

/// Gives platforms their true transforms back, before the steps of a frame.
pub(crate) fn restore_transforms(mut platforms: Query<(&mut Transform, &mut Ease)>) {
    for (mut transform, mut ease) in &mut platforms {
        if ease.left.is_some_and(|left| left != *transform) {
            // The game wrote it since. This counts.
            ease.is_moved_by_frames = true;
        } else if let (true, Some((_, truth))) = (ease.is_drawn, ease.ends) {
            *transform = truth;
        }
        ease.is_drawn = false;
        ease.found = Some(*transform);
    }
}

/// Draws platforms between the poses of the last step.
pub(crate) fn ease_transforms(alpha: f32, platforms: &mut Query<(&Platform, &mut Transform, &mut Ease)>) {
    for (platform, mut transform, mut ease) in platforms {
        if let Some((before, after)) = ease.ends
            && platform.interpolate
            && !ease.is_moved_by_frames
            && before != after
            && *transform == after
        {
            *transform = Transform {
                translation: before.translation.lerp(after.translation, alpha),
                rotation: before.rotation.slerp(after.rotation, alpha),
                scale: before.scale.lerp(after.scale, alpha),
            };
            ease.is_drawn = true;
        }
        ease.left = Some(*transform);
    }
}
