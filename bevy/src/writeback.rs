//! Writes the transforms of characters and platforms, and reads what the game wrote there since.

use bevy_ecs::prelude::*;
use bevy_math::{DMat3, DVec3, Vec3};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;

use crate::character::Motion;
use crate::platform::{Ease, ease_transforms};
use crate::space::{Settings, SidleWorld};
use crate::warnings::Warn;
use crate::{Character, CharacterState, Platform};

/// Returns how far the present frame is after the last step, as a fraction of a step.
fn fraction(settings: &Settings, time: Option<&Time<Fixed>>) -> f32 {
    time.filter(|_| settings.interpolates).map_or(1.0, |time| time.overstep_fraction())
}

/// Teleports the characters whose transforms the game changed, by the difference.
pub(crate) fn read_transforms(
    mut characters: Query<(Entity, &Transform, Option<&ChildOf>, &mut CharacterState, &mut Motion)>,
    helper: TransformHelper,
    mut warn: Warn,
) {
    for (entity, transform, parent, mut state, mut motion) in &mut characters {
        if !motion.has_place(&state) {
            continue;
        }
        if motion.after != state.position {
            // The game wrote the state. It counts, whatever happened to the transform.
            motion.begin_at(&state.0);
            continue;
        }
        let Some((shown, within)) = motion.shown.filter(|shown| shown.0 != transform.translation) else {
            continue;
        };
        let parent = parent.map(ChildOf::parent);
        if within != parent {
            // The same place has another translation in another parent.
            motion.shown = None;
            continue;
        }
        let mut way = transform.translation.as_dvec3() - shown.as_dvec3();
        if let Some(parent) = parent {
            let Ok(parent) = helper.compute_global_transform(parent) else { continue };
            let axes = parent.affine().matrix3;
            let axes = [axes.x_axis, axes.y_axis, axes.z_axis].map(|axis| Vec3::from(axis).as_dvec3());
            way = DMat3::from_cols(axes[0], axes[1], axes[2]) * way;
        }
        if !way.is_finite() {
            let text = "a number of the transform is not finite; the state is left as it is";
            warn.about(entity, "transform", text);
            motion.shown = None;
            continue;
        }
        state.position += way;
        motion.begin_at(&state.0);
        motion.shown = Some((transform.translation, parent));
    }
}

/// Draws characters without parents.
pub(crate) fn write_transforms(
    settings: Res<Settings>,
    time: Option<Res<Time<Fixed>>>,
    space: Res<SidleWorld>,
    mut characters: Query<(&Character, &CharacterState, &mut Motion, &mut Transform), Without<ChildOf>>,
) {
    let alpha = fraction(&settings, time.as_deref());
    for (character, state, mut motion, mut transform) in &mut characters {
        let Some(drawn) = drawn(character, state, &motion, alpha) else { continue };
        let drawn = space.origin.translation(drawn);
        if !drawn.is_finite() {
            continue;
        }
        if transform.translation != drawn {
            transform.translation = drawn;
        }
        motion.shown = Some((drawn, None));
    }
}

/// Draws characters with parents: in the space of the parent.
pub(crate) fn write_children(
    settings: Res<Settings>,
    time: Option<Res<Time<Fixed>>>,
    space: Res<SidleWorld>,
    mut children: Query<(Entity, &Character, &CharacterState, &mut Motion, &ChildOf)>,
    mut set: ParamSet<(TransformHelper, Query<&mut Transform>)>,
    mut warn: Warn,
) {
    if children.is_empty() {
        return;
    }
    let alpha = fraction(&settings, time.as_deref());
    let helper = set.p0();
    let mut places: Vec<(Entity, Vec3)> = Vec::new();
    for (entity, character, state, mut motion, parent) in &mut children {
        let Some(drawn) = drawn(character, state, &motion, alpha) else { continue };
        let parent = parent.parent();
        let global = helper.compute_global_transform(parent);
        let drawn = space.origin.translation(drawn);
        let local = global.map(|global| global.affine().inverse().transform_point3(drawn));
        match local {
            Ok(local) if local.is_finite() => {
                motion.shown = Some((local, Some(parent)));
                places.push((entity, local));
            }
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

fn drawn(character: &Character, state: &CharacterState, motion: &Motion, alpha: f32) -> Option<DVec3> {
    motion.has_place(state).then(|| motion.drawn(&state.0, alpha, character.config.up))
}

/// Draws platforms between the poses of the last step.
pub(crate) fn write_platforms(
    settings: Res<Settings>,
    time: Option<Res<Time<Fixed>>>,
    mut platforms: Query<(&Platform, &mut Transform, &mut Ease)>,
) {
    ease_transforms(fraction(&settings, time.as_deref()), &mut platforms);
}
