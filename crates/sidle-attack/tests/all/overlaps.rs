//! Depenetration from random overlaps, judged by brute force. The program of this crate tries any
//! number of them.

use std::sync::Mutex;

use rayon::prelude::*;
use sidle::Scratch;
use sidle_attack::overlaps::{
    Fault, MISSES, Overlap, PLAY_MISSES, Played, ask, is_missed, judge, shared_levels,
};
use sidle_scenes::trials;

/// Checks the answer to one overlap. Counts it in `seen`: the bodies that got out, and the ways
/// that were missed.
fn check(name: &str, Played { overlap, world }: &Played, scratch: &mut Scratch, seen: &Mutex<(u64, u64)>) {
    let answer = ask(overlap, world, scratch, 1);
    let fault: Option<Fault> = judge(overlap, &answer, false, false).err();
    let is_missed = fault.as_ref().is_some_and(is_missed);
    assert!(fault.is_none() || is_missed, "{name}, {answer:?}: {fault:?}");
    let mut seen = seen.lock().unwrap();
    seen.0 += u64::from(answer.out.is_free());
    seen.1 += u64::from(is_missed);
}

/// Checks the counts of all cases. One in `misses` may be missed.
fn check_counts(cases: u64, seen: Mutex<(u64, u64)>, misses: u64) {
    let (free, missed) = seen.into_inner().unwrap();
    assert!(missed * misses <= cases, "{missed} of {cases} ways were missed");
    // Where nothing gets out, nothing is tested.
    assert!(free * 8 > cases * 7, "only {free} of {cases} got out");
}

#[test]
fn c02_a_way_out_of_an_overlap_is_found_and_is_not_long() {
    let (cases, seen) = (trials(500, 2_400), Mutex::default());
    (0..cases).into_par_iter().for_each_init(Scratch::default, |scratch, case| {
        let overlap = Overlap::of_case(2, case);
        let world = overlap.world().expect("an overlap has a world").into();
        check(&format!("case {case} of seed 2"), &Played { overlap, world }, scratch, &seen);
    });
    check_counts(cases, seen, MISSES);
}

#[test]
fn c02_overlaps_that_play_makes_are_resolved() {
    let (cases, seen) = (trials(400, 4_000), Mutex::default());
    let levels = shared_levels("sidle-attack test c02_overlaps_that_play_makes_are_resolved");
    let played: u64 = (0..cases)
        .into_par_iter()
        .map_init(Scratch::default, |scratch, case| {
            let played = Played::of_case(2, case, &levels);
            played.iter().for_each(|one| check(&format!("case {case} of play"), one, scratch, &seen));
            u64::from(played.is_some())
        })
        .sum();
    check_counts(played, seen, PLAY_MISSES);
}
