//! The fields of settings and states by name, for the text format of replays.

use glam::Vec3;

use super::state::CharacterState;
use super::{CharacterConfig, GroundState, SurfaceRules};
use crate::world::InstanceId;

/// A field with its name.
pub(crate) type Named<'a, T> = (&'static str, &'a mut T);

impl CharacterConfig {
    /// Returns the settings that are numbers.
    pub(crate) fn number_fields(&mut self) -> [Named<'_, f32>; 20] {
        [
            ("crouch_height", &mut self.crouch_height),
            ("max_slope_angle", &mut self.max_slope_angle),
            ("step_height", &mut self.step_height),
            ("min_step_width", &mut self.min_step_width),
            ("snap_distance", &mut self.snap_distance),
            ("skin_width", &mut self.skin_width),
            ("gravity", &mut self.gravity),
            ("terminal_speed", &mut self.terminal_speed),
            ("jump_height", &mut self.jump_height),
            ("jump_cut", &mut self.jump_cut),
            ("coyote_time", &mut self.coyote_time),
            ("jump_buffer", &mut self.jump_buffer),
            ("air_acceleration", &mut self.air_acceleration),
            ("step_smoothing", &mut self.step_smoothing),
            ("max_push_speed", &mut self.max_push_speed),
            ("max_push_mass", &mut self.max_push_mass),
            ("max_push_force", &mut self.max_push_force),
            ("mass", &mut self.mass),
            ("ledge_distance", &mut self.ledge_distance),
            ("slippery_acceleration", &mut self.slippery_acceleration),
        ]
    }

    /// Returns the settings that are numbers or absent.
    pub(crate) fn optional_fields(&mut self) -> [Named<'_, Option<f32>>; 2] {
        [("ground_acceleration", &mut self.ground_acceleration), ("perch_radius", &mut self.perch_radius)]
    }

    /// Returns the settings that are on or off.
    pub(crate) fn switch_fields(&mut self) -> [Named<'_, bool>; 2] {
        [("crouch_stays_on_ledges", &mut self.crouch_stays_on_ledges), ("record_path", &mut self.record_path)]
    }

    /// Returns the settings that are masks of layers.
    pub(crate) fn layer_fields(&mut self) -> [Named<'_, u32>; 6] {
        let SurfaceRules { no_ground, no_step, slippery, triggers, platforms } = &mut self.rules;
        [
            ("layers", &mut self.filter.layers),
            ("no_ground", no_ground),
            ("no_step", no_step),
            ("slippery", slippery),
            ("triggers", triggers),
            ("platforms", platforms),
        ]
    }
}

impl CharacterState {
    /// Returns the vectors of a state.
    pub(crate) fn vector_fields(&mut self) -> [Named<'_, Vec3>; 7] {
        [
            ("position", &mut self.position),
            ("velocity", &mut self.velocity),
            ("centre", &mut self.centre),
            ("feet", &mut self.feet),
            ("lost", &mut self.lost),
            ("up", &mut self.up),
            ("normal", &mut self.normal),
        ]
    }

    /// Returns the numbers of a state.
    pub(crate) fn number_fields(&mut self) -> [Named<'_, f32>; 4] {
        [
            ("step_offset", &mut self.step_offset),
            ("ledge", &mut self.ledge),
            ("air_time", &mut self.air_time),
            ("jump_kept", &mut self.jump_kept),
        ]
    }

    /// Returns the instance on which the character stands.
    pub(crate) fn platform_field(&mut self) -> &mut InstanceId {
        &mut self.platform
    }

    /// Returns the triggers, the ground, the number of teleports and the flags of a state.
    pub(crate) fn bit_fields(&mut self) -> (&mut u32, &mut GroundState, &mut u8, &mut u8) {
        (&mut self.triggers, &mut self.ground, &mut self.teleports, &mut self.flags)
    }
}
