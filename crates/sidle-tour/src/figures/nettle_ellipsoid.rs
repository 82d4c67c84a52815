//! Figures 14 and 15 of Nettle, with the correct point and normal where the text is wrong.

use anyhow::Result;
use sidle::{Shape, Vec3};

use super::Entry;
use super::section::Section;
use super::sheet::{GREY, NORMAL, P, POINT, RIGHT, START, Sheet, WRONG, along, dot, from_to, length, turned};
use sidle_cli::paint::Figure;

pub(super) const FIGURES: &[Entry] =
    &[("nettle-14", radius_vector), ("nettle-15", scaled), ("nettle-support", support)];

/// Radii in the example of the text.
const RADII: P = [3.0, 6.0];

fn radius_vector() -> Result<Figure> {
    let shape = Shape::ellipsoid(Vec3::new(3.0, 6.0, 3.0));
    // Measure the width and height in the library: the gaps that the shape leaves to walls and
    // floor.
    let wall =
        Section::new(&[[-20.0, -50.0], [-20.0, 50.0]])?.cast_shape(&shape, [0.0, 0.0], [-30.0, 0.0])?;
    let floor =
        Section::new(&[[-50.0, -20.0], [50.0, -20.0]])?.cast_shape(&shape, [0.0, 0.0], [0.0, -30.0])?;
    let (a, b) = (20.0 + wall.centre[0], 20.0 + floor.centre[1]);
    let mut sheet = Sheet::new(
        "Figure 14: an ellipse with the radius vector [3, 6]",
        "Half as wide and half as tall as the ellipse, measured by casts against a wall and a floor.",
        300.0,
    );
    let mut panel = sheet.panel(0, 1, [-14.0, -6.8], [14.0, 6.8]);
    panel.mover([0.0, 0.0], RADII, START);
    panel.arrow([0.0, 0.0], [a, 0.0], RIGHT);
    panel.arrow([0.0, 0.0], [0.0, b], RIGHT);
    panel.label([a, 0.0], [8.0, 4.0], RIGHT, &format!("{a:.3}"));
    panel.label([0.0, b * 0.5], [8.0, 0.0], RIGHT, &format!("{b:.3}"));
    Ok(sheet.finish())
}

fn scaled() -> Result<Figure> {
    let unit: P = [0.707, 0.707];
    let scaled = [unit[0] * RADII[0], unit[1] * RADII[1]];
    let mut sheet = Sheet::new(
        "Figure 15: from the unit circle to the ellipse",
        "Component by component: points of the circle become points of the ellipse, normals do not.",
        300.0,
    );
    let mut panel = sheet.panel(0, 1, [-10.0, -6.8], [18.0, 6.8]);
    let left = [-5.0, 0.0];
    panel.mover(left, [1.0; 2], START);
    panel.arrow(left, along(left, unit, 1.0), POINT);
    panel.label(along(left, unit, 1.0), [-2.0, -18.0], POINT, "[0.707, 0.707]");
    let right = [6.0, 0.0];
    panel.mover(right, RADII, START);
    panel.arrow(right, along(right, scaled, 1.0), POINT);
    panel.label(
        along(right, scaled, 1.0),
        [8.0, 18.0],
        POINT,
        &format!("[{:.3}, {:.3}]", scaled[0], scaled[1]),
    );
    panel.arrow([-2.6, 0.0], [1.6, 0.0], GREY);
    panel.label([-0.5, 0.0], [0.0, -8.0], GREY, "times [3, 6]");
    // The true normal there: each component divided by the square of its radius.
    let steep = [scaled[0] / 9.0, scaled[1] / 36.0].map(|x| x * 5.0);
    let tip = along(right, scaled, 1.0);
    panel.arrow(tip, along(tip, steep, 1.0), NORMAL);
    panel.label(along(tip, steep, 1.0), [8.0, 6.0], NORMAL, "normal of the ellipse");
    Ok(sheet.finish())
}

fn support() -> Result<Figure> {
    let n: P = [0.6, 0.8];
    let plane = [along([0.0, 0.0], turned(n), -60.0), along([0.0, 0.0], turned(n), 60.0)];
    let shape = Shape::ellipsoid(Vec3::new(3.0, 6.0, 3.0));
    let hit = Section::new(&plane)?.cast_shape(&shape, along([0.0, 0.0], n, 20.0), n.map(|x| -40.0 * x))?;
    let text = along(hit.centre, [n[0] * RADII[0], n[1] * RADII[1]], -1.0);
    let code = along(hit.centre, n, -length([n[0] * RADII[0], n[1] * RADII[1]]));
    let spoke = from_to(hit.point, hit.centre);
    let depth = |p: P| dot(from_to(p, hit.centre), n);
    let mut sheet = Sheet::new(
        "Radii [3, 6] against a plane of normal [0.6, 0.8]: which point touches?",
        "The ellipse at its true contact. Red: the points that the text and its code take for the contact.",
        380.0,
    );
    let mut panel = sheet.panel(0, 1, [-12.5, -4.6], [14.5, 10.4]);
    let below = |s: f64| along(plane[if s < 0.0 { 0 } else { 1 }], n, -60.0);
    panel.ground(&[plane[0], plane[1], below(1.0), below(-1.0)], 2);
    panel.mover(hit.centre, RADII, START);
    for (p, name, off) in [
        (text, format!("text: depth {:.2}", depth(text)), [-12.0, 4.0]),
        (code, format!("code: {:.2}, off the ellipse", depth(code)), [-12.0, 4.0]),
    ] {
        panel.dashes(&[hit.centre, p], WRONG);
        panel.dot(p, WRONG);
        panel.label(p, off, WRONG, &name);
    }
    panel.arrow(hit.point, along(hit.point, hit.normal, 3.4), NORMAL);
    panel.arrow(hit.point, along(hit.point, spoke, 3.4 / length(spoke)), WRONG);
    panel.dot(hit.point, RIGHT);
    panel.label(hit.point, [-4.0, 20.0], RIGHT, &format!("contact: depth {:.3}", depth(hit.point)));
    panel.label(along(hit.point, hit.normal, 3.4), [6.0, 4.0], NORMAL, "normal of the slide");
    let cos = dot(spoke, n) / length(spoke);
    let degrees = cos.acos().to_degrees();
    panel.label([5.0, 9.4], [1.0, 0.0], WRONG, &format!("to the centre: {degrees:.2} degrees off"));
    Ok(sheet.finish())
}
