use fearless_simd::Level;
use sidle_judge::{Body, Judge, exact};
use sidle_scenes::SplitMix64;

use super::*;
use crate::narrow_phase::RoundingScale;
use crate::narrow_phase::bounds::Bounds;
use crate::narrow_phase::lanes::Block;

/// Returns a triangle, half a core and a centre near both: ordinary triangles, slivers, huge and
/// distant ones; cores of any length, along edges, in planes and through the inside.
fn case(rng: &mut SplitMix64) -> ([DVec3; 3], DVec3, DVec3) {
    let size = [1.0, 1.0, 1e-3, 1e3][rng.below(4)];
    let mut vector = |half: f64| DVec3::from([0; 3].map(|_| rng.range(-half, half)));
    let (a, u, w, off, core) = (vector(size), vector(size), vector(size), vector(1.0), vector(1.0));
    let thin = [1.0, 1.0, 1e-4, 1e-9, 0.0][rng.below(5)];
    let t = [a, a + u, a + u * rng.range(-0.2, 1.2) + w * thin].map(|c| c.as_vec3().as_dvec3());
    let near = t[rng.below(3)] * 0.5 + (t[0] + t[1] + t[2]) / 6.0;
    let length = [1.0, 1.0, 0.01, 100.0][rng.below(4)];
    let core = match rng.below(6) {
        // Along an edge, nearly along it, and in the plane.
        0 => (t[1] - t[0]).normalize_or(DVec3::Y) * length,
        1 => (t[2] - t[1]).normalize_or(DVec3::X) * length + core * 1e-7,
        2 => (u + w * thin * rng.range(-1.0, 1.0)).normalize_or(DVec3::Z) * length,
        _ => core * length,
    };
    (t, core, near + off * rng.magnitude(2.0, 24))
}

fn obstacle<'a>(t: &'a [DVec3; 3], core: &'a DVec3, x: DVec3) -> Obstacle<'a> {
    Obstacle::new(t, Some(core), RoundingScale { reach: x.length() + core.length(), squeeze: 1.0 })
}

fn body(core: DVec3, radius: f64) -> Body {
    // The judge's capsule is upright, so it is turned from y to the core.
    let turn = glam::DQuat::from_rotation_arc(DVec3::Y, core.normalize());
    Body::Capsule { radius, half_core: [core.length(), 0.0], rotation: turn.to_array() }
}

/// The judge measures the same distances. A certified distance is never above the true one by more
/// than the rounding of the judge's own rotation, and nearly reaches it.
#[test]
fn the_certificate_is_the_distance() {
    let mut rng = SplitMix64::new(3);
    let (mut apart, mut parts) = (0, std::collections::BTreeMap::new());
    for i in 0..200_000 {
        let (t, core, x) = case(&mut rng);
        let obstacle = obstacle(&t, &core, x);
        let axis = obstacle.axis(x);
        let judge = Judge::new(&t.map(|c| c.as_vec3().to_array()), &[[0, 1, 2]]);
        let distance = judge.clearance(&body(core, 0.0), x.to_array(), 1e9).gap;
        let scale = 1e-14 * (x.length() + t[0].length() + t[1].length() + t[2].length() + core.length());
        let told = || format!("case {i}: {t:?} core {core} at {x}: {axis:?}, judge {distance}");
        assert!((axis.normal.length() - 1.0).abs() < 1e-12, "{}", told());
        assert!(axis.distance <= distance + scale, "{}", told());
        if distance > 1e3 * scale {
            apart += 1;
            // Nearly parallel edges and slivers lose a little.
            let lost = distance - axis.distance - obstacle.error;
            let most = 2e-7 * core.length() + 2e-8 * t[0].distance(t[1]) + 1e3 * scale;
            assert!(lost <= most, "{}: lost {lost}", told());
            let gap = (x - axis.point).length();
            assert!((gap - distance).abs() <= most, "{}: {gap} to the point", told());
            let on_polygon = obstacle.point_on_polygon(&axis);
            let own = polygon::nearest(on_polygon, &t, obstacle.normal).point;
            assert!((own - on_polygon).length() <= most, "{}: {on_polygon} is not on it", told());
            *parts.entry(format!("{:?}", (axis.obstacle_part(), axis.part))).or_insert(0) += 1;
        }
    }
    println!("{apart} apart: {parts:?}");
    assert!(apart > 100_000 && parts.len() == 8 && parts.values().all(|&n| n > 100), "{apart} {parts:?}");
}

