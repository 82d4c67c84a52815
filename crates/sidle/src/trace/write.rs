//! Writes a replay as text.

use std::fmt::{self, Display, Formatter};

use glam::Vec3;

use super::instances::write_instances;
use super::keywords::{HEADER, INDEXES, LAWS, RESPONSES, SIDES, SWITCH, keyword};
use super::written::{Number, Place, Position, write_polygon};
use super::{Replay, ReplayMove};
use crate::mesh::Material;
use crate::shape::{Form, Shape};
use crate::slide::OnOverlap;
use crate::world::QueryFilter;

impl Display for Replay {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let config = &self.config;
        writeln!(f, "{HEADER}")?;
        writeln!(f, "index {}", keyword(&INDEXES, self.index))?;
        writeln!(f, "shape {}", Written(&self.shape))?;
        writeln!(f, "response {}", keyword(&RESPONSES, config.response))?;
        writeln!(f, "skin {}", Number(config.skin_width))?;
        writeln!(f, "friction {} {}", keyword(&LAWS, config.friction_law), Number(config.friction_scale))?;
        writeln!(f, "restitution {}", Number(config.restitution_scale))?;
        writeln!(f, "bounce-threshold {}", Number(config.bounce_threshold))?;
        match config.on_overlap {
            OnOverlap::Refuse => writeln!(f, "on-overlap refuse")?,
            OnOverlap::ReturnTo(place) => writeln!(f, "on-overlap return-to {}", Position(place))?,
            OnOverlap::PushOut => writeln!(f, "on-overlap push-out")?,
        }
        writeln!(f, "max-iterations {}", config.max_iterations)?;
        writeln!(f, "layers {:08x}", config.filter.layers)?;
        write_sees_triggers(f, &config.filter)?;
        writeln!(f, "record-path {}", keyword(&SWITCH, config.record_path))?;
        for (i, material) in self.materials.iter().enumerate() {
            write_material(f, i, material)?;
        }
        self.polygons.iter().try_for_each(|polygon| write_polygon(f, polygon))?;
        write_instances(f, &self.instances)?;
        writeln!(f, "start {}", Position(self.start))?;
        self.moves.iter().try_for_each(|m| write_move(f, m))
    }
}

pub(super) fn write_material(f: &mut Formatter<'_>, i: usize, material: &Material) -> fmt::Result {
    let Material { friction, restitution, sides, layer, surface_velocity } = *material;
    let (friction, restitution) = (Number(friction), Number(restitution));
    let sides = keyword(&SIDES, sides);
    write!(f, "material {i} friction {friction} restitution {restitution} sides {sides} layer {layer}")?;
    if surface_velocity != Vec3::ZERO {
        write!(f, " velocity {}", Place(surface_velocity))?;
    }
    writeln!(f)
}

fn write_move(f: &mut Formatter<'_>, m: &ReplayMove) -> fmt::Result {
    write!(f, "move {} velocity {}", Place(m.motion.displacement), Place(m.motion.velocity))?;
    if let Some(end) = m.end {
        write!(f, " end {}", Position(end))?;
        if m.end_error > 0.0 {
            write!(f, " within {}", m.end_error)?;
        }
    }
    writeln!(f)
}

/// Writes that a filter sees only triggers, if it does.
pub(super) fn write_sees_triggers(f: &mut Formatter<'_>, filter: &QueryFilter) -> fmt::Result {
    if filter.triggers { writeln!(f, "sees-triggers yes") } else { Ok(()) }
}

/// Formats a shape.
pub(super) struct Written<'a>(pub(super) &'a Shape);

impl Display for Written<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.form() {
            Form::Point => write!(f, "point"),
            Form::Sphere { radius } => write!(f, "sphere {}", Number(radius)),
            Form::Ellipsoid { radii, rotation } => {
                let [x, y, z, w] = rotation.to_array().map(Number);
                write!(f, "ellipsoid {} turned {x} {y} {z} {w}", Place(radii))
            }
            Form::Capsule { radius, height, rotation } => {
                let [x, y, z, w] = rotation.to_array().map(Number);
                let (radius, height) = (Number(radius), Number(height));
                write!(f, "capsule {radius} {height} turned {x} {y} {z} {w}")
            }
        }
    }
}
