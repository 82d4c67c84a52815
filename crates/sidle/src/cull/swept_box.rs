//! A box on its way: which boxes does it meet, and when?

use std::ops::{ControlFlow, Range};

use fearless_simd::{Simd, f32x8, mask32x8, prelude::*};
use glam::DVec3;

use crate::geometry::Aabb;
use crate::tolerance::{NO_MOTION, SLAB_PAD, SLAB_ROUNDING, SLAB_SLACK, STEP_SLACK};

/// A box of half size `half` that moves from `from` along `motion`.
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

    /// A box that holds the whole way.
    pub(crate) fn bounds(&self) -> Aabb {
        Aabb::around(self.from + self.motion * 0.5, self.motion.abs() * 0.5 + self.half)
    }

    /// The sweep, ready to be asked about one box after the other.
    pub(crate) fn timed(self) -> Timed {
        let inverse = |d: f64| if d.abs() < NO_MOTION { 0.0 } else { 1.0 / d };
        let Self { from, motion, half } = self;
        Timed { from, half, inverse: DVec3::new(inverse(motion.x), inverse(motion.y), inverse(motion.z)) }
    }
}

/// How far along a way anyone still looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// What is met later does not count.
    pub(crate) fraction: f64,
    /// Something that was found may be met from here on, and waits to be looked at closely: before
    /// anything is entered later, who visits is called with no polygons, and does that. Infinite
    /// when nothing waits.
    pub(crate) waiting: f32,
}

impl Limit {
    pub(crate) const ALL: Self = Self { fraction: 1.0, waiting: f32::INFINITY };

    /// Before something is entered at a fraction: has everything looked at that waits for less.
    pub(crate) fn settle(
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

/// From when on something may be met and what it is, as one number: what is met earlier is smaller,
/// since the bits of two positive floats are in the order of their values. (-0 comes last.)
#[inline(always)]
pub(crate) fn key_of(fraction: f32, what: u32) -> u64 {
    u64::from(fraction.to_bits()) << 32 | u64::from(what)
}

/// What [`key_of`] was made of.
#[inline(always)]
pub(crate) fn of_key(key: u64) -> (f32, u32) {
    (f32::from_bits((key >> 32) as u32), key as u32)
}

/// A [`Sweep`] that tells when it enters a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed {
    from: DVec3,
    half: DVec3,
    /// 1 / motion on each axis; 0 where nothing moves along it.
    inverse: DVec3,
}

impl Timed {
    /// The fraction at which the moving box enters the box from `min` to `max`, at least 0;
    /// infinite when it misses it or enters after `limit`.
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

    /// A fraction of the way at which something in a box is met, but no earlier than the moving box
    /// enters that box; none where it misses the box.
    ///
    /// This is what makes answers independent of the index. A fraction that is computed from an
    /// ill-conditioned polygon can lie anywhere, also before an index enters the box of the
    /// polygon, and the index may stop before that. The boxes of an index hold those of its
    /// polygons, and every operation of [`Timed::enters`] is monotone in the sides of a box,
    /// rounding included: a larger box is entered no later and left no earlier. So no index enters
    /// a box that holds the polygon later than the fraction that is returned here, and whatever is
    /// met before the limit is looked at by all of them.
    #[inline]
    pub(crate) fn no_earlier_than(&self, bounds: Aabb, fraction: f64) -> Option<f64> {
        let enter = self.enters(bounds.min.as_dvec3(), bounds.max.as_dvec3(), 1.0);
        enter.is_finite().then_some(if enter > fraction { enter } else { fraction })
    }
}

/// A [`Sweep`] for eight boxes at a time, in f32: it meets every box that the sweep meets, and a
/// few that it just misses.
///
/// How far off can f32 be? Half a last place of the way and of the plane of a box, and two each of
/// the difference of an origin to where the way is, of its product with 1 / motion, and of the sum:
/// twice `SLAB_PAD` times the lengths of the way is more, and by that the boxes are larger. What is
/// far from the way does not matter, but for the origin that planes are counted from: it is 255
/// steps away at most, and what is made of it is rounded four times at most, so `STEP_SLACK` of a
/// step is more. Then the fraction is off by the roundings of motion, of 1 / motion and of a
/// product: `SLAB_SLACK`. An axis along which less than the pad is moved counts as moved by the
/// pad, so there is no division by zero and no case of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slabs {
    /// Where the side that a box turns to the way has to be compared with, and the other side.
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

    /// Whether the way leads towards smaller coordinates.
    #[inline]
    pub(crate) fn is_backwards(&self, axis: usize) -> bool {
        self.inverse[axis].is_sign_negative()
    }

    /// The fractions at which sides of boxes are come to along an axis, where these lie whole steps
    /// from an origin.
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

    /// Which of eight boxes are entered before they are left.
    #[inline(always)]
    pub(crate) fn met<S: Simd>(enter: f32x8<S>, leave: f32x8<S>) -> mask32x8<S> {
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
    /// The fractions at which eight boxes are entered, from the sides of them that the way meets
    /// first.
    #[inline(always)]
    pub(crate) fn until_near<S: Simd>(&self, first: f32x8<S>) -> f32x8<S> {
        first.mul_add(self.each, self.near)
    }

    /// The fractions at which eight boxes are left, from the sides of them that the way meets last.
    #[inline(always)]
    pub(crate) fn until_far<S: Simd>(&self, last: f32x8<S>) -> f32x8<S> {
        last.mul_add(self.each, self.far)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 times a stand-in for 1 / 0 was 0, and the ray left the box where it began.
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
