//! Charts: flat connected parts of the level, each with a grid of texels.

use std::collections::HashMap;

use sidle::Vec3;

use super::pack::PAGE;
use sidle_cli::level::Level;

/// Extra texels on each side of a chart, so that interpolation never leaves it.
const BORDER: u32 = 1;
/// Minimum cosine between the normals of the triangles of a chart (a tenth of a degree). Flatness
/// is measured separately, in metres.
const SAME_WAY: f32 = 1.0 - 1.6e-6;
/// A chart is rotated along its longest edge if that needs at most this fraction of the texels.
const WORTH_TURNING: f32 = 0.9;

/// A flat part of the level with a texel grid.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// Triangles of the level in this chart.
    pub(crate) triangles: Vec<u32>,
    /// Unit normal of the fronts.
    pub(crate) normal: Vec3,
    /// Width and height in texels, including the border.
    pub(crate) size: [u32; 2],
    frame: Frame,
}

/// A coordinate system of a plane: unit vectors across and down the texels, and the corner of the
/// first texel.
#[derive(Clone, Copy, Debug)]
struct Frame {
    origin: Vec3,
    axes: [Vec3; 2],
    texel: f32,
}

impl Frame {
    fn flat(&self, place: Vec3) -> [f32; 2] {
        self.axes.map(|axis| axis.dot(place - self.origin) / self.texel)
    }
}

impl Chart {
    /// Converts a position to grid coordinates in texels. Texel (i, j) extends from i to i + 1 and
    /// from j to j + 1.
    pub(crate) fn flat(&self, place: Vec3) -> [f32; 2] {
        self.frame.flat(place)
    }

    /// Converts grid coordinates to a position.
    pub(crate) fn place(&self, [x, y]: [f32; 2]) -> Vec3 {
        let Frame { origin, axes, texel } = self.frame;
        origin + axes[0] * (x * texel) + axes[1] * (y * texel)
    }

    /// Size of a texel in metres: as requested, or larger if the chart would not fit onto a page.
    pub(crate) fn texel(&self) -> f32 {
        self.frame.texel
    }

    /// Returns the number of texels if they were `texel` metres large, or their real size if that
    /// is larger.
    pub(crate) fn count_at(&self, texel: f32) -> u64 {
        let scale = self.frame.texel / texel.max(self.frame.texel);
        let side = |n: u32| u64::from(n - 2 * BORDER) as f64 * f64::from(scale);
        self.size.map(|n| side(n).ceil() as u64 + u64::from(2 * BORDER)).iter().product()
    }

    fn new(level: &Level, triangles: Vec<u32>, normal: Vec3, texel: f32) -> Self {
        let corners: Vec<[Vec3; 3]> = triangles.iter().map(|&t| level.corners(t)).collect();
        let upright = upright(normal);
        let along = along_longest_edge(&corners, normal).unwrap_or(upright);
        let span = |axes: [Vec3; 2]| {
            axes.map(|axis| {
                let all = corners.iter().flatten().map(|&p| axis.dot(p - corners[0][0]));
                all.fold([0.0_f32, 0.0], |[low, high], x| [low.min(x), high.max(x)])
            })
        };
        let texels = |axes: [Vec3; 2]| span(axes).map(|[low, high]| ((high - low) / texel).ceil().max(1.0));
        let area = |axes: [Vec3; 2]| (texels(axes)[0] + 2.0) * (texels(axes)[1] + 2.0);
        let fits = texels(along).into_iter().all(|n| n <= MOST as f32);
        let turned = fits && area(along) <= area(upright) * WORTH_TURNING;
        let axes = if turned { along } else { upright };
        let (span, texels) = (span(axes), texels(axes));
        // The grid is centred: its excess over the chart is divided equally.
        let low = [0, 1].map(|k| (span[k][0] + span[k][1] - (texels[k] + 2.0 * BORDER as f32) * texel) / 2.0);
        let origin = corners[0][0] + axes[0] * low[0] + axes[1] * low[1];
        let size = texels.map(|n| n as u32 + 2 * BORDER);
        Self { triangles, normal, size, frame: Frame { origin, axes, texel } }
    }
}

/// Longest side of a chart in texels, without the border.
const MOST: u32 = PAGE - 2 * BORDER;

/// Returns two axes across a plane. For walls, the second one points down.
fn upright(normal: Vec3) -> [Vec3; 2] {
    let up = if normal.y.abs() < 0.7 { Vec3::Y } else { Vec3::Z };
    let across = up.as_dvec3().cross(normal.as_dvec3()).normalize().as_vec3();
    [across, across.cross(normal)]
}

