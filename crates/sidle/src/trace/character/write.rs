//! Writes the steps of a character as text.

use std::fmt::{self, Display, Formatter};

use super::{CharacterReplay, CharacterReplayStep};
use crate::character::{AirControl, CharacterMode, Field};
use crate::trace::instances::{write_instances, write_motion};
use crate::trace::keywords::{
    CHARACTER_HEADER, GROUNDS, INDEXES, LEAVE_VELOCITIES, SLOPE_SPEEDS, STEEP_GROUNDS, SWITCH, keyword,
    keyword_of_field,
};
use crate::trace::write::{Written, write_material, write_sees_triggers};
use crate::trace::written::{Number, Place, Position, write_polygon};
use crate::world::InstanceId;

impl Display for CharacterReplay {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{CHARACTER_HEADER}")?;
        writeln!(f, "index {}", keyword(&INDEXES, self.index))?;
        self.write_config(f)?;
        for (i, material) in self.materials.iter().enumerate() {
            write_material(f, i, material)?;
        }
        self.polygons.iter().try_for_each(|polygon| write_polygon(f, polygon))?;
        write_instances(f, &self.instances)?;
        self.write_state(f)?;
        self.steps.iter().try_for_each(|step| write_step(f, step))
    }
}

impl CharacterReplay {
    fn write_config(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut config = self.config.clone();
        writeln!(f, "shape {}", Written(&config.shape))?;
        if let Some(shape) = &config.crouch_shape {
            writeln!(f, "crouch_shape {}", Written(shape))?;
        }
        writeln!(f, "up {}", Place(config.up))?;
        for (name, x) in config.number_fields() {
            writeln!(f, "{name} {}", Number(*x))?;
        }
        for (name, x) in config.optional_fields() {
            if let Some(x) = x {
                writeln!(f, "{name} {}", Number(*x))?;
            }
        }
        for (name, x) in config.switch_fields() {
            writeln!(f, "{name} {}", keyword(&SWITCH, *x))?;
        }
        for (name, layers) in config.layer_fields() {
            writeln!(f, "{name} {layers:08x}")?;
        }
        write_sees_triggers(f, &config.filter)?;
        if let AirControl::Strafe { max_speed } = config.air_control {
            writeln!(f, "strafe {}", Number(max_speed))?;
        }
        writeln!(f, "leave_velocity {}", keyword(&LEAVE_VELOCITIES, config.leave_velocity))?;
        writeln!(f, "slope_speed {}", keyword(&SLOPE_SPEEDS, config.slope_speed))?;
        writeln!(f, "steep_ground {}", keyword(&STEEP_GROUNDS, config.steep_ground))
    }

    fn write_state(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut state = self.state;
        let mut platform = InstanceId::MESH;
        for (name, field) in state.fields() {
            match field {
                Field::Position(v) => writeln!(f, "state {name} {}", Position(*v))?,
                Field::Vector(v) => writeln!(f, "state {name} {}", Place(*v))?,
                Field::Number(x) => writeln!(f, "state {name} {}", Number(*x))?,
                Field::Layers(layers) => writeln!(f, "state {} {layers:08x}", keyword_of_field(name))?,
                Field::Ground(ground) => writeln!(f, "state {name} {}", keyword(&GROUNDS, *ground))?,
                Field::Byte(byte) => writeln!(f, "state {name} {byte}")?,
                Field::Instance(id) => platform = *id,
            }
        }
        writeln!(f, "state platform {}", platform.index())
    }
}

fn write_step(f: &mut Formatter<'_>, step: &CharacterReplayStep) -> fmt::Result {
    let input = &step.input;
    write!(f, "step {} wish {}", Number(step.dt), Place(input.wish_velocity))?;
    let switches = [input.jump, input.jump_held, input.crouch, input.drop];
    for (on, word) in switches.into_iter().zip([" jump", " held", " crouch", " drop"]) {
        f.write_str(if on { word } else { "" })?;
    }
    if let Some(root) = input.root_motion {
        write!(f, " root {}", Place(root))?;
    }
    match input.mode {
        CharacterMode::Walk => {}
        CharacterMode::Swim { acceleration, sink_speed } => {
            write!(f, " swim {} {}", Number(acceleration), Number(sink_speed))?;
        }
        CharacterMode::Climb => write!(f, " climb")?,
    }
    step.motions.iter().try_for_each(|motion| write_motion(f, motion))?;
    if let Some(end) = step.end {
        write!(f, " end {}", Position(end))?;
        if step.end_error > 0.0 {
            write!(f, " within {}", step.end_error)?;
        }
    }
    writeln!(f)
}
