//! Draws figures as PNG.

use anyhow::{Context, Result};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use super::{BORDER, Figure, Ink, Mark, Spot, text};

/// Returns a figure on white as the bytes of a PNG file, with `scale` pixels per pixel of the
/// figure.
pub fn to_png(figure: &Figure, scale: f32) -> Result<Vec<u8>> {
    let [width, height] = figure.size.map(|side| (side * scale).ceil() as u32);
    let mut pixels = Pixmap::new(width, height).context("the picture is too large")?;
    pixels.fill(Color::WHITE);
    paint(figure, scale, &mut pixels);
    Ok(pixels.encode_png()?)
}

/// Paints a figure over the existing pixels.
pub fn paint(figure: &Figure, scale: f32, pixels: &mut Pixmap) {
    let to_pixels = Transform::from_scale(scale, scale);
    for mark in &figure.marks {
        match mark {
            Mark::Area { outline, ink } => {
                if let Some(path) = path(&[outline], true) {
                    pixels.fill_path(&path, &colour(*ink), FillRule::EvenOdd, to_pixels, None);
                }
            }
            Mark::Line { points, width, ink, dash } => {
                if let Some(path) = path(&[points], false) {
                    pixels.stroke_path(&path, &colour(*ink), &dashed(*width, *dash), to_pixels, None);
                }
            }
            Mark::Disc { at, radii, ink } => {
                if let Some(path) = oval(*at, *radii) {
                    pixels.fill_path(&path, &colour(*ink), FillRule::EvenOdd, to_pixels, None);
                }
            }
            Mark::Ring { at, radii, width, ink, dash } => {
                if let Some(path) = oval(*at, *radii) {
                    pixels.stroke_path(&path, &colour(*ink), &dashed(*width, *dash), to_pixels, None);
                }
            }
            Mark::Words { at, size, anchor, ink, border, text } => {
                let Some(path) = letters(&text::lay_out(text, *at, *size, *anchor)) else { continue };
                if *border {
                    let white = colour(Ink::rgb(255, 255, 255));
                    pixels.stroke_path(&path, &white, &pen(2.0 * BORDER), to_pixels, None);
                }
                pixels.fill_path(&path, &colour(*ink), FillRule::Winding, to_pixels, None);
            }
        }
    }
}

fn path<S: AsRef<[Spot]>>(pieces: &[S], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for piece in pieces {
        let [first, rest @ ..] = piece.as_ref() else { continue };
        builder.move_to(first[0], first[1]);
        // A line of one point is a dot, because the pen is round.
        let rest = if rest.is_empty() { &[*first] } else { rest };
        rest.iter().for_each(|p| builder.line_to(p[0], p[1]));
        if closed {
            builder.close();
        }
    }
    builder.finish()
}

/// Returns the outlines of a line of text.
fn letters(line: &text::Line) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (glyph, x) in &line.glyphs {
        let at = Transform::from_scale(line.scale, line.scale)
            .pre_translate(*x as f32, 0.0)
            .post_translate(line.origin[0], line.origin[1]);
        if let Some(path) = text::outline(*glyph).and_then(|path| path.transform(at)) {
            builder.push_path(&path);
        }
    }
    builder.finish()
}

fn oval([x, y]: Spot, [a, b]: Spot) -> Option<Path> {
    PathBuilder::from_oval(Rect::from_ltrb(x - a, y - b, x + a, y + b)?)
}

fn colour(Ink([r, g, b, opacity]): Ink) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, opacity);
    paint
}

fn dashed(width: f32, dash: f32) -> Stroke {
    // A dash length of 0 gives a solid line, as intended.
    Stroke { dash: StrokeDash::new(vec![dash, dash], 0.0), ..pen(width) }
}

fn pen(width: f32) -> Stroke {
    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}
