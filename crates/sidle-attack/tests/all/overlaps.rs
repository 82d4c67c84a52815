//! Depenetration from random overlaps, judged by brute force. The program of this crate tries any
//! number of them.

use sidle::Scratch;
use sidle_attack::overlaps::{NARROW, Overlap, ask, judge};
use sidle_scenes::trials;

#[test]
fn c02_a_way_out_of_an_overlap_is_found_and_is_not_long() {
    let (mut scratch, mut free) = (Scratch::default(), 0);
    let cases = trials(500, 2_400);
    let narrow = NARROW.map(|case| (3, case));
    for (seed, case) in narrow.into_iter().chain((0..cases).map(|case| (2, case))) {
        let overlap = Overlap::of_case(seed, case);
        let world = overlap.world().expect("an overlap has a world");
        let answer = ask(&overlap, &world, &mut scratch, 1);
        if let Err(fault) = judge(&overlap, &answer, false, false) {
            panic!("case {case} of seed {seed}, {answer:?}: {fault}");
        }
        free += u64::from(answer.out.is_free());
    }
    // Where nothing gets out, nothing is tested.
    assert!(free * 8 > cases * 7, "only {free} of {cases} got out");
}
