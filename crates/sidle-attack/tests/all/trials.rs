//! For the world of any byte string, every move and every step of a ball keeps the guarantee.
//! proptest shrinks a failure byte by byte. If the fault is in a move, the output ends with a
//! replay.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError};
use sidle_attack::random::Rng;
use sidle_attack::trial::{self, Failure, Tally};
use sidle_scenes::trials;

/// With `SIDLE_TRIALS=full` there are 120,000 cases. The program of this crate runs any number of
/// them.
fn cases(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
    }
}

/// Few bytes make simple worlds: a string that is used up continues with zeros.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..900)
}

fn held(result: Result<(), Failure>) -> Result<(), TestCaseError> {
    result.map_err(|failure| TestCaseError::fail(failure.to_string()))
}

proptest! {
    #![proptest_config(cases(trials(8_000, 80_000), 1))]

    #[test]
    fn c07_from_a_free_start_every_move_ends_free(bytes in bytes()) {
        held(trial::moves(&mut Rng::of_bytes(&bytes), &mut Tally::default()))?;
    }
}

proptest! {
    #![proptest_config(cases(trials(5_000, 20_000), 2))]

    #[test]
    fn g05_from_a_free_start_every_step_of_a_ball_ends_free(bytes in bytes()) {
        held(trial::balls(&mut Rng::of_bytes(&bytes), &mut Tally::default()))?;
    }
}

/// `sidle-attack moves --seed 105`, case 52473. A ball flew past an edge with less than a skin
/// left. The chords of its recorded path left the parabola by up to a quarter of a skin, and were
/// up to 3 micrometres inside.
#[test]
fn chords_of_a_flight_with_little_skin_left_are_free() {
    let result = trial::any(&mut Rng::seeded(3_546_617_456_467_590_863), &mut Tally::default());
    assert!(result.is_ok(), "{result:?}");
}

/// `sidle-attack moves --seed 106`, case 4241. A point without a skin, 57 nm from a triangle of
/// 2 km by 0.2 micrometres, does not move: no normal that f64 gives is exact enough to prove it
/// free.
#[test]
fn a_point_beside_a_needle_of_two_kilometres_may_stay() {
    let result = trial::any(&mut Rng::seeded(16_289_815_276_812_250_712), &mut Tally::default());
    assert!(result.is_ok(), "{result:?}");
}

/// `sidle-attack moves --seed 303`, case 152733. A capsule without a skin, beside an edge of 1 km,
/// stops 26 nm early: f64 does not give an exact normal of the parallelogram of that edge and its
/// core of 0.9 m.
#[test]
fn a_capsule_beside_an_edge_of_a_kilometre_may_stop_early() {
    let result = trial::any(&mut Rng::seeded(4_953_648_314_105_469_424), &mut Tally::default());
    assert!(result.is_ok(), "{result:?}");
}

/// `sidle-attack moves --seed 304`, case 67090. A point starts 3e-33 m beside a polygon, less
/// than f64 can tell, and is moved out to the other side.
#[test]
fn a_point_on_a_polygon_within_rounding_is_on_neither_side() {
    let result = trial::any(&mut Rng::seeded(14_887_719_777_169_902_734), &mut Tally::default());
    assert!(result.is_ok(), "{result:?}");
}

/// `sidle-attack moves`: seed 201, case 164661, and seed 204, case 13340. Two polygons without area
/// had the same corners. Contacts listed both with one index, and one with the other.
#[test]
fn contacts_list_copies_of_a_segment_with_either_index() {
    for seed in [8_658_920_521_291_506_489, 9_124_643_838_892_033_739] {
        let result = trial::any(&mut Rng::seeded(seed), &mut Tally::default());
        assert!(result.is_ok(), "{seed}: {result:?}");
    }
}

/// `sidle-attack moves`: seed 203, case 151669, where a point grazed a triangle on its way and went
/// through, and seed 202, case 159059, where a point in the plane of a one-sided triangle stayed.
#[test]
fn a_point_without_a_skin_goes_through_nothing_and_goes_on() {
    for seed in [7_714_355_510_603_251_425, 8_923_026_065_970_112_982] {
        let result = trial::any(&mut Rng::seeded(seed), &mut Tally::default());
        assert!(result.is_ok(), "{seed}: {result:?}");
    }
}

proptest! {
    #![proptest_config(cases(trials(4_000, 20_000), 4))]

    #[test]
    fn from_a_free_start_every_step_of_a_character_ends_free(bytes in bytes()) {
        held(trial::characters(&mut Rng::of_bytes(&bytes), &mut Tally::default()))?;
    }
}

/// Ground or not, snaps and heights: the known faults that are left are rare.
#[test]
fn the_rules_of_characters_hold_in_nearly_all_trials() {
    let mut tally = Tally::default();
    for seed in 0..trials(3_000, 10_000) {
        let result = trial::characters(&mut Rng::seeded(seed), &mut tally);
        assert!(result.is_ok(), "seed {seed}: {result:?}");
    }
    assert!(tally.rules_broken * 500 < tally.cases, "{tally:?}");
    assert!(tally.steps_climbed * 50 > tally.character_steps, "{tally:?}");
}

/// Without a skin, a flight along edges has more events than a step divides it at. The move for the
/// rest took the loss of a downward velocity for a gain, and looked for ground with another
/// velocity than it kept.
#[test]
fn the_rest_of_a_flight_with_many_events_keeps_the_rules() {
    for seed in [398, 660, 1006, 2492, 5568] {
        let mut tally = Tally::default();
        tally.strict = true;
        let result = trial::characters(&mut Rng::seeded(seed), &mut tally);
        assert!(result.is_ok(), "{seed}: {result:?}");
    }
}

proptest! {
    #![proptest_config(cases(trials(4_000, 20_000), 3))]

    #[test]
    fn every_query_has_the_same_answer_with_either_index(bytes in bytes()) {
        held(trial::queries(&mut Rng::of_bytes(&bytes), &mut Tally::default()))?;
    }
}

#[test]
fn long_capsules_hit_the_same_with_any_index() {
    let mut tally = Tally::default();
    for seed in 0..trials(3_000, 20_000) {
        let result = trial::long_casts(&mut Rng::seeded(seed), &mut tally);
        assert!(result.is_ok(), "seed {seed}: {result:?}");
    }
    assert!(tally.hindered * 2 > tally.cases && tally.free * 2 > tally.cases, "{tally:?}");
}

/// Trials without contacts would prove nothing.
#[test]
fn most_trials_begin_free_and_many_meet_something() {
    let mut tally = Tally::default();
    for seed in 0..4_000 {
        let result = trial::any(&mut Rng::seeded(seed), &mut tally);
        assert!(result.is_ok(), "seed {seed}: {result:?}");
    }
    assert!(tally.free * 10 > tally.moves * 8, "{tally:?}");
    assert!(tally.hindered * 10 > tally.free * 3, "{tally:?}");
    assert!(tally.ball_steps > 1_000 && tally.edits > 250 && tally.queries > 20_000, "{tally:?}");
    // Refused moves occur as well.
    assert!(tally.free * 100 < tally.moves * 99, "{tally:?}");
}
