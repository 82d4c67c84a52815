//! Eight vectors side by side, in f32.
//!
//! Code that constructs them must not be in a closure: the compiler uses the SIMD instruction set
//! only for code that is certain to be inlined.

use fearless_simd::{Simd, f32x4, f32x8, prelude::*};
use glam::Vec3;

pub(super) use crate::tolerance::{F32_PAD as PAD, F32_TINY as TINY};

/// Triangles that are tested in parallel.
pub(crate) const LANES: usize = 8;

/// Eight triangles in place: copying their corners first would take as long as the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangles<'a> {
    pub(crate) vertices: &'a [Vec3],
    /// Three for each triangle.
    pub(crate) ids: &'a [u32; 3 * LANES],
}

impl<'a> Triangles<'a> {
    /// Returns triangles without shared vertices.
    pub(crate) fn of(triangles: &'a [[Vec3; 3]; LANES]) -> Self {
        const OWN: [u32; 3 * LANES] =
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23];
        Self { vertices: triangles.as_flattened(), ids: &OWN }
    }

    #[inline(always)]
    fn corner(&self, i: usize) -> &Vec3 {
        &self.vertices[self.ids[i] as usize]
    }
}

/// Eight triangles in columns. For each corner and axis, eight numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Columns([[[f32; LANES]; 3]; 3]);

impl Columns {
    pub(crate) fn set(&mut self, lane: usize, corners: &[Vec3; 3]) {
        for (columns, corner) in self.0.iter_mut().zip(corners) {
            for (column, x) in columns.iter_mut().zip(corner.to_array()) {
                column[lane] = x;
            }
        }
    }

    pub(crate) fn get(&self, lane: usize) -> [Vec3; 3] {
        let corner = |k: usize| Vec3::new(self.0[k][0][lane], self.0[k][1][lane], self.0[k][2][lane]);
        [corner(0), corner(1), corner(2)]
    }
}

/// Eight vectors.
#[derive(Clone, Copy)]
pub(super) struct Eight<S: Simd> {
    pub(super) x: f32x8<S>,
    pub(super) y: f32x8<S>,
    pub(super) z: f32x8<S>,
}

/// Returns four vectors in columns. x and y are adjacent in memory and are loaded together.
#[inline(always)]
fn in_columns<S: Simd>(simd: S, [p, q, r, s]: [&Vec3; 4]) -> [f32x4<S>; 3] {
    let pq = f32x4::simd_from(simd, [p.x, p.y, q.x, q.y]);
    let rs = f32x4::simd_from(simd, [r.x, r.y, s.x, s.y]);
    [pq.unzip_low(rs), pq.unzip_high(rs), f32x4::simd_from(simd, [p.z, q.z, r.z, s.z])]
}

impl<S: Simd> Eight<S> {
    #[inline(always)]
    pub(super) fn splat(simd: S, v: Vec3) -> Self {
        Self { x: f32x8::splat(simd, v.x), y: f32x8::splat(simd, v.y), z: f32x8::splat(simd, v.z) }
    }

    /// Returns corner `k` of eight triangles, relative to a point.
    #[inline(always)]
    pub(super) fn seen(simd: S, t: &Triangles<'_>, k: usize, from: Vec3) -> Self {
        let [p, q, r, s] = [t.corner(k), t.corner(3 + k), t.corner(6 + k), t.corner(9 + k)];
        let [u, v, w, x] = [t.corner(12 + k), t.corner(15 + k), t.corner(18 + k), t.corner(21 + k)];
        let ([x, y, z], [xx, yy, zz]) = (in_columns(simd, [p, q, r, s]), in_columns(simd, [u, v, w, x]));
        Self { x: x.combine(xx) - from.x, y: y.combine(yy) - from.y, z: z.combine(zz) - from.z }
    }

    /// Returns corner `k` of eight triangles in columns, relative to a point.
    #[inline(always)]
    pub(super) fn loaded(simd: S, t: &Columns, k: usize, from: Vec3) -> Self {
        let [x, y, z] = &t.0[k];
        Self {
            x: f32x8::simd_from(simd, *x) - from.x,
            y: f32x8::simd_from(simd, *y) - from.y,
            z: f32x8::simd_from(simd, *z) - from.z,
        }
    }

    #[inline(always)]
    pub(super) fn scaled(self, by: Vec3) -> Self {
        Self { x: self.x * by.x, y: self.y * by.y, z: self.z * by.z }
    }

    #[inline(always)]
    pub(super) fn minus(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }

    #[inline(always)]
    pub(super) fn times(self, s: f32x8<S>) -> Self {
        Self { x: self.x * s, y: self.y * s, z: self.z * s }
    }

    #[inline(always)]
    pub(super) fn dot(self, o: Self) -> f32x8<S> {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    /// Returns the sum of the absolute components: an upper bound of the length.
    #[inline(always)]
    pub(super) fn along_axes(self) -> f32x8<S> {
        self.x.abs() + self.y.abs() + self.z.abs()
    }

    #[inline(always)]
    pub(super) fn cross(self, o: Self) -> Self {
        Self {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }
}
