//! Writes the transforms of characters and platforms.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;

use crate::character::Motion;
use crate::platform::{Ease, ease_transforms};
use crate::space::Settings;
use crate::warnings::Warn;
use crate::{Character, CharacterState, Platform};

/// Returns how far the present frame is after the last step, as a fraction of a step.
fn fraction(settings: &Settings, time: Option<&Time<Fixed>>) -> f32 {
    time.filter(|_| settings.interpolates).map_or(1.0, |time| time.overstep_fraction())
}

/// Draws characters without parents.
pub(crate) fn write_transforms(
    settings: Res<Settings>,
    time: Option<Res<Time<Fixed>>>,
    mut characters: Query<(&Character, &CharacterState, &Motion, &mut Transform), Without<ChildOf>>,
) {
    let alpha = fraction(&settings, time.as_deref());
    for (character, state, motion, mut transform) in &mut characters {
        if let Some(drawn) = drawn(character, state, motion, alpha) {
            let changed = transform.translation != drawn;
            if changed {
                transform.translation = drawn;
            }
        }
    }
}

/// Draws characters with parents: in the space of the parent.
pub(crate) fn write_children(
    settings: Res<Settings>,
    time: Option<Res<Time<Fixed>>>,
    children: Query<(Entity, &Character, &CharacterState, &Motion, &ChildOf)>,
    mut set: ParamSet<(TransformHelper, Query<&mut Transform>)>,
    mut warn: Warn,
) {
    if children.is_empty() {
        return;
    }
    let alpha = fraction(&settings, time.as_deref());
    let helper = set.p0();
    let mut places: Vec<(Entity, Vec3)> = Vec::new();
    for (entity, character, state, motion, parent) in &children {
        let Some(drawn) = drawn(character, state, motion, alpha) else { continue };
        let parent = helper.compute_global_transform(parent.parent());
        let local = parent.map(|parent| parent.affine().inverse().transform_point3(drawn));
        match local {
            Ok(local) if local.is_finite() => places.push((entity, local)),
            _ => warn.about(entity, "parent", "a parent has no Transform, a scale of zero or a number that is not finite, so the character cannot be drawn"),
        }
    }
    let mut transforms = set.p1();
    for (entity, local) in places {
        if let Ok(mut transform) = transforms.get_mut(entity) {
            transform.translation = local;
        }
    }
}

fn drawn(character: &Character, state: &CharacterState, motion: &Motion, alpha: f32) -> Option<Vec3> {
    let up = character.config.up;
    // A default state takes its place from the transform in the next step, maybe frames later.
    let has_place = motion.has_begun && state.0 != sidle::CharacterState::default();
    let drawn = has_place.then(|| motion.drawn(&state.0, alpha, up));
    drawn.filter(|drawn| drawn.is_finite())
}

/// Draws platforms between the poses of the last step.
pub(crate) fn write_platforms(
    settings: Res<Settings>,
    time: Option<Res<Time<Fixed>>>,
    mut platforms: Query<(&Platform, &mut Transform, &mut Ease)>,
) {
    ease_transforms(fraction(&settings, time.as_deref()), &mut platforms);
}
