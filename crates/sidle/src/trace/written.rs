//! Numbers, places and polygons as text.

use std::fmt::{self, Display, Formatter};

use glam::{DVec3, Vec3};

use super::ReplayPolygon;

pub(super) fn write_polygon(f: &mut Formatter<'_>, polygon: &ReplayPolygon) -> fmt::Result {
    write!(f, "polygon")?;
    if polygon.material != 0 {
        write!(f, " material {}", polygon.material)?;
    }
    if let Some((instance, number)) = polygon.from {
        write!(f, " from {instance}:{number}")?;
    }
    write!(f, " corners")?;
    for (i, &corner) in polygon.corners.iter().enumerate() {
        write!(f, "{} {}", if i == 0 { "" } else { "," }, Place(corner))?;
    }
    writeln!(f)
}

/// Formats a number as the shortest decimal that reads back bit-identically.
pub(super) struct Number(pub(super) f32);

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let x = self.0;
        if x.is_nan() && x.to_bits() != f32::NAN.to_bits() {
            return write!(f, "NaN:{:08x}", x.to_bits());
        }
        let text = format!("{x:?}");
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

/// Formats a position.
pub(super) struct Position(pub(super) DVec3);

impl Display for Position {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, x) in self.0.to_array().into_iter().enumerate() {
            f.write_str(if i == 0 { "" } else { " " })?;
            if x.is_nan() && x.to_bits() != f64::NAN.to_bits() {
                write!(f, "NaN:{:016x}", x.to_bits())?;
                continue;
            }
            let text = format!("{x:?}");
            f.write_str(text.strip_suffix(".0").unwrap_or(&text))?;
        }
        Ok(())
    }
}

/// Formats three numbers.
pub(super) struct Place(pub(super) Vec3);

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0.to_array().map(Number);
        write!(f, "{x} {y} {z}")
    }
}
