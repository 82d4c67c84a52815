//! Moving box against boxes: overlap and time of entry.

use std::ops::{ControlFlow, Range};

use fearless_simd::{Simd, f32x8, mask32x8, prelude::*};
use glam::DVec3;

use crate::geometry::WideBox;
use crate::tolerance::{NO_MOTION, SLAB_PAD, SLAB_ROUNDING, SLAB_SLACK, STEP_SLACK};

/// Box of half size `half` that moves from `from` along `motion`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep {
    from: DVec3,
    motion: DVec3,
    half: DVec3,
}

impl Sweep {
    pub(crate) fn new(from: DVec3, motion: DVec3, half: DVec3) -> Self {
        // Padded against the rounding of the slab test itself.
        let pad = (from.abs() + motion.abs() + half) * SLAB_ROUNDING;
        Self { from, motion, half: half + pad }
    }

    /// Returns a box that contains the whole path.
    pub(crate) fn bounds(&self) -> WideBox {
        WideBox::around(self.from + self.motion * 0.5, self.motion.abs() * 0.5 + self.half)
    }

    /// Returns the sweep in a form that tests one box after the other.
    pub(crate) fn timed(self) -> Timed {
        let inverse = |d: f64| if d.abs() < NO_MOTION { 0.0 } else { 1.0 / d };
        let Self { from, motion, half } = self;
        Timed { from, half, inverse: DVec3::new(inverse(motion.x), inverse(motion.y), inverse(motion.z)) }
    }
}

/// End of the part of a path that a traversal still searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// Later contacts do not count.
    pub(crate) fraction: f64,
    /// Earliest possible contact of the candidates that still need the exact test. Before the
    /// traversal enters a node later than this, it calls the visitor with no polygons, and the
    /// visitor runs those tests. Infinite without such candidates.
    pub(crate) waiting: f32,
}

impl Limit {
    pub(crate) const ALL: Self = Self { fraction: 1.0, waiting: f32::INFINITY };

    /// Before a node is entered at a fraction: runs the tests of all candidates with an earlier
    /// possible contact.
    pub(crate) fn run_waiting_tests(
        &mut self,
        entered: f64,
        visit: &mut impl FnMut(Range<u32>, &mut Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while entered > f64::from(self.waiting) {
            visit(0..0, self)?;
        }
        ControlFlow::Continue(())
    }
}

/// Packs a fraction and an index into one number that sorts by fraction first. This works because
/// the bits of positive floats are in the order of their values. (-0 comes last.)
#[inline(always)]
pub(crate) fn key_of(fraction: f32, what: u32) -> u64 {
    u64::from(fraction.to_bits()) << 32 | u64::from(what)
}

/// Returns the arguments of [`key_of`].
#[inline(always)]
pub(crate) fn of_key(key: u64) -> (f32, u32) {
    (f32::from_bits((key >> 32) as u32), key as u32)
}

/// [`Sweep`] that computes the time at which it enters a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed {
    from: DVec3,
    half: DVec3,
    /// 1 / motion on each axis; 0 on axes without motion.
    inverse: DVec3,
}

impl Timed {
    /// Returns the fraction, at least 0, at which the moving box enters the box from `min` to
    /// `max`. Returns infinity if it misses that box, or enters it after `limit`.
    #[inline]
    pub(crate) fn enters(&self, min: DVec3, max: DVec3, limit: f64) -> f64 {
        let (mut enter, mut leave) = (0.0, limit);
        for axis in 0..3 {
            let low = min[axis] - self.half[axis] - self.from[axis];
            let high = max[axis] + self.half[axis] - self.from[axis];
            if self.inverse[axis] == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return f64::INFINITY;
                }
                continue;
            }
            let (a, b) = (low * self.inverse[axis], high * self.inverse[axis]);
            let (a, b) = if a < b { (a, b) } else { (b, a) };
            enter = if a > enter { a } else { enter };
            leave = if b < leave { b } else { leave };
        }
        if enter <= leave { enter } else { f64::INFINITY }
    }

    /// Returns `fraction`, or the fraction at which the moving box enters `bounds` if that is
    /// later. Returns `None` if it misses `bounds`.
    ///
    /// This makes results independent of the index. The fraction of an ill-conditioned polygon can
    /// have any value, even one before an index enters the box of the polygon; the index may stop
    /// before that. The boxes of an index contain those of its polygons. Every operation of
    /// [`Timed::enters`] is monotone in the sides of a box, rounding included: a larger box is
    /// entered no later and left no earlier. So no index enters a box that contains the polygon
    /// later than the returned fraction, and every index visits all polygons hit before the limit.
    #[inline]
    pub(crate) fn no_earlier_than(&self, bounds: WideBox, fraction: f64) -> Option<f64> {
        let enter = self.enters(bounds.min, bounds.max, 1.0);
        enter.is_finite().then_some(if enter > fraction { enter } else { fraction })
    }
}

