//! The movers of the load scene of Jolt's own performance test. They start in a grid above
//! `generate::load` and walk from place to place.

use sidle_judge::{Body, Judge};
use sidle_scenes::SplitMix64;

use crate::{P, Plan};

pub(crate) const NAME: &str = "crowd";
const UP: P = [0.0, 1.0, 0.0];
/// Number of frames with one heading: two seconds.
const STRETCH: usize = 120;

/// Number of movers, metres between them, number of frames. Of many movers only the whole is timed.
const CROWDS: [(usize, f64, usize); 3] = [(100, 4.0, 600), (2025, 1.0, 120), (100_000, 0.12, 8)];
const SHAPES: [(&str, P); 2] = [("sphere", [0.3; 3]), ("tall", [0.3, 0.975, 0.3])];

/// Returns the crowds of 100, 2,025 and 100,000 spheres and tall bodies.
pub(crate) fn plans(judge: &Judge, share: usize) -> Vec<Plan> {
    let mut plans = Vec::new();
    for (shape, half) in SHAPES {
        for (count, spacing, frames) in CROWDS {
            let frames = frames.div_ceil(share.min(4));
            plans.push(plan(judge, &format!("{shape}_{count}"), half, count, spacing, frames));
        }
    }
    plans
}

fn plan(judge: &Judge, name: &str, half: P, count: usize, spacing: f64, frames: usize) -> Plan {
    let mut rng = SplitMix64::new(0x0c0d + count as u64);
    let side = (count as f64).sqrt().ceil() as usize;
    let place = |i: usize| (i as f64 - side as f64 / 2.0) * spacing;
    let mut starts = Vec::with_capacity(count);
    let mut wishes = vec![[0.0; 3]; count * frames];
    for walker in 0..count {
        let from = [place(walker % side), place(walker / side)];
        starts.push(above_ground(judge, from, half));
        let mut at = from;
        for stretch in 0..frames.div_ceil(STRETCH) {
            let target = [0, 1].map(|_| 4.0 * rng.below(10) as f64 - 20.0);
            let speed = rng.range(5.0, 9.5);
            let way = [target[0] - at[0], target[1] - at[1]];
            let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
            // Counted on the planned path: a mover that gets stuck does not change the requests to
            // the next engine.
            let there = (length / speed * 60.0) as usize;
            for frame in stretch * STRETCH..((stretch + 1) * STRETCH).min(frames) {
                if frame - stretch * STRETCH < there {
                    let step = [0, 1].map(|k| way[k] / length * speed);
                    wishes[frame * count + walker] = [step[0] as f32, 0.0, step[1] as f32];
                    at = [0, 1].map(|k| at[k] + step[k] / 60.0);
                }
            }
        }
    }
    let every_move = count == 100;
    Plan {
        name: name.into(),
        half,
        dt: 1.0 / 60.0,
        frames,
        starts,
        wishes,
        up: UP,
        lost_below: -10.0,
        every_move,
        goals: Vec::new(),
    }
}

/// Returns the lowest free place above the ground in steps of 5 cm, with a margin of 2 cm.
fn above_ground(judge: &Judge, [x, z]: [f64; 2], half: P) -> P {
    let body = Body::Sphere { radius: f64::from(half[0]) };
    let core = f64::from(half[1] - half[0]);
    let ground = judge.ray([x, 10.0, z], [0.0, -1.0, 0.0]).map_or(0.0, |d| 10.0 - d);
    let mut y = ground + f64::from(half[1]) + 0.02;
    // The capsule of these half sizes contains the ellipsoid.
    while judge.path_clearance(&body, [x, y - core, z], [x, y + core, z], 0.02).gap < 0.02 {
        y += 0.05;
    }
    [x as f32, y as f32, z as f32]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movers_start_free() {
        let level = sidle_scenes::generate::load();
        let judge = Judge::new(&level.vertices, &level.triangles);
        let plan = plan(&judge, "sphere_100", [0.3; 3], 100, 4.0, 240);
        assert_eq!((plan.starts.len(), plan.wishes.len()), (100, 24_000));
        let body = Body::Sphere { radius: 0.3 };
        assert!(plan.starts.iter().all(|p| judge.clearance(&body, p.map(f64::from), 0.1).gap > 0.019));
    }
}
