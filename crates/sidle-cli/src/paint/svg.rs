//! Draws figures as SVG.

use std::fmt::Write;

use super::{Anchor, Figure, Ink, Mark, Spot};

/// Returns a figure as a complete SVG file, which is also valid inside an HTML page.
pub(crate) fn to_svg(figure: &Figure) -> String {
    let [width, height] = figure.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"system-ui, sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
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
            Mark::Words { at, size, anchor, ink, text } => writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" {}>{}</text>",
                short(at[0]),
                short(at[1]),
                short(*size),
                match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                },
                paint("fill", *ink),
                escape(text)
            ),
        };
    }
    svg.push_str("</svg>\n");
    svg
}

fn oval([x, y]: Spot, [a, b]: Spot) -> String {
    format!("cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"", short(x), short(y), short(a), short(b))
}

fn dashes(dash: f32) -> String {
    if dash == 0.0 { String::new() } else { format!(" stroke-dasharray=\"{}\"", short(dash)) }
}

/// Escapes text for XML and HTML.
pub(crate) fn escape(text: &str) -> String {
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
        assert!(svg.contains(">a &lt; b &amp; &quot;c&quot;</text>") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, -0.001, 2.50, 7.14159].map(short), ["1", "0", "2.5", "7.14"]);
        assert_eq!(escape("a>b"), "a&gt;b");
    }
}