fn along_longest_edge(corners: &[[Vec3; 3]], normal: Vec3) -> Option<[Vec3; 2]> {
    let edges = corners.iter().flat_map(|&[a, b, c]| [b - a, c - b, a - c]);
    let longest = edges.fold(Vec3::ZERO, |l, e| if e.length_squared() > l.length_squared() { e } else { l });
    let flat = longest.as_dvec3() - normal.as_dvec3() * normal.as_dvec3().dot(longest.as_dvec3());
    let across = flat.normalize_or_zero().as_vec3();
    (across != Vec3::ZERO).then(|| [across, across.cross(normal)])
}

/// The charts of a level, and the triangles without a chart.
#[derive(Debug)]
pub(crate) struct Charts {
    /// The charts in the order of their first triangles.
    pub(crate) list: Vec<Chart>,
    /// The chart of each triangle; `None` for triangles without area.
    pub(crate) of_triangle: Vec<Option<u32>>,
}

impl Charts {
    /// Collects neighbouring triangles within `flatness` metres of the plane of the first. A single
    /// triangle that does not fit onto a page gets larger texels.
    pub(crate) fn new(level: &Level, texel: f32, flatness: f32) -> Self {
        let neighbours = Neighbours::new(level);
        let mut of_triangle = vec![None; level.data.triangles.len()];
        let (mut list, mut group) = (Vec::new(), Vec::new());
        for seed in 0..level.data.triangles.len() as u32 {
            let normal = level.front(seed);
            if of_triangle[seed as usize].is_some() || normal == Vec3::ZERO {
                continue;
            }
            let mut plane = Plane::new(level, seed, texel);
            group.clear();
            group.push(seed);
            of_triangle[seed as usize] = Some(list.len() as u32);
            let mut next = 0;
            while let Some(&triangle) = group.get(next) {
                next += 1;
                for other in neighbours.of(level, triangle) {
                    let fits = of_triangle[other as usize].is_none()
                        && level.front(other).dot(normal) > SAME_WAY
                        && plane.takes(level, other, flatness);
                    if fits {
                        of_triangle[other as usize] = Some(list.len() as u32);
                        group.push(other);
                    }
                }
            }
            list.push(Chart::new(level, group.clone(), normal, plane.frame.texel));
        }
        Self { list, of_triangle }
    }
}

/// The plane of a growing chart, and its current extent.
struct Plane {
    frame: Frame,
    normal: Vec3,
    low: [f32; 2],
    high: [f32; 2],
}

impl Plane {
    fn new(level: &Level, seed: u32, texel: f32) -> Self {
        let (corners, normal) = (level.corners(seed), level.front(seed));
        let frame = Frame { origin: corners[0], axes: upright(normal), texel };
        let mut plane = Self { frame, normal, low: [0.0; 2], high: [0.0; 2] };
        let (low, high) = plane.grown(&corners);
        // A little more than needed, because of rounding.
        plane.frame.texel *= (Self::longest(low, high) / (MOST as f32 * 0.999)).max(1.0);
        (plane.low, plane.high) = plane.grown(&corners);
        plane
    }

    fn grown(&self, corners: &[Vec3; 3]) -> ([f32; 2], [f32; 2]) {
        let (mut low, mut high) = (self.low, self.high);
        for flat in corners.map(|c| self.frame.flat(c)) {
            for k in 0..2 {
                (low[k], high[k]) = (low[k].min(flat[k]), high[k].max(flat[k]));
            }
        }
        (low, high)
    }

    fn longest(low: [f32; 2], high: [f32; 2]) -> f32 {
        (high[0] - low[0]).max(high[1] - low[1])
    }

    /// Adds a triangle if it lies in the plane and the chart still fits onto a page. Returns true
    /// if it was added.
    fn takes(&mut self, level: &Level, triangle: u32, flatness: f32) -> bool {
        let corners = level.corners(triangle);
        let off = |c: Vec3| (c - self.frame.origin).as_dvec3().dot(self.normal.as_dvec3()).abs() as f32;
        let (low, high) = self.grown(&corners);
        let fits = corners.into_iter().all(|c| off(c) <= flatness) && Self::longest(low, high) <= MOST as f32;
        if fits {
            (self.low, self.high) = (low, high);
        }
        fits
    }
}

/// The triangles that share an edge. Corners at the same position count as one, whatever their
/// indices.
struct Neighbours {
    place_of: Vec<u32>,
    /// An edge (its two ends, the smaller number first) and a triangle at it; sorted.
    edges: Vec<([u32; 2], u32)>,
}

