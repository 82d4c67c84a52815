//! Parsing and formatting of numbers.

use sidle::Vec3;

pub use sidle_walkers::grouped;

/// Parses numbers separated by commas. Returns `None` if one of them is not a number.
pub fn parse_numbers(text: &str) -> Option<Vec<f32>> {
    text.split(',').map(|part| part.trim().parse().ok()).collect()
}

/// The largest coordinate that the library accepts, in metres: 2^24.
pub const FARTHEST: f32 = 16_777_216.0;

/// Returns true if the library accepts this position.
pub fn is_in_range(place: Vec3) -> bool {
    place.is_finite() && place.abs().max_element() <= FARTHEST
}

/// Parses a position within the limits of the library.
pub fn parse_point(text: &str) -> Result<Vec3, String> {
    match parse_numbers(text).as_deref() {
        Some(&[x, y, z]) if is_in_range(Vec3::new(x, y, z)) => Ok(Vec3::new(x, y, z)),
        Some(&[x, y, z]) if Vec3::new(x, y, z).is_finite() => {
            Err(format!("a coordinate must be from -{FARTHEST} to {FARTHEST} metres"))
        }
        _ => Err("write three finite numbers with commas between them: 1,2.5,-3".into()),
    }
}

/// Parses a number from `low` to `high`, both included.
pub fn parse_range(text: &str, low: f64, high: f64, unit: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x >= low && x <= high => Ok(x),
        _ => Err(format!("must be a number from {low} to {high} {unit}")),
    }
}

/// Rounds a number to its significant digits, given that it was computed in `f32` from numbers up
/// to `magnitude`. For example, 60.6 - 60.4 becomes 0.2 instead of 0.19999695.
pub fn readable(x: f64, magnitude: f64) -> f64 {
    let places = 5.0 - magnitude.abs().max(1e-30).log10().floor();
    let rounded = if places >= 0.0 {
        let power = 10.0_f64.powf(places.min(300.0));
        (x * power).round() / power
    } else {
        let power = 10.0_f64.powf(-places);
        (x / power).round() * power
    };
    // If rounding overflows, keep the number itself. Adding 0 turns -0 into 0.
    if rounded.is_finite() { rounded + 0.0 } else { x }
}

/// Rounds a measured number to this number of decimals.
pub fn decimals(x: f64, decimals: i32) -> f64 {
    let power = 10.0_f64.powi(decimals);
    (x * power).round() / power
}

/// Formats metres as millimetres.
pub fn millimetres(metres: f64) -> String {
    if metres == 0.0 || metres >= 1e-6 {
        format!("{:.4} mm", metres * 1e3)
    } else {
        format!("{:.1e} mm", metres * 1e3)
    }
}

#[cfg(test)]
mod tests {
    use super::{FARTHEST, is_in_range, parse_point, parse_range, readable};
    use sidle::{Vec3, World};

    #[test]
    fn the_limit_is_that_of_the_library() {
        for farthest in [FARTHEST, FARTHEST.next_up()] {
            let corners = [Vec3::ZERO, Vec3::X, Vec3::new(0.0, 1.0, -farthest)];
            let built = World::from_triangles(&corners, &[[0, 1, 2]]);
            assert_eq!(built.is_ok(), corners.into_iter().all(is_in_range), "{farthest}");
            assert_eq!(built.is_ok(), parse_point(&format!("0,0,{farthest}")).is_ok(), "{farthest}");
        }
    }

    #[test]
    fn numbers_are_written_as_people_write_them() {
        for (a, b, text) in [
            (60.6_f32, 60.4_f32, "0.2"),
            (60.48, -40.32, "100.8"),
            (0.3, 0.1, "0.2"),
            (16_777_216.0, 0.0, "16777200"),
            (1e-4, 0.0, "0.0001"),
            (5.0, 5.0, "0"),
            (0.0, 0.0, "0"),
        ] {
            let magnitude = f64::from(a.abs().max(b.abs()));
            assert_eq!(readable(f64::from(a - b), magnitude).to_string(), text, "{a} - {b}");
        }
        assert_eq!(readable(-1e-9, 1.0).to_string(), "0");
        assert!(readable(f64::NAN, 1.0).is_nan() && readable(1e308, 1e-300) == 1e308);
    }

    #[test]
    fn numbers_are_understood_or_refused() {
        assert_eq!(parse_point("1,-2.5, 3e1").unwrap().to_array(), [1.0, -2.5, 30.0]);
        for wrong in ["", "1,2", "1,2,3,4", "1,2,nan", "a,b,c", "1e60,0,0", "1e30,0,0", "0,0,-16777218"] {
            assert!(parse_point(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_range("2", 1.0, 2.0, "metres"), Ok(2.0));
        for wrong in ["0", "-1", "nan", "inf", "x", ""] {
            assert!(parse_range(wrong, 1.0, 2.0, "metres").is_err(), "{wrong}");
        }
    }
}
