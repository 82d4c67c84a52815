//! Selection of the SIMD instruction set.

use fearless_simd::Level;

/// True if this target has SIMD lanes; otherwise lanes are computed one after the other.
const HAS_LANES: bool = cfg!(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    target_feature = "simd128"
));

/// Computes a part of a long kernel: inlined if there are SIMD lanes, otherwise in a function of
/// its own. Without lanes an inlined kernel is so long that compiling it takes
/// minutes. `part` must be `#[inline(always)]`.
#[inline(always)]
pub(crate) fn part_of_kernel<R>(part: impl FnOnce() -> R) -> R {
    if HAS_LANES { part() } else { called(part) }
}

#[inline(never)]
fn called<R>(part: impl FnOnce() -> R) -> R {
    part()
}

/// Returns the widest instruction set of this processor; on the web, the one of the build.
#[inline]
pub(crate) fn level() -> Level {
    // No lanes are wider than 256 bits. AVX-512 provides twice the registers for them, so that
    // fewer values are spilled.
    Level::new()
}

/// Returns the widest instruction set that is worthwhile for traversing the index.
#[inline]
pub(crate) fn traversal_simd_level() -> Level {
    let level = level();
    // Traversal is slower with AVX-512.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    let level = level.as_avx2().map_or(level, Level::Avx2);
    level
}
