//! The same wish for a second at several rates.
//!
//! Where the surfaces are planes, x' = P(x) v is solved in closed form piece by piece (a straight
//! line to the next contact, an arc round an edge), so the ends at all rates agree but for the
//! rounding of stored places: far within the millimetre that is promised. Two surfaces of which one
//! is curved under the foot are followed to first order only, and where the surface parts
//! neighbouring paths (an edge met head-on) no rate is right: such runs are told by starting one
//! unit in the last place beside, and counted.

use sidle::{IndexKind, Motion, MoveConfig, QueryFilter, Scratch, Shape, Vec3, World};
use sidle_scenes::SplitMix64;

use super::{Change, Map, Walked};

/// Steps a second.
const RATES: [u16; 4] = [30, 60, 144, 1000];

/// The promise.
const MILLIMETRE: f32 = 1e-3;

/// What became of the runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RateTally {
    /// Runs, each at four rates.
    pub runs: u64,
    /// Of these, how many did not end where the wish led.
    pub hindered: u64,
    /// How many end within a millimetre of each other.
    pub agree: u64,
    /// How many do not, as they also do not at one rate when the start is moved by one unit in the
    /// last place.
    pub parted: u64,
    /// How many do not, without that excuse.
    pub differ: u64,
    /// The widest difference of these, metres.
    pub worst_m: f32,
}

/// A second of a constant wish from each of `count` places of a level where a ball is free.
///
/// The level is moved so that each start is the origin: a thousand roundings of 4e-6 m, 90 m away
/// from it, would be more than the millimetre.
#[must_use]
pub fn rates(walked: &Walked, count: usize, seed: u64) -> RateTally {
    let mut rng = SplitMix64::new(seed);
    let mut tally = RateTally::default();
    for _ in 0..count {
        let shape = Shape::sphere(rng.range(0.2, 0.4) as f32);
        let spawn = Vec3::from(walked.level.spawns[rng.below(walked.level.spawns.len())]);
        let map = Map { shift: -spawn, ..Map::default() };
        let world = Change::Nothing.world(&walked.level, &map, IndexKind::Bvh).world;
        let from = Vec3::ZERO;
        let mut part = |low, high| rng.range(low, high) as f32;
        let desired = Vec3::new(part(-4.0, 4.0), part(-4.0, 0.0), part(-4.0, 4.0));
        if world.overlaps(&shape, from, &QueryFilter::ALL) {
            continue;
        }
        let ends = RATES.map(|rate| end(&world, &shape, from, desired, rate));
        let off = ends.iter().map(|e| (*e - ends[3]).length()).fold(0.0, f32::max);
        tally.runs += 1;
        tally.hindered += u64::from((ends[3] - desired).length() > 0.05);
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

/// Where a second at a constant wish ends.
fn end(world: &World, shape: &Shape, from: Vec3, desired: Vec3, rate: u16) -> Vec3 {
    let config = MoveConfig { friction_scale: 0.0, ..MoveConfig::default() };
    let (mut scratch, step) = (Scratch::default(), desired / f32::from(rate));
    (0..rate).fold(from, |at, _| {
        world.move_and_slide(&mut scratch, shape, at, Motion::displacement(step, 1.0), &config).position
    })
}

fn parts(world: &World, shape: &Shape, from: Vec3, desired: Vec3) -> bool {
    let rate = RATES[1];
    let ends: Vec<Vec3> = (0..7)
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
