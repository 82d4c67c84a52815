//! A node of the BVH: 96 bytes, one and a half cache lines.

use std::ops::Range;

use fearless_simd::{Simd, f32x8, mask32x8, prelude::*, u32x8};
use glam::DVec3;

use crate::cull::{OverlapTest, Slabs};
use crate::geometry::Aabb;

pub(super) const WIDTH: usize = 8;
const LEAF_BIT: u32 = 1 << 31;
const COUNT_SHIFT: u32 = 28;
const START_MASK: u32 = (1 << COUNT_SHIFT) - 1;

/// A node with eight children. The box of a child spans `origin + min * scale` to `origin + max *
/// scale`, evaluated in f32. The builder checks exactly this evaluation against the true box, so
/// the stored box is never too small. Sweeps evaluate it differently, with the margin of [`Slabs`].
/// A scale is a power of two, stored as its exponent bits.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Node {
    pub(super) origin: [f32; 3],
    pub(super) exponent: [u8; 3],
    pub(super) min: [[u8; WIDTH]; 3],
    pub(super) max: [[u8; WIDTH]; 3],
    pub(super) child: [u32; WIDTH],
}

/// A child: a node or a leaf.
pub(super) enum Child {
    Node(u32),
    Polygons(Range<u32>),
}

impl Node {
    /// The value of an absent child. The root (index 0) is never a child.
    pub(super) const ABSENT: u32 = 0;

    /// Creates a node from the boxes of its children. The caller fills in `child`. Absent children
    /// overlap nothing.
    pub(super) fn new(boxes: &[Aabb]) -> Self {
        let all = boxes.iter().fold(Aabb::EMPTY, |a, &b| a.union(b));
        let mut node = Self {
            origin: all.min.to_array(),
            exponent: [0; 3],
            min: [[255; WIDTH]; 3],
            max: [[0; WIDTH]; 3],
            child: [Self::ABSENT; WIDTH],
        };
        for axis in 0..3 {
            let scale = scale(all.min[axis], all.max[axis]);
            node.exponent[axis] = (scale.to_bits() >> 23) as u8;
            for (i, b) in boxes.iter().enumerate() {
                (node.min[axis][i], node.max[axis][i]) = quantise(node.origin[axis], scale, b, axis);
            }
        }
        node
    }

    #[inline(always)]
    fn scale(&self, axis: usize) -> f32 {
        f32::from_bits(u32::from(self.exponent[axis]) << 23)
    }

    pub(super) fn decode(&self, axis: usize, q: u8) -> f32 {
        self.origin[axis] + f32::from(q) * self.scale(axis)
    }

    /// Returns the sides of the boxes at the given bytes along an axis, like [`Node::decode`], but
    /// for all boxes at once.
    #[inline(always)]
    fn sides<S: Simd>(&self, simd: S, axis: usize, q: [u8; WIDTH]) -> f32x8<S> {
        lanes(simd, q) * self.scale(axis) + self.origin[axis]
    }

    /// Returns a mask of the children that are present.
    #[inline(always)]
    fn present<S: Simd>(&self, simd: S) -> mask32x8<S> {
        u32x8::simd_from(simd, self.child).simd_ne(Self::ABSENT)
    }

    /// Returns one bit per child whose box overlaps `query`.
    #[inline(always)]
    pub(super) fn overlaps<S: Simd>(&self, simd: S, query: &impl OverlapTest) -> u32 {
        let x = [self.sides(simd, 0, self.min[0]), self.sides(simd, 0, self.max[0])];
        let y = [self.sides(simd, 1, self.min[1]), self.sides(simd, 1, self.max[1])];
        let z = [self.sides(simd, 2, self.min[2]), self.sides(simd, 2, self.max[2])];
        (query.overlaps(simd, [x, y, z]) & self.present(simd)).to_bitmask() as u32
    }

    /// Returns the times at which a sweep enters the boxes of the children, and one bit per child
    /// that it hits.
    #[inline(always)]
    pub(super) fn enters<S: Simd>(&self, simd: S, slabs: &Slabs, limit: f32) -> ([f32; WIDTH], u32) {
        let (mut enter, mut leave) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, limit));
        for axis in 0..3 {
            let (low, high) = (self.min[axis], self.max[axis]);
            let (first, last) = if slabs.is_backwards(axis) { (high, low) } else { (low, high) };
            let steps = slabs.steps(axis, self.origin[axis], self.scale(axis));
            enter = enter.max(steps.until_near(lanes(simd, first)));
            leave = leave.min(steps.until_far(lanes(simd, last)));
        }
        let hit = Slabs::hit(enter, leave) & self.present(simd);
        (enter.into(), hit.to_bitmask() as u32)
    }

    /// Returns the box of child `i`, as its minimum and maximum corner.
    fn child_box(&self, i: usize) -> (DVec3, DVec3) {
        let corner = |q: &[[u8; WIDTH]; 3]| {
            DVec3::from_array([0, 1, 2].map(|axis| f64::from(self.decode(axis, q[axis][i]))))
        };
        (corner(&self.min), corner(&self.max))
    }

    pub(super) fn decoded(&self, i: usize) -> Aabb {
        let (min, max) = self.child_box(i);
        Aabb { min: min.as_vec3(), max: max.as_vec3() }
    }

    /// Returns the box of all children.
    pub(super) fn bounds(&self) -> Aabb {
        let present = (0..WIDTH).filter(|&i| self.is_present(i));
        present.fold(Aabb::EMPTY, |all, i| all.union(self.decoded(i)))
    }

    pub(super) fn is_present(&self, i: usize) -> bool {
        self.child[i] != Self::ABSENT
    }

    /// Decodes an entry of `child`, which must be present.
    #[inline]
    pub(super) fn what(c: u32) -> Child {
        if c & LEAF_BIT == 0 {
            return Child::Node(c);
        }
        let start = c & START_MASK;
        Child::Polygons(start..start + ((c >> COUNT_SHIFT) & 7) + 1)
    }

    pub(super) fn child(&self, i: usize) -> Child {
        Self::what(self.child[i])
    }

    pub(super) fn leaf(range: &Range<usize>) -> u32 {
        LEAF_BIT | ((range.len() as u32 - 1) << COUNT_SHIFT) | range.start as u32
    }
}