/// Inside of the obstacle the axis leads out by the shortest way: no other of its faces is nearer.
#[test]
fn a_crossed_polygon_is_left_by_the_shortest_way() {
    let mut rng = SplitMix64::new(4);
    let mut crossed = 0;
    for i in 0..40_000 {
        let (t, core, _) = case(&mut rng);
        let on = t[0] * 0.5 + t[1] * 0.3 + t[2] * 0.2;
        let x = on + core * rng.range(-0.9, 0.9);
        let obstacle = obstacle(&t, &core, x);
        if !crosses(&obstacle, core, x) {
            continue;
        }
        crossed += 1;
        let axis = obstacle.axis(x);
        assert!(axis.distance < 0.0 && axis.is_flat(), "case {i}: {axis:?}");
        for _ in 0..20 {
            let n = DVec3::from([0; 3].map(|_| rng.range(-1.0, 1.0))).normalize();
            assert!(
                obstacle.separation(n, x) <= axis.distance + 4.0 * obstacle.error,
                "case {i}: {n} {axis:?}"
            );
        }
    }
    assert!(crossed > 10_000, "{crossed}");
}

/// No certified distance exceeds the true one by even one unit in the last place: a capsule with
/// that radius does not overlap, by exact arithmetic. The core is along an axis, so that both know
/// it exactly.
#[test]
fn what_is_certified_is_true_to_the_last_bit() {
    let mut rng = SplitMix64::new(5);
    let mut asked = 0;
    for i in 0..20_000 {
        let (t, core, x) = case(&mut rng);
        let core = DVec3::Y * f64::from(core.length() as f32);
        let obstacle = obstacle(&t, &core, x);
        let axis = obstacle.axis(x);
        if axis.distance <= 0.0 {
            continue;
        }
        asked += 1;
        let body =
            Body::Capsule { radius: axis.distance, half_core: [core.y, 0.0], rotation: [0.0, 0.0, 0.0, 1.0] };
        let corners = t.map(|c| c.to_array());
        assert!(!exact::overlaps(&body, x.to_array(), &corners), "case {i}: {t:?} {core} {x} {axis:?}");
    }
    assert!(asked > 10_000, "{asked}");
}

/// Every lane has the bits of the reference implementation at every width, unless the core crosses
/// its triangle.
#[test]
fn every_lane_has_the_bits_of_the_reference() {
    let mut rng = SplitMix64::new(6);
    let (mut compared, mut crossed) = (0, 0);
    for i in 0..50_000 {
        let (_, core, x) = case(&mut rng);
        let triangles: [[DVec3; 3]; 4] = std::array::from_fn(|_| {
            let (t, _, near) = case(&mut rng);
            t.map(|corner| corner + (x - near))
        });
        let rounding_scale = RoundingScale { reach: 3.0, squeeze: 1.0 };
        let mut block = Block::EMPTY;
        for (lane, t) in triangles.iter().enumerate() {
            block.set(lane, t);
        }
        for level in [Level::baseline(), Level::new()] {
            let mut bounds = Bounds::EMPTY;
            block.find_planes(level, rounding_scale);
            let bits = block.bounds_of_capsule(level, core, x, &mut bounds);
            for (lane, t) in triangles.iter().enumerate() {
                let obstacle = Obstacle::new(t, Some(&core), rounding_scale);
                assert_eq!(crosses(&obstacle, core, x), bits >> lane & 1 == 1, "case {i}");
                if bits >> lane & 1 == 1 {
                    crossed += 1;
                    continue;
                }
                compared += 1;
                let (got, reference) = (bounds.get(lane), obstacle.axis(x));
                let bits = |a: &SeparatingAxis| {
                    let all = [a.normal.to_array(), a.point.to_array(), [a.distance; 3]].concat();
                    all.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
                };
                assert_eq!((got.feature, got.part), (reference.feature, reference.part), "case {i}: {t:?}");
                assert_eq!(bits(&got), bits(&reference), "case {i}: {got:?} {reference:?} {t:?} {core} {x}");
            }
        }
    }
    assert!(compared > 300_000 && crossed > 100, "{compared} {crossed}");
}
