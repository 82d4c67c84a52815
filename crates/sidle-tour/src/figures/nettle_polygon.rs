//! Figures 5, 6 and 8 to 10 of Nettle: from planes to polygons.

use anyhow::{Context, Result};
use sidle::{QueryFilter, World};

use super::Entry;
use super::section::{Section, at, flat};
use super::sheet::{GREY, INK, P, POINT, Panel, RIGHT, START, Sheet, WRONG, along, from_to, length};
use sidle_cli::paint::Figure;

pub(super) const FIGURES: &[Entry] = &[
    ("nettle-05", planes_mislead),
    ("nettle-06", nearest_on_the_perimeter),
    ("nettle-08", inside_and_outside),
    ("nettle-09", reversed),
    ("nettle-10", reversed_to_the_ball),
];

/// A ledge with a lower floor at its foot.
const LEDGE: [P; 4] = [[-20.0, 0.0], [0.0, 0.0], [0.0, -2.6], [20.0, -2.6]];
const PLANE: [P; 2] = [[-20.0, 0.0], [20.0, 0.0]];

fn planes_mislead() -> Result<Figure> {
    let (ledge, plane) = (Section::new(&LEDGE)?, Section::new(&PLANE)?);
    let mut sheet = Sheet::new(
        "Figure 5: planes do not end where polygons do",
        "Red: stopped by the plane of the ledge. Green: stopped by what is there.",
        270.0,
    );
    for (i, (heading, from, motion)) in [
        ("a fall beside the ledge", [2.4, 2.2], [0.0, -5.0]),
        ("a way to its corner", [2.9, 1.9], [-3.0, -2.4]),
    ]
    .into_iter()
    .enumerate()
    {
        let (wrong, right) = (plane.cast(1.0, from, motion)?, ledge.cast(1.0, from, motion)?);
        let mut panel = sheet.panel(i, 2, [-2.4, -3.2], [4.6, 3.4]);
        panel.ground(&[LEDGE[0], LEDGE[1], LEDGE[2], LEDGE[3], [20.0, -9.0], [-20.0, -9.0]], 4);
        panel.dashes(&[[0.0, 0.0], [20.0, 0.0]], WRONG);
        panel.ghost(from, [1.0; 2], START);
        panel.ghost(wrong.centre, [1.0; 2], WRONG);
        panel.ball(right.centre, 1.0, RIGHT);
        panel.arrow(from, right.centre, INK);
        panel.dot(right.point, POINT);
        panel.heading(heading);
        panel.label([-2.3, -0.5], [1.0, 2.0], GREY, "ledge");
    }
    Ok(sheet.finish())
}

fn nearest_on_the_perimeter() -> Result<Figure> {
    let corners: [P; 3] = [[0.0, 0.0], [5.0, 0.6], [2.0, 3.6]];
    let vertices = corners.map(at);
    let all = |world: &World, p: P| -> Result<P> {
        let found = world.closest_point(at(p), 1e3, &QueryFilter::ALL);
        Ok(flat(found.context("a nearest point")?.point))
    };
    let triangle = World::from_triangles(&vertices, &[[0, 1, 2]])?;
    // An edge is a triangle whose third corner equals its second. It is as solid as any other
    // triangle.
    let edges = [[0, 1, 1], [1, 2, 2], [2, 0, 0]].map(|edge| World::from_triangles(&vertices, &[edge]));
    let mut sheet = Sheet::new(
        "Figure 6: the nearest point of a polygon",
        "P outside: the nearest of its nearest points on the three edges. P inside: itself.",
        290.0,
    );
    let mut panel = sheet.panel(0, 1, [-2.6, -0.9], [8.6, 4.2]);
    panel.ground(&[corners[0], corners[1], corners[2], corners[0]], 4);
    for (p, has_lines) in [([4.0, 2.3], true), ([-1.6, 0.2], false), ([1.7, 1.6], false)] {
        let r = all(&triangle, p)?;
        if has_lines {
            for (edge, name) in edges.iter().zip(["on ab", "R on bc", "on ca"]) {
                let edge = edge.as_ref().map_err(|error| anyhow::anyhow!("{error}"))?;
                let q = all(edge, p)?;
                let best = length(from_to(q, r)) < 1e-6;
                panel.dashes(&[p, q], if best { RIGHT } else { GREY });
                panel.dot(q, if best { RIGHT } else { GREY });
                let off = match name {
                    "on ab" => [4.0, 18.0],
                    "on ca" => [-9.0, 2.0],
                    _ => [-7.0, -4.0],
                };
                panel.label(q, off, if best { RIGHT } else { GREY }, name);
            }
            panel.label(p, [9.0, 4.0], START, "P");
        } else {
            panel.dashes(&[p, r], RIGHT);
            panel.dot(r, RIGHT);
            let inside = length(from_to(p, r)) < 1e-6;
            panel.label(p, [9.0, 4.0], START, if inside { "P = R" } else { "P" });
            if !inside {
                panel.label(r, [-8.0, 14.0], RIGHT, "R is a corner");
            }
        }
        panel.dot(p, START);
    }
    for (corner, name, off) in [(0, "a", [6.0, 14.0]), (1, "b", [8.0, 6.0]), (2, "c", [0.0, -8.0])] {
        panel.label(corners[corner], off, INK, name);
    }
    Ok(sheet.finish())
}

