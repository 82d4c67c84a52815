//! Draws figures as SVG.

use std::collections::BTreeSet;
use std::fmt::Write;

use tiny_skia::PathSegment;
use ttf_parser::GlyphId;

use super::{BORDER, Figure, Ink, Mark, Spot, text};

/// Returns a figure as a complete SVG file, which is also valid inside an HTML page.
pub fn to_svg(figure: &Figure) -> String {
    let [width, height] = figure.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n{}\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        glyphs(figure)
    );
    for mark in &figure.marks {
        // Writing to a String cannot fail.
        let _ = match mark {
            Mark::Area { outline, ink } => {
                writeln!(
                    svg,
                    "<path d=\"{}Z\" {} fill-rule=\"evenodd\"/>",
                    path(outline),
                    paint("fill", *ink)
                )
            }
            Mark::Line { points, width, ink, dash } => writeln!(
                svg,
                "<path d=\"{}\" fill=\"none\" {} stroke-width=\"{}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\"{}/>",
                path(points),
                paint("stroke", *ink),
                short(*width),
                dashes(*dash)
            ),
            Mark::Disc { at, radii, ink } => {
                writeln!(svg, "<ellipse {} {}/>", oval(*at, *radii), paint("fill", *ink))
            }
            Mark::Ring { at, radii, width, ink, dash } => writeln!(
                svg,
                "<ellipse {} fill=\"none\" {} stroke-width=\"{}\"{}/>",
                oval(*at, *radii),
                paint("stroke", *ink),
                short(*width),
                dashes(*dash)
            ),
            Mark::Words { at, size, anchor, ink, border, text } => {
                let border = if *border { Some(2.0 * BORDER) } else { None };
                writeln!(svg, "{}", words(text, &text::lay_out(text, *at, *size, *anchor), *ink, border))
            }
        };
    }
    svg.push_str("</svg>\n");
    svg
}

/// Returns definitions of the glyphs that a figure uses. A glyph has the same name in every figure,
/// so that several figures may be parts of one page.
fn glyphs(figure: &Figure) -> String {
    let mut used = BTreeSet::new();
    for mark in &figure.marks {
        if let Mark::Words { at, size, anchor, text, .. } = mark {
            used.extend(text::lay_out(text, *at, *size, *anchor).glyphs.iter().map(|(glyph, _)| *glyph));
        }
    }
    let define = |glyph: GlyphId| Some(format!("<path id=\"g{}\" d=\"{}\"/>\n", glyph.0, outline(glyph)?));
    let defined: String = used.into_iter().filter_map(define).collect();
    if defined.is_empty() { defined } else { format!("<defs>\n{defined}</defs>\n") }
}

/// Returns the outline of a glyph in font units, which are integers, with relative coordinates.
fn outline(glyph: GlyphId) -> Option<String> {
    let mut path = String::new();
    let (mut last, mut first) = ([0.0; 2], [0.0; 2]);
    for segment in text::outline(glyph)?.segments() {
        let (letter, points) = match segment {
            PathSegment::MoveTo(p) => ('m', vec![p]),
            PathSegment::LineTo(p) => ('l', vec![p]),
            PathSegment::QuadTo(a, p) => ('q', vec![a, p]),
            PathSegment::CubicTo(a, b, p) => ('c', vec![a, b, p]),
            PathSegment::Close => ('z', Vec::new()),
        };
        path.push(letter);
        for (i, x) in points.iter().flat_map(|p| [p.x - last[0], p.y - last[1]]).enumerate() {
            // A minus sign separates numbers too.
            let separator = if i > 0 && x >= 0.0 { " " } else { "" };
            let _ = write!(path, "{separator}{x}");
        }
        last = points.last().map_or(first, |p| [p.x, p.y]);
        if letter == 'm' {
            first = last;
        }
    }
    Some(path)
}

