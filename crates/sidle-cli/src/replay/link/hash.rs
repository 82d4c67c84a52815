//! The hash of a link: two hashes of 32 bits with different factors.
//!
//! `playground/src/hash.js` has the same.

/// A hash of words.
pub(super) struct Hash {
    a: u32,
    b: u32,
}

impl Default for Hash {
    fn default() -> Self {
        Self { a: 0x811c_9dc5, b: 0x1b87_3593 }
    }
}

impl Hash {
    /// Adds a word.
    pub(super) fn word(&mut self, word: u32) {
        self.a = (self.a ^ word).rotate_left(13).wrapping_mul(0x9e37_79b1);
        self.b = (self.b ^ word).rotate_left(17).wrapping_mul(0x85eb_ca6b);
    }

    /// Returns the hash as 16 hexadecimal digits.
    pub(super) fn finish(&self) -> String {
        format!("{:08x}{:08x}", self.a ^ (self.a >> 15), self.b ^ (self.b >> 13))
    }
}

#[cfg(test)]
mod tests {
    use super::Hash;

    /// The same words and hash are in `playground/test/link.test.mjs`.
    #[test]
    fn the_hash_is_that_of_the_page() {
        let mut hash = Hash::default();
        (0..1000_u32).for_each(|i| hash.word(i.wrapping_mul(2_654_435_761)));
        assert_eq!(hash.finish(), "e5cb728d75396ddc");
        assert_eq!(Hash::default().finish(), "811d9ffc1b87e9aa");
    }
}
