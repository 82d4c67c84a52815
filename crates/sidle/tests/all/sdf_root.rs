//! The safe root finder, the contract of the predefined bodies, and casts compared with the
//! library's own.

use crate::common::{by, floor};
use sidle::sdf::{Capsule, Root, RootFinder, Rotated, RoundedBox, Scene, Sdf, SdfScratch, Sphere, Torus};
use sidle::{DVec3, MoveConfig, Quat, QueryFilter, Shape, StopReason, Vec3, World};
use sidle_scenes::SplitMix64;

fn finder() -> RootFinder {
    RootFinder { speed: 1.0, tolerance: 1e-6, ..RootFinder::default() }
}

fn touches(root: Root) -> f64 {
    match root {
        Root::Touches { fraction } => fraction,
        other => panic!("{other:?}"),
    }
}

#[test]
fn c06_a_tangential_double_root_is_never_jumped() {
    // The sign is the same on both sides: bisection between 0 and 1 finds nothing.
    for k in 0..500 {
        let at = f64::from(k) / 499.0;
        let f = |t: f64| 0.5 * (t - at) * (t - at);
        let fraction = touches(finder().first_root(f));
        assert!(fraction <= at && f(fraction) <= 1e-6, "{at}: {fraction}");
        // A ball grazes another: (distance of the centres) - 2 r has the minimum 0.
        let graze = |t: f64| ((2.0 * (t - at)).powi(2) + 1.0).sqrt() - 1.0;
        let fraction = touches(RootFinder { speed: 2.0, ..finder() }.first_root(graze));
        assert!(fraction <= at && graze(fraction) <= 1e-6, "{at}: {fraction}");
        let miss = |t: f64| graze(t) + 3e-6;
        assert_eq!(RootFinder { speed: 2.0, ..finder() }.first_root(miss), Root::Free);
        // Two roots a millionth apart: the first of them counts.
        let twice = |t: f64| graze(t) - 1e-12;
        assert!(at == 0.0 || touches(RootFinder { speed: 2.0, ..finder() }.first_root(twice)) <= at);
    }
}

#[test]
fn c06_functions_that_lie_end_in_a_defined_answer() {
    let f = finder();
    let gave_up = |root: Root| matches!(root, Root::GaveUp { .. });
    assert_eq!(f.first_root(|_| f64::NAN), Root::StartsInside);
    assert_eq!(f.first_root(|_| -1.0), Root::StartsInside);
    assert_eq!(f.first_root(|_| f64::NEG_INFINITY), Root::StartsInside);
    assert_eq!(f.first_root(|_| f64::INFINITY), Root::Free);
    assert_eq!(f.first_root(|_| 0.0), Root::Touches { fraction: 0.0 });
    assert_eq!(f.first_root(|_| -0.0), Root::Touches { fraction: 0.0 });
    assert_eq!(f.first_root(|_| 2.0), Root::Free);
    // A constant just above the tolerance uses all steps, and then reports the part that it
    // covered.
    let slow = RootFinder { max_steps: 100, ..f }.first_root(|_| 1e-3);
    assert!(gave_up(slow) && (slow.fraction() - 0.1).abs() < 2e-3, "{slow:?}");
    // NaN half way; a jump below zero; a fall ten times as fast as promised.
    let half_way = f.first_root(|t| if t < 0.5 { 0.1 } else { f64::NAN });
    assert!(gave_up(half_way) && half_way.fraction() < 0.5, "{half_way:?}");
    let jump = f.first_root(|t| if t < 0.5 { 0.1 } else { -3.0 });
    assert!(gave_up(jump) && jump.fraction() < 0.5, "{jump:?}");
    let late = f.first_root(|t| if t < 1.0 { 2.0 } else { -1.0 });
    assert!(gave_up(late), "{late:?}");
    let steep = f.first_root(|t| 0.5 - 10.0 * t);
    assert!(gave_up(steep) && steep.fraction() <= 0.05, "{steep:?}");
    // A wave with its first root in the middle.
    let wave = |t: f64| 0.05 * (40.0 * t).cos() + 0.06 - 0.03 * t;
    let first = touches(RootFinder { speed: 2.1, ..f }.first_root(wave));
    let naive = (0..2_000_000).map(|i| f64::from(i) / 2e6).find(|&t| wave(t) <= 0.0).expect("a root");
    assert!(first <= naive && naive - first < 1e-3, "{first} {naive}");
    // Invalid settings.
    for (speed, tolerance, rounding) in [
        (f64::NAN, 1e-6, 0.0),
        (-1.0, 1e-6, 0.0),
        (f64::INFINITY, 1e-6, 0.0),
        (1.0, 0.0, 0.0),
        (1.0, f64::NAN, 0.0),
        (1.0, 1e-6, 1e-3),
        (1.0, f64::INFINITY, 0.0),
    ] {
        let root = RootFinder { speed, tolerance, rounding, max_steps: 50 }.first_root(|_| 1.0);
        assert_eq!(root, Root::GaveUp { fraction: 0.0 }, "{speed} {tolerance} {rounding}");
    }
    assert_eq!(RootFinder { speed: 0.0, ..f }.first_root(|_| 1.0), Root::Free);
    assert_eq!(RootFinder { max_steps: 0, ..f }.first_root(|_| 1.0), Root::GaveUp { fraction: 0.0 });
}

