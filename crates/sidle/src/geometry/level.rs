//! Which instructions lanes are made of.

use fearless_simd::Level;

/// The widest instructions of this processor that pay; on the web, those that it was built for.
#[inline]
pub(crate) fn level() -> Level {
    let level = Level::new();
    // AVX-512 was measured too: it is no faster than AVX2 here, and slows down what comes after it.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    let level = level.as_avx2().map_or(level, Level::Avx2);
    level
}
