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
        assert!(judge.decide(&body_of(&old), resized.position.to_array()).free || resized.fits);
        if resized.fits {
            fits += 1;
            let end = resized.position;
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
            assert!(resized.position == at.as_dvec3() && resized.blocked_by.is_some(), "{}", told());
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

/// Random triangles near a place, up to 100 times as large as `size`.
fn triangles(rng: &mut SplitMix64, at: Vec3, size: f64) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let count = 1 + rng.below(3) as u32;
    let vertices = (0..count).flat_map(|_| {
        let (a, edge) = (at + vector(rng, size), size * [0.01, 0.3, 1.0, 3.0, 100.0][rng.below(5)]);
        [a, a + vector(rng, edge), a + vector(rng, edge)]
    });
    (vertices.collect(), (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

/// Capsules that change at a place, among triangles. Returns the number of changes refused although
/// the judge finds that every one of 100 shapes in between has room of 0.1 % of the size around it,
/// and the numbers of changes with and without room.
fn wrongly_refused(
    cases: usize,
    mut change: impl FnMut(&mut SplitMix64) -> ((f32, f32), (f32, f32), Quat, Vec3, Vec3),
) -> [u32; 3] {
    let (mut rng, mut scratch, mut counts) = (SplitMix64::new(48), Scratch::default(), [0; 3]);
    for _ in 0..cases {
        let (old, new, turn, at, anchor) = change(&mut rng);
        let size = f64::from(old.1.max(new.1));
        let (vertices, indices) = triangles(&mut rng, at, size);
        let Ok(world) = World::from_triangles(&vertices, &indices) else { continue };
        let [before, after] = [old, new].map(|(r, h)| Shape::capsule(r, h).with_rotation(turn));
        let resized = world.resize_shape(&mut scratch, &before, &after, at, anchor, &QueryFilter::ALL);
        if resized.fits {
            counts[1] += 1;
            continue;
        }
        counts[2] += 1;
        let corners: Vec<[f32; 3]> = vertices.iter().map(|v| v.to_array()).collect();
        let judge = Judge::new(&corners, &indices);
        let n = anchor.as_dvec3().normalize_or_zero();
        let extent =
            |shape: &Shape| Space::new(shape, at.as_dvec3(), 0.0).map_or(0.0, |space| space.bare_support(n));
        let end = at.as_dvec3() + n * (extent(&before) - extent(&after));
        let has_room = |t: f64| {
            let mix = |a: f32, b: f32| f64::from(a) + (f64::from(b) - f64::from(a)) * t;
            let rotation = turn.to_array().map(f64::from);
            let body = Body::capsule(mix(old.0, new.0), mix(old.1, new.1), rotation);
            judge.clearance(&body, at.as_dvec3().lerp(end, t).to_array(), 10.0).gap > 1e-3 * size
        };
        counts[0] += u32::from((0..=100).all(|k| has_room(f64::from(k) / 100.0)));
    }
    counts
}

/// Where the judge finds room around every shape in between, there is room.
#[test]
fn there_is_room_wherever_every_shape_in_between_has_room() {
    let capsule = |rng: &mut SplitMix64| {
        let (widest, longest) = ([0.1, 0.5][rng.below(2)], [1e-6, 0.2, 1.0][rng.below(3)]);
        let radius = rng.range(0.01, widest) as f32;
        (radius, 2.0 * radius + rng.range(0.0, longest) as f32)
    };
    let counts = wrongly_refused(20_000, |rng| {
        let turn = Quat::from_xyzw(rng.range(-1.0, 1.0) as f32, 0.3, rng.range(-1.0, 1.0) as f32, 1.0);
        let anchor = [Vec3::NEG_Y, Vec3::ZERO, Vec3::X, vector(rng, 1.0)][rng.below(4)];
        let far = [0.0, 10.0, 1e3][rng.below(3)];
        (capsule(rng), capsule(rng), [Quat::IDENTITY, turn][rng.below(2)], vector(rng, far), anchor)
    });
    println!("{counts:?}: wrongly refused, fits, refused");
    assert!(counts[0] == 0 && counts[1] > 10_000 && counts[2] > 3_000, "{counts:?}");
}

/// A ball beside a polygon turns into a thin upright capsule. Neither of the two has the closest
/// points of the polygon and of a body in between.
#[test]
fn a_ball_turns_into_a_capsule_beside_a_polygon() {
    let at = Vec3::new(0.605, -10.199, 0.098);
    let counts = wrongly_refused(20_000, |_| ((0.099, 0.198), (0.019, 0.198), Quat::IDENTITY, at, Vec3::X));
    assert!(counts[0] == 0 && counts[1] > 10_000 && counts[2] > 3_000, "{counts:?}");
}

/// Shapes of all kinds, also with different rotations. A plane from a random search that separates
/// a polygon from both by a centimetre is never missed.
#[test]
fn the_search_misses_no_plane() {
    let mut rng = SplitMix64::new(49);
    let (mut separated, mut searched) = (0, 0);
    for case in 0..30_000 {
        let corners: Vec<DVec3> =
            triangles(&mut rng, Vec3::ZERO, 1.0).0.iter().map(|v| v.as_dvec3()).collect();
        let corners = &corners[..3];
        let mut posed = |place: DVec3| {
            let thin = Vec3::new(10.0_f32.powf(rng.range(-4.0, 0.0) as f32), 0.5, 0.2);
            let form = if case % 3 == 0 { Shape::ellipsoid(thin) } else { shape(&mut rng) };
            let space = Space::new(&form, DVec3::ZERO, 0.0).expect("valid");
            Posed { space, place, lever: 0.0 }
        };
        let before = posed(DVec3::ZERO);
        let place = vector(&mut SplitMix64::new(case), 0.5).as_dvec3();
        let change = Change { before, after: posed(place) };
        if change.is_hull_separated(corners) {
            separated += 1;
            continue;
        }
        searched += 1;
        let worse_gap = |n: DVec3| {
            let (a, b) = (change.before.gap(corners, n, 1.0), change.after.gap(corners, n, 1.0));
            if a < b { a } else { b }
        };
        let mut best = (f64::NEG_INFINITY, DVec3::Y);
        for k in 0..300 {
            let step = vector(&mut rng, 1.0).as_dvec3() * 0.97_f64.powi(k);
            let n = (best.1 + step).normalize_or_zero();
            if worse_gap(n) > best.0 {
                best = (worse_gap(n), n);
            }
        }
        assert!(best.0 < 0.01, "case {case}: {best:?}");
    }
    assert!(separated > 20_000 && searched > 3_000, "{separated} {searched}");
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