fn bodies() -> Vec<Box<dyn Sdf>> {
    let turn = Quat::from_xyzw(0.3, -0.2, 0.5, 1.0);
    vec![
        Box::new(Sphere { radius: 0.4 }),
        Box::new(RoundedBox { half: DVec3::new(0.4, 0.9, 0.2), radius: 0.1 }),
        Box::new(RoundedBox { half: DVec3::new(0.4, 0.3, 0.2), radius: 0.0 }),
        Box::new(Torus { ring: 0.6, tube: 0.15 }),
        Box::new(Capsule { half_height: 0.5, radius: 0.3 }),
        Box::new(Rotated::new(Torus { ring: 0.6, tube: 0.15 }, turn)),
        Box::new(Rotated::new(RoundedBox { half: DVec3::new(0.4, 0.9, 0.2), radius: 0.1 }, turn)),
    ]
}

#[test]
fn c06_the_ready_bodies_keep_the_promise() {
    let mut rng = SplitMix64::new(6);
    for (number, body) in bodies().iter().enumerate() {
        let radius = body.bounding_radius();
        let mut place =
            |size: f64| DVec3::new(rng.range(-size, size), rng.range(-size, size), rng.range(-size, size));
        // Points of the body, found with its distance function.
        let mut inside: Vec<DVec3> = Vec::new();
        while inside.len() < 2000 {
            let p = place(1.1 * radius);
            if body.distance(p) <= 0.0 {
                assert!(p.length() <= radius, "{number}: {p} is out of bounds");
                inside.push(p);
            }
        }
        for k in 0..5000 {
            let p = place([0.3, 2.0, 50.0, 1e5][k % 4]);
            let q = if k % 3 == 0 { p + place(1e-4) } else { place(2.0) };
            let rounding = body.rounding(p.length().max(q.length()));
            let (dp, dq) = (body.distance(p), body.distance(q));
            assert!((dp - dq).abs() <= (p - q).length() + 2.0 * rounding, "{number}: {p} {q}");
            if k % 50 == 0 {
                let sampled = inside.iter().map(|i| (*i - p).length()).fold(f64::INFINITY, f64::min);
                assert!(dp <= sampled + rounding, "{number}: {p} is nearer than {dp}: {sampled}");
                assert!(p.length() < 1.0 || dp >= sampled - 0.35, "{number}: {dp} << {sampled}");
            }
        }
    }
}

/// Random triangles, and a ball that flies at them.
fn sweep(rng: &mut SplitMix64) -> ([Vec3; 3], f32, Vec3, Vec3) {
    let mut v = |size: f64| {
        Vec3::new(rng.range(-size, size) as f32, rng.range(-size, size) as f32, rng.range(-size, size) as f32)
    };
    let triangle = [v(3.0), v(3.0), v(3.0)];
    let (from, aim) = (v(6.0), (triangle[0] + triangle[1] + triangle[2]) / 3.0 + v(1.5));
    let radius = rng.range(0.2, 1.5) as f32;
    (triangle, radius, from, (aim - from) * rng.range(0.2, 2.0) as f32)
}

