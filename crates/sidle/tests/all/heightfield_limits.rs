//! Input that a height field accepts and refuses, on both sides of every limit.

use sidle::{HeightField, HeightFieldError, HeightGrid, Vec3};

/// The largest coordinate, 16,777,216 m.
const FURTHEST: f32 = 16_777_216.0;

fn grid(columns: u32, rows: u32) -> HeightGrid {
    HeightGrid { columns, rows, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO }
}

/// Returns the name of the error of a field with this number of samples. It is the same for both
/// kinds of samples.
fn refusal(grid: HeightGrid, samples: usize) -> &'static str {
    let float = HeightField::new(grid, vec![0.0; samples]).map(|_| ());
    let whole = HeightField::quantized(grid, vec![0; samples], 0.0, 1.0).map(|_| ());
    let name = |result: &Result<(), HeightFieldError>| match result {
        Ok(()) => "none",
        Err(HeightFieldError::NoCells { .. }) => "no cells",
        Err(HeightFieldError::TooMany { .. }) => "too many",
        Err(HeightFieldError::SampleCount { .. }) => "sample count",
        Err(HeightFieldError::BadCell { .. }) => "cell",
        Err(HeightFieldError::BadOrigin { .. }) => "origin",
        Err(_) => "another",
    };
    assert_eq!(name(&float), name(&whole), "{grid:?}: {float:?} and {whole:?}");
    name(&float)
}

#[test]
fn two_columns_and_two_rows_are_the_least() {
    assert_eq!(refusal(grid(2, 2), 4), "none");
    for (columns, rows) in [(1, 2), (2, 1), (0, 2), (2, 0), (1, 1), (0, 0), (1, u32::MAX), (u32::MAX, 0)] {
        let samples = (columns as usize).saturating_mul(rows as usize).min(9);
        assert_eq!(refusal(grid(columns, rows), samples), "no cells", "{columns} x {rows}");
    }
}

/// The number of cells is checked before the number of samples, so the test of the limit needs no
/// gigabytes.
#[test]
fn a_thousand_million_cells_are_the_most() {
    for (columns, rows) in [(32_769, 32_769), (2, (1 << 30) + 1), ((1 << 30) + 1, 2), (3, (1 << 29) + 1)] {
        assert_eq!(refusal(grid(columns, rows), 6), "sample count", "{columns} x {rows}");
    }
    for (columns, rows) in
        [(32_770, 32_769), (32_769, 32_770), (2, (1 << 30) + 2), ((1 << 30) + 2, 2), (u32::MAX, u32::MAX)]
    {
        assert_eq!(refusal(grid(columns, rows), 6), "too many", "{columns} x {rows}");
    }
}

#[test]
fn there_is_one_sample_for_every_column_of_every_row() {
    for (columns, rows) in [(2, 2), (3, 2), (2, 7), (5, 4)] {
        let right = (columns * rows) as usize;
        assert_eq!(refusal(grid(columns, rows), right), "none");
        for wrong in
            [0, right - 1, right + 1, (columns + rows) as usize, ((columns - 1) * (rows - 1)) as usize]
        {
            let expected = if wrong == right { "none" } else { "sample count" };
            assert_eq!(refusal(grid(columns, rows), wrong), expected, "{columns} x {rows}: {wrong}");
        }
    }
}

#[test]
fn both_sides_of_a_cell_are_finite_and_above_zero() {
    for good in [f32::MIN_POSITIVE, 1.0, 1000.0] {
        assert_eq!(refusal(HeightGrid { cell_x: good, ..grid(3, 2) }, 6), "none", "{good}");
        assert_eq!(refusal(HeightGrid { cell_z: good, ..grid(3, 2) }, 6), "none", "{good}");
    }
    for bad in [0.0, -0.0, -f32::MIN_POSITIVE, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(refusal(HeightGrid { cell_x: bad, ..grid(3, 2) }, 6), "cell", "{bad}");
        assert_eq!(refusal(HeightGrid { cell_z: bad, ..grid(3, 2) }, 6), "cell", "{bad}");
        assert_eq!(refusal(HeightGrid { cell_x: bad, cell_z: bad, ..grid(3, 2) }, 6), "cell", "{bad}");
    }
}

#[test]
fn an_origin_is_within_the_furthest_coordinate() {
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        // A field begins at its origin and extends towards +x and +z, so only the other sides have
        // room.
        let inwards = if axis == Vec3::Y { FURTHEST } else { -FURTHEST };
        let cells = HeightGrid { cell_x: 4.0, cell_z: 4.0, ..grid(3, 2) };
        assert_eq!(refusal(HeightGrid { origin: axis * inwards, ..cells }, 6), "none", "{axis}");
        // At the other end the origin is in range, but the next sample is not.
        let outwards = if axis == Vec3::Y { "none" } else { "another" };
        assert_eq!(refusal(HeightGrid { origin: axis * -inwards, ..cells }, 6), outwards, "{axis}");
        for bad in [FURTHEST.next_up(), -FURTHEST.next_up(), f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut origin = Vec3::ZERO;
            origin[(axis.y + 2.0 * axis.z) as usize] = bad;
            assert_eq!(refusal(HeightGrid { origin, ..cells }, 6), "origin", "{axis} {bad}");
        }
    }
}
