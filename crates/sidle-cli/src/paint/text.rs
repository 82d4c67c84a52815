//! Text as outlines of the glyphs of the bundled font. SVG and PNG draw the same outlines.

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::{Anchor, Spot};

/// The font: Inter Regular, a Latin subset. Its licence is beside it.
const FONT: &[u8] = include_bytes!("../../fonts/Inter-Regular.ttf");

/// A line of text whose glyphs have positions.
pub(super) struct Line {
    /// Left end of the baseline.
    pub(super) origin: Spot,
    /// Pixels per font unit.
    pub(super) scale: f32,
    /// Glyphs, each with its distance from the left end, in font units.
    pub(super) glyphs: Vec<(GlyphId, u32)>,
    /// Width in font units.
    width: u32,
}

/// Returns the glyphs of a line of text. A character that the font does not have becomes a box.
pub(super) fn lay_out(text: &str, at: Spot, size: f32, anchor: Anchor) -> Line {
    let mut line = Line { origin: at, scale: 0.0, glyphs: Vec::new(), width: 0 };
    let Some(face) = face() else { return line };
    line.scale = size / f32::from(face.units_per_em());
    for letter in text.chars() {
        let glyph = face.glyph_index(letter).unwrap_or(GlyphId(0));
        line.glyphs.push((glyph, line.width));
        line.width += u32::from(face.glyph_hor_advance(glyph).unwrap_or(0));
    }
    let width = line.width as f32 * line.scale;
    line.origin[0] -= match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    line
}

/// Returns the outline of a glyph in font units, with y down. Returns `None` for a space.
pub(super) fn outline(glyph: GlyphId) -> Option<Path> {
    let mut pen = Pen(PathBuilder::new());
    face()?.outline_glyph(glyph, &mut pen)?;
    pen.0.finish()
}

/// Returns the width of a line of text in pixels.
pub fn width(text: &str, size: f32) -> f32 {
    let line = lay_out(text, [0.0; 2], size, Anchor::Start);
    line.width as f32 * line.scale
}

/// Returns the upper left and the lower right corner of the space that a line of letters and digits
/// takes.
pub fn space(text: &str, at: Spot, size: f32, anchor: Anchor) -> [Spot; 2] {
    let line = lay_out(text, at, size, anchor);
    let [x, y] = line.origin;
    // Ascenders and descenders of the font.
    [[x, y - 0.76 * size], [x + line.width as f32 * line.scale, y + 0.22 * size]]
}

fn face() -> Option<Face<'static>> {
    Face::parse(FONT, 0).ok()
}

/// Turns the y axis down.
struct Pen(PathBuilder);

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, -y1, x, -y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, -y1, x2, -y2, x, -y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::{Anchor, face, lay_out, outline, space, width};
    use ttf_parser::GlyphId;

    #[test]
    fn the_font_has_every_printable_letter() {
        let face = face().unwrap();
        for letter in ('!'..='~').chain('\u{a1}'..='\u{ac}').chain("\u{2212}\u{d7}\u{b0}".chars()) {
            let glyph = face.glyph_index(letter).unwrap();
            assert!(glyph != GlyphId(0) && outline(glyph).is_some(), "{letter}");
        }
        assert!(outline(face.glyph_index(' ').unwrap()).is_none());
    }

    #[test]
    fn text_is_aligned_by_its_anchor_and_stays_in_its_space() {
        let [at, size] = [[100.0, 50.0], [12.0; 2]];
        let wide = width("Hgd", size[0]);
        for (anchor, left) in [(Anchor::Start, 0.0), (Anchor::Middle, 0.5), (Anchor::End, 1.0)] {
            let [low, high] = space("Hgd", at, size[0], anchor);
            assert!((low[0] - (at[0] - left * (high[0] - low[0]))).abs() < 1e-3);
            let line = lay_out("Hgd", at, size[0], anchor);
            for (glyph, _) in &line.glyphs {
                let bounds = outline(*glyph).unwrap().bounds();
                assert!(at[1] + bounds.top() * line.scale >= low[1], "{bounds:?}");
                assert!(at[1] + bounds.bottom() * line.scale <= high[1], "{bounds:?}");
            }
        }
        assert!(wide > 20.0 && wide < 40.0, "{wide}");
    }
}
