//! Measures a whole step of a character in moves of its own shape, on the shared levels.
//!
//! `cargo bench -p sidle-bench --bench characters [-- NAME..]`. A walker with the same shape,
//! speeds and headings makes plain moves from the same places, in turn with the character.

#[path = "../../sidle/tests/all/common/mod.rs"]
mod common;

use std::time::Instant;

use common::walker::{DesiredMotion, fall_step};
use sidle::{
    CharacterConfig, CharacterInput, CharacterState, DVec3, MoveConfig, MoverCache, QueryFilter, Scratch,
    Vec3, World,
};
use sidle_bench::{SHARED, shared_level};

const WALKERS: u64 = 64;
const STEPS: u32 = 600;
const RATE: u32 = 60;
const REPEATS: usize = 3;

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    println!("{:<18} {:>9} {:>9} {:>9} {:>9} {:>7}", "level", "move ns", "step ns", "p50", "p99", "ratio");
    let (mut logs, mut levels) = (0.0, 0.0);
    for name in
        SHARED.into_iter().filter(|n| names.is_empty() || names.iter().any(|w| n.contains(w.as_str())))
    {
        let Some(level) = shared_level(name) else { continue };
        let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
        let Ok(world) = World::from_triangles(&vertices, &level.triangles) else { continue };
        let (mut moves, mut steps) = play(&world, &level.spawns);
        for _ in 1..REPEATS {
            let again = play(&world, &level.spawns);
            moves.iter_mut().zip(again.0).for_each(|(t, a)| *t = a.min(*t));
            steps.iter_mut().zip(again.1).for_each(|(t, a)| *t = a.min(*t));
        }
        let mean = |times: &[u64]| times.iter().sum::<u64>() as f64 / times.len().max(1) as f64;
        let ratio = mean(&steps) / mean(&moves);
        let means = [mean(&moves), mean(&steps)];
        steps.sort_unstable();
        let at = |percent: usize| steps.get(steps.len() * percent / 100).copied().unwrap_or(0);
        println!("{name:<18} {:>9.0} {:>9.0} {:>9} {:>9} {ratio:>7.2}", means[0], means[1], at(50), at(99));
        (logs, levels) = (logs + ratio.ln(), levels + 1.0);
    }
    if levels > 0.0 {
        println!("geometric mean of the ratios: {:.2}", (logs / levels).exp());
    }
}

/// Returns the nanoseconds of every move and of every step.
fn play(world: &World, spawns: &[[f32; 3]]) -> (Vec<u64>, Vec<u64>) {
    let (mut scratch, config, of_moves) =
        (Scratch::default(), CharacterConfig::default(), MoveConfig::default());
    let (mut moves, mut steps) = (Vec::new(), Vec::new());
    for walker in 0..WALKERS {
        let spawn = Vec3::from(spawns[walker as usize % spawns.len()]);
        if world.overlaps(&config.shape, spawn, &QueryFilter::ALL) {
            continue;
        }
        let spawn = spawn.as_dvec3();
        let feet = spawn - DVec3::Y * 0.901;
        let (mut desired, mut state) = (DesiredMotion::new(walker), CharacterState::at(feet));
        let (mut here, mut fall) = (spawn, 0.0);
        let (mut near_mover, mut near_character) = (MoverCache::default(), MoverCache::default());
        for _ in 0..STEPS {
            let wish = desired.next(RATE);
            let motion = fall_step(wish, fall, RATE);
            let start = Instant::now();
            let end = scratch.with_cache(&mut near_mover, |scratch| {
                world.move_and_slide(scratch, &config.shape, here, motion, &of_moves)
            });
            moves.push(start.elapsed().as_nanos() as u64);
            (here, fall) = (end.position, end.velocity.y.clamp(-60.0, 60.0));
            let input = CharacterInput { wish_velocity: wish, ..CharacterInput::default() };
            let start = Instant::now();
            let _ = scratch.with_cache(&mut near_character, |scratch| {
                world.step_character(scratch, &config, &mut state, &input, 1.0 / RATE as f32)
            });
            steps.push(start.elapsed().as_nanos() as u64);
            if state.position.y < spawn.y - 80.0 {
                state = CharacterState::at(feet);
            }
            if here.y < spawn.y - 80.0 {
                (here, fall) = (spawn, 0.0);
            }
        }
    }
    (moves, steps)
}
