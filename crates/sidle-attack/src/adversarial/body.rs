//! Generates shapes and configs of every kind, including extreme ones.

use sidle::{DVec3, FrictionLaw, MoveConfig, OnOverlap, Quat, Response, Shape, ShapeKind, Vec3};

use crate::random::Rng;

/// Generates a ball, a point, a capsule, or an ellipsoid with an axis ratio of up to 1:100.
/// Capsules and ellipsoids are rotated or not. Half lengths are usually about half a metre;
/// otherwise they range from 0.1 mm to 100 m.
pub fn shape(rng: &mut Rng) -> Shape {
    match rng.weighted(&[6, 2, 4, 6, 8]) {
        0 => Shape::sphere(radius(rng)),
        1 => Shape::point(),
        2 => Shape::ellipsoid(radii(rng)),
        3 => Shape::ellipsoid(radii(rng)).with_rotation(rotation(rng)),
        _ => {
            let capsule = capsule(rng);
            if rng.chance(96) { capsule } else { capsule.with_rotation(rotation(rng)) }
        }
    }
}

fn rotation(rng: &mut Rng) -> Quat {
    let turn = match rng.weighted(&[6, 1]) {
        0 => [rng.signed_unit(), rng.signed_unit(), rng.signed_unit(), 0.1 + rng.unit()],
        // Lying exactly or nearly along an axis.
        _ => [rng.pick(&[0.0, 1.0, 1e-6]), 0.0, rng.pick(&[1.0, 0.0, 1e-7]), 1.0],
    };
    let length = if rng.chance(30) { rng.magnitude(1e-3, 1e3) } else { 1.0 };
    Quat::from_array(turn) * length
}

/// Generates a capsule: usually of human proportions, otherwise nearly a ball, or up to 1:100. Some
/// have a radius of 0, which makes them segments.
fn capsule(rng: &mut Rng) -> Shape {
    let half = radius(rng);
    let radius = match rng.weighted(&[4, 4, 2, 1, 1]) {
        0 => half / 3.0,
        1 => half / rng.range(1.0, 10.0),
        2 => half / rng.range(10.0, 100.0),
        3 => half * (1.0 - rng.magnitude(1e-7, 1e-2)),
        _ => 0.0,
    };
    Shape::capsule(radius, 2.0 * half)
}

/// Generates an ellipsoid with an axis ratio of 1:8 to 1:100, and a config. Its skin is often
/// thicker than the smallest half length, or as thick as the coordinates of a long motion require.
pub fn thin(rng: &mut Rng) -> (Shape, MoveConfig) {
    // The library keeps the skin no wider than the body where the coordinates allow it. The skin is
    // therefore only thick for small bodies and far from the origin.
    let r = if rng.chance(190) { rng.magnitude(3e-4, 0.1) } else { radius(rng) };
    let thin = r / rng.range(8.0, 100.0);
    let radii = rng.pick(&[[r, thin, r], [r, thin, thin], [r, thin, 0.9 * r], [r, thin, 0.3 * r]]);
    let first = rng.below(3);
    let radii = Vec3::from(std::array::from_fn(|i| radii[(i + first) % 3]));
    let turn = [rng.signed_unit(), rng.signed_unit(), rng.signed_unit(), 0.1 + rng.unit()];
    let turn = if rng.chance(128) { Quat::from_array(turn) } else { Quat::IDENTITY };
    let shape = Shape::ellipsoid(radii).with_rotation(turn);
    (shape.clone(), MoveConfig { skin_width: thin * rng.magnitude(0.25, 64.0), ..config(rng, &shape) })
}

fn radius(rng: &mut Rng) -> f32 {
    match rng.weighted(&[6, 6, 1, 1]) {
        0 => 0.5,
        1 => rng.range(0.01, 1.0),
        2 => rng.magnitude(1e-4, 1e-2),
        _ => rng.magnitude(1.0, 100.0),
    }
}

fn radii(rng: &mut Rng) -> Vec3 {
    let r = radius(rng);
    let mut other = || match rng.weighted(&[2, 4, 2]) {
        0 => r,
        1 => r / rng.range(1.0, 4.0),
        _ => r / rng.range(1.0, 100.0),
    };
    let radii = [r, other(), other()];
    let first = rng.below(3);
    Vec3::from(std::array::from_fn(|i| radii[(i + first) % 3]))
}

/// Returns half the size of a body in metres. A point counts as 1 cm, so that geometry scaled to it
/// has a size.
#[must_use]
pub fn size_of(shape: &Shape) -> f32 {
    match shape.kind() {
        ShapeKind::Point => 0.01,
        ShapeKind::Sphere { radius } => radius,
        ShapeKind::Ellipsoid { radii } => radii.max_element(),
        ShapeKind::Capsule { height, .. } => 0.5 * height,
        other => unreachable!("unknown shape: {other:?}"),
    }
}

/// Returns the smallest half length of a body in metres; 1 cm for a point, and half the height for
/// a segment.
#[must_use]
pub fn least_of(shape: &Shape) -> f32 {
    match shape.kind() {
        ShapeKind::Ellipsoid { radii } => radii.min_element(),
        ShapeKind::Capsule { radius, .. } if radius > 0.0 => radius,
        _ => size_of(shape),
    }
}

/// Returns the vector from the surface point whose outward normal is -`n` to the centre, in metres.
/// Adding it to a contact point with the normal `n` gives the centre of a body in contact.
#[must_use]
pub fn from_touch_to_centre(shape: &Shape, n: DVec3) -> DVec3 {
    match shape.kind() {
        ShapeKind::Point => DVec3::ZERO,
        ShapeKind::Sphere { radius } => n * f64::from(radius),
        ShapeKind::Ellipsoid { radii } => {
            let length = f64::from(shape.rotation().length());
            let q = shape.rotation().as_dquat() * (1.0 / length);
            let m = q.inverse() * n * radii.as_dvec3();
            (q * (m * radii.as_dvec3())) / m.length()
        }
        ShapeKind::Capsule { radius, height } => {
            let half = 0.5 * f64::from(height) - f64::from(radius);
            let axis = shape.rotation().as_dquat().normalize() * DVec3::Y;
            n * f64::from(radius) + axis * half.copysign(axis.dot(n))
        }
        other => unreachable!("unknown shape: {other:?}"),
    }
}

/// Generates configs with every response, friction law, skin and treatment of overlaps. Some skins
/// are proportional to the smallest half length of the shape: from 1/32 of it to 64 times.
pub fn config(rng: &mut Rng, shape: &Shape) -> MoveConfig {
    use Response::{Bounce, Momentum, PushBack, Slide, Stop};
    let skin_width = match rng.weighted(&[5, 1]) {
        0 => rng.pick(&[1e-3, 1e-3, 1e-3, 1e-4, 0.0, 0.05]),
        _ => least_of(shape) * rng.magnitude(0.031_25, 64.0),
    };
    MoveConfig {
        response: rng.pick(&[Slide, Slide, Momentum, Momentum, Stop, PushBack, Bounce]),
        skin_width,
        friction_scale: rng.pick(&[0.0, 0.0, 1.0, 0.3]),
        friction_law: rng.pick(&[FrictionLaw::Coulomb, FrictionLaw::Coulomb, FrictionLaw::Drag]),
        restitution_scale: rng.pick(&[1.0, 1.0, 0.5, 0.0]),
        bounce_threshold: rng.pick(&[0.0, 0.0, 0.5]),
        on_overlap: rng.pick(&[OnOverlap::Refuse, OnOverlap::Refuse, OnOverlap::PushOut]),
        record_path: true,
        ..MoveConfig::default()
    }
}
