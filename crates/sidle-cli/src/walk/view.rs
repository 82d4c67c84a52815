//! Parallel projection of a level. The rays start at a plane, which may lie inside the level and
//! cut it open.

use sidle::{QueryFilter, Vec3, World};

use crate::paint::Spot;

/// Maximum width and height of the drawn level, in pixels.
const MOST: Spot = [1000.0, 900.0];
/// A cut is used only if it shows more of the paths by this factor.
const WORTH: f32 = 1.15;
/// Fractions of the paths that may lie in front of the cut.
const CUTS: [f32; 10] = [0.0, 0.01, 0.03, 0.06, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6];

/// Direction, position and size of a projection.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// Axes of the world: along the lower edge of the picture, up the picture, and away from the
    /// viewer.
    pub(crate) axes: [Vec3; 3],
    /// Minimum along the first two axes, in metres.
    low: [f32; 2],
    /// Size of the picture in pixels.
    pub(crate) size: [u32; 2],
    /// Pixels per metre.
    pub(crate) scale: f32,
    /// Position along the third axis at which rays start, in metres.
    pub(crate) start: f32,
    /// Length of the rays in metres.
    pub(crate) reach: f32,
    /// True if the level is cut open where the rays start.
    pub(crate) is_cut: bool,
}

impl View {
    /// Returns the view of a box along three axes, from outside of the level.
    pub(crate) fn new(axes: [Vec3; 3], frame: (Vec3, Vec3), level: (Vec3, Vec3)) -> Self {
        let span = |axis: Vec3, (low, high): (Vec3, Vec3)| {
            let (a, b) = (axis.dot(low), axis.dot(high));
            if a < b { [a, b] } else { [b, a] }
        };
        let (across, down) = (span(axes[0], frame), span(axes[1], frame));
        let metres = [across[1] - across[0], down[1] - down[0]].map(|side| side.max(0.1));
        let scale = (MOST[0] / metres[0]).min(MOST[1] / metres[1]);
        let size = metres.map(|side| ((side * scale).round() as u32).max(1));
        let depth = span(axes[2], level);
        let low = [across[0], down[0]];
        let (start, reach) = (depth[0] - 1.0, depth[1] - depth[0] + 2.0);
        Self { axes, low, size, scale, start, reach, is_cut: false }
    }

    /// Returns the view with the level cut open, if that shows more of these positions. A position
    /// on the cut keeps `headroom` metres in front of it.
    pub(crate) fn opened_for(self, world: &World, places: &[Vec3], headroom: f32) -> Self {
        let mut depths: Vec<f32> = places.iter().map(|&p| self.depth(p)).collect();
        depths.sort_by(f32::total_cmp);
        let visible = |view: &Self| places.iter().filter(|&&p| view.shows(world, p)).count() as f32;
        let (mut best, mut most) = (self.clone(), visible(&self) * WORTH);
        for share in CUTS {
            let Some(&depth) = depths.get((share * depths.len() as f32) as usize) else { continue };
            let cut = self.cut_at(depth - headroom);
            let seen = visible(&cut);
            if seen > most {
                (best, most) = (cut, seen);
            }
        }
        best
    }

    fn cut_at(&self, start: f32) -> Self {
        Self { start, reach: self.reach - (start - self.start), is_cut: true, ..self.clone() }
    }

    /// Returns the depth of a position along the view direction.
    pub(crate) fn depth(&self, place: Vec3) -> f32 {
        self.axes[2].dot(place)
    }

    /// Returns true if nothing hides the position.
    pub(crate) fn shows(&self, world: &World, place: Vec3) -> bool {
        let behind = self.depth(place) - self.start;
        behind >= 0.0 && !world.is_blocked(place, place - self.axes[2] * behind, &QueryFilter::ALL)
    }

    /// Returns the position in the picture.
    pub(crate) fn spot(&self, place: Vec3) -> Spot {
        let x = (self.axes[0].dot(place) - self.low[0]) * self.scale;
        let y = self.size[1] as f32 - (self.axes[1].dot(place) - self.low[1]) * self.scale;
        [x, y]
    }

    /// Returns the start of the ray through a position of the picture.
    pub(crate) fn ray_start(&self, [x, y]: Spot) -> Vec3 {
        let across = self.low[0] + x / self.scale;
        let up = self.low[1] + (self.size[1] as f32 - y) / self.scale;
        self.axes[0] * across + self.axes[1] * up + self.axes[2] * self.start
    }
}

#[cfg(test)]
mod tests {
    use super::View;
    use sidle::Vec3;

    #[test]
    fn rays_start_where_spots_are() {
        let level = (Vec3::new(-4.0, -1.0, 2.0), Vec3::new(6.0, 3.0, 9.0));
        for axes in [[Vec3::X, Vec3::NEG_Z, Vec3::NEG_Y], [Vec3::NEG_Z, Vec3::Y, Vec3::NEG_X]] {
            let view = View::new(axes, level, level);
            let place = Vec3::new(1.0, 2.0, 3.0);
            let back = view.ray_start(view.spot(place)) + axes[2] * (view.depth(place) - view.start);
            assert!((back - place).length() < 1e-4, "{back}");
            let [x, y] = view.spot(place);
            assert!(x > 0.0 && y > 0.0 && x < view.size[0] as f32 && y < view.size[1] as f32);
        }
    }
}
