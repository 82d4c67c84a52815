//! Crowds that are packed closely. The program of this crate tries any number of cases.

use sidle_attack::crowds::{Counts, LAST_RESORT, run_case};
use sidle_scenes::trials;

#[test]
fn packed_crowds_stay_apart_in_any_order() {
    let mut counts = Counts::default();
    for case in 0..trials(150, 1_500) {
        if let Err(fault) = run_case(5_000 + case, &mut counts) {
            panic!("case {case}: {fault:?}");
        }
    }
    assert_eq!(run_case(LAST_RESORT, &mut counts), Ok(()));
    println!("{counts:?}");
    // Where they do not meet, nothing is tested.
    assert!(10 * counts.contacts > counts.member_steps && counts.held_down > counts.cases, "{counts:?}");
}
