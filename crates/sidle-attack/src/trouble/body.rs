//! Shapes and configs: everything that exists, at its extremes too.

use sidle::{DVec3, FrictionLaw, MoveConfig, OnOverlap, Quat, Response, Shape, Vec3};

use crate::dice::Dice;

/// A ball, a point, or an ellipsoid of up to 1:100, turned or not; half a metre for the most part, else from a tenth of a
/// millimetre to 100 m.
pub fn shape(dice: &mut Dice) -> Shape {
    match dice.weighted(&[6, 2, 4, 6]) {
        0 => Shape::sphere(radius(dice)),
        1 => Shape::Point,
        2 => Shape::ellipsoid(radii(dice)),
        _ => {
            let turn = [dice.signed(), dice.signed(), dice.signed(), 0.1 + dice.unit()];
            let length = if dice.chance(30) { dice.magnitude(1e-3, 1e3) } else { 1.0 };
            Shape::oriented_ellipsoid(radii(dice), Quat::from_array(turn) * length)
        }
    }
}

fn radius(dice: &mut Dice) -> f32 {
    match dice.weighted(&[6, 6, 1, 1]) {
        0 => 0.5,
        1 => dice.range(0.01, 1.0),
        2 => dice.magnitude(1e-4, 1e-2),
        _ => dice.magnitude(1.0, 100.0),
    }
}

fn radii(dice: &mut Dice) -> Vec3 {
    let r = radius(dice);
    let mut other = || match dice.weighted(&[2, 4, 2]) {
        0 => r,
        1 => r / dice.range(1.0, 4.0),
        _ => r / dice.range(1.0, 100.0),
    };
    let radii = [r, other(), other()];
    let first = dice.below(3);
    Vec3::from(std::array::from_fn(|i| radii[(i + first) % 3]))
}

/// Half the size of a body, metres; 1 cm for a point, so that what is made to its measure has a size.
#[must_use]
pub fn size_of(shape: &Shape) -> f32 {
    match *shape {
        Shape::Point => 0.01,
        Shape::Sphere { radius } => radius,
        Shape::Ellipsoid { radii, .. } => radii.max_element(),
    }
}

/// From the point of a body where its outward normal is -`n` to its centre, metres: where a centre is when the body touches a
/// point with the normal `n`.
#[must_use]
pub fn from_touch_to_centre(shape: &Shape, n: DVec3) -> DVec3 {
    match *shape {
        Shape::Point => DVec3::ZERO,
        Shape::Sphere { radius } => n * f64::from(radius),
        Shape::Ellipsoid { radii, rotation } => {
            let length = f64::from(rotation.length());
            let q = rotation.as_dquat() * (1.0 / length);
            let m = q.inverse() * n * radii.as_dvec3();
            (q * (m * radii.as_dvec3())) / m.length()
        }
    }
}

/// Every response, friction law, thickness of skin and treatment of overlaps; few stages now and then.
pub fn config(dice: &mut Dice) -> MoveConfig {
    use Response::{Bounce, Momentum, PushBack, Steer, Stop};
    MoveConfig {
        response: dice.pick(&[Steer, Steer, Momentum, Momentum, Stop, PushBack, Bounce]),
        skin_width: dice.pick(&[1e-3, 1e-3, 1e-3, 1e-4, 0.0, 0.05]),
        friction_scale: dice.pick(&[0.0, 0.0, 1.0, 0.3]),
        friction_law: dice.pick(&[FrictionLaw::Coulomb, FrictionLaw::Coulomb, FrictionLaw::Proportional]),
        restitution_scale: dice.pick(&[1.0, 1.0, 0.5, 0.0]),
        bounce_threshold: dice.pick(&[0.0, 0.0, 0.5]),
        on_overlap: dice.pick(&[OnOverlap::Refuse, OnOverlap::Refuse, OnOverlap::PushOut]),
        record_path: true,
        ..MoveConfig::default()
    }
}
