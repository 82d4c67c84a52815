//! Long capsules and segments on long paths, past and onto surfaces that they touch within the
//! slack of a cast. Brute force over single polygons, both indexes, and cached moves must agree.

use sidle::{
    DVec3, Hit, IndexKind, MaterialId, Motion, MoveConfig, MoverCache, Quat, QueryFilter, Scratch, Shape,
    ShapeKind, Vec3, World, WorldBuilder,
};

use super::{Failure, Tally};
use crate::adversarial::body::from_touch_to_centre;
use crate::adversarial::number::{across, direction};
use crate::random::Rng;
use crate::verdict::{body_of, judge_of, wide};

/// Fraction of the largest coordinate by which a hit may be late: roundings of the library and of
/// the judge, in f64.
const ROUNDING: f64 = 4e-15;

/// A cast with the triangles in its way.
#[derive(Debug)]
struct Cast {
    shape: Shape,
    from: DVec3,
    motion: Vec3,
    triangles: Vec<[Vec3; 3]>,
}

/// Performs a cast and a move in a world of a few triangles, with both indexes, and compares them
/// with the casts to each triangle alone and with the judge.
///
/// # Errors
/// The first result that depends on the index or on the cache, or that the judge rejects.
pub fn long_casts(rng: &mut Rng, tally: &mut Tally) -> Result<(), Failure> {
    tally.cases += 1;
    let cast = cast(rng);
    let failed = |what| Failure { what: format!("{what}: {cast:?}"), fault: None, replay: None };
    tally.queries += 1;
    tally.hindered += u64::from(alone_and_together(&cast).map_err(failed)?);
    tally.moves += 1;
    kept_alike(&cast).map_err(failed)?;
    tally.free += u64::from(never_late(&cast).map_err(failed)?);
    Ok(())
}

fn cast(rng: &mut Rng) -> Cast {
    let shape = shape(rng);
    let d = match rng.below(3) {
        0 => core_of(&shape).normalize(),
        1 => across(rng, core_of(&shape).normalize()),
        _ => direction(rng),
    };
    // The contacts are at the origin, where f32 is much finer than the slack.
    let (before, after) = (f64::from(rng.magnitude(1.0, 1e5)), f64::from(rng.magnitude(1.0, 1e5)));
    let after = rng.pick(&[0.0, 0.0, after, 0.1]);
    let n = contact_normal(rng, d);
    let at = from_touch_to_centre(&shape, n);
    let from = at - d * before;
    let motion = (at + d * after - from).as_vec3();
    let mut triangles = Vec::new();
    for _ in 0..1 + rng.below(4) {
        let n = if rng.chance(180) { n } else { contact_normal(rng, d) };
        triangles.push(touching(rng, &shape, (from, motion), n));
    }
    // Other triangles along the path, and far from it, give the indexes their structure.
    for _ in 0..rng.below(40) {
        let along = from + motion.as_dvec3() * f64::from(rng.unit());
        let aside = across(rng, d) * f64::from(rng.magnitude(0.1, 1e3));
        let size = f64::from(rng.magnitude(0.01, 100.0));
        triangles.push([(); 3].map(|()| (along + aside + direction(rng) * size).as_vec3()));
    }
    Cast { shape, from, motion, triangles }
}

/// Draws a capsule with a core of up to 400 m, or a segment.
fn shape(rng: &mut Rng) -> Shape {
    let core = rng.magnitude(1.0, 400.0);
    let radius = match rng.below(4) {
        0 => 0.0,
        1 => rng.magnitude(1e-3, 0.1),
        2 => 0.5,
        _ => core,
    };
    let turn = match rng.below(4) {
        0 => [0.0, 0.0, 0.0, 1.0],
        1 => [0.0, 0.0, 1.0, 1.0],
        2 => [1.0, 0.0, 0.0, 1.0],
        _ => [rng.signed_unit(), rng.signed_unit(), rng.signed_unit(), 0.1 + rng.unit()],
    };
    Shape::capsule(radius, 2.0 * radius + core).with_rotation(Quat::from_array(turn))
}

fn core_of(shape: &Shape) -> DVec3 {
    let ShapeKind::Capsule { radius, height } = shape.kind() else { return DVec3::ZERO };
    let half = 0.5 * f64::from(height) - f64::from(radius);
    shape.rotation().as_dquat().normalize() * DVec3::Y * half
}

/// Draws the normal of a contact for a motion along `d`: head-on, oblique, or grazing.
fn contact_normal(rng: &mut Rng, d: DVec3) -> DVec3 {
    let tilt = match rng.below(4) {
        0 => return -d,
        1 => f64::from(rng.unit()),
        2 => 0.0,
        _ => f64::from(rng.magnitude(1e-9, 1e-3)),
    };
    (across(rng, d) - d * tilt).normalize()
}

