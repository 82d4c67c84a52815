//! Reusable memory for the corners of one polygon.

use glam::DVec3;

use super::geometry::Geometry;

const FEW: usize = 8;

/// Buffer for the corners of one polygon: up to 8 inline, more in a reusable allocation.
#[derive(Debug, Default)]
pub(crate) struct Corners {
    /// Initialised on first use, since many queries end without loading a polygon.
    few: Option<[DVec3; FEW]>,
    many: Vec<DVec3>,
    /// Placed instances along a cast: the fraction at which each is entered, and its number.
    pub(super) instances: Vec<(f64, u32)>,
}

impl Corners {
    pub(super) fn load(
        &mut self,
        instance: &Geometry,
        polygon: u32,
        map: impl Fn(DVec3) -> DVec3,
    ) -> &[DVec3] {
        let few = self.few.get_or_insert([DVec3::ZERO; FEW]);
        // Most polygons are triangles, and this path avoids copying the iterator over the corners.
        if let Some([a, b, c]) = instance.triangle(polygon) {
            (few[0], few[1], few[2]) = (map(a.as_dvec3()), map(b.as_dvec3()), map(c.as_dvec3()));
            return &few[..3];
        }
        let corners = instance.corners(polygon).map(|v| map(v.as_dvec3()));
        let count = corners.len();
        if count <= FEW {
            for (place, corner) in few.iter_mut().zip(corners) {
                *place = corner;
            }
            return &few[..count];
        }
        self.many.clear();
        self.many.extend(corners);
        &self.many
    }
}
