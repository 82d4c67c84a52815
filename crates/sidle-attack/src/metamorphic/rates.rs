//! Compares one second of the same desired motion at several rates.
//!
//! Where the surfaces are planes, x' = P(x) v is solved in closed form, segment by segment: a
//! straight line to the next contact, or an arc around an edge. The ends at all rates then agree up
//! to the rounding of stored places, well within the guaranteed millimetre.
//!
//! Two cases cannot agree as well. A contact with two surfaces, one of them curved, is only
//! followed to first order. Where the surface separates neighbouring paths (an edge hit head-on),
//! no rate is right. Such runs are detected by starting one unit in the last place beside, and are
//! counted.

use sidle::{DVec3, IndexKind, Motion, MoveConfig, Quat, QueryFilter, Scratch, Shape, Vec3, World};
use sidle_scenes::SplitMix64;

use super::{Change, Map, Walked};

/// Rates, in steps per second.
const RATES: [u16; 4] = [30, 60, 144, 1000];

/// The guaranteed agreement, in metres.
const MILLIMETRE: f64 = 1e-3;

/// Results of the runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RateTally {
    /// Number of runs, each at four rates.
    pub runs: u64,
    /// Number of runs that did not end where the desired motion led.
    pub hindered: u64,
    /// Number of runs whose ends agree within a millimetre.
    pub agree: u64,
    /// Number of runs that differ, and that also differ at a single rate when the start moves by
    /// one unit in the last place.
    pub parted: u64,
    /// Number of runs that differ without that reason.
    pub differ: u64,
    /// Largest difference of these, in metres.
    pub worst_m: f64,
}

/// Runs one second of a constant desired velocity from each of `count` places of a level that are
/// free for a ball or a capsule.
///
/// The level is moved so that each start is the origin. At 90 m from it, a thousand roundings of
/// 4e-6 m would exceed the millimetre.
#[must_use]
pub fn rates(walked: &Walked, count: usize, seed: u64) -> RateTally {
    let mut rng = SplitMix64::new(seed);
    let mut tally = RateTally::default();
    for _ in 0..count {
        let shape = shape(&mut rng);
        let spawn = Vec3::from(walked.level.spawns[rng.below(walked.level.spawns.len())]);
        let map = Map { shift: -spawn, ..Map::default() };
        let world = Change::Nothing.world(&walked.level, &map, IndexKind::Bvh).world;
        let from = DVec3::ZERO;
        let mut part = |low, high| rng.range(low, high) as f32;
        let desired = Vec3::new(part(-4.0, 4.0), part(-4.0, 0.0), part(-4.0, 4.0));
        if world.overlaps(&shape, from, &QueryFilter::ALL) {
            continue;
        }
        let ends = RATES.map(|rate| end(&world, &shape, from, desired, rate));
        let off = ends.iter().map(|e| (*e - ends[3]).length()).fold(0.0, f64::max);
        tally.runs += 1;
        tally.hindered += u64::from((ends[3] - desired.as_dvec3()).length() > 0.05);
        if off <= MILLIMETRE {
            tally.agree += 1;
        } else if parts(&world, &shape, from, desired) {
            tally.parted += 1;
        } else {
            tally.differ += 1;
            tally.worst_m = tally.worst_m.max(off);
        }
    }
    tally
}

/// Draws a ball, an upright capsule, or a rotated capsule or segment.
fn shape(rng: &mut SplitMix64) -> Shape {
    let radius = rng.range(0.2, 0.4) as f32;
    let turn = Quat::from_array([(); 4].map(|()| rng.range(0.1, 1.0) as f32));
    match rng.below(4) {
        0 => Shape::sphere(radius),
        1 => Shape::capsule(radius, rng.range(2.0, 6.0) as f32 * radius),
        2 => Shape::capsule(radius, rng.range(2.0, 6.0) as f32 * radius).with_rotation(turn),
        _ => Shape::capsule(0.0, rng.range(0.5, 2.0) as f32).with_rotation(turn),
    }
}

/// Returns the end of one second at a constant desired velocity.
fn end(world: &World, shape: &Shape, from: DVec3, desired: Vec3, rate: u16) -> DVec3 {
    let config = MoveConfig { friction_scale: 0.0, ..MoveConfig::default() };
    let (mut scratch, step) = (Scratch::default(), desired / f32::from(rate));
    (0..rate).fold(from, |at, _| {
        world.move_and_slide(&mut scratch, shape, at, Motion::displacement(step, 1.0), &config).position
    })
}

fn parts(world: &World, shape: &Shape, from: DVec3, desired: Vec3) -> bool {
    let rate = RATES[1];
    let ends: Vec<DVec3> = (0..7)
        .map(|i| {
            let mut start = from;
            if i > 0 {
                let x = &mut start[(i - 1) / 2];
                *x = if i % 2 == 0 { x.next_down() } else { x.next_up() };
            }
            end(world, shape, start, desired, rate)
        })
        .collect();
    ends.iter().any(|e| (*e - ends[0]).length() > MILLIMETRE)
}
