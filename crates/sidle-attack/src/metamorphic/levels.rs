//! Levels whose coordinates lie in one binade, and moves in them.

use sidle::{
    DVec3, FrictionLaw, IndexKind, Motion, MoveConfig, Quat, QueryFilter, Response, Scratch, Shape, Vec3,
    World,
};
use sidle_scenes::{Builder, Level, SplitMix64, Surface, generate};

use super::{Case, Change, Map};

/// Centre of all levels. Every coordinate stays less than 24 m away, so it is between 64 and 128
/// even after a translation by up to 15 m. f32 therefore has the same grid everywhere.
const MIDDLE: f32 = 88.0;

/// A level and moves in it. Every move begins at a free place, usually at the end of another move.
pub struct Walked {
    /// The level.
    pub level: Level,
    /// The moves.
    pub cases: Vec<Case>,
}

/// Returns a hall, a terrain, a soup and `tangles` small tangles, on the grid of f32. Each of the
/// large levels has about `moves` moves.
#[must_use]
pub fn fine(seed: u64, moves: usize, tangles: u64) -> Vec<Walked> {
    levels(seed, moves, tangles, 1.0 / 131_072.0)
}

/// Returns the levels of [`fine`] on a grid of 2^-14 m, so that the corners of cuts are exact in
/// f32.
#[must_use]
pub fn coarse(seed: u64, moves: usize, tangles: u64) -> Vec<Walked> {
    levels(seed, moves, tangles, 1.0 / 16_384.0)
}

fn levels(seed: u64, moves: usize, tangles: u64, grid: f32) -> Vec<Walked> {
    let large = [generate::hall(seed, 4_000), generate::terrain(seed, 1_100), generate::soup(seed, 1_500)];
    let large = large.into_iter().map(|level| (level, moves));
    let small = (0..tangles).map(|i| (tangle(seed.wrapping_mul(1000) + i), 12));
    large
        .chain(small)
        .zip(seed..)
        .map(|((level, moves), seed)| walked(moved(level, grid), seed, moves))
        .collect()
}

/// Returns the level with its centre at [`MIDDLE`] and its corners on a grid.
fn moved(mut level: Level, grid: f32) -> Level {
    let (low, high) = level.bounds();
    let middle = [0, 1, 2].map(|k| (0.5 * (low[k] + high[k])).round() - MIDDLE);
    for p in level.vertices.iter_mut().chain(&mut level.spawns) {
        *p = [0, 1, 2].map(|k| ((p[k] - middle[k]) / grid).round() * grid);
    }
    level
}

/// Builds a few triangles between a few corners on a lattice, some of them slightly displaced. This
/// produces folds, duplicates, slivers and points.
fn tangle(seed: u64) -> Level {
    let mut rng = SplitMix64::new(seed);
    let mut coordinate = || {
        let place = rng.range(-4.0, 5.0).floor() * 0.5;
        match rng.below(10) {
            0 => place + 1.0 / 131_072.0,
            1 => place - 3.0 / 131_072.0,
            2 | 3 => rng.range(-2.0, 2.0),
            _ => place,
        }
    };
    let corners: Vec<[f64; 3]> = (0..9).map(|_| [(); 3].map(|()| coordinate())).collect();
    let mut b = Builder::new();
    for i in 0..3 + rng.below(11) {
        b.material((i % 2) as u16);
        let [p, q, r] = [(); 3].map(|()| corners[rng.below(corners.len())]);
        b.triangle(p, q, r);
    }
    // Two distant corners keep the centre of the bounding box in place.
    b.triangle([-6.0; 3], [-6.0; 3], [-6.0; 3]).triangle([6.0; 3], [6.0; 3], [6.0; 3]);
    let mut level = b.finish("tangle", &[Surface::rough(0.0), Surface::rough(0.3)]);
    level.spawns = (0..12).map(|_| [(); 3].map(|()| rng.range(-2.5, 2.5) as f32)).collect();
    level
}

fn direction(rng: &mut SplitMix64) -> Vec3 {
    loop {
        let v = Vec3::from([(); 3].map(|()| rng.range(-1.0, 1.0) as f32));
        if v.length() > 0.1 && v.length() < 1.0 {
            return v / v.length();
        }
    }
}

fn shape(rng: &mut SplitMix64) -> Shape {
    let turn = direction(rng);
    match rng.below(9) {
        0 => Shape::point(),
        1 | 2 => Shape::sphere(rng.range(0.1, 0.4) as f32),
        3..=5 => capsule(rng),
        6 | 7 => Shape::ellipsoid(Vec3::new(0.4, rng.range(0.2, 0.9) as f32, rng.range(0.1, 0.4) as f32)),
        _ => Shape::ellipsoid(Vec3::new(0.35, rng.range(0.02, 0.3) as f32, 0.2))
            .with_rotation(Quat::from_xyzw(turn.x, turn.y, turn.z, 0.4)),
    }
}

