//! The fields of settings and states by name, for replays and for bytes.

use glam::{DVec3, Vec3};

use super::state::state_fields;
use super::{CharacterConfig, CharacterState, GroundState, SurfaceRules};
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

/// A field of a state.
pub(crate) enum Field<'a> {
    /// A position.
    Position(&'a mut DVec3),
    /// A vector.
    Vector(&'a mut Vec3),
    /// A number.
    Number(&'a mut f32),
    /// An instance.
    Instance(&'a mut InstanceId),
    /// A mask of layers.
    Layers(&'a mut u32),
    /// The ground contact.
    Ground(&'a mut GroundState),
    /// A count, or flags.
    Byte(&'a mut u8),
}

impl Field<'_> {
    /// Returns the place of its kind among the fields.
    pub(crate) const fn rank(&self) -> u8 {
        match self {
            Self::Position(_) => 0,
            Self::Vector(_) => 1,
            Self::Number(_) => 2,
            Self::Instance(_) => 3,
            Self::Layers(_) => 4,
            Self::Ground(_) => 5,
            Self::Byte(_) => 6,
        }
    }
}

macro_rules! fields_from {
    ($($kind:ident: $type:ty),*) => {
        $(impl<'a> From<&'a mut $type> for Field<'a> {
            fn from(field: &'a mut $type) -> Self {
                Self::$kind(field)
            }
        })*
    };
}

fields_from!(Position: DVec3, Vector: Vec3, Number: f32, Instance: InstanceId, Layers: u32, Ground: GroundState, Byte: u8);

macro_rules! list {
    (
        $(#[$meta:meta])*
        pub struct CharacterState {
            $($(#[$doc:meta])* $visible:vis $field:ident: $type:ty $(, rounded to $quantum:ident)?;)*
        }
    ) => {
        impl CharacterState {
            /// Number of fields.
            const FIELDS: usize = [$(stringify!($field)),*].len();

            /// Returns the fields with their names, sorted by kind. Within a kind, they have the
            /// order of the list. Bytes and text have this order.
            pub(crate) fn fields(&mut self) -> [(&'static str, Field<'_>); Self::FIELDS] {
                let mut fields = [$((stringify!($field), Field::from(&mut self.$field))),*];
                fields.sort_by_key(|(_, field)| field.rank());
                fields
            }
        }
    };
}

state_fields!(list);

impl CharacterState {
    /// Returns the instance on which the character stands.
    pub(crate) fn platform_field(&mut self) -> &mut InstanceId {
        &mut self.platform
    }
}
