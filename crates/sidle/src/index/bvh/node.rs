//! One node: 64 bytes, a cache line.

use std::ops::Range;

use glam::{DVec3, Vec4};

use crate::geometry::{Aabb, Slabs};

pub(super) const WIDTH: usize = 4;
const LEAF_BIT: u32 = 1 << 31;
const COUNT_SHIFT: u32 = 28;
const START_MASK: u32 = (1 << COUNT_SHIFT) - 1;

/// Four children. A child's box spans `origin + min * scale` to `origin + max * scale`, evaluated in f32: the builder
/// checks that very evaluation against the true box, so it is never too small.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Node {
    pub(super) origin: [f32; 3],
    pub(super) scale: [f32; 3],
    pub(super) min: [[u8; WIDTH]; 3],
    pub(super) max: [[u8; WIDTH]; 3],
    pub(super) child: [u32; WIDTH],
}

/// What a child is.
pub(super) enum Child {
    Node(u32),
    Polygons(Range<u32>),
}

impl Node {
    /// No child: the root is below no node.
    pub(super) const ABSENT: u32 = 0;

    /// A node of the children's boxes; `child` is filled in by the caller. Absent children overlap nothing.
    pub(super) fn new(boxes: &[Aabb]) -> Self {
        let all = boxes.iter().fold(Aabb::EMPTY, |a, &b| a.union(b));
        let mut node = Self {
            origin: all.min.to_array(),
            scale: [0.0; 3],
            min: [[255; WIDTH]; 3],
            max: [[0; WIDTH]; 3],
            child: [Self::ABSENT; WIDTH],
        };
        for axis in 0..3 {
            node.scale[axis] = scale(all.min[axis], all.max[axis]);
            for (i, b) in boxes.iter().enumerate() {
                (node.min[axis][i], node.max[axis][i]) =
                    quantise(node.origin[axis], node.scale[axis], b, axis);
            }
        }
        node
    }

    pub(super) fn decode(&self, axis: usize, q: u8) -> f32 {
        self.origin[axis] + f32::from(q) * self.scale[axis]
    }

    /// The sides of the four boxes that lie at some bytes along an axis: [`Node::decode`] for all of them at once.
    #[inline(always)]
    fn sides(&self, axis: usize, q: [u8; WIDTH]) -> Vec4 {
        Vec4::splat(self.origin[axis]) + lanes(q) * Vec4::splat(self.scale[axis])
    }

    /// One bit per child that is there: the bytes of an absent one are the wrong way round.
    #[inline(always)]
    fn present(&self) -> u32 {
        lanes(self.min[0]).cmple(lanes(self.max[0])).bitmask()
    }

    /// One bit per child whose box meets `query`.
    #[inline(always)]
    pub(super) fn overlaps(&self, query: &Aabb) -> u32 {
        let mut hits = self.present();
        for axis in 0..3 {
            hits &= self.sides(axis, self.min[axis]).cmple(Vec4::splat(query.max[axis])).bitmask();
            hits &= self.sides(axis, self.max[axis]).cmpge(Vec4::splat(query.min[axis])).bitmask();
        }
        hits
    }

    /// When a way enters the boxes of the children, and one bit per child that it meets.
    #[inline(always)]
    pub(super) fn enters(&self, slabs: &Slabs, limit: f32) -> (Vec4, u32) {
        let (mut enter, mut leave) = (Vec4::ZERO, Vec4::splat(limit));
        for axis in 0..3 {
            let (low, high) = (self.min[axis], self.max[axis]);
            let (first, last) = if slabs.is_backwards(axis) { (high, low) } else { (low, high) };
            enter = enter.max(slabs.until_near(axis, self.sides(axis, first)));
            leave = leave.min(slabs.until_far(axis, self.sides(axis, last)));
        }
        (enter, Slabs::met(enter, leave) & self.present())
    }

    /// The box of child `i`, as its least and greatest corner.
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

    /// The box of all children.
    pub(super) fn bounds(&self) -> Aabb {
        let present = (0..WIDTH).filter(|&i| self.is_present(i));
        present.fold(Aabb::EMPTY, |all, i| all.union(self.decoded(i)))
    }

    pub(super) fn is_present(&self, i: usize) -> bool {
        self.child[i] != Self::ABSENT
    }

    /// What a word of `child` says; the child is present.
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
fn lanes([a, b, c, d]: [u8; WIDTH]) -> Vec4 {
    Vec4::new(f32::from(a), f32::from(b), f32::from(c), f32::from(d))
}

/// A step such that 255 of them reach from `min` past `max`: a power of two, so that a multiple of it is exact.
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