impl Neighbours {
    fn new(level: &Level) -> Self {
        let mut places = HashMap::new();
        let place_of: Vec<u32> = level
            .data
            .vertices
            .iter()
            .map(|v| {
                let next = places.len() as u32;
                // Adding 0 turns -0 into 0.
                *places.entry(v.map(|x| (x + 0.0).to_bits())).or_insert(next)
            })
            .collect();
        let mut this = Self { place_of, edges: Vec::new() };
        for triangle in 0..level.data.triangles.len() as u32 {
            this.edges.extend(this.edges_of(level, triangle).map(|edge| (edge, triangle)));
        }
        this.edges.sort_unstable();
        this
    }

    fn edges_of(&self, level: &Level, triangle: u32) -> [[u32; 2]; 3] {
        let [a, b, c] = level.data.triangles[triangle as usize].map(|i| self.place_of[i as usize]);
        [[a, b], [b, c], [c, a]].map(|[p, q]| [p.min(q), p.max(q)])
    }

    fn of(&self, level: &Level, triangle: u32) -> impl Iterator<Item = u32> + '_ {
        self.edges_of(level, triangle).into_iter().flat_map(|edge| {
            let first = self.edges.partition_point(|e| e.0 < edge);
            self.edges[first..].iter().take_while(move |e| e.0 == edge).map(|e| e.1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Charts;
    use sidle_cli::level::Level;
    use sidle_scenes::Builder;

    fn room() -> Level {
        let mut builder = Builder::new();
        builder.room([0.0; 3], [8.0, 4.0, 8.0], 2.0);
        crate::level::level_of_scene(&builder.finish("room", &[]))
    }

    #[test]
    fn m14_flat_neighbours_are_one_chart_and_every_place_has_its_texel() {
        let level = room();
        let charts = Charts::new(&level, 0.1, 1e-4);
        let inside = charts.list.iter().filter(|c| c.size == [82, 82] || c.size == [82, 42]).count();
        assert_eq!(inside, 6, "floor, ceiling, four walls: {:?}", charts.list);
        for (triangle, chart) in charts.of_triangle.iter().enumerate() {
            let chart = &charts.list[chart.unwrap() as usize];
            assert!(chart.triangles.contains(&(triangle as u32)));
            for corner in level.corners(triangle as u32) {
                let [x, y] = chart.flat(corner);
                let [w, h] = chart.size.map(|n| n as f32);
                assert!(x > 0.99 && y > 0.99 && x < w - 0.99 && y < h - 0.99, "{x} {y} of {w} {h}");
                assert!((chart.place([x, y]) - corner).length() < 1e-5);
            }
        }
    }

    #[test]
    fn m14_a_slanted_strip_is_turned_along_its_edge() {
        let mut builder = Builder::new();
        builder.quad([0.0, 0.0, 0.0], [7.0, 0.0, 7.0], [7.1, 0.0, 6.9], [0.1, 0.0, -0.1]);
        let level = crate::level::level_of_scene(&builder.finish("strip", &[]));
        let charts = Charts::new(&level, 0.1, 1e-4);
        let [w, h] = charts.list[0].size;
        assert!(charts.list.len() == 1 && w * h <= 102 * 5, "{w} x {h}");
    }

    #[test]
    fn m14_what_fits_no_page_is_shared_out_or_gets_larger_texels() {
        // Small triangles of a large floor are divided among charts that fit.
        let mut builder = Builder::new();
        builder.floor(0.0, [0.0, 0.0], [100.0, 1.0], [100, 1]);
        let level = crate::level::level_of_scene(&builder.finish("floor", &[]));
        let charts = Charts::new(&level, 0.01, 1e-4);
        assert_eq!(charts.list.len(), 3);
        assert!(charts.list.iter().all(|c| c.size[0] <= 4096 && c.size[1] <= 4096 && c.texel() == 0.01));
        // A single large triangle gets larger texels.
        let mut builder = Builder::new();
        builder.floor(0.0, [0.0, 0.0], [100.0, 1.0], [1, 1]);
        let level = crate::level::level_of_scene(&builder.finish("floor", &[]));
        let charts = Charts::new(&level, 0.01, 1e-4);
        let chart = &charts.list[0];
        assert!(charts.list.len() == 1 && chart.size[0] <= 4096 && chart.size[0] > 4000, "{:?}", chart.size);
        let count: u64 = chart.size.iter().map(|&n| u64::from(n)).product();
        assert_eq!(chart.count_at(0.01), count);
        assert!((102 * 3..=103 * 4).contains(&chart.count_at(1.0)), "never too few: {}", chart.count_at(1.0));
    }
}
