//! Records that several functions read.

use sidle::{FrictionLaw, Material, MoveConfig, OnOverlap, Pose, QueryFilter, Response, Shape, Sides};

use crate::code::Failure;
use crate::reader::Reader;

/// Reads a shape, in eight words: its kind (0 point, 1 sphere, 2 ellipsoid, 3 capsule), three
/// lengths (radius; radii; radius and height), and a rotation.
pub(crate) fn shape(reader: &mut Reader<'_>) -> Result<Shape, Failure> {
    let kind = reader.word("shape.kind")?;
    let lengths = reader.vector("shape")?;
    let rotation = reader.rotation("shape.rotation")?;
    if lengths.min_element() < 0.0 {
        return Err(Failure::input("shape: lengths must not be negative"));
    }
    let shape = match kind {
        0 => Shape::point(),
        1 => Shape::sphere(lengths.x),
        2 => Shape::ellipsoid(lengths),
        3 => Shape::capsule(lengths.x, lengths.y),
        _ => return Err(Failure::input(format_args!("there is no shape of kind {kind}"))),
    };
    Ok(shape.with_rotation(rotation))
}

/// Reads a filter, in two words: the mask of layers, and a flag for triggers.
pub(crate) fn filter(reader: &mut Reader<'_>) -> Result<QueryFilter, Failure> {
    let layers = reader.word("filter.layers")?;
    Ok(QueryFilter { layers, triggers: reader.flag("filter.triggers")?, ..QueryFilter::ALL })
}

/// Reads the settings of a move, in seventeen words.
pub(crate) fn move_config(reader: &mut Reader<'_>) -> Result<MoveConfig, Failure> {
    let response = match reader.word("response")? {
        0 => Response::Slide,
        1 => Response::Momentum,
        2 => Response::Stop,
        3 => Response::PushBack,
        4 => Response::Bounce,
        other => return Err(Failure::input(format_args!("there is no response {other}"))),
    };
    let skin_width = reader.float("skinWidth")?;
    let friction_scale = reader.float("frictionScale")?;
    let friction_law = if reader.flag("frictionLaw")? { FrictionLaw::Drag } else { FrictionLaw::Coulomb };
    let restitution_scale = reader.float("restitutionScale")?;
    let bounce_threshold = reader.float("bounceThreshold")?;
    let overlap = reader.word("onOverlap")?;
    let last_free = reader.position("onOverlap")?;
    let on_overlap = match overlap {
        0 => OnOverlap::Refuse,
        1 => OnOverlap::PushOut,
        2 => OnOverlap::ReturnTo(last_free),
        other => return Err(Failure::input(format_args!("there is no policy {other} for overlaps"))),
    };
    let max_iterations = reader.word("maxIterations")?;
    let filter = filter(reader)?;
    let record_path = reader.flag("recordPath")?;
    Ok(MoveConfig {
        response,
        skin_width,
        friction_scale,
        friction_law,
        restitution_scale,
        bounce_threshold,
        on_overlap,
        max_iterations,
        filter,
        record_path,
    })
}

/// Reads a material, in seven words.
pub(crate) fn material(reader: &mut Reader<'_>) -> Result<Material, Failure> {
    let friction = reader.float("material.friction")?;
    let restitution = reader.float("material.restitution")?;
    let sides = if reader.flag("material.sides")? { Sides::Front } else { Sides::Two };
    let layer = u8::try_from(reader.word("material.layer")?).unwrap_or(u8::MAX);
    let surface_velocity = reader.vector("material.surfaceVelocity")?;
    Ok(Material { friction, restitution, sides, layer, surface_velocity })
}

/// Reads a pose: translation, rotation and scale, eight f64.
pub(crate) fn pose(reader: &mut Reader<'_>) -> Result<Pose, Failure> {
    let translation = reader.position("pose.position")?;
    let rotation = reader.double_rotation("pose.rotation")?;
    Ok(Pose { translation, rotation, scale: reader.double("pose.scale")? })
}
