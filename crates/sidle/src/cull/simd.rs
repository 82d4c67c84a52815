//! Which instructions lanes are made of.

use fearless_simd::Level;

/// Whether there are any on this target, or plain numbers one after the other.
pub(super) const HAS_LANES: bool = cfg!(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    target_feature = "simd128"
));

/// The widest instructions of this processor; on the web, those that it was built for.
#[inline]
pub(crate) fn level() -> Level {
    // No lanes are wider than 256 bits: what AVX-512 gives them is twice the registers, so that
    // less has to be put aside.
    Level::new()
}

/// The widest that pay for a walk of the index.
#[inline]
pub(crate) fn traversal_simd_level() -> Level {
    let level = level();
    // With AVX-512 a walk is slower: rays took 1.08 to 1.11 of the time.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    let level = level.as_avx2().map_or(level, Level::Avx2);
    level
}