#[test]
fn c06_a_ball_by_its_distance_is_cast_as_the_ball_is() {
    let mut rng = SplitMix64::new(66);
    let mut scratch = SdfScratch::default();
    let (mut hits, mut free) = (0, 0);
    for case in 0..6000 {
        let (triangle, radius, from, motion) = sweep(&mut rng);
        let world = World::from_triangles(&triangle, &[[0, 1, 2]]).expect("a triangle");
        let shape = Shape::sphere(radius);
        if world.overlaps(&shape, from, &QueryFilter::ALL) {
            continue;
        }
        let body = Sphere { radius: f64::from(radius) };
        let root = Scene::new(&world).cast(&mut scratch, &body, from, motion, &QueryFilter::ALL);
        let hit = world.cast_shape(&shape, from, motion, &QueryFilter::ALL);
        // The plain root finder, with the distance to the triangle from a judge that shares nothing
        // with the library.
        let corners = triangle.map(|c| c.to_array().map(f64::from));
        let distance = |t: f64| {
            let x = from.as_dvec3() + motion.as_dvec3() * t;
            let near = DVec3::from_array(sidle_judge::closest_on_triangle(x.to_array(), &corners));
            (x - near).length() - body.radius
        };
        let speed = motion.as_dvec3().length();
        let plain =
            RootFinder { speed, rounding: 1e-13, tolerance: 1e-4 * body.radius, ..RootFinder::default() }
                .first_root(distance);
        for (name, root) in [("cast", root), ("plain", plain)] {
            let fraction = root.fraction();
            assert!(!matches!(root, Root::GaveUp { .. } | Root::StartsInside), "{case} {name}: {root:?}");
            assert!(distance(fraction) >= -1e-9, "{case} {name} is inside at {fraction}");
            match hit {
                // Never late, and early by the tolerance divided by the slope.
                Some(h) => {
                    let late = fraction - h.fraction;
                    assert!(late <= 1e-6, "{case} {name} late by {late}: {root:?} {h:?}");
                    assert!(distance(fraction) <= 1e-3, "{case} {name} stopped early: {root:?} {h:?}");
                }
                None => assert!(
                    root == Root::Free || distance(fraction) <= 2e-4 * body.radius + 1e-6,
                    "{case} {name}: {root:?}"
                ),
            }
        }
        *if hit.is_some() { &mut hits } else { &mut free } += 1;
    }
    assert!(hits > 1000 && free > 500, "{hits} {free}");
}

/// A body that breaks its contract.
struct Liar(Lie);

type Lie = fn(DVec3) -> f64;

impl Sdf for Liar {
    fn distance(&self, p: DVec3) -> f64 {
        (self.0)(p)
    }

    fn bounding_radius(&self) -> f64 {
        0.5
    }
}

#[test]
fn c07_bodies_that_lie_end_in_a_defined_answer() {
    let world = floor(9.0);
    let (scene, mut scratch) = (Scene::new(&world), SdfScratch::default());
    let lies: [(&str, Lie); 8] = [
        ("nan", |_| f64::NAN),
        ("infinite", |_| f64::INFINITY),
        ("minus infinite", |_| f64::NEG_INFINITY),
        ("zero", |_| 0.0),
        ("constant", |_| 0.3),
        ("ten times too steep", |p| 10.0 * (p.length() - 0.5)),
        ("in steps", |p| ((p.length() - 0.5) * 8.0).floor() / 8.0),
        ("noise", |p| (p.x * 1e9).sin() + (p.y * 1e8).sin()),
    ];
    for (name, lie) in lies {
        for from in [0.4_f32, 0.6, 3.0] {
            let config = MoveConfig { max_iterations: 32, ..MoveConfig::default() };
            let motion = Vec3::new(1.0, -2.0, 0.5);
            let end = scene.move_and_slide(&mut scratch, &Liar(lie), Vec3::Y * from, by(motion), &config);
            assert!(end.position.is_finite() && end.velocity.is_finite(), "{name}: {end:?}");
            let _ = scene.cast(&mut scratch, &Liar(lie), Vec3::Y * from, motion, &QueryFilter::ALL);
        }
    }
    // A body without a valid size, and invalid input, move nothing.
    for radius in [f64::NAN, -1.0, f64::INFINITY, 1e30] {
        let body = Sphere { radius };
        let end = scene.move_and_slide(&mut scratch, &body, Vec3::Y, by(Vec3::X), &MoveConfig::default());
        assert_eq!((end.reason, end.position), (StopReason::InvalidInput, DVec3::Y), "{radius}");
    }
    let ball = Sphere { radius: 0.4 };
    for bad in [Vec3::NAN, Vec3::INFINITY, Vec3::X * 1e30] {
        let config = MoveConfig::default();
        assert_eq!(
            scene.move_and_slide(&mut scratch, &ball, bad, by(Vec3::X), &config).reason,
            StopReason::InvalidInput
        );
        assert_eq!(
            scene.move_and_slide(&mut scratch, &ball, Vec3::Y, by(bad), &config).reason,
            StopReason::InvalidInput
        );
        assert_eq!(
            scene.cast(&mut scratch, &ball, Vec3::Y, bad, &QueryFilter::ALL),
            Root::GaveUp { fraction: 0.0 }
        );
    }
}
