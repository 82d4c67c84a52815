//! The light maps as pages of pixels, and the positions of the triangles on them.

use super::baker::Sides;
use super::charts::Charts;
use super::pack::{Spot, pack};

/// The light of the largest pixel value, sixteen times the white of a screen. Brighter light is
/// clamped to it.
/// brighter is stored as this.
pub(crate) const BRIGHTEST: f32 = 16.0;

/// The largest pixel value.
const TOP: f32 = 65535.0;

/// Encodes light as its square root, so that dark areas have a resolution that suits the eye.
fn encode(light: f32) -> u16 {
    ((light / BRIGHTEST).clamp(0.0, 1.0).sqrt() * TOP).round() as u16
}

/// Decodes a pixel value to light.
fn decode(pixel: u16) -> f32 {
    let root = f32::from(pixel) / TOP;
    root * root * BRIGHTEST
}

/// A page: one light map picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Page {
    /// Width and height in texels.
    pub(crate) size: [u32; 2],
    /// Pixels, row by row.
    pub(crate) pixels: Vec<u16>,
}

/// All pages.
#[derive(Debug)]
pub(crate) struct Atlas {
    pub(crate) pages: Vec<Page>,
    /// Positions of the two sides of each chart; `None` for an unlit side.
    spots: Vec<[Option<Spot>; 2]>,
    /// Three by three dark texels, shared by all unlit sides.
    dark: Spot,
    /// Number of texels that are brighter than the largest pixel value.
    pub(crate) too_bright: u64,
    ambient: f32,
}

impl Atlas {
    /// Packs the lit sides into pages. `ambient` is added to each texel.
    pub(crate) fn new(charts: &Charts, baked: &[Sides], ambient: f32) -> Self {
        let dark = vec![0.0; 9];
        let lit = charts.list.iter().zip(baked).flat_map(|(c, sides)| sides.iter().map(|s| (c.size, s)));
        let lit = lit.filter(|(_, light)| !light.is_empty());
        let blocks: Vec<([u32; 2], &Vec<f32>)> = std::iter::once(([3, 3], &dark)).chain(lit).collect();
        let (places, sizes) = pack(&blocks.iter().map(|b| b.0).collect::<Vec<_>>());
        let blank = |size: [u32; 2]| vec![encode(ambient); size[0] as usize * size[1] as usize];
        let mut pages: Vec<Page> = sizes.iter().map(|&size| Page { size, pixels: blank(size) }).collect();
        let mut too_bright = 0;
        for (spot, (size, light)) in places.iter().zip(&blocks) {
            let page = &mut pages[spot.page as usize];
            for (row, j) in light.chunks(size[0] as usize).zip(spot.at[1]..) {
                let start = j as usize * page.size[0] as usize + spot.at[0] as usize;
                for (pixel, &light) in page.pixels[start..start + row.len()].iter_mut().zip(row) {
                    *pixel = encode(light + ambient);
                    too_bright += u64::from(light + ambient > BRIGHTEST);
                }
            }
        }
        let mut next = places.iter().copied();
        let dark = next.next().unwrap_or_default();
        let mut spot = |light: &Vec<f32>| if light.is_empty() { None } else { next.next() };
        let spots = baked.iter().map(|[front, back]| [spot(front), spot(back)]).collect();
        Self { pages, spots, dark, too_bright, ambient }
    }

    /// Converts a point of a chart, in texels, to texels from the upper left corner of its page.
    fn on_page(spot: Spot, [x, y]: [f32; 2]) -> [f32; 2] {
        [spot.at[0] as f32 + x, spot.at[1] as f32 + y]
    }

    /// Returns the page of a side of a triangle, and the positions of three chart points on it.
    /// Without a chart or light, they are in the middle of the dark texels.
    pub(crate) fn corners(
        &self,
        chart: Option<u32>,
        side: usize,
        flat: [[f32; 2]; 3],
    ) -> (u32, [[f32; 2]; 3]) {
        match chart.and_then(|c| self.spots[c as usize][side]) {
            Some(spot) => (spot.page, flat.map(|p| Self::on_page(spot, p))),
            None => (self.dark.page, [Self::on_page(self.dark, [1.5, 1.5]); 3]),
        }
    }

