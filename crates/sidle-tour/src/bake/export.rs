//! Output files for a game: the pages, and the positions of the triangles on them.

use anyhow::Result;
use serde::Serialize;

use super::atlas::{Atlas, BRIGHTEST, Page};
use super::charts::Charts;
use sidle_cli::level::Level;

/// The JSON file beside the pictures. The light chapter of the guide documents it.
#[derive(Serialize)]
struct Index<'a> {
    level: &'a str,
    encoding: &'static str,
    brightest: f32,
    texel_m: f32,
    ambient: f32,
    pages: Vec<PageEntry>,
    front: Vec<Corners>,
    back: Vec<Corners>,
}

#[derive(Serialize)]
struct PageEntry {
    file: String,
    width: u32,
    height: u32,
}

/// A page, and the distance of each corner of a triangle from the left and the upper edge of the
/// page.
type Corners = (u32, [[f32; 2]; 3]);

/// Returns the file name of a page.
pub(crate) fn page_name(page: usize) -> String {
    format!("lightmap_{page}.png")
}

/// Returns the index as JSON.
pub(crate) fn index(
    level: &Level,
    charts: &Charts,
    atlas: &Atlas,
    texel: f32,
    ambient: f32,
) -> Result<Vec<u8>> {
    let side = |side: usize| {
        let triangles = (0_u32..).zip(&charts.of_triangle);
        let corners = triangles.map(|(triangle, &chart)| {
            let flat = chart
                .map_or([[0.0; 2]; 3], |c| level.corners(triangle).map(|p| charts.list[c as usize].flat(p)));
            atlas.corners(chart, side, flat)
        });
        corners.collect()
    };
    let pages = atlas.pages.iter().enumerate();
    let index = Index {
        level: &level.data.name,
        encoding: "light = brightest * (pixel / 65535)^2, 1 is white",
        brightest: BRIGHTEST,
        texel_m: texel,
        ambient,
        pages: pages
            .map(|(i, p)| PageEntry { file: page_name(i), width: p.size[0], height: p.size[1] })
            .collect(),
        front: side(0),
        back: side(1),
    };
    Ok(serde_json::to_vec(&index)?)
}

/// Encodes a page as a 16-bit grey PNG.
pub(crate) fn png(page: &Page) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, page.size[0], page.size[1]);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    let pixels: Vec<u8> = page.pixels.iter().flat_map(|p| p.to_be_bytes()).collect();
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(bytes)
}