/// Returns a line of text as SVG, with a label for screen readers. `border` is the width of a
/// white border in pixels.
fn words(text: &str, line: &text::Line, ink: Ink, border: Option<f32>) -> String {
    let border = border.map_or(String::new(), |width| {
        let width = short(width / line.scale);
        format!(" stroke=\"#fff\" stroke-width=\"{width}\" stroke-linejoin=\"round\" paint-order=\"stroke\"")
    });
    let mut words = format!(
        "<g role=\"img\" aria-label=\"{}\" transform=\"translate({} {}) scale({:.6})\" {}{border}>",
        escape(text),
        short(line.origin[0]),
        short(line.origin[1]),
        line.scale,
        paint("fill", ink)
    );
    for ((glyph, x), letter) in line.glyphs.iter().zip(text.chars()) {
        if letter != ' ' {
            let _ = write!(words, "<use href=\"#g{}\" x=\"{x}\"/>", glyph.0);
        }
    }
    words.push_str("</g>");
    words
}

fn oval([x, y]: Spot, [a, b]: Spot) -> String {
    format!("cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"", short(x), short(y), short(a), short(b))
}

fn dashes(dash: f32) -> String {
    if dash == 0.0 { String::new() } else { format!(" stroke-dasharray=\"{}\"", short(dash)) }
}

/// Escapes text for XML and HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn path(points: &[Spot]) -> String {
    let mut path = String::new();
    for (i, p) in points.iter().enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{} {}", short(p[0]), short(p[1]));
    }
    if let [only] = points {
        let _ = write!(path, "L{} {}", short(only[0]), short(only[1]));
    }
    path
}

fn paint(what: &str, Ink([r, g, b, opacity]): Ink) -> String {
    let colour = format!("{what}=\"#{r:02x}{g:02x}{b:02x}\"");
    if opacity == 255 {
        return colour;
    }
    format!("{colour} {what}-opacity=\"{}\"", short(f32::from(opacity) / 255.0))
}

/// Formats a number with at most two decimals and without trailing zeros.
fn short(x: f32) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{escape, short, to_svg};
    use crate::paint::{Anchor, Figure, Ink};

    #[test]
    fn a_figure_is_written_as_it_is() {
        let mut figure = Figure::new([10.0, 20.0]);
        figure.line(vec![[1.0, 2.0], [3.5, 4.25]], 1.5, Ink::rgb(255, 0, 0).faded(51));
        figure.words([5.0, 6.0], 11.0, Anchor::End, Ink::rgb(0, 0, 0), "a < b & \"c\"");
        let svg = to_svg(&figure);
        assert!(svg.contains("d=\"M1 2L3.5 4.25\" fill=\"none\" stroke=\"#ff0000\" stroke-opacity=\"0.2\""));
        figure.dashes(vec![[1.0, 2.0], [3.0, 2.0]], 1.0, Ink::rgb(0, 0, 0));
        figure.arrow([0.0, 0.0], [20.0, 0.0], 1.0, Ink::rgb(0, 0, 0));
        let svg = to_svg(&figure);
        assert!(
            svg.contains("stroke-dasharray=\"5\"") && svg.contains("d=\"M20 0L12 3.04L12 -3.04Z\""),
            "{svg}"
        );
        assert!(svg.contains("aria-label=\"a &lt; b &amp; &quot;c&quot;\"") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn every_glyph_is_defined_once_and_before_its_use() {
        let mut figure = Figure::new([90.0, 20.0]);
        figure.words([5.0, 16.0], 11.0, Anchor::Start, Ink::rgb(0, 0, 0), "ll l");
        let svg = to_svg(&figure);
        assert_eq!((svg.matches(" id=").count(), svg.matches("<use ").count()), (1, 3), "{svg}");
        let name = |from: &str| svg.split(from).nth(1).and_then(|s| s.split('"').next()).map(str::to_owned);
        assert_eq!(name(" id=\""), name("href=\"#"));
        assert!(svg.find(" id=") < svg.find("<use "));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, -0.001, 2.50, 7.14159].map(short), ["1", "0", "2.5", "7.14"]);
        assert_eq!(escape("a>b"), "a&gt;b");
    }
}