    /// Returns the light at a point of a chart, in texels. Interpolates the four texels around it,
    /// as a graphics card does.
    pub(crate) fn light(&self, chart: Option<u32>, side: usize, flat: [f32; 2]) -> f32 {
        let Some(spot) = chart.and_then(|c| self.spots[c as usize][side]) else { return self.ambient };
        let page = &self.pages[spot.page as usize];
        let [x, y] = Self::on_page(spot, flat).map(|k| k - 0.5);
        let pixel = |i: f32, j: f32| {
            let [i, j] =
                [(i, 0), (j, 1)].map(|(k, axis)| (k.max(0.0) as u32).min(page.size[axis] - 1) as usize);
            decode(page.pixels[j * page.size[0] as usize + i])
        };
        let (i, j) = (x.floor(), y.floor());
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        let upper = mix(pixel(i, j), pixel(i + 1.0, j), x - i);
        let lower = mix(pixel(i, j + 1.0), pixel(i + 1.0, j + 1.0), x - i);
        mix(upper, lower, y - j)
    }

    /// Returns the number of texels on all pages, including borders.
    pub(crate) fn texels(&self) -> u64 {
        self.pages.iter().map(|p| p.pixels.len() as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{Atlas, BRIGHTEST, decode, encode};
    use crate::bake::charts::Charts;
    use sidle_scenes::Builder;

    #[test]
    fn m14_light_is_stored_finely_and_what_is_too_bright_as_the_brightest() {
        for light in [0.0, 1e-4, 0.01, 0.5, 1.0, 7.0, 16.0] {
            assert!((decode(encode(light)) - light).abs() <= 2e-5 + light * 1e-3, "{light}");
        }
        assert_eq!((encode(1e9), encode(f32::NAN), decode(65535)), (65535, 0, BRIGHTEST));
    }

    #[test]
    fn m14_light_is_found_again_where_its_texel_was() {
        let mut builder = Builder::new();
        builder.floor(0.0, [0.0, 0.0], [2.0, 1.0], [1, 1]).wall([0.0, 0.0], [2.0, 0.0], [0.0, 3.0]);
        let level = crate::level::level_of_scene(&builder.finish("corner", &[]));
        let charts = Charts::new(&level, 0.5, 1e-4);
        let baked: Vec<[Vec<f32>; 2]> = (0..charts.list.len())
            .map(|c| {
                let [w, h] = charts.list[c].size;
                let light = |side: usize| (0..w * h).map(|k| k as f32 / 64.0 + side as f32).collect();
                if c == 0 { [light(0), light(1)] } else { [Vec::new(), light(2)] }
            })
            .collect();
        let atlas = Atlas::new(&charts, &baked, 0.25);
        assert_eq!(atlas.too_bright, 0);
        for (c, sides) in baked.iter().enumerate() {
            let [w, h] = charts.list[c].size;
            for (side, light) in sides.iter().enumerate() {
                for k in 0..w * h {
                    let at = [(k % w) as f32 + 0.5, (k / w) as f32 + 0.5];
                    let expected = light.get(k as usize).copied().unwrap_or(0.0) + 0.25;
                    let found = atlas.light(Some(c as u32), side, at);
                    assert!((found - expected).abs() < 1e-3 * expected, "{c} {side} {k}: {found} {expected}");
                    let (page, corners) = atlas.corners(Some(c as u32), side, [at; 3]);
                    let page = &atlas.pages[page as usize];
                    let [x, y] = corners[2].map(|k| k as usize);
                    let stored = decode(page.pixels[y * page.size[0] as usize + x]);
                    assert!((stored - expected).abs() < 1e-3 * expected, "{stored} {expected}");
                }
                // Half-way between two texels, the light is their mean.
                if let [a, b, ..] = light[..] {
                    let found = atlas.light(Some(c as u32), side, [1.0, 0.5]);
                    assert!((found - 0.25 - (a + b) / 2.0).abs() < 2e-3, "{found}");
                }
            }
        }
        assert_eq!(atlas.light(None, 0, [0.0; 2]), 0.25);
    }
}
