//! The plugin.

use bevy_app::{
    App, FixedFirst, FixedLast, FixedPostUpdate, FixedPreUpdate, FixedUpdate, Plugin, PostUpdate,
    RunFixedMainLoop, RunFixedMainLoopSystems,
};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_transform::TransformSystems;

use crate::level::{Changes, Levels, Revisions, build_levels, watch_changes};
use crate::origin::rebase_transforms;
use crate::platform::{Placements, move_platforms, restore_transforms};
use crate::space::{Settings, SidleWorld};
use crate::walk::{begin_characters, walk};
use crate::warnings::SidleWarnings;
use crate::writeback::{read_transforms, write_children, write_platforms, write_transforms};
use crate::{
    Character, CharacterInput, CharacterReport, CharacterState, CharacterTriggers, Platform, PlatformPose,
    SidleChunk, SidleIgnore, SidleLevel, Surface, WorldOrigin,
};

/// The systems of the plugin.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SidleSystems {
    /// Gathers the levels and puts finished ones into the world: in `PostUpdate`, after the
    /// propagation of transforms.
    Level,
    /// Takes the poses of the platforms and chunks: in the schedule of the plugin. Move them
    /// before.
    Platforms,
    /// Performs a step of all characters: in the schedule of the plugin, after the platforms. Write
    /// inputs before, and read reports after.
    Walk,
    /// Writes the transforms, and before that takes over those of characters that the game changed:
    /// after the fixed steps of a frame, before `Update`. In any other schedule, without
    /// interpolation, after the steps.
    Writeback,
}

/// Adds characters that walk through levels.
///
/// ```
/// use bevy_app::{App, FixedPostUpdate};
/// use bevy_sidle::SidlePlugin;
/// App::new().add_plugins(SidlePlugin::new(FixedPostUpdate));
/// ```
#[derive(Clone, Debug)]
pub struct SidlePlugin {
    schedule: InternedScheduleLabel,
    settings: Settings,
}

impl Default for SidlePlugin {
    fn default() -> Self {
        Self::new(FixedPostUpdate)
    }
}

impl SidlePlugin {
    /// Creates the plugin with the schedule in which platforms and characters make their steps. The
    /// length of a step is that of `Time` there. In the fixed schedules, the transforms of
    /// characters are interpolated between the steps.
    #[must_use]
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        let schedule = schedule.intern();
        let fixed = [
            FixedFirst.intern(),
            FixedPreUpdate.intern(),
            FixedUpdate.intern(),
            FixedPostUpdate.intern(),
            FixedLast.intern(),
        ];
        let interpolates = fixed.contains(&schedule);
        Self { schedule, settings: Settings { crowd: false, at_once: false, interpolates } }
    }

    /// Characters do not enter each other, and push each other. By default they ignore each other.
    #[must_use]
    pub const fn with_crowd(mut self) -> Self {
        self.settings.crowd = true;
        self
    }

    /// Builds levels in the frame in which all their meshes are loaded, not in the background.
    #[must_use]
    pub const fn with_levels_at_once(mut self) -> Self {
        self.settings.at_once = true;
        self
    }

    /// Says whether transforms are interpolated between steps. Needed only for a schedule of your
    /// own that runs within the fixed main loop.
    #[must_use]
    pub const fn with_interpolation(mut self, interpolates: bool) -> Self {
        self.settings.interpolates = interpolates;
        self
    }
}

impl Plugin for SidlePlugin {
    fn is_unique(&self) -> bool {
        // A second one is reported by `build`, which does not panic.
        false
    }

    fn build(&self, app: &mut App) {
        if app.world().contains_resource::<SidleWorld>() {
            let mut warnings = app.world_mut().resource_mut::<SidleWarnings>();
            warnings.once(None, "two plugins", || {
                "sidle: SidlePlugin was added twice; only the first one is used".into()
            });
            return;
        }
        app.insert_resource(self.settings)
            .init_resource::<SidleWorld>()
            .init_resource::<WorldOrigin>()
            .init_resource::<SidleWarnings>()
            .init_resource::<Levels>()
            .init_resource::<Changes>()
            .init_resource::<Revisions>()
            .init_resource::<Placements>();
        app.register_type::<Character>()
            .register_type::<CharacterInput>()
            .register_type::<CharacterState>()
            .register_type::<CharacterReport>()
            .register_type::<CharacterTriggers>()
            .register_type::<Platform>()
            .register_type::<PlatformPose>()
            .register_type::<SidleLevel>()
            .register_type::<SidleChunk>()
            .register_type::<SidleIgnore>()
            .register_type::<Surface>()
            .register_type::<WorldOrigin>();
        self.add_systems(app);
    }
}

impl SidlePlugin {
    fn add_systems(&self, app: &mut App) {
        let level = SidleSystems::Level.after(TransformSystems::Propagate).before(SidleSystems::Platforms);
        app.configure_sets(PostUpdate, level)
            .add_systems(PostUpdate, (watch_changes, build_levels).chain().in_set(SidleSystems::Level))
            .configure_sets(
                self.schedule,
                (SidleSystems::Platforms, SidleSystems::Walk, SidleSystems::Writeback).chain(),
            )
            .add_systems(
                self.schedule,
                (
                    (rebase_transforms, move_platforms).chain().in_set(SidleSystems::Platforms),
                    (read_transforms, begin_characters, walk).chain().in_set(SidleSystems::Walk),
                ),
            );
        // A change of the origin is drawn in its frame, also without a step.
        let write = || (read_transforms, rebase_transforms, write_transforms, write_children).chain();
        let drawn = write().run_if(resource_exists_and_changed::<WorldOrigin>);
        app.add_systems(PostUpdate, drawn.before(TransformSystems::Propagate));
        let write = write().in_set(SidleSystems::Writeback);
        if !self.settings.interpolates {
            app.add_systems(self.schedule, write);
            return;
        }
        let write_platforms = write_platforms.in_set(SidleSystems::Writeback);
        app.add_systems(
            RunFixedMainLoop,
            (
                (rebase_transforms, restore_transforms)
                    .chain()
                    .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
                (write, write_platforms).chain().in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            ),
        );
    }
}