/// The polygon of figures 8 to 10, seen edge-on.
const POLYGON: [P; 2] = [[0.0, 0.0], [20.0, 0.0]];
const MOTION: P = [2.2, -4.4];

/// The points that the algorithm of the text computes: on the sphere, the plane and the polygon.
struct Points {
    sphere: P,
    plane: P,
    polygon: P,
}

fn points(from: P) -> Result<Points> {
    let sphere = along(from, [0.0, -1.0], 1.0);
    let plane = Section::new(&PLANE)?.ray(sphere, MOTION).context("the ray meets the plane")?.point;
    let polygon = Section::new(&POLYGON)?.nearest(plane)?;
    Ok(Points { sphere, plane, polygon })
}

fn base(panel: &mut Panel<'_>, from: P, points: &Points) {
    panel.dashes(&[[-20.0, 0.0], [0.0, 0.0]], GREY);
    panel.surface(&POLYGON);
    panel.ghost(from, [1.0; 2], START);
    panel.dashes(&[points.sphere, points.plane], GREY);
    panel.dot(points.sphere, START);
    panel.dot(points.plane, GREY);
    panel.dot(points.polygon, POINT);
}

const LOW: P = [-4.8, -0.9];
const HIGH: P = [3.6, 4.6];

fn inside_and_outside() -> Result<Figure> {
    let mut sheet = Sheet::new(
        "Figure 8: the point on the plane, and the point of the polygon",
        "Left the plane is met beside the polygon, whose nearest point is its rim; right they are one.",
        260.0,
    );
    for (i, from) in [[-3.6, 3.0], [0.4, 3.0]].into_iter().enumerate() {
        let points = points(from)?;
        let mut panel = sheet.panel(i, 2, LOW, HIGH);
        base(&mut panel, from, &points);
        panel.arrow(points.sphere, points.plane, INK);
        if i == 0 {
            panel.label(points.plane, [0.0, 18.0], GREY, "plane point");
            panel.label(points.polygon, [10.0, 18.0], POINT, "polygon point");
            panel.arrow(points.plane, points.polygon, POINT);
        } else {
            panel.label(points.plane, [0.0, 18.0], POINT, "both");
        }
        panel.label(points.sphere, [8.0, 14.0], START, "sphere point");
    }
    Ok(sheet.finish())
}

fn reversed() -> Result<Figure> {
    let mut sheet = Sheet::new(
        "Figure 9: from the polygon's point back to the ball",
        "Left the reversed ray misses the ball, and rightly so: cast_shape meets nothing either.",
        260.0,
    );
    let polygon = Section::new(&POLYGON)?;
    for (i, from) in [[-3.6, 3.0], [0.4, 3.0]].into_iter().enumerate() {
        let points = points(from)?;
        let free = Section::point(points.polygon)?.is_free(1.0, from, MOTION);
        let truth = polygon.is_free(1.0, from, MOTION);
        let mut panel = sheet.panel(i, 2, LOW, HIGH);
        base(&mut panel, from, &points);
        panel.arrow(points.polygon, along(points.polygon, MOTION, -0.9), POINT);
        panel.heading(&format!("ray {}; ball {}", met(free), met(truth)));
    }
    Ok(sheet.finish())
}

fn met(free: bool) -> &'static str {
    if free { "misses" } else { "hits" }
}

fn reversed_to_the_ball() -> Result<Figure> {
    let mut sheet = Sheet::new(
        "Figure 10: two hits found by the reversed ray",
        "Left the ball touches the rim with another point than the sphere's; right it is that point.",
        260.0,
    );
    let polygon = Section::new(&POLYGON)?;
    for (i, from) in [[-1.8, 3.0], [0.4, 3.0]].into_iter().enumerate() {
        let points = points(from)?;
        let reverse = Section::point(points.polygon)?.cast(1.0, from, MOTION)?;
        let right = polygon.cast(1.0, from, MOTION)?;
        let on_ball = along(points.polygon, MOTION, -reverse.fraction);
        let mut panel = sheet.panel(i, 2, LOW, HIGH);
        base(&mut panel, from, &points);
        panel.ball(right.centre, 1.0, RIGHT);
        panel.arrow(points.polygon, on_ball, POINT);
        panel.dot(on_ball, POINT);
        panel.heading(&format!("text {:.4}, sidle {:.4} of the way", reverse.fraction, right.fraction));
        let apart = length(from_to(on_ball, points.sphere));
        if apart > 0.1 {
            panel.label(on_ball, [9.0, 0.0], POINT, "point that touches");
            panel.label(points.sphere, [-9.0, 12.0], START, "sphere point");
        } else {
            panel.label(on_ball, [-9.0, 12.0], POINT, "the same point");
        }
    }
    Ok(sheet.finish())
}
