//! The step of the characters.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_time::Time;
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;
use sidle::{Crowd, CrowdMember, Scratch, StopReason};

use crate::character::Motion;
use crate::level::{SidleChunk, SidleLevel};
use crate::origin::Anchor;
use crate::report::Events;
use crate::space::{Settings, SidleWorld};
use crate::warnings::Warn;
use crate::{Character, CharacterInput, CharacterReport, CharacterState, CharacterTriggers};

/// Seconds after which a character without a level is worth a warning.
const PATIENCE: f32 = 2.0;

/// Places new characters at their transforms, and those whose state was restored from before.
pub(crate) fn begin_characters(
    mut characters: Query<(
        Entity,
        &mut CharacterState,
        &mut Motion,
        (&Transform, &Anchor, Option<&ChildOf>),
    )>,
    space: Res<SidleWorld>,
    helper: TransformHelper,
    mut warn: Warn,
) {
    for (entity, mut state, mut motion, (transform, anchor, parent)) in &mut characters {
        if motion.has_place(&state) {
            continue;
        }
        let is_written = state.0 != sidle::CharacterState::default();
        if !is_written {
            let place = helper.compute_global_transform(entity).ok().map(|global| global.translation());
            let Some(place) = place.filter(|place| place.is_finite()) else {
                motion.has_begun = false;
                warn.about(
                    entity,
                    "transform",
                    "a number of the transform is not finite, or a parent has no Transform; the character waits",
                );
                continue;
            };
            state.0 = sidle::CharacterState::at(match parent {
                Some(_) => space.origin.place(place),
                None => anchor.place(place, space.origin),
            });
        }
        motion.begin_at(&state.0);
        if !is_written {
            motion.shown = Some((transform.translation, parent.map(ChildOf::parent)));
        }
    }
}

/// The parameters of [`walk`] that it only reads.
#[derive(SystemParam)]
pub(crate) struct Around<'w, 's> {
    time: Option<Res<'w, Time>>,
    levels: Query<'w, 's, (), With<SidleLevel>>,
    chunks: Query<'w, 's, (), With<SidleChunk>>,
    settings: Res<'w, Settings>,
}

/// Everything about one character.
type Characters<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        &'static Character,
        &'static CharacterInput,
        &'static mut CharacterState,
        &'static mut CharacterReport,
        &'static mut CharacterTriggers,
        &'static mut Motion,
    ),
>;

/// Performs one step of all characters.
pub(crate) fn walk(
    mut commands: Commands,
    around: Around,
    mut space: ResMut<SidleWorld>,
    mut characters: Characters,
    mut warn: Warn,
    (mut scratch, mut crowd, mut waited): (Local<Scratch>, Local<Crowd>, Local<f32>),
) {
    let Some(time) = &around.time else {
        warn.in_general("time", "there is no Time: add TimePlugin; the characters wait");
        return;
    };
    let dt = time.delta_secs();
    if dt == 0.0 || characters.is_empty() {
        return;
    }
    let has_level = space.has_level || (around.levels.is_empty() && space.platforms > 0);
    if has_level {
        *waited = 0.0;
    } else {
        *waited += dt;
        if *waited > PATIENCE
            && around.levels.is_empty()
            && around.chunks.is_empty()
            && let Some((entity, ..)) = characters.iter().next()
        {
            let text = "the character has no level: add SidleLevel to the root of the level";
            warn.about(entity, "no level", text);
        }
        rest(&mut characters);
    }
    if around.settings.crowd {
        walk_together(&mut commands, &mut space, &mut characters, &mut warn, (&mut crowd, dt, has_level));
    } else {
        walk_alone(&mut commands, &space, &mut characters, &mut warn, (&mut scratch, dt, has_level));
    }
}

/// Returns true if a character makes this step. Without a level, only those on platforms do.
fn makes_step(state: &CharacterState, motion: &Motion, has_level: bool) -> bool {
    motion.has_begun && (has_level || state.platform().is_some())
}

/// Lets the characters that wait for a level rest where they are, so that they are drawn there.
fn rest(characters: &mut Characters) {
    for (.., state, _, _, mut motion) in characters {
        if motion.has_begun && !makes_step(&state, &motion, false) && motion.before != state.0 {
            (motion.before, motion.after) = (state.0, state.position);
        }
    }
}

/// Performs the step of characters that ignore each other.
fn walk_alone(
    commands: &mut Commands,
    space: &SidleWorld,
    characters: &mut Characters,
    warn: &mut Warn,
    (scratch, dt, has_level): (&mut Scratch, f32, bool),
) {
    let world = &space.world;
    for (entity, character, input, mut state, mut report, mut triggers, mut motion) in characters {
        if !makes_step(&state, &motion, has_level) {
            continue;
        }
        motion.begin(&state.0);
        let was_crushed = report.crushed.is_some();
        report.0 = world.step_character(scratch, &character.config, &mut state.0, &input.0, dt);
        motion.after = state.position;
        let mut events =
            Events { commands, space, entity, character, before: &motion.before, after: &state.0 };
        if report.crushed.is_some() && !was_crushed {
            events.crushed(&report, scratch.hits());
        }
        events.others(&report, &mut triggers);
        if let Some(reason) = report.refused {
            explain(warn, entity, character, reason);
        }
    }
}

/// Performs the step of characters that do not enter each other.
fn walk_together(
    commands: &mut Commands,
    space: &mut SidleWorld,
    characters: &mut Characters,
    warn: &mut Warn,
    (crowd, dt, has_level): (&mut Crowd, f32, bool),
) {
    space.crowd.clear();
    let mut members = Vec::with_capacity(space.crowd.capacity());
    for (entity, character, input, state, .., motion) in characters.iter() {
        if makes_step(state, motion, has_level) {
            let (config, state, input) = (&character.config, state.0, input.0);
            members.push(CrowdMember {
                input,
                yielding: character.yielding,
                ..CrowdMember::new(config, state)
            });
            space.crowd.push(entity);
        }
    }
    space.world.step_characters(crowd, &mut members, dt);
    let states: Vec<sidle::CharacterState> = members.iter().map(|member| member.state).collect();
    let reports = crowd.reports().iter();
    for ((&entity, after), new) in space.crowd.iter().zip(states).zip(reports) {
        let Ok((_, character, _, mut state, mut report, mut triggers, mut motion)) =
            characters.get_mut(entity)
        else {
            continue;
        };
        motion.begin(&state.0);
        let was_crushed = report.crushed.is_some();
        (state.0, report.0, motion.after) = (after, *new, after.position);
        let mut events =
            Events { commands, space, entity, character, before: &motion.before, after: &state.0 };
        if report.crushed.is_some() && !was_crushed {
            events.crushed(&report, &[]);
        }
        events.others(&report, &mut triggers);
        if let Some(reason) = report.refused {
            explain(warn, entity, character, reason);
        }
    }
}

/// Warns about a step that was refused.
fn explain(warn: &mut Warn, entity: Entity, character: &Character, reason: StopReason) {
    if let Err(error) = character.config.validate() {
        warn.about(entity, "config", format_args!("the character cannot walk: {error}"));
    } else if reason == StopReason::StartedInside {
        warn.about(entity, "inside", "the character overlaps the level, and no free place is near");
    } else {
        let text = "the character cannot walk: a number of its state or its input is not finite or too large, \
                    or a step takes more than a second";
        warn.about(entity, "input", text);
    }
}
