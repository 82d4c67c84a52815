//! Generates height fields with holes, both diagonals, cliffs and plateaus.

use sidle::{Diagonal, HeightField, HeightGrid, Vec3};

use super::number::coordinate;
use crate::random::Rng;

/// Generates a small field around the origin, or `None` if the library refuses it. Its cells are
/// about as large as a body of half size `size`, or much larger or smaller.
pub fn field(rng: &mut Rng, size: f32) -> Option<HeightField> {
    let [columns, rows] = [(); 2].map(|()| 2 + rng.below(6) as u32);
    let cell = rng.pick(&[1.0, 1.0, 0.3, 8.0]) * size.clamp(0.05, 8.0);
    let grid = HeightGrid {
        columns,
        rows,
        cell_x: cell,
        cell_z: cell * rng.pick(&[1.0, 1.0, 0.7, 3.0]),
        origin: Vec3::new(-0.5 * cell * (columns - 1) as f32, coordinate(rng).clamp(-2.0, 2.0), -1.0),
    };
    let count = (columns * rows) as usize;
    let made = if rng.chance(128) {
        let samples = (0..count).map(|_| u16::from(rng.byte()) * 257).collect();
        HeightField::quantized(grid, samples, 0.0, f64::from(rng.pick(&[1e-5_f32, 1e-4, 1e-9, 0.0])))
    } else {
        let high = rng.pick(&[0.5, 1e-6, 3.0, 30.0]) * size;
        HeightField::new(grid, (0..count).map(|_| f32::from(rng.byte() >> 5) / 8.0 * high).collect())
    };
    let (holes, anti) = (rng.chance(100), rng.chance(100));
    let made = made.ok()?;
    let made = if anti {
        made.with_diagonals(|_, _| if rng.chance(128) { Diagonal::Anti } else { Diagonal::Main })
    } else {
        made
    };
    Some(if holes { made.with_holes(|_, _| rng.chance(60)) } else { made })
}

/// Returns the triangles of a field as the library reports them. The library's own tests compare
/// them with closed forms.
#[must_use]
pub fn triangles(field: &HeightField) -> Vec<Vec<Vec3>> {
    field.triangle_numbers().filter_map(|i| field.triangle(i)).map(|t| t.to_vec()).collect()
}
