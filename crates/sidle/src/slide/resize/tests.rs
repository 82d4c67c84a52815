use glam::Quat;
use sidle_judge::{Body, Judge};
use sidle_scenes::SplitMix64;

use super::*;
use crate::shape::Form;

fn body_of(shape: &Shape) -> Body {
    match shape.form() {
        Form::Point => Body::Point,
        Form::Sphere { radius } => Body::Sphere { radius: radius.into() },
        Form::Ellipsoid { radii, rotation } => Body::Ellipsoid {
            radii: radii.as_dvec3().to_array(),
            rotation: rotation.to_array().map(f64::from),
        },
        Form::Capsule { radius, height, rotation } => {
            Body::capsule(radius.into(), height.into(), rotation.to_array().map(f64::from))
        }
    }
}

fn vector(rng: &mut SplitMix64, half: f64) -> Vec3 {
    Vec3::from([0; 3].map(|_| rng.range(-half, half) as f32))
}

fn shape(rng: &mut SplitMix64) -> Shape {
    let turn = Quat::from_xyzw(rng.range(-1.0, 1.0) as f32, 0.3, rng.range(-1.0, 1.0) as f32, 1.0);
    let radius = rng.range(0.1, 0.5) as f32;
    match rng.below(6) {
        0 => Shape::point(),
        1 => Shape::sphere(radius),
        2 => Shape::ellipsoid(Vec3::new(radius, rng.range(0.1, 1.0) as f32, 0.3)),
        3 => Shape::ellipsoid(Vec3::new(radius, rng.range(0.1, 1.0) as f32, 0.3)).with_rotation(turn),
        4 => Shape::capsule(radius, 2.0 * radius + rng.range(0.0, 1.0) as f32),
        _ => Shape::capsule(0.5 * radius, 2.0 * radius).with_rotation(turn),
    }
}

/// Random shapes among random triangles, compared with the judge. Where the judge finds the new
/// shape, or a capsule in between, to overlap, there is no room. Where the new shape contains the
/// old one and the judge finds it free, there is room.
#[test]
fn there_is_room_where_the_judge_finds_it() {
    let mut rng = SplitMix64::new(12);
    let (mut fits, mut refused, mut wrongly, mut nested) = (0, 0, 0, 0);
    let mut scratch = Scratch::default();
    for case in 0..30_000 {
        let far = [0.0, 0.0, 1e3][case % 3];
        let at = vector(&mut rng, far);
        let vertices: Vec<Vec3> = (0..3)
            .flat_map(|_| {
                let (a, size) = (at + vector(&mut rng, 1.2), [0.3, 2.0, 20.0][rng.below(3)]);
                [a, a + vector(&mut rng, size), a + vector(&mut rng, size)]
            })
            .collect();
        let triangles = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        let Ok(world) = World::from_triangles(&vertices, &triangles) else { continue };
        let corners: Vec<[f32; 3]> = vertices.iter().map(|v| v.to_array()).collect();
        let judge = Judge::new(&corners, &triangles);
        let is_nested = case % 2 == 0;
        let (old, new) = if is_nested {
            let (radius, height) = (rng.range(0.1, 0.4) as f32, rng.range(0.8, 1.2) as f32);
            (Shape::capsule(radius, height), Shape::capsule(radius, height + rng.range(0.0, 1.0) as f32))
        } else {
            (shape(&mut rng), shape(&mut rng))
        };
        let gap = |body: &Body, place: DVec3| judge.clearance(body, place.to_array(), 10.0).gap;
        if gap(&body_of(&old), at.as_dvec3()) < 1e-4 {
            continue;
        }
        let anchor =
            [Vec3::NEG_Y, Vec3::ZERO, vector(&mut rng, 1.0)][if is_nested { 0 } else { rng.below(3) }];
        let resized = world.resize_shape(&mut scratch, &old, &new, at, anchor, &QueryFilter::ALL);
        let told =
            || format!("case {case}: {old:?} at {at} to {new:?} by {anchor}: {resized:?} in {vertices:?}");
        assert!(judge.decide(&body_of(&old), resized.position.as_dvec3().to_array()).free || resized.fits);
        if resized.fits {
            fits += 1;
            let end = resized.position.as_dvec3();
            assert!(judge.decide(&body_of(&new), end.to_array()).free, "{}", told());
            if let (Form::Capsule { radius: r, height: h, .. }, Form::Capsule { radius: s, height: k, .. }) =
                (old.form(), new.form())
                && old.rotation() == new.rotation()
            {
                for t in [0.25, 0.5, 0.75] {
                    let mix = |a: f32, b: f32| f64::from(a) + (f64::from(b) - f64::from(a)) * t;
                    let rotation = old.rotation().to_array().map(f64::from);
                    let between = Body::capsule(mix(r, s), mix(h, k), rotation);
                    let place = at.as_dvec3().lerp(end, t);
                    assert!(gap(&between, place) >= -1e-9 * (1.0 + far), "{}", told());
                }
            }
        } else {
            refused += 1;
            assert!(resized.position == at && resized.blocked_by.is_some(), "{}", told());
            if is_nested {
                nested += 1;
                let end = at.as_dvec3() + DVec3::Y * (0.5 * height_of(&new) - 0.5 * height_of(&old));
                wrongly += u32::from(gap(&body_of(&new), end) > 1e-6 * (1.0 + far));
            }
        }
    }
    println!("{fits} fit, {refused} do not; {wrongly} wrongly of {nested} nested");
    assert!(fits > 5_000 && nested > 1_000 && wrongly == 0, "{fits} {refused} {nested} {wrongly}");
}