#[inline(always)]
fn lanes<S: Simd>(simd: S, q: [u8; WIDTH]) -> f32x8<S> {
    let [a, b, c, d, e, f, g, h] = q;
    f32x8::simd_from(
        simd,
        [
            f32::from(a),
            f32::from(b),
            f32::from(c),
            f32::from(d),
            f32::from(e),
            f32::from(f),
            f32::from(g),
            f32::from(h),
        ],
    )
}

/// Returns a step such that 255 of them reach from `min` past `max`. It is a power of two, so
/// multiples of it are exact.
fn scale(min: f32, max: f32) -> f32 {
    let mut s = f32::MIN_POSITIVE.max((max - min) / 255.0);
    s = f32::from_bits(s.to_bits() & 0x7F80_0000);
    while min + 255.0 * s < max {
        s *= 2.0;
    }
    s
}

fn quantise(origin: f32, scale: f32, b: &Aabb, axis: usize) -> (u8, u8) {
    let at = |q: u8| origin + f32::from(q) * scale;
    let mut low = ((b.min[axis] - origin) / scale).clamp(0.0, 255.0) as u8;
    while low > 0 && at(low) > b.min[axis] {
        low -= 1;
    }
    let mut high = ((b.max[axis] - origin) / scale).clamp(0.0, 255.0) as u8;
    while high < 255 && at(high) < b.max[axis] {
        high += 1;
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};
    use glam::Vec3;
    use sidle_scenes::SplitMix64;

    use super::*;
    use crate::cull::{Sweep, traversal_simd_level};

    /// Compares with the reference implementation, which tests one box at a time in f64. Every box
    /// that it enters must be hit, and not later. Includes nodes with boxes far apart, and paths
    /// that are tiny compared with them.
    #[test]
    fn a_box_is_never_entered_late() {
        let mut rng = SplitMix64::new(11);
        let (mut entered, mut missed) = (0, 0);
        for case in 0..60_000 {
            let mut v = |s: f32| Vec3::from([(); 3].map(|()| rng.range(-1.0, 1.0) as f32)) * s;
            // Half of the boxes end exactly at a multiple of the step, which leaves no margin for
            // errors.
            let step = [1e-3, 0.0625, 4.0, 4096.0][case / 3 % 4];
            let middle = v([100.0 * step, 30.0, 1e6][case % 3]);
            let boxes: [Aabb; WIDTH] = std::array::from_fn(|i| {
                let (low, high) = ((v(64.0) + 64.0).floor(), (v(63.0) + 191.0).floor());
                let (low, high) = if i == 0 { (Vec3::ZERO, Vec3::splat(255.0)) } else { (low, high) };
                let size = if case % 2 == 0 { high } else { low + v(1e-3) };
                Aabb::of_points([middle + low * step, middle + size * step].into_iter())
            });
            let node = Node { child: [1; WIDTH], ..Node::new(&boxes) };
            let aim = [boxes[case % WIDTH].min, boxes[case % WIDTH].max][case / 8 % 2];
            let motion = v([0.0, 1e-6, 0.1, 10.0, 1e3][case / 36 % 5]);
            let motion = if case % 5 == 0 { motion * Vec3::new(1.0, 0.0, 0.0) } else { motion };
            let from = (aim - motion * [0.0, 0.5, 1.0][case / 60 % 3]).as_dvec3();
            let half = [0.0, 0.4][case / 180 % 2];
            let sweep = Sweep::new(from, motion.as_dvec3(), DVec3::splat(half));
            let (timed, slabs) = (sweep.timed(), Slabs::new(&sweep));
            for (i, b) in boxes.iter().enumerate() {
                let time = timed.enters(b.min.as_dvec3(), b.max.as_dvec3(), 1.0);
                if time.is_infinite() {
                    missed += 1;
                    continue;
                }
                entered += 1;
                let limit = (time as f32).next_up();
                for level in [traversal_simd_level(), Level::baseline()] {
                    let (enter, hits) = dispatch!(level, simd => node.enters(simd, &slabs, limit));
                    let is_met = hits >> i & 1 == 1 && enter[i] <= limit;
                    assert!(
                        is_met,
                        "case {case}: {b:?} at {time} from {from} by {motion}: {enter:?} {hits:b}"
                    );
                }
            }
        }
        assert!(entered > 60_000 && missed > 100_000, "{entered} {missed}");
    }
}
