//! Conversion from the unit and the axes of a file to metres with y up.

use std::fmt;

use crate::LevelData;

/// The largest coordinate of a `World`, in metres: 2^24.
const FARTHEST: f32 = 16_777_216.0;

/// The axis of a file that points up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum UpAxis {
    /// y is up, as in glTF, Unity, Godot and Bevy.
    #[default]
    Y,
    /// z is up, as in Blender, Unreal, Quake and most CAD programs. Conversion turns `(x, y, z)`
    /// into `(x, z, -y)`. This is a rotation, so triangles keep their front sides.
    Z,
}

/// The unit and the up axis of a level file.
///
/// ```
/// use sidle_io::{Units, UpAxis};
///
/// let centimetres = Units { scale: 0.01, up: UpAxis::Z };
/// assert_eq!(centimetres.point([150.0, 20.0, 180.0]), [1.5, 1.8, -0.2]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Units {
    /// Length of one unit of the file in metres: finite and above 0. 1 for metres, 0.01 for
    /// centimetres, 0.0254 for inches.
    pub scale: f64,
    /// The axis of the file that points up.
    pub up: UpAxis,
}

impl Default for Units {
    /// Returns metres with y up.
    fn default() -> Self {
        Self { scale: 1.0, up: UpAxis::Y }
    }
}

/// Reason why a level cannot be converted to metres. `Display` also says how to correct the error.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum UnitsError {
    /// The scale is not finite, or not above 0.
    #[error("the scale {} is not a finite number above 0; use 1 for a file in metres, 0.01 for centimetres", plain(*.scale, .scale))]
    Scale {
        /// The scale.
        scale: f64,
    },
    /// A converted coordinate is outside the range of a `World`, or not finite.
    #[error("{}", out_of_range(*.vertex, *.position, *.scale))]
    OutOfRange {
        /// The first vertex with such a coordinate, counted from 0.
        vertex: usize,
        /// The position of this vertex in the file's own unit and axes.
        position: [f32; 3],
        /// The scale.
        scale: f64,
    },
}

fn out_of_range(vertex: usize, [x, y, z]: [f32; 3], scale: f64) -> String {
    let [x, y, z] = [x, y, z].map(|x| plain(f64::from(x), &x));
    let at = format!("vertex {vertex} (counted from 0) at ({x}, {y}, {z})");
    let limit = "coordinates must be from -16,777,216 to 16,777,216 m";
    let advice = "remove the vertex if it is a stray one, or move the level closer to the origin";
    if scale == 1.0 {
        format!(
            "{at} is out of range: {limit}; {advice}, or use a scale below 1 if its unit is not the metre"
        )
    } else {
        let scale = plain(scale, &scale);
        format!("{at} times the scale {scale} is out of range: {limit}; {advice}, or use a smaller scale")
    }
}

/// Returns true if a world accepts a point. The comparison is false for NaN.
pub(crate) fn is_in_range(point: [f32; 3]) -> bool {
    point.iter().all(|x| x.abs() <= FARTHEST)
}

/// Writes a number with an exponent if it is very large or very small.
fn plain(x: f64, number: &(impl fmt::Display + fmt::LowerExp)) -> String {
    let size = x.abs();
    if size >= 1e12 || (size > 0.0 && size < 1e-6) { format!("{number:e}") } else { number.to_string() }
}

impl Units {
    /// Checks the scale.
    ///
    /// # Errors
    /// [`UnitsError::Scale`].
    pub fn check(&self) -> Result<(), UnitsError> {
        let scale = self.scale;
        if scale.is_finite() && scale > 0.0 { Ok(()) } else { Err(UnitsError::Scale { scale }) }
    }

    /// Converts a point of the file to metres with y up. With a scale of 1 and y up the result is
    /// bit-identical.
    ///
    /// Each coordinate is multiplied in f64 and rounded once: 430 centimetres become the `f32` 4.3.
    /// The result is not finite if it is beyond the range of `f32`.
    #[must_use]
    pub fn point(&self, point: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = point.map(|x| (f64::from(x) * self.scale) as f32);
        match self.up {
            UpAxis::Y => [x, y, z],
            // Unlike a negation, the difference is never -0.
            UpAxis::Z => [x, z, 0.0 - y],
        }
    }
}

impl LevelData {
    /// Converts all vertices to metres with y up. Triangles and materials stay the same.
    ///
    /// ```
    /// use sidle_io::{Units, UpAxis, read_obj};
    ///
    /// // A floor of 2 m x 2 m, in centimetres with z up.
    /// let file = b"v 0 0 0\nv 200 0 0\nv 200 200 0\nv 0 200 0\nf 1 2 3 4\n";
    /// let level = read_obj(file, "floor.obj")?.into_metres(Units { scale: 0.01, up: UpAxis::Z })?;
    /// assert_eq!(level.vertices[2], [2.0, 0.0, -2.0]);
    /// assert_eq!(level.bounds(), Some(([0.0, 0.0, -2.0], [2.0, 0.0, 0.0])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`UnitsError::Scale`], or [`UnitsError::OutOfRange`] for the first vertex that a `World`
    /// would refuse. Unused vertices are checked too.
    pub fn into_metres(mut self, units: Units) -> Result<Self, UnitsError> {
        units.check()?;
        for (vertex, point) in self.vertices.iter_mut().enumerate() {
            let converted = units.point(*point);
            if !is_in_range(converted) {
                return Err(UnitsError::OutOfRange { vertex, position: *point, scale: units.scale });
            }
            *point = converted;
        }
        Ok(self)
    }

    /// Returns the lowest and the highest corner of the box around all triangles, or `None` if
    /// there are no triangles. Vertices that no triangle uses do not count.
    #[must_use]
    pub fn bounds(&self) -> Option<([f32; 3], [f32; 3])> {
        let corners = self.triangles.iter().flatten().filter_map(|&i| self.vertices.get(i as usize));
        corners.fold(None, |bounds, &p| {
            let (low, high) = bounds.unwrap_or((p, p));
            let each = |f: fn(f32, f32) -> f32, q: [f32; 3]| [0, 1, 2].map(|k| f(q[k], p[k]));
            Some((each(f32::min, low), each(f32::max, high)))
        })
    }
}
