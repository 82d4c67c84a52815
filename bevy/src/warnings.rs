//! Warnings about wrong set-ups. Each is given once.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use std::collections::HashSet;
use std::fmt::{Display, Write};

/// Largest number of warnings that are kept.
const KEPT: usize = 256;

/// The warnings about wrong set-ups so far. Each is logged and stored once.
#[derive(Resource, Debug, Default)]
pub struct SidleWarnings {
    /// The texts, oldest first; at most 256.
    pub texts: Vec<String>,
    given: HashSet<(Option<Entity>, &'static str)>,
}

impl SidleWarnings {
    /// Gives a warning unless it was given before for this entity. `kind` identifies it.
    pub(crate) fn once(&mut self, entity: Option<Entity>, kind: &'static str, text: impl FnOnce() -> String) {
        if !self.given.insert((entity, kind)) {
            return;
        }
        let text = text();
        log::warn!("{text}");
        if self.texts.len() < KEPT {
            self.texts.push(text);
        }
    }

    /// Allows a warning again, because its cause was repaired.
    pub(crate) fn forget(&mut self, entity: Entity, kind: &'static str) {
        self.given.remove(&(Some(entity), kind));
    }
}

/// Writes warnings that name their entity.
#[derive(SystemParam)]
pub(crate) struct Warn<'w, 's> {
    warnings: ResMut<'w, SidleWarnings>,
    names: Query<'w, 's, &'static Name>,
}

impl Warn<'_, '_> {
    /// Gives a warning about an entity unless it was given before.
    pub(crate) fn about(&mut self, entity: Entity, kind: &'static str, text: impl Display) {
        let name = self.name(entity);
        self.warnings.once(Some(entity), kind, || format!("sidle: {name}: {text}"));
    }

    /// Gives a warning about the whole app unless it was given before.
    pub(crate) fn in_general(&mut self, kind: &'static str, text: impl Display) {
        self.warnings.once(None, kind, || format!("sidle: {text}"));
    }

    /// Allows a warning again, because its cause was repaired.
    pub(crate) fn forget(&mut self, entity: Entity, kind: &'static str) {
        self.warnings.forget(entity, kind);
    }

    /// Returns the name of an entity with its id.
    pub(crate) fn name(&self, entity: Entity) -> String {
        let mut text = String::new();
        if let Ok(name) = self.names.get(entity) {
            text.push_str(name.as_str());
            text.push(' ');
        }
        let _ = write!(text, "({entity})");
        text
    }
}
