//! Keys of places, for tables: equal bits have equal keys.

use glam::DVec3;

/// Adds a word to a key.
pub(crate) fn mixed(key: u64, word: u64) -> u64 {
    let key = (key ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    key ^ (key >> 29)
}

/// Returns a key of the bits of a place. It is the same for all copies of a vertex.
pub(crate) fn of_place(place: DVec3) -> u64 {
    place.to_array().into_iter().fold(1, |key, c| mixed(key, c.to_bits()))
}
