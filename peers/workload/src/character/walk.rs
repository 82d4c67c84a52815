//! Runs the plans with one engine's characters.

use std::time::Duration;

use super::{Characters, Stepped};
use crate::clock::{Stopwatch, timed};
use crate::{P, Plan, WalkRaw};

/// Walks twice, like plain movers: in blocks of one frame with the thread CPU clock, and step by
/// step with the other.
pub(crate) fn walk<E: Characters>(engine: &mut E, plan: &Plan) -> WalkRaw {
    let mut spent = Duration::ZERO;
    let (mut first, mut second) = (Crowd::new(engine, plan), Crowd::new(engine, plan));
    let (mut ends, mut again) = (Vec::new(), Vec::new());
    for frame in 0..plan.frames {
        first.start_again(engine, plan);
        timed(&mut spent, || first.step(engine, plan, frame, |step| (step(), 0)));
        ends.extend(first.0.iter().map(|(_, end, _)| *end));
    }
    let watch = Stopwatch::new();
    let mut move_ns = Vec::new();
    for frame in 0..plan.frames {
        second.start_again(engine, plan);
        second.step(engine, plan, frame, |step| watch.time(step));
        again.extend(second.0.iter().map(|(_, end, _)| *end));
        move_ns.extend(second.0.iter().map(|(.., ns)| *ns));
    }
    WalkRaw {
        total_ns: spent.as_nanos() as f64,
        ends: ends.iter().map(|end| end.centre).collect(),
        move_ns,
        repeats: bits(&ends).eq(bits(&again)),
        grounded: ends.iter().map(|end| u32::from(end.grounded)).collect(),
    }
}

fn bits(ends: &[Stepped]) -> impl Iterator<Item = u32> + '_ {
    ends.iter().flat_map(|end| end.centre.map(f32::to_bits).into_iter().chain([end.grounded.into()]))
}

/// The characters, each with the end of its last step and its time.
struct Crowd<C>(Vec<(C, Stepped, u32)>);

impl<C> Crowd<C> {
    fn new<E: Characters<Character = C>>(engine: &mut E, plan: &Plan) -> Self {
        Self(plan.starts.iter().map(|&at| start(engine, at)).collect())
    }

    /// Resets the characters that have left the level to their starts.
    fn start_again<E: Characters<Character = C>>(&mut self, engine: &mut E, plan: &Plan) {
        for (character, &at) in self.0.iter_mut().zip(&plan.starts) {
            if plan.is_lost(character.1.centre) {
                *character = start(engine, at);
            }
        }
    }

    fn step<E: Characters<Character = C>>(
        &mut self,
        engine: &mut E,
        plan: &Plan,
        frame: usize,
        mut time: impl FnMut(&mut dyn FnMut() -> Stepped) -> (Stepped, u32),
    ) {
        for (number, (character, end, ns)) in self.0.iter_mut().enumerate() {
            let wish = plan.wish(frame, number);
            (*end, *ns) = time(&mut || engine.step_character(character, wish, plan.dt));
        }
    }
}

fn start<E: Characters>(engine: &mut E, at: P) -> (E::Character, Stepped, u32) {
    (engine.character(at), Stepped { centre: at, grounded: false }, 0)
}
