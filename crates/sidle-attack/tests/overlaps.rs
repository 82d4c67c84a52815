//! Ways out of random overlaps, judged by brute force. The program of this crate tries any number of them.

use sidle::Scratch;
use sidle_attack::overlaps::{Overlap, ask, judge};

#[test]
fn c02_a_way_out_of_an_overlap_is_found_and_is_not_long() {
    let (mut scratch, mut free) = (Scratch::default(), 0);
    for case in 0..2_400_u64 {
        let overlap = Overlap::of_case(2, case);
        let world = overlap.world().expect("an overlap has a world");
        let answer = ask(&overlap, &world, &mut scratch, 1);
        if let Err(fault) = judge(&overlap, &answer, false, false) {
            panic!("case {case}, {answer:?}: {fault}");
        }
        free += u32::from(answer.out.is_free());
    }
    // Where nothing gets out, nothing is tested.
    assert!(free > 2_100, "only {free} of 2,400 got out");
}
