//! The origin of the transforms.

use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::Transform;

use crate::character::Motion;
use crate::level::{SidleChunk, SidleLevel};
use crate::platform::Ease;
use crate::space::SidleWorld;
use crate::warnings::Warn;
use crate::{CharacterState, Platform, Surface};

/// The place in the world of sidle, in metres, that is drawn at the origin of Bevy. Default zero.
///
/// Positions of sidle are in double precision: those of [`CharacterState`], and those that
/// [`Sidle`](crate::Sidle) takes and returns. Transforms are in single precision, and relative to
/// this place: a character is drawn at its position less the origin, and a platform, a chunk, a
/// level or a trigger is at the origin plus its [`Transform`]. In a large world, keep the origin
/// near the camera.
///
/// The game may change the origin at any time. Nothing moves in the world of sidle: before the next
/// propagation of transforms, the plugin rewrites the transforms of characters, and those of
/// platforms, chunks, levels and triggers without parents. The game moves everything else, such
/// as the camera, and leaves those alone. Until then, they are relative to the old origin. An
/// entity whose transform was never seen is relative to the new one.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(opaque)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct WorldOrigin(pub DVec3);

impl WorldOrigin {
    /// Returns the place in the world of sidle of what is drawn at a translation.
    #[must_use]
    pub fn place(&self, translation: Vec3) -> DVec3 {
        self.0 + translation.as_dvec3()
    }

    /// Returns the translation, rounded, at which a place in the world of sidle is drawn.
    #[must_use]
    pub fn translation(&self, place: DVec3) -> Vec3 {
        (place - self.0).as_vec3()
    }
}

/// The place of an entity whose transform is relative to the origin if it has no parents.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Anchor {
    /// The origin that the transform is relative to. `None` if the transform was never seen.
    origin: Option<WorldOrigin>,
    /// A translation that was rounded when the origin changed, and the exact place.
    rounded: Option<(Vec3, DVec3)>,
}

impl Anchor {
    /// Returns the place of a translation relative to the present origin. One that the game left
    /// alone keeps its exact place.
    pub(crate) fn place(&self, translation: Vec3, origin: WorldOrigin) -> DVec3 {
        match self.rounded {
            Some((rounded, exact)) if rounded == translation => exact,
            _ => origin.place(translation),
        }
    }

    /// Changes the origin of a transform.
    fn rebase(&mut self, transform: &mut Mut<Transform>, ease: Option<Mut<Ease>>, origin: WorldOrigin) {
        let old = *self;
        let place = |translation| old.place(translation, old.origin.unwrap_or(origin));
        let moved = |translation| origin.translation(place(translation));
        let truth = ease.as_ref().and_then(|ease| ease.truth()).unwrap_or(transform.translation);
        *self = Self { origin: Some(origin), rounded: Some((moved(truth), place(truth))) };
        if let Some(mut ease) = ease {
            ease.rebase(moved);
        }
        transform.translation = moved(transform.translation);
    }
}

/// Everything about entities whose transforms are relative to the origin.
type Anchored<'w, 's> = Query<
    'w,
    's,
    (
        &'static mut Transform,
        &'static mut Anchor,
        Option<&'static mut Ease>,
        Option<&'static Surface>,
        (Has<ChildOf>, Has<Platform>, Has<SidleLevel>, Has<SidleChunk>),
        Option<(&'static CharacterState, &'static Motion)>,
    ),
>;

/// Rewrites the transforms of levels, platforms and triggers if the origin was changed. Characters
/// are drawn again later, except those that wait at their transforms.
pub(crate) fn rebase_transforms(
    origin: Res<WorldOrigin>,
    mut space: ResMut<SidleWorld>,
    mut set: ParamSet<(Query<(), Added<Anchor>>, Anchored)>,
    mut warn: Warn,
) {
    if !origin.0.is_finite() {
        warn.in_general("origin", "a number of WorldOrigin is not finite; the old one is used");
        return;
    }
    if space.origin == *origin && set.p0().is_empty() {
        return;
    }
    space.origin = *origin;
    let mut anchored = set.p1();
    for (mut transform, mut anchor, ease, surface, kinds, character) in &mut anchored {
        let (is_child, is_platform, is_level, is_chunk) = kinds;
        let is_trigger = surface.is_some_and(|surface| surface.trigger);
        let waits = character.is_some_and(|(state, motion)| !motion.has_place(state));
        let is_owned = is_platform || is_level || is_chunk || is_trigger || waits;
        if is_child || !is_owned || anchor.origin.is_none() {
            *anchor = Anchor { origin: Some(*origin), rounded: None };
        } else if anchor.origin != Some(*origin) {
            anchor.rebase(&mut transform, ease, *origin);
        }
    }
}
