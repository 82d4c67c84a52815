//! Turns the report of a step into events.

use bevy_ecs::prelude::*;
use sidle::{InstanceTriggers, MoveHit};

use crate::space::SidleWorld;
use crate::{
    Character, CharacterReport, CharacterTriggers, Crushed, Landed, LeftGround, Stepped, Trigger,
    TriggerEntered, TriggerLeft,
};

/// Triggers the events of the step of one character.
pub(crate) struct Events<'a, 'w, 's> {
    pub(crate) commands: &'a mut Commands<'w, 's>,
    pub(crate) space: &'a SidleWorld,
    pub(crate) entity: Entity,
    pub(crate) character: &'a Character,
    pub(crate) before: &'a sidle::CharacterState,
    pub(crate) after: &'a sidle::CharacterState,
}

impl Events<'_, '_, '_> {
    /// Triggers the event that platforms begin to crush the character.
    pub(crate) fn crushed(&mut self, report: &CharacterReport, hits: &[MoveHit]) {
        let Some(crush) = report.crushed else { return };
        let by = hits.iter().find_map(|hit| self.space.placed.get(&hit.surface.instance).copied());
        self.commands.trigger(Crushed { entity: self.entity, fraction: crush.fraction, by });
    }

    /// Triggers all other events.
    pub(crate) fn others(&mut self, report: &CharacterReport, triggers: &mut Mut<CharacterTriggers>) {
        let entity = self.entity;
        if let Some(speed) = report.landed_speed {
            self.commands.trigger(Landed { entity, speed });
        }
        if self.before.is_grounded() && !self.after.is_grounded() {
            self.commands.trigger(LeftGround { entity, jumped: report.jumped });
        }
        if report.stepped > 0.0 {
            self.commands.trigger(Stepped { entity, height: report.stepped });
        }
        if report.triggers.entered | report.triggers.left != 0 {
            self.layers(report);
        }
        if self.space.triggers > 0 || !triggers.inside.is_empty() {
            self.instances(triggers);
        }
    }

    /// Triggers the events of layers that are triggers.
    fn layers(&mut self, report: &CharacterReport) {
        let entity = self.entity;
        for layer in 0..32 {
            let trigger = Trigger::Layer(layer);
            if report.triggers.entered & (1 << layer) != 0 {
                self.commands.trigger(TriggerEntered { entity, trigger });
            }
            if report.triggers.left & (1 << layer) != 0 {
                self.commands.trigger(TriggerLeft { entity, trigger });
            }
        }
    }

    /// Triggers the events of entities that are triggers.
    fn instances(&mut self, triggers: &mut Mut<CharacterTriggers>) {
        let config = &self.character.config;
        let to = self.after.centre(config);
        // The way of the centre: the state before may be older than its last teleport.
        let from = self.before.position + (to - self.after.position);
        let mut found = InstanceTriggers::default();
        let shape = self.after.shape(config);
        found.update(&self.space.world, &shape, from, to, &config.filter);
        let entities = |ids: &[sidle::InstanceId]| -> Vec<Entity> {
            ids.iter().filter_map(|id| self.space.placed.get(id).copied()).collect()
        };
        // `found` began empty, so `entered` has all that were touched.
        let (inside, touched) = (entities(&found.inside), entities(&found.entered));
        let before = triggers.inside.clone();
        let entity = self.entity;
        for &trigger in touched.iter().filter(|trigger| !before.contains(trigger)) {
            self.commands.trigger(TriggerEntered { entity, trigger: Trigger::Entity(trigger) });
        }
        let passed = touched.iter().filter(|trigger| !before.contains(trigger));
        let left = before.iter().chain(passed).filter(|trigger| !inside.contains(trigger));
        for &trigger in left {
            self.commands.trigger(TriggerLeft { entity, trigger: Trigger::Entity(trigger) });
        }
        if before != inside {
            triggers.inside = inside;
        }
    }
}