/// [`Sweep`] against eight boxes at a time, in f32. It hits every box that the sweep hits, and a
/// few that it just misses.
///
/// Error of f32: the path and the plane of a box each contribute half a unit in the last place. The
/// difference of an origin to the path, its product with 1 / motion, and the sum contribute two
/// units each. Twice `SLAB_PAD` times the lengths of the path is more; the boxes are enlarged by
/// that. Boxes far from the path do not matter, except for the origin from which planes are
/// counted. It is at most 255 steps away, and values computed from it are rounded at most four
/// times, so `STEP_SLACK` of a step is more. The fraction is then off by the rounding of the
/// motion, of 1 / motion and of a product: `SLAB_SLACK`. Along an axis with less motion than the
/// pad, the pad replaces the motion. There is therefore no division by zero and no special case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slabs {
    /// Positions to compare with the side of a box that faces the path, and with the opposite side.
    near: [f32; 3],
    far: [f32; 3],
    /// 1 / motion.
    inverse: [f32; 3],
}

impl Slabs {
    #[inline(always)]
    pub(crate) fn new(sweep: &Sweep) -> Self {
        let mut slabs = Self { near: [0.0; 3], far: [0.0; 3], inverse: [0.0; 3] };
        for axis in 0..3 {
            let (from, motion, half) = (sweep.from[axis], sweep.motion[axis], sweep.half[axis]);
            let pad = (from.abs() + motion.abs() + half) * SLAB_PAD + f64::from(f32::MIN_POSITIVE).sqrt();
            let reach = (half + 2.0 * pad).copysign(motion);
            slabs.near[axis] = (from + reach) as f32;
            slabs.far[axis] = (from - reach) as f32;
            slabs.inverse[axis] = (motion.abs().max(pad).copysign(motion) as f32).recip();
        }
        slabs
    }

    /// Returns true if the path leads towards smaller coordinates.
    #[inline]
    pub(crate) fn is_backwards(&self, axis: usize) -> bool {
        self.inverse[axis].is_sign_negative()
    }

    /// Returns the fractions at which the path reaches the sides of boxes along an axis, if these
    /// lie whole steps from an origin.
    #[inline(always)]
    pub(crate) fn steps(&self, axis: usize, origin: f32, step: f32) -> Steps {
        let inverse = self.inverse[axis];
        let each = step * inverse;
        let slack = each.abs() * STEP_SLACK;
        Steps {
            each,
            near: (origin - self.near[axis]) * inverse - slack,
            far: (origin - self.far[axis]) * inverse + slack,
        }
    }

    /// Returns a mask of the boxes that are entered before they are left.
    #[inline(always)]
    pub(crate) fn hit<S: Simd>(enter: f32x8<S>, leave: f32x8<S>) -> mask32x8<S> {
        enter.simd_le(leave + SLAB_SLACK)
    }
}

/// See [`Slabs::steps`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    each: f32,
    near: f32,
    far: f32,
}

impl Steps {
    /// Returns the fractions at which eight boxes are entered, from their sides that the path
    /// reaches first.
    #[inline(always)]
    pub(crate) fn until_near<S: Simd>(&self, first: f32x8<S>) -> f32x8<S> {
        first.mul_add(self.each, self.near)
    }

    /// Returns the fractions at which eight boxes are left, from their sides that the path reaches
    /// last.
    #[inline(always)]
    pub(crate) fn until_far<S: Simd>(&self, last: f32x8<S>) -> f32x8<S> {
        last.mul_add(self.each, self.far)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression test: 0 times a replacement for 1 / 0 was 0, and the ray left the box where it
    /// started.
    #[test]
    fn a_ray_in_the_side_of_a_box_meets_it() {
        let (min, max) = (DVec3::new(0.0, 0.0, -0.05), DVec3::new(300.0, 0.0, 0.0));
        let timed = |from, motion| Sweep::new(from, motion, DVec3::ZERO).timed();
        let down = timed(DVec3::new(1.0, 1.0, 0.0), DVec3::NEG_Y * 3.0);
        assert!((down.enters(min, max, 1.0) - 1.0 / 3.0).abs() < 1e-11);
        let beside = timed(DVec3::new(1.0, 1.0, 1e-9), DVec3::NEG_Y * 3.0);
        assert_eq!(beside.enters(min, max, 1.0), f64::INFINITY);
        let still = timed(DVec3::new(1.0, 0.0, 0.0), DVec3::ZERO);
        assert_eq!(still.enters(min, max, 1.0), 0.0);
    }
}
