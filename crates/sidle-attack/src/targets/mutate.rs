//! Damages valid bytes: flips bits, changes bytes and words, and copies, cuts and joins parts.

use crate::random::Rng;

const TEXT: &[u8] = b"0123456789-+.eE/\\# \n\"{}[],:";
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1e38",
    "1e39",
    "nan",
    "inf",
    "4294967296",
    "2147483648",
    "65536",
    "1e-45",
    "16777217",
    "255",
];
/// Largest input; longer ones are slower without finding more.
const MOST_BYTES: usize = 1 << 16;

/// Returns a damaged copy of one of `sound`, or of two joined ones, or noise.
pub fn mutated(rng: &mut Rng, sound: &[Vec<u8>]) -> Vec<u8> {
    if sound.is_empty() || rng.chance(8) {
        return (0..rng.below(400)).map(|_| rng.byte()).collect();
    }
    let mut bytes = sound[rng.below(sound.len())].clone();
    for _ in 0..1 + rng.below(6) {
        let at = rng.below(bytes.len() + 1);
        damage(rng, &mut bytes, at, sound);
    }
    bytes.truncate(MOST_BYTES);
    bytes
}

fn damage(rng: &mut Rng, bytes: &mut Vec<u8>, at: usize, sound: &[Vec<u8>]) {
    let end = (at + 1 + rng.below(32)).min(bytes.len());
    match rng.below(10) {
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        1 if at < bytes.len() => bytes[at] = rng.byte(),
        2 if at < bytes.len() => bytes[at] = rng.pick(TEXT),
        3 if at < end => drop(bytes.drain(at..end)),
        4 => bytes.insert(at, rng.pick(TEXT)),
        5 if at < end => {
            let piece = bytes[at..end].to_vec();
            let to = rng.below(bytes.len());
            bytes.splice(to..to, piece);
        }
        6 => {
            let end = (at + 4).min(bytes.len());
            bytes[at..end].fill(rng.pick(&[0, 0xff, 0x7f, 0x80]));
        }
        // Replaces a number in a text by another one.
        7 => {
            let is_number = |b: &u8| b.is_ascii_digit() || matches!(b, b'.' | b'-');
            let Some(from) = bytes[at..].iter().position(is_number).map(|i| at + i) else { return };
            let length = bytes[from..].iter().take_while(|b| is_number(b)).count();
            bytes.splice(from..from + length, rng.pick(&NUMBERS).bytes());
        }
        8 => {
            let other = &sound[rng.below(sound.len())];
            let from = rng.below(other.len());
            bytes.truncate(at);
            bytes.extend_from_slice(&other[from..]);
        }
        _ => bytes.truncate(at),
    }
}