fn height_of(shape: &Shape) -> f64 {
    2.0 * f64::from(shape.longest_half_length())
}

/// A one-sided floor that the body is behind does not count.
#[test]
fn surfaces_that_the_body_passes_leave_room() {
    let mut builder = crate::mesh::WorldBuilder::new();
    let one_sided = crate::mesh::Material { sides: Sides::Front, ..Default::default() };
    let material = builder.add_material(one_sided);
    let floor = [Vec3::new(-9.0, 1.5, -9.0), Vec3::new(0.0, 1.5, 9.0), Vec3::new(9.0, 1.5, -9.0)];
    builder.add_triangles(&floor, &[[0, 1, 2]], material);
    let world = builder.build().expect("a floor");
    let (low, high, mut scratch) = (Shape::capsule(0.3, 1.0), Shape::capsule(0.3, 1.8), Scratch::default());
    let from = Vec3::new(0.0, 0.501, 0.0);
    let up = world.resize_shape(&mut scratch, &low, &high, from, Vec3::NEG_Y, &QueryFilter::ALL);
    assert!(up.fits, "{up:?}");
}

#[test]
fn bad_input_leaves_no_room() {
    let world = World::from_triangles(&[Vec3::ZERO, Vec3::X, Vec3::Y], &[[0, 1, 2]]).expect("a triangle");
    let mut scratch = Scratch::default();
    let ball = Shape::sphere(0.5);
    let mut ask = |old: &Shape, new: &Shape, at: Vec3, anchor: Vec3| {
        world.resize_shape(&mut scratch, old, new, at, anchor, &QueryFilter::ALL)
    };
    let away = Vec3::splat(5.0);
    for (old, new, at, anchor) in [
        (&ball, &Shape::sphere(f32::NAN), away, Vec3::NEG_Y),
        (&Shape::capsule(1.0, 1.0), &ball, away, Vec3::NEG_Y),
        (&ball, &ball, Vec3::NAN, Vec3::NEG_Y),
        (&ball, &ball, Vec3::splat(1e30), Vec3::NEG_Y),
        (&ball, &ball, away, Vec3::INFINITY),
        (&ball, &ball, Vec3::ZERO, Vec3::NEG_Y),
    ] {
        let resized = ask(old, new, at, anchor);
        assert!(!resized.fits && resized.position.is_finite(), "{resized:?}");
    }
    assert!(ask(&ball, &ball, away, Vec3::NEG_Y).fits);
}
