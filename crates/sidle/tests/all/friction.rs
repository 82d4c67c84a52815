//! Coulomb friction: a rate along the path, for any triangulation of the floor and any step rate.

use crate::common::{by, surface};
use sidle::{DVec3, Material, Motion, MoveConfig, Response, Scratch, Shape, Vec3, World, WorldBuilder};

const RATES: [u32; 5] = [30, 60, 144, 240, 1000];
const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);

/// A plane through the origin, falling towards +x by `slope`, 40 m each way, in `cells` by `cells`
/// quads.
fn ramp(slope: f32, cells: u32, friction: f32) -> World {
    let at = |i: u32| (i as f32 / cells as f32 - 0.5) * 80.0;
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for j in 0..=cells {
        for i in 0..=cells {
            vertices.push(Vec3::new(at(i), -slope * at(i), at(j)));
        }
    }
    for j in 0..cells {
        for i in 0..cells {
            let a = j * (cells + 1) + i;
            let (b, c, d) = (a + 1, a + cells + 1, a + cells + 2);
            triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    surface(&vertices, &triangles, Material { friction, ..Material::default() })
}

/// Returns the place of a free body after a time, and its velocity.
fn slide(world: &World, rate: u32, seconds: u32, start: DVec3, mut velocity: Vec3) -> (DVec3, Vec3) {
    let config = MoveConfig { response: Response::Momentum, ..MoveConfig::default() };
    let (mut scratch, mut position) = (Scratch::default(), start);
    for _ in 0..rate * seconds {
        let motion = Motion::with_gravity(velocity, GRAVITY, 1.0 / rate as f32);
        let end = world.move_and_slide(&mut scratch, &Shape::sphere(0.5), position, motion, &config);
        (position, velocity) = (end.position, end.velocity);
    }
    (position, velocity)
}

#[test]
fn n09_a_puck_stops_in_the_same_place_on_any_floor_at_any_rate() {
    let (mu, speed) = (0.3, 4.0);
    // v^2 / (2 mu g) = 2.718 m, in 1.36 s.
    let way = speed * speed / (2.0 * mu * 9.81);
    for cells in [1, 100] {
        let world = ramp(0.0, cells, mu);
        for rate in RATES {
            let start = DVec3::new(0.3, 0.501, 0.2);
            let (end, left) = slide(&world, rate, 2, start, Vec3::new(speed * 0.8, 0.0, speed * 0.6));
            let expected = start + Vec3::new(way * 0.8, 0.0, way * 0.6).as_dvec3();
            assert!((end - expected).length() < 1e-3, "{cells} cells, {rate} Hz: {end}, not {expected}");
            assert_eq!(left, Vec3::ZERO, "{cells} cells, {rate} Hz");
        }
    }
}

#[test]
fn n11_a_ramp_holds_exactly_when_friction_reaches_the_tangent() {
    for slope in [0.05, 0.3, 0.577, 1.0, 1.7] {
        for (share, holds) in [(0.999_99, false), (1.000_01, true)] {
            let world = ramp(slope, 3, slope * share);
            let normal = Vec3::new(slope, 1.0, 0.0).normalize();
            for rate in [30, 1000] {
                let start = (normal * 0.501).as_dvec3();
                let (end, velocity) = slide(&world, rate, 2, start, Vec3::ZERO);
                // f64: an ulp of the position is one of f64.
                // Settling onto the skin is rounding: a few ulp. The force that is not held is 1e-5
                // of gravity's.
                let crept = (end - start).dot(Vec3::new(1.0, -slope, 0.0).normalize().as_dvec3());
                if holds {
                    assert!(crept.abs() < 1e-5 && velocity == Vec3::ZERO, "{slope} {rate}: crept {crept}");
                } else {
                    let left = 9.81 * slope / (1.0 + slope * slope).sqrt() * 1e-5 * 2.0;
                    let speed = velocity.length();
                    assert!(speed > 0.5 * left && speed < 2.0 * left, "{slope} {rate}: {speed}, not {left}");
                }
            }
        }
    }
}

#[test]
fn below_the_tangent_a_ramp_accelerates_by_what_friction_leaves() {
    for (slope, mu) in [(0.5_f32, 0.2_f32), (1.0, 0.7), (0.3, 0.0)] {
        let world = ramp(slope, 7, mu);
        let cos = 1.0 / (1.0 + slope * slope).sqrt();
        let acceleration = 9.81 * (slope * cos - mu * cos);
        let normal = Vec3::new(slope, 1.0, 0.0).normalize();
        let down = Vec3::new(1.0, -slope, 0.0).normalize();
        for rate in RATES {
            let start = (normal * 0.501).as_dvec3();
            let (end, velocity) = slide(&world, rate, 2, start, Vec3::ZERO);
            let way = (end - start).dot(down.as_dvec3());
            assert!(
                (way - f64::from(2.0 * acceleration)).abs() < 1e-3,
                "{slope} {mu} {rate}: {way}, not {}",
                2.0 * acceleration
            );
            assert!(
                (velocity.dot(down) - 2.0 * acceleration).abs() < 1e-3,
                "{slope} {mu} {rate}: {velocity}"
            );
        }
    }
}

#[test]
fn the_scale_switches_friction_off() {
    let world = ramp(0.0, 1, 0.5);
    let config = MoveConfig { friction_scale: 0.0, ..MoveConfig::default() };
    let end =
        world.move_once(&Shape::sphere(0.5), Vec3::Y * 0.501, by(Vec3::new(1.0, -1.0, 0.0)), &config).outcome;
    assert!((end.position.x - 1.0).abs() < 1e-6, "{}", end.position);
    let half = MoveConfig { friction_scale: 0.5, ..MoveConfig::default() };
    let end =
        world.move_once(&Shape::sphere(0.5), Vec3::Y * 0.501, by(Vec3::new(1.0, -1.0, 0.0)), &half).outcome;
    assert!((end.position.x - 0.75).abs() < 1e-6, "{}", end.position);
}

/// The other way to prevent sliding downhill: an idle body on the ground gets no gravity.
#[test]
fn n11_without_gravity_for_the_idle_a_ramp_of_ice_holds() {
    let world = ramp(0.7, 1, 0.0);
    let (body, config) = (Shape::ellipsoid(Vec3::new(0.3, 0.9, 0.3)), MoveConfig::default());
    let (mut scratch, mut stands) = (Scratch::default(), false);
    let mut at = DVec3::new(1.0, 2.0, 0.0);
    let mut fall = Vec3::ZERO;
    let mut rested = 0;
    for _ in 0..600 {
        let motion = Motion::with_gravity_unless_idle(fall, GRAVITY, 1.0 / 60.0, stands);
        let end = world.move_and_slide(&mut scratch, &body, at, motion, &config);
        rested += u32::from(stands && end.position == at);
        stands |= scratch.hits().iter().any(|h| h.normal.y > 0.5);
        // A game whose player does nothing: a sliding body stops, a falling body continues to fall.
        (at, fall) = (end.position, if stands { Vec3::ZERO } else { end.velocity });
    }
    assert!(stands && rested > 500, "{rested}");
}

/// For a ball on its edge, a ridge of one rough and one smooth side is as rough as the rough side,
/// whichever side comes first. Earlier, the side that the sweep named decided alone.
#[test]
fn the_rougher_side_of_a_ridge_decides() {
    let mut rng = sidle_scenes::SplitMix64::new(3);
    let mut held = 0;
    for i in 0..400 {
        let mut part = || rng.range(-1.0, 1.0) as f32;
        let (along, tilt) = (Vec3::new(4.0, part(), part()), part() * 0.3);
        let ridge = [-along, along, Vec3::new(part(), -3.0, 4.0), Vec3::new(part(), -3.0, -4.0)];
        let (from, motion) =
            (Vec3::new(part(), 1.5 + part() * 0.1, tilt * 0.1), Vec3::new(0.4 * part(), -2.0, 0.0));
        let ends = [[0, 1], [1, 0]].map(|order| {
            let mut builder = WorldBuilder::new();
            let rough =
                [0.0, 0.9].map(|friction| builder.add_material(Material { friction, ..Material::default() }));
            for side in order {
                builder.add_triangles(&ridge, &[[[0, 1, 2], [1, 0, 3]][side]], rough[side]);
            }
            let world = builder.build().expect("two triangles");
            world.move_once(&Shape::sphere(0.5), from, by(motion), &MoveConfig::default()).outcome
        });
        let off = (ends[0].position - ends[1].position).length();
        assert!(off <= f64::from(ends[0].skin), "{i}: {off} m apart, {ends:?}");
        held += u32::from(ends[0].velocity == Vec3::ZERO);
    }
    assert!(held > 100, "friction held {held} of 400");
}