/// Draws a capsule or a segment: upright, lying along an axis, or rotated so that every exact
/// relation maps its core exactly.
fn capsule(rng: &mut SplitMix64) -> Shape {
    let radius = [0.0, rng.range(0.1, 0.3), rng.range(0.1, 0.3), 0.02][rng.below(4)] as f32;
    let capsule = Shape::capsule(radius, 2.0 * radius + rng.range(0.05, 1.0) as f32);
    match rng.below(4) {
        0 => capsule,
        1 => {
            let [x, z] = [[0.0, 1.0], [1.0, 0.0]][rng.below(2)];
            capsule.with_rotation(Quat::from_xyzw(x, 0.0, z, 1.0))
        }
        _ => loop {
            // A fifth of the rotations by small whole numbers can be mapped exactly.
            let turn = Quat::from_array([(); 4].map(|()| rng.below(9) as f32 - 4.0));
            let rotated = capsule.clone().with_rotation(turn);
            if turn.length() > 0.0 && super::exact().iter().all(|r| r.map.is_exact_for(&rotated)) {
                break rotated;
            }
        },
    }
}

fn config(rng: &mut SplitMix64) -> MoveConfig {
    let laws = [FrictionLaw::Coulomb, FrictionLaw::Coulomb, FrictionLaw::Drag];
    MoveConfig {
        response: [Response::Slide, Response::Momentum, Response::Stop][rng.below(3)],
        skin_width: [0.001, 0.001, 0.01][rng.below(3)],
        friction_scale: [0.0, 1.0][rng.below(2)],
        friction_law: laws[rng.below(3)],
        record_path: true,
        ..MoveConfig::default()
    }
}

/// Walks a level with walkers of a few moves each. Steps are short, medium or long, and usually
/// pressed downwards.
fn walked(level: Level, seed: u64, moves: usize) -> Walked {
    let world = Change::Nothing.world(&level, &Map::default(), IndexKind::Bvh).world;
    let mut rng = SplitMix64::new(seed);
    let mut scratch = Scratch::default();
    let mut cases = Vec::new();
    // The loop must also end for levels that are too crowded for a shape.
    for _ in 0..moves {
        if cases.len() >= moves {
            break;
        }
        let (shape, config) = (shape(&mut rng), config(&mut rng));
        let spawn = Vec3::from(level.spawns[rng.below(level.spawns.len())]).as_dvec3();
        let first = Case { shape, config, from: spawn, motion: Vec3::ZERO };
        walk((&world, &level), &mut scratch, &mut rng, first, &mut cases);
    }
    cases.truncate(moves);
    Walked { level, cases }
}

/// Returns a vector to the nearest of a few random triangles.
fn towards_something(level: &Level, from: DVec3, rng: &mut SplitMix64) -> Vec3 {
    let mut best = Vec3::MAX;
    for _ in 0..48 {
        let [a, b, c] = level.corners(rng.below(level.triangles.len())).map(Vec3::from);
        let (u, v) = (rng.unit() as f32, rng.unit() as f32);
        let way = a + (b - a) * u + (c - a) * (v * (1.0 - u)) - from.as_vec3();
        if way.length() < best.length() {
            best = way;
        }
    }
    best.try_normalize().unwrap_or(Vec3::NEG_Y)
}

fn walk(
    (world, level): (&World, &Level),
    scratch: &mut Scratch,
    rng: &mut SplitMix64,
    first: Case,
    cases: &mut Vec<Case>,
) {
    if world.overlaps(&first.shape, first.from, &QueryFilter::ALL) {
        return;
    }
    let (mut from, mut heading) = (first.from, direction(rng));
    for _ in 0..16 {
        heading = match rng.below(6) {
            0 => direction(rng),
            1 | 2 => towards_something(level, from, rng),
            _ => heading,
        };
        let length = [0.02, 0.1, 0.3, 1.0, 3.0][rng.below(5)];
        let down = [0.0, 0.5, 1.0][rng.below(3)];
        let motion = (heading - Vec3::Y * down) * (length * rng.range(0.5, 1.0) as f32);
        if (from.as_vec3() - Vec3::splat(MIDDLE)).abs().max_element() > 14.0 {
            return;
        }
        cases.push(Case { from, motion, ..first.clone() });
        from = world
            .move_and_slide(scratch, &first.shape, from, Motion::displacement(motion, 1.0), &first.config)
            .position;
    }
}