/// Returns a triangle whose face, edge or corner touches the shape on its path, off by a part of
/// the slack of a cast or by several slacks.
fn touching(rng: &mut Rng, shape: &Shape, (from, motion): (DVec3, Vec3), n: DVec3) -> [Vec3; 3] {
    let motion = motion.as_dvec3();
    // Where the path passes the origin.
    let out = from_touch_to_centre(shape, n);
    let t = ((out - from).dot(motion) / motion.length_squared()).clamp(0.0, 1.0);
    let slack = 1e-7 * (core_of(shape).length() + f64::from(least_radius(shape)));
    let off = slack * f64::from(rng.pick(&[0.0_f32, 0.3, 0.9, 1.1, 1.9, 2.1, -0.1, -1.0, 10.0]));
    let point = from + motion * t - out - n * off;
    let u = across(rng, n);
    let v = n.cross(u);
    let mut size = || f64::from(rng.magnitude(0.01, 30.0));
    let (a, b, c) = (size(), size(), size());
    let corners = match rng.below(3) {
        // The face.
        0 => [u * a + v * b, u * a - v * b, -u * c],
        // An edge.
        1 => [u * a, -u * b, v * (0.3 * c) - n * c],
        // A corner.
        _ => [DVec3::ZERO, u * a - n * b, v * b - n * c],
    };
    corners.map(|corner| (point + corner).as_vec3())
}

fn least_radius(shape: &Shape) -> f32 {
    if let ShapeKind::Capsule { radius, .. } = shape.kind() { radius } else { 0.0 }
}

fn world(triangles: &[[Vec3; 3]], index: IndexKind) -> Result<World, String> {
    let mut builder = WorldBuilder::new();
    builder.set_index(index);
    for triangle in triangles {
        builder.add_polygon(triangle, MaterialId(0));
    }
    builder.build().map_err(|e| e.to_string())
}

/// Compares the hits of both indexes with those of each triangle alone. Returns true if there are
/// several hits.
fn alone_and_together(cast: &Cast) -> Result<bool, String> {
    let Cast { shape, from, motion, triangles } = cast;
    let filter = QueryFilter::ALL;
    let key = |fraction: f64, normal: Vec3, number: usize| (fraction.to_bits(), number, normal.to_array());
    let mut alone = Vec::new();
    for (number, triangle) in triangles.iter().enumerate() {
        let hit = world(&[*triangle], IndexKind::Bvh)?.cast_shape(shape, *from, *motion, &filter);
        alone.extend(hit.map(|h| key(h.fraction, h.normal, number)));
    }
    for index in [IndexKind::Bvh, IndexKind::Octree] {
        let world = world(triangles, index)?;
        let mut hits = Vec::new();
        world.cast_shape_all(shape, *from, *motion, &filter, &mut hits);
        let mut all: Vec<_> =
            hits.iter().map(|h| key(h.fraction, h.normal, h.surface.polygon.index())).collect();
        // Fractions are sorted in f64, and equal ones in f32 by number.
        all.sort_by_key(|a| a.1);
        if all != alone {
            return Err(format!("{index:?} hits {all:?}, each alone {alone:?}"));
        }
        let first = world.cast_shape(shape, *from, *motion, &filter);
        if first != hits.first().copied() {
            return Err(format!("{index:?} hits {first:?} first, of {hits:?}"));
        }
    }
    Ok(alone.len() > 1)
}

/// Compares moves with either index, without a cache and with one.
fn kept_alike(cast: &Cast) -> Result<(), String> {
    let Cast { shape, from, motion, triangles } = cast;
    let (config, motion) = (MoveConfig::default(), Motion::displacement(*motion, 1.0));
    let expected = world(triangles, IndexKind::Bvh)?.move_once(shape, *from, motion, &config);
    let (mut scratch, mut cache) = (Scratch::default(), MoverCache::default());
    for index in [IndexKind::Bvh, IndexKind::Octree] {
        let world = world(triangles, index)?;
        for _ in 0..2 {
            let end =
                scratch.with_cache(&mut cache, |s| world.move_and_slide(s, shape, *from, motion, &config));
            if end != expected.outcome || scratch.hits() != expected.hits {
                return Err(format!("{index:?} moves to {end:?}, not {expected:?}"));
            }
        }
    }
    Ok(())
}

/// Checks with the judge that no hit is late, and that none is missing. Returns false if the start
/// is not free.
fn never_late(cast: &Cast) -> Result<bool, String> {
    let Cast { shape, from, motion, triangles } = cast;
    let judge = judge_of(triangles.iter().map(|t| &t[..]));
    let body = body_of(shape);
    let far = from.abs().max_element() + f64::from(motion.abs().max_element());
    let allowed = ROUNDING * (far + core_of(shape).length());
    if judge.clearance(&body, wide(*from), 1.0).gap <= allowed {
        return Ok(false);
    }
    let hit: Option<Hit> =
        world(triangles, IndexKind::Octree)?.cast_shape(shape, *from, *motion, &QueryFilter::ALL);
    let free = hit.map_or(1.0, |h| h.fraction);
    let stop = (*from + motion.as_dvec3() * free).to_array();
    let gap = judge.path_clearance(&body, wide(*from), stop, 1.0).gap;
    if gap < -allowed { Err(format!("{gap:e} m deep on the path to {hit:?}")) } else { Ok(true) }
}
