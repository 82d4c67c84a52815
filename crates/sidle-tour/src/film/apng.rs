//! Encodes frames as an animated PNG with a palette. A frame stores only the rectangle that
//! changed, and in it only the pixels that changed.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use png::{BitDepth, BlendOp, ColorType, Encoder};
use tiny_skia::Pixmap;

type Colour = [u8; 3];

/// Number of colours; the last entry of the palette is transparent.
const COLOURS: usize = 255;

/// Returns the file of frames of the same size.
pub(super) fn encode(frames: &[Pixmap], per_second: u32) -> Result<Vec<u8>> {
    let first = frames.first().context("a film needs a frame")?;
    let (width, height) = (first.width(), first.height());
    ensure!(frames.iter().all(|f| (f.width(), f.height()) == (width, height)), "frames of two sizes");
    let (palette, indexed) = index(frames);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    let transparent: Vec<u8> = (0..palette.len()).map(|i| if i == COLOURS { 0 } else { 255 }).collect();
    encoder.set_palette(palette.concat());
    encoder.set_trns(transparent);
    encoder.set_compression(png::Compression::High);
    encoder.set_animated(frames.len() as u32, 0)?;
    encoder.set_frame_delay(1, per_second as u16)?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indexed[0])?;
    for pair in indexed.windows(2) {
        let [low, high] = changed(&pair[0], &pair[1], width as usize);
        let size = [high[0] - low[0], high[1] - low[1]].map(|x| x as u32);
        writer.set_frame_position(0, 0)?;
        writer.set_frame_dimension(size[0], size[1])?;
        writer.set_frame_position(low[0] as u32, low[1] as u32)?;
        writer.set_blend_op(BlendOp::Over)?;
        let rows = (low[1]..high[1]).flat_map(|y| (low[0]..high[0]).map(move |x| y * width as usize + x));
        let pixel = |i: usize| if pair[0][i] == pair[1][i] { COLOURS as u8 } else { pair[1][i] };
        writer.write_image_data(&rows.map(pixel).collect::<Vec<u8>>())?;
    }
    writer.finish()?;
    Ok(bytes)
}

/// Returns the corners of the rectangle in which two frames differ; at least one pixel.
fn changed(before: &[u8], after: &[u8], width: usize) -> [[usize; 2]; 2] {
    let (mut low, mut high) = ([usize::MAX; 2], [0; 2]);
    for i in (0..after.len()).filter(|&i| before[i] != after[i]) {
        let at = [i % width, i / width];
        for k in 0..2 {
            low[k] = low[k].min(at[k]);
            high[k] = high[k].max(at[k] + 1);
        }
    }
    if low[0] == usize::MAX { [[0, 0], [1, 1]] } else { [low, high] }
}

/// Returns a palette of the most frequent colours, padded to its full length, and the frames as
/// numbers of the nearest colours in it.
fn index(frames: &[Pixmap]) -> (Vec<Colour>, Vec<Vec<u8>>) {
    let colour = |p: &tiny_skia::PremultipliedColorU8| [p.red(), p.green(), p.blue()];
    let mut counts: HashMap<Colour, usize> = HashMap::new();
    for frame in frames {
        frame.pixels().iter().for_each(|p| *counts.entry(colour(p)).or_default() += 1);
    }
    let mut palette: Vec<(usize, Colour)> =
        counts.into_iter().map(|(colour, count)| (count, colour)).collect();
    palette.sort_unstable_by(|a, b| b.cmp(a));
    let all: Vec<Colour> = palette.into_iter().map(|(_, colour)| colour).collect();
    let mut palette: Vec<Colour> = all.iter().copied().take(COLOURS).collect();
    let nearest = |c: &Colour| {
        let far = |p: &Colour| (0..3).map(|k| (i32::from(p[k]) - i32::from(c[k])).pow(2)).sum::<i32>();
        let best = palette.iter().enumerate().min_by_key(|(_, p)| far(p));
        best.map_or(0, |(i, _)| i as u8)
    };
    let places: HashMap<Colour, u8> = all.iter().map(|c| (*c, nearest(c))).collect();
    let indexed = frames.iter().map(|f| f.pixels().iter().map(|p| places[&colour(p)]).collect()).collect();
    palette.resize(COLOURS + 1, [0; 3]);
    (palette, indexed)
}

#[cfg(test)]
mod tests {
    use super::encode;
    use tiny_skia::{Color, Pixmap};

    #[test]
    fn frames_are_stored_and_only_their_changes() {
        let frame = |at: usize| {
            let mut pixels = Pixmap::new(40, 30).unwrap();
            pixels.fill(Color::WHITE);
            let black = Color::BLACK.premultiply().to_color_u8();
            pixels.pixels_mut()[at] = black;
            pixels
        };
        let bytes = encode(&[frame(0), frame(41), frame(41)], 30).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        assert_eq!(reader.info().animation_control.unwrap().num_frames, 3);
        let mut sizes = Vec::new();
        let mut buffer = vec![0; 40 * 30];
        for _ in 0..3 {
            let info = reader.next_frame(&mut buffer).unwrap();
            sizes.push([info.width, info.height]);
        }
        assert_eq!(sizes, [[40, 30], [2, 2], [1, 1]]);
    }
}
