//! The same moves in worlds that were moved, mirrored, scaled, cut and renumbered. What is due for which change, and why, stands
//! in `sidle_attack::relations`.

use sidle::{MoveConfig, QueryFilter, Scratch, Shape, StopReason, Vec3, World};
use sidle_attack::relations::{Relation, Seen, Walked, coarse, compare, cuts, exact, fine, near, rates};

/// Of all moves, how many may part at an edge met head-on: one in so many.
const MOST_PARTED: u64 = 500;

fn hold(relations: &[Relation], levels: &[Walked]) {
    for relation in relations {
        let mut seen = Seen::default();
        for walked in levels {
            seen = seen.merge(&compare(relation, walked).unwrap_or_else(|fault| panic!("{fault}")));
        }
        println!("{:<44} {seen:?}", relation.name);
        assert!(seen.moves > 4_000, "{}: {seen:?}", relation.name);
        assert!(seen.parted * MOST_PARTED <= seen.moves, "{}: {seen:?}", relation.name);
        assert!(seen.same_bits * 2 > seen.moves, "{}: hardly anything is alike: {seen:?}", relation.name);
    }
}

/// Bit for bit: translations that f32 stores exactly, mirrors, x and y exchanged, powers of two, another index.
#[test]
fn what_commutes_with_the_arithmetic_changes_no_bit() {
    hold(&exact(), &fine(1, 1_200, 150));
}

/// Within the skin: other roundings and other ties.
#[test]
fn other_names_for_the_same_surface_end_within_the_skin() {
    hold(&near(), &fine(2, 1_200, 150));
}

/// Within the skin: cuts on a grid on which they move nothing.
#[test]
fn cuts_that_move_nothing_end_within_the_skin() {
    hold(&cuts(), &coarse(3, 1_200, 150));
}
