//! The argument `--shape` of `walk` and `soak`.

use sidle::{Quat, Shape, ShapeKind, Vec3};
use sidle_judge::Body;
use sidle_walkers::body_of;

use crate::numbers::parse_numbers;

/// A parsed shape argument.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeArg {
    /// The argument as written.
    pub text: String,
    /// The shape, for the library.
    pub shape: Shape,
    /// Half lengths in metres; 0 for a point.
    pub half: Vec3,
}

impl ShapeArg {
    /// Returns the shape in the form that the judge takes.
    pub fn body(&self) -> Body {
        body_of(&self.shape)
    }

    /// Returns the shape with every half length increased by `margin` metres.
    pub fn grown(&self, margin: f32) -> Shape {
        match self.shape.kind() {
            ShapeKind::Point => Shape::sphere(margin),
            ShapeKind::Sphere { radius } => Shape::sphere(radius + margin),
            ShapeKind::Ellipsoid { radii } => {
                Shape::ellipsoid(radii + margin).with_rotation(self.shape.rotation())
            }
            ShapeKind::Capsule { radius, height } => {
                Shape::capsule(radius + margin, height + 2.0 * margin).with_rotation(self.shape.rotation())
            }
            other => unreachable!("unknown shape: {other:?}"),
        }
    }
}

/// Parses the shape of `--shape`.
pub fn parse_shape(text: &str) -> Result<ShapeArg, String> {
    const FORMS: &str = "write point, sphere:RADIUS, ellipsoid:X,Y,Z or capsule:RADIUS,HEIGHT[,x|y|z]";
    let (kind, size) = text.split_once(':').unwrap_or((text, ""));
    let lengths = |count: usize| -> Result<Vec<f32>, String> {
        let numbers: Vec<f32> =
            parse_numbers(size).ok_or_else(|| format!("'{size}' is not a size; {FORMS}"))?;
        if numbers.len() != count {
            return Err(format!("{kind} takes {count} length(s), not {}; {FORMS}", numbers.len()));
        }
        match numbers.iter().find(|r| !(**r >= 1e-4 && **r <= 1e4)) {
            Some(wrong) => Err(format!("a radius must be from 0.0001 to 10000 metres, and {wrong} is not")),
            None => Ok(numbers),
        }
    };
    let (shape, half) = match kind {
        "point" if !text.contains(':') => (Shape::point(), Vec3::ZERO),
        "sphere" => {
            let radius = lengths(1)?[0];
            (Shape::sphere(radius), Vec3::splat(radius))
        }
        "ellipsoid" => {
            let radii = Vec3::from_slice(&lengths(3)?);
            (Shape::ellipsoid(radii), radii)
        }
        "capsule" => return parse_capsule(text, size, FORMS),
        _ => return Err(format!("unknown shape; {FORMS}")),
    };
    Ok(ShapeArg { text: text.to_owned(), shape, half })
}

/// Parses the size of a capsule: RADIUS,HEIGHT and an optional axis, y by default.
fn parse_capsule(text: &str, size: &str, forms: &str) -> Result<ShapeArg, String> {
    let (numbers, axis) = match size.rsplit_once(',') {
        Some((numbers, axis @ ("x" | "y" | "z"))) => (numbers, axis),
        _ => (size, "y"),
    };
    let lengths: Vec<f32> =
        parse_numbers(numbers).ok_or_else(|| format!("'{size}' is not a size; {forms}"))?;
    let &[radius, height] = lengths.as_slice() else {
        return Err(format!("capsule takes a radius and a height, not {} length(s); {forms}", lengths.len()));
    };
    if !(0.0..=1e4).contains(&radius) {
        return Err(format!("the radius of a capsule must be from 0 to 10000 metres, and {radius} is not"));
    }
    if !(height >= 2.0 * radius && (1e-4..=2e4).contains(&height)) {
        return Err(format!(
            "the height of a capsule is its total height: at least twice the radius ({} m here), 0.0001 m or more, and at most 20000 m; {height} is not",
            2.0 * radius
        ));
    }
    let (rotation, along) = match axis {
        "x" => (Quat::from_xyzw(0.0, 0.0, -1.0, 1.0), Vec3::X),
        "z" => (Quat::from_xyzw(1.0, 0.0, 0.0, 1.0), Vec3::Z),
        _ => (Quat::IDENTITY, Vec3::Y),
    };
    let half = Vec3::splat(radius) + along * (0.5 * height - radius);
    Ok(ShapeArg {
        text: text.to_owned(),
        shape: Shape::capsule(radius, height).with_rotation(rotation),
        half,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_understood_or_refused() {
        assert_eq!(parse_shape("sphere:0.4").unwrap().half.x, 0.4);
        assert_eq!(parse_shape("ellipsoid:0.4,0.9,0.3").unwrap().half.to_array(), [0.4, 0.9, 0.3]);
        assert_eq!(parse_shape("point").unwrap().half.x, 0.0);
        for wrong in [
            "",
            "ball",
            "sphere",
            "sphere:",
            "sphere:0",
            "sphere:-1",
            "sphere:nan",
            "sphere:inf",
            "sphere:1,2",
            "sphere:1e30",
            "ellipsoid:1,2",
            "ellipsoid:1,0,1",
            "ellipsoid:1,2,3,4",
            "point:1",
            "sphere:0.4:2",
        ] {
            assert!(parse_shape(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn capsules_have_a_radius_a_height_and_an_axis() {
        let upright = parse_shape("capsule:0.3,1.8").unwrap();
        assert_eq!(upright.half.to_array(), [0.3, 0.9, 0.3]);
        assert_eq!(parse_shape("capsule:0.3,1.8,y").unwrap().shape, upright.shape);
        assert_eq!(parse_shape("capsule:0.25,1.5,x").unwrap().half.to_array(), [0.75, 0.25, 0.25]);
        assert_eq!(parse_shape("capsule:0.25,1.5,z").unwrap().half.to_array(), [0.25, 0.25, 0.75]);
        assert_eq!(parse_shape("capsule:0,1.5").unwrap().half.to_array(), [0.0, 0.75, 0.0]);
        for wrong in [
            "capsule",
            "capsule:0.3",
            "capsule:0.3,0.5",
            "capsule:-1,2",
            "capsule:1,2,3",
            "capsule:0.3,1.8,w",
        ] {
            assert!(parse_shape(wrong).is_err(), "{wrong}");
        }
    }
}
